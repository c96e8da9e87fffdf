# SPDX-License-Identifier: Apache-2.0
#
# The facts of this board, for CMake and for the driver (which reads the set() lines as they stand).

set(PTO_BOARD_DESCRIPTION "QEMU's virt machine, RV64 with vectors")
set(PTO_BOARD_VLENS 128 256 512 1024)
set(PTO_BOARD_MAX_HARTS 16)

# The emulator without its core (-cpu, -smp), its console and its image.
set(PTO_BOARD_QEMU qemu-system-riscv64 -M virt -m 512M -bios none)
