// SPDX-License-Identifier: Apache-2.0
//
// Device registers: types, access, and checks of a layout. A register block is a struct; a comment above each member
// has its offset and its fields.
//
// Code uses hal_io_read() and hal_io_write(), so that a test on the host can substitute a model of the device. With
// HAL_IO_MODEL they are functions that the test defines.
#ifndef HAL_IO_H
#define HAL_IO_H

#include <stddef.h>
#include <stdint.h>

typedef volatile uint32_t hal_io_rw_32;
typedef const volatile uint32_t hal_io_ro_32;
typedef volatile uint32_t hal_io_wo_32;
typedef volatile uint8_t hal_io_rw_8;

#define HAL_ASSERT_OFFSET(type, member, offset) \
    _Static_assert(offsetof(type, member) == (offset), #type "." #member " is not at " #offset)

#ifdef HAL_IO_MODEL

uint32_t hal_io_read_model(const volatile void *reg, unsigned bytes);
void hal_io_write_model(volatile void *reg, uint32_t value, unsigned bytes);

#define hal_io_read(reg)         hal_io_read_model(reg, sizeof *(reg))
#define hal_io_write(reg, value) hal_io_write_model(reg, value, sizeof *(reg))

#else

#define hal_io_read(reg)         (*(reg))
#define hal_io_write(reg, value) ((void)(*(reg) = (__typeof__(*(reg) + 0))(value)))

#endif

#endif
