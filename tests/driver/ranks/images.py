# SPDX-License-Identifier: Apache-2.0
"""`run --ranks N --images`: an image for each rank gives the bytes that one image gives; faults, deadlocks and the death of
an image are told, and nothing is left."""
import os
import signal
import subprocess

import numpy

from harness import CONFIGURATION, PTOMETAL, run, test, write
from ranks import basics, examples
from signals import children, is_running, wait_until

SCHEDULES = basics.SCHEDULES[:4]
IS_HOST = os.environ.get("PTO_BOARD") == "native"
EMULATOR = "kernel.elf" if IS_HOST else "qemu-system-ris"      # as /proc has it


@test
def images_reduce_round_a_ring(folder):
    for schedule in SCHEDULES:
        basics.reduce_on(folder, 3, ["--images", *schedule])
    basics.reduce_on(folder, 2, ["--images", "--harts", "4"])
    basics.reduce_on(folder, 8, ["--images"])
    basics.reduce_on(folder, 3, ["--images", "--policy", "adverse"], "ring_allreduce.pto")


@test
def images_give_what_numpy_does(folder):
    for example in examples.EXAMPLES:
        source = examples.FOLDER / f"{example.__name__}.c"
        for num, schedule in ((2, SCHEDULES[3]), (3, SCHEDULES[0]), (8, SCHEDULES[2]), (2, ["--harts", "4"])):
            examples.expect_results(folder, example, num, "--images", *schedule, source=source)
    basics.each_rank_may_be_root(folder, "--images")


COUNTED = """#include <pto/pto.h>
// Each rank adds to a counter and to a row of rank 0, as often as `times`; rank 0 waits for all. The first element of the
// row `mixed` gets additions from tiles, from UB and from the scalar unit.
PTO_KERNEL(k, (int32_t *, count), (float *, sum), (int32_t *, mixed), (int32_t, times))
{
    pto_tile_t ones = pto_tile(VEC, i32, 1, 16, .address = 64);
    pto_tensor_t row = pto_tensor(pto_remote(mixed, 0), i32, ND, {1, 16}), first = pto_tensor(pto_remote(mixed, 0), i32, ND, {1, 1});
    pto_tensor_t given = pto_tensor(mixed + 16, i32, ND, {1, 16});
    pto_tload(&ones, &given, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_set_atomic_s32();
    pto_set_atomic_add();
    for (int32_t i = 0; i < times; i++) {
        pto_tstore(&row, &ones, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_ADD, PTO_RELU_NONE);
        pto_mte_ub_gm(pto_ub(int32_t, 64), pto_remote(mixed, 0), 64, .nburst = {1, 64, 64});
        pto_comm_tnotify(&first, 1, PTO_NOTIFY_ADD);
    }
    pto_set_atomic_none();
    pto_tile_t stage = pto_tile(VEC, f32, 1, 16, .address = 0);
    pto_tensor_t there = pto_tensor(pto_remote(count, 0), i32, ND, {1, 1}), own = pto_tensor(count, i32, ND, {1, 1});
    pto_tensor_t total = pto_tensor(pto_remote(sum, 0), f32, ND, {1, 16}), one = pto_tensor(sum + 16, f32, ND, {1, 16});
    for (int32_t i = 0; i < times; i++) {
        pto_comm_tput(&total, &one, &stage, PTO_STORE_ADD);
        pto_comm_tnotify(&there, 1, PTO_NOTIFY_ADD);
    }
    if (pto_get_rank() == 0) {
        pto_comm_twait(&own, (int32_t)pto_get_rank_num() * times, PTO_COMPARE_EQ);
    }
}
"""


@test
def images_add_to_one_place(folder):
    """Atomic operations exclude those of the other images."""
    source = write(folder, "k.c", COUNTED)
    for rank in range(3):
        numpy.save(folder / f"s.{rank}.npy", numpy.repeat(numpy.array([0, 1], "f4"), 16))
        numpy.save(folder / f"m.{rank}.npy", numpy.repeat(numpy.array([0, 1], "i4"), 16))
    run(folder, source, "--ranks", "3", "--images", "out:c.{rank}.npy=1x", "inout:s.{rank}.npy",
        "inout:m.{rank}.npy", "3000").expect(0)
    assert numpy.load(folder / "c.0.npy").tolist() == [9000]
    assert numpy.load(folder / "s.0.npy").tolist() == [9000] * 16 + [1] * 16
    assert numpy.load(folder / "m.0.npy").tolist() == [27000] + [18000] * 15 + [1] * 16


@test
def images_have_a_context(folder):
    basics.a_text_finds_windows_in_its_context(folder, "--images")


