// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/op_lines.h"

#include <utility>
#include <vector>

namespace tileport::tileir {

namespace {

LocationId add(ProgramData &data, Location location) {
  data.locations.push_back(std::move(location));
  return LocationId(data.locations.size() - 1);
}

}  // namespace

ProgramData withOpLines(const Program &program, const std::string &file) {
  ProgramData data = program.data();
  data.locations.clear();
  const LocationId source = add(data, {.kind = LocationKind::File, .name = file});
  const LocationId unit = add(data, {.kind = LocationKind::CompileUnit, .file = source});
  std::vector<LocationId> entries;
  for (Function &function : data.functions) {
    Location entry{.kind = LocationKind::Subprogram, .scope = unit, .file = source, .name = function.name, .other = function.name};
    // Behind those of the ops: what is said of an entry is about none of them.
    entry.line = entry.column = data.ops.size() + 1;
    entries.push_back(add(data, std::move(entry)));
    function.location =
        add(data, {.kind = LocationKind::Line, .scope = entries.back(), .name = file, .line = data.ops.size() + 1, .column = 1});
  }
  for (std::size_t i = 0; i < data.ops.size(); ++i) {
    const LocationId entry = entries[program.functionOf(OpId(i)).index()];
    data.ops[i].location = add(data, {.kind = LocationKind::Line, .scope = entry, .name = file, .line = i + 1, .column = 1});
  }
  return data;
}

}  // namespace tileport::tileir
