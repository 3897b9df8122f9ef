// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/program_reader.h"

#include <algorithm>
#include <array>

#include "support/file.h"
#include "support/utf8.h"
#include "tileir/bytecode_reader.h"
#include "tileir/cubin.h"
#include "tileir/serialised.h"
#include "tileir/text_reader.h"

namespace tileport::tileir {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{256} << 20;
constexpr const char *kForms = "Read are Tile IR bytecode (.tileirbc), Tile IR text (.mlir), and cubins that embed it.";

std::string_view textOf(std::span<const std::byte> bytes) { return {reinterpret_cast<const char *>(bytes.data()), bytes.size()}; }

bool isControl(char32_t character) {
  return (character < 0x20 && character != '\t' && character != '\n' && character != '\r' && character != '\f') || character == 0x7F;
}

/// Text may hold any UTF-8 in its strings and comments. A control character says that it is something else.
bool isPlausibleText(std::string_view text) {
  if (text.empty()) return false;
  for (std::size_t position = 0; position < text.size();) {
    const CodePoint point = decodeUtf8(text, position);
    if (!point.valid || isControl(point.value)) return false;
    position += point.length;
  }
  return true;
}

/// Files that somebody might take for a program, by what they begin with.
struct Stranger {
  std::string_view magic;
  std::string_view name;
};
constexpr std::array kStrangers{
    Stranger{"ML\xefR", "MLIR's own bytecode, which is not Tile IR's"},
    Stranger{"BC\xc0\xde", "LLVM bitcode"},
    Stranger{std::string_view("\x50\xed\x55\xba", 4), "a fat binary of CUDA"},
    Stranger{"PK\x03\x04", "a ZIP archive"},
    Stranger{"\x1f\x8b", "a gzip archive"},
    Stranger{"!<arch>", "an archive of object files"},
    Stranger{"\xff\xfe", "text in UTF-16"},
    Stranger{"\xfe\xff", "text in UTF-16"},
};

std::string hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    if (!text.empty()) text += ' ';
    text += digits[static_cast<unsigned char>(byte) >> 4];
    text += digits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

Error notAProgram(std::string_view bytes, std::string_view name) {
  Error error{ErrorKind::Malformed, "", {.file = std::string(name)}, kForms};
  if (bytes.empty()) {
    error.message = "the file is empty";
    return error;
  }
  error.kind = ErrorKind::Unsupported;
  error.message = "is no Tile IR program: it begins with the bytes " + hex(bytes.substr(0, 8));
  for (const Stranger &stranger : kStrangers) {
    if (bytes.starts_with(stranger.magic)) error.message = "is no Tile IR program: it is " + std::string(stranger.name);
  }
  return error;
}

Result<ProgramPtr> readEmbedded(std::span<const std::byte> bytes, std::string_view name, const CancelToken &cancel) {
  const auto cubin = readCubin(bytes, name, cancel);
  if (!cubin) return cubin.error();
  const auto text = tileIrTextOf(*cubin);
  if (!text) {
    Error error = text.error();
    if (error.place.file.empty()) error.place.file = name;
    return error;
  }
  auto program = readText(*text, name, cancel);
  if (program) return program;
  // Its lines are not those of the file.
  Error error = program.error();
  error.message = "in the Tile IR text that the cubin embeds: " + error.message;
  return error;
}

}  // namespace

std::string_view toText(ProgramForm form) {
  switch (form) {
    case ProgramForm::Bytecode: return "bytecode";
    case ProgramForm::Text: return "text";
    case ProgramForm::Serialised: return "serialised";
    case ProgramForm::Cubin: return "cubin";
  }
  return "";
}

std::optional<ProgramForm> formOf(std::span<const std::byte> bytes) {
  const std::string_view text = textOf(bytes);
  if (looksLikeBytecode(bytes)) return ProgramForm::Bytecode;
  if (looksSerialised(bytes)) return ProgramForm::Serialised;
  if (looksLikeElf(bytes)) return ProgramForm::Cubin;
  if (isPlausibleText(text)) return ProgramForm::Text;
  return std::nullopt;
}

Result<ProgramPtr> readProgram(std::span<const std::byte> bytes, std::string_view name, const CancelToken &cancel) {
  const auto form = formOf(bytes);
  if (!form) return notAProgram(textOf(bytes), name);
  switch (*form) {
    case ProgramForm::Bytecode: return readBytecode(bytes, name, cancel);
    case ProgramForm::Serialised: return deserialise(bytes, name, cancel);
    case ProgramForm::Text: return readText(textOf(bytes), name, cancel);
    case ProgramForm::Cubin: return readEmbedded(bytes, name, cancel);
  }
  return notAProgram(textOf(bytes), name);
}

Result<std::string> readProgramBytes(const std::filesystem::path &path) { return readFile(path, kLargestFile); }

Result<ProgramPtr> readProgramFile(const std::filesystem::path &path, const CancelToken &cancel) {
  const Result<std::string> bytes = readProgramBytes(path);
  if (!bytes) return bytes.error();
  return readProgram(std::as_bytes(std::span(*bytes)), path.string(), cancel);
}

}  // namespace tileport::tileir
