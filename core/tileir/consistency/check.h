// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tileir/consistency.h"

/// The parts of checkConsistency. Each relies on those before it.
namespace tileport::tileir::consistency {

/// Thrown at the first thing that is wrong and caught once, in checkConsistency.
struct Failure {
  Error error;
};

[[noreturn]] void fail(std::string message, ErrorKind kind = ErrorKind::Malformed, std::string op = {});

template <class Tag, class T>
bool inside(Id<Tag> id, const std::vector<T> &array) {
  return id.index() < array.size();
}
/// Also an empty slice must begin inside of the array or at its end.
template <class T>
bool inside(Slice slice, const std::vector<T> &array) {
  return slice.first <= array.size() && slice.count <= array.size() - slice.first;
}

void checkTypes(const ProgramData &data);
void checkAttributes(const ProgramData &data);
void checkLocations(const ProgramData &data);
/// Whether `id` is an attribute that an op's attribute described by `info` can have.
bool hasForm(const ProgramData &data, AttributeId id, const AttributeInfo &info);
/// How many values OpKind has.
std::size_t opKindCount();

/// Globals, functions and everything in them.
void checkBodies(const ProgramData &data);

}  // namespace tileport::tileir::consistency
