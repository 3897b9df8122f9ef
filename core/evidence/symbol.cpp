// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/symbol.h"

#include <algorithm>
#include <bit>
#include <map>

#include "evidence/symbol_text.h"

namespace tileport::evidence {

namespace {

constexpr std::size_t kLongest = 64 * 1024;
constexpr std::uint32_t kMostAxes = 64;
constexpr std::uint32_t kMostDepth = 16;

class Demangler {
 public:
  Demangler(std::string_view symbol, std::size_t at, std::uint32_t convention) : cursor_(symbol, at), convention_(convention) {}

  Result<std::vector<Parameter>> parameters() {
    std::vector<Parameter> all;
    while (!cursor_.atEnd()) {
      if (!cursor_.take('_')) return cursor_.error("there is no underscore before a parameter");
      auto one = parameter(0);
      if (!one) return std::move(one).error();
      all.push_back(std::move(*one));
    }
    for (const auto &[group, use] : groups_)
      if (use.count == 1) return cursor_.errorAt(use.position, "an alias group has only one member");
    return all;
  }

 private:
  struct GroupUse {
    std::size_t position = 0;
    std::size_t count = 0;
  };

  Result<Parameter> parameter(std::uint32_t depth) {
    const std::size_t begin = cursor_.position();
    if (depth > kMostDepth) return cursor_.error("parameters nested deeper than 16 levels", ErrorKind::Limit);
    const char letter = cursor_.peek();
    cursor_.skip(cursor_.atEnd() ? 0 : 1);
    switch (letter) {
      case 'A': return array();
      case 'L': return list();
      case 'T': return since(2, begin, [&] { return tuple(depth); });
      case 'S': return ofType(Parameter::Kind::Scalar);
      case 'P': return since(3, begin, [&] { return ofType(Parameter::Kind::Pointer); });
      case 'M': return since(3, begin, [&] { return Result<Parameter>(Parameter{.kind = Parameter::Kind::TensorMap}); });
      case 'R': return since(3, begin, [&] { return Result<Parameter>(Parameter{.kind = Parameter::Kind::Stream}); });
      case 'D': return since(3, begin, [&] { return dataclass(depth); });
      case 'B':
      case 'I':
      case 'F':
      case 'C': return constant(letter, begin);
      default: return cursor_.errorAt(begin, "unknown kind of parameter");
    }
  }

  template <class Read>
  Result<Parameter> since(std::uint32_t convention, std::size_t begin, Read &&read) {
    if (convention_ >= convention) return read();
    return cursor_.errorAt(begin, "calling convention " + std::to_string(convention_) + " has no such parameter", ErrorKind::Unsupported);
  }

  Result<Parameter> array() {
    Parameter parameter{.kind = Parameter::Kind::Array};
    if (auto read = arrayInto(parameter.array); !read) return read.error();
    return parameter;
  }

  Result<Parameter> list() {
    Parameter parameter{.kind = Parameter::Kind::List};
    if (auto read = groupsInto(parameter.listGroups); !read) return read.error();
    parameter.elementsMayAlias = cursor_.take('i');
    if (!cursor_.take('A')) return cursor_.error("a list is not of arrays");
    if (auto read = arrayInto(parameter.array); !read) return read.error();
    return parameter;
  }

  Result<Parameter> tuple(std::uint32_t depth) {
    Parameter parameter{.kind = Parameter::Kind::Tuple};
    if (auto read = itemsInto(parameter, depth); !read) return read.error();
    return parameter;
  }

  Result<Parameter> dataclass(std::uint32_t depth) {
    Parameter parameter{.kind = Parameter::Kind::Dataclass};
    auto module = cursor_.string();
    if (!module) return std::move(module).error();
    auto name = cursor_.string();
    if (!name) return std::move(name).error();
    parameter.module = std::move(*module);
    parameter.className = std::move(*name);
    if (auto read = itemsInto(parameter, depth); !read) return read.error();
    return parameter;
  }

  Result<void> itemsInto(Parameter &parameter, std::uint32_t depth) {
    const auto count = cursor_.count("number of items");
    if (!count) return count.error();
    // The number is not trusted: each item takes at least one letter.
    for (std::uint32_t i = 0; i < *count; ++i) {
      auto item = this->parameter(depth + 1);
      if (!item) return std::move(item).error();
      parameter.items.push_back(std::move(*item));
    }
    return {};
  }

  Result<Parameter> ofType(Parameter::Kind kind) {
    auto type = cursor_.elementType();
    if (!type) return std::move(type).error();
    return Parameter{.kind = kind, .elementType = std::move(*type)};
  }

