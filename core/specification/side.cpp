// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/side.h"

#include <algorithm>
#include <map>
#include <set>

#include "evidence/symbol.h"
#include "specification/branches.h"
#include "specification/evidence.h"
#include "specification/from_program.h"
#include "specification/hints.h"
#include "specification/program_arguments.h"
#include "specification/symbol_description.h"
#include "tileir/op_info.h"

namespace tileport::specification {

namespace {

using evidence::Specialisation;
using source::FunctionFacts;

std::string entryOf(const SideInput &input) {
  return input.program && input.program->functionCount() > 0 ? input.program->function(tileir::FunctionId(0)).name : std::string();
}

/// The kernel's name in the source that an entry's name tells; empty when it tells none.
std::string kernelOfEntry(const std::string &entry) {
  if (evidence::looksMangled(entry)) {
    const auto symbol = evidence::demangle(entry);
    if (symbol) return symbol->kernel;
  }
  return evidence::kernelOfRustEntry(entry).value_or("");
}

class Side {
 public:
  explicit Side(const SideInput &input) : input_(input), specialisation_(specialisationOf(input)) {
    kernel_ = kernelOf(input, specialisation_.get());
    made_->side = input.side;
    made_->kernel = kernel_ != nullptr ? kernel_->name : specialisation_ ? specialisation_->kernel : kernelOfEntry(entryOf(input));
    if (!input.program || !specialisation_) return;
    std::vector<std::string> order;
    if (kernel_ != nullptr)
      for (const source::ParameterFact &parameter : kernel_->parameters) order.push_back(parameter.name);
    uses_ = argumentUses(*input.program, *specialisation_, order);
  }

  SideSpecificationPtr run() {
    addUnknown();
    addSymbol();
    addLaunches();
    addConstants();
    addTensors();
    addScalars();
    addStructure();
    made_->hints = hintItems(input_, specialisation_.get(), kernel_);
    if (kernel_ != nullptr) made_->branches = constantBranches(input_, specialisation_.get(), *kernel_);
    return made_;
  }

 private:
  const char *recordOf(const char *reference, const char *port) const {
    return input_.side == evidence::Side::Reference ? reference : port;
  }
  Evidence launched(const char *reference, const char *port, const std::string &rest) const {
    return inLaunch(input_, *specialisation_, recordOf(reference, port) + (" " + rest));
  }

  void unknown(const char *what, std::string why) { made_->unknown.push_back(notKnown(what, std::move(why))); }

  void addUnknown() {
    if (!input_.program) unknown("program", input_.programUnknown.empty() ? "there is none" : input_.programUnknown);
    if (!specialisation_) {
      unknown("constants, element types, facts",
              input_.specialisationUnknown.empty() ? "no launch is named" : input_.specialisationUnknown);
    } else if (!specialisation_->hasLaunch) {
      unknown("extents, strides and scalars as launched",
              (input_.specialisationUnknown.empty() ? "no launch is named" : input_.specialisationUnknown) +
                  (evidence::looksMangled(entryOf(input_)) ? "; the rest is read from the entry's symbol"
                                                           : "; the rest is read from the program, which const generics leave no name in"));
    }
    if (!input_.facts) {
      unknown("source", input_.factsUnknown.empty() ? "there is none" : input_.factsUnknown);
    } else if (kernel_ == nullptr) {
      unknown("kernel in the source", made_->kernel.empty() ? "nothing says which it is" : "the source has no kernel " + made_->kernel);
    }
    if (input_.program && specialisation_ && uses_.empty())
      unknown("what the program does with its arguments", "they are not those that the calling convention gives such parameters");
  }

