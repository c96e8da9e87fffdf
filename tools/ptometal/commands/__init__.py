# SPDX-License-Identifier: Apache-2.0
"""The commands of the driver, each a module: its SUMMARY, its OPTIONS, main(values, words), and an optional EPILOGUE."""
