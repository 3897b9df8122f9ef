// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "certificate/rules.h"
#include "tileir/op_info.h"

namespace tileport::certificate {

/// One side of a rule, parsed.
///
///   pattern  = mnemonic { attribute } operand { operand } | operand
///   operand  = letter | number | "true" | "false" | "(" pattern ")" | "{" sum "}"
///   letter   = x | y | z | c
///   attribute: an enumerator's text; S: a signedness, P: a comparison, the same wherever the rule has it
struct Pattern {
  enum class Kind : std::uint8_t { Letter, Number, Sum, Op };
  /// An attribute and what it must be: an ordinal, or what a variable stands for.
  struct Attribute {
    std::string name;
    std::optional<std::uint64_t> ordinal;
    char variable = 0;
  };
  Kind kind = Kind::Letter;
  std::size_t letter = 0;                                 ///< Letter: position in kLetters
  std::int64_t number = 0;                                ///< Number: modulo 2^width
  std::vector<std::pair<std::int64_t, std::size_t>> sum;  ///< Sum: factor and letter; kNumber for a number
  tileir::OpKind op{};                                    ///< Op
  std::vector<Attribute> attributes;                      ///< Op: all those that matter
  std::vector<Pattern> operands;                          ///< Op
};

inline constexpr std::string_view kLetters = "xyzc";
inline constexpr std::size_t kNumber = kLetters.size();

/// "y >= 1".
struct AtLeast {
  std::size_t letter = 0;
  std::int64_t bound = 0;
};

struct Rule {
  const RuleText *text = nullptr;
  Pattern from, to;
  std::vector<AtLeast> conditions;
  bool lenient = false;         ///< a condition may be shown by what holds unless something overflows
  std::optional<Pattern> fits;  ///< a Sum that is assumed to be in the range of the type
  std::vector<std::size_t> letters;
  bool hasSign = false;  ///< S occurs in it
};

/// Absent when the text breaks the grammar.
std::optional<Pattern> parsePattern(std::string_view text);
std::optional<Rule> parseRule(const RuleText &text);

/// Of a rule of the table; null when there is none of that name.
const Rule *parsedRule(std::string_view name);

}  // namespace tileport::certificate
