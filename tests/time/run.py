#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The clocks of `ptometal run --time`; TAP.

    run.py                      (the environment is that of pto_add_script_test)

* by hand: kernels whose cycles a comment works out (`// cycles: N`);
* the same cycles under every policy and on several harts;
* examples: the cycles of each, exactly, here and where CMakeLists.txt runs this for another register length or without V;
* --json: what docs/timing.md says.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from tap import Tap  # noqa: E402  (after the path is right)

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CYCLES = re.compile(r"// cycles: (\d+)\n(?: *//.*\n)+ *func\.func @(\w+)\(")
CYCLES_C = re.compile(r"// cycles: (\d+)\n(?: *//.*\n)+PTO_VF\((\w+)_vf,")
POLICIES = ("eager", "lazy", "adverse", "random:1", "random:2")


EXAMPLES, DATA = ROOT / "examples", ROOT / "examples" / "data"
ATTENTION = (f"in:{DATA}/q.f16", f"in:{DATA}/k.f16", f"in:{DATA}/v.f16")
GEMM = (f"in:{DATA}/hidden.f16", f"in:{DATA}/weights.f16", f"in:{DATA}/bias.f32")
RMSNORM = (f"in:{DATA}/hidden.f32", f"in:{DATA}/gain.f32", "out:{out}=300000", "300", "250", "1e-5")
ADD = (f"in:{DATA}/scores.f32", f"in:{DATA}/hidden.f32", "out:{out}=4000", "1000")
# Any change of a number in isa/time or of the model changes these, which must be intended.
GOLDEN = {
    "softmax.pto": (1203, f"in:{DATA}/scores.f32", "out:{out}=12000", "10", "300"),
    "flash_attention.pto": (13623, *ATTENTION, "out:{out}=33024", "1", "129", "0.5"),
    "attention_head.pto": (2342, "--entry", "attention_head", *ATTENTION, "out:{out}=16384", "0.5"),
    "matmul_gelu.pto": (1309, "--entry", "matmul_gelu", *GEMM, "out:{out}=16384"),
    "gemm.pto": (5515, *GEMM, "out:{out}=70200", "130", "135", "250"),
    "softmax.c": (1160, f"in:{DATA}/scores.f32", "out:{out}=12000", "10", "300"),
    "rmsnorm.c": (9443, *RMSNORM),
}
# The same, on the host only: host.py.
MORE_GOLDEN = {
    "add.pto": (221, *ADD),
    "add.c": (229, *ADD),
    "rmsnorm.pto": (10445, *RMSNORM),
    "flash_attention.c": (13615, *ATTENTION, "out:{out}=33024", "1", "129", "0.5"),
    "matmul_gelu.c": (1302, "--entry", "matmul_gelu", *GEMM, "out:{out}=16384"),
    "gemm.c": (5515, *GEMM, "out:{out}=70200", "130", "135", "250"),
    "embedding.pto": (4868, "out:{out}=135000", f"in:{DATA}/words.i32", f"in:{DATA}/hidden.f32", "300", "-0.125"),
    "histogram.pto": (647, f"in:{ROOT}/LICENSE", "out:{out}=1024", "1000"),
}


