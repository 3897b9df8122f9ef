// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tileir/bytecode/types.h"
#include "tileir/program.h"
#include "tileir/reader/cursor.h"

/// The type section: tileir.md section 2.
namespace tileport::tileir::reader {

/// The types of a file and what the rest of the reader needs to know of them.
class TypeTable {
 public:
  /// Reads and checks every record. Records may refer to later ones, but only to kinds below their own (a tile to a pointer,
  /// a pointer to a scalar), so that no type contains itself.
  explicit TypeTable(Cursor cursor);

  std::size_t size() const { return types_.size(); }
  const Type &operator[](TypeId id) const { return types_[id.index()]; }
  /// Reads an index into this table.
  TypeId read(Cursor &cursor, std::string_view what) const { return TypeId(cursor.below(fileTypes_, what)); }
  /// The id of a scalar type; adds it when the file has none, for attributes whose type is not written.
  TypeId scalar(ScalarKind kind);
  /// The same for the type of tokens.
  TypeId token();
  /// An upper estimate of the characters that the type takes in print.
  std::uint64_t printedSize(TypeId id) const { return printedSizes_[id.index()]; }

  std::vector<Type> release() { return std::move(types_); }

 private:
  void check(Cursor &cursor, std::size_t offset, const Type &type) const;
  void checkPointer(Cursor &cursor, std::size_t offset, const Type &type) const;
  void checkTile(Cursor &cursor, std::size_t offset, const Type &type) const;
  static void checkExtents(Cursor &cursor, std::size_t offset, const Type &type);
  void checkTensorView(Cursor &cursor, std::size_t offset, const Type &type) const;
  void checkView(Cursor &cursor, std::size_t offset, const Type &type) const;
  void checkFunction(Cursor &cursor, std::size_t offset, const Type &type) const;
  void measure();
  TypeId findOrAdd(Type type);

  std::vector<Type> types_;
  std::size_t fileTypes_ = 0;  ///< how many of types_ the file itself has
  std::vector<std::uint64_t> printedSizes_;
  std::array<TypeId, 16> scalars_;  ///< by ScalarKind, those that scalar() was asked for
  TypeId token_;
};

}  // namespace tileport::tileir::reader
