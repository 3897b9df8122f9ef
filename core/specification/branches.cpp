// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/branches.h"

#include <algorithm>
#include <map>
#include <set>

#include "evidence/element_type.h"
#include "source/source_map.h"
#include "specification/assigned_names.h"
#include "specification/condition.h"
#include "specification/evidence.h"
#include "specification/program_arguments.h"

namespace tileport::specification {

namespace {

using source::BranchFact;
using source::FunctionFacts;
using source::SourceSpan;

/// Which ops come from where in the source.
class Places {
 public:
  explicit Places(const SideInput &input) {
    if (input.program && input.source) places_ = source::placesIn(*input.program, *input.source);
  }

  bool empty() const { return places_.empty(); }
  /// In the order of the source.
  std::vector<tileir::OpId> opsIn(const SourceSpan &span) const {
    std::vector<tileir::OpId> ops;
    const auto first = std::lower_bound(places_.begin(), places_.end(), span.line,
                                        [](const source::OpPlace &place, std::uint32_t line) { return place.line < line; });
    for (auto place = first; place != places_.end() && place->line <= span.endLine; ++place)
      if (span.contains(place->line, place->column)) ops.push_back(place->op);
    return ops;
  }

 private:
  std::vector<source::OpPlace> places_;  ///< by line
};

class Branches {
 public:
  Branches(const SideInput &input, const evidence::Specialisation *specialisation, const FunctionFacts &kernel)
      : input_(input), specialisation_(specialisation), kernel_(kernel), places_(input) {}

  std::vector<BranchItem> run() {
    addFunction({&kernel_, {}, true, true});
    for (std::size_t next = 0; next < helpers_.size(); ++next) addFunction(Context(helpers_[next]));
    return std::move(items_);
  }

 private:
  /// A function and what is known of its parameters.
  struct Context {
    const FunctionFacts *function = nullptr;
    std::map<std::string, evidence::Constant, std::less<>> bound;  ///< of a helper
    bool isKernel = false;
    bool isOnce = false;  ///< the kernel comes to it from one place alone, and not by an unrolled loop
  };

  void addFunction(const Context &context) {
    const FunctionFacts &function = *context.function;
    std::vector<const BranchFact *> branches;
    for (const BranchFact &branch : function.branches)
      if (branch.constant) branches.push_back(&branch);
    // Outer ones first: what stands in a vanished arm is not asked further.
    std::stable_sort(branches.begin(), branches.end(), [](const BranchFact *a, const BranchFact *b) {
      return std::pair(a->span.line, a->span.column) < std::pair(b->span.line, b->span.column);
    });
    for (const BranchFact *branch : branches) items_.push_back(decide(*branch, context));
    for (const source::CallFact &call : function.calls) addCheck(call, context);
    addHelpers(context);
  }

  /// A bounds check that constants switch on or off is a branch that is written as an argument.
  void addCheck(const source::CallFact &call, const Context &context) {
    const auto named = [&](std::string_view name) {
      const auto found = std::find_if(call.arguments.begin(), call.arguments.end(), [&](const auto &each) { return each.name == name; });
      return found == call.arguments.end() ? nullptr : &*found;
    };
    const source::ArgumentFact *check = named("check_bounds");
    if (check == nullptr || check->text == "True" || check->text == "False" || isVanished(call.span)) return;
    BranchItem item{.condition = call.callee + " check_bounds=" + check->text, .function = context.function->name, .isCheck = true};
    item.evidence.push_back(inSource(input_, check->span));
    std::size_t given = 0, absent = 0;
    for (const tileir::OpId op : places_.opsIn(call.span)) {
      const Mask mask = maskOf(*input_.program, op);
      given += mask == Mask::Given ? 1 : 0;
      absent += mask == Mask::Absent ? 1 : 0;
      if (mask != Mask::None && item.evidence.size() == 1) item.evidence.push_back(inProgram(input_, op));
    }
    judgeCheck(given, absent, named("mask") != nullptr, evaluated(check->text, context), item);
    items_.push_back(std::move(item));
  }

