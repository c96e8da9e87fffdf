# SPDX-License-Identifier: Apache-2.0
"""Builds images of a user's CMake project like images of a single kernel: for any link, optionally with inputs.

CMake compiles; the project's pto_add_kernel() determines the objects of an image. They are linked here.
"""
import os
import re

from ptometal import build, kernel
from ptometal.common import BUILD, INTERNAL, NOT_COMPILED, ROOT, Stop, locked, usage_error
from ptometal.compilers.calls import join
from ptometal.digests import sha256

# Compilation options, which the project determines itself.
COMPILING = ("arch", "D", "I", "W", "check", "time", "debug", "explain_speed")

# Characters that CMake interprets, or cannot write into generated files.
NOT_IN_PATHS = r'["$;\\#\[\]<>|\n\r]'


def check_path(folder):
    """Usage error if CMake cannot build in a folder of that name."""
    wrong = re.search(NOT_IN_PATHS, os.path.realpath(folder))
    if wrong:
        raise usage_error(f"{folder!r}: CMake builds nothing in a folder with {wrong[0]!r} in its path")


def name(folder, config):
    """The name of a project's build folder for a configuration."""
    place = sha256(folder.encode()).hexdigest()[:6]
    return f"project-{os.path.basename(folder)}-{place}-{config.name}"


def configure_words(folder, config):
    return ["-S", folder, f"-DPTOMETAL={ROOT}", f"-DPTO_PREBUILT={config.folder}"] + build.configure_words(config)[2:]


def build_image(source, config, values, target):
    """Build the image of a kernel or project as kernel.elf, and its code as kernel.o, in the folder `target`."""
    if not os.path.isdir(source):
        kernel.build_image(kernel.Request.of(source, config, values), target)
        return
    for option in COMPILING:
        if getattr(values, option, None):
            raise usage_error(f"{'-' if len(option) == 1 else '--'}{option.replace('_', '-')}: {source} is compiled as "
                              "its CMakeLists.txt says")
    settings = build.ensure_runtime(config)
    build.ensure_ptoc()
    objects = build_objects(source, config, getattr(values, "target", None))
    for path in objects:
        kernel.show(build.read(os.path.join(f"{path}.dir", "messages")) or "")    # of compilers/cpp.py
    compiled = os.path.join(target, "kernel.o")
    join(objects, compiled, settings)
    kernel.link_image(settings, config.board.first_link, [compiled], os.path.join(target, "kernel.elf"), [])


def build_objects(source, config, image):
    """Compile the objects of an image of the project; returns their paths."""
    check_path(source)
    source = os.path.realpath(source)
    folder = os.path.join(BUILD, name(source, config))
    what = f"{os.path.basename(source)} for {config.name}"
    with locked(os.path.join(BUILD, f".{os.path.basename(folder)}.lock")):
        try:
            build.configure_and_build(folder, configure_words(source, config), ["build.ninja"], what)
            objects = objects_of(folder, source, image)
            build.configure_and_build(folder, [], [os.path.relpath(path, folder) for path in objects], what)
        except Stop as stop:
            raise Stop(NOT_COMPILED if stop.status == INTERNAL else stop.status, stop.message) from None
    return objects


def objects_of(folder, source, image):
    """The objects of an image, as listed by cmake/pto_add.cmake."""
    cache = build.read(os.path.join(folder, "CMakeCache.txt")) or ""
    place = next((line.partition("=")[2] for line in cache.splitlines() if line.startswith("PTO_BUILD_DIR:")), folder)
    kernels = os.path.join(place, "kernels")
    names = sorted(os.listdir(kernels)) if os.path.isdir(kernels) else []
    if image is None and len(names) == 1:
        image = names[0]
    if image not in names:
        there = f"it has {', '.join(names)}" if names else "it has none: pto_add_kernel() makes one"
        raise usage_error(f"{source}: choose an image with --target: {there}" if image is None else
                          f"--target {image}: {source} has no such image; {there}")
    return list(filter(None, build.read(os.path.join(kernels, image)).split("\n")))
