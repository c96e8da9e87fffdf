#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares layernorm with double precision: check.py X Y COLUMNS. Status 1 if an element is off by more than 1e-5."""
import array
import sys


def floats(path):
    values = array.array("f")
    with open(path, "rb") as file:
        values.frombytes(file.read())
    return values


def main():
    x, y, cols = floats(sys.argv[1]), floats(sys.argv[2]), int(sys.argv[3])
    largest = 0.0
    for start in range(0, len(y), cols):
        row = x[start:start + cols]
        mean = sum(row) / cols
        deviation = (sum((value - mean) ** 2 for value in row) / cols + 1e-5) ** 0.5
        largest = max([largest] + [abs((value - mean) / deviation - got) for value, got in zip(row, y[start:start + cols])])
    print(f"{len(y) // cols} rows, largest error {'below' if largest < 1e-5 else 'ABOVE'} 1e-5")
    return largest >= 1e-5


if __name__ == "__main__":
    sys.exit(main())
