# SPDX-License-Identifier: Apache-2.0
"""`ptometal run`: build a kernel, boot it, bind files to its parameters, write the results back."""
import contextlib
import io
import math
import os
import re
import shutil
import sys

from ptometal import boards, build, child, kernel, link, project, qemu
from ptometal.binary import elf, symbols
from ptometal.checker import ends, findings, schedule
from ptometal.buffers import Arguments
from ptometal.common import DONE, FAULT, INTERNAL, TIME_LIMIT, USAGE, Progress, Stop, coloured, policies, say, usage_error
from ptometal.binary.memory import Image
from ptometal.options import Option, named, positive, seconds
from ptometal.results.outcome import Outcome
from ptometal.timing import host, options as timing

SUMMARY = """ptometal run KERNEL [options] [--] ARG...

Build the kernel in KERNEL (.c, .cpp, .pto, the folder of a CMake project, or an image made by `ptometal image`), boot it on
the board, run it on the given data and write the results back. One ARG for each parameter of the kernel, in order:

  in:FILE          a buffer with the contents of FILE
  inout:FILE       the same, written back after the run
  out:FILE=BYTES   a buffer of zeros, written to FILE after the run; with an x it is a shape in elements: =300x64, =300x;
                   without = it is as large as the kernel declares, where it does
  NUMBER           a scalar: 64, -1, 0x40, 1.5
  comm             the windows of all ranks, as CommContext has them (docs/ranks.md)

With --ranks N, {rank} in an ARG is the number of the rank, from 0: in:x.{rank}.npy. An
input without it is split along its first axis, a part for each rank; what is written needs it.

KERNEL may be a program too, a .json file with buffers and launches (docs/programs.md): it takes no ARG.
The same FILE given twice is one buffer; in:FILE@64 is a pointer to its byte 64. A FILE.npy is an array of numpy: its
elements must be those of the parameter. Files are written only when the run ended well.
"""
EPILOGUE = """
Exit status: 0 done; 1 the kernel does not compile; 2 wrong usage, or a file that cannot be read or
written; 3 the kernel faulted on the target; 124 time limit; 70 ptometal itself failed, or the link to the board.
"""

GRACE = 3   # seconds
ARGUMENTS = {"": "", ":SEED": r":\d+", ":FILE": ":.+"}
STAGED = re.compile(r"\bgm(\d+)\.bin\b")


def policy(text):
    if not any(re.fullmatch(name + ARGUMENTS[argument], text) for name, argument in policies()):
        raise ValueError(text)
    return text


*FIRST, LAST = map("".join, policies())
policy.__doc__ = f"{', '.join(FIRST)} or {LAST}"


def other_number(text):
    name, _, value = text.partition("=")
    if text == "buffers=2":
        return text
    if name.removeprefix("PIPE_") not in timing.SCALED or not re.fullmatch(r"\d{1,3}(\.\d{1,2})?", value):
        raise ValueError(text)
    return f"percent_{name.removeprefix('PIPE_')}={round(100 * float(value))}"


other_number.__doc__ = f"PIPE=FACTOR, as MTE2=0.5, of {', '.join(timing.SCALED)}, or buffers=2"


def folder_flag(text):
    return "-I" + text


def define_flag(text):
    return "-D" + text


def warning_flag(text):
    return "-W" + text


def whole(number):
    return str(math.ceil(number))


