// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "source/source_file.h"

/// Private to core/specification: which names a function gives a value of its own.
namespace tileport::specification {

/// The names that the text of a function may give another value than they have when it begins: assigned to, unpacked, counted by a loop,
/// imported, bound by a pattern. Its parameters and generics are not among them for being declared. Rather one too many than one missed:
/// what such a name is, is not known.
std::set<std::string, std::less<>> assignedNames(std::string_view text, source::Language language);

}  // namespace tileport::specification
