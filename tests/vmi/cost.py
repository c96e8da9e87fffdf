#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instructions of loops over logical vectors, relative to the loop over registers of the same run; TAP on stdout.

The environment is that of pto_add_script_test.
"""
import re
import sys
import tempfile
from pathlib import Path

from tap import Tap
from tool import instructions, ptometal

LIMIT, ROWS = 1.1, 32
HEAD = """module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @axpy(%rows: i32) attributes {pto.aicore} {
    %zero = arith.constant 0 : i64
    %behind = arith.constant 65536 : i64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %a = arith.constant 2.0 : f32
    %n = arith.index_cast %rows : i32 to index
    %end = arith.muli %n, %c256 : index
    %x = pto.castptr %zero : i64 -> !pto.ptr<f32, ub>
    %y = pto.castptr %behind : i64 -> !pto.ptr<f32, ub>
    pto.vecscope {
      %all = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
"""
LOGICAL = re.sub(r"\bV\b", "!pto.vmi.vreg<256xf32>", """        %v = pto.vmi.vload %x[%i] : !pto.ptr<f32, ub> -> V
        %w = pto.vmi.vload %y[%i] : !pto.ptr<f32, ub> -> V
        %b = pto.vmi.vbrc %a : f32 -> V
        %p = pto.vmi.vmul %v, %b : V, V -> V
        %s = pto.vmi.vadd %p, %w : V, V -> V
        pto.vmi.vstore %s, %y[%i] : V, !pto.ptr<f32, ub>
""")
FORMS = {
    "registers": """      scf.for %i = %c0 to %end step %c64 {
        %v = pto.vlds %x[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
        %w = pto.vlds %y[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
        %p = pto.vmuls %v, %a, %all : !pto.vreg<64xf32>, f32, !pto.mask<b32> -> !pto.vreg<64xf32>
        %s = pto.vadd %p, %w, %all : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
        pto.vsts %s, %y[%i], %all : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>
""",
    "lanes": "      scf.for %i = %c0 to %end step %c256 {\n" + LOGICAL,
    "rows": "      scf.for %r = %c0 to %n step %c1 {\n        %i = arith.muli %r, %c256 : index\n" + LOGICAL,
}


def measure(folder, form, rows):
    (Path(folder) / "axpy.pto").write_text(HEAD + FORMS[form] + "      }\n    }\n    return\n  }\n}\n")
    done = ptometal("run", "--count", "axpy.pto", rows, folder=folder)
    return instructions(done.stderr)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="vmi-") as folder:
        found = {form: measure(folder, form, 1 + ROWS) - measure(folder, form, 1) for form in FORMS}
        for form in ("lanes", "rows"):
            ratio = found[form] / found["registers"]
            tap.result(ratio <= LIMIT, f"a loop over {form} of logical vectors: {ratio:.2f}", f"more than {LIMIT} times the instructions")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
