# SPDX-License-Identifier: Apache-2.0
"""Unusual errors of files and names: one line and the right status, never a traceback."""
import os
import random
import shutil
import subprocess
import sys
import threading

import kernels
from harness import CONFIGURATION, PTOMETAL, ROOT, Outcome, assert_scaled, floats, ptometal, run, test, write

sys.path.insert(0, str(ROOT / "tools"))

from ptometal.binary import elf  # noqa: E402  (after the path is right)

NOBODY = 65534


def prepare(folder):
    source = floats(64)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", source)
    return source


@test
def sizes_are_decimal_and_not_endless(folder):
    source = prepare(folder)
    run(folder, "k.c", "in:x", "out:y=0256", "64").expect(0)
    assert_scaled(folder / "y", source)
    run(folder, "k.c", "in:x", f"out:y={'9' * 5000}", "64").expect(2, "no buffer is that large").expect_one_line()
    run(folder, "k.c", "in:x", "out:y=256", "9" * 5000).expect(2, "no number is that long").expect_one_line()
    run(folder, "k.c", "in:x", "out:y=9999999999999", "64").expect(2, "this machine has").expect_one_line()


@test
def names_and_sources_that_are_not_utf_8(folder):
    source = prepare(folder)
    text = kernels.DOUBLE.encode() + b"// \xff\xfe\n"
    (folder / "bad.c").write_bytes(text)
    run(folder, "bad.c", "in:x", "out:y=256", "64").expect(0)
    name = os.fsdecode(b"\xe9.c")
    write(folder, name, text)
    write(folder, os.fsdecode(b"\xe9"), source)
    done = subprocess.run([PTOMETAL, "run", *CONFIGURATION, name, os.fsdecode(b"in:\xe9"), os.fsdecode(b"out:\xe8=256"),
                           "64"], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert_scaled(folder / os.fsdecode(b"\xe8"), source)
    done = subprocess.run([PTOMETAL, "run", name, os.fsdecode(b"in:\xe7")], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 2 and b"in:\xe7: there is no such file" in done.stderr, done.stderr


@test
def closed_standard_streams(folder):
    prepare(folder)
    for closed in ("2>&-", "1>&-", "<&- 1>&- 2>&-"):
        for words, status in (("in:x out:y=256 64", 0), ("in:x", 2)):
            done = subprocess.run(["sh", "-c", f"{PTOMETAL} run {' '.join(CONFIGURATION)} k.c {words} {closed}"],
                                  cwd=folder, capture_output=True, text=True, check=False)
            assert done.returncode == status, f"{closed}: {done.returncode} {done.stderr}"
            assert "Traceback" not in done.stderr, done.stderr


@test
def pipe_as_an_output(folder):
    source = prepare(folder)
    os.mkfifo(folder / "pipe")
    received = []
    reader = threading.Thread(target=lambda: received.append((folder / "pipe").read_bytes()))
    reader.start()
    run(folder, "k.c", "in:x", "out:pipe=256", "64").expect(0)
    reader.join()
    write(folder, "y", received[0])
    assert_scaled(folder / "y", source)
    run(folder, "k.c", "in:x", "out:pipe=256", "64").expect(2, "out:pipe: No such device").expect_one_line()
    run(folder, "k.c", "in:x", "out:/dev/null=256", "64").expect(0)


@test
def results_are_written_all_or_none(folder):
    prepare(folder)
    write(folder, "both.c", """#include <pto/pto.h>
PTO_KERNEL(both, (float *, x), (float *, y))
{
    x[0] = y[0] = 1;
}
""")
    write(folder, "y", b"old")
    for first, second in (("y", "/dev/full"), ("/dev/full", "y")):
        run(folder, "both.c", f"out:{first}=4", f"out:{second}=4").expect(
            2, "out:/dev/full: No space left on device").expect_one_line()
        assert (folder / "y").read_bytes() == b"old"
    assert sorted(path.name for path in folder.iterdir()) == ["both.c", "k.c", "x", "y"]


@test
def long_names(folder):
    source = prepare(folder)
    name = "n" * 255
    run(folder, "k.c", "in:x", f"out:{name}=256", "64").expect(0)
    assert_scaled(folder / name, source)
    for word in (f"in:{name}n", f"out:{name}n=256", f"out:{name}n/y=256"):
        run(folder, "k.c", word).expect(2, "File name too long").expect_one_line()


@test
def keeping_where_nothing_can_be_kept(folder):
    prepare(folder)
    run(folder, "k.c", "--keep", "x", "in:x", "out:y=256", "64").expect(2, "--keep x: this is not a folder")
    run(folder, "k.c", "--keep", "/proc/kept", "in:x", "out:y=256", "64").expect(2, "--keep /proc/kept: ")
    run(folder, "k.c", "--keep", "", "in:x", "out:y=256", "64").expect(2, "--keep : not a name")


@test
def files_that_are_no_images(folder):
    prepare(folder)
    ptometal(folder, "image", *CONFIGURATION, "k.c", "-o", "k.elf").expect(0)
    image = (folder / "k.elf").read_bytes()
    for content, pattern in (
            (b"", "this is no ELF file"),
            (os.urandom(5000), "this is no ELF file"),
            (b"\x7fELF" + os.urandom(5000), "neither RISC-V, x86-64 nor AArch64"),
            (image[:200], "incomplete"),
            (image[:0x28] + b"\xff" * 8 + image[0x30:], "incomplete"),
            (image[:len(image) // 2], "incomplete")):
        write(folder, "bad.elf", content)
        run(folder, "bad.elf", "in:x", "out:y=256", "64").expect(2, f"bad.elf: .*{pattern}").expect_one_line()


@test
def damaged_images_are_read_or_refused(folder):
    prepare(folder)
    ptometal(folder, "image", *CONFIGURATION, "k.c", "-o", "k.elf").expect(0)
    image = (folder / "k.elf").read_bytes()
    chance = random.Random(1)
    for _ in range(1000):
        damaged = bytearray(image)
        for at in (*chance.sample(range(16, 64), 2), chance.randrange(len(image) - 4096, len(image))):    # headers
            damaged[at] = chance.choice((0, 1, 0x7f, 0xff))
        try:
            elf.kernels(bytes(damaged))
        except elf.NotAnImage:
            pass


@test
def kernels_whose_names_look_like_options(folder):
    source = prepare(folder)
    write(folder, "-dash.c", kernels.DOUBLE)
    shutil.copyfile(ROOT / "examples" / "add.pto", folder / "-dash.pto")
    run(folder, "--", "-dash.c", "in:x", "out:y=256", "64").expect(0)
    assert_scaled(folder / "y", source)
    run(folder, "--", "-dash.pto", "in:x", "in:x", "out:z=256", "64").expect(0)
    assert_scaled(folder / "z", source)


@test
def values_that_are_empty_or_zero(folder):
    prepare(folder)
    ptometal(folder, "run", "--vlen", "0", "k.c").expect(2, "--vlen 0").expect_one_line()
    run(folder, "--entry", "", "k.c").expect(2, "--entry : not a name").expect_one_line()
    ptometal(folder, "image", *CONFIGURATION, "k.c", "in:x", "-o", "k.elf").expect(
        2, "kernel double_it takes 3 arguments, 1 is given").expect_one_line()
    assert not (folder / "k.elf").exists()
    for limit in ("inf", "nan", "1e308", "-1"):
        run(folder, "--timeout", limit, "k.c").expect(2, f"--timeout {limit}: not a number of seconds").expect_one_line()
    write(folder, "endless.c", kernels.ENDLESS)
    run(folder, "--timeout", "0.000001", "endless.c", "out:y=4").expect(124, r"no end within 1 s \(--timeout\)")


@test
def policy_with_several_harts_is_not_ignored_silently(folder):
    prepare(folder)
    run(folder, "--policy", "lazy", "--harts", "4", "k.c", "in:x", "out:y=256", "64").expect(
        0, "warning: --policy lazy orders what runs on one hart; --harts 4 run at the same time")


@test
def checkout_of_somebody_else(folder):
    if os.getuid() != 0 or not shutil.which("setpriv"):
        return "needs root, to be somebody else"
    # All files that a run reads; every user may traverse the path to them.
    folder.chmod(0o755)
    checkout = folder / "checkout"
    checkout.mkdir()
    for name in ("ptometal", "CMakeLists.txt", "toolchain.cmake"):
        shutil.copy(ROOT / name, checkout)
    for name in ("isa", "boards", "cmake", "firmware", "hal", "linker", "tools"):
        shutil.copytree(ROOT / name, checkout / name)
    (checkout / "build").mkdir()
    source = prepare(folder)
    home = folder / "home"
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    os.chown(folder, NOBODY, NOBODY)
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "PTOMETAL_PACKAGES": "skip",
                   "PTOMETAL_OBJECTS": os.environ.get("PTOMETAL_OBJECTS", "")}      # may lie where nobody reads
    done = subprocess.run(["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups",
                           checkout / "ptometal", "run", "--board", "native", "k.c", "in:x", "out:y=256", "64"],
                          cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False)
    Outcome(done, 0, 0).expect(0)
    assert_scaled(folder / "y", source)
    assert list((checkout / "build").iterdir()) == []
    assert list((home / ".cache").iterdir())
    return None
