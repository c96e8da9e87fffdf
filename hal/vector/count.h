// SPDX-License-Identifier: Apache-2.0
//
// Both backends: histograms, and extremes that also return a predicate of their lanes.
#ifndef PTO_VECTOR_COUNT_H
#define PTO_VECTOR_COUNT_H

// Adds the counts of the selected bytes to 128 bins of 16 bits: those of the values 0 to 127, or of 128 to 255 for an
// odd bin. Cumulative counts include all values up to the bin's, in both halves.
PTO_VFN pto_vu16_t pto_histogram(pto_vu16_t acc, pto_vu8_t src, pto_b8_t m, int32_t bin, int cumulative)
{
    uint8_t value[256];
    uint64_t selected[4];
    uint16_t count[256] __attribute__((aligned(32))) = {0};
    pto_store_u8(value, src);
    pto_keep_b8(m, selected, PTO_PST_NORM);
    for (int i = 0; i < 256; ++i) {
        count[value[i]] += selected[i / 64] >> i % 64 & 1;
    }
    for (int i = 1; cumulative && i < 256; ++i) {
        count[i] += count[i - 1];
    }
    return pto_vadd_u16(acc, pto_load_u16(count + (bin & 1) * 128), pto_pset_b16(PTO_PAT_ALL));
}

PTO_VFN pto_vu16_t pto_dhistv2_u8(pto_vu16_t acc, pto_vu8_t src, pto_b8_t m, int32_t bin)
{
    return pto_histogram(acc, src, m, bin, 0);
}

PTO_VFN pto_vu16_t pto_chistv2_u8(pto_vu16_t acc, pto_vu8_t src, pto_b8_t m, int32_t bin)
{
    return pto_histogram(acc, src, m, bin, 1);
}

// Returns the value in lane 0, and the active lanes that equal it; for a NaN, all lanes that are NaN.
#define PTO_VCB_(T, G, name, extreme)                                                        \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t v, pto_##G##_t m, pto_##G##_t *where) \
    {                                                                                        \
        const pto_##G##_t all = pto_pset_##G(PTO_PAT_ALL);                                   \
        pto_v##T##_t x = pto_zero_##T(pto_##extreme##_##T(v, m), pto_pset_##G(PTO_PAT_VL1)); \
        pto_v##T##_t each = pto_vdup_##T(x, all, PTO_LOWEST);                                \
        pto_##G##_t equal = pto_vcmp_##T(v, each, m, PTO_CMP_EQ);                            \
        pto_##G##_t nan = pto_vcmp_##T(each, each, m, PTO_CMP_NE);                           \
        nan = pto_pand_##G(pto_vcmp_##T(v, v, m, PTO_CMP_NE), nan, all);                     \
        *where = pto_por_##G(equal, nan, all);                                               \
        return x;                                                                            \
    }
#define PTO_VCB(T, ...)                       \
    PTO_VCB__(T, PTO_GRAN_##T, vcbmax, vcmax) \
    PTO_VCB__(T, PTO_GRAN_##T, vcbmin, vcmin)
#define PTO_VCB__(T, G, name, extreme) PTO_VCB_(T, G, name, extreme)
PTO_FOR_INTS(PTO_VCB, )
PTO_FOR_F16_32(PTO_VCB, )

#endif
