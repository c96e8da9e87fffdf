// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: the strips that the body of PTO_FOR_LANES works on (hal/vector/lanes.h).
//
// A strip is a register group of LMUL L. Strips of one loop have the same ratio R of element bits to LMUL, and so the
// same number of lanes, VLEN / R. 32-bit lanes in m8 have R = 4, and so have halves in m4 that are widened to them. The
// scope of a loop is a pointer to struct pto_lanes_r<R>, which names the strip type of each element type. All
// operations but loads and splats are selected by the types of their operands:
//
//   pto_vadd_f32m8(x, y, m)   the operation of isa/vector.def on strips of f32 in m8
// pto_lane_mask_r4_t        their mask: the first vl lanes, restricted to those whose bits are set unless it is all
// ones
#ifndef PTO_VECTOR_RVV_LANES_H
#define PTO_VECTOR_RVV_LANES_H

#include "strips.h"

// The strips, as X(T, L, R, ...): those of the lanes in m8 and m4, and halves that are widened to 32-bit lanes.
#define PTO_STRIPS_OF(X, T, R8, R4, ...) X(T, m8, R8, __VA_ARGS__) X(T, m4, R4, __VA_ARGS__)
#define PTO_STRIPS_F16(X, ...)           PTO_STRIPS_OF(X, f16, 2, 4, __VA_ARGS__) X(f16, m2, 8, __VA_ARGS__)
#define PTO_STRIPS_F32(X, ...)           PTO_STRIPS_OF(X, f32, 4, 8, __VA_ARGS__)
#define PTO_STRIPS_F(X, ...)             PTO_STRIPS_F16(X, __VA_ARGS__) PTO_STRIPS_F32(X, __VA_ARGS__)
#define PTO_STRIPS_I(X, ...)                 \
    PTO_STRIPS_OF(X, i8, 1, 2, __VA_ARGS__)  \
    PTO_STRIPS_OF(X, i16, 2, 4, __VA_ARGS__) \
    PTO_STRIPS_OF(X, i32, 4, 8, __VA_ARGS__)
#define PTO_STRIPS_U(X, ...)                 \
    PTO_STRIPS_OF(X, u8, 1, 2, __VA_ARGS__)  \
    PTO_STRIPS_OF(X, u16, 2, 4, __VA_ARGS__) \
    PTO_STRIPS_OF(X, u32, 4, 8, __VA_ARGS__)
// Parts of wider lanes, and bf16, which can only be loaded, stored and converted (rvv/lanes_convert.h).
#define PTO_STRIPS_PARTS(X, ...) \
    X(i8, m2, 4, __VA_ARGS__) X(u8, m2, 4, __VA_ARGS__) X(i16, m2, 8, __VA_ARGS__) X(u16, m2, 8, __VA_ARGS__)
#define PTO_STRIPS_BF16(X, ...)  PTO_STRIPS_OF(X, bf16, 2, 4, __VA_ARGS__) X(bf16, m2, 8, __VA_ARGS__)
#define PTO_STRIPS_MOVED(X, ...) PTO_STRIPS_FIU(X, __VA_ARGS__) PTO_STRIPS_PARTS(X, __VA_ARGS__)
// Strips of the lanes themselves.
#define PTO_LANE_STRIPS(X, ...) \
    PTO_STRIPS_OF(X, f16, 2, 4, __VA_ARGS__) PTO_STRIPS_F32(X, __VA_ARGS__) PTO_STRIPS_IU(X, __VA_ARGS__)
#define PTO_STRIPS_FI(X, ...)  PTO_STRIPS_F(X, __VA_ARGS__) PTO_STRIPS_I(X, __VA_ARGS__)
#define PTO_STRIPS_IU(X, ...)  PTO_STRIPS_I(X, __VA_ARGS__) PTO_STRIPS_U(X, __VA_ARGS__)
#define PTO_STRIPS_FIU(X, ...) PTO_STRIPS_F(X, __VA_ARGS__) PTO_STRIPS_IU(X, __VA_ARGS__)
// Without elements of 8 bits.
#define PTO_STRIPS_FIU_16(X, ...)            \
    PTO_STRIPS_F(X, __VA_ARGS__)             \
    PTO_STRIPS_OF(X, i16, 2, 4, __VA_ARGS__) \
    PTO_STRIPS_OF(X, u16, 2, 4, __VA_ARGS__) \
    PTO_STRIPS_OF(X, i32, 4, 8, __VA_ARGS__) \
    PTO_STRIPS_OF(X, u32, 4, 8, __VA_ARGS__)

