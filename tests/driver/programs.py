# SPDX-License-Identifier: Apache-2.0
"""Programs: many launches in one boot, from program.json or an orchestration in C."""
import array
import json
import os
import re

from harness import ROOT, floats, ptometal, read_floats, run, run_native, test, write
from kernels import SCALE
from tool import instructions

ADD = """#include <pto/pto.h>
PTO_KERNEL(add_to, (const float *, x), (float *, y), (int32_t, n), (int32_t, block))
{
    for (int32_t i = 0; i < n; i++) {
        pto_store_scalar(pto_load_scalar(y, i) + pto_load_scalar(x, i) + (float)block, y, i);
    }
}
"""
COPY = """#include <pto/pto.h>
PTO_KERNEL(copy, (const uint8_t *, x), (uint8_t *, y), (int32_t, at), (int32_t, bytes))
{
    pto_mte_gm_ub(x, pto_ub(uint8_t, 0), 0, bytes, .nburst = {1, bytes, bytes});
    pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(pto_ub(uint8_t, 0), y + at, bytes, .nburst = {1, bytes, bytes});
}
"""
BUFFERS = {"x": {"type": "f32", "shape": [64], "in": "x.f32"}, "t": {"type": "f32", "shape": [64]},
           "y": {"type": "f32", "shape": [8, 8], "out": "y.f32"}}


def program(folder, launches, buffers=None, **root):
    write(folder, "scale.c", SCALE)
    write(folder, "add.c", ADD)
    write(folder, "copy.c", COPY)
    write(folder, "x.f32", floats(64))
    content = {"ptometal": 1, "kernels": {"scale": "scale.c", "add": "add.c", "copy": "copy.c"},
               "buffers": buffers or BUFFERS, "launches": launches, **root}
    return write(folder, "p.json", json.dumps(content))


# t = 2 x, each quarter of y = 3 t in a launch of its own, then y += x + block, a row a block
CHAIN = [
    {"kernel": "scale", "args": ["x", {"out": "t"}, 2.0, 64]},
    {"for": {"i": [0, 64, 16]}, "do": [{"kernel": "scale", "name": "quarter {i}", "args": [
        {"in": "t", "at": "i", "count": 16}, {"out": "y", "at": "i", "count": 16}, 3, 16]}]},
    {"kernel": "add", "blocks": 8, "args": [{"in": "x", "each": 8}, {"inout": "y", "each": 8}, 8, {"block": "index"}]},
]


