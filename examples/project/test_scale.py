# SPDX-License-Identifier: Apache-2.0
"""The kernel from Python, on each board and under each policy: `pytest`, with numpy."""
import pathlib

import numpy
import ptometal

KERNEL = pathlib.Path(__file__).with_name("scale.c")


def test_scale(board, policy, no_findings):
    scale = ptometal.load(KERNEL, **board)
    x = numpy.arange(1000, dtype="f4")
    assert (scale(x, 1.5, 1000, out=1000, policy=policy) == 1.5 * x).all()
    no_findings(scale, x, 1.5, 1000, out=1000, policy=policy)
