// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 3, 5.5, 5.9: constants, assumed facts, tokens, print.
#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

/// The largest divisor that the tools take.
constexpr std::uint64_t kLargestDivisor = std::uint64_t{1} << 62;

bool isIntegerTile(const OpView &op, TypeId type) {
  return op.type(type).kind == TypeKind::Tile && op.scalar(type) && isInteger(*op.scalar(type));
}

bool isIntegerOrPointerTile(const OpView &op, TypeId type) {
  return isIntegerTile(op, type) || (op.type(type).kind == TypeKind::Tile && op.element(type).kind == TypeKind::Pointer);
}

bool checkDivBy(const OpView &op, const Attribute &fact, TypeId type) {
  if (!isPowerOfTwo(fact.bits) || fact.bits > kLargestDivisor)
    return op.fail("div-by-divisor", "the divisor must be a power of two up to 2^62");
  if (fact.first.has_value() != fact.second.has_value()) return op.fail("div-by-every", "every and along go together");
  const bool tensor = op.type(type).kind == TypeKind::TensorView;
  if (!tensor && !isIntegerOrPointerTile(op, type))
    return op.fail("div-by-type", "div_by is for tiles of integers or pointers, and tensor views: " + op.text(type));
  if (!fact.first) return true;
  if (tensor || op.rank(type) == 0) return op.fail("div-by-every", "every and along are for tiles of rank 1 or more: " + op.text(type));
  const bool along = *fact.second >= 0 && static_cast<std::uint64_t>(*fact.second) < op.rank(type);
  const bool fits = along && *fact.first >= 0 && *fact.first <= op.shape(type)[static_cast<std::size_t>(*fact.second)];
  return fits || op.fail("div-by-every", "every must be within the extent of a dimension that is there: " + op.text(type));
}

bool checkSameElements(const OpView &op, const Attribute &fact, TypeId type) {
  if (!isIntegerOrPointerTile(op, type))
    return op.fail("same-elements-type", "same_elements is for tiles of integers or pointers: " + op.text(type));
  bool fits = fact.numbers.size() == op.rank(type);
  for (std::size_t i = 0; fits && i < fact.numbers.size(); ++i) fits = fact.numbers[i] >= 0 && fact.numbers[i] <= op.shape(type)[i];
  return fits || op.fail("same-elements-extents", "same_elements needs one number a dimension, within its extent: " + op.text(type));
}

bool checkBounded(const OpView &op, const Attribute &fact, TypeId type) {
  if (!isIntegerTile(op, type)) return op.fail("bounded-type", "bounded is for tiles of integers: " + op.text(type));
  const unsigned width = widthOf(*op.scalar(type));
  const std::int64_t most = static_cast<std::int64_t>((std::uint64_t{1} << (width - 1)) - 1);
  const std::int64_t least = -most - 1;
  for (const auto &bound : {fact.first, fact.second}) {
    if (bound && (*bound < least || *bound > most))
      return op.fail("bounded-range", "bound " + std::to_string(*bound) + " is no value of " + op.text(type));
  }
  return !fact.first || !fact.second || *fact.first <= *fact.second || op.fail("bounded-range", "the lower bound is above the upper one");
}

bool checkAssume(const OpView &op) {
  const Attribute &fact = *op.attribute("predicate");
  const TypeId type = op.operand(0);
  switch (fact.kind) {
    case AttributeKind::DivBy: return checkDivBy(op, fact, type);
    case AttributeKind::SameElements: return checkSameElements(op, fact, type);
    default: return checkBounded(op, fact, type);
  }
}

/// The number of values that a format takes; absent when an expression does not end.
std::optional<std::size_t> countFormats(std::string_view format) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') continue;
    const std::size_t end = format.find_first_of("diuoxXeEfFgGaAcspn%", at + 1);
    if (end == std::string_view::npos) return std::nullopt;
    if (end == at + 1 && format[end] == '%') {
      at = end;
    } else {
      ++count;
      // The tools go on behind the percent sign, which counts one that ends an expression once more.
    }
  }
  return count;
}

bool checkPrint(const OpView &op) {
  const auto count = countFormats(op.attribute("str")->text);
  if (!count) return op.fail("print-format", "a format does not end");
  return *count == op.operands(0).size() ||
         op.fail("print-format", std::to_string(op.operands(0).size()) + " values for " + std::to_string(*count) + " formats");
}

bool checkConstant(const OpView &op) {
  const Attribute &value = *op.attribute("value");
  if (op.isScalar(op.result(0), {ScalarKind::I4})) return op.fail("constant-type", "does not take i4: " + op.text(op.result(0)));
  return op.checker().same(value.type, op.result(0)) ||
         op.fail("constant-type", "the value is of " + op.text(value.type) + ", the result " + op.text(op.result(0)));
}

bool checkGetGlobal(const OpView &op) {
  const std::string &name = op.attribute("name")->text;
  const Global *global = op.checker().global(name);
  if (global == nullptr) return op.fail("global-name", "there is no global @" + name);
  if (op.type(global->type).kind != TypeKind::Tile) return false;  // reported with the global
  return op.checker().same(op.elementId(global->type), op.element(op.result(0)).element) ||
         op.fail("global-type", "@" + name + " holds " + op.text(global->type) + ", the result is " + op.text(op.result(0)));
}

}  // namespace

bool checkFact(const OpView &op) {
  switch (op.kind()) {
    case OpKind::Assume: return checkAssume(op);
    case OpKind::PrintTko: return checkPrint(op);
    case OpKind::Constant: return checkConstant(op);
    case OpKind::GetGlobal: return checkGetGlobal(op);
    case OpKind::JoinTokens: return op.operands(0).size() >= 2 || op.fail("join-tokens", "joins fewer than two tokens");
    default: return true;
  }
}

}  // namespace tileport::tileir::verification