  void addSymbol() {
    const std::string entry = entryOf(input_);
    if (entry.empty()) {
      made_->symbol = notKnown("symbol", input_.program ? "the program has no entry" : "there is no program");
      return;
    }
    made_->symbol = known("symbol", entry, {inEntry(input_)});
    if (!evidence::looksMangled(entry)) return;
    const auto symbol = evidence::demangle(entry);
    if (!symbol) {
      unknown("what the symbol says", symbol.error().message);
      return;
    }
    for (std::size_t i = 0; i < symbol->parameters.size(); ++i) {
      const bool isNamed = kernel_ != nullptr && kernel_->parameters.size() == symbol->parameters.size();
      Evidence evidence{.kind = Evidence::Kind::Symbol, .file = input_.programName};
      evidence.member = "parameter " + std::to_string(i);
      made_->symbolParameters.push_back(
          known(isNamed ? kernel_->parameters[i].name : "#" + std::to_string(i), describe(symbol->parameters[i]), {std::move(evidence)}));
    }
  }

  // ---- Host code ----

  void addLaunches() {
    if (!input_.facts) return;
    if (input_.facts->language == source::Language::Rust) {
      unknown("host code", "the facts of Rust sources hold no launches: those stand in the port's host code");
      return;
    }
    for (const source::LaunchFact &launch : input_.facts->launches) {
      const auto &kernels = launch.kernels;
      const bool mayBe =
          std::find(kernels.begin(), kernels.end(), made_->kernel) != kernels.end() || (kernels.empty() && launch.kernel == made_->kernel);
      if (mayBe) made_->launches.push_back(siteOf(launch));
    }
    if (made_->launches.empty())
      unknown("host code", made_->kernel.empty() ? "which kernel is launched is not known"
                                                 : "no call of ct.launch in this source launches " + made_->kernel);
  }

  LaunchSite siteOf(const source::LaunchFact &launch) const {
    LaunchSite site{.function = launch.function, .evidence = inSource(input_, launch.span)};
    const std::string grid = launch.gridValue.empty() ? launch.grid : launch.gridValue;
    site.grid = grid.empty() ? notKnown("grid", "the call does not say") : known("grid", grid, {site.evidence});
    for (const source::ArgumentFact &argument : launch.arguments)
      site.arguments.push_back(known(argument.name, argument.text, {inSource(input_, argument.span)}));
    for (const source::HintFact &hint : launch.hints) site.hints.push_back(known(hint.name, hint.value, {inSource(input_, hint.span)}));
    return site;
  }

  // ---- Constants ----

  void addConstants() {
    if (specialisation_) {
      for (const evidence::NamedConstant &constant : specialisation_->constants) {
        ConstantItem made{
            .item = known(constant.name, evidence::text(constant.value), {}), .kind = kindOf(constant), .constant = constant.value};
        if (made.item.value.empty()) made.item.value = "\"\"";
        made.item.evidence.push_back(launched("args", "generics", constant.name));
        addDeclaration(constant.name, made.item);
        made.passed = passedFor(constant.name);
        made_->constants.push_back(std::move(made));
      }
    }
    if (kernel_ == nullptr) return;
    const auto isListed = [&](const std::string &name) {
      return std::any_of(made_->constants.begin(), made_->constants.end(),
                         [&](const ConstantItem &each) { return each.item.name == name; });
    };
    const auto addUnknownOne = [&](const std::string &name, const char *kind, const source::SourceSpan &span) {
      if (isListed(name)) return;
      ConstantItem made{
          .item = notKnown(name, specialisation_ && specialisation_->hasLaunch ? "the launch does not name it" : "no launch is at hand"),
          .kind = kind};
      made.item.evidence.push_back(inSource(input_, span));
      made.passed = passedFor(name);
      made_->constants.push_back(std::move(made));
    };
    for (const source::ParameterFact &parameter : kernel_->parameters)
      if (parameter.constant) addUnknownOne(parameter.name, "constant parameter", parameter.span);
    for (const source::GenericFact &generic : kernel_->generics) {
      if (generic.kind == source::GenericFact::Kind::Lifetime) continue;
      addUnknownOne(generic.name, generic.kind == source::GenericFact::Kind::Type ? "type generic" : "const generic", generic.span);
    }
  }

