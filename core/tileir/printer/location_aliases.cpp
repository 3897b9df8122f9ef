// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/printer/location_aliases.h"

#include <algorithm>
#include <array>

#include "tileir/printer/escape.h"
#include "tileir/printer/text_sink.h"

namespace tileport::tileir::printer {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

/// Alphabetical, as the aliases are.
constexpr std::array<std::string_view, 5> kNames = {"di_compile_unit", "di_file", "di_lexical_block", "di_subprogram", "loc"};

class Key {
 public:
  explicit Key(char kind) : text_(1, kind) {}
  Key &add(std::string_view text) { return add(text.size()).append(text); }
  Key &add(std::uint64_t number) { return append({reinterpret_cast<const char *>(&number), sizeof number}); }
  std::string take() { return std::move(text_); }

 private:
  Key &append(std::string_view bytes) {
    text_ += bytes;
    return *this;
  }
  std::string text_;
};

}  // namespace

LocationAliases::LocationAliases(const Program &program, const std::vector<bool> &skipped)
    : program_(program), nodeOfRecord_(program.data().locations.size() + 1, kNone) {
  meetAll(skipped);
  name();
}

const std::string &LocationAliases::alias(LocationId location) const {
  const std::size_t index = location.valid() ? location.index() : nodeOfRecord_.size() - 1;
  return nodes_[nodeOfRecord_[index]].alias;
}

void LocationAliases::meetAll(const std::vector<bool> &skipped) {
  const ProgramData &data = program_.data();
  if (!data.globals.empty()) meet(nodeOf({}));
  std::vector<LocationId> places;
  // Ops are numbered in pre-order, which is the order of print.
  std::size_t next = 0;
  for (std::size_t f = 0; f < data.functions.size(); ++f) {
    meet(nodeOf(data.functions[f].location));
    for (; next < data.ops.size() && program_.functionOf(OpId(next)).index() == f; ++next) {
      if (!skipped[next]) meet(nodeOf(data.ops[next].location));
    }
  }
}

std::uint32_t LocationAliases::nodeOf(LocationId id) {
  const bool known = id.valid() && program_.location(id).kind != LocationKind::Unknown;
  const std::size_t slot = id.valid() ? id.index() : nodeOfRecord_.size() - 1;
  if (nodeOfRecord_[slot] != kNone) return nodeOfRecord_[slot];
  if (!known) return nodeOfRecord_[slot] = intern(Key('?').take(), Node());
  const Location &record = program_.location(id);
  Node node;
  node.record = id;
  Key key('?');
  switch (record.kind) {
    case LocationKind::File:
      node.name = Name::File;
      key = Key('f').add(record.name).add(record.other);
      break;
    case LocationKind::CompileUnit:
      node.name = Name::CompileUnit;
      node.children = {nodeOf(record.file)};
      key = Key('u').add(node.children[0]);
      break;
    case LocationKind::LexicalBlock:
      node.name = Name::LexicalBlock;
      node.children = {nodeOf(record.scope), nodeOf(record.file)};
      key = Key('b').add(node.children[0]).add(node.children[1]).add(record.line).add(record.column);
      break;
    case LocationKind::Subprogram:
      node.name = Name::Subprogram;
      node.children = {nodeOf(record.file), nodeOf(record.scope)};
      key = Key('s')
                .add(node.children[0])
                .add(node.children[1])
                .add(record.line)
                .add(record.column)
                .add(record.name)
                .add(record.other)
                .add(std::uint64_t{record.declaration});
      break;
    case LocationKind::CallSite:
      node.children = {nodeOf(record.callee), nodeOf(record.caller)};
      key = Key('c').add(node.children[0]).add(node.children[1]);
      break;
    default: {
      Node place;
      place.record = id;
      place.bare = true;
      // Texts know places without a scope, which bytecode does not.
      const std::uint32_t bare = intern(Key('p').add(record.name).add(record.line).add(record.column).take(), std::move(place));
      if (!record.scope.valid()) return nodeOfRecord_[slot] = bare;
      node.children = {bare, nodeOf(record.scope)};
      key = Key('l').add(node.children[0]).add(node.children[1]);
    }
  }
  return nodeOfRecord_[slot] = intern(key.take(), std::move(node));
}

