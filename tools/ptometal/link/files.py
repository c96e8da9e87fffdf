# SPDX-License-Identifier: Apache-2.0
"""Serves requests of an image over a link: files of one folder, and the console."""
import os
import time

SHOWN_EVERY = 0.5      # seconds between lines about progress
READ, WRITE, APPEND = 0, 1, 2     # hal_file_mode_t


class Lines:
    """Splits text that arrives in pieces into lines."""

    def __init__(self, on_line):
        self.on_line = on_line
        self.rest = b""
        self.all = []

    def add(self, data):
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.give(line + b"\n")

    def give(self, line):
        text = line.decode(errors="replace")
        self.all.append(text)
        self.on_line(text)

    def end(self):
        if self.rest:
            self.give(self.rest)
            self.rest = b""

    @property
    def text(self):
        return "".join(self.all)


class Progress:
    """Reports the progress of slow file transfers in the image's format."""

    def __init__(self, on_line):
        self.on_line = on_line
        self.said = time.monotonic()
        self.place = "no byte of a file has come"

    def show(self, what, name, done, size):
        self.place = f"{what} {name}: {done} of {size} bytes"
        now = time.monotonic()
        if now - self.said > SHOWN_EVERY and size:
            self.said = now
            self.on_line(f"progress: {what} {name}: {done / 1e3:.0f} of {size / 1e3:.0f} kB\n")


class Files:
    """Files of one folder, by handles. Missing files, and files elsewhere, are errors that only the image sees."""

    def __init__(self, folder, sizes=None):
        self.folder = folder
        self.sizes = sizes or {}     # name -> bytes of outputs, for progress
        self.open_files = {}

    def path_of(self, name):
        return os.path.join(self.folder, name) if name == os.path.basename(name) and name else None

    def open(self, name, mode):
        flags = (os.O_RDONLY, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, os.O_WRONLY | os.O_CREAT)[mode]
        path = self.path_of(name)
        try:
            descriptor = os.open(path, flags, 0o666) if path else -1
        except OSError:
            return -1
        if descriptor < 0:
            return -1
        handle = next(number for number in range(len(self.open_files) + 1) if number not in self.open_files)
        self.open_files[handle] = (descriptor, name, mode)
        return handle

    def size(self, handle):
        return os.fstat(self.open_files[handle][0]).st_size if handle in self.open_files else -1

    def read(self, handle, at, count):
        return os.pread(self.open_files[handle][0], count, at) if handle in self.open_files else None

    def write(self, handle, at, data):
        return os.pwrite(self.open_files[handle][0], data, at) if handle in self.open_files else -1

    def close(self, handle):
        if handle not in self.open_files:
            return -1
        os.close(self.open_files.pop(handle)[0])
        return 0

    def close_all(self):
        for handle in list(self.open_files):
            self.close(handle)

    def remove(self, name):
        path = self.path_of(name)
        try:
            os.unlink(path)
        except (OSError, TypeError):
            return -1
        return 0
