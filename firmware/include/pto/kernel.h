// SPDX-License-Identifier: Apache-2.0
//
// Kernels, vector functions and their launch; queries, pointers and scalar memory.
#ifndef PTO_KERNEL_H
#define PTO_KERNEL_H

#include <pto/arguments.h>
#include <pto/sync.h>
#include <pto/types.h>

#include <isa/limits.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Descriptors

typedef enum {
    PTO_PARAM_POINTER,
    PTO_PARAM_INT,
    PTO_PARAM_UINT,
    PTO_PARAM_FLOAT,  // f16, f32, f64 by its size
    PTO_PARAM_BF16,
    PTO_PARAM_OTHER,  // not bindable from a command line
} pto_param_kind_t;

typedef struct {
    const char *name;
    const char *type;
    uint8_t kind;            // pto_param_kind_t
    uint8_t bytes;           // of the parameter itself
    uint16_t element_bytes;  // pointer: of an element; else equals `bytes`
} pto_param_t;

// The cores of a block: one vector core, one cube core, a whole cluster, or one core with the pipes and memories of
// both kinds. The last is for kernels that mix vector and cube tiles without sections.
typedef enum {
    PTO_KERNEL_VECTOR,
    PTO_KERNEL_CUBE,
    PTO_KERNEL_MIXED,
    PTO_KERNEL_UNIFIED,
    PTO_KERNEL_PROGRAM,  // runs on no core, submits tasks: pto/program.h
} pto_kernel_kind_t;

// The profile of a kernel. PTO_KERNEL_ARCH applies to kernels defined after it.
typedef enum {
    PTO_FOR_ANY,
    PTO_FOR_A5,
    PTO_FOR_A2A3,
} pto_kernel_arch_t;

#ifndef PTO_KERNEL_ARCH
#define PTO_KERNEL_ARCH PTO_FOR_ANY
#endif

// Bytes of each memory, from its begin, that a kernel may write: an array by pto_mem_t, UINT32_MAX for the whole
// memory; NULL if that is unknown. Applies to kernels defined after it. ptoc finds it for kernels in .pto.
#ifndef PTO_KERNEL_WRITES
#define PTO_KERNEL_WRITES NULL
#endif

// One kernel. The linker collects them between pto_kernels_begin and pto_kernels_end; tools/ptometal/binary/elf.py
// reads them from the image file.
typedef struct {
    const char *name;
    const pto_loc_t *loc;
    const pto_param_t *params;
    uint16_t param_num;
    uint8_t kind;  // pto_kernel_kind_t
    uint8_t arch;  // pto_kernel_arch_t
    void (*entry)(const uint64_t *args);
    const uint32_t *writes;  // PTO_KERNEL_WRITES
} pto_kernel_t;

extern const pto_kernel_t pto_kernels_begin[], pto_kernels_end[];

// A vector function: PIPE_V runs it with a copy of its parameters.
typedef struct {
    const char *name;
    void (*entry)(const void *params);
    uint32_t param_bytes;
    uint32_t pointers;  // a bit for each 8 bytes of the parameters that hold a pointer
    bool is_checked;    // PTO_VF_IS_CHECKED
} pto_vf_t;

// Whether all accesses of the vector functions that follow are checked where nothing confines them. So it is in what ptoc
// emits, which has no plain C accesses. Of a user's C nobody knows.
#define PTO_VF_IS_CHECKED false

/**
 * Defines a kernel: PTO_KERNEL(name, (type, param)...) { body }.
 *
 * The body runs on the scalar unit of each block. Its parameters are GM pointers and scalars, at most PTO_PARAM_MAX.
 *
 *   PTO_KERNEL        of vector cores: a block is one vector core
 *   PTO_CUBE_KERNEL   of cube cores: a block is one cube core
 *   PTO_MIXED_KERNEL  of clusters: a block is one cluster
 *
 * The body of a mixed kernel runs on the scalar unit of each core of the cluster, the cube core and the two vector
 * cores, in parallel. Sections select cores; code outside of them runs on all:
 *
 *   PTO_MIXED_KERNEL(gemm_relu, (float *, a), (float *, b), (float *, out))
 *   {
 *       PTO_CUBE_SECTION { ... }     // once
 *       PTO_VECTOR_SECTION { ... }   // twice: pto_get_subblock_idx() is 0 and 1
 *   }
 *
 * A section may call functions. If cube and vector code are separate functions already, the body is
 * PTO_CUBE_SECTION { f_aic(a, b, out); } PTO_VECTOR_SECTION { f_aiv(a, b, out); }.
 */
