# SPDX-License-Identifier: Apache-2.0
"""The cache of images: quick, and never wrong."""
import concurrent.futures
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import threading
from unittest import mock

import kernels
from harness import CONFIGURATION, PTOMETAL, ROOT, assert_scaled, floats, ptometal, run, run_native, test, write

sys.path.insert(0, str(ROOT / "tools"))

from ptometal import build, child, kernel  # noqa: E402  (after the path is right)
from ptometal.compilers import cpp, cpp_text, objects  # noqa: E402


@test
def edit_and_run_is_quick_and_unchanged_is_quicker(folder):
    write(folder, "x", floats(64))
    add = (ROOT / "examples" / "add.pto").read_text()
    for name, text, arguments in (("k.c", kernels.DOUBLE, ["in:x"]), ("k.pto", add, ["in:x", "in:x"])):
        edited, again = [], []
        for edit in range(3):
            write(folder, name, f"{text}// edit {edit} of {folder}\n")
            for times in edited, again:
                times.append(run(folder, name, *arguments, "out:y=256", "64").expect(0).cpu)
        assert min(edited) < 4, f"edit and run of {name}: {edited} s"
        assert min(again) < min(edited), f"{name} unchanged: {again} s, edited: {edited} s"
        print(f"# {name}: edit and run {min(edited):.2f} s, run unchanged {min(again):.2f} s of processor time")


@test
def changed_header_is_seen(folder):
    source = floats(64)
    write(folder, "k.c", kernels.WITH_HEADER)
    write(folder, "x", source)
    for factor in (3, 5, 3):
        write(folder, "factor.h", f"#define FACTOR {factor}.0f\n")
        run_native(folder, "k.c", "in:x", "out:y=256", "64").expect(0)
        assert_scaled(folder / "y", source, factor)


# Two kernels that are ordered automatically, and one that has flags.
IN_CPP = """#include "factor.h"
#include <pto/pto-inst.hpp>
using namespace pto;
template <int factor, bool flags>
AICORE void scale(__gm__ float *x, __gm__ float *y)
{
    Tile<TileType::Vec, float, 1, 64> tile;
    GlobalTensor<float, Shape<1, 1, 1, 1, 64>, Stride<64, 64, 64, 64, 1>> x_gm(x), y_gm(y);
    TLOAD(tile, x_gm);
    if constexpr (flags) {
        set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0), wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    }
    TMULS(tile, tile, float(factor));
    if constexpr (flags) {
        set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0), wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    }
    TSTORE(y_gm, tile);
}
extern "C" __global__ AICORE void once(__gm__ float *x, __gm__ float *y) { scale<FACTOR, false>(x, y); }
extern "C" __global__ AICORE void twice(__gm__ float *x, __gm__ float *y) { scale<2 * FACTOR, false>(x, y); }
extern "C" __global__ AICORE void flagged(__gm__ float *x, __gm__ float *y) { scale<3 * FACTOR, true>(x, y); }
"""


@test
def kernels_of_a_file_share_an_image_if_they_are_compiled_alike(folder):
    source, taken = floats(64), {}
    write(folder, "k.cpp", f"{IN_CPP}// {folder}\n")
    write(folder, "x", source)
    for factor in (3, 5):
        write(folder, "factor.h", f"#define FACTOR {factor}\n")
        write(folder, "k.c", f"{kernels.DOUBLE}// {factor} {folder}\n")
        taken["in_c"] = run(folder, "k.c", "in:x", "out:y=256", "64").expect(0).cpu
        for entry, times in (("once", 1), ("twice", 2), ("flagged", 3)):
            done = run(folder, "k.cpp", "--entry", entry, "in:x", "out:y=256").expect(0)
            assert (f"ptometal: {entry} has no synchronisation" in done.stderr) == (entry != "flagged"), done.output
            assert_scaled(folder / "y", source, times * factor)
            taken[entry] = done.cpu
    print("# a kernel in C++: {once:.2f} s of processor time, another one of its file {twice:.2f} s, one with flags "
          "{flagged:.2f} s, one in C {in_c:.2f} s".format(**taken))
    assert taken["twice"] < taken["once"] / 2 and taken["flagged"] < 4 * taken["in_c"], taken


