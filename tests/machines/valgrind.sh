#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The board that is the host, under valgrind: valgrind.sh FOLDER
#
# Builds suites of the core and a kernel in FOLDER for the instructions that Debian's valgrind knows, with a RAM that it can map,
# and runs them. Fails on the first thing that it finds. For x86-64.
set -eu

mkdir -p "$1"
folder=$(readlink -f -- "$1")
root=$(readlink -f -- "$(dirname -- "$0")/../..")
export HAL_HOST_RAM=0x10000000

cmake -G Ninja -S "$root" -B "$folder" -DBOARD=native -DPTO_HOST_MARCH=x86-64-v3 '-DPTO_TESTS=native;board'
ninja -C "$folder" sync dma copy limit native_softmax

# Stacks of fibers lie 1 MiB apart, of 512 KiB each. A jump of less than --max-stackframe (2 MiB by default) is a frame for
# valgrind: it would take all between two stacks for the frame, and forget what is there.
under_valgrind() {
    echo "$*"
    valgrind -q --error-exitcode=9 --max-stackframe=65536 "$@" >"$folder/said" || { tail "$folder/said"; exit 1; }
    tail -n 1 "$folder/said"
}

under_valgrind "$folder/tests/board/sync.elf"
under_valgrind "$folder/tests/board/dma.elf"
under_valgrind "$folder/tests/board/copy.elf"
under_valgrind "$folder/tests/board/limit.elf"
cd "$folder"
under_valgrind tests/native/native_softmax.elf -- "in:$root/examples/data/scores.f32" out:y.f32=360000 300 300
