// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/ops/memory.hpp>
#include <pto/ops/moves.hpp>
#include <pto/ops/two_tiles.hpp>
#include <pto/ops/tile_and_scalar.hpp>
#include <pto/ops/three_operands.hpp>
#include <pto/ops/one_tile.hpp>
#include <pto/ops/no_source.hpp>
#include <pto/ops/partial.hpp>
#include <pto/ops/compare_and_select.hpp>
#include <pto/ops/reductions.hpp>
#include <pto/ops/expansion.hpp>
#include <pto/ops/conversion.hpp>
#include <pto/ops/gather_and_scatter.hpp>
#include <pto/ops/sorting.hpp>
#include <pto/ops/console.hpp>
#include <pto/ops/matrix.hpp>
// clang-format on
