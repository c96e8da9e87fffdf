# SPDX-License-Identifier: Apache-2.0
#
# The facts of this board, for CMake and for the driver (which reads the set() lines as they stand).

set(PTO_BOARD_DESCRIPTION "QEMU's virt machine, RV32 without FPU, page tables instead of PMP")
set(PTO_BOARD_MARCH rv32imac_zicsr_zifencei)
set(PTO_BOARD_ABI ilp32)

set(PTO_BOARD_CONSOLE uart16550)
set(PTO_BOARD_DISCOVERY fixed)
set(PTO_BOARD_EXIT sifive_test)
set(PTO_BOARD_PROTECTION paging)
set(PTO_BOARD_WAKE none)

set(PTO_BOARD_QEMU qemu-system-riscv32 -M virt -m @RAM@ -bios none)
set(PTO_BOARD_QEMU_CPU_SCALAR "rv32,f=false,d=false,zfa=false,pmp=false")
