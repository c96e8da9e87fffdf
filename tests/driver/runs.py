# SPDX-License-Identifier: Apache-2.0
"""Successful runs, failing runs, and the files that they leave."""
import os

import kernels
from harness import CONFIGURATION, ROOT, assert_scaled, floats, ptometal, run, test, write
from tool import instructions


# ---- kernels that do not compile: exit 1 ------------------------------------------------------------

@test
def kernel_that_does_not_compile(folder):
    write(folder, "broken.c", kernels.BROKEN)
    write(folder, "y", b"old")
    outcome = run(folder, "broken.c", "out:y=4").expect(1, r"broken\.c:5:\d+: error", "undeclared")
    assert "ptometal: error" not in outcome.stderr, outcome.stderr
    assert (folder / "y").read_bytes() == b"old"


# ---- runs that end well -----------------------------------------------------------------------------

@test
def files_are_bound_in_order(folder):
    source = floats(1000)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", source)
    run(folder, "k.c", "in:x", "out:y=4000", "1000").expect(0)
    assert_scaled(folder / "y", source)


@test
def count_has_all_cores_of_a_mixed_kernel(folder):
    write(folder, "k.c", """#include <pto/pto.h>
PTO_MIXED_KERNEL(k, (int32_t, turns))
{
    PTO_CUBE_SECTION {
        for (int32_t i = 0; i < turns; i++) {
            __asm__ volatile("nop");
        }
    }
}
""")
    few, many = (instructions(run(folder, "k.c", "--count", turns).expect(0).stderr)
                 for turns in ("0", "100000"))
    assert many - few >= 200000, (few, many)


@test
def count_leaves_out_what_warnings_take(folder):
    kernel = """#include <pto/pto.h>
PTO_KERNEL(k, (int32_t, n))
{
    for (int32_t i = 0; i < n; i++) {
        pto_set_flag(PIPE_MTE2, PIPE_V, i);
    }
}
"""
    counts = []
    for name in ("k.c", "k_with_a_name_that_is_longer.c"):
        write(folder, name, kernel)
        outcome = run(folder, name, "--count", "4").expect(0, f"warning: .*{name}:5")
        counts.append(instructions(outcome.stderr))
    assert counts[0] == counts[1], counts


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
def arguments_point_into_a_buffer(folder):
    source = floats(128)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", source)
    run(folder, "k.c", "in:x@0x100", "out:y=512@256", "64").expect(0)
    assert (folder / "y").read_bytes()[:256] == bytes(256)
    write(folder, "half", (folder / "y").read_bytes()[256:])
    assert_scaled(folder / "half", source[64:])
    run(folder, "k.c", "in:x", "inout:x@256", "64").expect(0)
    write(folder, "half", (folder / "x").read_bytes()[256:])
    assert_scaled(folder / "half", source[:64])
    run(folder, "k.c", "in:x@2", "out:y=256", "64").expect(2, "the elements of parameter x have 4 bytes").expect_one_line()


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


# ---- runs that do not: outputs untouched ------------------------------------------------------------

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
    assert outcome.seconds < 40, f"{outcome.seconds} s"
    # Of this loop, C++ lets compilers assume that it ends.
    write(folder, "endless.cpp", """#include <pto/pto-inst.hpp>
extern "C" __global__ AICORE void endless(__gm__ float *x)
{
    for (;;) {
        x[0] += 1;
    }
}
""")
    run(folder, "endless.cpp", "--timeout", "1", "out:y=4").expect(124, r"no end within 1 s", r"endless\.cpp:[45] endless")
    # A loop without code of its own; the kernel stands at the line that the C before it has reached.
    write(folder, "endless.pto", """module attributes {pto.target_arch = "a5"} {
  func.func @endless(%p: !pto.ptr<i32, gm>) attributes {pto.kernel} {
    %go = arith.constant true
    scf.while : () -> () {
      scf.condition(%go)
    } do {
      scf.yield
    }
    return
  }
}
""")
    run(folder, "endless.pto", "--timeout", "1", "out:y=4").expect(124, r"no end within 1 s", r"endless\.pto:4 endless")
    loop = """module attributes {pto.target_arch = "a5"} {
  func.func @spin(%p: !pto.ptr<i32, gm>) attributes {pto.kernel} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %first = pto.load_scalar %p[%zero] : !pto.ptr<i32, gm> -> i32
    %last = scf.while (%x = %first) : (i32) -> i32 {
      %go = arith.cmpi ne, %x, %one : i32
      scf.condition(%go) %x : i32
    } do {
    ^bb0(%y: i32):
      scf.yield %y : i32
    }
    return
  }
}
"""
    write(folder, "spin.pto", loop)
    run(folder, "spin.pto", "--timeout", "1", "out:y=4").expect(124, r"no end within 1 s", r"spin\.pto:[5-8] spin")


