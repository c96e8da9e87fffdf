# SPDX-License-Identifier: Apache-2.0
"""`ptometal test`: everything that CI runs, on every vector length and with every installed compiler."""
import os
import shutil
import sys
import time

from ptometal import boards, build, link, project
from ptometal.board import newlib
from ptometal.results import chosen, junit
from ptometal.common import INTERNAL, ROOT, USAGE, Stop, usage_error
from ptometal.options import Option, named, positive, regex
from ptometal.results.suites import Suite, Totals, build_tests, run_tests, select

SUMMARY = """ptometal test [options] [FOLDER...]

Run the tests: of the tools on the host, then on the target with each compiler that is installed, and
what depends on the vector length at each. Without options this is what CI runs. Ends with the number of passed, failed and skipped
cases; logs of all tests are in build/<configuration>/tap.

With a FOLDER it builds the CMake project there (`ptometal new` makes one) for the board and runs its tests; with several,
or a folder of projects, or @FILE (a list of them, one a line), or - (a list on stdin), those of each.
"""

OPTIONS = [
    Option("--board", "NAME", text="only what fits this board (default: everything on qemu-virt, then every board)"),
    Option("--vlen", "N", kind=int, many=True, text="only this vector length (may be given several times)"),
    Option("--cc", "NAME", choices=("clang", "gcc"), text="only this compiler"),
    Option("--only", "REGEX", kind=regex, text="only the tests whose name matches"),
    Option("--host", text="only the tests of the tools on the host"),
    Option("--jobs", "N", os.cpu_count() or 1, kind=positive, text="tests at a time (default: one a core)"),
    Option("--all-schedules", text="run the examples under each of 25 policies and hart maps, not a few of them"),
    Option("--timeout", "S", kind=positive, text="time limit of each test in seconds (default: what the test says)"),
    Option("--junit", "FILE", kind=named, text="write the results to FILE as JUnit's XML"),
    Option("--shard", "I/N", kind=chosen.shard, text="only every N-th test, from the I-th on: for N machines"),
    Option("--link", "NAME", kind=link.parse,
           text="how images get their data and give their results, as for run: on each board, or on that at its end"),
]

FULL = "qemu-virt"    # the board that runs all tests

def configurations(values):
    """The suites for all tests."""
    if values.host or values.board in (None, FULL):
        yield Suite("host", os.path.join(ROOT, "tools"), ["-DPTO_HOST_TESTS=ON"])
    if values.host:
        return
    chosen = [values.cc] if values.cc else build.compilers()
    if not chosen:
        raise Stop(INTERNAL, "no compiler for the firmware is installed: `./ptometal setup` (as root) does")
    if values.board in (None, FULL):
        for compiler in chosen:
            for vlen in values.vlen or boards.load(FULL).vlens:
                yield configuration(values, FULL, vlen, compiler, "ON")
    if values.board is None and not values.vlen:
        yield from matrix(values, [values.cc] if values.cc else None)
        for_ranks = {boards.load(name).word("FOR_RANKS") for name in boards.names()}
        for name in boards.names():
            if name not in (FULL, *for_ranks):    # tests/driver/ranks and tests/native run the latter
                yield configuration(values, name, None, chosen[0], tests_of(name))
                yield from more_of_host(values, name)
    elif values.board not in (None, FULL):
        for vlen in values.vlen or boards.load(values.board).vlens or [None]:
            yield configuration(values, values.board, vlen, chosen[0], tests_of(values.board))
        yield from more_of_host(values, values.board)


def tests_of(name):
    """The folders of tests that run on a partially tested board."""
    return "board;vector;tile;native" if boards.load(name).is_host else "board"


def more_of_host(values, name):
    """More suites of the board that is the host: under sanitizers of GCC, and for AArch64 where it can be tried."""
    if not boards.load(name).is_host or values.cc == "clang":
        return
    suite = configuration(values, name, None, "gcc", "sanitized")
    for sanitizers in ("address,undefined", "thread"):
        yield Suite(f"{suite.name}-{sanitizers.replace(',', '-')}", ROOT, suite.configure + [f"-DPTO_SANITIZE={sanitizers}"])
    compiler = shutil.which("aarch64-linux-gnu-gcc")
    if compiler and any(map(shutil.which, ("qemu-aarch64", "qemu-aarch64-static"))):
        other = configuration(values, name, None, "gcc", "sanitized;vector")
        yield Suite(f"{suite.name}-aarch64", ROOT,
                    other.configure + [f"-DPTO_GCC={compiler}", "-DPTO_HOST_MARCH=cortex-a76"])


