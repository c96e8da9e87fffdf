// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: vector and predicate registers in plain C.
//
// A register is an array of its elements; a predicate is the architectural 256 bits, of which bit i * sizeof(element)
// governs element i. Names shared with rvv/reg.h: pto_raw_T, pto_from_raw_T, pto_bytes_uW, pto_from_bytes_uW,
// pto_zero_T, pto_splat_T, pto_load_T, pto_store_T. An operation is a loop over lanes:
//
//   #define PTO_SCALAR_ADD(T, ...)
//       PTO_VFN pto_v##T##_t pto_vadd_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m)
//       {
//           PTO_LANE_LOOP(T, i) { a.lane[i] = a.lane[i] + b.lane[i]; }
//           return pto_zero_##T(a, m);
//       }
#ifndef PTO_VECTOR_SCALAR_REG_H
#define PTO_VECTOR_SCALAR_REG_H

#define PTO_CAT_(a, b)     a##b
#define PTO_CAT(a, b)      PTO_CAT_(a, b)
#define PTO_CAT3_(a, b, c) a##b##c
#define PTO_CAT3(a, b, c)  PTO_CAT3_(a, b, c)

#define PTO_REG_LOOP

#define PTO_LANE_LOOP(T, i) for (unsigned i = 0; i < PTO_LANES(T); ++i)

// Registers

#define PTO_VREG_TYPE(T, ...)           \
    typedef struct pto_vreg_##T {       \
        pto_##T##_t lane[PTO_LANES(T)]; \
        PTO_VALUE_NUMBER                \
    } pto_v##T##_t;
PTO_FOR_ANY(PTO_VREG_TYPE, )

// One type for each granularity, so that a mask of the wrong one is a compile-time error.
#define PTO_MASK_TYPE(G)          \
    typedef struct pto_mask_##G { \
        uint64_t image[4];        \
        PTO_VALUE_NUMBER          \
    } pto_##G##_t;
PTO_FOR_MASKS(PTO_MASK_TYPE)

#define PTO_MASK_OF(T, ...) typedef PTO_CAT3(pto_, PTO_GRAN_##T, _t) pto_m##T##_t;
PTO_FOR_ANY(PTO_MASK_OF, )

// Reads bit i of a predicate, 0 <= i < 256; sets it in a predicate in which it is still 0.
#define PTO_BIT(m, i)        (((m).image[(i) / 64] >> ((i) % 64)) & 1u)
#define PTO_SET_BIT(m, i, b) ((m).image[(i) / 64] |= (uint64_t)((b) != 0) << ((i) % 64))
// Reads the bit of m that governs lane i of T; sets it in a predicate in which it is still 0.
#define PTO_ON(T, m, i)        PTO_BIT(m, (i) * (PTO_BITS_##T / 8))
#define PTO_SET_ON(T, m, i, b) PTO_SET_BIT(m, (i) * (PTO_BITS_##T / 8), b)

// The bits of a word of a predicate that govern lanes of `bytes` bytes; whether all lanes of a register are on.
#define PTO_EVERY_BIT(bytes) (~UINT64_C(0) / ((UINT64_C(1) << (bytes)) - 1))

PTO_VFN bool pto_is_full(const uint64_t image[4], unsigned bytes)
{
    return (image[0] & image[1] & image[2] & image[3] & PTO_EVERY_BIT(bytes)) == PTO_EVERY_BIT(bytes);
}

// Bits of registers: the unsigned register of the same width, and bytes.
#define PTO_RAW_FN(T, U, ...)                             \
    PTO_VFN pto_v##U##_t pto_raw_##T(pto_v##T##_t v)      \
    {                                                     \
        pto_v##U##_t r;                                   \
        __builtin_memcpy(&r, &v, sizeof r);               \
        return r;                                         \
    }                                                     \
    PTO_VFN pto_v##T##_t pto_from_raw_##T(pto_v##U##_t v) \
    {                                                     \
        pto_v##T##_t r;                                   \
        __builtin_memcpy(&r, &v, sizeof r);               \
        return r;                                         \
    }
PTO_FOR_RAW(PTO_RAW_FN, )

// pto_bytes_u32(v) is v as bytes, pto_from_bytes_u32(b) the inverse.
#define PTO_BYTES(U)                                     \
    PTO_VFN pto_vu8_t pto_bytes_##U(pto_v##U##_t v)      \
    {                                                    \
        pto_vu8_t r;                                     \
        __builtin_memcpy(&r, &v, sizeof r);              \
        return r;                                        \
    }                                                    \
    PTO_VFN pto_v##U##_t pto_from_bytes_##U(pto_vu8_t v) \
    {                                                    \
        pto_v##U##_t r;                                  \
        __builtin_memcpy(&r, &v, sizeof r);              \
        return r;                                        \
    }
PTO_BYTES(u8)
PTO_BYTES(u16)
PTO_BYTES(u32)
PTO_BYTES(u64)

// A test whether all lanes are on pays where the code of both ways has room: on a host.
#ifdef __riscv
#define PTO_TESTS_FULL 0
#else
#define PTO_TESTS_FULL 1
#endif

// Predication zeroes: r in lanes set in m, 0 elsewhere. Also splats, and loads and stores of whole registers.
#define PTO_ZERO_FN(T, ...)                                           \
    PTO_VFN pto_v##T##_t pto_zero_##T(pto_v##T##_t r, pto_m##T##_t m) \
    {                                                                 \
        static const pto_##T##_t zero;                                \
        if (PTO_TESTS_FULL && pto_is_full(m.image, sizeof zero)) {    \
            return r;                                                 \
        }                                                             \
        PTO_LANE_LOOP(T, i)                                           \
        {                                                             \
            r.lane[i] = PTO_ON(T, m, i) ? r.lane[i] : zero;           \
        }                                                             \
        return r;                                                     \
    }
#define PTO_MEMORY_FNS(T, ...)                          \
    PTO_VFN pto_v##T##_t pto_splat_##T(pto_##T##_t x)   \
    {                                                   \
        pto_v##T##_t r;                                 \
        PTO_LANE_LOOP(T, i)                             \
        {                                               \
            r.lane[i] = x;                              \
        }                                               \
        return r;                                       \
    }                                                   \
    PTO_VFN pto_v##T##_t pto_load_##T(const void *p)    \
    {                                                   \
        pto_v##T##_t r;                                 \
        __builtin_memcpy(r.lane, p, sizeof r.lane);   \
        return r;                                       \
    }                                                   \
    PTO_VFN void pto_store_##T(void *p, pto_v##T##_t v) \
    {                                                   \
        __builtin_memcpy(p, v.lane, sizeof v.lane);   \
    }
PTO_FOR_ANY(PTO_ZERO_FN, )
PTO_FOR_ANY(PTO_MEMORY_FNS, )

#endif
