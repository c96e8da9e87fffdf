# SPDX-License-Identifier: Apache-2.0
"""`ptometal debug`: gdb in batch mode, on two boards."""
import os
import re
import shutil

import kernels
from harness import CONFIGURATION, ROOT, floats, ptometal, test, write

# With vectors, and without; where the board is a process, that alone.
BOARDS = (CONFIGURATION, ["--board", "shakti_c"])
if os.environ.get("PTO_BOARD") == "native":
    BOARDS = (CONFIGURATION,)
ADD = str(ROOT / "examples" / "add.c")
ADD_ARGS = ["in:x", "in:x", "out:y=160", "40"]

# Comments at the end of lines name them.
DEBUGGED = """#include <pto/pto.h>
PTO_VF(twice_vf, (float *, x), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += 64) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vf32_t twice = pto_vmuls(pto_vlds(x, i), 2, mask);
        pto_vsts(twice, x, i, mask);                                        // in the vector function
    }
}
PTO_KERNEL(twice, (float *, x), (float *, y), (int32_t, n))
{
    float *ub = pto_ub(float, 0x400);
    uint32_t bytes = (uint32_t)n * 4;
    pto_tile_t plain = {.address = 0x400, .rows = 4, .cols = 8, .valid_rows = 2, .valid_cols = 3, .pitch = 8,
                        .elem = PTO_ELEM_F32};
    pto_tile_t boxes = {.address = 0x400, .rows = 8, .cols = 16, .valid_rows = 2, .valid_cols = 3, .pitch = 8,
                        .elem = PTO_ELEM_F32, .blayout = PTO_COL_MAJOR, .slayout = PTO_BOX_COL_MAJOR, .fractal16 = 32};
    pto_mte_gm_ub(x, ub, 0, bytes, .nburst = {1, bytes, bytes});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_get_buf(PIPE_V, 3, 0);                                              // the token
    pto_launch(twice_vf, ub, n);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID2);                             // the flag
    pto_pipe_barrier(PIPE_V);                                               // in the kernel
    pto_rls_buf(PIPE_V, 3, 0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID2);
    pto_mte_ub_gm(ub, y, bytes, .nburst = {1, bytes, bytes});
    (void)plain;
    (void)boxes;
}
"""

# The cube core adds to a semaphore that vector core 0 takes from.
CLUSTER = """#include <pto/pto.h>
PTO_MIXED_KERNEL(cluster, (int32_t *, x))
{
    PTO_CUBE_SECTION
    {
        pto_set_intra_block(PIPE_FIX, 5);                                   // added
        pto_set_flag(PIPE_FIX, PIPE_M, EVENT_ID1);
        pto_pipe_barrier(PIPE_ALL);
        pto_wait_flag(PIPE_FIX, PIPE_M, EVENT_ID1);                         // here
        pto_set_intra_block(PIPE_FIX, 6);
    }
    PTO_VECTOR_SECTION
    {
        if (pto_get_subblock_idx() == 0) {
            pto_wait_intra_block(PIPE_V, 6);                                // waits
            pto_wait_intra_block(PIPE_V, 5);                                // behind it
        }
    }
    (void)x;
}
"""


def line_of(text, words):
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


def debug(folder, kernel, board, *commands, args):
    """gdb's output for commands."""
    words = [word for command in commands for word in ("--ex", command)]
    return ptometal(folder, "debug", *board, kernel, "--batch", *words, *args).expect(0).stdout


def expect(output, *patterns):
    for pattern in patterns:
        assert re.search(pattern, output, re.M), f"no match for {pattern!r} in: {output}"


def without_gdb():
    return None if shutil.which("gdb-multiarch") else "gdb-multiarch is not installed"


@test
def breakpoint_in_a_vector_function_in_c(folder):
    if why := without_gdb():
        return why
    write(folder, "k.c", DEBUGGED)
    write(folder, "x", floats(40))
    line = line_of(DEBUGGED, "// in the vector function")
    for board in BOARDS:
        expect(debug(folder, "k.c", board, f"break k.c:{line}", "continue", "print twice", "print mask", "print i",
                     "print n", "pto where", "backtrace", args=["in:x", "out:y=160", "40"]),
               rf"^Breakpoint 1, pto_vf_body_twice_vf .*n=40\) at k\.c:{line}$",
               r"^\$1 = f32 x 64 = \{-6, -5, -4, .*, 33, 0, 0", r"^\$2 = 40 of 64 lanes: 0-39$", r"^\$3 = 0$", r"^\$4 = 40$",
               rf"^  V +vector function +k\.c:{line_of(DEBUGGED, 'pto_launch')}$",
               rf"pto_kernel_body_twice .*k\.c:{line_of(DEBUGGED, 'pto_launch')}$")
    return None


@test
def breakpoint_in_a_vector_function_in_text(folder):
    if why := without_gdb():
        return why
    path = ROOT / "examples" / "add.pto"
    write(folder, "x", floats(40))
    line = line_of(path.read_text(), "pto.vsts")
    for board in BOARDS:
        expect(debug(folder, str(path), board, f"break add.pto:{line}", "continue", "print sum", "print x", "print mask",
                     "print next", "print ub_b", "print length", "next", args=ADD_ARGS),
               rf"^Breakpoint 1, pto_vf_body_add.* at .*add\.pto:{line}$",
               r"^\$1 = f32 x 64 = \{-6, -5, -4, .*, 33, 0, 0", r"^\$2 = f32 x 64 = \{-3, -2\.5, ",
               r"^\$3 = 40 of 64 lanes: 0-39$", r"^\$4 = 0$", r"^\$5 = .*0x[0-9a-f]+$", r"^\$6 = 40$", rf"^({line + 1}|{line_of(path.read_text(), 'scf.for')})\b")
    return None


