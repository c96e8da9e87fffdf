# SPDX-License-Identifier: Apache-2.0
#
# The facts of this board, for CMake and for the driver (which reads the set() lines as they stand).

set(PTO_BOARD_DESCRIPTION "QEMU's virt machine, RV32 with vectors and an ACLINT, 16 MiB of GM")
set(PTO_BOARD_MARCH rv32gc_zfh)
set(PTO_BOARD_ABI ilp32d)
set(PTO_BOARD_VLENS 128 512)

set(PTO_BOARD_CONSOLE uart16550)
set(PTO_BOARD_EXIT sifive_test)
set(PTO_BOARD_WAKE aclint)

set(PTO_BOARD_QEMU qemu-system-riscv32 -M virt,aclint=on -m @RAM@ -bios none)
set(PTO_BOARD_QEMU_CPU_RVV "rv32,v=true,vlen=@VLEN@,elen=64,zfh=true,zvfh=true,zvfbfmin=true")
set(PTO_BOARD_QEMU_CPU_SCALAR "rv32,v=false,zfh=true")