  void judgeCheck(std::size_t given, std::size_t absent, bool hasMask, std::optional<bool> holds, BranchItem &item) const {
    using Verdict = BranchItem::Verdict;
    const auto decide = [&](bool isChecked, const std::string &sentence) {
      item.verdict = Verdict::OneArm;
      item.present = isChecked ? "checked" : "unchecked";
      item.vanished.push_back(isChecked ? "unchecked" : "checked");
      item.sentence = sentence;
    };
    if (given > 0 && absent > 0) {
      item.verdict = Verdict::BothArms;
      item.sentence = "some of its ops in the program have a mask, and some have none";
    } else if (absent > 0 && !(holds && *holds)) {
      decide(false, "its op in the program has no mask: nothing is checked");
    } else if (given > 0 && !hasMask && !(holds && !*holds)) {
      decide(true, "its op in the program has a mask");
    } else if (given + absent > 0) {
      item.sentence = hasMask ? "its op in the program has a mask, which the call gives as well"
                              : "its constants contradict the mask of its op in the program";
    } else if (holds) {
      decide(*holds, std::string("its constants make it ") + (*holds ? "true" : "false") + ", as far as constants tell");
    } else {
      item.sentence = places_.empty() ? noPlaces() : "no op of the program that could have a mask comes from it";
    }
  }

  /// Functions of this file that are called from what has not vanished.
  void addHelpers(const Context &context) {
    for (const source::CallFact &call : context.function->calls) {
      if (!call.resolved || isVanished(call.span)) continue;
      for (const FunctionFacts &helper : input_.facts->functions) {
        if (!isCalled(helper, call) || !seen_.insert(&helper).second) continue;
        const auto calls = callsOf(helper, *context.function);
        const bool isOnce = context.isOnce && calls.size() == 1 && !isUnrolled(call.span, *context.function);
        helpers_.push_back({&helper, boundBy(calls, helper, context), false, isOnce});
      }
    }
  }

  static bool isCalled(const FunctionFacts &helper, const source::CallFact &call) {
    const std::string_view callee = call.callee;
    const std::size_t colons = callee.rfind("::");
    const std::string name(colons == std::string_view::npos ? callee : callee.substr(colons + 2));
    return call.resolved && (helper.name == name || helper.name.ends_with("." + name) || helper.name.ends_with("::" + name));
  }

  /// Of what has not vanished. None when not all of them stand in `caller`.
  std::vector<const source::CallFact *> callsOf(const FunctionFacts &helper, const FunctionFacts &caller) const {
    std::vector<const source::CallFact *> calls;
    bool elsewhere = false;
    const auto add = [&](const FunctionFacts &function) {
      for (const source::CallFact &each : function.calls) {
        if (!isCalled(helper, each) || isVanished(each.span)) continue;
        calls.push_back(&each);
        elsewhere |= &function != &caller;
      }
    };
    add(kernel_);
    for (const FunctionFacts &function : input_.facts->functions) add(function);
    return elsewhere ? std::vector<const source::CallFact *>() : calls;
  }

  using Bound = std::map<std::string, evidence::Constant, std::less<>>;

  /// The constants that a helper's parameters are, whichever of the calls it is reached by.
  Bound boundBy(const std::vector<const source::CallFact *> &calls, const FunctionFacts &helper, const Context &caller) const {
    Bound all;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const Bound bound = boundBy(*calls[i], helper, caller);
      if (i == 0) all = bound;
      std::erase_if(all, [&](const auto &each) {
        const auto found = bound.find(each.first);
        return found == bound.end() || !(found->second == each.second);
      });
    }
    return all;
  }

  Bound boundBy(const source::CallFact &call, const FunctionFacts &helper, const Context &caller) const {
    // A method has one parameter more than its call has arguments.
    if (!call.receiver.empty()) return {};
    Bound bound;
    const auto lookup = [&](std::string_view name) { return valueOf(name, caller); };
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const source::ArgumentFact &argument = call.arguments[i];
      if (argument.text.starts_with('*') || argument.name == "**") return {};
      const std::string name = !argument.name.empty() ? argument.name : i < helper.parameters.size() ? helper.parameters[i].name : "";
      if (const auto value = evaluateExpression(argument.text, input_.facts->language, lookup)) bound.insert_or_assign(name, *value);
    }
    return bound;
  }

  /// Whether it stands in a loop that the front end unrolls, so that it is compiled once a round.
  static bool isUnrolled(const SourceSpan &span, const FunctionFacts &function) {
    const auto isStatic = [&](const source::LoopFact &loop) {
      const auto iterates = [&](const source::CallFact &call) {
        return call.callee == "ct.static_iter" && call.span.line == loop.span.line;
      };
      return loop.over.find("static_iter") != std::string::npos || std::any_of(function.calls.begin(), function.calls.end(), iterates);
    };
    return std::any_of(function.loops.begin(), function.loops.end(),
                       [&](const source::LoopFact &loop) { return loop.span.contains(span) && isStatic(loop); });
  }

