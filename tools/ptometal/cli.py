# SPDX-License-Identifier: Apache-2.0
"""The command line driver of ptometal. Started by ./ptometal, which sees to the packages."""
import signal

# Interrupts have been blocked so far. Until main() can say that it was interrupted, they end us as any program.
if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

import importlib  # noqa: E402  (after the signal is as it should be)
import os  # noqa: E402
import re  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402

# Import as a package: the modules' own names (test, build, ...) must not hide others.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from ptometal import child  # noqa: E402  (after the path is right)
from ptometal.common import DONE, INTERNAL, ROOT, USAGE, Stop, did_you_mean, say  # noqa: E402
from ptometal.options import Option, describe, parse  # noqa: E402

# Each command is the module of that name: its SUMMARY, its OPTIONS, main(values, words), and perhaps an EPILOGUE.
COMMANDS = ("run", "check", "compare", "demo", "test", "bench", "debug", "new", "build", "image", "flash", "boards",
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
        if command not in COMMANDS:
            raise Stop(USAGE, f"{command}: no such command{did_you_mean(command, (*COMMANDS, 'setup'))}")
        return call(importlib.import_module(f"ptometal.{command}"), rest)
    except Stop as stop:
        if stop.message:
            print_error(stop.message)
        return stop.status
    except BrokenPipeError:       # of what reads our output
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return INTERNAL
    except OSError as error:      # a full disk, a tree that is not ours to write
        print_error(f"{error.filename2 or error.filename or command}: {error.strerror or error}")    # the second is written
        return INTERNAL
    except KeyboardInterrupt:
        say("interrupted")
        return 130


def call(module, argv):
    options = [*module.OPTIONS, Option("--help", text="this help")]
    values, words = parse(argv, options)
    if os.environ.get("PTOMETAL_PARSE_ONLY"):    # ./ptometal asks before it installs anything
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
    """The commit of this checkout, as ` (1a2b3c4)` behind the version; `+` where files have changed since."""
    try:
        done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty=+", "--abbrev=7", "--exclude=*"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return f" ({done.stdout.strip()})" if done.returncode == 0 and os.path.exists(os.path.join(ROOT, ".git")) else ""


def open_standard_streams():
    """Make sure of 0, 1 and 2: files would get the number of one that is closed. Names are bytes, not text."""
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
