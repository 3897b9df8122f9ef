// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/source_facts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "json/json.h"

namespace tileport::source {

namespace {

using json::JsonAt;
using json::JsonNode;

constexpr std::string_view kSchema = "tileport-facts/1";
constexpr std::size_t kLargestText = std::size_t{64} << 20;
/// Beyond this no editor shows a line or a column.
constexpr std::int64_t kLargestPlace = 1 << 30;

/// Reads members and stops at the first error; what it returns afterwards is not used.
class Reader {
 public:
  explicit Reader(std::optional<Error> &error) : error_(error) {}

  SourceFacts facts(const JsonAt &at) {
    SourceFacts facts;
    only(at, {"schema", "language", "kernels", "functions", "launches"});
    const std::string schema = text(at, "schema");
    if (!error_ && schema != kSchema) fail(at.member("schema")->error("it is \"" + schema + "\", not " + std::string(kSchema), kAdvice));
    const std::string language = text(at, "language");
    if (!error_ && language != "python" && language != "rust")
      fail(at.member("language")->error("it is \"" + language + "\", not python or rust", kAdvice));
    facts.language = language == "rust" ? Language::Rust : Language::Python;
    facts.kernels = list(at, "kernels", &Reader::function);
    facts.functions = list(at, "functions", &Reader::function);
    facts.launches = list(at, "launches", &Reader::launch);
    return facts;
  }

 private:
  static constexpr const char *kAdvice = "The driver of the front end is of another version than Tileport; install them together.";

  FunctionFacts function(const JsonAt &at) {
    only(at, {"name", "module", "factory", "span", "name_span", "hints", "generics", "parameters", "unsafe", "calls", "branches", "loops",
              "unsafe_blocks", "structure"});
    FunctionFacts function;
    function.name = text(at, "name");
    function.module = text(at, "module");
    function.factory = optionalText(at, "factory");
    function.span = spanOf(at, "span");
    function.nameSpan = spanOf(at, "name_span");
    function.hints = list(at, "hints", &Reader::hint);
    function.generics = list(at, "generics", &Reader::generic);
    function.parameters = list(at, "parameters", &Reader::parameter);
    function.isUnsafe = truth(at, "unsafe");
    function.calls = list(at, "calls", &Reader::call);
    function.branches = list(at, "branches", &Reader::branch);
    function.loops = list(at, "loops", &Reader::loop);
    if (has(at, "unsafe_blocks")) function.unsafeBlocks = list(at, "unsafe_blocks", &Reader::span);
    if (!error_) {
      if (const auto structure = at.find("structure")) function.structure = entryStructure(*structure);
    }
    return function;
  }

  HintFact hint(const JsonAt &at) {
    only(at, {"name", "value", "span"});
    return {text(at, "name"), text(at, "value"), spanOf(at, "span")};
  }

  GenericFact generic(const JsonAt &at) {
    only(at, {"name", "kind", "type", "span"});
    using Kind = GenericFact::Kind;
    static constexpr std::array<std::pair<std::string_view, Kind>, 3> kKinds{
        {{"const", Kind::Const}, {"type", Kind::Type}, {"lifetime", Kind::Lifetime}}};
    return {text(at, "name"), oneOf(at, "kind", kKinds), text(at, "type"), spanOf(at, "span")};
  }

  ParameterFact parameter(const JsonAt &at) {
    only(at, {"name", "type", "constant", "form", "span"});
    using Form = ParameterFact::Form;
    static constexpr std::array<std::pair<std::string_view, Form>, 5> kForms{{{"tensor", Form::Tensor},
                                                                              {"tensor_mut", Form::TensorMut},
                                                                              {"pointer", Form::Pointer},
                                                                              {"scalar", Form::Scalar},
                                                                              {"unknown", Form::Unknown}}};
    return {text(at, "name"), text(at, "type"), truth(at, "constant"), oneOf(at, "form", kForms), spanOf(at, "span")};
  }

  ArgumentFact argument(const JsonAt &at) {
    only(at, {"name", "text", "span"});
    return {text(at, "name"), text(at, "text"), spanOf(at, "span")};
  }

