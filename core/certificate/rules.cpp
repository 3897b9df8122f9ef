// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/rules.h"

#include <algorithm>
#include <array>

namespace tileport::certificate {

namespace {

constexpr std::string_view kBothPositive = "x >= 0, y >= 1 (lenient)";

// Sorted by name. The language is that of pattern.h; why each holds stands in docs/rules.md.
constexpr std::array kRules = {
    RuleText{"and_ones", "andi x -1", "x", "", ""},
    RuleText{"and_same", "andi x x", "x", "", ""},
    RuleText{"and_zero", "andi x 0", "0", "", ""},
    RuleText{"ceil_div_floor", "divi negative_inf signed {x + y - 1} y", "divi positive_inf signed x y", "y >= 1", "fits {x + y - 1}"},
    RuleText{"ceil_div_trunc", "divi zero signed {x + y - 1} y", "divi positive_inf signed x y", "y >= 1, x >= 0", "fits {x + y - 1}"},
    RuleText{"compare_flip_ge", "cmpi greater_than_or_equal S x y", "cmpi less_than_or_equal S y x", "", ""},
    RuleText{"compare_flip_gt", "cmpi greater_than S x y", "cmpi less_than S y x", "", ""},
    RuleText{"compare_sign", "cmpi P unsigned x y", "cmpi P signed x y", "x >= 0, y >= 0 (lenient)", ""},
    RuleText{"floor_is_trunc", "divi negative_inf signed x y", "divi zero signed x y", kBothPositive, ""},
    RuleText{"max_ge", "select (cmpi greater_than_or_equal S x y) x y", "maxi S x y", "", ""},
    RuleText{"max_gt", "select (cmpi greater_than S x y) x y", "maxi S x y", "", ""},
    RuleText{"max_le", "select (cmpi less_than_or_equal S x y) y x", "maxi S x y", "", ""},
    RuleText{"max_lt", "select (cmpi less_than S x y) y x", "maxi S x y", "", ""},
    RuleText{"min_ge", "select (cmpi greater_than_or_equal S x y) y x", "mini S x y", "", ""},
    RuleText{"min_gt", "select (cmpi greater_than S x y) y x", "mini S x y", "", ""},
    RuleText{"min_le", "select (cmpi less_than_or_equal S x y) x y", "mini S x y", "", ""},
    RuleText{"min_lt", "select (cmpi less_than S x y) x y", "mini S x y", "", ""},
    RuleText{"not_eq", "xori (cmpi equal S x y) true", "cmpi not_equal S x y", "", ""},
    RuleText{"not_le", "xori (cmpi less_than_or_equal S x y) true", "cmpi less_than S y x", "", ""},
    RuleText{"not_lt", "xori (cmpi less_than S x y) true", "cmpi less_than_or_equal S y x", "", ""},
    RuleText{"not_ne", "xori (cmpi not_equal S x y) true", "cmpi equal S x y", "", ""},
    RuleText{"or_ones", "ori x -1", "-1", "", ""},
    RuleText{"or_same", "ori x x", "x", "", ""},
    RuleText{"or_zero", "ori x 0", "x", "", ""},
    RuleText{"select_false", "select false x y", "y", "", ""},
    RuleText{"select_same", "select c x x", "x", "", ""},
    RuleText{"select_true", "select true x y", "x", "", ""},
    RuleText{"xor_twice", "xori (xori x -1) -1", "x", "", ""},
    RuleText{"xor_zero", "xori x 0", "x", "", ""},
};

}  // namespace

std::span<const RuleText> rules() { return kRules; }

const RuleText *findRule(std::string_view name) {
  const auto at =
      std::lower_bound(kRules.begin(), kRules.end(), name, [](const RuleText &rule, std::string_view n) { return rule.name < n; });
  return at != kRules.end() && at->name == name ? &*at : nullptr;
}

}  // namespace tileport::certificate
