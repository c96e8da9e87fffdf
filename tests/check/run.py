#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The checker of `ptometal run --check`; TAP.

    run.py                      (the environment is that of pto_add_script_test)

* kernels.c, blocks.c, styles.c, overtake.c: every finding with its text, each cause once, and kernels in which there is nothing to find; on four harts
  the same findings each time (`run.py --luck 20`: 20 times);
  the order that --explore finds;
* cluster.c: the whole report of four blocks on three cores each;
* --json, --suppress, --zero-ub and what kernels print; ends.c: runs that do not end well.
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
KERNEL = re.compile(r"((?:// \w+: .+\n)+)PTO_(?:CUBE_|MIXED_)?KERNEL\((\w+),")
SAYS = re.compile(r"// (finding|silent|differs): (.+)")
ARCH = re.compile(r"// arch: (\w+)")


def drive(*words, cwd=None, stdout=False, limit=50):
    command = [os.environ["PTOMETAL"], "run", *map(str, words[:1]), "--vlen", os.environ["PTO_VLEN"], "--backend",
               os.environ["PTO_BACKEND"], "--cc", os.environ["PTO_CC"], "--timeout", str(limit), *map(str, words[1:])]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    if stdout:
        return done.stdout
    findings = [line for line in done.stderr.splitlines() if line.startswith("check: ") and "note:" not in line]
    return done.returncode, findings, done.stderr


def check_kernels(tap, folder, source):
    data = folder / "gm.bin"
    for arch, kind, words, name in ((ARCH.search(lines), *says, name) for lines, name in KERNEL.findall(source.read_text())
                                    for says in SAYS.findall(lines)):
        if kind == "differs":
            check_order(tap, folder, name, words)
            continue
        blocks = re.match(r"(\d+) block", words)
        blocks = blocks[1] if blocks else "4" if "between blocks" in words else "1"
        for harts in ("1",) if kind == "finding" else ("1", "4"):
            data.write_bytes(bytes(range(256)) * 32)
            status, findings, stderr = drive(source, "--check", "--entry", name, "--blocks", blocks, "--harts", harts, "--arch",
                                             arch[1] if arch else "a5", f"inout:{data}")
            pattern = ".*".join(map(re.escape, words.split("*")))
            told = len(findings) == 1 and re.search(pattern, findings[0])
            good = status == 3 and told if kind == "finding" else status == 0 and not findings
            same = data.read_bytes() == bytes(range(256)) * 32
            tap.result(good and (same or kind == "silent"), f"{name}, {harts} hart", f"exit status {status}", stderr)


def findings_of(report):
    facts = json.loads(report.read_text())
    assert facts["schema"] == 1
    return facts["findings"]


def place_of(finding):
    return finding["finding"], tuple((place["command"], place["file"], place["line"]) for place in finding["places"])


# On several harts the end of a run varies; findings do not.
ENDS = ("fault", "deadlock", "time limit")


def check_luck(tap, folder, times):
    """On four harts commands run in arbitrary order; each run must have the findings of one hart."""
    image, data, report = folder / "kernels.elf", folder / "gm.bin", folder / "findings.json"
    built = subprocess.run([os.environ["PTOMETAL"], "image", str(HERE / "kernels.c"), "-o", str(image), "--check", "--vlen",
                            os.environ["PTO_VLEN"], "--backend", os.environ["PTO_BACKEND"], "--cc", os.environ["PTO_CC"]],
                           capture_output=True, text=True, check=False)
    tap.result(built.returncode == 0, "an image of all kernels with mistakes", built.stderr)
    for words, name in ((says[1], name) for lines, name in KERNEL.findall((HERE / "kernels.c").read_text())
                        for says in SAYS.findall(lines) if says[0] == "finding"):
        found, faults = [], 0
        for harts in ["1"] + ["4"] * times:
            data.write_bytes(bytes(range(256)) * 32)
            report.unlink(missing_ok=True)
            _, _, stderr = drive(image, "--check", "--entry", name, "--blocks", "4" if "between blocks" in words else "1",
                                 "--harts", harts, "--json", report, f"inout:{data}")
            faults += "fault: " in stderr
            found.append(sorted(place_of(finding) for finding in findings_of(report) if finding["finding"] not in ENDS))
        tap.result(found[0] and all(other == found[0] for other in found),
                   f"{name}, {times} times on 4 harts: {len(found[0])} finding" + (f", {faults} faults" if faults else ""),
                   *map(str, found))


def check_report(tap, folder):
    """The report of four blocks on three cores each, word for word."""
    (folder / "x.bin").write_bytes(bytes(8192))
    _, findings, stderr = drive(HERE / "cluster.c", "--check", "--blocks", "4", f"in:{folder}/x.bin",
                                f"out:{folder}/y.bin=2048")
    told = "\n".join(findings).replace(str(HERE) + "/", "").replace(str(folder) + "/", "") + "\n"
    tap.result(told == (HERE / "cluster.txt").read_text(), "the report of cluster.c is cluster.txt", told, stderr)


