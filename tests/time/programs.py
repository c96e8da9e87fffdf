#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`ptometal run PROGRAM --time`; TAP.

    programs.py                 (the environment is that of pto_add_script_test)

* a task takes the cycles that its kernel takes alone, whatever ran on its cores before;
* the total and the critical path of programs, worked out by hand; tasks behind a flush wait for all before it;
* the same under every policy and on several harts;
* Python has the same numbers; the drawings have a slice for each task and core.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from tap import Tap  # noqa: E402  (after the path is right)

EXAMPLES, DATA = ROOT / "examples", ROOT / "examples" / "data"
CONFIGURATION = ["--vlen", os.environ["PTO_VLEN"], "--backend", os.environ["PTO_BACKEND"], "--cc", os.environ["PTO_CC"]]
# The arguments of kernels that run alone.
FLOATS = f"in:{DATA}/scores.f32"
ALONE = {
    "add": ("add.pto", FLOATS, FLOATS, "out:{out}=12000", "3000"),
    "softmax": ("softmax.pto", FLOATS, "out:{out}=12000", "10", "300"),
    "attention": ("flash_attention.pto", f"in:{DATA}/q.f16", f"in:{DATA}/k.f16", f"in:{DATA}/v.f16", "out:{out}=33024",
                  "1", "129", "0.5"),
}


def launch(kernel, *args, **more):
    return {"kernel": kernel, "args": list(args), **more}


def attention(*target):
    return launch("attention", {"in": "q"}, {"in": "k"}, {"in": "v"}, *({"out": name} for name in target), 1, 129, 0.5)


# t = x + x; y = t + x beside z = softmax(t); y = z + t, and attention on a whole cluster, twice one after the other.
LAUNCHES = [
    launch("add", "x", "x", {"out": "t"}, 3000),
    launch("add", {"in": "t"}, "x", {"out": "y"}, 3000),
    launch("softmax", {"in": "t"}, {"out": "z"}, 10, 300),
    launch("add", {"in": "z"}, {"in": "t"}, {"out": "y"}, 3000, blocks=2),
    attention("h"), attention("h"),
]
FLUSHED = """#include <pto/pto.h>
#include <pto/program.h>
PTO_KERNEL(copy, (const float *, x), (float *, y))
{
    pto_mte_gm_ub(x, pto_ub(float, 0), 0, 1024, .nburst = {1, 1024, 1024});
    pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(pto_ub(float, 0), y, 1024, .nburst = {1, 1024, 1024});
}
PTO_PROGRAM(copies, (const float *, x), (float *, y))
{
    pto_submit(copy, 1, pto_in(x, 1024), pto_out(y, 1024));
    pto_submit(copy, 1, pto_in(x, 1024), pto_out(y + 256, 1024));
    pto_flush();
    pto_submit(copy, 1, pto_in(x, 1024), pto_out(y + 512, 1024));
}
"""


def drive(folder, source, *words):
    """The JSON of a run, and what it said."""
    path = folder / "times.json"
    path.unlink(missing_ok=True)
    done = subprocess.run([os.environ["PTOMETAL"], "run", str(source), *CONFIGURATION, "--time", "--json", str(path),
                           *map(str, words)], capture_output=True, text=True, check=False, cwd=folder)
    return json.loads(path.read_text()) if done.returncode == 0 and path.exists() else {"cycles": -1, "commands": []}, done.stderr


def write_program(folder):
    buffer = lambda kind, name, **more: {"type": kind, "shape": [3000 if kind == "f32" else 76800], **more}
    (folder / "x").write_bytes((DATA / "scores.f32").read_bytes()[:12000])
    read = {name: buffer("f16", name, **{"in": str(DATA / f"{name}.f16")}) for name in "qkv"}
    program = {
        "ptometal": 1, "kernels": {name: str(EXAMPLES / words[0]) for name, words in ALONE.items()},
        "buffers": {"x": buffer("f32", "x", **{"in": "x"}), "t": buffer("f32", "t"),
                    "y": buffer("f32", "y", out="y.bin"), "z": buffer("f32", "z"), **read,
                    "h": {"type": "f32", "shape": [129 * 64]}},
        "launches": LAUNCHES}
    path = folder / "program.json"
    path.write_text(json.dumps(program))
    return path


