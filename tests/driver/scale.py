# SPDX-License-Identifier: Apache-2.0
"""Many cases: folders, lists and shards of files and tests; executors of other kinds (docs/at-scale.md)."""
import json
import os
import re
import subprocess
import xml.etree.ElementTree as xml

from harness import CONFIGURATION, PTOMETAL, ROOT, ptometal, python, start_of_clang, test, test_with, test_with_numpy, write
from kernels import BROKEN, SCALE


def make_kernels(folder):
    """Five kernels below k/, of which one is broken, and files that are none."""
    for name in ("a.c", "deep/b.c", "deep/c.c", "deep/deeper/d.c"):
        (folder / "k" / name).parent.mkdir(parents=True, exist_ok=True)
        write(folder, f"k/{name}", SCALE)
    write(folder, "k/broken.c", BROKEN)
    write(folder, "k/helper.c", "int helper;\n")
    write(folder, "k/notes.txt", "")


def judged(folder, *words, status=1, text=""):
    done = subprocess.run([PTOMETAL, "check", *CONFIGURATION, *words, "--json"], cwd=folder, input=text,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == status, done.stderr
    return {fact["file"]: fact["compiles"] for fact in json.loads(done.stdout)["files"]}


@test
def check_takes_folders_lists_and_shards(folder):
    make_kernels(folder)
    every = {"k/a.c": True, "k/broken.c": False, "k/deep/b.c": True, "k/deep/c.c": True, "k/deep/deeper/d.c": True}
    assert judged(folder, "k") == every
    write(folder, "list", "k/deep   # a folder\n\nk/a.c\nk/a.c\n")
    listed = {"k/deep/b.c": True, "k/deep/c.c": True, "k/deep/deeper/d.c": True, "k/a.c": True}
    assert judged(folder, "@list", status=0) == listed
    assert judged(folder, "-", status=1, text="k/broken.c\n\nk/a.c\n") == \
        {"k/broken.c": False, "k/a.c": True}
    shards = [judged(folder, "k", "--shard", f"{i}/3", status=int(i == 2)) for i in (1, 2, 3)]
    assert sorted(name for shard in shards for name in shard) == sorted(every), shards
    assert [len(shard) for shard in shards] == [2, 2, 1], shards
    for words, text in ((["@none"], "@none: No such file"), (["k/a.c", "--shard", "2/2"], "none in this shard"),
                        (["k", "--shard", "3/2"], "--shard 3/2: not I/N"), (["k", "--shard", "0/2"], "not I/N")):
        ptometal(folder, "check", *words).expect(2, text).expect_one_line()


@test
def check_writes_junit_with_real_times(folder):
    make_kernels(folder)
    ptometal(folder, "check", *CONFIGURATION, "k", "absent.c", "--junit", "r.xml").expect(2)
    suite = xml.parse(folder / "r.xml").getroot().find("testsuite")
    assert [suite.get(key) for key in ("tests", "failures", "errors")] == ["6", "1", "1"], suite.attrib
    cases = {case.get("name"): case for case in suite}
    assert "undeclared" in cases["k/broken.c"].find("failure").text
    assert "there is no such kernel" in cases["absent.c"].find("error").text
    assert all(float(case.get("time")) > 0 for name, case in cases.items() if name != "absent.c")
    ptometal(folder, "check", *CONFIGURATION, "k/a.c", "--junit", "none/r.xml").expect(2, "--junit none/r.xml: No such")


def make_projects(folder):
    """Two projects with a test each, and a broken one."""
    for name, code in (("one", SCALE), ("two", SCALE), ("bad", BROKEN)):
        (folder / "p" / name).mkdir(parents=True)
        write(folder, f"p/{name}/scale.c", code)
        make = (ROOT / "examples/project/CMakeLists.txt").read_text(encoding="utf-8")
        write(folder, f"p/{name}/CMakeLists.txt", make[:make.index("# scale.elf")] +
              "pto_add_kernel(scale SOURCES scale.c)\nenable_testing()\n" + "".join(
                  f"pto_add_script_test(t{i} COMMAND ${{PTO_PYTHON}} ${{CMAKE_CURRENT_SOURCE_DIR}}/passes.py)\n" for i in range(3)))
        write(folder, f"p/{name}/passes.py", "print('1..1\\nok 1 - done')\n")
        (folder / "p" / name / ".ptometal").symlink_to(ROOT)


@test
def test_takes_folders_and_shards(folder):
    make_projects(folder)
    out = ptometal(folder, "test", "p", *CONFIGURATION, "--junit", "r.xml").expect(1).stdout
    assert "6 passed, 1 failed" in out and re.search(r"failed: bad on \S+ does not build", out), out
    suites = xml.parse(folder / "r.xml").getroot()
    broken = [suite for suite in suites if suite.find("testcase/error") is not None]
    assert len(suites) == 7 and [suite.get("name").split()[0] for suite in broken] == ["bad"], [s.attrib for s in suites]
    write(folder, "list", "p/one\np/two\n")
    ran = [re.findall(r"^  ok +(\w+)", ptometal(folder, "test", "@list", *CONFIGURATION, "--shard", f"{i}/2").expect(0).stdout, re.M)
           for i in (1, 2)]
    assert sorted(ran[0] + ran[1]) == sorted(["t0", "t1", "t2"] * 2) and len(ran[0]) == 3, ran
    done = ptometal(folder, "test", "p/one", "nowhere", *CONFIGURATION).expect(2, "nowhere: there is no CMakeLists.txt")
    assert "3 passed" in done.stdout, done.stdout


CASES = """
import os, signal, sys, time, numpy, ptometal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
def cases(count):
    x = numpy.arange(8, dtype="f4")
    return [ptometal.Case("scale.c", (x, float(i), 8), out=8, name=f"by {i}") for i in range(count)]
def check(outcomes):
    assert [outcome.case.name for outcome in outcomes] == [f"by {i}" for i in range(len(outcomes))]
    for i, outcome in enumerate(outcomes):
        assert outcome.error is None and outcome.seconds > 0, outcome.error
        assert (outcome.value == i * numpy.arange(8, dtype="f4")).all(), (i, outcome.value)
"""


@test_with_numpy
def cases_run_on_executors(folder):
    write(folder, "broken.c", (ROOT / "examples/troubleshooting/missing_wait.c").read_text(encoding="utf-8"))
    python(folder, CASES + """
heard = []
check(ptometal.map(cases(6), on_outcome=heard.append))
assert len(heard) == 6
x = numpy.ones(1000, "f4")
more = cases(1) + [ptometal.Case("scale.c", (x[:8], 2.0, 9), out=8), ptometal.Case("absent.c"), ptometal.Case("scale.c", (1, 2)),
                   ptometal.Case("broken.c", (x, x, 1000), out=1000, action="check", name="a race"),
                   ptometal.Case("scale.c", (x, 2.0, 1000), out=1000, action="time")]
with ProcessPoolExecutor(2) as pool:
    outcomes = ptometal.map(more, executor=pool)
good, fault, absent, wrong, race, timed = outcomes
assert [outcome.is_good for outcome in outcomes] == [True, False, False, False, False, True]
assert isinstance(fault.error, ptometal.Fault) and fault.error.place == "scale.c:5", fault.error
assert isinstance(absent.error, ptometal.Error) and isinstance(wrong.error, ptometal.Error)
assert race.value[0].places == ["broken.c:35", "broken.c:38"] and timed.value.cycles > 0
ptometal.write_junit("r.xml", outcomes)
try:
    ptometal.map([ptometal.Case("scale.c", action="fly")])
except ptometal.Error as error:
    assert "action fly: there are run, check" in str(error), error
else:
    raise AssertionError("no error")
""")
    suite = xml.parse(folder / "r.xml").getroot().find("testsuite")
    assert [suite.get(key) for key in ("tests", "failures", "errors")] == ["6", "1", "3"], suite.attrib
    assert "broken.c:38: pto_mte_ub_gm(" in suite.find("testcase[@name='a race']/failure").text
    assert all(float(case.get("time")) > 0 for case in suite if case.get("name") in ("by 0", "a race")), suite


@test_with_numpy
def ten_thousand_kernels_an_hour(folder):
    """All of them different, compiled and run, on two cores. PTO_KERNELS is their number: 300 by hand."""
    count = int(os.environ.get("PTO_KERNELS", "12"))
    done = python(folder, CASES + f"""
from pathlib import Path
some = cases({count})
for i, case in enumerate(some):
    case.load = {settings_of_load()}
    case.source = f"scale{{i}}.c"
    Path(case.source).write_text(Path("scale.c").read_text() + f"int32_t number_{{os.getpid()}}_{{i}};\\n")
started = time.monotonic()
check(ptometal.map(some))
print(time.monotonic() - started)
""")
    cpu, seconds = done.cpu / count, float(done.stdout) / count
    print(f"# {count} kernels: {seconds:.2f} s and {cpu:.2f} s of CPU for each, {3600 / seconds:.0f} an hour, "
          f"by CPU {2 * 3600 / cpu:.0f} on two cores")
    if "PTO_KERNELS" in os.environ:
        assert 2 * 3600 / cpu >= 10_000, f"{cpu:.2f} s of CPU for each of {count} kernels"
    start = start_of_clang(folder)
    print(f"# {cpu / start:.1f} starts of clang a kernel")
    assert cpu < 16 * start, f"{cpu:.2f} s of CPU for each of {count} kernels, {start:.2f} s for an empty file"


def settings_of_load():
    return {option.removeprefix("--"): int(value) if value.isdigit() else value
            for option, value in zip(CONFIGURATION[::2], CONFIGURATION[1::2])}


@test_with_numpy
def case_whose_worker_is_killed_runs_again(folder):
    python(folder, CASES + """
class Deadly(ptometal.Case):
    def run(self):
        with open("tries", "a") as file:
            file.write("x")
        if os.path.getsize("tries") == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().run()
some = cases(5)
some[2] = Deadly(**vars(some[2]))
check(ptometal.map(some))
assert os.path.getsize("tries") == 2
os.unlink("tries")
with ProcessPoolExecutor(1) as pool:       # a pool of the user's is not replaced: every case has an outcome all the same
    outcomes = ptometal.map(some, executor=pool)
assert len(outcomes) == 5 and outcomes[2].error and not any(outcome is None for outcome in outcomes)
""")


@test_with("numpy", "distributed")
def dask_runs_cases_again_whose_worker_is_killed(folder):
    python(folder, CASES + """
if __name__ == "__main__":
    from distributed import Client, LocalCluster
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, Client(cluster) as client:
        workers, heard = list(client.run(os.getpid).values()), []
        def kill_one(outcome):
            heard.append(outcome.case.name)
            if len(heard) == 4:
                os.kill(workers[0], signal.SIGKILL)
        check(ptometal.map(cases(12), executor=client.get_executor(), on_outcome=kill_one))
        assert sorted(heard) == sorted(f"by {i}" for i in range(12)), heard
""")


def blocks_of_docs(language):
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / "docs/at-scale.md").read_text(encoding="utf-8"), re.S)


