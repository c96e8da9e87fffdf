#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the image itself says to wrong machines and wrong arguments, booted without the driver. Prints TAP.

Usage: boot.py IMAGE.elf      (the environment is that of pto_add_script_test)
"""

import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

from tap import Tap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools"))

from ptometal import qemu  # noqa: E402  (after the path is right)

VLEN = int(os.environ["PTO_VLEN"])
BACKEND = os.environ["PTO_BACKEND"]
DONE, USAGE, FAULT = 0, 2, 3

# (name, arguments, exit status, what the output has to match); the kernels are those of kernels.c
CASES = [
    ("input file missing", "--entry flag_left_set -- in:missing.bin", USAGE,
     r"^error: cannot open missing\.bin for reading$"),
    ("file size no multiple of the element", "--entry flag_left_set -- in:six.bin", USAGE,
     r"^error: six\.bin: 6 bytes is no multiple of the 4-byte element of parameter gm$"),
    ("output size no multiple of the element", "--entry flag_left_set -- out:out.bin=6", USAGE,
     r"^error: out\.bin: 6 bytes is no multiple of the 4-byte element of parameter gm$"),
    ("output path not writable", "--entry flag_left_set -- out:no/such/folder.bin=64", USAGE,
     r"^error: cannot open no/such/folder\.bin for writing$"),
    ("output without a size", "--entry flag_left_set -- out:out.bin", USAGE, r"^error: out:out\.bin: an output needs its size: out:FILE=BYTES$"),
    ("unknown kernel", "--entry nobody -- 1", USAGE, r"^error: there is no kernel nobody; the image has: \w+, "),
    ("no kernel chosen", "in:six.bin", USAGE, r"^error: the image has several kernels, choose one with --entry: "),
    ("too few arguments", "--entry flag_left_set --", USAGE,
     r"^error: kernel flag_left_set takes 1 argument \(float \* gm\), 0 are given$"),
    ("a number for a pointer", "--entry flag_left_set -- 7", USAGE,
     r"^error: 7: parameter gm of flag_left_set is a pointer: give in:FILE, inout:FILE or out:FILE=BYTES$"),
    ("unknown option", "--colour red", USAGE, r"^error: unknown option --colour$"),
    ("a file for a number", "--entry wants_number -- in:six.bin", USAGE,
     r"^error: in:six\.bin: parameter n of wants_number is a number \(int32_t\)$"),
    ("a file without a name", "--entry flag_left_set -- in:", USAGE, r"^error: in:: the file has no name$"),
    ("unknown profile", "--arch a9 --entry flag_left_set -- in:gm.bin", USAGE, r"^error: --arch: a9 is not a5 or a2a3$"),
    ("unknown word for --gm", "--gm loose", USAGE, r"^error: --gm: loose is not strict, granule or discard$"),
    ("argument file missing", "@missing", USAGE, r"^error: cannot read the argument file missing$"),
    ("unknown policy", "--policy brisk", USAGE, r"^error: --policy: brisk is none of eager lazy adverse random:SEED replay:FILE$"),
    ("buffers larger than GM", "--entry flag_left_set -- out:out.bin=99999999996", USAGE,
     r"^error: out\.bin: the buffers exceed the \d+ bytes of GM$"),
    ("images without a window", "--images --rank 0 --ranks 2 --entry flag_left_set -- inout:gm.bin inout:gm.bin", USAGE,
     r"^error: --images: this machine shares no memory with another one$"),
    ("a run that ends well", "--entry flag_left_set -- inout:gm.bin", DONE, r"^warning: flag "),
    ("a fault leaves no output behind", "--entry load_fault -- out:new.bin=64", FAULT, r"^fault: load access fault"),
]


# For each parameter of wants_numbers: its type, the least and the largest number, a bit pattern, what is out of range
NUMBERS = [
    ("int8_t", "-128", "127", "0xff", ("-129", "128", "0x100")),
    ("uint16_t", "0", "65535", "0xffff", ("-1", "65536")),
    ("int32_t", "-2147483648", "2147483647", "0xffffffff", ("2147483648", "0x100000000")),
    ("uint64_t", "0", "18446744073709551615", "0xffffffffffffffff", ("-1",)),
    ("pto_f16_t", "-65519", "65504", "inf", ("65520", "1e6")),
    ("pto_bf16_t", "-3.38e38", "3.38e38", "-inf", ("3.4e38",)),
    ("float", "-3.4e38", "3.4028235e38", "nan", ("-3.5e38",)),
    ("double", "-1.7e308", "1.7e308", "inf", ("1e309",)),
]
for row in zip(*(number[1:4] for number in NUMBERS)):
    CASES.append((f"numbers in range: {' '.join(row)}", f"--entry wants_numbers -- {' '.join(row)}", DONE, r"\A\Z"))
for at, (c_type, _, _, _, wrong) in enumerate(NUMBERS):
    for number in wrong:
        given = ["1"] * at + [number] + ["1"] * (len(NUMBERS) - at - 1)
        CASES.append((f"{number} for {c_type}", f"--entry wants_numbers -- {' '.join(given)}", USAGE,
                      rf"^error: {re.escape(number)} is (out of range|too large) "
                      rf"\(parameter {'abcdefgh'[at]} of wants_numbers is {c_type}\)$"))


# The same for cores with vectors but without what f16 takes (words for -cpu).
NARROW = "zfh=false,zvfh=false,zvfbfmin=false"
# (name, bytes of the file of --program, what the output has to match)
PROGRAMS = [
    ("a program that is none", b"x" * 44, r"^error: p\.bin is no program of version 1$"),
    ("a program of another version", struct.pack("<4sIQIIIIII", b"PTOJ", 2, 0, 0, 0, 0, 0, 0, 0),
     r"^error: p\.bin is no program of version 1$"),
    ("a program that ends early", struct.pack("<4sIQIIIIII", b"PTOJ", 1, 64, 0, 0, 0, 0, 0, 0), r"^error: p\.bin ends within a block$"),
    ("a program that is too large", struct.pack("<4sIQIIIIII", b"PTOJ", 1, 1 << 60, 0, 0, 0, 0, 0, 0),
     r"^error: p\.bin: \d+ bytes of tasks do not fit the \d+ bytes of GM$"),
    ("buffers that do not fit", struct.pack("<4sIQIIIIII", b"PTOJ", 1, 64, 0, 0, 1, 0, 0, 0) +
     struct.pack("<QQQQIIII", 0, 1 << 50, 0, 0, 0, 0, 0, 4).ljust(64, b"\0"), r"^error: p\.bin: the buffers exceed the \d+ bytes of GM$"),
    ("a kernel that is not there", struct.pack("<4sIQIIIIII", b"PTOJ", 1, 64, 0, 1, 0, 0, 0, 0) +
     struct.pack("<I", 0) + b"nobody".ljust(60, b"\0"), r"^error: there is no kernel nobody in the image$"),
]

NARROW_CASES = [
    ("f32 on a core without Zfh and Zvfh", "--entry twice_f32 -- inout:gm.bin", DONE, r"\A\Z"),
    ("f16 on a core without Zfh and Zvfh", "--entry twice_f16 -- inout:gm.bin", FAULT,
     r"^fault: illegal instruction 0x[0-9a-f]+ of Zv?fh, which this core does not have, pc=.*, vector function twice_f16_vf$"),
]


def boot(elf, arguments, folder, vlen=VLEN, core=""):
    line = qemu.command(elf, vlen, 1, arguments, os.environ["PTO_BOARD"], BACKEND)
    line[line.index("-cpu") + 1] += core
    done = subprocess.run(line, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
                          check=False)
    return done.returncode, done.stdout + done.stderr


def main():
    elf = os.path.abspath(sys.argv[1])
    tap = Tap()

    def case(name, passed, status=0, output=""):
        tap.result(passed, name, f"status {status}", output)

    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "six.bin").write_bytes(b"sixsix")
        pathlib.Path(folder, "gm.bin").write_bytes(struct.pack("<64f", *range(64)))
        before = sorted(os.listdir(folder))
        for name, arguments, status, pattern in CASES:
            got, output = boot(elf, arguments, folder)
            case(name, got == status and re.search(pattern, output, re.M), got, output)
        for name, data, pattern in PROGRAMS:
            pathlib.Path(folder, "p.bin").write_bytes(data)
            got, output = boot(elf, "--program p.bin", folder)
            case(name, got == USAGE and re.search(pattern, output, re.M), got, output)
        pathlib.Path(folder, "p.bin").unlink()
        got, output = boot(elf, "--program p.bin", folder)
        case("a program that is not there", got == USAGE and re.search(r"^error: cannot read p\.bin$", output, re.M), got, output)
        case("no files but those that were there", sorted(os.listdir(folder)) == before)

        if BACKEND == "rvv":
            for name, arguments, status, pattern in NARROW_CASES:
                got, output = boot(elf, arguments, folder, core="," + NARROW)
                case(name, got == status and re.search(pattern, output, re.M), got, output)
            doubled = struct.pack("<64f", *range(0, 128, 2))
            case("that f32 is right", pathlib.Path(folder, "gm.bin").read_bytes() == doubled)
            other = 256 if VLEN != 256 else 512
            got, output = boot(elf, "--entry flag_left_set -- in:gm.bin", folder, vlen=other)
            pattern = rf"^fault: wrong VLEN: the image is built for {VLEN} bits, the hart has {other}$"
            case("a core of another VLEN", got == FAULT and re.search(pattern, output, re.M), got, output)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
