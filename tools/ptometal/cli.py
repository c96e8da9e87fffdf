# SPDX-License-Identifier: Apache-2.0
"""The command line driver of ptometal. Started by ./ptometal, which checks for the packages."""
import signal

# Interrupts have been blocked so far. Until main() handles them they end the process by default.
if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

import contextlib  # noqa: E402  (after the signal is as it should be)
import importlib  # noqa: E402
import os  # noqa: E402
import re  # noqa: E402
import sys  # noqa: E402

# Import as a package: the modules' own names (test, build, ...) must not hide others.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from ptometal import child  # noqa: E402  (after the path is right)
from ptometal.common import DONE, INTERNAL, MARK, ROOT, USAGE, Stop, add_packages, did_you_mean, say  # noqa: E402
from ptometal.options import Option, describe, parse  # noqa: E402

# Each command is a module of commands/: its SUMMARY, its OPTIONS, main(values, words), and an optional EPILOGUE.
COMMANDS = ("run", "check", "compare", "demo", "test", "bench", "debug", "new", "build", "image", "flash", "boards", "lsp",
            "help")


def main(argv):
    command, *rest = argv
    child.end_on_signals()
    open_standard_streams()
    if command == "--version":
        print(f"ptometal {version()}{commit()}")
        return 0
    try:
        if signal.getsignal(signal.SIGINT) == signal.SIG_DFL:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if command != "run":
            add_packages()
        if command not in COMMANDS:
            raise Stop(USAGE, f"{command}: no such command{did_you_mean(command, (*COMMANDS, 'setup'))}")
        return call(importlib.import_module(f"ptometal.commands.{command}"), rest)
    except Stop as stop:
        if stop.message:
            print_error(stop.message)
        return stop.status
    except BrokenPipeError:       # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return INTERNAL
    except OSError as error:      # a full disk, a tree without write access
        print_error(f"{error.filename2 or error.filename or command}: {error.strerror or error}")    # filename2: the output
        return INTERNAL
    except KeyboardInterrupt:
        say("interrupted")
        return 130


def call(module, argv):
    options = [*module.OPTIONS, Option("--help", text="this help")]
    values, words = parse(argv, options)
    if os.environ.get("PTOMETAL_PARSE_ONLY"):    # ./ptometal parses before it installs packages
        return DONE
    if not values.help:
        return module.main(values, words)
    print(module.SUMMARY)
    print(describe(options))
    print(getattr(module, "EPILOGUE", ""), end="")
    return DONE


def version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"^project\(ptometal VERSION ([\d.]+)", file.read(), re.M)[1]


def commit():
    """The commit of this tree after the version, as ` (1a2b3c4)`; `+` if files have changed since."""
    if os.path.exists(MARK):
        with open(MARK, encoding="utf-8") as file:
            name = file.read().strip()
        return f" ({name})" if name else ""
    import subprocess     # rarely needed
    try:
        done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty=+", "--abbrev=7", "--exclude=*"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return f" ({done.stdout.strip()})" if done.returncode == 0 and os.path.exists(os.path.join(ROOT, ".git")) else ""


def open_standard_streams():
    """Open file descriptors 0, 1 and 2 if closed: otherwise opened files would get these numbers. Names are bytes, not
    text."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8")
    sys.stdout.reconfigure(errors="surrogateescape")
    sys.stderr.reconfigure(errors="surrogateescape")


def print_error(message):
    if "\n" in message:      # the output of a tool, already complete
        print(message, file=sys.stderr)
    else:
        say(f"error: {message}")


def leave(status):
    """End without taking the interpreter down, which takes 3 ms: nothing is left to be cleaned up."""
    with contextlib.suppress(OSError, ValueError):      # sys.exit() reports those that it meets; lsp has closed its stdout
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status or DONE)
    sys.exit(status)


if __name__ == "__main__":
    leave(main(sys.argv[1:]))
