# SPDX-License-Identifier: Apache-2.0
"""Replaces pypto's device: programs for its simulator run here."""
import enum
import importlib
import os
import sys
import types
from importlib.machinery import ModuleSpec

from ptometal import child
from ptometal.common import usage_error
from ptometal.pypto import orchestration, units

# simpler's DataType by the name of a torch type.
TYPES = ("float32", "float16", "int32", "int16", "int8", "uint8", "bfloat16", "int64", "uint64", "uint16", "uint32", "bool",
         "float8_e4m3fn", "float8_e8m0fnu", "float4_e2m1fn_x2")
HEADERS = ("{arch}/runtime/{runtime}/orchestration", "{arch}/runtime/{runtime}/runtime", "{arch}/runtime/{runtime}/common",
           "{arch}/runtime/{runtime}", "common/task_interface", "{arch}/platform/include", "common/platform/include",
           "common", "common/log/include")
RUNTIME_MODULES = ("simpler", "simpler_setup", "_task_interface")


class Absent(type):
    """A class with any attribute, for modules of a runtime that is not installed."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()


class Anything(metaclass=Absent):
    def __init__(self, *_, **__):
        pass

    def __call__(self, *_, **__):
        return Anything()

    def __getattr__(self, name):
        return getattr(type(self), name)


class ArgDirection(enum.Enum):
    """As in simpler; pypto writes its members into kernel_config.py."""
    IN, OUT, INOUT, SCALAR = range(4)


class AbsentModule(types.ModuleType):
    __path__ = []
    ArgDirection = ArgDirection

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = type(name, (Anything,), {})
        setattr(self, name, made)
        return made


class Finder:
    """Provides stand-ins for simpler's modules if it is not installed: pypto imports them without using them. It does use
    the tools, if there are any."""

    def find_spec(self, name, _path=None, _target=None):
        if name.split(".")[0] not in RUNTIME_MODULES or name.startswith("simpler_setup.tools"):
            return None
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return AbsentModule(spec.name)

    def exec_module(self, module):
        module.__path__ = []


def headers_of(simpler, arch, runtime):
    """The include folders for compiling an orchestration."""
    folders = [os.path.join(simpler, "src", name.format(arch=arch, runtime=runtime)) for name in HEADERS]
    if not os.path.isfile(os.path.join(folders[0], "pto_orchestration_api.h")):
        raise usage_error(f"{folders[0]}: there is no pto_orchestration_api.h (SIMPLER names a checkout of simpler)")
    return folders


class Device:
    """Runs the programs of a script."""

    def __init__(self, simpler, config, settings):
        self.simpler, self.config, self.settings = simpler, config, settings

    def arguments(self, given):
        """Tensors and scalars of an orchestration."""
        tensors, scalars = [], []
        for one in given:
            if hasattr(one, "data_ptr") and hasattr(one, "is_contiguous"):
                kind = str(one.dtype).rpartition(".")[2]
                if not one.is_contiguous() or kind not in TYPES:
                    raise usage_error(f"an argument of the orchestration is a tensor of {kind} that is not contiguous"
                                      if kind in TYPES else f"an argument of the orchestration is a tensor of {kind}")
                tensors.append(orchestration.Argument.of(one.data_ptr(), one.numel() * one.element_size(), tuple(one.shape),
                                                         TYPES.index(kind)))
            elif hasattr(one, "value"):      # a ctypes value
                scalars.append(int.from_bytes(bytes(one), "little"))
            else:
                raise usage_error(f"an argument of the orchestration is {type(one).__name__}, no tensor of the host")
        return tensors, scalars

    def execute(self, folder, given, platform):
        """Run the program in a folder."""
        arch = "a5" if platform.startswith("a5") else "a2a3"
        left = units.Folder(folder)
        entries = left.entries(self.config, arch)
        with child.scratch_folder("ptometal-") as scratch:
            library = orchestration.compile_orchestration(
                left.orchestration, headers_of(self.simpler, arch, left.runtime), os.path.join(scratch, "orchestration.so"))
            run = orchestration.Orchestration(library, entries, self.config, arch, **self.settings)
            run.run(*self.arguments(given))
        for finding in run.stream.session.findings.told():
            print(f"check: {finding['text']}", file=sys.stderr)


def install(device):
    """Install a device in place of pypto's."""
    try:
        importlib.import_module("simpler.task_interface")
    except ImportError:
        sys.meta_path.insert(0, Finder())
    from pypto.backend import pto_backend
    from pypto.jit import decorator
    from pypto.runtime import device_runner, distributed_runner

    def no_ptoas(_pto_path, output_path, *_, **__):
        with open(output_path, "w", encoding="utf-8") as file:
            file.write("// The kernel runs as text.\n")

    def assemble(folder, platform):
        return folder, "tensormap_and_ringbuffer", {}

    def execute(folder, given, platform, *_, **__):
        device.execute(folder, given, platform)

    def no_ranks(*_, **__):
        raise usage_error("the program is one of several ranks, which this front end does not run")

    pto_backend._run_ptoas = no_ptoas
    distributed_runner._construct_worker = no_ranks
    decorator._ptoas_available = lambda: True
    device_runner.compile_and_assemble = assemble
    device_runner.execute_on_device = execute