  bool isVanished(const SourceSpan &span) const {
    return std::any_of(vanished_.begin(), vanished_.end(), [&](const SourceSpan &arm) { return arm.contains(span); });
  }

  BranchItem decide(const BranchFact &branch, const Context &context) {
    const FunctionFacts &function = *context.function;
    BranchItem item{.condition = branch.condition, .function = function.name};
    item.evidence.push_back(inSource(input_, branch.span));
    if (isVanished(branch.span)) {
      item.verdict = BranchItem::Verdict::Unreached;
      item.sentence = "it stands in an arm that vanished";
      return item;
    }
    const auto holds = evaluated(branch.condition, context);
    std::vector<std::size_t> present;
    for (std::size_t i = 0; i < branch.arms.size(); ++i) {
      const auto ops = places_.opsIn(branch.arms[i].span);
      if (ops.empty()) continue;
      present.push_back(i);
      item.evidence.push_back(inProgram(input_, ops.front()));
    }
    judge(branch, context, present, holds, item);
    const bool known = item.verdict == BranchItem::Verdict::OneArm || item.verdict == BranchItem::Verdict::NoArm;
    for (const source::BranchArm &arm : branch.arms) {
      if (!known || arm.label == item.present) continue;
      item.vanished.push_back(arm.label);
      vanished_.push_back(arm.span);
    }
    return item;
  }

  void judge(const BranchFact &branch, const Context &context, const std::vector<std::size_t> &present, std::optional<bool> holds,
             BranchItem &item) const {
    using Verdict = BranchItem::Verdict;
    const auto label = [&](std::size_t arm) { return branch.arms[arm].label; };
    const bool isIf = !branch.arms.empty() && branch.arms.front().label == "then";
    const std::string byConstants = !holds ? "" : std::string("its constants make the condition ") + (*holds ? "true" : "false");
    if (branch.arms.empty()) {
      item.sentence = "the facts of the source do not say where its arms stand";
    } else if (present.size() > 1) {
      item.verdict = Verdict::BothArms;
      item.sentence =
          "ops of " + std::to_string(present.size()) + " arms are in the program: its condition is not the same wherever it is compiled";
    } else if (present.size() == 1) {
      const std::string arm = label(present.front());
      if (isIf && holds && *holds != (arm == "then")) {
        item.sentence = "ops of its " + arm + " arm are in the program, but " + byConstants;
        return;
      }
      // An arm need not leave any op.
      const bool isOnce = context.isOnce && !isUnrolled(branch.span, *context.function);
      if (!isOnce && !(isIf && holds)) {
        item.sentence =
            "ops of its " + arm + " arm are in the program, but it is compiled in several places, and elsewhere may go another way";
        return;
      }
      item.verdict = Verdict::OneArm;
      item.present = arm;
      item.sentence = "the " + arm + " arm is in the program, by its ops" + (isIf && holds ? "; " + byConstants : "");
    } else if (isIf && holds) {
      const std::string arm = *holds ? "then" : "else";
      const bool isThere = *holds || branch.hasElse;
      item.verdict = isThere ? Verdict::OneArm : Verdict::NoArm;
      if (isThere) item.present = arm;
      item.sentence = byConstants + (isThere ? ": the " + arm + " arm was compiled, and no op of the program comes from it"
                                             : ": nothing of it was compiled");
      if (places_.empty()) item.sentence += ", as far as constants tell: " + noPlaces();
    } else if (places_.empty()) {
      item.sentence = noPlaces();
    } else if (isIf && !branch.hasElse && leavesOps(*context.function, branch)) {
      item.verdict = Verdict::NoArm;
      item.sentence = "it stores, and no op of it is in the program";
    } else {
      item.sentence = "no op of the program comes from " + std::string(branch.arms.size() > 1 ? "either arm" : "its arm") +
                      ", which need not leave any";
    }
  }

  std::string noPlaces() const {
    if (!input_.program) return "there is no program to look into";
    if (!input_.source) return "the source is not at hand";
    return "the program has no debug locations in this source";
  }

