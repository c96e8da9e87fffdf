# SPDX-License-Identifier: Apache-2.0
"""Array files of numpy (.npy): the header, and which element types fit a parameter."""
import os
import re

MAGIC = b"\x93NUMPY"
LARGEST_HEADER = 1 << 20

# numpy's kind (a letter) for each element type of PTO; the size is separate. ml_dtypes stores types unknown to numpy as
# raw bytes (V).
INTEGER = "iu"
KINDS = {"float": "f", "double": "f", "pto_f16_t": "f", "_Float16": "f", "pto_bf16_t": "Vu"}
MINIFLOAT = r"pto_e\dm\d(x2)?_t|pto_hif8_t"


class BadArray(ValueError):
    """The file is no array that a buffer can hold; the text gives the reason."""


class Array:
    """The header of an array."""

    def __init__(self, descr, shape):
        self.descr = descr    # numpy's notation: "<f4"
        self.shape = shape

    @property
    def item_bytes(self):
        return int(self.descr[2:])

    @property
    def data_bytes(self):
        count = 1
        for extent in self.shape:
            count *= extent
        return count * self.item_bytes

    def header(self):
        """The bytes before the data."""
        text = f"{{'descr': '{self.descr}', 'fortran_order': False, 'shape': {self.shape!r}, }}"
        length = -(len(MAGIC) + 4 + len(text) + 1) % 64 + len(text) + 1
        return MAGIC + b"\x01\x00" + length.to_bytes(2, "little") + text.ljust(length - 1).encode() + b"\n"


def read_header(path):
    """Read the header of a .npy file; returns it, and the offset of the data."""
    with open(path, "rb") as file:
        start = file.read(12)
        if len(start) < 10 or not start.startswith(MAGIC):
            raise BadArray("this is no .npy file")
        wide = start[6] >= 2
        at = 12 if wide else 10
        length = int.from_bytes(start[8:at], "little")
        if length > LARGEST_HEADER:
            raise BadArray("the header of this .npy file is damaged")
        file.seek(at)
        text = file.read(length)
    import ast     # rarely needed
    try:
        facts = ast.literal_eval(text.decode("latin-1").strip())
        descr, shape, fortran = facts["descr"], facts["shape"], facts["fortran_order"]
        extents = all(isinstance(extent, int) and extent >= 0 for extent in shape)
    except (ValueError, SyntaxError, TypeError, KeyError):
        raise BadArray("the header of this .npy file is damaged") from None
    if not isinstance(descr, str) or not re.fullmatch(r"[<>|=][a-zA-Z]\d{1,4}", descr) or not extents:
        raise BadArray(f"its elements ({descr}) are no numbers of one kind")
    array = Array(descr, tuple(shape))
    if fortran and sum(extent > 1 for extent in shape) > 1:
        raise BadArray("it is stored column by column; save numpy.ascontiguousarray() of it")
    if os.path.getsize(path) - at - length != array.data_bytes:
        raise BadArray(f"{array.data_bytes} bytes of data are announced, {os.path.getsize(path) - at - length} are there")
    return array, at + length


def element(spelling):
    """The element type of a pointer parameter: "const float *" is "float"."""
    return re.sub(r"\b(const|volatile|restrict)\b|[*\s]", "", spelling)


def fits(array, param):
    """Whether an array has the element type of a parameter."""
    kind, order = array.descr[1], array.descr[0]
    if array.item_bytes != param.element_bytes or (order == ">" and array.item_bytes > 1):
        return False
    name = element(param.spelling)
    if name in KINDS:
        return kind in KINDS[name]
    if re.fullmatch(MINIFLOAT, name):
        return kind in "Vu"
    if re.fullmatch(r"u?int\d+_t|bool|char", name):
        return kind in INTEGER or (kind == "b" and param.element_bytes == 1)
    return True


def describe(param):
    """The numpy type of the elements of a parameter."""
    name = element(param.spelling)
    if name in KINDS:
        kind = KINDS[name][0]
    elif re.fullmatch(MINIFLOAT, name):
        kind = "V"
    else:
        kind = "u" if name.startswith(("u", "bool")) else "i"
    return f"{'<' if param.element_bytes > 1 else '|'}{kind}{param.element_bytes}"
