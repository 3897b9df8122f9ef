// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tileir/printer/type_text.h"
#include "tileir/program.h"

namespace tileport::tileir::printer {

enum class Hints : std::uint8_t {
  Official,  ///< as tileirdisasm: keys raw, numbers without types; only a key that would break a line is quoted
  Readable,  ///< as readText and MLIR read them: keys that are no words quoted, numbers with types unless readText implies them
};

/// The attributes of one program in text.
class AttributeText {
 public:
  AttributeText(const Program &program, TypeText &types, Hints hints = Hints::Official) : program_(program), types_(types), hints_(hints) {}

  enum class Typed { Always, UnlessWidest };  ///< UnlessWidest: i64 and f64 go without their type, as in an array

  /// In full, with the dialect's prefix: 3 : i32, #cuda_tile.div_by<16>, {a = true}.
  void appendFull(std::string &text, AttributeId attribute, Typed typed = Typed::Always);
  /// As it stands in an op: div_by<16>, <sm_100 = {latency = 3}>, an enumerator's word.
  void appendBare(std::string &text, AttributeId attribute);
  /// <f32: [1.0, 2.0]>
  void appendDense(std::string &text, const Attribute &dense);
  /// The dictionary in braces, keys sorted.
  void appendDictionary(std::string &text, const Attribute &dictionary);
  /// A signed number of `width` bits.
  static void appendInteger(std::string &text, std::uint64_t bits, unsigned width);

 private:
  void appendTyped(std::string &text, const Attribute &number, Typed typed);
  void appendList(std::string &text, const Attribute &list);
  void appendPredicate(std::string &text, const Attribute &predicate);
  void appendHints(std::string &text, const Attribute &hints);
  void appendHintKey(std::string &text, std::string_view key) const;
  void appendHint(std::string &text, AttributeId value);
  void appendElements(std::string &text, const Attribute &dense, const Type &tile, ScalarKind scalar);
  void appendHexadecimal(std::string &text, const Attribute &dense, ScalarKind scalar, std::uint64_t count);

  const Program &program_;
  TypeText &types_;
  Hints hints_;
};

/// The bits of one element of a Dense attribute, zero-extended; for a splat every position gives the same.
std::uint64_t elementBits(const Attribute &dense, ScalarKind scalar, std::uint64_t position);

}  // namespace tileport::tileir::printer
