#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`ptometal run --time` as it is without --clocks: the board runs the kernel, and the host counts its cycles; TAP.

    host.py                     (the environment is that of pto_add_script_test)

* examples: the cycles of each, exactly, for the instructions of a run without --time;
* clusters with tile pipes, and blocks in waves: the same on the host under every policy and on 4 threads;
* cores that load at the same time share the bandwidth of GM, others do not;
* every command, as the board counts it; the timelines of the examples, exactly;
* results are those of the board alone; what the host cannot compile or run is said, and nothing is written.
"""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from run import EXAMPLES, GOLDEN, HERE, MORE_GOLDEN, drive, moments  # noqa: E402  (after the path is right)
from tap import Tap  # noqa: E402
from tool import instructions  # noqa: E402

ON_HOST = ("--time",)
# Digests of the timelines: start and end of each command. Where one changes, the cycles of the examples say by how much.
TIMELINES = {
    "softmax.pto": "4e53d4aa",
    "flash_attention.pto": "145b419c",
    "attention_head.pto": "28d2d146",
    "matmul_gelu.pto": "72b76a82",
    "gemm.pto": "269480ce",
    "softmax.c": "9a891667",
    "rmsnorm.c": "6e851bfb",
    "add.pto": "6f6b0ad1",
    "add.c": "da624782",
    "rmsnorm.pto": "83797ea1",
    "flash_attention.c": "bbad9f9b",
    "matmul_gelu.c": "48b4775f",
    "gemm.c": "269480ce",
    "embedding.pto": "b1214b37",
    "histogram.pto": "bc891805",
}


# Blocks of @load in sync.pto on four cores, the bytes of GM a cycle for all of them, the cycles of the load of each block,
# and of the kernel. A load of 4096 bytes takes 12 + 2 cycles and its bytes at a rate of up to 128. It is issued at 2, and
# the end takes a cycle.
SHARED = (
    (1, 128, [46], 49),                     # 14 + 4096 / 128 = 46
    (2, 128, [78] * 2, 81),                 # 64 each: 14 + 64 = 78
    (4, 128, [142] * 4, 145),               # 32 each: 14 + 128 = 142
    (5, 128, [142] * 4 + [46], 145 + 49),   # the fifth block begins when the others have ended: it has GM for itself
    (2, 256, [46] * 2, 49),                 # 128 each, which is all that a core can take
)
WAYS = ("--policy", "eager"), ("--policy", "lazy"), ("--policy", "adverse"), ("--policy", "random:1"), ("--harts", "4")


def timeline(times):
    """The digest of a timeline, without the lines of the source."""
    moments_of = lambda command: [command[name] for name in ("core", "block", "pipe", "seq", "start", "end")]
    commands = [moments_of(command) for command in times.get("commands", []) + times.get("syncs", [])]
    return hashlib.sha256(json.dumps(commands).encode()).hexdigest()[:8]


def check_cost(tap, folder):
    """The issue asks for at most 3 times the instructions; it is the same image, so they are the same."""
    path = folder / "times.json"
    for name, (cycles, *words) in (GOLDEN | MORE_GOLDEN).items():
        words = [word.format(out=folder / "out.bin") for word in words]
        plain = instructions(drive(EXAMPLES / name, "--count", *words, timed=())[1])
        path.unlink(missing_ok=True)
        _, stderr = drive(EXAMPLES / name, "--count", "--json", path, *words, timed=ON_HOST)
        times = json.loads(path.read_text()) if path.exists() else {"cycles": -1}
        tap.result(times["cycles"] == cycles, f"{name}: {cycles} cycles", f"{times['cycles']} cycles", stderr)
        tap.result(timeline(times) == TIMELINES[name], f"{name}: its timeline", timeline(times))
        tap.result(instructions(stderr) == plain > 0, f"{name}: the instructions of a run without --time", f"{plain}", stderr)


def check_moments(tap, folder):
    _, *words = GOLDEN["matmul_gelu.pto"]
    words = [word.format(out=folder / "out.bin") for word in words]
    seen = []
    for options in ON_HOST, (*ON_HOST, "--clocks", "board"):
        drive(EXAMPLES / "matmul_gelu.pto", "--json", folder / "times.json", *words, timed=options)
        seen.append(moments(json.loads((folder / "times.json").read_text())))
    tap.result(seen[0] == seen[1] and seen[0]["commands"], "matmul_gelu.pto: every command as on the board", *map(str, seen))


def times_by_way(folder, ways, *words):
    """The times of a kernel on the host, each way; where a run fails its error output."""
    seen = []
    for way in ways:
        command = [os.environ["PTOMETAL"], "run", "--board", "native", words[0], "--time", *way, "--json", folder / "times.json",
                   *words[1:]]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
        seen.append(moments(json.loads((folder / "times.json").read_text())) if done.returncode == 0 else done.stderr)
    return seen


def check_waves(tap, folder):
    """More blocks than clusters, each of a cube core and two vector cores that hand tiles to each other."""
    for name, blocks in (("flash_attention.pto", 5), ("gemm.pto", 3)):
        words = [word.format(out=folder / "out.bin") for word in GOLDEN[name][1:]]
        seen = times_by_way(folder, WAYS[:1] + WAYS[2:], EXAMPLES / name, "--blocks", blocks, *words)
        ran = {command["block"] for command in seen[0]["commands"] + seen[0]["syncs"]} if isinstance(seen[0], dict) else ()
        good = all(one == seen[0] for one in seen) and len(ran) == blocks
        tap.result(good, f"{name}, {blocks} blocks on the host: the same under every policy and on 4 threads",
                   *(str(one)[:300] for one in seen))


def check_shared(tap, folder):
    """Cores that load at the same time share the bandwidth of GM."""
    data, table = folder / "in.bin", folder / "table.txt"
    data.write_bytes(bytes(4096))
    for blocks, rate, loads, cycles in SHARED:
        table.write_text(f"gm_shared {rate}\n")
        ways = WAYS if blocks == 5 else WAYS[:1]
        seen = times_by_way(folder, ways, HERE / "sync.pto", "--entry", "load", "--blocks", blocks, "--time-table", table,
                            f"in:{data}", f"out:{folder}/out.bin=4096")
        good = all(one == seen[0] for one in seen) and isinstance(seen[0], dict)
        took = [c["end"] - c["start"] for c in sorted(seen[0]["commands"], key=lambda c: c["block"])] if good else None
        tap.result(good and took == loads and seen[0]["cycles"] == cycles,
                   f"{blocks} blocks load at {rate} bytes a cycle for all: {cycles} cycles, each of {len(ways)} ways",
                   f"{took}", *(str(one)[:300] for one in seen))


def check_endings(tap, folder):
    """Two runs of one kernel: one result, one text, one ending."""
    data = folder / "x.bin"
    data.write_bytes(bytes(256))
    words = (HERE / "kernels.c", f"inout:{data}", "64")
    status, stderr = drive(*words, timed=ON_HOST)
    good = status == 0 and "time: 94 cycles" in stderr and data.read_bytes() == b"\1\0\0\0" * 64
    tap.result(good, "an inout buffer gets the result of one run", f"exit status {status}", stderr)
    fault = "--time: the run on the board ends well, the one on the host that counts cycles does not; --clocks board counts " \
            "on the board: fault: illegal instruction"
    text = "--time: the kernel compiles for the board, but not for the host, where cycles are counted; --clocks board"
    for option, expected, said in (("-DAS_TRAP", 3, fault), ("-DAS_TEXT", 1, text)):
        status, stderr = drive(*words, option, timed=ON_HOST)
        good = status == expected and said in stderr and data.read_bytes() == b"\1\0\0\0" * 64
        tap.result(good, f"{option}: said, and nothing is written", f"exit status {status}", stderr)
        status, stderr = drive(*words, option)
        good = status == 0 and "time: 94 cycles" in stderr
        tap.result(good, f"{option}: the board counts", f"exit status {status}", stderr)
        data.write_bytes(b"\1\0\0\0" * 64)
    status, stderr = drive(*words, timed=("--clocks", "host"))
    tap.result(status == 2 and "--clocks is for --time" in stderr, "--clocks alone: refused", f"exit status {status}", stderr)
    command = [os.environ["PTOMETAL"], "run", *words, "--board", "qemu-soft64", "--time", "--clocks", "host"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    good = done.returncode == 2 and "--time: the host cannot count: none of its boards has the cores of qemu-soft64" in done.stderr
    tap.result(good, "a board with other cores: refused", f"exit status {done.returncode}", done.stderr)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_endings(tap, folder)
        check_moments(tap, folder)
        check_waves(tap, folder)
        check_shared(tap, folder)
        check_cost(tap, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
