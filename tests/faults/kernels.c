// SPDX-License-Identifier: Apache-2.0
//
// One kernel a fault. Each takes one buffer, 64 KiB of GM, and ends in the report that stands above it;
// run.py boots each, compares the report, the exit status and the place, and that nothing was written.
//
//   // fault: what*it says     the parts between '*' appear in the report, in order
//   // fault: this | that      one of the two: where plain C takes the place of vector instructions, it looks first
//   // warning: what*it says   the kernel runs to its end, the report is a warning
//
// A line marked "<- here" is the place that the report must name.

#include <hal/hal.h>
#include <pto/pto.h>
#include <pto/runtime.h>

enum { UB_BYTES = 256 * 1024, GM_BYTES = 64 * 1024 };

// ---------------------------------------------------------------------------------------------------------------------
// Transfers

// fault: mte_gm_ub: destination range of 128 bytes at UB offset 262048*PIPE_MTE2
PTO_KERNEL(dma_past_ub_end, (float *, gm))
{
    pto_mte_gm_ub(gm, pto_ub(float, UB_BYTES - 96), 0, 128, .nburst = {1, 128, 128}); // <- here
}

// fault: mte_ub_gm: source range of 64 bytes at UB offset 262112*PIPE_MTE3
PTO_KERNEL(dma_from_past_ub_end, (float *, gm))
{
    pto_mte_ub_gm(pto_ub(float, UB_BYTES - 32), gm, 64, .nburst = {1, 64, 64}); // <- here
}

// fault: mte_gm_ub: destination range*outside its 262144 bytes*3 x 32 bytes
PTO_KERNEL(dma_last_row_past_ub_end, (float *, gm))
{
    pto_mte_gm_ub(gm, pto_ub(float, 0), 0, 32, .nburst = {3, 32, UB_BYTES / 2}); // <- here
}

// fault: mte_gm_ub: source range of 64 bytes at offset 65504 of GM buffer*outside its 65536 bytes
PTO_KERNEL(dma_past_gm_end, (float *, gm))
{
    pto_mte_gm_ub(gm + GM_BYTES / 4 - 8, pto_ub(float, 0), 0, 64, .nburst = {1, 64, 64}); // <- here
}

// fault: mte_gm_ub: source range of 64 bytes*in no bound GM buffer
PTO_KERNEL(dma_before_gm, (float *, gm))
{
    pto_mte_gm_ub(gm - 8, pto_ub(float, 0), 0, 64, .nburst = {1, 64, 64}); // <- here
}

// fault: mte_ub_gm: destination range*GM buffer*outside its 65536 bytes
PTO_KERNEL(dma_store_past_gm_end, (float *, gm))
{
    pto_mte_ub_gm(pto_ub(float, 0), gm, 128, .nburst = {2, 128, GM_BYTES - 64}); // <- here
}

// fault: mte_ub_gm: destination range of 128 bytes at address 0x0 is in no bound GM buffer
PTO_KERNEL(dma_store_to_null, (float *, gm))
{
    pto_mte_ub_gm(pto_ub(float, 0), (float *)0, 128, .nburst = {1, 128, 128}); // <- here
}

// fault: mte_gm_ub: misaligned destination: UB offset 16*multiple of 32
PTO_KERNEL(dma_misaligned_ub, (float *, gm))
{
    pto_mte_gm_ub(gm, pto_ub(float, 16), 0, 128, .nburst = {1, 128, 128}); // <- here
}

// fault: mte_gm_ub: misaligned destination: UB stride 40*multiple of 32
PTO_KERNEL(dma_misaligned_stride, (float *, gm))
{
    pto_mte_gm_ub(gm, pto_ub(float, 0), 0, 32, .nburst = {2, 32, 40}); // <- here
}

// fault: copy_gm_to_ubuf: destination range of 262208 bytes at UB offset 0
PTO_KERNEL(copy_past_ub_end, (float *, gm))
{
    pto_set_loop_size_outtoub(2, 1);
    pto_set_loop1_stride_outtoub(128, UB_BYTES - 64);
    pto_copy_gm_to_ubuf(gm, pto_ub(float, 0), 0, 1, 128, 0, 0, false, 0, 128, 128); // <- here
}

