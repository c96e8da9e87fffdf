// SPDX-License-Identifier: Apache-2.0
//
// What constructors of tiles, views and pipes refuse, one kernel each. The image runs all and prints the reports;
// run.py compares them with what stands above each kernel:
//
//   // fault: what*it says     the parts between '*' appear in the report, in order
//
// A line marked "<- here" is the place that the report must name.

#include <hal/hal.h>
#include <pto/fifo.h>
#include <pto/pto.h>
#include <pto/runtime.h>

// Boxes of 16 rows of 32 bytes, columns of boxes: what the cube core takes.
#define IN_BOXES       .blayout = PTO_COL_MAJOR, .slayout = PTO_BOX_ROW_MAJOR
#define ACC_TILE(rows) pto_tile(ACC, f32, rows, 16, IN_BOXES)

/// Tiles ///

// A number that the compiler does not see.
static int32_t hidden(int32_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

// fault: a tile of location 7 and element type 10: there is none of that number
PTO_KERNEL(location, (float *, x))
{
    pto_tile_at(PTO_LOC, (pto_tile_t){.rows = 8, .cols = 8, .loc = PTO_LOC_NUM, .elem = PTO_ELEM_F32});  // <- here
}

// fault: a tile of 0 x 8 elements is empty
PTO_KERNEL(empty, (float *, x))
{
    pto_tile(VEC, f32, hidden(0), 8);  // <- here
}

// fault: valid region 9 x 8 exceeds the tile's 8 x 8
PTO_KERNEL(valid_rows, (float *, x))
{
    pto_tile(VEC, f32, 8, 8, .valid_rows = hidden(9));  // <- here
}

// fault: a tile at address 48: it lies at a multiple of 32
PTO_KERNEL(address, (float *, x))
{
    pto_tile(VEC, f32, 8, 8, .address = pto_tile_address_at(PTO_LOC, hidden(48)));  // <- here
}

// fault: a tile of box layout 3: there is none of that number
PTO_KERNEL(box_layout, (float *, x))
{
    pto_tile(VEC, f32, 16, 16, .slayout = 3);  // <- here
}

// fault: a box of 16 bytes holds no 16 x 1 elements of f32
PTO_KERNEL(small_box, (float *, x))
{
    pto_tile(VEC, f32, 16, 16, .slayout = PTO_BOX_ROW_MAJOR, .fractal16 = 1);  // <- here
}

// fault: a tile of 8 x 8 elements with rows or columns 7 elements apart overlaps itself
PTO_KERNEL(pitch, (float *, x))
{
    pto_tile(VEC, f32, 8, 8, .pitch = 7);  // <- here
}

/// Views ///

// fault: subview: 4 x 8 elements from (6, 0) are outside the tile's 8 x 8
PTO_KERNEL(subview_outside, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 8);
    pto_subview(&t, 6, 0, 4, 8);  // <- here
}

// fault: subview: 4 x 8 elements from (6, 0) are outside the tile's 8 x 8
PTO_KERNEL(subview_used_outside, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 8);
    pto_subview_used(&t, 6, 0, 4, 8, hidden(3), 8);  // <- here
}

// fault: subview: (0, 4) is not the start of a box of 16 x 8 elements
PTO_KERNEL(subview_in_box, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 32, 32, IN_BOXES);
    pto_subview(&t, 0, 4, 16, 8);  // <- here
}

// fault: slot 2 of a multi-buffer of 2
PTO_KERNEL(slot, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 8);
    pto_tile_slot_at(PTO_LOC, &t, hidden(2), 2, 256);  // <- here
}

// fault: treshape: one layout has boxes and the other has none
PTO_KERNEL(reshape_boxes, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 32, 32);
    pto_treshape(&t, pto_tile(VEC, f32, 32, 32, IN_BOXES));  // <- here
}

// fault: treshape: 4096 bytes become 2048
PTO_KERNEL(reshape_bytes, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 32, 32);
    pto_treshape(&t, pto_tile(VEC, f16, 32, 32));  // <- here
}

