// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/reading.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "evidence/element_type.h"

namespace tileport::evidence {

namespace {

/// "ByTarget(sm_80=2, default=4)"
Result<void> readByTarget(const JsonAt &value, const std::string &written, const std::string &name, Specialisation &into) {
  constexpr std::string_view kBegin = "ByTarget(";
  std::string_view rest = written;
  if (rest.substr(0, kBegin.size()) != kBegin || rest.back() != ')') return value.error("no hint is written as \"" + written + "\"");
  rest = rest.substr(kBegin.size(), rest.size() - kBegin.size() - 1);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
    const std::size_t equals = one.find('=');
    std::int64_t number = 0;
    if (equals == std::string_view::npos || equals == 0) return value.error("no hint is written as \"" + written + "\"");
    const std::string_view digits = one.substr(equals + 1);
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || last != digits.data() + digits.size()) return value.error("no hint is written as \"" + written + "\"");
    into.hints.push_back({name, std::string(one.substr(0, equals)), number});
  }
  return {};
}

Result<void> readHint(const JsonAt &value, const std::string &name, Specialisation &into) {
  if (value.node().kind == JsonNode::Kind::String) return readByTarget(value, value.node().text, name, into);
  if (value.node().kind != JsonNode::Kind::Object) {
    const auto number = value.integer();
    if (!number) return number.error();
    into.hints.push_back({name, {}, *number});
    return {};
  }
  const auto targets = value.members();
  if (!targets) return targets.error();
  for (const auto &[target, each] : *targets) {
    const auto number = each.integer();
    if (!number) return number.error();
    into.hints.push_back({name, target, *number});
  }
  return {};
}

}  // namespace

Result<void> readNames(const JsonAt &record, Specialisation &into) {
  const std::pair<std::string_view, std::string *> members[] = {
      {"op", &into.op}, {"module", &into.module}, {"kernel", &into.kernel}, {"variant", &into.variant}};
  for (const auto &[name, place] : members) {
    auto value = record.stringOf(name);
    if (!value) return value.error();
    *place = std::move(*value);
  }
  return {};
}

Result<std::string> readElementType(const JsonAt &value) {
  const auto name = value.string();
  if (!name) return name.error();
  const std::string_view type = canonicalElementType(*name);
  if (type.empty()) return value.error("unknown element type \"" + *name + "\"");
  return std::string(type);
}

Result<Constant> readNumber(const JsonAt &value) {
  switch (value.node().kind) {
    case JsonNode::Kind::Bool: return Constant::ofBool(value.node().integer != 0);
    case JsonNode::Kind::Integer: return Constant::ofInteger(value.node().integer);
    case JsonNode::Kind::Float: return Constant::ofFloat(value.node().real);
    default: return value.error("expected a number or a truth value");
  }
}

Result<void> readHints(const JsonAt &hints, Specialisation &into) {
  const auto members = hints.members();
  if (!members) return members.error();
  for (const auto &[name, value] : *members) {
    if (value.isNull()) continue;
    if (auto read = readHint(value, canonicalHint(name), into); !read) return read;
  }
  const auto key = [](const Hint &hint) { return std::tie(hint.name, hint.target); };
  std::sort(into.hints.begin(), into.hints.end(), [&](const Hint &a, const Hint &b) { return key(a) < key(b); });
  const auto twice =
      std::adjacent_find(into.hints.begin(), into.hints.end(), [&](const Hint &a, const Hint &b) { return key(a) == key(b); });
  if (twice != into.hints.end()) return hints.error("the hint " + twice->name + " is given twice, under two names");
  return {};
}

Result<void> readShape(const JsonAt &extents, const JsonAt &strides, TensorSpecialisation &tensor) {
  auto each = extents.integers();
  if (!each) return std::move(each).error();
  tensor.extents = std::move(*each);
  each = strides.integers();
  if (!each) return std::move(each).error();
  tensor.strides = std::move(*each);
  if (tensor.extents.size() != tensor.strides.size())
    return strides.error(std::to_string(tensor.extents.size()) + " extents but " + std::to_string(tensor.strides.size()) + " strides");
  if (std::any_of(tensor.extents.begin(), tensor.extents.end(), [](std::int64_t extent) { return extent < 0; }))
    return extents.error("an extent is negative");
  tensor.rank = static_cast<std::uint32_t>(tensor.extents.size());
  return {};
}

}  // namespace tileport::evidence
