# SPDX-License-Identifier: Apache-2.0
"""Mutants of a kernel in C: lines of synchronisation left out, moved one place, with other ids and other pipes; events
that an operation does not wait for.

All mutants of a file are in one image: each line that some mutant changes becomes a choice by the number of the mutant,
a constant of the image that is written into its file (choose()). So an image is built once, and lines keep their numbers.
"""
import collections
import re

# The synchronisation calls, and the examples' macros for them.
SYNC = re.compile(r"\s*(pto_(?:set|wait)_(?:flag|intra_block|intra_core|cross_core)|pto_(?:get|rls)_buf|pto_pipe_barrier|"
                  r"pto_wait_flag_dev|pto_wait_event|pto_syncall|pto_mem_bar|set_both|give|take|hand_over)\((.*)\);\s*(?://.*)?")
EVENT = re.compile(r"\bpto_event_t (\w+) =")     # the event of an operation, for later ones
EVENTS = re.compile(r"(\w+)\((.*)\)")     # pipes and id in a macro
STATEMENT = re.compile(r"\s*[\w.]+\(.*\);\s*(?://.*)?")
DIRECTIVE = re.compile(r'\s*#\s*line (\d+) "(.*)"')
NOTHING = re.compile(r"\s*(#\s*line .*|//.*)?")
BLOCK = re.compile(r"^([^\s#/}][^\n]*\n(?:[ \t]+[^\n]*\n)*)\{\n.*?^\}", re.M | re.S)   # a function: head, body
KERNEL = re.compile(r"PTO_(?:\w+_)?KERNEL\((\w+),")
VECTOR_PIPES, CUBE_PIPES = ("PIPE_MTE2", "PIPE_V", "PIPE_MTE3"), ("PIPE_MTE2", "PIPE_MTE1", "PIPE_M", "PIPE_FIX")
OTHER_BARS = {"PTO_VST_VLD": "PTO_VLD_VST"}
MAGIC = bytes(range(0xA0, 0xB0))

Mutant = collections.namedtuple("Mutant", "number name line lines")    # lines: replacements by position


def mutants(text, name):
    """All mutants of a C text; lines before any #line directive belong to `name`."""
    lines, found, events = text.split("\n"), [], set(EVENT.findall(text))
    places = places_of(lines, name)
    for at, line in enumerate(lines):
        if SYNC.fullmatch(line):
            call = re.sub(r";.*", "", line).strip()
            for change, other in changes(lines, at):
                found.append(Mutant(len(found) + 1, f"{places[at]} {call}: {change}", at, other))
        elif STATEMENT.fullmatch(line):
            for event in sorted(events & set(re.findall(r", (\w+)", line))):
                other = re.sub(rf", {event}\b", ", PTO_EVENT_DONE", line)
                found.append(Mutant(len(found) + 1, f"{places[at]} {line.strip().partition('(')[0]}: not behind {event}", at,
                                    {at: other}))
    return found


def places_of(lines, name):
    """FILE:LINE of each line."""
    places, file, number = [], name, 1
    for line in lines:
        directive = DIRECTIVE.fullmatch(line)
        places.append(f"{file}:{number}")
        file, number = (directive[2].rpartition("/")[2], int(directive[1])) if directive else (file, number + 1)
    return places