// fault: copy_ubuf_to_gm: destination range of 128000 bytes*GM buffer*outside its 65536 bytes
PTO_KERNEL(copy_past_gm_end, (float *, gm))
{
    pto_copy_ubuf_to_gm(pto_ub(float, 0), gm, 0, 1000, 128, 0, 128, 128); // <- here
}

// fault: mte_ub_gm: an atomic store of elements of 4 bytes to GM 0x*, 96 bytes with stride 98
PTO_KERNEL(atomic_misaligned, (float *, gm))
{
    pto_set_atomic_f32();
    pto_mte_ub_gm(pto_ub(float, 0), gm, 96, .nburst = {2, 96, 98}); // <- here
}

// fault: copy_ubuf_to_gm: CTRL holds no atomic mode: type 7, operation 0
PTO_KERNEL(atomic_unknown, (float *, gm))
{
    pto_set_ctrl(7 << 6);
    pto_copy_ubuf_to_gm(pto_ub(float, 0), gm, 0, 1, 128, 0, 128, 128); // <- here
}

// ---------------------------------------------------------------------------------------------------------------------
// Vector accesses

PTO_VF(load_from, (const float *, ub))
{
    pto_vf32_t v = pto_vlds(ub, 0);
    pto_vsts(v, pto_ub(float, 0), 0, pto_pset_b32(PTO_PAT_ALL));
}

PTO_VF(store_to, (float *, ub))
{
    pto_vsts(pto_vbr(1.0f), ub, 0, pto_pset_b32(PTO_PAT_ALL));
}

// fault: load access fault*UB offset 262144 of 262144 bytes*PIPE_V, vector function load_from | vector load outside UB: address*(UB offset 262271)*PIPE_V, vector function load_from
PTO_KERNEL(vlds_past_ub_end, (float *, gm))
{
    pto_launch(load_from, pto_ub(float, UB_BYTES - 128));
}

// fault: store*access fault*UB offset 262144 of 262144 bytes*PIPE_V, vector function store_to | vector store outside UB: address*(UB offset 262*)*PIPE_V, vector function store_to
PTO_KERNEL(vsts_past_ub_end, (float *, gm))
{
    pto_launch(store_to, pto_ub(float, UB_BYTES - 128));
}

// fault: vector store outside UB: address 0x*(UB offset -256), pc=0x*PIPE_V, vector function store_to
PTO_KERNEL(vsts_before_ub, (float *, gm))
{
    pto_launch(store_to, pto_ub(float, 0) - 64);
}

// fault: vector load outside UB: address*PIPE_V, vector function load_from
PTO_KERNEL(vlds_from_gm, (float *, gm))
{
    pto_launch(load_from, gm); // <- here
}

// fault: vector store outside UB: address*(UB offset 524288)*PIPE_V, vector function store_to
PTO_KERNEL(vsts_to_another_core, (float *, gm))
{
    pto_launch(store_to, pto_ub(float, 0) + 2 * UB_BYTES / 4); // <- here
}

// An address in the image that is aligned.
static float *in_image(void)
{
    return (float *)((uintptr_t)pto_kernels_begin & ~(uintptr_t)255);
}

// fault: vector store outside UB: address*PIPE_V, vector function store_to
PTO_KERNEL(vsts_to_the_image, (float *, gm))
{
    pto_launch(store_to, in_image()); // <- here
}

// fault: vector load outside UB: address*PIPE_V, vector function load_from
PTO_KERNEL(vlds_from_the_image, (float *, gm))
{
    pto_launch(load_from, in_image()); // <- here
}

// A loop whose third turn goes somewhere else.
PTO_VF(far_turn, (float *, ub), (int32_t, n), (int32_t, far))
{
    for (int32_t i = 0, left = n; i < n; i += 64) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        int32_t at = i == 128 ? far : i;
        pto_vsts(pto_vadds(pto_vlds(ub, at), 1.0f, mask), ub, at, mask);
    }
}

// fault: load*PIPE_V, vector function far_turn
PTO_KERNEL(far_index_into_another_core, (float *, gm))
{
    pto_launch(far_turn, pto_ub(float, 0), 512, 2 * UB_BYTES / 4); // <- here
}

