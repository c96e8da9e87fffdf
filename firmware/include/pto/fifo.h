// SPDX-License-Identifier: Apache-2.0
//
// Tile pipes: queues of tiles between the cube core and the vector cores of a cluster.
//
//   cube core                                          vector cores
//   pto_initialize_pipe(0, .dir_mask = 1, ...)         pto_initialize_pipe(0, .dir_mask = 1, ...)
//   pto_tpush_to_aiv(0, &acc, 1)          ------>      pto_tile_t t = pto_tpop_from_aic(0, pto_tile(VEC, ...), 1)
//                                                      ... work on t ...
//                                         <------      pto_tfree_from_aic(0, 1)
//
// A pipe has `slot_num` entries. A push blocks its pipe of the core until the oldest entry is free, a pop until there
// is an entry. With `.gm`, entries lie in GM and a pop loads one into the consumer's slot; without it a push writes
// into the consumer's slot. Slots are `slot_size` bytes apart, from c2v_base on in UB and from v2c_base on in L1.
//
// `split`: 0 every vector core has the whole tile; 1 and 3 the upper or lower rows, 2 and 4 the left or right columns
// of the valid region. With 3 and 4 the number may be odd; vector core 0 then has one more.
//
// Pushes run on FIX (cube core) and MTE3 (vector cores), pops and frees on MTE2.
#ifndef PTO_FIFO_H
#define PTO_FIFO_H

#include <pto/tile.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int64_t dir_mask;  // 1 to the vector cores, 2 to the cube core, 3 both
    int64_t slot_size;
    int64_t slot_num;        // 0: 8, or 4 for a pipe in both directions
    int64_t local_slot_num;  // slots of the consumer if entries lie in GM; 0: slot_num
    const void *gm;          // slot_num entries for each direction
    pto_tensor_t entry;      // tensor of an entry in GM, for the _global calls
    uint32_t c2v_base, v2c_base;
    pto_tile_t becomes;  // push of a tile in acc converts each element to this type; default: no conversion
    bool relu;           // the push sets negative numbers to zero
    bool direct;         // PIPE_V or MTE1, which works on popped tiles, needs no flags: pops hold it, frees wait for it
} pto_pipe_config_t;

// Both sides have to declare the pipe, with the same numbers.
void pto_initialize_pipe_at(const pto_loc_t *loc, int64_t id, pto_pipe_config_t config);
#define pto_initialize_pipe(id, ...) \
    PTO_SU_CALL("initialize_pipe", pto_initialize_pipe_at(PTO_LOC, id, (pto_pipe_config_t){__VA_ARGS__}))

// Sets the scale of later pushes of this core that convert (`becomes`).
void pto_set_quant_scalar_at(const pto_loc_t *loc, int64_t id, float scale);
#define pto_set_quant_scalar(id, scale) PTO_SU_CALL("set_quant_scalar", pto_set_quant_scalar_at(PTO_LOC, id, scale))
// As above, with a tile in scaling that has a number for each column: parameter words, or floats.
void pto_set_quant_vector_at(const pto_loc_t *loc, int64_t id, const pto_tile_t *scales);
#define pto_set_quant_vector(id, scales) PTO_SU_CALL("set_quant_vector", pto_set_quant_vector_at(PTO_LOC, id, scales))

// Direction: to the vector cores (0) or to the cube core (1). `part`: the vector core whose part of a split entry the
// tile is.
#define PTO_OWN_PART (-1)
pto_event_t pto_tpush_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, const pto_tile_t *tile, int64_t split,
                         int64_t part);
pto_tile_t pto_tpop_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, pto_tile_t tile, int64_t split,
                       int64_t part);
pto_event_t pto_tfree_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, int64_t split);

