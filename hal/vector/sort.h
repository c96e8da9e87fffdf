// SPDX-License-Identifier: Apache-2.0
//
// Instructions on UB memory: vbitsort, vsort32, vmrgsort4, vtranspose. Both backends share them; they are calls, not
// inlined.
//
// A sorted list consists of records of 8 bytes: the score in the lower 4 (an f16 score in the lower 2,
// 0 above), an index in the upper 4. Order is by score, highest first; equal scores keep their order,
// -0 equals +0, NaN comes last.
#ifndef PTO_VECTOR_SORT_H
#define PTO_VECTOR_SORT_H

#include "core.h"
#include "element.h"
#include "observe.h"

#define PTO_SORT_GROUP 32

typedef struct {
    uint32_t score;
    uint32_t index;
} pto_record_t;

#define PTO_CALL static __attribute__((noinline, unused))

// Converts the bits of a score to an integer with the same order.
PTO_VFN uint32_t pto_key_f32(uint32_t bits)
{
    if (bits << 1 > 0xff000000u) {
        return 0;
    }
    bits = bits << 1 == 0 ? 0 : bits;
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

PTO_VFN uint32_t pto_key_f16(uint32_t bits)
{
    bits &= 0xffff;
    if ((bits & 0x7fff) > 0x7c00) {
        return 0;
    }
    bits = (bits & 0x7fff) == 0 ? 0 : bits;
    return bits >> 15 ? ~bits & 0xffff : bits | 0x8000;
}

// Checks the operand of a sort, which is contiguous: its start and its end.
PTO_VFN void pto_check_sorted(const void *p, size_t bytes, unsigned alignment, pto_vector_fault_kind_t kind)
{
    pto_check_start((uintptr_t)p, alignment, kind);
    if (bytes != 0) {
        pto_check_last(p, bytes, kind);
    }
}

#if defined(PTO_CHECKED) && !defined(PTO_TIMED)
#define PTO_SORT_READS(p, bytes)  ((bytes) != 0 ? pto_observe_load(p, bytes) : (void)0)
#define PTO_SORT_WRITES(p, bytes) ((bytes) != 0 ? pto_observe_store(p, bytes) : (void)0)
#else
#define PTO_SORT_READS(p, bytes)  ((void)0)
#define PTO_SORT_WRITES(p, bytes) ((void)0)
#endif

// Checks the operands of a sort and reports them to the checker: reads first, as a sort may work in place.
PTO_VFN void pto_sort_reads(const void *p, size_t bytes, unsigned alignment)
{
    pto_check_sorted(p, bytes, alignment, PTO_VECTOR_LOAD);
    PTO_SORT_READS(p, bytes);
}

PTO_VFN void pto_sort_writes(const void *p, size_t bytes, unsigned alignment)
{
    pto_check_sorted(p, bytes, alignment, PTO_VECTOR_STORE);
    PTO_SORT_WRITES(p, bytes);
}

// Sorts the keys of a group together with their positions. Stable: equal keys do not pass each other.
static inline void pto_sort_keys(uint32_t *key, uint8_t *place)
{
    for (int i = 0; i < PTO_SORT_GROUP; ++i) {
        uint32_t k = key[i];
        int at = i;
        for (; at > 0 && key[at - 1] < k; --at) {
            key[at] = key[at - 1];
            place[at] = place[at - 1];
        }
        key[at] = k;
        place[at] = (uint8_t)i;
    }
}

typedef uint32_t (*pto_sort_key_t)(uint32_t bits);

// Merges lists: takes the next record from the lists that are not empty; among equals the first list wins. Returns how
// many it has taken from each.
PTO_VFN uint64_t pto_merge(pto_record_t *dest, const pto_record_t *const *src, const unsigned *length, int until_empty,
                           pto_sort_key_t key_of)
{
    unsigned used[4] = {0};
    uint32_t key[4];
    for (int i = 0; i < 4; ++i) {
        key[i] = length[i] > 0 ? key_of(src[i][0].score) : 0;
    }
    for (;;) {
        int best = -1;
        for (int i = 0; i < 4; ++i) {
            if (used[i] < length[i] && (best < 0 || key[i] > key[best])) {
                best = i;
            }
        }
        if (best < 0) {
            break;
        }
        PTO_SORT_WRITES(dest, until_empty ? sizeof *dest : 0);
        *dest++ = src[best][used[best]++];
        if (used[best] < length[best]) {
            key[best] = key_of(src[best][used[best]].score);
        } else if (until_empty) {
            break;
        }
    }
    return used[0] | (uint64_t)used[1] << 16 | (uint64_t)used[2] << 32 | (uint64_t)used[3] << 48;
}

// Up to four sorted lists of records to one. count: four lengths of 16 bits; if only the lowest is set, it applies to
// all lists. config[7:0]: repetitions (0 is 1), each on the lists that follow in memory; [11:8]: mask of the lists used
// (0 is all); [12]: stop when one of them is empty. VMS4_SR counts the records taken from each list.
PTO_VFN void pto_merge_lists(pto_record_t *record, const pto_record_t **src, int64_t count, int64_t config,
                             pto_sort_key_t key_of)
{
    unsigned length[4], total = 0;
    unsigned valid = config >> 8 & 15 ? config >> 8 & 15 : 15;
    int repeat = (uint8_t)config == 0 ? 1 : (uint8_t)config;
    pto_check_sorted(record, 0, 8, PTO_VECTOR_STORE);
    for (int i = 0; i < 4; ++i) {
        uint16_t n = (uint16_t)((uint64_t)count >> 16 * i);
        n = (uint64_t)count >> 16 == 0 ? (uint16_t)count : n;
        length[i] = valid >> i & 1 ? n : 0;
        total += length[i];
        pto_check_sorted(src[i], length[i] * sizeof *record, 8, PTO_VECTOR_LOAD);
    }
    pto_check_sorted(record, (size_t)repeat * total * sizeof *record, 8, PTO_VECTOR_STORE);
    for (; repeat > 0; --repeat) {
        for (int i = 0; i < 4; ++i) {
            PTO_SORT_READS(src[i], length[i] * sizeof *record);
        }
        PTO_SORT_WRITES(record, (config >> 12 & 1 ? 0 : total) * sizeof *record);
        pto_spr()->vms4_sr = pto_merge(record, src, length, config >> 12 & 1, key_of);
        record += total;
        for (int i = 0; i < 4; ++i) {
            src[i] += total;
        }
    }
}

#define PTO_VMRGSORT4_FN(T)                                                                              \
    PTO_CALL void pto_vmrgsort4_##T(pto_##T##_t *dest, const pto_##T##_t *src0, const pto_##T##_t *src1, \
                                    const pto_##T##_t *src2, const pto_##T##_t *src3, int64_t count,     \
                                    int64_t config)                                                      \
    {                                                                                                    \
        const pto_record_t *src[4] = {(const void *)src0, (const void *)src1, (const void *)src2,        \
                                      (const void *)src3};                                               \
        pto_merge_lists((void *)dest, src, count, config, pto_key_##T);                                  \
    }

// The positions of a group's scores, sorted.
#define PTO_SORT_GROUP_FN(T, U)                                                        \
    PTO_VFN void pto_sort_group_##T(const pto_##U##_t *score, uint8_t *place)          \
    {                                                                                  \
        uint32_t key[PTO_SORT_GROUP];                                                  \
        for (int i = 0; i < PTO_SORT_GROUP; ++i) {                                     \
            key[i] = pto_key_##T(score[i]);                                            \
        }                                                                              \
        pto_sort_keys(key, place);                                                     \
    }

// Groups of 32 scores and their indices to records.
#define PTO_VBITSORT_FN(T, U)                                                                                        \
    PTO_CALL void pto_vbitsort_##T(pto_##T##_t *dest, const pto_##T##_t *src, const void *indices, ptrdiff_t repeat) \
    {                                                                                                                \
        const pto_##U##_t *score = (const pto_##U##_t *)src;                                                         \
        const uint32_t *index = indices;                                                                             \
        pto_record_t *record = (pto_record_t *)dest, sorted[PTO_SORT_GROUP];                                         \
        const size_t n = repeat > 0 ? (size_t)repeat * PTO_SORT_GROUP : 0;                                           \
        pto_sort_reads(src, n * sizeof *src, sizeof *src);                                                           \
        pto_sort_reads(indices, n * 4, 4);                                                                           \
        pto_sort_writes(dest, n * sizeof *record, 8);                                                                \
        for (; repeat > 0; --repeat, score += PTO_SORT_GROUP, index += PTO_SORT_GROUP, record += PTO_SORT_GROUP) {   \
            uint8_t place[PTO_SORT_GROUP];                                                                           \
            pto_sort_group_##T(score, place);                                                                        \
            for (int i = 0; i < PTO_SORT_GROUP; ++i) {                                                               \
                sorted[i] = (pto_record_t){score[place[i]], index[place[i]]};                                        \
            }                                                                                                        \
            __builtin_memcpy(record, sorted, sizeof sorted);                                                         \
        }                                                                                                            \
    }

// Groups of 32 scores without indices. config[7:0]: number of groups, 0 is 1.
#define PTO_VSORT32_FN(T, U)                                                                 \
    PTO_CALL void pto_vsort32_##T(pto_##T##_t *dest, const pto_##T##_t *src, int64_t config) \
    {                                                                                        \
        int repeat = (uint8_t)config == 0 ? 1 : (uint8_t)config;                             \
        const size_t bytes = (size_t)repeat * PTO_SORT_GROUP * sizeof *src;                  \
        pto_sort_reads(src, bytes, sizeof *src);                                             \
        pto_sort_writes(dest, bytes, sizeof *dest);                                          \
        for (; repeat > 0; --repeat, src += PTO_SORT_GROUP, dest += PTO_SORT_GROUP) {        \
            uint8_t place[PTO_SORT_GROUP];                                                   \
            pto_##U##_t score[PTO_SORT_GROUP], *out = (pto_##U##_t *)dest;                   \
            __builtin_memcpy(score, src, sizeof score);                                      \
            pto_sort_group_##T(score, place);                                                \
            for (int i = 0; i < PTO_SORT_GROUP; ++i) {                                       \
                out[i] = score[place[i]];                                                    \
            }                                                                                \
        }                                                                                    \
    }
#define PTO_SORT_OPS(T, U) PTO_SORT_GROUP_FN(T, U) PTO_VBITSORT_FN(T, U) PTO_VSORT32_FN(T, U) PTO_VMRGSORT4_FN(T)
PTO_SORT_OPS(f16, u16)
PTO_SORT_OPS(f32, u32)

// Transposes blocks of 16 x 16 elements, each contiguous; dest may be src. config[15:0]: number of blocks, 0 is 1.
#define PTO_VTRANSPOSE(T, ...)                                                                  \
    PTO_CALL void pto_vtranspose_##T(pto_##T##_t *dest, const pto_##T##_t *src, int64_t config) \
    {                                                                                           \
        int repeat = (uint16_t)config == 0 ? 1 : (uint16_t)config;                              \
        const size_t bytes = (size_t)repeat * 256 * sizeof *src;                                \
        pto_sort_reads(src, bytes, 32);                                                         \
        pto_sort_writes(dest, bytes, 32);                                                       \
        for (; repeat > 0; --repeat) {                                                          \
            pto_##T##_t block[256];                                                             \
            __builtin_memcpy(block, src, sizeof block);                                         \
            for (int i = 0; i < 256; ++i) {                                                     \
                dest[i] = block[i % 16 * 16 + i / 16];                                          \
            }                                                                                   \
            src += 256;                                                                         \
            dest += 256;                                                                        \
        }                                                                                       \
    }
PTO_FOR_INTS(PTO_VTRANSPOSE, )
PTO_FOR_FLOATS(PTO_VTRANSPOSE, )

#endif
