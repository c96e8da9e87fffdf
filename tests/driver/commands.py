# SPDX-License-Identifier: Apache-2.0
"""The other commands, and the judge of all other tests."""
import json
import re
import shutil
import subprocess
import sys

import kernels
from harness import CONFIGURATION, ROOT, floats, ptometal, run, test, write

sys.path.insert(0, str(ROOT / "tools"))

from ptometal.results import suites  # noqa: E402  (after the path is right)


# ---- the other commands -----------------------------------------------------------------------------

@test
def every_command_has_help(folder):
    for command in ("run", "check", "demo", "test", "bench", "debug", "new", "build", "image", "flash"):
        outcome = ptometal(folder, command, "--help").expect(0)
        assert f"ptometal {command}" in outcome.stdout, f"{command}: {outcome.stdout}"
        options = re.findall(r"^  (-\S+)", outcome.stdout, re.M)
        assert len(options) == len(set(options)), f"{command} --help: {options}"
    assert "ptometal run" in ptometal(folder).expect(0).stdout


@test
def only_what_selected_tests_name_is_built(folder):
    write(folder, "build.ninja", "rule touch\n  command = touch $out\nbuild a.elf: touch\nbuild b.elf: touch\n")
    suite = suites.Suite("chosen", suites.ROOT, [])
    suite.folder = str(folder)
    suites.build_selected(suite, [{"command": ["tap.py", "--image", str(folder / "a.elf"), str(folder / "results.bin")]}])
    assert (folder / "a.elf").exists() and not (folder / "b.elf").exists()
    suites.build_selected(suite, [{"command": ["words.py"]}])
    assert not (folder / "b.elf").exists()


@test
def commands_are_written_on_the_package(folder):
    """A command parses and prints; what Python uses too is elsewhere, and imports no command."""
    tools = ROOT / "tools" / "ptometal"
    modules = [path for path in tools.rglob("*.py") if tools / "commands" not in path.parents]
    found = [path.name for path in modules if re.search(r"^\s*(from|import) ptometal\.commands\b", path.read_text(), re.M)]
    assert len(modules) > 50 and not found, found


@test
def check_compiles_and_runs_nothing(folder):
    write(folder, "good.c", kernels.DOUBLE)
    write(folder, "broken.c", kernels.BROKEN)
    shutil.copyfile(ROOT / "examples" / "add.pto", folder / "add.pto")
    good = ptometal(folder, "check", *CONFIGURATION, "good.c", "add.pto", "--arch", "a5").expect(0)
    assert good.stdout == "good.c: compiles\nadd.pto: compiles\n2 of 2 files compile\n", good.stdout
    bad = ptometal(folder, "check", *CONFIGURATION, "broken.c", "good.c").expect(1, r"broken\.c:5:\d+: error: .*undeclared")
    assert re.fullmatch(r"broken\.c: \d errors\ngood\.c: compiles\n1 of 2 files compile\n", bad.stdout), bad.stdout
    ptometal(folder, "check", "good.c", "missing.c").expect(2, "there is no such kernel").expect_one_line()
    ptometal(folder, "check").expect(2, "check needs kernels").expect_one_line()
    (folder / "dangling.pto").symlink_to("nowhere.pto")
    (folder / "circle.c").symlink_to("circle.c")
    linked = ptometal(folder, "check", *CONFIGURATION, "dangling.pto", "circle.c", "good.c").expect(2)
    assert linked.stderr.count(": a link that leads nowhere\n") == 2, linked.stderr
    assert linked.stdout.endswith("good.c: compiles\n1 of 3 files compile\n"), linked.stdout
    (folder / "empty").mkdir()
    judged = ptometal(folder, "check", *CONFIGURATION, "--json", "good.c", "missing.c", "broken.c", "empty").expect(2)
    files = {fact["file"]: fact["compiles"] for fact in json.loads(judged.stdout)["files"]}
    assert files == {"good.c": True, "missing.c": False, "broken.c": False, "empty": False}, files


