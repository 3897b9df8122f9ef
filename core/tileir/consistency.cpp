// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/consistency.h"

#include "tileir/consistency/check.h"

namespace tileport::tileir {

namespace consistency {

void fail(std::string message, ErrorKind kind, std::string op) {
  Error error;
  error.kind = kind;
  error.message = std::move(message);
  error.place.section = "program";
  error.place.op = std::move(op);
  error.advice = "What made or changed the program is wrong; report it with the input.";
  throw Failure{std::move(error)};
}

namespace {

void checkVersion(Version version) {
  constexpr Version kFirst{13, 1};
  constexpr Version kLast{13, 5};
  if (version < kFirst || version > kLast) {
    fail("there is no bytecode version " + std::to_string(version.major) + "." + std::to_string(version.minor));
  }
}

template <class... Arrays>
void checkSizes(const Arrays &...arrays) {
  // Ids have 32 bits, of which one value means absence.
  if (((arrays.size() >= Id<void>::kInvalid) || ...)) fail("the program has more parts than ids can tell apart", ErrorKind::Limit);
}

}  // namespace

}  // namespace consistency

Result<void> checkConsistency(const ProgramData &data) {
  try {
    consistency::checkVersion(data.version);
    consistency::checkSizes(data.types, data.attributes, data.locations, data.globals, data.functions, data.ops, data.regions, data.blocks,
                            data.values, data.operands, data.segments, data.attributeUses, data.blockOps);
    consistency::checkTypes(data);
    consistency::checkAttributes(data);
    consistency::checkLocations(data);
    consistency::checkBodies(data);
  } catch (consistency::Failure &failure) {
    return std::move(failure.error);
  }
  return {};
}

}  // namespace tileport::tileir
