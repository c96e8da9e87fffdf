// SPDX-License-Identifier: Apache-2.0
//
// Both backends: arithmetic with conversion of the result. Each is the operation of the source type, a ReLU, and the
// vcvt of the pair of types. Only the last is predicated, by lanes of the wider type.
#ifndef PTO_VECTOR_FUSED_H
#define PTO_VECTOR_FUSED_H

#define PTO_FUSED(S, D, name, ARITH)                                                                            \
    PTO_VFN pto_v##D##_t pto_##name##_##S##_##D(pto_v##S##_t a, pto_v##S##_t b, pto_m##S##_t m, pto_attr_t rnd, \
                                                pto_attr_t sat, pto_attr_t part)                                \
    {                                                                                                           \
        const pto_m##S##_t all = PTO_FUSED_ALL(PTO_GRAN_##S);                                                   \
        return pto_vcvt_##S##_##D(pto_vrelu_##S(ARITH(a, b, all), all), m, rnd, sat, part);                     \
    }
#define PTO_FUSED_ALL(G)  PTO_FUSED_ALL_(G)
#define PTO_FUSED_ALL_(G) pto_pset_##G(PTO_PAT_ALL)
PTO_FUSED(f32, f16, vaddreluconv, pto_vadd_f32)
PTO_FUSED(f16, f32, vaddreluconv, pto_vadd_f16)
PTO_FUSED(f16, i8, vaddreluconv, pto_vadd_f16)
PTO_FUSED(f16, u8, vaddreluconv, pto_vadd_f16)
PTO_FUSED(i16, u8, vaddreluconv, pto_vadd_i16)
PTO_FUSED(f32, f16, vmulconv, pto_vmul_f32)
PTO_FUSED(f16, i8, vmulconv, pto_vmul_f16)
PTO_FUSED(f16, u8, vmulconv, pto_vmul_f16)

#endif
