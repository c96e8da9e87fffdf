// SPDX-License-Identifier: Apache-2.0
//
// Issue of stores from L0C: which clauses may be combined, and the register spelling.

#include "../atomic.h"
#include "cube.h"
#include "fix_store.h"

static const pto_op_t op_gm = {"mte_l0c_gm", pto_fix_exec, pto_fix_describe};
static const pto_op_t op_l1 = {"mte_l0c_l1", pto_fix_exec, pto_fix_describe};
static const pto_op_t op_ub = {"mte_l0c_ub", pto_fix_exec, pto_fix_describe};

static void check_types(const pto_loc_t *loc, const char *name, mode_t mode)
{
    uint32_t results;
    if (mode.src_elem != PTO_ELEM_F32 && mode.src_elem != PTO_ELEM_I32) {
        pto_fault_at(loc, "%s: the source is f32 or i32", name);
    }
    if (mode.quant == PTO_NO_CONVERT) {
        results = mode.src_elem == PTO_ELEM_I32 ? T_I32 : T_F32 | T_F16 | T_BF16;
    } else {
        results = pto_fix_quants[mode.quant].source == mode.src_elem ? pto_fix_quants[mode.quant].results : 0;
    }
    if ((results >> mode.dst_elem & 1) == 0) {
        pto_fault_at(loc, "%s: this pre_quant does not go between these element types", name);
    }
}

static void check_layout(const pto_loc_t *loc, const char *name, mode_t mode, const pto_fix_t *clauses, bool has_loop)
{
    if (mode.layout == PTO_NZ2NZ && has_loop) {
        pto_fault_at(loc, "%s: nz2nz has no loop3", name);
    }
    if (mode.layout == PTO_NZ2NZ && clauses->layout.value != 0 && mode.dst_elem != PTO_ELEM_F32) {
        pto_fault_at(loc, "%s: nz2nz splits columns of f32 only", name);
    }
    if (mode.layout == PTO_NZ2DN && clauses->layout.value != 1 && mode.unit_flag != PTO_UNIT_FLAG_OFF) {
        pto_fault_at(loc, "%s: unit_flag goes with nz2dn(1), and this is nz2dn(%ld)", name,
                     (long)clauses->layout.value);
    }
}

static void check_clauses(const pto_loc_t *loc, const char *name, mode_t mode, const pto_fix_t *clauses, bool has_loop)
{
    if (clauses->pre_quant.mode >= PTO_QUANT_PRE_NUM || clauses->pre_relu.mode >= PTO_RELU_PRE_NUM) {
        pto_fault_at(loc, "%s: no such mode", name);
    }
    check_types(loc, name, mode);
    check_layout(loc, name, mode, clauses, has_loop);
    if (is_scaling(mode.quant) && !clauses->pre_quant.present) {
        pto_fault_at(loc, "%s: this pre_quant needs a parameter", name);
    }
    bool takes = mode.relu == PTO_SCALAR_RELU || mode.relu == PTO_VECTOR_RELU;
    if (takes != clauses->pre_relu.present) {
        pto_fault_at(loc, "%s: this pre_relu %s a parameter", name, takes ? "needs" : "has no");
    }
    if (mode.clips && ((T_F16 | T_U8 | T_I8 | T_I16) >> mode.dst_elem & 1) == 0) {
        pto_fault_at(loc, "%s: no clip of this element type", name);
    }
    if (mode.unit_flag == PTO_CHECK_AND_SET) {
        pto_fault_at(loc, "%s: unit_flag(check_and_set) is for multiplies", name);
    }
}

