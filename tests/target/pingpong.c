// SPDX-License-Identifier: Apache-2.0
//
// The ping-pong loops under every schedule: the same bytes everywhere, and no synchronisation that could
// be left out without some schedule showing it.

#include <pto/tap.h>

#include "pingpong_kernels.h"
#include "schedules.h"

static float in[TILES * TILE];
static float out[TILES * TILE];
static float want[TILES * TILE];

static void fill(void)
{
    for (int i = 0; i < TILES * TILE; i++) {
        in[i] = (float)(i + 1) * (i % 3 == 0 ? 1.0f : -1.0f);
        want[i] = (float)(i + 1);
    }
}

static int run(const schedule_t *s, const pto_kernel_t *kernel, int32_t tiles, uint32_t omit,
               pto_run_result_t *result)
{
    for (int i = 0; i < TILES * TILE; i++) {
        out[i] = -1.0f;
    }
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0]), PTO_ARG(tiles), PTO_ARG(omit)};
    const pto_gm_buffer_t buffers[] = {{in, sizeof in, "in"}, {out, sizeof out, "out"}};
    return schedule_run(s, kernel, args, buffers, 2, result);
}

static bool output_is_right(int32_t tiles)
{
    for (int i = 0; i < TILES * TILE; i++) {
        if (out[i] != (i < tiles * TILE ? want[i] : -1.0f)) {
            return false;
        }
    }
    return true;
}

// The unchanged kernel: correct and silent under each schedule, one case each.
static void test_complete(const pto_kernel_t *kernel)
{
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        pto_run_result_t result;
        int status = run(&s, kernel, TILES, 0, &result);
        if (status != 0 || result.warnings != 0) {
            tap_ok(false, "%s, %s: %s", kernel->name, s.name, result.report);
        } else {
            tap_same(out, want, sizeof want, "%s, %s", kernel->name, s.name);
        }
    }
    // Loops that end before the first buffer is reused.
    for (int32_t tiles = 2; tiles < 6; tiles++) {
        schedule_t s = schedule(1);
        pto_run_result_t result;
        bool clean = run(&s, kernel, tiles, 0, &result) == 0 && result.warnings == 0;
        tap_ok(clean && output_is_right(tiles), "%s, %d tiles", kernel->name, (int)tiles);
    }
}

// Symptoms of a changed kernel.
typedef struct {
    unsigned schedules;
    unsigned faults;
    unsigned warnings;
    unsigned wrong;
    char first[PTO_REPORT_BYTES];
} evidence_t;

static void add_evidence(evidence_t *evidence, const pto_kernel_t *kernel, uint32_t omit, unsigned index)
{
    schedule_t s = schedule(index);
    pto_run_result_t result;
    int status = run(&s, kernel, TILES, omit, &result);
    if (evidence->first[0] == '\0' && (status != 0 || result.warnings != 0)) {
        __builtin_memcpy(evidence->first, result.report, sizeof evidence->first);
    }
    evidence->schedules++;
    evidence->faults += status != 0;
    evidence->warnings += status == 0 && result.warnings != 0;
    evidence->wrong += status == 0 && result.warnings == 0 && !output_is_right(TILES);
}

static evidence_t collect(const pto_kernel_t *kernel, uint32_t omit)
{
    evidence_t evidence = {0};
    for (unsigned i = 0; i < schedule_num(); i++) {
        add_evidence(&evidence, kernel, omit, i);
    }
    return evidence;
}

static void note_evidence(const evidence_t *e)
{
    tap_note("of %u schedules: %u faults, %u warnings, %u silent but wrong. %s", e->schedules, e->faults,
             e->warnings, e->wrong, e->first);
}

// Each synchronisation removed alone.
static void test_mutations(const pto_kernel_t *kernel, const char *const *names, unsigned num)
{
    for (unsigned op = 0; op < num; op++) {
        evidence_t e = collect(kernel, 1u << op);
        tap_ok(e.faults + e.warnings + e.wrong != 0, "%s shows: without %s", kernel->name, names[op]);
        note_evidence(&e);
    }
}

