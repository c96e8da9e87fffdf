# SPDX-License-Identifier: Apache-2.0
"""Usage errors: one line that says what to change, and exit status 2."""
import fcntl
import itertools
import os
import re
import struct
import subprocess
import sys
import termios

import kernels
from harness import CONFIGURATION, PTOMETAL, ROOT, floats, ptometal, run, test, write


@test
def unknown_command_names_a_near_one(folder):
    ptometal(folder, "stup").expect(2, r"stup: no such command; did you mean setup\?").expect_one_line()
    ptometal(folder, "rnu", "x.c").expect(2, r"rnu: no such command; did you mean run\?").expect_one_line()


@test
def unknown_option_names_a_near_one(folder):
    run(folder, "x.c", "--block", "3").expect(2, r"--block: no such option; did you mean --blocks").expect_one_line()


@test
def files_of_a_run_are_for_runs(folder):
    for command in ("image", "debug", "flash"):
        for option in ("--json", "--trace", "--timeline"):
            ptometal(folder, command, "x.c", option, "f").expect(2, f"{option}: no such option").expect_one_line()


@test
def option_without_its_value(folder):
    run(folder, "x.c", "--entry").expect(2, "--entry needs a value: --entry NAME").expect_one_line()


@test
def values_that_options_do_not_take(folder):
    for words, pattern in (
            (("--blocks", "0"), "--blocks 0: not a whole number, at least 1"),
            (("--arch", "a7"), "--arch a7: no such choice; there are: a5, a2a3"),
            (("--policy", "eagre"), "--policy eagre: not eager, lazy, adverse, random:SEED or replay:FILE"),
            (("--timeout", "soon"), "--timeout soon: not a number of seconds, 0 to 1e8")):
        run(folder, "x.c", *words).expect(2, pattern).expect_one_line()


@test
def schedules_that_are_none(folder):
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "k.schedule", "# an order\ncore 0.0 PIPE_V 1 behind core 0.0 PIPE_MTE2 2\n")
    for words, pattern in (
            (("--policy", "replay:missing"), "--policy replay:missing: No such file"),
            (("--policy", "replay:k.schedule"), "k.schedule:2: a line is core 0.0 PIPE_V 1 after core 0.0 PIPE_MTE2 2"),
            (("--explore", "0"), "--explore 0: not a whole number, at least 1"),
            (("--explore", "3", "--harts", "2"), "--harts 2: a schedule orders what runs on one hart")):
        run(folder, "k.c", *words).expect(2, pattern).expect_one_line()


@test
def kernel_that_is_not_there(folder):
    write(folder, "softmax.c", kernels.DOUBLE)
    run(folder, "sofmax.c").expect(2, r"no such kernel; did you mean softmax\.c\?").expect_one_line()
    run(folder).expect(2, "run needs a kernel").expect_one_line()
    run(folder, ".").expect(2, "is a folder").expect_one_line()


@test
def board_and_vector_length_that_are_not_there(folder):
    write(folder, "k.c", kernels.DOUBLE)
    ptometal(folder, "run", "k.c", "--board", "qemu-vrit").expect(2, "did you mean qemu-virt").expect_one_line()
    ptometal(folder, "run", "k.c", "--vlen", "513").expect(2, "128, 256, 512, 1024").expect_one_line()
    ptometal(folder, "run", "k.c", "--harts", "99").expect(2, "at most").expect_one_line()


@test
def arguments_that_are_none(folder):
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", b"1234")
    for word, pattern in (
            ("x", r"argument x: it is in:FILE, inout:FILE, out:FILE=BYTES or a number"),
            ("in:", "the name of the file is missing"),
            ("in:missing", "in:missing: there is no such file"),
            ("in:.", "this is not a file"),
            ("out:y", "how large is it"),
            ("out:y=-4", "how large is it"),
            ("out:y=0", "at least one byte"),
            ("out:no/such/y=4", "there is no folder no/such"),
            ("in:x@4", "in:x@4: the buffer has 4 bytes"),
            ("in:x@two", "in:x@two: there is no such file"),
            ("12monkeys", "argument 12monkeys")):
        run(folder, "k.c", "--", word).expect(2, pattern).expect_one_line()
    run(folder, "k.c", "out:y=4", "out:y=8").expect(2, "one buffer, given with 4 and 8 bytes").expect_one_line()