REPORTED = ("--json", "--trace", "--timeline")      # files written after a run: useless without one
OPTIONS = [
    Option("--entry", "NAME", kind=named, image=str, text="the kernel, where the file has several"),
    Option("--target", "NAME", kind=named, text="the image, where KERNEL is the folder of a project that has several"),
    Option("--blocks", "N", 1, kind=positive, image=str, text="number of blocks (default 1)"),
    Option("--ranks", "N", 1, kind=positive, image=str,
           text="run N ranks at the same time, each with buffers of its own (default 1; docs/ranks.md)"),
    Option("--images", text="with --ranks: an image for each rank, side by side, with memory that they share"),
    Option("--arch", "NAME", choices=("a5", "a2a3"),
           image=str, text="profile of the ISA: a5 or a2a3 (default: what the kernel states, else a5)"),
    Option("--subc", "NAME", "carry", choices=("carry", "borrow"),
           text="the mask of vsubc and vsubcs: carry (1 is no borrow, default) or borrow"),
    Option("--harts", "N", 1, kind=positive, text="harts of the board (default 1)"),
    Option("--policy", "P", "eager", kind=policy,
           image=schedule.policy_word, text="who steps next on one hart: " + policy.__doc__.replace("eager", "eager (default)")),
    Option("--sync", "NAME", choices=("auto", "explicit"),
           text="of a kernel in C++: commands wait for those that touch the same bytes (auto, default of a kernel without "
                "synchronisation of its own), or for what is written (explicit)"),
    Option("--gm", "NAME", choices=("strict", "granule", "discard"),
           image=str, text="what transfers past a GM buffer are: faults (strict, default); reads: warnings, writes: faults (granule, "
                "default for .pto); warnings, and what they write is dropped (discard)"),
    Option("--timeout", "S", 60.0, kind=seconds, image=whole, text="time limit in seconds, rounded up (default 60; 0: none)"),
    Option("--fast-math", "WHAT", choices=("reassociate",),
           text="reassociate: loops may add floats in another order, with other bits; it is said where"),
    Option("--explain-speed", text="say of each loop of a .pto kernel whether it runs in strips, and what keeps it back"),
    Option("--check", text="look for races, uninitialised reads and missing synchronisation (slower); status 3 on findings"),
    Option("--zero-ub", text="with --check: local memories begin with zeros, as without it, and not with 0x7fc0 (NaN)"),
    Option("--explore", "N", kind=positive,
           text="--check, and run it in other orders too: all policies, and N in which conflicting commands change places"),
    Option("--time", text="count the cycles that the kernel would take on an NPU, and say which pipe waits for what"),
    Option("--time-table", "FILE", kind=named,
           text="with --time: numbers of isa/time that are other ones; a line each: NAME N"),
    Option("--what-if", "PIPE=FACTOR|buffers=2", kind=other_number, many=True,
           text="--time, where each command of a pipe takes so many times as long: V=0.5, MTE2=2; or where there are two "
                "buffers for each that pipes hand back and forth by flags or tokens"),
    Option("--clocks", "WHERE", choices=host.WHERE,
           text="where --time counts: in a second run on the host (default), or on the board, which gives the same "
                "cycles and takes many times the instructions"),
    Option("--trace", "FILE", kind=named, text="--time, and write its commands to FILE as a trace for Perfetto"),
    Option("--wall", text="with --trace: lanes of what the machine that counts has taken for each command, too"),
    Option("--timeline", "FILE", kind=named, text="--time, and write its commands to FILE as a page for a browser (.html) or a picture (.svg)"),
    Option("--json", "FILE", kind=named, text="write how the run ended to FILE: status, fault, findings, instructions, cycles"),
    Option("--suppress", "FILE", kind=named, text="findings of --check that are none; a line each: FINDING FILE:LINE"),
    Option("--count", image=str, text="count instructions: `instructions: N` on stderr (QEMU runs slower)"),
    *build.CONFIGURATION,
    Option("--debug", text="compile the kernel for gdb: all its variables can be read, and it is slow"),
    Option("-D", "NAME=VALUE", kind=define_flag, many=True, text="define a macro for a kernel in C"),
    Option("-I", "DIR", kind=folder_flag, many=True, text="a folder with headers for a kernel in C"),
    Option("-W", "NAME", kind=warning_flag, many=True, text="warnings: -Wno-NAME not this one, -Werror they are errors"),
    Option("--link", "NAME", kind=link.parse,
           text="how data comes in and out: semihosting (default), embedded in the image, gdb[:HOST:PORT], uart[:PATH], "
                "files on the host"),
    Option("--keep", "DIR", kind=named, text="leave image, generated C and staged files in DIR"),
]


