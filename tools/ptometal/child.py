# SPDX-License-Identifier: Apache-2.0
"""Processes and folders that do not outlive the driver, however it ends.

SIGTERM, SIGHUP and SIGQUIT raise an exception, so that every `finally` runs. For SIGKILL the kernel signals children
when their parent dies, and the next run removes folders left behind.
"""
import contextlib
import fcntl
import math
import os
import resource
import signal
import subprocess
import time

from ptometal.common import temporary_files

ENDINGS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
PR_SET_PDEATHSIG = 1
FOLLOWED = "HAL_HOST_PARENT"     # the variable of hal/host/boot.c
LARGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}     # in the heap of clang: a fortieth less of its time
RUNNING = {}      # children of all threads: the signal that ends each
is_over = False   # the driver is ending: start no more children
LEFT_AFTER = 60   # seconds: an older folder without an owner has been abandoned
SCRATCH = ".scratch"    # ends the names of our temporary folders: no others are swept


def end_on_signals():
    """Make termination signals raise SystemExit, once."""
    def end(number, _):
        for ending in ENDINGS:
            signal.signal(ending, signal.SIG_IGN)
        raise SystemExit(128 + number)

    for ending in ENDINGS:
        if signal.getsignal(ending) != signal.SIG_IGN:      # nohup
            signal.signal(ending, end)


def dies_with_us(ending):
    """What a child calls before it becomes another program, so that it gets `ending` when we die."""
    import ctypes     # rarely needed
    us = os.getpid()
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def prepare():
        prctl(PR_SET_PDEATHSIG, int(ending), 0, 0, 0)
        if os.getppid() != us:      # the parent has died already
            os.kill(os.getpid(), signal.SIGKILL)

    return prepare


@contextlib.contextmanager
def running(command, ending=signal.SIGTERM, cpu_seconds=None, follows=False, brief=False, **options):
    """A child process for the duration of a `with`. Its group gets `ending` if we leave, or die, before it has ended.

    It has a session of its own, so interrupts of the keyboard reach only us. cpu_seconds limits its CPU time.
    `follows`: it ends by itself when the process FOLLOWED has died, as images for the host do. `brief`: it ends by itself so
    soon that we need not see to it for a death of ours, which doubles what a start takes.
    """
    if follows:
        options["env"] = {**os.environ, FOLLOWED: str(os.getpid())}
    elif not brief:
        options["preexec_fn"] = dies_with_us(ending)
    process = subprocess.Popen(command, start_new_session=True, **options)
    RUNNING[process] = ending
    try:
        if is_over:
            raise SystemExit
        if cpu_seconds is not None:
            with contextlib.suppress(ProcessLookupError):      # it has ended already
                resource.prlimit(process.pid, resource.RLIMIT_CPU, (math.ceil(cpu_seconds),) * 2)
        yield process
    finally:
        stop(process, ending)
        RUNNING.pop(process, None)


def stop_all():
    """End the children of all threads, including those about to start."""
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


def output_of(command, brief=False):
    """Run a tool to its end; returns its exit status and all output."""
    with running(command, brief=brief, env={**LARGE_PAGES, **os.environ}, stdin=subprocess.DEVNULL,
                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        text = process.stdout.read()
        return process.wait(), text


@contextlib.contextmanager
def scratch_folder(prefix, parent=None):
    """A temporary folder, removed after the `with`. Also removes those abandoned by killed drivers."""
    parent = parent or temporary_files()
    sweep(parent, prefix)
    folder = new_folder(parent, prefix)
    owner = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(owner, fcntl.LOCK_EX)      # marks the folder as in use
        yield folder
    finally:
        remove(folder)
        os.close(owner)


def new_folder(parent, prefix):
    """Make a folder that only we can enter, under a name that nobody can foresee."""
    while True:
        folder = os.path.join(parent, f"{prefix}{os.urandom(6).hex()}{SCRATCH}")
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder, 0o700)
            return folder


def remove(folder):
    """Remove a folder, as far as that is possible."""
    try:
        for entry in os.scandir(folder):
            os.unlink(entry)
        os.rmdir(folder)
    except FileNotFoundError:     # it has been moved
        pass
    except OSError:     # it has folders in it
        import shutil     # rarely needed
        shutil.rmtree(folder, ignore_errors=True)


def sweep(parent, prefix):
    """Remove our own temporary folders that no process holds."""
    for entry in os.scandir(parent):
        with contextlib.suppress(OSError):
            ours = entry.name.startswith(prefix) and entry.name.endswith(SCRATCH)
            if not ours or not entry.is_dir(follow_symlinks=False):
                continue
            status = entry.stat(follow_symlinks=False)
            if status.st_uid != os.getuid() or time.time() - status.st_mtime < LEFT_AFTER:
                continue
            owner = os.open(entry.path, os.O_RDONLY)
            try:
                fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove(entry.path)
            finally:
                os.close(owner)