@test
def code_that_ends_nowhere_is_a_fault(folder):
    if os.environ.get("PTO_CC") == "gcc":
        return "GCC takes such code for a promise about values, or for a trap, not for both"
    write(folder, "k.c", """#include <pto/pto.h>
PTO_KERNEL(k, (float *, x))
{
    x[0] = 1;
    __builtin_unreachable();
}
""")
    run(folder, "k.c", "out:y=4").expect(3, r"illegal instruction", r"k\.c:\d k")


@test
def profile_is_the_one_that_the_module_states(folder):
    write(folder, "new.pto", kernels.READ_UB % 'pto.target_arch = "a5"')
    write(folder, "old.pto", kernels.READ_UB % 'pto.target_arch = "a2a3"')
    write(folder, "any.pto", kernels.READ_UB % "")
    write(folder, "x", floats(16))
    for name, word, status, said in (("new.pto", None, 0, ""), ("old.pto", None, 3, "196608"), ("any.pto", None, 0, ""),
                                     ("any.pto", "a2a3", 3, "196608"), ("new.pto", "a5", 0, ""),
                                     ("old.pto", "a5", 1, r"this module is for a2a3, and --arch asks for a5"),
                                     ("new.pto", "a2a3", 1, r"this module is for a5, and --arch asks for a2a3")):
        run(folder, *(["--arch", word] if word else []), name, "inout:x", 200000).expect(status, said)
    ptometal(folder, "image", *CONFIGURATION, "old.pto", "-o", "old.elf").expect(0)
    run(folder, "old.elf", "inout:x", 200000).expect(3, "196608")
    run(folder, "--arch", "a5", "old.elf", "inout:x", 200000).expect(2, "kernel edge is for a2a3")


@test
def store_past_a_buffer_is_a_fault(folder):
    write(folder, "k.c", """#include <pto/pto.h>
PTO_KERNEL(past, (float *, x), (float *, y), (int32_t, at))
{
    y[0] = x[0];
    x[at] = 7;
}
""")
    write(folder, "y", b"old")
    for name in ("x", "z"):
        write(folder, name, floats(1000))
    run(folder, "k.c", "inout:x", "out:y=4", "999").expect(0)
    write(folder, "y", b"old")
    for at in (1000, 2048, 10000):
        run(folder, "k.c", "inout:z", "out:y=4", at).expect(
            3, rf"fault: the kernel has written past the end of GM buffer z: at offset {4 * at}, and it has 4000 bytes")
        assert (folder / "y").read_bytes() == b"old"


@test
def store_into_an_input_is_a_fault(folder):
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "scalar.c", """#include <pto/pto.h>
PTO_KERNEL(scalar, (float *, x))
{
    x[999] = 7;
}
""")
    source = floats(1000)
    write(folder, "x", source)
    run(folder, "scalar.c", "in:x").expect(3, r"fault: the kernel has written GM buffer x, which is an input")
    for policy in ("eager", "lazy"):
        run(folder, "k.c", "--policy", policy, "in:x", "in:x", "64").expect(
            3, r"fault: mte_ub_gm: GM buffer x is an input, which nothing may write: bind it with inout: or out:; at k\.c")
    # Tiles: only a run with the checker knows the stores.
    write(folder, "tile.c", """#include <pto/pto.h>
PTO_KERNEL(tile_store, (float *, x))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 8);
    pto_tensor_t g = pto_tensor(x, f32, ND, {8, 8});
    pto_texpands(&t, 1.0f);
    pto_pipe_barrier(PIPE_ALL);
    pto_tstore(&g, &t, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE);
}
""")
    run(folder, "tile.c", "in:x").expect(3, r"fault: the kernel has written GM buffer x, which is an input")
    run(folder, "tile.c", "--check", "in:x").expect(
        3, r"fault: tstore: GM buffer x is an input, which nothing may write: bind it with inout: or out:; at tile\.c:8")
    # Accesses that devices allow: reading the rest of a page, and scratch data in a buffer that is not read back.
    write(folder, "y", floats(56))
    run(folder, "k.c", "--gm", "granule", "in:y", "out:z=256", "64").expect(
        0, r"warning: mte_gm_ub: reads 32 bytes past the end of GM buffer y \(224 bytes\), as device allocations allow; at k\.c")
    run(folder, "k.c", "--gm", "granule", "in:x", "in:x", "64").expect(
        0, r"warning: mte_ub_gm: writes into GM buffer x, which is an input: its file stays as it is; at k\.c")
    assert (folder / "x").read_bytes() == bytes(source)


BEHIND_A_VIEW = """#include <pto/pto.h>
#include <pto/tile.h>
PTO_KERNEL(rows, (const float *, x), (float *, y), (int64_t, first))
{
    pto_tile_t tile = pto_tile(VEC, f32, 4, 8);
    pto_tensor_t view = pto_tensor((float *)x, f32, ND, {4, 8}), to = pto_tensor(y, f32, ND, {4, 8});
    const int64_t offset[] = {first, 0}, shape[] = {4, 8};
    pto_tensor_t part = pto_partition(&view, 2, offset, shape);
    pto_event_t loaded = pto_tload(&tile, &part, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_tstore(&to, &tile, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, loaded);
}
"""


