// SPDX-License-Identifier: Apache-2.0
//
// Tile operations on PIPE_V as vector instructions: isa/time/recipe.def.
//
// On A5 they run as a vector function (vector.c). Packed rows are one flat loop, others a nested loop. An inner loop
// with trip count 1 is no loop, as compilers remove it. On A2/A3 an instruction repeats over the rows.

#include "../ops/tile/tile.h"
#include "time.h"

typedef enum { MAP, WITH, SELECT, CONVERT, ROWS, COLS, SPREAD, BESIDE, BELOW } form_t;

typedef struct {
    const char *instructions;  // NULL: unknown
    uint8_t form;
} recipe_t;

static const recipe_t recipes[] = {
#define TIME_RECIPE(id, form, instructions) [PTO_TILE_ID_##id] = {instructions, form},
#define TIME_RECIPE_A2A3(id, form, instructions)
#include <isa/time/recipe.def>
};
static const recipe_t recipes_a2a3[] = {
#define TIME_RECIPE(id, form, instructions)
#define TIME_RECIPE_A2A3(id, form, instructions) [PTO_TILE_ID_##id] = {instructions, form},
#include <isa/time/recipe.def>
};
#define RECIPE_NUM(recipes) (sizeof(recipes) / sizeof(recipes)[0])

static recipe_t recipe_of(uint32_t id)
{
    bool older = pto_run_state.options.arch == PTO_ARCH_A2A3 && id < RECIPE_NUM(recipes_a2a3);
    if (older && recipes_a2a3[id].instructions != NULL) {
        return recipes_a2a3[id];
    }
    return id < RECIPE_NUM(recipes) ? recipes[id] : (recipe_t){0};
}

#define OPERANDS 8
#define STEPS    4

// An operation with its operands.
typedef struct {
    const pto_tile_t *tile[OPERANDS];  // results first
    uint32_t tile_num, out_num;
    bool precise;  // in high precision
    bool wraps;    // a conversion that does not saturate
    bool scalar;   // has a scalar operand
    const time_op_t *step[STEPS];
    const char *name[STEPS];
    uint32_t step_num;
    uint32_t elem, lanes;
    uint32_t rows, cols;
    bool flat;
} operation_t;

/// Operands ///

static void read_operands(operation_t *o, const pto_cmd_t *cmd)
{
    const pto_tile_op_t *op = pto_tile_op_of(cmd);
    const uint8_t *at = (const uint8_t *)cmd->data;
    o->out_num = pto_tile_out_num(op);
    for (const char *kind = op->kinds; *kind != 0; at += pto_tile_operand_bytes(*kind++)) {
        if (*kind == 'S' || *kind == 'Q') {
            o->scalar = true;
        } else if (*kind == 'A') {
            o->precise |= *(const uint64_t *)at == PTO_PRECISION_HIGH;
            o->wraps = *(const uint64_t *)at == PTO_SATURATION_OFF;  // the last attribute
        } else if (pto_tile_is_tile_kind(*kind) && pto_tile_is_present((const pto_tile_t *)at) &&
                   o->tile_num < OPERANDS) {
            o->tile[o->tile_num++] = (const pto_tile_t *)at;
        }
    }
}

static void read_steps(operation_t *o, const char *text)
{
    static char names[STEPS][16];
    while (*text != 0 && o->step_num < STEPS) {
        char *to = names[o->step_num];
        while (*text != 0 && *text != ' ') {
            *to++ = *text++;
        }
        *to = 0;
        text += *text == ' ';
        o->name[o->step_num] = names[o->step_num];
        o->step[o->step_num] = time_op_named(names[o->step_num], o->elem);
        o->step_num++;
    }
}

static bool has_gaps(const pto_tile_t *tile)
{
    return tile->valid_rows != 1 && tile->valid_cols != tile->pitch;
}

