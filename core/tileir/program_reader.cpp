// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/program_reader.h"

#include <algorithm>
#include <array>

#include "support/file.h"
#include "support/utf8.h"
#include "tileir/bytecode_reader.h"
#include "tileir/cubin.h"
#include "tileir/cubin/locations.h"
#include "tileir/serialised.h"
#include "tileir/text_reader.h"

namespace tileport::tileir {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{256} << 20;
constexpr const char *kStandardInput = "-";
constexpr const char *kForms = "Read are Tile IR bytecode (.tileirbc), Tile IR text (.mlir), and cubins that embed it.";

std::string_view textOf(std::span<const std::byte> bytes) { return {reinterpret_cast<const char *>(bytes.data()), bytes.size()}; }

bool isControl(char32_t character) {
  return (character < 0x20 && character != '\t' && character != '\n' && character != '\r' && character != '\f') || character == 0x7F;
}

/// Where the next piece begins that no text holds: text may have any UTF-8 in its strings and comments, but no control
/// characters. The size of the text when there is none.
std::size_t findNoText(std::string_view text, std::size_t position = 0) {
  while (position < text.size()) {
    const CodePoint point = decodeUtf8(text, position);
    if (!point.valid || isControl(point.value)) return position;
    position += point.length;
  }
  return position;
}

bool isPlausibleText(std::string_view text) { return !text.empty() && findNoText(text) == text.size(); }

/// Whether so few pieces are no text that it was meant to be one: at most one of eight bytes.
bool isDamagedText(std::string_view bytes) {
  std::size_t left = bytes.size() / 8;
  for (std::size_t at = findNoText(bytes); at < bytes.size(); at = findNoText(bytes, at + 1)) {
    if (left-- == 0) return false;
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

Error damagedText(std::string_view text, std::string_view name) {
  const std::size_t at = findNoText(text);
  const bool control = decodeUtf8(text, at).valid;
  Error error{ErrorKind::Malformed, "the byte 0x" + hex(text.substr(at, 1)), {.file = std::string(name)}, ""};
  error.message += control ? " is a control character, which no text of Tile IR holds" : " is not UTF-8, as text of Tile IR is";
  error.advice = control ? "Remove it; check how the file was made." : "Save the file as UTF-8.";
  const std::string_view before = text.substr(0, at);
  error.place.line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1);
  error.place.column = static_cast<std::uint32_t>(at - (before.rfind('\n') + 1) + 1);  // npos + 1 is 0
  error.place.byteOffset = at;
  return error;
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
    if (!bytes.starts_with(stranger.magic)) continue;
    error.message = "is no Tile IR program: it is " + std::string(stranger.name);
    return error;
  }
  return isDamagedText(bytes) ? damagedText(bytes, name) : error;
}

Result<ProgramPtr> readEmbedded(std::span<const std::byte> bytes, std::string_view name, bool located, const CancelToken &cancel) {
  const auto cubin = readCubin(bytes, name, cancel);
  if (!cubin) return cubin.error();
  const auto text = tileIrTextOf(*cubin);
  if (!text) {
    Error error = text.error();
    if (error.place.file.empty()) error.place.file = name;
    return error;
  }
  auto program = readText(*text, name, cancel);
  if (program) return located ? withLocationsOf(*cubin, cubin->tileIr.front(), *program) : *program;
  // Its lines are not those of the file.
  Error error = program.error();
  error.message = "in the Tile IR text that the cubin embeds: " + error.message;
  return error;
}

Result<ProgramPtr> read(std::span<const std::byte> bytes, std::string_view name, bool located, const CancelToken &cancel) {
  const auto form = formOf(bytes);
  if (!form) return notAProgram(textOf(bytes), name);
  switch (*form) {
    case ProgramForm::Bytecode: return readBytecode(bytes, name, cancel);
    case ProgramForm::Serialised: return deserialise(bytes, name, cancel);
    case ProgramForm::Text: return readText(textOf(bytes), name, cancel);
    case ProgramForm::Cubin: return readEmbedded(bytes, name, located, cancel);
  }
  return notAProgram(textOf(bytes), name);
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
  return read(bytes, name, false, cancel);
}

Result<ProgramPtr> readLocatedProgram(std::span<const std::byte> bytes, std::string_view name, const CancelToken &cancel) {
  return read(bytes, name, true, cancel);
}

std::string shownName(const std::filesystem::path &path) { return path == kStandardInput ? "standard input" : path.string(); }

Result<std::string> readProgramBytes(const std::filesystem::path &path) {
  return path == kStandardInput ? readStandardInput(kLargestFile) : readFile(path, kLargestFile);
}

Result<ProgramPtr> readProgramFile(const std::filesystem::path &path, const CancelToken &cancel) {
  const Result<std::string> bytes = readProgramBytes(path);
  return bytes ? readProgram(std::as_bytes(std::span(*bytes)), shownName(path), cancel) : Result<ProgramPtr>(bytes.error());
}

Result<ProgramPtr> readLocatedProgramFile(const std::filesystem::path &path, const CancelToken &cancel) {
  const Result<std::string> bytes = readProgramBytes(path);
  return bytes ? readLocatedProgram(std::as_bytes(std::span(*bytes)), shownName(path), cancel) : Result<ProgramPtr>(bytes.error());
}

}  // namespace tileport::tileir
