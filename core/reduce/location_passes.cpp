// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "reduce/editor.h"
#include "reduce/passes.h"
#include "reduce/source_paths.h"

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

void shortenAll(std::vector<Location> &locations) {
  for (Location &location : locations) {
    if (location.kind != LocationKind::File && location.kind != LocationKind::Line) continue;
    location.name.erase(0, location.name.rfind('/') + 1);
    if (location.kind == LocationKind::File) location.other.clear();
  }
}

bool shorten(Tree &tree, std::size_t, std::size_t, std::size_t, unsigned) {
  shortenAll(tree.tables.locations);
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

bool namesFolders(const ProgramData &data) {
  const auto located = [](const auto &each) { return each.location.valid(); };
  if (std::none_of(data.ops.begin(), data.ops.end(), located) && std::none_of(data.functions.begin(), data.functions.end(), located))
    return false;
  return std::any_of(data.locations.begin(), data.locations.end(), [](const Location &location) {
    if (location.kind == LocationKind::Line) return location.name.find('/') != std::string::npos;
    return location.kind == LocationKind::File && (location.name.find('/') != std::string::npos || !location.other.empty());
  });
}

ProgramPtr withoutFolders(const Program &program) {
  ProgramData data = program.data();
  shortenAll(data.locations);
  return Program::make(std::move(data));
}

}  // namespace tileport::reduce
