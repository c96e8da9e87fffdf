#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Boots far.elf on a board with 6 GiB of GM, of which it touches a few pages. Passes its TAP on."""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

from ptometal import qemu  # noqa: E402  (after the path is right)

GM_BYTES = 6 << 30


def main():
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if there < GM_BYTES + (1 << 30):
        print(f"1..0 # SKIP this machine has {there >> 20} MiB of memory, a board with 6 GiB of GM needs 7 GiB")
        return 0
    done = qemu.run(sys.argv[1], int(os.environ["PTO_VLEN"]), timeout=60, board=os.environ["PTO_BOARD"],
                    backend=os.environ["PTO_BACKEND"], gm_bytes=GM_BYTES)
    if "cannot set up guest memory" in done.stderr:
        print(f"1..0 # SKIP this machine does not give the emulator {GM_BYTES >> 20} MiB of address space")
        return 0
    print(done.stdout + done.stderr, end="")
    return done.status


if __name__ == "__main__":
    sys.exit(main())
