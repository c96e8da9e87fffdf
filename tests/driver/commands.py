# SPDX-License-Identifier: Apache-2.0
"""The other commands, and the judge of all other tests."""
import os
import re
import subprocess
import sys

import kernels
from harness import CONFIGURATION, ROOT, floats, ptometal, test, write


# ---- the other commands -----------------------------------------------------------------------------

@test
def every_command_has_help(folder):
    for command in ("run", "demo", "test", "bench", "debug", "new", "build", "image", "flash"):
        outcome = ptometal(folder, command, "--help").expect(0)
        assert f"ptometal {command}" in outcome.stdout, f"{command}: {outcome.stdout}"
    assert "ptometal run" in ptometal(folder).expect(0).stdout


@test
def new_project_builds_and_passes_its_test(folder):
    ptometal(folder, "new", "mine").expect(0)
    ptometal(folder, "new", "mine").expect(2, "mine exists already").expect_one_line()
    steps = [["cmake", "-G", "Ninja", "-B", "build", f"-DPTO_VLEN={os.environ.get('PTO_VLEN', 512)}"],
             ["cmake", "--build", "build"], ["ctest", "--test-dir", "build", "--output-on-failure"]]
    for step in steps:
        done = subprocess.run(step, cwd=folder / "mine", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        assert done.returncode == 0, f"{' '.join(step)}: {done.stdout}"


@test
def flash_is_honest(folder):
    ptometal(folder, "flash", "--board", "qemu-virt").expect(2, "emulated").expect_one_line()


@test
def debugger_stops_on_a_line_of_the_kernel(folder):
    if not any(os.access(f"{path}/gdb-multiarch", os.X_OK) for path in os.environ["PATH"].split(":")):
        return "gdb-multiarch is not installed"
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", floats(64))
    outcome = ptometal(folder, "debug", *CONFIGURATION, "k.c", "--batch", "--ex", "break k.c:16", "--ex", "continue",
                       "--ex", "info line", "in:x", "out:y=256", "64").expect(0)
    assert re.search(r"Breakpoint 1, .*k\.c:1[67]", outcome.stdout, re.S), outcome.stdout
    return None


# ---- the judge of all other tests -------------------------------------------------------------------

@test
def tap_is_judged_strictly(folder):
    cases = (
        ("echo 1..2; echo ok 1; echo ok 2 - b", [], 2, 0, 0),
        ("echo 1..1; echo 'ok 1 - a # SKIP not here'", [], 0, 0, 1),
        ("echo 1..1; echo not ok 1 - a", [], 0, 1, 0),
        ("echo 1..2; echo ok 1 - a", [], 1, 1, 0),              # a case is missing
        ("echo ok 1 - a", [], 1, 1, 0),                         # no plan
        ("true", [], 0, 1, 0),                                  # no output
        ("echo 1..1; echo ok 1 - a; exit 3", [], 1, 1, 0),      # ends badly
        ("echo 1..1; echo ok 1 - a; echo Bail out!", [], 1, 1, 0),
        ("echo 1..1; sleep 5", ["--timeout", "0.2"], 0, 1, 0),
        ("echo boom; exit 3", ["--exit", "3", "--output", "bo+m"], 1, 0, 0),
        ("echo boom; exit 3", ["--exit", "3", "--output", "bang"], 0, 1, 0),
        ("echo boom", ["--exit", "3", "--output", "boom"], 0, 1, 0))
    for script, words, passed, failed, skipped in cases:
        done = subprocess.run([sys.executable, ROOT / "tools" / "ptometal" / "tap.py", "--name", "t", "--results",
                               folder, *words, "--", "sh", "-c", script], stdout=subprocess.PIPE, text=True,
                              check=False)
        want = f"# {passed} passed, {failed} failed, {skipped} skipped\n"
        assert done.stdout.endswith(want), f"{script}: {done.stdout}, expected {want}"
        assert done.returncode == (failed > 0), f"{script}: exit status {done.returncode}"
