# SPDX-License-Identifier: Apache-2.0
"""Projects of users: `ptometal new` and `ptometal test FOLDER`."""
import array
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import xml.etree.ElementTree as xml

from harness import CONFIGURATION, ROOT, ptometal, test, write

BOARDS = ([], ["--board", "shakti_c"])   # with semihosting's exit status, and a board that prints it on its console

# A test in C of each kind, and the project lines for it.
BODIES = {
    "passes": "    tap_ok(true, \"a\");\n    tap_skip(\"not today\", \"b\");",
    "fails": "    tap_ok(true, \"a\");\n    tap_equal(6 * 7, 54, \"b\");\n    tap_ok(true, \"c\");",
    "hangs": "    tap_ok(true, \"a\");\n    for (volatile int turning = 1; turning;) {\n    }",
    "crashes": "    tap_ok(true, \"a\");\n    __builtin_trap();",
}
SOURCE = """#include <pto/tap.h>
int main(void)
{
%s
    return tap_done();
}
"""


def make_project(folder):
    """A project with a test of each kind, based on that of `ptometal new`."""
    ptometal(folder, "new", "mine").expect(0)
    make = (folder / "mine" / "CMakeLists.txt").read_text(encoding="utf-8")
    make = make[:make.index("pto_add_test")]
    for name, body in BODIES.items():
        write(folder / "mine", f"{name}.c", SOURCE % body)
        make += f"pto_add_test({name} SOURCES {name}.c TIMEOUT 2)\n"
    write(folder / "mine", "CMakeLists.txt", make)