  CallFact call(const JsonAt &at) {
    only(at, {"callee", "receiver", "arguments", "generics", "span", "unsafe", "unchecked", "resolved"});
    CallFact call;
    call.callee = text(at, "callee");
    call.receiver = text(at, "receiver");
    call.arguments = list(at, "arguments", &Reader::argument);
    call.generics = texts(at, "generics");
    call.span = spanOf(at, "span");
    call.isUnsafe = truth(at, "unsafe");
    call.unchecked = truth(at, "unchecked");
    call.resolved = truth(at, "resolved");
    return call;
  }

  BranchArm arm(const JsonAt &at) {
    only(at, {"label", "span"});
    return {text(at, "label"), spanOf(at, "span")};
  }

  BranchFact branch(const JsonAt &at) {
    only(at, {"kind", "condition", "constant", "span", "has_else", "arms"});
    BranchFact branch;
    (void)optionalText(at, "kind");
    branch.condition = text(at, "condition");
    branch.constant = truth(at, "constant");
    branch.span = spanOf(at, "span");
    branch.hasElse = truth(at, "has_else");
    if (has(at, "arms")) branch.arms = list(at, "arms", &Reader::arm);
    return branch;
  }

  LoopFact loop(const JsonAt &at) {
    only(at, {"kind", "over", "variable", "constant", "span"});
    LoopFact loop;
    loop.kind = text(at, "kind");
    loop.over = text(at, "over");
    loop.variable = optionalText(at, "variable");
    if (has(at, "constant")) loop.constant = truth(at, "constant");
    loop.span = spanOf(at, "span");
    return loop;
  }

  OutputFact output(const JsonAt &at) {
    only(at, {"name", "form", "type", "by"});
    return {text(at, "name"), text(at, "form"), text(at, "type"), text(at, "by")};
  }

  EntryStructure entryStructure(const JsonAt &at) {
    only(at, {"visibility", "module_visibility", "in_cutile_module", "unsafe_fn", "generics_order", "outputs"});
    EntryStructure structure;
    structure.visibility = text(at, "visibility");
    structure.moduleVisibility = text(at, "module_visibility");
    structure.inCutileModule = truth(at, "in_cutile_module");
    structure.unsafeFn = truth(at, "unsafe_fn");
    structure.genericsOrder = texts(at, "generics_order");
    structure.outputs = list(at, "outputs", &Reader::output);
    return structure;
  }

  LaunchFact launch(const JsonAt &at) {
    only(at, {"kernel", "kernels", "function", "grid", "grid_value", "arguments", "hints", "span"});
    LaunchFact launch;
    launch.kernel = text(at, "kernel");
    if (has(at, "kernels")) launch.kernels = texts(at, "kernels");
    launch.function = text(at, "function");
    launch.grid = text(at, "grid");
    launch.gridValue = optionalText(at, "grid_value");
    launch.arguments = list(at, "arguments", &Reader::argument);
    launch.hints = list(at, "hints", &Reader::hint);
    launch.span = spanOf(at, "span");
    return launch;
  }

  SourceSpan spanOf(const JsonAt &at, std::string_view name) {
    if (error_) return {};
    const auto member = at.member(name);
    if (!member) return fail(member.error()), SourceSpan{};
    return span(*member);
  }

  SourceSpan span(const JsonAt &at) {
    only(at, {"line", "column", "end_line", "end_column"});
    const SourceSpan span{number(at, "line"), number(at, "column"), number(at, "end_line"), number(at, "end_column")};
    if (!error_ && std::pair(span.endLine, span.endColumn) < std::pair(span.line, span.column))
      fail(at.error("the span ends before it begins", kAdvice));
    return span;
  }

  std::uint32_t number(const JsonAt &at, std::string_view name) {
    if (error_) return 0;
    const auto member = at.member(name);
    if (!member) return fail(member.error()), 0;
    const auto value = member->integer();
    if (!value) return fail(value.error()), 0;
    if (*value < 0 || *value > kLargestPlace) return fail(member->error("it is no line or column", kAdvice)), 0;
    return static_cast<std::uint32_t>(*value);
  }

