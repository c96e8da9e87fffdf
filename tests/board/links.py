#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs over --link gdb and --link uart: data, faults, lines that harm bytes, links that are lost. Prints TAP.

Usage: links.py     (the environment is that of pto_add_script_test)
"""
import contextlib
import os
import re
import socket
import subprocess
import sys
import time

from harness import ADD, ARGS, BOARD, BUILD, COUNT, WANTED, expect, main, ptometal
from line import Line, connect
from ptometal import boards, build, qemu

MACHINE = boards.load(BOARD)
UART = MACHINE.word("CONSOLE", "semihosting") not in ("semihosting", "htif", "board")
CONFIG = build.Config(BOARD, int(os.environ["PTO_VLEN"]) or None, os.environ["PTO_CC"])
FAULT = [*ARGS[:-1], str(COUNT + 1)]
PROGRESS = re.compile(r"  (reading|writing) \w+: \d+ of \d+ kB$")     # reported for slow transfers
REPORT = re.compile(r"^fault: mte_gm_ub: .* of GM buffer a is outside its 4000 bytes; at .*add\.c:\d+", re.M)


def check_sum(folder):
    expect((folder / "sum").read_bytes() == WANTED, "the sum is wrong")


def check_fault(folder, link):
    done = ptometal(folder, "run", ADD, *BUILD, "--link", link, *FAULT, status=3)
    expect(REPORT.search(done.stderr), f"no report: {done.stderr}")
    expect(not (folder / "sum").exists(), "an output was written")


@contextlib.contextmanager
def machine(folder, link, *extra):
    """The emulator, started by hand with an image for a link."""
    ptometal(folder, "image", ADD, *BUILD, "--link", link, "-o", f"{link}.elf")
    line = qemu.command(str(folder / f"{link}.elf"), CONFIG.vlen, 1, (), BOARD, CONFIG.backend, semihosting=False)
    at = line.index("-serial")
    with subprocess.Popen(line[:at] + line[at + 2:] + list(extra), cwd=folder, stdin=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


@contextlib.contextmanager
def line_to_machine(folder, **harms):
    """A line to the machine's UART."""
    path = str(folder / "uart.socket")
    with machine(folder, "uart", "-serial", f"unix:{path},server=on,wait=off"), connect(path) as end:
        line = Line(end, folder / "tty", **harms)
        try:
            yield line
        finally:
            line.close()


def gdb_carries_data(folder):
    ptometal(folder, "run", ADD, *BUILD, "--link", "gdb", *ARGS)
    check_sum(folder)


def gdb_carries_a_fault(folder):
    check_fault(folder, "gdb")


def a_stub_that_runs_already_is_used_again_and_again(folder):
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    with machine(folder, "gdb", "-serial", "null", "-S", "-gdb", f"tcp:localhost:{port}"):
        place = f"gdb:localhost:{port}"
        ptometal(folder, "run", ADD, *BUILD, "--link", place, *ARGS)
        check_sum(folder)
        check = ptometal(folder, "run", ADD, *BUILD, "--link", place, *FAULT, status=3)
        expect(REPORT.search(check.stderr), f"no report: {check.stderr}")
        (folder / "sum").unlink()
        ptometal(folder, "run", "gdb.elf", *BUILD, *ARGS, PTO_LINK=place)
        check_sum(folder)
    done = ptometal(folder, "run", ADD, *BUILD, "--link", place, *ARGS, status=70)
    expect(f"error: {place}: Connection refused" in done.stderr, f"no word: {done.stderr}")


def uart_carries_data(folder):
    done = ptometal(folder, "run", ADD, *BUILD, "--link", "uart", *ARGS)
    check_sum(folder)
    said = [line for line in done.stderr.splitlines() if not PROGRESS.match(line)]
    expect(not said, f"a good line is not praised: {said}")


def uart_carries_a_fault(folder):
    check_fault(folder, "uart")