@test
def kernel_in_cpp_is_compiled_once_where_its_words_tell_its_order(folder):
    write(folder, "k.h", "#define FLAGS set_flag\n")
    for text, automatic, tries in (("TADD(x, x, y);", True, [True]), ("// set_flag", True, [True]),
                                   ("RecordEvent e;", False, [False]), ('#include "k.h"', False, [False]),
                                   ("auto e = TLOAD(x, g); TADD(x, x, x, e);", False, [True, False]),
                                   ("void other() { TSYNC(); }", True, [False, True])):
        write(folder, "k.cpp", f"{text}\n")
        unit, messages = cpp.Unit(str(folder / "k.cpp"), ["clang"], {"precompiled": None}, str(folder)), []
        with mock.patch.object(cpp, "call_compiler") as compiler, mock.patch.object(cpp_text, "wrap", return_value="k"), \
                mock.patch.object(unit, "decide", return_value="k" if automatic else ""):
            unit.compile_for(None, "k.o", messages)
        assert ["-DPTO_SYNC_AUTO=1" in call.args[0] for call in compiler.call_args_list] == tries, text
        assert bool(messages) == automatic, text


@test
def runs_at_the_same_time_do_not_disturb_each_other(folder):
    source = floats(64)
    write(folder, "x", source)
    jobs = []
    for number in range(4):
        factor = number // 2 + 3      # pairs build the same kernel concurrently
        write(folder, f"k{factor}.c", f"#define FACTOR {factor}.0f\n{kernels.DOUBLE}// {folder}\n")
        words = ["run", "--board", "native", f"k{factor}.c", "in:x", f"out:y{number}=256", "64"]
        jobs.append((factor, subprocess.Popen([PTOMETAL, *words], cwd=folder, stdin=subprocess.DEVNULL,
                                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)))
    for number, (factor, process) in enumerate(jobs):
        output = process.communicate()[0]
        assert process.returncode == 0, output
        assert_scaled(folder / f"y{number}", source, factor)


class Editor(threading.Thread):
    """Saves texts alternately to one file, as an editor does: renames a new file over the old one."""

    def __init__(self, path, texts):
        super().__init__(daemon=True)
        self.path, self.texts = path, texts
        self.done = threading.Event()

    def run(self):
        for text in itertools.cycle(self.texts):
            new = self.path.with_suffix(".new")
            new.write_text(text, encoding="utf-8")
            new.replace(self.path)
            if self.done.wait(0.01):
                return

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        self.join()


def assert_not_poisoned(folder, path, texts):
    """Run k.c while an editor saves `texts` to its path, which scale by 3, 4, ...; each must still scale by its own
    factor."""
    source = floats(64)
    write(folder, "x", source)
    write(folder, path.name, texts[0])
    for _ in range(4):
        with Editor(path, texts):
            run_native(folder, "k.c", "in:x", "out:live=256", "64").expect(0)
            run_native(folder, "k.c", "in:x", "out:live=256", "64").expect(0)
        for factor, text in enumerate(texts, 3):
            write(folder, path.name, text)
            run_native(folder, "k.c", "in:x", "out:y=256", "64").expect(0)
            assert_scaled(folder / "y", source, factor)


@test
def saving_while_compiling_does_not_poison_the_cache(folder):
    texts = [f"#define FACTOR {factor}.0f\n{kernels.DOUBLE}// {folder}\n" for factor in (3, 4)]
    assert_not_poisoned(folder, folder / "k.c", texts)


@test
def saving_a_header_while_compiling_does_not_poison_the_cache(folder):
    write(folder, "k.c", kernels.WITH_HEADER + f"// {folder}\n")
    assert_not_poisoned(folder, folder / "factor.h", [f"#define FACTOR {factor}.0f\n" for factor in (3, 4)])


