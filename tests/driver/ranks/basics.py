# SPDX-License-Identifier: Apache-2.0
"""`run --ranks N`: ranks with buffers of their own, under every policy and on several harts.

What the core and the driver alone decide is tried on native; on the target are all policies, links, and the checker once."""
import re

import numpy

from harness import ROOT, run, run_native, test, write

SCHEDULES = [["--policy", name] for name in ("eager", "lazy", "adverse", "random:1", "random:2")] + [["--harts", "4"]]

STEPS = """#include <pto/pto.h>
PTO_KERNEL(k, (int32_t *, cell), (int32_t, first))
{
    int64_t rank = pto_get_rank();
    pto_tensor_t own = pto_tensor(cell, i32, ND, {1, 1});
    if (rank == first) {
        pto_tensor_t other = pto_tensor(pto_remote(cell, MARK), i32, ND, {1, 1});
        pto_comm_tnotify(&other, 7, PTO_NOTIFY_SET);
    } else {
        pto_comm_twait(&own, 7, PTO_COMPARE_EQ);
    }
}
"""


def sum_round_ring(data):
    """Parts of the sum in the order in which the ranks add to them, in f32."""
    num = len(data)
    parts = [numpy.split(x, num) for x in data]
    sums = []
    for part in range(num):
        total = parts[part][part]
        for step in range(1, num):
            total = parts[(part + step) % num][part] + total
        sums.append(total)
    return numpy.concatenate(sums)


def reduce_on(folder, num, schedule, source="ring_allreduce.c"):
    rng = numpy.random.default_rng(num)
    data = [rng.standard_normal(600 * num).astype("f4") for _ in range(num)]
    for rank, x in enumerate(data):
        numpy.save(folder / f"data.{rank}.npy", x)
    run(folder, ROOT / "examples" / source, "--ranks", str(num), *schedule, "inout:data.{rank}.npy",
        f"out:signal.{{rank}}={8 * (num - 1)}", str(600 * num)).expect(0)
    want = sum_round_ring(data)
    for rank in range(num):
        got = numpy.load(folder / f"data.{rank}.npy")
        assert got.tobytes() == want.tobytes(), f"rank {rank} of {num} under {schedule}"


@test
def ranks_reduce_round_a_ring(folder):
    for schedule in SCHEDULES:
        reduce_on(folder, 3, schedule)
    reduce_on(folder, 2, SCHEDULES[2])
    reduce_on(folder, 4, SCHEDULES[1])
    reduce_on(folder, 8, SCHEDULES[3])
    reduce_on(folder, 3, SCHEDULES[2], "ring_allreduce.pto")


@test
def ranks_have_numbers_and_blocks_of_their_own(folder):
    write(folder, "k.c", """#include <pto/pto.h>
PTO_KERNEL(k, (int32_t *, out), (int32_t, own))
{
    int32_t block = (int32_t)pto_get_block_idx();
    int32_t rank = 10 * (int32_t)pto_get_rank() + (int32_t)pto_get_rank_num();
    pto_store_scalar(1000 * own + 100 * (int32_t)pto_get_block_num() + rank, out, block);
}
""")
    run(folder, "k.c", "--ranks", "2", "--blocks", "3", "out:y.{rank}.npy=3x", "{rank}").expect(0)
    for rank in range(2):
        assert numpy.load(folder / f"y.{rank}.npy").tolist() == 3 * [1000 * rank + 300 + 10 * rank + 2]
    run(folder, "k.c", "out:y=4", "0").expect(0)
    assert numpy.fromfile(folder / "y", "i4").tolist() == [101]


@test
def a_text_finds_windows_in_its_context(folder, *options):
    source = ROOT / "tests/driver/ranks/windows.pto"
    run(folder, source, "--ranks", "2", *options, "comm", "out:x.{rank}.npy=4x", "out:s.{rank}=4").expect(0)
    assert [numpy.load(folder / f"x.{rank}.npy").tolist() for rank in range(2)] == [[0, 8, 0, 0], [0, 7, 0, 0]]
    for rank, size in enumerate((8, 4)):
        write(folder, f"x.{rank}", bytes(size))
    run(folder, source, "--ranks", "2", *options, "comm", "inout:x.{rank}", "out:s.{rank}=4").expect(
        2, r"comm: windows are equal, but x\.1 has 4 bytes and x\.0 of rank 0 has 8")


