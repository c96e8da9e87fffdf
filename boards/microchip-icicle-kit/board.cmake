# SPDX-License-Identifier: Apache-2.0
#
# The facts of this board, for CMake and for the driver (which reads the set() lines as they stand).

set(PTO_BOARD_DESCRIPTION "Microchip PolarFire SoC Icicle Kit as QEMU has it")
set(PTO_BOARD_MARCH rv64gc)
set(PTO_BOARD_ABI lp64d)

set(PTO_BOARD_CONSOLE uart16550)
set(PTO_BOARD_DISCOVERY fixed)
set(PTO_BOARD_EXIT console)

set(PTO_BOARD_QEMU qemu-system-riscv64 -M microchip-icicle-kit -smp 5 -bios none)
# Elsewhere than in the boot loader's memory, each hart has to be told where to start.
set(PTO_BOARD_QEMU_LOAD
    -device loader,file=@ELF@,cpu-num=0 -device loader,addr=@IMAGE@,cpu-num=1 -device loader,addr=@IMAGE@,cpu-num=2
    -device loader,addr=@IMAGE@,cpu-num=3 -device loader,addr=@IMAGE@,cpu-num=4)

# Hardware: into RAM over a debug probe whose OpenOCD listens at its usual port.
set(PTO_BOARD_FLASH gdb-multiarch -q -batch -ex "target extended-remote :3333" -ex load -ex detach @ELF@)