  /// Whether something stands in its first arm that no compiler leaves out. What another branch or an unrolled loop in it holds may be
  /// left out by that one.
  static bool leavesOps(const FunctionFacts &function, const BranchFact &branch) {
    const SourceSpan &span = branch.arms.front().span;
    const auto isWithin = [&](const source::CallFact &call) {
      return std::any_of(function.branches.begin(), function.branches.end(), [&](const BranchFact &inner) {
        return inner.constant && &inner != &branch && span.contains(inner.span) && inner.span.contains(call.span);
      });
    };
    return std::any_of(function.calls.begin(), function.calls.end(), [&](const source::CallFact &call) {
      const std::string_view name = call.callee;
      const bool hasEffect = name == "ct.store" || name == "ct.scatter" || name.starts_with("ct.atomic_");
      return hasEffect && span.contains(call.span) && !isWithin(call) && !isUnrolled(call.span, function);
    });
  }

  std::optional<bool> evaluated(const std::string &condition, const Context &context) const {
    const auto lookup = [&](std::string_view name) { return valueOf(name, context); };
    return evaluateCondition(condition, input_.facts->language, lookup);
  }

  std::optional<evidence::Constant> valueOf(std::string_view name, const Context &context) const {
    const FunctionFacts &function = *context.function;
    if (const auto bound = context.bound.find(name); bound != context.bound.end())
      return isReassigned(name, function) ? std::nullopt : std::optional(bound->second);
    // A helper's names are its own.
    if (!context.isKernel || specialisation_ == nullptr) return typeNamed(name);
    if (const auto *constant = evidence::findConstant(*specialisation_, name))
      return isReassigned(name, function) ? std::nullopt : std::optional(constant->value);
    if (const auto type = typeNamed(name)) return type;
    constexpr std::string_view kRank = "len(", kShape = ".shape)";
    std::string_view tensor;
    if (name.starts_with(kRank) && name.ends_with(kShape)) tensor = name.substr(kRank.size(), name.size() - kRank.size() - kShape.size());
    if (name.ends_with(".ndim")) tensor = name.substr(0, name.size() - 5);
    const bool isType = name.ends_with(".dtype");
    if (isType) tensor = name.substr(0, name.size() - 6);
    const auto *found = evidence::findTensor(*specialisation_, tensor);
    if (found == nullptr || found->isList || isReassigned(tensor, function)) return std::nullopt;
    if (isType) return found->elementType.empty() ? std::nullopt : std::optional(evidence::Constant::ofType(found->elementType));
    return found->rank ? std::optional(evidence::Constant::ofInteger(*found->rank)) : std::nullopt;
  }

  /// "ct.float32", and nothing that a file calls so itself.
  static std::optional<evidence::Constant> typeNamed(std::string_view name) {
    if (!name.starts_with("ct.")) return std::nullopt;
    const std::string_view type = evidence::canonicalElementType(name.substr(3));
    return type.empty() ? std::nullopt : std::optional(evidence::Constant::ofType(std::string(type)));
  }

  bool isReassigned(std::string_view name, const FunctionFacts &function) const {
    if (!input_.source) return true;
    const auto [found, isNew] = assigned_.try_emplace(&function);
    if (isNew) {
      std::string text;
      const auto lines = static_cast<std::uint32_t>(input_.source->lineCount());
      for (std::uint32_t line = std::max(function.span.line, 1u); line <= std::min(function.span.endLine, lines); ++line)
        text.append(input_.source->line(LineIndex(line - 1))) += '\n';
      found->second = assignedNames(text, input_.facts->language);
    }
    return found->second.contains(name);
  }

  const SideInput &input_;
  const evidence::Specialisation *specialisation_;
  const FunctionFacts &kernel_;
  Places places_;
  std::vector<SourceSpan> vanished_;
  std::vector<Context> helpers_;
  std::set<const FunctionFacts *> seen_;
  mutable std::map<const FunctionFacts *, std::set<std::string, std::less<>>> assigned_;  ///< read when first asked for
  std::vector<BranchItem> items_;
};

}  // namespace

std::vector<BranchItem> constantBranches(const SideInput &input, const evidence::Specialisation *specialisation,
                                         const source::FunctionFacts &kernel) {
  return Branches(input, specialisation, kernel).run();
}

std::string_view toText(BranchItem::Verdict verdict) {
  switch (verdict) {
    case BranchItem::Verdict::OneArm: return "one arm";
    case BranchItem::Verdict::NoArm: return "no arm";
    case BranchItem::Verdict::Unreached: return "unreached";
    case BranchItem::Verdict::BothArms: return "both arms";
    case BranchItem::Verdict::NotDecidable: return "not decidable";
  }
  return "not decidable";
}

}  // namespace tileport::specification
