// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variant of a cuTile Rust port as it was recorded: plugins/cutile_rust/README.md.
#include <algorithm>
#include <charconv>

#include "evidence/element_type.h"
#include "evidence/reading.h"
#include "evidence/specialisation.h"

namespace tileport::evidence {

namespace {

/// The two of a pair that is written as an array: ["BM", "128"].
Result<std::pair<std::string, JsonAt>> readPair(const JsonAt &written) {
  const auto parts = written.items();
  if (!parts) return parts.error();
  if (parts->size() != 2) return written.error("expected a name and a value");
  auto name = (*parts)[0].string();
  if (!name) return std::move(name).error();
  return std::pair(std::move(*name), (*parts)[1]);
}

/// Generics are texts: "128" is a number, "true" a truth value, "f16" a type.
Constant constantOf(const std::string &generic) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(generic.data(), generic.data() + generic.size(), number);
  if (error == std::errc() && end == generic.data() + generic.size()) return Constant::ofInteger(number);
  if (generic == "true" || generic == "false") return Constant::ofBool(generic == "true");
  if (const std::string_view type = canonicalElementType(generic); !type.empty()) return Constant::ofType(std::string(type));
  return Constant::ofText(generic);
}

Result<void> readGenerics(const JsonAt &record, Specialisation &into) {
  const auto written = record.find("generics");
  if (!written) return {};
  const auto items = written->items();
  if (!items) return items.error();
  for (const JsonAt &item : *items) {
    auto pair = readPair(item);
    if (!pair) return std::move(pair).error();
    if (findConstant(into, pair->first)) return item.error("the generic " + pair->first + " is given twice");
    if (pair->second.node().kind != JsonNode::Kind::String) {
      auto number = readNumber(pair->second);
      if (!number) return std::move(number).error();
      into.constants.push_back({pair->first, std::move(*number)});
      continue;
    }
    into.constants.push_back({pair->first, constantOf(pair->second.node().text)});
  }
  return {};
}

Result<std::vector<std::int64_t>> readDivisors(const JsonAt &facts, std::string_view name, std::size_t rank) {
  const auto written = facts.member(name);
  if (!written) return written.error();
  auto values = written->integers();
  if (!values) return std::move(values).error();
  if (values->size() != rank) return written->error("expected " + std::to_string(rank) + " of them");
  if (std::any_of(values->begin(), values->end(), [](std::int64_t each) { return each < 1; }))
    return written->error("a divisor is less than 1");
  return values;
}

/// cuTile Rust's SpecializationBits: divisors of extents and strides in elements, of the base address in bytes, each at most 16.
/// Its entry declares strides of 1 as constants, so that a divisor beside one says nothing.
Result<void> readFacts(const JsonAt &facts, TensorSpecialisation &tensor) {
  const std::size_t rank = *tensor.rank;
  const auto extents = readDivisors(facts, "shape_div", rank);
  if (!extents) return extents.error();
  const auto strides = readDivisors(facts, "stride_div", rank);
  if (!strides) return strides.error();
  const auto ones = facts.member("stride_one");
  if (!ones) return ones.error();
  const auto truths = ones->items();
  if (!truths) return truths.error();
  if (truths->size() != rank) return ones->error("expected " + std::to_string(rank) + " of them");
  for (std::size_t i = 0; i < rank; ++i) {
    const auto one = (*truths)[i].boolean();
    if (!one) return one.error();
    tensor.axes[i].extentDivisor = (*extents)[i];
    if (*one) tensor.axes[i].stride = 1;
    else tensor.axes[i].strideDivisor = (*strides)[i];
  }
  const auto base = facts.member("base_ptr_div_bytes");
  if (!base) return base.error();
  const auto divisor = base->integer();
  if (!divisor) return divisor.error();
  if (*divisor < 1) return base->error("a divisor is less than 1");
  tensor.baseDivisor = *divisor;
  if (const auto disjoint = facts.find("elements_disjoint")) {
    const auto truth = disjoint->boolean();
    if (!truth) return truth.error();
    tensor.disjoint = *truth;
  }
  return {};
}

/// The largest power of two that divides the value, at most 16, as DivHint::from_value has it; of 0 it is 16.
std::int64_t divisorOf(std::int64_t value) {
  std::int64_t divisor = 1;
  while (divisor < 16 && value % (divisor * 2) == 0) divisor *= 2;
  return divisor;
}

/// What the front end works out of an array that is launched so: compute_spec of cutile-compiler 0.2.0 and 0.5.0 (specialization.rs).
void applyRule(std::int64_t baseDivisor, TensorSpecialisation &tensor) {
  std::vector<std::pair<std::int64_t, std::int64_t>> byStride;
  for (std::size_t i = 0; i < tensor.axes.size(); ++i) {
    tensor.axes[i].extentDivisor = divisorOf(tensor.extents[i]);
    if (tensor.strides[i] == 1) tensor.axes[i].stride = 1;
    else tensor.axes[i].strideDivisor = divisorOf(tensor.strides[i]);
    byStride.emplace_back(tensor.strides[i], tensor.extents[i]);
  }
  tensor.baseDivisor = divisorOf(baseDivisor);
  std::sort(byStride.begin(), byStride.end());
  bool disjoint = byStride.empty() || byStride.front().first > 0;
  for (std::size_t i = 1; i < byStride.size() && disjoint; ++i) {
    const auto &[stride, extent] = byStride[i - 1];
    const std::int64_t next = byStride[i].first;
    // Divided rather than multiplied: nothing overflows.
    disjoint = next > 0 && (extent <= 0 || next / extent >= stride);
  }
  tensor.disjoint = disjoint;
}

/// In bytes; a driver takes 16 where nothing is said.
Result<std::int64_t> readBaseDivisor(const JsonAt &tensor) {
  const auto written = tensor.find("base_div_bytes");
  if (!written) return std::int64_t(16);
  auto divisor = written->integer();
  if (!divisor) return divisor.error();
  if (*divisor < 1) return written->error("a divisor is less than 1");
  return divisor;
}

Result<void> readTensor(const JsonAt &written, Specialisation &into) {
  TensorSpecialisation tensor;
  const auto name = written.member("name");
  if (!name) return name.error();
  auto text = name->string();
  if (!text) return text.error();
  if (findTensor(into, *text)) return name->error("the tensor " + *text + " is given twice");
  tensor.name = std::move(*text);
  const auto dtype = written.member("dtype");
  if (!dtype) return dtype.error();
  auto type = readElementType(*dtype);
  if (!type) return type.error();
  tensor.elementType = std::move(*type);
  const auto extents = written.member("shape");
  if (!extents) return extents.error();
  const auto strides = written.member("strides");
  if (!strides) return strides.error();
  if (auto read = readShape(*extents, *strides, tensor); !read) return read;
  tensor.axes.resize(*tensor.rank);
  if (const auto facts = written.find("specialization")) {
    if (auto read = readFacts(*facts, tensor); !read) return read;
  } else {
    const auto divisor = readBaseDivisor(written);
    if (!divisor) return divisor.error();
    applyRule(*divisor, tensor);
  }
  into.tensors.push_back(std::move(tensor));
  return {};
}

/// "q.stride0" is a part of the tensor q, which says it all.
bool isPartOfTensor(const std::string &name, const Specialisation &variant) {
  const std::size_t dot = name.find('.');
  return dot != std::string::npos && findTensor(variant, std::string_view(name).substr(0, dot)) != nullptr;
}

/// "ptr" or "ptr<f16>".
Result<void> readPointer(const JsonAt &value, const std::string &name, Specialisation &into) {
  std::string_view text = value.node().text;
  TensorSpecialisation pointer{.name = name, .isPointer = true};
  if (text.substr(0, 3) != "ptr") return value.error("expected a number or a pointer");
  text.remove_prefix(3);
  if (!text.empty()) {
    const bool bracketed = text.size() > 2 && text.front() == '<' && text.back() == '>';
    const std::string_view type = bracketed ? canonicalElementType(text.substr(1, text.size() - 2)) : std::string_view();
    if (type.empty()) return value.error("unknown pointer \"" + value.node().text + "\"");
    pointer.elementType = type;
  }
  into.tensors.push_back(std::move(pointer));
  return {};
}

Result<void> readArguments(const JsonAt &record, Specialisation &into) {
  const auto launch = record.find("launch");
  if (!launch) return {};
  const auto written = launch->member("flat_args");
  if (!written) return written.error();
  const auto items = written->items();
  if (!items) return items.error();
  for (const JsonAt &item : *items) {
    auto pair = readPair(item);
    if (!pair) return std::move(pair).error();
    const auto &[name, value] = *pair;
    if (isPartOfTensor(name, into)) continue;
    if (findScalar(into, name) || findTensor(into, name)) return item.error("the argument " + name + " is given twice");
    if (value.node().kind == JsonNode::Kind::String) {
      if (auto read = readPointer(value, name, into); !read) return read;
      continue;
    }
    auto number = readNumber(value);
    if (!number) return std::move(number).error();
    into.scalars.push_back({.name = name, .value = std::move(*number)});
  }
  return {};
}

/// Divisors of scalars, and of pointers in bytes. Without a recorded launch they are all that is known of an argument.
Result<void> readScalarHints(const JsonAt &record, bool launchIsRecorded, Specialisation &into) {
  const auto written = record.find("scalar_hints");
  if (!written) return {};
  const auto items = written->items();
  if (!items) return items.error();
  for (const JsonAt &item : *items) {
    const auto pair = readPair(item);
    if (!pair) return pair.error();
    const auto divisor = pair->second.integer();
    if (!divisor) return divisor.error();
    if (*divisor < 1) return pair->second.error("a divisor is less than 1");
    const std::string &name = pair->first;
    const auto scalar = std::find_if(into.scalars.begin(), into.scalars.end(), [&](const auto &each) { return each.name == name; });
    const auto tensor = std::find_if(into.tensors.begin(), into.tensors.end(), [&](const auto &each) { return each.name == name; });
    if (scalar != into.scalars.end()) scalar->divisor = *divisor;
    else if (tensor != into.tensors.end() && tensor->isPointer) tensor->baseDivisor = *divisor;
    else if (launchIsRecorded) return item.error("the launch has no argument " + name);
    else into.scalars.push_back({.name = name, .divisor = *divisor});
  }
  return {};
}

}  // namespace