@test
def header_that_appears_in_an_earlier_folder_is_seen(folder):
    source = floats(64)
    write(folder, "k.c", kernels.WITH_HEADER)
    write(folder, "x", source)
    (folder / "include").mkdir()
    write(folder / "include", "factor.h", "#define FACTOR 3.0f\n")
    run_native(folder, "k.c", "-Iinclude", "in:x", "out:y=256", "64").expect(0)
    assert_scaled(folder / "y", source, 3)
    write(folder, "factor.h", "#define FACTOR 5.0f\n")
    run_native(folder, "k.c", "-Iinclude", "in:x", "out:y=256", "64").expect(0)
    assert_scaled(folder / "y", source, 5)


@test
def entries_are_forgotten_while_others_are_taken(folder):
    """Four threads take sixteen images from a cache that keeps at most four, and build those missing."""
    cache, taken = folder / "cache", []

    def take_or_keep(name, target):
        if kernel.take(str(cache / name), str(target)) is not None:
            assert (target / "kernel.elf").read_text() == name, "the image of another kernel"
            taken.append(name)
            return
        with child.scratch_folder(".new-", str(cache)) as work:
            write(pathlib.Path(work), "kernel.elf", name)
            write(pathlib.Path(work), "headers", "")
            kernel.keep(work, str(cache / name))

    def driver(number):
        target = folder / f"target{number}"
        for turn in range(100):
            target.mkdir()
            take_or_keep(str((3 * number + turn // 2) % 16), target)
            shutil.rmtree(target)

    cache.mkdir()
    with mock.patch.multiple(kernel, BUILD=str(folder), CACHE=str(cache), CACHE_ENTRIES=4):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(driver, range(4)))
    assert len(taken) > 50, f"only {len(taken)} images came from the cache"


def build_folder(folder, *words):
    return folder / ptometal(folder, "build", *words).expect(0).stdout.split(": built in ")[1].strip()


@test
def a_checkout_may_move(folder):
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", floats(64))
    moved, built = folder / "moved", build_folder(folder, "--board", "native")     # the quickest to build
    shutil.copytree(ROOT, moved, ignore=shutil.ignore_patterns("build", ".git", "tests", "docs"))
    shutil.copytree(built, moved / "build" / built.name)
    done = subprocess.run([moved / "ptometal", "run", "--board", "native", "k.c", "in:x", "out:y=256", "64"],
                          cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert_scaled(folder / "y", floats(64), 2)


@test
def upgraded_compiler_builds_anew(folder):
    made = build_folder(folder, *CONFIGURATION)
    build.forget_stale(os.path.realpath(made))
    assert (made / "build.ninja").exists(), "the build folder of the compiler that is installed is removed"
    compiler, copy = folder / "clang", folder / "made"
    write(folder, "clang", "as it was")
    copy.mkdir()
    write(copy, "CMakeCache.txt", f"PTO_COMPILER_FILE:INTERNAL={build.compiler_file(compiler)}\n")
    build.forget_stale(str(copy))
    assert copy.exists()
    write(folder, "clang", "upgraded")
    build.forget_stale(str(copy))
    assert not copy.exists()


@test
def only_what_a_killed_driver_left_in_the_cache_is_swept_up(folder):
    cache = ROOT / "build" / "cache"
    left, other = cache / f".new-{folder.name}.scratch", cache / f".new-{folder.name}"
    for place in left, other:
        place.mkdir()
        write(place, "kernel.o", b"half")
        os.utime(place, (1, 1))
    write(folder, "k.c", f"{kernels.DOUBLE}// {folder}\n")
    write(folder, "x", floats(64))
    run(folder, "k.c", "in:x", "out:y=256", "64").expect(0)
    kept = other.exists()
    shutil.rmtree(other, ignore_errors=True)
    assert not left.exists() and kept


def compile_for(folder, board, facts, *words, source="int number(void) { return NUMBER; }\n", shared=""):
    """What objects.py leaves and says for a board with such a header, whose folder keeps objects in folder/objects, or for
    several checkouts in `shared`."""
    place = folder / board
    place.mkdir(exist_ok=True)
    write(place, "board.h", facts)
    write(folder, "number.c", f"#include <board.h>\n{source}")
    tool = ROOT / "tools" / "ptometal" / "compilers" / "objects.py"
    words = ["/usr/bin/gcc", f"-I{folder}", f"-I{place}", "-g", *words, "-MD", "-MT", "number.o", "-MF", "number.d",
             "-o", "number.o", "-c", folder / "number.c"]
    return subprocess.run([sys.executable, "-IS", tool, shared or folder / "objects", "cpu", *words], cwd=place,
                          env={**os.environ, "PTOMETAL_OBJECTS": str(shared)}, capture_output=True, text=True, check=False)


@test
def boards_share_the_objects_in_which_their_headers_leave_nothing_of_their_own(folder):
    def kept():
        return len(os.listdir(folder / "objects")) if (folder / "objects").exists() else 0

    facts = "#define NUMBER 7\n"
    assert compile_for(folder, "one", facts).returncode == 0 and kept() == 1
    assert compile_for(folder, "two", f"\n// other lines\n#define UART 1\n{facts}").returncode == 0 and kept() == 1
    assert (folder / "one" / "number.o").read_bytes() == (folder / "two" / "number.o").read_bytes()
    assert "two/board.h" in (folder / "two" / "number.d").read_text(), "the headers of another board"
    # A fact that the source uses, a declaration, an option: other objects.
    for count, (number, words) in enumerate((("8", ()), ("8\nextern int more;", ()), ("7", ("-O2",))), 2):
        assert compile_for(folder, "three", f"#define NUMBER {number}\n", *words).returncode == 0 and kept() == count
    assert (folder / "three" / "number.o").read_bytes() != (folder / "one" / "number.o").read_bytes()
    # What the compiler says is said for each board; what does not compile is not kept.
    for board in ("one", "two"):
        assert "unused" in compile_for(folder, board, facts, "-Wall", source="static int unused = NUMBER;\n").stderr
    before = kept()
    assert before == 5
    for source in ("int broken = ;\n", "#include <missing.h>\n"):
        done = compile_for(folder, "one", facts, source=source)
        assert done.returncode and "error" in done.stderr and kept() == before, done


@test
def objects_do_not_depend_on_how_a_board_protects_memory(_):
    """Those of the core, but for a few: no header of others includes hal/confine.h."""
    folder = build.Config("qemu-virt", 512).folder
    commands = subprocess.run(["ninja", "-t", "commands", "libpto_runtime.a"], cwd=folder, capture_output=True, text=True,
                              check=True).stdout.splitlines()
    differing = set()
    for command in commands:
        words = command.split()
        if "-c" in words and "/firmware/core/" in words[words.index("-c") + 1]:
            words = words[next(i for i, word in enumerate(words) if word.startswith("--target=")) - 1:]
            words = [word for word in words if word not in ("-MD", "-DPTO_PAGING=1")]
            if len({objects.key_of("", words + more) for more in ([], ["-DPTO_PAGING=1"])}) > 1:
                differing.add(pathlib.Path(words[words.index("-c") + 1]).name)
    assert differing == {"fault.c", "issue.c", "print.c", "simt.c"}, differing


@test
def checkouts_share_objects_if_a_folder_is_named(folder):
    def kept():
        return len(os.listdir(folder / "shared"))

    for shared, count in ((folder / "shared", 1), ("", 1)):
        for name in "one", "two":
            (folder / name).mkdir(exist_ok=True)
            assert compile_for(folder / name, "board", "int shared = 7;\n#define NUMBER shared\n", shared=shared).returncode == 0
            assert kept() == count
    objects_of = [os.listdir(folder / name / "objects") for name in ("one", "two")]
    assert len(objects_of[0]) == len(objects_of[1]) == 1 and objects_of[0] != objects_of[1], objects_of


@test
def objects_that_were_used_last_are_kept(folder):
    for number in range(5):
        os.utime(write(folder, str(number), ""), (number, number))
    os.utime(folder / "1", (9, 9))
    with mock.patch.object(objects, "KEPT", 3):
        objects.forget(folder)
    assert sorted(os.listdir(folder)) == ["1", "3", "4"]
    objects.forget(folder / "missing")