def changes(lines, at):
    """The mutants of a line: a description, and the changed lines."""
    line = lines[at]
    call, arguments = SYNC.fullmatch(line).groups()
    yield "left out", {at: ""}
    above, below = neighbour(lines, at, -1), neighbour(lines, at, 1)
    if above is not None and not SYNC.fullmatch(lines[above]):     # two adjacent such lines are swapped once
        yield "moved up", {above: line, at: lines[above]}
    if below is not None:
        yield "moved down", {at: lines[below], below: line}
    pipes = CUBE_PIPES if re.search(r"PIPE_(M|MTE1|FIX)\b", line) else VECTOR_PIPES
    for pipe in re.findall(r"PIPE_\w+", line):
        other = next((other for other in pipes if not re.search(rf"\b{other}\b", line)), None)
        if other and pipe in pipes:
            yield f"{other} for {pipe}", {at: re.sub(rf"\b{pipe}\b", other, line, count=1)}
    if EVENTS.fullmatch(arguments):      # the pipes are in a macro, so another one
        names = sorted({EVENTS.fullmatch(words[2])[1] for words in map(SYNC.fullmatch, lines)
                        if words and EVENTS.fullmatch(words[2])})
        name = EVENTS.fullmatch(arguments)[1]
        other = names[(names.index(name) + 1) % len(names)]
        yield f"{other} for {name}", {at: re.sub(rf"\b{name}\b", other, line, count=1)}
    if arguments in OTHER_BARS:
        yield f"{OTHER_BARS[arguments]} for {arguments}", {at: f"{call}({OTHER_BARS[arguments]});"}
    for bit, changed in with_other_ids(call, arguments):
        yield f"id ^ {bit}", {at: f"{call}({changed});"}


def with_other_ids(call, arguments):
    """Arguments of a call with another id: the other buffer's, and a distant one."""
    words = split(arguments)
    macro = EVENTS.fullmatch(arguments)
    at = 2 if "_flag" in call else 1
    if macro:
        yield 1, f"{macro[1]}(({macro[2]}) ^ 1)"
    elif call.startswith("pto_") and len(words) > at and call != "pto_wait_event":
        for bit in (1, 4 if "_flag" in call else 16):
            yield bit, ", ".join(words[:at] + [f"({words[at]}) ^ {bit}"] + words[at + 1:])


def split(arguments):
    """Splits arguments at commas outside of brackets."""
    words, depth = [""], 0
    for letter in arguments:
        depth += (letter in "({[") - (letter in ")}]")
        if letter == "," and not depth:
            words.append("")
        else:
            words[-1] += letter
    return [word.strip() for word in words]


def neighbour(lines, at, step):
    """The nearest statement before or after a line that can be swapped with it."""
    other = at + step
    while 0 <= other < len(lines) and NOTHING.fullmatch(lines[other]):
        other += step
    alike = 0 <= other < len(lines) and STATEMENT.fullmatch(lines[other]) and indent(lines[other]) == indent(lines[at])
    return other if alike else None


def indent(line):
    return len(line) - len(line.lstrip())


def reached(text, entry):
    """The lines of a kernel and of the functions that it calls."""
    spans = {}
    for match in BLOCK.finditer(text):
        kernel = KERNEL.match(match[1])
        name = kernel or re.search(r"(\w+)\(", match[1])
        if name:
            spans[name[1]] = (match[0], text[:match.start()].count("\n"))
    waiting, seen, lines = [entry], set(), set()
    while waiting:
        name = waiting.pop()
        if name in spans and name not in seen:
            seen.add(name)
            body, first = spans[name]
            lines |= set(range(first, first + body.count("\n") + 1))
            waiting += re.findall(r"\b\w+\b", body)
    return lines


def with_choices(text, found, name):
    """The text in which the image's number selects the mutant; 0 is the original kernel."""
    lines, choices = text.split("\n"), collections.defaultdict(list)
    for mutant in found:
        for at, line in mutant.lines.items():
            choices[at].append(f"case {mutant.number}: {without_comment(line)} break;")
    for at, cases in choices.items():
        lines[at] = f"switch (mutant.number) {{ {' '.join(cases)} default: {without_comment(lines[at])} }}"
    magic = ", ".join(map(str, MAGIC))
    head = ["#include <stdint.h>", "#include <pto/pto.h>",
            "static const volatile struct { uint8_t magic[16]; uint32_t number; } mutant = {{" + magic + "}, 0};",
            f'#line 1 "{name}"']
    return "\n".join(head + lines)


def without_comment(line):
    return re.sub(r"//.*", "", line).strip()


def choose(image, number):
    """Make the image that of a mutant."""
    with open(image, "r+b") as file:
        at = file.read().index(MAGIC)
        file.seek(at + len(MAGIC))
        file.write(number.to_bytes(4, "little"))