  template <class Item>
  std::vector<Item> list(const JsonAt &at, std::string_view name, Item (Reader::*read)(const JsonAt &)) {
    std::vector<Item> all;
    if (error_) return all;
    const auto member = at.member(name);
    if (!member) return fail(member.error()), all;
    const auto items = member->items();
    if (!items) return fail(items.error()), all;
    all.reserve(items->size());
    for (const JsonAt &item : *items) {
      all.push_back((this->*read)(item));
      if (error_) break;
    }
    return all;
  }

  std::vector<std::string> texts(const JsonAt &at, std::string_view name) {
    if (error_) return {};
    const auto member = at.member(name);
    if (!member) return fail(member.error()), std::vector<std::string>{};
    auto all = member->strings();
    if (!all) return fail(all.error()), std::vector<std::string>{};
    return std::move(*all);
  }

  std::string text(const JsonAt &at, std::string_view name) {
    if (error_) return {};
    const auto member = at.member(name);
    if (!member) return fail(member.error()), std::string();
    auto value = member->string();
    if (!value) return fail(value.error()), std::string();
    return std::move(*value);
  }

  std::string optionalText(const JsonAt &at, std::string_view name) { return has(at, name) ? text(at, name) : std::string(); }

  bool truth(const JsonAt &at, std::string_view name) {
    if (error_) return false;
    const auto member = at.member(name);
    if (!member) return fail(member.error()), false;
    const auto value = member->boolean();
    if (!value) return fail(value.error()), false;
    return *value;
  }

  template <class Value, std::size_t Count>
  Value oneOf(const JsonAt &at, std::string_view name, const std::array<std::pair<std::string_view, Value>, Count> &known) {
    const std::string written = text(at, name);
    if (error_) return known.front().second;
    const auto found = std::find_if(known.begin(), known.end(), [&](const auto &each) { return each.first == written; });
    if (found != known.end()) return found->second;
    fail(at.member(name)->error("unknown " + std::string(name) + " \"" + written + "\"", kAdvice));
    return known.front().second;
  }

  bool has(const JsonAt &at, std::string_view name) const { return !error_ && at.find(name).has_value(); }

  void only(const JsonAt &at, const std::vector<std::string_view> &known) {
    if (error_) return;
    if (auto all = at.onlyMembers(known); !all) fail(all.error());
  }

  void fail(Error error) {
    if (!error_) error_ = std::move(error);
  }

  std::optional<Error> &error_;
};

/// "make_kernel:6" names what the function make_kernel makes; the kernel's own name is not in it.
bool isCalled(const FunctionFacts &kernel, std::string_view name) {
  if (const std::size_t colon = name.find(':'); colon != std::string_view::npos) return kernel.factory == name.substr(0, colon);
  return kernel.name == name;
}

std::string_view lastPart(std::string_view module) {
  const std::size_t colons = module.rfind("::");
  return colons == std::string_view::npos ? module : module.substr(colons + 2);
}

}  // namespace

Result<SourceFactsPtr> readSourceFacts(std::string_view text, const std::string &file) {
  if (text.size() > kLargestText)
    return Error{ErrorKind::Limit, "the facts are larger than 64 MiB", {.file = file}, "No kernel's source says as much."};
  const auto tree = json::parseJson(text, file);
  if (!tree) return tree.error();
  std::optional<Error> error;
  auto facts = std::make_shared<SourceFacts>(Reader(error).facts(JsonAt(*tree, file)));
  if (error) return std::move(*error);
  return SourceFactsPtr(std::move(facts));
}

std::string_view toText(ParameterFact::Form form) {
  switch (form) {
    case ParameterFact::Form::Tensor: return "tensor";
    case ParameterFact::Form::TensorMut: return "tensor_mut";
    case ParameterFact::Form::Pointer: return "pointer";
    case ParameterFact::Form::Scalar: return "scalar";
    case ParameterFact::Form::Unknown: return "unknown";
  }
  return "unknown";
}

const FunctionFacts *findKernel(const SourceFacts &facts, std::string_view name, std::string_view module) {
  const FunctionFacts *first = nullptr;
  for (const FunctionFacts &kernel : facts.kernels) {
    if (!isCalled(kernel, name)) continue;
    if (module.empty() || lastPart(kernel.module) == module) return &kernel;
    if (first == nullptr) first = &kernel;
  }
  return first;
}

}  // namespace tileport::source
