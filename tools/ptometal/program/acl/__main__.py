# SPDX-License-Identifier: Apache-2.0
"""Run a program of the host API (acl.h) whose kernels run on a board.

    python3 -m ptometal.program.acl MAIN KERNEL... [-- ARG...]

MAIN is the program's source (.c, .cpp), compiled for this computer (CC, CXX); KERNELs are files with kernels (.c, .cpp,
.pto). The program launches them by ACLRT_LAUNCH_KERNEL(name)(blocks, stream, args...) of "aclrtlaunch_name.h". All
launches run in one boot. PTOMETAL_RUN has options: --board NAME (default native: this computer), --vlen N, --policy P,
--harts N, --timeout S, --check, --time, --trace FILE, --timeline FILE.

Exit status: that of the program; 1 it does not compile; 3 a kernel faulted, or the checker found something.
"""
import os
import shlex
import subprocess
import sys

from ptometal import child, kernel
from ptometal.binary import elf
from ptometal.common import FAULT, NOT_COMPILED, USAGE, Stop, plural, say
from ptometal.program import image
from ptometal.program.acl import stubs
from ptometal.program.acl.server import Server
from ptometal.program.environment import BUILDS, ONE_RANK, settings_of

HERE = os.path.dirname(os.path.abspath(__file__))


def kernels_of(source, config):
    """All kernels of a file."""
    kernel.check_source(source)
    with child.scratch_folder("ptometal-") as folder:
        kernel.build_image(kernel.Request(source, config, flags=image.flags_of(source)), folder)
        with open(os.path.join(folder, "kernel.elf"), "rb") as file:
            return [image.Kernel(source, found.name, config) for found in elf.kernels(file.read())]


def build_program(main, launches, folder):
    """Compile the host program; returns its path."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    linker = compiler if main.endswith(".c") else shlex.split(os.environ.get("CXX", "c++"))
    include, objects = ["-I" + os.path.join(HERE, "include"), "-I" + folder], []
    for command, source in ((compiler, os.path.join(HERE, "acl.c")), (compiler, launches), (linker, main)):
        objects.append(os.path.join(folder, f"{os.path.basename(source)}.o"))
        if subprocess.run([*command, "-O1", "-g", *include, "-c", source, "-o", objects[-1]], check=False).returncode:
            raise Stop(NOT_COMPILED, f"{source} does not compile for this computer")
    path = os.path.join(folder, "program")
    if subprocess.run([*linker, *objects, "-o", path], check=False).returncode:
        raise Stop(NOT_COMPILED, f"{main} does not link")
    return path


def serve(path, words, server, folder):
    """Run the host program, answering its requests; returns its exit status."""
    asked, sends = os.pipe()
    hears, answers = os.pipe()
    environment = {**os.environ, "PTOMETAL_ACL": f"{sends},{hears}", "PTOMETAL_ACL_FOLDER": folder}
    with subprocess.Popen([path, *words], env=environment, pass_fds=(sends, hears)) as process:
        os.close(sends)
        os.close(hears)
        with os.fdopen(asked) as requests, os.fdopen(answers, "w") as replies:
            for line in requests:
                print(server.answer(line), file=replies, flush=True)
        return process.wait()


def main(words):
    words, _, args = (words[:words.index("--")], "--", words[words.index("--") + 1:]) if "--" in words else (words, "", [])
    if len(words) < 2 or words[0] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stderr)
        return USAGE
    settings = settings_of(os.environ.get("PTOMETAL_RUN", ""), words[0])
    given = {name: settings.pop(name) for name, _ in BUILDS.values() if name in settings}
    config = image.options(**{"board": ONE_RANK, **given})
    kernels = [found for source in words[1:] for found in kernels_of(source, config)]
    with child.scratch_folder("ptometal-") as folder:
        path = build_program(words[0], stubs.write([one.described() for one in kernels], folder), folder)
        server = Server(kernels, config, folder, **settings)
        try:
            status = serve(path, args, server, folder)
        finally:
            server.close()
    boots = server.stream.session.boots
    say(server.fault or f"{server.launched} launch{'es' * (server.launched != 1)} in {plural(boots, 'boot')}")
    found = server.stream.session.findings.told()
    for finding in found:
        say(finding["text"])
    status = status or (FAULT if server.fault or found else 0)
    if status == 0 and "times" in settings:
        settings["times"].finish()
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Stop as stop:
        say(f"error: {stop.message}")
        sys.exit(stop.status)