// Whether an atomic mode has another element type than the destination.
static void check_atomic(const pto_loc_t *loc, const char *name, mode_t mode)
{
    static const uint32_t types[PTO_ATOMIC_TYPE_NUM] = {
        [PTO_ATOMIC_F32] = T_F32, [PTO_ATOMIC_F16] = T_F16, [PTO_ATOMIC_S16] = T_I16,
        [PTO_ATOMIC_S32] = T_I32, [PTO_ATOMIC_S8] = T_I8,   [PTO_ATOMIC_BF16] = T_BF16,
    };
    if (mode.atomic_type == PTO_ATOMIC_NONE) {
        return;
    }
    if (mode.atomic_type >= PTO_ATOMIC_TYPE_NUM || mode.atomic_op >= PTO_ATOMIC_OP_NUM ||
        (types[mode.atomic_type] >> mode.dst_elem & 1) == 0) {
        pto_fault_at(loc, "%s: the atomic type is not the element type of the destination", name);
    }
}

static void check_split(const pto_loc_t *loc, const char *name, mode_t mode, int64_t m, int64_t n)
{
    if (mode.split == PTO_UB_SPLIT_M && m % 2 != 0) {
        pto_fault_at(loc, "%s: split_m halves %ld rows", name, (long)m);
    }
    if (mode.split == PTO_UB_SPLIT_N && n % 32 != 0) {
        pto_fault_at(loc, "%s: split_n takes a multiple of 32 columns, not %ld", name, (long)n);
    }
    if (mode.split != PTO_UB_ONE && (mode.quant != PTO_NO_CONVERT || mode.relu != PTO_NO_RELU || mode.clips ||
                                     (mode.layout != PTO_LAYOUT_DEFAULT && mode.layout != PTO_NZ2ND))) {
        pto_fault_at(loc, "%s: a split is for plain results in layout nz2nd", name);
    }
}

typedef struct {
    const void *src;
    void *dst;
    int64_t m, n, src_stride, dst_stride;
    pto_elem_t src_elem, dst_elem;
} store_t;

// Commands name the UB of the first vector core of a cluster.
static uintptr_t other_ub(const pto_loc_t *loc, const char *name, const pto_core_t *core, const void *dst)
{
    if (hal_vector_core_num() < 2) {
        pto_fault_at(loc, "%s: the cluster has one vector core", name);
    }
    uint32_t cluster = pto_cluster_index(core);
    uintptr_t offset = (uintptr_t)dst - (uintptr_t)hal_memory(HAL_MEM_UB, cluster, 0).base;
    return (uintptr_t)hal_memory(HAL_MEM_UB, cluster, 1).base + offset;
}

