# SPDX-License-Identifier: Apache-2.0
"""pypto in front: its orchestrations run on the host, their tasks on the board (docs/pypto.md)."""
