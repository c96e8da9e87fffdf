#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instructions of saxpy on a grid of 32 x 32 threads, relative to the loop over registers of the same run; TAP on stdout.

The launch is counted in both. The environment is that of pto_add_script_test.
"""
import sys
import tempfile
from pathlib import Path

from tap import Tap
from tool import instructions, ptometal

LIMIT, LAUNCHES = 2.0, 8
KERNEL = """module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @saxpy(%n: i32) attributes {pto.aicore} {
    %c0 = arith.constant 0 : i64
    %c4096 = arith.constant 4096 : i64
    %one = arith.constant 1 : i32
    %side = arith.constant 32 : i32
    %a = arith.constant 2.0 : f32
    %i0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %i64 = arith.constant 64 : index
    %i1024 = arith.constant 1024 : index
    %x = pto.castptr %c0 : i64 -> !pto.ptr<f32, ub>
    %y = pto.castptr %c4096 : i64 -> !pto.ptr<f32, ub>
    %m = arith.index_cast %n : i32 to index
    scf.for %r = %i0 to %m step %i1 {
BODY
    }
    return
  }
  func.func @thread(%x: !pto.ptr<f32, ub>, %y: !pto.ptr<f32, ub>, %a: f32) attributes {pto.simt_entry} {
    %tx = pto.get_tid_x : i32
    %ty = pto.get_tid_y : i32
    %side = arith.constant 32 : i32
    %row = arith.muli %ty, %side : i32
    %i = arith.addi %row, %tx : i32
    %at = arith.index_castui %i : i32 to index
    %v = pto.load %x[%at] : !pto.ptr<f32, ub> -> f32
    %w = pto.load %y[%at] : !pto.ptr<f32, ub> -> f32
    %p = arith.mulf %a, %v : f32
    %s = arith.addf %p, %w : f32
    pto.store %s, %y[%at] : !pto.ptr<f32, ub>, f32
    return
  }
}
"""
THREADS = """      pto.simt_launch @thread<<<%side, %side, %one>>>(%x, %y, %a) : (!pto.ptr<f32, ub>, !pto.ptr<f32, ub>, f32) -> ()"""
REGISTERS = """      pto.vecscope {
        %mask = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
        scf.for %i = %i0 to %i1024 step %i64 {
          %v = pto.vlds %x[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
          %w = pto.vlds %y[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
          %p = pto.vmuls %v, %a, %mask : !pto.vreg<64xf32>, f32, !pto.mask<b32> -> !pto.vreg<64xf32>
          %s = pto.vadd %p, %w, %mask : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
          pto.vsts %s, %y[%i], %mask : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>
        }
      }"""


def measure(folder, body, launches):
    (Path(folder) / "saxpy.pto").write_text(KERNEL.replace("BODY", body))
    done = ptometal("run", "--count", "saxpy.pto", launches, folder=folder)
    return instructions(done.stderr)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="simt-") as folder:
        threads, registers = (measure(folder, body, 1 + LAUNCHES) - measure(folder, body, 1) for body in (THREADS, REGISTERS))
        found = f"{threads / LAUNCHES:.0f} and {registers / LAUNCHES:.0f} instructions: {threads / registers:.2f}"
        tap.result(threads <= LIMIT * registers, f"saxpy of 1024 threads, {found}", f"more than {LIMIT} times as many")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
