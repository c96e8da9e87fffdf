# SPDX-License-Identifier: Apache-2.0
"""The table of row transfers (isa/transfer.def) as Python objects, and pto/transfers.h, their C calls."""
import re
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).resolve().parents[1] / "isa" / "transfer.def"
ROW = re.compile(r"^PTO_TRANSFER\((\w+(?:,\s*\w+){11})\)$", re.M)

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/transfers.py from isa/transfer.def: do not edit. Included by <pto/dma.h>.
//
// Each call checks its operands when the command runs, and returns the event of the command.
// clang-format off

#ifndef PTO_DMA_H
#error "include <pto/dma.h>"
#endif
"""

MTE = "pto_mte_at(PTO_LOC, &pto_dma_{name}, src, dst, len, PTO_MTE_SHAPE(__VA_ARGS__))"
CACHED = """(__extension__({{ PTO_SU_ONLY("{name}"); const int64_t pto_l2 = (l2_cache_ctl); \\
    if (pto_l2 < 0 || pto_l2 > 3) {{ pto_dma_bad_l2(PTO_LOC, pto_l2); }} \\
    """ + MTE + "; }}))"
LOCAL = "pto_copy_local_at(PTO_LOC, &pto_dma_{name}, __VA_ARGS__)"
OLDER = "pto_{name}_at(PTO_LOC, __VA_ARGS__)"

# Form: the macro's parameters, its expansion, and the operands behind "...". The valid rows and columns of the tile are
# optional: they do not change the transfer.
FORMS = {
    "PLAIN": ("src, dst, len, ...", 'PTO_SU_CALL("{name}", ' + MTE + ")", "the clauses of a pto_mte_t, .nburst first"),
    "CACHED": ("src, dst, l2_cache_ctl, len, ...", CACHED, "the clauses of a pto_mte_t, .nburst first"),
    "COPY": ("...", 'PTO_SU_CALL("{name}", ' + LOCAL + ")", "src, dst, sid, n_burst, len_burst, src_gap, dst_gap"),
    "COPY_IN": ("...", 'PTO_SU_CALL("{name}", ' + OLDER + ")",
                "src, dst, [rows, cols,] sid, n_burst, len_burst, left_pad, right_pad, data_select, l2_cache_ctl, src_stride, dst_stride"),
    "COPY_OUT": ("...", 'PTO_SU_CALL("{name}", ' + OLDER + ")",
                 "src, dst, [rows, cols,] sid, n_burst, len_burst, reserved, dst_stride, src_stride"),
}
UNITS = {"BYTE": "lengths and strides in bytes, strides from start to start",
         "BLOCK": "lengths in blocks of 32 bytes, and gaps from the end of a burst to the next"}
CORES = {"VEC": "vector cores", "CUBE": "cube cores", "ANY": "all cores"}


@dataclass(frozen=True)
class Transfer:
    """One row of the table."""
    id: str
    name: str
    where: str
    pipe: str
    src: str
    dst: str
    unit: str
    src_bits: str
    dst_bits: str
    loops: str
    pad: str
    form: str

    @property
    def prototype(self):
        return f"pto_{self.name}({FORMS[self.form][0]})"

    @property
    def comment(self):
        loops = "loops, with strides in bytes" if self.loops == "LOOPS" else "no loops"
        return [f"{self.src} -> {self.dst} on {self.pipe} of {CORES[self.where]}: {UNITS[self.unit]}.",
                f"Strides have {self.src_bits} bits at the source and {self.dst_bits} at the destination; {loops}"
                f"{'; padding' if self.pad == 'PAD' else ''}.",
                f"...: {FORMS[self.form][2]}"]


def load():
    """All rows, in the order of the table."""
    rows = [Transfer(*re.split(r",\s*", row)) for row in ROW.findall(TABLE.read_text())]
    assert len(rows) == TABLE.read_text().count("\nPTO_TRANSFER("), "isa/transfer.def: a row without 12 words"
    return rows


def by_count(row, calls):
    """A macro that chooses among `calls` (number of operands -> parameters, expansion)."""
    names = ", ".join(f"PTO_{row.id}_{n}" if n in calls else "PTO_COPY_BAD" for n in range(13, 0, -1))
    return [f"#define {row.prototype} PTO_PICK_14(__VA_ARGS__, {names}, )(__VA_ARGS__)",
            *(f"#define PTO_{row.id}_{n}({parameters}) {text}" for n, (parameters, text) in calls.items())]


def declaration(row):
    parameters, text, operands = FORMS[row.form]
    text = text.format(name=row.name)
    lines = [f"// {line}" for line in row.comment]
    if "[" not in operands:
        return [*lines, f"#define pto_{row.name}({parameters}) {text}", ""]
    n = operands.count(",") + 1
    shorter = f"PTO_{row.id}_{n - 2}(src, dst, __VA_ARGS__)"
    return [*lines, *by_count(row, {n: ("src, dst, rows, cols, ...", shorter), n - 2: ("...", text)}), ""]


def headers():
    """Path -> text."""
    return {"pto/transfers.h": "\n".join([HEAD, *(line for row in load() for line in declaration(row))])}
