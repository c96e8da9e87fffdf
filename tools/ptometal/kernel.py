# SPDX-License-Identifier: Apache-2.0
"""From a kernel's source to a bootable image, through a cache that is keyed by content.

A cache entry is a folder of build/cache: the image, what the compilers said, and the digests of the
headers that it was made from. An entry is written elsewhere and renamed into place, so drivers that run
at once never see half of one.
"""
import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from ptometal import build
from ptometal.common import BUILD, NOT_COMPILED, ROOT, Stop, did_you_mean, usage_error

CACHE = os.path.join(BUILD, "cache")
CACHE_ENTRIES = 256

# Headers below these are covered by the signature of the runtime.
RUNTIME_FOLDERS = tuple(os.path.join(ROOT, folder) + os.sep for folder in build.RUNTIME_SOURCES)
SYSTEM_FOLDERS = ("/usr/lib/", "/usr/include/")

PUBLIC_HEADER = re.compile(r"\s*#\s*include\s*[<\"]pto/pto\.h[>\"]")
LINE = re.compile(r"\s*#\s*(line\b|\d)")


class Request:
    """What the user wants built."""

    def __init__(self, source, config, arch="a5", flags=()):
        self.source = source      # as typed: diagnostics and fault reports show it so
        self.config = config
        self.arch = arch
        self.flags = list(flags)  # -D and -I of the command line

    @property
    def kind(self):
        return os.path.splitext(self.source)[1]


class Image:
    """A built kernel: the image and, for .pto, the C that it was made of."""

    def __init__(self, folder):
        self.folder = folder

    @property
    def elf(self):
        return os.path.join(self.folder, "kernel.elf")

    @property
    def generated(self):
        path = os.path.join(self.folder, "kernel.c")
        return path if os.path.exists(path) else None


def digest_of(path):
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return None


def check_source(source):
    """Wrong usage unless this is a kernel that can be built or booted."""
    if os.path.isdir(source):
        raise usage_error(f"{source} is a folder, not a kernel")
    if not os.path.exists(source):
        folder = os.path.dirname(source) or "."
        names = os.listdir(folder) if os.path.isdir(folder) else []
        hint = did_you_mean(os.path.basename(source), [n for n in names if n.endswith((".c", ".pto"))])
        raise usage_error(f"{source}: there is no such kernel{hint if 'did you' in hint else ''}")
    if os.path.splitext(source)[1] not in (".c", ".pto", ".elf"):
        raise usage_error(f"{source}: a kernel is a .c, .pto or .elf file")


def build_image(request):
    """The image of a kernel, built unless the cache has it."""
    settings = build.ensure_runtime(request.config)
    ptoc, ptoc_signature = build.ensure_ptoc() if request.kind == ".pto" else (None, "")
    key = hashlib.sha256(json.dumps([
        request.config.name, settings["signature"], ptoc_signature, os.getcwd(), request.source,
        digest_of(request.source), request.arch, request.flags]).encode()).hexdigest()[:32]
    folder = os.path.join(CACHE, key)
    if not fresh(folder):
        os.makedirs(CACHE, exist_ok=True)
        work = tempfile.mkdtemp(prefix=".new-", dir=CACHE)
        try:
            compile_and_link(request, settings, ptoc, work)
            install(work, folder)
        finally:
            shutil.rmtree(work, ignore_errors=True)
        prune()
    replay(folder)
    return Image(folder)


def fresh(folder):
    """Whether a cache entry exists and the headers that it was made from have not changed."""
    text = build.read(os.path.join(folder, "headers.json"))
    if text is None:
        return False
    if any(digest_of(path) != digest for path, digest in json.loads(text).items()):
        return False
    with contextlib.suppress(OSError):
        os.utime(folder)
    return True


def install(work, folder):
    """Rename a finished entry into place, over one that is out of date."""
    old = tempfile.mkdtemp(prefix=".old-", dir=CACHE)
    with contextlib.suppress(OSError):
        os.rename(folder, os.path.join(old, "entry"))
    with contextlib.suppress(OSError):     # another driver was faster with the same content
        os.rename(work, folder)
    shutil.rmtree(old, ignore_errors=True)


def prune():
    """Forget the entries that were not used for longest."""
    entries = [entry for entry in os.scandir(CACHE) if not entry.name.startswith(".")]
    if len(entries) > CACHE_ENTRIES:
        entries.sort(key=lambda entry: entry.stat().st_mtime)
        for entry in entries[:len(entries) - CACHE_ENTRIES * 3 // 4]:
            shutil.rmtree(entry.path, ignore_errors=True)


def replay(folder):
    """Show what the compilers said about a kernel, on a cached run too."""
    sys.stderr.write(build.read(os.path.join(folder, "messages")) or "")
    sys.stderr.flush()


def call(command, messages):
    """Run one compiler; its diagnostics go to the user, and its failure ends the driver."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if done.returncode:
        sys.stderr.write(done.stdout)
        crashed = done.returncode < 0 or done.returncode > 2
        raise Stop(NOT_COMPILED, f"{command[0]} ended with status {done.returncode}" if crashed else "")
    messages.append(done.stdout)


def compile_and_link(request, settings, ptoc, work):
    """Make an entry of the cache in the folder `work`."""
    messages = []
    path = {name: os.path.join(work, name) for name in ("kernel.c", "kernel.o", "kernel.d", "kernel.elf")}
    source, compiler, flags = request.source, list(settings["compile"]), ["-Wall"]
    if ptoc:
        call([ptoc, "--emit=c", "--arch", request.arch, source, "-o", path["kernel.c"]], messages)
        source, flags = path["kernel.c"], ["-w"]   # its diagnostics were ptoc's
    if starts_with_header(source) and not any(flag.startswith("-DPTO_") for flag in request.flags):
        compiler[1:1] = settings["precompiled"]
    if sys.stderr.isatty():
        flags.append("-fdiagnostics-color=always")
    call(compiler + flags + request.flags +
         ["-MMD", "-MF", path["kernel.d"], "-c", source, "-o", path["kernel.o"]], messages)
    call(settings["link"] + [path["kernel.o"]] + settings["libraries"] + ["-o", path["kernel.elf"]],
         messages)
    with open(os.path.join(work, "messages"), "w", encoding="utf-8") as file:
        file.write("".join(messages))
    with open(os.path.join(work, "headers.json"), "w", encoding="utf-8") as file:
        json.dump(headers(path["kernel.d"]), file)


def starts_with_header(source):
    """Whether nothing comes before the public header that could change its meaning."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", build.read(source) or "", flags=re.S)
    first = next((line for line in text.splitlines() if line.strip() and not LINE.match(line)), "")
    return bool(PUBLIC_HEADER.match(first))


def headers(dependencies):
    """The digests of the user's own files that a compilation read (a make-style dependency file)."""
    text = (build.read(dependencies) or "").replace("\\\n", " ").partition(":")[2]
    files = [word.replace("\\ ", " ") for word in re.findall(r"(?:\\ |\S)+", text)]
    own = [os.path.abspath(file) for file in files]
    return {file: digest_of(file) for file in own
            if not file.startswith(RUNTIME_FOLDERS + SYSTEM_FOLDERS + (BUILD + os.sep,))}
