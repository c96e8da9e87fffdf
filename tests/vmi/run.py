#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run random kernels of programs.py: the bytes of their output have to be those that numpy computes; TAP on stdout."""
import sys

import numpy as np

from programs import Program
from tool import run_programs

if __name__ == "__main__":
    with np.errstate(all="ignore"):
        sys.exit(run_programs(Program, __doc__))
