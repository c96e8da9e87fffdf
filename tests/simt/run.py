#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run random kernels of programs.py: the words of their buffers have to be those of the interpreter; TAP on stdout."""
import sys

from programs import Program
from tool import run_programs

if __name__ == "__main__":
    sys.exit(run_programs(Program, __doc__))
