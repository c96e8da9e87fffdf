#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Faults of threads, and what `run --check` finds between them; TAP on stdout. The environment is that of pto_add_script_test."""
import re
import sys
import tempfile
from pathlib import Path

from tap import Tap
from tool import ptometal

KERNEL = """module attributes {{pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>}} {{
  func.func @k(%out: !pto.ptr<i32, gm>, %n: i32) attributes {{pto.aicore}} {{
    %one = arith.constant 1 : i32
    %c0 = arith.constant 0 : i64
    %ub = pto.castptr %c0 : i64 -> !pto.ptr<i32, ub>
    pto.simt_launch @body<<<%n, %one, %one>>>(%ub, %out) : (!pto.ptr<i32, ub>, !pto.ptr<i32, gm>) -> ()
    pto.barrier #pto.pipe<PIPE_ALL>
    return
  }}
  func.func @body(%ub: !pto.ptr<i32, ub>, %out: !pto.ptr<i32, gm>) attributes {{pto.simt_entry}} {{
    %tx = pto.get_tid_x : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i64
    %c0 = arith.constant 0 : index
    %first = arith.cmpi eq, %tx, %c0_i32 : i32
    %at = arith.index_castui %tx : i32 to index
    %mirror = arith.subi %last, %tx : i32
    %other = arith.index_castui %mirror : i32 to index
{body}
    return
  }}
}}
"""
KERNEL = KERNEL.replace("    %one = arith.constant 1 : i32\n    %two",
                        "    %one = arith.constant 1 : i32\n    %c0_i32 = arith.constant 0 : i32\n    %last = arith.constant 63 : i32\n    %two")
STORE = "    pto.store %tx, %ub[%at] : !pto.ptr<i32, ub>, i32\n"
LOAD = "    %v = pto.load %ub[%other] : !pto.ptr<i32, ub> -> i32\n    pto.stg %v, %out[%at] : !pto.ptr<i32, gm>, i32"
RACE = r"race between threads: {}: thread \d+ {} it \(k\.pto:\d+\), thread \d+ {} it \(k\.pto:\d+\), and no syncthreads is between"
CASES = [
    # what, its code, threads, options, exit status, text
    ("a grid of more threads than the function is for", "", 1025, [], 3, "a grid of 1025 x 1 x 1 threads: this function is for 1 to 1024"),
    ("a grid without threads", "", 0, [], 3, "a grid of 0 x 1 x 1 threads"),
    ("a store behind the buffer", "    pto.stg %tx, %out[%at] : !pto.ptr<i32, gm>, i32", 65, [], 3,
     r"store of a thread, 4 bytes at address 0x\w+, is outside UB and the GM buffers; at k\.pto:21"),
    ("an atomic before the buffer", "    %m = arith.constant -1 : index\n    %p = pto.addptr %out, %m : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>\n"
     "    %v = pto.atomic_add %p, %tx : !pto.ptr<i32, gm>, i32 -> i32", 1, [], 3, "atomic of a thread, 4 bytes at address .* is outside"),
    ("a load of no whole element", "    %p = pto.castptr %two : i64 -> !pto.ptr<i32, ub>\n    %v = pto.load %p[%c0] : !pto.ptr<i32, ub> -> i32\n"
     "    pto.stg %v, %out[%at] : !pto.ptr<i32, gm>, i32", 1, [], 3, r"misaligned access of a thread: address 0x\w+ is no multiple of 4"),
    ("divergence without end", "    scf.while : () -> () {\n      %go = arith.cmpi eq, %tx, %c0_i32 : i32\n      scf.condition(%go)\n    } do {\n"
     "      pto.stg %tx, %out[%c0] : !pto.ptr<i32, gm>, i32\n      scf.yield\n    }", 2, ["--timeout", "3"], 124, r"k\.pto:2\d"),
    ("threads that store one word", "    pto.stg %tx, %out[%c0] : !pto.ptr<i32, gm>, i32", 64, ["--check"], 3,
     RACE.format(r"out \+0x0", "wrote", "wrote")),
    ("a store of what all have read", "    %v = pto.ldg %out[%c0] : !pto.ptr<i32, gm> -> i32\n    pto.store %v, %ub[%at] : !pto.ptr<i32, ub>, i32\n"
     "    %final = arith.cmpi eq, %tx, %last : i32\n    scf.if %final {\n      pto.stg %tx, %out[%c0] : !pto.ptr<i32, gm>, i32\n    }",
     64, ["--check"], 3, r"race between threads: out \+0x0: several threads read it .*, thread 63 wrote it"),
    ("a load of another's store", STORE + LOAD, 64, ["--check"], 3, RACE.format(r"UB \+0x\w+", "(?:wrote|read)", "(?:read|wrote)")),
    ("a load of another's store behind a barrier", STORE + "    pto.syncthreads\n" + LOAD, 64, ["--check"], 0, "^$"),
    ("atomics of all threads", "    %v = pto.atomic_add %out, %tx : !pto.ptr<i32, gm>, i32 -> i32", 64, ["--check"], 0, "^$"),
    ("an atomic and a load", "    %v = pto.atomic_add %out, %tx : !pto.ptr<i32, gm>, i32 -> i32\n    scf.if %first {\n"
     "      %w = pto.ldg %out[%c0] : !pto.ptr<i32, gm> -> i32\n      %p = pto.addptr %out, %at : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>\n"
     "      pto.store %w, %ub[%at] : !pto.ptr<i32, ub>, i32\n    }", 64, ["--check"], 3, RACE.format(r"out \+0x0", "read", "wrote")),
]


def run(code, threads, options, status, text):
    with tempfile.TemporaryDirectory(prefix="simt-") as folder:
        (Path(folder) / "k.pto").write_text(KERNEL.format(body=code))
        (Path(folder) / "out").write_bytes(bytes(256))
        done = ptometal("run", "k.pto", *options, "inout:out", threads, folder=folder)
        if done.returncode != status or not re.search(text, done.stderr.strip()):
            return f"exit status {done.returncode}, expected {status} and {text}: {done.stderr.strip()[-700:]}"
        return "" if status == 0 or (Path(folder) / "out").read_bytes() == bytes(256) else "the output has changed"


def main():
    tap = Tap()
    for what, *case in CASES:
        tap.case(what, run(*case))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