static bool read_operation(operation_t *o, const pto_cmd_t *cmd, form_t form)
{
    read_operands(o, cmd);
    if (o->tile_num == 0) {
        return false;
    }
    const pto_tile_t *source = o->tile[o->tile_num > o->out_num ? o->tile_num - 1 : 0];
    o->elem = source->elem;
    o->lanes = PTO_VREG_BYTES / pto_elem_bytes[o->elem];
    if (form == BESIDE || form == BELOW) {
        source = o->tile[0];  // the destination, which is written completely; one of the sources is narrow
    }
    o->rows = (uint32_t)source->valid_rows;
    o->cols = (uint32_t)source->valid_cols * (pto_is_fp4(source->elem) ? 2 : 1);  // in elements
    o->flat = true;
    for (uint32_t i = 0; i < o->tile_num; i++) {
        o->flat &= !has_gaps(o->tile[i]);
    }
    return o->rows != 0 && o->cols != 0;
}

static uint32_t up(uint64_t n, uint32_t by)
{
    return (uint32_t)((n + by - 1) / by);
}

/// A5: instructions of a vector function ///

enum { FIRST = 1, SECOND, THIRD, OLD, RESULT = 8 };

static void run(time_known_t which, uint32_t elem, uint32_t dst, uint32_t src, uint32_t src2)
{
    time_values_t values = {.dst = {(uint16_t)dst}, .src = {(uint16_t)src, (uint16_t)src2}};
    time_vector_op(time_op_of(which, elem), &values);
}

static void run_steps(const operation_t *o, uint32_t sources)
{
    for (uint32_t i = 0; i < o->step_num; i++) {
        time_values_t values = {.dst = {(uint16_t)(RESULT + i)}};
        for (uint32_t j = 0; j < sources; j++) {
            values.src[j] = (uint16_t)(FIRST + j);
        }
        if (i != 0) {
            values.src[0] = (uint16_t)(RESULT + i - 1);
        }
        time_vector_op(o->step[i], &values);
    }
}

// The body of a loop: loads, computation, a store.
static void iteration_map(const operation_t *o)
{
    uint32_t sources = o->tile_num - o->out_num;
    run(TIME_PLT, o->elem, 0, 0, 0);
    for (uint32_t i = 0; i < sources; i++) {
        run(TIME_VLDS, o->elem, FIRST + i, 0, 0);
    }
    run_steps(o, sources);
    run(TIME_VSTS, o->elem, 0, RESULT + o->step_num - 1, 0);
}

static void iteration_select(const operation_t *o)
{
    run(TIME_VLDS, o->elem, FIRST, 0, 0);
    run(TIME_VLDS, o->elem, SECOND, 0, 0);
    run(TIME_PLDS, o->elem, THIRD, 0, 0);
    run(TIME_PLT, o->elem, 0, 0, 0);
    if (o->lanes == 64) {
        run(TIME_PUNPACK, o->elem, THIRD, THIRD, 0);
    }
    time_values_t values = {.dst = {RESULT}, .src = {FIRST, SECOND, THIRD}};
    time_vector_op(o->step[0], &values);
    run(TIME_VSTS, o->elem, 0, RESULT, 0);
}

// Conversions between elements of different sizes. If a register holds twice as many results as sources, rows with gaps
// use two registers at once; so do conversions of bytes to words.
typedef struct {
    uint32_t from, to;  // bytes of an element
    bool pack, quarter, twice;
    bool through_words;  // 16 bits to 16 bits
} conversion_t;

static conversion_t conversion_of(const operation_t *o)
{
    uint8_t src = o->tile[o->tile_num - 1]->elem, dst = o->tile[0]->elem;
    uint32_t from = pto_elem_bytes[src], to = pto_elem_bytes[dst];
    bool quarter = (from == 4 && to == 1) || pto_is_fp4(dst);
    return (conversion_t){
        .from = from,
        .to = to,
        .pack = !o->flat && !quarter && from == 2 * to && from != 8 && o->step_num == 1,
        .quarter = quarter,
        .twice = from == 1 && (to == 4 || pto_is_fp4(src)),
        .through_words = from == 2 && to == 2 && o->step_num > 1,
    };
}