// fault: set_validshape: 8 x 9 is outside the tile's 8 x 8
PTO_KERNEL(valid_cols, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 8);
    pto_set_validshape(&t, 8, hidden(9));  // <- here
}

/// Elements ///

// fault: scalar access to a tile in left: only vec tiles have it
PTO_CUBE_KERNEL(element_of_left, (float *, x))
{
    pto_tile_t t = pto_tile(LEFT, f32, 16, 8);
    pto_tsetval(float, &t, 0, 1);  // <- here
}

// fault: scalar access of 2 bytes to a tile of f32
PTO_KERNEL(element_bytes, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 8);
    pto_tsetval(int16_t, &t, 0, 1);  // <- here
}

// fault: element 64 is outside the tile's 8 x 8
PTO_KERNEL(element_outside, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 8);
    pto_tsetval(float, &t, 64, 1);  // <- here
}

/// Tensors ///

// fault: a tensor of 6 dimensions: 1 to 5 are possible
PTO_KERNEL(tensor_rank, (float *, x))
{
    const int64_t shape[6] = {1, 1, 1, 1, 1, 1};
    pto_tensor_at(PTO_LOC, x, PTO_ELEM_F32, PTO_LAYOUT_ND, 6, shape, NULL);  // <- here
}

// fault: a tensor of extent -1 in dimension 0
PTO_KERNEL(tensor_extent, (float *, x))
{
    pto_tensor(x, f32, ND, {-1, 8});  // <- here
}

// fault: a partition of 0 dimensions: 1 to 5 are possible
PTO_KERNEL(partition_rank, (float *, x))
{
    pto_tensor_t t = pto_tensor(x, f32, ND, {8, 8});
    pto_partition(&t, 0, NULL, NULL);  // <- here
}

// fault: partition: offset -8 or extent 4 of dimension 1 is negative
PTO_KERNEL(partition_offset, (float *, x))
{
    pto_tensor_t t = pto_tensor(x, f32, ND, {8, 8});
    const int64_t offset[2] = {0, -8}, shape[2] = {4, 4};
    pto_partition(&t, 2, offset, shape);  // <- here
}

// fault: partition: 32 elements from 1 are outside the view's 32 of dimension 1
PTO_KERNEL(partition_outside, (float *, x))
{
    pto_tensor_t t = pto_tensor(x, f32, ND, {1, 32});
    const int64_t offset[2] = {0, hidden(1)}, shape[2] = {1, 32};
    pto_partition(&t, 2, offset, shape);  // <- here
}

// fault: trap: the kernel asked to end
PTO_KERNEL(trap, (float *, x))
{
    pto_trap();  // <- here
}

/// Events ///

// fault: wait_event: command 7 of PIPE_V has not been issued
PTO_KERNEL(event_of_nothing, (float *, x))
{
    pto_tsync(((pto_event_t){PIPE_V, 7}));  // <- here
}

// fault: wait_event: command 7 of PIPE_V has not been issued
PTO_KERNEL(after_nothing, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 8);
    pto_tensor_t g = pto_tensor(x, f32, ND, {8, 8});
    pto_tload(&t, &g, PTO_NONE, PTO_PAD_MODE_NULL, ((pto_event_t){PIPE_V, 7}));  // <- here
}

/// Other ranks ///

// fault: comm.tput: the destination has 9 elements in dimension 4, the source 8
PTO_KERNEL(copy_shape, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 8);
    pto_tensor_t a = pto_tensor(x, f32, ND, {8, 9}), b = pto_tensor(x, f32, ND, {8, 8});
    pto_comm_tput(&a, &b, &t, PTO_STORE_PLAIN);  // <- here
}

// fault: comm.tgather: rank 1 has rows 8 to 15, and there are 12
PTO_KERNEL(gathered_rows, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 8);
    pto_tensor_t all = pto_tensor(x, f32, ND, {12, 8}), part = pto_tensor(x, f32, ND, {8, 8});
    pto_comm_tgather(&all, &t, &part, &part);  // <- here
}

