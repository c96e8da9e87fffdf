# SPDX-License-Identifier: Apache-2.0
"""Builds bootable images from kernel sources, with a cache keyed by content.

A cache entry is a folder of build/cache: the image, the compilers' output, and the digests of the headers that it
depends on. An entry is written elsewhere and renamed into place. It is removed only while no driver reads it, so
concurrent drivers never see a partial one.

A compiler must read exactly the content of the key. If a file may have changed since its digest was taken, the image is
run but not kept.
"""
import contextlib
import copy
import os
import re
import sys
import time

from ptometal import build, child
from ptometal.binary import elf
from ptometal.common import BUILD, did_you_mean, has_colours, locked, usage_error
from ptometal.compilers.calls import NotCompiled, call, linker, own_files
from ptometal.digests import sha256

CACHE = os.path.join(BUILD, "cache")
CACHE_ENTRIES = 256
SOURCES = (".c", ".pto", ".cpp")
TICK_NS = 20_000_000   # bound of the granularity of file time stamps

PUBLIC_HEADER = r"\s*#\s*include\s*[<\"]pto/(?:pto|lanes)\.h[>\"]"
OVERFLOW = (r"will not fit in region '(\w+)': overflowed by (\d+) bytes|"
            r"region `(\w+)' overflowed by (\d+) bytes")
LACKS_TILES = r"undefined (?:symbol: |reference to .)pto_"
LINE = r"\s*#\s*(line\b|\d)"


class Request:
    """A build request."""

    def __init__(self, source, config, arch=None, flags=(), warnings=(), debug=False, observer=None):
        # The path as typed, which diagnostics and fault reports show. Compilers must not take it for an option.
        self.source = os.path.join(".", source) if source.startswith("-") else source
        self.config = config
        self.arch = arch
        self.flags = list(flags)        # -D and -I of the command line
        self.warnings = list(warnings)  # -W...
        self.debug = debug              # for gdb: keep every variable in memory
        self.observer = observer        # check, time or None
        self.entry = None               # --entry of a C++ kernel: it decides how the file is compiled
        self.sync = None                # --sync
        self.part = None                # of a .pto file that lines `// -----` split, from 1; None: all of it

    @classmethod
    def of(cls, source, config, values):
        """The request given by command line options."""
        subc = ["-DPTO_SUBC_BORROW=1"] if values.subc == "borrow" else []
        reassociate = getattr(values, "fast_math", None) == "reassociate"
        if reassociate and source.endswith(".c"):
            subc += ["-DPTO_REASSOCIATE=1"]
            print("ptometal: sums of floats may be taken in another order (--fast-math reassociate)", file=sys.stderr)
        explain = ["--explain-speed"] if getattr(values, "explain_speed", False) else []
        if explain and not source.endswith(".pto"):
            raise usage_error("--explain-speed is about loops that ptoc compiles: of .pto kernels")
        variables = ["-g"] if getattr(values, "optimized", False) else []
        fast = ["--fast-math=reassociate"] if reassociate and source.endswith(".pto") else []
        request = cls(source, config, values.arch, values.D + values.I + subc + variables, values.W + explain + fast,
                      getattr(values, "debug", False), observer_of(values))
        request.sync = getattr(values, "sync", None)
        if request.kind == ".cpp":
            request.entry = getattr(values, "entry", None)
        if request.kind == ".pto" and getattr(values, "entry", None):
            request.part = part_with(source, values.entry)
        if request.sync and request.kind != ".cpp":
            raise usage_error(f"--sync {request.sync}: only kernels in C++ get their synchronisation so; "
                              "ptoc plans that of tiles in .pto")
        return request

    @property
    def kind(self):
        return os.path.splitext(self.source)[1]

    def of_entry(self, name):
        """This request for another kernel of the file."""
        request = copy.copy(self)
        request.entry = name
        return request

    def of_part(self, part):
        """This request for a part of the file."""
        request = copy.copy(self)
        request.part = part
        return request


def observer_of(values):
    """The observer of the runs, from command line options: check, time or None."""
    return next((name for name in ("check", "time") if getattr(values, name, False)), None)


def digest_of(path):
    try:
        with open(path, "rb") as file:
            return sha256(file.read()).hexdigest()
    except OSError:
        return None


