# SPDX-License-Identifier: Apache-2.0
"""The calls of the vector tests: one entry for each op and choice of types, from the op table.

An entry has variants, one for each combination of attribute values that is meaningful for its types. Instructions on
the alignment state cannot be called alone; they are tested in short sequences, which are entries too and list the table
rows they cover.
"""
import itertools
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import optable  # noqa: E402

TYPES = optable.TYPES
DEFINITION = re.compile(r"\b((?:const )?\w+(?:\s*\*)*)\s*\b(pto_[a-z]\w*)\s*\(([^()]*)\)\s*\{")

# Sequences on the alignment state: name -> (operands, results, functions it covers).
# Operands and results are written as in the op table; a pointer result is an offset in memory.
SEQUENCES = {
    "seq_vldus":      ("P", "V", ("vldas", "vldus")),
    "seq_vldus_post": ("P i32", "V V P", ("vldas", "vldus_post")),
    "seq_vstus":      ("V P i32", "", ("init_align", "vstus", "vstas")),
    "seq_vstus_post": ("V V P i32 i32", "P", ("init_align", "vstus_post", "vstas_post")),
    "seq_vstus_mode": ("V V P i32 i32", "P", ("init_align", "vstus_mode", "vstas_post")),
    "seq_vstu":       ("V V P idx", "idx", ("init_align", "vstu", "vsta")),
    "seq_vstur":      ("V V P M M", "", ("init_align", "vstur", "vstar")),
    "seq_pstu":       ("M M Q", "Q", ("init_align", "pstu", "vstas")),
}


# The types of vsqz; one of these sets the number of bytes for a vstur of another type.
SQUEEZED = next(op.types for op in optable.load_ops() if op.fn == "vsqz")


def squeeze_type(type_name):
    """The type of the vsqz before a vstur: itself, or an unsigned type with the same masks."""
    return type_name if type_name in SQUEEZED else "u" + optable.granularity(type_name)[1:]


@dataclass
class Entry:
    name: str                    # the C function without pto_, or the sequence and its type
    op: object                   # row of the table; None for a sequence
    type: str                    # T, or the granularity of a predicate form
    index: str = ""              # type of X
    result: str = ""             # type of R
    variants: list = field(default_factory=lambda: [()])   # tuples of C enumerators
    operands: list = field(default_factory=list)           # (letter, type), pointers with "[]"
    results: list = field(default_factory=list)            # (letter, type)
    covers: tuple = ()           # stems of the C functions that it tests

    @property
    def stem(self):
        return self.op.fn if self.op else self.name.rsplit("_", 1)[0]

    @property
    def stores(self):
        """True when it writes memory."""
        return (self.op is None and self.stem.startswith(("seq_vst", "seq_pst"))) or bool(
            self.op and (self.op.fn.startswith(("vst", "vsst", "vscatter", "pst")) or
                         self.op.signature.startswith("P P")))


def defined_functions(preprocessed):
    """Functions that the vector headers define: name -> (return type, text of the parameters)."""
    return {name: (returned, params) for returned, name, params in DEFINITION.findall(preprocessed)}


def operand_type(letter, chosen):
    """The element type or granularity that a letter stands for; chosen maps T, X, R, G to types."""
    t = chosen["T"]
    if letter in chosen:
        return chosen[letter]
    if letter in ("V", "S", "P"):
        return t
    if letter == "U":
        return "u%d" % TYPES[t][0]
    if letter == "M":
        return t if t in optable.GRANULARITIES else optable.granularity(t)
    return {"C": optable.accumulator(t), "F": "f32", "M16": "b16", "M32": "b32"}.get(letter, "")


# The letters of cvt.def: the class and its values.
PAIR_CLASSES = {
    "r": ("rnd", None), "s": ("sat", None), "h": ("half", None),
    "p": ("cvt_part", ["PTO_CVT_EVEN", "PTO_CVT_ODD"]),
    "q": ("cvt_part", ["PTO_CVT_P0", "PTO_CVT_P1", "PTO_CVT_P2", "PTO_CVT_P3"]),
}


def pair_variants(classes, letters, attributes):
    """Attribute choices of a conversion that matter for its pair of types: every rounding and saturation with the first
    part, and every part with the last of them."""
    values = {cls: [attributes[cls][0][0]] for cls in classes}
    for letter in letters:
        cls, some = PAIR_CLASSES[letter]
        if cls in values:
            values[cls] = some or [name for name, _ in attributes[cls]]
    if "cvt_part" not in classes:
        return list(itertools.product(*(values[cls] for cls in classes)))
    parts = values["cvt_part"]
    settings = list(itertools.product(values["rnd"], values["sat"]))
    return [(*setting, parts[0]) for setting in settings] + [
        (values["rnd"][0], values["sat"][-1], part) for part in parts[1:]]