static pto_event_t issue(const pto_loc_t *loc, const pto_op_t *op, uint32_t mem, const store_t *store,
                         const pto_fix_t *clauses, const pto_ub_dst_t *where)
{
    const pto_core_t *core = pto_issuer(loc, op->name);
    uint64_t ctrl = (uint64_t)core->su.ctrl;
    const pto_loop_t *loop = &clauses->loop3;
    bool has_loop = loop->present || (loop->count | loop->src_stride | loop->dst_stride) != 0;
    mode_t mode = {
        .src_elem = store->src_elem,
        .dst_elem = store->dst_elem,
        .quant = clauses->pre_quant.mode & 63,
        .relu = clauses->pre_relu.mode & 7,
        .layout = clauses->layout.mode,
        .mem = mem,
        .unit_flag = clauses->unit_flag,
        .clips = clauses->clip.present,
        .sat = clauses->sat != PTO_SAT_AS_SET ? clauses->sat
               : ctrl >> 48 & 1               ? PTO_SAT_OFF
               : ctrl >> 50 & 1               ? PTO_SAT_PRESERVE_NAN
                                              : PTO_SAT_ON,
        .split = where != NULL ? where->split : PTO_UB_ONE,
        .second = where != NULL && where->subblock == 1,
        .raw_quant = clauses->pre_quant.raw,
    };
    if (mem == PTO_MEM_GM) {
        bool own = clauses->atomic.type != PTO_ATOMIC_NONE;
        pto_atomic_mode_t other = pto_atomic_of_ctrl(core->su.ctrl);
        mode.atomic_type = own ? clauses->atomic.type : other.type;
        mode.atomic_op = own ? clauses->atomic.op : other.op;
    } else if (clauses->atomic.type != PTO_ATOMIC_NONE) {
        pto_fault_at(loc, "%s has no atomic", op->name);
    }
    check_clauses(loc, op->name, mode, clauses, has_loop);
    check_atomic(loc, op->name, mode);
    check_split(loc, op->name, mode, store->m, store->n);
    bool other = mode.split != PTO_UB_ONE || mode.second;
    const uint64_t data[NUM] = {
        [SRC] = (uintptr_t)store->src,
        [DST] = (uintptr_t)store->dst,
        [M] = (uint64_t)store->m,
        [N] = (uint64_t)store->n,
        [SRC_STRIDE] = (uint64_t)store->src_stride,
        [DST_STRIDE] = (uint64_t)store->dst_stride,
        [QUANT] = clauses->pre_quant.payload,
        [RELU] = clauses->pre_relu.payload,
        [CLIP] = clauses->clip.bits,
        [LAYOUT_VALUE] = (uint64_t)clauses->layout.value,
        [COUNT3] = has_loop ? (uint64_t)loop->count : 1,
        [SRC3] = (uint64_t)loop->src_stride,
        [DST3] = (uint64_t)loop->dst_stride,
        [OTHER] = other ? other_ub(loc, op->name, core, store->dst) : 0,
    };
    pto_cmd_t *cmd = pto_cube_begin(loc, PIPE_FIX, op, data, NUM);
    __builtin_memcpy(cmd->arg, &mode, sizeof mode);
    return pto_cube_commit(PIPE_FIX);
}

pto_event_t pto_mte_l0c_gm_at(const pto_loc_t *loc, const void *src, pto_elem_t src_elem, void *dst,
                              pto_elem_t dst_elem, int64_t m, int64_t n, int64_t src_stride, int64_t dst_stride,
                              int64_t sid, int64_t l2_cache_ctrl, const pto_fix_t *clauses)
{
    if ((uint64_t)sid > 3 || (uint64_t)l2_cache_ctrl > 15) {
        pto_fault_at(loc, "%s: stream %ld is not 0 to 3, or cache control %ld not 0 to 15", op_gm.name, (long)sid,
                     (long)l2_cache_ctrl);
    }
    const store_t store = {src, dst, m, n, src_stride, dst_stride, src_elem, dst_elem};
    return issue(loc, &op_gm, PTO_MEM_GM, &store, clauses, NULL);
}

pto_event_t pto_mte_l0c_l1_at(const pto_loc_t *loc, const void *src, pto_elem_t src_elem, void *dst,
                              pto_elem_t dst_elem, int64_t m, int64_t n, int64_t src_stride, int64_t dst_stride,
                              const pto_fix_t *clauses)
{
    const store_t store = {src, dst, m, n, src_stride, dst_stride, src_elem, dst_elem};
    return issue(loc, &op_l1, PTO_MEM_L1, &store, clauses, NULL);
}

pto_event_t pto_mte_l0c_ub_at(const pto_loc_t *loc, const void *src, pto_elem_t src_elem, void *dst,
                              pto_elem_t dst_elem, int64_t m, int64_t n, int64_t src_stride, int64_t dst_stride,
                              pto_ub_dst_t where, const pto_fix_t *clauses)
{
    if (where.subblock != 0 && where.subblock != 1) {
        pto_fault_at(loc, "%s: sub-block %ld is not 0 or 1", op_ub.name, (long)where.subblock);
    }
    const store_t store = {src, dst, m, n, src_stride, dst_stride, src_elem, dst_elem};
    return issue(loc, &op_ub, PTO_MEM_UB, &store, clauses, &where);
}

/// The register spelling ///