def check_fill(tap, folder):
    """Uninitialised memory is visible unless --zero-ub is given."""
    data, meant = folder / "gm.bin", folder / "meant"
    meant.write_text("uninitialised kernels.c:*\n")
    for options, value in (((), b"\xc0\x7f"), (("--zero-ub",), bytes(2))):
        data.write_bytes(bytes(range(256)) * 32)
        status, _, stderr = drive(HERE / "kernels.c", "--check", "--suppress", meant, *options, "--entry", "stored_unwritten",
                                  f"inout:{data}")
        tap.result(status == 0 and data.read_bytes() == value * 512 + bytes(range(256)) * 28,
                   f"UB begins with {value.hex()}", stderr)


def check_prints(tap, folder):
    """Output of a kernel appears once, and is the same as without the checker."""
    data = folder / "gm.bin"
    told = []
    for options in ((), ("--check", "--zero-ub")):
        data.write_bytes(bytes(8192))
        told.append(drive(HERE / "kernels.c", *options, "--entry", "printed", f"inout:{data}", stdout=True))
    tap.result(told[0] == told[1] == "lane 40 is 0\n", "prints of a vector function that is run again", *told)


def check_order(tap, folder, name, words):
    """--explore finds the order, and a replay of its schedule gives another result than the first run."""
    data = folder / "gm.bin"
    data.write_bytes(bytes(range(256)) * 32)
    status, _, stderr = drive(HERE / "kernels.c", "--explore", 9, "--entry", name, f"inout:{data}", cwd=folder)
    unchanged = data.read_bytes() == bytes(range(256)) * 32
    results = []
    for policy in ("eager", "replay:kernels.schedule"):
        data.write_bytes(bytes(range(256)) * 32)
        ended = drive(HERE / "kernels.c", "--policy", policy, "--entry", name, f"inout:{data}", cwd=folder)[0]
        results.append((ended, data.read_bytes()))
    tap.result(status == 3 and unchanged and words in stderr and results[0] != results[1], f"{name}, explored", stderr,
               f"exit statuses {status}, {results[0][0]} and {results[1][0]}")


def check_reports(tap, folder):
    """--json and --suppress: the output, and the exit status."""
    data, report, meant = folder / "gm.bin", folder / "findings.json", folder / "meant"
    words = [HERE / "kernels.c", "--check", "--entry", "read_after_write", "--json", report, f"inout:{data}"]
    data.write_bytes(bytes(8192))
    status, findings, stderr = drive(*words)
    told = findings_of(report)
    tap.result(status == 3 and len(told) == 1 and [place["command"] for place in told[0]["places"]] ==
               ["mte_gm_ub", "vector function"] and told[0]["finding"] == "race, read after write" and
               findings == [f"check: {told[0]['text']}"] and told[0]["memory"] == "UB", "--json", stderr, report.read_text())
    meant.write_text("# the race is meant\nrace, read * kernels.c:*\nuninitialised other.c:1\n")
    status, findings, stderr = drive(*words[:-1], "--suppress", meant, words[-1])
    tap.result(status == 0 and not findings and "meant:3: nothing that this suppresses was found" in stderr and
               findings_of(report)[0]["suppressed"], "--suppress", f"exit status {status}", stderr)
    meant.write_text("race\n")
    status, findings, stderr = drive(*words[:-1], "--suppress", meant, words[-1])
    tap.result(status == 2 and "a suppression is a finding and a place" in stderr, "a wrong suppression", stderr)


def check_ends(tap, folder):
    """A run that fails: the entry of --json, with the source location that the kernel marks."""
    data, report, source = folder / "gm.bin", folder / "findings.json", HERE / "ends.c"
    data.write_bytes(bytes(8192))
    lines = source.read_text().splitlines()
    entries = [(i, line[len("// entry: "):]) for i, line in enumerate(lines) if line.startswith("// entry: ")]
    for start, kind in entries:
        name = re.match(r"PTO_KERNEL\((\w+)", lines[start + 1])[1]
        here = next(i for i in range(start, len(lines)) if "<- here" in lines[i]) + 1
        text = lines[here - 1].partition("<- here: ")[2]
        report.unlink(missing_ok=True)
        status, _, stderr = drive(source, "--check", "--entry", name, "--json", report, f"inout:{data}",
                                  limit=2 if kind == "time limit" else 50)
        found = findings_of(report)
        places = [(os.path.basename(place["file"]), place["line"]) for entry in found for place in entry["places"]]
        tap.result(status == (124 if kind == "time limit" else 3) and [entry["finding"] for entry in found] == [kind] and
                   ("ends.c", here) in places and not found[0]["suppressed"] and found[0]["text"] in stderr and
                   text in found[0]["text"],
                   f"--json of a kernel that {name}: {kind}", f"exit status {status}", report.read_text(), stderr)


def main(luck):
    tap = Tap()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        if luck:
            check_luck(tap, folder, luck)
        else:
            check_kernels(tap, folder, HERE / "kernels.c")
            check_kernels(tap, folder, HERE / "blocks.c")
            check_kernels(tap, folder, HERE / "styles.c")
            check_kernels(tap, folder, HERE / "overtake.c")
            check_kernels(tap, folder, HERE / "operands.c")
            check_reports(tap, folder)
            check_report(tap, folder)
            check_fill(tap, folder)
            check_prints(tap, folder)
            check_ends(tap, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[2]) if sys.argv[1:2] == ["--luck"] else 0))