// fault: comm.tput_async: the tensor has gaps: the stride of dimension 3 is 16, not 8
PTO_KERNEL(copy_with_gaps, (float *, x))
{
    pto_tensor_t a = pto_tensor(x, f32, ND, {8, 8}, {16, 1});
    (void)pto_comm_tput_async(&a, &a);  // <- here
}

// fault: comm.tnotify: a signal is of i32, not f32
PTO_KERNEL(signal_type, (float *, x))
{
    pto_tensor_t s = pto_tensor(x, f32, ND, {1, 1});
    pto_comm_tnotify(&s, 1, PTO_NOTIFY_SET);  // <- here
}

/// Pipes ///

// fault: initialize_pipe: pipe 64 is not 0 to
PTO_MIXED_KERNEL(pipe_number, (float *, x))
{
    pto_initialize_pipe(64, .dir_mask = 1, .slot_size = 1024);  // <- here
}

// fault: initialize_pipe: dir_mask 4, slot_size 1024, slot_num 0 or local_slot_num 0 is impossible
PTO_MIXED_KERNEL(pipe_direction, (float *, x))
{
    pto_initialize_pipe(0, .dir_mask = 4, .slot_size = 1024);  // <- here
}

// fault: tpush_to_aiv: pipe -1 is not 0 to
PTO_CUBE_KERNEL(push_number, (float *, x))
{
    pto_tile_t t = ACC_TILE(16);
    pto_tpush_to_aiv(-1, &t, 0);  // <- here
}

// fault: tpush_to_aiv: pipe 0 is not initialised in this direction
PTO_CUBE_KERNEL(push_direction, (float *, x))
{
    pto_tile_t t = ACC_TILE(16);
    pto_initialize_pipe(0, .dir_mask = 2, .slot_size = 1024);
    pto_tpush_to_aiv(0, &t, 0);  // <- here
}

// fault: tpush_to_aic on a cube core
PTO_CUBE_KERNEL(push_core, (float *, x))
{
    pto_tile_t t = ACC_TILE(16);
    pto_initialize_pipe(0, .dir_mask = 3, .slot_size = 1024);
    pto_tpush_to_aic(0, &t, 0);  // <- here
}

// fault: tpush_to_aiv: split 5 is not 0 to 4 on a cube core
PTO_CUBE_KERNEL(push_split, (float *, x))
{
    pto_tile_t t = ACC_TILE(16);
    pto_initialize_pipe(0, .dir_mask = 1, .slot_size = 1024);
    pto_tpush_to_aiv(0, &t, 5);  // <- here
}

// fault: tpush_to_aic: vector core 2 is not 0 to 1
PTO_KERNEL(push_part, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 16, 16);
    pto_initialize_pipe(0, .dir_mask = 2, .slot_size = 2048);
    pto_tpush_to_aic_part(0, &t, 1, 2);  // <- here
}

// fault: tpush_to_aiv: a slot of 1024 bytes at UB offset 262144 is outside its 262144 bytes
PTO_CUBE_KERNEL(push_outside, (float *, x))
{
    pto_tile_t t = ACC_TILE(16);
    pto_initialize_pipe(0, .dir_mask = 1, .slot_size = 1024, .c2v_base = 256 * 1024);
    pto_tpush_to_aiv(0, &t, 0);  // <- here
}

// fault: tpush_to_aiv: an entry of 32 x 16 f32 exceeds slots of 1024 bytes
PTO_CUBE_KERNEL(push_exceeds, (float *, x))
{
    pto_tile_t t = ACC_TILE(32);
    pto_initialize_pipe(0, .dir_mask = 1, .slot_size = 1024);
    pto_tpush_to_aiv(0, &t, 0);  // <- here
}

