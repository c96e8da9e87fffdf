# SPDX-License-Identifier: Apache-2.0
"""Consequences of a board's folder: its verification, and the C library of its architecture."""
