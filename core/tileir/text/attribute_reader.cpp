// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/text/attribute_reader.h"

#include <algorithm>
#include <bit>

#include "tileir/consistency.h"
#include "tileir/printer/float_text.h"
#include "tileir/printer/type_text.h"

namespace tileport::tileir::text {

namespace {

/// Room that an attribute takes beside the characters of its text.
constexpr std::uint64_t kRoom = 512;

/// What cutile-rs calls them.
std::string_view longNameOf(std::string_view overflow) {
  if (overflow == "nsw") return "no_signed_wrap";
  if (overflow == "nuw") return "no_unsigned_wrap";
  return overflow == "nw" ? "no_wrap" : overflow;
}

ScalarKind integerOfWidth(unsigned width) { return width == 32 ? ScalarKind::I32 : ScalarKind::I64; }

}  // namespace

AttributeId AttributeReader::readBare(const AttributeInfo &info) {
  switch (info.form) {
    case AttributeForm::Enum: return readOrdinal(info.enumKind, info.name);
    case AttributeForm::Integer: {
      const ScalarKind scalar = integerOfWidth(info.integerWidth);
      return pool_.integer(typePool_.scalar(scalar), bitsOf(in_, in_.number("a number"), scalar));
    }
    case AttributeForm::Bool:
      if (in_.takeWord("true")) return pool_.flag(true);
      if (in_.takeWord("false")) return pool_.flag(false);
      in_.expected("true or false");
    case AttributeForm::String: return text(AttributeKind::String, in_.string("a string"));
    case AttributeForm::Symbol: return text(AttributeKind::Symbol, in_.symbol("a name as @name"));
    case AttributeForm::Dense: return pool_.intern(readDense(in_, types_, typePool_));
    case AttributeForm::I32Array: return readNumbers();
    case AttributeForm::BoolArray: return readFlags();
    case AttributeForm::TaggedArray:
      if (in_.peek() != '[') in_.expected("'['");
      return readList();
    case AttributeForm::Hints: return readHints();
    case AttributeForm::Tagged: return readPredicate();
    case AttributeForm::Unit: return pool_.unit();
    case AttributeForm::Type: break;
  }
  Attribute attribute;
  attribute.kind = AttributeKind::Type;
  attribute.type = types_.read();
  return pool_.intern(std::move(attribute));
}

// Where the kind of the attribute is known by its name, MLIR's full form and cutile-rs's plain numbers are both understood.
AttributeId AttributeReader::readNamed(const AttributeInfo &info) {
  if (info.form == AttributeForm::Enum && in_.numberAhead()) {
    const std::size_t start = in_.here();
    const std::uint64_t ordinal = in_.natural("an ordinal", INT64_MAX);
    if (ordinal >= enumCount(info.enumKind)) in_.fail(start, std::string(info.name) + " has no value " + std::to_string(ordinal));
    if (in_.take(':')) types_.readScalar();
    return pool_.enumerator(info.enumKind, ordinal);
  }
  if (info.form == AttributeForm::Unit) {
    if (in_.takeWord("false")) return AttributeId();
    if (!in_.takeWord("unit")) in_.takeWord("true");
    return pool_.unit();
  }
  const std::size_t start = in_.here();
  const AttributeId value = readBare(info);
  if (info.form == AttributeForm::Integer && in_.take(':') && types_.read() != pool_[value].type)
    in_.fail(start, std::string(info.name) + " is of i" + std::to_string(info.integerWidth));
  return value;
}

/// <word>, the same with the attribute's full name before it, or the word alone.
AttributeId AttributeReader::readOrdinal(EnumKind kind, std::string_view name) {
  if (in_.peek() == '#') {
    const std::size_t start = in_.here();
    if (in_.takeName('#') != "cuda_tile." + std::string(enumMnemonic(kind))) {
      in_.goBack(start);
      in_.expected("the value of " + std::string(name));
    }
    if (in_.peek() != '<') in_.expected("'<'");
  }
  const bool closes = in_.take('<');
  const std::string_view word = in_.peekWord();
  std::uint64_t ordinal = 0;
  if (const std::string_view known = longNameOf(word); kind == EnumKind::IntegerOverflow && known != word) {
    in_.takeWord(word);
    while (enumText(kind, ordinal) != known) ++ordinal;
  } else {
    ordinal = readEnumerator(in_, kind);
  }
  if (closes) in_.expect('>');
  return pool_.enumerator(kind, ordinal);
}

AttributeId AttributeReader::readPredicate() {
  const std::size_t start = in_.here();
  std::string_view word;
  if (in_.peek() == '#') {
    word = in_.takeName('#').value_or(std::string_view());
    word.remove_prefix(word.starts_with("cuda_tile.") ? 10 : word.size());
  } else {
    word = in_.peekWord();
    in_.takeWord(word);
  }
  if (word == "div_by") return readDivBy();
  if (word == "bounded") return readBounded();
  if (word == "same_elements") return readSameElements();
  in_.goBack(start);
  in_.expected("div_by, same_elements or bounded");
}

AttributeId AttributeReader::readDivBy() {
  in_.expect('<');
  Attribute attribute;
  attribute.kind = AttributeKind::DivBy;
  const Number divisor = in_.number("a divisor");
  const auto magnitude = divisor.magnitude();
  if (divisor.negative || divisor.fraction || !magnitude || !std::has_single_bit(*magnitude))
    in_.fail(divisor.offset, "divisor is not a power of two of 64 bits");
  attribute.bits = *magnitude;
  if (in_.take(',')) {
    if (in_.takeWord("every")) attribute.first = in_.integer("a number");
    if (in_.takeWord("along")) attribute.second = in_.integer("a number");
    if (!attribute.first && !attribute.second) in_.expected("'every' or 'along'");
  }
  in_.expect('>');
  return pool_.intern(std::move(attribute));
}

std::optional<std::int64_t> AttributeReader::readBound() {
  if (in_.take('?')) return std::nullopt;
  return in_.integer("a number or '?'");
}

AttributeId AttributeReader::readBounded() {
  in_.expect('<');
  Attribute attribute;
  attribute.kind = AttributeKind::Bounded;
  attribute.first = readBound();
  in_.expect(',');
  attribute.second = readBound();
  in_.expect('>');
  return pool_.intern(std::move(attribute));
}

AttributeId AttributeReader::readSameElements() {
  in_.expectAll("<[");
  Attribute attribute;
  attribute.kind = AttributeKind::SameElements;
  if (in_.peek() != ']') {
    do {
      attribute.numbers.push_back(in_.integer("a number"));
    } while (in_.take(','));
  }
  in_.expectAll("]>");
  return pool_.intern(std::move(attribute));
}

AttributeId AttributeReader::readHints() {
  if (in_.peek() == '#') in_.expectAll("#cuda_tile.optimization_hints");
  in_.expect('<');
  Attribute hints;
  hints.kind = AttributeKind::Hints;
  while (!in_.take('>')) {
    if (!hints.keys.empty()) in_.expect(',');
    const std::size_t start = in_.here();
    std::string architecture = in_.hintKey();
    if (std::find(hints.keys.begin(), hints.keys.end(), architecture) != hints.keys.end())
      in_.fail(start, "hints for '" + architecture + "' stand twice");
    in_.expect('=');
    hints.keys.push_back(std::move(architecture));
    hints.items.push_back(pool_.intern(readEntries(AttributeKind::Dictionary, Untyped::Hint)));
    in_.charge(kRoom);
  }
  return pool_.intern(std::move(hints));
}

AttributeId AttributeReader::readFlags() {
  Attribute attribute;
  attribute.kind = AttributeKind::BoolArray;
  in_.expect('[');
  if (in_.peek() != ']') {
    do {
      if (!in_.takeWord("true")) {
        if (!in_.takeWord("false")) in_.expected("true or false");
        attribute.numbers.push_back(0);
      } else {
        attribute.numbers.push_back(1);
      }
    } while (in_.take(','));
  }
  in_.expect(']');
  return pool_.intern(std::move(attribute));
}

AttributeId AttributeReader::readNumbers() {
  Attribute attribute;
  attribute.kind = AttributeKind::I32Array;
  if (in_.takeWord("array")) {  // array<i32: 1, 0>
    in_.expectAll("<i32");
    if (in_.take(':')) readNumberList(attribute.numbers);
    in_.expect('>');
  } else {
    in_.expect('[');
    if (in_.peek() != ']') readNumberList(attribute.numbers);
    in_.expect(']');
  }
  return pool_.intern(std::move(attribute));
}

void AttributeReader::readNumberList(std::vector<std::int64_t> &numbers) {
  do {
    const std::size_t start = in_.here();
    numbers.push_back(in_.integer("a number"));
    if (numbers.back() != static_cast<std::int32_t>(numbers.back())) in_.fail(start, "the number has more than 32 bits");
  } while (in_.take(','));
}

AttributeId AttributeReader::readDictionary() { return pool_.intern(readEntries(AttributeKind::Dictionary, Untyped::Widest)); }

Attribute AttributeReader::readEntries(AttributeKind kind, Untyped untyped) {
  Attribute attribute;
  attribute.kind = kind;
  const std::size_t start = in_.here();
  in_.expect('{');
  while (!in_.take('}')) {
    if (!attribute.keys.empty()) in_.expect(',');
    attribute.keys.push_back(untyped == Untyped::Hint ? in_.hintKey() : in_.key());
    attribute.items.push_back(in_.take('=') ? readValue(untyped) : pool_.unit());
    in_.charge(kRoom);
  }
  std::vector<std::string_view> sorted(attribute.keys.begin(), attribute.keys.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) in_.fail(start, "the dictionary has the key '" + std::string(*twice) + "' twice");
  return attribute;
}

AttributeId AttributeReader::readAny() { return readValue(Untyped::Widest); }

AttributeId AttributeReader::readList() {
  Attribute attribute;
  attribute.kind = AttributeKind::Array;
  in_.expect('[');
  if (in_.peek() != ']') {
    do {
      attribute.items.push_back(readValue(Untyped::Widest));
      in_.charge(kRoom / 8);
    } while (in_.take(','));
  }
  in_.expect(']');
  return pool_.intern(std::move(attribute));
}

AttributeId AttributeReader::readValue(Untyped untyped) {
  if (depth_ == kDeepestAttribute)
    in_.fail(in_.here(), "attributes are nested more than " + std::to_string(kDeepestAttribute) + " deep", ErrorKind::Limit);
  in_.poll();
  ++depth_;
  AttributeId value;
  if (in_.peek() == '[') {
    value = readList();
  } else if (in_.peek() == '{') {
    value = pool_.intern(readEntries(AttributeKind::Dictionary, untyped));
  } else if (in_.peek() == '"') {
    value = text(AttributeKind::String, in_.string("a string"));
  } else if (in_.peek() == '@') {
    value = text(AttributeKind::Symbol, in_.symbol("a name as @name"));
  } else if (in_.peek() == '#') {
    value = readOwn();
  } else if (in_.numberAhead() || in_.peek() == '-' || in_.peekWord() == "inf" || in_.peekWord() == "nan") {
    value = readNumber(untyped);
  } else if (in_.takeWord("true")) {
    value = pool_.flag(true);
  } else if (in_.takeWord("false")) {
    value = pool_.flag(false);
  } else if (in_.takeWord("unit")) {
    value = pool_.unit();
  } else if (in_.peekWord() == "array") {
    value = readNumbers();
  } else if (types_.ahead()) {
    Attribute attribute;
    attribute.kind = AttributeKind::Type;
    attribute.type = types_.read();
    value = pool_.intern(std::move(attribute));
  } else {
    in_.expected("an attribute");
  }
  --depth_;
  return value;
}

AttributeId AttributeReader::readNumber(Untyped untyped) {
  if (!in_.numberAhead()) {  // inf and nan
    Attribute special;
    special.kind = AttributeKind::Float;
    special.type = typePool_.scalar(ScalarKind::F64);
    special.bits = text::readValue(in_, ScalarKind::F64);
    return pool_.intern(std::move(special));
  }
  const Number number = in_.number("a number");
  ScalarKind scalar = number.fraction ? ScalarKind::F64 : ScalarKind::I64;
  if (in_.take(':')) {
    scalar = types_.readScalar();
  } else if (untyped == Untyped::Hint && !number.fraction && number.magnitude().value_or(UINT64_MAX) <= INT32_MAX) {
    scalar = ScalarKind::I32;
  }
  Attribute attribute;
  attribute.kind = printer::isFloat(scalar) ? AttributeKind::Float : AttributeKind::Integer;
  attribute.type = typePool_.scalar(scalar);
  attribute.bits = bitsOf(in_, number, scalar);
  return pool_.intern(std::move(attribute));
}

/// #cuda_tile.div_by<16> and its like.
AttributeId AttributeReader::readOwn() {
  const std::size_t start = in_.here();
  const std::string_view name = in_.takeName('#').value_or(std::string_view());
  in_.goBack(start);
  if (name == "cuda_tile.optimization_hints") return readHints();
  if (name == "cuda_tile.ptr_attr") return readOrdinal(EnumKind::PtrAttr, "ptr_attr");
  if (name == "cuda_tile.multimem_reduction_kind") return readOrdinal(EnumKind::MultimemReductionKind, "multimem_reduction_kind");
  if (name == "cuda_tile.div_by" || name == "cuda_tile.bounded" || name == "cuda_tile.same_elements") return readPredicate();
  in_.expected("an attribute of cuda_tile");
}

AttributeId AttributeReader::retyped(AttributeId id, ScalarKind scalar, std::size_t offset) {
  const Attribute &number = pool_[id];
  // MLIR knows one attribute for both; exporters write integers here.
  if (number.kind == AttributeKind::Bool && scalar == ScalarKind::I1) return pool_.integer(typePool_.scalar(scalar), number.bits);
  const bool isNumber = number.kind == AttributeKind::Integer || number.kind == AttributeKind::Float;
  if (!isNumber) return id;
  const ScalarKind own = typePool_[number.type].scalar;
  if (own == scalar || (own != ScalarKind::I64 && own != ScalarKind::F64)) return id;
  std::optional<std::uint64_t> bits;
  if (printer::isFloat(scalar)) {
    const bool whole = own == ScalarKind::I64;
    const double value = whole ? static_cast<double>(static_cast<std::int64_t>(number.bits)) : std::bit_cast<double>(number.bits);
    bits = encodeFloat(value, scalar);
  } else if (own == ScalarKind::I64) {
    const unsigned unused = 64 - printer::scalarWidth(scalar);
    const std::uint64_t low = number.bits << unused >> unused;
    const auto widened = static_cast<std::uint64_t>(static_cast<std::int64_t>(number.bits << unused) >> unused);
    if (widened == number.bits || low == number.bits) bits = low;
  }
  if (!bits) in_.fail(offset, "a number is out of range for " + std::string(printer::scalarText(scalar)));
  Attribute attribute;
  attribute.kind = printer::isFloat(scalar) ? AttributeKind::Float : AttributeKind::Integer;
  attribute.type = typePool_.scalar(scalar);
  attribute.bits = *bits;
  return pool_.intern(std::move(attribute));
}

AttributeId AttributeReader::text(AttributeKind kind, std::string content) {
  in_.charge(3 * content.size());
  Attribute attribute;
  attribute.kind = kind;
  attribute.text = std::move(content);
  return pool_.intern(std::move(attribute));
}

}  // namespace tileport::tileir::text
