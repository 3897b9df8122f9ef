// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch of cuTile Python as it was recorded: plugins/cutile_python/README.md.
#include "evidence/reading.h"
#include "evidence/specialisation.h"

namespace tileport::evidence {

namespace {

/// A parameter as the JIT would make it of the argument, and the argument as it was launched.
struct Argument {
  std::string name;
  Parameter parameter;
  TensorSpecialisation launched;  ///< Array: extents and strides
  std::optional<Constant> value;  ///< Scalar
};

Result<void> readArray(const JsonAt &value, Argument &into) {
  const auto dtype = value.member("dtype");
  if (!dtype) return dtype.error();
  const auto type = readElementType(*dtype);
  if (!type) return type.error();
  const auto extents = value.member("shape");
  if (!extents) return extents.error();
  const auto strides = value.member("strides");
  if (!strides) return strides.error();
  if (auto read = readShape(*extents, *strides, into.launched); !read) return read;
  bool aligned = true;
  if (const auto written = value.find("base_aligned16")) {
    const auto truth = written->boolean();
    if (!truth) return truth.error();
    aligned = *truth;
  }
  into.parameter.kind = Parameter::Kind::Array;
  into.parameter.array = factsOfLaunch(*type, into.launched.extents, into.launched.strides, aligned);
  return {};
}

template <class T>
void keepCommon(T &fact, const T &other, const T &nothing) {
  if (fact != other) fact = nothing;
}

/// What holds for both.
void keepCommon(ArrayFacts &facts, const ArrayFacts &other) {
  for (std::size_t i = 0; i < facts.axes.size(); ++i) {
    AxisFacts &axis = facts.axes[i];
    const AxisFacts &second = other.axes[i];
    keepCommon(axis.extent, second.extent, {});
    keepCommon(axis.extentDivisor, second.extentDivisor, std::int64_t(1));
    keepCommon(axis.stride, second.stride, {});
    keepCommon(axis.strideDivisor, second.strideDivisor, std::int64_t(1));
    // A stride that is the constant of one and not of the other is at least 0 all the same.
    axis.leastStride = axis.stride ? std::nullopt : std::optional<std::int64_t>(0);
  }
  keepCommon(facts.baseDivisor, other.baseDivisor, std::int64_t(1));
  facts.mayAliasInternally = facts.mayAliasInternally || other.mayAliasInternally;
}

Result<void> readList(const JsonAt &value, Argument &into) {
  const auto written = value.member("items");
  if (!written) return written.error();
  const auto items = written->items();
  if (!items) return items.error();
  if (items->empty()) return written->error("an empty list says nothing of its elements");
  for (const JsonAt &item : *items) {
    Argument element;
    if (auto read = readArray(item, element); !read) return read;
    ArrayFacts &facts = into.parameter.array;
    if (&item == &items->front()) {
      facts = element.parameter.array;
      continue;
    }
    if (facts.elementType != element.parameter.array.elementType || facts.axes.size() != element.parameter.array.axes.size())
      return item.error("the arrays of a list differ in element type or rank");
    keepCommon(facts, element.parameter.array);
  }
  into.parameter.kind = Parameter::Kind::List;
  into.parameter.elementsMayAlias = true;
  return {};
}

Result<Argument> readArgument(const JsonAt &written) {
  Argument argument;
  const auto name = written.member("name");
  if (!name) return name.error();
  auto text = name->string();
  if (!text) return std::move(text).error();
  argument.name = std::move(*text);
  const auto value = written.member("value");
  if (!value) return value.error();
  if (value->node().kind == JsonNode::Kind::Object) {
    const auto kind = value->stringOf("kind");
    if (!kind) return kind.error();
    if (*kind != "array" && *kind != "list") return value->error("unknown kind of argument \"" + *kind + "\"");
    if (auto read = *kind == "array" ? readArray(*value, argument) : readList(*value, argument); !read) return read.error();
    return argument;
  }
  auto number = readNumber(*value);
  if (!number) return std::move(number).error();
  if (const auto constant = written.find("constant")) {
    const auto truth = constant->boolean();
    if (!truth) return truth.error();
    if (*truth) {
      argument.parameter = {.kind = Parameter::Kind::Constant, .constant = std::move(*number)};
      return argument;
    }
  }
  argument.parameter.kind = Parameter::Kind::Scalar;
  // The JIT passes scalars so.
  argument.parameter.elementType = number->kind == Constant::Kind::Bool ? "bool" : number->kind == Constant::Kind::Float ? "f32" : "i32";
  argument.value = std::move(*number);
  return argument;
}

/// What the symbol says of the argument must be what was launched; facts may be others.
bool contradicts(const Parameter &symbol, const Parameter &launched) {
  if (symbol.kind != launched.kind) return true;
  switch (symbol.kind) {
    case Parameter::Kind::Array:
    case Parameter::Kind::List:
      return symbol.array.elementType != launched.array.elementType || symbol.array.axes.size() != launched.array.axes.size();
    case Parameter::Kind::Constant: return !meansTheSame(symbol.constant, launched.constant);
    // A recorded scalar does not say its width.
    default: return false;
  }
}

Result<void> applySymbol(const JsonAt &written, std::vector<Argument> &arguments, Specialisation &into) {
  const auto text = written.string();
  if (!text) return text.error();
  const auto symbol = demangle(*text);
  if (!symbol) return written.error(symbol.error().toString());
  if (symbol->parameters.size() != arguments.size())
    return written.error("the symbol has " + std::to_string(symbol->parameters.size()) + " parameters, the launch " +
                         std::to_string(arguments.size()) + " arguments");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (contradicts(symbol->parameters[i], arguments[i].parameter))
      return written.error("the symbol contradicts the argument " + arguments[i].name, "Export the launch again.");
    arguments[i].parameter = symbol->parameters[i];
  }
  into.entry = *text;
  into.convention = symbol->convention;
  return {};
}

Result<void> readConvention(const JsonAt &record, Specialisation &into) {
  const auto written = record.find("convention");
  if (!written) return {};
  const auto name = written->string();
  if (!name) return name.error();
  for (std::uint32_t version = 1; version <= 3; ++version)
    if (*name == "cutile_python_v" + std::to_string(version)) into.convention = version;
  if (into.convention == 0) return written->error("unknown calling convention \"" + *name + "\"");
  return {};
}

}  // namespace

