// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tileir/tree.h"

namespace tileport::reduce {

/// One kind of step. What it may take out of a tree are its sites, counted from the end of the program, so that users come before
/// what they use and those that were kept keep their numbers when later ones go.
struct Pass {
  std::string_view name;
  unsigned variants = 1;  ///< ways to take out one site; the first is the one for several at once
  std::size_t (*sites)(tileir::Tree &tree, std::size_t level) = nullptr;
  /// Takes out sites [first, first + count); false: nothing came of it.
  bool (*apply)(tileir::Tree &tree, std::size_t level, std::size_t first, std::size_t count, unsigned variant) = nullptr;
  std::size_t level = 0;  ///< of ops: how deep they stand
  bool several = true;    ///< whether it makes sense to take out several sites at once
};

/// In the order in which they are tried, for a program whose regions are nested so deep.
std::vector<Pass> structurePasses(std::size_t depth);
/// Debug locations: tried when nothing else is left.
std::vector<Pass> locationPasses();

std::size_t depthOf(tileir::Tree &tree);

// One a file.
Pass dropSymbols();               ///< op_passes.cpp
Pass dropOps(std::size_t level);  ///< op_passes.cpp
Pass dropSingleOps();             ///< op_passes.cpp
Pass flattenRegions();            ///< region_passes.cpp
Pass dropCarried();               ///< carried_passes.cpp
Pass dropOptionalOperands();      ///< signature_passes.cpp
Pass dropArguments();             ///< signature_passes.cpp
Pass dropAttributes();            ///< attribute_passes.cpp
Pass dropHints();                 ///< attribute_passes.cpp
Pass shrinkConstants();           ///< constant_passes.cpp
Pass shrinkExtents();             ///< extent_passes.cpp
Pass dropLocations();             ///< location_passes.cpp
Pass shortenPaths();              ///< location_passes.cpp

}  // namespace tileport::reduce
