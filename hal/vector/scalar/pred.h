// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: generation, algebra, load and store of predicates, all on the 256 bits.
#ifndef PTO_VECTOR_SCALAR_PRED_H
#define PTO_VECTOR_SCALAR_PRED_H

// The first n of the bits of a word that govern lanes of `step` bytes: every step-th bit.
PTO_VFN uint64_t pto_prefix_word(int64_t n, int step)
{
    const uint64_t every = PTO_EVERY_BIT(step);
    return n >= 64 / step ? every : n <= 0 ? 0 : every & ((UINT64_C(1) << n * step) - 1);
}

#define PTO_PREFIX_FNS(G, step)                                      \
    PTO_VFN pto_##G##_t pto_prefix_##G(int64_t n)                    \
    {                                                                \
        pto_##G##_t m = {0};                                         \
        for (int w = 0; w < 4; ++w) {                                \
            m.image[w] = pto_prefix_word(n - w * (64 / step), step); \
        }                                                            \
        return m;                                                    \
    }                                                                \
    PTO_VFN pto_##G##_t pto_multiples_##G(int d)                     \
    {                                                                \
        pto_##G##_t m = {0};                                         \
        for (int i = 0; i < 256 / step; i += d) {                    \
            PTO_SET_BIT(m, i *step, 1);                              \
        }                                                            \
        return m;                                                    \
    }
#define PTO_PSET_FNS(G, step)                                                                 \
    PTO_VFN pto_##G##_t pto_pset_##G(pto_attr_t pattern)                                      \
    {                                                                                         \
        const int32_t n = pto_pattern_prefix(pattern, 256 / step);                            \
        return n >= 0 ? pto_prefix_##G(n) : pto_multiples_##G(pattern == PTO_PAT_M3 ? 3 : 4); \
    }                                                                                         \
    PTO_VFN pto_##G##_t pto_plt_##G(int32_t n, int32_t *left)                                 \
    {                                                                                         \
        *left = n < 256 / step ? 0 : n - 256 / step;                                          \
        return pto_prefix_##G(n);                                                             \
    }
#define PTO_PREFIX_FN(G, step) \
    PTO_PREFIX_FNS(G, step)    \
    PTO_PSET_FNS(G, step)
PTO_PREFIX_FN(b8, 1)
PTO_PREFIX_FN(b16, 2)
PTO_PREFIX_FN(b32, 4)

#define PTO_WORDS_FN(G, name, expr)                                                   \
    PTO_VFN pto_##G##_t pto_##name##_##G(pto_##G##_t a, pto_##G##_t b, pto_##G##_t m) \
    {                                                                                 \
        pto_##G##_t r;                                                                \
        for (int i = 0; i < 4; ++i) {                                                 \
            const uint64_t x = a.image[i], y = b.image[i], on = m.image[i];           \
            r.image[i] = (expr);                                                      \
        }                                                                             \
        return r;                                                                     \
    }
#define PTO_ALGEBRA(G)                                             \
    PTO_WORDS_FN(G, pand, x &y &on)                                \
    PTO_WORDS_FN(G, por, (x | y) & on)                             \
    PTO_WORDS_FN(G, pxor, (x ^ y) & on)                            \
    PTO_WORDS_FN(G, psel, (x & on) | (y & ~on))                    \
    PTO_VFN pto_##G##_t pto_pnot_##G(pto_##G##_t a, pto_##G##_t m) \
    {                                                              \
        for (int i = 0; i < 4; ++i) {                              \
            m.image[i] &= ~a.image[i];                             \
        }                                                          \
        return m;                                                  \
    }
PTO_FOR_MASKS(PTO_ALGEBRA)

// Between granularities: pbitcast keeps the bits; pack and unpack move them, independent of the types.
#define PTO_PCAST_FN(G, H)                                    \
    PTO_VFN pto_##H##_t pto_pbitcast_##G##_##H(pto_##G##_t m) \
    {                                                         \
        pto_##H##_t r;                                        \
        __builtin_memcpy(&r, &m, sizeof r);                   \
        return r;                                             \
    }                                                         \
    PTO_PMOVE_FN(G, H, ppack, base + i, 2 * i)                \
    PTO_PMOVE_FN(G, H, punpack, 2 * i, base + i)
// Bit `to` of the result is bit `from`.
#define PTO_PMOVE_FN(G, H, name, to, from)                                   \
    PTO_VFN pto_##H##_t pto_##name##_##G##_##H(pto_##G##_t m, pto_attr_t part) \
    {                                                                        \
        const int base = part == PTO_HIGHER ? 128 : 0;                       \
        pto_##H##_t r = {0};                                                 \
        for (int i = 0; i < 128; ++i) {                                      \
            PTO_SET_BIT(r, to, PTO_BIT(m, from));                            \
        }                                                                    \
        return r;                                                            \
    }
#define PTO_PCAST_FNS(G) PTO_PCAST_FN(G, b8) PTO_PCAST_FN(G, b16) PTO_PCAST_FN(G, b32)
PTO_FOR_MASKS(PTO_PCAST_FNS)