@test
def breakpoint_in_a_kernel_in_cpp(folder):
    if why := without_gdb():
        return why
    path = ROOT / "examples" / "scale.cpp"
    write(folder, "x", floats(40))
    line = line_of(path.read_text(), "TMULS")
    for board in BOARDS:
        expect(debug(folder, str(path), board, f"break scale.cpp:{line}", "continue", "print count", "print in.ColMaskInternal",
                     "next", "pto", args=["in:x", "out:y=160", "1.5", "40"]),
               rf"^Breakpoint 1, scale .*n=40\) at .*scale\.cpp:{line}$", r"^\$1 = 40$", r"^\$2 = 40$", rf"^{line + 1}\b",
               r"^core 0, unified core$")
    return None


@test
def kernel_tiles_flags_and_tokens(folder):
    if why := without_gdb():
        return why
    write(folder, "k.c", DEBUGGED)
    write(folder, "x", floats(40))
    line = line_of(DEBUGGED, "// in the kernel")
    for board in BOARDS:
        expect(debug(folder, "k.c", board, f"break k.c:{line}", "continue", "print plain", "print boxes", "print bytes",
                     "pto flags", "pto queues", "pto", args=["in:x", "out:y=160", "40"]),
               rf"^Breakpoint 1, pto_kernel_body_twice .* at k\.c:{line}$",
               r"^\$1 = f32 4 x 8, valid 2 x 3, UB \+0x400, row-major = \{row 0 = -6 -5 -4, row 1 = 2 3 4\}$",
               r"^\$2 = f32 8 x 16, .*, boxes column-major = \{row 0 = -6 2 10, row 1 = -5 3 11\}$", r"^\$3 = 160$",
               rf"^  flag V -> MTE3 EVENT_ID2 is set, by k\.c:{line_of(DEBUGGED, '// the flag')}$",
               rf"^  buffer 3 is held by V, got at k\.c:{line_of(DEBUGGED, '// the token')}$",
               r"^  MTE3   0 retired, 0 waiting$", r"^  S      block 0, ready$")
    return None


@test
def semaphores_and_queues_of_a_cluster(folder):
    if why := without_gdb():
        return why
    write(folder, "k.c", CLUSTER)
    for board in BOARDS:
        expect(debug(folder, "k.c", [*board, "--policy", "lazy"], f"break k.c:{line_of(CLUSTER, '// here')}", "continue",
                     "pto", args=["out:y=4"]),
               rf"^  semaphore 5 counts 1, last added to at k\.c:{line_of(CLUSTER, '// added')}$",
               r"^  flag FIX -> M EVENT_ID1 is set, by k\.c", r"^core 0 AIV0, vector core$", r"^core 0 AIC, cube core$",
               rf"^  V +wait_intra_block +k\.c:{line_of(CLUSTER, '// waits')}$",
               rf"^         wait_intra_block +k\.c:{line_of(CLUSTER, '// behind it')}$")
    return None


@test
def findings_of_the_checker(folder):
    """debug --check: the kernel runs on an image with the checker, which reports findings at the end."""
    if why := without_gdb():
        return why
    write(folder, "k.c", DEBUGGED.replace("pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);", ""))
    write(folder, "x", floats(40))
    done = ptometal(folder, "debug", "--check", *BOARDS[0], "k.c", "--batch", "--ex", "continue", "in:x", "out:y=160", "40")
    expect(done.stdout + done.stderr, r'^check: \{"finding": "race, read after write", "memory": "UB"',
           r"exited with code 03")
    return None


@test
def results_of_what_ran_to_its_end(folder):
    if why := without_gdb():
        return why
    write(folder, "x", floats(40))
    done = ptometal(folder, "debug", *CONFIGURATION, ADD, "--batch", "--ex", "kill", *ADD_ARGS)
    expect(done.stderr, r"^ptometal: the run was ended by gdb; nothing was written$")
    assert not (folder / "y").exists()
    expect(debug(folder, ADD, CONFIGURATION, "continue", args=ADD_ARGS), r"exited normally")
    assert (folder / "y").stat().st_size == 160
    done = ptometal(folder, "debug", *CONFIGURATION, ADD, "--time", "--batch", "--ex", "continue", *ADD_ARGS)
    expect(done.stderr, r"^ptometal: time: \d+ cycles, .* \(a5\)$", r"^  critical path: ")
    assert not re.search(r"^time: ", done.stdout + done.stderr, re.M), done.stdout + done.stderr
    return None


@test
def times_are_refused_where_nobody_would_report_them(folder):
    write(folder, "x", floats(40))
    write(folder, "k.elf", "")
    done = ptometal(folder, "debug", "k.elf", "--time", *ADD_ARGS)
    done.expect(2, "--time: k.elf under gdb would print its times as they come; `ptometal run` reports them").expect_one_line()
    done = ptometal(folder, "debug", ADD, "--board", "qemu-soft64", "--time", *ADD_ARGS)
    done.expect(2, "--time: the host cannot count: none of its boards has the cores of qemu-soft64").expect_one_line()


@test
def every_fault_stops(folder):
    if why := without_gdb():
        return why
    write(folder, "x", floats(40))
    expect(debug(folder, ADD, CONFIGURATION, "continue", "backtrace 1", args=[*ADD_ARGS[:-1], "41"]),
           r"^The kernel faulted", r"^#0 +pto_fault_at")
    for name, text in (("trap", kernels.TRAP), ("deadlock", kernels.DEADLOCK)):
        write(folder, "k.c", text)
        expect(debug(folder, "k.c", CONFIGURATION, "continue", "pto where", args=["inout:x"]), r"^The kernel faulted",
               r"^kernel " + name, r"^  MTE2 ")
    return None
