# SPDX-License-Identifier: Apache-2.0
#
# The facts of this board, for CMake and for the driver (which reads the set() lines as they stand).

set(PTO_BOARD_DESCRIPTION "QEMU's virt machine, RV64 with vectors")
set(PTO_BOARD_MARCH rv64gc_zfh)
set(PTO_BOARD_ABI lp64d)
set(PTO_BOARD_VLENS 128 256 512 1024)

# What runs more ranks than this board has cores for.
set(PTO_BOARD_FOR_RANKS qemu-virt-8)

# Without semihosting: the UART, and the device that ends the machine.
set(PTO_BOARD_CONSOLE uart16550)
set(PTO_BOARD_EXIT sifive_test)

set(PTO_BOARD_PEERS memory)

# The emulator without its core (-cpu, -smp), its console and its image; then the core, with vectors and without.
set(PTO_BOARD_QEMU qemu-system-riscv64 -M virt -m @RAM@ -bios none)
set(PTO_BOARD_QEMU_CPU_RVV "rv64,v=true,vlen=@VLEN@,elen=64,zfh=true,zvfh=true,zvfbfmin=true")
set(PTO_BOARD_QEMU_CPU_SCALAR "rv64,v=false,zfh=true")

# Images side by side: GM is a file that all emulators map, between memories of each one's own; the device tree lies in the
# last. Each of the three is a NUMA node, which needs a hart of its own: two more than the image uses.
set(PTO_BOARD_QEMU_PEERS -object memory-backend-ram,id=image,size=@BELOW@ -object memory-backend-file,id=gm,share=on,size=@SHARED@,mem-path=@FILE@
    -object memory-backend-ram,id=top,size=64M -numa node,memdev=image,cpus=0-@LAST_HART@ -numa node,memdev=gm,cpus=@HARTS@ -numa node,memdev=top,cpus=@NEXT_HART@
    -accel tcg,thread=multi)
