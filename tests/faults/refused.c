// SPDX-License-Identifier: Apache-2.0
//
// What calls refuse whose values only the run knows, one kernel each. The image runs all and prints the reports;
// refused.py compares them with what stands above each kernel:
//
//   // fault: what*it says     the parts between '*' appear in the report, in order

#include <hal/hal.h>
#include <pto/pto.h>
#include <pto/runtime.h>

// A number that the compiler does not see.
static int64_t hidden(int64_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

/// Transfers ///

// fault: copy_ubuf_to_ubuf: burst length 65536, source gap 0 or destination gap 0 does not fit 16 bits
PTO_KERNEL(copy_width, (float *, x))
{
    pto_copy_ubuf_to_ubuf(pto_ub(float, 0), pto_ub(float, 1024), 0, 1, hidden(65536), 0, 0);
    (void)x;
}

// fault: mte_gm_ub: padding count 256 does not fit 8 bits
PTO_KERNEL(pad_width, (float *, x))
{
    pto_mte_gm_ub(x, pto_ub(float, 0), 0, 64, .nburst = {1, 64, 64}, .pad = PTO_PAD(1.0f, hidden(256), 0));
}

// fault: mte_gm_ub: cache control 4 does not fit 2 bits
PTO_KERNEL(cache_width, (float *, x))
{
    pto_mte_gm_ub(x, pto_ub(float, 0), hidden(4), 64, .nburst = {1, 64, 64});
}

// fault: copy_gm_to_ubuf: cache control 4 does not fit 2 bits
PTO_KERNEL(copy_cache_width, (float *, x))
{
    pto_copy_gm_to_ubuf(x, pto_ub(float, 0), 0, 1, 64, 0, 0, false, hidden(4), 64, 64);
}

// fault: set_loop_size: count 2097152 or 1 does not fit 21 bits
PTO_KERNEL(loop_size, (float *, x))
{
    pto_set_loop_size_outtoub(hidden(1 << 21), 1);
    (void)x;
}

// fault: copy_gm_to_ubuf: a padding element of 3 bytes is not 1, 2, 4 or 8
PTO_KERNEL(pad_element, (float *, x))
{
    pto_set_mov_pad_val_at(PTO_LOC, 0, (uint32_t)hidden(3));
    pto_copy_gm_to_ubuf(x, pto_ub(float, 0), 0, 1, 64, 1, 0, true, 0, 64, 64);
}

/// Flags, tokens, events ///

// fault: set_flag: there is no pipe 99
PTO_KERNEL(pipe_number, (float *, x))
{
    pto_set_flag((uint32_t)hidden(99), PIPE_V, 0);
    (void)x;
}

// fault: set_flag: PIPE_V to itself; pipe_barrier orders one pipe
PTO_KERNEL(flag_to_itself, (float *, x))
{
    pto_set_flag((uint32_t)hidden(PIPE_V), (uint32_t)hidden(PIPE_V), 0);
    (void)x;
}

// fault: get_buf: PIPE_V holds buffer 3 already, since*refused.c:
PTO_KERNEL(token_twice, (float *, x))
{
    pto_get_buf(PIPE_V, 3, 0);
    pto_get_buf(PIPE_V, 3, 0);
    (void)x;
}

// fault: wait_event: command 77 of PIPE_MTE2 has not been issued
PTO_KERNEL(event_to_come, (float *, x))
{
    pto_wait_event(PIPE_V, ((pto_event_t){.pipe = PIPE_MTE2, .seq = 77}));
    (void)x;
}

/// Synchronisation of cores ///

// fault: set_intra_block: a block of kernel semaphore_alone is one core, there is no other to synchronise with
PTO_KERNEL(semaphore_alone, (float *, x))
{
    pto_set_intra_block(PIPE_V, 1);
    (void)x;
}

// fault: set_intra_block: A2A3 has no such instruction; set_cross_core and wait_flag_dev are its own
PTO_KERNEL(a2a3_semaphore, (float *, x))
{
    pto_set_intra_block(PIPE_V, 1);
    (void)x;
}

// fault: set_cross_core: mode 1 is between vector cores, and this is a cube core
PTO_CUBE_KERNEL(cross_mode_1, (float *, x))
{
    pto_set_cross_core(PIPE_FIX, hidden(1), 1);
    (void)x;
}

// fault: set_cross_core: mode 2 is between a cube core and vector cores, and a block of kernel cross_mode_2 is one core
PTO_KERNEL(cross_mode_2, (float *, x))
{
    pto_set_cross_core(PIPE_V, hidden(2), 1);
    (void)x;
}

// fault: syncall: there is no core type 7
PTO_KERNEL(core_type, (float *, x))
{
    pto_syncall((pto_sync_core_type_t)hidden(7));
    (void)x;
}

// fault: syncall: 100 cores of 1 cannot meet
PTO_KERNEL(too_many_meet, (int32_t *, x))
{
    pto_syncall_soft(PTO_SYNC_AIV_ONLY, x, hidden(100));
}

// fault: syncall: the 64 bytes of the counter at address*are in no bound GM buffer
PTO_KERNEL(counter_in_ub, (int32_t *, x))
{
    pto_syncall_soft(PTO_SYNC_AIV_ONLY, pto_ub(int32_t, 0), 1);
    (void)x;
}

/// Memories and launches ///

// fault: there is no memory of that number
PTO_KERNEL(memory_number, (float *, x))
{
    pto_mem_addr_at(PTO_LOC, (pto_mem_t)hidden(77), 0);
    (void)x;
}

PTO_VF(nothing, (int32_t, n))
{
    (void)n;
}

// fault: vector function nothing: 4096 bytes of parameters exceed the parameter buffer of 192
PTO_KERNEL(long_parameters, (float *, x))
{
    static const char bytes[4096];
    pto_launch_raw(&pto_vf_nothing, bytes, (size_t)hidden(sizeof bytes));
    (void)x;
}

PTO_VF(distribution, (float *, in), (uint32_t, number))
{
    pto_vsts(pto_vlds_f32(in, 0, (pto_attr_t)number), in, 64, pto_pset_b32(PTO_PAT_ALL));
}

// fault: bad attribute 4000 of a vector access at address 0x*, pc=0x
PTO_KERNEL(distribution_number, (float *, x))
{
    pto_launch(distribution, pto_ub(float, 0), (uint32_t)hidden(4000));
    (void)x;
}

// fault: misaligned scalar access: address 0x*is no multiple of 4
PTO_KERNEL(scalar_alignment, (float *, x))
{
    pto_store_scalar(1.0f, (float *)((uintptr_t)pto_ub(float, 0) + (uintptr_t)hidden(2)), 0);
    (void)x;
}

/// The cube core: loads ///

// fault: load_cbuf_to_ca: transposing elements of 8 bits takes a multiple of 2 fractal rows, not 1
PTO_CUBE_KERNEL(transposed_rows, (float *, x))
{
    pto_load_cbuf_to_ca(pto_l1(int8_t, 0), pto_l0a(int8_t, 0), 0, 0, hidden(1), 2, 1, 1, true);
    (void)x;
}

// fault: load_cbuf_to_ca: transposing elements of 32 bits takes a multiple of 2 fractal columns, not 1
PTO_CUBE_KERNEL(transposed_columns, (float *, x))
{
    pto_load_cbuf_to_ca(pto_l1(float, 0), pto_l0a(float, 0), 0, 0, 2, hidden(1), 1, 1, true);
    (void)x;
}

// fault: load_cbuf_to_ca: a step of 0 fractals
PTO_CUBE_KERNEL(no_step, (float *, x))
{
    pto_load_cbuf_to_ca(pto_l1(float, 0), pto_l0a(float, 0), 0, 0, hidden(0), 1, 1, 1, false);
    (void)x;
}

// fault: raw_fill_l1: a word has 16 or 32 bits, not 24
PTO_CUBE_KERNEL(fill_word, (float *, x))
{
    pto_raw_fill_l1(pto_l1(uint16_t, 0), 0, 0, 1, 1, 0, hidden(24));
    (void)x;
}

// fault: mte_gm_l1_frac: cache control 16 does not fit 4 bits
PTO_CUBE_KERNEL(frac_cache, (float *, x))
{
    pto_mte_gm_l1_frac(x, pto_l1(float, 0), PTO_ND2NZ, 16, 8, .src_layout = {32, 0}, .dst_group = {1, 1, 16, 0},
                       .ctrl = {hidden(16), false});
}

// fault: mte_gm_l1_frac: small C0 takes at most 4 elements of d, not 8
PTO_CUBE_KERNEL(frac_small, (float *, x))
{
    pto_mte_gm_l1_frac(x, pto_l1(float, 0), PTO_ND2NZ, 16, hidden(8), .src_layout = {32, 0}, .dst_group = {1, 1, 16, 0},
                       .ctrl = {0, true});
}

// fault: mte_l1_l0a: an extent of 0 x 16 elements
PTO_CUBE_KERNEL(load_extent, (float *, x))
{
    pto_mte_l1_l0a(pto_l1(pto_f16_t, 0), pto_l0a(pto_f16_t, 0), hidden(0), 16);
    (void)x;
}

// fault: mte_l1_l0a: elements of 64 bits are not for the cube core
PTO_CUBE_KERNEL(load_elements, (float *, x))
{
    pto_mte_l1_l0_at(PTO_LOC, PTO_MEM_L0A, pto_l1(float, 0), pto_l0a(float, 0), PTO_ELEM_I64, 16, 16,
                     &(pto_l0_load_t){0});
    (void)x;
}

// fault: mte_l1_bt: the types are f32, f16 or bf16 to f32, or i32 to i32
PTO_CUBE_KERNEL(bias_types, (float *, x))
{
    pto_mte_l1_bt(pto_l1(int8_t, 0), pto_bt(float, 0), 1, .nburst = {1, 0, 0});
    (void)x;
}

/// The cube core: multiplies ///

// fault: sat(preserve_nan) is for stores
PTO_CUBE_KERNEL(mad_sat, (float *, x))
{
    pto_mad(pto_l0a(pto_f16_t, 0), pto_l0b(pto_f16_t, 0), pto_l0c(float, 0), 16, 16, 16, .sat = PTO_SAT_PRESERVE_NAN);
    (void)x;
}

// fault: unit_flag(check_and_clear) is for stores
PTO_CUBE_KERNEL(mad_unit_flag, (float *, x))
{
    pto_mad(pto_l0a(pto_f16_t, 0), pto_l0b(pto_f16_t, 0), pto_l0c(float, 0), 16, 16, 16,
            .unit_flag = PTO_CHECK_AND_CLEAR);
    (void)x;
}

/// The cube core: stores ///

// fault: mte_l0c_gm: the source is f32 or i32
PTO_CUBE_KERNEL(store_source, (float *, x))
{
    pto_mte_l0c_gm(pto_l0c(int8_t, 0), x, 16, 16, 16, 16, 0, 0);
}

// fault: mte_l0c_gm: this pre_quant does not go between these element types
PTO_CUBE_KERNEL(store_types, (int32_t *, x))
{
    pto_mte_l0c_gm(pto_l0c(float, 0), x, 16, 16, 16, 16, 0, 0);
}

// fault: mte_l0c_l1: nz2nz has no loop3
PTO_CUBE_KERNEL(store_loop, (float *, x))
{
    pto_mte_l0c_l1(pto_l0c(float, 0), pto_l1(float, 0), 16, 16, 16, 16, .layout = {PTO_NZ2NZ, 0},
                   .loop3 = PTO_LOOP(2, 16, 256));
    (void)x;
}

// fault: mte_l0c_l1: nz2nz splits columns of f32 only
PTO_CUBE_KERNEL(store_columns, (float *, x))
{
    pto_mte_l0c_l1(pto_l0c(float, 0), pto_l1(pto_f16_t, 0), 16, 16, 16, 16, .layout = {PTO_NZ2NZ, 1});
    (void)x;
}

// fault: mte_l0c_gm: unit_flag goes with nz2dn(1), and this is nz2dn(2)
PTO_CUBE_KERNEL(store_unit_flag, (float *, x))
{
    pto_mte_l0c_gm(pto_l0c(float, 0), x, 16, 16, 16, 16, 0, 0, .layout = {PTO_NZ2DN, 2},
                   .unit_flag = PTO_CHECK_AND_CLEAR);
}

// fault: mte_l0c_gm: no such mode
PTO_CUBE_KERNEL(store_mode, (float *, x))
{
    pto_mte_l0c_gm(pto_l0c(float, 0), x, 16, 16, 16, 16, 0, 0, .pre_quant = {.mode = (uint32_t)hidden(60)});
}

// fault: mte_l0c_gm: this pre_quant needs a parameter
PTO_CUBE_KERNEL(store_no_scale, (pto_f16_t *, x))
{
    pto_mte_l0c_gm(pto_l0c(float, 0), x, 16, 16, 16, 16, 0, 0, .pre_quant = {.mode = PTO_QF322F16_PRE_SCALAR});
}

// fault: mte_l0c_gm: rows of 4-bit results start at whole bytes, in layouts nz2nd and nz2nz
PTO_CUBE_KERNEL(store_half_bytes, (int8_t *, x))
{
    pto_mte_l0c_gm(pto_l0c(float, 0), x, 16, 16, 16, hidden(17), 0, 0,
                   .pre_quant = PTO_PRE_QUANT(PTO_QF322S4_PRE_SCALAR, 1.0f));
}

// fault: mte_l0c_gm: this pre_relu needs a parameter
PTO_CUBE_KERNEL(store_no_alpha, (float *, x))
{
    pto_mte_l0c_gm(pto_l0c(float, 0), x, 16, 16, 16, 16, 0, 0, .pre_relu = {.mode = PTO_SCALAR_RELU});
}

// fault: mte_l0c_gm: no clip of this element type
PTO_CUBE_KERNEL(store_clip, (float *, x))
{
    pto_mte_l0c_gm(pto_l0c(float, 0), x, 16, 16, 16, 16, 0, 0, .clip = {.bits = 1, .present = true});
}

// fault: mte_l0c_gm: unit_flag(check_and_set) is for multiplies
PTO_CUBE_KERNEL(store_sets, (float *, x))
{
    pto_mte_l0c_gm(pto_l0c(float, 0), x, 16, 16, 16, 16, 0, 0, .unit_flag = PTO_CHECK_AND_SET);
}

// fault: mte_l0c_gm: the atomic type is not the element type of the destination
PTO_CUBE_KERNEL(store_atomic, (float *, x))
{
    pto_mte_l0c_gm(pto_l0c(float, 0), x, 16, 16, 16, 16, 0, 0, .atomic = {PTO_ATOMIC_S32, PTO_ATOMIC_ADD});
}

// fault: mte_l0c_l1 has no atomic
PTO_CUBE_KERNEL(store_l1_atomic, (float *, x))
{
    pto_mte_l0c_l1(pto_l0c(float, 0), pto_l1(float, 0), 16, 16, 16, 16, .atomic = {PTO_ATOMIC_F32, PTO_ATOMIC_ADD});
    (void)x;
}

// fault: mte_l0c_gm: stream 4 is not 0 to 3, or cache control 0 not 0 to 15
PTO_CUBE_KERNEL(store_stream, (float *, x))
{
    pto_mte_l0c_gm(pto_l0c(float, 0), x, 16, 16, 16, 16, hidden(4), 0);
}

// fault: mte_l0c_ub: split_m halves 15 rows
PTO_MIXED_KERNEL(store_split_m, (float *, x))
{
    PTO_CUBE_SECTION
    {
        pto_mte_l0c_ub(pto_l0c(float, 0), pto_ub(float, 0), hidden(15), 16, 16, 16, PTO_SPLIT_M);
    }
    (void)x;
}

// fault: mte_l0c_ub: split_n takes a multiple of 32 columns, not 16
PTO_MIXED_KERNEL(store_split_n, (float *, x))
{
    PTO_CUBE_SECTION
    {
        pto_mte_l0c_ub(pto_l0c(float, 0), pto_ub(float, 0), 16, hidden(16), 16, 16, PTO_SPLIT_N);
    }
    (void)x;
}

// fault: mte_l0c_ub: a split is for plain results in layout nz2nd
PTO_MIXED_KERNEL(store_split_relu, (float *, x))
{
    PTO_CUBE_SECTION
    {
        pto_mte_l0c_ub(pto_l0c(float, 0), pto_ub(float, 0), 16, 32, 16, 32, PTO_SPLIT_M,
                       .pre_relu = PTO_PRE_RELU(PTO_NORMAL_RELU));
    }
    (void)x;
}

/// The image ///

static _Alignas(64) float gm[4096];

int main(void)
{
    static pto_run_result_t result;
    for (const pto_kernel_t *kernel = pto_kernels_begin; kernel < pto_kernels_end; kernel++) {
        const uint64_t args[] = {PTO_ARG(&gm[0])};
        const pto_gm_buffer_t buffer = {.address = gm, .bytes = sizeof gm, .name = "x"};
        bool other = kernel->name[0] == 'a' && kernel->name[1] == '2';
        const pto_run_options_t options = {
            .hart_num = 1, .return_on_fault = true, .arch = other ? PTO_ARCH_A2A3 : PTO_ARCH_A5};
        int fault = pto_run(kernel, args, &buffer, 1, &options, &result);
        hal_puts(HAL_STDOUT, kernel->name);
        hal_puts(HAL_STDOUT, ": ");
        hal_puts(HAL_STDOUT, fault ? result.report : "no fault");
        hal_puts(HAL_STDOUT, "\n");
    }
    return 0;
}
