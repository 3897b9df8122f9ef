// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/printer/attribute_text.h"

#include <algorithm>
#include <numeric>

#include "tileir/printer/escape.h"
#include "tileir/printer/float_text.h"
#include "tileir/printer/text_sink.h"

namespace tileport::tileir::printer {

namespace {

/// MLIR writes longer lists as one string of bytes.
constexpr std::uint64_t kLongestList = 100;

std::vector<std::size_t> sortedKeys(const Attribute &dictionary) {
  std::vector<std::size_t> order(dictionary.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return dictionary.keys[a] < dictionary.keys[b]; });
  return order;
}

void appendBound(std::string &text, const std::optional<std::int64_t> &bound) {
  if (bound) {
    appendNumber(text, *bound);
  } else {
    text += '?';
  }
}

void appendElement(std::string &text, ScalarKind scalar, std::uint64_t bits) {
  if (isFloat(scalar)) {
    appendFloat(text, scalar, bits);
  } else if (scalar == ScalarKind::I1) {
    text += (bits & 1) != 0 ? "true" : "false";
  } else {
    AttributeText::appendInteger(text, bits, scalarWidth(scalar));
  }
}

/// Whether a number in hints is read as of this type when none is written. The smallest i32 is beyond: its digits alone are.
bool isImpliedInHints(const Attribute &number, ScalarKind scalar) {
  return number.kind == AttributeKind::Integer && scalar == ScalarKind::I32 && static_cast<std::int32_t>(number.bits) != INT32_MIN;
}

}  // namespace

