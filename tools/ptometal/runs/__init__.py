# SPDX-License-Identifier: Apache-2.0
"""Runs of one kernel: what `ptometal run` and Python's check(), explore() and time() are made of."""