@test
def check_shows_what_is_planned(folder):
    write(folder, "good.c", kernels.DOUBLE)
    shutil.copyfile(ROOT / "examples" / "attention_head.pto", folder / "head.pto")
    planned = ptometal(folder, "check", "head.pto", "--emit", "sync").expect(0).stdout
    assert re.search(r"alloc_tile.*\{pto\.addr = \d+", planned), planned
    flags = [re.findall(rf'pto\.{word}_flag ("PIPE_MTE2", "PIPE_\w+", "EVENT_ID\d")', planned) for word in ("set", "wait")]
    assert flags[0] and set(flags[0]) == set(flags[1]), flags
    source = (folder / "head.pto").read_text()
    assert "set_flag" not in source, "the flags are ptoc's"
    assert "PTO_" in ptometal(folder, "check", "head.pto", "--emit", "c").expect(0).stdout
    (folder / "wrong.pto").write_text(source.replace("pto.tload", "pto.tlaod", 1))
    ptometal(folder, "check", "wrong.pto", "--emit", "sync").expect(1, "tlaod")
    ptometal(folder, "check", "good.c", "--emit", "sync").expect(2, "for .pto files").expect_one_line()


@test
def check_answers_in_json(folder):
    write(folder, "good.c", kernels.DOUBLE)
    write(folder, "broken.c", kernels.BROKEN)
    facts = json.loads(ptometal(folder, "check", *CONFIGURATION, "good.c", "broken.c", "--json").expect(1).stdout)
    good, broken = facts["files"]
    assert (facts["compiled"], facts["failed"]) == (1, 1)
    assert good["compiles"] and good["diagnostics"] == []
    assert [(kernel["name"], [param["name"] for param in kernel["parameters"]]) for kernel in good["kernels"]] == \
        [("double_it", ["x", "y", "n"])]
    assert {(found["line"], found["severity"]) for found in broken["diagnostics"]} == {(4, "error"), (5, "error")}, broken


@test
def one_mistake_is_one_error(folder):
    write(folder, "k.c", """#include <pto/pto.h>
PTO_VF(f, (float *, x))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vsts(pto_vadd(missing, pto_vlds(x, 0), all), x, 0, all);
}
PTO_KERNEL(k, (float *, x))
{
    pto_launch(f, x);
}
""")
    errors = re.findall(r"error: .*", run(folder, "k.c").expect(1).stderr)
    assert len(errors) == 1 and "missing" in errors[0], errors


@test
def too_many_parameters_and_arguments(folder):
    numbers = [str(n) for n in range(72)]
    for count in (33, 34, 40):
        params = ", ".join(f"(int32_t, p{n})" for n in numbers[:count + 32])
        write(folder, "k.c", f"#include <pto/pto.h>\nPTO_KERNEL(k, {params})\n{{\n}}\n")
        run(folder, "k.c").expect(1, "error: .*kernel k has more than 64 parameters")
        params = ", ".join(f"(int32_t, p{n})" for n in numbers[:count])
        write(folder, "k.c", f"#include <pto/pto.h>\nPTO_VF(f, {params})\n{{\n}}\n{kernels.DOUBLE}")
        run(folder, "k.c").expect(1, "error: .*vector function f has more than 32 parameters")
        write(folder, "k.c", "#include <pto/pto.h>\nPTO_VF(f, (int32_t, p))\n{\n}\nPTO_KERNEL(k, (float *, x))\n{\n"
              f"    pto_launch(f, {', '.join(numbers[:count])});\n}}\n")
        outcome = run(folder, "k.c").expect(1, "error: .*wrong number of arguments for vector function f")
        assert outcome.stderr.count("error:") == 1 and "past" not in outcome.stderr, outcome.stderr


FLAG_LEFT = """func.func @k() attributes {pto.kernel} {
  pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
  return
}
"""


