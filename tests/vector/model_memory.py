# SPDX-License-Identifier: Apache-2.0
"""The model of loads, stores, sorting and streams."""
import re

import numpy as np

import optable
from entries import TYPES, squeeze_type
from model_base import Inputs, Result, VREG, as_lanes, mask_lanes, vector
from model_moves import interleave, model_vsqz
from numbers_model import values_of

# ---- memory -------------------------------------------------------------------------------------

def read(memory, at, sources):
    """Bytes of the memory: sources are offsets from `at`, negative ones give zero."""
    index = np.asarray(at)[:, None] + np.maximum(sources, 0)
    return np.where(sources >= 0, np.take_along_axis(memory, index, axis=1), 0).astype(np.uint8)


def write(memory, at, targets, data, active):
    """Store bytes: data[:, i] to at + targets[i] where active."""
    after = memory.copy()
    for row in range(memory.shape[0]):
        keep = active[row]
        after[row, at[row] + np.broadcast_to(targets, active.shape[1:])[keep]] = data[row][keep]
    return Result("memory", after)


def element_bytes(name):
    return TYPES[name][0] // 8 if name in TYPES else 1


def address(entry, inputs, pointer=0, offset=None):
    """Base and index, in elements of the pointer's type."""
    at = inputs.p[pointer]
    return at if offset is None else at + inputs.s[offset] * element_bytes(entry.type)


def distribution(name):
    """The family of a distribution and its width in bytes: BRC_B32 is BRC, 4."""
    family, width = re.fullmatch(r"(\w+?)(?:_B(\d+))?", name).groups()
    return family, int(width or 8) // 8


