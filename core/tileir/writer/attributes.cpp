// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/writer/attributes.h"

#include <limits>
#include <string>

#include "tileir/bytecode/dense.h"
#include "tileir/bytecode/types.h"
#include "tileir/consistency.h"

namespace tileport::tileir::writer {

namespace {

bool fits(std::uint64_t bits, unsigned width) { return width >= 64 || (bits >> width) == 0; }

AttributeKind kindOf(AttributeForm form) {
  switch (form) {
    case AttributeForm::Enum: return AttributeKind::Enum;
    case AttributeForm::Integer: return AttributeKind::Integer;
    case AttributeForm::Bool: return AttributeKind::Bool;
    case AttributeForm::String: return AttributeKind::String;
    case AttributeForm::Symbol: return AttributeKind::Symbol;
    case AttributeForm::Dense: return AttributeKind::Dense;
    case AttributeForm::I32Array: return AttributeKind::I32Array;
    case AttributeForm::BoolArray: return AttributeKind::BoolArray;
    case AttributeForm::TaggedArray: return AttributeKind::Array;
    case AttributeForm::Hints: return AttributeKind::Hints;
    case AttributeForm::Type: return AttributeKind::Type;
    case AttributeForm::Tagged:
    case AttributeForm::Unit: break;
  }
  return AttributeKind::Unit;
}

}  // namespace

const Attribute &AttributeWriter::operator[](AttributeId id) const {
  context_.expect(id.valid() && id.index() < context_.data().attributes.size(), "an attribute does not exist");
  return context_.data().attributes[id.index()];
}

void AttributeWriter::write(Sink &sink, const AttributeInfo &info, AttributeId value, TypeId resultType) {
  if (info.form == AttributeForm::Tagged) return writeTagged(sink, value);
  const Attribute &attribute = (*this)[value];
  if (attribute.kind != kindOf(info.form)) context_.failMalformed("attribute " + std::string(info.name) + " is of another kind");
  switch (info.form) {
    case AttributeForm::Enum: return writeEnum(sink, info.enumKind, attribute, info.name);
    case AttributeForm::Integer: return writeInteger(sink, attribute, info.integerWidth);
    case AttributeForm::Bool: return sink.u8(attribute.bits != 0);
    case AttributeForm::String:
    case AttributeForm::Symbol: return sink.varint(stringIndex(attribute.text));
    case AttributeForm::Dense: return sink.varint(constantIndex(value, resultType));
    case AttributeForm::I32Array:
    case AttributeForm::BoolArray: return writeNumbers(sink, attribute);
    case AttributeForm::TaggedArray: return writeArray(sink, attribute);
    case AttributeForm::Hints: return writeDictionary(sink, attribute);
    case AttributeForm::Type: return sink.varint(types_.index(attribute.type));
    case AttributeForm::Tagged:
    case AttributeForm::Unit: return;
  }
}

void AttributeWriter::writeEnum(Sink &sink, EnumKind kind, const Attribute &attribute, std::string_view name) {
  context_.expect(attribute.enumKind == kind && attribute.bits < enumCount(kind), "an enumerator is of another kind or does not exist");
  context_.require(enumSince(kind, attribute.bits),
                   [&] { return "value " + std::string(enumText(kind, attribute.bits)) + " of attribute " + std::string(name); });
  sink.varint(attribute.bits);
}

void AttributeWriter::writeInteger(Sink &sink, const Attribute &attribute, unsigned width) {
  context_.expect(fits(attribute.bits, width), "an integer has more bits than its type");
  sink.varint(attribute.bits);
}

void AttributeWriter::writeNumbers(Sink &sink, const Attribute &attribute) {
  using Limits = std::numeric_limits<std::int32_t>;
  sink.varint(attribute.numbers.size());
  for (const std::int64_t number : attribute.numbers) {
    if (attribute.kind == AttributeKind::BoolArray) {
      sink.u8(number != 0);
    } else {
      context_.expect(Limits::min() <= number && number <= Limits::max(), "a number of an array does not fit in 32 bits");
      sink.i32(static_cast<std::int32_t>(number));
    }
  }
}

void AttributeWriter::writeTagged(Sink &sink, AttributeId id) {
  const Attribute &attribute = (*this)[id];
  if (depth_ == kDeepestAttribute) {
    context_.fail(ErrorKind::Limit, "attributes are nested more than " + std::to_string(kDeepestAttribute) + " deep",
                  "No exporter is known to make such a program; check where it comes from.");
  }
  ++depth_;
  const AttributeTag tag = tagOf(attribute);
  context_.require({kOldest.major, sinceMinor(tag)}, [&] {
    return attribute.kind == AttributeKind::Enum
               ? "attribute multimem_reduction_kind<" + std::string(enumText(attribute.enumKind, attribute.bits)) + ">"
               : "attribute tag " + std::to_string(static_cast<std::uint64_t>(tag));
  });
  sink.varint(static_cast<std::uint64_t>(tag));
  if (attribute.kind == AttributeKind::Dense) {
    sink.varint(types_.index(attribute.type));
    sink.varint(constantIndex(id, attribute.type));
  } else {
    writePayload(sink, attribute);
  }
  --depth_;
}

AttributeTag AttributeWriter::tagOf(const Attribute &attribute) const {
  switch (attribute.kind) {
    case AttributeKind::Integer: return AttributeTag::Integer;
    case AttributeKind::Float: return AttributeTag::Float;
    case AttributeKind::Bool: return AttributeTag::Bool;
    case AttributeKind::Type: return AttributeTag::Type;
    case AttributeKind::String: return AttributeTag::String;
    case AttributeKind::Array: return AttributeTag::Array;
    case AttributeKind::Dense: return AttributeTag::Dense;
    case AttributeKind::DivBy: return AttributeTag::DivBy;
    case AttributeKind::SameElements: return AttributeTag::SameElements;
    case AttributeKind::Dictionary: return AttributeTag::Dictionary;
    case AttributeKind::Hints: return AttributeTag::Hints;
    case AttributeKind::Bounded: return AttributeTag::Bounded;
    case AttributeKind::Enum:
      if (attribute.enumKind == EnumKind::MultimemReductionKind && attribute.bits < enumCount(attribute.enumKind)) {
        return AttributeTag::MultimemReductionKind;
      }
      break;
    case AttributeKind::Symbol:
    case AttributeKind::Unit:
    case AttributeKind::I32Array:
    case AttributeKind::BoolArray: break;
  }
  context_.fail(ErrorKind::Unsupported, "no version of the bytecode can hold an attribute of this kind outside of an op",
                "Remove it from the hints or the attributes of arguments.");
}

void AttributeWriter::writePayload(Sink &sink, const Attribute &attribute) {
  switch (attribute.kind) {
    case AttributeKind::Integer: {
      const unsigned width = bitWidth(scalarOf(attribute));
      sink.varint(types_.index(attribute.type));
      return writeInteger(sink, attribute, width);
    }
    case AttributeKind::Float: {
      const unsigned width = bitWidth(scalarOf(attribute));
      context_.expect(fits(attribute.bits, width), "a float has more bits than its type");
      sink.varint(types_.index(attribute.type));
      return sink.apInt(width, attribute.bits);
    }
    case AttributeKind::Bool: return sink.u8(attribute.bits != 0);
    case AttributeKind::Type: return sink.varint(types_.index(attribute.type));
    case AttributeKind::String: return sink.varint(stringIndex(attribute.text));
    case AttributeKind::Array: return writeArray(sink, attribute);
    case AttributeKind::DivBy: sink.varint(attribute.bits); return writePair(sink, attribute);
    case AttributeKind::Bounded: return writePair(sink, attribute);
    case AttributeKind::SameElements:
      sink.varint(attribute.numbers.size());
      for (const std::int64_t number : attribute.numbers) sink.i64(number);
      return;
    case AttributeKind::Dictionary:
    case AttributeKind::Hints: return writeDictionary(sink, attribute);
    default: return sink.varint(attribute.bits);  // the one enum that has a tag
  }
}

void AttributeWriter::writeArray(Sink &sink, const Attribute &attribute) {
  sink.varint(attribute.items.size());
  for (const AttributeId item : attribute.items) writeTagged(sink, item);
}

void AttributeWriter::writeDictionary(Sink &sink, const Attribute &attribute) {
  context_.expect(attribute.keys.size() == attribute.items.size(), "a dictionary has another number of keys than of values");
  sink.varint(attribute.items.size());
  for (std::size_t i = 0; i < attribute.items.size(); ++i) {
    sink.varint(stringIndex(attribute.keys[i]));
    if (attribute.kind == AttributeKind::Hints) {
      context_.expect((*this)[attribute.items[i]].kind == AttributeKind::Dictionary, "the hints of an architecture are no dictionary");
    }
    writeTagged(sink, attribute.items[i]);
  }
}

/// The two optional numbers of div_by and bounded, which a byte of flags announces.
void AttributeWriter::writePair(Sink &sink, const Attribute &attribute) {
  sink.u8(static_cast<std::uint8_t>((attribute.first ? 1 : 0) | (attribute.second ? 2 : 0)));
  if (attribute.first) sink.svarint(*attribute.first);
  if (attribute.second) sink.svarint(*attribute.second);
}

ScalarKind AttributeWriter::scalarOf(const Attribute &attribute) const {
  const Type &type = types_[attribute.type];
  context_.expect(type.kind == TypeKind::Scalar && isInteger(type.scalar) == (attribute.kind == AttributeKind::Integer),
                  "the type of a number is another kind of type");
  return type.scalar;
}

std::uint32_t AttributeWriter::constantIndex(AttributeId id, TypeId type) {
  const Attribute &attribute = (*this)[id];
  context_.expect(attribute.kind == AttributeKind::Dense, "a constant is of another kind");
  context_.expect(attribute.type == type || types_.index(attribute.type) == types_.index(type), "a constant is not of its op's type");
  std::optional<std::uint32_t> &known = constantIndices_[id.index()];
  if (!known) known = addConstant(attribute);
  return *known;
}

std::uint32_t AttributeWriter::addConstant(const Attribute &attribute) {
  if (attribute.elided) {
    if (context_.measures()) return 0;
    context_.fail(ErrorKind::Unsupported, "the elements of a constant are not known: the text left them out",
                  "Write the text with all its elements, or start from the program's bytecode.");
  }
  const Type &tile = types_[attribute.type];
  context_.expect(tile.kind == TypeKind::Tile && types_[tile.element].kind == TypeKind::Scalar, "a constant's type is no tile of numbers");
  const ScalarKind scalar = types_[tile.element].scalar;
  // One byte says a splat of i1, unless it could be read as packed elements.
  const bool boolSplat = attribute.splat && scalar == ScalarKind::I1 && !attribute.elements.empty();
  const std::string_view elements =
      boolSplat ? std::string_view((attribute.elements[0] & 1) != 0 ? "\xFF" : "\0", 1) : std::string_view(attribute.elements);
  context_.expect(!elements.empty(), "a constant has no elements");
  const std::optional<Attribute> read = makeDense(elements, elementCount(tile), scalar);
  context_.expect(read && (read->splat || !attribute.splat), "a constant has neither one element of its type nor all");
  Sink blob;
  blob.varint(read->elements.size());
  blob.bytes(read->elements);
  return constants_.index(blob.data());
}

}  // namespace tileport::tileir::writer