def matrix(values, compilers):
    """Combinations that only run a few tests: each compiler with each C library, and without vectors."""
    libcs = [libc for libc in build.LIBCS if libc != "newlib" or newlib.available()]
    if "newlib" not in libcs:
        print("newlib is not there (`./ptometal setup` as root installs newlib-source): nothing is tested with it")
    for compiler in compilers or build.compilers("scalar"):
        backend = "rvv" if compiler in build.compilers() else "scalar"
        for libc in libcs[1:]:
            yield configuration(values, FULL, None, compiler, "libc", backend, libc)
        yield configuration(values, FULL, None, compiler, "libc", "scalar")
        # GCC 12 has neither vectors nor f16: all of it in plain C, compared with the models.
        if compiler not in build.compilers():
            yield configuration(values, FULL, None, compiler, "vector;tile", "scalar")


def configuration(values, board, vlen, compiler, tests, backend=None, libc=build.LIBCS[0]):
    """The suite of a board: all of its tests (ON) or some folders of them (board, libc)."""
    config = build.Config(board, vlen, compiler, backend, libc, values.link)
    build.check_compiler(config)
    build.ensure_libc(config)
    return Suite(config.name, ROOT, build.configure_words(config, tests)[2:])


def project_suites(folder, values):
    """The suites of a user's project: one for each selected vector length."""
    if not os.path.isfile(os.path.join(folder, "CMakeLists.txt")):
        raise usage_error(f"{folder}: there is no CMakeLists.txt; `ptometal new` starts a project")
    if values.host:
        raise usage_error("--host: the tests of a project run on a board")
    project.check_path(folder)
    folder = os.path.realpath(folder)
    for vlen in values.vlen or [None]:
        config = build.Config(values.board or FULL, vlen, values.cc, link=values.link)
        build.ensure_tiles(build.ensure_runtime(config))    # shared by projects
        yield Suite(project.name(folder, config), folder, project.configure_words(folder, config)[2:],
                    f"{os.path.basename(folder)} on {config.name}")


def suites_of(folders, values, totals):
    """The suites of projects. What is wrong with one is reported and counted, and the others are tested."""
    for folder in folders:
        try:
            yield from project_suites(folder, values)
        except Stop as stop:
            if len(folders) == 1:
                raise
            print(f"ptometal: error: {stop.message}", file=sys.stderr, flush=True)
            totals.refused.append(folder)


def main(values, words):
    started, totals = time.monotonic(), Totals()
    folders = chosen.expand(words, chosen.projects)
    if words and not folders:
        raise usage_error("no folder is given")
    if not folders:
        os.environ.setdefault("PTOMETAL_OBJECTS", build.OBJECTS)      # for the checkouts that tests copy and install
    build.ensure_ptoc()
    for number, suite in enumerate(suites_of(folders, values, totals) if folders else configurations(values)):
        suite.configure.append(f"-DPTO_TEST_TIMEOUT={values.timeout or ''}")
        suite.selection = select(values, number)
        trouble = build_tests(suite)
        if trouble:
            print(trouble)
            totals.failed += 1
            totals.trouble.append(f"{suite.title} does not build")
            totals.unbuilt.append((suite, trouble))
        else:
            run_tests(suite, values, totals)
    if values.junit:
        junit.publish(values.junit, totals.junit())
    for name in totals.trouble:
        print(f"failed: {name}")
    minutes, seconds = divmod(int(time.monotonic() - started), 60)
    print(f"{totals.line()} ({minutes} min {seconds} s)")
    if totals.refused:
        return USAGE
    if not totals.passed and not totals.failed:
        raise usage_error("no test has been run")
    return 1 if totals.failed else 0
