// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

#include "tileir/text/pools.h"
#include "tileir/text/scanner.h"

namespace tileport::tileir::text {

/// Absent when there is no such scalar. Also knows the spelling of cutile-rs, without capitals.
std::optional<ScalarKind> scalarNamed(std::string_view word);

/// The enumerator that comes next; an error names all of them.
std::uint64_t readEnumerator(Scanner &in, EnumKind kind);

/// Reads types, with or without the dialect's prefix, by the rules of tileir.md section 2.
class TypeReader {
 public:
  TypeReader(Scanner &in, TypePool &pool) : in_(in), pool_(pool) {}

  TypeId read();
  /// A scalar, as it stands before a literal.
  ScalarKind readScalar();
  /// Whether a type comes next.
  bool ahead();

 private:
  std::string_view takeMnemonic();
  TypeId readElement(bool mayBePointer);
  TypeId readPointer();
  TypeId readTile();
  TypeId readTensorView();
  TypeId readView(TypeKind kind);
  std::vector<std::int64_t> readDimensions(bool mayBeDynamic);
  std::int64_t readExtent();
  void readTileShape(Type &view);
  void readPadding(Type &view);
  void readDimMap(Type &view);
  PtrAttr readPointerAttribute();
  void checkTile(std::size_t offset, const std::vector<std::int64_t> &shape);
  void checkView(std::size_t offset, const Type &view);

  Scanner &in_;
  TypePool &pool_;
};

}  // namespace tileport::tileir::text
