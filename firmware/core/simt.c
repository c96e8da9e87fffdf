// SPDX-License-Identifier: Apache-2.0
//
// SIMT code: the grid of a launch, exchanges between threads, accesses to memory.

#include <pto/simt.h>

#include <hal/confine.h>

#include "core.h"

#include <string.h>

/// Launches ///

void pto_simt_check_at(const pto_loc_t *loc, int32_t x, int32_t y, int32_t z, uint32_t most)
{
    const int32_t limit = PTO_SIMT_THREADS_MAX;
    bool in_range = x > 0 && y > 0 && z > 0 && x <= limit && y <= limit && z <= limit;
    if (!in_range || (uint64_t)((int64_t)x * y * z) > most) {
        pto_fault_at(loc, "a grid of %d x %d x %d threads: this function is for 1 to %u", (int)x, (int)y, (int)z, most);
    }
}

void pto_simt_open(void)
{
    hal_release();
}

static const pto_core_t *this_core(void)
{
    const pto_agent_t *agent = pto_agent();
    if (agent == NULL) {
        pto_fault_at(NULL, "SIMT code outside of a kernel");
    }
    return agent->core;
}

static uint32_t number_of(const pto_core_t *core)
{
    return pto_cluster_index(core) * BOARD_VECTOR_CORES + core->slot;
}

int32_t pto_get_veccoreid(void)
{
    return (int32_t)number_of(this_core());
}

int64_t pto_get_clock64(void)
{
    return (int64_t)hal_instret();
}

// Of each vector core: words that threads keep, slot by slot from the begin; a frame at the end.
static struct {
    uint32_t kept[PTO_SIMT_BYTES / 4 / PTO_SIMT_THREADS_MAX][PTO_SIMT_THREADS_MAX];
} memory[BOARD_CLUSTERS * BOARD_VECTOR_CORES];

void *pto_simt_frame(size_t bytes)
{
    return (uint8_t *)(&memory[number_of(this_core())] + 1) - bytes;
}

uint32_t *pto_simt_kept(uint32_t slot)
{
    return memory[number_of(this_core())].kept[slot];
}

/// Exchanges ///

static bool has(uint32_t mask, uint32_t lane)
{
    return (mask >> lane & 1) != 0;
}

// The bits of a warp's predicates, of threads that take part.
static uint32_t bits_of(uint32_t mask, const bool *pred)
{
    uint32_t bits = 0;
    for (uint32_t lane = 0; lane < PTO_WARP; lane++) {
        bits |= has(mask, lane) && pred[lane] ? UINT32_C(1) << lane : 0;
    }
    return bits;
}

void pto_simt_vote(pto_vote_t vote, const uint32_t *mask, size_t bytes, bool *result, const bool *pred)
{
    for (uint32_t warp = 0; warp < bytes / sizeof mask[0]; warp++) {
        uint32_t set = bits_of(mask[warp], pred + warp * PTO_WARP);
        bool all = set == mask[warp], any = set != 0;
        for (uint32_t lane = 0; lane < PTO_WARP; lane++) {
            result[warp * PTO_WARP + lane] = vote == PTO_VOTE_ALL ? all : vote == PTO_VOTE_ANY ? any : all || !any;
        }
    }
}

void pto_simt_ballot(const uint32_t *mask, size_t bytes, int32_t *result, const bool *pred)
{
    for (uint32_t warp = 0; warp < bytes / sizeof mask[0]; warp++) {
        uint32_t set = bits_of(mask[warp], pred + warp * PTO_WARP);
        for (uint32_t lane = 0; lane < PTO_WARP; lane++) {
            result[warp * PTO_WARP + lane] = (int32_t)set;
        }
    }
}

// The lane that a lane reads; PTO_WARP or more: none.
static uint32_t source_of(pto_shuffle_t kind, uint32_t width, uint32_t lane, int32_t control)
{
    uint32_t base = lane / width * width, local = lane - base, by = (uint32_t)control, from;
    switch (kind) {
        case PTO_SHUFFLE_IDX:
            from = by;
            break;
        case PTO_SHUFFLE_UP:
            from = by > local ? width : local - by;
            break;
        case PTO_SHUFFLE_DOWN:
            from = by >= width ? width : local + by;
            break;
        default:
            from = local ^ by;
            break;
    }
    return from < width ? base + from : PTO_WARP;
}

void pto_simt_shuffle(pto_shuffle_t kind, uint32_t width, const uint32_t *mask, size_t bytes, void *result,
                      const void *value, size_t item, const int32_t *control)
{
    for (uint32_t slot = 0; slot < bytes * 8; slot++) {
        uint32_t warp = slot / PTO_WARP, lane = slot % PTO_WARP;
        if (!has(mask[warp], lane)) {
            continue;
        }
        uint32_t from = source_of(kind, width, lane, control[slot]);
        from = from < PTO_WARP && has(mask[warp], from) ? from : lane;
        hal_copy((uint8_t *)result + slot * item, (const uint8_t *)value + (warp * PTO_WARP + from) * item, item);
    }
}

static int32_t reduce_i32(pto_redux_t kind, int32_t a, int32_t b)
{
    switch (kind) {
        case PTO_REDUX_ADD:
            return pto_addi(a, b);
        case PTO_REDUX_MAX:
            return pto_maxsi(a, b);
        case PTO_REDUX_MIN:
            return pto_minsi(a, b);
        case PTO_REDUX_UMAX:
            return pto_maxui(a, b);
        default:
            return pto_minui(a, b);
    }
}