def check_alone(tap, folder, times, said):
    """Returns the cycles of each kernel by itself."""
    alone = {name: drive(folder, EXAMPLES / words[0], *(word.format(out=folder / "out") for word in words[1:]))[0]["cycles"]
             for name, words in ALONE.items()}
    names = {"flash_attention": "attention"}
    wrong = [command for command in times["commands"]
             if command["end"] - command["start"] != alone[names.get(command["op"], command["op"])]]
    tap.result(times["cycles"] > 0 and not wrong, "each task takes the cycles of its kernel alone", str(alone), str(wrong), said)
    return alone


def check_total(tap, alone, times):
    # Vector kernels wait for whole clusters in no case: there are two clusters, and attention takes the second one.
    both = max(2 * alone["attention"], 2 * alone["add"] + alone["softmax"])
    tap.result(times["cycles"] == both, f"{both} cycles", str(times["cycles"]))
    after = {command["seq"]: command.get("after", {}).get("seq") for command in times["commands"]}
    tap.result(after == {0: None, 1: 0, 2: 0, 3: 2, 4: None, 5: 4}, "what each task waited for", str(after))


def check_same(tap, folder, program, times):
    for way in ("--policy", "lazy"), ("--policy", "adverse"), ("--policy", "random:3"), ("--harts", "4"):
        other, said = drive(folder, program, *way)
        tap.result(other == times and times["cycles"] > 0, f"{' '.join(way)}: the same", str(other["cycles"]), said)


def check_flush(tap, folder):
    (folder / "copies.c").write_text(FLUSHED)
    (folder / "kib").write_bytes(bytes(1024))
    times, said = drive(folder, "copies.c", "in:kib", "out:y=3072")
    starts = {command["seq"]: (command["start"], command["end"]) for command in times["commands"]}
    each = starts.get(0, (0, 0))[1]
    tap.result(each > 0 and starts == {0: (0, each), 1: (0, each), 2: (each, 2 * each)}, "a task behind a flush", str(starts), said)


PYTHON = """
import sys
sys.path.insert(0, {tools!r})
import numpy, ptometal
add = ptometal.load({add!r}, cc={cc!r}, vlen={vlen})
p = ptometal.Program()
x, y = p.buffer(numpy.zeros(3000, "f4")), p.buffer(shape=(3000,))
p.launch(add, x, x, ptometal.writes(y), 3000)
p.launch(add, y, x, ptometal.writes(y), 3000)
with ptometal.Session(time=True) as session:
    for _ in range(2):
        print(p.run().times.cycles)
"""


def check_python(tap, folder, alone):
    text = PYTHON.format(tools=str(ROOT / "tools"), add=str(EXAMPLES / "add.pto"), cc=os.environ["PTO_CC"],
                         vlen=os.environ["PTO_VLEN"])
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False, cwd=folder)
    tap.result(done.stdout.split() == [str(2 * alone["add"])] * 2, "Python: a session counts each run", done.stdout, done.stderr)


def check_drawn(tap, folder, program):
    times, said = drive(folder, program, "--trace", "trace.json", "--timeline", "page.html")
    events = json.loads((folder / "trace.json").read_text())["traceEvents"]
    slices = [event for event in events if event.get("cat") == "command"]
    pages = (folder / "page.html").read_text()
    tap.result(len(slices) == len(times["commands"]) == 11 and "flash_attention" in pages,
               "a slice for each task and core", str(len(slices)), said)
    tap.result("6 tasks" in said and "critical path: flash_attention 100 %" in said, "the report", said)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        program = write_program(folder)
        times, said = drive(folder, program)
        alone = check_alone(tap, folder, times, said)
        check_total(tap, alone, times)
        check_same(tap, folder, program, times)
        check_flush(tap, folder)
        check_python(tap, folder, alone)
        check_drawn(tap, folder, program)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