def assert_chain(path):
    want = array.array("f", (7 * value + i // 8 for i, value in enumerate(floats(64))))
    assert read_floats(path) == want, f"{list(read_floats(path))[:12]}, expected {list(want)[:12]}"


@test
def program_gives_the_same_under_every_policy(folder):
    program(folder, CHAIN)
    for words in (), ("--policy", "lazy"), ("--policy", "adverse"), ("--policy", "random:3"), ("--harts", "4"):
        run(folder, "p.json", *words).expect(0)
        assert_chain(folder / "y.f32")
        (folder / "y.f32").unlink()


@test
def program_of_text_and_c_shares_buffers_with_an_array(folder):
    program(folder, [
        {"kernel": "scale", "args": ["x", "t", 2.0, 64]},
        {"kernel": "sum", "args": [{"in": "t"}, {"in": "x"}, {"out": "y"}, 64]}],
        {**BUFFERS, "y": {"type": "f32", "shape": [8, 8], "out": "y.npy"}},
        kernels={"scale": "scale.c", "sum": str(ROOT / "examples/add.pto")})
    run(folder, "p.json").expect(0)
    data = (folder / "y.npy").read_bytes()
    assert b"(8, 8)" in data and data[-256:] == bytes(array.array("f", (3 * value for value in floats(64))))


@test
def kernels_in_cpp_run_beside_others(folder):
    program(folder, [
        {"kernel": "scale", "args": ["x", {"out": "t"}, 2.0, 64]},
        {"kernel": "twice", "args": [{"in": "t"}, {"out": "y"}, 3.0, 64]}, {"kernel": "add", "args": ["x", "y", 64, 0]}],
        kernels={"scale": "scale.c", "add": "add.c", "twice": {"file": "twice.cpp", "entry": "twice"}})
    text = (ROOT / "examples/scale.cpp").read_text(encoding="utf-8")
    write(folder, "twice.cpp", text.replace("void scale(", "void twice("))
    for words in (), ("--policy", "adverse"), ("--check",):
        run(folder, "p.json", *words).expect(0)
        assert read_floats(folder / "y.f32") == array.array("f", (7 * value for value in floats(64)))


@test
def cube_core_loads_tiles_in_a_program(folder):
    for name, count in (("ones.f16", 256), ("w.f16", 256 * 64)):
        write(folder, name, array.array("H", [0x3c00] * count))
    program(folder, [{"kernel": "linear", "args": ["ones", "w", {"out": "y"}, 256, 64, 0]}],
            {"ones": {"type": "f16", "shape": [256], "in": "ones.f16"}, "w": {"type": "f16", "shape": [256, 64], "in": "w.f16"},
             "y": {"type": "f32", "shape": [64], "out": "y.f32"}},
            kernels={"linear": str(ROOT / "examples/decoder/linear.pto")})
    run(folder, "p.json").expect(0)
    assert read_floats(folder / "y.f32") == array.array("f", [256] * 64)


@test
def buffers_may_have_more_than_4_gib(folder):
    if os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") < 8 << 30:
        return "the machine has less than 8 GiB"
    large = {"type": "f32", "shape": [1 << 30]}
    program(folder, [
        {"kernel": "scale", "args": ["x", {"out": "a", "at": (1 << 30) - 64, "count": 64}, 2.0, 64]},
        {"kernel": "scale", "args": [{"in": "a", "at": (1 << 30) - 64, "count": 64}, {"out": "y"}, 2.0, 64]}],
        {"x": BUFFERS["x"], "a": large, "y": BUFFERS["y"]})      # y follows a
    run(folder, "p.json").expect(0)
    assert read_floats(folder / "y.f32") == array.array("f", (4 * value for value in floats(64)))


@test
def kernels_of_one_file_are_linked_once(folder):
    text = (ROOT / "examples/add.pto").read_text(encoding="utf-8")
    function = text[text.index("  func.func"):text.rindex("}")]
    write(folder, "two.pto", text.replace(function, function + function.replace("@add(", "@other(")))
    program(folder, [{"kernel": "one", "args": ["x", "x", {"out": "t"}, 64]}, {"kernel": "two", "args": ["t", "x", {"out": "y"}, 64]}],
            kernels={"one": {"file": "two.pto", "entry": "add"}, "two": {"file": "two.pto", "entry": "other"}})
    run(folder, "p.json").expect(0)
    assert read_floats(folder / "y.f32") == array.array("f", (3 * value for value in floats(64)))


@test
def buffer_that_comes_in_and_goes_out_keeps_its_input(folder):
    for target in "x.f32", "z.f32":
        program(folder, [{"kernel": "add", "args": ["x", {"inout": "x"}, 64, 0]}],
                {"x": {"type": "f32", "shape": [64], "in": "x.f32", "out": target}})
        run(folder, "p.json").expect(0)
        assert read_floats(folder / target) == array.array("f", (2 * value for value in floats(64)))
    assert read_floats(folder / "x.f32") == floats(64)
    program(folder, [{"kernel": "add", "args": ["x", {"inout": "x"}, 65, 0]}],
            {"x": {"type": "f32", "shape": [64], "inout": "x.f32"}})
    run(folder, "p.json").expect(3, "outside")
    assert read_floats(folder / "x.f32") == floats(64)


@test
def results_go_where_those_of_a_kernel_go(folder):
    """Through links, into pipes; files keep their rights."""
    program(folder, CHAIN)
    (folder / "there").mkdir()
    (folder / "there" / "y").touch(0o640)
    (folder / "y.f32").symlink_to("there/y")
    run_native(folder, "p.json").expect(0)
    assert_chain(folder / "there" / "y")
    assert (folder / "y.f32").is_symlink() and (folder / "there" / "y").stat().st_mode & 0o777 == 0o640
    (folder / "y.f32").unlink()
    os.mkfifo(folder / "y.f32")
    pipe = os.open(folder / "y.f32", os.O_RDWR)
    run_native(folder, "p.json").expect(0)
    assert (folder / "y.f32").is_fifo()
    write(folder, "z.f32", os.read(pipe, 1 << 12))
    os.close(pipe)
    assert_chain(folder / "z.f32")


@test
def launch_costs_little_more_than_a_block(folder):
    counts = []
    for launches, blocks in ((1, 1), (101, 1), (1, 101)):
        program(folder, [{"for": {"i": [0, launches]}, "do": [
            {"kernel": "scale", "blocks": blocks, "args": ["x", {"out": "y"}, 2.0, 0]}]}])
        counts.append(instructions(run(folder, "p.json", "--count").expect(0).stderr))
    cost = (counts[1] - counts[0] - (counts[2] - counts[0])) / 100
    assert cost <= 1500, f"a launch takes {cost} instructions more than a block"


# One that does nothing, but may write a tile of 16 KiB
TILE = """func.func @tile(%x: !pto.ptr<f32>) attributes {pto.kernel, pto.kernel_kind = #pto.kernel_kind<vector>} {
  %t = pto.alloc_tile : !pto.tile_buf<vec, 64x64xf32>
  return
}
"""


@test
def launch_with_its_block_costs_little(folder):
    """Of the memories only what the kernel may write is cleared; a part of a buffer is compared with parts nearby."""
    write(folder, "tile.pto", TILE)
    for arg, more in ({"out": "t"}, 100), ({"out": "t", "at": "i * 16", "count": 16}, 3000):
        counts = []
        for launches in 1, 1 + more:
            program(folder, [{"for": {"i": [0, launches]}, "do": [{"kernel": "tile", "args": [arg]}]}], {
                "t": {"type": "f32", "shape": [4000, 16]}}, kernels={"tile": "tile.pto"})
            counts.append(instructions(run(folder, "p.json", "--vlen", "512", "--count").expect(0).stderr))
        cost = (counts[1] - counts[0]) / more
        assert cost <= 1500, f"a launch with its block takes {cost} instructions"


@test
def count_tells_of_each_kernel(folder):
    program(folder, CHAIN)
    for words in (), ("--policy", "random:2"):
        said = run(folder, "p.json", "--count", *words).expect(0).stderr
        kernels = re.findall(r"^instructions of (\w+): (\d+) in (\d+) tasks?$", said, re.M)
        assert [(name, tasks) for name, _, tasks in kernels] == [("scale", "5"), ("add_to", "1")], said
        assert 0.9 * instructions(said) < sum(int(number) for _, number, _ in kernels) <= instructions(said), said
        assert_chain(folder / "y.f32")
    ptometal(folder, "run", "p.json", "--count", "--board", "native").expect(2, "board native counts no instructions").expect_one_line()


# Each rank gives its x to the next one, tells it, and waits until it has been told itself
PASS = """#include <pto/pto.h>
PTO_KERNEL(give, (const float *, x), (float *, next), (int32_t *, signal), (int32_t *, next_signal), (int32_t, n))
{
    for (int32_t i = 0; i < n; i++) {
        pto_store_scalar(pto_load_scalar(x, i) + 100 * pto_get_rank() + 10 * pto_get_rank_num(), next, i);
    }
    pto_dsb(PTO_DSB_ALL);
    pto_tensor_t there = pto_tensor(next_signal, i32, ND, {1, 1}), here = pto_tensor(signal, i32, ND, {1, 1});
    pto_comm_tnotify(&there, 1, PTO_NOTIFY_ADD);
    pto_comm_twait(&here, 1, PTO_COMPARE_GE);
}
PTO_KERNEL(far, (float *, x)) { pto_store_scalar(1.0f, (float *)pto_remote(x, 1 - pto_get_rank()), 0); }
"""
NEXT = "(rank + 1) % ranks"
PASSED = [
    {"kernel": "scale", "args": ["x", {"out": "t"}, {"value": "rank + 1"}, 64]},
    {"kernel": "give", "args": [{"in": "t"}, {"out": "got", "of": NEXT, "ordered": False}, {"inout": "signal", "ordered": False},
                                {"inout": "signal", "of": NEXT, "ordered": False}, 64], "name": "give"},
    {"kernel": "scale", "args": [{"in": "got", "ordered": False}, {"out": "y"}, 2.0, 64], "after": "give"}]


OF_RANKS = {"x": {"type": "f32", "shape": [64], "in": "x.f32"}, "t": {"type": "f32", "shape": [64]},
            "got": {"type": "f32", "shape": [64]}, "signal": {"type": "i32", "shape": [8]},
            "y": {"type": "f32", "shape": [64], "out": "y.{rank}.f32"}}


@test
def ranks_of_a_program_run_at_the_same_time(folder):
    write(folder, "pass.c", PASS)
    buffers, kernels = OF_RANKS, {"scale": "scale.c", **{name: {"file": "pass.c", "entry": name} for name in ("give", "far")}}
    program(folder, PASSED, buffers, kernels=kernels)
    for words in (), ("--policy", "lazy"), ("--policy", "random:4"), ("--harts", "4"), ("--count",):
        run(folder, "p.json", "--ranks", "2", *words).expect(0)
        for rank in range(2):
            got = array.array("f", (2 * ((2 - rank) * value + 100 * (1 - rank) + 20) for value in floats(64)))
            assert read_floats(folder / f"y.{rank}.f32") == got, (words, rank, read_floats(folder / f"y.{rank}.f32")[:4])
            (folder / f"y.{rank}.f32").unlink()
    for launches, words, text in (
            (PASSED, ("--time",), "programs of several ranks are not timed"), (PASSED, ("--images",), "--images is for a kernel"),
            ([{"kernel": "scale", "args": ["x", {"out": "y", "of": 2}, 1.0, 64]}], (), "there is no rank 2 of 2")):
        program(folder, launches, buffers, kernels=kernels)
        run(folder, "p.json", "--ranks", "2", *words).expect(2, text).expect_one_line()
    for launches, ranks, text in (PASSED, 3, "tasks of 3 ranks need a cluster for each, and the board has 2"), (
            [{"kernel": "far", "args": ["t"]}], 2, "remote address: a task of a program has buffers of other ranks as its arguments"):
        program(folder, launches, buffers, kernels=kernels)
        run(folder, "p.json", "--ranks", str(ranks)).expect(3, text)
    program(folder, PASSED, dict(buffers, y=dict(buffers["y"], out="y.f32")), kernels=kernels)
    run(folder, "p.json", "--ranks", "2").expect(2, "y.f32: each rank writes a file of its own").expect_one_line()


def changed(launch, **changes):
    return [{**one, **changes} if one is PASSED[launch] else one for one in PASSED]


# What one rank writes for another, and the race between tasks that there is
OF_SIGNALS = [
    (PASS, PASSED, None),
    (PASS, PASSED[:2] + [  # the signal is known to what waits for the task that has heard it, but not to others
        {"kernel": "scale", "args": [{"in": "t"}, {"out": "y"}, 2.0, 64], "after": "give", "name": "next"},
        {"kernel": "scale", "args": [{"in": "got", "ordered": False}, {"out": "t"}, 2.0, 64], "after": "next"}], None),
    (PASS, changed(2, after=[]), r"got of rank 1 \+0x0: task 1, give, writes it \(.*pass.c:5.*\), task 5, scale, reads it"),
    (PASS.replace("    pto_comm_twait(&here, 1, PTO_COMPARE_GE);\n", ""), PASSED,
     r"got of rank 1 \+0x0: task 1, give, writes it \(.*pass.c:5.*\), task 5, scale, reads it"),
    (PASS.replace("}\nPTO_KERNEL(far", "    pto_store_scalar(1.0f, next, 0);\n}\nPTO_KERNEL(far"), PASSED,
     r"got of rank 1 \+0x0: task 1, give, writes it \(.*pass.c:11.*\), task 5, scale, reads it"),
]


@test
def check_follows_signals_between_ranks(folder):
    def judge(*words):
        outcome = run_native(folder, "p.json", "--ranks", "2", *words)
        outcome.expect(3 if race else 0, f"check: race between tasks: {race}" if race else "")
        assert race or "check: " not in outcome.stderr, (words, outcome.stderr)
        return outcome

    for text, launches, race in OF_SIGNALS:
        write(folder, "pass.c", text)
        program(folder, launches, OF_RANKS, kernels={"scale": "scale.c", "give": {"file": "pass.c", "entry": "give"}})
        judge("--check")
        judge("--check", "--policy", "lazy")
        if launches is PASSED and text == PASS:
            judge("--check", "--harts", "4")
            judge("--explore", "2").expect(0, "all give the same result")
        elif text == PASS and race:
            judge("--explore", "2").expect(3, "another result if task 2 comes after task 4")


UNORDERED = {"out": "t", "ordered": False}
CHECKED = [
    (CHAIN, None),
    ([{"kernel": "scale", "args": ["x", UNORDERED, 2.0, 64]}, {"kernel": "scale", "args": [{"in": "t"}, {"out": "y"}, 2.0, 64]}],
     r"check: race between tasks: t \+0x0: task 0, scale, writes it \(.*scale.c:5.*\), task 1, scale, reads it .*, and neither "
     r"waits for the other\n(?:.*\n)*  task 0 is p.json: launches\[0\]: scale\(x, t, 2.0, 64\)\n  task 1 is p.json: launches\[1\]: "),
    ([{"kernel": "scale", "name": "first", "args": ["x", UNORDERED, 2.0, 64]},
      {"kernel": "scale", "after": "first", "args": [{"in": "t"}, {"out": "y"}, 2.0, 64]}], None),
    ([{"kernel": "scale", "args": [{"in": "t"}, {"out": "y"}, 2.0, 64]}],
     r"check: uninitialised: PIPE_S reads t \+0x0, which nothing has written: .*; task 0, scale; core 0, block 0"),
    ([{"kernel": "scale", "args": ["x", {"in": "t"}, 2.0, 64]}, {"kernel": "scale", "args": ["t", {"out": "y"}, 2.0, 64]}],
     r"check: read-only: PIPE_S writes t \+0x0, which the arguments of its task let it only read: .*; task 0, scale; core 0"),
]


@test
def check_judges_programs(folder):
    for launches, text in CHECKED:
        program(folder, launches)
        outcome = run(folder, "p.json", "--check", "--json", "found.json")
        outcome.expect(3 if text else 0, text or "")
        assert text or "check: " not in outcome.stderr, outcome.stderr
        assert (folder / "y.f32").exists() != bool(text)
        found = json.loads((folder / "found.json").read_text())["findings"]
        assert (text.split(": ")[1] if text else None) in [finding["finding"] for finding in found] or [None], found
        (folder / "y.f32").unlink(missing_ok=True)
    program(folder, CHECKED[1][0])
    write(folder, "known", "race between tasks  scale.c:5\nuninitialised  scale.c:5\n")
    run(folder, "p.json", "--check", "--suppress", "known").expect(0)
    assert (folder / "y.f32").exists()


# A program, the schedule that gives other results, and what is said of it
EXPLORED = [
    ([{"kernel": "scale", "args": ["x", UNORDERED, 2.0, 64]}, {"kernel": "copy", "args": [{"in": "t"}, {"out": "y"}, 0, 256]}],
     r"task 0 after task 1", r"y: \d+ bytes differ, .*\n.* eager .* \| replay\n.*task \d, (scale|copy), core 0 "),
    ([CHAIN[0], {"kernel": "hasty", "args": [{"in": "t"}, {"out": "y"}, 0, 256]}],
     r"core 0.\d PIPE_MTE2 \d after core 0.\d PIPE_MTE3 \d", "y: .* bytes differ"),
    (CHAIN, None, "all give the same result"),
]


@test
def explore_runs_tasks_and_their_commands_in_other_orders(folder):
    write(folder, "hasty.c", COPY.replace("copy", "hasty").replace("    pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);\n", "")
          .replace("    pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);\n", ""))
    for launches, schedule, text in EXPLORED:
        program(folder, launches, kernels={name: f"{name}.c" for name in ("scale", "add", "copy", "hasty")})
        outcome = run(folder, "p.json", "--explore", "3").expect(3 if schedule else 0, text)
        assert (folder / "y.f32").exists() == (schedule is None), outcome.stderr
        if schedule:
            found = (folder / "p.schedule").read_text()
            assert re.search(f"^{schedule}\n$", found, re.M), found
            results = []
            for policy in "eager", "replay:p.schedule":
                run(folder, "p.json", "--policy", policy).expect(0)
                results.append((folder / "y.f32").read_bytes())
            (folder / "y.f32").unlink()
            assert results[0] != results[1]


FAULTS = [
    ({"kernel": "scale", "args": ["x", {"out": "y", "count": 8}, 1.0, 9]},
     r"scalar access of 4 bytes at address \w+ is outside .*, at offset 32 of GM buffer y, "
     r"which has 32 bytes; at scale.c:5 in scale; task 1, scale, core 0, block 0, PIPE_S\n"
     r"  task 1 is p.json: launches\[1\]: scale\(x, 32 bytes of y from 0 on, 1.0, 9\)"),
    ({"kernel": "copy", "args": ["x", {"out": "y", "at": 8, "count": 8}, 64, 32]},
     r"mte_ub_gm: destination range of 32 bytes at offset 64 of GM buffer y is outside its 32 bytes; .*task 1, copy, core 0"),
]


@test
def fault_names_the_task_and_nothing_is_written(folder):
    for launch, text in FAULTS:
        program(folder, [CHAIN[0], launch])
        run(folder, "p.json").expect(3, text)
        assert not (folder / "y.f32").exists()


ENDS = """#include <pto/pto.h>
PTO_KERNEL(stuck, (const float *, x), (float *, y)) { (void)x, (void)y, pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID1); }
PTO_KERNEL(endless, (const float *, x), (float *, y))
{
    for (;;) {
        pto_store_scalar(pto_load_scalar(x, 0), y, 0);
    }
}
PTO_KERNEL(wild, (const float *, x), (float *, y)) { *(volatile float *)((uintptr_t)y & 0) = *x; }
PTO_KERNEL(flagged, (const float *, x), (float *, y)) { pto_store_scalar(*x, y, 0), pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID2); }
PTO_KERNEL(held, (const float *, x), (float *, y)) { pto_store_scalar(*x, y, 0), pto_get_buf(PIPE_MTE2, 3, 0); }
"""
# How a kernel ends: its name, the exit status, and what is said of its task
ENDINGS = [
    ("stuck", 3, r"fault: deadlock: .*\n  task 1, stuck, core 0, block 0, PIPE_MTE3 waits: wait_flag PIPE_MTE2 -> PIPE_MTE3 EVENT_ID1, "),
    ("endless", 124, r"no end within 2 s.*\n(.*\n)*.*task 1, endless, core 0, block 0, PIPE_S"),
    ("wild", 3, r"fault: store access fault: address 0x0, .*; task 1, wild, core 0, block 0, PIPE_S"),
    ("flagged", 0, r"warning: flag PIPE_MTE2 -> PIPE_MTE3 EVENT_ID2 is still set at the end of block 0; set at ends.c:\d+; task 1, flagged"),
    ("held", 0, r"warning: buffer 3 is still held by PIPE_MTE2 at the end of block 0; got at ends.c:\d+; task 1, held"),
]


@test
def end_of_a_task_names_its_number_kernel_and_arguments(folder):
    write(folder, "ends.c", ENDS)
    for name, status, text in ENDINGS:
        program(folder, [CHAIN[0], {"kernel": name, "args": ["x", {"out": "y", "at": 8}]}],
                kernels={"scale": "scale.c", name: {"file": "ends.c", "entry": name}})
        for words in (), ("--harts", "4"):
            outcome = run(folder, "p.json", "--timeout", "2" if status == 124 else "60", *words).expect(status, text)
            assert f"  task 1 is p.json: launches[1]: {name}(x, 224 bytes of y from 32 on)\n" in outcome.stderr, outcome.stderr
            assert (folder / "y.f32").exists() == (status == 0)
            (folder / "y.f32").unlink(missing_ok=True)


def launch(*args, **more):
    return [{"kernel": "scale", "args": list(args), **more}]


WRONG = [
    ({"launches": [{"kernel": "scal", "args": []}]}, r"launches\[0\]: there is no kernel scal; did you mean scale\?"),
    ({"launches": launch("x", "y", 1.0)}, r"launches\[0\]: kernel scale takes 4 arguments \(const float \* x, .*\), 3 are given"),
    ({"launches": launch("x", "z", 1.0, 64)}, r"launches\[0\]: args\[1\]: there is no buffer z"),
    ({"launches": launch("x", 5, 1.0, 64)}, r"launches\[0\]: parameter y of scale is a pointer"),
    ({"launches": launch("x", "y", "t", 64)}, r"launches\[0\]: parameter factor of scale is a number \(float\)"),
    ({"launches": launch("x", "y", 1.0, 1.5)}, r"launches\[0\]: parameter n of scale: 1.5 is no whole number"),
    ({"launches": launch("x", "y", 1.0, 1 << 40)}, r"launches\[0\]: parameter n of scale: 1099511627776 is out of range"),
    ({"launches": launch("x", {"out": "y", "at": 60, "count": 8}, 1.0, 64)},
     r"launches\[0\]: args\[1\]: buffer y has 64 elements, 8 from 60 on are asked for"),
    ({"launches": [{"for": {"i": [0, 2]}, "do": launch("x", {"out": "y", "at": "i * 64"}, 1.0, 64)}]},
     r"launches\[0\].do\[0\], i=1: args\[1\]: buffer y has 64 elements"),
    ({"launches": launch("x", "y", {"value": "k + 1"}, 64)}, r"args\[2\]: k \+ 1: there is no variable k"),
    ({"launches": launch("x", "y", 1.0, 64, blocks=0)}, r"launches\[0\]: 0 is no number of blocks"),
    ({"launches": launch("x", "y", 1.0, 64, after="b", name="a") + launch("x", "y", 1.0, 64, after="a", name="b")},
     r"launches\[\d\]: the launches wait for each other in a cycle: (a after b, b after a|b after a, a after b)"),
    ({"launches": launch("x", "y", 1.0, 64, after="nobody")}, r"launches\[0\]: there is no launch nobody"),
    ({"launches": launch("x", "y", 1.0, 64, block=2)}, r"launches\[0\]: there is no field block; did you mean blocks\?"),
    ({"launches": launch({"in": "x", "count": 32, "each": 8}, "y", 1.0, 8, blocks=5)},
     r"launches\[0\]: parameter x of scale: block 4 would begin 128 bytes from its begin on, and it has 128"),
    ({"launches": launch({"in": "x", "each": 1 << 62}, "y", 1.0, 8, blocks=2)}, r"block 1 would begin 18446744073709551616 bytes from"),
    ({"launches": launch({"in": "x", "each": -8}, "y", 1.0, 8, blocks=2)}, r"block 1 would begin -32 bytes from its begin on"),
    ({"launches": launch({"in": "x", "ordered": 1}, "y", 1.0, 64)}, r"args\[0\]: ordered is true or false, not 1"),
    ({"launches": []}, r"the program has no launch"),
    ({"buffers": {**BUFFERS, "x": {"type": "f32", "shape": [65], "in": "x.f32"}}},
     r"buffers.x: x.f32: 256 bytes, the buffer has 260"),
    ({"buffers": {**BUFFERS, "x": {"type": "f23", "shape": [64]}}}, r"buffers.x: there is no type f23; did you mean"),
    ({"buffers": {**BUFFERS, "x": {"type": "f32", "shape": [64], "in": "absent"}}},
     r"buffers.x: absent: there is no such file"),
    ({"buffers": {**BUFFERS, "y": {"type": "f32", "shape": [64], "out": "no/y"}}},
     r"buffers.y: no/y: there is no folder no"),
    ({"ptometal": 2}, r'this is no program of version 1: "ptometal": 1 is missing'),
    ({"arch": "a4"}, r"arch: a4 is not a5 or a2a3"),
    ({"kernels": {"scale": "absent.c"}}, r"absent.c: there is no such kernel"),
    ({"kernels": {"scale": "scale.c", "add": {"file": "other.c", "entry": "scale"}},
      "launches": launch("x", "y", 1.0, 64) + [{"kernel": "add", "args": ["x", "y", 1.0, 64]}]},
     r"kernel scale is in scale.c and in other.c; in a program each has a name of its own"),
]


@test
def wrong_program_is_one_line_and_writes_nothing(folder):
    write(folder, "other.c", SCALE + "// another one\n")
    for change, text in WRONG:
        program(folder, **{"launches": launch("x", "y", 1.0, 64), **change})
        run(folder, "p.json").expect(2, text).expect_one_line()
        assert not (folder / "y.f32").exists()
    program(folder, CHAIN)
    run(folder, "p.json", "--blocks", "2").expect(2, "--blocks is for a kernel").expect_one_line()
    run(folder, "p.json", "in:x.f32").expect(2, "it takes no ARG").expect_one_line()
    run(folder, "p.json", "--check", "--time").expect(2, "--time: not with --check").expect_one_line()
    run(folder, "p.json", "--fast-math", "reassociate").expect(2, "--fast-math is for a kernel").expect_one_line()
    run(folder, "p.json", "--explore", "2", "--harts", "2").expect(2, "a schedule orders what runs on one hart").expect_one_line()
    write(folder, "p.json", "{")
    run(folder, "p.json").expect(2, "p.json: this is no JSON").expect_one_line()


@test
def declared_size_of_a_parameter_is_checked(folder):
    program(folder, launch("x", "y", 1.0, 64))
    write(folder, "scale.c", SCALE + "PTO_BUFFER_BYTES(scale, 1, 512)\n")
    run(folder, "p.json").expect(2, r"launches\[0\]: parameter y of scale: it has 512 bytes, and buffer y has 256 from "
                                 "offset 0 on").expect_one_line()


# y = 2 x in tasks of four elements, then y += x on all; more rounds than fit into memory at once
SUBMIT = SCALE + ADD.split("\n", 1)[1] + """
#include <pto/program.h>
PTO_PROGRAM(layer, (const float *, x), (float *, y), (float *, sum), (uint8_t, rounds))
{
    for (int32_t i = 0; i < 64; i += 4) {
        pto_submit(scale, 1, pto_in(x + i, 16), pto_out(y + i, 16), 2, 4);
    }
    for (uint8_t round = 0; round < rounds; round++) {
        pto_submit(add_to, 1, pto_in(x, 256), pto_inout(y, 256), 64, 0);
    }
    pto_flush();
    *sum = 0;
    for (int32_t i = 0; i < 64; i++) {
        *sum += y[i];
    }
    pto_submit(scale, 1, pto_in(y, 4), pto_out(sum + 1, 4), 1.5f, 1);
}
"""


@test
def orchestration_in_c_finds_what_its_tasks_wait_for(folder):
    write(folder, "layer.c", SUBMIT)
    source = floats(64)
    write(folder, "x.f32", source)
    for words in (), ("--policy", "lazy"), ("--policy", "random:5"), ("--harts", "4"), ("--check",):
        run(folder, "layer.c", *words, "in:x.f32", "out:y.f32=256", "out:sum.f32=8", "200").expect(0)
        assert read_floats(folder / "y.f32") == array.array("f", (202 * value for value in source))
        assert list(read_floats(folder / "sum.f32")) == [202 * sum(source), 303 * source[0]]


BAD_SUBMITS = [
    ("pto_submit(scale, 1, pto_in(x, 260), pto_out(y, 256), 2.0f, 64);",
     r"fault: task 0: the 260 bytes for parameter x of scale are in no buffer; at bad.c:\d+ in "),
    ("pto_submit(scale, 0, pto_in(x, 256), pto_out(y, 256), 2.0f, 64);", r"fault: task 0: kernel scale on no blocks"),
    ("pto_submit(scale, 1, pto_in(x, 256), pto_out(y, 256), 2.0f);",
     r"fault: task 0: kernel scale takes 4 arguments, 3 are given"),
    ("pto_submit(scale, 1, pto_in(x, 256), 7, 2.0f, 64);", r"fault: task 0: parameter y of scale is a pointer"),
    ("pto_submit(scale, 1, pto_in(x, 256), pto_out(y, 256), 2.0f, 1.5);",
     r"fault: pto_submit: parameter n of scale is int32_t, this is another number"),
    ("const uint32_t after = 3; pto_task_submit(&pto_kernel_nothing, 1, NULL, 0, &after, 1);",
     r"fault: task 0 cannot wait for task 3, which comes later"),
    ("pto_submit(old);", None),
    ("pto_task_submit(&pto_kernel_other, 1, NULL, 0, NULL, 0);", r"fault: kernel other is for a2a3, and the program for a5"),
    ("pto_task_submit(&pto_kernel_both, 1, NULL, 0, NULL, 0);",
     r"fault: task 0: kernel both is for a unified core, which programs do not have"),
    ("pto_task_submit(&pto_kernel_reaching, 1, NULL, 0, NULL, 0);",
     r"fault: the cube core of the cluster, whose L1 this writes, may run another task; at bad.c:\d+ in reaching; task 0, reaching"),
]
OTHERS = """
PTO_KERNEL(nothing) {}
PTO_DEFINE_KERNEL(PTO_KERNEL_UNIFIED, both) {}
PTO_KERNEL(reaching) { pto_copy_ubuf_to_cbuf(pto_ub(float, 0), pto_l1(float, 0), 0, 1, 8, 0, 0); }
#undef PTO_KERNEL_ARCH
#define PTO_KERNEL_ARCH PTO_FOR_A2A3
PTO_KERNEL(other) {}
#undef PTO_KERNEL_ARCH
#define PTO_KERNEL_ARCH PTO_FOR_ANY
"""


@test
def wrong_submissions_are_faults(folder):
    write(folder, "x.f32", floats(64))
    for line, text in BAD_SUBMITS:
        write(folder, "bad.c", SCALE + "#include <pto/program.h>\n" + OTHERS +
              "PTO_PROGRAM(bad, (const float *, x), (float *, y))\n{\n    (void)x, (void)y;\n    " + line + "\n}\n")
        outcome = run(folder, "bad.c", "in:x.f32", "out:y.f32=256")
        outcome.expect(1 if text is None else 3, text or "error: ")
        assert not (folder / "y.f32").exists()
