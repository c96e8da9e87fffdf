# SPDX-License-Identifier: Apache-2.0
#
# The facts of this board, for CMake and for the driver (which reads the set() lines as they stand).

set(PTO_BOARD_DESCRIPTION "SiFive HiFive Unleashed as QEMU has it")
set(PTO_BOARD_MARCH rv64gc)
set(PTO_BOARD_ABI lp64d)

set(PTO_BOARD_CONSOLE sifive_uart)
set(PTO_BOARD_EXIT console)
set(PTO_BOARD_COPY cpu sifive_pdma)

set(PTO_BOARD_QEMU qemu-system-riscv64 -M sifive_u -m @RAM@ -bios none)

# Hardware: into RAM over a debug probe whose OpenOCD listens at its usual port.
set(PTO_BOARD_FLASH gdb-multiarch -q -batch -ex "target extended-remote :3333" -ex load -ex detach @ELF@)