@test
def wrong_number_of_arguments(folder):
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", floats(4))
    run(folder, "k.c", "in:x").expect(2, r"kernel double_it takes 3 arguments \(.*\), 1 is given").expect_one_line()


@test
def image_of_another_profile(folder):
    write(folder, "k.pto", 'module attributes {pto.target_arch = "a5"} {\n  func.func @k() attributes {pto.kernel} {\n'
          "    return\n  }\n}\n")
    ptometal(folder, "image", *CONFIGURATION, "k.pto", "-o", "k.elf").expect(0)
    run(folder, "k.elf", "--arch", "a2a3").expect(2, "--arch: a2a3, but kernel k is for a5")


@test
def names_that_are_none_of_c(folder):
    """A kernel is selected and shown by its name in the text; an output without a size gets its view's size."""
    write(folder, "k.pto", "module {\n" + "".join(
        f"""  func.func @{name}(%p: !pto.ptr<f32, gm>) attributes {{pto.kernel}} {{
    %two = arith.constant 2 : index
    %one = arith.constant 1 : index
    %view = pto.make_tensor_view %p, shape = [%two, %two], strides = [%two, %one] : !pto.tensor_view<?x?xf32>
    pto.trap
    return
  }}
""" for name in ("_private", "a.b", "int", "end_", "x-1")) + "}\n")
    for name in ("_private", "a.b", "int", "end_", "x-1"):
        run(folder, "k.pto", "--entry", name, "out:y").expect(3, f"in {re.escape(name)};").expect_one_line()
    run(folder, "k.pto", "--entry", "private", "1").expect(2, "the image has: _private, a.b, int, end_, x-1")


@test
def entry_that_is_not_there(folder):
    write(folder, "k.c", kernels.DOUBLE)
    run(folder, "k.c", "--entry", "single_it", "1").expect(2, "double_it").expect_one_line()


def on_a_terminal(folder, *words, columns=80, **environment):
    """What a command writes to a terminal."""
    terminal, end = os.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    settings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    subprocess.run([*words], cwd=folder, stdin=subprocess.DEVNULL, stdout=end, stderr=end, check=False,
                   env={**settings, "TERM": "xterm", **environment})
    os.close(end)
    told = os.read(terminal, 1 << 16).decode()
    os.close(terminal)
    return told


@test
def colours_are_for_terminals_that_want_them(folder):
    write(folder, "bad.c", "#include <pto/pto.h>\nPTO_KERNEL(k, (float *, y))\n{\n    nothing(y);\n}\n")
    compiled, refused = ([PTOMETAL, "check", *CONFIGURATION, "bad.c"], "nothing"), ([PTOMETAL, "run", "none.c"], "no such kernel")
    for (words, text), (environment, wanted) in itertools.product((compiled, refused), (
            ({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False))):
        told = on_a_terminal(folder, *words, **environment)
        assert text in told and ("\x1b[" in told) == wanted, repr(told)


PROGRESS = """import sys, time
sys.path.insert(0, sys.argv[1])
from ptometal.common import Progress
progress = Progress()
for i in range(3):
    progress.last = 0
    progress.show(f"{i} " + "compiling a file of a long name " * 5)
progress.clear()
"""


@test
def progress_is_one_line_of_a_terminal_and_quiet_in_logs(folder):
    write(folder, "progress.py", PROGRESS)
    words = [sys.executable, "progress.py", ROOT / "tools"]
    told = on_a_terminal(folder, *words, columns=40)
    lines = told.split("\r")
    assert "\n" not in told and len(lines) == 6 and max(map(len, lines)) == 39 and lines[3].startswith("2 comp"), lines
    assert not lines[-1] and not lines[-2].strip(), lines
    quiet = subprocess.run([*words[:2], ROOT / "tools"], cwd=folder, capture_output=True, text=True, check=True)
    assert "\r" not in quiet.stderr and "\x1b" not in quiet.stderr, quiet
