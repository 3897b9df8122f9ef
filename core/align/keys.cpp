// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/keys.h"

#include <algorithm>

namespace tileport::align {

namespace {

using tileir::Attribute;
using tileir::AttributeForm;
using tileir::AttributeKind;
using tileir::Type;

/// Builds a string that no two different contents share: every part is closed, every list carries its length.
class Content {
 public:
  Content &number(std::int64_t n) {
    text_ += std::to_string(n);
    text_ += ';';
    return *this;
  }
  Content &string(const std::string &s) {
    number(static_cast<std::int64_t>(s.size()));
    text_ += s;
    return *this;
  }
  template <class T>
  Content &numbers(const std::vector<T> &list) {
    number(static_cast<std::int64_t>(list.size()));
    for (const T &n : list) number(static_cast<std::int64_t>(n));
    return *this;
  }
  Content &optional(const std::optional<std::int64_t> &n) { return n ? number(1).number(*n) : number(0); }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// The bytes of one element of a scalar type in a dense literal; 0 where elements are packed (i1, i4).
std::size_t elementBytes(tileir::ScalarKind scalar) {
  using enum tileir::ScalarKind;
  switch (scalar) {
    case I16:
    case F16:
    case BF16: return 2;
    case TF32: return 3;
    case I32:
    case F32: return 4;
    case I64:
    case F64: return 8;
    case I1:
    case I4:
    case F4E2M1FN: return 0;
    default: return 1;
  }
}

/// The same for packed bits: "\0" or "\1" when all bits that stand for an element are equal.
std::string splatBit(const Type &tile, const std::string &bytes) {
  std::size_t count = 1;
  for (std::int64_t extent : tile.shape) count *= static_cast<std::size_t>(std::max<std::int64_t>(extent, 0));
  if (count == 0 || count > 8 * bytes.size()) return {};
  for (std::size_t i = 1; i < count; ++i)
    if (((bytes[i / 8] >> (i % 8)) & 1) != (bytes[0] & 1)) return {};
  return std::string(1, static_cast<char>(bytes[0] & 1));
}

}  // namespace

bool isFlag(const Type &type) { return type.kind == tileir::TypeKind::Scalar && type.scalar == tileir::ScalarKind::I1; }

std::string splatElement(const tileir::Program &program, const tileir::Attribute &dense) {
  if (dense.elided || !dense.type.valid() || !program.type(dense.type).element.valid()) return {};
  const tileir::Type &tile = program.type(dense.type);
  const tileir::ScalarKind scalar = program.type(tile.element).scalar;
  const std::string &bytes = dense.elements;
  if (dense.splat || tile.shape.empty()) {
    if (scalar != tileir::ScalarKind::I1) return bytes;
    return std::string(1, bytes.find_first_not_of('\0') == std::string::npos ? '\0' : '\1');
  }
  if (scalar == tileir::ScalarKind::I1) return splatBit(tile, bytes);
  const std::size_t size = elementBytes(scalar);
  if (size == 0 || bytes.size() < size) return {};
  for (std::size_t i = size; i < bytes.size(); ++i)
    if (bytes[i] != bytes[i - size]) return {};
  return bytes.substr(0, size);
}

bool saysNothing(const Attribute &attribute) {
  return attribute.kind == AttributeKind::BoolArray &&
         std::all_of(attribute.numbers.begin(), attribute.numbers.end(), [](std::int64_t n) { return n == 0; });
}

ContentKeys::ContentKeys(const tileir::Program &program, Interner &interner) : program_(program), interner_(interner) {
  // Types and attributes refer only to earlier numbers of their array or, where a file orders them otherwise, to later
  // ones; contents are spelled out in full, so the order does not matter.
  for (std::size_t i = 0; i < program.data().types.size(); ++i) types_.push_back(interner.intern("T" + typeContent(tileir::TypeId(i))));
  for (std::size_t i = 0; i < program.data().attributes.size(); ++i)
    attributes_.push_back(interner.intern("A" + attributeContent(tileir::AttributeId(i))));
  for (const tileir::Global &global : program.data().globals) {
    Content content;
    content.number(type(global.type)).number(attribute(global.value)).number(static_cast<std::int64_t>(global.alignment));
    globals_.push_back(interner.intern("G" + content.number(global.isConstant).number(global.isPrivate).take()));
    globalsByName_.try_emplace(global.name, globals_.back());
  }
}

Key ContentKeys::tile(tileir::TypeId element, const std::vector<std::int64_t> &shape) const {
  Type type;
  type.kind = tileir::TypeKind::Tile;
  type.element = element;
  type.shape = shape;
  return interner_.intern("T" + typeContent(type));
}

std::string ContentKeys::typeContent(const Type &type) const {
  Content content;
  content.number(static_cast<int>(type.kind)).number(static_cast<int>(type.scalar));
  if (type.element.valid()) content.string(typeContent(type.element));
  content.numbers(type.shape).numbers(type.strides).numbers(type.dimMap).number(type.sparseDim);
  content.number(type.padding ? static_cast<int>(*type.padding) : -1);
  content.number(type.pointerAttr ? static_cast<int>(*type.pointerAttr) : static_cast<int>(tileir::PtrAttr::None));
  for (const auto *list : {&type.inputs, &type.results}) {
    content.number(static_cast<std::int64_t>(list->size()));
    for (tileir::TypeId part : *list) content.string(typeContent(part));
  }
  return content.take();
}

std::string ContentKeys::attributeContent(tileir::AttributeId id) const {
  const Attribute &attribute = program_.attribute(id);
  Content content;
  // A flag and a number of one bit are one attribute to MLIR, and print alike.
  if (attribute.kind == AttributeKind::Integer && isFlag(program_.type(attribute.type)))
    return content.number(static_cast<int>(AttributeKind::Bool)).number(static_cast<std::int64_t>(attribute.bits & 1)).take();
  if (attribute.kind == AttributeKind::Bool)
    return content.number(static_cast<int>(AttributeKind::Bool)).number(static_cast<std::int64_t>(attribute.bits & 1)).take();
  content.number(static_cast<int>(attribute.kind)).number(static_cast<int>(attribute.enumKind));
  if (attribute.type.valid()) content.string(typeContent(attribute.type));
  content.number(static_cast<std::int64_t>(attribute.bits)).optional(attribute.first).optional(attribute.second);
  // One element for all and all elements spelled out are the same literal.
  const std::string element = attribute.kind == AttributeKind::Dense ? splatElement(program_, attribute) : std::string();
  content.string(attribute.text).numbers(attribute.numbers).number(!element.empty()).string(element.empty() ? attribute.elements : element);
  std::vector<std::string> members;
  for (std::size_t i = 0; i < attribute.items.size(); ++i) {
    Content member;
    if (i < attribute.keys.size()) member.string(attribute.keys[i]);
    members.push_back(member.string(attributeContent(attribute.items[i])).take());
  }
  if (!attribute.keys.empty()) std::sort(members.begin(), members.end());
  content.number(static_cast<std::int64_t>(members.size()));
  for (const std::string &member : members) content.string(member);
  return content.take();
}

Key ContentKeys::global(const std::string &name) const {
  const auto it = globalsByName_.find(name);
  return it != globalsByName_.end() ? it->second : interner_.intern("G?" + name);
}

Key ContentKeys::attributesOf(tileir::OpId op) const {
  const tileir::OpInfo &info = tileir::info(program_.op(op).kind);
  std::string content = "O";
  for (const tileir::NamedAttribute &use : program_.attributes(op)) {
    if (info.attributes[use.slot].form == AttributeForm::Hints || saysNothing(program_.attribute(use.value))) continue;
    if (info.attributes[use.slot].form == AttributeForm::Symbol) {
      content += "global=" + std::to_string(global(program_.attribute(use.value).text)) + ';';
      continue;
    }
    content += std::string(info.attributes[use.slot].name) + '=' + std::to_string(attribute(use.value)) + ';';
  }
  return interner_.intern(content);
}

}  // namespace tileport::align
