#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `ptometal run` says and draws of times; TAP.

    drawn.py                    (the environment is that of pto_add_script_test)

* --trace: the events of examples/add.pto, and for any run what a viewer relies on;
* --timeline: the page has the commands, needs nothing from elsewhere, and draws in Chromium, where there is one;
* the report: a second buffer is advised only where loads wait for who reads the first.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from ptometal.timing import graph, report, timeline  # noqa: E402  (after the path is right)
from tap import Tap  # noqa: E402

EXAMPLES, DATA = ROOT / "examples", ROOT / "examples" / "data"

# The work of add.pto, with the cycles of tests/time/run.py: lane, name, start, cycles, line, bytes.
ADD = [("MTE2", "mte_gm_ub", 2, 46, "add.pto:25", 4000), ("MTE2", "mte_gm_ub", 48, 46, "add.pto:27", 4000),
       ("V", "add_vf1", 96, 76, "add.pto:32", None), ("MTE3", "mte_ub_gm", 174, 46, "add.pto:45", 4000)]
ADD_WAITS = [("S", 18, 202), ("V", 8, 87), ("MTE3", 16, 157)]
ADD_FLOWS = [("MTE2", 93, "V", 96), ("V", 171, "MTE3", 174)]
ADD_QUEUE = [(2, 1), (4, 2), (6, 3), (48, 2), (94, 1), (95, 0)]     # of MTE2: two loads, a set_flag


