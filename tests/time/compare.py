#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`ptometal compare`; TAP.

    compare.py                  (the environment is that of pto_add_script_test)

* two files of `run --time --json`: the whole text; kernels beside such a file; what is refused.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from drawn import EXAMPLES, ONE_LOAD, TWO_LOADS, drive, made  # noqa: E402  (after the path is right)
from tap import Tap  # noqa: E402

TEXT = """\
A: one.json, 204.00 us at 1 MHz (a5)
B: two.json, 406.00 us at 1 MHz (a5)
                                        A          B
  cycles                              204        406  +202  +99 %
critical path, what moved most first:
  MTE2 load                           100        200  +100  +100 %
  V vadd                              100        200  +100  +100 %
  MTE2 synchronisation                  2          3  +1  +50 %
  V synchronisation                     2          3  +1  +50 %
"""


def compare(folder, *words):
    command = [os.environ["PTOMETAL"], "compare", *map(str, words)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def check_texts(tap, folder):
    for name, cycles, rows in (("one", 204, ONE_LOAD), ("two", 406, TWO_LOADS)):
        (folder / f"{name}.json").write_text(json.dumps(made(cycles, rows)))
    status, stdout, stderr = compare(folder, "one.json", "two.json")
    tap.result(status == 0 and stdout == TEXT, "two files", stdout, stderr)
    guessed = made(204, ONE_LOAD)
    guessed["commands"][1].update(guess=True, function="add")
    (folder / "c.json").write_text(json.dumps(guessed))
    status, stdout, _ = compare(folder, "one.json", "c.json")
    good = status == 0 and stdout.endswith("B: of add only the loads and stores of scalars were counted\n")
    tap.result(good, "a function of threads", stdout)
    status, stdout, _ = compare(folder, "two.json", "two.json")
    changes = [line for line in stdout.splitlines() if line.startswith("  ") and not line.endswith(("the same", "B"))]
    good = status == 0 and "cycles" in stdout and "critical" not in stdout and not changes
    tap.result(good, "a file and itself", stdout)


def check_kernels(tap, folder):
    data = folder / "in.bin"
    data.write_bytes(bytes(4096))
    words = ["--vlen", os.environ["PTO_VLEN"], "--backend", os.environ["PTO_BACKEND"], "--cc", os.environ["PTO_CC"],
             f"in:{data}", f"in:{data}", f"out:{folder}/out.bin=4096"]
    drive(EXAMPLES / "add.pto", "--time", "--json", folder / "add.json", *words[-3:], "1000")
    status, stdout, stderr = compare(folder, EXAMPLES / "add.pto", "add.json", *words, "1000")
    good = status == 0 and "  cycles                              221        221  the same\n" in stdout and not stderr
    tap.result(good, "a kernel and its file", stdout, stderr)
    status, stdout, stderr = compare(folder, "add.json", EXAMPLES / "add.pto", *words, "500")
    good = status == 0 and "  MTE2 busy                            92         60  -32  -35 %\n" in stdout
    tap.result(good, "half of the elements", stdout, stderr)


def check_refused(tap, folder):
    (folder / "other.json").write_text('{"cycles": 1}')
    (folder / "text.json").write_text("cycles")
    not_times = "this is not what `ptometal run --time --json` writes"
    for words, said in ((["one.json"], "compare takes two"), (["one.json", "two.json", "5"], "5: nothing runs here"),
                        (["one.json", "other.json"], f"other.json: {not_times}"),
                        (["text.json", "one.json"], not_times), (["one.json", "no.json"], "no.json: No such file"),
                        (["one.json", "no.c"], "no.c: "), (["one.json", "two.json", "--json", "x"], "--json")):
        status, stdout, stderr = compare(folder, *words)
        good = status == 2 and said in stderr and stderr.count("\n") == 1 and not stdout
        tap.result(good, f"refused: {' '.join(words)}", f"exit status {status}", stdout, stderr)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as name:
        check_texts(tap, pathlib.Path(name))
        check_kernels(tap, pathlib.Path(name))
        check_refused(tap, pathlib.Path(name))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
