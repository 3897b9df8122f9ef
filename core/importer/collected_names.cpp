// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/collected_names.h"

#include <algorithm>
#include <span>
#include <system_error>

#include "evidence/symbol.h"
#include "tileir/cubin.h"

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

std::string shortText(const evidence::Parameter &parameter) {
  using Kind = evidence::Parameter::Kind;
  const auto array = [&] { return parameter.array.elementType + "[" + std::to_string(parameter.array.axes.size()) + "]"; };
  const auto items = [&] {
    std::string text;
    for (const evidence::Parameter &item : parameter.items) text += (text.empty() ? "" : ",") + shortText(item);
    return text;
  };
  switch (parameter.kind) {
    case Kind::Array: return array();
    case Kind::List: return "list:" + array();
    case Kind::Tuple: return "(" + items() + ")";
    case Kind::Scalar: return parameter.elementType;
    case Kind::Constant: return evidence::text(parameter.constant);
    case Kind::Pointer: return "ptr:" + parameter.elementType;
    case Kind::TensorMap: return "tensor_map";
    case Kind::Stream: return "stream";
    case Kind::Dataclass: return parameter.className + "(" + items() + ")";
  }
  return {};
}

void append(std::string &text, const std::string &word) {
  if (!word.empty()) text += (text.empty() ? "" : " ") + word;
}

/// What the symbol says, then `rest`.
CollectedName nameOfSymbol(const std::string &symbol, const std::string &rest) {
  constexpr std::size_t kLongest = 100;
  CollectedName name{symbol.empty() ? "kernel" : symbol, {}};
  if (const auto read = evidence::demangle(symbol)) {
    name.kernel = read->kernel;
    for (const evidence::Parameter &parameter : read->parameters) append(name.variant, shortText(parameter));
    if (name.variant.size() > kLongest) name.variant = name.variant.substr(0, name.variant.rfind(' ', kLongest)) + " ...";
  }
  append(name.variant, rest);
  if (name.variant.empty()) name.variant = "program";
  return name;
}

}  // namespace

CollectedName nameOf(const plugin::FoundProgram &found, const tileir::Program &program, std::string_view bytes) {
  if (!found.kernel.empty()) return {found.kernel, found.variant};
  const auto data = std::as_bytes(std::span(bytes));
  std::string rest;
  if (tileir::looksLikeElf(data)) {
    if (const auto cubin = tileir::readCubin(data, "")) rest = "sm_" + std::to_string(cubin->sm);
  }
  append(rest, found.variant);
  return nameOfSymbol(program.functionCount() > 0 ? program.function(tileir::FunctionId(0)).name : found.symbol, rest);
}

CollectedName nameOf(const plugin::FoundProgram &found) {
  return found.kernel.empty() ? nameOfSymbol(found.symbol, found.variant) : CollectedName{found.kernel, found.variant};
}

fs::path sourceOf(const tileir::Program &program, const std::vector<std::string> &extensions) {
  for (std::uint32_t op = 0; op < program.opCount(); ++op) {
    const tileir::LocationId location = program.op(tileir::OpId(op)).location;
    if (!location.valid()) continue;
    for (const tileir::SourcePoint &point : program.sourcePoints(location)) {
      const fs::path file = fs::path(point.directory) / point.file;
      if (std::find(extensions.begin(), extensions.end(), file.extension().string()) == extensions.end()) continue;
      std::error_code failure;
      return file.is_absolute() && fs::is_regular_file(file, failure) ? file : fs::path();
    }
  }
  return {};
}

}  // namespace tileport::importer
