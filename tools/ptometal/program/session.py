# SPDX-License-Identifier: Apache-2.0
"""Runs programs: one boot for each, or one for several in a session."""
import contextlib
import errno
import math
import os
import queue
import re
import threading
import time

from ptometal import child, link, qemu
from ptometal.binary import symbols
from ptometal.checker import explore, findings, schedule
from ptometal.common import DONE, FAULT, INTERNAL, TIME_LIMIT, Stop, usage_error
from ptometal.program import image, stage
from ptometal.timing import record
from ptometal.timing.summary import Times

PROGRESS = 256     # tasks between lines
STAGED = re.compile(r"\bgm(\d+)\.(?:bin|out)\b")
PLACE = re.compile(r"; at (.+?:\d+) in (\S+)|; at (.+?:\d+)\b")
COUNT = re.compile(r"instructions of (\S+): (\d+) in (\d+) task")
TASK = re.compile(r"\btask (\d+), ")
OF_TASK = re.compile(r"; task \d+, \S+$")      # the end of a warning


class Fault(Stop):
    """A kernel of a program faulted. `place` is FILE:LINE, `task` the number of the launch; None: unknown."""

    def __init__(self, report, status=FAULT):
        super().__init__(status, report)
        self.report = report
        found = PLACE.search(report)
        self.place = (found[1] or found[3]) if found else None
        found = TASK.search(report)
        self.task = int(found[1]) if found else None

    def __str__(self):
        return self.report


class Result:
    """The result of a run: `warnings` (lines); with count `instructions`, and `kernels` by name: (instructions, tasks);
    with check `findings` (dictionaries), with order `order` (lines), with time `times`."""

    def __init__(self, lines, found=(), times=None):
        self.findings = list(found)
        self.order = [line[len(explore.ORDER):].rstrip() for line in lines if line.startswith(explore.ORDER)]
        self.times = Times(times.as_json()) if times else None
        counts = [int(line.split()[1]) for line in lines if line.startswith(qemu.COUNTED)]
        self.instructions = counts[-1] if counts else None
        found = filter(None, map(COUNT.match, lines))
        self.kernels = {match[1]: (int(match[2]), int(match[3])) for match in found}
        self.warnings = [line.rstrip() for line in lines if line.startswith(("warning: ", "check: note: "))]


class Settings:
    """The settings of runs of programs; `numbers`: other ones of isa/time; `open_views`: a part may exceed its view, with
    a warning; `policy_word`: the policy as the image takes it; `order`: with check, each command is listed."""

    def __init__(self, harts=1, policy="eager", timeout=60.0, count=False, check=False, zero_ub=False, time=False,
                 numbers=None, open_views=False, policy_word=None, order=False):
        if check and time:
            raise usage_error("time: not with check")
        self.harts, self.policy, self.timeout, self.count = harts, policy, timeout, count
        self.numbers, self.open_views, self.order = numbers, open_views, order
        self.policy_word = policy_word or schedule.policy_word(policy)
        self.observer = "check" if check else "time" if time else None
        self.fill = check and not zero_ub

    def words(self, arch, path):
        """The command line of the image."""
        words = ["--program", path, "--policy", self.policy_word, "--arch", arch,
                 "--progress", str(PROGRESS)]
        words += ["--timeout", str(math.ceil(self.timeout))] if self.timeout else []
        words += ["--times", self.numbers] if self.numbers else []
        flags = {"--count": self.count, "--fill": self.fill, "--order": self.order, "--open-views": self.open_views}
        words += [word for word, given in flags.items() if given]
        return words + ["--harts", str(self.harts)]


class Boot:
    """One boot of an image: blocks go in through a pipe, replies come as lines."""

    def __init__(self, program, settings, arch, folder, on_output):
        self.program_kernels = {kernel.objects[settings.observer] for kernel in program.kernels}
        self.arch, self.folder, self.room = arch, folder, program.room()
        self.lines, self.status = queue.Queue(), None
        self.pipe = os.path.join(folder, "jobs")
        os.mkfifo(self.pipe)
        image.link(program.kernels, program.config, folder, settings.observer)
        elf = os.path.join(folder, "kernel.elf")
        self.names = symbols.Symbols(elf)
        config = program.config
        self.first_link = config.board.first_link
        run = link.Run(elf, config.board.folder if not config.board.in_tree else config.board.name, config.vlen,
                       config.backend, settings.harts, settings.words(arch, "jobs"), (), folder, 0,
                       icount=settings.count, gm_bytes=self.room, on_stdout=on_output, on_stderr=self.lines.put)
        self.thread = threading.Thread(target=self.boot, args=(run,), daemon=True)
        self.thread.start()
        self.file = self.open_pipe()

    def boot(self, run):
        try:
            self.status = link.run(link.parse(self.first_link), run).status
        finally:
            self.lines.put(None)

    def open_pipe(self):
        """The pipe, once the image has opened it."""
        while self.thread.is_alive():
            try:
                file = os.open(self.pipe, os.O_WRONLY | os.O_NONBLOCK)
            except OSError as error:
                if error.errno != errno.ENXIO:
                    raise
                time.sleep(0.002)
                continue
            os.set_blocking(file, True)
            return os.fdopen(file, "wb")
        return None

    def send(self, data):
        with contextlib.suppress(BrokenPipeError):
            if self.file:
                self.file.write(data)
                self.file.flush()

    def answer(self, on_line, times):
        """The lines up to the end of a block; the second result is False if the image has ended."""
        lines = []
        for line in iter(self.lines.get, None):
            if line == "done\n":
                return lines, True
            if line.startswith(qemu.PROGRESS):
                on_line(line)
                continue
            if times and line.startswith(record.PREFIX):
                times.take(line, self.names.annotate)
                continue
            lines.append(line if line.startswith(findings.PREFIX) else self.names.annotate(line))
        return lines, False

    def close(self):
        with contextlib.suppress(BrokenPipeError):
            if self.file:
                self.file.close()
        self.thread.join()


