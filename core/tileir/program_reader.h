// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "support/cancel.h"
#include "support/result.h"
#include "tileir/program.h"

/// Reads a program in whatever form it is. What tells is the content, never the name.
namespace tileport::tileir {

enum class ProgramForm : std::uint8_t {
  Bytecode,    ///< begins with its magic number
  Text,        ///< UTF-8 without control characters
  Serialised,  ///< Tileport's own form (serialised.h)
  Cubin,       ///< an ELF file, which may embed the Tile IR that it was compiled from
};

/// "bytecode", "text", "serialised", "cubin".
std::string_view toText(ProgramForm form);

/// By the first bytes; text by all of them. Absent: nothing that is read here, and nothing that could be.
std::optional<ProgramForm> formOf(std::span<const std::byte> bytes);

/// The program in `bytes`; of a cubin the Tile IR that it embeds, errors in which say so. What is in no form that is read is an
/// error that says what the bytes begin with and what is read; where they are text but for a few of them, the first of these
/// with its line, column and offset. `name` stands for the file in errors.
Result<ProgramPtr> readProgram(std::span<const std::byte> bytes, std::string_view name, const CancelToken &cancel = {});

/// The same from a file: a regular one of at most 256 MiB, or with the path "-" standard input up to its end.
Result<ProgramPtr> readProgramFile(const std::filesystem::path &path, const CancelToken &cancel = {});

/// The same for who shows where ops come from: a cubin's program, which has no locations, gets the lines of the source that the line tables
/// of its machine code give. They are worked out and not part of the program: what writes programs does not take them.
Result<ProgramPtr> readLocatedProgram(std::span<const std::byte> bytes, std::string_view name, const CancelToken &cancel = {});
Result<ProgramPtr> readLocatedProgramFile(const std::filesystem::path &path, const CancelToken &cancel = {});

/// How a file given as `path` is named to the user: "standard input" for "-".
std::string shownName(const std::filesystem::path &path);

/// The content of a file that could hold a program, for who wants more of it than the program. Errors as above.
Result<std::string> readProgramBytes(const std::filesystem::path &path);

}  // namespace tileport::tileir
