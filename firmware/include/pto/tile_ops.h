// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#include <pto/tile_ops/memory.h>
#include <pto/tile_ops/moves.h>
#include <pto/tile_ops/two_tiles.h>
#include <pto/tile_ops/tile_and_scalar.h>
#include <pto/tile_ops/three_operands.h>
#include <pto/tile_ops/one_tile.h>
#include <pto/tile_ops/no_source.h>
#include <pto/tile_ops/partial.h>
#include <pto/tile_ops/compare_and_select.h>
#include <pto/tile_ops/reductions.h>
#include <pto/tile_ops/expansion.h>
#include <pto/tile_ops/conversion.h>
#include <pto/tile_ops/gather_and_scatter.h>
#include <pto/tile_ops/sorting.h>
#include <pto/tile_ops/console.h>
#include <pto/tile_ops/matrix.h>
// clang-format on
