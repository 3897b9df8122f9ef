// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "specification/specification.h"

/// Private to core/specification: items and their evidence.
namespace tileport::specification {

Evidence inSource(const SideInput &input, const source::SourceSpan &span);
/// Of the launch, or of the symbol where the specialisation was read from that alone.
Evidence inLaunch(const SideInput &input, const evidence::Specialisation &specialisation, std::string member);
Evidence inProgram(const SideInput &input, tileir::OpId op);
/// The first entry of the program.
Evidence inEntry(const SideInput &input);

/// Known where `value` is not empty.
Item known(std::string name, std::string value, std::vector<Evidence> evidence);
Item notKnown(std::string name, std::string why);

/// "4096 x 1008".
std::string joined(const std::vector<std::int64_t> &numbers);
/// "a, b and c".
std::string listed(const std::vector<std::string> &words);

}  // namespace tileport::specification
