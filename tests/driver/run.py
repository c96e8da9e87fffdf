# SPDX-License-Identifier: Apache-2.0
"""Tests of ./ptometal as a user meets it. Prints TAP; a name on the command line runs that test only.

Each test is a function that gets an empty folder, and raises AssertionError with what was wrong.
"""
import array
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

import kernels

ROOT = pathlib.Path(__file__).resolve().parents[2]
PTOMETAL = ROOT / "ptometal"
CONFIGURATION = [word for name, option in (("PTO_VLEN", "--vlen"), ("PTO_CC", "--cc"))
                 if name in os.environ for word in (option, os.environ[name])]
TESTS = []


def test(function):
    TESTS.append(function)
    return function


# ---- helpers ---------------------------------------------------------------------------------

class Outcome:
    """The end of one call of ./ptometal."""

    def __init__(self, done, seconds, cpu):
        self.status, self.stdout, self.stderr = done.returncode, done.stdout, done.stderr
        self.seconds = seconds    # on the clock
        self.cpu = cpu            # of the processor: does not depend on what else runs

    def expect(self, status, *patterns):
        """The exit status, and regexes that stderr has to match."""
        assert self.status == status, f"exit status {self.status}, expected {status}: {self.stderr}"
        for pattern in patterns:
            assert re.search(pattern, self.stderr), f"no match for {pattern!r} in: {self.stderr}"
        return self

    def expect_one_line(self):
        assert self.stderr.count("\n") == 1, f"not one line: {self.stderr}"
        return self