// fault: load*PIPE_V, vector function far_turn
PTO_KERNEL(far_index_into_gm, (float *, gm))
{
    pto_launch(far_turn, pto_ub(float, 0), 512, (int32_t)(gm - pto_ub(float, 0))); // <- here
}

// fault: load*PIPE_V, vector function far_turn
PTO_KERNEL(far_index_into_a_stack_of_another, (float *, gm))
{
    const uint32_t last = hal_vector_core_num() + hal_cube_core_num() - 1;
    const float *stack = (const float *)(uintptr_t)hal_su_stack(0, last).base;
    pto_launch(far_turn, pto_ub(float, 0), 512, (int32_t)(stack - pto_ub(float, 0))); // <- here
}

static float of_the_image[64] __attribute__((aligned(256)));

// fault: store*PIPE_V, vector function far_turn | load*PIPE_V, vector function far_turn
PTO_KERNEL(far_index_into_data_of_the_image, (float *, gm))
{
    pto_launch(far_turn, pto_ub(float, 0), 512, (int32_t)(of_the_image - pto_ub(float, 0))); // <- here
}

PTO_VF(gather_far, (uint32_t *, ub), (uint32_t, index))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vsts(pto_vgather2(ub, pto_vbr(index), all), ub, 0, all);
}

// fault: load*PIPE_V, vector function gather_far
PTO_KERNEL(gather_from_another_core, (float *, gm))
{
    pto_launch(gather_far, pto_ub(uint32_t, 0), 2 * UB_BYTES / 4); // <- here
}

PTO_VF(scatter_far, (uint32_t *, ub), (uint32_t, index))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vscatter(pto_vbr(index), ub, pto_vbr(index), all);
}

// fault: store*PIPE_V, vector function scatter_far
PTO_KERNEL(scatter_to_another_core, (float *, gm))
{
    pto_launch(scatter_far, pto_ub(uint32_t, 0), 2 * UB_BYTES / 4); // <- here
}

PTO_VF(store_plainly, (float *, ub), (float *, to))
{
    *to = ub[0] + 1.0f;
}

PTO_VF(load_plainly, (float *, ub), (const float *, from))
{
    ub[0] = *from;
}

// fault: store*PIPE_V, vector function store_plainly
PTO_KERNEL(plain_store_into_data_of_the_image, (float *, gm))
{
    pto_launch(store_plainly, pto_ub(float, 0), of_the_image); // <- here
}

// fault: store*PIPE_V, vector function store_plainly
PTO_KERNEL(plain_store_into_gm, (float *, gm))
{
    pto_launch(store_plainly, pto_ub(float, 0), gm); // <- here
}

// fault: load*PIPE_V, vector function load_plainly
PTO_KERNEL(plain_load_from_gm, (float *, gm))
{
    pto_launch(load_plainly, pto_ub(float, 0), gm); // <- here
}

// fault: store*PIPE_V, vector function store_plainly
PTO_KERNEL(plain_store_into_another_core, (float *, gm))
{
    pto_launch(store_plainly, pto_ub(float, 0), pto_ub(float, 0) + 2 * UB_BYTES / 4); // <- here
}

// fault: store*PIPE_V, vector function store_plainly
PTO_KERNEL(plain_store_into_a_cube_memory, (float *, gm))
{
    float *l1 = (float *)hal_memory(HAL_MEM_L1, 0, 0).base;
    pto_launch(store_plainly, pto_ub(float, 0), l1); // <- here
}

// fault: misaligned vector load*UB offset 0x4*PIPE_V, vector function load_from
PTO_KERNEL(vlds_misaligned, (float *, gm))
{
    pto_launch(load_from, pto_ub(float, 4));
}

// fault: misaligned vector store*UB offset 0x10*PIPE_V, vector function store_to
PTO_KERNEL(vsts_misaligned, (float *, gm))
{
    pto_launch(store_to, pto_ub(float, 16));
}

// fault: UB offset 262145 is outside its 262144 bytes*PIPE_S
PTO_KERNEL(ub_offset_out_of_range, (float *, gm))
{
    pto_mte_gm_ub(gm, pto_ub(float, UB_BYTES + 1), 0, 32, .nburst = {1, 32, 32}); // <- here
}

