// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/bytecode_reader.h"

#include <fstream>
#include <system_error>
#include <vector>

#include "tileir/reader/attributes.h"
#include "tileir/reader/container.h"
#include "tileir/reader/debug.h"
#include "tileir/reader/functions.h"
#include "tileir/reader/types.h"

namespace tileport::tileir {

namespace {

using namespace reader;

constexpr std::uint64_t kLargestFile = std::uint64_t{256} << 20;

std::optional<std::string> readProducer(const Container &container, const StringTable &strings) {
  if (!container.has(SectionId::Producer)) return std::nullopt;
  Cursor cursor = container.open(SectionId::Producer);
  const std::string_view producer = strings[cursor.below(strings.size(), "the producer's name")];
  cursor.expectEnd("the producer");
  return std::string(producer);
}

// Each section only needs those before it here, whatever their order in the file.
ProgramData decode(Context &context) {
  const Container container(context);
  const StringTable strings = readStrings(container.open(SectionId::String));
  const std::vector<std::string_view> constants = readConstants(container.open(SectionId::Constant));
  TypeTable types(container.open(SectionId::Type));
  AttributeTable attributes(strings, constants, types);
  DebugInfo debug(container.open(SectionId::Debug), strings);
  const Tables tables{strings, types, attributes, debug};
  ProgramData data;
  data.version = context.version();
  data.producer = readProducer(container, strings);
  readGlobals(container.open(SectionId::Global), tables, data);
  readFunctions(container.open(SectionId::Func), tables, data);
  data.types = types.release();
  data.attributes = attributes.release();
  data.locations = debug.release();
  return data;
}

Error fileError(ErrorKind kind, const std::filesystem::path &path, std::string message, std::string advice) {
  Error error;
  error.kind = kind;
  error.message = std::move(message);
  error.place.file = path.string();
  error.advice = std::move(advice);
  return error;
}

Error tooLarge(const std::filesystem::path &path) {
  return fileError(ErrorKind::Limit, path, "the file is larger than 256 MiB", "Choose a bytecode file; kernels take some kilobytes.");
}

}  // namespace

Result<ProgramPtr> readBytecode(std::span<const std::byte> bytes, std::string_view name, const CancelToken &cancel) {
  if (bytes.size() > kLargestFile) return tooLarge(name);
  try {
    Context context(bytes, name, cancel);
    context.stopIfCancelled();
    ProgramData data = decode(context);
    context.stopIfCancelled();
    return Program::make(std::move(data));
  } catch (Failure &failure) {
    return std::move(failure.error);
  }
}

Result<ProgramPtr> readBytecodeFile(const std::filesystem::path &path, const CancelToken &cancel) {
  std::error_code problem;
  const std::uintmax_t size = std::filesystem::file_size(path, problem);
  if (problem) return fileError(ErrorKind::CannotRead, path, problem.message(), "Check the path and your rights to read it.");
  if (size > kLargestFile) return tooLarge(path);
  std::ifstream stream(path, std::ios::binary);
  std::vector<char> content(static_cast<std::size_t>(size));
  stream.read(content.data(), static_cast<std::streamsize>(size));
  if (!stream) return fileError(ErrorKind::CannotRead, path, "the file could not be read to its end", "Check your rights to read it.");
  return readBytecode(std::as_bytes(std::span(content)), path.string(), cancel);
}

}  // namespace tileport::tileir