Result<Specialisation> readReferenceLaunch(std::string_view text, const std::string &file, std::uint32_t firstLine) {
  const auto tree = json::parseJson(text, file, firstLine);
  if (!tree) return tree.error();
  const JsonAt record(*tree, file);
  Specialisation result{.side = Side::Reference};
  const auto written = record.member("args");
  if (!written) return written.error();
  const auto args = written->items();
  if (!args) return args.error();
  if (auto read = readNames(record, result); !read) return read.error();
  if (auto read = readConvention(record, result); !read) return read.error();
  std::vector<Argument> arguments;
  for (const JsonAt &each : *args) {
    auto argument = readArgument(each);
    if (!argument) return std::move(argument).error();
    arguments.push_back(std::move(*argument));
  }
  if (const auto symbol = record.find("symbol"))
    if (auto read = applySymbol(*symbol, arguments, result); !read) return read.error();
  if (const auto hints = record.find("hints"))
    if (auto read = readHints(*hints, result); !read) return read.error();

  result.parameterCount = static_cast<std::uint32_t>(arguments.size());
  for (Argument &argument : arguments) {
    addParameter(result, argument.name, argument.parameter);
    if (argument.parameter.kind == Parameter::Kind::Array) {
      result.tensors.back().extents = std::move(argument.launched.extents);
      result.tensors.back().strides = std::move(argument.launched.strides);
    }
    if (argument.value) result.scalars.back().value = std::move(argument.value);
  }
  return result;
}

}  // namespace tileport::evidence
