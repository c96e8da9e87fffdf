# SPDX-License-Identifier: Apache-2.0
"""Runs of ./ptometal by scripts, on the configuration that the environment names (cmake/pto_script_test.cmake)."""
import argparse
import os
import re
import subprocess
import tempfile
from pathlib import Path

from tap import Tap

ROOT = Path(__file__).resolve().parents[1]
POLICIES = ["eager", "lazy", "random:1"]
GROUP = 25      # programs of an image


def configuration():
    """The options of the driver for this configuration. A board of its own architecture has no other choices."""
    if os.environ.get("PTO_BOARD") == "native":
        return ["--board", "native"]
    named = {"--board": "PTO_BOARD", "--vlen": "PTO_VLEN", "--backend": "PTO_BACKEND", "--cc": "PTO_CC"}
    return [word for option, name in named.items() if name in os.environ for word in (option, os.environ[name])]


def ptometal(command, *words, folder=None, timeout=120):
    """A finished process: `ptometal COMMAND` with the configuration and further words."""
    tool = os.environ.get("PTOMETAL", ROOT / "ptometal")
    return subprocess.run([tool, command, *configuration(), *map(str, words)], cwd=folder, capture_output=True, text=True, timeout=timeout,
                          check=False)


def problem(done):
    """Why a run failed, or nothing."""
    return f"exit status {done.returncode}: {done.stderr.strip()[-700:]}" if done.returncode else ""


def instructions(output):
    """What a run with --count has counted; 0 if it says nothing."""
    found = re.search(r"^instructions: (\d+)$", output, re.M)
    return int(found[1]) if found else 0


# ---- random programs -------------------------------------------------------------------------
# A Program(seed) has a name; text(), its functions; prepare(folder), which writes its input and gives the arguments of its
# run; mismatch(folder), what is wrong with its output, or nothing.

def module(programs):
    return "\n".join(['module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {',
                      *(program.text() for program in programs), "}", ""])


def run_program(image, program, policy, folder):
    done = ptometal("run", image, "--entry", program.name, "--policy", policy, "--", *program.prepare(folder), folder=folder)
    return problem(done) or program.mismatch(folder)


def run_programs(make, description):
    """The main function of run.py; its exit status."""
    parser = argparse.ArgumentParser(description=description)
    add = parser.add_argument
    add("--count", type=int, default=16)
    add("--first", type=int, default=0, help="the first seed")
    add("--all", action="store_true", help=f"each program under each of {', '.join(POLICIES)}, instead of one")
    for option in ("board", "vlen", "backend", "cc"):
        add(f"--{option}", help="of the driver; default: that of the environment")
    options = parser.parse_args()
    os.environ.update({f"PTO_{name.upper()}": value for name in ("board", "vlen", "backend", "cc") if (value := getattr(options, name))})
    tap, last = Tap(), options.first + options.count
    with tempfile.TemporaryDirectory(prefix="programs-") as name:
        for first in range(options.first, last, GROUP):
            programs, image = [make(seed) for seed in range(first, min(first + GROUP, last))], Path(name) / f"programs{first}.elf"
            image.with_suffix(".pto").write_text(module(programs))
            done = ptometal("image", image.with_suffix(".pto"), "-o", image, timeout=1800)
            if problem(done):
                tap.case(f"the image of programs from {first} on", problem(done))
                continue
            for number, program in enumerate(programs, first):
                for policy in POLICIES if options.all else [POLICIES[number % len(POLICIES)]]:
                    tap.case(f"{program.name}, {policy}", run_program(image, program, policy, Path(name)))
    return tap.end()