std::uint64_t elementBits(const Attribute &dense, ScalarKind scalar, std::uint64_t position) {
  if (dense.splat) position = 0;
  if (scalar == ScalarKind::I1) return static_cast<unsigned char>(dense.elements[position / 8]) >> (position % 8) & 1;
  const std::size_t size = (scalarWidth(scalar) + 7) / 8;
  std::uint64_t bits = 0;
  for (std::size_t i = size; i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(dense.elements[position * size + i]);
  return bits;
}

void AttributeText::appendInteger(std::string &text, std::uint64_t bits, unsigned width) {
  const unsigned unused = 64 - width;
  appendNumber(text, static_cast<std::int64_t>(bits << unused) >> unused);
}

void AttributeText::appendFull(std::string &text, AttributeId id, Typed typed) {
  const Attribute &attribute = program_.attribute(id);
  switch (attribute.kind) {
    case AttributeKind::Integer:
    case AttributeKind::Float: appendTyped(text, attribute, typed); break;
    case AttributeKind::Type: text += types_.prefixed(attribute.type); break;
    case AttributeKind::Array: appendList(text, attribute); break;
    case AttributeKind::DivBy:
    case AttributeKind::SameElements:
    case AttributeKind::Bounded:
      text += "#cuda_tile.";
      appendPredicate(text, attribute);
      break;
    case AttributeKind::Hints:
      text += "#cuda_tile.optimization_hints";
      appendHints(text, attribute);
      break;
    case AttributeKind::Enum:
      text += attribute.enumKind == EnumKind::PtrAttr ? "#cuda_tile.ptr_attr<" : "#cuda_tile.multimem_reduction_kind<";
      text.append(enumText(attribute.enumKind, attribute.bits)) += '>';
      break;
    default: appendBare(text, id); break;
  }
}

void AttributeText::appendBare(std::string &text, AttributeId id) {
  const Attribute &attribute = program_.attribute(id);
  switch (attribute.kind) {
    case AttributeKind::Bool: text += attribute.bits != 0 ? "true" : "false"; break;
    case AttributeKind::String: appendQuoted(text, attribute.text); break;
    case AttributeKind::Symbol: appendSymbol(text, attribute.text); break;
    case AttributeKind::Dense: appendDense(text, attribute); break;
    case AttributeKind::Dictionary: appendDictionary(text, attribute); break;
    case AttributeKind::DivBy:
    case AttributeKind::SameElements:
    case AttributeKind::Bounded: appendPredicate(text, attribute); break;
    case AttributeKind::Hints: appendHints(text, attribute); break;
    case AttributeKind::Enum: text += enumText(attribute.enumKind, attribute.bits); break;
    case AttributeKind::Unit: text += "unit"; break;
    case AttributeKind::Type: text += types_.bare(attribute.type); break;
    case AttributeKind::I32Array:
    case AttributeKind::BoolArray: appendList(text, attribute); break;
    default: appendFull(text, id); break;
  }
}

void AttributeText::appendTyped(std::string &text, const Attribute &number, Typed typed) {
  const ScalarKind scalar = program_.type(number.type).scalar;
  if (scalar == ScalarKind::I1) {
    text += number.bits != 0 ? "true" : "false";
    return;
  }
  bool hexadecimal = false;
  if (number.kind == AttributeKind::Float) {
    hexadecimal = appendFloat(text, scalar, number.bits);
  } else {
    appendInteger(text, number.bits, scalarWidth(scalar));
  }
  const bool widest = scalar == ScalarKind::I64 || scalar == ScalarKind::F64;
  if (typed == Typed::Always || hexadecimal || !widest) text.append(" : ").append(types_.bare(number.type));
}

void AttributeText::appendList(std::string &text, const Attribute &list) {
  std::string_view before;
  text += '[';
  for (const AttributeId item : list.items) {
    text += before;
    appendFull(text, item, Typed::UnlessWidest);
    before = ", ";
  }
  for (const std::int64_t number : list.numbers) {
    text += before;
    if (list.kind == AttributeKind::BoolArray) {
      text += number != 0 ? "true" : "false";
    } else {
      appendNumber(text, number);
    }
    before = ", ";
  }
  text += ']';
}

void AttributeText::appendDictionary(std::string &text, const Attribute &dictionary) {
  std::string_view before;
  text += '{';
  for (const std::size_t position : sortedKeys(dictionary)) {
    text += before;
    appendKey(text, dictionary.keys[position]);
    if (program_.attribute(dictionary.items[position]).kind != AttributeKind::Unit) {
      text += " = ";
      appendFull(text, dictionary.items[position]);
    }
    before = ", ";
  }
  text += '}';
}

void AttributeText::appendPredicate(std::string &text, const Attribute &predicate) {
  if (predicate.kind == AttributeKind::DivBy) {
    text += "div_by<";
    appendNumber(text, predicate.bits);
    if (predicate.first) {
      text += ", every ";
      appendNumber(text, *predicate.first);
    }
    if (predicate.second) {
      text += " along ";
      appendNumber(text, *predicate.second);
    }
  } else if (predicate.kind == AttributeKind::Bounded) {
    text += "bounded<";
    appendBound(text, predicate.first);
    text += ", ";
    appendBound(text, predicate.second);
  } else {
    text += "same_elements<";
    appendList(text, predicate);
  }
  text += '>';
}

void AttributeText::appendHints(std::string &text, const Attribute &hints) {
  std::string_view before;
  text += '<';
  for (const std::size_t architecture : sortedKeys(hints)) {
    text += before;
    appendHintKey(text, hints.keys[architecture]);
    text += " = {";
    const Attribute &values = program_.attribute(hints.items[architecture]);
    std::string_view beforeKey;
    for (const std::size_t position : sortedKeys(values)) {
      text += beforeKey;
      appendHintKey(text, values.keys[position]);
      text += " = ";
      appendHint(text, values.items[position]);
      beforeKey = ", ";
    }
    text += '}';
    before = ", ";
  }
  text += '>';
}

void AttributeText::appendHintKey(std::string &text, std::string_view key) const {
  const auto isPrintable = [](char c) { return static_cast<unsigned char>(c) >= ' '; };
  if (isBareIdentifier(key) || (hints_ == Hints::Official && std::all_of(key.begin(), key.end(), isPrintable))) {
    text += key;
  } else {
    appendQuoted(text, key);
  }
}

void AttributeText::appendHint(std::string &text, AttributeId value) {
  const Attribute &hint = program_.attribute(value);
  const bool isNumber = hint.kind == AttributeKind::Integer || hint.kind == AttributeKind::Float;
  if (isNumber && hints_ == Hints::Readable && !isImpliedInHints(hint, program_.type(hint.type).scalar)) {
    appendTyped(text, hint, hint.kind == AttributeKind::Float ? Typed::UnlessWidest : Typed::Always);
  } else if (isNumber) {
    appendElement(text, program_.type(hint.type).scalar, hint.bits);
  } else {
    appendFull(text, value);
  }
}

void AttributeText::appendDense(std::string &text, const Attribute &dense) {
  const Type &tile = program_.type(dense.type);
  const ScalarKind scalar = program_.type(tile.element).scalar;
  text.append("<").append(scalarText(scalar)).append(": ");
  std::uint64_t count = 1;
  for (const std::int64_t extent : tile.shape) count *= static_cast<std::uint64_t>(extent);
  if (dense.elided) {
    text += "__elided__";
  } else if (dense.splat) {
    appendElement(text, scalar, elementBits(dense, scalar, 0));
  } else if (count > kLongestList) {
    appendHexadecimal(text, dense, scalar, count);
  } else {
    appendElements(text, dense, tile, scalar);
  }
  text += '>';
}

void AttributeText::appendElements(std::string &text, const Attribute &dense, const Type &tile, ScalarKind scalar) {
  std::uint64_t count = 1;
  for (const std::int64_t extent : tile.shape) count *= static_cast<std::uint64_t>(extent);
  for (std::uint64_t position = 0; position < count; ++position) {
    if (position != 0) text += ", ";
    std::uint64_t size = count;  // a bracket opens and closes with every dimension that begins and ends here
    for (const std::int64_t extent : tile.shape) {
      if (position % size == 0) text += '[';
      size /= static_cast<std::uint64_t>(extent);
    }
    appendElement(text, scalar, elementBits(dense, scalar, position));
    size = count;
    for (const std::int64_t extent : tile.shape) {
      if ((position + 1) % size == 0) text += ']';
      size /= static_cast<std::uint64_t>(extent);
    }
  }
}

void AttributeText::appendHexadecimal(std::string &text, const Attribute &dense, ScalarKind scalar, std::uint64_t count) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const auto byte = [&](unsigned char value) { text += {kHex[value >> 4], kHex[value & 0xf]}; };
  text += "\"0x";
  if (scalar == ScalarKind::I1) {
    for (std::uint64_t position = 0; position < count; ++position) byte(static_cast<unsigned char>(elementBits(dense, scalar, position)));
  } else {
    for (const char element : dense.elements) byte(static_cast<unsigned char>(element));
  }
  text += '"';
}

}  // namespace tileport::tileir::printer
