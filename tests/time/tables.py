#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost tables of isa/time/ against the documents; TAP.

* the table of latencies of A5, as the document prints it;
* the totals of the formula of A2/A3 for 1, 2, 8 and 255 repeats;
* `ptometal help` and docs/isa: the document's latency of each type, no others, and those of a changed table;
* both profiles have the same numbers, and each row an origin;
* other numbers: of a board, and of --time-table.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

import reference  # noqa: E402  (after the path is right)
import time_tables  # noqa: E402
from ptometal.common import Stop  # noqa: E402
from ptometal.runs.options import OPTIONS  # noqa: E402
from ptometal.timing import host, options  # noqa: E402
from tap import Tap  # noqa: E402

# Instructions, and the document's values for each of their types.
COLUMNS = ("f32", "f16", "bf16", "i32", "i16", "i8")
DOCUMENT = """
vadd            f32 7  f16 7  i32 7  i16 7  i8 7
vsub            f32 7  f16 7  i32 7  i16 7  i8 7
vmul            f32 8  f16 8  i32 8  i16 8
vdiv            f32 17  f16 22
vmax vmin       f32 7  f16 7  i32 7  i16 7  i8 7
vand vor vxor   i32 7  i16 7  i8 7
vshl vshr       i32 7  i16 7  i8 7
vaddc           i32 7
vsubc           i32 7
"""
# start + complete + repeats * each + (repeats - 1) * interval, worked out by hand.
TOTALS = {
    ("vadd", "f32"): {1: 35, 2: 55, 8: 175, 255: 5115},     # 33 + 2 n + 18 (n - 1)
    ("vadd", "i16"): {1: 33, 2: 53, 8: 173, 255: 5113},
    ("vmul", "i32"): {1: 34, 2: 54, 8: 174, 255: 5114},
    ("vexp", "f32"): {1: 42, 2: 62, 8: 182, 255: 5122},
    ("vmov", "f32"): {1: 25, 2: 39, 8: 123, 255: 3581},     # 24 + n + 13 (n - 1)
}


# Tile operations without a recipe: loads, one operation and stores for each register accessed.
COUNTED_BY_BYTES = set("""
    ttrans tconcat tconcatidx tpack tinterleave tdeinterleave tpow tpows taddreluconv tsubreluconv tadddeqrelu tci ttri trandom tpartargmax
    tpartargmin trowprod tcolargmax tcolargmin tpairreducesum thistogram tquant tquant_mx tdequant tgather_cmp tgather_mask
    tgatherb tscatter tscatter_mask tsort32 tmrgsort tmrgsort2 tmrgsort3 tmrgsort4 tprint""".split())


def printed():
    """The document's table, printed from ours."""
    lines = []
    for line in DOCUMENT.split("\n")[1:-1]:
        names = line[:16].split()
        cells = []
        for elem in COLUMNS:
            found = {time_tables.row("a5", name, elem) for name in names}
            known = {row.numbers[0] for row in found if row.origin == "DOCUMENTED"}
            cells += [f"{elem} {known.pop()}"] if len(known) == 1 else []
        lines.append(f"{' '.join(names):<16}{'  '.join(cells)}")
    return "\n".join(["", *lines, ""])


def document():
    """The document's table: {(instruction, element type): cycles}."""
    return {(name, elem): int(cycles) for line in DOCUMENT.split("\n")[1:-1] for name in line[:16].split()
            for elem, cycles in zip(*[iter(line[16:].split())] * 2)}


def told(page, profile="A5, from issue to retirement"):
    """The cycles of a page of the reference: {element type: cycles, or the terms of the formula of A2/A3}."""
    lines = re.findall(rf"^\* Cycles on {profile}: (.*)", page, re.M)
    parts = re.findall(r"([\d+ ]*?)(?: a repeat \+ (\d+))? for ([\w ]+) \(", ", ".join(lines))
    return {elem: number.strip() + (f" + {end}" if end else "") for number, end, elems in parts for elem in elems.split()}


def check_help(tap, folder):
    """What `help` and docs/isa say of an instruction is what the document says, for each type."""
    known = document()
    pages = {name: reference.find(name) for name in dict.fromkeys(name for name, _ in known)}
    files = {path.stem: path.read_text() for path in reference.PAGES.glob("*/*.md") if path.stem in pages}
    for title, found in ("help", pages), ("docs/isa", files):
        wrong = [f"{name} of {elem}: {told(found[name]).get(elem)}, not {cycles}" for (name, elem), cycles in known.items()
                 if told(found[name]).get(elem) != str(cycles)]
        tap.result(len(known) > 30 and not wrong, f"{title}: {len(known)} latencies of A5 are those of the document", *wrong)
        floats = [name for name in ("vand", "vshl", "vaddc", "vsubc") if {"f32", "f16"} & set(told(found[name]))]
        tap.result(not floats, f"{title}: none for floats where an instruction has no such type", *floats)
        terms = {elem: told(found["vadd"], "A2/A3")[elem] for elem in ("f32", "i16")}
        tap.result(terms == {"f32": "14 + 2 + 19", "i16": "14 + 2 + 17"}, f"{title}: vadd on A2/A3", f"{terms}")
    said = subprocess.run([os.environ["PTOMETAL"], "help", "vdiv"], capture_output=True, text=True, check=False).stdout
    tap.result(told(said) == {**dict.fromkeys("i16 u16 i32 u32 f16".split(), "22"), "f32": "17"}, "ptometal help vdiv: 22 for f16, 17 for f32", said)
    (folder / "a2a3.def").write_text(time_tables.read("a2a3"))
    (folder / "a5.def").write_text(re.sub(r"(TIME_OP\(vdiv, +F32, +)17", r"\g<1>19", time_tables.read("a5")))
    time_tables.rows.cache_clear()
    with unittest.mock.patch.object(time_tables, "FOLDER", folder):
        changed = "\n".join(f"* {fact}" for fact in time_tables.latency_facts("vdiv", ("f16", "f32")))
    time_tables.rows.cache_clear()
    tap.result(told(changed) == {"f16": "22", "f32": "19"}, "19 in the table: help says 19", changed)