@test
def a_kernel_in_cpp_has_ranks(folder):
    write(folder, "k.cpp", """#include <pto/pto-inst.hpp>
using namespace pto;
extern "C" __global__ AICORE void k(__gm__ int32_t *x, __gm__ int32_t *signal)
{
    int64_t rank = get_rank(), peer = (rank + 1) % get_rank_num();
    *comm::remote(x, peer) = static_cast<int32_t>(10 * rank);
    comm::Signal there(comm::remote(signal, peer)), here(signal);
    comm::TNOTIFY(there, 1, comm::NotifyOp::Set);
    comm::TWAIT(here, 1, comm::WaitCmp::EQ);
}
""")
    run_native(folder, "k.cpp", "--ranks", "2", "out:x.{rank}.npy=1x", "out:s.{rank}=4").expect(0)
    assert [numpy.load(folder / f"x.{rank}.npy").tolist() for rank in range(2)] == [[10], [0]]


ROOTS = """#include <pto/pto.h>
PTO_KERNEL(k, (float *, x), (float *, y), (int32_t *, signal))
{
    pto_tile_t stage = pto_tile(VEC, f32, 1, 64, .address = 0);
    int64_t rank = pto_get_rank();
    pto_tensor_t all = pto_tensor(y, f32, ND, {3, 50}), sum = pto_tensor(y + 150, f32, ND, {1, 50});
    pto_tensor_t from[3];
    for (int64_t i = 0; i < 3; i++) {
        from[i] = pto_tensor(pto_remote(x, i), f32, ND, {1, 50});
    }
    pto_tile_t acc = pto_tile(VEC, f32, 1, 64, .address = 4096);
    pto_comm_tgather(&all, &stage, &from[0], &from[1], &from[2]);
    pto_comm_treduce(PTO_REDUCE_MAX, &sum, &acc, &stage, &from[0], &from[1], &from[2]);
    for (int64_t i = 0; i < 3; i++) {
        from[i] = pto_tensor(pto_remote(y, i) + 200 + 50 * rank, f32, ND, {1, 50});
    }
    pto_tensor_t own = pto_tensor(x, f32, ND, {1, 50});
    pto_comm_tbroadcast(&own, &stage, &from[0], &from[1], &from[2]);
    for (int64_t i = 0; i < 3; i++) {
        pto_tensor_t there = pto_tensor(pto_remote(signal, i), i32, ND, {1, 1});
        pto_comm_tnotify(&there, 1, PTO_NOTIFY_ADD);
    }
    pto_tensor_t here = pto_tensor(signal, i32, ND, {1, 1});
    pto_comm_twait(&here, 3, PTO_COMPARE_GE);
}
"""


@test
def each_rank_may_be_root(folder, *options):
    write(folder, "k.c", ROOTS)
    x = numpy.random.default_rng(1).standard_normal((3, 50)).astype("f4")
    numpy.save(folder / "x.npy", x)
    for schedule in SCHEDULES[1:3]:
        run(folder, "k.c", "--ranks", "3", *options, *schedule, "in:x.npy", "out:y.{rank}.npy=7x50", "out:s.{rank}=4").expect(0)
        for rank in range(3):
            y = numpy.load(folder / f"y.{rank}.npy")
            assert (y[:3] == x).all() and (y[3] == x.max(0)).all() and (y[4:] == x).all(), (rank, schedule)