// Floats that wrap to integers are converted through wider ones.
static const char *steps_of_conversion(const operation_t *o)
{
    uint8_t src = o->tile[o->tile_num - 1]->elem, dst = o->tile[0]->elem;
    if (o->wraps && src == PTO_ELEM_F16 && dst == PTO_ELEM_I8) {
        return "vcvt vand vcvt vcvt";
    }
    bool two = dst == PTO_ELEM_I16 && (src == PTO_ELEM_F32 || src == PTO_ELEM_F16);
    return o->wraps && two ? "vcvt vcvt" : "vcvt";
}

static void convert_one(const operation_t *o, uint32_t source, uint32_t result)
{
    for (uint32_t i = 0; i < o->step_num; i++) {
        time_values_t values = {.dst = {(uint16_t)result}, .src = {(uint16_t)(i == 0 ? source : result)}};
        time_vector_op(o->step[i], &values);
    }
}

static void iteration_widen(const operation_t *o, bool twice)
{
    time_vector_widen();
    run(TIME_VLDS, o->elem, FIRST, 0, 0);
    if (twice) {
        time_values_t values = {.dst = {SECOND, THIRD}, .src = {FIRST}};
        time_vector_op(time_op_of(TIME_VINTLV, o->elem), &values);
    }
    for (uint32_t i = 0; i <= twice; i++) {
        convert_one(o, twice ? SECOND + i : FIRST, RESULT + i);
        run(TIME_VSTS, o->elem, 0, RESULT + i, 0);
    }
}

static void iteration_convert(const operation_t *o, conversion_t c)
{
    run(TIME_PLT, o->elem, 0, 0, 0);
    if (c.from < c.to || c.through_words) {
        iteration_widen(o, c.twice);
        return;
    }
    if (c.pack) {
        time_values_t values = {.dst = {FIRST, SECOND}};
        time_vector_op(time_op_of(TIME_VLDSX2, o->elem), &values);
        convert_one(o, FIRST, RESULT);
        convert_one(o, SECOND, RESULT + 1);
        run(TIME_VOR, PTO_ELEM_U8, RESULT + 2, RESULT, RESULT + 1);
        run(TIME_VSTS, o->elem, 0, RESULT + 2, 0);
        return;
    }
    run(TIME_VLDS, o->elem, FIRST, 0, 0);
    convert_one(o, FIRST, RESULT);
    if (c.quarter) {
        run(TIME_VSELR, o->elem, RESULT + 1, RESULT, 0);
        time_vector_wait(TIME(vf_bar));  // mem_bar VST_VST: orders the stores
    }
    run(TIME_VSTS, o->elem, 0, RESULT + c.quarter, 0);
}

// Returns the number of elements that one iteration of a conversion processes.
static uint32_t convert_lanes(conversion_t c)
{
    uint32_t lanes = PTO_VREG_BYTES / (c.from > c.to ? c.from : c.to);
    return c.through_words ? lanes / 2 : c.twice || c.pack ? lanes * 2 : lanes;
}

static void iteration(const operation_t *o, form_t form)
{
    switch (form) {
        case SELECT:
            iteration_select(o);
            break;
        case CONVERT:
            iteration_convert(o, conversion_of(o));
            break;
        default:
            iteration_map(o);
    }
}

// Begins the next iteration of a loop that has to be run. Returns false if there is none.
static bool next_iteration(uint64_t *left)
{
    *left -= *left != 0 ? time_vector_iteration() : 0;
    return *left != 0 && (*left)--;
}

static bool next_row(uint64_t *left)
{
    *left -= *left != 0 ? time_vector_row() : 0;
    return *left != 0 && (*left)--;
}

static void loop(const operation_t *o, form_t form, uint64_t iterations)
{
    if (iterations == 1) {
        iteration(o, form);
        return;
    }
    time_vector_loop(iterations);
    while (next_iteration(&iterations)) {
        iteration(o, form);
    }
    time_vector_loop_end();
}

