# SPDX-License-Identifier: Apache-2.0
"""Kernels of an orchestration, and the origin of each parameter in a task.

pypto writes a folder with its kernels (`ptoas/*.pto`) and a C++ function around each of them, which unpacks a task's
arguments. That function is parsed, not compiled.
"""
import os
import re
import runpy

from ptometal import program
from ptometal.common import usage_error
from ptometal.program import image, schema

SHAPE = re.compile(r"(\w+)->shapes\[(\d+)\]")
CAST = re.compile(r"static_cast<\w+>|\(u?int\d+_t\)")
BLOCKS = {"__pypto_spmd_block_idx": program.BLOCK_IDX, "__pypto_spmd_block_num": program.BLOCK_NUM,
          "__pypto_spmd_subblock_idx": program.SUBBLOCK_IDX}
WORKSPACE = "__pypto_sdma_workspace"      # of prefetches, which are hints: any memory is valid
PER_BLOCK = "__gm_pipe_buffer"      # memory divided among the blocks


UNPACKED = re.compile(r"// Unpack (tensor|scalar|CommContext): (\w+)")
DYNAMIC = re.compile(r"// Extract dynamic dim: .*\n\s*int64_t (\w+) = (.*);")
FUNCTION = re.compile(r"func\.func (?:private |public )?@(\w+)\(")


class Entry:
    """A kernel, and the names of its arguments: tensors and scalars in task order, and sizes computed from shapes. Those
    of the scalars that are `contexts` are addresses of communication contexts."""

    def __init__(self, kernel, tensors, scalars, contexts, sizes, call, shares=False):
        self.kernel, self.tensors, self.scalars, self.sizes, self.call = kernel, tensors, scalars, sizes, call
        self.contexts, self.shares = contexts, shares

    def bind(self, task, board):
        """The arguments of a launch on a board (board.py)."""
        if len(task.tensors) < len(self.tensors) or len(task.scalars) < len(self.scalars):
            raise usage_error(f"task {task.id} of the orchestration: kernel {self.kernel.name} takes {len(self.tensors)} "
                              f"tensors and {len(self.scalars)} scalars, {len(task.tensors)} and {len(task.scalars)} "
                              "are given")
        return [self.argument(name, task, board) for name in self.call]

    def argument(self, name, task, board):
        if name in self.tensors:
            tensor = task.tensors[self.tensors.index(name)]
            whole = board.view(task, tensor)
            return whole.advancing(tensor.bytes // task.blocks) if name == PER_BLOCK and self.shares else whole
        if name in self.scalars:
            bits = task.scalars[self.scalars.index(name)]
            return board.context(task, bits) if name in self.contexts else program.Bits(bits)
        if name in self.sizes:
            return self.size(self.sizes[name], task)
        if name in BLOCKS:
            return BLOCKS[name]
        if name == WORKSPACE:
            return board.scratch()
        raise usage_error(f"kernel {self.kernel.name}: its argument {name} is not known")

    def size(self, text, task):
        """An integer computed from shapes: `static_cast<int64_t>(x_tensor->shapes[1])`."""
        def shape(match):
            return str(task.tensors[self.tensors.index(match[1].removesuffix("_tensor"))].shapes[int(match[2])])
        try:
            expression = SHAPE.sub(shape, CAST.sub("", text)).replace("/", "//")
            return schema.number(expression.strip(), {})
        except (ValueError, schema.Wrong):
            raise usage_error(f"kernel {self.kernel.name}: {text} is no size that can be computed") from None


def entry_of(kernel, wrapper):
    """The entry of a kernel, from the text of the function around it."""
    unpacked = UNPACKED.findall(wrapper)
    tensors = [name for kind, name in unpacked if kind == "tensor"]
    scalars = [name for kind, name in unpacked if kind != "tensor"]
    contexts = {name for kind, name in unpacked if kind == "CommContext"}
    calls = re.findall(r"\b\w+\(([^;]*)\);\s*\}", wrapper)
    if not calls:
        raise usage_error(f"{kernel.source}: the function around the kernel does not call it")
    call = [name.strip() for name in calls[-1].split(",") if name.strip()]
    return Entry(kernel, tensors, scalars, contexts, dict(DYNAMIC.findall(wrapper)), call,
                 shares="__pypto_gm_block_offset" in wrapper)


class Kernels:
    """The kernels of the programs in one image. Where two programs have a kernel of one name and different texts, that of the
    later one gets the name of its program before it, in a copy of its text."""

    def __init__(self, config, arch, scratch):
        self.config, self.arch, self.scratch = config, arch, scratch
        self.owners = {}      # the text of each function
        self.files = {}       # of each text: its file, and what its names begin with
        self.made = {}

    def kernel(self, path, entry, program):
        path, prefix = self.place(path, program)
        return self.made.setdefault((path, entry), image.Kernel(path, prefix + entry, self.config, self.arch))

    def place(self, path, program):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if text not in self.files:
            functions = set(FUNCTION.findall(text))
            prefix = f"{program}_" if functions & set(self.owners) else ""
            if prefix:
                path = os.path.join(self.scratch, prefix + os.path.basename(path))
                with open(path, "w", encoding="utf-8") as file:
                    file.write(re.sub(rf"@({'|'.join(functions)})\b", rf"@{prefix}\1", text))
            self.owners.update((prefix + function, text) for function in functions)
            self.files[text] = path, prefix
        return self.files[text]


class Folder:
    """pypto's output for a program: kernels, and an orchestration."""

    def __init__(self, path):
        self.path = os.fspath(path)
        self.name = os.path.basename(self.path)
        content = runpy.run_path(os.path.join(self.path, "kernel_config.py"))
        self.kernels, self.orchestration = content["KERNELS"], os.fspath(content["ORCHESTRATION"]["source"])
        self.runtime = content.get("RUNTIME_CONFIG", {}).get("runtime", "tensormap_and_ringbuffer")
        self.texts = {}      # the file of each kernel function
        texts = os.path.join(self.path, "ptoas")
        for name in sorted(os.listdir(texts)) if os.path.isdir(texts) else ():
            if name.endswith(".pto"):
                with open(os.path.join(texts, name), encoding="utf-8") as file:
                    for function in FUNCTION.findall(file.read()):
                        self.texts.setdefault(function, os.path.join(texts, name))

    def entries(self, kernels):
        """Entries by kernel number; by (cube, vector) for a kernel of a whole cluster."""
        found, clusters = {}, {}
        for one in self.kernels:
            name, number = one["name"], one["func_id"]
            if name not in self.texts:
                raise usage_error(f"kernel {name} is no .pto: {one['source']}")
            with open(one["source"], encoding="utf-8") as file:
                wrapper = file.read()
            whole = re.sub(r"_ai[cv]$", "", name)
            is_half = whole != name and {whole + "_aic", whole + "_aiv"} <= set(self.texts)
            entry = whole if is_half else name
            found[number] = entry_of(kernels.kernel(self.texts[name], entry, self.name), wrapper)
            if is_half:
                clusters.setdefault(whole, {})[name[-1]] = number
        for halves in clusters.values():
            if len(halves) == 2:
                found[halves["c"], halves["v"]] = found[halves["c"]]
        return found
