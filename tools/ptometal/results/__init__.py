# SPDX-License-Identifier: Apache-2.0
"""Tests: suites, the lines they print, reports."""