static void rows(const operation_t *o, form_t form, uint32_t lanes)
{
    uint32_t iterations = up(o->cols, lanes);
    uint64_t left = o->rows;
    time_vector_loop(left);
    while (iterations == 1 ? next_iteration(&left) : next_row(&left)) {
        loop(o, form, iterations);
    }
    time_vector_loop_end();
}

static cycles_t cycles_of_map(const operation_t *o, form_t form)
{
    conversion_t c = conversion_of(o);
    uint32_t lanes = form == CONVERT ? convert_lanes(c) : o->lanes;
    uint32_t iterations = up(o->cols, lanes);
    // The branch for the last iteration separates iterations, unless compilers unroll them.
    if (form == CONVERT && c.quarter && !o->flat && iterations > 4) {
        return TIME(vf_start) + (cycles_t)o->rows * iterations * TIME(vf_restart);
    }
    time_vector_begin();
    if (form == WITH) {
        run(TIME_VDUP, o->elem, OLD, 0, 0);
    }
    if (form == CONVERT && o->flat && c.from < c.to) {
        time_vector_wait(TIME(vf_expand_mask));
    }
    if (o->flat && form != SELECT) {
        loop(o, form, up((uint64_t)o->rows * o->cols, lanes));
    } else {
        rows(o, form, lanes);
    }
    return time_vector_end();
}

static cycles_t cycles_of_rows(const operation_t *o)
{
    uint64_t left = o->rows;
    time_vector_begin();
    time_vector_loop(left);
    while (next_row(&left)) {
        uint64_t iterations = up(o->cols, o->lanes);
        time_vector_loop(iterations);
        while (next_iteration(&iterations)) {
            run(TIME_VLDS, o->elem, FIRST, 0, 0);
            time_values_t values = {.dst = {RESULT}, .src = {FIRST, RESULT}};
            time_vector_op(o->step[0], &values);
        }
        time_vector_loop_end();
        time_values_t values = {.dst = {RESULT + 1}, .src = {RESULT}};
        time_vector_op(o->step[1], &values);
        run(TIME_VSTS, o->elem, 0, RESULT + 1, 0);
        time_vector_move(RESULT, 0);
    }
    time_vector_loop_end();
    return time_vector_end();
}

static cycles_t cycles_of_cols(const operation_t *o)
{
    uint64_t left = up(o->cols, o->lanes);
    time_vector_begin();
    time_vector_loop(left);
    while (next_row(&left)) {
        uint64_t iterations = o->rows;
        bool first = true;
        time_vector_loop(iterations);
        while (next_iteration(&iterations)) {
            run(TIME_VLDS, o->elem, FIRST, 0, 0);
            time_values_t values = {.dst = {RESULT}, .src = {FIRST, first ? 0 : RESULT}};
            time_vector_op(o->step[0], &values);
            first = false;
        }
        time_vector_loop_end();
        run(TIME_VSTS, o->elem, 0, RESULT, 0);
    }
    time_vector_loop_end();
    return time_vector_end();
}

static void load_compute_store(const operation_t *o)
{
    run(TIME_VLDS, o->elem, FIRST, 0, 0);
    run_steps(o, 2);
    run(TIME_VSTS, o->elem, 0, RESULT + o->step_num - 1, 0);
}

// The second operand has one element for each row, or one row for all: it is loaded in the outer loop.
static cycles_t cycles_beside(const operation_t *o, bool below)
{
    uint64_t registers = up(o->cols, o->lanes), left = below ? registers : o->rows;
    uint64_t inner = below ? o->rows : registers;
    time_vector_begin();
    time_vector_loop(left);
    while (inner == 1 ? next_iteration(&left) : next_row(&left)) {
        uint64_t iterations = inner;
        run(TIME_VLDS, o->elem, SECOND, 0, 0);
        if (inner == 1) {
            load_compute_store(o);
            continue;
        }
        time_vector_loop(iterations);
        while (next_iteration(&iterations)) {
            load_compute_store(o);
        }
        time_vector_loop_end();
    }
    time_vector_loop_end();
    return time_vector_end();
}