LATE = """#include <pto/pto.h>
// Rank 0 sends data and then says so; rank 1 takes what it finds when it has heard of it.
PTO_KERNEL(k, (int32_t *, x), (int32_t *, box), (int32_t *, flag), (int32_t *, seen))
{
    pto_tile_t stage = pto_tile(VEC, i32, 1, 64, .address = 0), late = pto_tile(VEC, i32, 1, 8, .address = 4096);
    pto_tensor_t mine = pto_tensor(x, i32, ND, {1, 64}), one = pto_tensor(x + 64, i32, ND, {1, 8});
    pto_tensor_t arrived = pto_tensor(flag, i32, ND, {1, 1});
    if (pto_get_rank() == 0) {
        pto_tensor_t there = pto_tensor(pto_remote(box, 1), i32, ND, {1, 64});
        pto_tensor_t sign = pto_tensor(pto_remote(flag, 1), i32, ND, {1, 8});
        pto_tensor_t signal = pto_tensor(pto_remote(flag, 1), i32, ND, {1, 1});
        (void)late, (void)one, (void)sign, (void)signal;
        SEND
    } else {
        pto_comm_twait(&arrived, 1, PTO_COMPARE_EQ);
        pto_tensor_t from = pto_tensor(box, i32, ND, {1, 64}), to = pto_tensor(seen, i32, ND, {1, 64});
        pto_comm_tget(&to, &from, &stage);
    }
}
"""
PUT = "pto_comm_tput(&there, &mine, &stage, PTO_STORE_PLAIN);"
SIGN = "pto_comm_tput(&sign, &one, &late, PTO_STORE_PLAIN);"
NOTIFY = "pto_comm_tnotify(&signal, 1, PTO_NOTIFY_SET);"
DRAIN = "pto_pipe_barrier(PIPE_ALL);"
FENCE = DRAIN + "pto_dsb(PTO_DSB_DDR);"
ASYNC = "int64_t event = pto_comm_tput_async(&there, &mine);"
WAYS = {  # what rank 0 does: whether data and sign are in order, whatever the policy
    "sign": (PUT + SIGN, False),
    "fence": (PUT + FENCE + SIGN, True),
    "drain": (PUT + DRAIN + SIGN, False),
    "issued": (PUT + "pto_dsb(PTO_DSB_DDR);" + SIGN, False),
    "notify": (PUT + NOTIFY, True),
    "async": (ASYNC + "(void)event;" + NOTIFY, False),
    "wait": (ASYNC + "pto_comm_wait_async(event);" + NOTIFY, True),
    "test": (ASYNC + "while (!pto_comm_test_async(event)) { }" + NOTIFY, True),
}


@test
def remote_writes_land_late_until_they_are_ordered(folder):
    x = numpy.concatenate([numpy.arange(1, 65), [1], numpy.zeros(7)]).astype("i4")
    for rank in range(2):
        numpy.save(folder / f"x.{rank}.npy", x)
    for name, (send, ordered) in WAYS.items():
        source = write(folder, f"{name}.c", LATE.replace("SEND", send))
        late = 0
        for policy in ("eager", "lazy", "adverse", "random:1", "random:2", "random:3"):
            run_native(folder, source, "--ranks", "2", "--policy", policy, "in:x.{rank}.npy", "out:box.{rank}=256",
                "out:flag.{rank}=32", "out:seen.{rank}.npy=64x").expect(0)
            seen = numpy.load(folder / "seen.1.npy")
            late += not (seen == x[:64]).all()
            assert numpy.fromfile(folder / "box.1", "i4").tolist() == x[:64].tolist(), (name, policy)
        assert (late == 0) if ordered else (late > 0), (name, late)


# Changes the data on MTE3 before it is sent.
STORE = """pto_tensor_t head = pto_tensor(x, i32, ND, {1, 8});
        pto_event_t loaded = pto_tload(&late, &one, PTO_NONE, PTO_PAD_MODE_NULL);
        pto_event_t stored = pto_tstore(&head, &late, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN,
                                        PTO_RELU_NONE, loaded);"""

UNORDERED = r"race, read after write: x\.0 \+0x0: PIPE_MTE3 writes it .*PIPE_MTE2 reads it"
GET = "pto_comm_tget(&there, &mine, &stage);"

