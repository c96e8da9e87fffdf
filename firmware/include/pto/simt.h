// SPDX-License-Identifier: Apache-2.0
//
// SIMT code, for the C that ptoc writes: a vector function that runs a function for each thread of a grid.
//
// Threads run one after the other where they cannot see each other. Where they meet (votes, shuffles, reductions,
// barriers), the function is cut: each piece runs for all threads of a warp, or of the grid, before the next one, with
// the values that threads need later in a frame. A mask has a bit for each of these threads that takes part.
//
// In a function of threads the names pto_grid and pto_thread stand for the grid and for the running thread.
#ifndef PTO_SIMT_H
#define PTO_SIMT_H

#include <hal/vector/vector.h>

#include <hal/vector/element_convert.h>
#include <isa/limits.h>
#include <pto/arith.h>
#include <pto/kernel.h>
#include <pto/math.h>

typedef struct {
    uint32_t dim[3];  // x, y, z
    uint32_t num;     // threads
} pto_grid_t;

typedef struct {
    uint32_t x, y, z;
    uint32_t index;  // x + dim_x * (y + dim_y * z)
} pto_thread_t;

// Checks the extents of a grid at its launch: at most `most` threads, and one at least.
void pto_simt_check_at(const pto_loc_t *loc, int32_t x, int32_t y, int32_t z, uint32_t most);
#define pto_simt_check(x, y, z, most) PTO_SU_CALL("launching threads", pto_simt_check_at(PTO_LOC, x, y, z, most))

// Ends the confinement of the running vector function to UB: every access is checked instead.
void pto_simt_open(void);

PTO_ARITH pto_grid_t pto_grid_of(int32_t x, int32_t y, int32_t z)
{
    return (pto_grid_t){{(uint32_t)x, (uint32_t)y, (uint32_t)z}, (uint32_t)x * (uint32_t)y * (uint32_t)z};
}

PTO_ARITH pto_thread_t pto_thread_of(const pto_grid_t *grid, uint32_t index)
{
    uint32_t row = index / grid->dim[0];
    return (pto_thread_t){index % grid->dim[0], row % grid->dim[1], row / grid->dim[1], index};
}

// For the checker: all threads have come here; one of them runs now.
void pto_simt_met(void);
void pto_simt_enter(uint32_t index);
#ifdef PTO_CHECKED
#define PTO_THREADS_MET()       pto_simt_met()
#define PTO_THREAD_ENTER(index) pto_simt_enter(index)
#else
#define PTO_THREADS_MET()       ((void)0)
#define PTO_THREAD_ENTER(index) ((void)0)
#endif

// All threads, one after the other.
#define PTO_EACH_THREAD                                                        \
    for (uint32_t pto_z = 0, pto_index = 0; pto_z < pto_grid->dim[2]; pto_z++) \
        for (uint32_t pto_y = 0; pto_y < pto_grid->dim[1]; pto_y++)            \
            for (uint32_t pto_x = 0; pto_x < pto_grid->dim[0]; pto_x++, pto_index++)
#define PTO_THIS_THREAD                                               \
    const pto_thread_t pto_thread = {pto_x, pto_y, pto_z, pto_index}; \
    PTO_THREAD_ENTER(pto_index)

// Threads by their numbers, for code that has no coordinates: as many as fill groups of eight registers, and the
// others. Left alone, clang takes groups of two.
#if defined(__clang__) && defined(__riscv_v_fixed_vlen)
#define PTO_WHOLE(num)   ((num) / (__riscv_v_fixed_vlen / 4) * (__riscv_v_fixed_vlen / 4))
#define PTO_WHOLE_GROUPS _Pragma("clang loop vectorize_width(16, scalable) interleave_count(1)")
#else
#define PTO_WHOLE(num) 0
#define PTO_WHOLE_GROUPS
#endif
#define PTO_EACH_NUMBER(from, to) for (uint32_t pto_index = (from); pto_index < (to); pto_index++)
#define PTO_THIS_NUMBER                                   \
    const pto_thread_t pto_thread = {0, 0, 0, pto_index}; \
    PTO_THREAD_ENTER(pto_index)