def followed_kernel(kernels, entry):
    """The kernel that an image will run, or None if the image will report that it has none."""
    if entry is None:
        programs = [kernel for kernel in kernels if kernel.kind == elf.PROGRAM]
        kernels = programs or kernels
        return kernels[0] if len(kernels) == 1 else None
    return next((kernel for kernel in kernels if kernel.name == entry), None)


def image_words(values, arguments, source):
    """The command line that the runner in the image reads."""
    given = {**vars(values), "gm": values.gm or ("granule" if source.endswith(".pto") else "strict")}
    words = []
    for option in OPTIONS:
        if option.image and given.get(option.key):
            words += [option.name, option.image(given.get(option.key))] if option.value else [option.name]
    return words + ["--"] + arguments


UNREPORTED = "fault: the machine was switched off before the run had ended, not by the runtime\n"
REPORTS = (qemu.PROGRESS, timing.PREFIX, "fault: ", "warning: ", "error: ", "instructions")


class Job:
    """A prepared run: image and staged files in a private folder."""

    def __init__(self, values, words):
        if not words:
            raise usage_error("run needs a kernel: ptometal run KERNEL [options] [--] ARG...")
        self.values = values
        source = self.source = words[0]
        kernel.check_source(source, projects=True)
        exploring = bool(getattr(values, "explore", None))
        self.quiet = not values.check and not exploring    # if only a replay needs the checker, show no findings
        values.check = values.check or exploring or values.policy.startswith("replay:")
        check_keep(values.keep)
        suppress = getattr(values, "suppress", None)
        self.times, self.other_times = timing.of_run(values, source)
        clocks = source.endswith(".elf") and has_clocks(source)
        if clocks and not self.times:
            self.times = timing.unheard(source)
        elif self.times and source.endswith(".elf") and not clocks:
            raise usage_error(f"--time: {source} is an image without clocks; make one with them by `ptometal image --time` "
                              "or TIMED in its CMakeLists.txt, or give the source of the kernel")
        if suppress and not values.check:
            raise usage_error("--suppress is for --check")
        if getattr(values, "clocks", None) and not values.time:
            raise usage_error("--clocks is for --time")
        self.instructions = None     # as counted
        self.findings = findings.Findings(suppress)
        schedule.policy_word(values.policy)     # reports errors in its file
        self.arguments = Arguments(words[1:], self.rank_num(values))
        if source.endswith(".elf"):
            follow_image(source, values)
        self.config = build.Config.of(self.with_room(values))
        if values.count and self.config.board.is_host:
            raise usage_error(f"--count: board {self.config.board.name} counts no instructions")
        if values.harts > self.config.board.max_harts:
            raise usage_error(f"--harts {values.harts}: {self.config.board.name} has at most "
                              f"{self.config.board.max_harts}")
        if values.harts > 1 and (exploring or values.policy.startswith("replay:")):
            raise usage_error(f"--harts {values.harts}: a schedule orders what runs on one hart")
        if values.harts > 1 and values.policy != "eager":
            say(f"warning: --policy {values.policy} orders what runs on one hart; "
                f"--harts {values.harts} run at the same time")
        self.link = chosen_link(values, self.config.board, source)
        if self.has_images:
            from ptometal import images     # rarely needed
            images.check(values, self.config.board, self.link.kind)
        with contextlib.ExitStack() as stack:
            self.folder = stack.enter_context(child.scratch_folder("ptometal-"))
            self.elf = os.path.join(self.folder, "kernel.elf")
            stack.callback(self.keep)
            counts_on = None if clocks or not self.times else host.board_of(values)
            if counts_on:
                values.time, self.other_times = False, None     # the image of the board has no clocks
            self.prepare(source)
            self.counting = stack.enter_context(self.made_for_counting(words, counts_on)) if counts_on else None
            self.ending = stack.pop_all()

    @property
    def has_images(self):
        """Whether each rank is an image of its own."""
        return bool(getattr(self.values, "images", None))

    @staticmethod
    def rank_num(values):
        """The number of ranks."""
        return getattr(values, "ranks", None) or 1

    @staticmethod
    def with_room(values):
        """The options, with a larger board of its kind if there are more ranks than vector cores."""
        board = boards.load(values.board)
        cores = board.defines.get("CLUSTERS", 1) * board.defines.get("VECTOR_CORES", 2)
        if not getattr(values, "images", None) and (getattr(values, "ranks", None) or 1) > cores and board.words("FOR_RANKS"):
            values.board = board.word("FOR_RANKS")
        return values

    def prepare(self, source):
        if source.endswith(".elf"):
            shutil.copyfile(source, self.elf)
            os.chmod(self.elf, 0o700)
        else:
            project.build_image(source, self.config, self.values, self.folder)
            self.tell_of_strips(source)
        known = followed_kernel(kernels_of(self.elf, source), self.values.entry)
        self.arguments.resolve(known)
        if self.link.kind == "embedded" and known:    # otherwise the runner reports it at once
            self.arguments.check_count(known)
        check_memory(self.arguments.total_bytes())
        fill = self.values.check and not self.quiet and not getattr(self.values, "zero_ub", None)
        other_times = ["--times", self.other_times] if self.other_times else []
        self.words = (["--fill"] if fill else []) + other_times + image_words(self.values, self.arguments.words(), source)
        self.arguments.stage(self.folder)
        self.relink(source)
        if "-smp" in self.config.board.words("QEMU") or self.has_images:     # the machine has more harts than requested
            self.words[:0] = ["--harts", str(self.values.harts)]

    def made_for_counting(self, words, board):
        """The job that counts the cycles of this one on the host. Of its build only errors are shown."""
        own = host.options_of(self.values, OPTIONS, board)
        config = build.Config.of(own)
        build.ensure_observer(config, build.ensure_runtime(config), "time")
        said = io.StringIO()
        try:
            with contextlib.redirect_stderr(said):
                return Job(own, words)
        except Stop as stop:
            sys.stderr.write(said.getvalue())
            why = f": {stop.message}" if stop.message else ""
            raise Stop(stop.status, f"--time: the kernel compiles for the board, but not for the host, where cycles are "
                                    f"counted; --clocks board counts on the board{why}") from None

    def tell_of_strips(self, source):
        if self.values.check or self.values.debug or not self.config.has_long_registers:
            return
        from ptometal.compilers import strips     # rarely needed
        told = strips.note(source, self.config.vlen)
        if told:
            say(told)

    def relink(self, source):
        """Relink the image for another link than that of the kernel."""
        if self.link.kind == self.config.board.first_link or source.endswith(".elf"):
            return
        settings = build.ensure_runtime(self.config)
        observer = kernel.observer_of(self.values)
        if observer:
            settings = build.ensure_observer(self.config, settings, observer)
        if self.link.kind == "embedded":
            from ptometal.link import embed     # rarely needed
            self.elf = embed.link(self, settings)
        else:
            self.elf = kernel.relink(self.folder, settings, self.link.kind)

    def files(self):
        """The files of the run, for its link."""
        return [link.File(buffer.staged, self.folder, buffer.size if buffer.written else 0)
                for buffer in self.arguments.buffers]

    def with_file_names(self, line):
        """A line of a report with the user's file names in place of staged ones."""
        buffers = self.arguments.buffers
        return STAGED.sub(lambda match: buffers[int(match[1])].path if int(match[1]) < len(buffers) else match[0],
                          line)

    def publish(self):
        self.arguments.publish(self.folder, movable=not self.values.keep)

    def keep(self):
        if not self.values.keep:
            return
        try:
            shutil.copytree(self.folder, self.values.keep, dirs_exist_ok=True)
        except shutil.Error as error:
            raise usage_error(f"--keep {self.values.keep}: {error.args[0][0][2]}") from None
        except OSError as error:
            raise usage_error(f"--keep {self.values.keep}: {error.strerror}") from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ending.close()


