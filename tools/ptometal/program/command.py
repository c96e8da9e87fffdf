# SPDX-License-Identifier: Apache-2.0
"""`ptometal run PROGRAM.json`."""
import gc
import sys

from ptometal import build, kernel, qemu
from ptometal.checker import explore as explorer, findings
from ptometal.common import DONE, FAULT, Progress, coloured, plural, usage_error
from ptometal.compilers.calls import NotCompiled
from ptometal.program import explore, schema, session
from ptometal.results.output import Output, publish
from ptometal.timing import options as timing

# Options of `ptometal run` for single kernels, or not yet supported for programs.
OF_KERNELS = ("clocks", "entry", "target", "debug", "explain_speed", "fast_math", "keep", "link")


def check_options(values, words):
    if len(words) > 1:
        raise usage_error(f"{words[1]}: a program names its files itself, it takes no ARG")
    for name in OF_KERNELS:
        if getattr(values, name, None):
            raise usage_error(f"--{name.replace('_', '-')} is for a kernel, not for a program")
    if values.suppress and not values.check:
        raise usage_error("--suppress is for --check")
    if values.blocks != 1:
        raise usage_error("--blocks is for a kernel: a launch of a program has its own")
    if values.images:
        raise usage_error("--images is for a kernel: the ranks of a program are in one image")
    if values.ranks > 1 and values.time:
        raise usage_error("--ranks: programs of several ranks are not timed")


def output_of(buffer, path, array):
    """Where the contents of a buffer go."""
    def write(target):
        target.write(array.header() if array else b"")
        target.write(buffer.output)
    return Output(path, write)


def counted(result):
    """The lines of --count: the whole program, and its kernels from the largest part on."""
    kernels = sorted(result.kernels.items(), key=lambda entry: (-entry[1][0], entry[0]))
    return f"{qemu.COUNTED}{result.instructions}\n" + "".join(
        f"instructions of {name}: {number} in {plural(tasks, 'task')}\n" for name, (number, tasks) in kernels)


def main(values, words, outcome):
    gc.disable()      # none of the launches is garbage: to look through them takes a quarter of the time of reading
    quiet = not values.check and not values.explore     # a replay needs the checker, and shows no findings
    values.check = values.check or bool(values.explore) or values.policy.startswith("replay:")
    times, numbers = timing.of_run(values, words[0])
    check_options(values, words)
    config = build.Config.of(values)
    config.check_run(values.harts, values.policy, values.count, bool(values.explore))
    subc = ["-DPTO_SUBC_BORROW=1"] if values.subc == "borrow" else []
    reader = schema.Reader(words[0], config, values.arch, values.gm, values.D + values.I + subc, values.W, values.ranks).read()
    try:
        reader.program.prepare(kernel.observer_of(values))
    except NotCompiled as failure:
        kernel.show(failure.output)
        raise
    kernel.show("".join(one.messages for one in reader.program.kernels))
    found = findings.Findings(values.suppress)
    outcome.findings, outcome.times = found, times
    settings = {"harts": values.harts, "timeout": values.timeout, "zero_ub": values.zero_ub or quiet}
    if values.explore:
        runs = explore.Explorer(values, words[0], reader.program, found, settings)
        status = explorer.explore(runs, show_output).status
    else:
        status = run_once(reader.program, outcome, dict(
            settings, policy=values.policy, count=values.count, check=values.check, time=bool(times), numbers=numbers), quiet)
    if status == DONE:
        publish([output_of(*one) for one in reader.outputs])
        if times:
            times.finish()
    return status


def show_output(line):
    print(line, end="", flush=True)


def run_once(program, outcome, settings, quiet):
    """Run a program in a boot of its own; returns the status."""
    progress, found, times = Progress(), outcome.findings, outcome.times
    with session.Session(on_output=show_output, **settings) as boot:
        boot.findings = found
        boot.on_progress = lambda line: progress.show("  " + line.removeprefix(qemu.PROGRESS).rstrip())
        try:
            result = boot.run(program, times)
        except session.Fault as fault:
            print(coloured(fault.report), file=sys.stderr)
            found.hear(fault.report)
            found.finish()
            fault.message = ""
            raise
        finally:
            progress.clear()
    for line in result.warnings + [call.rstrip() for call in session.calls_of(result.warnings, program)]:
        print(coloured(line), file=sys.stderr)
    outcome.instructions = result.instructions
    if result.instructions is not None:
        sys.stderr.write(counted(result))
    told = [finding["text"] for finding in found.finish()] if not quiet else []
    sys.stderr.write("".join(session.calls_of(told, program)))
    return FAULT if told else DONE
