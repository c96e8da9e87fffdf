# SPDX-License-Identifier: Apache-2.0
"""`ptometal bench --harts`: wall-clock time of the same kernels on one hart and on several.

The image firmware/apps/bench/harts.c times them. Emulated harts are threads, and other programs compete for the cores.
So the numbers of harts alternate, and the fastest run of each counts.
"""
import os
import sys
import time

from ptometal import link
from ptometal.common import DONE, INTERNAL, Stop

HARTS = (1, 2, 4, 16)
ROUNDS = 7

# row -> its title, {harts: limit relative to the time on one hart}
ROWS = {
    "tests": ("the machine, tests/target/sync_kernels.c five times", {16: 2}),
    "handovers": ("these kernels: 11 in 2 ms that wait for each other", {}),
    "compute_1": ("a vector function of one block", {16: 2}),
    "compute_4": ("the same in four blocks", {2: 1, 16: 2}),
    "gemm": ("examples/gemm.c, two blocks", {16: 2}),
    "flash_attention": ("examples/flash_attention.c, two blocks", {16: 2}),
}


NOTE = """
For a quiet machine. A kernel that only hands over pays for each wake of a sleeping hart, a thread of the emulator here:
about 20 us, and far more where other programs hold the cores. Harts that have nothing to do are not woken.
"""


def ticks(way, image, config, harts):
    """Row -> ticks of one run; for the first row seconds on the host, since the start of the emulator."""
    started, seconds = time.monotonic(), []
    result = link.run(way, link.Run(image, config.board.word_for_cmake, config.vlen, config.backend, harts=harts,
                                    timeout=300, on_stdout=lambda _: seconds.append(time.monotonic() - started)))
    words = [line.split() for line in result.stdout.splitlines() if line.startswith("harts ")]
    if result.status != 0 or 1 + len(words) != len(ROWS):
        raise Stop(INTERNAL, f"{result.stdout}{result.stderr}ptometal: error: on {harts} harts the bench ended with "
                             f"status {result.status}")
    return {"tests": seconds[0], **{row: int(count) for _, row, count in words}}


def ratios(rounds):
    """(row, harts) -> the fastest run relative to that on one hart. rounds: [{harts: {row: ticks}}]"""
    best = {(row, harts): min(one[harts][row] for one in rounds) for row in ROWS for harts in rounds[0]}
    return {(row, harts): ticks / best[row, 1] for (row, harts), ticks in best.items()}


def report(image, config, way):
    numbers = [harts for harts in HARTS if harts <= config.board.max_harts]
    rounds = []
    for number in range(ROUNDS):
        print(f"ptometal: round {number + 1} of {ROUNDS}", file=sys.stderr)
        rounds.append({harts: ticks(way, image, config, harts) for harts in numbers})
    found = ratios(rounds)
    title = f"clock, times that of one hart ({os.cpu_count()} cores here)"
    print(f"{title:<52}" + "".join(f"{f'{harts} harts':>10}" for harts in numbers[1:]))
    failed = []
    for row, (label, limits) in ROWS.items():
        print(f"{label:<52}" + "".join(f"{found[row, harts]:>10.2f}" for harts in numbers[1:]))
        failed += [f"{label} on {harts} harts: {found[row, harts]:.2f} is not under {limit}"
                   for harts, limit in limits.items() if (row, harts) in found and found[row, harts] >= limit]
    print(NOTE, end="")
    for line in failed:
        print(f"  {line}")
    return 1 if failed else DONE
