# SPDX-License-Identifier: Apache-2.0
#
# The facts of this board, for CMake and for the driver (which reads the set() lines as they stand).

set(PTO_BOARD_DESCRIPTION "MicroBlaze V soft core of AMD FPGAs as QEMU has it")
set(PTO_BOARD_MARCH rv64imafc_zicsr_zifencei)
set(PTO_BOARD_ABI lp64f)

set(PTO_BOARD_CONSOLE uartlite)
set(PTO_BOARD_DISCOVERY fixed)
set(PTO_BOARD_EXIT console)
set(PTO_BOARD_WAKE none)

set(PTO_BOARD_QEMU qemu-system-riscv64 -M amd-microblaze-v-generic)
set(PTO_BOARD_QEMU_LOAD -device loader,file=@ELF@,cpu-num=0)

# Hardware: into RAM over a debug probe whose OpenOCD listens at its usual port.
set(PTO_BOARD_FLASH gdb-multiarch -q -batch -ex "target extended-remote :3333" -ex load -ex detach @ELF@)