// bf16 has no vector type of its own: a struct distinguishes its strips from those of u16.
#define PTO_STRIP_BF16_TYPE(T, L, R, ...)                                   \
    typedef PTO_STRIP(u16, L) pto_bits_bf16##L##_t PTO_FIXED(PTO_LMUL_##L); \
    typedef struct {                                                        \
        pto_bits_bf16##L##_t bits;                                          \
    } pto_strip_bf16##L##_t;
PTO_STRIPS_BF16(PTO_STRIP_BF16_TYPE, )
#define PTO_LANES_STRIP(T, L) PTO_STRIP_(PTO_LANES_C_##T, L)

// Masks

#define PTO_LANE_MASK(R)   \
    typedef struct {       \
        size_t vl;         \
        int all;           \
        pto_bits_t bits;   \
        pto_reach_t reach; \
    } pto_lane_mask_r##R##_t;
PTO_LANE_MASK(1)
PTO_LANE_MASK(2)
PTO_LANE_MASK(4)
PTO_LANE_MASK(8)

#define PTO_LANE_MASK_BOOL(R, m) PTO_CAT(__riscv_vreinterpret_v_u8m1_b, R)((m).bits)
#define PTO_LANE_MASK_BITS(R, b) PTO_CAT3(__riscv_vreinterpret_v_b, R, _u8m1)(b)

// Restricts m to the lanes of another mask.
#define PTO_LANE_MASK_AND(R)                                                                                       \
    PTO_VFN pto_lane_mask_r##R##_t pto_lane_mask_and_r##R(pto_lane_mask_r##R##_t m, PTO_CAT3(vbool, R, _t) b)      \
    {                                                                                                              \
        b = m.all ? b : __riscv_vmand(b, PTO_LANE_MASK_BOOL(R, m), m.vl);                                          \
        return (pto_lane_mask_r##R##_t){.vl = m.vl, .all = 0, .bits = PTO_LANE_MASK_BITS(R, b), .reach = m.reach}; \
    }
PTO_LANE_MASK_AND(1)
PTO_LANE_MASK_AND(2)
PTO_LANE_MASK_AND(4)
PTO_LANE_MASK_AND(8)

// Scopes: the strip types of each element type.

#define PTO_SCOPE(R, ...)             \
    struct pto_lanes_r##R {           \
        pto_lane_mask_r##R##_t *mask; \
        __VA_ARGS__                   \
    };
#define PTO_SCOPE_8(L)     \
    PTO_STRIP(i8, L) * i8; \
    PTO_STRIP(u8, L) * u8;
#define PTO_SCOPE_16(L)      \
    PTO_STRIP(i16, L) * i16; \
    PTO_STRIP(u16, L) * u16; \
    PTO_STRIP(f16, L) * f16; \
    pto_strip_bf16##L##_t *bf16;
#define PTO_SCOPE_32(L)      \
    PTO_STRIP(i32, L) * i32; \
    PTO_STRIP(u32, L) * u32; \
    PTO_STRIP(f32, L) * f32;
PTO_SCOPE(1, PTO_SCOPE_8(m8))
PTO_SCOPE(2, PTO_SCOPE_8(m4) PTO_SCOPE_16(m8))
PTO_SCOPE(4, PTO_SCOPE_8(m2) PTO_SCOPE_16(m4) PTO_SCOPE_32(m8))
PTO_SCOPE(8, PTO_SCOPE_16(m2) PTO_SCOPE_32(m4))

// Predication zeroes.
#define PTO_STRIP_ZERO(T, L, R, ...)                                                                      \
    PTO_VFN PTO_STRIP(T, L) pto_strip_zero_##T##L(PTO_STRIP(T, L) x, pto_lane_mask_r##R##_t m)            \
    {                                                                                                     \
        const size_t pto_vl = m.vl;                                                                       \
        return m.all ? x : __riscv_vmerge(PTO_STRIP_SPLAT(T, L, 0), x, PTO_LANE_MASK_BOOL(R, m), pto_vl); \
    }
PTO_STRIPS_MOVED(PTO_STRIP_ZERO, )