// Pushes a whole tile in acc to the vector cores, in the type and layout of `becomes`. A scale is that of `set_quant_pre`
// (parameter word), or those in the row of FB that `set_fpc` names, a parameter word for each column.
typedef enum { PTO_SCALED_NOT, PTO_SCALED_BY_ONE, PTO_SCALED_BY_ROW } pto_scaled_t;
pto_event_t pto_tpush_as_at(const pto_loc_t *loc, int64_t id, const pto_tile_t *tile, const pto_tile_t *becomes,
                            pto_scaled_t scaled, bool relu);
#define pto_tpush_as(id, tile, becomes, scaled, relu) \
    PTO_SU_CALL("tpush_to_aiv", pto_tpush_as_at(PTO_LOC, id, tile, becomes, scaled, relu))

#define pto_tpush_to_aiv(id, tile, split) \
    PTO_SU_CALL("tpush_to_aiv", pto_tpush_at(PTO_LOC, id, 0, tile, split, PTO_OWN_PART))
#define pto_tpush_to_aic(id, tile, split)  pto_tpush_to_aic_part(id, tile, split, PTO_OWN_PART)
#define pto_tpop_from_aic(id, tile, split) pto_tpop_from_aic_part(id, tile, split, PTO_OWN_PART)
#define pto_tpop_from_aiv(id, tile, split) \
    PTO_SU_CALL("tpop_from_aiv", pto_tpop_at(PTO_LOC, id, 1, tile, split, PTO_OWN_PART))
#define pto_tpush_to_aic_part(id, tile, split, part) \
    PTO_SU_CALL("tpush_to_aic", pto_tpush_at(PTO_LOC, id, 1, tile, split, part))
#define pto_tpop_from_aic_part(id, tile, split, part) \
    PTO_SU_CALL("tpop_from_aic", pto_tpop_at(PTO_LOC, id, 0, tile, split, part))
#define pto_tfree_from_aic(id, split) PTO_SU_CALL("tfree_from_aic", pto_tfree_at(PTO_LOC, id, 0, split))
#define pto_tfree_from_aiv(id, split) PTO_SU_CALL("tfree_from_aiv", pto_tfree_at(PTO_LOC, id, 1, split))

// Entries as tensors in GM, which the kernel accesses itself: talloc waits for a free entry, push commits it.
pto_tensor_t pto_talloc_global_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, int64_t split);
pto_event_t pto_tpush_global_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, int64_t split);
pto_tensor_t pto_tpop_global_at(const pto_loc_t *loc, int64_t id, uint32_t to_cube, int64_t split);

#define pto_talloc_to_aiv_global(id, split) PTO_SU_CALL("talloc_to_aiv", pto_talloc_global_at(PTO_LOC, id, 0, split))
#define pto_talloc_to_aic_global(id, split) PTO_SU_CALL("talloc_to_aic", pto_talloc_global_at(PTO_LOC, id, 1, split))
#define pto_tpush_to_aiv_global(id, entry, split) \
    PTO_SU_CALL("tpush_to_aiv", ((void)(entry), pto_tpush_global_at(PTO_LOC, id, 0, split)))
#define pto_tpush_to_aic_global(id, entry, split) \
    PTO_SU_CALL("tpush_to_aic", ((void)(entry), pto_tpush_global_at(PTO_LOC, id, 1, split)))
#define pto_tpop_from_aic_global(id, split) PTO_SU_CALL("tpop_from_aic", pto_tpop_global_at(PTO_LOC, id, 0, split))
#define pto_tpop_from_aiv_global(id, split) PTO_SU_CALL("tpop_from_aiv", pto_tpop_global_at(PTO_LOC, id, 1, split))
#define pto_tfree_from_aic_global(id, entry, split) \
    PTO_SU_CALL("tfree_from_aic", ((void)(entry), pto_tfree_at(PTO_LOC, id, 0, split)))
#define pto_tfree_from_aiv_global(id, entry, split) \
    PTO_SU_CALL("tfree_from_aiv", ((void)(entry), pto_tfree_at(PTO_LOC, id, 1, split)))

#ifdef __cplusplus
}
#endif

#endif
