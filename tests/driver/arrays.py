# SPDX-License-Identifier: Apache-2.0
"""Files of numpy as buffers, and outputs whose size is given in other ways."""
import os

import kernels
from harness import assert_scaled, floats, numpy, ptometal, read_floats, run, test, test_with_numpy, write


def npy(descr, shape, data, fortran=False, version=1):
    """The bytes of a .npy file."""
    text = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape!r}, }}"
    width = 2 if version == 1 else 4
    length = -(8 + width + len(text) + 1) % 64 + len(text) + 1
    return b"\x93NUMPY" + bytes([version, 0]) + length.to_bytes(width, "little") + \
        text.ljust(length - 1).encode() + b"\n" + bytes(data)


@test
def array_is_bound_without_its_header(folder):
    source = floats(64)
    write(folder, "k.c", kernels.DOUBLE)
    for version in (1, 2):
        write(folder, "x.npy", npy("<f4", (4, 16), source, version=version))
        run(folder, "k.c", "in:x.npy", "out:y=256", "64").expect(0)
        assert_scaled(folder / "y", source)


@test
def result_is_an_array_of_the_parameters_type(folder):
    source = floats(64)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x", source)
    run(folder, "k.c", "in:x", "out:y.npy=256", "64").expect(0)
    run(folder, "k.c", "in:x", "out:flat=256", "64").expect(0)
    doubled = (folder / "flat").read_bytes()
    assert (folder / "y.npy").read_bytes() == npy("<f4", (64,), doubled)
    run(folder, "k.c", "in:x", "out:y.npy=4x16", "64").expect(0)
    assert (folder / "y.npy").read_bytes() == npy("<f4", (4, 16), doubled)
    run(folder, "k.c", "in:x", "out:y.npy=64x", "64").expect(0)
    assert (folder / "y.npy").read_bytes() == npy("<f4", (64,), doubled)
    run(folder, "k.c", "in:x", "out:y=4x16", "64").expect(0)
    assert_scaled(folder / "y", source)


@test
def array_that_is_read_and_written_keeps_its_shape(folder):
    source = floats(64)
    write(folder, "k.c", kernels.DOUBLE)
    write(folder, "x.npy", npy("<f4", (2, 32), source))
    run(folder, "k.c", "inout:x.npy", "inout:x.npy", "64").expect(0)
    data = (folder / "x.npy").read_bytes()
    write(folder, "data", data[-256:])
    assert data[:-256] == npy("<f4", (2, 32), b"")
    assert_scaled(folder / "data", source)


@test_with_numpy
def numpy_reads_what_is_written(folder):
    write(folder, "k.c", kernels.DOUBLE)
    values = numpy.arange(64, dtype=numpy.float32).reshape(8, 8)
    numpy.save(folder / "x.npy", values)
    run(folder, "k.c", "in:x.npy", "out:y.npy=8x8", "64").expect(0)
    assert numpy.array_equal(numpy.load(folder / "y.npy"), 2 * values)


@test
def arrays_that_do_not_fit(folder):
    write(folder, "k.c", kernels.DOUBLE)
    data = floats(64)
    for content, pattern in (
            (npy("<f8", (32,), data), r"its elements are <f8, parameter x of double_it is float \* \(<f4\)"),
            (npy("<i4", (64,), data), "its elements are <i4"),
            (npy(">f4", (64,), data), "its elements are >f4"),
            (npy("<f4", (8, 8), data, fortran=True), "column by column; save numpy.ascontiguousarray"),
            (npy("<f4", (65,), data), "260 bytes of data are announced, 256 are there"),
            (npy("|O", (64,), data), r"its elements \(\|O\) are no numbers of one kind"),
            (npy("<f4", (64,), data).replace(b"'shape'", b"'sha\0e'"), "the header of this .npy file is damaged"),
            (b"\x93NUMPY\x01\0\xff", "this is no .npy file"),
            (bytes(data), "this is no .npy file")):
        write(folder, "x.npy", content)
        run(folder, "k.c", "in:x.npy", "out:y=256", "64").expect(2, pattern).expect_one_line()
    run(folder, "k.c", "in:x.npy", "out:y.npy=255", "64").expect(2).expect_one_line()


SIZED = """#include <pto/pto.h>
PTO_KERNEL(sized, (float *, x), (float *, y))
{
    y[9] = x[0];
}
PTO_BUFFER_BYTES(sized, 1, 40)
"""


@test
def output_is_as_large_as_the_kernel_declares(folder):
    write(folder, "k.c", SIZED)
    write(folder, "x", floats(1))
    run(folder, "k.c", "in:x", "out:y").expect(0)
    assert read_floats(folder / "y")[9] == -3.0 and (folder / "y").stat().st_size == 40
    run(folder, "k.c", "out:x", "out:y").expect(2, r"argument out:x: how large is it\? out:FILE=BYTES").expect_one_line()
    ptometal(folder, "image", "k.c", "-o", "k.elf").expect(0)
    run(folder, "k.elf", "in:x", "out:y").expect(0)


ENDS = """#include <pto/pto.h>
PTO_KERNEL(ends, (int32_t *, x), (int32_t *, y), (int64_t, n))
{
    y[0] = x[0];
    y[1] = x[n - 1];
}
"""


def sparse(path, size, first, last):
    """A file of zeros that takes no room, with four bytes at either end."""
    with open(path, "wb") as file:
        file.write(first)
        file.seek(size - 4)
        file.write(last)


@test
def memory_grows_with_the_buffers(folder):
    write(folder, "k.c", ENDS)
    available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    sizes = [600 << 20] + ([(4 << 30) + (100 << 20)] if available > 10 << 30 else [])
    for size in sizes:
        sparse(folder / "x", size, b"head", b"tail")
        outcome = run(folder, "k.c", "in:x", "out:y=8", size // 4).expect(0)
        assert (folder / "y").read_bytes() == b"headtail", f"{size}: {outcome.stderr}"
    return None if len(sizes) == 2 else "4 GiB and more: too little memory here"