  std::string kindOf(const evidence::NamedConstant &constant) const {
    if (input_.side == evidence::Side::Reference) return "constant parameter";
    return constant.value.kind == evidence::Constant::Kind::Type ? "type generic" : "const generic";
  }

  /// Where the source declares a parameter or generic.
  void addDeclaration(const std::string &name, Item &item) const {
    if (kernel_ == nullptr) return;
    for (const source::ParameterFact &parameter : kernel_->parameters)
      if (parameter.name == name) item.evidence.push_back(inSource(input_, parameter.span));
    for (const source::GenericFact &generic : kernel_->generics)
      if (generic.name == name) item.evidence.push_back(inSource(input_, generic.span));
  }

  std::vector<Item> passedFor(const std::string &name) const {
    std::vector<Item> passed;
    for (const LaunchSite &site : made_->launches)
      for (const Item &argument : site.arguments)
        if (argument.name == name) passed.push_back(known(site.function, argument.value, argument.evidence));
    return passed;
  }

  // ---- Tensors and scalars ----

  void addTensors() {
    if (specialisation_)
      for (const evidence::TensorSpecialisation &tensor : specialisation_->tensors) made_->tensors.push_back(tensorOf(tensor));
    if (kernel_ == nullptr || specialisation_) return;
    // Without a launch the source says at least which parameters are tensors.
    for (const source::ParameterFact &parameter : kernel_->parameters) {
      using Form = source::ParameterFact::Form;
      if (parameter.form != Form::Tensor && parameter.form != Form::TensorMut && parameter.form != Form::Pointer) continue;
      const char *const why = "no launch is at hand";
      TensorItem item{.name = parameter.name, .elementType = notKnown("element type", why), .extents = notKnown("extents", why)};
      item.strides = notKnown("strides", why);
      item.access = notKnown("access", why);
      item.written = isWritten(parameter.name);
      item.elementType.evidence.push_back(inSource(input_, parameter.span));
      made_->tensors.push_back(std::move(item));
    }
  }

  TensorItem tensorOf(const evidence::TensorSpecialisation &tensor) const {
    TensorItem item{.name = tensor.name, .written = isWritten(tensor.name), .rank = tensor.rank};
    const Evidence launch =
        tensor.isPointer ? inLaunch(input_, *specialisation_, "launch " + tensor.name) : launched("args", "tensors", tensor.name);
    item.elementType = tensor.elementType.empty() ? notKnown("element type", "the launch does not record it")
                                                  : known("element type", tensor.elementType, {launch});
    addDeclaration(tensor.name, item.elementType);
    const bool isRecorded = !tensor.extents.empty() || (tensor.rank == 0u && specialisation_->hasLaunch);
    const std::string why = tensor.isPointer             ? "it is a raw pointer: they are arguments of their own"
                            : tensor.isList              ? "of a list they are not recorded"
                            : specialisation_->hasLaunch ? "the launch does not record them"
                                                         : "no launch is at hand";
    item.extents = isRecorded ? known("extents", joined(tensor.extents), {launch}) : notKnown("extents", why);
    item.strides = isRecorded ? known("strides", joined(tensor.strides), {launch}) : notKnown("strides", why);
    addAccess(item);
    addFacts(tensor, launch, item);
    return item;
  }

  /// By the facts of the source: a tensor that is stored to, an output of a Rust entry.
  bool isWritten(const std::string &name) const {
    if (kernel_ == nullptr) return false;
    for (const source::ParameterFact &parameter : kernel_->parameters)
      if (parameter.name == name && parameter.form == source::ParameterFact::Form::TensorMut) return true;
    if (!kernel_->structure) return false;
    const auto &outputs = kernel_->structure->outputs;
    return std::any_of(outputs.begin(), outputs.end(), [&](const source::OutputFact &output) { return output.name == name; });
  }

