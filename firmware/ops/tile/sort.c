// SPDX-License-Identifier: Apache-2.0
//
// Sorting: blocks of 32 values to pairs with their indices, and merges of sorted lists of pairs. Descending; of equal
// values the one from the earlier list or index comes first.
//
// A pair has 8 bytes: an f32 and the index, or an f16, two bytes of 0 and the index.

#include "tile.h"

#define SORT_BLOCK 32
#define PAIR_BYTES 8
#define LISTS_MAX  4

static float value_at(uint8_t elem, const uint8_t *at)
{
    return elem == PTO_ELEM_F16 ? (float)pto_wide_f16(*(const pto_f16_t *)at) : *(const float *)at;
}

/// tsort32 ///

// Sorts n values by insertion; a block is short.
static void sort_block(uint8_t elem, const uint8_t *values, const uint32_t *indices, int32_t n, uint8_t *pairs)
{
    size_t bytes = pto_elem_bytes[elem];
    for (int32_t i = 0; i < n; i++) {
        float value = value_at(elem, values + (size_t)i * bytes);
        int32_t place = i;
        while (place > 0 && value > value_at(elem, pairs + (place - 1) * PAIR_BYTES)) {
            __builtin_memcpy(pairs + place * PAIR_BYTES, pairs + (place - 1) * PAIR_BYTES, PAIR_BYTES);
            place--;
        }
        uint8_t *pair = pairs + place * PAIR_BYTES;
        __builtin_memset(pair, 0, 4);
        __builtin_memcpy(pair, values + (size_t)i * bytes, bytes);
        __builtin_memcpy(pair + 4, &indices[i], 4);
    }
}

pto_step_t pto_tile_exec_sort32(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src, idx;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst, src, idx);
    if (pto_elem_bytes[p->idx.elem] != 4) {
        PTO_TILE_FAULT(cmd, "idx has element type %s, not ui32", pto_elem_names[p->idx.elem]);
    }
    if ((p->idx.valid_rows != 1 && p->idx.valid_rows < p->src.valid_rows) || p->idx.valid_cols < p->src.valid_cols) {
        PTO_TILE_FAULT(cmd, "idx of %d x %d has no index for each of %d x %d values", p->idx.valid_rows,
                       p->idx.valid_cols, p->src.valid_rows, p->src.valid_cols);
    }
    size_t bytes = pto_elem_bytes[p->src.elem];
    if (p->dst.rows < p->src.valid_rows || (size_t)p->dst.cols * bytes < (size_t)p->src.valid_cols * PAIR_BYTES) {
        PTO_TILE_FAULT(cmd, "dst of %d x %d has no room for %d x %d pairs", p->dst.rows, p->dst.cols, p->src.valid_rows,
                       p->src.valid_cols);
    }
    for (int32_t r = 0; r < p->src.valid_rows; r++) {
        const uint8_t *src = pto_tile_base(core, &p->src) + (size_t)r * (size_t)p->src.pitch * bytes;
        const uint32_t *idx = (const uint32_t *)pto_tile_base(core, &p->idx);
        idx += p->idx.valid_rows == 1 ? 0 : (int64_t)r * p->idx.pitch;
        uint8_t *dst = pto_tile_base(core, &p->dst) + (size_t)r * (size_t)p->dst.pitch * bytes;
        for (int32_t c = 0; c < p->src.valid_cols; c += SORT_BLOCK) {
            int32_t n = p->src.valid_cols - c < SORT_BLOCK ? p->src.valid_cols - c : SORT_BLOCK;
            sort_block(p->src.elem, src + (size_t)c * bytes, idx + c, n, dst + (size_t)c * PAIR_BYTES);
        }
    }
    return PTO_DONE;
}

/// tmrgsort ///

typedef struct {
    const uint8_t *pairs;
    uint32_t num, taken;
} list_t;