// A guess from the bytes moved: this many registers are loaded, computed and stored.
static cycles_t cycles_of_bytes(const work_t *work, uint32_t elem)
{
    enum { FEW = 4 };  // too few for a loop
    uint64_t loads = up(work->local_read, PTO_VREG_BYTES), stored = up(work->local_written, PTO_VREG_BYTES);
    uint64_t both = loads < stored ? loads : stored, rest = loads + stored - 2 * both, left = rest;
    time_vector_begin();
    time_vector_loop(both);
    while (next_iteration(&both)) {
        run(TIME_VLDS, elem, FIRST, 0, 0);
        run(TIME_VADD, elem, RESULT, FIRST, 0);
        run(TIME_VSTS, elem, 0, RESULT, 0);
    }
    time_vector_loop_end();
    if (rest > FEW) {
        time_vector_loop(rest);
    }
    while (rest > FEW ? next_iteration(&left) : left-- != 0) {
        if (loads > stored) {
            run(TIME_VLDS, elem, FIRST, 0, 0);
        }
        run(TIME_VADD, elem, RESULT, loads > stored ? FIRST : 0, 0);
        if (stored > loads) {
            run(TIME_VSTS, elem, 0, RESULT, 0);
        }
    }
    if (rest > FEW) {
        time_vector_loop_end();
    }
    return time_vector_end();
}

static cycles_t on_a5(const operation_t *o, form_t form, const work_t *work)
{
    if (o->precise && form == WITH && (o->elem == PTO_ELEM_F32 || o->elem == PTO_ELEM_F16)) {
        uint32_t iterations = o->flat ? up((uint64_t)o->rows * o->cols, o->lanes) : o->rows * up(o->cols, o->lanes);
        return TIME(vf_start) + TIME(vf_drain) + 20 +
               (cycles_t)iterations * (o->elem == PTO_ELEM_F32 ? TIME(vf_div_f32) : TIME(vf_div_f16));
    }
    switch (form) {
        case ROWS:
            return cycles_of_rows(o);
        case COLS:
            return cycles_of_cols(o);
        case SPREAD:
            return cycles_of_bytes(work, o->elem);
        case BESIDE:
        case BELOW:
            return cycles_beside(o, form == BELOW);
        default:
            return cycles_of_map(o, form);
    }
}

/// A2/A3: instructions that repeat ///

// Element counting is used for two operands, with more than 255 repeats or flat rows that end inside a register.
static bool is_counted(const operation_t *o, uint32_t lanes, uint64_t repeats)
{
    return o->tile_num - o->out_num == 2 && (repeats > 255 || (o->cols > lanes && o->cols % lanes != 0));
}

// Packed rows are one run of repeats. Otherwise, and with a scalar operand, an instruction for each column of registers
// repeats over the rows.
static cycles_t repeated(const operation_t *o, uint32_t lanes)
{
    bool flat = o->flat && !o->scalar;
    uint32_t num = flat ? 1 : up(o->cols, lanes);
    uint64_t repeats = flat ? up((uint64_t)o->rows * o->cols, lanes) : o->rows;
    cycles_t cycles = flat && is_counted(o, lanes, repeats) ? TIME(tile_count_mode) : 0;
    for (uint32_t i = 0; i < o->step_num; i++) {
        const time_tile_t *t = time_tile_named(o->name[i], o->elem);
        cycles += t->start + num * repeats * t->each + t->complete;
    }
    return cycles;
}

