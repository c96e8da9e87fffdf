# SPDX-License-Identifier: Apache-2.0
"""A program of the host API (host.cpp): its launches run in one boot. Prints TAP."""
import os
import pathlib
import subprocess
import sys
import tempfile
import types
from unittest import mock

from tap import Tap

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))

from ptometal.program.acl import server  # noqa: E402  (after the path is right)

ADD = """#include <pto/pto-inst.hpp>
using namespace pto;
extern "C" __global__ AICORE void add(__gm__ float *a, __gm__ float *b, __gm__ float *out)
{
    using View = GlobalTensor<float, Shape<1, 1, 1, 1, 64>, Stride<64, 64, 64, 64, 1>>;
    Tile<TileType::Vec, float, 1, 64> x, y;
    View a_gm(a), b_gm(b), out_gm(out);
    TASSIGN(x, 0);
    TASSIGN(y, 256);
    TLOAD(x, a_gm);
    TLOAD(y, b_gm);
    TADD(x, x, y);
    TSTORE(out_gm, x);
}
"""
SQUARE = """#include <pto/pto-inst.hpp>
using namespace pto;
extern "C" __global__ AICORE void square(__gm__ half *a, __gm__ float *out)
{
    Tile<TileType::Mat, half, 16, 16, BLayout::ColMajor, 16, 16, SLayout::RowMajor> mat;
    TileLeft<half, 16, 16> left;
    TileRight<half, 16, 16> right;
    TileAcc<float, 16, 16> acc;
    GlobalTensor<half, Shape<1, 1, 1, 16, 16>, Stride<256, 256, 256, 16, 1>> a_gm(a);
    GlobalTensor<float, Shape<1, 1, 1, 16, 16>, Stride<256, 256, 256, 16, 1>> out_gm(out);
    TASSIGN(mat, 0), TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0);
    TLOAD(mat, a_gm);
    TMOV(left, mat);
    TMOV(right, mat);
    TMATMUL(acc, left, right);
    TSTORE(out_gm, acc);
}
"""


def run(folder, *words, **environment):
    options = f"--board {os.environ['PTO_BOARD']} --vlen {os.environ['PTO_VLEN']}"
    return subprocess.run([sys.executable, "-m", "ptometal.program.acl", *map(str, words)], cwd=folder, text=True,
                          env={**os.environ, "PYTHONPATH": str(HERE.parents[1] / "tools"), "PTOMETAL_RUN": options, **environment},
                          stdin=subprocess.DEVNULL, capture_output=True, check=False)


def judge_order(tap):
    """Which launches a launch waits for: the one before it in its stream, and those of events."""
    with mock.patch.object(server.stream, "Stream"):
        served = server.Server([types.SimpleNamespace(name="k")], None, "")
    for request in ("launch 1 k 1", "launch 2 k 1", "launch 1 k 1", "record 3 1", "launch 1 k 1", "wait 2 3", "wait 2 9",
                    "launch 2 k 1", "launch 2 k 1", "launch 0 k 1", "launch 0 k 1"):
        assert served.answer(request) == "ok"
    waits = [call.args[3] for call in served.stream.add_launch.call_args_list]
    tap.result(waits == [[], [], [0], [2], [1, 2], [4], [], [6]], "streams and events order launches", waits)


def main():
    tap = Tap()
    judge_order(tap)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "add.cpp").write_text(ADD)
        (folder / "square.cpp").write_text(SQUARE)
        sources = HERE / "host.cpp", "add.cpp", "square.cpp", HERE / "entries.cpp"
        done = run(folder, *sources, "--", "64")
        tap.result(done.returncode == 0 and done.stdout == "64 floats, the second 10.125\n" and
                   "5 launches in 1 boot\n" in done.stderr, "launches and copies", done.stdout,
                   done.stderr)
        done = run(folder, *sources, "--", "60")
        tap.result(done.returncode == 3 and "error 507015: fault: " in done.stdout and "add.cpp:10" in done.stdout and
                   "outside" in done.stderr, "a fault is an error of the next call, and the status", done.stdout, done.stderr)
        (folder / "bad.cpp").write_text("int main() { return none; }\n")
        done = run(folder, "bad.cpp", "add.cpp")
        tap.result(done.returncode == 1 and "does not compile for this computer" in done.stderr, "a program that is wrong",
                   done.stderr)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
