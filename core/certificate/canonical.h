// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "certificate/certificate.h"

namespace tileport::certificate {

/// Numbers for the types and attributes of both programs: two have the same number when they are the same, whatever they are
/// stored as. Normalised: a pointer attribute of none, `inbounds` of false alone, splats against lists, i1 numbers against flags.
class Canonical {
 public:
  /// No number of anything, and not even the same as itself: a constant whose elements are not known, an attribute that is absent.
  static constexpr std::uint32_t kUnknown = UINT32_MAX;
  static constexpr std::uint32_t kAbsent = UINT32_MAX - 1;

  Canonical(const tileir::Program &reference, const tileir::Program &port);

  const tileir::Program &program(Side side) const { return *programs_[static_cast<std::size_t>(side)]; }
  std::uint32_t type(Side side, tileir::TypeId id) const { return types_[static_cast<std::size_t>(side)][id.index()]; }
  std::uint32_t typeOf(Side side, tileir::ValueId value) const { return type(side, program(side).value(value).type); }
  /// A type by its number, as the program has it that had it first, and the number of its element.
  const tileir::Type &type(std::uint32_t number) const;
  std::uint32_t element(std::uint32_t number) const;
  std::uint32_t attribute(Side side, tileir::AttributeId id);
  /// Of an op's attribute by its slot, with the default filled in; kAbsent where there is none, and for what says nothing.
  std::uint32_t attribute(Side side, tileir::OpId op, std::size_t slot);

 private:
  struct Origin {
    Side side;
    tileir::TypeId id;
  };
  void addTypes(Side side);
  std::uint32_t addType(Side side, tileir::TypeId id, unsigned depth);
  std::string key(Side side, tileir::AttributeId id, unsigned depth);
  std::uint32_t number(const std::string &key);

  std::array<const tileir::Program *, 2> programs_;
  std::array<std::vector<std::uint32_t>, 2> types_, attributes_;
  std::vector<Origin> origins_;  ///< by number of a type
  std::unordered_map<std::string, std::uint32_t> typeNumbers_, attributeNumbers_;
};

/// The bits of an integer type; 0 for all else.
unsigned integerWidth(const tileir::Program &program, tileir::TypeId scalar);

/// The one element that all elements of a constant equal, as it is stored, i1 as one byte 0 or 1. Absent when they differ or are
/// not known.
std::optional<std::string> splatElement(const tileir::Program &program, tileir::AttributeId dense);

}  // namespace tileport::certificate
