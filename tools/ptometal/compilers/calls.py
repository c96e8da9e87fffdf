# SPDX-License-Identifier: Apache-2.0
"""Calls of compilers and linkers: their diagnostics, and the files that they read."""
import os
import re

from ptometal import build, child
from ptometal.common import BUILD, NOT_COMPILED, ROOT, Stop

# Headers below these are covered by the signature of the runtime.
RUNTIME_FOLDERS = tuple(os.path.join(ROOT, folder) + os.sep for folder in build.RUNTIME_SOURCES)
SYSTEM_FOLDERS = ("/usr/lib/", "/usr/include/")

DIAGNOSTIC = (r"(?P<file>\S.*?):(?P<line>\d+):(?P<column>\d+): (?P<severity>error|warning): "
              r"(?P<text>.*?)(?: \[(?P<rule>[\w-]+)\])?$")
COUNT = r"\d+ (error|warning)s?( and \d+ errors?)? generated\.$"


def without_colour(text):
    return re.sub(r"\x1b\[[\d;]*[mK]", "", text)


class NotCompiled(Stop):
    """A kernel that does not compile, with the compilers' output."""

    def __init__(self, output, message):
        super().__init__(NOT_COMPILED, message)
        self.output = output

    def __str__(self):
        return self.message or self.output.rstrip()

    def _first(self, pattern):
        found = re.search(pattern, without_colour(self.output), re.M)
        return found[1] if found else None

    @property
    def place(self):
        """FILE:LINE of the first error, or None."""
        return self._first(r"^(\S.*?:\d+):\d+: error: ")

    @property
    def rule(self):
        """The name of the violated rule of the first error, or None: only .pto has rules."""
        return self._first(r": error: .*\[([\w-]+)\]$")


def call(command, messages, brief=False):
    """Run one compiler, which may be `brief`; its diagnostics are appended to the messages, and a failure raises NotCompiled."""
    status, output = child.output_of(command, brief)
    output = without_repetitions(output)
    if status:
        crashed = status < 0 or status > 2
        raise NotCompiled("".join(messages) + output, f"{command[0]} ended with status {status}" if crashed else "")
    messages.append(output)


def without_repetitions(output):
    """Diagnostics without duplicates: a macro that uses its argument four times reports the same error four times."""
    blocks, seen = [[]], set()
    for line in output.splitlines(keepends=True):
        plain = without_colour(line)
        if re.match(DIAGNOSTIC, plain) or re.match(COUNT, plain):
            blocks.append([])
        blocks[-1].append(line)
    kept = []
    for block in blocks:
        first = without_colour(block[0]) if block else ""
        if first not in seen and not re.match(COUNT, first):
            kept += block
        if re.match(DIAGNOSTIC, first):
            seen.add(first)
    return "".join(kept)


def diagnostics(output):
    """The errors and warnings in the output of compilers: file, line, column, severity, text, rule (of .pto, or None)."""
    found = filter(None, (re.match(DIAGNOSTIC, line) for line in without_colour(output).splitlines()))
    return [dict(match.groupdict(), line=int(match["line"]), column=int(match["column"])) for match in found]


def linker(settings, words):
    """The command that links words for the compiler: the linker itself where clang would only start it."""
    lld = [word.partition("=")[2] for word in settings["link"] if word.startswith("--ld-path=")]
    template = settings.get("linker", [])     # of a host: with what clang adds, from another compiler's folder
    if not lld and not (template and all(map(os.path.exists, (word for word in template if word.startswith("/"))))):
        return [settings["link"][0], *words]
    given = []
    for word in words:
        if word.startswith("-Wl,"):
            given += word.split(",")[1:]
        elif word not in ("-nostdlib", "-no-pie") and not word.startswith(("--target=", "--ld-path=", "-fsanitize=")):
            given.append(word)
    if lld or "-nostdlib" in words:
        return [*(lld or template[:1]), *given]
    at = given.index("-o")
    image, given = given[at + 1], given[:at] + given[at + 2:]
    objects = template.index("OBJECTS")
    return [*(image if word == "IMAGE" else word for word in template[:objects]), *given, *template[objects + 1:]]


def join(objects, target, settings, *options):
    """Merge objects into one, with the linker of the images."""
    machine = [word for word in settings["link"] if word.startswith(("-march=", "-mabi="))]
    call(linker(settings, [*machine, "-nostdlib", "-r", *(f"-Wl,{option}" for option in options), *objects, "-o", target]), [])


def own_files(dependencies):
    """The user's own files that a compilation read (a make-style dependency file)."""
    text = (build.read(dependencies) or "").replace("\\\n", " ").partition(":")[2]
    files = [word.replace("\\ ", " ") for word in re.findall(r"(?:\\ |\S)+", text)]
    own = [os.path.abspath(file) for file in files]
    return [file for file in own
            if not file.startswith(RUNTIME_FOLDERS + SYSTEM_FOLDERS + (BUILD + os.sep,))]
