// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tileir/program.h"

namespace tileport::bench {

/// Programs of one shape each, for what costs more than n log n in one corner only. All are valid and made the same each time.
enum class Shape {
  Straight,   ///< one chain of float ops in one block
  Loops,      ///< loops four deep that carry tiles, with some ops in each body
  Deep,       ///< nests of loops forty deep
  Branches,   ///< ifs in ifs that yield values
  Constants,  ///< a new op for the same constant at each use
  Tokens,     ///< stores, each after the one before
  Joins,      ///< eight loads whose tokens are joined for a store, again and again
  Loads,      ///< loads of one view, all at other indices, added up
  Copies,     ///< the same pure computation again and again
  Assumes,    ///< chains of assume ops above each index
};

std::vector<Shape> allShapes();
std::string_view nameOf(Shape shape);

/// About `ops` ops. With `edits`, that share of them (0.01 = 1 %) is another op, has another attribute or operand, is missing
/// or has one more before it.
tileir::ProgramPtr shaped(Shape shape, std::size_t ops, double edits = 0);

}  // namespace tileport::bench
