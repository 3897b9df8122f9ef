// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 1.3: which scopes locations may have.
#include <map>
#include <tuple>

#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

/// Where the subprogram of a location is looked for next; invalid at the end.
LocationId next(const Location &location) {
  switch (location.kind) {
    case LocationKind::Line:
    case LocationKind::LexicalBlock: return location.scope;
    case LocationKind::CallSite: return location.caller;
    default: return {};
  }
}

auto contentOf(const Program &program, LocationId id) {
  const Location &location = program.location(id);
  const auto part = [&](LocationId of) { return of.valid() ? &program.location(of) : nullptr; };
  const Location *file = part(location.file);
  const Location *unit = part(location.scope);
  const Location *unitFile = unit != nullptr ? part(unit->file) : nullptr;
  const auto text = [](const Location *of) { return of != nullptr ? of->name + '\n' + of->other : std::string(); };
  return std::tuple(location.name, location.other, location.line, location.column, location.declaration, text(file), text(unitFile));
}

}  // namespace

void Checker::resolveSubprograms() {
  const auto &locations = program_.data().locations;
  subprograms_.assign(locations.size(), LocationId());
  std::vector<bool> done(locations.size());
  std::map<decltype(contentOf(program_, LocationId())), LocationId> known;
  std::vector<std::uint32_t> chain;
  for (std::uint32_t root = 0; root < locations.size(); ++root) {
    std::uint32_t at = root;
    while (!done[at] && next(locations[at]).valid()) {
      chain.push_back(at);
      at = next(locations[at]).value;
    }
    if (!done[at] && locations[at].kind == LocationKind::Subprogram)
      subprograms_[at] = known.emplace(contentOf(program_, LocationId(at)), LocationId(at)).first->second;
    done[at] = true;
    for (; !chain.empty(); chain.pop_back()) {
      subprograms_[chain.back()] = subprograms_[at];
      done[chain.back()] = true;
    }
  }
}

bool checkOpLocation(const OpView &op) {
  const LocationId own = op.checker().subprogramOf(op.op().location);
  if (!own.valid()) return true;
  const LocationId around = op.checker().subprogramOf(op.program().function(op.program().functionOf(op.id())).location);
  return own == around || op.fail("location-scope", "its location lies in another subprogram than its entry's");
}

void checkFunctionLocation(Checker &checker, FunctionId id) {
  const Program &program = checker.program();
  const Function &function = program.function(id);
  if (!function.location.valid()) return;
  const Location &location = program.location(function.location);
  if (location.kind == LocationKind::CallSite) return checker.fail(id, "location-entry", "its location is a call site");
  if (location.kind != LocationKind::Line) return;
  const LocationId subprogram = checker.subprogramOf(function.location);
  if (!subprogram.valid() || program.location(subprogram).other != function.name)
    checker.fail(id, "location-entry", "its location must lie in the subprogram of its own name");
}

}  // namespace tileport::tileir::verification