std::uint32_t LocationAliases::intern(std::string key, Node node) {
  const auto [entry, added] = byContent_.try_emplace(std::move(key), static_cast<std::uint32_t>(nodes_.size()));
  if (added) nodes_.push_back(std::move(node));
  return entry->second;
}

unsigned LocationAliases::meet(std::uint32_t number) {
  if (nodes_[number].depth != 0) return nodes_[number].depth;
  met_.push_back(number);
  unsigned deepest = 0;
  for (const std::uint32_t child : nodes_[number].children) deepest = std::max(deepest, meet(child));
  return nodes_[number].depth = deepest + 1;
}

void LocationAliases::name() {
  std::stable_sort(met_.begin(), met_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return std::pair(nodes_[a].depth, nodes_[a].name) < std::pair(nodes_[b].depth, nodes_[b].name);
  });
  std::array<std::uint32_t, kNames.size()> counts{};
  for (const std::uint32_t number : met_) {
    Node &node = nodes_[number];
    const auto kind = static_cast<std::size_t>(node.name);
    node.alias.append("#").append(kNames[kind]);
    if (counts[kind] != 0) appendNumber(node.alias, counts[kind]);
    ++counts[kind];
  }
}

std::string LocationAliases::definitions() const {
  std::string text;
  for (const std::uint32_t number : met_) {
    const Node &node = nodes_[number];
    text.append(node.alias) += " = ";
    appendDefinition(text, node);
    text += '\n';
  }
  return text;
}

void LocationAliases::appendDefinition(std::string &text, const Node &node) const {
  if (!node.record.valid()) {
    text += "loc(unknown)";
    return;
  }
  const Location &record = program_.location(node.record);
  const auto child = [&](std::size_t position) -> const std::string & { return nodes_[node.children[position]].alias; };
  const auto number = [&](std::string_view label, std::uint64_t value) {
    text.append(", ").append(label).append(" = ");
    appendNumber(text, value);
  };
  if (node.bare) {
    text += "loc(";
    appendQuoted(text, record.name);
    text += ':';
    appendNumber(text, record.line);
    text += ':';
    appendNumber(text, record.column);
    text += ')';
    return;
  }
  switch (record.kind) {
    case LocationKind::File:
      text += "#cuda_tile.di_file<";
      appendQuoted(text, record.name);
      text += " in ";
      appendQuoted(text, record.other);
      text += '>';
      break;
    case LocationKind::CompileUnit: text.append("#cuda_tile.di_compile_unit<file = ").append(child(0)) += '>'; break;
    case LocationKind::LexicalBlock:
      text.append("#cuda_tile.di_lexical_block<scope = ").append(child(0)).append(", file = ").append(child(1));
      number("line", record.line);
      number("column", record.column);
      text += '>';
      break;
    case LocationKind::Subprogram:
      text.append("#cuda_tile.di_subprogram<file = ").append(child(0));
      number("line", record.line);
      text += ", name = ";
      appendQuoted(text, record.name);
      text += ", linkageName = ";
      appendQuoted(text, record.other);
      text.append(", compileUnit = ").append(child(1));
      number("scopeLine", record.column);
      text += record.declaration ? ", flags = declaration>" : ">";
      break;
    case LocationKind::CallSite: text.append("loc(callsite(").append(child(0)).append(" at ").append(child(1)).append("))"); break;
    default: text.append("#cuda_tile.di_loc<").append(child(0)).append(" in ").append(child(1)) += '>'; break;
  }
}

}  // namespace tileport::tileir::printer