// Merges until all lists are empty, or with `stop` until one is empty, or until the destination is full.
static void merge(uint8_t elem, list_t *lists, uint32_t list_num, uint8_t *to, uint32_t room, bool stop)
{
    for (uint32_t out = 0; out < room; out++) {
        list_t *best = NULL;
        bool empty = false;
        for (uint32_t i = 0; i < list_num; i++) {
            list_t *list = &lists[i];
            if (list->taken == list->num) {
                empty = true;
            } else if (best == NULL || value_at(elem, list->pairs + list->taken * PAIR_BYTES) >
                                           value_at(elem, best->pairs + best->taken * PAIR_BYTES)) {
                best = list;
            }
        }
        if (best == NULL || (stop && empty)) {
            return;
        }
        __builtin_memcpy(to + out * PAIR_BYTES, best->pairs + best->taken * PAIR_BYTES, PAIR_BYTES);
        best->taken++;
    }
}

static void check_apart(const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src)
{
    if (dst->address < src->address + pto_tile_span(src) && src->address < dst->address + pto_tile_span(dst)) {
        PTO_TILE_FAULT(cmd, "dst overlaps a source");
    }
}

static void check_row(const pto_cmd_t *cmd, const char *name, const pto_tile_t *tile)
{
    pto_tile_check_rows(cmd, name, tile);
    if (tile->rows != 1) {
        PTO_TILE_FAULT(cmd, "%s has %d rows, not 1", name, tile->rows);
    }
}

pto_step_t pto_tile_exec_mrgsort(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src;
        int64_t block;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    check_row(cmd, "dst", &p->dst);
    check_row(cmd, "src", &p->src);
    check_apart(cmd, &p->dst, &p->src);
    int64_t cols = p->src.valid_cols;
    if (p->block <= 0 || p->block % 64 != 0) {
        PTO_TILE_FAULT(cmd, "blockLen %ld is no multiple of 64", (long)p->block);
    }
    if (cols < 4 * p->block || cols / (4 * p->block) > 255) {
        PTO_TILE_FAULT(cmd, "%ld valid columns are not 1 to 255 times four blocks of %ld", (long)cols, (long)p->block);
    }
    cols -= cols % (4 * p->block);  // what is left over stays as it is in dst
    if (p->dst.cols < cols) {
        PTO_TILE_FAULT(cmd, "dst has %d columns, src %ld", p->dst.cols, (long)cols);
    }
    size_t bytes = pto_elem_bytes[p->src.elem];
    size_t block_bytes = (size_t)p->block * bytes;
    const uint8_t *src = pto_tile_base(core, &p->src);
    uint8_t *dst = pto_tile_base(core, &p->dst);
    for (int64_t at = 0; at < cols; at += 4 * p->block) {
        list_t lists[LISTS_MAX];
        for (uint32_t i = 0; i < LISTS_MAX; i++) {
            lists[i] = (list_t){src + (size_t)at * bytes + i * block_bytes, (uint32_t)(block_bytes / PAIR_BYTES), 0};
        }
        merge(p->src.elem, lists, LISTS_MAX, dst + (size_t)at * bytes, (uint32_t)(4 * block_bytes / PAIR_BYTES), false);
    }
    pto_tile_observe(&p->dst, dst, 0, 0, 1, (int32_t)cols, true);
    return PTO_DONE;
}