# What rank 0 does in LATE, and rank 1 where that is not to wait for the signal: the finding.
MISTAKES = {
    "notify": (PUT + NOTIFY, None),
    "fence": (PUT + FENCE + SIGN, r"race between ranks: box\.1 .*a tnotify behind the first"),
    "sign": (PUT + SIGN, r"race between ranks: box\.1 .*tstore at"),
    "async": (ASYNC + "(void)event;" + NOTIFY,
              r"race between ranks: box\.1 \+0x0: rank 0 writes it \(comm\.tput_async at .*"
              "a wait for the event of the first, then a tnotify, and a twait in front of the second would"),
    "left": (ASYNC + "(void)event;" + NOTIFY, r"left over: comm\.tput_async at .* is not waited for"),
    "wait": (ASYNC + "pto_comm_wait_async(event);" + NOTIFY, None),
    "source": (ASYNC + "pto_store_scalar(9, x, 0); pto_comm_wait_async(event);" + NOTIFY,
               r"race, write after read: x\.0 \+0x0: .*comm\.tput_async.* a wait for the event of the first would"),
    "early": (NOTIFY + PUT,
              r"race between ranks: box\.1 .*a tnotify behind the first and a twait in front of the second would"),
    "twice": (PUT + PUT + NOTIFY, r"race, write after write: box\.1 .*a fence \(pto_dsb\) behind the first would"),
    "between": (PUT + FENCE + PUT + NOTIFY, None),
    "issued": (PUT + "pto_dsb(PTO_DSB_DDR);" + PUT + NOTIFY, r"race, write after write: box\.1 "),
    "stored": (STORE + "(void)stored;" + PUT + NOTIFY, UNORDERED),
    "event": (STORE + PUT.replace(");", ", stored);") + NOTIFY, None),
    "tile": ("(void)" + PUT + "pto_texpands(&stage, 1);" + NOTIFY, r"race, write after read: UB .*PIPE_MTE3 reads it .*PIPE_V writes it"),
    "get": (STORE + "(void)stored;" + GET + NOTIFY, UNORDERED),
    "got": (STORE + GET.replace(");", ", stored);") + NOTIFY, None),
    "group": (STORE + "(void)stored; pto_comm_tbroadcast(&mine, &stage, &there);" + NOTIFY, UNORDERED),
    "awaited": (STORE + "(void)stored; pto_comm_twait(&arrived, 0, PTO_COMPARE_EQ);" + PUT + NOTIFY, UNORDERED),
    "done": ("pto_event_t put = " + PUT + "pto_texpands(&stage, 1, put);" + NOTIFY, None),
}


@test
def the_checker_judges_across_ranks(folder):
    x = numpy.concatenate([numpy.arange(1, 65), [1], numpy.zeros(7)]).astype("i4")
    for rank in range(2):
        write(folder, f"x.{rank}", x.tobytes())
    for name, (send, finding) in MISTAKES.items():
        source = write(folder, f"{name}.c", LATE.replace("SEND", send))
        done = run(folder, source, "--ranks", "2", "--check", "inout:x.{rank}", "out:box.{rank}=256",
                   "out:flag.{rank}=32", "out:seen.{rank}=256")
        if finding:
            done.expect(3, finding)
        else:
            done.expect(0)
            assert "check:" not in done.stderr, (name, done.stderr)


NEIGHBOURS = """#include <pto/pto.h>
// Block 0 of rank 0 writes to rank 1, block 1 tells it.
PTO_KERNEL(k, (int32_t *, box), (int32_t *, flag))
{
    pto_tile_t stage = pto_tile(VEC, i32, 1, 64, .address = 0);
    pto_tensor_t here = pto_tensor(box, i32, ND, {1, 64}), told = pto_tensor(flag, i32, ND, {1, 1});
    int64_t block = pto_get_block_idx();
    if (pto_get_rank() == 0) {
        if (block == 0) {
            pto_tensor_t there = pto_tensor(pto_remote(box, 1), i32, ND, {1, 64});
            pto_comm_tput(&there, &here, &stage, PTO_STORE_PLAIN);
            FENCE
        }
        pto_set_cross_core(PIPE_MTE3, 0, 1);
        pto_wait_flag_dev(1);
        if (block == 1) {
            pto_tensor_t signal = pto_tensor(pto_remote(flag, 1), i32, ND, {1, 1});
            pto_comm_tnotify(&signal, 1, PTO_NOTIFY_SET);
        }
    } else if (block == 0) {
        pto_comm_twait(&told, 1, PTO_COMPARE_EQ);
        pto_comm_tget(&here, &here, &stage);
    }
}
"""

ROUNDS = """#include <pto/pto.h>
// Rank 0 counts up, rank 1 waits for each number.
PTO_KERNEL(k, (int32_t *, flag), (int32_t *, back))
{
    pto_tensor_t told = pto_tensor(flag, i32, ND, {1, 1}), heard = pto_tensor(back, i32, ND, {1, 1});
    for (int32_t i = 1; i <= 3; i++) {
        if (pto_get_rank() == 0) {
            pto_tensor_t signal = pto_tensor(pto_remote(flag, 1), i32, ND, {1, 1});
            pto_comm_tnotify(&signal, i, PTO_NOTIFY_SET);
            BACK0
        } else {
            pto_comm_twait(&told, i, PTO_COMPARE_CMP);
            BACK1
        }
    }
}
"""
REUSED = (r"signal reused: f\.1 \+0x0 is set by rank 0 \(comm\.tnotify at .*\) while rank 1 may still wait for what it was \(.*"
          r"\), and nothing orders the two: a tnotify behind the wait and its twait in front of the set would")