def parts_of(source):
    """The parts of a .pto file, which lines `// -----` split: each is a file of its own."""
    with open(source, encoding="utf-8", errors="replace") as file:
        return re.split(r"^(?=// -----)", file.read(), flags=re.M)


def part_numbers(source):
    """The numbers of the parts of a file, from 1; [None] of a file that is not split."""
    number = len(parts_of(source)) if source.endswith(".pto") else 1
    return range(1, number + 1) if number > 1 else [None]


def part_with(source, entry):
    """The number of the part that has a kernel of that name; None if the file is not split, or none has it."""
    found = re.compile(rf"@{re.escape(entry)}(?:_aic|_aiv)?\s*\(")
    return next((number for number, part in zip(part_numbers(source), parts_of(source)) if found.search(part)), None)


def check_source(source, projects=False):
    """Usage error unless this is a kernel that can be built or booted, or a project if `projects` are allowed."""
    if os.path.isdir(source):
        if projects and os.path.isfile(os.path.join(source, "CMakeLists.txt")):
            return
        raise usage_error(f"{source} is a folder, not a kernel{' or a project' if projects else ''}")
    if os.path.islink(source) and not os.path.exists(source):
        raise usage_error(f"{source}: a link that leads nowhere")
    if not os.path.exists(source):
        folder = os.path.dirname(source) or "."
        names = os.listdir(folder) if os.path.isdir(folder) else []
        hint = did_you_mean(os.path.basename(source), [n for n in names if n.endswith(SOURCES)])
        raise usage_error(f"{source}: there is no such kernel{hint if 'did you' in hint else ''}")
    if os.path.splitext(source)[1] not in (*SOURCES, ".elf"):
        raise usage_error(f"{source}: a kernel is a .c, .cpp, .pto or .elf file")
    if not os.access(source, os.R_OK):
        raise usage_error(f"{source}: not readable")


def build_image(request, target):
    """Build a kernel, or take it from the cache, as kernel.elf in the folder `target`.

    For .pto the generated C is there too, as kernel.c. Warnings and errors are shown.
    """
    try:
        show(make_image(request, target))
    except NotCompiled as failure:
        show(failure.output)
        raise


def show(output):
    sys.stderr.write(output)
    sys.stderr.flush()


def make_image(request, target):
    """build_image() without output: returns the compilers' diagnostics."""
    signature, settings = build.make_runtime(request.config), None
    if request.observer:
        settings = build.ensure_observer(request.config, build.ensure_runtime(request.config, signature), request.observer)
    ptoc, ptoc_signature = build.ensure_ptoc() if request.kind == ".pto" else (None, "")
    os.makedirs(CACHE, exist_ok=True)
    headers = []
    for _ in range(2):
        for path in (request.source, *headers):
            settle(path)
        digest = digest_of(request.source)
        signatures = signature, ptoc_signature
        entry = cache_entry(request, signatures, digest)
        output = take(entry, target)
        if output is not None:
            return output
        settings = settings or build.ensure_runtime(request.config, signature)
        with child.scratch_folder(".new-", CACHE) as work:
            started = time.time_ns()
            headers = compile_and_link(request, settings, ptoc, work)
            if same_since(request.source, digest, started) and note_headers(request, headers, started, work):
                output = deliver(work, target)
                for name in (build.read(os.path.join(work, "alike")) or "").split():
                    keep_for(name, request, work, cache_entry(request.of_entry(name), signatures, digest))
                keep(work, entry)
                return output
    # A source that keeps changing is not cached, as it is uncertain whether the precompiled header still applies.
    with child.scratch_folder(".new-", CACHE) as work:
        compile_and_link(request, dict(settings, precompiled=[]), ptoc, work)
        return deliver(work, target)


def compiled(request):
    """Build an image for what is in it: the compilers' diagnostics, the kernels (elf.Kernel), the contents of kernel.o.
    Raises NotCompiled."""
    with child.scratch_folder("ptometal-") as folder:
        messages = make_image(request, folder)
        with open(os.path.join(folder, "kernel.elf"), "rb") as file:
            image = file.read()
        with open(os.path.join(folder, "kernel.o"), "rb") as file:
            code = file.read()
    try:
        return messages, elf.kernels(image), code
    except elf.NotAnImage as wrong:
        raise NotCompiled(f"{messages}{request.source}: error: {wrong}\n", "") from None


