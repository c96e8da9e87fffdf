# SPDX-License-Identifier: Apache-2.0
"""Files with the results of a run: written when it has ended well, and only all together."""
import contextlib
import os
import stat

from ptometal.common import usage_error


class Output:
    """A file for a result: `path` as the user gives it; `write(file)` writes the contents to an open file. `staged`: a file with
    these contents that may be renamed, or None."""

    def __init__(self, path, write, staged=None):
        self.path, self.write, self.staged = path, write, staged
        self.place = os.path.realpath(path)

    @property
    def in_place(self):
        """Whether an existing file is overwritten in place: a device, a pipe, a file in another user's folder."""
        with contextlib.suppress(OSError):
            return not stat.S_ISREG(os.stat(self.path).st_mode) or not os.access(os.path.dirname(self.place), os.W_OK)
        return False

    def overwrite(self):
        # Opening a pipe without a reader must not block for ever.
        file = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
        os.set_blocking(file, True)
        with open(file, "wb") as target:
            if stat.S_ISREG(os.fstat(file).st_mode):
                target.truncate()
            self.write(target)

    def prepare(self, number):
        """Write the result to a temporary file beside its final path; returns its path."""
        partial = os.path.join(os.path.dirname(self.place), f".ptometal-{os.getpid()}-{number}")
        try:
            self.move_or_write(partial)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(partial, stat.S_IMODE(os.stat(self.place).st_mode) if os.path.exists(self.place)
                     else 0o666 & ~mask)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(partial)
            raise
        return partial

    def move_or_write(self, partial):
        if self.staged:
            with contextlib.suppress(OSError):      # another file system
                os.rename(self.staged, partial)
                return
        with open(partial, "wb") as target:
            self.write(target)


def copy_file(path, target):
    """Copy a file to an open one."""
    import shutil     # rarely needed
    with open(path, "rb") as source:
        shutil.copyfileobj(source, target, 1 << 20)


def publish(outputs):
    """Write all results. Those of plain files are renamed to their final paths, so that no reader sees partial ones."""
    partials = {}
    try:
        for number, output in enumerate(sorted(outputs, key=lambda one: one.in_place)):
            if output.in_place:
                output.overwrite()
            else:
                partials[output] = output.prepare(number)
        for output in list(partials):
            os.replace(partials[output], output.place)
            del partials[output]
    except OSError as error:
        raise usage_error(f"out:{output.path}: {error.strerror}") from None
    finally:
        for partial in partials.values():
            with contextlib.suppress(OSError):
                os.unlink(partial)
