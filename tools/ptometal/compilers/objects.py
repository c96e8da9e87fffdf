# SPDX-License-Identifier: Apache-2.0
"""objects.py FOLDER MARK COMPILER WORD...: compile a source of the runtime, or take the object from FOLDER.

Most objects of the runtime are the same for all boards with equal flags: what a board brings are macros, of which few
sources use any. So an object is known by MARK, its compiler, its options, and its source as the preprocessor leaves it.
ccache does this too, but takes the lines of headers that leave no text for a difference: no two boards have the same.

Debugging information names the checkout, so an object is that of one, unless PTOMETAL_OBJECTS names a FOLDER for several.
"""
import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
KEPT = 2048    # objects: of some 20 runtimes, 500 MB
MARKER = re.compile(rb'# \d+ "')
PREPROCESSED = re.compile(r"-[DI].")                    # what these say is in the preprocessed text
PREPROCESSED_AND_NEXT = ("-isystem", "-MT", "-MF", "-o", "-c")


def options(words):
    """The options that decide what becomes of a preprocessed source."""
    left, kept = iter(words), []
    for word in left:
        if word in PREPROCESSED_AND_NEXT:
            next(left)
        elif not PREPROCESSED.match(word):
            kept.append(word)
    return kept


def without_folders(text, words):
    """A preprocessed text with the paths of headers from the folder of an option -I on, in place of its name its number."""
    folders = [word[2:].encode() for word in words if word.startswith("-I")]
    for number, folder in sorted(enumerate(folders), key=lambda entry: -len(entry[1])):
        text = text.replace(b' "%s/' % folder, b' "%d/' % number)
    return text


def essence(text):
    """A preprocessed text without the markers of headers, or parts of them, that leave nothing."""
    kept, empty = [], []
    for line in text.splitlines():
        if MARKER.match(line):
            empty = [line]
        elif line.strip():
            kept += empty + [line]
            empty = []
        else:
            empty.append(line)
    return b"\n".join(kept)


def key_of(mark, words):
    """The name of an object; None if the preprocessor fails. Writes the list of its headers, which is this board's."""
    command = ["-E" if word == "-c" else word for word in words]
    command[command.index("-o") + 1] = "-"
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    if done.returncode:
        return None
    compiler = os.stat(words[0])
    digest = hashlib.sha256(repr((mark, compiler.st_size, compiler.st_mtime_ns, options(words))).encode())
    text = essence(done.stdout)
    digest.update(without_folders(text, words) if os.environ.get("PTOMETAL_OBJECTS") else text)
    return digest.hexdigest()


def keep(path, output, messages):
    """Keep what the compiler said, and the object behind that: under its name when the file is whole."""
    new = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(output, "rb") as made, open(new, "wb") as file:
            file.write(b"%d\n" % len(messages) + messages)
            shutil.copyfileobj(made, file)
        os.replace(new, path)
    except OSError:    # a full disk: it is compiled again for the next board
        with contextlib.suppress(OSError):
            os.unlink(new)


def take(path, output):
    """Write a kept object; returns what the compiler said of it, None if there is none."""
    try:
        with open(path, "rb") as file, open(output, "wb") as made:
            messages = file.read(int(file.readline()))
            shutil.copyfileobj(file, made)
    except OSError:
        return None
    with contextlib.suppress(OSError):      # somebody else's
        os.utime(path)
    return messages


def forget(folder):
    """Remove the objects that have not been used for the longest time, if there are too many."""
    with contextlib.suppress(OSError):
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.stat().st_mtime)[:-KEPT]:
            os.unlink(entry)


def main(folder, mark, *words):
    output = words[words.index("-o") + 1]
    key = key_of(mark, words)
    path = os.path.join(folder, key or "")
    messages = take(path, output) if key else None
    status = 0
    if messages is None:
        # The folder of the build has one name in all of them.
        done = subprocess.run([*words, f"-fdebug-prefix-map={os.getcwd()}={ROOT}"], stderr=subprocess.PIPE, check=False)
        messages, status = done.stderr, done.returncode
        if key and not status:
            keep(path, output, messages)
    sys.stderr.buffer.write(messages)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
