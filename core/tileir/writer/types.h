// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <vector>

#include "tileir/writer/container.h"
#include "tileir/writer/context.h"

/// The type section: tileir.md section 2.
namespace tileport::tileir::writer {

/// The types that the file will have, with those that a type is made of in front of it.
class TypeTable {
 public:
  explicit TypeTable(Context &context) : context_(context), indices_(context.data().types.size()) {}

  /// The index of a type's record; adds it when it is new.
  std::uint32_t index(TypeId id);
  const Type &operator[](TypeId id) const;
  const Table &records() const { return records_; }

 private:
  void writePayload(Sink &record, const Type &type);
  void writePointer(Sink &record, const Type &type);
  void writeTensorView(Sink &record, const Type &type);
  void writeView(Sink &record, const Type &type);
  void writeFlags(Sink &record, Version since, bool hasOptional);
  void requirePointerAttr(const Type &type);
  void writeInt64s(Sink &record, const std::vector<std::int64_t> &numbers);
  template <class Number>
  void writeInt32s(Sink &record, const std::vector<Number> &numbers);
  void writeIds(Sink &record, const std::vector<TypeId> &ids);

  Context &context_;
  std::vector<std::optional<std::uint32_t>> indices_;  ///< by TypeId
  Table records_;
  unsigned depth_ = 0;
};

}  // namespace tileport::tileir::writer