def chosen_link(values, board, source):
    """The link of a run: the requested one, else the image's, else that of the environment or the board."""
    made_for = link_of(source) if source.endswith(".elf") else None
    chosen = values.link or link.default()
    if made_for and (chosen is None or chosen.kind != made_for):
        if values.link:
            raise usage_error(f"--link {values.link}: {source} is made for --link {made_for}")
        chosen = link.parse(made_for)
    if made_for == "embedded":
        raise usage_error(f"{source}: this image has its command line in it, `ptometal flash` and the emulator boot it")
    return chosen or link.parse(board.word("LINK", board.first_link))


def link_of(path):
    """The link that an image was built for."""
    kernels_of(path, path)  # reports files that are not images
    known = {name: value for name, value in Image(path).symbols().items() if name.startswith(link.SYMBOL)}
    for name, version in known.items():
        if version != link.IMAGE_VERSION:
            raise usage_error(f"{path}: an image of version {version}, this ptometal runs {link.IMAGE_VERSION}: make it again")
        return name[len(link.SYMBOL):]
    return None


def check_keep(folder):
    if folder and os.path.exists(folder) and not os.path.isdir(folder):
        raise usage_error(f"--keep {folder}: this is not a folder")


def check_memory(needed):
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if needed > there:
        raise usage_error(f"the buffers have {needed} bytes, this machine has {there} bytes of memory")