// Rejects distributions other than NORM: strips have contiguous lanes only.
PTO_VFN void pto_lanes_dist(pto_attr_t dist, pto_attr_t norm)
{
    if (dist != norm) {
        pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, 0, dist);
    }
}

// Checks that p is in UB and that the access at element `offset` is aligned to 32 bytes, in one test. Its operand is
// invariant in a loop that advances the offset by whole registers.
PTO_VFN void pto_lanes_check(const void *p, ptrdiff_t offset, unsigned bytes, pto_reach_t reach,
                             pto_vector_fault_kind_t kind)
{
#ifdef PTO_CHECK_EACH
    (void)reach;
    pto_check_access(p, offset, bytes, 32, kind);
#else
    const uintptr_t at = (uintptr_t)p + ((uint32_t)offset * bytes & 31);
    if (PTO_RARELY((at & reach.mask) != reach.base)) {
        PTO_VECTOR_FAULT(kind, at, 32);
    }
#endif
}

// Whole strips are loaded and stored without their own vsetvli.
#define PTO_STRIP_LOADS(T, L, R)                                                                                   \
    PTO_VFN PTO_STRIP(T, L)                                                                                        \
        pto_vlds_##T##L(const pto_##T##_t *p, ptrdiff_t offset, pto_attr_t dist, size_t pto_vl, pto_reach_t reach) \
    {                                                                                                              \
        pto_lanes_dist(dist, PTO_LD_NORM);                                                                         \
        pto_lanes_check(p, offset, sizeof *p, reach, PTO_VECTOR_LOAD);                                             \
        if (__builtin_constant_p(pto_vl) && pto_vl == PTO_STRIP_FULL(T, L)) {                                      \
            return PTO_STRIP_LOAD_WHOLE(T, L, p + offset);                                                         \
        }                                                                                                          \
        return PTO_STRIP_LOAD_ANY(T, L, p + offset);                                                               \
    }
#define PTO_STRIP_STORES(T, L, R)                                                                               \
    PTO_VFN void pto_vsts_##T##L(PTO_STRIP(T, L) v, pto_##T##_t *p, ptrdiff_t offset, pto_lane_mask_r##R##_t m, \
                                 pto_attr_t dist)                                                               \
    {                                                                                                           \
        const size_t pto_vl = m.vl;                                                                             \
        pto_lanes_dist(dist, PTO_ST_NORM);                                                                      \
        pto_lanes_check(p, offset, sizeof *p, m.reach, PTO_VECTOR_STORE);                                       \
        if (m.all && __builtin_constant_p(pto_vl) && pto_vl == PTO_STRIP_FULL(T, L)) {                          \
            PTO_STRIP_STORE_WHOLE(T, L, p + offset, v);                                                         \
        } else if (m.all) {                                                                                     \
            PTO_STRIP_STORE_ANY(T, L, p + offset, v);                                                           \
        } else {                                                                                                \
            PTO_STRIP_STORE_IF(T, L, p + offset, v, PTO_LANE_MASK_BOOL(R, m));                                  \
        }                                                                                                       \
    }
#define PTO_STRIP_SPLATS(T, L, R)                                                     \
    PTO_VFN PTO_STRIP(T, L) pto_vdups_##T##L(pto_##T##_t s, pto_lane_mask_r##R##_t m) \
    {                                                                                 \
        const size_t pto_vl = m.vl;                                                   \
        return pto_strip_zero_##T##L(PTO_STRIP_SPLAT(T, L, s), m);                    \
    }                                                                                 \
    PTO_VFN PTO_STRIP(T, L) pto_vbr_##T##L(pto_##T##_t s, size_t pto_vl)              \
    {                                                                                 \
        return PTO_STRIP_SPLAT(T, L, s);                                              \
    }
#define PTO_STRIP_MEMORY(T, L, R, ...) \
    PTO_STRIP_LOADS(T, L, R)           \
    PTO_STRIP_STORES(T, L, R)          \
    PTO_STRIP_SPLATS(T, L, R)
PTO_STRIPS_MOVED(PTO_STRIP_MEMORY, )

