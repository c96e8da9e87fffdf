// SPDX-License-Identifier: Apache-2.0
//
// Data embedded in an image: its command line and its input files. `ptometal image` writes the definitions.
#ifndef HAL_TRANSFER_EMBEDDED_H
#define HAL_TRANSFER_EMBEDDED_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *name;
    const uint8_t *data;
    size_t bytes;
} hal_embedded_file_t;

extern const char hal_embedded_cmdline[];
extern const hal_embedded_file_t hal_embedded_files[];  // terminated by a name of NULL

#endif
