# SPDX-License-Identifier: Apache-2.0
"""gdb commands and printers for kernels; `ptometal debug` loads this.

  pto           everything below, for all cores; `pto 1` for one
  pto where     what each agent is doing: scalar units and pipes
  pto queues    the commands that the pipes hold
  pto flags     event flags that are set, buffer tokens that are held, semaphores that are not zero

Vector registers print as their lanes, masks as the lanes that they select, tiles as their geometry and valid
elements, streams as where they stand. A fault stops where it is reported.
"""
import os
import re
import struct

import gdb

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAULTS = ("pto_fault_at", "pto_fault_deadlock", "hal_trap")


# ---- Reading the runtime -----------------------------------------------------------------------------

def text(value):
    """A C string, or a replacement if it is NULL."""
    return value.string() if int(value) else "?"


def place(loc):
    return f"{text(loc['file'])}:{int(loc['line'])}" if int(loc) else "?"


def command(cmd):
    """A command record as one line."""
    if not int(cmd["op"]):
        return "?"
    return f"{text(cmd['op']['name']):16} {place(cmd['loc'])}"


def pipe_name(pipe):
    return text(gdb.parse_and_eval("pto_pipe_names")[pipe]).replace("PIPE_", "")


def cores(argument):
    """The cores of the run, or the requested one."""
    run = gdb.parse_and_eval("pto_run_state")
    count = int(run["core_num"])
    if not int(run["kernel"]) or not count:
        raise gdb.GdbError("no kernel is running")
    chosen = range(count) if not argument else [int(argument, 0)]
    if any(index not in range(count) for index in chosen):
        raise gdb.GdbError(f"there is no core {argument}; the run has {count}")
    return [run["cores"][index].dereference() for index in chosen]


def title(core):
    return f"core {int(core['index'])}{text(core['role'])}, {text(core['kind']['name'])}"


def pipes(core):
    kind = core["kind"]
    return [int(kind["pipes"][i]) for i in range(int(kind["pipe_num"]))]


def queue_depth():
    """PTO_QUEUE_DEPTH, derived from a type, since macros are not in the debug information."""
    rings = gdb.lookup_static_symbol("rings") or gdb.lookup_global_symbol("rings")
    return rings.type.strip_typedefs().target().target().target().range()[1] + 1 if rings else 32


def flag_depth():
    """PTO_FLAG_DEPTH, as above."""
    rings = gdb.lookup_static_symbol("flag_rings")
    return rings.type.strip_typedefs().target().range()[1] + 1 if rings else 64


def flag(entry):
    """A set_flag or wait_flag in a ring of flags (firmware/core/flags.h) as one line."""
    name = "set_flag" if int(entry["pipes"]) & 0x8000 else "wait_flag"
    return f"{name:16} {place(entry['loc'])}"


