// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace tileport::certificate {

/// A rule of rewriting for integers, as text. Every rule is verified for all operands of 8 bits by tests/certificate/tst_rules.
struct RuleText {
  std::string_view name;
  std::string_view from;       ///< "divi negative_inf signed (subi (addi x y) 1) y"
  std::string_view to;         ///< "divi positive_inf signed x y"
  std::string_view condition;  ///< must hold: facts prove it, or the step is refused; "y >= 1". Empty: always
  std::string_view assumed;    ///< is listed as an assumption where facts do not prove it: "fits (x + y - 1)". Empty: none
};

/// All of them, sorted by name.
std::span<const RuleText> rules();

/// Null when there is none of that name.
const RuleText *findRule(std::string_view name);

}  // namespace tileport::certificate
