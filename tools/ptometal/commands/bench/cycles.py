# SPDX-License-Identifier: Apache-2.0
"""Cycles of the bench kernels by llvm-mca, shown by `./ptometal bench` if it is installed."""
import re
import shutil
import subprocess

from ptometal.commands.bench import trace
from ptometal.common import INTERNAL, Stop

CORES = {"x280": "sifive-x280", "p670": "sifive-p670"}    # in order, out of order
VERSIONS = ("-19", "-20", "-21", "")
OLDEST = 19                                                # first version with a model of the p670
EXTENSIONS = "+v,+zfh,+zvfh,+zvfbfmin,+zba,+zbb,+zbs"      # of the images, beyond those of the cores
PLACE = re.compile(r"0x[0-9a-f]+ <[^>]*>")                 # the target of a branch
ABSENT = "llvm-mca of LLVM 19 or newer is not installed (Debian: llvm-19)"
NOTE = """
These are cycles of a model. llvm-mca gets all instructions that a form ran, as one piece of straight code, and knows the
pipelines of the x280 (in order) and the p670 (out of order), not their caches and branches. A vector instruction costs
what its register group costs on the core, whose registers have 512 bits (x280) or 128 (p670), however short its length
is: at other VLEN read them as of that core with other registers.
"""
TOTAL = re.compile(r"^Total Cycles:\s+(\d+)$", re.M)


def tools():
    """llvm-mca and llvm-objdump of one LLVM that is new enough, or None."""
    for version in VERSIONS:
        mca, objdump = shutil.which(f"llvm-mca{version}"), shutil.which(f"llvm-objdump{version}")
        if mca and objdump:
            text = subprocess.run([mca, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout
            major = re.search(r"version (\d+)", text)
            if major and int(major[1]) >= OLDEST:
                return mca, objdump
    return None


def assembly(instructions):
    """The input of llvm-mca: without comments and branch targets."""
    return "\n".join(PLACE.sub("8", line.split("#")[0]) for line in instructions)


def count(mca, core, instructions):
    """Cycles from the first instruction to the end of the last one."""
    done = subprocess.run([mca, "-mtriple=riscv64", f"-mcpu={CORES[core]}", f"-mattr={EXTENSIONS}", "-iterations=1",
                           "-instruction-info=0", "-resource-pressure=0", "-skip-unsupported-instructions=lack-sched"], input=assembly(instructions),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    total = TOTAL.search(done.stdout)
    if done.returncode != 0 or not total:
        raise Stop(INTERNAL, f"{done.stderr}ptometal: error: llvm-mca does not take these instructions")
    return int(total[1])


def measure(image, config, found, counts):
    """Core -> {(row, form): (cycles, units)} of one image. found: tools(); counts: (row, form) -> (instructions, units)."""
    mca, objdump = found
    ran = trace.run(image, config, objdump, {key: instructions for key, (instructions, _) in counts.items()})
    return {core: {key: (count(mca, core, ran[key]), counts[key][1]) for key in counts if key in ran}
            for core in CORES}
