// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/verify/checker.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "tileir/printer.h"
#include "tileir/printer/type_text.h"

namespace tileport::tileir::verification {

namespace {

constexpr std::uint32_t kOpen = UINT32_MAX;

void appendBytes(std::string &key, std::uint64_t number) {
  for (int shift = 0; shift < 64; shift += 8) key += static_cast<char>(number >> shift);
}

void appendList(std::string &key, const auto &numbers) {
  appendBytes(key, numbers.size());
  for (const auto number : numbers) appendBytes(key, static_cast<std::uint64_t>(number));
}

/// The parts of a type that are types.
void forEachPart(const Type &type, const auto &visit) {
  if (type.element.valid()) visit(type.element);
  for (const TypeId input : type.inputs) visit(input);
  for (const TypeId result : type.results) visit(result);
}

std::string keyOf(const Type &type, const std::vector<std::uint32_t> &canonical) {
  std::string key;
  key += static_cast<char>(type.kind);
  key += static_cast<char>(type.kind == TypeKind::Scalar ? static_cast<int>(type.scalar) : 0);
  key += static_cast<char>(type.padding ? static_cast<int>(*type.padding) + 1 : 0);
  key += static_cast<char>(type.pointerAttr ? static_cast<int>(*type.pointerAttr) + 1 : 0);
  appendBytes(key, type.sparseDim);
  appendList(key, type.shape);
  appendList(key, type.strides);
  appendList(key, type.dimMap);
  appendBytes(key, type.inputs.size());
  forEachPart(type, [&](TypeId part) { appendBytes(key, canonical[part.index()]); });
  return key;
}

}  // namespace

Checker::Checker(const Program &program, std::size_t limit) : program_(program), limit_(limit) {
  makeCanonical();
  findTypeProblems();
  findDense();
  resolveSubprograms();
  const auto &globals = program.data().globals;
  for (std::uint32_t n = 0; n < globals.size(); ++n) globals_.emplace(globals[n].name, n);
}

const Global *Checker::global(std::string_view name) const {
  const auto found = globals_.find(name);
  return found == globals_.end() ? nullptr : &program_.data().globals[found->second];
}

/// Parts first. Without recursion: a chain of types may be as long as the table.
void Checker::makeCanonical() {
  const auto &types = program_.data().types;
  canonical_.assign(types.size(), kOpen);
  std::unordered_map<std::string, std::uint32_t> known;
  std::vector<std::uint32_t> stack;
  for (std::uint32_t root = 0; root < types.size(); ++root) {
    stack.push_back(root);
    while (!stack.empty()) {
      const std::uint32_t id = stack.back();
      const std::size_t height = stack.size();
      if (canonical_[id] == kOpen) {
        forEachPart(types[id], [&](TypeId part) {
          if (canonical_[part.index()] == kOpen) stack.push_back(part.value);
        });
      }
      if (stack.size() != height) continue;
      if (canonical_[id] == kOpen) canonical_[id] = known.emplace(keyOf(types[id], canonical_), id).first->second;
      stack.pop_back();
    }
  }
}

/// Members first, like types.
void Checker::findDense() {
  const auto &attributes = program_.data().attributes;
  holdsDense_.assign(attributes.size(), false);
  std::vector<bool> done(attributes.size());
  std::vector<std::uint32_t> stack;
  for (std::uint32_t root = 0; root < attributes.size(); ++root) {
    stack.push_back(root);
    while (!stack.empty()) {
      const std::uint32_t id = stack.back();
      const std::size_t height = stack.size();
      for (const AttributeId item : attributes[id].items) {
        if (!done[item.index()]) stack.push_back(item.value);
      }
      if (stack.size() != height) continue;
      for (const AttributeId item : attributes[id].items)
        holdsDense_[id] = holdsDense_[id] || attributes[item.index()].kind == AttributeKind::Dense || holdsDense_[item.index()];
      done[id] = true;
      stack.pop_back();
    }
  }
}

void Checker::fail(OpId op, std::string_view rule, const std::string &what) {
  if (full()) return;
  Violation violation;
  violation.rule = rule;
  violation.op = op;
  violation.function = program_.functionOf(op);
  violation.line = LineIndex(program_.listing().opLines[op.index()].first);
  violation.message =
      "line " + std::to_string(violation.line.value + 1) + ": " + std::string(info(program_.op(op).kind).mnemonic) + ": " + what;
  violations_.push_back(std::move(violation));
}

void Checker::fail(FunctionId function, std::string_view rule, const std::string &what) {
  if (full()) return;
  Violation violation;
  violation.rule = rule;
  violation.function = function;
  violation.line = LineIndex(program_.listing().functionLines[function.index()].first);
  violation.message = "line " + std::to_string(violation.line.value + 1) + ": entry @" + program_.function(function).name + ": " + what;
  violations_.push_back(std::move(violation));
}

void Checker::failGlobal(std::uint32_t global, std::string_view rule, const std::string &what) {
  if (full()) return;
  Violation violation;
  violation.rule = rule;
  violation.global = global;
  violation.line = LineIndex(program_.listing().globalLines[global].first);
  violation.message =
      "line " + std::to_string(violation.line.value + 1) + ": global @" + program_.data().globals[global].name + ": " + what;
  violations_.push_back(std::move(violation));
}

// ---- One op ----------------------------------------------------------------------------------------------------------

std::optional<ScalarKind> OpView::scalar(TypeId tile) const {
  const Type &of = element(tile);
  return of.kind == TypeKind::Scalar ? std::optional(of.scalar) : std::nullopt;
}

bool OpView::isScalar(TypeId tile, std::initializer_list<ScalarKind> kinds) const {
  const auto kind = scalar(tile);
  return kind && std::find(kinds.begin(), kinds.end(), *kind) != kinds.end();
}

const Attribute *OpView::attribute(std::string_view name) const {
  const AttributeId id = program_.attribute(id_, name);
  return id.valid() ? &program_.attribute(id) : nullptr;
}

std::optional<std::uint64_t> OpView::number(std::string_view name) const {
  if (const Attribute *found = attribute(name)) return found->bits;
  for (const AttributeInfo &about : info(op_.kind).attributes) {
    if (about.name == name) return about.defaultValue;
  }
  return std::nullopt;
}

std::string OpView::text(TypeId type) const { return toText(program_, type); }

std::string OpView::typesText(std::span<const ValueId> values) const {
  std::string out = "(";
  for (const ValueId value : values) {
    if (out.size() > 1) out += ", ";
    out += text(typeOf(value));
  }
  return out + ")";
}

bool OpView::fail(std::string_view rule, const std::string &what) const {
  checker_.fail(id_, rule, what);
  return false;
}

// ---- Scalars ---------------------------------------------------------------------------------------------------------

unsigned widthOf(ScalarKind kind) { return printer::scalarWidth(kind); }

bool isFloat(ScalarKind kind) { return kind >= ScalarKind::F16; }
bool isView(TypeKind kind) {
  return kind == TypeKind::PartitionView || kind == TypeKind::StridedView || kind == TypeKind::GatherScatterView;
}

bool isPowerOfTwo(std::uint64_t number) { return std::has_single_bit(number); }

std::string shapeText(std::span<const std::int64_t> shape) {
  std::string out;
  for (const std::int64_t extent : shape) {
    if (!out.empty()) out += 'x';
    out += extent == kDynamic ? "?" : std::to_string(extent);
  }
  return "(" + out + ")";
}

}  // namespace tileport::tileir::verification
