# SPDX-License-Identifier: Apache-2.0
"""Executables and the files made from them: ELF, symbols, memory use, image formats."""