// Groups of `size` threads, and the threads of a group that a mask has.
#define PTO_EACH_GROUP(size) for (uint32_t pto_first = 0; pto_first < pto_grid->num; pto_first += (size))
#define PTO_EACH_IN(mask)                                                    \
    for (uint32_t pto_slot = 0; pto_slot < PTO_WARPS * PTO_WARP; pto_slot++) \
        if (((mask)[pto_slot / PTO_WARP] >> pto_slot % PTO_WARP & 1) != 0)
#define PTO_SLOT_THREAD                                                            \
    const pto_thread_t pto_thread = pto_thread_of(pto_grid, pto_first + pto_slot); \
    PTO_THREAD_ENTER(pto_thread.index)

// ---------------------------------------------------------------------------------------------------------------------
// Masks

PTO_ARITH void pto_mask_all(uint32_t *mask, size_t bytes, uint32_t num)
{
    for (uint32_t warp = 0; warp < bytes / sizeof mask[0]; warp++) {
        uint32_t left = num > warp * PTO_WARP ? num - warp * PTO_WARP : 0;
        mask[warp] = left >= PTO_WARP ? UINT32_MAX : (UINT32_C(1) << left) - 1;
    }
}

PTO_ARITH bool pto_mask_any(const uint32_t *mask, size_t bytes)
{
    uint32_t any = 0;
    for (uint32_t warp = 0; warp < bytes / sizeof mask[0]; warp++) {
        any |= mask[warp];
    }
    return any != 0;
}

PTO_ARITH void pto_mask_copy(uint32_t *to, const uint32_t *from, size_t bytes)
{
    for (uint32_t warp = 0; warp < bytes / sizeof to[0]; warp++) {
        to[warp] = from[warp];
    }
}

#define PTO_MASK_ADD(mask)  ((mask)[pto_slot / PTO_WARP] |= UINT32_C(1) << pto_slot % PTO_WARP)
#define PTO_MASK_DROP(mask) ((mask)[pto_slot / PTO_WARP] &= ~(UINT32_C(1) << pto_slot % PTO_WARP))

// ---------------------------------------------------------------------------------------------------------------------
// Queries

int32_t pto_get_veccoreid(void);
int64_t pto_get_clock64(void);
#define pto_get_clock32()     ((int32_t)pto_get_clock64())
#define pto_get_tid_x()       ((int32_t)pto_thread.x)
#define pto_get_tid_y()       ((int32_t)pto_thread.y)
#define pto_get_tid_z()       ((int32_t)pto_thread.z)
#define pto_get_block_dim_x() ((int32_t)pto_grid->dim[0])
#define pto_get_block_dim_y() ((int32_t)pto_grid->dim[1])
#define pto_get_block_dim_z() ((int32_t)pto_grid->dim[2])
// A launch is one block.
#define pto_get_grid_dim_x()  1
#define pto_get_grid_dim_y()  1
#define pto_get_grid_dim_z()  1
#define pto_get_block_idx_x() 0
#define pto_get_block_idx_y() 0
#define pto_get_block_idx_z() 0
#define pto_get_laneid()      ((int32_t)(pto_thread.index % PTO_WARP))
#define PTO_LANE_BIT          (UINT32_C(1) << pto_thread.index % PTO_WARP)
#define pto_get_lanemask_eq() ((int32_t)PTO_LANE_BIT)
#define pto_get_lanemask_lt() ((int32_t)(PTO_LANE_BIT - 1))
#define pto_get_lanemask_le() ((int32_t)(PTO_LANE_BIT | (PTO_LANE_BIT - 1)))
#define pto_get_lanemask_gt() ((int32_t)~(PTO_LANE_BIT | (PTO_LANE_BIT - 1)))
#define pto_get_lanemask_ge() ((int32_t)~(PTO_LANE_BIT - 1))

