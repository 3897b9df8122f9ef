// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tileport::tileir {

/// MLIR's parser and printer call themselves for every bracket, and for every alias that a definition names: text that is
/// deep enough ends the process. Exporters write a depth of about ten.
inline constexpr std::uint32_t deepestNesting = 256;

/// The line, one-based, where `text` goes deeper than `deepestNesting`; absent when it does not.
std::optional<std::uint32_t> lineOfTooDeepNesting(std::string_view text);

}  // namespace tileport::tileir
