# SPDX-License-Identifier: Apache-2.0
"""Times as a picture, for documents: SVG with a lane for each pipe, work in colour, waits in grey."""
import os
from html import escape

from ptometal.timing import timeline
from ptometal.timing.graph import lane, location, title
from ptometal.timing.report import name

WIDTH, LEFT, LANE, BAR, TOP = 960, 110, 26, 18, 34
COLOURS = {"S": "#8a94a6", "MTE2": "#3b7dd8", "MTE1": "#17a2b8", "M": "#7c5cd6", "V": "#2e9e6b", "FIX": "#d6568f", "MTE3": "#d9932b"}
WORK, WAIT, INK, SOFT = "#3b7dd8", "#cfd6e0", "#1c2330", "#667085"
LETTER = 6.2     # width of a letter in a bar


def rectangle(x, y, width, colour, text):
    return (f'<rect x="{x:.1f}" y="{y}" width="{max(width, 0.5):.1f}" height="{BAR}" fill="{colour}">'
            f"<title>{escape(text)}</title></rect>\n")


def label(x, y, text, colour=INK, anchor="start"):
    return f'<text x="{x:.1f}" y="{y}" fill="{colour}" text-anchor="{anchor}">{escape(text)}</text>\n'


def bars(command, y, scale):
    """The wait of a command, and its work with a name where there is room."""
    start, cycles = LEFT + command["start"] * scale, command["end"] - command["start"]
    text = f"{title(command)} at {location(command)}: {cycles} cycles from {command['start']}"
    if command["wait"]:
        yield rectangle(start - command["wait"] * scale, y, command["wait"] * scale, WAIT, f"waits {command['wait']} cycles: {text}")
    if cycles:
        yield rectangle(start, y, cycles * scale, COLOURS.get(name(command["pipe"]), WORK), text)
        if len(title(command)) * LETTER < cycles * scale:
            yield label(start + cycles * scale / 2, y + 13, title(command), "#ffffff", "middle")


def picture(times, source):
    """The output of --timeline FILE.svg."""
    drawn = timeline.lanes(times)
    row = {lane(pipe): TOP + LANE * number for number, pipe in enumerate(drawn)}
    height, scale = TOP + LANE * len(drawn) + 8, (WIDTH - LEFT - 10) / max(times["cycles"], 1)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">\n'
             f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>\n',
             label(LEFT, 20, f"{os.path.basename(source)}: {times['cycles']} cycles"),
             label(WIDTH - 10, 20, f"{times['cycles'] / times['clock_mhz']:.2f} us at {times['clock_mhz']} MHz ({times['arch']})", SOFT, "end")]
    for pipe in drawn:
        core = f"core {pipe['core']} " if len(times["cores"]) > 1 else ""
        parts.append(label(LEFT - 10, row[lane(pipe)] + 13, core + name(pipe["pipe"]), SOFT, "end"))
    for command in sorted(times["commands"] + times["syncs"], key=lambda one: (one["start"], one["end"])):
        parts += bars(command, row[lane(command)], scale)
    return "".join(parts) + "</svg>\n"
