#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels as processes of the host, as a user meets them. Prints TAP; the environment is that of pto_add_script_test."""
import array
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = map(str, (ROOT / "tests" / "driver", ROOT / "tools"))

from tap import Tap  # noqa: E402  (after the path is right)

import kernels  # noqa: E402
from harness import CONFIGURATION, floats, ptometal, read_floats, write  # noqa: E402
from ptometal.compilers import calls  # noqa: E402

ADD = str(ROOT / "examples" / "add.c")
ADD_ARGS = ["in:x", "in:x", "out:y=160", "40"]
SUM = [2 * value for value in array.array("f", bytes(floats(40)))]
CPP = """#include <pto/pto-inst.hpp>
using namespace pto;
extern "C" __global__ AICORE void twice(__gm__ float *x, __gm__ float *y)
{
    using View = GlobalTensor<float, Shape<1, 1, 1, 8, 8>, Stride<64, 64, 64, 8, 1>>;
    Tile<TileType::Vec, float, 8, 8> tile;
    TASSIGN(tile, 0);
    View from(x), to(y);
    TLOAD(tile, from);
    TADD(tile, tile, tile);
    TSTORE(to, tile);
}
"""
# inf - inf, inf * 0, square roots of -1, sums and products of a NaN with a payload: one lane each.
NANS = """#include <pto/pto.h>
PTO_VF(nans, (float *, x), (float *, y))
{
    const pto_b32_t one = pto_pset_b32(PTO_PAT_VL1);
    pto_vf32_t inf = pto_vlds(x, 0, PTO_LD_BRC_B32), minus = pto_vlds(x, 1, PTO_LD_BRC_B32);
    pto_vf32_t nan = pto_vlds(x, 2, PTO_LD_BRC_B32);
    pto_vsts(pto_vsub(inf, inf, one), y, 0, one);
    pto_vsts(pto_vmuls(inf, 0, one), y, 64, one);
    pto_vsts(pto_vsqrt(minus, one), y, 128, one);
    pto_vsts(pto_vrsqrt(minus, one), y, 192, one);
    pto_vsts(pto_vadd(nan, inf, one), y, 256, one);
    pto_vsts(pto_vmula(nan, minus, inf, one), y, 320, one);
}
PTO_KERNEL(k, (const float *, x), (float *, y))
{
    pto_mte_gm_ub(x, pto_ub(float, 0), 0, 16, .nburst = {1, 16, 16});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(nans, pto_ub(float, 0), pto_ub(float, 1024));
    pto_set_flag(PIPE_V, PIPE_S, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_S, EVENT_ID0);
    for (int i = 0; i < 6; i++) {
        pto_store_scalar(pto_load_scalar(pto_ub(float, 1024), 64 * i), y, i);
    }
}
"""
# Each of two ranks reads the start of what the other one has as `x`.
SWAP = """#include <pto/pto.h>
PTO_KERNEL(swap, (int32_t *, x), (int32_t *, flag), (int32_t *, y))
{
    int64_t other = 1 - pto_get_rank();
    pto_tensor_t there = pto_tensor(pto_remote(flag, other), i32, ND, {1, 1}), own = pto_tensor(flag, i32, ND, {1, 1});
    pto_tensor_t from = pto_tensor(pto_remote(x, other), i32, ND, {1, 16}), to = pto_tensor(y, i32, ND, {1, 16});
    pto_tile_t stage = pto_tile(VEC, i32, 1, 16, .address = 0);
    pto_comm_tnotify(&there, 1, PTO_NOTIFY_SET);
    pto_comm_twait(&own, 1, PTO_COMPARE_EQ);
    pto_comm_tget(&to, &from, &stage);
}
"""
LARGE = 17 << 20    # bytes: files of this size are mapped
LATE = """#include <pto/pto.h>
PTO_VF(late, (float *, to), (int32_t, now))
{
    if (now) {
        *(volatile float *)to = 1;
    }
}
PTO_KERNEL(k, (float *, y), (int32_t, turn))
{
    for (int32_t i = 0; i < 20; i++) {
        pto_launch(late, y, i == turn);
    }
}
"""
# Stores behind UB in the given launch.
WILD = """module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @k(%y: !pto.ptr<f32, gm>, %turn: i32) attributes {pto.aicore} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c20 = arith.constant 20 : index
    %far = arith.constant 131072 : index
    %c0_i64 = arith.constant 0 : i64
    %one = arith.constant 1.0 : f32
    %ub = pto.castptr %c0_i64 : i64 -> !pto.ptr<f32, ub>
    %last = arith.index_cast %turn : i32 to index
    scf.for %i = %c0 to %c20 step %c1 {
      %now = arith.cmpi eq, %i, %last : index
      %at = arith.select %now, %far, %c0 : index
      pto.vecscope {
        WHAT
      }
    }
    return
  }
}
"""
STORES = ("pto.store_scalar %one, %ub[%at] : !pto.ptr<f32, ub>, f32", "%all = pto.pset_b32 \"PAT_ALL\" : !pto.mask<b32>\n"
          "%v = pto.vbr %one : f32 -> !pto.vreg<64xf32>\n"
          "pto.vsts %v, %ub[%at], %all : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>")
