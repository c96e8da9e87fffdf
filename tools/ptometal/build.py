# SPDX-License-Identifier: Apache-2.0
"""Builds the runtime once for each configuration, and ptoc once.

CMake and Ninja build. They are not started if names, sizes and times of the sources are unchanged since the last build.
"""
import os
import re
import subprocess

from ptometal import boards, child
from ptometal.common import BUILD, INTERNAL, MADE_HEADERS, ROOT, Progress, Stop, locked, say, usage_error, which
from ptometal.digests import sha256
from ptometal.options import Option

HEADER_TOOLS = tuple(f"tools/{name}.py" for name in ("headers", "optable", "macros", "generic", "lane_ops", "tile_table", "tile_cpp", "transfers"))
RUNTIME_SOURCES = ("isa", "firmware", "hal", "boards", "linker", "cmake", "CMakeLists.txt", "toolchain.cmake", *HEADER_TOOLS)
HOST_SOURCES = ("isa", "tools/ptoc", "tools/CMakeLists.txt", "firmware/include")
RUNTIME_TARGETS = ["pto_runner", "pto_runtime", "pto_link_all", "pto_tap", "pto_precompiled_kernel"]
OBJECTS = os.environ.get("PTOMETAL_OBJECTS") or os.path.join(BUILD, "objects")     # of the runtime, for all configurations
HEADERS = os.path.join(BUILD, MADE_HEADERS.strip(os.sep))     # for all configurations
DEFAULT_VLEN = 512
LIBCS = ("picolibc", "newlib")
CLANGS = ("clang-21", "clang-20", "clang-19", "clang-18", "clang-17")

CONFIGURATION = [
    Option("--board", "NAME", "qemu-virt", text="the board (default qemu-virt)"),
    Option("--vlen", "N", kind=int, text="bits of a vector register: 128, 256, 512 (default), 1024"),
    Option("--cc", "NAME", choices=("clang", "gcc"), text="the compiler: clang or gcc (default: what is there)"),
    Option("--backend", "NAME", choices=("rvv", "scalar"),
           text="vector instructions on RVV (default) or in plain C on a core without V"),
    Option("--libc", "NAME", "picolibc", choices=LIBCS,
           text="the C library for kernels that call one: picolibc (default) or newlib"),
]


class Config:
    """One configuration of the firmware and its build folder."""

    def __init__(self, board="qemu-virt", vlen=None, compiler=None, backend=None, libc=LIBCS[0], link=None):
        self.board = boards.load(board)
        self.backend = backend or ("rvv" if self.board.vlens else "scalar")
        if not self.board.vlens:
            if vlen or backend == "rvv":
                raise usage_error(f"{'--backend rvv' if vlen is None else f'--vlen {vlen}'}: {board} has no vector unit")
            vlen = 0
        else:
            if vlen is None:
                vlen = DEFAULT_VLEN if DEFAULT_VLEN in self.board.vlens else self.board.vlens[0]
            if vlen not in self.board.vlens:
                lengths = ", ".join(map(str, self.board.vlens))
                raise usage_error(f"--vlen {vlen}: {board} has {lengths}")
        self.vlen = vlen
        self.compiler = compiler or default_compiler()
        self.libc = libc
        if self.board.is_host and libc != LIBCS[0]:
            raise usage_error(f"--libc {libc}: {board} has the C library of this computer")
        self.link = link and link.kind      # the link of all images (None: the board's)

    @classmethod
    def of(cls, values):
        """The configuration selected by command line options."""
        return cls(values.board, values.vlen, values.cc, values.backend, values.libc)

    def check_run(self, harts=1, policy="eager", count=False, exploring=False):
        """Usage error unless the board can run so; `exploring`: in several orders."""
        if count and self.board.is_host:
            raise usage_error(f"--count: board {self.board.name} counts no instructions")
        if harts > self.board.max_harts:
            raise usage_error(f"--harts {harts}: {self.board.name} has at most {self.board.max_harts}")
        if harts > 1 and (exploring or policy.startswith("replay:")):
            raise usage_error(f"--harts {harts}: a schedule orders what runs on one hart")

    @property
    def name(self):
        length = f"-{self.vlen}" if self.vlen else ""
        backend = "-scalar" if self.backend == "scalar" else ""
        ending = ("-newlib" if self.libc == "newlib" else "") + (f"-{self.link}" if self.link else "")
        return f"{self.board.tag}{length}-{self.compiler}{backend}{ending}"

    @property
    def folder(self):
        return os.path.join(BUILD, self.name)

    @property
    def has_long_registers(self):
        """Whether a PTO register fills so small a part of a register group that loops over them are slow."""
        return self.backend == "rvv" and self.vlen >= 1024


