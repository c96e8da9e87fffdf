#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The board that is the host, for AArch64: aarch64.sh FOLDER
#
# Installs Debian's cross compiler and QEMU's emulation of Linux, builds in FOLDER for AArch64, and runs there: every vector
# instruction, type and mask against the model, and the digest of all of these results, which is that of RVV; suites of the
# core, with threads too; the examples against the digests of all boards. As root, on Debian 12, beside what builds the
# board native.
set -eu

root=$(readlink -f -- "$(dirname -- "$0")/../..")
mkdir -p "$1"

DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends gcc-aarch64-linux-gnu libc6-dev-arm64-cross \
    qemu-user-static
cmake -G Ninja -S "$root" -B "$1" -DBOARD=native -DPTO_COMPILER=gcc -DPTO_GCC="$(command -v aarch64-linux-gnu-gcc)" \
    -DPTO_HOST_MARCH=cortex-a76 '-DPTO_TESTS=vector;sanitized'
ninja -C "$1"
ctest --test-dir "$1" --output-on-failure
tail -n 3 "$1"/tap/vector.model.tap