LOST = (r"signal lost: f\.1 \+0x0 is set by rank 0 \(comm\.tnotify at .*:7\) and again by rank 0 \(comm\.tnotify at .*:8"
        r"\), and rank 1 may wait for the first when it is gone \(.*\): a signal of its own would do")
LOSES = """#include <pto/pto.h>
PTO_KERNEL(k, (int32_t *, flag))
{
    pto_tensor_t told = pto_tensor(flag, i32, ND, {1, 1});
    if (pto_get_rank() == 0) {
        pto_tensor_t signal = pto_tensor(pto_remote(flag, 1), i32, ND, {1, 1});
        pto_comm_tnotify(&signal, 1, PTO_NOTIFY_SET);
        pto_comm_tnotify(&signal, 2, PTO_NOTIFY_SET);
        pto_comm_tnotify(&signal, 1, PTO_NOTIFY_SET);
    } else {
        for (int i = 0; i < 50; i++) {  // until all three are set
            pto_poll();
        }
        pto_comm_twait(&told, 1, PTO_COMPARE_EQ);
    }
}
"""
BACK0 = "pto_comm_twait(&heard, i, PTO_COMPARE_EQ);"
BACK1 = """pto_tensor_t answer = pto_tensor(pto_remote(back, 0), i32, ND, {1, 1});
            pto_comm_tnotify(&answer, i, PTO_NOTIFY_SET);"""


@test
def the_checker_knows_whose_fence_and_which_signal(folder):
    numpy.save(folder / "box.0.npy", numpy.arange(64, dtype="i4"))
    numpy.save(folder / "box.1.npy", numpy.arange(64, dtype="i4"))
    words = ["--ranks", "2", "--check", "--blocks", "2", "inout:box.{rank}.npy", "out:f.{rank}=4"]
    run_native(folder, write(folder, "a.c", NEIGHBOURS.replace("FENCE", "")), *words).expect(
        3, r"race between ranks: .*the first may land after what tells of it: a fence \(pto_dsb\) of its core behind it would")
    run_native(folder, write(folder, "b.c", NEIGHBOURS.replace("FENCE", FENCE)), *words).expect(0)
    words = ["--ranks", "2", "--check", "out:f.{rank}=4", "out:b.{rank}=4"]
    for name, back, cmp, finding in (("c", True, "EQ", ""), ("d", False, "GE", ""), ("e", False, "EQ", REUSED),
                                     ("f", True, "GE", "")):
        text = ROUNDS.replace("CMP", cmp)
        text = text.replace("BACK0", BACK0 if back else "(void)heard;").replace("BACK1", BACK1 if back else "")
        done = run_native(folder, write(folder, name + ".c", text), *words)
        done.expect(3 if finding else 0, finding)
        assert finding or "check:" not in done.stderr, (name, done.stderr)
    run_native(folder, write(folder, "lost.c", LOSES), "--ranks", "2", "--check", "out:f.{rank}=4").expect(3, LOST)


@test
def signals_carry_time_over_links(folder):
    for rank in range(3):
        numpy.save(folder / f"x.{rank}.npy", numpy.ones(600, "f4"))
    write(folder, "near", "link_latency 0\n")
    write(folder, "slow", "link_bytes 1\n")

    def cycles(*options):
        done = run(folder, ROOT / "examples/ring_allreduce.c", "--ranks", "3", "--time", *options, "inout:x.{rank}.npy",
                   "out:s.{rank}=16", "600")
        done.expect(0)
        return int(re.search(r"time: (\d+) cycles", done.stderr + done.stdout)[1])

    usual = cycles()
    ways = (("--policy", "adverse"), ("--policy", "random:3"), ("--harts", "4"))
    assert {usual} == {cycles("--clocks", "board", *way) for way in ways}
    near, slow = cycles("--time-table", "near"), cycles("--time-table", "slow")
    assert abs(usual - near - 4 * 2 * 1650) < 10, (usual, near)    # four steps, each a write and a signal
    assert 4 * 700 < slow - usual < 4 * 800, (usual, slow)    # 800 bytes at 1 instead of 17 a cycle


