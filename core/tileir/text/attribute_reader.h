// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/text/literal.h"

namespace tileport::tileir::text {

/// Reads attributes by the rules of tileir.md section 3.
class AttributeReader {
 public:
  AttributeReader(Scanner &in, TypeReader &types, TypePool &typePool, AttributePool &pool)
      : in_(in), types_(types), typePool_(typePool), pool_(pool) {}

  /// The value of an op's attribute as its assembly format has it: 16, <no_wrap>, [1, 0], "text", <sm_100 = {...}>.
  AttributeId readBare(const AttributeInfo &info);
  /// The same in a dictionary, where the type and the kind are written: 16 : i64, #cuda_tile.overflow<no_wrap>, unit.
  AttributeId readNamed(const AttributeInfo &info);
  /// The fact of an assume, with or without the dialect's prefix.
  AttributeId readPredicate();
  /// Any attribute, in full. Numbers without a type are i64 and f64.
  AttributeId readAny();
  /// { a = 1 : i32, b }
  AttributeId readDictionary();
  /// <sm_100 = {latency = 3}>, with or without the attribute's name before it. Numbers without a type are i32, as exporters
  /// write them, or wider ones i64.
  AttributeId readHints();
  /// [true, false]
  AttributeId readFlags();
  /// A number that was read without a type (i64, f64), as one of `scalar`. All others stay as they are.
  AttributeId retyped(AttributeId number, ScalarKind scalar, std::size_t offset);

 private:
  enum class Untyped : std::uint8_t { Widest, Hint };

  AttributeId readOrdinal(EnumKind kind, std::string_view name);
  AttributeId readNumber(Untyped untyped);
  AttributeId readList();
  AttributeId readNumbers();
  /// 1, 0: numbers of 32 bits.
  void readNumberList(std::vector<std::int64_t> &numbers);
  AttributeId readOwn();
  Attribute readEntries(AttributeKind kind, Untyped untyped);
  AttributeId readValue(Untyped untyped);
  AttributeId readDivBy();
  AttributeId readBounded();
  AttributeId readSameElements();
  std::optional<std::int64_t> readBound();
  AttributeId text(AttributeKind kind, std::string content);

  Scanner &in_;
  TypeReader &types_;
  TypePool &typePool_;
  AttributePool &pool_;
  unsigned depth_ = 0;
};

}  // namespace tileport::tileir::text