# Stores n lanes of a register of which half lies behind UB.
EDGE = """#include <pto/pto.h>
PTO_VF(edge, (float *, to), (int32_t, n))
{
    int32_t left;
    pto_vsts(pto_vbr(1.0f), to, 0, pto_plt_b32(n, &left));
}
PTO_KERNEL(k, (float *, y), (int32_t, n))
{
    const int32_t at = 256 * 1024 - 128;
    pto_launch(edge, pto_ub(float, at), n);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(pto_ub(float, at), y, 128, .nburst = {1, 128, 128});
}
"""
# A frame as GCC makes it for a scope of 1600 operations.
DEEP = """#include <pto/pto.h>
PTO_VF(deep, (float *, to))
{
    volatile char registers[400 << 10];
    for (uint32_t i = 0; i < sizeof registers; i += 64) {
        registers[i] = 1;
    }
    to[0] = registers[0];
}
PTO_KERNEL(k, (float *, y))
{
    pto_launch(deep, pto_ub(float, 0));
    pto_set_flag(PIPE_V, PIPE_S, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_S, EVENT_ID0);
    pto_store_scalar(pto_load_scalar(pto_ub(float, 0), 0), y, 0);
}
"""
SPIN = """#include <pto/pto.h>
PTO_KERNEL(spin, (float *, y))
{
    volatile int one = 1;
    while (one) {
    }
    y[0] = 1;
}
"""


def run(folder, *words):
    return ptometal(folder, "run", *CONFIGURATION, *words)


def sums(folder):
    for words in ([], ["--harts", "4"], ["--policy", "adverse"], ["--check"], ["--time"], ["--explore", "2"], ["--debug"]):
        run(folder, ADD, *words, *ADD_ARGS).expect(0)
        assert list(read_floats(folder / "y")) == SUM, f"{words}: wrong sums"
        (folder / "y").unlink()


def time_limit(folder):
    write(folder, "spin.c", SPIN)
    run(folder, "spin.c", "--timeout", "1", "out:y=4").expect(124, r"fault: no end within 1 s: .*spin\.c:\d", "runs the kernel")
    assert not (folder / "y").exists()


def deadlock_and_trap(folder):
    write(folder, "d.c", kernels.DEADLOCK)
    write(folder, "t.c", kernels.TRAP)
    run(folder, "d.c", "inout:x").expect(3, r"fault: deadlock: .*\n.*d\.c:\d")
    run(folder, "t.c", "inout:x").expect(3, r"fault: load access fault: address 0x10, pc=0x[0-9a-f]+ \(t\.c:\d")


def finding_of_the_checker(folder):
    (folder / "z").write_bytes(bytes(1 << 16))
    bug = ROOT / "examples" / "bugs" / "wrong_pipe.c"
    run(folder, bug, "--check", "--entry", "bug", "inout:z").expect(3, r"race.*\n?.*wrong_pipe\.c:\d")
    run(folder, bug, "--check", "--entry", "fixed", "inout:z").expect(0)


