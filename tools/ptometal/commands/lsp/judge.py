# SPDX-License-Identifier: Apache-2.0
"""Diagnostics of ptoc about a text that an editor holds, with their ranges."""
import asyncio
import contextlib
import dataclasses
import re

LINE = re.compile(r"-:(\d+):(\d+): (error|warning|note): (.*?)(?: \[([\w-]+)\])?$")
MARKED = re.compile(r" *(\^~*)$")
LIMIT = 20     # seconds


@dataclasses.dataclass
class Message:
    """What ptoc says of a place: `line` and `column` from 0, in characters; `notes` are further places."""
    line: int
    column: int
    severity: str
    text: str
    rule: str
    length: int = 1
    notes: list = dataclasses.field(default_factory=list)


def messages(output):
    """The messages in the output of ptoc."""
    found, last = [], None
    for line in output.split("\n"):
        match, marked = LINE.match(line), MARKED.match(line)
        if match:
            last = Message(int(match[1]) - 1, int(match[2]) - 1, match[3], match[4], match[5])
            if match[3] == "note" and found:
                found[-1].notes.append(last)
            else:
                found.append(last)
        elif marked and last:
            last.length = len(marked[1])
    return found


def parts(text):
    """The parts that lines `// -----` split a text into, each with the number of its first line."""
    starts = [0] + [number for number, line in enumerate(text.split("\n")) if number and line.startswith("// -----")]
    lines = text.split("\n")
    return [(start, "\n".join(lines[start:end])) for start, end in zip(starts, starts[1:] + [len(lines)])]


async def judge(ptoc, words, text):
    """The messages of ptoc about a text."""
    found = []
    for start, part in parts(text):
        process = await asyncio.create_subprocess_exec(
            ptoc, "--verify-only", *words, "-", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE)
        try:
            _, said = await asyncio.wait_for(process.communicate(part.encode()), LIMIT)
        except BaseException:     # another keystroke, or a ptoc that hangs
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            raise
        for message in messages(said.decode(errors="replace")):
            for one in (message, *message.notes):
                one.line += start
            found.append(message)
        if process.returncode not in (0, 1):
            found.append(Message(start, 0, "error", f"ptoc ended with status {process.returncode}", None))
    return found
