# SPDX-License-Identifier: Apache-2.0
"""Compiles kernels in C++ to objects, for the driver and (as a program) for cmake/pto_add.cmake.

    cpp.py --settings build/.../ptometal.json -o OBJECT [--sync auto|explicit] SOURCE [OPTION OF THE COMPILER...]

As a program it also takes sources without a kernel. The text that was compiled, the names of its headers and the
diagnostics stay in the folder OBJECT.dir, as kernel.cpp, kernel.d and messages.
"""
import argparse
import hashlib
import json
import os
import sys

if __name__ == "__main__":
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from ptometal import build, child  # noqa: E402  (after the path is right)
from ptometal.common import locked  # noqa: E402  (after the path is right)
from ptometal.compilers import cpp_diagnostics, cpp_text  # noqa: E402  (after the path is right)
from ptometal.compilers.calls import NotCompiled, call, join, own_files  # noqa: E402  (after the path is right)


AUTOMATIC = ("ptometal: {} has no synchronisation of its own: commands wait for those that touch the same bytes "
             "(--sync auto)\n")


def call_compiler(words, messages):
    """call(), with diagnostics at the user's lines."""
    said = []
    try:
        call(words, said)
    except NotCompiled as failure:
        raise NotCompiled("".join(messages) + cpp_diagnostics.shorten(failure.output), failure.message) from None
    messages.append(cpp_diagnostics.shorten("".join(said)))


def precompiled(compiler, settings):
    """The options that give a compiler our headers, which are most of a short kernel, precompiled. Of clang only."""
    usual = settings["precompiled"]     # that of C, with the options behind it
    if not usual or "signature" not in settings:
        return []
    name = os.path.join(os.path.dirname(usual[1]), f"cpp-{hashlib.sha256(json.dumps(compiler).encode()).hexdigest()[:16]}")
    header, of = f"{name}.pch", f"{name}.signature"
    with locked(f"{name}.lock"):
        if build.read(of) != settings["signature"] or not os.path.exists(header):
            with child.scratch_folder(".pch-", os.path.dirname(name)) as work:
                made = os.path.join(work, "cpp.pch")
                call([*compiler, "-Xclang", "-fno-pch-timestamp", "-x", "c++-header", cpp_text.HEADER, "-o", made], [])
                os.replace(made, header)
            with open(of, "w", encoding="utf-8") as file:
                file.write(settings["signature"])
    return ["-include-pch", header, *usual[2:]]


class Unit:
    """A file to compile."""

    def __init__(self, source, compiler, settings, work, entry=None, sync=None, flags=()):
        self.source = source
        self.compiler = cpp_text.options(compiler)
        self.flags = [*flags, *cpp_text.search(source)]     # what the command line and the place of the file add
        self.settings = settings    # of the runtime
        self.work = work            # a folder for the text, for dependencies (kernel.d) and for objects of cores
        self.entry = entry          # the kernel that decides about order and cores; None: all of them
        self.sync = sync            # auto, explicit or None
        self.alike = cpp_text.chosen(source, None) if entry else []     # kernels that would give the same object

    @property
    def dependencies(self):
        return os.path.join(self.work, "kernel.d")

    def compile(self, target, messages):
        """Compile its kernels for the cores that they need; diagnostics are appended to the messages."""
        itself = self.has_sections([])      # not by way of its headers: a cluster is likely
        if itself and self.compile_for_cluster(target, messages):
            return
        self.compile_for(None, target, messages)
        if not itself and self.has_sections(own_files(self.dependencies)):
            self.compile_for_cluster(target, messages)

    def compile_for(self, core, target, messages):
        """Compile one object, with automatic order where the options or the lack of any other ask for it."""
        text = cpp_text.wrap(self.source, self.work, core)
        words = ["-MMD", "-MF", self.dependencies, "-MT", target, "-c", text, "-o", target]
        automatic = self.sync == "auto" if self.sync else not cpp_text.seems_synchronised(self.source, self.flags)
        call_compiler(self.words(automatic) + words, messages)
        if self.sync is not None:
            return
        functions = cpp_text.IN_AUTOMATIC if automatic else cpp_text.SYNCHRONISATION
        lacking = self.decide(cpp_text.unsynchronised(functions), target)
        if automatic != bool(lacking):      # the words were misleading
            del messages[:]
            call_compiler(self.words(not automatic) + words, messages)
        if lacking:
            messages.append(AUTOMATIC.format(lacking))

    def decide(self, question, *objects):
        """The answer to a question about the entry in any of the objects; kernels with another one are no longer alike."""
        graphs = [cpp_text.references(obj) for obj in objects]

        def of(name):
            return next(filter(None, (question(self.source, name, graph) for graph in graphs)), "")

        answer = of(self.entry)
        self.alike = [name for name in self.alike if bool(of(name)) == bool(answer)]
        return answer

    def words(self, automatic):
        """The compiler with its options."""
        compiler = [*self.compiler, *(["-DPTO_SYNC_AUTO=1"] if automatic else [])]
        plain = not cpp_text.configures(self.source) and not any(flag.startswith(("-D", "-U")) for flag in self.flags)
        return [*compiler, *(precompiled(compiler, self.settings) if plain else []), *self.flags]

    def has_sections(self, files):
        """Whether files have code for each kind of core, unless an option chooses one."""
        return not any("__DAV_" in flag for flag in self.flags) and cpp_text.has_sections([self.source, *files])

    def compile_for_cluster(self, target, messages):
        """Compile an object that has the code of each kind of core; False if no core waits for another one."""
        said = []
        objects = [os.path.join(self.work, f"{core}.o") for core in cpp_text.CORES]
        for core, compiled in zip(cpp_text.CORES, objects):
            self.compile_for(core, compiled, said)
        if not self.decide(cpp_text.exchanges, *objects):
            return False
        cube, alone = objects[0], os.path.join(self.work, "alone.o")
        join([cube], alone, self.settings, "--force-group-allocation")   # so that no template is shared
        cpp_text.hide(self.source, alone)
        join([alone, *objects[1:]], target, self.settings)
        messages[:] = dict.fromkeys(said)
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--settings", required=True)
    parser.add_argument("--sync", choices=("auto", "explicit"))
    parser.add_argument("-o", required=True)
    parser.add_argument("source")
    given, options = parser.parse_known_args()
    settings = json.loads(build.read(given.settings))
    work = f"{given.o}.dir"
    os.makedirs(work, exist_ok=True)
    unit, messages = Unit(given.source, settings["compile"], settings, work, sync=given.sync, flags=options), []
    try:
        unit.compile(given.o, messages)
    except NotCompiled as failure:
        print(failure, file=sys.stderr)
        return 1
    print("".join(messages), end="", file=sys.stderr)
    with open(os.path.join(work, "messages"), "w", encoding="utf-8") as file:
        file.writelines(messages)
    return 0


if __name__ == "__main__":
    sys.exit(main())