Result<Specialisation> readPortVariant(std::string_view text, const std::string &file, std::uint32_t firstLine) {
  const auto tree = json::parseJson(text, file, firstLine);
  if (!tree) return tree.error();
  const JsonAt record(*tree, file);
  if (tree->kind != JsonNode::Kind::Object) return record.error("expected an object");
  Specialisation result{.side = Side::Port};
  if (auto read = readNames(record, result); !read) return read.error();
  auto entry = record.stringOf("entry");
  if (!entry) return std::move(entry).error();
  result.entry = std::move(*entry);
  auto target = record.stringOf("target");
  if (!target) return std::move(target).error();
  result.target = std::move(*target);
  if (auto read = readGenerics(record, result); !read) return read.error();
  if (const auto tensors = record.find("tensors")) {
    const auto items = tensors->items();
    if (!items) return items.error();
    for (const JsonAt &item : *items)
      if (auto read = readTensor(item, result); !read) return read.error();
  }
  if (auto read = readArguments(record, result); !read) return read.error();
  if (auto read = readScalarHints(record, record.find("launch").has_value(), result); !read) return read.error();
  if (const auto options = record.find("compile_options"))
    if (auto read = readHints(*options, result); !read) return read.error();
  // A flat argument each of a launch, without those that are parts of tensors.
  result.parameterCount = static_cast<std::uint32_t>(result.tensors.size() + result.scalars.size());
  return result;
}

}  // namespace tileport::evidence