def image_alone(folder):
    ptometal(folder, "image", *CONFIGURATION, ADD, "-o", "add.elf").expect(0)
    done = subprocess.run([folder / "add.elf", "--", *ADD_ARGS], cwd=folder, check=False)
    assert done.returncode == 0 and list(read_floats(folder / "y")) == SUM
    run(folder, "add.elf", *ADD_ARGS).expect(0)


def image_on_another_filesystem(folder):
    """Taken from the cache, an image is a copy there."""
    if not os.access("/dev/shm", os.W_OK):
        return
    for _ in range(2):
        done = subprocess.run([os.environ["PTOMETAL"], "run", *CONFIGURATION, ADD, *ADD_ARGS], cwd=folder, check=False,
                              env={**os.environ, "TMPDIR": "/dev/shm"}, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def unchanged_run_imports_little(folder):
    """Imports are most of what the driver costs a run whose image is there."""
    run(folder, ADD, *ADD_ARGS).expect(0)
    done = subprocess.run([os.environ["PTOMETAL"], "run", *CONFIGURATION, ADD, *ADD_ARGS], cwd=folder, check=False,
                          env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"}, capture_output=True, text=True)
    names = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")]
    assert done.returncode == 0 and "ptometal.buffers" in names, done.stderr
    rare = {name for name in names if re.fullmatch(
        r"argparse|ast|ctypes|difflib|fnmatch|hashlib|json|mmap|numpy|random|shutil|site|tarfile|tempfile|ptometal\.(board|commands|timing|program|compilers|images|link|checker)\b.*", name)}
    assert rare == {"ptometal.timing", "ptometal.timing.host", "ptometal.timing.options", "ptometal.compilers", "ptometal.compilers.calls",
                    "ptometal.link", "ptometal.checker", "ptometal.checker.causes", "ptometal.checker.ends",
                    "ptometal.checker.findings", "ptometal.checker.schedule"}, rare
    assert len(names) <= 105, f"{len(names)} modules"


def unchanged_run_starts_two_programs(folder):
    """Besides the shell: Python, by env, and the image."""
    run(folder, ADD, *ADD_ARGS).expect(0)
    done = subprocess.run(["sh", "-x", os.environ["PTOMETAL"], "run", *CONFIGURATION, ADD, *ADD_ARGS], cwd=folder, check=False,
                          env={**os.environ, "PTOMETAL_PACKAGES": "skip"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    called = [line.split() for line in done.stderr.splitlines() if line.startswith("+ ")]
    programs = {words[1] for words in called if shutil.which(words[1])} - {"[", "echo", "printf", "pwd"}
    assert not programs and called[-1][2:4] == ["exec", "env"], (programs, called[-1])


def new_kernel_is_linked_without_the_compiler(folder):
    """clang takes as long to come to its linker as that takes to link. The image is the same, byte for byte."""
    settings = json.loads(pathlib.Path(os.environ["PTO_BUILD"], "ptometal.json").read_text(encoding="utf-8"))
    if settings["compiler"] != "clang":
        return
    run(folder, ADD, "--keep", "kept", *ADD_ARGS).expect(0)
    words = [*settings["link"][1:], "kept/kernel.o", *settings["links"]["files"]]
    commands = [calls.linker(known, [*words, "-o", name]) for known, name in (
        (settings, "direct"), ({**settings, "linker": []}, "by_clang"),
        ({**settings, "linker": [*settings["linker"], "/nowhere/crtend.o"]}, "by_clang"))]
    assert [pathlib.Path(command[0]).name.startswith("clang") for command in commands] == [False, True, True], commands
    for command in commands:
        subprocess.run(command, cwd=folder, check=True)
    assert (folder / "direct").read_bytes() == (folder / "by_clang").read_bytes()


def kernel_in_cpp(folder):
    write(folder, "k.cpp", CPP)
    write(folder, "z", floats(64))
    run(folder, "k.cpp", "in:z", "out:y=256").expect(0)
    assert list(read_floats(folder / "y")) == [2 * value for value in read_floats(folder / "z")]


def program(folder):
    write(folder, "scale.c", kernels.SCALE)
    write(folder, "p.json", json.dumps({
        "ptometal": 1, "kernels": {"scale": "scale.c"},
        "buffers": {"x": {"type": "f32", "shape": [40], "in": "x"}, "y": {"type": "f32", "shape": [40], "out": "y"}},
        "launches": [{"kernel": "scale", "args": ["x", {"out": "y"}, 2.0, 40]}]}))
    run(folder, "p.json").expect(0)
    assert list(read_floats(folder / "y")) == SUM


def large_input_is_mapped(folder):
    """A file larger than the memory limit of the process."""
    with open(folder / "large", "wb") as file:
        file.truncate(1 << 30)
        file.seek(1 << 29)
        file.write(bytes(floats(40)))
    write(folder, "k.c", "#include <pto/pto.h>\n"
          "PTO_KERNEL(k, (const float *, x), (float *, y))\n"
          "{\n"
          "    for (int i = 0; i < 40; i++) {\n"
          "        pto_store_scalar(pto_load_scalar(x, (1 << 27) + i), y, i);\n"
          "    }\n"
          "}\n")
    done = run(folder, "k.c", "in:large", "out:y=160").expect(0)
    assert (folder / "y").read_bytes() == bytes(floats(40))
    assert done.cpu < 5, f"{done.cpu:.1f} s of the processor"


def large_buffers_are_written_back(folder):
    """What a kernel leaves as it was stays so, though the file is mapped that the result goes to."""
    write(folder, "k.c", "#include <pto/pto.h>\nPTO_KERNEL(k, (float *, x))\n{\n    pto_store_scalar(7, x, 3);\n}\n")
    before = os.urandom(LARGE)
    after = before[:12] + struct.pack("<f", 7) + before[16:]
    write(folder, "x", before)
    run(folder, "k.c", "inout:x").expect(0)
    assert (folder / "x").read_bytes() == after
    write(folder, "x", before)
    ptometal(folder, "image", *CONFIGURATION, "k.c", "-o", "k.elf").expect(0)
    done = subprocess.run([folder / "k.elf", "--", "inout:x"], cwd=folder, check=False)
    assert done.returncode == 0 and (folder / "x").read_bytes() == after, done.returncode


def large_inputs_of_images_are_shared(folder):
    write(folder, "k.c", SWAP)
    for rank in range(2):
        write(folder, f"x.{rank}", struct.pack("<i", 5 + rank) * 16 + bytes(LARGE - 64))
    for options in ([], ["--images"]):
        run(folder, "k.c", "--ranks", "2", *options, "in:x.{rank}", "out:f.{rank}=64", "out:y.{rank}=64").expect(0)
        got = [(folder / f"y.{rank}").read_bytes() for rank in range(2)]
        assert got == [struct.pack("<i", 6) * 16, struct.pack("<i", 5) * 16], (options, got)


def no_process_stays(folder):
    write(folder, "spin.c", SPIN)
    for number in (signal.SIGTERM, signal.SIGKILL):
        end_while_it_spins(folder, number)


def end_while_it_spins(folder, number):
    with subprocess.Popen([os.environ["PTOMETAL"], "run", *CONFIGURATION, "spin.c", "out:y=4"], cwd=folder,
                          stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as driver:
        child = None
        for _ in range(600):
            time.sleep(0.1)
            path = pathlib.Path(f"/proc/{driver.pid}/task/{driver.pid}/children")
            spinning = [pid for pid in path.read_text().split()
                        if "kernel.elf" in pathlib.Path(f"/proc/{pid}/cmdline").read_text()]
            if spinning:
                child = spinning[0]
                break
        driver.send_signal(number)
        driver.wait()
    assert child, "no process of the kernel was seen"
    for _ in range(300):     # where the signal has come before the driver knew its child, Linux ends it a moment later
        if pathlib.Path(f"/proc/{child}").exists():
            time.sleep(0.1)
    assert not pathlib.Path(f"/proc/{child}").exists(), f"process {child} is still there"


def nan_is_canonical(folder):
    """The canonical NaN of RISC-V, whatever sign or payload the host produces."""
    write(folder, "k.c", NANS)
    (folder / "n").write_bytes(struct.pack("<4I", 0x7f800000, 0xbf800000, 0xffc12345, 0x3f800000))
    run(folder, "k.c", "in:n", "out:y=24").expect(0)
    got = struct.unpack("<6I", (folder / "y").read_bytes())
    assert got == (0x7fc00000,) * 6, " ".join(map(hex, got))
    (folder / "pairs").write_bytes(struct.pack("<12I", 0, 0x80000000, 0x3f800000, 0xc0000000, 0x40490000, 0x7f800000, 0xff800000, 1,
                                               0x7fc00000, 0xffc00000, 0x7fc00012, 0xff800013))
    words = (ROOT / "tests/ptoc/run/nans.pto", "--entry", "nans_f32", "in:pairs", f"out:y={144 * 11 * 4}")
    run(folder, *words).expect(0)
    here = (folder / "y").read_bytes()
    ptometal(folder, "run", "--board", "qemu-virt", *words).expect(0)
    assert here == (folder / "y").read_bytes(), "scalar operations of .pto make other bits than on qemu-virt"


def confined(folder, turns, *words):
    """Runs a vector function that stores to GM in the given launch."""
    write(folder, "late.c", LATE)
    return run(folder, "late.c", *words, "out:y=4", turns)


def plain_stores_fault_in_some_launches(folder):
    """In those that docs/native.md names; elsewhere they go through."""
    for turn in (0, 3, 7, 15):
        confined(folder, turn).expect(3, r"fault: store access fault: .*PIPE_V, vector function late")
    for turn, words in ((4, []), (8, []), (0, ["--harts", "2"])):
        confined(folder, turn, *words).expect(0)
        assert (folder / "y").read_bytes() == struct.pack("<f", 1)


def stores_of_texts_fault_in_all_launches(folder):
    """Without being confined, for which the first launch of this C function stands."""
    for what in STORES:
        write(folder, "wild.pto", WILD.replace("WHAT", what))
        for turn in (0, 4, 8):
            line = WILD[:WILD.index("WHAT")].count("\n") + 1 + what.count("\n")
            run(folder, "wild.pto", "out:y=4", turn).expect(3, rf"fault: .*wild\.pto:{line}.*PIPE_V, vector function k_vf1")
        run(folder, "wild.pto", "out:y=4", 20).expect(0)
    write(folder, "late.c", LATE.replace("PTO_VF", "#undef PTO_VF_IS_CHECKED\n#define PTO_VF_IS_CHECKED true\nPTO_VF", 1))
    run(folder, "late.c", "out:y=4", 0).expect(0)
    assert (folder / "y").read_bytes() == struct.pack("<f", 1)


def stores_end_inside(folder):
    """A store may reach beyond UB where its mask keeps it inside: the first lane that is outside is the fault."""
    write(folder, "k.c", EDGE)
    places = []
    for lanes in (33, 64):
        done = run(folder, "k.c", "out:y=128", lanes).expect(3, r"fault: .*0x[0-9a-f]+.*PIPE_V, vector function edge")
        places.append(re.search(r"0x[0-9a-f]+", done.stderr)[0])
    assert places[0] == places[1] and int(places[0], 16) % 128 == 3, places
    for lanes in (32, 5, 0):
        run(folder, "k.c", "out:y=128", lanes).expect(0)
        assert list(read_floats(folder / "y")) == [1.0] * lanes + [0.0] * (32 - lanes)


def large_frames(folder):
    """On the stack of a scalar unit, and on that of a hart."""
    write(folder, "deep.c", DEEP)
    for words in ([], ["--policy", "lazy"], ["--harts", "2"]):
        run(folder, "deep.c", *words, "out:y=4").expect(0)
        assert list(read_floats(folder / "y")) == [1.0], words
        (folder / "y").unlink()


def size_of_ram(folder):
    ptometal(folder, "image", *CONFIGURATION, ADD, "-o", "add.elf").expect(0)
    for size, status in (("0x10000000", 0), ("0x4000000", 0), ("0x3ff0000", 3), ("1G", 3), ("0x10000001", 3)):
        done = subprocess.run([folder / "add.elf", "--", *ADD_ARGS], cwd=folder, check=False, capture_output=True, text=True,
                              env={**os.environ, "HAL_HOST_RAM": size})
        assert done.returncode == status, f"HAL_HOST_RAM={size}: status {done.returncode}: {done.stderr}"
        assert status == 0 or f"HAL_HOST_RAM={size}: not a number of bytes" in done.stderr
    done = subprocess.run([folder / "add.elf", "--", "in:x", "in:x", "out:y=160000000", "40"], cwd=folder, check=False,
                          capture_output=True, text=True, env={**os.environ, "HAL_HOST_RAM": "0x4000000"})
    assert done.returncode == 2 and "exceed the 33554432 bytes of GM" in done.stderr, f"{done.returncode}: {done.stderr}"


def demo(folder):
    """All kernels as C and as text, with the results of a reference."""
    done = ptometal(folder, "demo", "--board", "native").expect(0)
    assert "wrong" not in done.stdout, done.stdout


def counting_is_refused(folder):
    run(folder, ADD, "--count", *ADD_ARGS).expect(2, "counts no instructions").expect_one_line()


def places_of_threads_are_fixed(_):
    """The linker beside GCC 12 fails where they are those of a library and read by something else than a load."""
    library = pathlib.Path(os.environ["PTO_BUILD"], "libpto_runtime.a")
    listed = subprocess.run(["readelf", "-rW", library], capture_output=True, text=True, check=True).stdout
    kinds = set(re.findall(r"R_(?:X86_64|AARCH64)_(\w*(?:TPOFF|TLS)\w*)", listed))
    assert kinds and not any("GOT" in kind or "IE" in kind for kind in kinds), kinds


def ranks_and_images(folder):
    ring = ROOT / "examples" / "ring_allreduce.c"
    for num, options in ((4, []), (8, []), (4, ["--images", "--policy", "adverse"]), (8, ["--images"]),
                         (4, ["--images", "--harts", "2"])):
        for rank in range(num):
            write(folder, f"d.{rank}", array.array("f", range(1600 * rank, 1600 * rank + 1600)))
        run(folder, ring, "--ranks", num, *options, "inout:d.{rank}", f"out:s.{{rank}}={8 * (num - 1)}", "1600").expect(0)
        want = [num * i + 800 * num * (num - 1) for i in range(1600)]
        for rank in range(num):
            assert list(read_floats(folder / f"d.{rank}")) == want, (num, options, rank)
    # Only one rank traps: of two, the second may hear of the first before it runs.
    write(folder, "t.c", kernels.TRAP.replace("= *nowhere", "= pto_get_rank() == 1 ? *nowhere : 0"))
    run(folder, "t.c", "--ranks", "2", "--images", "inout:d.{rank}").expect(3, r"fault: load access fault: address 0x10.*; rank 1")


def main():
    tap = Tap()
    for test in (sums, time_limit, deadlock_and_trap, finding_of_the_checker, image_alone, image_on_another_filesystem,
                 unchanged_run_imports_little, unchanged_run_starts_two_programs,
                 new_kernel_is_linked_without_the_compiler, kernel_in_cpp, program, large_input_is_mapped,
                 large_buffers_are_written_back, large_inputs_of_images_are_shared, no_process_stays, nan_is_canonical,
                 plain_stores_fault_in_some_launches, stores_of_texts_fault_in_all_launches,
                 stores_end_inside, large_frames, size_of_ram, demo, counting_is_refused, places_of_threads_are_fixed,
                 ranks_and_images):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write(folder, "x", floats(40))
            try:
                test(folder)
                tap.case(test.__name__.replace("_", " "))
            except AssertionError as error:
                tap.case(test.__name__.replace("_", " "), str(error) or "it is not so")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
