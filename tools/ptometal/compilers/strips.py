# SPDX-License-Identifier: Apache-2.0
"""Finds loops over vector registers in C that PTO_FOR_LANES would run several times as fast.

If the core has long vector registers, a PTO register fills a small part of a register group, and loop overhead
dominates. Compilers do not report this, so the text is analysed. It only reports loops with certainty: loads and stores
at the loop index, lane-wise operations, nothing loop-carried.
"""
import os
import re

from ptometal.common import ROOT

GROUPS = 4          # PTO registers in a group of 8 registers of that length
ITSELF = 8          # approximate instructions of loop overhead per iteration

NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
FUNCTION = re.compile(r"\bPTO_VF\s*\(")
LOOP = re.compile(r"\bfor\s*\(([^;{}]*);([^;{}]*);\s*(\w+)\s*\+=\s*\w+\s*\)\s*\{([^{}]*)\}")
CALL = re.compile(r"\b(\w+)\s*\(")
DECLARED = re.compile(r"\b(?:pto_\w+_t|u?int\d+_t|float)\s+(?:\*\s*)?(\w+)\s*=")
ASSIGNED = re.compile(r"(?<![=!<>+\-*/&|^%\w.])\b(\w+)\s*(?:[+\-*/&|^]|<<|>>)?=(?!=)")
LANES = re.compile(r'^PTO_LANES\((\w+),.*, ""\)', re.MULTILINE)


def lane_wise():
    """Calls that work lane by lane in one or two instructions: elementary functions dominate any loop."""
    with open(os.path.join(ROOT, "isa", "lanes.def"), encoding="utf-8") as file:
        names = LANES.findall(file.read())
    return {f"pto_{name}{scalar}" for name in names for scalar in ("", "s")}


def blanked(text):
    """The text with comments and strings blanked, so that line numbers stay."""
    return NOISE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def arguments(text, start):
    """The operands of a call whose parenthesis opens before `start`."""
    depth, found, last = 1, [], start
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0 or (depth == 1 and text[at] == ","):
            found.append(text[last:at].strip())
            last = at + 1
        if depth == 0:
            break
    return found


def is_place(operand, index):
    """Whether an offset is the loop index, or a sum with it."""
    return re.fullmatch(rf"(?:[\w\s*]+\+\s*)?{index}(?:\s*\+[\w\s*]+)?", operand) is not None


def gain(index, body, known):
    """The approximate speedup by strips; 0 for loops that may not be suitable."""
    steps = 0
    carried = set(ASSIGNED.findall(body)) - set(DECLARED.findall(body))
    if carried or re.search(r"\b(break|continue|return|goto)\b|\+\+|--", body):
        return 0
    for call in CALL.finditer(body):
        name, operands = call[1], arguments(body, call.end())
        if re.fullmatch(r"pto_(plt|pset)_b(8|16|32)", name):
            continue
        loads = name == "pto_vlds" and len(operands) == 2 and is_place(operands[1], index)
        stores = name == "pto_vsts" and len(operands) == 4 and is_place(operands[2], index)
        if not (loads or stores or name in known):
            return 0
        steps += 1
    return int((steps + ITSELF) / (steps / GROUPS + 1)) if "pto_vsts" in body else 0


def slow_loop(text):
    """(line, factor) of the first such loop of a text in C, or None."""
    text = blanked(text)
    known = lane_wise()
    starts = [match.start() for match in FUNCTION.finditer(text)]
    for loop in LOOP.finditer(text):
        inside = any(text.rfind("\n}", start, loop.start()) < 0 for start in starts if start < loop.start())
        factor = gain(loop[3], loop[4], known) if inside else 0
        if factor > 1:
            return text.count("\n", 0, loop.start()) + 1, factor
    return None


def note(source, vlen):
    """The note for a kernel on a core with long vector registers, or None."""
    if not source.endswith(".c"):
        return None
    with open(source, encoding="utf-8", errors="replace") as file:
        found = slow_loop(file.read())
    return found and (f"note: {source}:{found[0]}: at VLEN {vlen}, PTO_FOR_LANES (pto/lanes.h) would run this loop "
                      f"over registers about {found[1]} x as fast")