// fault: tpush_to_aiv: an entry of 32 x 16 f32 exceeds slots of 1024 bytes
PTO_CUBE_KERNEL(push_exceeds_in_gm, (float *, x))
{
    pto_tile_t t = ACC_TILE(32);
    pto_initialize_pipe(0, .dir_mask = 1, .slot_size = 1024, .gm = x);
    pto_tpush_to_aiv(0, &t, 0);  // <- here
}

// fault: tpush_to_aic: an entry of 32 x 16 f32 exceeds slots of 1024 bytes
PTO_KERNEL(push_exceeds_to_cube, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 32, 16);
    pto_initialize_pipe(0, .dir_mask = 2, .slot_size = 1024);
    pto_tpush_to_aic(0, &t, 0);  // <- here
}

// fault: tpush_to_aiv: a pipe that converts takes whole tiles in acc, not split 1 of one in acc
PTO_CUBE_KERNEL(push_part_converted, (float *, x))
{
    pto_tile_t t = ACC_TILE(16);
    pto_initialize_pipe(0, .dir_mask = 1, .slot_size = 1024, .becomes = pto_tile(VEC, f16, 16, 16));
    pto_tpush_to_aiv(0, &t, 1);  // <- here
}

// fault: tpush_to_aiv: an entry of 64 x 16 f16 exceeds slots of 1024 bytes
PTO_CUBE_KERNEL(push_exceeds_converted, (float *, x))
{
    pto_tile_t t = ACC_TILE(16);
    pto_initialize_pipe(0, .dir_mask = 1, .slot_size = 1024, .becomes = pto_tile(VEC, f16, 64, 16));
    pto_tpush_to_aiv(0, &t, 0);  // <- here
}

// fault: set_quant_scalar: pipe 3 is not initialised
PTO_CUBE_KERNEL(quant_of_no_pipe, (float *, x))
{
    pto_set_quant_scalar(3, 0.5f);  // <- here
}

// fault: tpop_from_aic into a tile in mat, not vec
PTO_KERNEL(pop_location, (float *, x))
{
    pto_initialize_pipe(0, .dir_mask = 1, .slot_size = 1024);
    pto_tpop_from_aic(0, pto_tile(MAT, f32, 16, 16), 0);  // <- here
}

// fault: tpop_from_aic: 1024 bytes at offset 262144 are outside the 262144 bytes of vec
PTO_KERNEL(pop_outside, (float *, x))
{
    pto_initialize_pipe(0, .dir_mask = 1, .slot_size = 1024, .c2v_base = 256 * 1024);
    pto_tpop_from_aic(0, pto_tile(VEC, f32, 16, 16), 0);  // <- here
}

// fault: pipe 0 has no entry that has been popped and not freed
PTO_KERNEL(free_without_pop, (float *, x))
{
    pto_initialize_pipe(0, .dir_mask = 1, .slot_size = 1024);
    pto_tfree_from_aic(0, 0);  // <- here
}

// fault: tpop_from_aiv on a vector core
PTO_KERNEL(pop_core, (float *, x))
{
    pto_initialize_pipe(0, .dir_mask = 3, .slot_size = 1024);
    pto_tpop_from_aiv(0, pto_tile(MAT, f32, 16, 16), 0);  // <- here
}

// fault: pipe 0 has no entries in GM
PTO_CUBE_KERNEL(alloc_without_gm, (float *, x))
{
    pto_initialize_pipe(0, .dir_mask = 1, .slot_size = 1024);
    pto_talloc_to_aiv_global(0, 0);  // <- here
}

/// What passed once ///

// A tile of whose layout the compiler knows nothing.
static pto_tile_t some_tile(uint32_t address)
{
    pto_tile_t tile = pto_tile(VEC, f32, 8, 8, .address = address);
    __asm__("" : "+m"(tile));
    return tile;
}

