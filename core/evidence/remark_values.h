// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Private to core/evidence: the values in YAML that tileiras writes its remarks in.
namespace tileport::evidence {

/// A plain text, or one in single or double quotes, which stand for nothing. Absent: the quotes are not closed at the end of the text, or
/// an escape is none of YAML's.
std::optional<std::string> scalarOf(std::string_view written);

/// Whether each brace that the text opens is closed, those in quotes aside.
bool isClosed(std::string_view text);

/// "{ File: 'a.py', Line: 1 }" by its members. Absent: it is something else.
std::optional<std::vector<std::pair<std::string, std::string>>> fieldsInBraces(std::string_view braces);

/// Without the location that a reason begins with: "loc(callsite("a.py":1:2 at "b.py":3:4)): why".
std::string_view withoutPlace(std::string_view value);

}  // namespace tileport::evidence