// A sequence of `num` instructions; `dependent`: each needs the result of the previous one, so that none overlap.
static cycles_t chained(const operation_t *o, uint32_t step, uint64_t num, uint64_t repeats, bool dependent)
{
    const time_tile_t *t = time_tile_named(o->name[step], o->elem);
    cycles_t whole = t->start + t->complete;
    return num * (repeats * t->each + t->interval) - t->interval + (dependent ? num : 1) * whole;
}

static cycles_t copied(const operation_t *o, uint64_t rows)
{
    uint64_t bytes = up((uint64_t)o->cols * pto_elem_bytes[o->elem], 32) * UINT64_C(32);
    return TIME(tile_copy_start) + up(rows * bytes, TIME(tile_copy));
}

// The first row is copied, the others are combined with it one by one, in element counting mode.
static cycles_t cols_of_a2a3(const operation_t *o, uint32_t registers)
{
    const time_tile_t *t = time_tile_named(o->name[0], o->elem);
    cycles_t each = t->start + t->complete + TIME(tile_count_mode) + (cycles_t)registers * t->each;
    return copied(o, 1) + (o->rows - 1) * each;
}

// The mask of each row is loaded by a separate instruction, which hides the selection except for its repeats.
static cycles_t select_of_a2a3(const operation_t *o, uint32_t registers)
{
    const time_tile_t *t = time_tile_named(o->name[0], o->elem);
    return chained(o, 1, o->rows, 1, false) + (cycles_t)o->rows * (registers - 1) * t->each;
}

static cycles_t on_a2a3(const operation_t *o, form_t form)
{
    uint32_t registers = up(o->cols, o->lanes);
    switch (form) {
        case ROWS:
            return (registers > 1 ? chained(o, 0, registers - 1, o->rows, true) : 0) + chained(o, 1, 1, o->rows, false);
        case COLS:
            return cols_of_a2a3(o, registers);
        case SELECT:
            return select_of_a2a3(o, registers);
        case SPREAD:
            return o->step_num == 0 ? copied(o, o->rows) : chained(o, 0, o->rows, registers, false);
        case CONVERT:
            return repeated(o, convert_lanes(conversion_of(o)));
        default:
            return repeated(o, o->lanes);
    }
}

// Hashes everything that the cycles depend on; the addresses of tiles are not part of it.
static uint64_t key_of(const operation_t *o, uint32_t id, const work_t *work)
{
    uint64_t key = time_key(id, o->tile_num | (uint64_t)o->precise << 32 | (uint64_t)o->scalar << 33);
    for (uint32_t i = 0; i < o->tile_num; i++) {
        const pto_tile_t *t = o->tile[i];
        key = time_key(key, (uint64_t)t->elem << 56 | (uint64_t)(uint32_t)t->pitch << 16 | t->blayout);
        key = time_key(key, (uint64_t)(uint32_t)t->valid_rows << 32 | (uint32_t)t->valid_cols);
    }
    return time_key(time_key(key, work->local_read), work->local_written << 1 | o->wraps);
}

cycles_t time_recipe(const pto_cmd_t *cmd, const work_t *work)
{
    operation_t o = {0};
    uint32_t id = pto_tile_op_of(cmd)->id;
    recipe_t recipe = recipe_of(id);
    if (!read_operation(&o, cmd, recipe.form)) {
        return 0;
    }
    cycles_t cycles;
    uint64_t key = key_of(&o, id, work);
    if (time_recall(key, &cycles)) {
        return cycles;
    }
    const char *steps = recipe.instructions != NULL ? recipe.instructions : "vadd";
    bool converts = recipe.form == CONVERT && pto_run_state.options.arch != PTO_ARCH_A2A3;
    read_steps(&o, converts ? steps_of_conversion(&o) : steps);
    if (pto_run_state.options.arch == PTO_ARCH_A2A3) {
        cycles = on_a2a3(&o, recipe.instructions != NULL ? recipe.form : MAP);
    } else {
        cycles = recipe.instructions != NULL ? on_a5(&o, recipe.form, work) : cycles_of_bytes(work, o.elem);
    }
    time_remember(key, cycles);
    return cycles;
}