@test
def new_project_builds_and_passes_its_tests(folder):
    ptometal(folder, "new", "mine").expect(0)
    ptometal(folder, "new", "mine").expect(2, "mine exists already").expect_one_line()
    assert "ptometal test 'a b'" in ptometal(folder, "new", "a b").expect(0).stdout
    steps = [["cmake", "-G", "Ninja", "-B", "build", f"-DPTO_VLEN={os.environ.get('PTO_VLEN', 512)}"],
             ["cmake", "--build", "build"], ["ctest", "--test-dir", "build", "--output-on-failure"]]
    for step in steps:
        done = subprocess.run(step, cwd=folder / "mine", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        assert done.returncode == 0, f"{' '.join(step)}: {done.stdout}"
    assert "100% tests passed, 0 tests failed out of 2" in done.stdout, done.stdout
    assert not list((folder / "mine" / "build").rglob("sched.c.obj")), "the runtime was compiled for this project"
    commands = json.loads((folder / "mine" / "build" / "compile_commands.json").read_text())     # .clangd points here
    check_clangd(folder / "mine", next(entry for entry in commands if entry["file"].endswith("/scale.c")))


@test
def a_project_in_cpp_tests_itself(folder):
    ptometal(folder, "new", "mine", "--cpp").expect(0)
    mine = folder / "mine"
    assert (mine / "scale.cpp").exists() and not (mine / "scale.c").exists()
    for name in ("CMakeLists.txt", "README.md", ".vscode/tasks.json"):
        text = (mine / name).read_text()
        assert "scale.cpp" in text and not re.search(r"scale\.c\b", text), name
    for words in ([*CONFIGURATION], ["--board", "shakti_c"]):
        out = ptometal(folder, "test", "mine", *words).expect(0).stdout
        assert "18 passed, 0 failed" in out, out
    ptometal(folder, "run", "mine", *CONFIGURATION, "in:mine/x.f32", "out:y=4000", "1.5", "1000").expect(0)
    assert (folder / "y").read_bytes() == array.array("f", (0.375 * i for i in range(1000))).tobytes()


def scale_with(folder, factor, *options):
    """Write the project's header, and run its kernel; returns the driver's output and the first results."""
    write(folder / "mine", "factor.h", f"constexpr float own = {factor};\n")
    said = ptometal(folder, "run", "mine", *CONFIGURATION, *options, "--", "in:mine/x.f32", "out:y=4000", "1", "1000").expect(0)
    return said.stdout + said.stderr, array.array("f", (folder / "y").read_bytes())[:4].tolist()


@test
def cmake_compiles_kernels_in_cpp_as_the_driver_does(folder):
    """Headers are followed, DEFINES and INCLUDES apply, a kernel without synchronisation gets it, SYNC decides."""
    ptometal(folder, "new", "mine", "--cpp").expect(0)
    mine = folder / "mine"
    text = (mine / "scale.cpp").read_text()
    write(mine, "scale.cpp", re.sub(r"RecordEvent \w+ = |, loaded|, scaled| *pipe_barrier.*\n", "", text)
          .replace("factor)", "FACTOR)").replace("using namespace", "#include <factor.h>\nusing namespace"))
    make = (mine / "CMakeLists.txt").read_text()
    options = 'DEFINES "FACTOR=(own * factor)" INCLUDES .'
    make = make[:make.index("# Tests")].replace("SOURCES scale.cpp", f"SOURCES scale.cpp {options}")
    write(mine, "CMakeLists.txt", make)
    said, result = scale_with(folder, 2)
    assert result == [0, 0.5, 1, 1.5], result
    assert "scale has no synchronisation of its own" in said, said
    said, result = scale_with(folder, 4, "--policy", "adverse")
    assert result == [0, 1, 2, 3], (said, result)
    write(mine, "CMakeLists.txt", make.replace("scale.cpp DEF", "scale.cpp SYNC explicit DEF"))
    said, result = scale_with(folder, 4, "--policy", "adverse")
    assert result != [0, 1, 2, 3], (said, result)
    write(mine, "CMakeLists.txt", make.replace("scale.cpp DEF", "scale.cpp SYNC never DEF"))
    done = ptometal(folder, "run", "mine", *CONFIGURATION).expect(1)
    assert "SYNC is auto or explicit, not never" in done.stdout + done.stderr, done.stdout + done.stderr
    write(mine, "CMakeLists.txt", make.replace(options, ""))
    done = ptometal(folder, "run", "mine", *CONFIGURATION).expect(1)
    assert re.search(r"scale\.cpp:\d+:\d+: error: .*FACTOR", done.stdout + done.stderr), done.stdout + done.stderr


@test
def a_path_that_cmake_cannot_build_in_is_refused(folder):
    ptometal(folder, "new", "mine").expect(0)
    for at, mark in enumerate('"$;\\#[]<>|\n'):
        ptometal(folder, "new", f"a{mark}b").expect(2, "CMake builds nothing in a folder with ").expect_one_line()
        assert not (folder / f"a{mark}b").exists(), mark
        (folder / "mine").rename(folder / f"{at}{mark}c")
        for command in (["test"], ["run"])[:1 + (at == 0)]:
            ptometal(folder, *command, f"{at}{mark}c").expect(2, "CMake builds nothing in a folder with ").expect_one_line()
        (folder / f"{at}{mark}c").rename(folder / "mine")
    for name in ("q'uo", "a%b(c&d"):
        assert f"ptometal test {shlex.quote(name)}" in ptometal(folder, "new", name).expect(0).stdout


def check_clangd(mine, entry):
    """The command for clangd, without the options that .clangd removes, is valid for clang."""
    text = (mine / ".clangd").read_text()
    removed = re.search(r"Remove: \[(.*)\]", text)[1].replace("*", "").split(", ")
    assert "CompilationDatabase: build\n" in text, text
    words = [word for word in shlex.split(entry["command"]) if not word.startswith(tuple(removed))]
    if "clang" in words[0]:
        done = subprocess.run([*words, "-fsyntax-only", "-Werror"], cwd=entry["directory"], capture_output=True, text=True,
                              check=False)
        assert done.returncode == 0, done.stderr


@test
def every_way_to_fail_is_told(folder):
    make_project(folder)
    for board in BOARDS:
        words = board or CONFIGURATION
        out = ptometal(folder, "test", "mine", *words, "--junit", "r.xml").expect(1).stdout
        for pattern in (r"ok +passes.1hart +1 case, 1 skipped",
                        r"FAIL fails.1hart +2 cases, 1 FAILED.*\n +not ok 2 - b\n"
                        r" +\S*fails\.c:5: 6 \* 7: got 42, expected 54\n",
                        r"FAIL hangs.1hart +1 case, 1 FAILED.*\n +no end within 8 s, 1 case ran\n",
                        r"FAIL crashes.1hart +1 case, 1 FAILED.*\n"
                        r" +exit status 3, expected 0: fault: .*pc=0x[0-9a-f]+ \(crashes\.c:5 main\)",
                        r"5 passed, 3 failed, 1 skipped"):
            assert re.search(pattern, out), f"no match for {pattern!r} in: {out}"
        check_junit(xml.parse(folder / "r.xml").getroot())
    projects_share_a_runtime(folder / "mine")
    tests_are_chosen_and_limited(folder)
    what_does_not_compile_is_told(folder)


def projects_share_a_runtime(project):
    """A project only builds its images: it shares the archives of the configuration."""
    build = pathlib.Path(os.environ.get("PTOMETAL_BUILD", ROOT / "build"))
    built = [cache.parent for cache in build.glob("project-mine-*/CMakeCache.txt")
             if f"CMAKE_HOME_DIRECTORY:INTERNAL={project.resolve()}\n" in cache.read_text()]
    assert len(built) == len(BOARDS), built
    for place in built:
        assert list(place.glob("*.elf")) and not list(place.rglob("*.a")), list(place.rglob("*.a"))
        objects = [path for path in place.rglob("*.obj") if "pto_" in path.as_posix().removeprefix(place.as_posix())]
        assert not objects, objects


def check_junit(root):
    assert {key: root.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "9", "failures": "1", "errors": "2", "skipped": "1"}, root.attrib
    hung = [float(case.get("time")) for case in root.iter("testcase") if case.get("classname").endswith(" hangs.1hart")]
    assert sum(float(case.get("time")) for case in root.iter("testcase")) < 200 and 7.5 < sum(hung) < 60, hung
    messages = [element.get("message") for kind in ("failure", "error") for element in root.iter(kind)]
    assert any(re.fullmatch(r".*fails\.c:5: 6 \* 7: got 42, expected 54", message) for message in messages), messages
    assert "no end within 8 s, 1 case ran" in messages, messages
    assert any("fault: " in message for message in messages), messages


def tests_are_chosen_and_limited(folder):
    out = ptometal(folder, "test", "mine", *CONFIGURATION, "--only", "hangs", "--timeout", "1").expect(1).stdout
    assert "no end within 1 s" in out and "crashes" not in out, out
    good = (folder / "mine" / "fails.c").read_text()
    write(folder / "mine", "fails.c", "this does not compile")
    ptometal(folder, "test", "mine", *CONFIGURATION, "--only", "nothing").expect(2, "no test has been run").expect_one_line()
    ptometal(folder, "test", "mine", *CONFIGURATION, "--only", "(?=x)").expect(2, "CMake has no such").expect_one_line()
    write(folder / "mine", "fails.c", good)


@test
def a_folder_without_a_project_is_told(folder):
    ptometal(folder, "test", "nowhere").expect(2, "there is no CMakeLists.txt").expect_one_line()
    told = ptometal(folder, "test", "a", "b").expect(2, "^ptometal: error: a: there is no CMakeLists.txt", "\nptometal: error: b: ")
    assert told.stderr.count("\n") == 2 and "0 passed" in told.stdout, told.stderr


def what_does_not_compile_is_told(folder):
    write(folder / "mine", "passes.c", "wrong")
    out = ptometal(folder, "test", "mine", *CONFIGURATION).expect(1).stdout
    assert re.search(r"passes\.c:1:1: error: ", out) and "does not build" in out, out


@test
def editors_debug_a_new_project(folder):
    """Performs the steps of .vscode by hand: the task boots, gdb gets the commands of the launch."""
    if not shutil.which("gdb-multiarch"):
        return "gdb-multiarch is not installed"
    ptometal(folder, "new", "mine").expect(0)
    mine = folder / "mine"
    text = {name: (mine / ".vscode" / name).read_text().replace("${workspaceFolder}", str(mine))
            for name in ("launch.json", "tasks.json")}
    launch = json.loads(text["launch.json"])["configurations"][0]
    task = next(task for task in json.loads(text["tasks.json"])["tasks"] if task["label"] == launch["preLaunchTask"])
    with socket.create_server(("localhost", 0)) as free:
        port = str(free.getsockname()[1])
    words = [port if word == "3333" else word for word in task["args"]]
    with subprocess.Popen([task["command"], words[0], *CONFIGURATION, *words[1:]], cwd=mine, stderr=subprocess.PIPE,
                          text=True) as server:
        try:
            said = next(line for line in server.stderr if "waits for gdb" in line)
            assert port in said, said
            setup = [command["text"] for command in launch["setupCommands"] if not command["text"].startswith("-")]
            commands = [*setup, f"target remote {launch['miDebuggerServerAddress'].replace('3333', port)}",
                        "break scale.c:17", "continue", "print mask", "kill"]
            gdb = subprocess.run([launch["miDebuggerPath"], "-q", "-nx", "-batch", launch["program"],
                                  *(word for command in commands for word in ("-ex", command))], cwd=mine,
                                 capture_output=True, text=True, check=False)
        finally:
            server.kill()
    assert re.search(r"^Breakpoint 1, pto_vf_body_scale_tile .* at .*scale\.c:17$", gdb.stdout, re.M), gdb.stdout + gdb.stderr
    assert "64 of 64 lanes" in gdb.stdout, gdb.stdout
    return None


@test
def a_new_project_is_the_same_for_all_of_a_team(folder):
    ptometal(folder, "new", "mine").expect(0)
    for path in (path for path in (folder / "mine").rglob("*") if path.is_file() and not path.is_symlink()):
        assert str(ROOT) not in path.read_text(encoding="latin1"), f"{path} names the place of ptometal"
    if not shutil.which("git"):
        return "git is not installed"
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    for step in ("init -q mine", "-C mine add -A", "-C mine commit -qm first", "clone -q mine theirs"):
        subprocess.run([*git, *step.split()], cwd=folder, check=True)
    assert not (folder / "theirs" / ".ptometal").exists()
    done = subprocess.run(["cmake", "-G", "Ninja", "-B", "build"], cwd=folder / "theirs", capture_output=True, text=True, check=False)
    assert done.returncode and "ln -s FOLDER .ptometal" in " ".join(done.stderr.split()), done.stderr
    ptometal(folder, "run", "theirs", *CONFIGURATION, "in:mine/x.f32", "out:y=4000", "1.5", "1000").expect(0)
    assert (folder / "y").stat().st_size == 4000
    return None


def front_door(folder):
    """./ptometal in a folder, with a package manager that lacks newlib-source and records queries."""
    shutil.copy(ROOT / "ptometal", folder)
    (folder / "bin").mkdir()
    asks = f"#!/bin/sh\necho \"$@\" >>{folder}/asked\ncase \"$*\" in *newlib-source) echo no ;; *) echo installed ;; esac\n"
    for name, script in (("dpkg-query", asks), ("apt-get", f"#!/bin/sh\necho apt-get >>{folder}/asked\nexit 1\n"),
                         ("apt-cache", "#!/bin/sh\necho bookworm-backports\n"), ("sudo", "#!/bin/sh\nexit 1\n")):
        write(folder / "bin", name, script).chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"}
    environment.pop("PTOMETAL_PACKAGES", None)
    return environment


@test
def a_wrong_line_ends_before_packages_are_installed(folder):
    if not re.search(r"^ID=debian$", pathlib.Path("/etc/os-release").read_text(), re.M):
        return "this is no Debian"
    environment = front_door(folder)
    (folder / "tools").mkdir()
    (folder / "tools/ptometal").symlink_to(ROOT / "tools/ptometal")
    for words, said in ((["test", "--only", "("], "--only (: not a regular expression"), (["bench", "--vln", "1"], "no such option"),
                        (["tset"], "no such command"), (["test", "--vlen", "x"], "--vlen x: not a whole number")):
        done = subprocess.run([folder / "ptometal", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1, (words, done)
        assert not (folder / "asked").exists(), (folder / "asked").read_text()
    return None


@test
def tests_of_a_project_need_no_packages_of_ours(folder):
    """./ptometal with a package manager that lacks newlib-source, which only our own tests need."""
    if not re.search(r"^ID=debian$", pathlib.Path("/etc/os-release").read_text(), re.M):
        return "this is no Debian"
    environment = front_door(folder)
    (folder / "tools/ptometal").mkdir(parents=True)
    write(folder, "tools/ptometal/cli.py", "print('handed over')\n")
    (folder / "mine").mkdir()
    write(folder / "mine", "CMakeLists.txt", "")
    for words, needs in ((["test", "mine"], False), (["test", "--only", "x"], True)):
        (folder / "asked").unlink(missing_ok=True)
        done = subprocess.run([folder / "ptometal", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)
        asked = (folder / "asked").read_text()
        assert ("newlib-source" in asked) == needs and ("handed over" in done.stdout) != needs, (words, asked, done)
    return None