def kernels_of(path, source):
    """The kernels of an image."""
    with open(path, "rb") as file:
        try:
            return elf.kernels(file.read())
        except elf.NotAnImage as wrong:
            raise usage_error(f"{source}: {wrong}") from None


def has_clocks(path):
    """Whether an image reports times (firmware/time/report.c)."""
    with open(path, "rb") as file:
        return b"time: launch " in file.read()


def follow_image(path, values):
    """Boot an image on the core that it was built for, as given by its architecture attribute."""
    with open(path, "rb") as file:
        data = file.read()
    machine = elf.machine(data)
    if machine in elf.HOSTS.values():
        values.board = values.board if boards.load(values.board).is_host else "native"
        return
    if machine is not None and boards.load(values.board).is_host:
        raise usage_error(f"{path}: this is an image for RISC-V; board {values.board} runs those that were made for it")
    lengths = [int(length) for length in re.findall(rb"_zvl(\d+)b", data)]
    values.vlen = max(lengths, default=None) if values.vlen is None else values.vlen
    values.backend = values.backend or ("rvv" if lengths else "scalar")


def boot(job):
    """Run a prepared job; returns the exit status of the driver."""
    names = symbols.Symbols(job.elf)

    progress = Progress()

    def show_error(line):
        if line.rstrip() == qemu.ENDED:
            return
        if line.startswith(qemu.PROGRESS):
            progress.show("  " + job.with_file_names(line[len(qemu.PROGRESS):]).rstrip())
            return
        if job.times and line.startswith(timing.PREFIX):
            job.times.take(line, names.annotate)
            return
        progress.clear()
        if line.startswith(qemu.COUNTED):
            job.instructions = int(line[len(qemu.COUNTED):])
        finding = line.startswith(findings.PREFIX)
        if finding and (job.quiet or job.findings.take(line, lambda text: job.with_file_names(names.annotate(text)))):
            return
        line = job.with_file_names(names.annotate(line))
        job.findings.hear(line)
        sys.stderr.write(coloured(line))
        sys.stderr.flush()

    def show_output(line):
        sys.stdout.write(line)
        sys.stdout.flush()

    def show(line):
        report = line.startswith(REPORTS) or line.startswith("  ")
        (show_error if report and job.link.kind == "embedded" else show_output)(line)

    values = job.values
    if values.explore:
        from ptometal.checker import explore     # rarely needed
        result = explore.explore(explore.Explorer(job, boot_once), show_error)
        progress.clear()
    else:
        result = boot_once(job, job.words, show, show_error)
        if job.findings.carried:
            from ptometal.checker import fills     # rarely needed
            fills.judge(job, boot_once, result)
        progress.clear()
        if not job.findings.reports:
            job.findings.hear(ends.unsaid(result.status, values.timeout))
        job.findings.finish()
        if job.counting and result.status == DONE:
            count_on_host(job)
        if job.times:
            job.times.finish()
    return judge(job, result)