#define PTO_KERNEL(name_, ...)       PTO_DEFINE_KERNEL(PTO_KERNEL_VECTOR, name_ __VA_OPT__(, ) __VA_ARGS__)
#define PTO_CUBE_KERNEL(name_, ...)  PTO_DEFINE_KERNEL(PTO_KERNEL_CUBE, name_ __VA_OPT__(, ) __VA_ARGS__)
#define PTO_MIXED_KERNEL(name_, ...) PTO_DEFINE_KERNEL(PTO_KERNEL_MIXED, name_ __VA_OPT__(, ) __VA_ARGS__)

// clang-format off
#define PTO_CUBE_SECTION   if (!pto_on_cube_core()) {} else
#define PTO_VECTOR_SECTION if (pto_on_cube_core()) {} else
// clang-format on

// Whether the calling scalar unit is that of a cube core.
bool pto_on_cube_core(void);

// A kernel whose command-line name, a string, is not a C identifier.
#define PTO_DEFINE_KERNEL(kind_, name_, ...) PTO_TITLED_KERNEL(kind_, #name_, name_ __VA_OPT__(, ) __VA_ARGS__)
#define PTO_TITLED_KERNEL(kind_, title_, name_, ...)                                                           \
    _Static_assert(PTO_NUM(__VA_ARGS__) <= PTO_PARAM_MAX, "kernel " title_ " has more than 64 parameters");    \
    static inline void pto_kernel_body_##name_(                                                                \
        __attribute__((unused)) struct pto_scope_kernel *pto_scope PTO_MAP(PTO_PARAM_DECLARE, , __VA_ARGS__)); \
    static void pto_kernel_entry_##name_(__attribute__((unused)) const uint64_t *pto_args)                     \
    {                                                                                                          \
        pto_kernel_body_##name_(0 PTO_MAP(PTO_PARAM_FETCH, , __VA_ARGS__));                                    \
    }                                                                                                          \
    static const pto_param_t pto_kernel_params_##name_[PTO_NUM(__VA_ARGS__) + 1] = {                           \
        PTO_MAP(PTO_PARAM_DESCRIBE, , __VA_ARGS__){0}};                                                        \
    static const pto_loc_t pto_kernel_loc_##name_ = {__FILE__, title_, __LINE__};                              \
    const pto_kernel_t pto_kernel_##name_                                                                      \
        __attribute__((used, aligned(__alignof__(pto_kernel_t)), section("pto_kernels"))) = {                  \
            title_, &pto_kernel_loc_##name_, pto_kernel_params_##name_, PTO_NUM(__VA_ARGS__),                  \
            kind_,  PTO_KERNEL_ARCH,         pto_kernel_entry_##name_,  PTO_KERNEL_WRITES};                    \
    static inline void pto_kernel_body_##name_(                                                                \
        __attribute__((unused)) struct pto_scope_kernel *pto_scope PTO_MAP(PTO_PARAM_DECLARE, , __VA_ARGS__))

/**
 * States the size of the buffer of a pointer parameter: PTO_BUFFER_BYTES(kernel, index, bytes), with numbers.
 *
 * It is in the image file but is not loaded: `ptometal run` takes the size of out:FILE from it.
 */
#define PTO_BUFFER_BYTES(name_, index_, bytes_)      \
    __asm__(                                         \
        ".pushsection .pto_buffers,\"\",@progbits\n" \
        ".ascii \"" #name_ " " #index_ " " #bytes_   \
        "\\n\"\n"                                    \
        ".popsection");