RING = """#include <pto/pto.h>
PTO_KERNEL(k, (int32_t *, cells))
{
    int64_t rank = pto_get_rank(), next = (rank + 1) % 3;
    for (int32_t round = 0; round < 3; round++) {
        pto_tensor_t there = pto_tensor(pto_remote(cells + round, next), i32, ND, {1, 1});
        pto_tensor_t own = pto_tensor(cells + round, i32, ND, {1, 1});
        STEP
        pto_comm_twait(&own, 5, PTO_COMPARE_EQ);
    }
}
"""
NOTIFY = "pto_comm_tnotify(&there, 5, PTO_NOTIFY_SET);"


@test
def a_deadlock_of_images_names_the_rank_that_owes(folder):
    for schedule in ([], ["--harts", "4"], ["--policy", "lazy"]):
        source = write(folder, "late.c", RING.replace("STEP", f"if (rank != 1 || round != 2) {{ {NOTIFY} }}"))
        run(folder, source, "--ranks", "3", "--images", *schedule, "out:c.{rank}=12").expect(
            3, r"fault: deadlock: rank 2 core 0 PIPE_S waits for what nobody will do\n  rank 2, core 0, block 0, PIPE_S waits: "
            r"comm\.twait for cells\[2\] of rank 2 == 5, which is 0 \(no rank has notified it\); rank 1 owes it, which has ended",
            "rank 2 has ended with a fault, and rank 0 waits for its end")
        source = write(folder, "once.c", RING.replace("STEP", f"if (round == 0 || (rank == 0 && round == 1)) {{ {NOTIFY} }}"))
        done = run(folder, source, "--ranks", "3", "--images", *schedule, "out:c.{rank}=12")
        done.expect(3, r"cells\[1\] of rank 0 == 5, which is 0 .*; rank 2 owes it, which waits too")
        assert done.stderr.count("fault: deadlock") == 3, done.stderr
    assert not list(folder.glob("c.*"))


@test
def a_fault_of_an_image_is_told_by_the_others(folder):
    # By then all have begun: rank 0 has heard from rank 2, and rank 1 from rank 0.
    step = f"if (rank == 1 && round == 2) {{ pto_store_scalar(5, cells, 1 << 20); }} {NOTIFY}"
    done = run(folder, write(folder, "k.c", RING.replace("STEP", step)), "--ranks", "3", "--images", "out:c.{rank}=12")
    done.expect(3, "fault: scalar access of 4 bytes .*rank 1, core 0", "rank 1 has ended with a fault, and rank 0 waits for it",
                r"rank 1 has ended with a fault, and rank 2 waits for it\n.*cells\[[12]\] of rank 2 == 5")
    assert not list(folder.glob("c.*"))


@test
def the_death_of_an_image_is_told_by_the_others(folder):
    step = "if (rank == 1) { for (;;) { pto_poll(); } }" + NOTIFY
    source = write(folder, "k.c", RING.replace("STEP", step))
    told = ("fault: rank 1 died: its image ended with status -9", "fault: rank 1 has died, and rank 0 waits for",
            "fault: rank 1 has died, and rank 2 waits for")
    for kills_image in (True, False):
        with subprocess.Popen([PTOMETAL, "run", *CONFIGURATION, source, "--ranks", "3", "--images", "out:c.{rank}=12"], cwd=folder,
                              stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            def images():
                return [child for child, name in children(process.pid).items() if name == EMULATOR]

            wait_until(lambda: len(images()) == 3, 60, "there are no three images")
            all_images = images()
            if kills_image:
                spinning = [child for child in all_images if "--rank 1" in command_of(child)]
                os.kill(spinning[0], signal.SIGKILL)
            else:
                process.send_signal(signal.SIGTERM)
            said = process.communicate(timeout=100)[1]
        assert not kills_image or all(text in said for text in told), said
        assert process.returncode == (3 if kills_image else 128 + signal.SIGTERM), (process.returncode, said)
        assert not any(map(is_running, all_images)), "an image is left"
    assert not list(folder.glob("c.*"))


def command_of(process):
    with open(f"/proc/{process}/cmdline", encoding="utf-8") as file:
        return file.read().replace(",arg=", " ").replace("\0", " ")


@test
def what_images_cannot_do_is_one_line(folder):
    write(folder, "k.c", RING.replace("STEP", NOTIFY))
    out = "out:c.{rank}=12"
    run(folder, "k.c", "--images", "out:c=12").expect(2, "--images: an image runs each rank: --ranks 2 to 16").expect_one_line()
    run(folder, "k.c", "--images", "--ranks", "17", out).expect(2, "--ranks 2 to 16")
    run(folder, "k.c", "--images", "--ranks", "3", "--check", out).expect(2, "--images: --check judges ranks of one image")
    if not IS_HOST:
        run(folder, "k.c", "--images", "--ranks", "3", "--link", "uart", out).expect(2, "--images: not with --link uart")
        run(folder, "k.c", "--images", "--ranks", "3", "--board", "qemu-virt-sv39", out).expect(
            2, "--images: board qemu-virt-sv39 shares no memory with another one")
