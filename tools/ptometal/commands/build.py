# SPDX-License-Identifier: Apache-2.0
"""`ptometal build`: the runtime of a configuration, and ptoc."""
import os

from ptometal import build
from ptometal.common import USAGE, Stop

SUMMARY = """ptometal build [options]

Build the runtime of one configuration and ptoc, ahead of the first run.
"""
OPTIONS = build.CONFIGURATION


def main(values, words):
    if words:
        raise Stop(USAGE, f"build takes no {words[0]}: the runtime has no kernels, see `ptometal image`")
    config = build.Config.of(values)
    build.ensure_tiles(build.ensure_runtime(config))
    build.ensure_ptoc()
    print(f"{config.name}: built in {os.path.relpath(config.folder)}")
    return 0