// Excludes functions from the compiler's instrumentation, through which a checker sees plain accesses of scalar units.
// Vector functions report their own accesses.
#if defined(PTO_CHECKED) && defined(__clang__)
#define PTO_UNWATCHED __attribute__((no_sanitize("coverage")))
#else
#define PTO_UNWATCHED
#endif

/**
 * Defines a vector function: PTO_VF(name, (type, param)...) { body }.
 *
 * Vector instructions are legal in the body (and in functions that it calls), commands of the scalar unit are not.
 * Vector accesses reach UB only: anything else is a fault.
 */
#define PTO_VF(name_, ...)                                                                                          \
    struct pto_vf_args_##name_ {                                                                                    \
        PTO_MAP(PTO_PARAM_FIELD, , __VA_ARGS__)                                                                     \
    } __attribute__((aligned(8)));                                                                                  \
    enum { pto_vf_arg_num_##name_ = PTO_NUM(__VA_ARGS__) };                                                         \
    PTO_VF_CHECK(#name_, struct pto_vf_args_##name_ __VA_OPT__(, ) __VA_ARGS__)                                     \
    static inline void pto_vf_body_##name_(                                                                         \
        __attribute__((unused)) struct pto_scope_vf *pto_scope PTO_MAP(PTO_PARAM_DECLARE, , __VA_ARGS__));          \
    PTO_UNWATCHED static void pto_vf_entry_##name_(const void *pto_params)                                          \
    {                                                                                                               \
        __attribute__((unused)) const struct pto_vf_args_##name_ *pto_args = pto_params;                            \
        pto_vf_body_##name_(0 PTO_MAP(PTO_PARAM_PASS, , __VA_ARGS__));                                              \
    }                                                                                                               \
    __attribute__((unused)) static const pto_vf_t pto_vf_##name_ = {                                                \
        #name_, pto_vf_entry_##name_, sizeof(struct pto_vf_args_##name_),                                           \
        0 PTO_MAP(PTO_PARAM_POINTER, name_, __VA_ARGS__), PTO_VF_IS_CHECKED};                                       \
    PTO_UNWATCHED static inline void pto_vf_body_##name_(                                                           \
        __attribute__((unused)) struct pto_scope_vf *pto_scope PTO_MAP(PTO_PARAM_DECLARE, , __VA_ARGS__))
#define PTO_VF_CHECK(title_, args_, ...)                                                                            \
    _Static_assert(PTO_NUM(__VA_ARGS__) <= PTO_VF_PARAM_MAX, "vector function " title_ " has more than 32 parameters"); \
    _Static_assert(sizeof(args_) <= PTO_VF_PARAM_BYTES,                                                             \
                   "the parameters of vector function " title_ " exceed the parameter buffer");

/**
 * Launches a vector function on PIPE_V and returns at once: pto_launch(name, args...).
 *
 * The arguments are copied now; the function runs when PIPE_V reaches it. Returns its completion event.
 */