// A whole edge taken away, both of its ends: nothing is left over that the bookkeeping could notice, so only
// the bytes can tell, and a schedule has to be found that makes them differ.
static void test_races(void)
{
    static const struct {
        const pto_kernel_t *kernel;
        uint32_t omit;
        const char *name;
    } edges[] = {
        {&pto_kernel_pingpong_flags, 1u << SET_IN_FWD | 1u << WAIT_IN_FWD, "MTE2->V: loaded"},
        {&pto_kernel_pingpong_flags, 1u << SET_OUT_FWD | 1u << WAIT_OUT_FWD, "V->MTE3: computed"},
        {&pto_kernel_pingpong_flags,
         1u << PRIME_IN_0 | 1u << PRIME_IN_1 | 1u << WAIT_IN_REV | 1u << SET_IN_REV | 1u << DRAIN_IN_0 |
             1u << DRAIN_IN_1,
         "V->MTE2: has been read"},
        {&pto_kernel_pingpong_flags,
         1u << PRIME_OUT_0 | 1u << PRIME_OUT_1 | 1u << WAIT_OUT_REV | 1u << SET_OUT_REV | 1u << DRAIN_OUT_0 |
             1u << DRAIN_OUT_1,
         "MTE3->V: has been stored"},
        {&pto_kernel_pingpong_bufs, 1u << GET_LOAD | 1u << RLS_LOAD, "MTE2 takes no token"},
        {&pto_kernel_pingpong_bufs, 1u << GET_VECTOR_IN | 1u << RLS_VECTOR_IN, "V takes no input token"},
        {&pto_kernel_pingpong_bufs, 1u << GET_VECTOR_OUT | 1u << RLS_VECTOR_OUT, "V takes no output token"},
        {&pto_kernel_pingpong_bufs, 1u << GET_STORE | 1u << RLS_STORE, "MTE3 takes no token"},
    };
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++) {
        evidence_t e = collect(edges[i].kernel, edges[i].omit);
        // In most orders a flag is set twice, a fault. One in a hundred has wrong bytes and no fault.
        for (unsigned more = schedule_num(); e.wrong == 0 && more < 1000; more++) {
            add_evidence(&e, edges[i].kernel, edges[i].omit, more);
        }
        tap_ok(e.wrong != 0, "%s races without edge %s", edges[i].kernel->name, edges[i].name);
        note_evidence(&e);
    }
}

// The document's claims about omitting the parts outside the loop.
static void test_prime_and_drain(void)
{
    const uint32_t prime = 1u << PRIME_IN_0 | 1u << PRIME_IN_1 | 1u << PRIME_OUT_0 | 1u << PRIME_OUT_1;
    const uint32_t drain = 1u << DRAIN_IN_0 | 1u << DRAIN_IN_1 | 1u << DRAIN_OUT_0 | 1u << DRAIN_OUT_1;
    schedule_t s = schedule(0);
    pto_run_result_t result;

    tap_equal(run(&s, &pto_kernel_pingpong_flags, TILES, prime, &result), 1, "without priming: a fault");
    tap_like(result.report, "deadlock*wait_flag*pingpong_kernels.c:", "without priming: who waits for what, where");

    // The omitted waits leave four flags set, but the result is right.
    tap_equal(run(&s, &pto_kernel_pingpong_flags, TILES, drain, &result), 0, "without draining: runs to its end");
    tap_equal(result.warnings, 4, "without draining: one warning for each flag left set");
    tap_like(result.report, "flag*pingpong_kernels.c:", "without draining: the place of the set");
    tap_ok(output_is_right(TILES), "without draining: right result");
}

int main(void)
{
    fill();
    test_complete(&pto_kernel_pingpong_flags);
    test_complete(&pto_kernel_pingpong_bufs);
    if (schedule(0).options.return_on_fault) {
        test_prime_and_drain();
        test_mutations(&pto_kernel_pingpong_flags, flag_op_names, FLAG_OP_NUM);
        test_mutations(&pto_kernel_pingpong_bufs, buf_op_names, BUF_OP_NUM);
        test_races();
    }
    return tap_done();
}
