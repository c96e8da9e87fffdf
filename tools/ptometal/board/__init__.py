# SPDX-License-Identifier: Apache-2.0
"""The folder of a board, judged before anything is built from it."""