// ---------------------------------------------------------------------------------------------------------------------
// Exchanges between the threads of a warp, in arrays of a frame with an item for each slot

typedef enum { PTO_VOTE_ALL, PTO_VOTE_ANY, PTO_VOTE_UNI } pto_vote_t;
void pto_simt_vote(pto_vote_t vote, const uint32_t *mask, size_t bytes, bool *result, const bool *pred);
void pto_simt_ballot(const uint32_t *mask, size_t bytes, int32_t *result, const bool *pred);

// A barrier: the piece in front of it has run for all threads.
#define pto_syncthreads() PTO_THREADS_MET()
#define pto_threadfence() __atomic_thread_fence(__ATOMIC_SEQ_CST)

// A source that takes no part, or is outside of its group of `width` threads, leaves a thread its own value.
typedef enum { PTO_SHUFFLE_IDX, PTO_SHUFFLE_UP, PTO_SHUFFLE_DOWN, PTO_SHUFFLE_BFLY } pto_shuffle_t;
void pto_simt_shuffle(pto_shuffle_t kind, uint32_t width, const uint32_t *mask, size_t bytes, void *result,
                      const void *value, size_t item, const int32_t *control);

// Sums of floats begin with 0 and take the threads in order; those of f16 are rounded once.
typedef enum { PTO_REDUX_ADD, PTO_REDUX_MAX, PTO_REDUX_MIN, PTO_REDUX_UMAX, PTO_REDUX_UMIN } pto_redux_t;
void pto_simt_redux_i32(pto_redux_t kind, const uint32_t *mask, size_t bytes, int32_t *result, const int32_t *value);
void pto_simt_redux_f32(pto_redux_t kind, const uint32_t *mask, size_t bytes, float *result, const float *value);
void pto_simt_redux_f16(pto_redux_t kind, const uint32_t *mask, size_t bytes, pto_f16_t *result,
                        const pto_f16_t *value);

// The memory of this core for a frame too large for a stack, beside the words that its threads keep in slots.
#define PTO_SIMT_BYTES (1024 * 1024)
void *pto_simt_frame(size_t bytes);
#define PTO_FRAME_BYTES(T) ((sizeof(T) + 63) / 64 * 64)
#define PTO_FRAME_FITS(T, slots)                                                              \
    _Static_assert(PTO_FRAME_BYTES(T) <= PTO_SIMT_BYTES - (slots) * 4 * PTO_SIMT_THREADS_MAX, \
                   "what threads keep across barriers and launches exceeds the memory of a core for it")

// The words that the threads of this core keep in a slot, for the next launch.
uint32_t *pto_simt_kept(uint32_t slot);

#define pto_keep(value, slot)                                                         \
    (__extension__({                                                                  \
        __typeof__(value) pto_value = (value);                                        \
        uint64_t pto_word = 0;                                                        \
        __builtin_memcpy(&pto_word, &pto_value, sizeof pto_value);                    \
        pto_simt_kept(slot)[pto_thread.index] = (uint32_t)pto_word;                   \
        if (sizeof pto_value > 4) {                                                   \
            pto_simt_kept((slot) + 1)[pto_thread.index] = (uint32_t)(pto_word >> 32); \
        }                                                                             \
    }))
#define pto_resume(T, slot)                                                          \
    (__extension__({                                                                 \
        uint64_t pto_word = pto_simt_kept(slot)[pto_thread.index];                   \
        T pto_value;                                                                 \
        if (sizeof pto_value > 4) {                                                  \
            pto_word |= (uint64_t)pto_simt_kept((slot) + 1)[pto_thread.index] << 32; \
        }                                                                            \
        __builtin_memcpy(&pto_value, &pto_word, sizeof pto_value);                   \
        pto_value;                                                                   \
    }))

