#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of a change: hand-written places of one example of each kind, as listed in CONTRIBUTING.md.

    python3 tools/places.py          print them, and further uses of the example; exit 1 if a place has no use

Tests, benchmarks and documents do not count.
"""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("isa", "hal", "firmware", "tools", "linker", "boards", "cmake", "CMakeLists.txt")
NO_PLACES = ("firmware/apps/bench/", "tools/ptometal/commands/bench/", "tools/places.py")

# kind: the words of its example, and the places
KINDS = {
    "vector instruction": ("vsubrelu", ["isa/vector.def", "isa/semantics.def", "isa/lanes.def"]),
    "tile instruction": (
        "tlrelu|TLRELU", ["isa/tile.def", "isa/tile_semantics.def", "firmware/ops/tile/lanes/arith.c"]),
    "transfer": ("mte_l1_ub|MTE_L1_UB", ["isa/transfer.def", "isa/system_semantics.def"]),
    "operation of synchronisation": (
        "get_buf|GET_BUF", ["isa/system.def", "isa/system_semantics.def", "firmware/include/pto/sync.h",
                            "firmware/core/sync.c"]),
    "board": ("qemu-virt-sv39|PTO_BOARD_DESCRIPTION",
              ["boards/qemu-virt-sv39/board.h", "boards/qemu-virt-sv39/board.cmake"]),
    "policy": ("adverse|ADVERSE", ["firmware/include/pto/policies.def", "firmware/core/interleave.c"]),
    "rule of the verifier": ("view-range", ["tools/ptoc/rules.def", "tools/ptoc/verify/verify_values.c"]),
    "option of the driver": ("junit", ["tools/ptometal/commands/test.py"]),
}


def lines_with(words):
    """Product files that contain one of the words, even within a longer name: with the first such line."""
    found = subprocess.run(["git", "grep", "-nE", f"(^|[^a-zA-Z0-9])({words})([^a-zA-Z0-9]|$)", "--", *PRODUCT],
                           cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()
    lines = {}
    for path, number, _ in (line.split(":", 2) for line in found):
        if not path.startswith(NO_PLACES) and not path.endswith(".md"):
            lines.setdefault(path, number)
    return lines


def main():
    missing = 0
    for kind, (words, places) in KINDS.items():
        lines = lines_with(words)
        print(f"{kind} ({words.split('|')[0]}): {len(places)}")
        for place in places:
            missing += place not in lines
            print(f"    {place}:{lines[place]}" if place in lines else f"    {place} does not name it")
        others = [path for path in lines if path not in places]
        if others and kind != "board":
            print("    named also in " + " ".join(others))
    return missing != 0


if __name__ == "__main__":
    sys.exit(main())
