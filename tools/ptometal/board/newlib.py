# SPDX-License-Identifier: Apache-2.0
"""newlib for one architecture and ABI: the toolchain's own, or built once from Debian's newlib-source.

Builds are kept in the user's cache folder, shared by all checkouts and builds. CMake runs this as a program: newlib.py
GCC MARCH ABI prints the folder that has include/ and lib/.
"""
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile

if __name__ == "__main__":
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from ptometal import child  # noqa: E402  (after the path is right)
from ptometal.common import BUILD, INTERNAL, Progress, Stop, locked, say  # noqa: E402

SOURCES = "/usr/src/newlib/newlib-*.tar.xz"
FILES = 1000      # approximate number of files in a build

CONFIGURE = ["--target=riscv64-unknown-elf", "--disable-multilib", "--disable-libgloss", "--disable-nls",
             "--disable-newlib-supplied-syscalls", "--enable-newlib-io-long-long", "--enable-newlib-io-c99-formats",
             "--enable-newlib-retargetable-locking", "MAKEINFO=true"]
FLAGS = "-O2 -mcmodel=medany -ffunction-sections -fdata-sections -ftls-model=local-exec"


def of_toolchain(gcc, multilib):
    """The toolchain's own newlib as (include folder, library folder), or None: Debian's has none."""
    asked = [subprocess.run([gcc, *multilib, f"-print-file-name={name}"], stdout=subprocess.PIPE, text=True,
                            check=True).stdout.strip() for name in ("libc.a", "include/newlib.h")]
    libc = os.path.realpath(asked[0])
    # Relative to lib/libc.a, or to lib/ARCH/ABI/libc.a of a multilib toolchain.
    lib = os.path.dirname(libc)
    for above in (asked[1], os.path.join(lib, "..", "include", "newlib.h"),
                  os.path.join(lib, "..", "..", "..", "include", "newlib.h")):
        if os.path.isabs(asked[0]) and os.path.isfile(above):
            return os.path.dirname(os.path.normpath(above)), lib
    return None


def cache_folder():
    """The folder for builds: the user's cache, or the build folder if that is not writable."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    try:
        os.makedirs(os.path.join(base, "ptometal"), exist_ok=True)
        if os.access(os.path.join(base, "ptometal"), os.W_OK):
            return os.path.join(base, "ptometal")
    except OSError:
        pass
    return BUILD


def source():
    """The archive of Debian's newlib-source."""
    found = sorted(glob.glob(SOURCES))
    if not found:
        raise Stop(INTERNAL, "newlib is not there: `./ptometal setup` (as root) installs newlib-source; a toolchain "
                             "for riscv64-unknown-elf that brings newlib, first in the PATH, does as well")
    return found[-1]


def available(gcc="riscv64-unknown-elf-gcc"):
    """Whether there is a newlib, or a source to build one from."""
    return bool(glob.glob(SOURCES) or of_toolchain(gcc, []))


def run(command, folder, what, log):
    """A step of the build, with progress by compiled files."""
    progress, count = Progress(), 0
    environment = {key: value for key, value in os.environ.items() if key not in ("CC", "CFLAGS", "LDFLAGS", "MAKEFLAGS")}
    with open(log, "a", encoding="utf-8") as file, child.running(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        for line in process.stdout:
            file.write(line)
            if " -c " in line:
                count += 1
                progress.show(f"  {what}: {count} of about {FILES} files")
        process.wait()
    progress.clear()
    if process.returncode:
        kept = shutil.copy(log, os.path.join(BUILD, "newlib.log"))
        raise Stop(INTERNAL, f"{what}: {command[0]} failed; its output is in {kept}")


def build(archive, gcc, multilib, target, what):
    """Build newlib into the folder `target`."""
    with child.scratch_folder(".newlib-", os.path.dirname(target)) as work:
        os.makedirs(BUILD, exist_ok=True)
        with tarfile.open(archive) as tar:
            tar.extractall(work)
        configure = next(iter(glob.glob(os.path.join(work, "*", "configure"))), None)
        if configure is None:
            raise Stop(INTERNAL, f"{archive} has no configure script")
        where, log = os.path.join(work, "build"), os.path.join(work, "log")
        os.mkdir(where)
        tools = [f"{name}_FOR_TARGET={gcc[:-len('gcc')]}{tool}" for name, tool in
                 (("CC", "gcc"), ("AR", "ar"), ("AS", "as"), ("RANLIB", "ranlib"), ("NM", "nm"))]
        run([configure, f"--prefix={work}/out", *CONFIGURE, *tools, f"CFLAGS_FOR_TARGET={FLAGS} {' '.join(multilib)}"],
            where, what, log)
        for step in (["make", f"-j{os.cpu_count() or 1}"], ["make", "install"]):
            run(step, where, what, log)
        os.rename(os.path.join(work, "out", "riscv64-unknown-elf"), target)


def ensure(gcc, march, abi):
    """The include folder and the library folder of newlib for an architecture and an ABI."""
    # GCC selects libraries by the base letters; without G the assembler wants the CSR extension named.
    base = re.match(r"rv\d+[a-z]+", march)[0]
    full = base if "g" in base[4:] else base + "_zicsr_zifencei"
    there = of_toolchain(gcc, [f"-march={base}", f"-mabi={abi}"])
    if there:
        return there
    archive = source()
    version = os.path.basename(archive)[:-len(".tar.xz")]
    major = subprocess.run([gcc, "-dumpversion"], stdout=subprocess.PIPE, text=True, check=True).stdout
    recipe = hashlib.sha256(" ".join([*CONFIGURE, FLAGS]).encode()).hexdigest()[:6]
    name = f"{version}-{base}-{abi}-gcc{major.partition('.')[0].strip()}-{recipe}"
    folder = os.path.join(cache_folder(), name)
    if not os.path.isdir(folder):
        with locked(os.path.join(os.path.dirname(folder), f".{name}.lock")):
            if not os.path.isdir(folder):
                what = f"{version} for {base} {abi}"
                say(f"building {what} (once, about two minutes)")
                build(archive, gcc, [f"-march={full}", f"-mabi={abi}"], folder, what)
    return os.path.join(folder, "include"), os.path.join(folder, "lib")


def main(argv):
    """For CMake: prints the two folders, one per line."""
    try:
        print("\n".join(ensure(*argv)))
    except Stop as stop:
        say(f"error: {stop.message}")
        return stop.status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