// Interleaving moves whole lanes of `step` bits. Bit `at` of the pair (low, high) or (a, b):
#define PTO_PAIR_BIT(first, second, at) ((at) < 256 ? PTO_BIT(first, (at) % 256) : PTO_BIT(second, (at) % 256))
#define PTO_PINTLV_FN(G, step)                                                           \
    PTO_VFN pto_##G##_t pto_pintlv_##G(pto_##G##_t a, pto_##G##_t b, pto_##G##_t *high)  \
    {                                                                                    \
        pto_##G##_t low = {0}, h = {0};                                                  \
        for (int i = 0; i < 256; ++i) {                                                  \
            const int lane = i / step, bit = i % step;                                   \
            const int even = 2 * lane * step + bit, odd = even + step;                   \
            if (even < 256) {                                                            \
                PTO_SET_BIT(low, even, PTO_BIT(a, i));                                   \
                PTO_SET_BIT(low, odd, PTO_BIT(b, i));                                    \
            } else {                                                                     \
                PTO_SET_BIT(h, even - 256, PTO_BIT(a, i));                               \
                PTO_SET_BIT(h, odd - 256, PTO_BIT(b, i));                                \
            }                                                                            \
        }                                                                                \
        *high = h;                                                                       \
        return low;                                                                      \
    }
#define PTO_PDINTLV_FN(G, step)                                                          \
    PTO_VFN pto_##G##_t pto_pdintlv_##G(pto_##G##_t a, pto_##G##_t b, pto_##G##_t *high) \
    {                                                                                    \
        pto_##G##_t low = {0}, h = {0};                                                  \
        for (int i = 0; i < 256; ++i) {                                                  \
            const int lane = i / step, bit = i % step;                                   \
            const int even = 2 * lane * step + bit, odd = even + step;                   \
            PTO_SET_BIT(low, i, PTO_PAIR_BIT(a, b, even));                               \
            PTO_SET_BIT(h, i, PTO_PAIR_BIT(a, b, odd));                                  \
        }                                                                                \
        *high = h;                                                                       \
        return low;                                                                      \
    }
PTO_PINTLV_FN(b8, 1) PTO_PDINTLV_FN(b8, 1)
PTO_PINTLV_FN(b16, 2) PTO_PDINTLV_FN(b16, 2)
PTO_PINTLV_FN(b32, 4) PTO_PDINTLV_FN(b32, 4)

// Load and store. NORM moves the 32 bytes unchanged; US doubles each of 128 bits; DS keeps every second of 512; PK
// keeps every second of 256.

#define PTO_MEMORY_BIT(p, i) (((p)[(i) / 8] >> ((i) % 8)) & 1u)

PTO_VFN void pto_store_packed_bits(pto_b8_t m, uint8_t *p, int step)
{
    for (int i = 0; i < 32 / step; ++i) {
        uint8_t byte = 0;
        for (int j = 0; j < 8; ++j) {
            byte |= (uint8_t)(PTO_BIT(m, (8 * i + j) * step) << j);
        }
        p[i] = byte;
    }
}

#define PTO_PLDS_FN(G)                                                                         \
    PTO_VFN pto_##G##_t pto_plds_##G(const void *p, ptrdiff_t offset, pto_attr_t dist)         \
    {                                                                                          \
        const size_t bytes = dist == PTO_PLD_DS ? 64 : dist == PTO_PLD_US ? 16 : 32;           \
        PTO_OBSERVE_LOAD((const uint8_t *)p + offset, bytes);                                  \
        pto_check_load(p, offset, 1, 1, bytes);                                                \
        const uint8_t *at = (const uint8_t *)p + offset;                                       \
        pto_##G##_t m = {0};                                                                   \
        for (int i = 0; i < 256; ++i) {                                                        \
            const int from = dist == PTO_PLD_US ? i / 2 : dist == PTO_PLD_DS ? 2 * i : i;      \
            PTO_SET_BIT(m, i, PTO_MEMORY_BIT(at, from));                                       \
        }                                                                                      \
        return m;                                                                              \
    }                                                                                          \
    /* To any memory, not only UB. */                                                          \
    PTO_VFN void pto_keep_##G(pto_##G##_t m, void *p, pto_attr_t dist)                         \
    {                                                                                          \
        pto_store_packed_bits(pto_pbitcast_##G##_b8(m), p, dist == PTO_PST_PK ? 2 : 1);        \
    }
PTO_FOR_MASKS(PTO_PLDS_FN)

// Stores every second bit of a predicate, and every fourth.
PTO_VFN void pto_store_halves(pto_b16_t m, void *p)
{
    pto_store_packed_bits(pto_pbitcast_b16_b8(m), p, 2);
}

PTO_VFN void pto_store_quarters(pto_b32_t m, void *p)
{
    pto_store_packed_bits(pto_pbitcast_b32_b8(m), p, 4);
}

#endif