// Gathers from a table of elements of the lanes' width, 32 bits.
#define PTO_STRIP_GATHERS(T, L, R, ...)                                                                              \
    PTO_VFN PTO_STRIP(T, L) pto_vgather2_##T##L(const pto_##T##_t *p, PTO_STRIP(u32, L) x, pto_lane_mask_r##R##_t m) \
    {                                                                                                                \
        const size_t pto_vl = m.vl;                                                                                  \
        pto_check_within(m.reach, (uintptr_t)p, sizeof *p, PTO_VECTOR_LOAD);                                         \
        if (m.all) {                                                                                                 \
            return PTO_STRIP_GATHER(T, L, p, x);                                                                     \
        }                                                                                                            \
        x = __riscv_vmerge(PTO_STRIP_SPLAT(u32, L, 0), x, PTO_LANE_MASK_BOOL(R, m), pto_vl);                         \
        return pto_strip_zero_##T##L(PTO_STRIP_GATHER(T, L, p, x), m);                                               \
    }
PTO_STRIPS_OF(PTO_STRIP_GATHERS, i32, 4, 8, )
PTO_STRIPS_OF(PTO_STRIP_GATHERS, u32, 4, 8, )
PTO_STRIPS_OF(PTO_STRIP_GATHERS, f32, 4, 8, )

// Lane-wise operations, by the formulas of isa/lanes.def. Shift counts are unsigned elements, or one integer for all
// lanes.

#define PTO_STRIP_OP(T, L, R, name, m, params, ...)                                           \
    PTO_VFN PTO_STRIP(T, L) pto_##name##_##T##L params                                        \
    {                                                                                         \
        const size_t pto_vl = m.vl;                                                           \
        return (void)pto_vl, pto_strip_zero_##T##L(PTO_LANEWISE(name, T, L)(__VA_ARGS__), m); \
    }