class Session:
    """A boot that runs one program after the other; it boots again if a program has other kernels."""

    def __init__(self, on_output=None, **settings):
        self.settings = Settings(**settings)
        self.on_output = on_output or (lambda line: print(line, end=""))
        self.on_progress = lambda line: None
        self.findings = findings.Findings()
        self.boots = 0
        self.current = None
        self.ending = contextlib.ExitStack()
        self.folders = contextlib.ExitStack()

    def __enter__(self):
        OPEN.append(self)
        return self

    def __exit__(self, *_):
        OPEN.remove(self)
        self.close()

    def close(self):
        self.end_boot()
        self.ending.close()

    def end_boot(self):
        if self.current:
            self.current.close()
            self.current = None
        self.folders.close()

    def serves(self, program, arch):
        """Whether the boot can run a program: it has the kernels and enough memory."""
        boot = self.current
        return (boot and boot.arch == arch and program.room() <= boot.room and
                {kernel.objects[self.settings.observer] for kernel in program.kernels} <= boot.program_kernels)

    def run(self, program, times=None):
        """Run a program; the results are in its buffers. Raises Fault. `times` (record.Times) hears the cycles."""
        settings = self.settings
        program.config.check_run(settings.harts, settings.policy, settings.count)
        arch = program.prepare(settings.observer, settings.open_views)
        if not self.serves(program, arch):
            self.end_boot()
            folder = self.folders.enter_context(child.scratch_folder("ptometal-"))
            self.current = Boot(program, settings, arch, folder, self.on_output)
            self.boots += 1
        boot = self.current
        paths = [(stage(buffer, boot.folder, number), f"gm{number}.out" if buffer.stores else "")
                 for number, buffer in enumerate(program.buffers)]
        boot.send(program.job(paths, answers=True))
        if settings.observer == "time":
            times = times or record.Times(program, {})
        lines, alive = boot.answer(self.on_progress, times)
        found = [line for line in lines if line.startswith(findings.PREFIX)]
        named = [with_names(line, program) for line in lines if line not in found]
        before = len(self.findings.all)
        for line in found:
            self.findings.take(line, boot.names.annotate)
        if not alive:
            self.end_boot()
            raise failure(boot.status, named + calls_of(named, program), settings.timeout)
        for buffer, (_, target) in zip(program.buffers, paths):
            if target:
                self.collect(buffer, os.path.join(boot.folder, target))
        return Result(named, self.findings.all[before:], times)

    @staticmethod
    def collect(buffer, path):
        with open(path, "rb") as file:
            buffer.output = file.read()
        os.unlink(path)


OPEN = []      # open sessions, the innermost last


def with_names(line, program):
    return STAGED.sub(lambda match: program.buffers[int(match[1])].name, line)


def calls_of(lines, program):
    """The calls of the tasks that a report mentions."""
    order = program.order()
    numbers = dict.fromkeys(int(number) for line in lines for number in TASK.findall(line))
    return [f"  task {number} is {order[number].place}: {order[number]}\n" for number in numbers if number < len(order)]


def failure(status, lines, timeout):
    """The exception for a boot that has ended."""
    reports = [line.rstrip("\n") for line in lines]
    if status == TIME_LIMIT:
        return Stop(TIME_LIMIT, f"no end within {timeout:g} s; nothing was written\n" + "\n".join(reports))
    faults = [at for at, line in enumerate(reports) if line.startswith("fault: ")]
    if faults:
        return Fault("\n".join(reports[faults[0]:]))
    errors = [line for line in reports if line.startswith("error: ")]
    return Stop(status if status not in (None, DONE) else INTERNAL,
                errors[0][len("error: "):] if errors else "\n".join(["the image has ended"] + reports))


def run(program, **settings):
    """Run a program: in the innermost open session, else in a boot of its own."""
    if OPEN and not settings:
        return OPEN[-1].run(program)
    with Session(**settings) as session:
        return session.run(program)