// ---------------------------------------------------------------------------------------------------------------------
// Synchronisation

// fault: set_flag: event id 8 is not in 0..7
PTO_KERNEL(event_id_too_large, (float *, gm))
{
    pto_set_flag(PIPE_MTE2, PIPE_V, 8); // <- here
}

// fault: wait_flag: event id -1 is not in 0..7
PTO_KERNEL(event_id_negative, (float *, gm))
{
    pto_wait_flag(PIPE_MTE2, PIPE_V, -1); // <- here
}

// fault: set_flag: a vector core has no pipe PIPE_M;
PTO_KERNEL(pipe_of_another_core, (float *, gm))
{
    pto_set_flag(PIPE_M, PIPE_FIX, EVENT_ID0); // <- here
}

// fault: get_buf: buffer id 32 is not in 0..31
PTO_KERNEL(buffer_id_too_large, (float *, gm))
{
    pto_get_buf(PIPE_MTE2, 32, 0); // <- here
}

// fault: rls_buf: buffer id -1 is not in 0..31
PTO_KERNEL(buffer_id_negative, (float *, gm))
{
    pto_rls_buf(PIPE_MTE2, -1, 0); // <- here
}

// fault: get_buf: mode 7 is not 0 or 1
PTO_KERNEL(buffer_mode_unknown, (float *, gm))
{
    pto_get_buf(PIPE_MTE2, 0, 7); // <- here
}

// fault: get_buf: PIPE_V holds buffer 6 already
PTO_KERNEL(buffer_taken_twice, (float *, gm))
{
    pto_get_buf(PIPE_V, 6, 0);
    pto_get_buf(PIPE_V, 6, 0); // <- here
}

// fault: rls_buf: PIPE_MTE2 does not hold buffer 3
PTO_KERNEL(buffer_released_by_nobody, (float *, gm))
{
    pto_rls_buf(PIPE_MTE2, 3, 0); // <- here
}

// fault: set_flag: PIPE_MTE2 -> PIPE_V EVENT_ID3 is set already, by*kernels.c
PTO_KERNEL(flag_set_twice, (float *, gm))
{
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID3);
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID3); // <- here
}

// fault: deadlock: PIPE_V waits for what nobody will do*PIPE_V waits: wait_flag PIPE_MTE2 -> PIPE_V EVENT_ID5*likely cause: the wait at*needs another set_flag PIPE_MTE2 -> PIPE_V EVENT_ID5, and the kernel has issued all it has
PTO_KERNEL(wait_without_set, (float *, gm))
{
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID5); // <- here
}

// fault: deadlock: PIPE_MTE2 waits for PIPE_V, PIPE_V waits for PIPE_MTE2*PIPE_MTE2 waits: wait_flag PIPE_V -> PIPE_MTE2 EVENT_ID0*likely cause: set_flag PIPE_V -> PIPE_MTE2 EVENT_ID0 at*comes too late for the wait at*: the first iteration needs one in front of it
PTO_KERNEL(wait_in_a_circle, (float *, gm))
{
    pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0); // <- here
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
}

// fault: deadlock: PIPE_S waits for itself*PIPE_S waits: wait_flag PIPE_MTE2 -> PIPE_S EVENT_ID0*likely cause: the wait at*needs another set_flag PIPE_MTE2 -> PIPE_S EVENT_ID0, which can only come behind it
PTO_KERNEL(scalar_unit_waits_for_ever, (float *, gm))
{
    pto_wait_flag(PIPE_MTE2, PIPE_S, EVENT_ID0); // <- here
}

// fault: deadlock: PIPE_V waits for what nobody will do*PIPE_V waits: get_buf buffer 3*likely cause: nothing releases its buffer for get_buf buffer 3 mode 0 at*kernels.c:*; PIPE_MTE2 has held it since*kernels.c
PTO_KERNEL(buffer_never_released, (float *, gm))
{
    pto_get_buf(PIPE_MTE2, 3, 0);
    pto_get_buf(PIPE_V, 3, 0); // <- here
}