  const ArgumentUse *useOf(const std::string &name, ArgumentUse::Part part, std::uint32_t axis) const {
    for (const ArgumentUse &use : uses_)
      if (use.parameter == name && use.part == part && use.axis == axis) return &use;
    return nullptr;
  }

  void addAccess(TensorItem &item) const {
    const ArgumentUse *use = useOf(item.name, ArgumentUse::Part::Base, 0);
    if (use == nullptr) {
      item.access = notKnown("access", input_.program ? "which arguments of the entry it became is not known" : "there is no program");
      return;
    }
    item.how = use->viewed && use->addressed ? Access::Both
               : use->viewed                 ? Access::View
               : use->addressed              ? Access::Pointer
                                             : Access::Unused;
    for (const ArgumentUse &each : uses_) {
      if (each.parameter != item.name || !each.used || each.part == ArgumentUse::Part::Base) continue;
      item.used.push_back((each.part == ArgumentUse::Part::Extent ? "extent " : "stride ") + std::to_string(each.axis));
    }
    item.access =
        known("access", std::string(toText(item.how)), {item.how == Access::Unused ? inEntry(input_) : inProgram(input_, use->firstUse)});
  }

  /// One item for each part of the tensor: what is assumed of it, or that nothing is.
  void addFacts(const evidence::TensorSpecialisation &tensor, const Evidence &launch, TensorItem &item) const {
    using Part = ArgumentUse::Part;
    item.facts.push_back(fact("base", tensor.baseDivisor, std::nullopt, std::nullopt, " bytes", launch, useOf(tensor.name, Part::Base, 0)));
    for (std::uint32_t i = 0; i < tensor.axes.size(); ++i) {
      const evidence::AxisFacts &axis = tensor.axes[i];
      const std::string number = std::to_string(i);
      item.facts.push_back(
          fact("extent " + number, axis.extentDivisor, axis.extent, std::nullopt, "", launch, useOf(tensor.name, Part::Extent, i)));
      item.facts.push_back(
          fact("stride " + number, axis.strideDivisor, axis.stride, axis.leastStride, "", launch, useOf(tensor.name, Part::Stride, i)));
    }
    if (tensor.disjoint)
      item.facts.push_back(known("elements", *tensor.disjoint ? "no two indices name one" : "two indices may name one", {launch}));
  }

  Item fact(const std::string &name, std::int64_t divisor, std::optional<std::int64_t> constant, std::optional<std::int64_t> least,
            const char *unit, const Evidence &launch, const ArgumentUse *use) const {
    std::vector<std::string> said;
    if (constant) said.push_back("is " + std::to_string(*constant));
    if (divisor > 1) said.push_back("divisible by " + std::to_string(divisor) + unit);
    if (least) said.push_back("at least " + std::to_string(*least));
    Item item = known(name, said.empty() ? "nothing is assumed" : listed(said), {launch});
    if (use == nullptr) return item;
    const Assumption *found = nullptr;
    for (const Assumption &assumption : use->assumptions)
      if (assumption.divisor > 1 && (found == nullptr || assumption.divisor == divisor)) found = &assumption;
    if (found == nullptr) {
      // By the front end's rule it would stand there.
      if (use->used && divisor > 1) item.value += "; the program assumes no divisor of it";
      return item;
    }
    item.evidence.push_back(inProgram(input_, found->op));
    if (found->divisor != divisor) item.value += "; the program assumes that it is divisible by " + std::to_string(found->divisor);
    return item;
  }

  void addScalars() {
    if (!specialisation_) return;
    for (const evidence::ScalarSpecialisation &scalar : specialisation_->scalars) {
      std::string value = scalar.elementType.empty() ? typeInSource(scalar.name) : scalar.elementType;
      const auto add = [&](const std::string &text) { value += (value.empty() ? "" : ", ") + text; };
      if (scalar.value) add(evidence::text(*scalar.value) + " as launched");
      if (scalar.divisor > 1) add("divisible by " + std::to_string(scalar.divisor));
      Item item = value.empty() ? notKnown(scalar.name, "neither its type nor its value is recorded") : known(scalar.name, value, {});
      item.evidence.push_back(launched("args", "launch", scalar.name));
      addDeclaration(scalar.name, item);
      made_->scalars.push_back(std::move(item));
    }
  }

