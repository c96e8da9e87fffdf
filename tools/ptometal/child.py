# SPDX-License-Identifier: Apache-2.0
"""Processes and folders that do not outlive the driver, however it ends.

SIGTERM, SIGHUP and SIGQUIT become an exception, so that every `finally` runs. Against SIGKILL helps only
the kernel: a child gets a signal when its parent dies, and folders that were left are swept up later.
"""
import contextlib
import ctypes
import fcntl
import math
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time

ENDINGS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
PR_SET_PDEATHSIG = 1
RUNNING = {}      # children of all threads: the signal that ends each
is_over = False   # no more are wanted
LEFT_AFTER = 60   # seconds: a folder without an owner that is older has been left by somebody


def end_on_signals():
    """From now on the signals that end a process raise SystemExit, once."""
    def end(number, _):
        for ending in ENDINGS:
            signal.signal(ending, signal.SIG_IGN)
        raise SystemExit(128 + number)

    for ending in ENDINGS:
        if signal.getsignal(ending) != signal.SIG_IGN:      # nohup
            signal.signal(ending, end)


@contextlib.contextmanager
def running(command, ending=signal.SIGTERM, cpu_seconds=None, **options):
    """A child for the length of a `with`: its group gets `ending` when we leave or die before it has ended.

    It has a session of its own, so the keyboard interrupts only us. cpu_seconds limits its processor time.
    """
    us = os.getpid()
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def prepare():
        prctl(PR_SET_PDEATHSIG, int(ending), 0, 0, 0)
        if os.getppid() != us:      # too late: we are dead already
            os.kill(os.getpid(), signal.SIGKILL)
        if cpu_seconds is not None:
            limit = math.ceil(cpu_seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    process = subprocess.Popen(command, start_new_session=True, preexec_fn=prepare, **options)
    RUNNING[process] = ending
    try:
        if is_over:
            raise SystemExit
        yield process
    finally:
        stop(process, ending)
        RUNNING.pop(process, None)


def stop_all():
    """End the children of all threads, and those that a thread is about to start."""
    global is_over
    is_over = True
    for process, ending in list(RUNNING.items()):
        stop(process, ending)


def stop(process, ending):
    """End a child and its group; those that ignore `ending` for two seconds are killed."""
    for number in (ending, signal.SIGKILL):
        if process.poll() is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(2)


def output_of(command):
    """Run a tool to its end: its exit status and all that it said."""
    with running(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                 text=True, errors="replace") as process:
        text = process.stdout.read()
        return process.wait(), text


@contextlib.contextmanager
def scratch_folder(prefix, parent=None):
    """A folder that is gone at the end of the `with`. Folders like it that a killed driver left go too."""
    parent = parent or tempfile.gettempdir()
    sweep(parent, prefix)
    folder = tempfile.mkdtemp(prefix=prefix, dir=parent)
    owner = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(owner, fcntl.LOCK_EX)      # the sign that somebody uses it
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(owner)


def sweep(parent, prefix):
    """Remove our own scratch folders that nobody owns any more."""
    for entry in os.scandir(parent):
        with contextlib.suppress(OSError):
            if not entry.name.startswith(prefix) or not entry.is_dir(follow_symlinks=False):
                continue
            status = entry.stat(follow_symlinks=False)
            if status.st_uid != os.getuid() or time.time() - status.st_mtime < LEFT_AFTER:
                continue
            owner = os.open(entry.path, os.O_RDONLY)
            try:
                fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(entry.path, ignore_errors=True)
            finally:
                os.close(owner)
