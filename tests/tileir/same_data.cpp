// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "same_data.h"

#include <algorithm>
#include <tuple>

#include "tileir/serialised/checksum.h"

namespace tileport::tileir::testing {

namespace {

auto members(const Attribute &a) {
  return std::tie(a.kind, a.enumKind, a.type, a.bits, a.first, a.second, a.text, a.numbers, a.items, a.keys, a.elements, a.splat, a.elided);
}
auto members(const Location &l) {
  return std::tie(l.kind, l.scope, l.file, l.callee, l.caller, l.name, l.other, l.line, l.column, l.declaration);
}
auto members(const Global &g) { return std::tie(g.name, g.type, g.value, g.alignment, g.isPrivate, g.isConstant); }
auto members(const Function &f) { return std::tie(f.name, f.signature, f.body, f.hints, f.argumentAttributes, f.location, f.isPrivate); }
auto members(const Op &o) {
  return std::tie(o.kind, o.block, o.subtreeEnd, o.location, o.operands, o.segments, o.attributes, o.results, o.regions);
}
auto members(const Region &r) { return std::tie(r.op, r.blocks); }
auto members(const Block &b) { return std::tie(b.region, b.function, b.arguments, b.ops); }
auto members(const Value &v) { return std::tie(v.type, v.op, v.block, v.index); }
auto members(const NamedAttribute &u) { return std::tie(u.slot, u.value); }

template <class T>
bool same(const std::vector<T> &a, const std::vector<T> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T &x, const T &y) { return members(x) == members(y); });
}

}  // namespace

std::string differentArray(const ProgramData &a, const ProgramData &b) {
  if (a.version != b.version) return "version";
  if (a.producer != b.producer) return "producer";
  if (a.types != b.types) return "types";
  if (!same(a.attributes, b.attributes)) return "attributes";
  if (!same(a.locations, b.locations)) return "locations";
  if (!same(a.globals, b.globals)) return "globals";
  if (!same(a.functions, b.functions)) return "functions";
  if (!same(a.ops, b.ops)) return "ops";
  if (!same(a.regions, b.regions)) return "regions";
  if (!same(a.blocks, b.blocks)) return "blocks";
  if (!same(a.values, b.values)) return "values";
  if (a.operands != b.operands) return "operands";
  if (a.segments != b.segments) return "segments";
  if (!same(a.attributeUses, b.attributeUses)) return "attributeUses";
  return a.blockOps == b.blockOps ? "" : "blockOps";
}

void repairSerialised(std::string &bytes) {
  constexpr std::size_t kLength = 12, kChecksum = 20, kPayload = 28;
  if (bytes.size() < kPayload) return;
  const auto put = [&bytes](std::size_t at, std::uint64_t number) {
    for (std::size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<char>(number >> (8 * i));
  };
  put(kLength, bytes.size() - kPayload);
  put(kChecksum, serialised::checksum(std::string_view(bytes).substr(kPayload)));
}

}  // namespace tileport::tileir::testing
