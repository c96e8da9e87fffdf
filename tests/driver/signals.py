# SPDX-License-Identifier: Apache-2.0
"""However the driver ends, it leaves no processes and no files."""
import os
import pathlib
import signal
import subprocess
import time

import kernels
from harness import CONFIGURATION, PTOMETAL, ROOT, test, write

# Compiles for seconds: 60 vector functions.
SLOW = "#include <pto/pto.h>\n" + "".join(f"""
PTO_VF(slow{i}, (float *, x))
{{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vf32_t v = pto_vlds(x, 0);
    for (int32_t i = 0; i < 8; i++) {{
        v = pto_vdiv(pto_vexp(v, all), pto_vln(pto_vadds(v, {i}.0f, all), all), all);
        pto_vsts(v, x, 64 * i, all);
    }}
}}
""" for i in range(60)) + """
PTO_KERNEL(slow, (float *, x))
{
""" + "".join(f"    pto_launch(slow{i}, pto_ub(float, 0));\n" for i in range(60)) + "}\n"


def children(process):
    """The programs below a process: {process id: name}."""
    found, parents = {}, {process}
    for _ in range(4):
        for entry in pathlib.Path("/proc").iterdir():
            try:
                text = (entry / "stat").read_text()
            except (OSError, ValueError):
                continue
            name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
            if entry.name.isdigit() and int(rest[1]) in parents and rest[0] != "Z":
                found[int(entry.name)] = name
                parents.add(int(entry.name))
    return found


def wait_until(condition, seconds, what):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def is_running(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def end_with(number, folder, source, program, words=("run", "out:y=4")):
    """Start a run, and send a signal once a child of that name runs. Nothing may be left, and the status must be the
    signal's."""
    scratch = folder / "tmp"
    scratch.mkdir(exist_ok=True)
    with subprocess.Popen([PTOMETAL, words[0], *CONFIGURATION, source, *words[1:]], cwd=folder,
                          env=dict(os.environ, TMPDIR=str(scratch)), stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        started = {}

        def program_runs():
            started.update(children(process.pid))
            return any(name.startswith(program) for name in started.values())

        wait_until(program_runs, 100, f"{program} does not start")
        process.send_signal(number)
        process.wait(100)
    wait_until(lambda: not any(map(is_running, started)), 10, f"{signal.Signals(number).name} leaves {started}")
    if number != signal.SIGKILL:
        assert process.returncode == 128 + number, process.returncode
        assert not list(scratch.iterdir()), list(scratch.iterdir())
    assert not (folder / "y").exists()


@test
def no_emulator_outlives_the_driver(folder):
    write(folder, "endless.c", kernels.ENDLESS)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL):
        end_with(number, folder, "endless.c", "qemu")


@test
def no_compiler_outlives_the_driver(folder):
    cache = ROOT / "build" / "cache"
    program = "riscv64" if os.environ.get("PTO_CC") == "gcc" else "clang"
    for number, words in ((signal.SIGTERM, ("run", "out:y=4")), (signal.SIGHUP, ("run", "out:y=4")),
                          (signal.SIGTERM, ("check",))):
        write(folder, "slow.c", f"{SLOW}// {folder} {number} {words}\n")
        before = set(cache.glob(".new-*"))
        end_with(number, folder, "slow.c", program, words)
        # Concurrent tests compile as well: their processes end by themselves.
        left = set(cache.glob(".new-*")) - before
        deadline = time.monotonic() + 60
        while left and time.monotonic() < deadline:
            time.sleep(0.2)
            left &= set(cache.glob(".new-*"))
        assert not left, left


@test
def interrupt_right_after_the_start_leaves_no_traceback(folder):
    for step in range(20):
        with subprocess.Popen([PTOMETAL, "run", *CONFIGURATION, "nosuch.c"], cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            wait_until(lambda: is_python(process.pid) or process.poll() is not None, 100, "it does not start")
            time.sleep(0.01 * step)
            process.send_signal(signal.SIGINT)
            said = process.communicate(timeout=100)[1]
        assert "Traceback" not in said, said
        assert process.returncode in (2, 130, -signal.SIGINT), process.returncode


def is_python(process):
    """Whether a process has become the driver's interpreter, and is not the shell any more."""
    try:
        return b"cli.py" in pathlib.Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