static float reduce_f32(pto_redux_t kind, float a, float b)
{
    return kind == PTO_REDUX_ADD ? a + b : kind == PTO_REDUX_MAX ? pto_maxnumf(a, b) : pto_minnumf(a, b);
}

// Reduces the values of each warp in the type of its accumulator, which a sum begins with zero.
#define REDUCE(T, acc_t, one, widen, narrow)                                                                    \
    void pto_simt_redux_##one(pto_redux_t kind, const uint32_t *mask, size_t bytes, T *result, const T *value)  \
    {                                                                                                           \
        for (uint32_t warp = 0; warp < bytes / sizeof mask[0]; warp++) {                                        \
            const uint32_t at = warp * PTO_WARP;                                                                \
            bool begun = kind == PTO_REDUX_ADD;                                                                 \
            acc_t acc = 0;                                                                                      \
            for (uint32_t lane = 0; lane < PTO_WARP; lane++) {                                                  \
                if (has(mask[warp], lane)) {                                                                    \
                    acc = begun ? reduce_##acc_t(kind, acc, widen(value[at + lane])) : widen(value[at + lane]); \
                    begun = true;                                                                               \
                }                                                                                               \
            }                                                                                                   \
            for (uint32_t lane = 0; lane < PTO_WARP; lane++) {                                                  \
                result[at + lane] = narrow(acc);                                                                \
            }                                                                                                   \
        }                                                                                                       \
    }

#define reduce_int32_t reduce_i32
#define reduce_float   reduce_f32
#define AS_IT_IS(x)    (x)
REDUCE(int32_t, int32_t, i32, AS_IT_IS, AS_IT_IS)
REDUCE(float, float, f32, AS_IT_IS, AS_IT_IS)
REDUCE(pto_f16_t, float, f16, pto_wide_f16, pto_narrow_f16)

/// Memory ///

void pto_simt_met(void)
{
    PTO_OBSERVE(grid);
}

void pto_simt_enter(uint32_t index)
{
    PTO_OBSERVE(thread, index);
    (void)index;
}

void *pto_thread_at(const pto_loc_t *loc, const volatile void *address, size_t bytes, pto_thread_access_t kind)
{
    uintptr_t at = (uintptr_t)address;
    if (at % bytes != 0) {
        pto_fault_at(loc, "misaligned access of a thread: address 0x%zx is no multiple of %zu", at, bytes);
    }
    if (!pto_in_window(this_core()->view.ub, at, bytes) && !pto_in_gm(at, bytes)) {
        pto_fault_at(loc, "%s of a thread, %zu bytes at address 0x%zx, is outside UB and the GM buffers",
                     kind == PTO_THREAD_LOADS    ? "load"
                     : kind == PTO_THREAD_STORES ? "store"
                                                 : "atomic",
                     bytes, at);
    }
    static const pto_access_t kinds[] = {PTO_READS, PTO_WRITES, PTO_UPDATES};
    PTO_OBSERVE(thread_access, kinds[kind], loc, (const void *)at, bytes);
    (void)kinds;
    return (void *)at;
}

// A word of 2 bytes is part of one of 4.
static uint32_t shift_of(const void *at)
{
    return (uint32_t)((uintptr_t)at & 2) * 8;
}

static uint32_t *word_of(const void *at)
{
    return (uint32_t *)((uintptr_t)at & ~(uintptr_t)3);
}

void pto_atomic_read(const void *at, void *value, size_t bytes)
{
    uint64_t word = bytes == 8   ? __atomic_load_n((const uint64_t *)at, __ATOMIC_SEQ_CST)
                    : bytes == 4 ? __atomic_load_n((const uint32_t *)at, __ATOMIC_SEQ_CST)
                                 : __atomic_load_n(word_of(at), __ATOMIC_SEQ_CST) >> shift_of(at);
    hal_copy(value, &word, bytes);
}

bool pto_atomic_swap(void *at, const void *old, const void *value, size_t bytes)
{
    uint64_t from = 0, to = 0;
    hal_copy(&from, old, bytes);
    hal_copy(&to, value, bytes);
    if (bytes == 8) {
        return __atomic_compare_exchange_n((uint64_t *)at, &from, to, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    uint32_t from_word = (uint32_t)from, to_word = (uint32_t)to;
    if (bytes == 2) {
        uint32_t around = __atomic_load_n(word_of(at), __ATOMIC_SEQ_CST), part = UINT32_C(0xffff) << shift_of(at);
        if ((around & part) >> shift_of(at) != from_word) {
            return false;
        }
        from_word = around;
        to_word = (around & ~part) | to_word << shift_of(at);
    }
    return __atomic_compare_exchange_n(word_of(at), &from_word, to_word, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

bool pto_same_bits(const void *a, const void *b, size_t bytes)
{
    uint64_t left = 0, right = 0;
    hal_copy(&left, a, bytes);
    hal_copy(&right, b, bytes);
    return left == right;
}

/// Conversions ///

// An integer as an odd-rounded double is rounded once more, to float.
float pto_simt_integer_to_f32(uint64_t size, bool negative, int rnd)
{
    return (float)pto_round_float(pto_odd_double(size, negative), 23, -126, (pto_attr_t)rnd);
}