def count_on_host(job):
    """Run the job that counts the cycles of `job`. Raises Stop if it does not end as the run on the board did."""
    counting, said = job.counting, []
    names = symbols.Symbols(counting.elf)

    def take(line):
        if line.startswith(timing.PREFIX):
            job.times.take(line, names.annotate)
        elif not line.startswith(qemu.PROGRESS):
            said.append(counting.with_file_names(names.annotate(line)).rstrip())

    result = boot_once(counting, counting.words, lambda line: None, take)
    if result.status != DONE:
        fault = next((line for line in said if line.startswith("fault: ")), f"exit status {result.status}")
        raise Stop(FAULT, f"--time: the run on the board ends well, the one on the host that counts cycles does "
                          f"not; --clocks board counts on the board: {fault}")


def boot_once(job, words, on_stdout, on_stderr):
    values, config = job.values, job.config
    # The image ends by itself at the limit and reports its position; the driver ends it only if it does not.
    limit = math.ceil(values.timeout) + GRACE if values.timeout else 0
    what = link.Run(
        job.elf, values.board, config.vlen, config.backend, values.harts, [qemu.SAY_END] + words, job.files(),
        job.folder, limit, icount=values.count, gm_bytes=job.arguments.room(), on_stdout=on_stdout, on_stderr=on_stderr)
    if job.has_images:
        from ptometal import images     # rarely needed
        result = images.run(job.link, what, values.ranks)
    else:
        result = link.run(job.link, what)
    if result.status in (DONE, USAGE, FAULT) and not result.is_reported():
        on_stderr(UNREPORTED)
        result.stderr += UNREPORTED
        result.status = FAULT
    return result


def judge(job, result):
    """The exit status of the driver after a run; results are published if the run was successful."""
    values = job.values
    unfounded = values.check and (job.quiet or job.findings.are_all_suppressed())
    if result.status == FAULT and unfounded and "fault: " not in result.stderr:
        result.status = DONE
    if result.status == TIME_LIMIT:
        say(f"error: no end within {values.timeout:g} s (--timeout); nothing was written"
            + job.config.board.hint_if_silent(result.stdout + result.stderr))
    elif result.status == DONE:
        job.publish()
    elif result.status not in (USAGE, FAULT):
        qemu_failed = "qemu-system" in result.stderr
        say(f"error: {'QEMU' if qemu_failed else 'the image'} ended with status {result.status}")
        return INTERNAL if qemu_failed else FAULT
    return result.status


def main(values, words):
    outcome = Outcome(values)
    try:
        if words and words[0].endswith(".json"):
            from ptometal.program import command     # rarely needed
            status = command.main(values, words, outcome)
        else:
            with Job(values, words) as job:
                outcome.findings, outcome.times = job.findings, job.times
                status = boot(job)
                outcome.instructions = job.instructions
    except Stop as stop:
        outcome.write(stop.status, getattr(stop, "output", ""))
        raise
    outcome.write(status)
    return status
