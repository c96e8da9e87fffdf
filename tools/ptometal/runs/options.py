# SPDX-License-Identifier: Apache-2.0
"""The options of a run: for the commands that take some of them, and as settings of a run from Python."""
import math
import re

from ptometal import build, link
from ptometal.checker import schedule
from ptometal.common import policies
from ptometal.options import Option, named, positive, seconds
from ptometal.timing import host, options as timing

ARGUMENTS = {"": "", ":SEED": r":\d+", ":FILE": ":.+"}


def policy(text):
    if not any(re.fullmatch(name + ARGUMENTS[argument], text) for name, argument in policies()):
        raise ValueError(text)
    return text


*FIRST, LAST = map("".join, policies())
policy.__doc__ = f"{', '.join(FIRST)} or {LAST}"


def other_number(text):
    name, _, value = text.partition("=")
    if text == "buffers=2":
        return text
    if name.removeprefix("PIPE_") not in timing.SCALED or not re.fullmatch(r"\d{1,3}(\.\d{1,2})?", value):
        raise ValueError(text)
    return f"percent_{name.removeprefix('PIPE_')}={round(100 * float(value))}"


other_number.__doc__ = f"PIPE=FACTOR, as MTE2=0.5, of {', '.join(timing.SCALED)}, or buffers=2"


def folder_flag(text):
    return "-I" + text


def define_flag(text):
    return "-D" + text


def warning_flag(text):
    return "-W" + text


def whole(number):
    return str(math.ceil(number))


REPORTED = ("--json", "--trace", "--timeline")      # files written after a run: useless without one
OPTIONS = [
    Option("--entry", "NAME", kind=named, image=str, text="the kernel, where the file has several"),
    Option("--target", "NAME", kind=named, text="the image, where KERNEL is the folder of a project that has several"),
    Option("--blocks", "N", 1, kind=positive, image=str, text="number of blocks (default 1)"),
    Option("--ranks", "N", 1, kind=positive, image=str,
           text="run N ranks at the same time, each with buffers of its own (default 1; docs/ranks.md)"),
    Option("--images", text="with --ranks: an image for each rank, side by side, with memory that they share"),
    Option("--arch", "NAME", choices=("a5", "a2a3"),
           image=str, text="profile of the ISA: a5 or a2a3 (default: what the kernel states, else a5)"),
    Option("--subc", "NAME", "carry", choices=("carry", "borrow"),
           text="the mask of vsubc and vsubcs: carry (1 is no borrow, default) or borrow"),
    Option("--harts", "N", 1, kind=positive, text="harts of the board (default 1)"),
    Option("--policy", "P", "eager", kind=policy,
           image=schedule.policy_word, text="who steps next on one hart: " + policy.__doc__.replace("eager", "eager (default)")),
    Option("--sync", "NAME", choices=("auto", "explicit"),
           text="of a kernel in C++: commands wait for those that touch the same bytes (auto, default of a kernel without "
                "synchronisation of its own), or for what is written (explicit)"),
    Option("--gm", "NAME", choices=("strict", "granule", "discard"),
           image=str, text="what transfers past a GM buffer are: faults (strict, default); reads: warnings, writes: faults (granule, "
                "default for .pto); warnings, and what they write is dropped (discard)"),
    Option("--open-views", image=str,
           text="a part of a tensor may exceed its view, with a warning: it has what is behind the view in the buffer"),
    Option("--timeout", "S", 60.0, kind=seconds, image=whole, text="time limit in seconds, rounded up (default 60; 0: none)"),
    Option("--fast-math", "WHAT", choices=("reassociate",),
           text="reassociate: loops may add floats in another order, with other bits; it is said where"),
    Option("--explain-speed", text="say of each loop of a .pto kernel whether it runs in strips, and what keeps it back"),
    Option("--check", text="look for races, uninitialised reads and missing synchronisation (slower); status 3 on findings"),
    Option("--zero-ub", text="with --check: local memories begin with zeros, as without it, and not with 0x7fc0 (NaN)"),
    Option("--explore", "N", kind=positive,
           text="--check, and run it in other orders too: all policies, and N in which conflicting commands change places"),
    Option("--time", text="count the cycles that the kernel would take on an NPU, and say which pipe waits for what"),
    Option("--time-table", "FILE", kind=named,
           text="with --time: numbers of isa/time that are other ones; a line each: NAME N"),
    Option("--what-if", "PIPE=FACTOR|buffers=2", kind=other_number, many=True,
           text="--time, where each command of a pipe takes so many times as long: V=0.5, MTE2=2; or where there are two "
                "buffers for each that pipes hand back and forth by flags or tokens"),
    Option("--clocks", "WHERE", choices=host.WHERE,
           text="where --time counts: in a second run on the host (default), or on the board, which gives the same "
                "cycles and takes many times the instructions"),
    Option("--trace", "FILE", kind=named, text="--time, and write its commands to FILE as a trace for Perfetto"),
    Option("--wall", text="with --trace: lanes of what the machine that counts has taken for each command, too"),
    Option("--timeline", "FILE", kind=named, text="--time, and write its commands to FILE as a page for a browser (.html) or a picture (.svg)"),
    Option("--json", "FILE", kind=named, text="write how the run ended to FILE: status, fault, findings, instructions, cycles"),
    Option("--suppress", "FILE", kind=named, text="findings of --check that are none; a line each: FINDING FILE:LINE"),
    Option("--count", image=str, text="count instructions: `instructions: N` on stderr (QEMU runs slower)"),
    *build.CONFIGURATION,
    Option("--debug", text="compile the kernel for gdb: all its variables can be read, and it is slow"),
    Option("-D", "NAME=VALUE", kind=define_flag, many=True, text="define a macro for a kernel in C"),
    Option("-I", "DIR", kind=folder_flag, many=True, text="a folder with headers for a kernel in C"),
    Option("-W", "NAME", kind=warning_flag, many=True, text="warnings: -Wno-NAME not this one, -Werror they are errors"),
    Option("--link", "NAME", kind=link.parse,
           text="how data comes in and out: semihosting (default), embedded in the image, gdb[:HOST:PORT], uart[:PATH], "
                "files on the host"),
    Option("--keep", "DIR", kind=named, text="leave image, generated C and staged files in DIR"),
]
