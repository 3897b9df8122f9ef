// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "probe_scanner.h"

#include <algorithm>
#include <cctype>

namespace tileport::probes {

using namespace tileir;

namespace {

struct Scalar {
  std::string_view name;
  unsigned width;
};

// In the order of ScalarKind.
constexpr Scalar kScalars[] = {
    {"i1", 1},   {"i4", 4},    {"i8", 8},   {"i16", 16},     {"i32", 32},   {"i64", 64},      {"f16", 16},     {"bf16", 16},
    {"f32", 32}, {"tf32", 19}, {"f64", 64}, {"f8E4M3FN", 8}, {"f8E5M2", 8}, {"f8E8M0FNU", 8}, {"f4E2M1FN", 4}, {"fnv8E5M3FNU", 8},
};

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.'; }

template <class Value>
Value made(decltype(Value::kind) kind) {
  Value value;
  value.kind = kind;
  return value;
}

}  // namespace

void Scanner::skip() {
  while (at_ < text_.size() && (std::isspace(static_cast<unsigned char>(text_[at_])) != 0 || text_.substr(at_, 2) == "//")) {
    at_ = text_[at_] == '/' ? std::min(text_.find('\n', at_), text_.size()) : at_ + 1;
  }
}

bool Scanner::done() { return skip(), at_ == text_.size(); }
bool Scanner::peek(std::string_view text) { return skip(), text_.substr(at_, text.size()) == text; }

bool Scanner::take(std::string_view text) {
  if (!peek(text)) return false;
  at_ += text.size();
  return true;
}

void Scanner::need(std::string_view text) {
  if (!take(text)) fail(std::string(text));
}

void Scanner::fail(const std::string &expected) const {
  const auto line = line_ + static_cast<std::size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
  throw BadProbe("line " + std::to_string(line) + ": expected " + expected + " at: " + std::string(text_.substr(at_, 40)));
}

std::string Scanner::word() {
  skip();
  const std::size_t begin = at_;
  while (at_ < text_.size() && isWordCharacter(text_[at_])) ++at_;
  if (at_ == begin) fail("a word");
  return std::string(text_.substr(begin, at_ - begin));
}

std::int64_t Scanner::number() {
  skip();
  const bool negative = take("-");
  const int base = take("0x") ? 16 : 10;
  std::size_t used = 0;
  std::uint64_t value = 0;
  try {
    value = std::stoull(std::string(text_.substr(at_, 20)), &used, base);
  } catch (const std::exception &) {
    fail("a number");
  }
  at_ += used;
  return static_cast<std::int64_t>(negative ? 0 - value : value);
}

std::optional<std::string> Scanner::marked(char mark) {
  if (!peek(std::string_view(&mark, 1))) return std::nullopt;
  const std::size_t begin = ++at_;
  while (at_ < text_.size() && (isWordCharacter(text_[at_]) || text_[at_] == '#')) ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

std::string Scanner::quoted() {
  need("\"");
  const std::size_t end = text_.find('"', at_);
  if (end == std::string_view::npos) fail("the end of a string");
  const std::string out(text_.substr(at_, end - at_));
  at_ = end + 1;
  return out;
}

// ---- Types -----------------------------------------------------------------------------------------------------------

TypeId Scanner::type() {
  const std::string name = word();
  if (name == "token") return tree_.token();
  if (name == "ptr") return pointer();
  if (name == "tile") return tile();
  if (name == "tensor_view") return tensorView();
  if (name == "partition_view") return view(TypeKind::PartitionView);
  if (name == "strided_view") return view(TypeKind::StridedView);
  if (name == "gather_scatter_view") return view(TypeKind::GatherScatterView);
  const auto found = std::find_if(std::begin(kScalars), std::end(kScalars), [&](const Scalar &scalar) { return scalar.name == name; });
  if (found == std::end(kScalars)) fail("a type, not " + name);
  return tree_.scalar(static_cast<ScalarKind>(found - std::begin(kScalars)));
}

/// Of an extent: 0x4 is 0 by 4.
std::int64_t Scanner::decimal() {
  const bool negative = take("-");
  const std::size_t begin = at_;
  while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  if (at_ == begin || at_ - begin > 18) fail("an extent");
  const std::int64_t value = std::stoll(std::string(text_.substr(begin, at_ - begin)));
  return negative ? -value : value;
}

std::optional<std::int64_t> Scanner::extent() { return take("?") ? std::nullopt : std::optional(number()); }

/// 4x8x, ?x64x: up to the element.
std::vector<std::int64_t> Scanner::extents() {
  std::vector<std::int64_t> out;
  while (peek("?") || peek("-") || (done(), at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0)) {
    out.push_back(take("?") ? kDynamic : decimal());
    need("x");
  }
  return out;
}

TypeId Scanner::pointer() {
  Type out = made<Type>(TypeKind::Pointer);
  need("<");
  out.element = type();
  if (take(",")) {
    need("<");
    out.pointerAttr = static_cast<PtrAttr>(ordinal(EnumKind::PtrAttr));
    need(">");
  }
  need(">");
  return tree_.type(std::move(out));
}

TypeId Scanner::tile() {
  Type out = made<Type>(TypeKind::Tile);
  need("<");
  out.shape = extents();
  out.element = type();
  need(">");
  return tree_.type(std::move(out));
}

TypeId Scanner::tensorView() {
  Type out = made<Type>(TypeKind::TensorView);
  need("<");
  out.shape = extents();
  out.element = type();
  while (take(",")) {
    if (take("#cuda_tile.ptr_attr<")) {
      out.pointerAttr = static_cast<PtrAttr>(ordinal(EnumKind::PtrAttr));
      need(">");
    } else {
      need("strides=[");
      list("]", [&] { out.strides.push_back(extent().value_or(kDynamic)); });
    }
  }
  need(">");
  return tree_.type(std::move(out));
}

TypeId Scanner::view(TypeKind kind) {
  Type out = made<Type>(kind);
  need("<tile=(");
  while (!take(")")) {
    out.shape.push_back(decimal());
    take("x");
  }
  bool mapped = false;
  while (take(",")) {
    if (take("padding_value")) {
      need("=");
      out.padding = static_cast<PaddingValue>(ordinal(EnumKind::PaddingValue));
    } else if (take("traversal_strides=[")) {
      list("]", [&] { out.strides.push_back(number()); });
    } else if (take("dim_map=[")) {
      mapped = true;
      list("]", [&] { out.dimMap.push_back(static_cast<std::int32_t>(number())); });
    } else if (take("sparse_dim=")) {
      out.sparseDim = static_cast<std::uint32_t>(number());
    } else {
      out.element = type();
    }
  }
  need(">");
  for (std::size_t i = 0; !mapped && kind != TypeKind::GatherScatterView && i < out.shape.size(); ++i)
    out.dimMap.push_back(static_cast<std::int32_t>(i));
  return tree_.type(std::move(out));
}

// ---- Attributes ------------------------------------------------------------------------------------------------------

std::uint64_t Scanner::ordinal(EnumKind kind) {
  const std::string name = word();
  for (std::uint64_t n = 0; n < enumCount(kind); ++n) {
    if (enumText(kind, n) == name) return n;
  }
  fail("an enumerator, not " + name);
}

AttributeId Scanner::attribute(const AttributeInfo &about, TypeId resultType) {
  Attribute out;
  switch (about.form) {
    case AttributeForm::Enum: return tree_.enumerator(about.enumKind, ordinal(about.enumKind));
    case AttributeForm::Integer: {
      const auto bits = static_cast<std::uint64_t>(number());
      return tree_.integer(about.integerWidth == 32 ? bits & UINT32_MAX : bits,
                           about.integerWidth == 32 ? ScalarKind::I32 : ScalarKind::I64);
    }
    case AttributeForm::Bool: return tree_.boolean(word() == "true");
    case AttributeForm::String:
      out = made<Attribute>(AttributeKind::String);
      out.text = quoted();
      return tree_.attribute(out);
    case AttributeForm::Symbol:
      out = made<Attribute>(AttributeKind::Symbol);
      out.text = marked('@').value_or("");
      return tree_.attribute(out);
    case AttributeForm::Dense: return dense(resultType);
    case AttributeForm::I32Array: return numbers(AttributeKind::I32Array);
    case AttributeForm::BoolArray: return numbers(AttributeKind::BoolArray);
    case AttributeForm::Hints: return hints();
    default: return tagged();
  }
}

AttributeId Scanner::numbers(AttributeKind kind) {
  Attribute out = made<Attribute>(kind);
  need("[");
  list("]", [&] { out.numbers.push_back(kind == AttributeKind::BoolArray ? static_cast<std::int64_t>(word() == "true") : number()); });
  return tree_.attribute(std::move(out));
}

AttributeId Scanner::dense(TypeId type) {
  if (!take("[")) return tree_.splat(type, static_cast<std::uint64_t>(number()));
  Attribute out = tree_.attribute(tree_.splat(type, 0));
  const std::size_t width = out.elements.size();
  out.elements.clear();
  out.splat = false;
  list("]", [&] {
    const auto bits = static_cast<std::uint64_t>(number());
    for (std::size_t i = 0; i < width; ++i) out.elements.push_back(static_cast<char>(bits >> (8 * i)));
  });
  return tree_.attribute(std::move(out));
}

AttributeId Scanner::hints() {
  need("<");
  return pairs(AttributeKind::Hints, ">");
}

AttributeId Scanner::dictionary() {
  need("{");
  return pairs(AttributeKind::Dictionary, "}");
}

AttributeId Scanner::pairs(AttributeKind kind, std::string_view close) {
  Attribute out = made<Attribute>(kind);
  list(close, [&] {
    out.keys.push_back(peek("\"") ? quoted() : word());
    need("=");
    out.items.push_back(tagged());
  });
  return tree_.attribute(std::move(out));
}

AttributeId Scanner::typedNumber(std::int64_t bits) {
  if (!take(":")) return tree_.integer(static_cast<std::uint32_t>(bits));
  const TypeId of = type();
  const ScalarKind kind = tree_.type(of).scalar;
  Attribute out = made<Attribute>(kind < ScalarKind::F16 ? AttributeKind::Integer : AttributeKind::Float);
  const unsigned width = kScalars[static_cast<std::size_t>(kind)].width;
  out.type = of;
  out.bits = width == 64 ? static_cast<std::uint64_t>(bits) : static_cast<std::uint64_t>(bits) & ((std::uint64_t{1} << width) - 1);
  return tree_.attribute(std::move(out));
}

AttributeId Scanner::tagged() {
  if (peek("{")) return dictionary();
  if (peek("<")) return hints();
  Attribute out;
  if (peek("\"")) {
    out = made<Attribute>(AttributeKind::String);
    out.text = quoted();
    return tree_.attribute(std::move(out));
  }
  if (take("[")) {
    out = made<Attribute>(AttributeKind::Array);
    list("]", [&] { out.items.push_back(tagged()); });
    return tree_.attribute(std::move(out));
  }
  if (peek("-") || (!done() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0)) return typedNumber(number());
  const std::string name = word();
  return name == "true" || name == "false" ? tree_.boolean(name == "true") : predicate(name);
}

AttributeId Scanner::predicate(const std::string &name) {
  Attribute out;
  need("<");
  if (name == "same_elements") {
    out = made<Attribute>(AttributeKind::SameElements);
    need("[");
    list("]", [&] { out.numbers.push_back(number()); });
  } else if (name == "bounded") {
    out = made<Attribute>(AttributeKind::Bounded);
    out.first = extent();
    need(",");
    out.second = extent();
  } else if (name == "div_by") {
    out = made<Attribute>(AttributeKind::DivBy);
    out.bits = static_cast<std::uint64_t>(number());
    take(",");
    if (take("every")) out.first = number();
    if (take("along")) out.second = number();
  } else {
    fail("a fact, not " + name);
  }
  need(">");
  return tree_.attribute(std::move(out));
}

}  // namespace tileport::probes