#define pto_launch(name_, ...)                                                                                     \
    (__extension__({                                                                                               \
        PTO_SU_ONLY("launching a vector function");                                                                \
        _Static_assert(PTO_NUM(__VA_ARGS__) == pto_vf_arg_num_##name_,                                             \
                       "wrong number of arguments for vector function " #name_);                                   \
        const struct pto_vf_args_##name_ pto_args = {__VA_ARGS__};                                                 \
        pto_launch_at(PTO_LOC, &pto_vf_##name_, (const uint64_t *)(const void *)&pto_args, sizeof pto_args);       \
    }))

// Parameters are words of 8 bytes, up to PTO_VF_PARAM_BYTES.
pto_event_t pto_launch_at(const pto_loc_t *loc, const pto_vf_t *vf, const uint64_t *params, size_t bytes);

/**
 * Launches a vector function with parameters of unknown type. More than PTO_VF_PARAM_BYTES is a fault.
 */
pto_event_t pto_launch_raw_at(const pto_loc_t *loc, const pto_vf_t *vf, const void *params, size_t bytes);
#define pto_launch_raw(vf, params, bytes) \
    PTO_SU_CALL("launching a vector function", pto_launch_raw_at(PTO_LOC, vf, params, bytes))

// ---------------------------------------------------------------------------------------------------------------------
// Queries

// The index of the block, 0 to get_block_num() - 1: the same on all cores of a mixed kernel's block.
int64_t pto_get_block_idx(void);
int64_t pto_get_block_num(void);
// Index of this vector core in its block, and their number. A cube core is 0; blocks of one core have 0 and 1.
int64_t pto_get_subblock_idx(void);
int64_t pto_get_subblock_num(void);

// The control register of the core, and bit helpers on i64.
int64_t pto_get_ctrl(void);
void pto_set_ctrl(int64_t value);

static inline int64_t pto_sbitset0(int64_t value, int64_t bit)
{
    return (int64_t)((uint64_t)value & ~(UINT64_C(1) << (bit & 63)));
}

static inline int64_t pto_sbitset1(int64_t value, int64_t bit)
{
    return (int64_t)((uint64_t)value | UINT64_C(1) << (bit & 63));
}

// ---------------------------------------------------------------------------------------------------------------------
// Addresses and scalar memory

// Returns the address of a byte offset in a memory of this core. One past the end is legal, beyond that is a fault. On
// a cube core UB is that of the first vector core of its cluster; an operand of the command selects another.
void *pto_mem_addr_at(const pto_loc_t *loc, pto_mem_t mem, int64_t offset);
int64_t pto_mem_offset(pto_mem_t mem, const void *address);

// Returns an address in UB of a vector core without a call: tp points to the core.
static inline __attribute__((always_inline)) void *pto_ub_addr(const pto_loc_t *loc, int64_t offset)
{
    const pto_direct_t *const *hart = (const pto_direct_t *const *)hal_tp();
    const hal_window_t *ub = &hart[0]->ub;
    if (__builtin_expect((uint64_t)offset > ub->bytes || ub->bytes == 0, 0)) {
        return pto_mem_addr_at(loc, PTO_MEM_UB, offset);
    }
    return ub->base + offset;
}

#define pto_mem(T, mem, offset) ((T *)pto_mem_addr_at(PTO_LOC, mem, offset))
#define pto_ub(T, offset)       ((T *)pto_ub_addr(PTO_LOC, offset))
#define pto_l1(T, offset)       pto_mem(T, PTO_MEM_L1, offset)
#define pto_l0a(T, offset)      pto_mem(T, PTO_MEM_L0A, offset)
#define pto_l0b(T, offset)      pto_mem(T, PTO_MEM_L0B, offset)
#define pto_l0c(T, offset)      pto_mem(T, PTO_MEM_L0C, offset)
#define pto_bt(T, offset)       pto_mem(T, PTO_MEM_BT, offset)
#define pto_fb(T, offset)       pto_mem(T, PTO_MEM_FB, offset)
#define pto_ub_offset(p)        pto_mem_offset(PTO_MEM_UB, p)

// Checks one scalar access and returns its address. It has to be aligned and in UB, or in a bound buffer of GM.
void *pto_scalar_at(const pto_loc_t *loc, const volatile void *address, size_t bytes);
_Noreturn void pto_scalar_fault(const pto_loc_t *loc, const volatile void *address, size_t bytes) __attribute__((cold));

_Noreturn void pto_index_fault(const pto_loc_t *loc, int64_t index, int64_t num) __attribute__((cold));

// As above inside a vector function, where only UB is legal. Makes no call that returns: it would spill the function's
// vector registers. tp points to the core's view, whose UB window starts at this offset.
#define PTO_VIEW_UB_BASE sizeof(void *)

static inline __attribute__((always_inline)) void *pto_scalar_vf(const pto_loc_t *loc, const volatile void *address,
                                                                 size_t bytes)
{
    const char *const *tp = (const char *const *)hal_tp();
    const hal_window_t *ub = (const hal_window_t *)(const void *)(*tp + PTO_VIEW_UB_BASE);
    uintptr_t at = (uintptr_t)address;
    if (__builtin_expect(at - (uintptr_t)ub->base > ub->bytes - bytes || at % bytes != 0, 0)) {
        pto_scalar_fault(loc, address, bytes);
    }
    return (void *)at;
}

#define PTO_SCALAR_AT(p, i)                                                                                 \
    ((__typeof__(&(p)[0]))__builtin_choose_expr(PTO_IN_VF, pto_scalar_vf(PTO_LOC, &(p)[i], sizeof((p)[0])), \
                                                pto_scalar_at(PTO_LOC, &(p)[i], sizeof((p)[0]))))

// pto_load_scalar(p, i) reads p[i]; pto_store_scalar(v, p, i) writes it.
#ifdef PTO_CHECKED
#define PTO_OBSERVE_SCALAR(kind, p, i) \
    __builtin_choose_expr(PTO_IN_VF, pto_observe_##kind(&(p)[i], sizeof((p)[0])), (void)0)
#define pto_load_scalar(p, i)     (PTO_OBSERVE_SCALAR(load, p, i), *PTO_SCALAR_AT(p, i))
#define pto_store_scalar(v, p, i) (PTO_OBSERVE_SCALAR(store, p, i), (void)(*PTO_SCALAR_AT(p, i) = (v)))
void pto_observe_load(const void *p, size_t bytes);
void pto_observe_store(const void *p, size_t bytes);
#else
#define pto_load_scalar(p, i)     (*PTO_SCALAR_AT(p, i))
#define pto_store_scalar(v, p, i) ((void)(*PTO_SCALAR_AT(p, i) = (v)))
#endif

// ld_dev and st_dev bypass the cache on devices. Caches of harts are coherent, so they are plain accesses.
#define pto_ld_dev(p, i)    pto_load_scalar(p, i)
#define pto_st_dev(v, p, i) pto_store_scalar(v, p, i)

// Store the address register that vstur advances (pto_sprclr_ar() clears it), inside a vector function, to 32 bits of
// UB. The address is `base` plus an offset: words for sprsti, bytes for sprsts. The _post forms store at `base` and
// return base + offset.
#define pto_sprsti(base, words)      pto_store_scalar(pto_spr()->ar, PTO_BYTES_BEHIND(base, (words) * 4), 0)
#define pto_sprsts(base, bytes)      pto_store_scalar(pto_spr()->ar, PTO_BYTES_BEHIND(base, bytes), 0)
#define pto_sprsti_post(base, words) (pto_sprsts(base, 0), PTO_BYTES_BEHIND(base, (words) * 4))
#define pto_sprsts_post(base, bytes) (pto_sprsts(base, 0), PTO_BYTES_BEHIND(base, bytes))
#define PTO_BYTES_BEHIND(p, bytes)   ((__typeof__(&(p)[0]))((char *)(p) + (bytes)))

// Lets other agents of this hart run: for loops that read memory until another core has written it. pto_load_scalar,
// pto_ld_dev, pto_dsb, pto_dcci, pto_tgetval and the calls of pto/comm.h do so themselves; plain C loads cannot.
void pto_poll(void);

#define PTO_POLL() __builtin_choose_expr(PTO_IN_VF, (void)0, pto_poll())

// Returns how many records the last vmrgsort4 took from list 0 to 3.
#define pto_get_vms4_sr(list) (PTO_POLL(), (int16_t)(pto_spr()->vms4_sr >> (list) * 16))

// Checks an index of `num` elements; out of range is a fault. ptoc emits it for !pto.local_array and dimensions of views.
#define pto_index(i, num) pto_index_at(PTO_LOC, (int64_t)(i), num)

static inline __attribute__((always_inline)) int64_t pto_index_at(const pto_loc_t *loc, int64_t index, int64_t num)
{
    if ((uint64_t)index >= (uint64_t)num) {
        pto_index_fault(loc, index, num);
    }
    return index;
}

// Orders scalar accesses to memory and flushes the cache. A hart's caches are coherent, so both are fences. They do not
// wait for pipes; pto_pipe_barrier(PIPE_ALL) does.
void pto_su_fence(void);

typedef enum { PTO_DSB_ALL, PTO_DSB_DDR, PTO_DSB_UB, PTO_DSB_SEQ } pto_dsb_t;
typedef enum { PTO_SINGLE_CACHE_LINE, PTO_ENTIRE_DATA_CACHE } pto_cache_scope_t;

#define PTO_FENCE() \
    (__atomic_thread_fence(__ATOMIC_SEQ_CST), __builtin_choose_expr(PTO_IN_VF, (void)0, pto_su_fence()))
#define pto_dsb(domain)          ((void)(pto_dsb_t)(domain), PTO_FENCE())
#define pto_dcci(address, scope) ((void)(address), (void)(pto_cache_scope_t)(scope), PTO_FENCE())

// ---------------------------------------------------------------------------------------------------------------------
// Parameter lists: macros that split the (type, name) pairs of PTO_KERNEL and PTO_VF

#define PTO_PARAM_TYPE(type, name) type
#define PTO_PARAM_NAME(type, name) name

#define PTO_PARAM_DECLARE(c, i, p) , PTO_PARAM_TYPE p PTO_PARAM_NAME p
#define PTO_PARAM_FIELD(c, i, p)   PTO_PARAM_TYPE p PTO_PARAM_NAME p;
#define PTO_PARAM_POINTER(vf, i, p)                                                                                \
    | (uint32_t)(__builtin_classify_type(((struct pto_vf_args_##vf *)0)->PTO_PARAM_NAME p) == PTO_POINTER_CLASS)   \
          << __builtin_offsetof(struct pto_vf_args_##vf, PTO_PARAM_NAME p) / 8
#define PTO_POINTER_CLASS 5  // of __builtin_classify_type
#define PTO_PARAM_PASS(c, i, p)    , pto_args->PTO_PARAM_NAME p
#define PTO_PARAM_FETCH(c, i, p)                                              \
    , (__extension__({                                                        \
        PTO_PARAM_TYPE p pto_value;                                           \
        __builtin_memcpy((void *)&pto_value, &pto_args[i], sizeof pto_value); \
        pto_value;                                                            \
    }))
#define PTO_PARAM_DESCRIBE(c, i, p) PTO_PARAM_DESCRIBE_ p
#define PTO_PARAM_DESCRIBE_(type_, name_) \
    {#name_, #type_, PTO_PARAM_KIND(type_), sizeof(type_), sizeof(PTO_POINTEE(type_))},

#define PTO_LVALUE(type)     (*(type *)0)
#define PTO_IS_POINTER(type) (__builtin_classify_type(PTO_LVALUE(type)) == 5)
#define PTO_POINTEE(type)    *__builtin_choose_expr(PTO_IS_POINTER(type), PTO_LVALUE(type), (type *)0)
#define PTO_PARAM_KIND(type)                \
    _Generic(PTO_LVALUE(type),              \
        bool: PTO_PARAM_UINT,               \
        char: PTO_PARAM_INT,                \
        signed char: PTO_PARAM_INT,         \
        short: PTO_PARAM_INT,               \
        int: PTO_PARAM_INT,                 \
        long: PTO_PARAM_INT,                \
        long long: PTO_PARAM_INT,           \
        unsigned char: PTO_PARAM_UINT,      \
        unsigned short: PTO_PARAM_UINT,     \
        unsigned int: PTO_PARAM_UINT,       \
        unsigned long: PTO_PARAM_UINT,      \
        unsigned long long: PTO_PARAM_UINT, \
        pto_f16_t: PTO_PARAM_FLOAT,         \
        float: PTO_PARAM_FLOAT,             \
        double: PTO_PARAM_FLOAT,            \
        pto_bf16_t: PTO_PARAM_BF16,         \
        default: PTO_IS_POINTER(type) ? PTO_PARAM_POINTER : PTO_PARAM_OTHER)

#ifdef __cplusplus
}
#endif

#endif
