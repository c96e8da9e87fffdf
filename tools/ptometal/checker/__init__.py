# SPDX-License-Identifier: Apache-2.0
"""What the driver does with the checker's reports: findings, schedules, exploration."""