def queued(queue):
    """The commands that a pipe holds, each as one line, in the order of the program."""
    depth, head, tail = queue_depth(), int(queue["head"]), int(queue["tail"])
    step = queue["flags"].type.target().sizeof
    places = range(int(queue["flag_head"]), int(queue["flag_tail"]), step)
    flags, lines = [queue["flags"][at // step % flag_depth()] for at in places], []
    for index in range(head, tail + 1):
        lines += [flag(entry) for entry in flags if int(entry["before"]) == index]
        if index < tail:
            lines.append(command(queue["ring"][index % depth]))
    return lines


# ---- Commands ----------------------------------------------------------------------------------------

def show_where(core):
    unit = core["su"]
    state = str(unit["state"]).replace("PTO_SU_", "").lower()
    line = f"  {'S':6} block {int(unit['block'])}, {state}"
    print(line + (f", waits for {command(unit['wait'].dereference())}" if int(unit["wait"]) else ""))
    for pipe in pipes(core):
        print(f"  {pipe_name(pipe):6} {(queued(core['pipe'][pipe]) or ['idle'])[0]}")


def show_queues(core):
    for pipe in pipes(core):
        queue = core["pipe"][pipe]
        lines = queued(queue)
        print(f"  {pipe_name(pipe):6} {int(queue['head'])} retired, {len(lines)} waiting")
        for line in lines:
            print(f"         {line}")


def pipes_of(table):
    """(pipe, its index) in a table: boards without cube cores have four (hal_sync_place())."""
    if table.type.range()[1] < 4:
        return [(pipe, index) for index, pipe in enumerate((0, 1, 4, 5))]
    return [(pipe, pipe) for pipe in range(7)]


def show_flags(core):
    found = False
    flags, set_by = core["view"]["sync"]["flag"], core["flag_loc"]
    pipes = pipes_of(flags)
    for source, row in pipes:
        for target, column in pipes:
            bits = int(flags[row][column])
            for event in range(16):
                if bits >> event & 1:
                    found = True
                    print(f"  flag {pipe_name(source)} -> {pipe_name(target)} EVENT_ID{event} is set, by "
                          f"{place(set_by[row][column][event])}")
    held = core["su"]["held"]
    for buffer in range(32):
        for pipe, at in pipes:
            if int(held[buffer]) >> pipe & 1:
                found = True
                print(f"  buffer {buffer} is held by {pipe_name(pipe)}, got at "
                      f"{place(core['su']['get_loc'][buffer][at])}")
    found |= bool(int(core["cluster"])) and show_cluster(core["cluster"].dereference())
    if not found:
        print("  no flag is set, no buffer held")


def show_cluster(cluster):
    """Shared state of a cluster's cores: semaphores, and cross-core flags that a core has not consumed yet."""
    found, registers = False, cluster["sync"]
    for index, count in enumerate(items(registers["semaphore"])):
        if int(count):
            found = True
            print(f"  semaphore {index} counts {int(count)}, last added to at {place(cluster['semaphore_loc'][index])}")
    for sender, modes in enumerate(items(registers["sent"])):
        for mode, flags in enumerate(items(modes)):
            for flag, count in enumerate(items(flags)):
                if int(count):
                    found = True
                    print(f"  cross-core flag {flag}, mode {mode}: sent {int(count)} times by core {sender} of the cluster")
    for taker, flags in enumerate(items(registers["taken"])):
        for flag, count in enumerate(items(flags)):
            if int(count):
                found = True
                print(f"  cross-core flag {flag}: taken {int(count)} times by core {taker} of the cluster")
    return found


class Pto(gdb.Command):
    """Show the cores of the current run: pto [where|queues|flags] [CORE]."""

    PARTS = {"where": show_where, "queues": show_queues, "flags": show_flags}

    def __init__(self):
        super().__init__("pto", gdb.COMMAND_STATUS)

    def invoke(self, argument, _):
        words = argument.split()
        parts = list(self.PARTS)
        if words and words[0] in self.PARTS:
            parts = [words.pop(0)]
        elif words and not words[0].isdigit():
            raise gdb.GdbError(f"pto {words[0]}: it is {', '.join(self.PARTS)} or the number of a core")
        run = gdb.parse_and_eval("pto_run_state")
        chosen = cores(words[0] if words else "")
        print(f"kernel {text(run['kernel']['name'])}, {int(run['core_num'])} core(s), {int(run['hart_num'])} hart(s)")
        for core in chosen:
            print(title(core))
            for part in parts:
                self.PARTS[part](core)

    def complete(self, _, word):
        return [part for part in self.PARTS if part.startswith(word)]


class Fault(gdb.Breakpoint):
    """Stops where the runtime reports a fault, and says so."""

    def __init__(self, function):
        super().__init__(function, internal=True)

    def stop(self):
        print("The kernel faulted; `up` goes to where, `continue` prints the report.")
        return True


# ---- Printers ----------------------------------------------------------------------------------------

def items(value):
    """The elements of an array or a vector."""
    low, high = value.type.strip_typedefs().range()
    return [value[i] for i in range(low, high + 1)]


class Register:
    """A vector register: its lanes."""

    def __init__(self, value, element):
        self.value = value
        self.element = element

    def lanes(self):
        if any(field.name == "lane" for field in self.value.type.strip_typedefs().fields()):
            return items(self.value["lane"])
        return [lane for group in items(self.value["g"]) for lane in items(group)]

    def to_string(self):
        return f"{self.element} x {len(self.lanes())}"

    def children(self):
        for index, lane in enumerate(self.lanes()):
            yield f"[{index}]", lane

    @staticmethod
    def display_hint():
        return "array"


class Mask:
    """A mask: the selected lanes, as ranges."""

    def __init__(self, value, bits):
        self.value = value
        self.step = int(bits) // 8

    def image(self):
        """The 256 bits of the architecture as a number."""
        image = self.value["image"]
        number = at = 0
        if any(field.name == "view" for field in self.value.type.strip_typedefs().fields()):
            groups = items(image)
            for group in groups:
                for byte in items(group)[:32 // len(groups)]:
                    number |= (int(byte) & 0xff) << at
                    at += 8
        else:
            for word in items(image):
                number |= (int(word) & (1 << 64) - 1) << at
                at += 64
        return number

    def to_string(self):
        count = 256 // self.step
        image = self.image()
        chosen = [lane for lane in range(count) if image >> lane * self.step & 1]
        runs = []
        for lane in chosen:
            if runs and runs[-1][1] == lane - 1:
                runs[-1][1] = lane
            else:
                runs.append([lane, lane])
        ranges = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs) or "none"
        return f"{len(chosen)} of {count} lanes: {ranges}"


def issuing_core():
    """The core of the current hart, as scalar unit or pipe; None outside of a run."""
    pointer = "$tp" if "riscv" in gdb.selected_inferior().architecture().name() else "hal_host_tp"
    hart = gdb.parse_and_eval(f"(hal_hart_t *){pointer}").dereference()
    return hart["core"].cast(gdb.lookup_type("pto_core_t").pointer()).dereference() if int(hart["agent"]) else None


def memory_base(core, name):
    return int(core["mem"][int(gdb.parse_and_eval(f"PTO_MEM_{name}"))]["base"])


def element_types():
    """The names of pto_elem_t, parsed from the header: images without tile instructions lack the type."""
    with open(os.path.join(ROOT, "firmware", "include", "pto", "elem.h"), encoding="utf-8") as file:
        return [name.lower() for name in re.findall(r"^    PTO_ELEM_(\w+),", file.read(), re.M)]


class Tile:
    """A tile: its geometry, its address, and the first of its valid elements."""

    ROWS, COLS = 16, 16    # shown at most
    MEMORIES = ("UB", "L1", "L0A", "L0B", "L0C", "BT", "FB")    # of the locations of pto_tile_loc_t
    FORMATS = {"i8": "b", "u8": "B", "i16": "<h", "u16": "<H", "i32": "<i", "u32": "<I", "i64": "<q", "u64": "<Q",
               "f16": "<e", "f32": "<f"}

    def __init__(self, value):
        self.field = {field.name: int(value[field.name]) for field in value.type.strip_typedefs().fields()}
        self.elem = element_types()[self.field["elem"]]
        self.memory = self.MEMORIES[self.field["loc"]]
        self.bytes = 2 if self.elem == "bf16" else struct.calcsize(self.FORMATS.get(self.elem, "B"))

    def layout(self):
        of = ("row-major", "column-major")
        boxes = ("", ", boxes row-major", ", boxes column-major")
        return of[self.field["blayout"]] + boxes[self.field["slayout"]]

    def to_string(self):
        t = self.field
        return (f"{self.elem} {t['rows']} x {t['cols']}, valid {t['valid_rows']} x {t['valid_cols']}, "
                f"{self.memory} +{t['address']:#x}, {self.layout()}")

    def offset(self, row, col):
        """The offset of an element, in elements: see the comment of pto_tile_t."""
        t = self.field
        if not t["slayout"]:
            return row * t["pitch"] + col if not t["blayout"] else col * t["pitch"] + row
        short = t["fractal16"] // self.bytes      # of a box: 16 rows of `short` elements, or transposed
        rows, cols = (16, short) if t["slayout"] == 1 else (short, 16)
        inner = row % rows * cols + col % cols if t["slayout"] == 1 else col % cols * rows + row % rows
        if not t["blayout"]:
            return row // rows * t["pitch"] * rows + col // cols * rows * cols + inner
        return col // cols * t["pitch"] * cols + row // rows * rows * cols + inner

    def element(self, base, row, col):
        raw = bytes(gdb.selected_inferior().read_memory(base + self.offset(row, col) * self.bytes, self.bytes))
        if self.elem == "bf16":
            return f"{struct.unpack('<f', bytes(2) + raw)[0]:g}"
        if self.elem in self.FORMATS:
            number = struct.unpack(self.FORMATS[self.elem], raw)[0]
            return f"{number:g}" if isinstance(number, float) else str(number)
        return raw[::-1].hex()

    def children(self):
        core = issuing_core()
        if core is None:
            return
        base = memory_base(core, self.memory) + self.field["address"]
        rows, cols = self.field["valid_rows"], self.field["valid_cols"]
        for row in range(min(rows, self.ROWS)):
            line = " ".join(self.element(base, row, col) for col in range(min(cols, self.COLS)))
            yield f"row {row}", line + (" ..." if cols > self.COLS else "")
        if rows > self.ROWS:
            yield "more", f"{rows - self.ROWS} rows"


class Stream:
    """The state of an unaligned stream."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        at, core = int(self.value["at"]), issuing_core()
        unit = memory_base(core, "UB") if core is not None else 0
        return f"stream at UB +{at - unit:#x}" if core is not None and at >= unit else f"stream at {at:#x}"


def printer(value):
    name = value.type.strip_typedefs().name or ""
    if match := re.fullmatch(r"(?:struct )?pto_vreg_(\w+)", name):
        return Register(value, match[1])
    if match := re.fullmatch(r"(?:struct )?pto_mask_b(\d+)", name):
        return Mask(value, match[1])
    kind = {"pto_tile_t": Tile, "pto_align_t": Stream}.get(value.type.unqualified().name)
    return kind(value) if kind else None


gdb.pretty_printers.append(printer)
Pto()
for fault in FAULTS:
    Fault(fault)