// fault: deadlock: PIPE_V waits for what nobody will do*likely cause: the wait at*EVENT_ID1*; PIPE_MTE2 -> PIPE_V EVENT_ID0 is set instead, at*kernels.c
PTO_KERNEL(wait_with_another_id, (float *, gm))
{
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID1); // <- here
}

// fault: deadlock: PIPE_V waits for PIPE_S, PIPE_S waits for PIPE_V*likely cause: the wait at*needs another set_flag PIPE_S -> PIPE_V EVENT_ID2, and the scalar unit stands in front of it, at*pipe_barrier PIPE_ALL
PTO_KERNEL(set_behind_a_barrier, (float *, gm))
{
    pto_wait_flag(PIPE_S, PIPE_V, EVENT_ID2); // <- here
    pto_pipe_barrier(PIPE_ALL);
    pto_set_flag(PIPE_S, PIPE_V, EVENT_ID2);
}

// warning: flag PIPE_MTE2 -> PIPE_V EVENT_ID2 is still set at the end of block 0
PTO_KERNEL(flag_left_set, (float *, gm))
{
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID2); // <- here
}

// warning: buffer 4 is still held by PIPE_MTE2 at the end of block 0
PTO_KERNEL(buffer_left_taken, (float *, gm))
{
    pto_get_buf(PIPE_MTE2, 4, 0); // <- here
}

// ---------------------------------------------------------------------------------------------------------------------
// Vector functions

// A vector function as a compiler other than this one might describe it.
static void nothing(const void *params)
{
    (void)params;
}

// fault: vector function nothing: 200 bytes of parameters exceed*192
PTO_KERNEL(vf_parameters_too_large, (float *, gm))
{
    static const pto_vf_t vf = {"nothing", nothing, PTO_VF_PARAM_BYTES + 8};
    static const uint8_t params[PTO_VF_PARAM_BYTES + 8];
    pto_launch_raw(&vf, params, sizeof params); // <- here
}

static void launch_another(const void *params)
{
    static const pto_vf_t vf = {"nothing", nothing, 0};
    (void)params;
    pto_launch_raw(&vf, NULL, 0); // <- here
}

// fault: launching a vector function inside a vector function*PIPE_V, vector function launch_another
PTO_KERNEL(vf_launches_vf, (float *, gm))
{
    static const pto_vf_t vf = {"launch_another", launch_another, 0};
    pto_launch_raw(&vf, NULL, 0);
}

static void command_from_vf(const void *params)
{
    (void)params;
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0); // <- here
}

// fault: set_flag inside a vector function*PIPE_V, vector function command_from_vf
PTO_KERNEL(vf_issues_command, (float *, gm))
{
    static const pto_vf_t vf = {"command_from_vf", command_from_vf, 0};
    pto_launch_raw(&vf, NULL, 0);
}

// ---------------------------------------------------------------------------------------------------------------------
// Traps

#ifdef __riscv
#define ILLEGAL    "unimp"
#define BREAKPOINT "ebreak"
#elif defined(__x86_64__)
#define ILLEGAL    "ud2"
#define BREAKPOINT "int3"
#else
#define ILLEGAL    "udf 0"
#define BREAKPOINT "brk 0"
#endif

// fault: illegal instruction*PIPE_S
PTO_KERNEL(illegal_instruction, (float *, gm))
{
    __asm__ volatile(ILLEGAL); // <- here
}

PTO_VF(illegal_vf, (int32_t, unused))
{
    (void)unused;
    __asm__ volatile(ILLEGAL);
}

// fault: illegal instruction*PIPE_V, vector function illegal_vf
PTO_KERNEL(illegal_instruction_in_vf, (float *, gm))
{
    pto_launch(illegal_vf, 0);
}

// fault: load access fault: address 0x10,*PIPE_S
PTO_KERNEL(load_fault, (float *, gm))
{
    // Nothing of the machine is mapped there.
    (void)*(volatile uint32_t *)0x10; // <- here
}

// fault: store*access fault: address 0x10,*PIPE_S
PTO_KERNEL(store_fault, (float *, gm))
{
    *(volatile uint32_t *)0x10 = 1; // <- here
}

