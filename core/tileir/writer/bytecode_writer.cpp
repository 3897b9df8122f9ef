// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/bytecode_writer.h"

#include <utility>

#include "tileir/needed_version.h"
#include "tileir/writer/functions.h"

namespace tileport::tileir {

namespace {

using namespace writer;

Sink writeProducer(Context &context, AttributeWriter &attributes) {
  Sink section;
  const std::optional<std::string> &producer = context.data().producer;
  if (!producer) return section;
  context.require(kProducerSince, [] { return "the producer's name"; });
  section.varint(attributes.stringIndex(*producer));
  return section;
}

template <class Fill>
Sink sectionOf(const Fill &fill) {
  Sink section;
  fill(section);
  return section;
}

/// The file. What the tables hold is known only when everything else is written.
std::string encode(Context &context) {
  TypeTable types(context);
  AttributeWriter attributes(context, types);
  DebugTable debug(context, attributes);
  const Tables tables{types, attributes, debug};
  const Sink globals = writeGlobals(context, tables);
  const Sink functions = writeFunctions(context, tables);
  const Sink producer = writeProducer(context, attributes);

  Sink file;
  file.bytes(kMagic);
  file.u8(context.version().major);
  file.u8(context.version().minor);
  file.u16(0);
  // The official writer's order.
  appendSection(file, SectionId::Global, globals);
  appendSection(file, SectionId::Func, functions);
  if (attributes.constants().size() != 0) {
    appendSection(file, SectionId::Constant, sectionOf([&](Sink &sink) { attributes.constants().write(sink, 8); }));
  }
  appendSection(file, SectionId::Debug, debug.write());
  if (types.records().size() != 0) {
    appendSection(file, SectionId::Type, sectionOf([&](Sink &sink) { types.records().write(sink, 4); }));
  }
  appendSection(file, SectionId::Producer, producer);
  appendSection(file, SectionId::String, sectionOf([&](Sink &sink) { attributes.strings().write(sink, 4); }));
  file.u8(static_cast<std::uint8_t>(SectionId::End));
  return std::move(file).take();
}

Error unknownVersion(Version version) {
  Error error;
  error.kind = ErrorKind::Unsupported;
  error.message = "bytecode " + toString(version) + " is not written; 13.1 to 13.5 are";
  error.advice = "Choose one of these versions.";
  return error;
}

}  // namespace

Result<std::string> writeBytecode(const Program &program, Version version) { return writeBytecode(program.data(), version); }

Result<std::string> writeBytecode(const ProgramData &data, Version version) {
  if (version < kOldest || kNewest < version) return unknownVersion(version);
  try {
    Context context(data, version, Purpose::Write);
    return encode(context);
  } catch (Failure &failure) {
    if (failure.tooOld) {
      failure.error.advice = "Write bytecode " + toString(neededVersion(data).version) + " or newer, or remove what needs it.";
    }
    return std::move(failure.error);
  }
}

NeededVersion neededVersion(const ProgramData &data) {
  Context context(data, kNewest, Purpose::Measure);
  try {
    encode(context);
  } catch (const Failure &) {
    // What no version can hold. The versions that were asked for before stand.
  }
  return context.needed();
}

}  // namespace tileport::tileir
