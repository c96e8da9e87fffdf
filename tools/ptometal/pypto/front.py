# SPDX-License-Identifier: Apache-2.0
"""Replaces pypto's device: programs for its simulator run here."""
import os
import sys

from ptometal import child
from ptometal.common import usage_error
from ptometal.pypto import orchestration, ranks, stand_ins, units, worker
from ptometal.pypto.board import Board
from ptometal.pypto.order import INOUT

HEADERS = ("{arch}/runtime/{runtime}/orchestration", "{arch}/runtime/{runtime}/runtime", "{arch}/runtime/{runtime}/common",
           "{arch}/runtime/{runtime}", "common/task_interface", "{arch}/platform/include", "common/platform/include",
           "common", "common/log/include")


def headers_of(simpler, arch, runtime):
    """The include folders for compiling an orchestration."""
    folders = [os.path.join(simpler, "src", name.format(arch=arch, runtime=runtime)) for name in HEADERS]
    if not os.path.isfile(os.path.join(folders[0], "pto_orchestration_api.h")):
        raise usage_error(f"{folders[0]}: there is no pto_orchestration_api.h (SIMPLER names a checkout of simpler)")
    return folders


class Program:
    """A program that pypto has left in a folder: `entries` are its kernels by number, `library` its orchestration."""

    def __init__(self, folder, kernels, simpler):
        left = units.Folder(folder)
        self.name, self.entries = left.name, left.entries(kernels)
        headers = headers_of(simpler, kernels.arch, left.runtime)
        self.library = orchestration.compile_orchestration(left.orchestration, headers,
                                                           os.path.join(kernels.scratch, f"{self.name}.so"))


class Device:
    """Runs the programs of a script; those of several ranks have a configuration of their own."""

    def __init__(self, simpler, config, config_of_ranks, settings):
        self.simpler, self.config, self.config_of_ranks, self.settings = simpler, config, config_of_ranks, settings

    def kernels(self, platform, scratch, has_ranks=False):
        config = self.config_of_ranks if has_ranks else self.config
        return units.Kernels(config, "a5" if platform.startswith("a5") else "a2a3", scratch)

    def program(self, folder, kernels):
        return Program(folder, kernels, self.simpler)

    def board(self, kernels):
        return Board(list(kernels.made.values()), kernels.config, kernels.arch, **self.settings)

    def execute(self, folder, given, platform):
        """Run the program in a folder on one rank."""
        args = stand_ins.TaskArgs()
        for one in given:
            if hasattr(one, "data_ptr") and hasattr(one, "is_contiguous"):
                args.add_tensor(stand_ins.tensor_of(one), INOUT)
            elif hasattr(one, "value"):      # a ctypes value
                args.add_scalar(one)
            else:
                raise usage_error(f"an argument of the orchestration is {type(one).__name__}, no tensor of the host")
        with child.scratch_folder("ptometal-") as scratch:
            kernels = self.kernels(platform, scratch)
            program = self.program(folder, kernels)
            ranks.run(self.board(kernels), [ranks.Dispatch(program, args)])


def install(device):
    """Install a device in place of pypto's."""
    sys.meta_path.insert(0, stand_ins.Finder())
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

    def make_worker(_distributed_config, platform, *_, **__):
        return worker.Worker(device, platform)

    pto_backend._run_ptoas = no_ptoas
    distributed_runner._construct_worker = make_worker
    decorator._ptoas_available = lambda: True
    device_runner.compile_and_assemble = assemble
    device_runner.execute_on_device = execute