def cache_entry(request, signatures, digest):
    """The folder for an image in the cache."""
    key = sha256(repr([
        request.config.name, *signatures, os.getcwd(), request.source, digest, request.arch, request.flags, request.warnings,
        request.debug, request.observer, request.entry, request.sync, request.part, has_colours()]).encode()).hexdigest()
    return os.path.join(CACHE, key[:32])


def keep_for(name, request, work, entry):
    """Keep an image of C++ for another kernel of its file, too."""
    from ptometal.compilers import cpp     # not for C and .pto
    with child.scratch_folder(".new-", CACHE) as copied:
        for file in os.scandir(work):
            if file.is_file():
                link_or_copy(file.path, os.path.join(copied, file.name))
        path = os.path.join(copied, "messages")
        text = build.read(path).replace(cpp.AUTOMATIC.format(request.entry), cpp.AUTOMATIC.format(name))
        os.unlink(path)     # it may be the file of the other entry
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        keep(copied, entry)


def settle(path):
    """Wait until any later change of a file gives it another time stamp."""
    with contextlib.suppress(OSError):
        age = time.time_ns() - os.stat(path).st_ctime_ns
        if 0 <= age < TICK_NS:
            time.sleep((TICK_NS - age) / 1e9)


def same_since(path, digest, moment):
    """Whether a file has this digest, and was unmodified since a point in time."""
    try:
        return digest_of(path) == digest and os.stat(path).st_ctime_ns < moment - TICK_NS // 2
    except OSError:
        return False


def note_headers(request, headers, started, work):
    """Record the headers of an image; False if one has changed since the compiler started."""
    digests = {path: digest_of(path) for path in headers}
    if not all(same_since(path, digest, started) for path, digest in digests.items()):
        return False
    # Record the absence of files that a compiler would find in an earlier include folder.
    searched = [os.path.dirname(request.source)] + [flag[2:] for flag in request.flags if flag.startswith("-I")]
    for path in headers:
        parts = path.split(os.sep)
        for folder in searched:
            for count in range(1, min(len(parts), 5)):
                absent = os.path.abspath(os.path.join(folder, *parts[-count:]))
                if not os.path.exists(absent):
                    digests[absent] = None
    with open(os.path.join(work, "headers"), "w", encoding="utf-8", errors="surrogateescape") as file:
        file.writelines(f"{digest} {path}\n" for path, digest in digests.items())
    return True


def fresh(folder):
    """Whether a cache entry exists and its headers are unchanged."""
    text = build.read(os.path.join(folder, "headers"))
    if text is None:
        return False
    lines = (line.partition(" ") for line in text.split("\n")[:-1])
    if any(str(digest_of(path)) != digest for digest, _, path in lines):
        return False
    with contextlib.suppress(OSError):
        os.utime(folder)
    return True


def cache_locked(shared=False):
    """The lock of drivers that read the cache (shared) or change it."""
    return locked(os.path.join(BUILD, ".cache.lock"), shared)


def take(entry, target):
    """deliver() a cache entry; None if there is none."""
    with cache_locked(shared=True):
        return deliver(entry, target) if fresh(entry) else None


def keep(work, entry):
    """Rename a finished entry into place, replacing an outdated one, and evict old entries."""
    with child.scratch_folder(".old-", CACHE) as old, cache_locked():
        if os.path.exists(entry):
            os.rename(entry, os.path.join(old, "replaced"))
        os.rename(work, entry)
        for forgotten in longest_unused():
            os.rename(forgotten.path, os.path.join(old, forgotten.name))


