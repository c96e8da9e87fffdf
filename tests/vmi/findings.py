#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ptoc warns of and what `run --check` and the hardware find in accesses of logical vectors; TAP on stdout.

The environment is that of pto_add_script_test.
"""
import re
import sys
import tempfile
from pathlib import Path

from tap import Tap
from tool import ptometal

LOADED = '    pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]\n    pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]'
COMPUTED = '    pto.set_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]\n    pto.wait_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]'
LOAD = "%v = pto.vmi.vload %x[%c0] : !pto.ptr<f32, ub> -> !pto.vmi.vreg<200xf32>"
STORE = "pto.vmi.vstore %v, %y[%c0] : !pto.vmi.vreg<200xf32>, !pto.ptr<f32, ub>"
MASKED = "pto.vmi.vstore %v, %y[%c0], %m : !pto.vmi.vreg<200xf32>, !pto.ptr<f32, ub>, !pto.vmi.mask<200>"
AGAIN = LOAD.replace("%v", "%w").replace("%x", "%y") + "\n      " + STORE.replace("%v", "%w").replace("%y", "%z")
MASK = "%m = pto.vmi.create_mask %c9 : index -> !pto.vmi.mask<200>"
INDEX = ("%far = arith.constant 65536 : i32\n      %i = pto.vmi.vbrc %far : i32 -> !pto.vmi.vreg<200xi32>\n"
         "      %all = pto.vmi.pset \"PAT_ALL\" : !pto.vmi.mask<200>\n")
GATHER = "%v = pto.vmi.vgather %x, %i, %all : !pto.ptr<f32, ub>, !pto.vmi.vreg<200xi32>, !pto.vmi.mask<200> -> !pto.vmi.vreg<200xf32>"
KERNEL = """module attributes {{pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>}} {{
  func.func @k(%in: !pto.ptr<f32, gm>, %out: !pto.ptr<f32, gm>, %n: i64) attributes {{pto.aicore}} {{
    %c0 = arith.constant 0 : index
    %c256 = arith.constant 256 : index
    %c9 = arith.constant 9 : index
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %size = arith.constant 800 : i64
    %behind = arith.constant 1024 : i64
    %x = pto.castptr {x} : i64 -> !pto.ptr<f32, ub>
    %y = pto.castptr %behind : i64 -> !pto.ptr<f32, ub>
    %z = pto.addptr %y, %c256 : !pto.ptr<f32, ub> -> !pto.ptr<f32, ub>
    %from = pto.castptr %zero : i64 -> !pto.ptr<f32, ub>
    pto.mte_gm_ub %in, %from, %zero, %size nburst(%one, %size, %size) : !pto.ptr<f32, gm>, !pto.ptr<f32, ub>, i64, i64, i64, i64, i64
{loaded}
    pto.vecscope {{
      {body}
    }}
{computed}
    pto.mte_ub_gm %y, %out, %size nburst(%one, %size, %size) : !pto.ptr<f32, ub>, !pto.ptr<f32, gm>, i64, i64, i64, i64
    pto.barrier #pto.pipe<PIPE_ALL>
    return
  }}
}}
"""
OUTSIDE = r"fault: vector load outside UB: address 0x\w+ \(UB offset 262\d\d\d\).* at k\.pto:1[78] in k;"
ACCESS = r"fault: load access fault: address 0x\w+ \(UB offset 262144 of 262144 bytes\).* at k\.pto:1[78] in k;"
# What; where %x points, the body, synchronisation in front and behind; a number for %n; what ptoc warns of, the finding of --check and the
# fault of a plain run, each "" for nothing.
CASES = [
    ("whole", "%n", f"{LOAD}\n      {STORE}", LOADED, COMPUTED, 0, "", "", ""),
    ("a load before its transfer", "%zero", f"{LOAD}\n      {STORE}", "", COMPUTED, 0, r"reads UB that PIPE_MTE2 fills.*\[sync-missing\]",
     r"race, read after write: UB \+0x0: PIPE_MTE2 writes it .*k\.pto:14.*PIPE_V reads it .*k\.pto:16", ""),
    ("a transfer before its store", "%zero", f"{LOAD}\n      {STORE}", LOADED, "", 0, r"reads UB that PIPE_V fills.*\[sync-missing\]",
     r"race, read after write: UB \+0x400: PIPE_V writes it .*k\.pto:17.*PIPE_MTE3 reads it .*k\.pto:22", ""),
    ("a load of what nothing has written", "%far", f"{LOAD}\n      {STORE}", LOADED, COMPUTED, 0, "",
     r"uninitialised: PIPE_V reads UB \+0x10000, which nothing in this block has written: vector function .*k\.pto:\d\d", ""),
    ("lanes that a mask leaves out", "%zero", f'{MASK}\n      {LOAD}\n      {MASKED}\n      pto.mem_bar "VST_VLD"\n      {AGAIN}', LOADED, COMPUTED, 0,
     "", r"uninitialised: PIPE_V reads UB \+0x[45]\w+, which nothing in this block has written: vector function .*k\.pto:17", ""),
    ("a load behind UB", "%n", f"{LOAD}\n      {STORE}", LOADED, COMPUTED, 262144, "", OUTSIDE, OUTSIDE),
    ("a constant address behind UB", "%last", f"{LOAD}\n      {STORE}", LOADED, COMPUTED, 0, r"uses UB up to 262272, which has 262144 bytes .past-the-end.", OUTSIDE, ACCESS),
    ("a gather behind UB", "%zero", INDEX + f"      {GATHER}\n      {STORE}", LOADED, COMPUTED, 0, "",
     r"out of bounds: PIPE_V reads 4 bytes at address .*, which it does not reach: vector function k_vf1 at k\.pto:17", ACCESS),
    ("a load of what the scope has stored", "%zero", f"{LOAD}\n      {STORE}\n      {AGAIN}", LOADED, COMPUTED, 0,
     r"reads what this scope stored.*\[missing-mem-bar\]", r"unfenced: UB \+0x\w+: stored and then loaded, and no mem_bar VST_VLD", ""),
]


def tell(found, text):
    """Whether a text is found, or nothing where nothing is to be."""
    return re.search(text, found) if text else found == ""


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="vmi-") as name:
        folder = Path(name)
        (folder / "in").write_bytes(bytes(800))
        for what, x, body, loaded, computed, number, warning, finding, fault in CASES:
            text = KERNEL.format(x=x, body=body, loaded=loaded, computed=computed)
            number_of = {"%last": "    %last = arith.constant 262016 : i64\n", "%far": "    %far = arith.constant 65536 : i64\n"}
            (folder / "k.pto").write_text(text.replace("    %x =", number_of.get(x, "") + "    %x ="))
            for options, wanted in ((["--check"], finding), ([], fault)):
                done = ptometal("run", "k.pto", *options, "--", "in:in", "out:out=800", number, folder=folder)
                lines = done.stderr.splitlines()
                told = "\n".join(line for line in lines if line.startswith(("check: ", "fault: ")) and "note:" not in line)
                good = tell(told, wanted) and done.returncode == (3 if wanted else 0)
                tap.result(good, " ".join([what, *options]), f"exit status {done.returncode}", done.stderr[-1500:])
            warned = "\n".join(line for line in ptometal("run", "k.pto", "--", "in:in", "out:out=800", number, folder=folder).stderr.splitlines()
                               if ": warning: " in line)
            tap.result(tell(warned, warning), f"{what}, lint", warned)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
