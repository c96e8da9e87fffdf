#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the fuzz target of ptoc.

    cmake -S tools -B build/fuzz -DPTO_FUZZ=ON -DCMAKE_C_COMPILER=clang-19 && cmake --build build/fuzz --target fuzz_ptoc
    tests/ptoc/fuzz.py build/fuzz/fuzz_ptoc [--seconds 300] [--keep]

The run starts from every kernel of examples/ and tests/, those that are refused too, a kernel for each row of the op table,
and corpus/, which holds inputs that once broke something and a few that earlier runs found worth keeping. Words of the op
tables are the dictionary.
A crash leaves its input in the current folder: fix it, make the input small, and put it into corpus/.
--keep adds the inputs that reach new code, as few as reach all of it, to corpus/.
"""
import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TABLES = [ROOT / "isa/vector.def", ROOT / "isa/attrs.def", ROOT / "isa/system.def",
          ROOT / "isa/transfer.def", ROOT / "isa/cube.def", ROOT / "isa/elems.def", ROOT / "isa/tile.def",
          ROOT / "isa/tile_values.def", ROOT / "isa/vmi.def"]
WORDS = ["module", "func.func", "private", "attributes", "iter_args", "step", "to", "else", "do", "->", "^bb0(", "nburst(", "loop(",
         "pad(", "!pto.ptr<f32, ub>", "!pto.ptr<f32, gm>", "!pto.vreg<64xf32>", "!pto.vmi.vreg<256xf32>", "!pto.vmi.mask<256>", "!pto.mask<b32>", "!pto.align", "index", "%x:2 =",
         "#pto.pipe<PIPE_ALL>", "{llvm.loop.aivector_scope}", "PIPE_MTE2", "PIPE_V", "PIPE_MTE3", "EVENT_ID0", "0x7F800000", "9223372036854775808"]


def dictionary():
    words = set(WORDS)
    for table in TABLES:
        words.update(re.findall(r'"([\w.]{2,40})"', table.read_text()))
    words.update(f"pto.{name}" for name in re.findall(r"PTO_OP\((\w+),", TABLES[0].read_text()))
    words.update(f"pto.{name}" for name in re.findall(r'PTO_TILE_OP\(\w+,\s*"(\w+)"', (ROOT / "isa/tile.def").read_text()))
    words.update(f"pto.vmi.{name}" for name in re.findall(r"^VMI\((\w+),", TABLES[-1].read_text(), re.M))
    words.update(f"pto.{name}" for name in re.findall(r"PTO_TRANSFER\(\w+,\s*(\w+),", TABLES[3].read_text()))
    return "".join(f'"{word}"\n' for word in sorted(words))


def fill(folder):
    subprocess.run([sys.executable, str(ROOT / "tools/opkernels.py"), "--out", str(folder)], check=True)
    for path in [*(ROOT / "examples").glob("*.pto"), *(ROOT / "tests").rglob("*.pto")]:
        shutil.copy(path, folder / "-".join(path.relative_to(ROOT).parts))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary", type=Path)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name)
        for part in ("seeds", "found", "small"):
            (folder / part).mkdir()
        (folder / "words").write_text(dictionary())
        fill(folder / "seeds")
        run = [str(options.binary.resolve()), "-timeout=5", "-rss_limit_mb=2048", "-max_len=8192"]
        code = subprocess.run([*run, f"-dict={folder / 'words'}", f"-max_total_time={options.seconds}", "-print_final_stats=1",
                               str(folder / "found"), str(folder / "seeds")]).returncode
        if code == 0 and options.keep:
            subprocess.run([*run, "-merge=1", str(folder / "small"), str(folder / "seeds"), str(folder / "found")], check=True,
                           stderr=subprocess.DEVNULL)
            known = {path.read_bytes() for path in (folder / "seeds").iterdir()}
            new = sorted((path for path in (folder / "small").iterdir() if path.read_bytes() not in known),
                         key=lambda path: path.stat().st_size)[:64]
            (HERE / "corpus").mkdir(exist_ok=True)
            for path in new:
                shutil.copy(path, HERE / "corpus" / f"{path.name[:12]}.pto")
            print(f"{len(new)} inputs added to corpus/")
    return code


if __name__ == "__main__":
    sys.exit(main())