def longest_unused():
    """Entries to evict, least recently used: a quarter, if there are too many."""
    entries = [entry for entry in os.scandir(CACHE) if not entry.name.startswith(".")]
    if len(entries) <= CACHE_ENTRIES:
        return []
    entries.sort(key=lambda entry: entry.stat().st_mtime)
    return entries[:len(entries) - CACHE_ENTRIES * 3 // 4]


def deliver(entry, target):
    """Copy the files of an entry; returns the compilers' diagnostics."""
    for name in ("kernel.elf", "kernel.c", "kernel.o"):
        source = os.path.join(entry, name)
        if os.path.exists(source):
            link_or_copy(source, os.path.join(target, name))
    return build.read(os.path.join(entry, "messages")) or ""


def link_or_copy(source, target):
    try:
        os.link(source, target)
    except OSError:
        import shutil     # rarely needed
        shutil.copy(source, target)    # with its mode: an image for the host is executed


def compile_and_link(request, settings, ptoc, work):
    """Compile and link in the folder `work`; returns the user's headers."""
    messages = []
    path = {name: os.path.join(work, name) for name in ("kernel.c", "kernel.o", "kernel.d", "kernel.elf")}
    source, compiler, flags = request.source, list(settings["compile"]), ["-Wall"]
    if request.debug:
        compiler = [word for word in compiler if word not in settings["optimize"]] + settings["debug"]
        compiler.append("-DPTO_LANES_AS_REGISTERS=1")  # readable in gdb
    else:
        compiler.append("-g1")  # lines for reports; variables of many vector instructions take most of the compile time
    if ptoc:
        profile = ["--arch", request.arch] if request.arch else []
        # gdb shows vector instructions, not the strips that they would become.
        profile += ["-O0"] if request.debug else []
        profile += ["-O0", "--timed"] if request.observer == "time" else []
        profile += [f"--part={request.part}"] if request.part else []
        call([ptoc, "--emit=c", *profile, *request.warnings, source, "-o", path["kernel.c"]], messages, brief=True)
        source, flags = path["kernel.c"], ["-w"]   # ptoc has diagnosed it already
    else:
        flags += request.warnings
    if not request.debug and starts_with_header(source) and not any(flag.startswith("-DPTO_") for flag in request.flags):
        compiler[1:1] = settings["precompiled"]
    if has_colours():
        flags.append("-fdiagnostics-color=always")
    if request.kind == ".cpp":
        from ptometal.compilers import cpp, cpp_text     # not for C and .pto
        cpp_text.check_kernels(source)
        unit = cpp.Unit(source, compiler, settings, work, request.entry, request.sync, [*flags, *request.flags])
        unit.compile(path["kernel.o"], messages)
        with open(os.path.join(work, "alike"), "w", encoding="utf-8") as file:
            file.write(" ".join(name for name in unit.alike if name != request.entry))
    else:
        call([*compiler, *flags, *request.flags, "-MMD", "-MF", path["kernel.d"], "-c", source, "-o", path["kernel.o"]], messages)
    link_image(settings, request.config.board.first_link, [path["kernel.o"]], path["kernel.elf"], messages)
    with open(os.path.join(work, "messages"), "w", encoding="utf-8") as file:
        file.write("".join(messages))
    return own_files(path["kernel.d"])


def relink(folder, settings, link, objects=(), name="linked.elf"):
    """Link the kernel in a folder again, with the objects of another link; returns the image."""
    if link not in settings["links"]:
        raise usage_error(f"--link {link}: the board has {', '.join(settings['links'])}")
    target = os.path.join(folder, name)
    link_image(settings, link, [os.path.join(folder, "kernel.o"), *objects], target, [])
    return target


def call_linker(settings, words, messages):
    """Link, at first without the archive of tile instructions if it has not been made: few kernels use any."""
    if not build.has_tiles(settings):
        try:
            return call(linker(settings, [word for word in words if word != settings["tiles"]]), messages, brief=True)
        except NotCompiled as failure:
            if not re.search(LACKS_TILES, failure.output):
                raise
        build.ensure_tiles(settings)
    return call(linker(settings, words), messages, brief=True)


def link_image(settings, link, objects, target, messages):
    """Link an image; reports memory overflows in clear words instead of the linker's."""
    try:
        call_linker(settings, settings["link"][1:] + objects + settings["links"][link] + ["-o", target], messages)
    except NotCompiled as failure:
        lacking = {}
        for match in re.finditer(OVERFLOW, failure.output):
            region, count = match[1] or match[3], int(match[2] or match[4])
            lacking[region] = max(lacking.get(region, 0), count)
        if not lacking:
            raise
        text = " and ".join(f"{region} lacks {count} bytes" for region, count in lacking.items())
        raise NotCompiled("", f"the image does not fit the memories of {settings['board']}: {text}") from None


def starts_with_header(source):
    """Whether the public header comes first, so that nothing before it changes its meaning."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", build.read(source) or "", flags=re.S)
    first = next((line for line in text.splitlines() if line.strip() and not re.match(LINE, line)), "")
    return bool(re.match(PUBLIC_HEADER, first))