def ptometal(folder, *words):
    started, used = time.monotonic(), cpu_seconds()
    done = subprocess.run([PTOMETAL, *map(str, words)], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return Outcome(done, time.monotonic() - started, cpu_seconds() - used)


def cpu_seconds():
    """What all children have used so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(folder, *words):
    return ptometal(folder, "run", *CONFIGURATION, *words)


def floats(count):
    return array.array("f", (0.5 * i - 3 for i in range(count)))


def write(folder, name, content):
    path = folder / name
    if isinstance(content, str):
        path.write_text(content, encoding="utf-8")
    else:
        path.write_bytes(bytes(content))
    return path


def read_floats(path):
    values = array.array("f")
    values.frombytes(path.read_bytes())
    return values


def assert_scaled(path, source, factor=2):
    got = read_floats(path)
    want = array.array("f", (factor * value for value in source))
    assert got == want, f"{path.name}: {list(got[:4])}..., expected {list(want[:4])}..."


# ---- wrong usage: one line, exit 2 -----------------------------------------------------------

@test
def unknown_command_names_a_near_one(folder):
    ptometal(folder, "rnu", "x.c").expect(2, r"rnu: no such command; did you mean run\?").expect_one_line()


@test
def unknown_option_names_a_near_one(folder):
    run(folder, "x.c", "--block", "3").expect(2, r"--block: no such option; did you mean --blocks").expect_one_line()


@test
def option_without_its_value(folder):
    run(folder, "x.c", "--entry").expect(2, "--entry needs a value: --entry NAME").expect_one_line()


@test
def values_that_options_do_not_take(folder):
    for words, pattern in (
            (("--blocks", "0"), "--blocks 0: this is not N"),
            (("--arch", "a7"), "--arch a7: no such choice; there are: a5, a2a3"),
            (("--policy", "eagre"), "--policy eagre"),
            (("--timeout", "soon"), "--timeout soon")):
        run(folder, "x.c", *words).expect(2, pattern).expect_one_line()


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
            ("12monkeys", "argument 12monkeys")):
        run(folder, "k.c", "--", word).expect(2, pattern).expect_one_line()
    run(folder, "k.c", "out:y=4", "out:y=8").expect(2, "one buffer, given with 4 and 8 bytes").expect_one_line()


@test
def wrong_number_of_arguments(folder):
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", floats(4))
    run(folder, "k.c", "in:x").expect(2, "double_it").expect_one_line()


@test
def entry_that_is_not_there(folder):
    write(folder, "k.c", kernels.DOUBLE)
    run(folder, "k.c", "--entry", "single_it", "1").expect(2, "double_it").expect_one_line()


# ---- kernels that do not compile: exit 1 -----------------------------------------------------

@test
def kernel_that_does_not_compile(folder):
    write(folder, "broken.c", kernels.BROKEN)
    write(folder, "y", b"old")
    outcome = run(folder, "broken.c", "out:y=4").expect(1, r"broken\.c:5:\d+: error", "undeclared")
    assert "ptometal: error" not in outcome.stderr, outcome.stderr
    assert (folder / "y").read_bytes() == b"old"


# ---- runs that end well ----------------------------------------------------------------------

@test
def files_are_bound_in_order(folder):
    source = floats(1000)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", source)
    run(folder, "k.c", "in:x", "out:y=4000", "1000").expect(0)
    assert_scaled(folder / "y", source)


@test
def inout_and_the_same_file_twice(folder):
    source = floats(64)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", source)
    run(folder, "k.c", "inout:x", "inout:x", "64").expect(0)
    assert_scaled(folder / "x", source)
    run(folder, "k.c", "in:x", "inout:./x", "64").expect(0)
    assert_scaled(folder / "x", source, 4)


@test
def file_names_with_spaces_and_commas(folder):
    source = floats(64)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x, y = z.bin", source)
    run(folder, "k.c", "in:x, y = z.bin", "out:a b,c=d.bin=256", "64").expect(0)
    assert_scaled(folder / "a b,c=d.bin", source)


@test
def result_keeps_the_mode_and_the_link_of_its_file(folder):
    source = floats(64)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", source)
    write(folder, "y", b"").chmod(0o640)
    (folder / "link").symlink_to("y")
    run(folder, "k.c", "in:x", "out:link=256", "64").expect(0)
    assert (folder / "link").is_symlink()
    assert (folder / "y").stat().st_mode & 0o777 == 0o640
    assert_scaled(folder / "y", source)
    assert sorted(path.name for path in folder.iterdir()) == ["k.c", "link", "x", "y"]


@test
def macros_of_the_command_line(folder):
    source = floats(64)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", source)
    run(folder, "k.c", "-DFACTOR=3.0f", "in:x", "out:y=256", "64").expect(0)
    assert_scaled(folder / "y", source, 3)


@test
def core_without_vectors_and_four_harts_give_the_same_bytes(folder):
    source = floats(1000)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", source)
    for number, words in enumerate((["--backend", "scalar"], ["--harts", "4"], ["--policy", "lazy"])):
        run(folder, "k.c", *words, "in:x", f"out:y{number}=4000", "1000").expect(0)
        assert_scaled(folder / f"y{number}", source)


@test
def image_that_was_built_before(folder):
    source = floats(64)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", source)
    outcome = ptometal(folder, "image", *CONFIGURATION, "k.c", "-o", "k.elf").expect(0)
    assert "qemu-system-riscv64" in outcome.stdout, outcome.stdout
    run(folder, "k.elf", "in:x", "out:y=256", "64").expect(0)
    assert_scaled(folder / "y", source)


@test
def kept_files(folder):
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", floats(64))
    run(folder, "k.c", "--keep", "kept", "in:x", "out:y=256", "64").expect(0)
    names = {path.name for path in (folder / "kept").iterdir()}
    assert "kernel.elf" in names and "gm1.bin" in names, names


# ---- runs that do not: outputs untouched -----------------------------------------------------

@test
def trap_is_reported_with_its_line(folder):
    write(folder, "trap.c", kernels.TRAP)
    write(folder, "y", b"old")
    run(folder, "trap.c", "out:y=4").expect(3, r"pc=0x[0-9a-f]+ \(trap\.c:5")
    assert (folder / "y").read_bytes() == b"old"


@test
def deadlock_is_reported_with_its_line(folder):
    write(folder, "deadlock.c", kernels.DEADLOCK)
    run(folder, "deadlock.c", "out:y=4").expect(3, r"(?i)deadlock", r"deadlock\.c:4")
    assert not (folder / "y").exists()


@test
def endless_kernel_meets_the_time_limit(folder):
    write(folder, "endless.c", kernels.ENDLESS)
    outcome = run(folder, "endless.c", "--timeout", "1", "out:y=4").expect(124, r"no end within 1 s")
    assert not (folder / "y").exists()
    assert outcome.seconds < 8, f"{outcome.seconds} s"


# ---- the cache -------------------------------------------------------------------------------

@test
def edit_and_run_is_quick_and_unchanged_is_quicker(folder):
    write(folder, "x", floats(64))
    edited, again = [], []
    for edit in range(3):
        write(folder, "k.c", f"{kernels.DOUBLE}// edit {edit} of {folder}\n")
        edited.append(run(folder, "k.c", "in:x", "out:y=256", "64").expect(0).cpu)
        again.append(run(folder, "k.c", "in:x", "out:y=256", "64").expect(0).cpu)
    assert min(edited) < 1.5, f"edit and run: {edited} s"
    assert min(again) < min(edited), f"unchanged: {again} s, edited: {edited} s"
    print(f"# edit and run {min(edited):.2f} s, run unchanged {min(again):.2f} s of processor time")


@test
def changed_header_is_seen(folder):
    source = floats(64)
    write(folder, "k.c", kernels.WITH_HEADER)
    write(folder, "x", source)
    for factor in (3, 5, 3):
        write(folder, "factor.h", f"#define FACTOR {factor}.0f\n")
        run(folder, "k.c", "in:x", "out:y=256", "64").expect(0)
        assert_scaled(folder / "y", source, factor)


@test
def runs_at_the_same_time_do_not_disturb_each_other(folder):
    source = floats(64)
    write(folder, "x", source)
    jobs = []
    for number in range(4):
        factor = number // 2 + 3      # pairs build the same kernel at the same time
        write(folder, f"k{factor}.c", f"#define FACTOR {factor}.0f\n{kernels.DOUBLE}// {folder}\n")
        words = ["run", *CONFIGURATION, f"k{factor}.c", "in:x", f"out:y{number}=256", "64"]
        jobs.append((factor, subprocess.Popen([PTOMETAL, *words], cwd=folder, stdin=subprocess.DEVNULL,
                                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)))
    for number, (factor, process) in enumerate(jobs):
        output = process.communicate()[0]
        assert process.returncode == 0, output
        assert_scaled(folder / f"y{number}", source, factor)


# ---- the other commands ----------------------------------------------------------------------

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


# ---- the README ------------------------------------------------------------------------------

def readme_runs():
    """(command line, the report below it) of each `ptometal run` in the README's troubleshooting."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Troubleshooting")[2]
    for block in re.findall(r"^```\n(.*?)^```", text, re.S | re.M):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, _, shown = part.partition("\n")
            yield line, shown


def without_addresses(text):
    """A report without what differs between compilers, and without its registers."""
    lines = [line for line in text.splitlines() if not re.match(r"  +[a-z0-9]+ +0x[0-9a-f]{16}", line)]
    text = re.sub(r" ra=0x[0-9a-f]+ \([^)]*\)", "", "\n".join(lines))
    return re.sub(r"0x[0-9a-f]{6,}", "0x...", text).strip()


@test
def reports_in_the_readme_are_real(folder):
    for name, (source, old, new) in kernels.README.items():
        text = (ROOT / "examples" / source).read_text(encoding="utf-8")
        assert old in text, f"{name}: {source} has no {old!r}"
        write(folder, name, text.replace(old, new, 1))
    for name in ("a.f32", "b.f32"):
        write(folder, name, floats(1000))
    count = 0
    for line, shown in readme_runs():
        words = line.split()
        assert words[:2] == ["./ptometal", "run"], line
        got = run(folder, *words[2:]).stderr
        assert without_addresses(got) == without_addresses(shown), f"{line}: the README shows\n{shown}and it is\n{got}"
        count += 1
    assert count >= 8, f"{count} reports"


# ---- the judge of all other tests ------------------------------------------------------------

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


# ---- main ------------------------------------------------------------------------------------

def comment(text):
    return "".join(f"#   {line}\n" for line in str(text).splitlines()[:12])


def main():
    chosen = [function for function in TESTS if not sys.argv[1:] or function.__name__ in sys.argv[1:]]
    print(f"1..{len(chosen)}", flush=True)
    subprocess.run([PTOMETAL, "build", *CONFIGURATION], check=True, stdout=subprocess.DEVNULL)
    failed = 0
    for number, function in enumerate(chosen, 1):
        title = function.__name__.replace("_", " ")
        with tempfile.TemporaryDirectory(prefix="driver-") as folder:
            try:
                skipped = function(pathlib.Path(folder))
                print(f"ok {number} - {title}{f' # SKIP {skipped}' if skipped else ''}", flush=True)
            except AssertionError as error:
                failed += 1
                print(f"not ok {number} - {title}\n{comment(error)}", end="", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
