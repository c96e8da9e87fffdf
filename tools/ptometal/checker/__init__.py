# SPDX-License-Identifier: Apache-2.0
"""Handles the checker's reports: findings, schedules, exploration."""
