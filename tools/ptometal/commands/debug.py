# SPDX-License-Identifier: Apache-2.0
"""`ptometal debug`: run a kernel under gdb, stopped at its start."""
import contextlib
import os
import shutil
import signal
import socket
import subprocess

from ptometal import boards, build, child, link, qemu
from ptometal.common import DONE, INTERNAL, ROOT, Stop, say, usage_error
from ptometal.options import Option, positive
from ptometal.runs import boot, options
from ptometal.runs.job import Job

SUMMARY = """ptometal debug KERNEL [options] [--] ARG...

Boot a kernel as `ptometal run` does, with gdb attached. gdb starts before the first instruction;
`break FILE:LINE` and `continue` go to a line of the kernel, in C or in .pto. Vector registers and masks print as
lanes; `pto` shows what the agents do, what is queued and which flags are set; a fault stops where it is reported.

--serve leaves gdb to somebody else, an editor for instance: with --keep DIR it finds the image as DIR/kernel.elf.
"""

OPTIONS = [
    *(option for option in options.OPTIONS if option.name not in ("--debug", "--link", "--explore", "--clocks", *options.REPORTED)),
    Option("--optimized", text="compile the kernel as for a run; variables may be gone"),
    Option("--ex", "COMMAND", many=True, text="a gdb command to start with (may be given several times)"),
    Option("--batch", text="leave gdb after the --ex commands"),
    Option("--serve", "PORT", kind=positive, text="start no gdb: wait for one on this port of localhost"),
]
ENDS_WITHIN = 2     # seconds after gdb exits; a kernel that still runs is then ended
GDBS = ("gdb-multiarch", "riscv64-unknown-elf-gdb")


def gdb_command(job, connection):
    """gdb's command line for a job; `connection` are its first commands."""
    program = next((name for name in GDBS if shutil.which(name)), None)
    if program is None:
        raise Stop(INTERNAL, "gdb-multiarch is not installed: `./ptometal setup` (as root) installs it")
    line = [program, "-q", "-nx", "-ex", "set confirm off", "-ex", "set pagination off",
            "-ex", f"directory {os.getcwd()}", *connection]
    helpers = os.path.join(ROOT, "tools", "gdb", "ptometal.py")
    if os.path.exists(helpers):
        line += ["-ex", f"source {helpers}"]
    if job.values.batch:
        line.insert(1, "-batch")
    for command in job.values.ex:
        line += ["-ex", command]
    return line


def connect(job, address):
    """The commands that take gdb to the harts that run the kernel."""
    if not job.config.board.defines.get("HART_FIRST"):
        commands = [f"file {job.elf}", f"target remote {address}"]
    else:
        # The excluded hart is of another kind, and so in the first of two groups of the emulator.
        commands = [f"target extended-remote {address}", "add-inferior", "inferior 2", "attach 2", f"file {job.elf}",
                    "set schedule-multiple on"]
    return [word for command in commands for word in ("-ex", command)]


def main(values, words):
    values.debug, values.link = not values.optimized, link.parse(boards.load(values.board).first_link)
    timed = values.time or values.what_if
    if timed and words and words[0].endswith(".elf"):
        raise usage_error(f"--time: {words[0]} under gdb would print its times as they come; `ptometal run` reports them")
    values.clocks = "host" if timed else None     # an image under gdb talks to the terminal
    with Job(values, words) as job:
        if job.config.board.is_host and values.serve:
            raise usage_error("--serve: an image for this computer needs no server; gdb starts it")
        if job.config.board.is_host:
            ended, status = start(job)
        else:
            process, status = serve(job) if values.serve else attach(job)
            ended = process.returncode
        # The emulator reports success if gdb kills the kernel.
        if ended < 0 or ended == DONE and not job.arguments.are_written(job.folder):
            say("the run was ended by gdb; nothing was written")
        elif ended == DONE:
            if job.counting:
                boot.count_on_host(job)
                job.times.finish()
            job.publish()
        return DONE if status == 0 else INTERNAL


def target_command(job, *stub):
    """The emulator, stopped before the first instruction, with a gdb stub."""
    return qemu.command(job.elf, job.config.vlen, job.values.harts, job.words, job.values.board, job.config.backend,
                        extra=["-S", *stub], gm_bytes=job.arguments.room())


def attach(job):
    """Run the job under a child gdb: the emulator's process and gdb's exit status.

    Uses TCP, which accepts gdb's last acknowledgement after the emulator has exited. A local socket breaks then, and
    gdb would not report how the kernel ended.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:
        line = gdb_command(job, connect(job, "127.0.0.1:%d" % server.getsockname()[1]))
        target = target_command(job, "-chardev", f"socket,fd={server.fileno()},server=on,wait=off,nodelay=on,id=gdb",
                                "-gdb", "chardev:gdb")
        with child.running(target, signal.SIGKILL, cwd=job.folder, stdin=subprocess.DEVNULL,
                           pass_fds=[server.fileno()]) as process:
            server.close()          # the emulator has its own copy, and is finished
            status = call(line)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(ENDS_WITHIN)
    return process, status


def call(line):
    """Run gdb, which handles keyboard interrupts; returns its exit status."""
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    status = subprocess.call(line)
    signal.signal(signal.SIGINT, previous)
    return status


def start(job):
    """Run the job as a process under our own gdb: the exit statuses of both, -1 if the process has none."""
    said = os.path.join(job.folder, "exit_status")
    tell = f"gdb.events.exited.connect(lambda end: open({said!r}, 'w').write(str(getattr(end, 'exit_code', -1))))"
    commands = [f"file {job.elf}", f"set cwd {job.folder}", f"set environment HAL_HOST_HARTS {job.values.harts}",
                "set startup-with-shell off", f"set args {' '.join(job.words)}", f"python {tell}",
                "handle SIGSEGV SIGBUS SIGILL SIGFPE SIG34 nostop noprint pass", "starti"]
    status = call(gdb_command(job, [word for command in commands for word in ("-ex", command)]))
    return int(build.read(said) or -1), status


def serve(job):
    """Run the job for a gdb that the user connects."""
    values = job.values
    job.keep()
    target = target_command(job, "-gdb", f"tcp:localhost:{values.serve}")
    with child.running(target, signal.SIGKILL, cwd=job.folder, stdin=subprocess.DEVNULL) as process:
        where = f"; the image is {os.path.join(values.keep, 'kernel.elf')}" if values.keep else ""
        say(f"waits for gdb on localhost:{values.serve}{where}")
        return process, process.wait()
