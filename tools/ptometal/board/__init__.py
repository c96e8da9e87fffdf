# SPDX-License-Identifier: Apache-2.0
"""What follows from the folder of a board: whether it is right, and the C library of its architecture."""
