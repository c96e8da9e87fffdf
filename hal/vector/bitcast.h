// SPDX-License-Identifier: Apache-2.0
//
// Both backends: a register's bits as elements of another type, for every pair of types.
#ifndef PTO_VECTOR_BITCAST_H
#define PTO_VECTOR_BITCAST_H

#define PTO_BITCAST_FN(R, T, ...)                                                                         \
    PTO_VFN pto_v##R##_t pto_vbitcast_##T##_##R(pto_v##T##_t v)                                           \
    {                                                                                                     \
        return pto_from_raw_##R(                                                                          \
            PTO_CAT(pto_from_bytes_u, PTO_BITS_##R)(PTO_CAT(pto_bytes_u, PTO_BITS_##T)(pto_raw_##T(v)))); \
    }
PTO_FOR_ANY(PTO_BITCAST_FN, i8, )
PTO_FOR_ANY(PTO_BITCAST_FN, u8, )
PTO_FOR_ANY(PTO_BITCAST_FN, i16, )
PTO_FOR_ANY(PTO_BITCAST_FN, u16, )
PTO_FOR_ANY(PTO_BITCAST_FN, i32, )
PTO_FOR_ANY(PTO_BITCAST_FN, u32, )
PTO_FOR_ANY(PTO_BITCAST_FN, i64, )
PTO_FOR_ANY(PTO_BITCAST_FN, u64, )
PTO_FOR_ANY(PTO_BITCAST_FN, f16, )
PTO_FOR_ANY(PTO_BITCAST_FN, bf16, )
PTO_FOR_ANY(PTO_BITCAST_FN, f32, )
PTO_FOR_ANY(PTO_BITCAST_FN, e4m3, )
PTO_FOR_ANY(PTO_BITCAST_FN, e5m2, )
PTO_FOR_ANY(PTO_BITCAST_FN, hif8, )
PTO_FOR_ANY(PTO_BITCAST_FN, e2m1x2, )
PTO_FOR_ANY(PTO_BITCAST_FN, e1m2x2, )

#endif
