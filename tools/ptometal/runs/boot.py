# SPDX-License-Identifier: Apache-2.0
"""Boots prepared runs: shows what they say, judges their end, and publishes their results."""
import math
import sys

from ptometal import link, qemu
from ptometal.binary import symbols
from ptometal.checker import ends, findings
from ptometal.common import DONE, FAULT, INTERNAL, TIME_LIMIT, USAGE, Progress, Stop, coloured, say
from ptometal.timing import options as timing

GRACE = 3   # seconds
UNREPORTED = "fault: the machine was switched off before the run had ended, not by the runtime\n"
REPORTS = (qemu.PROGRESS, timing.PREFIX, "fault: ", "warning: ", "error: ", "instructions")


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
