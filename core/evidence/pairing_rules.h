// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "evidence/specialisation.h"
#include "support/result.h"

/// How the kernels of a reference and of its port correspond: a rule file (docs/pairing.md has its schema).
namespace tileport::evidence {

/// Where the extent or stride of an axis is among the arguments of a port that takes raw pointers.
struct AxisArgument {
  std::string scalar;                                          ///< the name of a scalar argument
  std::optional<std::int64_t> builtIn;                         ///< the port's source has this number instead
  bool isKnown() const { return builtIn || !scalar.empty(); }  ///< otherwise nothing is said

  bool operator==(const AxisArgument &) const = default;
};

struct TensorRule {
  std::string reference;
  std::string port;                   ///< a tensor or a raw pointer
  std::vector<AxisArgument> extents;  ///< of a pointer, one for each axis; empty: nothing is said
  std::vector<AxisArgument> strides;

  bool operator==(const TensorRule &) const = default;
};

/// A parameter of one side that the other side has built in.
struct BuiltIn {
  std::string name;
  std::string elementTypeOf;                             ///< a tensor of the reference that decides; empty: it is one value
  std::vector<std::pair<std::string, Constant>> values;  ///< by canonical element type; "*": any other
  std::string why;

  bool operator==(const BuiltIn &) const = default;
};

struct Reason {
  std::string name;
  std::string why;

  bool operator==(const Reason &) const = default;
};

/// One kernel of the reference and the kernel of the port that should be the same.
struct KernelRule {
  std::string reference;
  std::string port;                                             ///< its function, or its entry
  std::vector<std::string> referenceParameters;                 ///< in order, to name those of a bare symbol; may be empty
  std::vector<std::pair<std::string, std::string>> parameters;  ///< constants and scalars: the reference's name, the port's
  std::vector<TensorRule> tensors;
  std::vector<std::pair<std::string, std::string>> elementTypes;  ///< a type generic of the port, the reference's tensor that has it
  std::vector<BuiltIn> referenceOnly;                             ///< the port has them built in
  std::vector<BuiltIn> portOnly;                                  ///< the reference has them built in
  std::vector<Reason> ignoredOfReference;
  std::vector<Reason> ignoredOfPort;
  std::vector<Reason> hints;  ///< that one side cannot express, by canonical name

  bool operator==(const KernelRule &) const = default;
};

struct OperatorRules {
  std::string op;
  std::vector<KernelRule> kernels;

  bool operator==(const OperatorRules &) const = default;
};

/// Of an operator that is not named, names decide (docs/pairing.md, "Without a rule").
struct PairingRules {
  std::vector<std::pair<std::string, std::string>> hintNames;  ///< further names of hints, and the canonical ones
  std::vector<OperatorRules> operators;

  bool operator==(const PairingRules &) const = default;
};

/// Errors are Malformed, with file, line and the JSON pointer in the message; an unknown member is one.
Result<PairingRules> readPairingRules(std::string_view json, const std::string &file);

/// Null where the rules do not name the operator.
const OperatorRules *findOperator(const PairingRules &rules, std::string_view op);

/// The rule for the two kernels; null where there is none. The reference's kernel may be named by its function or by the name in
/// its symbol, which differ when a function makes the kernel.
const KernelRule *findRule(const OperatorRules &rules, const Specialisation &reference, const Specialisation &port);

/// What holds for two kernels without a rule: the same names, whatever the case.
KernelRule ruleByNames(const Specialisation &reference, const Specialisation &port);

}  // namespace tileport::evidence