@test
def a_ring_without_its_waits_races(folder):
    text = (ROOT / "examples/ring_allreduce.c").read_text()
    source = write(folder, "ring.c", text.replace("pto_comm_twait(&arrived, 1, PTO_COMPARE_EQ);", "(void)arrived;"))
    for rank in range(3):
        numpy.save(folder / f"x.{rank}.npy", numpy.ones(600, "f4"))
    words = ["--ranks", "3", "inout:x.{rank}.npy", "out:s.{rank}=16", "600"]
    run_native(folder, source, "--check", *words).expect(3, r"race between ranks: x\.\d\.npy .*a tnotify behind the first")
    run_native(folder, ROOT / "examples/ring_allreduce.c", "--check", *words).expect(0)


COPY = """#include <pto/pto.h>
PTO_KERNEL(k, (int32_t *, x), (int32_t *, y))
{
    for (int32_t i = 0; i < 4; i++) {
        pto_store_scalar(pto_load_scalar(x, i), y, i);
    }
}
"""


@test
def an_input_is_split_along_its_first_axis(folder):
    write(folder, "k.c", COPY)
    x = numpy.arange(12, dtype="i4").reshape(6, 2)
    numpy.save(folder / "x.npy", x)
    write(folder, "x", x.tobytes())
    for name in ("x.npy", "x"):
        run_native(folder, "k.c", "--ranks", "3", "in:" + name, "out:y.{rank}.npy=4x").expect(0)
        got = [numpy.load(folder / f"y.{rank}.npy") for rank in range(3)]
        assert numpy.concatenate(got).tolist() == list(range(12)), (name, got)
    run_native(folder, "k.c", "--ranks", "4", "in:x.npy", "out:z.{rank}=16").expect(
        2, r"in:x\.npy: 4 ranks cannot share its 6 rows equally")
    write(folder, "odd", bytes(49))
    run_native(folder, "k.c", "--ranks", "3", "in:odd", "out:z.{rank}=16").expect(2, r"3 ranks cannot share its 49 bytes")


@test
def a_deadlock_names_ranks(folder):
    write(folder, "k.c", STEPS.replace("MARK", "1 - rank"))
    run_native(folder, "k.c", "--ranks", "2", "out:c.{rank}=4", "0").expect(0)
    run_native(folder, "k.c", "--ranks", "2", "out:d.{rank}=4", "2").expect(
        3, "deadlock", r"rank 0.*comm\.twait for cell\[0\] of rank 0 == 7, which is 0 \(no rank has notified it\)",
        "rank 0 core 0 PIPE_S waits for rank 1 core 0 PIPE_S, rank 1 core 0 PIPE_S waits for rank 0 core 0 PIPE_S",
        "rank 1 core 0, which waits too")
    assert not (folder / "d.0").exists()


@test
def a_deadlock_names_the_rank_that_owes_a_signal(folder):
    write(folder, "k.c", """#include <pto/pto.h>
PTO_KERNEL(k, (int32_t *, cells))
{
    int64_t rank = pto_get_rank(), next = (rank + 1) % 3;
    for (int32_t round = 0; round < 3; round++) {
        pto_tensor_t there = pto_tensor(pto_remote(cells + round, next), i32, ND, {1, 1});
        pto_tensor_t own = pto_tensor(cells + round, i32, ND, {1, 1});
        if (MISSING) {
            pto_comm_tnotify(&there, 5, PTO_NOTIFY_SET);
        }
        pto_comm_twait(&own, 5, PTO_COMPARE_EQ);
    }
}
""")
    text = (folder / "k.c").read_text()
    write(folder, "late.c", text.replace("MISSING", "rank != 1 || round != 2"))
    run_native(folder, "late.c", "--ranks", "3", "out:c.{rank}=12").expect(
        3, r"likely cause: comm\.twait for cells\[2\] of rank 2 == 5, which is 0 \(no rank has notified it\) at late\.c:11 "
        "waits for rank 1 core 0, which has issued all it has")
    write(folder, "once.c", text.replace("MISSING", "round == 0 || (rank == 0 && round == 1)"))
    run_native(folder, "once.c", "--ranks", "3", "--policy", "lazy", "out:c.{rank}=12").expect(
        3, r"comm\.twait for cells\[1\] of rank 0 == 5", "rank 0 core 0 PIPE_S waits for rank 2 core 0 PIPE_S")