def drive(source, *words):
    command = [os.environ["PTOMETAL"], "run", str(source), "--vlen", os.environ["PTO_VLEN"], "--backend",
               os.environ["PTO_BACKEND"], "--cc", os.environ["PTO_CC"], "--timeout", "50", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


class Trace:
    """The events of a trace by kind."""

    def __init__(self, path):
        self.events = json.loads(path.read_text())["traceEvents"]
        self.lanes = {event["tid"]: event["args"]["name"] for event in self.of("M") if event["name"] == "thread_name"}
        self.cores = [event["args"]["name"] for event in self.of("M") if event["name"] == "process_name"]

    def of(self, phase, category=None):
        return [event for event in self.events if event["ph"] == phase and category in (None, event.get("cat"))]

    def flows(self):
        ends = {event["id"]: event for event in self.of("f")}
        return [(event, ends[event["id"]]) for event in self.of("s")]

    def is_inside(self, event):
        """Whether a moment is in a command of its lane: otherwise viewers draw no arrow."""
        return any(one["tid"] == event["tid"] and one["ts"] <= event["ts"] < one["ts"] + max(one["dur"], 1)
                   for one in self.of("X", "command"))

    def overlaps(self):
        """Slices of a lane that overlap their predecessor."""
        last = {}
        for event in sorted(self.of("X"), key=lambda event: event["ts"]):
            if event["ts"] < last.get(event["tid"], 0):
                yield event
            last[event["tid"]] = event["ts"] + event["dur"]


def check_add(tap, trace):
    lane = lambda event: trace.lanes[event["tid"]]
    work = [(lane(event), event["name"], event["ts"], event["dur"], event["args"]["line"], event["args"].get("bytes"))
            for event in trace.of("X", "command")]
    tap.result(work == ADD, "add.pto: commands with line and bytes", str(work))
    waits = [(lane(event), event["ts"], event["dur"]) for event in trace.of("X", "wait")]
    tap.result(waits == ADD_WAITS, "add.pto: waits", str(waits))
    flows = [(lane(one), one["ts"], lane(other), other["ts"]) for one, other in trace.flows()]
    tap.result(flows == ADD_FLOWS, "add.pto: flags", str(flows))
    path = [event["ts"] for event in trace.of("X", "critical")]
    tap.result(path == [start for _, _, start, *_ in ADD], "add.pto: the critical path", str(path))
    queue = [(event["ts"], event["args"]["commands"]) for event in trace.of("C") if event["name"] == "MTE2 queue"]
    tap.result(queue == ADD_QUEUE, "add.pto: the queue of MTE2", str(queue))
    tap.result(trace.cores == ["core 0 vector core", "critical path"], "add.pto: cores", str(trace.cores))


def check_wall(tap, folder, path, words):
    """--wall: a slice of positive length for each command, and the same cycles."""
    drive(EXAMPLES / "add.pto", "--trace", path, *words)
    cycles = Trace(path).of("X", "command")
    status, stderr = drive(EXAMPLES / "add.pto", "--trace", path, "--wall", *words)
    trace = Trace(path)
    wall = trace.of("X", "wall")
    good = status == 0 and [event["name"] for event in wall] == ["mte_gm_ub", "mte_gm_ub", "mte_ub_gm", "add_vf1"]
    tap.result(good and all(event["dur"] > 0 for event in wall), "add.pto: --wall draws what the host took", f"{wall}", stderr)
    tap.result(trace.of("X", "command") == cycles, "add.pto: --wall changes no cycle", f"{cycles}")
    status, stderr = drive(EXAMPLES / "add.pto", "--time", "--wall", *words)
    tap.result(status == 2 and "--wall is for --trace" in stderr, "--wall alone: refused", stderr)
    status, stderr = drive(EXAMPLES / "add.pto", "--trace", path, "--wall", "--clocks", "board", *words)
    tap.result(status == 2 and "--wall is of the host" in stderr, "--wall where the board counts: refused", stderr)


def check_viewable(tap, name, trace):
    """Checks properties of any run."""
    hidden = [event for pair in trace.flows() for event in pair if not trace.is_inside(event)]
    tap.result(trace.flows() and not hidden, f"{name}: arrows begin and end in commands", str(hidden))
    overlaps = list(trace.overlaps())
    tap.result(not overlaps, f"{name}: slices of a lane follow each other", str(overlaps))
    left = {event["name"]: event["args"] for event in trace.of("C")}
    empty = left and all(set(args.values()) == {0} for args in left.values())
    tap.result(empty, f"{name}: counters end at 0", str(left))


def in_page(text):
    return json.loads(re.search(r'id="times">(.*?)</script>', text)[1])


def check_page(tap, path):
    text = path.read_text()
    shown = in_page(text)
    work = []
    for lane, start, end, _, moved, name, place, *_, bits in shown["commands"]:
        if not bits & timeline.SYNC:
            work.append((shown["lanes"][lane]["name"], shown["names"][name], start, end - start,
                         shown["places"][place][0], moved or None))
    tap.result(work == ADD, "add.pto: the page has the commands", str(work))
    bits = [command[-1] for command in shown["commands"] if not command[-1] & timeline.SYNC]
    tap.result(bits == [timeline.CRITICAL] * len(ADD), "add.pto: the page has the critical path", str(bits))
    sources = [source for _, source in shown["places"]]
    store = [source for source in sources if source.startswith("pto.mte_ub_gm ")]
    tap.result(store, "add.pto: the page has its lines", str(sources))
    tap.result(shown["notes"] == ["V waits 39 % of the time for MTE2 mte_gm_ub at add.pto:27"],
               "add.pto: the page has the advice", str(shown["notes"]))
    links = re.findall(r"https?:|\bsrc=|\bhref=|@import|url\(|@[A-Z]+@", text)
    tap.result(not links, "the page needs nothing else", str(links))


def made(cycles, rows):
    """Times of one core, from rows of (pipe, seq, op, start, end, wait, bytes, predecessor)."""
    commands = []
    for pipe, seq, op, start, end, wait, moved, after in rows:
        commands.append({"core": 0, "block": 0, "pipe": pipe, "seq": seq, "op": op, "file": "made.c", "line": seq,
                         "issue": 0, "wait": wait, "start": start, "end": end, "bytes": moved})
        if after:
            commands[-1]["after"] = {"core": 0, "pipe": after[0], "seq": after[1]}
    is_sync = lambda command: command["op"].endswith("_flag")
    pipes = [{"core": 0, "pipe": pipe, "busy": 0, "wait": 0, "idle": cycles, "commands": 1, "bytes": 0}
             for pipe in sorted({command["pipe"] for command in commands})]
    return {"arch": "a5", "clock_mhz": 1, "cycles": cycles, "cores": ["vector core"], "pipes": pipes,
            "commands": [command for command in commands if not is_sync(command)],
            "syncs": [command for command in commands if is_sync(command)]}


LOAD, V = "PIPE_MTE2", "PIPE_V"
ONE_LOAD = [(LOAD, 1, "load", 0, 100, 0, 9, None), (LOAD, 2, "set_flag", 100, 101, 0, 0, (LOAD, 1)),
            (V, 1, "wait_flag", 101, 102, 101, 0, (LOAD, 2)), (V, 2, "vadd", 102, 202, 0, 0, (V, 1)),
            (V, 3, "set_flag", 202, 203, 0, 0, (V, 2)), (LOAD, 3, "wait_flag", 203, 204, 102, 0, (V, 3))]
TWO_LOADS = [*ONE_LOAD, (LOAD, 4, "load", 204, 304, 0, 9, (LOAD, 3)), (LOAD, 5, "set_flag", 304, 305, 0, 0, (LOAD, 4)),
             (V, 4, "wait_flag", 305, 306, 102, 0, (LOAD, 5)), (V, 5, "vadd", 306, 406, 0, 0, (V, 4))]


def check_report(tap):
    turns = ", which waits for it in turn: a second buffer would hide it"
    for rows, cycles, expected in ((ONE_LOAD, 204, "V waits 50 % of the time for MTE2 load at made.c:1"),
                                   (TWO_LOADS, 406, "V waits 25 % of the time for MTE2 load at made.c:4" + turns)):
        times = made(cycles, rows)
        said = report.advice(times, graph.Graph(times))
        tap.result(said == expected, f"advice for {cycles} cycles", said)


def check_waves(tap):
    """Two blocks of one core: the second load waits for the end of a block, not for a buffer."""
    times, second = made(408, ONE_LOAD), made(408, ONE_LOAD)
    for command in second["commands"] + second["syncs"]:
        command.update({moment: command[moment] + 204 for moment in ("issue", "start", "end")}, block=1,
                       seq=command["seq"] + 10)
        if "after" in command:
            command["after"]["seq"] += 10
    for kind in ("commands", "syncs"):
        times[kind] += second[kind]
    of = graph.Graph(times)
    said = report.advice(times, of)
    tap.result(said == "V waits 50 % of the time for MTE2 load at made.c:1", "advice for two waves", said)
    path = of.critical_path()
    work = [(command["op"], command["seq"]) for command, _ in path if of.is_work(command)]
    tap.result(work == [("vadd", 12), ("load", 11), ("vadd", 2), ("load", 1)] and sum(part for _, part in path) == 408,
               "the critical path of two waves", str(work))


def check_long_chain(tap):
    """Each of many consecutive flags is visited once, not once for each later one."""
    rows = [(LOAD, 1, "load", 0, 1, 0, 9, None)]
    rows += [(LOAD, at, "set_flag", at - 1, at, 0, 0, (LOAD, at - 1)) for at in range(2, 100000)]
    rows += [(V, 1, "wait_flag", 99999, 100000, 0, 0, (LOAD, 99999)), (V, 2, "vadd", 100000, 100001, 0, 0, (V, 1))]
    pairs = graph.Graph(made(100001, rows)).hand_overs()
    found = [(source["op"], target["op"]) for source, target in pairs]
    tap.result(found == [("load", "vadd")], "a long chain of flags", str(found))


def check_strange_names(tap):
    """A script element ends at its end tag, even inside a string."""
    name = "</script><!--<script>"
    page = timeline.page(made(1, [(V, 1, name, 0, 1, 0, 0, None)]), f"{name}.c")
    names = in_page(page)["names"]
    tap.result(names == [name] and page.count("</script>") == 2, "names end no script", str(names))


# Points at the first command and turns the wheel there.
POINTED = """<script>
draw();     // now, and not with the next frame, before which the page has no width
const first = commands[0], row = rows().found.find((one) => one.lane === first.lane), box = chart.getBoundingClientRect();
const at = { clientX: box.left + x((first.start + first.end) / 2), clientY: box.top + row.y + 9 };
chart.dispatchEvent(new PointerEvent("pointermove", at));
chart.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: -462, cancelable: true }));
document.title = `${Math.round(times.cycles / 1.0015 ** 462)} ${Math.round(view.to - view.from)}`;
</script></body>"""


def check_in_browser(tap, path, folder):
    browser = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    title, pointed = "add.pto: Chromium draws the page", "add.pto: line and bytes under the pointer, zoomed by the wheel"
    if not browser:
        tap.skip(title, "there is no chromium")
        tap.skip(pointed, "there is no chromium")
        return
    path.write_text(path.read_text().replace("</body>", POINTED))
    done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                           "--virtual-time-budget=1000", "--dump-dom", path.as_uri()], capture_output=True, text=True,
                          timeout=60, check=False)
    tip, zoomed = (re.search(pattern, done.stdout, re.S) for pattern in (r'id="tip"(.*?)</div>', "<title>([^<]*)</title>"))
    shown = tip and all(text in tip[1] for text in ("mte_gm_ub", "MTE2 at add.pto:25", "critical", "2 – 48: 46", "4\u202f000"))
    tap.result(shown and zoomed and zoomed[1] == "111 111", pointed, tip[0] if tip else done.stderr[-500:],
               zoomed[0] if zoomed else "no title")
    # One row for each location of the critical path; a canvas sized for three lanes.
    rows = re.search(r'id="path">(.*?)</table>', done.stdout, re.S)
    drawn = rows and rows[1].count("<tr") == len(ADD) and re.search(r'id="chart"[^>]*height: 102px', done.stdout)
    tap.result(drawn, title, done.stderr[-500:], rows[0] if rows else "no rows")


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        data, out, path = folder / "in.bin", folder / "out.bin", folder / "trace.json"
        data.write_bytes(bytes(4096))
        runs = {"add.pto": (f"in:{data}", f"in:{data}", f"out:{out}=4096", "1000"),
                "matmul_gelu.pto": ("--entry", "matmul_gelu", f"in:{DATA}/hidden.f16", f"in:{DATA}/weights.f16",
                                    f"in:{DATA}/bias.f32", f"out:{out}=16384")}
        for name, words in runs.items():
            status, stderr = drive(EXAMPLES / name, "--trace", path, *words)
            tap.result(status == 0 and "time: " in stderr, f"{name}: --trace implies --time", stderr)
            if name == "add.pto":
                check_add(tap, Trace(path))
            check_viewable(tap, name, Trace(path))
        check_wall(tap, folder, path, runs["add.pto"])
        status, stderr = drive(EXAMPLES / "add.pto", "--trace", folder / "no" / "trace.json", *runs["add.pto"])
        refused = status == 2 and "--trace" in stderr and "No such file" in stderr
        tap.result(refused, "--trace FILE in no folder", stderr)
        page = folder / "timeline.html"
        status, stderr = drive(EXAMPLES / "add.pto", "--timeline", page, *runs["add.pto"])
        tap.result(status == 0 and "time: " in stderr, "add.pto: --timeline implies --time", stderr)
        check_page(tap, page)
        check_in_browser(tap, page, folder)
    check_strange_names(tap)
    check_report(tap)
    check_waves(tap)
    check_long_chain(tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