@test
def commands_of_the_documents_run(folder):
    (folder / "ptometal").symlink_to(PTOMETAL)
    (folder / "kernels").mkdir()
    for name in ("add", "softmax", "rmsnorm"):
        write(folder, f"kernels/{name}.pto", (ROOT / f"examples/{name}.pto").read_text(encoding="utf-8"))
    write(folder, "nightly.txt", "kernels\n")
    make_projects(folder)
    (folder / "p").rename(folder / "projects")
    write(folder, "projects/bad/scale.c", SCALE)
    shards, array = blocks_of_docs("sh")
    for script, environment in (shards, {}), (array, {"SLURM_ARRAY_TASK_ID": "2"}):
        subprocess.run(["sh", "-e", "-c", script], cwd=folder, env={**os.environ, **environment}, check=True,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    counts = {name: xml.parse(folder / f"{name}.xml").getroot().get("tests") for name in ("shard1", "all", "tests1", "shard2")}
    assert counts == {"shard1": "2", "all": "3", "tests1": "5", "shard2": "1"}, counts
    assert len(json.loads((folder / "shard2.json").read_text())["files"]) == 1


@test_with_numpy
def example_of_the_documents_runs(folder):
    said = python(folder, blocks_of_docs("python")[0]).stdout
    assert len(re.findall(r"^(?:\d+ of (?:eager|lazy)|races) \d+\.\d\d s ok$", said, re.M)) == 7, said
    assert xml.parse(folder / "results.xml").getroot().get("tests") == "7"
