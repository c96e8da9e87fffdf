# SPDX-License-Identifier: Apache-2.0

set(PTO_BOARD_DESCRIPTION "QEMU's virt machine as a small board: 64 KiB of flash, 16 KiB of RAM")
set(PTO_BOARD_MARCH rv32imac_zicsr_zifencei)
set(PTO_BOARD_ABI ilp32)

set(PTO_BOARD_CONSOLE uart16550)
set(PTO_BOARD_DISCOVERY fixed)
set(PTO_BOARD_EXIT sifive_test)
set(PTO_BOARD_PROTECTION none)
set(PTO_BOARD_WAKE none)
set(PTO_BOARD_LINK embedded)

set(PTO_BOARD_QEMU qemu-system-riscv32 -M virt -m @RAM@ -bios none)
set(PTO_BOARD_QEMU_CPU_SCALAR "rv32,f=false,d=false,zfa=false,pmp=false")
set(PTO_BOARD_QEMU_LOAD -device loader,file=@ELF@,cpu-num=0)
