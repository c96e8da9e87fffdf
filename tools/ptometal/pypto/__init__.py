# SPDX-License-Identifier: Apache-2.0
"""A front end for pypto: its orchestrations run on the host, their tasks on the board (docs/pypto.md)."""
