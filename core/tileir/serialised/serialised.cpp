// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/serialised.h"

#include "tileir/consistency.h"
#include "tileir/serialised/body_coding.h"
#include "tileir/serialised/checksum.h"
#include "tileir/serialised/coding.h"
#include "tileir/serialised/printed_size.h"

namespace tileport::tileir {

namespace {

using namespace serialised;

/// Begins with a byte that no text has and has line ends that a transfer as text would change.
constexpr std::string_view kMagic = "\xD1TPIR\r\n\x1A";
/// To be raised with every change to what is written, to ProgramData or to the numbers of the generated enums.
constexpr std::uint32_t kSchema = 1;
constexpr std::size_t kHeaderSize = 8 + 4 + 8 + 8;
constexpr std::uint64_t kLargestInput = std::uint64_t{512} << 20;
/// The form is denser than bytecode: what a reader of bytecode accepts must come through.
constexpr std::uint64_t kBudgetPerByte = 1024;
constexpr std::string_view kMakeAgain = "Make it again from the program's bytecode or text.";

template <class Number>
void appendFixed(std::string &out, Number number) {
  for (std::size_t i = 0; i < sizeof number; ++i) out += static_cast<char>(number >> (8 * i));
}

std::string_view asText(std::span<const std::byte> bytes) { return {reinterpret_cast<const char *>(bytes.data()), bytes.size()}; }

/// A cursor on the payload, once the header is right.
reader::Cursor openPayload(reader::Context &context) {
  const std::size_t size = context.file().size();
  reader::Cursor cursor(context, {0, size}, "header");
  if (cursor.remaining() < kMagic.size() || cursor.bytes(kMagic.size(), "the magic number") != kMagic) {
    cursor.failAt(0, "this is no serialised program");
  }
  const std::uint32_t schema = cursor.u32("the schema number");
  if (schema != kSchema) {
    context.fail(ErrorKind::Unsupported,
                 "the program was written by another version of Tileport (schema " + std::to_string(schema) + ", not " +
                     std::to_string(kSchema) + ")",
                 kMagic.size(), "header", std::string(kMakeAgain));
  }
  const std::uint64_t length = cursor.u64("the length");
  const std::uint64_t sum = cursor.u64("the checksum");
  if (length != cursor.remaining()) {
    cursor.fail("there should be " + std::to_string(length) + " bytes but " + std::to_string(cursor.remaining()) + " follow");
  }
  if (checksum(asText(context.file()).substr(kHeaderSize)) != sum) cursor.fail("the bytes do not have their checksum");
  return {context, {kHeaderSize, size}, "payload"};
}

ProgramData decode(reader::Context &context) {
  reader::Cursor cursor = openPayload(context);
  ProgramData data;
  Reader reader(cursor);
  codeTables(reader, data);
  readBody(reader, data);
  cursor.expectEnd("the program");
  context.stopIfCancelled();
  if (Result<void> consistent = checkConsistency(data); !consistent) {
    Error error = std::move(consistent).error();
    context.fail(error.kind, error.message + (error.place.op.empty() ? "" : " (op " + error.place.op + ")"), kHeaderSize, "payload",
                 std::string(kMakeAgain));
  }
  cursor.charge(printedSize(data));
  return data;
}

}  // namespace

std::string serialise(const Program &program) {
  Writer writer;
  codeTables(writer, program.data());
  writeBody(writer, program.data());
  const std::string payload = std::move(writer).finish();
  std::string out(kMagic);
  out.reserve(kHeaderSize + payload.size());
  appendFixed(out, kSchema);
  appendFixed(out, std::uint64_t{payload.size()});
  appendFixed(out, checksum(payload));
  return out += payload;
}

Result<ProgramPtr> deserialise(std::span<const std::byte> bytes, std::string_view name, const CancelToken &cancel) {
  reader::Context context(bytes, name, cancel, kBudgetPerByte);
  try {
    if (bytes.size() > kLargestInput) context.fail(ErrorKind::Limit, "the input is larger than 512 MiB", 0, "header");
    context.stopIfCancelled();
    ProgramData data = decode(context);
    context.stopIfCancelled();
    return Program::make(std::move(data));
  } catch (reader::Failure &failure) {
    if (failure.error.kind == ErrorKind::Malformed) failure.error.advice = kMakeAgain;
    return std::move(failure.error);
  }
}

bool looksSerialised(std::span<const std::byte> bytes) { return asText(bytes).starts_with(kMagic); }

}  // namespace tileport::tileir
