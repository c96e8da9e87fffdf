// SPDX-License-Identifier: Apache-2.0
//
// Issue of tile instructions. Private to these headers, included by <pto/tile.h>.
//
// Each instruction is an inline function that takes a record of its pipe and copies its operands into it. If layouts
// and types of the operands are compile-time constants, nothing is left to decode when the command runs. The record
// then is a pto_tile_run_t: a routine of the runtime and its arguments, without descriptors. Valid regions and
// addresses may still be variables. All other instructions, and invalid ones, take the general path, which also has all
// error texts.
#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Records

// Takes a record for an instruction of the calling scalar unit, after the events that it waits for. Returns where its
// operands go.
void *pto_tile_begin_at(const pto_loc_t *loc, const pto_tile_op_t *op, uint32_t pipe);
pto_event_t pto_tile_commit_at(uint32_t pipe);

// PTO_TILE_FN(tadd, V, (kT, dst), (kT, src0), (kT, src1)): the function of an instruction, with the kinds of its
// operands (isa/tile.def; kA is an attribute).
#define PTO_TILE_FN(id, pipe, ...)                             \
    PTO_TILE_HEAD(id, __VA_ARGS__)                             \
    {                                                          \
        PTO_TILE_GENERAL(id, PTO_TILE_ON_##pipe, __VA_ARGS__); \
    }

// As above with a fast path: PTO_TILE_RUN_<family>(id, dst, src0, ...) returns if it applies.
#define PTO_TILE_RUN_FN(id, pipe, family, ...)                           \
    extern const pto_tile_routine_t pto_lanes_##id[PTO_ELEM_NUM];        \
    PTO_TILE_HEAD(id, __VA_ARGS__)                                       \
    {                                                                    \
        PTO_TILE_APPLY(PTO_TILE_RUN_##family, id PTO_MAP(PTO_TILE_NAME, , __VA_ARGS__)); \
        PTO_TILE_GENERAL(id, PTO_TILE_ON_##pipe, __VA_ARGS__);           \
    }

#define PTO_TILE_APPLY(m, ...) m(__VA_ARGS__)

#define PTO_TILE_HEAD(id, ...)                \
    extern const pto_tile_op_t pto_tile_##id; \
    PTO_TILE_INLINE pto_event_t pto_##id##_at(const pto_loc_t *loc PTO_MAP(PTO_TILE_PARAM, , __VA_ARGS__))

#define PTO_TILE_GENERAL(id, pipe_, ...)                        \
    struct {                                                    \
        PTO_MAP(PTO_TILE_FIELD, , __VA_ARGS__)                  \
    } *pto_record;                                              \
    _Static_assert(sizeof *pto_record <= PTO_TILE_RECORD_BYTES, \
                   "the operands of " #id " exceed a record");  \
    pto_record = (__typeof__(pto_record))pto_tile_begin_at(loc, &pto_tile_##id, pipe_); \
    PTO_MAP(PTO_TILE_PUT, , __VA_ARGS__)                        \
    return pto_tile_commit_at(pipe_)

#define PTO_TILE_RECORD_BYTES 232

#define PTO_TILE_KIND(kind, name) kind
#define PTO_TILE_NAME(c, i, p)    , PTO_PARAM_NAME p
#define PTO_TILE_PARAM(c, i, p)   , PTO_JOIN(PTO_TILE_TYPE_, PTO_TILE_KIND p) PTO_PARAM_NAME p
#define PTO_TILE_FIELD(c, i, p)   PTO_JOIN(PTO_TILE_FIELD_, PTO_TILE_KIND p)(PTO_PARAM_NAME p)
#define PTO_TILE_PUT(c, i, p)     PTO_JOIN(PTO_TILE_PUT_, PTO_TILE_KIND p)(PTO_PARAM_NAME p)

#define PTO_TILE_TYPE_kT const pto_tile_t *
#define PTO_TILE_TYPE_kR const pto_tile_t *
#define PTO_TILE_TYPE_kX const pto_tile_t *
#define PTO_TILE_TYPE_kM const pto_tile_t *
#define PTO_TILE_TYPE_kW const pto_tile_t *
#define PTO_TILE_TYPE_kG const pto_tensor_t *
#define PTO_TILE_TYPE_kS pto_scalar_t
#define PTO_TILE_TYPE_kQ pto_scalar_t
#define PTO_TILE_TYPE_kI int64_t
#define PTO_TILE_TYPE_kA pto_tile_attr_t

#define PTO_TILE_FIELD_kT(name) pto_tile_t name;
#define PTO_TILE_FIELD_kR(name) pto_tile_t name;
#define PTO_TILE_FIELD_kX(name) pto_tile_t name;
#define PTO_TILE_FIELD_kM(name) pto_tile_t name;
#define PTO_TILE_FIELD_kW(name)
#define PTO_TILE_FIELD_kG(name) pto_tensor_t name;
#define PTO_TILE_FIELD_kS(name) pto_scalar_t name;
#define PTO_TILE_FIELD_kQ(name) pto_scalar_t name;
#define PTO_TILE_FIELD_kI(name) int64_t name;
#define PTO_TILE_FIELD_kA(name) int64_t name;

// Omitted operands are zeros.
#define PTO_TILE_PUT_kT(name) pto_record->name = name != NULL ? *name : (pto_tile_t){0};
#define PTO_TILE_PUT_kR(name) PTO_TILE_PUT_kT(name)
#define PTO_TILE_PUT_kX(name) PTO_TILE_PUT_kT(name)
#define PTO_TILE_PUT_kM(name) PTO_TILE_PUT_kT(name)
#define PTO_TILE_PUT_kW(name) (void)name;
#define PTO_TILE_PUT_kG(name) pto_record->name = name != NULL ? *name : (pto_tensor_t){0};
#define PTO_TILE_PUT_kS(name) pto_record->name = name;
#define PTO_TILE_PUT_kQ(name) pto_record->name = name;
#define PTO_TILE_PUT_kI(name) pto_record->name = name;
#define PTO_TILE_PUT_kA(name) pto_record->name = name;

// ---------------------------------------------------------------------------------------------------------------------
// Pipes, by their names in the table; some depend on the locations of source and destination

#define PTO_TILE_ON_V     PIPE_V
#define PTO_TILE_ON_M     PIPE_M
#define PTO_TILE_ON_MTE2  PIPE_MTE2
#define PTO_TILE_ON_MTE3  PIPE_MTE3
#define PTO_TILE_ON_LOAD  PIPE_MTE2
#define PTO_TILE_ON_STORE pto_tile_pipe_of_store(src)
#define PTO_TILE_ON_MOVE  pto_tile_pipe_of_move(src, dst)
#define PTO_TILE_ON_PAD   pto_tile_pipe_of_pad(src)

PTO_TILE_INLINE uint32_t pto_tile_pipe_of_store(const pto_tile_t *src)
{
    return src != NULL && src->loc == PTO_LOC_ACC ? PIPE_FIX : PIPE_MTE3;
}

PTO_TILE_INLINE uint32_t pto_tile_pipe_of_pad(const pto_tile_t *src)
{
    return src != NULL && src->loc == PTO_LOC_MAT ? PIPE_MTE1 : PIPE_V;
}

PTO_TILE_INLINE uint32_t pto_tile_pipe_of_locations(uint32_t src, uint32_t dst)
{
    switch (src) {
        case PTO_LOC_ACC:
            return PIPE_FIX;
        case PTO_LOC_MAT:
            return PIPE_MTE1;
        default:
            return dst == PTO_LOC_VEC ? PIPE_V : PIPE_MTE3;
    }
}

PTO_TILE_INLINE uint32_t pto_tile_pipe_of_move(const pto_tile_t *src, const pto_tile_t *dst)
{
    return pto_tile_pipe_of_locations(src != NULL ? src->loc : PTO_LOC_VEC, dst != NULL ? dst->loc : PTO_LOC_VEC);
}

// ---------------------------------------------------------------------------------------------------------------------
// Calls: the operands, then any number of events that the command waits for on its pipe

#define PTO_TILE_UNPACK(...) __VA_ARGS__
#define PTO_TILE_CALL(op, args, ...)                                                                  \
    PTO_SU_CALL(#op, (pto_tile_after((const pto_event_t[]){__VA_ARGS__ __VA_OPT__(, ) PTO_NO_EVENT}), \
                      pto_##op##_at(PTO_LOC, PTO_TILE_UNPACK args)))

// Sets the events that the next tile instruction of this scalar unit waits for, up to the first PTO_NO_EVENT.
void pto_tile_after_at(const pto_event_t *events);

PTO_TILE_INLINE void pto_tile_after(const pto_event_t *events)
{
    // Most calls have no event, or one that has happened.
    if (events[0].pipe != PIPE_ALL &&
        (events[0].pipe != PIPE_S || events[0].seq != 0 || events[1].pipe != PIPE_ALL)) {
        pto_tile_after_at(events);
    }
}