static pto_fix_t clauses_of(const pto_core_t *core, uint64_t xt)
{
    static const pto_unit_flag_t unit_flags[] = {PTO_UNIT_FLAG_OFF, PTO_UNIT_FLAG_OFF, PTO_CHECK_ONLY,
                                                 PTO_CHECK_AND_CLEAR};
    const uint64_t *reg = core->su.cube_reg;
    uintptr_t fb = (uintptr_t)core->mem[PTO_MEM_FB].base;
    uint64_t loop3 = reg[PTO_REG_LOOP3_PARA];
    uint16_t quant = (uint16_t)((xt >> 34 & 31) | (xt >> 29 & 1) << 5), relu = (uint16_t)(xt >> 39 & 7);
    bool nd = (xt >> 43 & 1) != 0, dn = (xt >> 62 & 1) != 0;
    bool rows = quant < PTO_QUANT_PRE_NUM && pto_fix_quants[quant].vector;
    pto_fix_t clauses = {
        .unit_flag = unit_flags[xt >> 32 & 3],
        .pre_quant = {.payload = rows ? fb + (reg[PTO_REG_FPC] >> 8 & 255) * 128 : reg[PTO_REG_QUANT_PRE],
                      .mode = quant,
                      .present = true,
                      .raw = !rows},
        .pre_relu = {.payload = relu == PTO_VECTOR_RELU ? fb + PTO_FB_RELU_OFFSET + (reg[PTO_REG_FPC] & 255) * 64
                                                        : reg[PTO_REG_RELU_ALPHA],
                     .mode = relu,
                     .present = relu == PTO_SCALAR_RELU || relu == PTO_VECTOR_RELU},
        .clip = {reg[PTO_REG_FIX_CLIP_RELU] & 0xffff, (xt >> 30 & 3) != 0},
        .layout = {nd   ? PTO_NZ2ND
                   : dn ? PTO_NZ2DN
                        : PTO_NZ2NZ,
                   dn ? (int64_t)(reg[PTO_REG_CHANNEL_PARA] >> 48) : (int64_t)(xt >> 42 & 1)},
    };
    if (nd || dn) {
        clauses.loop3 =
            (pto_loop_t){(int64_t)(loop3 & 0xffff), (int64_t)(loop3 >> 16 & 0xffff), (int64_t)(loop3 >> 32), true};
    }
    return clauses;
}

pto_event_t pto_copy_matrix_cc_at(const pto_loc_t *loc, uint32_t mem, const void *src, pto_elem_t src_elem, void *dst,
                                  pto_elem_t dst_elem, uint64_t xm, uint64_t xt)
{
    static const pto_op_t ops[] = {{"copy_matrix_cc_to_gm", pto_fix_exec, pto_fix_describe},
                                   {"copy_matrix_cc_to_cbuf", pto_fix_exec, pto_fix_describe},
                                   {"copy_matrix_cc_to_ub", pto_fix_exec, pto_fix_describe}};
    const pto_op_t *op = &ops[mem == PTO_MEM_GM ? 0 : mem == PTO_MEM_L1 ? 1 : 2];
    const pto_fix_t clauses = clauses_of(pto_issuer(loc, op->name), xt);
    const store_t store = {src,
                           dst,
                           (int64_t)(xm >> 16 & 0xffff),
                           (int64_t)(xm >> 4 & 0xfff),
                           (int64_t)(xt & 0xffff),
                           (int64_t)(xm >> 32),
                           src_elem,
                           dst_elem};
    uint32_t dual = (uint32_t)(xt >> 16 & 3);
    const pto_ub_dst_t where = {(int64_t)(xt >> 18 & 1), dual == 1   ? PTO_UB_SPLIT_M
                                                         : dual == 2 ? PTO_UB_SPLIT_N
                                                                     : PTO_UB_ONE};
    return issue(loc, op, mem, &store, &clauses, mem == PTO_MEM_UB ? &where : NULL);
}
