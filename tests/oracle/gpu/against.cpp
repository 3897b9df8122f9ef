// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/gpu/against.h"

#include <algorithm>
#include <cstring>

#include "oracle/gpu/recording.h"
#include "tileir/program_reader.h"

namespace tileport::oracle::gpu {

namespace {

using tileir::ScalarKind;

ScalarKind scalarKind(Dtype dtype) {
  switch (dtype) {
    case Dtype::I1: return ScalarKind::I1;
    case Dtype::I8: return ScalarKind::I8;
    case Dtype::I16: return ScalarKind::I16;
    case Dtype::I32: return ScalarKind::I32;
    case Dtype::I64: return ScalarKind::I64;
    case Dtype::F16: return ScalarKind::F16;
    case Dtype::BF16: return ScalarKind::BF16;
    case Dtype::F32: return ScalarKind::F32;
    case Dtype::TF32: return ScalarKind::TF32;
    case Dtype::F64: return ScalarKind::F64;
    case Dtype::F8E4M3FN: return ScalarKind::F8E4M3FN;
    case Dtype::F8E5M2: return ScalarKind::F8E5M2;
    case Dtype::F8E8M0FNU: return ScalarKind::F8E8M0FNU;
  }
  return ScalarKind::I8;
}

Buffer bufferOf(const CaseBuffer &from, const std::string &contents) {
  Buffer buffer;
  buffer.name = from.name;
  buffer.element = scalarKind(from.dtype);
  buffer.bytes.resize(contents.size());
  std::memcpy(buffer.bytes.data(), contents.data(), contents.size());
  return buffer;
}

}  // namespace

Launch launchOf(const Case &read) {
  Launch launch;
  launch.entry = read.entry;
  launch.grid = read.grid;
  launch.order = read.blocks;
  launch.partial = !read.blocks.empty();
  constexpr std::uint64_t kApart = 1ULL << 32;
  for (const CaseBuffer &buffer : read.buffers) {
    launch.buffers.push_back(bufferOf(buffer, buffer.contents()));
    launch.buffers.back().base = kApart * launch.buffers.size() + buffer.offset;
  }
  for (const CaseArgument &argument : read.arguments) {
    if (argument.buffer >= 0) launch.arguments.push_back(BufferArgument{static_cast<std::size_t>(argument.buffer), 0});
    else launch.arguments.push_back(ScalarArgument{argument.scalar});
  }
  return launch;
}

Agreement Comparison::worst() const {
  Agreement worst = fault ? Agreement::Differs : Agreement::Equal;
  for (const BufferComparison &each : outputs) worst = std::max(worst, each.worst);
  return worst;
}

Result<Comparison> compareWithRecording(const std::filesystem::path &folder, const std::string &name) {
  const auto read = readCase(folder / "cases" / (name + ".json"));
  if (!read) return read.error();
  const auto recording = readRecording(folder / "recordings" / (name + ".json"), *read);
  if (!recording) return recording.error();
  const auto program = tileir::readProgramFile(read->program);
  if (!program) return program.error();
  const auto outcome = run(**program, launchOf(*read));
  if (!outcome) return outcome.error();
  Comparison result;
  result.name = name;
  if (outcome->fault) result.fault = outcome->fault->toString(**program);
  for (const Hazard &hazard : outcome->hazards) result.hazards.push_back(std::string(toText(hazard.kind)) + ": " + hazard.message);
  for (std::size_t i = 0; i < read->buffers.size() && outcome->ok(); ++i)
    if (read->buffers[i].output) result.outputs.push_back(compare(outcome->buffers[i], bufferOf(read->buffers[i], recording->outputs[i])));
  return result;
}

}  // namespace tileport::oracle::gpu