  Result<Parameter> constant(char letter, std::size_t begin) {
    Parameter parameter{.kind = Parameter::Kind::Constant};
    auto value = letter == 'C' ? taggedConstant(begin) : plainConstant(letter);
    if (!value) return std::move(value).error();
    parameter.constant = std::move(*value);
    return parameter;
  }

  Result<Constant> plainConstant(char letter) {
    if (letter == 'B') {
      if (cursor_.take('0')) return Constant::ofBool(false);
      if (cursor_.take('1')) return Constant::ofBool(true);
      return cursor_.error("a truth value is neither 0 nor 1");
    }
    if (letter == 'I') {
      const auto value = cursor_.integer();
      if (!value) return value.error();
      return Constant::ofInteger(*value);
    }
    const std::size_t begin = cursor_.position();
    const auto bits = cursor_.hex("float");
    if (!bits) return bits.error();
    if (cursor_.position() - begin != 16) return cursor_.errorAt(begin, "a float has not 16 digits");
    return Constant::ofFloat(std::bit_cast<double>(*bits));
  }

  Result<Constant> taggedConstant(std::size_t begin) {
    const char tag = cursor_.peek();
    if (cursor_.peek(1) != '_') return cursor_.errorAt(begin, "unknown kind of constant");
    cursor_.skip(2);
    if (tag == 'n') return Constant{};
    if (tag == 's') {
      auto value = cursor_.string();
      if (!value) return std::move(value).error();
      return Constant::ofText(std::move(*value));
    }
    if (tag == 'd') {
      auto type = cursor_.elementType();
      if (!type) return std::move(type).error();
      return Constant::ofType(std::move(*type));
    }
    if (tag != 'e') return cursor_.errorAt(begin, "unknown kind of constant");
    Constant member{.kind = Constant::Kind::Member};
    for (std::string *part : {&member.module, &member.owner, &member.text}) {
      auto value = cursor_.string();
      if (!value) return std::move(value).error();
      *part = std::move(*value);
    }
    return member;
  }

  Result<void> arrayInto(ArrayFacts &array) {
    const std::size_t begin = cursor_.position();
    const auto rank = cursor_.count("rank");
    if (!rank) return rank.error();
    if (*rank > kMostAxes) return cursor_.errorAt(begin, "an array of more than 64 axes", ErrorKind::Limit);
    array.axes.resize(*rank);
    auto type = cursor_.elementType();
    if (!type) return type.error();
    array.elementType = std::move(*type);
    while (cursor_.peek() == '_' && isHexDigit(cursor_.peek(1)))
      if (auto read = axesInto(array); !read) return read;
    if (cursor_.peek() != '_' || !isLower(cursor_.peek(1))) return {};
    cursor_.skip(1);
    return extrasInto(array);
  }

  /// "_" mask facts: the facts hold for each axis of the mask.
  Result<void> axesInto(ArrayFacts &array) {
    const std::size_t begin = cursor_.position();
    cursor_.skip(1);
    const auto mask = cursor_.hex("mask of axes");
    if (!mask) return mask.error();
    if (*mask == 0 || static_cast<std::size_t>(std::bit_width(*mask)) > array.axes.size())
      return cursor_.errorAt(begin, "a mask of axes that the array does not have");
    AxisFacts facts;
    if (auto read = factsInto(facts); !read) return read;
    for (std::size_t i = 0; i < array.axes.size(); ++i) {
      if ((*mask >> i & 1) == 0) continue;
      if (!merge(array.axes[i], facts))
        return cursor_.errorAt(begin, "a fact is given twice, or says less than a constant that is given too");
    }
    return {};
  }

  Result<void> factsInto(AxisFacts &facts) {
    const std::pair<char, std::optional<std::int64_t> *> constants[] = {
        {'s', &facts.extent}, {'t', &facts.stride}, {'l', &facts.leastStride}};
    const std::pair<char, std::int64_t *> divisors[] = {{'i', &facts.extentDivisor}, {'v', &facts.strideDivisor}};
    for (const char letter : {'s', 'i', 't', 'v', 'l'}) {
      if (!cursor_.take(letter)) continue;
      const std::size_t begin = cursor_.position();
      const bool isDivisor = letter == 'i' || letter == 'v';
      const auto value = isDivisor ? cursor_.divisor() : cursor_.integer();
      if (!value) return value.error();
      if (letter == 's' && convention_ < 2)
        return cursor_.errorAt(begin, "calling convention 1 has no constant extents", ErrorKind::Unsupported);
      if (letter == 's' && *value < 0) return cursor_.errorAt(begin, "an extent is negative");
      for (const auto &[name, place] : constants)
        if (name == letter) *place = *value;
      for (const auto &[name, place] : divisors)
        if (name == letter) *place = *value;
    }
    return {};
  }

