// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/bytecode/layout.h"

#include <algorithm>
#include <utility>

namespace tileport::tileir::bytecode {

namespace {

/// Gives each optional part its flag: older ones come first, then attributes in front of operands, in declaration order.
/// Parts that are younger than the file have no flag; without any flag the field itself is missing.
void assignFlags(const OpInfo &op, Version version, OpLayout &layout) {
  struct Flagged {
    Version since;
    std::size_t order;
    std::uint8_t *bit;
  };
  std::vector<Flagged> flagged;
  for (std::size_t i = 0; i < op.attributes.size(); ++i) {
    if (op.attributes[i].optional) flagged.push_back({op.attributes[i].since, flagged.size(), &layout.attributeBits[i]});
  }
  for (std::size_t i = 0; i < op.operands.size() && op.segmentSized; ++i) {
    if (op.operands[i].arity == Arity::Optional) flagged.push_back({op.operands[i].since, flagged.size(), &layout.operandBits[i]});
  }
  const auto earlier = [](const Flagged &a, const Flagged &b) { return std::pair(a.since, a.order) < std::pair(b.since, b.order); };
  std::sort(flagged.begin(), flagged.end(), earlier);
  std::uint8_t next = 0;
  for (const Flagged &part : flagged) {
    if (part.since > version) break;
    layout.knownFlags |= std::uint64_t{1} << next;
    *part.bit = next++;
  }
  layout.hasFlags = next != 0;
}

void describeResults(const OpInfo &op, Version version, OpLayout &layout) {
  for (const ResultInfo &result : op.results) {
    if (result.variadic) {
      layout.variadicResults = true;
    } else if (result.since <= version) {
      ++layout.fixedResults;
    } else {
      ++layout.missingResults;
    }
  }
  // Optional operands do not make the results counted, variadic ones do.
  const auto variadic = [](const OperandInfo &operand) { return operand.arity == Arity::Variadic; };
  layout.resultsCounted = layout.variadicResults || std::any_of(op.operands.begin(), op.operands.end(), variadic);
}

}  // namespace

OpLayout layoutOf(const OpInfo &op, Version version) {
  OpLayout layout;
  layout.attributeBits.assign(op.attributes.size(), OpLayout::kNoBit);
  layout.operandBits.assign(op.operands.size(), OpLayout::kNoBit);
  assignFlags(op, version, layout);
  describeResults(op, version, layout);
  for (const OperandInfo &operand : op.operands) {
    if (operand.arity != Arity::Required) {
      layout.operandForm = OperandForm::Counted;
    } else {
      ++layout.fixedOperands;
    }
  }
  if (op.segmentSized) layout.operandForm = OperandForm::Segments;
  return layout;
}

}  // namespace tileport::tileir::bytecode
