# SPDX-License-Identifier: Apache-2.0
#
# The facts of this board, for CMake and for the driver (which reads the set() lines as they stand).

set(PTO_BOARD_DESCRIPTION "QEMU's virt machine, RV64 without FPU and without PMP")
set(PTO_BOARD_MARCH rv64imac_zicsr_zifencei)
set(PTO_BOARD_ABI lp64)

set(PTO_BOARD_CONSOLE uart16550)
set(PTO_BOARD_DISCOVERY fixed)
set(PTO_BOARD_EXIT sifive_test)
set(PTO_BOARD_PROTECTION none)
set(PTO_BOARD_WAKE none)

set(PTO_BOARD_QEMU qemu-system-riscv64 -M virt -m @RAM@ -bios none)
set(PTO_BOARD_QEMU_CPU_SCALAR "rv64,f=false,d=false,zfa=false,pmp=false")