def load_map(dist):
    """For each byte of the register, the byte after the address that a load puts there; -1 zero."""
    (family, size), byte = distribution(dist), np.arange(VREG)
    if dist == "NORM":
        return byte
    if dist == "BRC_BLK":
        return byte % 32
    lane, rest = byte // size, byte % size
    if family == "BRC":
        return rest
    if family == "US":
        return lane // 2 * size + rest
    if family == "DS":
        return lane * 2 * size + rest
    if family == "E2B":
        return byte // 32 * size + rest
    if family == "UNPK":
        return np.where(lane % 2 == 0, lane // 2 * size + rest, -1)
    if dist == "UNPK4":
        return np.where(byte % 4 == 0, byte // 4, -1)
    if dist == "SPLT4CHN":
        return 4 * byte
    assert family == "SPLT2CHN"
    return lane * 2 * size + rest


def model_vlds(entry, variant, inputs):
    """vlds vlds_post."""
    post = entry.stem.endswith("_post")
    at = address(entry, inputs, 0, None if post else 0)
    raw = read(inputs.memory, at, load_map(variant[0].removeprefix("PTO_LD_")))
    results = [vector(entry.type, as_lanes(raw, entry.type))]
    if post:
        results.append(Result("scalar", address(entry, inputs, 0, 0)))
    return results


def model_vldsx2(entry, variant, inputs):
    post = entry.stem.endswith("_post")
    at = address(entry, inputs, 0, None if post else 0)
    dist = variant[0].removeprefix("PTO_LD2_")
    size = 32 if dist == "BDINTLV" else distribution(dist)[1]
    byte = np.arange(VREG)
    even = byte // size * 2 * size + byte % size
    results = [vector(entry.type, as_lanes(read(inputs.memory, at, sources), entry.type))
               for sources in (even, even + size)]
    if post:
        results.append(Result("scalar", address(entry, inputs, 0, 0)))
    return results


def store_plan(dist, name):
    """For each byte stored: source byte, target byte, predicate bit (-1: always)."""
    (family, size), byte = distribution(dist), np.arange(VREG)
    if dist == "NORM":
        family, size = "NORM", element_bytes(name)
    if family == "NORM":
        return byte, byte, byte // size * size
    if family == "1PT":
        return byte[:size], byte[:size], np.full(size, -1)
    if family in ("PK", "PK4"):
        kept = size // (2 if family == "PK" else 4)
        target = np.arange(VREG * kept // size)
        source = target // kept * size + target % kept
        return source, target, source // size * size
    assert family in ("MRG4CHN", "MRG2CHN")
    channels = 4 if family == "MRG4CHN" else 2
    lane, rest = byte % 32 // size, byte % size
    plane = 32 // size // channels
    source = byte // 32 * 32 + (lane % channels * plane + lane // channels) * size + rest
    return source, byte, byte // (size * channels) * size * channels


def model_vsts(entry, variant, inputs):
    """vsts vsts_all vsts_post."""
    post = entry.stem == "vsts_post"
    at = address(entry, inputs, 0, None if post else 0)
    source, target, bit = store_plan(variant[0].removeprefix("PTO_ST_"), entry.type)
    everything = np.ones((len(at), len(bit)), bool)
    active = everything if entry.stem == "vsts_all" else np.where(bit >= 0, inputs.m[0][:, bit], True)
    after = write(inputs.memory, at, target, inputs.v[0][:, source], active)
    return [Result("scalar", address(entry, inputs, 0, 0)), after] if post else [after]


def model_vstsx2(entry, variant, inputs):
    at = address(entry, inputs, 0, 0)
    size = distribution(variant[0])[1]
    low, high = interleave(*(data.reshape(len(at), -1, size).view(f"V{size}")[..., 0]
                             for data in inputs.v[:2]))
    data = np.ascontiguousarray(np.concatenate([low, high], axis=1)).view(np.uint8)
    return [write(inputs.memory, at, np.arange(512), data, np.ones((len(at), 512), bool))]


def indexed(entry, inputs, vector_number):
    """Byte offsets of the lanes of a gather or scatter [cases, lanes], and the active ones. If the registers of data
    and indices have different numbers of lanes, the smaller one counts."""
    name, size = entry.type, element_bytes(entry.type)
    index = inputs.lanes(vector_number, entry.index)
    index = index.astype(np.int64)           # unsigned, whatever the type is called
    count = min(index.shape[1], optable.lanes(name))
    if entry.stem.endswith("_n"):
        active = np.arange(count)[None, :] < inputs.s[0][:, None]
    else:
        active = inputs.mask(0, name)[:, :count]
    return np.where(active, index[:, :count] * size, 0), active


def model_vgather2(entry, variant, inputs):
    """vgather2 vgather2_bc vgather2_n: lanes by index, the others zero."""
    name, size = entry.type, element_bytes(entry.type)
    offsets, active = indexed(entry, inputs, 0)
    at = inputs.p[0][:, None] + offsets
    data = np.stack([np.take_along_axis(inputs.memory, at + byte, axis=1) for byte in range(size)],
                    axis=-1)
    raw = np.zeros((len(at), optable.lanes(name)), f"u{size}")
    raw[:, :at.shape[1]] = np.where(active, np.ascontiguousarray(data).view(f"u{size}")[..., 0], 0)
    return [vector(name, raw)]


def model_vgather2_wide(entry, variant, inputs):
    """Bytes by 16-bit indices, as lanes of 16 bits."""
    index = inputs.lanes(0, entry.index).astype(np.int64)
    active = inputs.mask(0, "u16")
    data = np.take_along_axis(inputs.memory, inputs.p[0][:, None] + np.where(active, index, 0), axis=1)
    return [vector("u16", np.where(active, data, 0).astype("u2"))]


def model_vgatherb(entry, variant, inputs):
    """Eight blocks of 32 bytes at byte offsets; bit 4 * i of the b32 predicate governs block i."""
    offsets = values_of(inputs.lanes(0, entry.index), entry.index)[:, :8]
    active = mask_lanes(inputs.m[0], "b32")[:, :8]
    sources = np.repeat(np.where(active, offsets, -1), 32, axis=1)
    sources = np.where(sources >= 0, sources + np.arange(VREG) % 32, -1)
    return [vector(entry.type, as_lanes(read(inputs.memory, inputs.p[0], sources), entry.type))]


def model_vscatter(entry, variant, inputs):
    """vscatter vscatter_n: the lowest of lanes with the same index wins."""
    size, after = element_bytes(entry.type), inputs.memory.copy()
    offsets, active = indexed(entry, inputs, 1)
    for row in range(len(after)):
        for lane in reversed(np.flatnonzero(active[row])):
            at = inputs.p[0][row] + offsets[row, lane]
            after[row, at:at + size] = inputs.v[0][row, lane * size:(lane + 1) * size]
    return [Result("memory", after)]


def model_vscatter_wide(entry, variant, inputs):
    """Every other byte by 16-bit indices; the lowest of lanes with the same index wins."""
    after, index = inputs.memory.copy(), inputs.lanes(1, entry.index).astype(np.int64)
    active = inputs.mask(0, "u16")
    for row in range(len(after)):
        for lane in reversed(np.flatnonzero(active[row])):
            after[row, inputs.p[0][row] + index[row, lane]] = inputs.v[0][row, 2 * lane]
    return [Result("memory", after)]


def stride_of(variant):
    """STRIDE_S3_B16: element i at 3 * i, 16 bits wide: the offsets of all bytes of a register."""
    factor, width = re.search(r"S(\d+)_B(\d+)", variant[0]).groups()
    size, byte = int(width) // 8, np.arange(VREG)
    return byte // size * size * int(factor) + byte % size


def model_vsld(entry, variant, inputs):
    raw = read(inputs.memory, address(entry, inputs, 0, 0), stride_of(variant))
    return [vector(entry.type, as_lanes(raw, entry.type))]


def model_vsst(entry, variant, inputs):
    active = np.ones((len(inputs.memory), VREG), bool)
    return [write(inputs.memory, address(entry, inputs, 0, 0), stride_of(variant), inputs.v[0], active)]


def blocks(entry, inputs):
    """Block-strided access: offsets of all bytes [cases, 256], the active ones, and the next base. Strides count blocks
    of 32 bytes; lane b of the mask governs block b; a post-update form advances the base by the repeat stride instead
    of adding it."""
    stride, repeat = inputs.s[0] & 0xffff, (inputs.s[1] if len(inputs.s) > 1 else inputs.s[0]) & 0xffff
    if len(inputs.s) == 1:                       # packed
        stride = (inputs.s[0] >> 16) & 0xffff
    first = 0 * repeat if entry.stem.endswith("_post") else repeat
    block = np.arange(VREG) // 32
    offsets = (first[:, None] + block * stride[:, None]) * 32 + np.arange(VREG) % 32
    grain = optable.granularity(entry.type)      # of 64-bit elements too
    active = np.repeat(inputs.mask(0, grain)[:, :8], 32, axis=1)
    return offsets, active, inputs.p[0] + repeat * 32


def model_vsldb(entry, variant, inputs):
    offsets, active, base = blocks(entry, inputs)
    raw = read(inputs.memory, inputs.p[0], np.where(active, offsets, -1))
    results = [vector(entry.type, as_lanes(raw, entry.type))]
    return results + [Result("scalar", base)] * entry.stem.endswith("_post")


def model_vsstb(entry, variant, inputs):
    offsets, active, base = blocks(entry, inputs)
    after = inputs.memory.copy()
    for row in range(len(after)):
        for byte in np.flatnonzero(active[row]):
            after[row, inputs.p[0][row] + offsets[row, byte]] = inputs.v[0][row, byte]
    results = [Result("scalar", base)] * entry.stem.endswith("_post")
    return results + [Result("memory", after)]


def predicate_bytes(bits):
    """A predicate as packed bytes."""
    return np.packbits(bits, axis=1, bitorder="little")


def predicate_address(entry, inputs, unit):
    """The address of a predicate, and the advanced pointer of a post-update form: the operand counts units in pldi and
    psti."""
    step = {"pld": 8, "pst": 8, "pldi": unit, "psti": unit}.get(entry.stem.removesuffix("_post"), 1)
    advanced = inputs.p[0] + inputs.s[0] * step
    return (inputs.p[0], [Result("scalar", advanced)]) if entry.stem.endswith("_post") else (advanced, [])


def model_predicate_load(entry, variant, inputs):
    """plds, pldi, pld: NORM 32 bytes; US 16 bytes, each bit twice; DS 64 bytes, every other bit."""
    dist = variant[0].removeprefix("PTO_PLD_")
    at, after = predicate_address(entry, inputs, 16 if dist == "US" else 32)
    count = {"NORM": 32, "US": 16, "DS": 64}[dist]
    raw = read(inputs.memory, at, np.arange(count))
    bits = np.unpackbits(raw, axis=1, bitorder="little").astype(bool)
    bits = {"NORM": lambda: bits, "US": lambda: np.repeat(bits, 2, axis=1),
            "DS": lambda: bits[:, ::2]}[dist]()
    return [Result("mask", bits), *after]


def model_predicate_store(entry, variant, inputs):
    """psts, psti, pst: NORM 32 bytes; PK 16 bytes, every other bit."""
    at, after = predicate_address(entry, inputs, 16 if variant[0] == "PTO_PST_PK" else 32)
    bits = inputs.m[0] if variant[0] == "PTO_PST_NORM" else inputs.m[0][:, ::2]
    raw = predicate_bytes(bits)
    return [*after, write(inputs.memory, at, np.arange(raw.shape[1]), raw, np.ones(raw.shape, bool))]


# ---- UB to UB -----------------------------------------------------------------------------------

def record_bytes(score_bytes, indices):
    """Records of 8 bytes: the score in the low four, zero-extended, and the index."""
    records = np.zeros((len(indices), 8), np.uint8)
    records[:, :score_bytes.shape[1]] = score_bytes
    records[:, 4:] = indices.astype("<u4").view(np.uint8).reshape(-1, 4)
    return records.reshape(-1)


def descending(values):
    """The order that sorts scores: highest first, stable, NaN last."""
    return np.lexsort((np.where(np.isnan(values), 0, -values), np.isnan(values)))


def elements(memory, at, count, name):
    size = element_bytes(name)
    return np.ascontiguousarray(memory[at:at + count * size]).view(f"u{size}")


def model_vbitsort(entry, variant, inputs):
    """Groups of 32 scores, each sorted with its indices."""
    name, size, after = entry.type, element_bytes(entry.type), inputs.memory.copy()
    for row, memory in enumerate(inputs.memory):
        dest, source, indices = (int(pointer[row]) for pointer in inputs.p[:3])
        for repeat in range(int(inputs.s[0][row])):
            raw = elements(memory, source + repeat * 32 * size, 32, name)
            order = descending(values_of(raw, name))
            index = elements(memory, indices + repeat * 128, 32, "u32")
            after[row, dest + repeat * 256:][:256] = record_bytes(
                raw[order].view(np.uint8).reshape(32, size), index[order])
    return [Result("memory", after)]


def model_vsort32(entry, variant, inputs):
    """32 scores to 32 scores; the low byte of config counts groups, 0 is 1."""
    name, size, after = entry.type, element_bytes(entry.type), inputs.memory.copy()
    for row, memory in enumerate(inputs.memory):
        for repeat in range(max(int(inputs.s[0][row]) & 0xff, 1)):
            offset = repeat * 32 * size
            raw = elements(memory, int(inputs.p[1][row]) + offset, 32, name)
            at = int(inputs.p[0][row]) + offset
            after[row, at:at + 32 * size] = raw[descending(values_of(raw, name))].view(np.uint8)
    return [Result("memory", after)]


def merge_lists(lists, name, stop_when_empty):
    """Records of up to four sorted lists in one order: of equal scores the earlier list first."""
    taken, merged = [0] * len(lists), []

    def score(number):
        value = values_of(elements(lists[number], taken[number] * 8, 1, name), name)[0]
        return -np.inf if np.isnan(value) else value, not np.isnan(value)
    while True:
        left = [number for number in range(len(lists)) if taken[number] * 8 < len(lists[number])]
        if not left or (stop_when_empty and len(left) < len(lists)):
            return merged
        best = max(left, key=lambda number: (score(number), -number))
        merged.append(lists[best][taken[best] * 8:][:8])
        taken[best] += 1


def model_vmrgsort4(entry, variant, inputs):
    """count: four lengths of 16 bits; config[7:0] repetitions, [11:8] lists, [12] stop when empty. Each repetition
    takes the lists after those of the previous one."""
    after = inputs.memory.copy()
    for row, memory in enumerate(inputs.memory):
        count, config = int(inputs.s[0][row]), int(inputs.s[1][row])
        lengths = [count] * 4 if count < 65536 else [count >> 16 * i & 0xffff for i in range(4)]
        dest, *sources = (int(pointer[row]) for pointer in inputs.p)
        used = [i for i in range(4) if (config >> 8 & 15 or 15) >> i & 1 and lengths[i]]
        step = 8 * sum(lengths[i] for i in used)
        for repeat in range(max(config & 0xff, 1)):
            lists = [memory[sources[i] + repeat * step:][:lengths[i] * 8] for i in used]
            merged = merge_lists(lists, entry.type, bool(config >> 12 & 1))
            for number, record in enumerate(merged):
                at = dest + repeat * step + number * 8
                after[row, at:at + 8] = record
    return [Result("memory", after)]


def model_vtranspose(entry, variant, inputs):
    """Blocks of 16 x 16 elements; the low half-word of config counts them, 0 is 1."""
    name, size, after = entry.type, element_bytes(entry.type), inputs.memory.copy()
    for row, memory in enumerate(inputs.memory):
        for block in range(max(int(inputs.s[0][row]) & 0xffff, 1)):
            offset = block * 256 * size
            raw = elements(memory, int(inputs.p[1][row]) + offset, 256, name).reshape(16, 16)
            at = int(inputs.p[0][row]) + offset
            after[row, at:at + 256 * size] = np.ascontiguousarray(raw.T).reshape(-1).view(np.uint8)
    return [Result("memory", after)]


# ---- sequences on the alignment state -----------------------------------------------------------

def model_seq_vldus(entry, variant, inputs):
    return [vector(entry.type, as_lanes(read(inputs.memory, inputs.p[0], np.arange(VREG)), entry.type))]


def model_seq_vldus_post(entry, variant, inputs):
    size = element_bytes(entry.type)
    second = inputs.p[0] + inputs.s[0] * size
    return [vector(entry.type, as_lanes(read(inputs.memory, at, np.arange(VREG)), entry.type))
            for at in (inputs.p[0], second)] + [Result("scalar", second + inputs.s[0] * size)]


def stream(inputs, size, pieces):
    """Store vectors one after another: pieces are (vector, elements [cases])."""
    at, after = inputs.p[0].copy(), inputs.memory
    for data, count in pieces:
        active = np.arange(VREG)[None, :] < (count * size)[:, None]
        after = write(after, at, np.arange(VREG), data, active).data
        at = at + count * size
    return at, Result("memory", after)


def model_seq_vstus(entry, variant, inputs):
    return [stream(inputs, element_bytes(entry.type), [(inputs.v[0], inputs.s[0])])[1]]


def model_seq_vstus_post(entry, variant, inputs):
    end, after = stream(inputs, element_bytes(entry.type),
                        [(inputs.v[0], inputs.s[0]), (inputs.v[1], inputs.s[1])])
    return [Result("scalar", end), after]


model_seq_vstus_mode = model_seq_vstus_post


def model_seq_vstu(entry, variant, inputs):
    """Whole vectors, the offset in elements."""
    name, lanes = entry.type, optable.lanes(entry.type)
    first = Inputs([], [], [], [inputs.p[0] + inputs.s[0] * element_bytes(name)], inputs.memory)
    count = np.full(len(inputs.memory), lanes)
    _, after = stream(first, element_bytes(name), [(inputs.v[0], count), (inputs.v[1], count)])
    return [Result("scalar", inputs.s[0] + 2 * lanes), after]


def model_seq_vstur(entry, variant, inputs):
    """The bytes of the lanes kept by vsqz; consecutive stores advance AR."""
    name = squeeze_type(entry.type)
    pieces = []
    for number in (0, 1):
        data = inputs.v[number]
        if name == entry.type:
            data = as_lanes(model_vsqz(entry, variant, Inputs([data], [inputs.m[number]], [], [],
                                                              inputs.memory))[0].data, "u8")
        pieces.append((data, inputs.mask(number, name).sum(axis=1) * element_bytes(name)))
    return [stream(inputs, 1, pieces)[1]]


def model_seq_pstu(entry, variant, inputs):
    """Each predicate is stored packed: one bit a lane."""
    step = int(entry.type[1:]) // 8
    raws = [predicate_bytes(bits[:, ::step]) for bits in inputs.m[:2]]
    raw = np.concatenate(raws, axis=1)
    after = write(inputs.memory, inputs.p[0], np.arange(raw.shape[1]), raw, np.ones(raw.shape, bool))
    return [Result("scalar", inputs.p[0] + raw.shape[1]), after]
