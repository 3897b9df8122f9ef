// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/program.h"

#include <algorithm>
#include <limits>

#include "tileir/printer.h"

namespace tileport::tileir {

namespace {

/// Inlined calls that are listed for one location. Readers refuse locations that stand for more.
constexpr std::size_t kMostSourcePoints = 4096;

std::uint32_t narrow(std::uint64_t number) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

/// Follows the scopes of a location out to its subprogram; invalid when there is none.
LocationId subprogramOf(const Program &program, LocationId scope) {
  while (scope.valid() && program.location(scope).kind == LocationKind::LexicalBlock) scope = program.location(scope).scope;
  return scope.valid() && program.location(scope).kind == LocationKind::Subprogram ? scope : LocationId();
}

SourcePoint pointOf(const Program &program, const Location &line) {
  SourcePoint point;
  point.file = line.name;
  point.line = narrow(line.line);
  point.column = narrow(line.column);
  const LocationId subprogram = subprogramOf(program, line.scope);
  if (!subprogram.valid()) return point;
  point.function = program.location(subprogram).name;
  if (const LocationId file = program.location(subprogram).file; file.valid()) point.directory = program.location(file).other;
  return point;
}

}  // namespace

std::shared_ptr<const Program> Program::make(ProgramData data) {
  std::shared_ptr<Program> program(new Program(std::move(data)));
  program->listing_ = print(*program);
  return program;
}

std::span<const ValueId> Program::operands(OpId id) const {
  const Slice slice = op(id).operands;
  return std::span(data_.operands).subspan(slice.first, slice.count);
}

std::span<const ValueId> Program::operands(OpId id, std::size_t position) const {
  const Slice segments = op(id).segments;
  if (position >= segments.count) return {};
  const auto counts = std::span(data_.segments).subspan(segments.first, segments.count);
  std::size_t first = 0;
  for (std::size_t i = 0; i < position; ++i) first += counts[i];
  return operands(id).subspan(first, counts[position]);
}

std::span<const NamedAttribute> Program::attributes(OpId id) const {
  const Slice slice = op(id).attributes;
  return std::span(data_.attributeUses).subspan(slice.first, slice.count);
}

AttributeId Program::attribute(OpId id, std::string_view name) const {
  const std::span<const AttributeInfo> described = info(op(id).kind).attributes;
  for (const NamedAttribute &use : attributes(id)) {
    if (described[use.slot].name == name) return use.value;
  }
  return {};
}

std::span<const OpId> Program::ops(BlockId id) const {
  const Slice slice = block(id).ops;
  return std::span(data_.blockOps).subspan(slice.first, slice.count);
}

std::vector<SourcePoint> Program::sourcePoints(LocationId id) const {
  std::vector<SourcePoint> points;
  std::vector<LocationId> open{id};  // what is still to be listed, the next one last
  while (!open.empty() && points.size() < kMostSourcePoints) {
    const LocationId next = open.back();
    open.pop_back();
    if (!next.valid()) continue;
    const Location &record = location(next);
    if (record.kind == LocationKind::CallSite) {
      open.push_back(record.caller);
      open.push_back(record.callee);
    } else if (record.kind == LocationKind::Line) {
      points.push_back(pointOf(*this, record));
    }
  }
  return points;
}

}  // namespace tileport::tileir
