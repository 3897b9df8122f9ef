// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "tileir/writer/container.h"
#include "tileir/writer/context.h"
#include "tileir/writer/types.h"

/// Attributes in bodies, hints and globals: tileir.md section 3.
namespace tileport::tileir::writer {

/// Writes attributes into a sink; keeps the strings and constants that they refer to.
class AttributeWriter {
 public:
  AttributeWriter(Context &context, TypeTable &types)
      : context_(context), types_(types), constantIndices_(context.data().attributes.size()) {}

  /// The value of an op's attribute, as `info` says. `resultType` is the type that a Dense one must have.
  void write(Sink &sink, const AttributeInfo &info, AttributeId value, TypeId resultType);
  /// The attribute with its tag in front.
  void writeTagged(Sink &sink, AttributeId id);
  /// The index of a Dense attribute's elements; its type must be `type`.
  std::uint32_t constantIndex(AttributeId id, TypeId type);
  std::uint32_t stringIndex(std::string_view text) { return strings_.index(text); }

  const Attribute &operator[](AttributeId id) const;
  const Table &strings() const { return strings_; }
  const Table &constants() const { return constants_; }

 private:
  void writeEnum(Sink &sink, EnumKind kind, const Attribute &attribute, std::string_view name);
  void writeInteger(Sink &sink, const Attribute &attribute, unsigned width);
  void writeNumbers(Sink &sink, const Attribute &attribute);
  void writeArray(Sink &sink, const Attribute &attribute);
  void writeDictionary(Sink &sink, const Attribute &attribute);
  void writePair(Sink &sink, const Attribute &attribute);
  void writePayload(Sink &sink, const Attribute &attribute);
  AttributeTag tagOf(const Attribute &attribute) const;
  std::uint32_t addConstant(const Attribute &attribute);
  /// The scalar type of an Integer or Float.
  ScalarKind scalarOf(const Attribute &attribute) const;

  Context &context_;
  TypeTable &types_;
  Table strings_;
  Table constants_;
  std::vector<std::optional<std::uint32_t>> constantIndices_;  ///< by AttributeId
  unsigned depth_ = 0;
};

}  // namespace tileport::tileir::writer