def drive(*words, timed=("--time", "--clocks", "board")):
    command = [os.environ["PTOMETAL"], "run", *map(str, words[:1]), "--vlen", os.environ["PTO_VLEN"], "--backend",
               os.environ["PTO_BACKEND"], "--cc", os.environ["PTO_CC"], "--timeout", "50", *timed, *map(str, words[1:])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def times_of(folder, *words):
    """The JSON of a run, or its error output."""
    path = folder / "times.json"
    path.unlink(missing_ok=True)
    status, stderr = drive(*words[:1], "--json", path, *words[1:])
    return json.loads(path.read_text()) if status == 0 and path.exists() else {"cycles": -1, "said": stderr}


def check_by_hand(tap, folder, source, data):
    for cycles, name in CYCLES.findall(source.read_text()):
        times = times_of(folder, source, "--entry", name, f"in:{data}", f"out:{folder}/out.bin=4096")
        tap.result(times["cycles"] == int(cycles), f"{source.name}, {name}: {cycles} cycles", f"{times['cycles']} cycles",
                   times.get("said", ""))


def moments(times):
    """The cycles of issue, start and end of each command, regardless of which ran first."""
    return {key: times.get(key) for key in ("cycles", "pipes", "commands", "syncs")}


def check_same(tap, folder, name, *words):
    """The cycles depend on the kernel, not on the run."""
    first = times_of(folder, *words)
    ways = [("--policy", policy) for policy in POLICIES[1:]] + [("--harts", "4")]
    for way in ways:
        other = times_of(folder, words[0], *way, *words[1:])
        good = first["cycles"] > 0 and moments(first) == moments(other)
        tap.result(good, f"{name}, {' '.join(way)}: the same", f"{first['cycles']} and {other['cycles']} cycles",
                   other.get("said", ""))


def check_examples(tap, folder, golden):
    for name, (cycles, *words) in golden.items():
        times = times_of(folder, EXAMPLES / name, *(word.format(out=folder / "out.bin") for word in words))
        tap.result(times["cycles"] == cycles, f"{name}: {cycles} cycles", f"{times['cycles']} cycles", times.get("said", ""))


def check_c(tap, folder):
    """A kernel in C takes the cycles of the same instructions in .pto; another loop order or a chain is seen as such."""
    words = (f"in:{DATA}/scores.f32", f"out:{folder}/out.bin=12000", "10", "300")
    text, code = times_of(folder, EXAMPLES / "softmax.pto", *words), times_of(folder, HERE / "softmax.c", *words)
    tap.result(text["cycles"] == code["cycles"] > 0, "softmax in C, by registers: the cycles of softmax.pto",
               f"{text['cycles']} and {code['cycles']} cycles", code.get("said", ""))
    data = folder / "in.bin"
    data.write_bytes(bytes(40960))
    for cycles, name in CYCLES_C.findall((HERE / "functions.c").read_text()):
        times = times_of(folder, HERE / "functions.c", "--entry", name, f"in:{data}", f"out:{folder}/out.bin=4096")
        functions = [command for command in times.get("commands", []) if command["pipe"] == "PIPE_V"]
        took = sum(command["end"] - command["start"] for command in functions)
        tap.result(took == int(cycles) and not any(f.get("guess") for f in functions), f"functions.c, {name}: {cycles} cycles",
                   f"{took} cycles", times.get("said", ""))


def check_left_out(tap, folder):
    """Skipping iterations that are like others changes nothing."""
    table, data, out = folder / "table.txt", folder / "floats.bin", f"out:{folder}/out.bin=60000"
    table.write_text("vf_leave_out 0\n")
    data.write_bytes(bytes(60000))
    for name, *words in (("add.pto", f"in:{data}", f"in:{data}", out, "15000"),
                         ("softmax.pto", f"in:{data}", out, "60", "250"),
                         ("softmax.pto", f"in:{data}", out, "1", "12000")):
        first = times_of(folder, EXAMPLES / name, *words)
        other = times_of(folder, EXAMPLES / name, "--time-table", table, *words)
        good = first["cycles"] > 0 and moments(first) == moments(other)
        tap.result(good, f"{name}, {words[-1]} elements in a row: the same turn by turn", f"{first['cycles']} and {other['cycles']} cycles", other.get("said", ""))


def check_what_if(tap, folder):
    """A pipe scaled to half of its time; the report of the peaks of paths and of the cube."""
    cycles, *words = GOLDEN["softmax.pto"]
    words = [word.format(out=folder / "out.bin") for word in words]
    plain = times_of(folder, EXAMPLES / "softmax.pto", *words)
    half = times_of(folder, EXAMPLES / "softmax.pto", "--what-if", "V=0.5", *words)
    busy = [next(pipe["busy"] for pipe in times["pipes"] if pipe["pipe"] == "PIPE_V") for times in (plain, half)]
    good = (busy[0] + 1) // 2 == busy[1] and cycles - half["cycles"] == busy[0] - busy[1]
    tap.result(good, "--what-if V=0.5: half of it", f"{busy}, {half['cycles']} cycles")
    for pipe in plain["pipes"]:
        if pipe["pipe"] in ("PIPE_MTE2", "PIPE_MTE3"):
            tap.result(pipe["peak"] == 128 * pipe["busy"], f"{pipe['pipe']}: 128 bytes a cycle are possible", f"{pipe}")
    status, stderr = drive(EXAMPLES / "softmax.pto", "--what-if", "W=2", *words)
    tap.result(status == 2 and "not PIPE=FACTOR" in stderr, "--what-if W=2: no such pipe", stderr)
    status, stderr = drive(EXAMPLES / "softmax.pto", "--what-if", "buffers=3", *words)
    tap.result(status == 2 and "or buffers=2" in stderr, "--what-if buffers=3: no such number of them", stderr)
    _, *words = GOLDEN["matmul_gelu.pto"]
    stderr = drive(EXAMPLES / "matmul_gelu.pto", *(word.format(out=folder / "out.bin") for word in words))[1]
    # 64 x 64 x 64 MACs: 6 cycles to start, then 4096 a cycle.
    tap.result("3745 of 4096 MACs a cycle" in stderr, "matmul_gelu.pto: its MACs and their peak", stderr)


def check_buffers(tap, folder):
    """softmax.pto loads while it computes; with one buffer less, loads do not overlap."""
    source = (EXAMPLES / "softmax.pto").read_text()
    single = folder / "single.pto"
    single.write_text(source.replace("%pp = arith.remui %tile, %c2", "%pp = arith.remui %tile, %c1"))
    data = folder / "rows.bin"
    data.write_bytes(bytes(4 * 300 * 188))
    words = (f"in:{data}", f"out:{folder}/out.bin={4 * 300 * 188}", "188", "300")    # 4 tiles of 47 rows
    two, one = (times_of(folder, path, *words) for path in (EXAMPLES / "softmax.pto", single))
    loads = [command for command in two["commands"] if command["pipe"] == "PIPE_MTE2"]
    first = next(command for command in two["commands"] if command["pipe"] == "PIPE_V")
    tap.result(len(loads) == 4 and loads[1]["end"] <= first["end"], "softmax.pto: the second load runs beside the first tile",
               f"{loads}, {first}")
    load = loads[1]["end"] - loads[1]["start"]
    late, said = one["cycles"] - two["cycles"], f"{two['cycles']} and {one['cycles']} cycles"
    # Each tile except the first waits for its load; events add a cycle or two.
    tap.result(3 * load <= late <= 3 * (load + 4), f"one buffer less: {late} cycles more, three loads of {load}", said)
    check_spare(tap, folder, single, words, two["cycles"])
    # The same with buffer tokens in place of flags.
    source = (EXAMPLES / "rmsnorm.pto").read_text()
    single.write_text(source.replace("%pp = arith.remui %tile, %c2", "%pp = arith.remui %tile, %c1"))
    cycles, *words = MORE_GOLDEN["rmsnorm.pto"]
    check_spare(tap, folder, single, [word.format(out=folder / "out.bin") for word in words], cycles)


def check_spare(tap, folder, single, words, cycles):
    """--what-if buffers=2 gives a kernel the cycles that it has with a second buffer, but for those of events."""
    one, spare = times_of(folder, single, *words), times_of(folder, single, "--what-if", "buffers=2", *words)
    tap.result(cycles - 2 <= spare["cycles"] <= cycles < one["cycles"],
               f"{one['cycles']} cycles with one buffer, --what-if buffers=2: the {cycles} of two", f"{spare['cycles']}",
               spare.get("said", ""))


def check_kernels(tap, folder):
    by_hand = [name for file in ("sync.pto", "functions.pto", "threads.pto", "functions.c")
               for name in (CYCLES_C if file.endswith(".c") else CYCLES).findall((HERE / file).read_text())]
    tap.result(len(by_hand) >= 20, "at least 20 kernels are worked out by hand", f"{len(by_hand)}")
    data = folder / "in.bin"
    data.write_bytes(bytes(4096))
    for name in ("sync.pto", "functions.pto", "threads.pto"):
        check_by_hand(tap, folder, HERE / name, data)
    check_same(tap, folder, "add.pto", EXAMPLES / "add.pto", f"in:{data}", f"in:{data}", f"out:{folder}/out.bin=4096", "1000")
    cycles, *words = GOLDEN["matmul_gelu.pto"]
    check_same(tap, folder, "matmul_gelu.pto", EXAMPLES / "matmul_gelu.pto",
               *(word.format(out=folder / "out.bin") for word in words))


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if (os.environ["PTO_VLEN"], os.environ["PTO_BACKEND"]) == ("512", "rvv"):
            check_kernels(tap, folder)
            check_left_out(tap, folder)
            check_what_if(tap, folder)
            check_buffers(tap, folder)
            image = folder / "kernel.elf"
            image.write_bytes(b"")
            status, stderr = drive(image, timed=("--time",))
            tap.result(status == 2 and "is an image without clocks" in stderr, "an image has no clocks", stderr)
            check_c(tap, folder)
        check_examples(tap, folder, GOLDEN)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
