// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/gpu/case.h"

#include <charconv>
#include <cmath>

#include "json/json.h"
#include "support/file.h"

namespace tileport::oracle::gpu {

namespace {

using json::JsonAt;
using json::JsonNode;

constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

Result<double> number(const JsonAt &at) {
  const JsonNode &node = at.node();
  if (node.kind == JsonNode::Kind::Integer) return static_cast<double>(node.integer);
  if (node.kind == JsonNode::Kind::Float) return node.real;
  return at.error("a number is wanted");
}

Result<std::uint64_t> count(const JsonAt &parent, std::string_view name, std::uint64_t absent, std::uint64_t least, std::uint64_t most) {
  const auto at = parent.find(name);
  if (!at) return absent;
  const auto value = at->integer();
  if (!value) return value.error();
  if (*value < 0 || static_cast<std::uint64_t>(*value) < least || static_cast<std::uint64_t>(*value) > most)
    return at->error("a number from " + std::to_string(least) + " to " + std::to_string(most) + " is wanted");
  return static_cast<std::uint64_t>(*value);
}

/// A number, rounded to the type, or a string with the bits.
Result<std::uint64_t> valueBits(const JsonAt &at, Dtype dtype) {
  const JsonNode &node = at.node();
  if (node.kind == JsonNode::Kind::String) {
    std::uint64_t bits = 0;
    const std::string &text = node.text;
    const char *end = text.data() + text.size();
    const bool prefixed = text.starts_with("0x") && text.size() > 2;
    if (!prefixed || std::from_chars(text.data() + 2, end, bits, 16).ptr != end) return at.error("bits are wanted, such as \"0x7fc00000\"");
    const unsigned width = 8 * factsOf(dtype).bytes;
    if (width < 64 && (bits >> width) != 0) return at.error("these are more bits than the type has");
    return bits;
  }
  if (node.kind == JsonNode::Kind::Integer) return bitsOf(dtype, node.integer);
  const auto real = number(at);
  if (!real) return real.error();
  if (!factsOf(dtype).isFloat) return at.error("a whole number or bits are wanted for this type");
  return roundedBits(dtype, *real);
}

Result<Dtype> dtype(const JsonAt &parent, std::string_view name) {
  const auto at = parent.member(name);
  if (!at) return at.error();
  const auto text = at->string();
  if (!text) return text.error();
  if (const auto found = dtypeNamed(*text)) return *found;
  return at->error("\"" + *text + "\" is no type of a case");
}

Result<void> readUniform(const JsonAt &at, Dtype type, Fill &fill) {
  for (const auto &[name, target] : {std::pair{"low", &fill.low}, std::pair{"high", &fill.high}}) {
    const auto member = at.member(name);
    if (!member) return member.error();
    const auto value = number(*member);
    if (!value) return value.error();
    const double unit = factsOf(type).isFloat ? 1024 : 1;
    const double most = factsOf(type).isFloat ? 65536 : 9e15;
    if (std::fabs(*value) > most || *value * unit != std::floor(*value * unit))
      return member->error("a bound is a multiple of 1/1024 of at most 65536, of an integer type a whole number");
    *target = *value;
  }
  if (fill.low > fill.high) return at.error("low is above high");
  if (type == Dtype::F8E8M0FNU) return at.error("this type is filled with bits or values");
  return {};
}

Result<void> readSequence(const JsonAt &at, Fill &fill) {
  for (const auto &[name, target] : {std::pair{"start", &fill.start}, std::pair{"step", &fill.step}, std::pair{"modulus", &fill.modulus}}) {
    const auto member = at.find(name);
    if (!member) continue;
    const auto value = member->integer();
    if (!value) return value.error();
    // With the largest count the last number then still fits into 64 bits.
    if (*value < -(1LL << 32) || *value > 1LL << 32) return member->error("a number of a sequence is at most 2^32");
    *target = *value;
  }
  if (fill.modulus < 0) return at.error("the modulus is negative");
  return {};
}

Result<void> readValues(const JsonAt &at, Dtype type, Fill &fill) {
  const auto member = at.member("values");
  if (!member) return member.error();
  const auto items = member->items();
  if (!items) return items.error();
  for (const JsonAt &item : *items) {
    const auto bits = valueBits(item, type);
    if (!bits) return bits.error();
    fill.values.push_back(*bits);
  }
  if (fill.values.empty()) return member->error("there is no value to fill with");
  const auto repeat = count(at, "repeat", 1, 1, kLargestBuffer);
  if (!repeat) return repeat.error();
  fill.repeat = *repeat;
  return {};
}

Result<Fill> readFill(const JsonAt &at, Dtype type) {
  if (const auto known = at.onlyMembers({"kind", "seed", "low", "high", "start", "step", "modulus", "values", "repeat", "edges"}); !known)
    return known.error();
  const auto kindAt = at.member("kind");
  if (!kindAt) return kindAt.error();
  const auto kind = kindAt->string();
  if (!kind) return kind.error();
  Fill fill;
  const auto seed = count(at, "seed", 0, 0, INT64_MAX);
  if (!seed) return seed.error();
  fill.seed = *seed;
  const auto edges = count(at, "edges", 0, 1, kLargestBuffer);
  if (!edges) return edges.error();
  fill.edges = *edges;
  Result<void> rest;
  if (*kind == "zero") {
    fill.kind = FillKind::Zero;
  } else if (*kind == "bits") {
    fill.kind = FillKind::Bits;
  } else if (*kind == "uniform") {
    fill.kind = FillKind::Uniform;
    rest = readUniform(at, type, fill);
  } else if (*kind == "sequence") {
    fill.kind = FillKind::Sequence;
    rest = readSequence(at, fill);
  } else if (*kind == "values") {
    fill.kind = FillKind::Values;
    rest = readValues(at, type, fill);
  } else {
    return kindAt->error("\"" + *kind + "\" is no kind of fill");
  }
  if (!rest) return rest.error();
  if (fill.edges && fill.kind != FillKind::Bits && fill.kind != FillKind::Uniform) return at.error("edges go with bits or uniform");
  return fill;
}

Result<Compare> readCompare(const JsonAt &parent, const Compare &absent) {
  const auto at = parent.find("compare");
  if (!at) return absent;
  if (const auto known = at->onlyMembers({"rule", "relative", "absolute", "why"}); !known) return known.error();
  Compare compare;
  const auto why = at->stringOf("why");
  if (!why) return why.error();
  compare.why = *why;
  const auto rule = at->stringOf("rule");
  if (!rule) return rule.error();
  if (*rule == "close") compare.rule = CompareRule::Close;
  else if (*rule != "exact") return at->error("the rule is \"exact\" or \"close\"");
  for (const auto &[name, target] : {std::pair{"relative", &compare.relative}, std::pair{"absolute", &compare.absolute}}) {
    const auto member = at->find(name);
    if (!member) continue;
    const auto value = number(*member);
    if (!value) return value.error();
    *target = *value;
  }
  return compare;
}

Result<CaseBuffer> readBuffer(const JsonAt &at, const Compare &compare) {
  if (const auto known = at.onlyMembers({"name", "dtype", "count", "offset", "fill", "output", "compare"}); !known) return known.error();
  CaseBuffer buffer;
  const auto name = at.stringOf("name");
  if (!name) return name.error();
  buffer.name = *name;
  const auto type = dtype(at, "dtype");
  if (!type) return type.error();
  buffer.dtype = *type;
  const auto elements = count(at, "count", 0, 1, kLargestBuffer / factsOf(*type).bytes);
  if (!elements) return elements.error();
  const auto offset = count(at, "offset", 0, 0, 255);
  if (!offset) return offset.error();
  const bool named = !buffer.name.empty() && buffer.name.find_first_not_of(kNameCharacters) == std::string::npos;
  if (!named || *elements == 0) return at.error("a buffer has a name of letters, digits and _ and a count");
  buffer.count = *elements;
  buffer.offset = *offset;
  const auto fillAt = at.member("fill");
  if (!fillAt) return fillAt.error();
  auto fill = readFill(*fillAt, *type);
  if (!fill) return fill.error();
  buffer.fill = *fill;
  if (const auto output = at.find("output")) {
    const auto value = output->boolean();
    if (!value) return value.error();
    buffer.output = *value;
  }
  const auto own = readCompare(at, compare);
  if (!own) return own.error();
  buffer.compare = *own;
  return buffer;
}

Result<CaseArgument> readArgument(const JsonAt &at, const std::vector<CaseBuffer> &buffers) {
  if (const auto known = at.onlyMembers({"buffer", "type", "value"}); !known) return known.error();
  CaseArgument argument;
  if (const auto named = at.find("buffer")) {
    const auto name = named->string();
    if (!name) return name.error();
    for (std::size_t i = 0; i < buffers.size(); ++i)
      if (buffers[i].name == *name) argument.buffer = static_cast<int>(i);
    if (argument.buffer < 0) return named->error("there is no buffer \"" + *name + "\"");
    return argument;
  }
  const auto type = dtype(at, "type");
  if (!type) return type.error();
  argument.type = *type;
  const auto value = at.member("value");
  if (!value) return value.error();
  const auto bits = valueBits(*value, *type);
  if (!bits) return bits.error();
  argument.scalar = *bits;
  return argument;
}

Result<void> readTexts(const JsonAt &at, Case &result) {
  for (const auto &[name, target] :
       {std::pair{"name", &result.name}, std::pair{"about", &result.about}, std::pair{"entry", &result.entry}}) {
    const auto text = at.stringOf(name);
    if (!text) return text.error();
    if (text->empty()) return at.error(std::string("\"") + name + "\" is missing or empty");
    *target = *text;
  }
  return {};
}

Result<void> readGrid(const JsonAt &at, Case &result) {
  const auto member = at.member("grid");
  if (!member) return member.error();
  const auto grid = member->integers();
  if (!grid) return grid.error();
  if (grid->size() != 3) return member->error("a grid has three numbers");
  for (std::size_t i = 0; i < 3; ++i) {
    if ((*grid)[i] < 1 || (*grid)[i] > 65535) return member->error("a grid's number is from 1 to 65535");
    result.grid[i] = static_cast<std::uint32_t>((*grid)[i]);
  }
  const auto some = at.find("blocks");
  if (!some) return {};
  const auto blocks = some->integers();
  if (!blocks) return blocks.error();
  const std::int64_t count = std::int64_t{result.grid[0]} * result.grid[1] * result.grid[2];
  for (const std::int64_t block : *blocks) {
    if (block < 0 || block >= count) return some->error("a block is a number from 0 to " + std::to_string(count - 1));
    result.blocks.push_back(static_cast<std::uint64_t>(block));
  }
  return {};
}

Result<void> readMemory(const JsonAt &at, const Compare &compare, Case &result) {
  const auto buffersAt = at.member("buffers");
  if (!buffersAt) return buffersAt.error();
  const auto buffers = buffersAt->items();
  if (!buffers) return buffers.error();
  bool output = false;
  for (const JsonAt &item : *buffers) {
    auto buffer = readBuffer(item, compare);
    if (!buffer) return buffer.error();
    for (const CaseBuffer &other : result.buffers)
      if (other.name == buffer->name) return item.error("there are two buffers \"" + other.name + "\"");
    output = output || buffer->output;
    result.buffers.push_back(std::move(*buffer));
  }
  if (!output) return buffersAt->error("no buffer is an output");
  const auto argumentsAt = at.member("arguments");
  if (!argumentsAt) return argumentsAt.error();
  const auto arguments = argumentsAt->items();
  if (!arguments) return arguments.error();
  for (const JsonAt &item : *arguments) {
    const auto argument = readArgument(item, result.buffers);
    if (!argument) return argument.error();
    result.arguments.push_back(*argument);
  }
  return {};
}

}  // namespace

Result<Case> readCase(const std::filesystem::path &path) {
  const auto text = readFile(path, 1 << 20);
  if (!text) return text.error();
  const std::string file = path.string();
  const auto root = json::parseJson(*text, file);
  if (!root) return root.error();
  const JsonAt at(*root, file);
  if (const auto known =
          at.onlyMembers({"schema", "name", "about", "program", "entry", "grid", "blocks", "buffers", "arguments", "compare"});
      !known)
    return known.error();
  const auto schema = at.stringOf("schema");
  if (!schema) return schema.error();
  if (*schema != "tileport-gpu-case/1") return at.error("this is no case of schema tileport-gpu-case/1");
  Case result;
  if (const auto read = readTexts(at, result); !read) return read.error();
  if (result.name != path.stem().string()) return at.error("the name is not the file's");
  const auto program = at.stringOf("program");
  if (!program) return program.error();
  if (program->empty()) return at.error("\"program\" is missing or empty");
  result.program = path.parent_path() / *program;
  if (const auto read = readGrid(at, result); !read) return read.error();
  const auto compare = readCompare(at, {});
  if (!compare) return compare.error();
  if (const auto read = readMemory(at, *compare, result); !read) return read.error();
  return result;
}

}  // namespace tileport::oracle::gpu
