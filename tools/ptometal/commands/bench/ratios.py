# SPDX-License-Identifier: Apache-2.0
"""Limits for the forms of a bench kernel relative to the hand-written one, and reasons for exceptions.

A ratio above its target is marked by a letter, whose reason is listed below the table. A ratio without a known reason
has a question mark, and the bench fails.
"""

TARGET = 1.10
REDUCTIONS = {"examples/softmax", "examples/rmsnorm", "softmax", "rmsnorm", "row_sum", "trowsum", "trowmax", "tcolsum",
              "trowsum_ragged", "trowmax_ragged", "row_sum_n", "trowmax_f16_ragged", "trowmax_i16_ragged",
              "trowmax_u16_ragged"}
REDUCTION_TARGET = 1.15

ONCE = "once"
REASONS = {
    ONCE: "what is done once: the vector function's entry, the checks that pointers lie in UB and are aligned, the count at "
          "run time (20 to 30 instructions, of 100 to 200 at VLEN 1024)",
    "short": "one register of work is 23 to 32 instructions by hand; what is done once is 8 to 16",
    "rows": "rows of 61 lanes: the loop in C has stages for pairs of strips, one strip and a tail, which each row asks for",
    "order": "each lane of a register sees its elements in the order of the loop, for the same bits at every VLEN: where a strip "
             "is several registers that is an addition for each (at VLEN 1024 four, and two vsetvli, where hand has one). "
             "--fast-math reassociate gives it up. The second ratio is to code by hand that keeps it",
    "exact": "sums keep the order of the loop, as those of row_sum; and e^x is right to 1 ulp for all arguments, for which each strip is looked at (4 "
             "instructions, where hand clamps with one), as maxima look for NaN",
    "stages": "in C a row has stages for pairs of strips, one strip and a tail, with a test each, and its checks: 10 to 15 "
              "instructions a row, 40 to 200 by hand. Where a turn of two strips computes e^x, the sum waits in memory",
    "row": "what is done once a row of 1000 floats, some 70 instructions at VLEN 512 where hand takes 60: pairs, a strip and "
           "the last strip of each loop, which ends inside a register; and the sums of each lane in the order of the loop",
    "carry": "carries pass from limb to limb in v0: a move and a vsetvli a limb; in C each limb computes its addresses and "
             "leaves a carry that nobody takes, and once a call twelve places are checked and all registers saved",
    "count": "how many strips a row has, and where the last one ends inside a register, is asked in each row: 20 instructions, of 40 "
             "to 70 by hand",
    "nan": "each row is looked through for NaN, which the form by hand leaves out",
    "gather": "a register's indices are all read before any of it is stored: at VLEN 128 a strip is half of one",
    "ragged": "each row is cut into strips, in a loop that serves any length; by hand it is written for rows of two",
    "command": "issue and execution of the command: 12 instructions, 20 to 30 where rows or groups are chosen at run time or a "
               "view is known then alone",
    "chain": "each addition of a lane waits for the one before it, as the kernel has one sum a lane and its order stays: by hand "
             "the sums of two strips grow side by side. On cores in order the rest waits too",
    "last": "the last 32 sums of vcadd are added one after the other (spec-decisions.md), by hand in any order: the x280 takes 6 "
            "cycles for each",
    "gcc": "GCC computes constants, addresses and checks anew in each stage of a row, sets vl before each of its parts, and in softmax "
           "keeps register groups in memory that clang has in registers",
    "narrow": "in the loop over rows GCC keeps a loop over the strips of a row, which has one: three instructions, of seven by hand",
    "transfer": "the issue of a transfer, its checks and its choice of a copy, about 40 instructions",
}
# Rows, and forms if these differ.
WHY = {
    "softmax lanes same": "stages", "row_sum lanes same": "stages",
    "examples/softmax": "exact",
    "examples/rmsnorm": "order", "examples/softmax pto": "row", "examples/rmsnorm pto": "row",
    "f16_to_f32": ONCE, "gather": "gather", "vabs_64": "short", "vabs_tile": "rows", "vabs_tile pto": ONCE,
    "add_carry_n": "carry", "row_sum_n": "order", "row_sum_n same": "count", "trowmax_f16_ragged": "nan",
    "softmax": "exact", "rmsnorm": "order", "row_sum": "order", "add_carry": "carry", "copy2d": "transfer",
    "tadd_ragged": "ragged", "tadd_bf16_ragged": "ragged", "trowexpandmul_ragged": "ragged",
    "texp": "command", "tload": "command", "tstore": "command", "mscatter_rows": "command",
}
# Further reasons for GCC.
WHY_GCC = {
    "vabs": ONCE, "vadd_f32": ONCE, "vadd_i8": ONCE, "vadd_f32 pto": ONCE, "vadd_i8 pto": ONCE, "axpy": ONCE, "relu": ONCE,
    "gather lanes": ONCE, "examples/add": ONCE, "project/scale": ONCE, "mscatter": "command", "softmax pto same": "gcc", "rmsnorm lanes same": "gcc",
    "row_sum pto same": "gcc", "examples/softmax same": "gcc", "examples/rmsnorm same": "gcc",
    "vabs_n": ONCE, "tcvt_f32_f16": "command", "trowmax_i16_ragged": "narrow", "trowmax_u16_ragged": "narrow",
}
# The same for cycles, by core.
WHY_CYCLES = {
    "x280": {"vabs_64": "short", "vabs_tile": "rows", "rmsnorm": "chain", "row_sum": "last", "row_sum_n": "last",
             "add_carry": "carry", "add_carry_n": "carry", "gather": "gather"},
    "p670": {"vabs_64": "short", "rmsnorm": "chain", "row_sum": "chain", "row_sum_n": "chain", "add_carry": "carry",
             "add_carry_n": "carry"},
}


WHY_CYCLES_GCC = {"p670": {"vabs_tile": "rows", "row_sum same": "gcc"}}


def why(compiler):
    return {**WHY, **WHY_GCC} if compiler == "gcc" else WHY


def why_cycles(compiler, core):
    return {**WHY_CYCLES[core], **WHY_CYCLES_GCC.get(core, {})} if compiler == "gcc" else WHY_CYCLES[core]


def target(row):
    return REDUCTION_TARGET if row in REDUCTIONS else TARGET


class Notes:
    """The letters of one table, in order of first use."""

    def __init__(self, why):
        self.why = why
        self.letters = {}   # reason -> letter
        self.unexplained = []

    def mark(self, row, form, ratio, to=""):
        """The mark of a ratio to the hand-written form, or with " same" to the bit-identical one; empty if the ratio is
        within its target."""
        if ratio <= target(row) + 0.005:
            return ""
        reason = self.why.get(f"{row} {form}{to}", self.why.get(f"{row}{to}"))
        if reason is None:
            self.unexplained.append(f"{row} {form}: {ratio:.2f} x the form written by hand{to}, and no reason is known")
            return "?"
        return self.letters.setdefault(reason, chr(ord("a") + len(self.letters)))

    def lines(self):
        return [f"{letter}  {REASONS[reason]}" for reason, letter in self.letters.items()]
