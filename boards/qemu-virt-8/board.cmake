# SPDX-License-Identifier: Apache-2.0
#
# The facts of this board, for CMake and for the driver (which reads the set() lines as they stand).

set(PTO_BOARD_DESCRIPTION "QEMU's virt machine with eight clusters, for many ranks")
set(PTO_BOARD_MARCH rv64gc_zfh)
set(PTO_BOARD_ABI lp64d)
set(PTO_BOARD_VLENS 128 256 512 1024)

set(PTO_BOARD_CONSOLE uart16550)
set(PTO_BOARD_EXIT sifive_test)
# PMP has too few entries for the memories of so many cores.
set(PTO_BOARD_PROTECTION paging)

set(PTO_BOARD_QEMU qemu-system-riscv64 -M virt -m @RAM@ -bios none)
set(PTO_BOARD_QEMU_CPU_RVV "rv64,v=true,vlen=@VLEN@,elen=64,zfh=true,zvfh=true,zvfbfmin=true,pmp=false")
set(PTO_BOARD_QEMU_CPU_SCALAR "rv64,v=false,zfh=true,pmp=false")
