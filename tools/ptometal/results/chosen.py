# SPDX-License-Identifier: Apache-2.0
"""The files that words of a command line choose: files, folders, lists of either, and a shard of all of them."""
import os
import re
import sys

from ptometal.common import numbered_lines, usage_error

WORDS = """A word may be a file, a folder (all in it), @FILE (a list, a word a line, # begins a comment), or - (a list on stdin)."""
KERNEL = re.compile(r"\bPTO_(?:CUBE_|MIXED_)?KERNEL\b|\bPTO_PROGRAM\b|__global__")


class Shard:
    """A part of a sequence: every N-th entry, so that shards take about as long."""

    def __init__(self, text):
        """I/N: the shard, from 1, and their number"""
        match = re.fullmatch(r"(\d+)/(\d+)", text)
        self.index, self.count = (int(match[1]), int(match[2])) if match else (0, 0)
        if not 1 <= self.index <= self.count:
            raise ValueError(text)

    def of(self, entries):
        return entries[self.index - 1::self.count]

    def __str__(self):
        return f"{self.index}/{self.count}"


def shard(text):
    """I/N: which shard, from 1, of how many"""
    return Shard(text)


def expand(words, in_folder, nested=False):
    """The paths that the words stand for, each once, in order. `in_folder` lists those of a folder."""
    paths = []
    for word in words:
        if word == "-" and not nested:
            paths += expand([line.strip() for line in sys.stdin if line.strip()], in_folder, nested=True)
        elif word.startswith("@") and not nested:
            paths += expand([line for _, line in numbered_lines(word[1:], word)], in_folder, nested=True)
        elif os.path.isdir(word):
            paths += in_folder(word)
        else:
            paths.append(word)
    return list(dict.fromkeys(paths))


def walk(folder):
    """(folder, its folders, its files) of all below a folder, sorted, without hidden ones."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield place, folders, sorted(name for name in files if not name.startswith("."))


def kernels(folder):
    """The kernels below a folder: .pto files, and sources that define a kernel; the folder itself if there is none."""
    found = [os.path.join(place, name) for place, _, files in walk(folder) for name in files
             if name.endswith(".pto") or name.endswith((".c", ".cpp")) and defines_kernel(os.path.join(place, name))]
    return found or [folder]


def defines_kernel(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return bool(KERNEL.search(file.read()))
    except OSError:
        return True      # reported where it is judged


def projects(folder):
    """The folder if it is a project of CMake, else those below it; the folder itself if there is none."""
    found = []
    for place, folders, files in walk(folder):
        if "CMakeLists.txt" in files:
            found.append(place)
            folders.clear()
    return found or [folder]


def of_shard(paths, part, what):
    """The paths of a shard (None: all); usage error if that is empty."""
    chosen = part.of(paths) if part else paths
    if paths and not chosen:
        raise usage_error(f"--shard {part}: there are {len(paths)} {what}, and none in this shard")
    return chosen
