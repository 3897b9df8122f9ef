// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "reduce/editor.h"
#include "reduce/passes.h"

namespace tileport::reduce {

using namespace tileir;

namespace {

std::vector<LocationId *> locationsOf(Tree &tree) {
  std::vector<LocationId *> found;
  for (TreeFunction &function : tree.functions)
    if (function.head.location.valid()) found.push_back(&function.head.location);
  tree.walk([&](TreeOp &op) {
    if (op.location.valid()) found.push_back(&op.location);
  });
  std::reverse(found.begin(), found.end());
  return found;
}

bool dropLocationsOf(Tree &tree, std::size_t, std::size_t first, std::size_t count, unsigned) {
  const auto sites = locationsOf(tree);
  for (std::size_t n = first; n < first + count; ++n) *sites[n] = {};
  return true;
}

/// Names of files without their folders, which say where the reporter's sources lie and nothing of the program.
bool shorten(Tree &tree, std::size_t, std::size_t, std::size_t, unsigned) {
  for (Location &location : tree.tables.locations) {
    if (location.kind != LocationKind::File && location.kind != LocationKind::Line) continue;
    location.name.erase(0, location.name.rfind('/') + 1);
    if (location.kind == LocationKind::File) location.other.clear();
  }
  return true;
}

}  // namespace

Pass dropLocations() {
  return {"drop debug locations", 1, [](Tree &tree, std::size_t) { return locationsOf(tree).size(); }, dropLocationsOf};
}

Pass shortenPaths() {
  return {"shorten source paths",
          1,
          [](Tree &tree, std::size_t) -> std::size_t { return tree.tables.locations.empty() ? 0 : 1; },
          shorten,
          0,
          false};
}

}  // namespace tileport::reduce
