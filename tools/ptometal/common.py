# SPDX-License-Identifier: Apache-2.0
"""Shared by all of the driver: paths, exit statuses, messages, locks."""
import contextlib
import fcntl
import os
import re
import sys
import time

from ptometal.digests import sha256

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MARK = os.path.join(ROOT, ".installed")    # in a tree that was installed, not checked out: its commit


def temporary_files():
    """The folder for temporary files: tempfile.gettempdir(), whose import takes 3 ms."""
    folder = os.path.abspath(next(filter(None, map(os.environ.get, ("TMPDIR", "TEMP", "TMP"))), "/tmp"))
    if os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK):
        return folder
    import tempfile     # rarely needed
    return tempfile.gettempdir()


def which(program):
    """The path of a program, or None: shutil.which(), whose import takes 3 ms."""
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(folder, program)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def add_packages():
    """Add the folders of installed packages to the path: ./ptometal starts Python without them, 3 ms earlier."""
    if sys.flags.no_site:
        import site
        site.main()


def build_folder():
    """The folder to build in, as ./ptometal chooses it: that of a checkout if we can write it, else one of the user."""
    local = os.path.join(ROOT, "build")
    if not os.path.exists(MARK) and os.access(local if os.path.exists(local) else ROOT, os.W_OK):
        return local
    name = "ptometal-" + sha256(ROOT.encode()).hexdigest()[:12]
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    try:
        os.makedirs(os.path.join(cache, name), exist_ok=True)
    except OSError:
        return os.path.join(temporary_files(), f"{name}-{os.getuid()}")
    return os.path.join(cache, name)


BUILD = os.environ.get("PTOMETAL_BUILD") or build_folder()
MADE_HEADERS = os.sep + "pto_headers" + os.sep    # part of the path of each header made of tables, in any build

# Exit statuses of the driver.
DONE = 0
NOT_COMPILED = 1   # the kernel does not compile
USAGE = 2          # wrong usage, or packages are missing
FAULT = 3          # the kernel faulted on the target
INTERNAL = 70      # ptometal itself does not build or QEMU does not start
TIME_LIMIT = 124


class Stop(Exception):
    """Ends the driver with a status and a line for the user (None: already reported)."""

    def __init__(self, status, message=""):
        super().__init__(message)
        self.status = status
        self.message = message

    def __reduce__(self):      # to another process: subclasses have other arguments
        return restored, (type(self), self.args, vars(self))


def restored(kind, args, attributes):
    """An exception of another process."""
    error = kind.__new__(kind, *args)
    vars(error).update(attributes)
    return error


def usage_error(message):
    """The exception for wrong usage."""
    return Stop(USAGE, message)


def has_colours():
    """Whether stderr takes colours: a terminal, unless NO_COLOR is set (no-color.org)."""
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


REPORT = r"^(ptometal: )?(error|fault|check|warning)(?=: )"
COLOURS = {"warning": "\x1b[1;35m"}     # as compilers have them
RED, PLAIN = "\x1b[1;31m", "\x1b[0m"


def coloured(line):
    """A line of a report, with the word that says what it is in colour."""
    return re.sub(REPORT, lambda match: f"{match[1] or ''}{COLOURS.get(match[2], RED)}{match[2]}{PLAIN}", line) if has_colours() else line


def say(message):
    """Report progress; stdout is reserved for output of the kernel."""
    print(coloured(f"ptometal: {message}"), file=sys.stderr, flush=True)


def did_you_mean(word, names):
    """A hint at the end of an error message: the names nearest to a wrong one, or all of them."""
    import difflib     # rarely needed
    names = [str(name) for name in names]
    near = difflib.get_close_matches(str(word).lower(), names, 3, 0.6)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    return f"; there are: {', '.join(names)}" if names else ""


def plural(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


TEXT_VERSION = 1
HEAD = r"# ptometal \w+ (\d+)\n"     # the first line of a schedule; of files written by hand where they state it


def numbered_lines(path, what):
    """(number, line) of the non-empty lines of a text, without comments (`#`). `what` names the file in errors."""
    try:
        with open(path, encoding="utf-8") as file:
            head = re.match(HEAD, file.readline())
            if head and int(head[1]) != TEXT_VERSION:
                raise usage_error(f"{what}: its format has version {head[1]}, this ptometal reads {TEXT_VERSION}")
            file.seek(0)
            lines = [line.partition("#")[0].strip() for line in file]
    except OSError as error:
        raise usage_error(f"{what}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise usage_error(f"{what}: this is no text") from None
    return [(number, line) for number, line in enumerate(lines, 1) if line]


@contextlib.contextmanager
def locked(path, shared=False):
    """Hold a file lock: concurrent drivers build shared files one after the other, and read them concurrently."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        yield


class Progress:
    """A line that is redrawn on a terminal, no longer than that is wide. In logs it comes now and then."""

    def __init__(self, interval=20):
        self.terminal = sys.stderr.isatty()
        self.interval = interval
        self.last = time.monotonic()
        self.width = 0

    def show(self, text):
        now = time.monotonic()
        if self.terminal:
            if now - self.last > 0.1:
                self.last = now
                text = text[:os.get_terminal_size(sys.stderr.fileno()).columns - 1]     # a longer one would not be redrawn in place
                print(f"\r{text:{self.width}}", end="", file=sys.stderr, flush=True)
                self.width = max(self.width, len(text))
        elif now - self.last > self.interval:
            self.last = now
            print(text, file=sys.stderr, flush=True)

    def clear(self):
        if self.terminal and self.width:
            print(f"\r{'':{self.width}}\r", end="", file=sys.stderr, flush=True)
            self.width = 0


def policies():
    """The policies of runs, each with the suffix that it takes: ("random", ":SEED")."""
    with open(os.path.join(ROOT, "firmware", "include", "pto", "policies.def"), encoding="utf-8") as table:
        return re.findall(r'^PTO_POLICY\(\w+, *"(\w+)", *"(.*?)",', table.read(), re.MULTILINE)
