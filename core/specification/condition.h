// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "evidence/constant.h"
#include "source/source_file.h"

/// Private to core/specification: what a condition of a source comes to where constants alone decide it.
namespace tileport::specification {

/// The value of a name, or of an access or call that begins with one, as it is written: "TILE", "x.dtype", "len(x.shape)". Absent: not
/// known.
using Lookup = std::function<std::optional<evidence::Constant>(std::string_view)>;

/// Whether the condition holds, by the rules of its language for literals, comparisons, integers and the logical operators. Absent where it
/// rests on something that is not known, or is written in a way that is not understood; never a guess. What the right side of a decided
/// "and" or "or" says does not matter, as in the language.
std::optional<bool> evaluateCondition(std::string_view condition, source::Language language, const Lookup &lookup);

/// The same of any expression.
std::optional<evidence::Constant> evaluateExpression(std::string_view expression, source::Language language, const Lookup &lookup);

}  // namespace tileport::specification
