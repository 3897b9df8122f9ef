// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "support/cancel.h"
#include "support/result.h"
#include "tileir/program.h"

namespace tileport::tileir {

/// Reads Tile IR bytecode 13.1 to 13.5 (tileir.md sections 1 to 4). Every length, index, offset, ordinal and count is
/// checked before it is used; work and memory are bounded by the size of `bytes`. Errors carry the byte offset, the
/// section and, inside a body, the op. `name` stands for the file in errors.
Result<ProgramPtr> readBytecode(std::span<const std::byte> bytes, std::string_view name, const CancelToken &cancel = {});

/// The same from a file. Refuses files over 256 MiB.
Result<ProgramPtr> readBytecodeFile(const std::filesystem::path &path, const CancelToken &cancel = {});

/// Whether the bytes begin with the magic number of Tile IR bytecode.
bool looksLikeBytecode(std::span<const std::byte> bytes);

}  // namespace tileport::tileir