def check_rows(tap):
    """Every instruction has a time: each vector instruction a row for each type, each tile operation a recipe of such
    rows."""
    isa = time_tables.FOLDER.parent
    stems = re.findall(r"^PTO_OP\(\w+, *(\w+),", (isa / "vector.def").read_text(), re.M)
    bad = [f"{profile} {fn} {elem}" for profile in time_tables.PROFILES for fn in stems for elem in (*COLUMNS, "bf16", "u8")
           if not sum(time_tables.row(profile, fn, elem).numbers)]
    tap.result(len(stems) > 100 and not bad, f"{len(stems)} vector instructions take time for each type", " ".join(bad))
    recipes = re.findall(r'^TIME_RECIPE(?:_A2A3)?\((\w+), *\w+, *"([^"]*)"\)', (time_tables.FOLDER / "recipe.def").read_text(), re.M)
    unknown = [f"{name}: {fn}" for name, text in recipes for fn in text.split() if fn not in stems]
    tap.result(len(recipes) > 60 and not unknown, f"{len(recipes)} recipes are of vector instructions", " ".join(unknown))
    threads = re.findall(r"^TIME_THREAD\((\w+), *(\w+), *\d+\)", (time_tables.FOLDER / "threads.def").read_text(), re.M)
    unknown = [f"{name}: {fn}" for name, fn in threads if fn not in stems]
    twice = len(threads) - len({name for name, _ in threads})
    tap.result(len(threads) > 60 and not unknown and not twice,
               f"{len(threads)} operations of threads are vector instructions", " ".join(unknown), f"{twice} stand twice")
    rows = re.findall(r'^PTO_TILE_OP\((\w+), *"[^"]*", *V,', (isa / "tile.def").read_text(), re.M)
    none = set(rows) - {name for name, _ in recipes} - COUNTED_BY_BYTES
    tap.result(len(rows) > 100 and not none, f"{len(rows)} tile operations: a recipe, or by their bytes", " ".join(sorted(none)))


def check_tables(tap, folder):
    """Numbers of a board, and of a user, who has the last word; without --time none."""
    board, user, bad = folder / "mine", folder / "user.txt", folder / "bad.txt"
    board.mkdir()
    for name in ("board.cmake", "board.h"):
        (board / name).write_text((ROOT / "boards/qemu-virt" / name).read_text())
    user.write_text("gm_to_ub 32\n")
    bad.write_text("gm_to_up 32\n")
    words, on_host = [], []
    for text in "", "# measured\ngm_to_ub 64\nmove_start 20\n":
        (board / "time.txt").write_text(text)
        for table in None, user:
            values = types.SimpleNamespace(board=str(board), time=True, check=False, time_table=table)
            words.append(options.of_run(values, "add.c")[1])
            on_host.append(host.options_of(values, OPTIONS, "native").numbers)
    expected = [None, "gm_to_ub=32", "gm_to_ub=64,move_start=20", "gm_to_ub=64,move_start=20,gm_to_ub=32"]
    tap.result(words == expected, "a board's time.txt, then --time-table", f"{words}")
    tap.result(on_host == [word or "" for word in words], "the run of the host that counts for the board has them too", f"{on_host}")
    values.time = False
    values.time_table = None
    tap.result(options.of_run(values, "add.c") == (None, None), "without --time no table is read")
    values.time, values.time_table, values.numbers = True, bad, None
    try:
        said = str(options.of_run(values, "add.c"))
    except Stop as stop:
        said = stop.message
    tap.result("bad.txt:1: isa/time has no gm_to_up; did you mean gm_to_ub" in said, "a misspelt number", said)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as name:
        check_tables(tap, pathlib.Path(name))
        check_help(tap, pathlib.Path(name))
    tap.result(printed() == DOCUMENT, "latencies of A5 are those of the document", printed())
    for (name, elem), totals in TOTALS.items():
        numbers = time_tables.row("a2a3", name, elem).numbers
        ours = {repeats: time_tables.formula(repeats, *numbers) for repeats in totals}
        tap.result(ours == totals, f"{name} of {elem} on A2/A3: {totals}", f"{ours}")
    names = [set(time_tables.numbers(profile)) for profile in time_tables.PROFILES]
    tap.result(names[0] == names[1] and len(names[0]) > 30, "both profiles have the same numbers", f"{names[0] ^ names[1]}")
    for profile in time_tables.PROFILES:
        text = time_tables.read(profile)
        told = len(time_tables.rows(profile)) + len(time_tables.numbers(profile))
        tap.result(told == text.count("\nTIME_"), f"{profile}.def: each row has an origin and a source", f"{told} rows")
    check_rows(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
