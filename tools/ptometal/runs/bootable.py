# SPDX-License-Identifier: Apache-2.0
"""Images that boot without the driver: for `ptometal image` and `ptometal flash`."""
import os

from ptometal import build, kernel, link, project
from ptometal.binary import memory
from ptometal.runs.job import Job


def make(values, words, folder):
    """Build the image given on the command line in a folder; returns the ELF file and the configuration."""
    values.timeout, values.count, values.keep = 0, False, None
    if len(words) > 1:
        values.link = link.parse("embedded")
        with Job(values, words) as job:
            elf = os.path.join(folder, "image.elf")
            kernel.link_or_copy(job.elf, elf)
            return elf, job.config
    config = build.Config.of(values)
    project.build_image(words[0], config, values, folder)
    if values.link and values.link.kind != config.board.first_link:
        return kernel.relink(folder, build.ensure_runtime(config), values.link.kind), config
    return os.path.join(folder, "kernel.elf"), config


def table(elf):
    """The memory usage, one line per memory."""
    lines = [f"  {'memory':8}{'address':>12}{'bytes':>12}{'used':>12}{'':>8}"]
    for name, address, size, used in memory.Image(elf).regions():
        lines.append(f"  {name:8}{address:#12x}{size:12}{used:12}{100 * used / size:7.1f}%")
    return "\n".join(lines)
