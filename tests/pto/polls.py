#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Polling loops, which read until another core or pipe has written: they end under every schedule; TAP.

    polls.py IMAGE.elf     (the environment is that of pto_add_script_test)
    polls.py --write FILE  write the kernels

Operations that read values which others may change yield to other agents (pto_poll). By the tables of isa/, each
operation of the scalar unit must be in POLLS, with a loop, or in OWN.
"""
import os
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Tap  # noqa: E402  (after the path is right)

ISA = Path(__file__).resolve().parents[2] / "isa"
SCHEDULES = [("eager", 1), ("lazy", 1), ("adverse", 1), ("random:1", 1), ("eager", 2)]
BLOCKS = 4  # on 2 harts those that wait share one with others
TILE = ("!pto.tile_buf<loc=vec, dtype=i32, rows=1, cols=8, v_row=1, v_col=8, blayout=row_major, slayout=none_box, "
        "fractal=512, pad=0>")
SCRATCH = TILE.replace("=8", "=256").replace("i32", "i8")
PART = "!pto.partition_tensor_view<1x8xi32>"
F32 = "!pto.ptr<f32, ub>"
LOAD = "%v = pto.load_scalar %copy[%c0] : !pto.ptr<i32, gm> -> i32"

# Operation: the setup before the loop, and an iteration, in which %v is 0 until the write is visible.
POLLS = {
    "pto.load_scalar": ("", "%v = pto.load_scalar %signal[%c0] : !pto.ptr<i32, gm> -> i32"),
    "pto.load": ("", "%v = pto.load %signal[%c0] : !pto.ptr<i32, gm> -> i32"),
    "pto.ld_dev": ("", "%v = pto.ld_dev %signal[%c0] : !pto.ptr<i32, gm> -> i32"),
    "pto.ldg": ("", "%v = pto.ldg %signal[%c0] : !pto.ptr<i32, gm> -> i32"),
    "pto.atomic_or": ("", "%v = pto.atomic_or %signal, %zero : !pto.ptr<i32, gm>, i32 -> i32"),
    "pto.comm.ttest": ("", f"""
      %b = pto.comm.ttest(%there, %one : {PART}, i32) {{cmp = #pto<wait_cmp ge>}} -> i1
      %v = arith.extui %b : i1 to i32"""),
    "pto.comm.tget": (f"%stage = pto.alloc_tile : {TILE}", f"""
      pto.comm.tget(%here, %there, buf(%stage) : {PART}, {PART}, {TILE})
      """ + LOAD),
    "pto.comm.tget_async": (f"""
    %scratch = pto.alloc_tile : {SCRATCH}
    %session = pto.comm.build_async_session(%scratch, %bytes : {SCRATCH}, !pto.ptr<i8>) {{sync_id = 0 : i32}} -> !pto.async_session""", f"""
      %e = pto.comm.tget_async(%here, %there, %session : {PART}, {PART}, !pto.async_session) -> !pto.async_event
      """ + LOAD),
    "pto.tgetval": (f"%tile = pto.alloc_tile : {TILE}", f"""
      pto.tload ins(%there : {PART}) outs(%tile : {TILE})
      %v = pto.tgetval ins(%tile, %c0 : {TILE}, index) outs : i32"""),
    "pto.get_vms4_sr": (f"""
    %ub = pto.castptr %c0_i64 : i64 -> {F32}
    %count = arith.constant 281479271743489 : i64
    %config = arith.constant 3841 : i64
    pto.vmrgsort4 %ub, %ub, %ub, %ub, %ub, %count, %config : {F32}, {F32}, {F32}, {F32}, {F32}, i64, i64""", """
      %n0, %n1, %n2, %n3 = pto.get_vms4_sr : i16, i16, i16, i16
      %v = arith.extui %n0 : i16 to i32"""),
}
# Values private to the scalar unit, writes, and operations that wait by themselves; atomics read as atomic_or does. Other copies to GM end in a load.
OWN = r"""
    get_rank get_rank_num remote atomic_(?!or)\w+ stg
    castptr addptr store_scalar store st_dev declare_\w+ local_array_\w+ struct_\w+ get_block_\w+ get_subblock_\w+ [gs]et_ctrl
    sbitset[01] sprclr sprst[is] dsb dcci fence\.barrier_all cmo\.cacheinvalid print trap set_ffts
    make_tensor_view partition_view get_tensor_view_\w+ tensor_view_addr alloc_\w+ multi_tile_get subview subset treshape bitcast
    tassign \w+_validshape tile_valid_\w+ tile_buf_addr tsetval tget_scale_addr
    reserve_buffer import_reserved_buffer ai[cv]_initialize_pipe set_quant_\w+ initialize_\w+_pipe
    talloc\w* tpush\w* tpop\w* tfree\w*
    comm\.tput(_async)? comm\.build_async_session comm\.(tbroadcast|tgather|tscatter|treduce|tnotify|twait|wait_async_event)
    comm\.test_async_event make_prefetch_async_context tprefetch_async get_prefetch_async_session
""".split()


def kernel(name):
    before, loop = POLLS[name]
    return f"""
  func.func @{entry(name)}(%signal: !pto.ptr<i32, gm>, %copy: !pto.ptr<i32, gm>, %bytes: !pto.ptr<i8>, %out: !pto.ptr<i32, gm>)
      attributes {{pto.kernel_kind = #pto.kernel_kind<vector>}} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c0_i64 = arith.constant 0 : i64
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %last = arith.constant {BLOCKS - 1} : i64
    %block = pto.get_block_idx
    %gives = arith.cmpi eq, %block, %last : i64
    %at = arith.index_cast %block : i64 to index
    %from = arith.muli %at, %c8 : index
    %mine = pto.addptr %copy, %from : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>
    %vs = pto.make_tensor_view %signal, shape = [%c1, %c8], strides = [%c8, %c1] : !pto.tensor_view<?x?xi32>
    %vc = pto.make_tensor_view %mine, shape = [%c1, %c8], strides = [%c8, %c1] : !pto.tensor_view<?x?xi32>
    %there = pto.partition_view %vs, offsets = [%c0, %c0], sizes = [%c1, %c8] : !pto.tensor_view<?x?xi32> -> {PART}
    %here = pto.partition_view %vc, offsets = [%c0, %c0], sizes = [%c1, %c8] : !pto.tensor_view<?x?xi32> -> {PART}
    scf.if %gives {{
      pto.comm.tnotify(%there, %one : {PART}, i32) {{notifyOp = #pto<notify_op set>}}
    }} else {{
    }}
    {before}
    %found = scf.while (%x = %zero) : (i32) -> i32 {{
      {loop.replace("%copy[", "%mine[")}
      %again = arith.cmpi eq, %v, %zero : i32
      scf.condition(%again) %v : i32
    }} do {{
    ^bb0(%y: i32):
      scf.yield %y : i32
    }}
    pto.store_scalar %found, %out[%at] : !pto.ptr<i32, gm>, i32
    return
  }}
"""


def entry(name):
    return "poll_" + name.removeprefix("pto.").replace(".", "_")


def unknown():
    """The operations in neither list."""
    names = set()
    for file in ("system.def", "tile_values.def", "simt.def"):
        rows = re.finditer(r'^\w+\(\w+,\s*"(pto\.[^"]+)",\s*(\w+),(.*)\)', (ISA / file).read_text(), re.MULTILINE)
        for name, kind, rest in (row.groups() for row in rows):
            results = rest.rpartition(":")[2].strip(' ")')
            if kind in ("SCALAR", "TILE", "MEMORY", "ATOMIC") or (kind in ("SYNC", "DMA", "CUBE") and results):
                names.add(name)
    own = re.compile("pto\\.(" + "|".join(OWN) + ")")
    return sorted(name for name in names if name not in POLLS and not own.fullmatch(name)), len(names)


def run(image, name, policy, harts, folder):
    command = [os.environ["PTOMETAL"], "run", image, "--entry", entry(name), "--policy", policy, "--harts", str(harts),
               "--blocks", str(BLOCKS), "--timeout", "60", "--vlen", os.environ["PTO_VLEN"], "--backend", os.environ["PTO_BACKEND"],
               "--", "inout:signal", "inout:copy", "inout:copy", f"out:found={4 * BLOCKS}"]
    (folder / "signal").write_bytes(bytes(32))
    (folder / "copy").write_bytes(bytes(32 * BLOCKS))
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=200)
    if done.returncode != 0 or done.stderr:
        return f"exit status {done.returncode}: {done.stderr.strip()[-500:]}"
    found = struct.unpack(f"<{BLOCKS}i", (folder / "found").read_bytes())
    return "" if found == (1,) * BLOCKS else f"found {found}"


def main():
    if sys.argv[1] == "--write":
        text = "// SPDX-License-Identifier: Apache-2.0\nmodule attributes {pto.target_arch = \"a5\"} {" + "".join(map(kernel, POLLS)) + "}\n"
        Path(sys.argv[2]).write_text(text)
        return 0
    tap = Tap()
    missing, num = unknown()
    tap.case(f"{num} operations: whose value others may change", ", ".join(missing))
    with tempfile.TemporaryDirectory(prefix="pto-") as folder:
        for name in POLLS:
            problems = ((f"{policy}, {harts} harts: ", run(os.path.abspath(sys.argv[1]), name, policy, harts, Path(folder)))
                        for policy, harts in SCHEDULES)
            tap.case(f"a loop on {name} ends", "\n".join(where + what for where, what in problems if what))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
