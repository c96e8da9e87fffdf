# SPDX-License-Identifier: Apache-2.0
"""Compiles and links: calls of the toolchain, and what kernels in C++ need beside them."""