pto_step_t pto_tile_exec_mrgsort_lists(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_t *tiles = (const pto_tile_t *)cmd->data;  // dst, then the sources
    uint8_t id = pto_tile_op_of(cmd)->id;
    uint32_t num = id == PTO_TILE_ID_tmrgsort2 ? 2 : id == PTO_TILE_ID_tmrgsort3 ? 3 : 4;
    bool exhausted = cmd->data[(num + 1) * sizeof(pto_tile_t) / 8] != 0;
    static const char *const names[] = {"dst", "src0", "src1", "src2", "src3"};
    pto_tile_check(core, cmd);
    list_t lists[LISTS_MAX];
    size_t bytes = pto_elem_bytes[tiles[0].elem];
    for (uint32_t i = 0; i <= num; i++) {
        check_row(cmd, names[i], &tiles[i]);
        if (i > 0) {
            check_apart(cmd, &tiles[0], &tiles[i]);
            lists[i - 1] = (list_t){pto_tile_base(core, &tiles[i]),
                                    (uint32_t)((size_t)tiles[i].valid_cols * bytes / PAIR_BYTES), 0};
        }
    }
    merge(tiles[0].elem, lists, num, pto_tile_base(core, &tiles[0]),
          (uint32_t)((size_t)tiles[0].valid_cols * bytes / PAIR_BYTES), exhausted);
    uint64_t taken = 0;
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < num; i++) {
        pairs += lists[i].taken;
        taken |= (uint64_t)(lists[i].taken & 0xffff) << 16 * i;
    }
    pto_tile_observe(&tiles[0], pto_tile_base(core, &tiles[0]), 0, 0, 1, (int32_t)(pairs * PAIR_BYTES / bytes), true);
    core->view.spr->vms4_sr = taken;
    return PTO_DONE;
}

/// trandom ///

typedef struct {
    uint32_t word[4];
} counter_t;

static void advance(counter_t *counter, uint32_t by)
{
    uint64_t carry = by;
    for (uint32_t i = 0; i < 4; i++) {
        carry += counter->word[i];
        counter->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

// Philox 4 x 32.
static counter_t cipher(counter_t c, uint32_t key0, uint32_t key1, int64_t rounds)
{
    for (int64_t i = 0; i < rounds; i++) {
        uint64_t a = (uint64_t)c.word[0] * 0xd2511f53u, b = (uint64_t)c.word[2] * 0xcd9e8d57u;
        c = (counter_t){
            {(uint32_t)(b >> 32) ^ c.word[1] ^ key0, (uint32_t)b, (uint32_t)(a >> 32) ^ c.word[3] ^ key1, (uint32_t)a}};
        key0 += 0x9e3779b9u;
        key1 += 0xbb67ae85u;
    }
    return c;
}

#define RANDOM_LANES 64

// A chunk of a row is 4 x 64 numbers: the four words of each of 64 consecutive counters. The next chunk continues the
// count; but a row's last chunk advances it only by the number of columns modulo 64 (1 to 64).
pto_step_t pto_tile_exec_random(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst;
        int64_t key[2], counter[4], rounds;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst);
    if (p->rounds != 7 && p->rounds != 10) {
        PTO_TILE_FAULT(cmd, "%ld rounds, not 7 or 10", (long)p->rounds);
    }
    counter_t counter;
    for (uint32_t i = 0; i < 4; i++) {
        counter.word[i] = (uint32_t)p->counter[i];
    }
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        uint32_t *row = (uint32_t *)pto_tile_base(core, &p->dst) + (int64_t)r * p->dst.pitch;
        for (int32_t chunk = 0; chunk < p->dst.valid_cols; chunk += 4 * RANDOM_LANES) {
            for (int32_t lane = 0; lane < RANDOM_LANES; lane++) {
                counter_t own = counter;
                advance(&own, (uint32_t)lane);
                own = cipher(own, (uint32_t)p->key[0], (uint32_t)p->key[1], p->rounds);
                for (int32_t i = 0; i < 4; i++) {
                    int32_t col = chunk + 4 * lane + i;
                    if (col < p->dst.valid_cols) {
                        row[col] = own.word[i];
                    }
                }
            }
            bool last = p->dst.valid_cols - chunk <= 4 * RANDOM_LANES;
            advance(&counter, last ? (uint32_t)(p->dst.valid_cols - 1) % RANDOM_LANES + 1 : RANDOM_LANES);
        }
    }
    return PTO_DONE;
}
