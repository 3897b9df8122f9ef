// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants, scalar arguments, type generics and hints of two sides.
#include <algorithm>
#include <map>
#include <set>

#include "evidence/comparison.h"

namespace tileport::evidence {

namespace {

using Kind = SpecialisationDifference::Kind;
using Origin = SpecialisationDifference::Origin;

/// A parameter of one side, whichever it is there.
struct Found {
  const NamedConstant *constant = nullptr;
  const ScalarSpecialisation *scalar = nullptr;
  explicit operator bool() const { return constant || scalar; }
};

Found find(const Specialisation &side, std::string_view name) { return {findConstant(side, name), findScalar(side, name)}; }

std::string valueText(const std::optional<Constant> &value) { return value ? text(*value) : "an argument"; }

std::string bothHave(const std::string &reference, const std::string &referenceValue, const std::string &port,
                     const std::string &portValue) {
  return "the reference has " + reference + " = " + referenceValue + ", the port " + port + " = " + portValue;
}

void compareConstants(const NamedConstant &reference, const NamedConstant &port, ComparisonBuilder &into) {
  const std::string subject = subjectOf(reference.name, port.name);
  if (meansTheSame(reference.value, port.value)) return into.agree(subject, text(reference.value));
  into.separate(Kind::Constant, Origin::Variant, subject, text(reference.value), text(port.value),
                bothHave(reference.name, text(reference.value), port.name, text(port.value)));
}

/// A constant of the side `constantIn` that the other side takes as an argument.
void compareConstantWithArgument(const NamedConstant &constant, const ScalarSpecialisation &argument, Side constantIn,
                                 ComparisonBuilder &into) {
  const bool inReference = constantIn == Side::Reference;
  const std::string subject = inReference ? subjectOf(constant.name, argument.name) : subjectOf(argument.name, constant.name);
  const std::string fixed = text(constant.value);
  const std::string launched = argument.value ? "an argument, launched as " + text(*argument.value) : "an argument";
  const std::string sentence = std::string("the ") + (inReference ? "reference" : "port") + " is compiled for " + constant.name + " = " +
                               fixed + ", of the " + (inReference ? "port " : "reference ") + argument.name + " is " + launched;
  const std::string &reference = inReference ? fixed : launched;
  const std::string &port = inReference ? launched : fixed;
  if (argument.value && !meansTheSame(constant.value, *argument.value))
    into.separate(Kind::ConstantArgument, Origin::Variant, subject, reference, port, sentence);
  else into.differ(Kind::ConstantArgument, Origin::Source, subject, reference, port, sentence);
}

std::string divisorText(std::int64_t divisor) { return divisor == 1 ? "not stated" : std::to_string(divisor); }

void compareScalars(const ScalarSpecialisation &reference, const ScalarSpecialisation &port, ComparisonBuilder &into) {
  const std::string subject = subjectOf(reference.name, port.name);
  if (!reference.elementType.empty() && !port.elementType.empty() && reference.elementType != port.elementType)
    into.separate(Kind::ElementType, Origin::Variant, subject, reference.elementType, port.elementType,
                  "the argument is a " + reference.elementType + " in the reference and a " + port.elementType + " in the port");
  // A float is data; an integer says for which extents the variant is.
  const bool bothRecorded = reference.value && port.value;
  const bool isFloat = bothRecorded && (reference.value->kind == Constant::Kind::Float || port.value->kind == Constant::Kind::Float);
  if (bothRecorded && !isFloat && !meansTheSame(*reference.value, *port.value))
    into.separate(Kind::LaunchedScalar, Origin::Variant, subject, text(*reference.value), text(*port.value),
                  bothHave(reference.name, text(*reference.value), port.name, text(*port.value)) + " as launched");
  else into.agree(subject, valueText(bothRecorded && !isFloat ? reference.value : std::nullopt));
  if (reference.divisor != port.divisor) {
    into.differ(Kind::ScalarDivisor, Origin::FrontEnd, subject, divisorText(reference.divisor), divisorText(port.divisor),
                "the divisor that the compiler may assume of " + subject + " is " + divisorText(reference.divisor) +
                    " in the reference and " + divisorText(port.divisor) +
                    " in the port: cuTile Rust states divisors of scalars, cuTile Python does not");
  }
}

void compareCounterparts(const Found &reference, const Found &port, ComparisonBuilder &into) {
  if (reference.constant && port.constant) return compareConstants(*reference.constant, *port.constant, into);
  if (reference.constant) return compareConstantWithArgument(*reference.constant, *port.scalar, Side::Reference, into);
  if (port.constant) return compareConstantWithArgument(*port.constant, *reference.scalar, Side::Port, into);
  compareScalars(*reference.scalar, *port.scalar, into);
}

const Constant *valueFor(const BuiltIn &builtIn, const std::string &elementType) {
  const Constant *other = nullptr;
  for (const auto &[type, value] : builtIn.values) {
    if (type == elementType) return &value;
    if (type == "*") other = &value;
  }
  return other;
}

/// A parameter of `side`, which the other side has built in.
void compareBuiltIn(const Specialisation &side, const Specialisation &reference, const BuiltIn &builtIn, ComparisonBuilder &into) {
  const bool inReference = side.side == Side::Reference;
  const Found found = find(side, builtIn.name);
  if (!found) return into.missing(side.side, builtIn.name);
  const TensorSpecialisation *decider = builtIn.elementTypeOf.empty() ? nullptr : findTensor(reference, builtIn.elementTypeOf);
  const Constant *expected = valueFor(builtIn, decider ? decider->elementType : std::string());
  if (!expected) return;
  const std::string fixed = text(*expected) + ", built in";
  const std::string here = inReference ? "reference" : "port";
  const std::string there = inReference ? "port" : "reference";
  if (!found.constant) {
    const std::string launched = valueText(std::nullopt);
    return into.differ(Kind::ConstantArgument, Origin::Source, builtIn.name, inReference ? launched : fixed, inReference ? fixed : launched,
                       withReason(builtIn.name + " is an argument of the " + here + ", the " + there + " has it built in", builtIn.why));
  }
  const std::string value = text(found.constant->value);
  if (meansTheSame(found.constant->value, *expected)) return into.agree(builtIn.name, value + ", built in on the other side");
  into.separate(
      Kind::Constant, Origin::Variant, builtIn.name, inReference ? value : fixed, inReference ? fixed : value,
      withReason("the " + here + " has " + builtIn.name + " = " + value + ", the " + there + " has " + text(*expected) + " built in",
                 builtIn.why));
}

void reportOneSided(const Specialisation &side, const std::string &name, const std::string &value, bool separates, const std::string &why,
                    ComparisonBuilder &into) {
  const bool inReference = side.side == Side::Reference;
  const Kind kind = inReference ? Kind::OnlyInReference : Kind::OnlyInPort;
  const std::string sentence = withReason(
      std::string("only the ") + (inReference ? "reference" : "port") + " has " + name + (value.empty() ? "" : " = " + value), why);
  const std::string reference = inReference ? value : "absent";
  const std::string port = inReference ? "absent" : value;
  if (separates) into.separate(kind, Origin::Source, name, reference, port, sentence);
  else into.differ(kind, Origin::Source, name, reference, port, sentence);
}

/// Names of one side that the rule knows. All of its parameters that are not among them have no counterpart.
std::set<std::string, std::less<>> namesInRule(const KernelRule &rule, Side side) {
  const bool inReference = side == Side::Reference;
  std::set<std::string, std::less<>> names;
  for (const auto &[reference, port] : rule.parameters) names.insert(inReference ? reference : port);
  for (const TensorRule &tensor : rule.tensors) {
    if (inReference) continue;
    for (const auto *axes : {&tensor.extents, &tensor.strides})
      for (const AxisArgument &axis : *axes) names.insert(axis.scalar);
  }
  for (const BuiltIn &builtIn : inReference ? rule.referenceOnly : rule.portOnly) names.insert(builtIn.name);
  for (const auto &[generic, tensor] : rule.elementTypes)
    if (!inReference) names.insert(generic);
  return names;
}

/// Specialises nothing, so that a launch need not record it: that the other side's has none tells nothing. The programs' arguments are
/// compared by themselves.
bool isFraction(const ScalarSpecialisation &scalar) { return scalar.value && scalar.value->kind == Constant::Kind::Float; }

void reportWithoutCounterpart(const Specialisation &side, const KernelRule &rule, ComparisonBuilder &into) {
  const auto known = namesInRule(rule, side.side);
  const std::vector<Reason> &ignored = side.side == Side::Reference ? rule.ignoredOfReference : rule.ignoredOfPort;
  const auto whyOf = [&](const std::string &name) {
    const auto found = std::find_if(ignored.begin(), ignored.end(), [&](const Reason &each) { return each.name == name; });
    return found == ignored.end() ? std::string() : found->why;
  };
  for (const NamedConstant &each : side.constants) {
    if (known.count(each.name) != 0) continue;
    // What a constant does that nobody speaks of is not known: it may make another program of it.
    const std::string why = whyOf(each.name);
    reportOneSided(side, each.name, text(each.value), why.empty(), why.empty() ? "no rule says what it means for the other side" : why,
                   into);
  }
  for (const ScalarSpecialisation &each : side.scalars)
    if (known.count(each.name) == 0 && !isFraction(each))
      reportOneSided(side, each.name, valueText(each.value), false, whyOf(each.name), into);
}

/// The value that holds for the target: its own, the one for all others, or the only one.
const Hint *hintFor(const std::vector<const Hint *> &hints, const std::string &target) {
  for (const std::string_view wanted : {std::string_view(target), std::string_view("default"), std::string_view()})
    for (const Hint *hint : hints)
      if (hint->target == wanted) return hint;
  return nullptr;
}

}  // namespace

void compareParameters(const Specialisation &reference, const Specialisation &port, const KernelRule &rule, ComparisonBuilder &into) {
  for (const auto &[generic, tensor] : rule.elementTypes) {
    const NamedConstant *type = findConstant(port, generic);
    const TensorSpecialisation *of = findTensor(reference, tensor);
    if (!type) into.missing(Side::Port, generic);
    if (!of) into.missing(Side::Reference, tensor);
    if (!type || !of) continue;
    const std::string subject = tensor + " / " + generic;
    if (type->value.text == of->elementType) into.agree(subject, of->elementType);
    else
      into.separate(Kind::ElementType, Origin::Variant, subject, of->elementType, type->value.text,
                    "the elements of " + tensor + " are " + of->elementType + " in the reference, the port has " + generic + " = " +
                        text(type->value));
  }
  for (const auto &[referenceName, portName] : rule.parameters) {
    const Found ours = find(reference, referenceName);
    const Found theirs = find(port, portName);
    if (!ours) into.missing(Side::Reference, referenceName);
    if (!theirs) into.missing(Side::Port, portName);
    if (ours && theirs) compareCounterparts(ours, theirs, into);
  }
  for (const BuiltIn &each : rule.referenceOnly) compareBuiltIn(reference, reference, each, into);
  for (const BuiltIn &each : rule.portOnly) compareBuiltIn(port, reference, each, into);
  reportWithoutCounterpart(reference, rule, into);
  reportWithoutCounterpart(port, rule, into);
}

void compareHints(const Specialisation &reference, const Specialisation &port, const KernelRule &rule, const PairingRules &rules,
                  ComparisonBuilder &into) {
  if (!reference.hasLaunch || !port.hasLaunch) return;
  std::map<std::string, std::pair<std::vector<const Hint *>, std::vector<const Hint *>>> all;
  const auto nameOf = [&](const Hint &hint) {
    for (const auto &[name, canonical] : rules.hintNames)
      if (name == hint.name) return canonical;
    return hint.name;
  };
  for (const Hint &hint : reference.hints) all[nameOf(hint)].first.push_back(&hint);
  for (const Hint &hint : port.hints) all[nameOf(hint)].second.push_back(&hint);
  for (const auto &[name, hints] : all) {
    const Hint *ours = hintFor(hints.first, port.target);
    const Hint *theirs = hintFor(hints.second, port.target);
    const std::string referenceValue = ours ? std::to_string(ours->value) : "not set";
    const std::string portValue = theirs ? std::to_string(theirs->value) : "not set";
    const std::string sentence = "the hint " + name + " is " + referenceValue + " in the reference and " + portValue + " in the port";
    if (ours && theirs && ours->value == theirs->value) {
      into.agree(name, referenceValue);
    } else if (ours && theirs) {
      into.separate(Kind::Hint, Origin::Variant, name, referenceValue, portValue, sentence);
    } else if (ours || theirs) {
      const auto reason = std::find_if(rule.hints.begin(), rule.hints.end(), [&](const Reason &each) { return each.name == name; });
      const bool cannot = reason != rule.hints.end();
      into.differ(Kind::Hint, cannot ? Origin::Source : Origin::Variant, name, referenceValue, portValue,
                  withReason(sentence, cannot ? reason->why : std::string()));
    }
  }
}

}  // namespace tileport::evidence