@test
def warnings_of_the_compilers_are_chosen(folder):
    write(folder, "k.c", f"{kernels.DOUBLE}static int unused_number;\n")
    write(folder, "x", floats(64))
    words = ("in:x", "out:y=256", "64")
    run(folder, "k.c", *words).expect(0, "warning: .*unused_number")
    assert "warning" not in run(folder, "k.c", "-Wno-unused-variable", *words).expect(0).stderr
    run(folder, "k.c", "-Werror", *words).expect(1, "error: .*unused_number")
    write(folder, "k.pto", FLAG_LEFT)
    run(folder, "k.pto").expect(0, r"k.pto:2:3: warning: .*\[set-without-wait\]")
    assert "k.pto:2:3" not in run(folder, "k.pto", "-Wno-set-without-wait").expect(0).stderr
    run(folder, "k.pto", "-Werror").expect(1, r"k.pto:2:3: error: .*\[set-without-wait\]")


@test
def version_and_short_help(folder):
    version = re.fullmatch(r"ptometal \d+\.\d+\.\d+(?: \(([0-9a-f]{7,})\+?\))?\n", ptometal(folder, "--version").expect(0).stdout)
    assert version, "no version"
    if shutil.which("git") and (ROOT / ".git").exists():
        head = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True, check=False).stdout
        assert not head or head.startswith(version[1]), (head, version)
    assert "ptometal run" in ptometal(folder, "-h").expect(0).stdout
    assert "out:FILE" in ptometal(folder, "run", "-h").expect(0).stdout
    assert "ptometal setup" in ptometal(folder, "setup", "--help").expect(0).stdout


@test
def flash_is_honest(folder):
    ptometal(folder, "flash", "--board", "qemu-virt").expect(2, "emulated").expect_one_line()


@test
def cases_have_the_time_that_they_took(folder):
    # A line that is read late takes time from the case behind it: what is certain is the sum from the start.
    script = "echo 1..3; sleep 0.5; echo ok 1 - slow; echo ok 2 - fast; sleep 0.5; echo not ok 3 - late; echo '# why'"
    judge = [sys.executable, ROOT / "tools/ptometal/results/tap.py", "--name", "t", "--results", folder]
    subprocess.run([*judge, "--", "sh", "-c", script], stdout=subprocess.DEVNULL, check=False)
    seconds = {case["name"]: case["seconds"] for case in json.loads((folder / "t.json").read_text())["cases"]}
    assert seconds["slow"] >= 0.499 and sum(seconds.values()) >= 0.998, seconds
    assert seconds["fast"] < min(seconds["slow"], seconds["late"]), seconds
    python = "import time; print('1..2'); time.sleep(0.4); print('ok 1 - a'); time.sleep(0.1); print('ok 2 - b')"
    subprocess.run([*judge, "--", sys.executable, "-c", python], stdout=subprocess.DEVNULL, check=False)
    seconds = [case["seconds"] for case in json.loads((folder / "t.json").read_text())["cases"]]
    assert seconds[0] >= 0.399 and sum(seconds) >= 0.498 and seconds[1] < seconds[0], seconds


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
        ("echo not ok 1 - a; echo fault: b; exit 3", [], 0, 2, 0),   # fails, and ends badly
        ("echo 1..1; echo ok 1 - a; echo Bail out!", [], 1, 1, 0),
        ("echo 1..1; sleep 5", ["--timeout", "0.2"], 0, 1, 0),
        ("echo boom; exit 3", ["--exit", "3", "--output", "bo+m"], 1, 0, 0),
        ("echo boom; exit 3", ["--exit", "3", "--output", "bang"], 0, 1, 0),
        ("echo boom", ["--exit", "3", "--output", "boom"], 0, 1, 0))
    for script, words, passed, failed, skipped in cases:
        done = subprocess.run([sys.executable, ROOT / "tools" / "ptometal" / "results" / "tap.py", "--name", "t", "--results",
                               folder, *words, "--", "sh", "-c", script], stdout=subprocess.PIPE, text=True,
                              check=False)
        want = f"# {passed} passed, {failed} failed, {skipped} skipped\n"
        assert done.stdout.endswith(want), f"{script}: {done.stdout}, expected {want}"
        assert done.returncode == (failed > 0), f"{script}: exit status {done.returncode}"
