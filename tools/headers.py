#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The headers that are made of the tables of isa/. CMake runs this when it configures (cmake/pto_headers.cmake).

    python3 tools/headers.py FOLDER    write them below FOLDER, which then stands in the compiler's search path
"""
import os
import sys

import generic
import lane_ops
import macros
import tile_cpp
import tile_table
import transfers


def texts():
    """Path -> text."""
    return {path: text for module in (macros, lane_ops, generic, tile_table, tile_cpp, transfers)
            for path, text in module.headers().items()}


def write(folder):
    """Write the headers that are missing or differ, each at once: several builds may share the folder."""
    for name, text in texts().items():
        path = os.path.join(folder, name)
        try:
            with open(path, encoding="utf-8") as file:
                if file.read() == text:
                    continue
        except FileNotFoundError:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        new = f"{path}.{os.getpid()}"
        with open(new, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(new, path)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(sys.argv[1])