@test
def views_may_be_open(folder):
    write(folder, "rows.c", BEHIND_A_VIEW)
    write(folder, "x", floats(64))
    words = ("rows.c", "in:x", "out:y=128", "1")
    run(folder, *words).expect(3, r"fault: partition: 4 elements from 1 are outside the view's 4 of dimension 0 \(--open-views\); at rows\.c:8")
    run(folder, "--open-views", *words).expect(0, r"warning: partition: 4 elements from 1 leave the view's 4 of dimension 0; at rows\.c:8")
    assert (folder / "y").read_bytes() == (folder / "x").read_bytes()[32:160]


@test
def store_past_an_output_is_a_fault_unless_it_may_be_dropped(folder):
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "scalar.c", """#include <pto/pto.h>
PTO_KERNEL(scalar, (int32_t *, x), (int32_t, at))
{
    x[at] = 7;
}
""")
    write(folder, "x", floats(1000))
    add = str(ROOT / "examples" / "add.pto")
    for words in ((add, "in:x", "in:x", "out:z=400", "1000"), ("k.c", "in:x", "out:z=224", "64")):
        run(folder, "--gm", "granule", *words).expect(3, r"fault: mte_ub_gm: destination range of \d+ bytes at offset 0 of GM buffer z is "
                                      r"outside its \d+ bytes \(--gm discard drops what is past them\)")
        assert not (folder / "z").exists()
        run(folder, "--gm", "discard", *words).expect(
            0, r"warning: mte_ub_gm: writes \d+ bytes past the end of GM buffer z")
        (folder / "z").unlink()
    for at in (50, 100, 16384):
        run(folder, "scalar.c", "--gm", "granule", "out:y=200", at).expect(
            3, rf"fault: the kernel has written past the end of GM buffer y: at offset {4 * at}, and it has 200 bytes")


@test
def end_that_the_runtime_did_not_report_is_a_fault(folder):
    write(folder, "off.c", """#include <pto/pto.h>
PTO_KERNEL(off, (float *, x), (uint32_t, value))
{
    x[0] = 1;
    *(volatile uint32_t *)0x100000 = value;
    for (volatile uint32_t i = 0;; i++) {  // the emulator takes its time
    }
}
""")
    write(folder, "y", b"old")
    for words in ((), ("--check",), ("--link", "embedded")):
        for value in (0x5555, 0x23333, 0x33333):
            run(folder, *words, "off.c", "out:y=4", value).expect(
                3, r"(?m)^fault: the machine was switched off before the run had ended, not by the runtime$")
            assert (folder / "y").read_bytes() == b"old"


@test
def time_limit_says_where_each_agent_stands(folder):
    write(folder, "vf.c", """#include <pto/pto.h>
PTO_VF(spin, (float *, x))
{
    for (volatile int32_t i = 0; i >= 0; i = i & 1) {
    }
}
PTO_KERNEL(k, (float *, x))
{
    pto_launch(spin, pto_ub(float, 0));
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
}
""")
    write(folder, "endless.c", kernels.ENDLESS)
    run(folder, "endless.c", "--timeout", "1", "out:y=4").expect(124, r"endless\.c:4", "PIPE_S runs the kernel")
    for harts in (1, 4):
        run(folder, "vf.c", "--timeout", "1", "--harts", harts, "out:y=4").expect(
            124, r"no end within 1 s", r"PIPE_V .*spin.*vf\.c:9")


@test
def a_tile_lies_at_a_multiple_of_32(folder):
    write(folder, "at.pto", kernels.TILE_AT)
    write(folder, "x", bytes(range(32)))
    run(folder, "at.pto", "in:x", "out:y=32", 64).expect(0)
    assert (folder / "y").read_bytes() == bytes(range(32))
    line = 1 + next(at for at, text in enumerate(kernels.TILE_AT.splitlines()) if "alloc_tile" in text)
    for address in (36, 65, -32, 1 << 32):
        run(folder, "at.pto", "in:x", "out:z=32", address).expect(
            3, rf"fault: a tile at address {address}: it lies at a multiple of 32; at .*at\.pto:{line} in at")
    assert not (folder / "z").exists()


@test
def a_view_has_as_many_dimensions_as_its_type(folder):
    write(folder, "ask.pto", kernels.VIEW_DIM)
    run(folder, "ask.pto", "out:y=32", 1).expect(0)
    assert (folder / "y").read_bytes()[:4] == bytes((8, 0, 0, 0))
    for number in (2, -1):
        run(folder, "ask.pto", "out:z=32", number).expect(3, rf"fault: index {number} is outside of 2 items; at .*ask\.pto:8 in ask")