// One place adds three times; the last time src1 is another tile.
#define ADD_ANOTHER(...)                                                     \
    pto_tile_t dst = some_tile(0), src0 = some_tile(256), good = some_tile(512), other = good; \
    __VA_ARGS__;                                                             \
    for (int i = 0; i < 3; i++) {                                            \
        pto_tile_t src1 = i < 2 ? good : other;

// fault: tadd: valid region 9 x 8 of src1 exceeds its 8 x 8
PTO_KERNEL(again_valid, (float *, x))
{
    ADD_ANOTHER(other.valid_rows = 9)
        pto_tadd(&dst, &src0, &src1);  // <- here
    }
}

// fault: tadd: valid region 8 x -1 of src1 exceeds its 8 x 8
PTO_KERNEL(again_negative, (float *, x))
{
    ADD_ANOTHER(other.valid_cols = -1)
        pto_tadd(&dst, &src0, &src1);  // <- here
    }
}

// fault: tadd: src1: UB offset 514 is no multiple of the element's 4 bytes
PTO_KERNEL(again_unaligned, (float *, x))
{
    ADD_ANOTHER(other.address = 514)
        pto_tadd(&dst, &src0, &src1);  // <- here
    }
}

// fault: tadd: src1: 256 bytes at UB offset 4294967040 are outside its * bytes
PTO_KERNEL(again_outside, (float *, x))
{
    ADD_ANOTHER(other.address = UINT32_MAX - 255)
        pto_tadd(&dst, &src0, &src1);  // <- here
    }
}

// fault: tadd: src1: 1796 bytes at UB offset * are outside its * bytes
PTO_KERNEL(again_pitch, (float *, x))
{
    ADD_ANOTHER(other.address = (uint32_t)hal_memory(HAL_MEM_UB, 0, 0).bytes - 256; good.address = other.address;
                other.pitch = 63)
        pto_tadd(&dst, &src0, &src1);  // <- here
    }
}

// fault: tadd: src1 has element type i32, the tiles before it f32
PTO_KERNEL(again_element, (float *, x))
{
    ADD_ANOTHER(other.elem = PTO_ELEM_I32)
        pto_tadd(&dst, &src0, &src1);  // <- here
    }
}

// fault: tadd: tile src1 is missing
PTO_KERNEL(again_missing, (float *, x))
{
    ADD_ANOTHER(other = (pto_tile_t){0})
        pto_tadd(&dst, &src0, &src1);  // <- here
    }
}

// fault: tmov: valid region 2 x 1 of fp exceeds its 1 x 1
PTO_KERNEL(again_there, (float *, x))
{
    ADD_ANOTHER(good = (pto_tile_t){0}; other.rows = other.cols = 1; other.valid_rows = 2; other.valid_cols = 1)
        pto_tmov(&dst, &src0, &src1, PTO_NONE, PTO_ACC_TO_VEC_0, PTO_RELU_NONE, PTO_GROUP_AXIS1);  // <- here
    }
}

// fault: tload: tensor src is missing
PTO_KERNEL(again_tensor, (float *, x))
{
    pto_tile_t dst = some_tile(0);
    pto_tensor_t good = pto_tensor(x, f32, ND, {8, 8}), none = {0};
    for (int i = 0; i < 3; i++) {
        pto_tload(&dst, i < 2 ? &good : &none, PTO_NONE, PTO_PAD_MODE_NULL);  // <- here
    }
}

/// The image ///

static _Alignas(64) float gm[4096];

int main(void)
{
    static pto_run_result_t result;
    for (const pto_kernel_t *kernel = pto_kernels_begin; kernel < pto_kernels_end; kernel++) {
        const uint64_t args[] = {PTO_ARG(&gm[0])};
        const pto_gm_buffer_t buffer = {gm, sizeof gm, "x"};
        const pto_run_options_t options = {.hart_num = 1, .return_on_fault = true};
        int fault = pto_run(kernel, args, &buffer, 1, &options, &result);
        hal_puts(HAL_STDOUT, kernel->name);
        hal_puts(HAL_STDOUT, ": ");
        hal_puts(HAL_STDOUT, fault ? result.report : "no fault");
        hal_puts(HAL_STDOUT, "\n");
    }
    return 0;
}