def harmed_bytes_are_noticed_and_repeated(folder):
    with line_to_machine(folder, seed=1, one_in=500) as line:
        done = ptometal(folder, "run", ADD, *BUILD, "--link", f"uart:{line.name}", *ARGS)
        check_sum(folder)
        expect(line.harmed > 10, f"only {line.harmed} bytes were harmed")
        expect(re.search(r"uart:.*: \d+ frames came damaged(?: \(one in \d+ bytes\))?, [1-9]\d* answers were repeated", done.stderr),
               f"nothing is said: {done.stderr}")


def a_bad_line_does_not_outlast_the_time_limit(folder):
    (folder / "a").write_bytes(bytes(400000))
    with line_to_machine(folder, seed=2, one_in=100) as line:
        started = time.monotonic()
        done = ptometal(folder, "run", ADD, *BUILD, "--link", f"uart:{line.name}", "--timeout", "4", *ARGS, status=124)
        expect(time.monotonic() - started < 100, f"that took {time.monotonic() - started:.0f} s")
        expect(re.search(r"uart:\S+: [1-9]\d* frames came damaged \(one in \d+ bytes\), \d+ answers were repeated; "
                         r"reading a: \d+ of 400000 bytes\n", done.stderr), f"no word of the line: {done.stderr}")
        expect(not (folder / "sum").exists(), "an output was written")


def lost(folder, line, text):
    """A run over a lost line ends soon with a report."""
    started = time.monotonic()
    done = ptometal(folder, "run", ADD, *BUILD, "--link", f"uart:{line.name}", *ARGS, status=70)
    expect(re.search(text, done.stderr), f"no word: {done.stderr}")
    expect(time.monotonic() - started < 100, "that took long")
    expect(not (folder / "sum").exists(), "an output was written")


def a_line_that_is_pulled_out_is_an_error(folder):
    with line_to_machine(folder, cut_after=300) as line:
        lost(folder, line, r"error: uart:\S+: (Input/output error|closed)")


def a_line_that_falls_silent_is_an_error(folder):
    with line_to_machine(folder, silent_after=2000) as line:
        lost(folder, line, r"error: uart:\S+: no answer for 10 s in the middle of a transfer")


def a_line_that_comes_back_goes_on(folder):
    with line_to_machine(folder, cut_after=300) as first:
        run = subprocess.Popen([os.environ["PTOMETAL"], "run", ADD, *BUILD, "--link", f"uart:{first.name}", *ARGS],
                               cwd=folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        first.thread.join()
        second = Line(first.machine, first.name)
        said = run.communicate()[1]
        second.close()
        expect(run.returncode == 0 and "waiting 5 s for it to come back" in said, f"{run.returncode}: {said}")
        check_sum(folder)


def a_line_without_a_board_is_an_error(folder):
    done = ptometal(folder, "run", ADD, *BUILD, "--link", "uart:no/such", *ARGS, status=2)
    expect("error: --link uart:no/such: No such file or directory" in done.stderr, f"no word: {done.stderr}")
    near, far = socket.socketpair()
    with near, far, contextlib.closing(Line(near, folder / "tty")) as line:
        lost(folder, line, "error: uart:.*: nothing answers within 10 s; does the image run, with this link?")


TESTS = [gdb_carries_data, gdb_carries_a_fault]
if UART:
    TESTS += [uart_carries_data, uart_carries_a_fault, harmed_bytes_are_noticed_and_repeated]
if BOARD in ("shakti_c", "qemu-virt32"):     # what the driver does, whatever the board
    TESTS += [a_bad_line_does_not_outlast_the_time_limit, a_stub_that_runs_already_is_used_again_and_again,
              a_line_that_is_pulled_out_is_an_error, a_line_that_falls_silent_is_an_error,
              a_line_that_comes_back_goes_on, a_line_without_a_board_is_an_error]


if __name__ == "__main__":
    sys.exit(main(TESTS, at_a_time=4))     # they mostly wait
