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
#define PTO_BITCAST_FNS(T, U, ...) PTO_FOR_ANY(PTO_BITCAST_FN, T, )
PTO_FOR_RAW(PTO_BITCAST_FNS, )

#endif