def default_compiler():
    """clang if a recent one is installed, else GCC: as toolchain.cmake chooses."""
    return "clang" if any(map(which, CLANGS)) else "gcc"


def gcc_version():
    """The major version of the RISC-V GCC, 0 without one."""
    if not which("riscv64-unknown-elf-gcc"):
        return 0
    text = subprocess.run(["riscv64-unknown-elf-gcc", "-dumpversion"], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    return int(text.split(".", maxsplit=1)[0])


GCC_MIN = {"rvv": 14, "scalar": 12}     # minimum for each backend


def compilers(backend="rvv"):
    """The compilers that are installed and can build the firmware, the default one first."""
    found = [name for name in ("clang",) if any(map(which, CLANGS))]
    return found + ["gcc"] * (gcc_version() >= GCC_MIN[backend])


def compiler_of(config):
    """The path of the compiler of a configuration, as toolchain.cmake chooses it; None without one."""
    gcc = "gcc" if config.board.is_host else "riscv64-unknown-elf-gcc"
    return next(filter(None, map(which, CLANGS if config.compiler == "clang" else (gcc,))), None)


def check_compiler(config):
    """Report a missing compiler more clearly than CMake does."""
    name, needed = config.compiler, GCC_MIN[config.backend]
    if config.board.is_host:
        if not compiler_of(config):
            raise usage_error(f"--cc {name}: it is not installed")
        return
    if name in compilers(config.backend):
        return
    if name == "gcc" and gcc_version():
        without = "" if gcc_version() < GCC_MIN["scalar"] else "; --backend scalar does with it"
        raise usage_error(f"--cc gcc: riscv64-unknown-elf-gcc is version {gcc_version()}, this needs {needed}{without}")
    program = "clang 17 or newer" if name == "clang" else f"riscv64-unknown-elf-gcc {needed} or newer"
    raise usage_error(f"--cc {name}: {program} is not installed")


def described(path, status):
    """A file as it stands in a signature."""
    return f"{path}\0{status.st_size}\0{status.st_mtime_ns}\0"


def note_files(folder, notes):
    """Append each file below a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                note_files(entry.path, notes)
            elif not entry.name.startswith("."):
                notes.append(described(entry.path, entry.stat()))


def signature(sources, marks=""):
    """A digest that changes when a source does. Each run takes it: it looks at 500 files in 3 ms."""
    notes = []
    for source in (os.path.join(ROOT, source) for source in sources):
        if os.path.isdir(source):
            note_files(source, notes)
        elif os.path.exists(source):
            notes.append(described(source, os.stat(source)))
    return sha256("".join([marks, *sorted(notes)]).encode(errors="surrogateescape")).hexdigest()


def read(path):
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except FileNotFoundError:
        return None


def stream(command, what):
    """Run CMake or Ninja behind a line of progress; show the whole output only if it fails."""
    progress = Progress()
    output = []
    with child.running(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        for line in process.stdout:
            output.append(line)
            if line.startswith("["):
                progress.show(f"  {what}: {line.rstrip()}")
        process.wait()
    progress.clear()
    if process.returncode:
        return "".join(output)
    return None


def compiler_file(path):
    """Size, time and path of a compiler, as CMakeLists.txt keeps them; nothing without one. They change with an upgrade."""
    try:
        status = os.stat(path or "")
    except OSError:
        return ""
    return f"{status.st_size} {int(status.st_mtime)} {path}"


def forget_stale(folder):
    """Remove a build folder of a moved or copied checkout (it contains absolute paths), of another host's CPU, or of a
    compiler that is not there any more."""
    cache = dict(re.findall(r"^(\w+):[A-Z]+=(.*)$", read(os.path.join(folder, "CMakeCache.txt")) or "", re.M))
    made, cpu, compiler = map(cache.get, ("CMAKE_CACHEFILE_DIR", "PTO_HOST_CPU", "PTO_COMPILER_FILE"))
    if (made and made not in (os.path.realpath(folder), folder) or cpu and cpu != host_cpu()
            or compiler and compiler != compiler_file(compiler.split(" ", 2)[-1])):
        import shutil     # rarely needed
        shutil.rmtree(folder)


def configure_and_build(folder, configure, targets, what):
    """Configure a build folder if it is new, and build targets in it."""
    forget_stale(folder)
    if not os.path.exists(os.path.join(folder, "build.ninja")):
        configure_folder(folder, configure, what)
    build_folder(folder, targets, what)


def configure_folder(folder, words, what):
    forget_stale(folder)
    trouble = stream(["cmake", "-G", "Ninja", "-B", folder] + words, what)
    if trouble:
        raise Stop(INTERNAL, f"{trouble.rstrip()}\nptometal: error: {what}: CMake failed; if a tool is "
                             "missing, `./ptometal setup` (as root) installs it")


def build_folder(folder, targets, what):
    trouble = stream(["ninja", "-C", folder] + targets, what)
    if trouble:
        raise Stop(INTERNAL, f"{first_failure(trouble)}\nptometal: error: {what} failed")
    from ptometal.compilers import objects     # not where all is built
    objects.forget(OBJECTS)


def first_failure(output):
    """The report of the first failed command: its target and its output, without the command itself; CMake's when it failed."""
    lines = output.rstrip().split("\n")
    start = next((at for at, line in enumerate(lines) if line.startswith(("FAILED:", "CMake Error"))), None)
    if start is None or lines[start].startswith("CMake Error"):
        return "\n".join(lines[start or -60:][:60])
    shown = lines[start:start + 1] + lines[start + 2:start + 60]
    return "\n".join(line for line in shown if not re.match(r"\[\d+/\d+\]", line))


def ensure(name, sources, configure, targets, what, judge=None, marks=""):
    """Build targets in build/<name> unless nothing changed; returns the signature of the sources.

    `judge` raises an error if the sources are wrong. `marks` is part of the signature, as are the compiler's options.
    """
    folder = os.path.join(BUILD, name)
    now = signature(sources, marks)
    if is_signed(folder, now):
        return now
    if judge:
        judge()
    with locked(os.path.join(BUILD, f".{name}.lock")):
        now = signature(sources, marks)
        if not is_signed(folder, now):
            say(what)
            configure_and_build(folder, configure, targets, what)
            sign(folder, now)
    return now


def is_signed(folder, now, part=""):
    """Whether a folder, or a part of it, was built in this location from sources with that signature."""
    return read(os.path.join(folder, f".signature{part}")) == f"{now} {folder}"


def sign(folder, now, part=""):
    with open(os.path.join(folder, f".signature{part}"), "w", encoding="utf-8") as file:
        file.write(f"{now} {folder}")


def configure_words(config, tests="OFF"):
    return ["-S", ROOT, f"-DBOARD={config.board.word_for_cmake}", f"-DPTO_VLEN={config.vlen}",
            f"-DPTO_COMPILER={config.compiler}", f"-DPTO_BACKEND={config.backend}",
            f"-DPTO_LIBC={config.libc}", f"-DPTO_PTOC={ptoc_path()}", f"-DPTO_TESTS={tests}",
            f"-DPTO_LINK={config.link or ''}", f"-DPTO_HOST_CPU={host_cpu() if config.board.is_host else ''}",
            f"-DPTO_OBJECTS={OBJECTS}", f"-DPTO_HEADERS={HEADERS}"]


def ensure_libc(config):
    """Build newlib if it is selected: here, so that progress is shown. CMake then finds it."""
    if config.libc == "newlib":
        from ptometal.board import newlib     # rarely needed
        newlib.ensure("riscv64-unknown-elf-gcc", config.board.word("MARCH"), config.board.word("ABI"))


def host_cpu():
    """A digest of what the host's CPU can do: native code may not run on another machine that shares the folder."""
    lines = (read("/proc/cpuinfo") or "").split("\n")
    found = next((line for line in lines if line.startswith(("flags", "Features"))), None)
    return sha256(found.encode()).hexdigest()[:16] if found else ""


def ensure_runtime(config, now=None):
    """The runtime of a configuration: its compile and link commands (ptometal.json) and signature, `now` if it has been made."""
    now = now or make_runtime(config)
    import json     # not for an image of the cache
    settings = json.loads(read(os.path.join(config.folder, "ptometal.json")))
    settings["signature"] = now
    return settings


def make_runtime(config):
    """Build the runtime of a configuration; returns its signature."""
    if not os.path.exists(os.path.join(config.folder, "build.ninja")):
        check_compiler(config)
    ensure_libc(config)

    def judge():
        from ptometal.board import check     # rarely needed
        check.demand(config.board)

    sources = RUNTIME_SOURCES + (() if config.board.in_tree else (config.board.folder,))
    return ensure(config.name, sources, configure_words(config), RUNTIME_TARGETS,
                  f"building the runtime for {config.name}", judge=judge,
                  marks=compiler_file(compiler_of(config)) + (host_cpu() if config.board.is_host else ""))


TILES = ".tiles"      # the part of a runtime that is made for the first image that needs it


def has_tiles(settings):
    """Whether the archive of tile instructions has been made of the sources of this runtime."""
    return is_signed(os.path.dirname(settings["tiles"]), settings["signature"], TILES)


def ensure_tiles(settings):
    """The archive of tile instructions, most of the runtime: made for the first image that uses one."""
    folder = os.path.dirname(settings["tiles"])
    name = os.path.basename(folder)
    with locked(os.path.join(BUILD, f".{name}.lock")):
        if not has_tiles(settings):
            what = f"building the tile instructions for {name}"
            say(what)
            build_folder(folder, ["pto_tile_ops"], what)
            sign(folder, settings["signature"], TILES)


# Kernels report their accesses: vector functions through the header, scalar units through compiler instrumentation.
# Scalar loops must not be vectorised then, since vector accesses are not instrumented.
CHECKED = {
    "clang": ["-DPTO_CHECKED=1", "-fsanitize-coverage=func,trace-loads,trace-stores", "-fno-vectorize",
              "-fno-slp-vectorize"],
    "gcc": ["-DPTO_CHECKED=1", "-fsanitize=kernel-address", "--param", "asan-instrumentation-with-call-threshold=0",
            "--param", "asan-stack=0", "--param", "asan-globals=0", "-fno-tree-vectorize"]}


# Tiles are instrumented as for the checker. Vector functions report each instruction, by register.
TIMED = ["-DPTO_CHECKED=1", "-DPTO_TIMED=1", "-DPTO_LANES_AS_REGISTERS=1"]


def ensure_observer(config, settings, observer):
    """The settings for an image with an observer (check or time), which is built on first use."""
    folder = config.folder
    what = {"check": "the checker", "time": "the clocks"}[observer]
    with locked(os.path.join(BUILD, f".{config.name}.lock")):
        configure_and_build(folder, [], [f"pto_{observer}", "pto_precompiled_checked"], f"{what} for {config.name}")
    ensure_tiles(settings)      # which observers know
    return dict(settings, precompiled=settings["precompiled_checked"] if observer == "check" else [],
                compile=settings["compile"] + (CHECKED[config.compiler] if observer == "check" else TIMED),
                links={name: settings[f"with_{observer}"] + words for name, words in settings["links"].items()})


def ptoc_path():
    return os.path.join(BUILD, "host", "ptoc")


def ensure_ptoc():
    """Build ptoc with the host's compiler; returns its path and signature."""
    now = ensure("host", HOST_SOURCES, ["-S", os.path.join(ROOT, "tools")], ["ptoc"],
                 "building the .pto compiler")
    return ptoc_path(), now