# The granularity of the predicate for a store distribution, if it is not T's.
STORE_GRAIN = {"NORM_B8": "b8", "NORM_B16": "b16", "NORM_B32": "b32", "1PT_B8": "b8",
               "1PT_B16": "b16", "1PT_B32": "b32", "PK_B16": "b16", "PK_B32": "b32", "PK_B64": "b32",
               "PK4_B32": "b32", "MRG4CHN_B8": "b32", "MRG2CHN_B8": "b16", "MRG2CHN_B16": "b32"}
# Distributions tried on forms that differ from vlds and vsts only in their addressing.
SHORT = {"vlds_post": ("PTO_LD_NORM", "PTO_LD_BRC_B32", "PTO_LD_UNPK_B16"),
         "vsts_post": ("PTO_ST_NORM", "PTO_ST_1PT_B16", "PTO_ST_PK_B32"),
         "vsts_all": ("PTO_ST_NORM", "PTO_ST_1PT_B16", "PTO_ST_PK_B32")}


def variants(op, chosen, attributes, pairs):
    classes = [item.attribute for item in op.attributes]
    if "R" in chosen:
        return pair_variants(classes, pairs[op.fn][chosen["T"], chosen["R"]], attributes)
    values = [[name for name, _ in attributes[cls]] for cls in classes]
    if op.fn == "vtrc":
        values[0] = [name for name in values[0] if name[-1] in "RAFCZ"]
    if op.fn in SHORT:
        values[0] = [name for name in values[0] if name in SHORT[op.fn]]
    if op.fn in ("vsts", "vsts_post"):
        grain = optable.granularity(chosen["T"])
        values[0] = [name for name in values[0]
                     if STORE_GRAIN.get(name.removeprefix("PTO_ST_"), grain) == chosen["G"]]
    return list(itertools.product(*values))


def choices(op, type_name, functions, pairs):
    """The choices of the types of X, R and G for a type of a form."""
    letters = op.suffix_letters()
    if letters == ["R"]:
        if op.fn == "vbitcast":                  # any pair: one target of each width suffices
            return [{"R": name} for name in ("u8", "i16", "f32", "i64")]
        return [{"R": result} for source, result in pairs.get(op.fn, {}) if source == type_name]
    if letters == ["X"]:                         # indices of the element's width, or 32 bits
        widths = {32, max(16, TYPES[type_name][0])} if len(op.index_widths()) > 1 else op.index_widths()
        return [{"X": name} for name, (bits, kind) in TYPES.items() if kind in "iu" and bits in widths]
    if letters == ["G"]:
        if op.fn == "vstsx2":                    # its predicate is ignored
            return [{"G": optable.granularity(type_name)}]
        return [{"G": name} for name in optable.GRANULARITIES]
    return [{}]


def table_entries(functions):
    """Entries of the table rows that can be called alone, and the names that are not defined."""
    attributes, pairs = optable.load_attributes(), optable.load_pairs()
    pairs["vbitcast"] = {(source, result): "" for source in TYPES for result in TYPES}
    entries, missing, seen = [], [], set()
    for op in optable.load_ops():
        if "A" in op.letters() or "A" in [item.letter for item in op.results]:
            continue
        for type_name in op.types:
            for choice in choices(op, type_name, functions, pairs):
                function = op.function(type_name, *choice.values())
                chosen = {"T": type_name, **choice}
                tried = variants(op, chosen, attributes, pairs)
                if function in seen or not tried:
                    continue
                seen.add(function)
                if function not in functions:
                    missing.append(function)
                    continue
                entries.append(Entry(
                    function.removeprefix("pto_"), op, type_name, choice.get("X", ""),
                    choice.get("R", ""), tried,
                    [(item.letter + "[]" * item.indexed, operand_type(item.letter, chosen))
                     for item in op.operands if item.letter != "#"],
                    [(item.letter, operand_type(item.letter, chosen)) for item in op.results],
                    (op.fn,)))
    return entries, missing


def sequence_entries(functions):
    entries, missing = [], []
    for name, (operands, results, covers) in SEQUENCES.items():
        types = tuple(TYPES)
        if name == "seq_pstu":
            types = ("b16", "b32")
        for type_name in types:
            needed = [f"pto_{stem}_{type_name}" for stem in covers
                      if stem not in ("init_align", "vsqz", "vstas" if name == "seq_pstu" else "")]
            absent = [function for function in needed if function not in functions]
            if absent:
                missing += absent
                continue

            def typed(words):
                return [(letter, operand_type(letter, {"T": type_name}))
                        for letter in words.split()]
            entries.append(Entry(f"{name}_{type_name}", None, type_name, covers=covers,
                                 operands=typed(operands), results=typed(results)))
    return entries, missing


def load(functions):
    """All entries that the available functions allow, and the missing ones."""
    entries, missing = table_entries(functions)
    sequences, absent = sequence_entries(functions)
    return entries + sequences, sorted(set(missing + absent))
