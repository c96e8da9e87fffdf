#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Transfers of data and images to a board, without semihosting. Prints TAP.

Usage: run.py     (the environment is that of pto_add_script_test)

On every board a kernel gets its inputs in the image and writes its outputs to the board's own console. Images in other
formats, the flash and a board outside the tree are tested on one board each.
"""

import os
import re
import shutil
import struct
import subprocess
import sys

from harness import ADD, ARGS, BOARD, BUILD, COUNT, ROOT, WANTED, expect, main, ptometal
from ptometal import boards


def data_comes_in_the_image_and_out_on_the_console(folder):
    done = ptometal(folder, "run", ADD, *BUILD, "--link", "embedded", *ARGS)
    expect((folder / "sum").read_bytes() == WANTED, "the sum is wrong")
    expect("ptometal: file" not in done.stdout, f"the transfer shows: {done.stdout}")


def a_fault_is_reported_on_the_console(folder):
    done = ptometal(folder, "run", ADD, *BUILD, "--link", "embedded", *ARGS[:-1], str(COUNT + 1), status=3)
    expect(re.search(r"^fault: mte_gm_ub: .* of GM buffer a is outside its 4000 bytes; at .*add\.c:\d+", done.stderr,
                     re.M), f"no report: {done.stderr}")
    expect(not (folder / "sum").exists(), "an output was written")


def the_memories_are_accounted_for(folder):
    done = ptometal(folder, "image", ADD, *BUILD, "-o", "k.elf")
    expect(re.search(r"RAM +0x[0-9a-f]+ +\d+ +\d+ +\d+\.\d%", done.stdout), f"no table: {done.stdout}")


def a_debugger_stops_in_a_vector_function(folder):
    if not shutil.which("gdb-multiarch"):
        return
    line = next(number for number, text in enumerate(open(ADD, encoding="utf-8"), 1) if "vsts" in text)
    done = ptometal(folder, "debug", ADD, *BUILD, "--batch", "--ex", f"break add.c:{line}", "--ex", "continue", "--ex",
                    "print sum", "--ex", "print mask", *ARGS)
    expect(re.search(rf"Breakpoint 1(\.\d+)?, pto_vf_body_add_vf .* at .*add\.c:{line}$", done.stdout, re.M), done.stdout)
    expect("f32 x 64 = {0, 4, 8, 12, 16" in done.stdout and "64 of 64 lanes: 0-63" in done.stdout, done.stdout)


def a_fault_stops_the_debugger(folder):
    if not shutil.which("gdb-multiarch"):
        return
    done = ptometal(folder, "debug", ADD, *BUILD, "--batch", "--ex", "continue", "--ex", "backtrace 1", "--ex", "pto where",
                    *ARGS[:-1], str(COUNT + 1))
    expect(re.search(r"^The kernel faulted.*?^#0 +pto_fault_at.*?^kernel add, .*?^  MTE2 ", done.stdout, re.M | re.S),
           done.stdout)


def decode_uf2(data):
    """An independent reader of the format."""
    memory = {}
    for at in range(0, len(data), 512):
        start0, start1, _, address, size, index, number, _ = struct.unpack_from("<8I", data, at)
        end, = struct.unpack_from("<I", data, at + 508)
        expect((start0, start1, end) == (0x0A324655, 0x9E5D5157, 0x0AB16F30), "the magic numbers are wrong")
        expect(index == at // 512 and number == len(data) // 512, "the blocks are numbered wrong")
        memory[address] = data[at + 32:at + 32 + size]
    return min(memory), b"".join(memory[address] for address in sorted(memory))


def every_format_boots(folder, source=ADD, arguments=ARGS, wanted=WANTED):
    """Each format is loaded by the emulator or binutils, not by the code that wrote it."""
    board = boards.load(BOARD)
    base = board.defines["RAM_BASE"]
    for kind in ("elf", "bin", "hex", "srec", "uf2"):
        ptometal(folder, "image", source, *BUILD, "-o", f"k.{kind}", *arguments)
    subprocess.run(["riscv64-unknown-elf-objcopy", "-I", "srec", "-O", "binary", "k.srec", "srec.bin"], cwd=folder,
                   check=True)
    address, data = decode_uf2((folder / "k.uf2").read_bytes())
    expect(address == base, f"the UF2 starts at {address:#x}")
    (folder / "uf2.bin").write_bytes(data)
    start = ["-device", f"loader,addr={base:#x},cpu-num=0"]
    loads = {"k.elf": ["-kernel", "k.elf"], "k.hex": ["-device", "loader,file=k.hex", *start]}
    for name in ("k.bin", "srec.bin", "uf2.bin"):
        loads[name] = ["-device", f"loader,file={name},addr={base:#x},force-raw=on", *start]
    machine = board.qemu("k.elf", 0, 1, "scalar")
    machine = machine[:machine.index("-kernel")] + ["-display", "none", "-monitor", "none", "-serial", "stdio"]
    for name, load in loads.items():
        done = subprocess.run(machine + load, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=60, check=False)
        got = "".join(re.findall(r"^:([0-9a-f]+)$", done.stdout, re.M))
        expect(done.returncode == 0 and got == wanted.hex(), f"{name}: status {done.returncode}: {done.stdout[:300]}")


def every_format_boots_of_a_kernel_in_text(folder):
    every_format_boots(folder, str(ROOT / "examples" / "add.pto"))


def every_format_boots_of_a_project(folder):
    ptometal(folder, "new", "mine")
    every_format_boots(folder, "mine", ["in:a", f"out:y={4 * COUNT}", "4", str(COUNT)])


def an_image_of_a_project_is_chosen(folder):
    """Images of a project with several images and sources; missing ones are reported."""
    ptometal(folder, "new", "mine")
    make = folder / "mine" / "CMakeLists.txt"
    make.write_text(make.read_text() + f"pto_add_kernel(two SOURCES scale.c {ROOT}/examples/add.pto)\n")
    ptometal(folder, "run", "mine", *BUILD, "--target", "two", "--entry", "add", *ARGS)
    expect((folder / "sum").read_bytes() == WANTED, "the sum is wrong")
    done = ptometal(folder, "image", "mine", *BUILD, status=2)
    expect("choose an image with --target: it has scale, two" in done.stderr, done.stderr)
    done = ptometal(folder, "image", "mine", *BUILD, "--target", "three", status=2)
    expect("--target three: " in done.stderr and "has no such image; it has scale, two" in done.stderr, done.stderr)
    done = ptometal(folder, "run", "mine", *BUILD, "--debug", status=2)
    expect("--debug: mine is compiled as its CMakeLists.txt says" in done.stderr, done.stderr)
    (folder / "mine" / "scale.c").write_text("wrong")
    done = ptometal(folder, "image", "mine", *BUILD, "--target", "two", status=1)
    expect(re.search(r"scale\.c:1:1: error: ", done.stderr), done.stderr)


def flashing_hardware_can_be_looked_at_first(folder):
    done = ptometal(folder, "flash", ADD, *BUILD, "--dry-run", *ARGS)
    commands = boards.load(BOARD).words("FLASH")
    expect(re.search(rf"^  {commands[0]} .* 'target extended-remote :3333' .*\.elf$", done.stdout, re.M),
           f"no command: {done.stdout}")


def a_board_that_says_nothing_of_flash_is_told(folder):
    (folder / "mine").mkdir()
    (folder / "mine" / "board.h").write_text(NEW_BOARD_H)
    (folder / "mine" / "board.cmake").write_text("set(PTO_BOARD_MARCH rv64gc)\nset(PTO_BOARD_ABI lp64d)\n")
    done = ptometal(folder, "flash", ADD, "--board", "./mine", "--dry-run", status=2)
    expect("./mine: its board.cmake does not set PTO_BOARD_FLASH" in done.stderr, done.stderr)


def a_kernel_boots_from_flash(folder):
    done = ptometal(folder, "flash", ADD, *BUILD, *ARGS)
    expect(re.search(r"FLASH +0x20000000", done.stdout), f"no table: {done.stdout}")
    expect((folder / "gm2.bin").read_bytes() == WANTED, "the sum is wrong")


def a_flash_that_is_read_stays_whole(folder):
    """Two runs of one image: the second one may not empty the file that the emulator of the first is about to read."""
    done = ptometal(folder, "image", ADD, *BUILD, "-o", "k.elf")
    expect((folder / "k.elf").exists(), done.stderr)
    board, elf = boards.load(BOARD), str(folder / "k.elf")
    path = board.flash_file(elf)
    size = int(board.defines["FLASH_BYTES"])
    with open(path, "rb") as read:
        expect(board.flash_file(elf) == path and os.fstat(read.fileno()).st_ino == os.stat(path).st_ino, "made twice")
        os.utime(elf, (os.path.getmtime(path) + 1,) * 2)
        board.flash_file(elf)
        expect(os.fstat(read.fileno()).st_ino != os.stat(path).st_ino, "not made anew for a new image")
        expect(len(read.read()) == size == os.path.getsize(path), "not whole")
    expect(sorted(file.name for file in folder.glob("*.flash")) == ["k.flash"], "files were left")


NEW_BOARD_H = """
#ifndef BOARD_H
#define BOARD_H
#define BOARD_HARTS_MAX  2
#define BOARD_RAM_BASE   0x80000000
#define BOARD_RAM_BYTES  0x04000000
#define BOARD_CLINT_BASE 0x02000000
#include <hal/layout.h>
#endif
"""

NEW_BOARD_CMAKE = """
set(PTO_BOARD_DESCRIPTION "a board of somebody else")
set(PTO_BOARD_MARCH rv64gc)
set(PTO_BOARD_ABI lp64d)
set(PTO_BOARD_CONSOLE board)
set(PTO_BOARD_EXIT board)
set(PTO_BOARD_QEMU qemu-system-riscv64 -M virt -m @RAM@ -bios none)
"""

NEW_BOARD_C = """
#include <hal/hal.h>
void hal_write(int stream, const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        *(volatile char *)0x10000000 = text[i];
    }
}
void hal_exit(int status)
{
    *(volatile uint32_t *)0x100000 = status == 0 ? 0x5555 : 0x3333 | (uint32_t)status << 16;
    for (;;) {
    }
}
"""


def a_board_is_one_folder_anywhere(folder):
    """A board with its own console and exit; by path, then by name in PTO_BOARD_ROOT."""
    place = folder / "elsewhere" / "mine"
    place.mkdir(parents=True)
    (place / "board.h").write_text(NEW_BOARD_H)
    (place / "board.cmake").write_text(NEW_BOARD_CMAKE)
    (place / "board.c").write_text(NEW_BOARD_C)
    ptometal(folder, "run", ADD, "--board", str(place), *ARGS)
    expect((folder / "sum").read_bytes() == WANTED, "the sum is wrong")
    (folder / "sum").unlink()
    ptometal(folder, "run", ADD, "--board", "mine", "--link", "embedded", "--harts", "2", *ARGS,
             PTO_BOARD_ROOT=str(place.parent))
    expect((folder / "sum").read_bytes() == WANTED, "the sum through the new board's console is wrong")
    expect("mine" in ptometal(folder, "boards", PTO_BOARD_ROOT=str(place.parent)).stdout, "boards does not list it")


SMALL = ROOT / "tests" / "board" / "small"


def a_small_board_holds_a_kernel(folder):
    """Core, HAL and a kernel fit 64 KiB of flash and 16 KiB of RAM, with stacks and queues; and the kernel runs."""
    small = str(SMALL / "add.c")
    done = ptometal(folder, "image", small, "--board", str(SMALL), "--link", "embedded", "-o", "small.elf")
    table = re.findall(r"^  (FLASH|RAM) +\S+ +(\d+) +(\d+) ", done.stdout, re.M)
    expect([row[:2] for row in table] == [("FLASH", "65536"), ("RAM", "16384")], f"the table: {done.stdout}")
    expect(all(int(used) <= int(size) for _, size, used in table), f"too full: {table}")
    board = boards.load(str(SMALL))
    run = subprocess.run(board.qemu(str(folder / "small.elf"), 0, 1, "scalar")
                         + ["-display", "none", "-monitor", "none", "-serial", "stdio"], stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, timeout=60, check=False)
    free = [int(count) for count in re.findall(r"stack: (\d+) bytes free", run.stdout)]
    expect(run.returncode == 0 and len(free) == 2 and min(free) >= 256, f"{run.returncode}: {run.stdout}{run.stderr}")


def what_does_not_fit_is_said(folder):
    done = ptometal(folder, "image", str(SMALL / "add.c"), "--board", str(SMALL), "-D", "BALLAST=4096", status=1)
    expect(re.search(r"error: the image does not fit the memories of \S*small: RAM lacks \d+ bytes$", done.stderr, re.M),
           f"no word: {done.stderr}")


TESTS = [data_comes_in_the_image_and_out_on_the_console, a_fault_is_reported_on_the_console,
         the_memories_are_accounted_for, a_debugger_stops_in_a_vector_function, a_fault_stops_the_debugger]
TESTS += {"qemu-soft32": [a_small_board_holds_a_kernel, what_does_not_fit_is_said],
          "qemu-soft64": [every_format_boots, every_format_boots_of_a_kernel_in_text, every_format_boots_of_a_project,
                          an_image_of_a_project_is_chosen, a_board_is_one_folder_anywhere],
          "shakti_c": [flashing_hardware_can_be_looked_at_first, a_board_that_says_nothing_of_flash_is_told],
          "qemu-virt-flash": [a_kernel_boots_from_flash, a_flash_that_is_read_stays_whole]}.get(BOARD, [])


if __name__ == "__main__":
    sys.exit(main(TESTS))
