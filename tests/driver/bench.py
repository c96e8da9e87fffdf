# SPDX-License-Identifier: Apache-2.0
"""The input of `bench`: the emulator's log, and cycles if llvm-mca is installed."""
import os
import sys

from harness import ROOT, test

sys.path.insert(0, str(ROOT / "tools"))

from ptometal.commands.bench import cycles, trace  # noqa: E402  (after the path is right)

LOG = """----------------
IN: hand_x_run
0x80000000:  4581              mv                      a1,zero
0x80000002:  a009              j                       2                       # 0x80000004
Trace 0: 0x7f01 [00000000/0000000080000000/03/04] hand_x_run
IN: hand_x
0x80000004:  0585              addi                    a1,a1,1
0x80000006:  bffd              j                       -2                      # 0x80000004
Trace 0: 0x7f02 [00000000/0000000080000004/03/04] hand_x
Trace 0: 0x7f02 [00000000/0000000080000004/03/04] hand_x
Stopped execution of TB chain before 0x7f02 [0000000080000004]
"""


class Code:
    names = {0x80000000: ["hand_x_run"], 0x80000004: ["hand_x"]}
    at = {0x80000000: "li a1, 0x0", 0x80000002: "j 0x80000004 <hand_x>", 0x80000004: "addi a1, a1, 0x1",
          0x80000006: "j 0x80000004 <hand_x>"}


@test
def log_tells_what_ran(_):
    found = trace.forms(Code, trace.blocks(LOG.splitlines(True)))
    assert list(found) == [("x", "hand")] and len(found["x", "hand"]) == 4, found


@test
def branches_lose_their_places(_):
    assert cycles.assembly(["bnez a1, 0x80000004 <hand_x+0x2>", "li a0, 0x1 # one"]) == "bnez a1, 8\nli a0, 0x1 "


@test
def without_llvm_mca_there_are_no_cycles(folder):
    path, os.environ["PATH"] = os.environ["PATH"], str(folder)
    try:
        assert cycles.tools() is None
    finally:
        os.environ["PATH"] = path


@test
def larger_register_groups_take_longer(_):
    tools = cycles.tools()
    if not tools:
        return cycles.ABSENT
    for core in cycles.CORES:
        short, long = (cycles.count(tools[0], core, [f"vsetvli a0, zero, e32, {lmul}, ta, ma"] + 8 * ["vfadd.vv v8, v16, v24"])
                       for lmul in ("m1", "m8"))
        assert short < long, f"{core}: {short} and {long} cycles"
    return None
