// SPDX-License-Identifier: Apache-2.0
//
// The two ping-pong loops of the pipeline-sync document (examples 3a and 3b) in C: out = |in|, tile by
// tile. Each synchronisation has a number, so that a test can take it away.

#ifndef PTO_TESTS_PINGPONG_KERNELS_H
#define PTO_TESTS_PINGPONG_KERNELS_H

#include <pto/kernel.h>

enum { TILE = 256, TILES = 6 }; // floats in a tile; tiles

/// The synchronisations of the set_flag form, in program order.
enum {
    PRIME_IN_0,
    PRIME_IN_1,
    PRIME_OUT_0,
    PRIME_OUT_1,
    WAIT_IN_REV,
    SET_IN_FWD,
    WAIT_IN_FWD,
    WAIT_OUT_REV,
    SET_IN_REV,
    SET_OUT_FWD,
    WAIT_OUT_FWD,
    SET_OUT_REV,
    DRAIN_IN_0,
    DRAIN_IN_1,
    DRAIN_OUT_0,
    DRAIN_OUT_1,
    FLAG_OP_NUM,
};

/// The synchronisations of the get_buf form.
enum {
    GET_LOAD,
    RLS_LOAD,
    GET_VECTOR_IN,
    GET_VECTOR_OUT,
    RLS_VECTOR_IN,
    RLS_VECTOR_OUT,
    GET_STORE,
    RLS_STORE,
    BUF_OP_NUM,
};

/// Both kernels take (in, out, tiles, omit): `omit` has the bits of the synchronisations to leave out.
extern const pto_kernel_t pto_kernel_pingpong_flags, pto_kernel_pingpong_bufs;

extern const char *const flag_op_names[FLAG_OP_NUM];
extern const char *const buf_op_names[BUF_OP_NUM];

#endif // PTO_TESTS_PINGPONG_KERNELS_H
