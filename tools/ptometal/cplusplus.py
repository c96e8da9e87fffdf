# SPDX-License-Identifier: Apache-2.0
"""Kernels in C++: compilation, and the descriptors of their entry points.

A function `__global__ AICORE void NAME(...)` of the file is a kernel. The compiler gets the text of the file under its
own name, with a line appended for each kernel: <pto/kernel.hpp> makes the descriptor from the function's type.
"""
import os
import re
import shutil
import subprocess

from ptometal import build
from ptometal.binary import elf
from ptometal.common import NOT_COMPILED, ROOT, Stop

HEADERS = os.path.join(ROOT, "firmware", "include", "cpp")
LANGUAGE = ["-x", "c++", "-std=gnu++20", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-nostdinc++",
            "-Wno-unknown-pragmas", "-Wno-missing-braces", "-I" + HEADERS, "-isystem", os.path.join(HEADERS, "std")]

COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
ENTRY = re.compile(r'(?P<before>template\s*<[^;{}]*>\s*|"C"\s*)?'
                   r'(?P<words>(?:\b(?:__global__|AICORE|__aicore__|inline|static)\b\s*|\[aicore\]\s*)+)'
                   r'void\s+(?P<name>\w+)\s*\((?P<params>[^()]*)\)\s*\{')


def options(compiler):
    """Translate C compiler options to C++. Include folders of C++ come before those of the C library."""
    words = [word for word in compiler if not word.startswith("-std=")]
    return words[:1] + LANGUAGE + words[1:]


def plain(text):
    """The text without comments; strings and newlines stay, for line numbers."""
    return COMMENT_OR_STRING.sub(lambda m: m[0] if m[0][0] == '"' else re.sub(r"[^\n]", " ", m[0]), text)


def entries(text):
    """(name, line, names of its parameters) of each kernel of a file."""
    text, found = plain(text), []
    for match in ENTRY.finditer(text):
        if "__global__" not in match["words"] or (match["before"] or "").startswith("template"):
            continue
        params = [param for param in match["params"].split(",") if param.strip() not in ("", "void")]
        names = [re.search(r"(\w+)\s*(?:\[\s*\])?\s*$", param.split("=")[0]) for param in params]
        line = text.count("\n", 0, match.start("name")) + 1
        found.append((match["name"], line, [name[1] if name else f"p{i}" for i, name in enumerate(names)]))
    return found


def wrap(source, work):
    """Write the text to compile into the folder `work`; returns its path."""
    text = build.read(source) or ""
    kernels = entries(text)
    if not kernels:
        raise Stop(NOT_COMPILED, f'{source}: no kernel: a function `extern "C" __global__ AICORE void NAME(...)`')
    shown = source.replace("\\", "\\\\").replace('"', '\\"')
    tail = "".join("PTO_CPP_KERNEL(PTO_KERNEL_UNIFIED, %s)\n" % ", ".join(
        [name, str(line), *(f'"{param}"' for param in params)]) for name, line, params in kernels)
    path = os.path.join(work, "kernel.cpp")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'#line 1 "{shown}"\n{text}\n{tail}')
    return path


def search(source):
    """Include options for the folder of the file, since the compiler gets a copy of it."""
    return ["-iquote", os.path.dirname(os.path.abspath(source))]


# Runtime functions called by kernels that synchronise explicitly.
SYNCHRONISATION = {"pto_set_flag_at", "pto_wait_flag_at", "pto_get_buf_at", "pto_rls_buf_at", "pto_pipe_barrier_at",
                   "pto_wait_event_at", "pto_tile_after_at", "pto_tsync_at"}
RECORDS = re.compile(r"^RELOCATION RECORDS FOR \[(.*)\]:")
SYMBOL = re.compile(r"^[0-9a-f]+ .{7} (\S+)\s+[0-9a-f]+ (?:\.hidden )?(\S+)$")


def references(obj):
    """The section of each symbol of an object file, and the symbols and sections that each section refers to."""
    with open(obj, "rb") as file:
        is_host = elf.machine(file.read(64)) == elf.HOST
    program = shutil.which("objdump" if is_host else "riscv64-unknown-elf-objdump")
    done = subprocess.run([program, "-r", "-t", obj], capture_output=True, text=True, check=True)
    section_of, calls, current = {}, {}, None
    for line in done.stdout.splitlines():
        if match := RECORDS.match(line):
            current = calls.setdefault(match[1], set())
        elif current is not None and len(words := line.split()) == 3:
            current.add(re.sub(r"[+-]0x[0-9a-f]+$", "", words[2]))
        elif match := SYMBOL.match(line):
            section_of[match[2]] = match[1]
    return section_of, calls


def synchronises(entry, section_of, calls):
    """Whether code reachable from a kernel synchronises commands."""
    reached, pending = set(), [f"pto_kernel_entry_{entry}"]     # of <pto/kernel.hpp>
    while pending:
        name = pending.pop()
        if name in SYNCHRONISATION:
            return True
        section = section_of.get(name, name)
        if section.startswith((".text", ".rodata", ".data")) and section not in reached:
            reached.add(section)
            pending += calls.get(section, ())
    return False


def unsynchronised(source, entry, obj):
    """The names of kernels without any synchronisation, provided that no kernel has any: "add", "a, b"."""
    names = [name for name, _, _ in entries(build.read(source) or "") if entry in (None, name)]
    graph = references(obj)
    return "" if any(synchronises(name, *graph) for name in names) else ", ".join(names)