  /// False when the axis has one of the facts already, or a constant that makes another needless.
  static bool merge(AxisFacts &axis, const AxisFacts &facts) {
    const bool twice = (axis.extent && facts.extent) || (axis.stride && facts.stride) || (axis.leastStride && facts.leastStride) ||
                       (axis.extentDivisor != 1 && facts.extentDivisor != 1) || (axis.strideDivisor != 1 && facts.strideDivisor != 1);
    if (facts.extent) axis.extent = facts.extent;
    if (facts.stride) axis.stride = facts.stride;
    if (facts.leastStride) axis.leastStride = facts.leastStride;
    if (facts.extentDivisor != 1) axis.extentDivisor = facts.extentDivisor;
    if (facts.strideDivisor != 1) axis.strideDivisor = facts.strideDivisor;
    return !twice && !(axis.extent && axis.extentDivisor != 1) && !(axis.stride && (axis.strideDivisor != 1 || axis.leastStride));
  }

  Result<void> extrasInto(ArrayFacts &array) {
    if (cursor_.take('p')) {
      const auto divisor = cursor_.divisor();
      if (!divisor) return divisor.error();
      array.baseDivisor = *divisor;
    }
    if (auto read = groupsInto(array.aliasGroups); !read) return read;
    array.mayAliasInternally = cursor_.take('i');
    if (cursor_.take('u')) array.indexType = "u32";
    else if (cursor_.take('w')) array.indexType = "i64";
    return {};
  }

  /// Groups are numbered as they first occur, and in order within one parameter.
  Result<void> groupsInto(std::vector<std::uint32_t> &groups) {
    while (cursor_.take('g')) {
      const std::size_t begin = cursor_.position();
      const auto group = cursor_.hex("alias group");
      if (!group) return group.error();
      if (*group > groups_.size()) return cursor_.errorAt(begin, "an alias group leaves out a number");
      const auto id = static_cast<std::uint32_t>(*group);
      if (!groups.empty() && id <= groups.back()) return cursor_.errorAt(begin, "alias groups are not in order");
      GroupUse &use = groups_.try_emplace(id, GroupUse{.position = begin}).first->second;
      ++use.count;
      groups.push_back(id);
    }
    return {};
  }

  SymbolCursor cursor_;
  std::uint32_t convention_;
  std::map<std::uint32_t, GroupUse> groups_;
};

/// Where the calling convention stands; npos without the divider.
std::size_t conventionOf(std::string_view symbol) {
  const std::size_t divider = symbol.rfind("_K");
  return divider == std::string_view::npos ? divider : divider + 2;
}

}  // namespace

Result<KernelSymbol> demangle(std::string_view symbol) {
  SymbolCursor cursor(symbol, 0);
  if (symbol.size() > kLongest) return cursor.error("a symbol of more than 64 KiB", ErrorKind::Limit);
  const std::size_t at = conventionOf(symbol);
  if (at == std::string_view::npos) return cursor.error("there is no \"_K\" before a calling convention");
  if (at == 2) return cursor.error("there is no kernel name");
  cursor.skip(at);
  const std::string_view code = cursor.takeWhile([](char c) { return c != '_'; });
  if (code.size() != 2 || code[0] != 't' || code[1] < '1' || code[1] > '3')
    return cursor.errorAt(at, "unknown calling convention", ErrorKind::Unsupported);

  KernelSymbol result{.kernel = std::string(symbol.substr(0, at - 2)), .convention = static_cast<std::uint32_t>(code[1] - '0')};
  auto parameters = Demangler(symbol, cursor.position(), result.convention).parameters();
  if (!parameters) return std::move(parameters).error();
  result.parameters = std::move(*parameters);
  // One value has one symbol: what is written otherwise was not made by the mangler.
  if (const std::string again = mangle(result); again != symbol) {
    const auto differs = std::mismatch(symbol.begin(), symbol.end(), again.begin(), again.end()).first - symbol.begin();
    return cursor.errorAt(static_cast<std::size_t>(differs), "the mangler would write it otherwise");
  }
  return result;
}

bool looksMangled(std::string_view symbol) {
  const std::size_t at = conventionOf(symbol);
  if (at == std::string_view::npos || at == 2) return false;
  return symbol.size() >= at + 2 && symbol[at] == 't' && isDigit(symbol[at + 1]) && (symbol.size() == at + 2 || symbol[at + 2] == '_');
}

std::optional<std::string> kernelOfRustEntry(std::string_view entry) {
  constexpr std::string_view kSuffix = "_entry";
  if (entry.size() <= kSuffix.size() || entry.substr(entry.size() - kSuffix.size()) != kSuffix) return std::nullopt;
  return std::string(entry.substr(0, entry.size() - kSuffix.size()));
}

}  // namespace tileport::evidence
