# SPDX-License-Identifier: Apache-2.0
"""Kernels of a program, and the image that contains all of them."""
import concurrent.futures
import os
import re

from ptometal import build, child, kernel
from ptometal.compilers import cpp_text
from ptometal.common import did_you_mean, usage_error
from ptometal.digests import sha256
from ptometal.options import Values

CUBE_TILES = re.compile(r"\bTile(Left|Right|Acc|Type::(Mat|Left|Right|Acc|Bias|Scaling))")
VECTOR_TILES = re.compile(r"\bTileType::Vec\b")
ARCHES = {1: "a5", 2: "a2a3"}      # pto_kernel_arch_t


def flags_of(source):
    """Options for a file in C++. Programs have no unified cores: its kernels are for a cube core if it has tiles of cube
    memories alone, else for a vector core. A file with code for each kind of core is for clusters, whatever this says."""
    text = cpp_text.plain(build.read(source) or "") if source.endswith(".cpp") else ""
    is_cube = CUBE_TILES.search(text) and not VECTOR_TILES.search(text)
    return [f"-DPTO_CPP_KIND=PTO_KERNEL_{'CUBE' if is_cube else 'VECTOR'}"] if text else []


class Kernel:
    """A kernel in a source file. It is compiled when its parameters or an image are needed."""

    def __init__(self, source, entry=None, config=None, arch=None, flags=(), warnings=()):
        kernel.check_source(source)
        if source.endswith(".elf"):
            raise usage_error(f"{source}: a program is made of sources, this is an image")
        self.source, self.entry, self.arch = source, entry, arch
        self.config = config or build.Config()
        self.flags, self.warnings = [*flags_of(source), *flags], list(warnings)
        self.found = None      # elf.Kernel
        self.objects = {}      # the contents of kernel.o, by observer
        self.messages = ""

    def compile(self, observer=None):
        """Compile it unless already compiled; returns itself. Raises NotCompiled."""
        if observer in self.objects:
            return self
        request = kernel.Request(self.source, self.config, self.arch, self.flags, self.warnings, observer=observer)
        self.messages, found, self.objects[observer] = kernel.compiled(request)
        kernels = {one.name: one for one in found}
        if self.entry is None and len(kernels) > 1:
            raise usage_error(f"{self.source}: it has several kernels, choose one: {', '.join(kernels)}")
        name = self.entry or next(iter(kernels))
        if name not in kernels:
            raise usage_error(f"{self.source}: there is no kernel {name}{did_you_mean(name, kernels)}")
        self.found = kernels[name]
        return self

    @property
    def origin(self):
        """The key of its object, shared by all kernels of a file."""
        return os.path.abspath(self.source), self.arch, tuple(self.flags), tuple(self.warnings)

    def described(self):
        """Its elf.Kernel; compiles it if needed."""
        return self.found or self.compile().found

    @property
    def name(self):
        return self.described().name

    @property
    def params(self):
        return self.described().params

    @property
    def is_text(self):
        return self.source.endswith(".pto")


def compile_all(kernels, observer=None):
    """Compile kernels in parallel."""
    missing = [one for one in kernels if observer not in one.objects]
    if not missing:
        return
    settings_of(missing[0].config, observer)    # once, before the threads start
    if any(one.is_text for one in missing):
        build.ensure_ptoc()
    files = {}      # once for each file: kernels of a file share an object
    for one in missing:
        files.setdefault(one.origin, []).append(one)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for job in [pool.submit(lambda group: [one.compile(observer) for one in group], group) for group in files.values()]:
            job.result()


def check_names(kernels):
    """Reject two kernels of the same name."""
    seen = {}
    for one in kernels:
        other = seen.setdefault(one.name, one)
        if other.source != one.source:
            raise usage_error(f"kernel {one.name} is in {other.source} and in {one.source}; in a program each has a "
                              "name of its own")


def arch_of(kernels):
    """The profile declared by the kernels, or None."""
    stated = {}
    for one in kernels:
        if one.found.arch in ARCHES:
            stated.setdefault(ARCHES[one.found.arch], one.name)
    if len(stated) > 1:
        raise usage_error(" and ".join(f"kernel {name} is for {arch}" for arch, name in stated.items()) +
                          "; a program runs on one profile")
    return next(iter(stated), None)


def settings_of(config, observer):
    """Build the runtime for images with an observer, or without; returns its settings."""
    settings = build.ensure_runtime(config)
    return build.ensure_observer(config, settings, observer) if observer else settings


def link(kernels, config, target, observer=None):
    """Link compiled kernels as kernel.elf in a folder, unless they are unchanged."""
    settings = settings_of(config, observer)
    objects = list({one.origin: one.objects[observer] for one in kernels}.values())
    digest = sha256(repr([config.name, observer, settings["signature"]]).encode())
    for data in objects:
        digest.update(sha256(data).digest())
    entry = os.path.join(kernel.CACHE, digest.hexdigest()[:32])
    if kernel.take(entry, target) is not None:
        return
    with child.scratch_folder(".new-", kernel.CACHE) as work:
        paths = [os.path.join(work, f"{number}.o") for number in range(len(objects))]
        for path, data in zip(paths, objects):
            with open(path, "wb") as file:
                file.write(data)
        kernel.link_image(settings, config.board.first_link, paths, os.path.join(work, "kernel.elf"), [])
        for path in paths:
            os.unlink(path)
        with open(os.path.join(work, "headers"), "w", encoding="utf-8"):
            pass
        kernel.deliver(work, target)
        kernel.keep(work, entry)


def options(board="qemu-virt", vlen=None, cc=None, backend=None, libc="picolibc"):
    """The configuration given by keyword arguments."""
    values = Values(build.CONFIGURATION)
    values.board, values.vlen, values.cc, values.backend, values.libc = board, vlen, cc, backend, libc
    return build.Config.of(values)