// ---------------------------------------------------------------------------------------------------------------------
// Memory

// Checks an access of a thread and returns its address. It has to be aligned and in UB, or in a bound buffer of GM.
typedef enum { PTO_THREAD_LOADS, PTO_THREAD_STORES, PTO_THREAD_UPDATES } pto_thread_access_t;
void *pto_thread_at(const pto_loc_t *loc, const volatile void *address, size_t bytes, pto_thread_access_t kind);

#define PTO_THREAD_AT(p, i, kind) \
    ((__typeof__(&(p)[0]))pto_thread_at(PTO_LOC, &(p)[i], sizeof((p)[0]), PTO_THREAD_##kind))
#define pto_thread_load(p, i)     (*PTO_THREAD_AT(p, i, LOADS))
#define pto_thread_store(v, p, i) ((void)(*PTO_THREAD_AT(p, i, STORES) = (v)))

// As above in a confined function, whose pointers pto_thread_pointer() has checked.
#if defined(PTO_CHECK_BOUNDS) || defined(PTO_CHECKED)
#define PTO_CONFINED_AT(p, i, kind) PTO_THREAD_AT(p, i, kind)
#define pto_thread_pointer(p)       ((void)(p))
#else
#define PTO_CONFINED_AT(p, i, kind) (&(p)[i])
#define pto_thread_pointer(p)       pto_check_start((uintptr_t)(p), _Alignof(__typeof__((p)[0])), PTO_VECTOR_LOAD)
#endif
#define pto_confined_load(p, i)     (*PTO_CONFINED_AT(p, i, LOADS))
#define pto_confined_store(v, p, i) ((void)(*PTO_CONFINED_AT(p, i, STORES) = (v)))

// Atomics: the new value by a macro of two values, or that of a comparison. Words of 2, 4 and 8 bytes.
void pto_atomic_read(const void *at, void *value, size_t bytes);
bool pto_atomic_swap(void *at, const void *old, const void *value, size_t bytes);
bool pto_same_bits(const void *a, const void *b, size_t bytes);

#define PTO_ATOMIC(address, make, operand)                                      \
    (__extension__({                                                            \
        __typeof__(address) pto_at = (address);                                 \
        __typeof__(*pto_at) pto_old, pto_new, pto_by = (operand);               \
        do {                                                                    \
            pto_atomic_read(pto_at, &pto_old, sizeof pto_old);                  \
            pto_new = make(pto_old, pto_by);                                    \
        } while (!pto_atomic_swap(pto_at, &pto_old, &pto_new, sizeof pto_old)); \
        pto_old;                                                                \
    }))
#define PTO_ATOMIC_CAS(address, compare, value)                                    \
    (__extension__({                                                               \
        __typeof__(address) pto_at = (address);                                    \
        __typeof__(*pto_at) pto_old, pto_new = (value), pto_as_before = (compare); \
        do {                                                                       \
            pto_atomic_read(pto_at, &pto_old, sizeof pto_old);                     \
        } while (pto_same_bits(&pto_old, &pto_as_before, sizeof pto_old) &&        \
                 !pto_atomic_swap(pto_at, &pto_old, &pto_new, sizeof pto_old));    \
        pto_old;                                                                   \
    }))
#define pto_pair_addf(a, b)    PTO_PAIR2(pto_addf, a, b)
#define pto_pair_subf(a, b)    PTO_PAIR2(pto_subf, a, b)
#define pto_pair_minnumf(a, b) PTO_PAIR2(pto_minnumf, a, b)
#define pto_pair_maxnumf(a, b) PTO_PAIR2(pto_maxnumf, a, b)
#define pto_exchange(a, b)     (b)
#define pto_andi(a, b)         ((a) & (b))
#define pto_ori(a, b)          ((a) | (b))
#define pto_xori(a, b)         ((a) ^ (b))

// ---------------------------------------------------------------------------------------------------------------------
// Values

// Two, four or eight elements in one word.
#define PTO_PACKED(T, token, num) \
    typedef struct {              \
        T lane[num];              \
    } __attribute__((aligned(sizeof(T) * (num)))) pto_##token##v##num##_t;
PTO_PACKED(pto_f16_t, f16, 2)
PTO_PACKED(pto_bf16_t, bf16, 2)
PTO_PACKED(float, f32, 2)
PTO_PACKED(int8_t, i8, 2)
PTO_PACKED(int16_t, i16, 2)
PTO_PACKED(int32_t, i32, 2)
PTO_PACKED(pto_e4m3_t, e4m3, 2)
PTO_PACKED(pto_e4m3_t, e4m3, 4)
PTO_PACKED(pto_e4m3_t, e4m3, 8)
PTO_PACKED(pto_e5m2_t, e5m2, 2)
PTO_PACKED(pto_e5m2_t, e5m2, 4)
PTO_PACKED(pto_e5m2_t, e5m2, 8)
PTO_PACKED(pto_hif8_t, hif8, 2)

// A macro on each of a pair's elements.
#define PTO_PAIR1(make, a)    ((__typeof__(a)){{make((a).lane[0]), make((a).lane[1])}})
#define PTO_PAIR2(make, a, b) ((__typeof__(a)){{make((a).lane[0], (b).lane[0]), make((a).lane[1], (b).lane[1])}})
#define PTO_PAIR3(make, a, b, c) \
    ((__typeof__(a)){{make((a).lane[0], (b).lane[0], (c).lane[0]), make((a).lane[1], (b).lane[1], (c).lane[1])}})

// Byte i of the result is byte s of lhs (0 to 3) and rhs (4 to 7), with s the low bits of nibble i; if its top bit is
// set, eight copies of that byte's sign.
PTO_ARITH int32_t pto_prmt(int32_t lhs, int32_t rhs, int32_t selector)
{
    uint64_t bytes = (uint64_t)(uint32_t)rhs << 32 | (uint32_t)lhs;
    uint32_t result = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t nibble = (uint32_t)selector >> 4 * i & 0xf, byte = (uint32_t)(bytes >> 8 * (nibble & 7)) & 0xff;
        byte = (nibble & 8) == 0 ? byte : (byte & 0x80) != 0 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return (int32_t)result;
}

#define pto_mul_wide_signed(a, b)   ((int64_t)(a) * (b))
#define pto_mul_wide_unsigned(a, b) ((int64_t)(pto_zext(a) * pto_zext(b)))

// pto.convert: pto_simt_<to>(value as a double, rounding, saturation). Integers of 64 bits do not fit a double.
// Saturation is of finite numbers: infinities and NaN stay what they are, other than in vcvt.
PTO_ARITH pto_attr_t pto_simt_limit(double x, pto_attr_t sat)
{
    return __builtin_isfinite(x) ? sat : PTO_NOSAT;
}

PTO_ARITH pto_f16_t pto_simt_to_f16(double x, pto_attr_t rnd, pto_attr_t sat)
{
    return pto_to_f16(x, rnd, pto_simt_limit(x, sat));
}

PTO_ARITH pto_bf16_t pto_simt_to_bf16(double x, pto_attr_t rnd, pto_attr_t sat)
{
    return pto_to_bf16(x, rnd, pto_simt_limit(x, sat));
}

#define pto_simt_to_f32(x, rnd, sat)       ((float)(x))
#define pto_simt_to_signed(x, rnd, bits)   pto_real_to_signed(pto_round_integer(x, rnd), bits)
#define pto_simt_to_unsigned(x, rnd, bits) ((int64_t)pto_real_to_unsigned(pto_round_integer(x, rnd), bits))
#define pto_size(a)                        ((a) < 0 ? 0 - (uint64_t)(a) : (uint64_t)(a))
float pto_simt_integer_to_f32(uint64_t size, bool negative, int rnd);

#endif
