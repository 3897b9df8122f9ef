// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/result.h"

/// What tileiras says that it did, or could not do, with a program: `--remarks=all --remark-format=yaml`.
/// Source of facts: tileiras 13.4.92. It compiles each entry more than once, so that each remark is written several times, in an order that
/// is another one each time; the RemarkId tells a repetition from another remark that reads the same.
namespace tileport::evidence {

struct Remark {
  enum class Kind : std::uint8_t { Passed, Missed, Failure, Analysis };

  std::string function;  ///< the entry's symbol
  std::string name;      ///< "RemarkMemoryLoadInstructionSelected"
  Kind kind = Kind::Passed;
  std::string pass;  ///< "Memory", "Tensor-core", "Hints"
  /// All but the RemarkId, sorted, each once: ("Instruction", "TMA Load instruction"), ("Reason", ...). What a value says of a location
  /// before what it says ("loc("softmax.py":11:13): ") is left out: `line` has it.
  std::vector<std::pair<std::string, std::string>> arguments;
  std::string file;          ///< as the program's debug locations name it, without folders; empty: not known
  std::uint32_t line = 0;    ///< one-based; 0: not known
  std::uint32_t column = 0;  ///< as tileiras writes it, which is as the program has it; 0: not known
  std::uint32_t times = 1;   ///< how many remarks are alike in all of this
  /// The position of the op that it is about in the program's pre-order, where that was found out. readRemarks does not know it.
  std::optional<std::uint32_t> op = {};

  auto operator<=>(const Remark &) const = default;
};

/// Sorted, none twice but for `times`. Strict: what tileiras does not write is an error with its line, and so is a file that ends within a
/// remark. `file` names the text in errors. An empty text has no remark.
Result<std::vector<Remark>> readRemarks(std::string_view text, const std::string &file);

/// What it says, without where: "Failed to select TMA load instruction: TMA only supports zero padding".
std::string textOf(const Remark &remark);

std::string_view toText(Remark::Kind kind);  ///< "passed", "missed", "failure", "analysis"

}  // namespace tileport::evidence