#define PTO_STRIP_1(T, L, R, name) PTO_STRIP_OP(T, L, R, name, m, (PTO_STRIP(T, L) x, pto_lane_mask_r##R##_t m), x)
#define PTO_STRIP_2(T, L, R, name) \
    PTO_STRIP_OP(T, L, R, name, m, (PTO_STRIP(T, L) x, PTO_STRIP(T, L) y, pto_lane_mask_r##R##_t m), x, y)
#define PTO_STRIP_S(T, L, R, name) \
    PTO_STRIP_OP(T, L, R, name, m, (PTO_STRIP(T, L) x, pto_##T##_t s, pto_lane_mask_r##R##_t m), x, s)
#define PTO_STRIP_U(T, L, R, name) \
    PTO_STRIP_OP(T, L, R, name, m, (PTO_STRIP(T, L) x, PTO_STRIP_COUNT(T, L) n, pto_lane_mask_r##R##_t m), x, n)
#define PTO_STRIP_N(T, L, R, name) \
    PTO_STRIP_OP(T, L, R, name, m, (PTO_STRIP(T, L) x, int16_t n, pto_lane_mask_r##R##_t m), x, n)
#define PTO_STRIP_3(T, L, R, name) \
    PTO_STRIP_OP(T, L, R, name, m, \
                 (PTO_STRIP(T, L) acc, PTO_STRIP(T, L) x, PTO_STRIP(T, L) y, pto_lane_mask_r##R##_t m), acc, x, y)
#define PTO_STRIP_A(T, L, R, name)                                                                                     \
    PTO_STRIP_OP(T, L, R, name, m, (PTO_STRIP(T, L) x, PTO_STRIP(T, L) y, pto_##T##_t s, pto_lane_mask_r##R##_t m), x, \
                 y, s)
#define PTO_STRIP_COUNT(T, L) PTO_STRIP_(PTO_CAT(vuint, PTO_BITS_##T), L)
PTO_STRIP_OPS_1(PTO_STRIP_1)
PTO_STRIP_OPS_2(PTO_STRIP_2)
PTO_STRIP_OPS_S(PTO_STRIP_S)
PTO_STRIP_OPS_U(PTO_STRIP_U)
PTO_STRIP_OPS_N(PTO_STRIP_N)
PTO_STRIP_OPS_3(PTO_STRIP_3)
PTO_STRIP_OPS_A(PTO_STRIP_A)

#define PTO_STRIP_NONE(fn, T, L) \
    __attribute__((error(#fn " has no 8-bit elements"))) PTO_STRIP(T, L) pto_##fn##_##T##L();
#define PTO_STRIP_NO_8(fn) \
    PTO_STRIP_NONE(fn, i8, m8) PTO_STRIP_NONE(fn, i8, m4) PTO_STRIP_NONE(fn, u8, m8) PTO_STRIP_NONE(fn, u8, m4)
PTO_STRIP_OPS_NO_8(PTO_STRIP_NO_8)

#define PTO_STRIP_VMOV_ALL(T, L, R, ...)                           \
    PTO_VFN PTO_STRIP(T, L) pto_vmov_all_##T##L(PTO_STRIP(T, L) x) \
    {                                                              \
        return x;                                                  \
    }
// Reinterprets integers as unsigned.
#define PTO_STRIP_RAW_I(T, L, R, ...)                                                     \
    PTO_VFN PTO_STRIP_COUNT(T, L) pto_raw_##T##L(PTO_STRIP(T, L) x)                       \
    {                                                                                     \
        return PTO_CAT3(__riscv_vreinterpret_v_, T##L, PTO_CAT3(_u, PTO_BITS_##T, L))(x); \
    }
#define PTO_STRIP_RAW_U(T, L, R, ...)                         \
    PTO_VFN PTO_STRIP(T, L) pto_raw_##T##L(PTO_STRIP(T, L) x) \
    {                                                         \
        return x;                                             \
    }
PTO_STRIPS_FIU(PTO_STRIP_VMOV_ALL, )
PTO_STRIPS_I(PTO_STRIP_RAW_I, )
PTO_STRIPS_U(PTO_STRIP_RAW_U, )

#define PTO_STRIP_FUNCTION(T, L, R, name, fn)                                                \
    PTO_VFN PTO_STRIP(T, L) pto_##name##_##T##L(PTO_STRIP(T, L) x, pto_lane_mask_r##R##_t m) \
    {                                                                                        \
        return pto_strip_zero_##T##L(PTO_STRIP_MATH(fn, T, L)(x, m.vl), m);                  \
    }
PTO_STRIPS_F(PTO_STRIP_FUNCTION, vexp, exp)
PTO_STRIPS_F(PTO_STRIP_FUNCTION, vln, ln)
PTO_STRIPS_F(PTO_STRIP_FUNCTION, vrsqrt, rsqrt)
#define PTO_STRIP_VEXPDIF(T, L, R, ...)                                                                       \
    PTO_VFN PTO_STRIP(T, L)                                                                                   \
        pto_vexpdif_##T##L(PTO_STRIP(T, L) x, PTO_STRIP(T, L) max, pto_lane_mask_r##R##_t m, pto_attr_t part) \
    {                                                                                                         \
        (void)part;                                                                                           \
        return pto_vexp_##T##L(__riscv_vfsub(x, max, m.vl), m);                                               \
    }
#define PTO_STRIP_VTRC(T, L, R, ...)                                                                     \
    PTO_VFN PTO_STRIP(T, L) pto_vtrc_##T##L(PTO_STRIP(T, L) x, pto_lane_mask_r##R##_t m, pto_attr_t rnd) \
    {                                                                                                    \
        const size_t pto_vl = m.vl;                                                                      \
        switch (rnd) {                                                                                   \
            case PTO_RND_R:                                                                              \
                return pto_strip_zero_##T##L(PTO_LANEWISE(vtrc_R, T, L)(x), m);                          \
            case PTO_RND_F:                                                                              \
                return pto_strip_zero_##T##L(PTO_LANEWISE(vtrc_F, T, L)(x), m);                          \
            case PTO_RND_C:                                                                              \
                return pto_strip_zero_##T##L(PTO_LANEWISE(vtrc_C, T, L)(x), m);                          \
            case PTO_RND_Z:                                                                              \
                return pto_strip_zero_##T##L(PTO_LANEWISE(vtrc_Z, T, L)(x), m);                          \
            default:                                                                                     \
                return pto_strip_zero_##T##L(PTO_LANEWISE(vtrc_A, T, L)(x), m);                          \
        }                                                                                                \
    }
PTO_STRIPS_F(PTO_STRIP_VTRC, )
// f16 would give an f32 result for every second lane.
#define PTO_STRIP_NO_VEXPDIF(L) \
    __attribute__((error("vexpdif of f16 has no strips: convert to f32 first"))) void pto_vexpdif_f16##L();
PTO_STRIP_NO_VEXPDIF(m8)
PTO_STRIP_NO_VEXPDIF(m4)
PTO_STRIP_NO_VEXPDIF(m2)
PTO_STRIPS_F32(PTO_STRIP_VEXPDIF, )

// Comparisons return a mask, selection takes one.

#define PTO_STRIP_COMPARE(T, L, R, name, Y)                                                                    \
    PTO_VFN pto_lane_mask_r##R##_t pto_##name##_##T##L(PTO_STRIP(T, L) x, Y(T, L) y, pto_lane_mask_r##R##_t m, \
                                                       pto_attr_t mode)                                        \
    {                                                                                                          \
        const size_t pto_vl = m.vl;                                                                            \
        PTO_STRIP_MASK(T, L) r;                                                                                \
        PTO_LANE_COMPARE(T, r, mode, x, y)                                                                     \
        return pto_lane_mask_and_r##R(m, r);                                                                   \
    }
#define PTO_STRIP_ELEMENT(T, L) pto_##T##_t
PTO_STRIPS_FIU(PTO_STRIP_COMPARE, vcmp, PTO_STRIP)
PTO_STRIPS_FIU(PTO_STRIP_COMPARE, vcmps, PTO_STRIP_ELEMENT)

// Carry chains: the carries of all active lanes.
#define PTO_STRIP_CARRY(T, L, R, name)                                                                          \
    PTO_VFN PTO_STRIP(T, L) pto_##name##_##T##L(PTO_STRIP(T, L) x, PTO_STRIP(T, L) y, pto_lane_mask_r##R##_t m, \
                                                pto_lane_mask_r##R##_t *carry)                                  \
    {                                                                                                           \
        const size_t pto_vl = m.vl;                                                                             \
        PTO_STRIP_MASK(T, L) out = PTO_LANEWISE(name##_carry, T, L)(x, y);                                      \
        PTO_CARRIED(out);                                                                                       \
        *carry = pto_lane_mask_and_r##R(m, out);                                                                \
        return pto_strip_zero_##T##L(PTO_LANEWISE(name, T, L)(x, y), m);                                        \
    }
#define PTO_STRIP_CARRIES(T, L, R, name)                                                                        \
    PTO_VFN PTO_STRIP(T, L) pto_##name##_##T##L(PTO_STRIP(T, L) x, PTO_STRIP(T, L) y, pto_lane_mask_r##R##_t c, \
                                                pto_lane_mask_r##R##_t m, pto_lane_mask_r##R##_t *carry)        \
    {                                                                                                           \
        const size_t pto_vl = m.vl;                                                                             \
        const PTO_STRIP_MASK(T, L) in = c.all ? __riscv_vmset_m_b##R(pto_vl) : PTO_LANE_MASK_BOOL(R, c);        \
        PTO_STRIP_MASK(T, L) out = PTO_LANEWISE(name##_carry, T, L)(x, y, in);                                  \
        PTO_CARRIED(out);                                                                                       \
        *carry = pto_lane_mask_and_r##R(m, out);                                                                \
        return pto_strip_zero_##T##L(PTO_LANEWISE(name, T, L)(x, y, in), m);                                    \
    }
PTO_STRIPS_U(PTO_STRIP_CARRY, vaddc)
PTO_STRIPS_U(PTO_STRIP_CARRY, vsubc)
PTO_STRIPS_U(PTO_STRIP_CARRIES, vaddcs)
PTO_STRIPS_U(PTO_STRIP_CARRIES, vsubcs)

#define PTO_STRIP_VSEL(T, L, R, ...)                                                                        \
    PTO_VFN PTO_STRIP(T, L) pto_vsel_##T##L(PTO_STRIP(T, L) x, PTO_STRIP(T, L) y, pto_lane_mask_r##R##_t m) \
    {                                                                                                       \
        return m.all ? x : __riscv_vmerge(y, x, PTO_LANE_MASK_BOOL(R, m), m.vl);                            \
    }
PTO_STRIPS_FIU(PTO_STRIP_VSEL, )

// The loop (rvv/strip_loop.h). Its iterations take whole registers if a register has several strips, so that the phase
// of each is known. Single strips and the tail do not exist twice at VLEN 128: accumulators take half of all registers,
// and are spilled if several copies of the body join.

#if PTO_VGROUPS == 1
#define PTO_LANES_LAST PTO_STAGE_ONLY_TAIL
#else
#define PTO_LANES_LAST PTO_STAGE_TAIL
#endif

#define PTO_LANES_STRIPS(T, L, i, n, mask) \
    PTO_LANES_STRIPS_(PTO_STRIP_RATIO(T, L), (ptrdiff_t)PTO_STRIP_MAX(T, L), PTO_STRIP_PHASES(L), i, n, mask)
#define PTO_LANES_STRIPS_(...) PTO_LANES_STRIPS_R(__VA_ARGS__)
#define PTO_LANES_STRIPS_R(R, max, phases, i, n, mask)                                                             \
    PTO_LANES_SCOPE(R)                                                                                             \
    PTO_STRIP_LOOP(PTO_LANES_LAST, (phases) < PTO_STRIP_PAIR ? PTO_STRIP_PAIR : (phases), max, i, pto_strips_num(n), \
                   pto_lanes_vl)                                                                                   \
    PTO_LANES_MASK(R, phases, mask)
#define PTO_LANES_SCOPE(R)                                                                                         \
    for (__attribute__((unused)) struct pto_lanes_r##R *pto_lanes = NULL, *pto_once_ = (struct pto_lanes_r##R *)1; \
         pto_once_ != NULL; pto_once_ = NULL)                                                                      \
        for (pto_reach_t pto_lanes_reach = pto_reach(), *pto_reached_ = &pto_lanes_reach; pto_reached_ != NULL;    \
             pto_reached_ = NULL)
#define PTO_LANES_MASK(R, phases, mask)                                                                             \
    for (size_t pto_lanes_phase = pto_strip_num_ % (phases), pto_masked_ = 1; pto_masked_ != 0;                     \
         pto_masked_ = 0, (void)pto_lanes_phase)                                                                    \
        for (pto_lane_mask_r##R##_t mask = {.vl = pto_lanes_vl, .all = 1, .reach = pto_lanes_reach},                \
                                    *pto_mask_ = &mask;                                                             \
             pto_mask_ != NULL; pto_mask_ = NULL)

// Unused outside of a loop.
__attribute__((unused)) static const pto_reach_t pto_lanes_reach;

// Loads and splats select by the scope and by their element type; for all others the mask implies the scope.

#define PTO_LANES_NONE(T, ...)                                                                             \
    PTO_VFN pto_v##T##_t pto_lanes_vlds_##T(const pto_##T##_t *p, ptrdiff_t i, pto_attr_t dist, size_t vl, \
                                            pto_reach_t reach)                                             \
    {                                                                                                      \
        (void)vl, (void)reach;                                                                             \
        return pto_vlds_##T(p, i, dist);                                                                   \
    }
PTO_FOR_ANY(PTO_LANES_NONE, )
#define PTO_LANES_NONE_VBR(T, ...)                                   \
    PTO_VFN pto_v##T##_t pto_lanes_vbr_##T(pto_##T##_t s, size_t vl) \
    {                                                                \
        (void)vl;                                                    \
        return pto_vbr_##T(s);                                       \
    }
PTO_FOR_INTS(PTO_LANES_NONE_VBR, )
PTO_FOR_FLOATS(PTO_LANES_NONE_VBR, )

// The error is reported through the name of the result type.
struct pto_elements_are_wider_than_the_lanes_of_PTO_FOR_LANES;
__attribute__((error("elements are wider than the lanes of PTO_FOR_LANES, or have no strips"))) struct
    pto_elements_are_wider_than_the_lanes_of_PTO_FOR_LANES *
    pto_lanes_no_strip();

#define PTO_LANES_P(T, L, R, f) , pto_##T##_t * : f##_##T##L, const pto_##T##_t * : f##_##T##L
#define PTO_LANES_S(T, L, R, f) , pto_##T##_t : f##_##T##L
#define PTO_LANES_V(T, L, R, f) , PTO_LANES_STRIP(T, L) : f##_##T##L

// The strips of each scope, as X(T, L, R, f).
#define PTO_SCOPE_OF_8(X, L, f)  X(i8, L, 0, f) X(u8, L, 0, f)
#define PTO_SCOPE_OF_16(X, L, f) X(i16, L, 0, f) X(u16, L, 0, f) X(f16, L, 0, f) X(bf16, L, 0, f)
#define PTO_SCOPE_OF_32(X, L, f) X(i32, L, 0, f) X(u32, L, 0, f) X(f32, L, 0, f)
#define PTO_SCOPE_OF_r1(X, f)    PTO_SCOPE_OF_8(X, m8, f)
#define PTO_SCOPE_OF_r2(X, f)    PTO_SCOPE_OF_8(X, m4, f) PTO_SCOPE_OF_16(X, m8, f)
#define PTO_SCOPE_OF_r4(X, f)    PTO_SCOPE_OF_8(X, m2, f) PTO_SCOPE_OF_16(X, m4, f) PTO_SCOPE_OF_32(X, m8, f)
#define PTO_SCOPE_OF_r8(X, f)    PTO_SCOPE_OF_16(X, m2, f) PTO_SCOPE_OF_32(X, m4, f)

#define PTO_BY_SCOPE(X, f, o, none)                                  \
    _Generic(pto_lanes, default                                      \
             : none, struct pto_lanes_r1 *                           \
             : _Generic((o), default                                 \
                        : pto_lanes_no_strip PTO_SCOPE_OF_r1(X, f)), \
               struct pto_lanes_r2 *                                 \
             : _Generic((o), default                                 \
                        : pto_lanes_no_strip PTO_SCOPE_OF_r2(X, f)), \
               struct pto_lanes_r4 *                                 \
             : _Generic((o), default                                 \
                        : pto_lanes_no_strip PTO_SCOPE_OF_r4(X, f)), \
               struct pto_lanes_r8 *                                 \
             : _Generic((o), default                                 \
                        : pto_lanes_no_strip PTO_SCOPE_OF_r8(X, f)))

#undef pto_vlds
#define pto_vlds(p, offset, ...)                                                        \
    (PTO_VECTOR_SCOPE_CHECK("vlds"),                                                    \
     PTO_BY_SCOPE(PTO_LANES_P, pto_vlds, p, _Generic((p), PTO_OF_P_1(pto_lanes_vlds)))( \
         p, offset, PTO_OPT_1(PTO_LD_NORM, ##__VA_ARGS__), pto_lanes_vl, pto_lanes_reach))
#undef pto_vgather2
#define pto_vgather2(p, x, m)                                                                  \
    (PTO_VECTOR_SCOPE_CHECK("vgather2"),                                                       \
     _Generic(pto_lanes, default                                                               \
              : _Generic((p), PTO_OF_PX_2(pto_vgather2, PTO_RAW(x))), struct pto_lanes_r4 *    \
              : _Generic((p), default                                                          \
                         : pto_lanes_no_strip PTO_SCOPE_OF_32(PTO_LANES_P, m8, pto_vgather2)), \
                struct pto_lanes_r8 *                                                          \
              : _Generic((p), default                                                          \
                         : pto_lanes_no_strip PTO_SCOPE_OF_32(PTO_LANES_P, m4, pto_vgather2)))(p, PTO_RAW(x), m))
#undef pto_vbr
#define pto_vbr(s)                  \
    (PTO_VECTOR_SCOPE_CHECK("vbr"), \
     PTO_BY_SCOPE(PTO_LANES_S, pto_vbr, s, _Generic((s), PTO_OF_S_8(pto_lanes_vbr)))(s, pto_lanes_vl))
#undef pto_vdups
#define pto_vdups(s, m)               \
    (PTO_VECTOR_SCOPE_CHECK("vdups"), \
     PTO_BY_SCOPE(PTO_LANES_S, pto_vdups, s, _Generic((s), PTO_OF_S_10(pto_vdups)))(s, m))

// Adds the strips to the associations of the generic macros.

struct pto_strips_and_registers_do_not_go_together;
__attribute__((error(
    "strips of PTO_FOR_LANES and registers do not go together"))) struct pto_strips_and_registers_do_not_go_together *
pto_lanes_mixed();

#undef PTO_OR_STRIPS
#undef PTO_OR_MIXED
#define PTO_OR_STRIPS(list, X, f) list(X, f)
#define PTO_STRIPS_ALL(X, f)      PTO_STRIPS_MOVED(X, f) PTO_STRIPS_BF16(X, f)
#define PTO_OR_MIXED              , default : pto_lanes_mixed

#define PTO_FOLD_OF(name, x) (_Generic((x), struct pto_no_type * : 0 PTO_LANE_STRIPS(PTO_LANES_V, pto_fold_##name)))

#endif