@test
def what_cannot_run_as_ranks_is_one_line(folder):
    write(folder, "k.c", STEPS.replace("MARK", "2"))
    run_native(folder, "k.c", "--ranks", "2", "out:c.{rank}=4", "0").expect(3, "fault: remote address: there is no rank 2 of 2.*rank 0")
    run_native(folder, "k.c", "--ranks", "2", "out:c=4", "0").expect(2, r"argument out:c=4: each rank writes a file of its own")
    run_native(folder, "k.c", "--ranks", "64", "out:c.{rank}=4", "0").expect(2, r"128 arguments, at most 64")
    run_native(folder, "k.c", "--ranks", "17", "out:c.{rank}=4", "0").expect(
        3, "17 ranks of kernel k need 17 blocks at a time, and the board has cores for 16")
    run_native(folder, "k.c", "--ranks", "2", "out:c.{rank}=4").expect(2, r"takes 2 arguments .*, 1 is given")
    write(folder, "p.c", "#include <pto/pto.h>\n#include <pto/program.h>\nPTO_PROGRAM(p, (int32_t, n)) { (void)n; }\n")
    run_native(folder, "p.c", "--ranks", "2", "1").expect(2, r"--ranks 2: p is a program, which has no ranks")


@test
def a_remote_address_lies_in_a_buffer(folder):
    write(folder, "k.c", """#include <pto/pto.h>
PTO_KERNEL(k, (int32_t *, x), (int32_t, at))
{
    pto_store_scalar(5, pto_remote(x + at, 1), 0);
}
""")
    for rank, size in enumerate((8, 4)):
        write(folder, f"x.{rank}", bytes(size))
    run_native(folder, "k.c", "--ranks", "2", "inout:x.{rank}", "1").expect(
        3, "remote address: offset 4 is outside buffer x of rank 1, which has 4 bytes")
    run_native(folder, "k.c", "--ranks", "2", "inout:x.{rank}", "1000000").expect(3, r"is in no buffer of rank 0")


EMPTY = """module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @kernel(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %w: !pto.ptr<f32>, %rows: index) attributes {pto.kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %vx = pto.make_tensor_view %x, shape = [%c1, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x?xf32>
    %vy = pto.make_tensor_view %y, shape = [%c1, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x?xf32>
    %vw = pto.make_tensor_view %w, shape = [%c1, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x?xf32>
    %pw = pto.partition_view %vw, offsets = [%c0, %c0], sizes = [%c1, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<1x64xf32>
    %px = pto.partition_view %vx, offsets = [%c0, %c0], sizes = [%c1, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<1x64xf32>
    %py = pto.partition_view %vy, offsets = [%c0, %c0], sizes = [%rows, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<?x64xf32>
    %pz = pto.partition_view %vx, offsets = [%c0, %c0], sizes = [%rows, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<?x64xf32>
    %a = pto.alloc_tile : !pto.tile_buf<vec, 1x64xf32>
    %b = pto.alloc_tile : !pto.tile_buf<vec, 1x64xf32>
    pto.tload ins(%px : !pto.partition_tensor_view<1x64xf32>) outs(%a : !pto.tile_buf<vec, 1x64xf32>)
    pto.tload ins(%px : !pto.partition_tensor_view<1x64xf32>) outs(%b : !pto.tile_buf<vec, 1x64xf32>)
    pto.tstore ins(%a : !pto.tile_buf<vec, 1x64xf32>) outs(%pw : !pto.partition_tensor_view<1x64xf32>)
    pto.comm.tput(%py, %pz, buf(%b) : !pto.partition_tensor_view<?x64xf32>, !pto.partition_tensor_view<?x64xf32>, !pto.tile_buf<vec, 1x64xf32>)
    pto.tadd ins(%a, %b : !pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%a : !pto.tile_buf<vec, 1x64xf32>)
    return
  }
}
"""


@test
def an_exchange_of_no_rows_orders_as_planned(folder):
    """The planner lets the addition follow the store by way of the exchange, whether or not this has a row."""
    write(folder, "x", numpy.ones(64, "f4").tobytes())
    write(folder, "k.pto", EMPTY)
    for rows in ("0", "1"):
        done = run_native(folder, "k.pto", "--check", "in:x", "out:y=256", "out:w=256", rows)
        done.expect(0)
        assert "check:" not in done.stderr, (rows, done.stderr)