// fault: store*access fault: address 0x*PIPE_S
PTO_KERNEL(store_into_the_code, (float *, gm))
{
    *(volatile uint64_t *)(uintptr_t)pto_kernels_begin = 0; // <- here
}

// fault: breakpoint*PIPE_S
PTO_KERNEL(breakpoint, (float *, gm))
{
    __asm__ volatile(BREAKPOINT); // <- here
}

static __attribute__((noinline)) int deeper(volatile int *level)
{
    volatile int mine[64];
    mine[0] = *level + 1;
    return deeper(mine) + mine[1];
}

// fault: stack overflow: address*deeper*PIPE_S
PTO_KERNEL(stack_overflow, (float *, gm))
{
    volatile int zero = 0;
    deeper(&zero);
}

PTO_VF(overflow, (float *, ub))
{
    volatile int zero = 0;
    ub[0] = (float)deeper(&zero);
}

// fault: stack overflow: address*deeper*PIPE_V, vector function overflow
PTO_KERNEL(stack_overflow_of_a_vector_function, (float *, gm))
{
    pto_launch(overflow, pto_ub(float, 0)); // <- here
}

// fault: stack overflow: address*deeper*PIPE_S | needs a cube core, which the board has not
PTO_CUBE_KERNEL(stack_overflow_of_a_cube_core, (float *, gm))
{
    volatile int zero = 0;
    deeper(&zero);
}

// fault: scalar access of 4 bytes*outside UB and the GM buffers*PIPE_S
PTO_KERNEL(scalar_load_outside, (float *, gm))
{
    (void)pto_load_scalar(gm, GM_BYTES); // <- here
}

// fault: scalar access of 4 bytes*outside UB and the GM buffers*PIPE_S
PTO_KERNEL(scalar_store_outside, (float *, gm))
{
    pto_store_scalar(1.0f, gm, -1); // <- here
}

// fault: index 2 is outside of 2 items*PIPE_S
PTO_KERNEL(local_array_outside, (float *, gm))
{
    int64_t ids[2] = {0};
    volatile int64_t index = 2;
    ids[pto_index(index, 2)] = 1; // <- here
    pto_get_buf(PIPE_V, ids[0], 0);
}

// fault: a report that traps; at * ... (this report ends here
PTO_KERNEL(reports_and_traps, (float *, gm))
{
    static const pto_loc_t wild = {.file = "kernels.c", .function = (const char *)8};
    (void)gm;
    pto_fault_at(&wild, "a report that traps");
}

// For boot.py: a parameter that is no buffer.
PTO_KERNEL(wants_number, (int32_t, n))
{
    (void)n;
}

// For boot.py: a parameter of each kind of number.
PTO_KERNEL(wants_numbers, (int8_t, a), (uint16_t, b), (int32_t, c), (uint64_t, d), (pto_f16_t, e), (pto_bf16_t, f),
           (float, g), (double, h))
{
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
}

// For boot.py: what needs f16 vectors, and what does not. It doubles the first register of the buffer.
#define TWICE(T, type)                                                       \
    PTO_VF(twice_##T##_vf, (type *, ub))                                     \
    {                                                                        \
        pto_m##T##_t all = ALL_##T;                                          \
        pto_vsts(pto_vmuls(pto_vlds(ub, 0), (type)2, all), ub, 0, all);      \
    }                                                                        \
    PTO_KERNEL(twice_##T, (type *, gm))                                      \
    {                                                                        \
        pto_mte_gm_ub(gm, pto_ub(type, 0), 0, 256, .nburst = {1, 256, 256}); \
        pto_pipe_barrier(PIPE_ALL);                                          \
        pto_launch(twice_##T##_vf, pto_ub(type, 0));                         \
        pto_pipe_barrier(PIPE_ALL);                                          \
        pto_mte_ub_gm(pto_ub(type, 0), gm, 256, .nburst = {1, 256, 256});    \
    }
#define ALL_f32 pto_pset_b32(PTO_PAT_ALL)
#define ALL_f16 pto_pset_b16(PTO_PAT_ALL)
TWICE(f32, float)
#ifdef __FLT16_MANT_DIG__
TWICE(f16, pto_f16_t)
#endif