  void addStructure() {
    if (!input_.program) return;
    std::map<std::string, std::size_t> counts;
    std::set<std::string> all;
    for (std::size_t i = 0; i < input_.program->opCount(); ++i) {
      const tileir::OpInfo &info = tileir::info(input_.program->op(tileir::OpId(i)).kind);
      const std::string_view name = info.mnemonic;
      all.insert(std::string(name));
      const bool isControl = name == "for" || name == "loop" || name == "if";
      const bool isCompute = name.starts_with("mma") || name == "reduce" || name == "scan";
      const bool isMemory = name.ends_with("_tko");
      if (isControl || isCompute || isMemory) ++counts[std::string(name)];
      if (maskOf(*input_.program, tileir::OpId(i)) == Mask::Given) ++counts[std::string(name) + " with a mask"];
    }
    made_->structure.assign(counts.begin(), counts.end());
    made_->ops.assign(all.begin(), all.end());
  }

  std::string typeInSource(const std::string &name) const {
    if (kernel_ == nullptr) return {};
    for (const source::ParameterFact &parameter : kernel_->parameters)
      if (parameter.name == name) return parameter.type;
    return {};
  }

  const SideInput &input_;
  std::shared_ptr<const Specialisation> specialisation_;
  const FunctionFacts *kernel_ = nullptr;
  std::vector<ArgumentUse> uses_;
  std::shared_ptr<SideSpecification> made_ = std::make_shared<SideSpecification>();
};

}  // namespace

std::shared_ptr<const Specialisation> specialisationOf(const SideInput &input) {
  if (input.specialisation) return input.specialisation;
  const std::string entry = entryOf(input);
  if (!evidence::looksMangled(entry)) {
    const source::FunctionFacts *const kernel = input.side == evidence::Side::Port ? kernelOf(input, nullptr) : nullptr;
    return kernel != nullptr && input.program ? specialisationOfProgram(*input.program, *kernel) : nullptr;
  }
  auto read = evidence::specialisationOfSymbol(entry);
  if (!read) return nullptr;
  const source::FunctionFacts *kernel = kernelOf(input, &*read);
  std::vector<std::string> names;
  if (kernel != nullptr)
    for (const source::ParameterFact &parameter : kernel->parameters) names.push_back(parameter.name);
  return std::make_shared<const Specialisation>(evidence::withParameterNames(std::move(*read), names));
}

const source::FunctionFacts *kernelOf(const SideInput &input, const Specialisation *specialisation) {
  if (!input.facts) return nullptr;
  const std::string entry = entryOf(input);
  const std::string name = specialisation != nullptr && !specialisation->kernel.empty() ? specialisation->kernel : kernelOfEntry(entry);
  // A module of Python is the file itself.
  const bool isRust = input.facts->language == source::Language::Rust;
  if (const auto *kernel = findKernel(*input.facts, name, specialisation != nullptr && isRust ? specialisation->module : std::string()))
    return kernel;
  if (const auto *kernel = findKernel(*input.facts, kernelOfEntry(entry))) return kernel;
  // Where nothing names it and there is no choice.
  return name.empty() && kernelOfEntry(entry).empty() && input.facts->kernels.size() == 1 ? &input.facts->kernels.front() : nullptr;
}

SideSpecificationPtr specifySide(const SideInput &input) { return Side(input).run(); }

std::string_view toText(Access access) {
  switch (access) {
    case Access::Unknown: return "unknown";
    case Access::View: return "view";
    case Access::Pointer: return "pointer";
    case Access::Both: return "view and pointer";
    case Access::Unused: return "unused";
  }
  return "unknown";
}

}  // namespace tileport::specification
