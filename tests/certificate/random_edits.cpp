// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/random_edits.h"

#include <algorithm>
#include <array>

#include "certificate/rules.h"

namespace tileport::certificate::test {

using tileir::OpId;
using tileir::OpKind;
using tileir::Program;

namespace {

class Editor {
 public:
  Editor(Certificate &certificate, const Program &reference, const Program &port, const std::function<std::size_t(std::size_t)> &below)
      : certificate_(certificate), programs_{&reference, &port}, below_(below) {}

  void edit() {
    if (certificate_.entries.empty()) return;
    EntryPair &entry = certificate_.entries[below_(certificate_.entries.size())];
    std::vector<Step> &steps = entry.steps;
    const auto at = [&](std::size_t n) { return steps.begin() + static_cast<std::ptrdiff_t>(n); };
    switch (below_(12)) {
      case 0:
        if (!steps.empty()) steps.erase(at(below_(steps.size())));
        return;
      case 1:
        if (!steps.empty()) {
          const Step step = steps[below_(steps.size())];
          steps.insert(at(below_(steps.size() + 1)), step);
        }
        return;
      case 2:
        if (!steps.empty()) {
          const std::size_t from = below_(steps.size());
          const Step step = steps[from];
          steps.erase(at(from));
          steps.insert(at(below_(steps.size() + 1)), step);
        }
        return;
      case 3:
        if (!steps.empty()) change(steps[below_(steps.size())]);
        return;
      case 4:
        if (!entry.arguments.empty()) entry.arguments[below_(entry.arguments.size())].port = static_cast<std::uint32_t>(below_(9));
        return;
      case 5: certificate_.terms.push_back(term()); return;
      default: steps.insert(at(below_(steps.size() + 1)), step());
    }
  }

 private:
  Ref ref() {
    const std::size_t kind = below_(certificate_.terms.empty() ? 2 : 3);
    const std::size_t count = kind == 2 ? certificate_.terms.size() : programs_[kind]->valueCount();
    return {static_cast<Ref::Kind>(kind), static_cast<std::uint32_t>(below_(count + 1))};
  }

  OpId op(std::size_t side) { return OpId(below_(programs_[side]->opCount() + 1)); }

  Step::Kind kind() {
    constexpr std::array kKinds = {Step::Kind::Congruent, Step::Kind::Commuted,  Step::Kind::Constant,   Step::Kind::Identity,
                                   Step::Kind::Rewrite,   Step::Kind::NoOrder,   Step::Kind::JoinOfOne,  Step::Kind::JoinOfSame,
                                   Step::Kind::Unchanged, Step::Kind::Unchanged, Step::Kind::Congruent,  Step::Kind::Rewrite,
                                   Step::Kind::Pair,      Step::Kind::Leave,     Step::Kind::JoinOfSame, Step::Kind::Rewrite};
    return kKinds[below_(kKinds.size())];
  }

  std::string rule() {
    static const std::array<std::string, 7> procedures = {
        "ring", "fold", "known_compare", "known_extreme", "splat", "reshape_elementwise", "if_select"};
    const std::size_t n = below_(procedures.size() + rules().size());
    return n < procedures.size() ? procedures[n] : std::string(rules()[n - procedures.size()].name);
  }

  Step step() {
    Step made;
    made.kind = kind();
    made.a = ref();
    made.b = ref();
    made.reference = op(0);
    made.port = op(1);
    if (made.kind == Step::Kind::Rewrite) {
      made.rule = rule();
      for (std::size_t n = below_(3); n > 0; --n) made.bindings.push_back(ref());
      for (std::size_t n = below_(3); n > 0; --n) made.witnesses.push_back(ref());
    }
    for (std::size_t n = made.kind == Step::Kind::Pair ? below_(3) : 0; n > 0; --n) made.slots.push_back(slot());
    return made;
  }

  SlotPair slot() {
    const std::size_t a = below_(4);
    return {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(below_(4))};
  }

  void change(Step &step) {
    switch (below_(8)) {
      case 0: step.a = ref(); return;
      case 1: step.b = ref(); return;
      case 2: step.kind = kind(); return;
      case 3: step.reference = op(0); return;
      case 4: step.port = op(1); return;
      case 5: step.rule = rule(); return;
      case 6: step.slots.push_back(slot()); return;
      default:
        if (!step.slots.empty()) step.slots.erase(step.slots.begin() + static_cast<std::ptrdiff_t>(below_(step.slots.size())));
        else std::swap(step.a, step.b);
    }
  }

  Term term() {
    constexpr std::array kKinds = {OpKind::Constant, OpKind::AddI, OpKind::SubI,   OpKind::MulI, OpKind::DivI, OpKind::MinI,
                                   OpKind::MaxI,     OpKind::CmpI, OpKind::Select, OpKind::AndI, OpKind::ExtI, OpKind::Reshape};
    Term made;
    made.kind = kKinds[below_(kKinds.size())];
    made.typeOf = ref();
    made.bits = below_(3);
    const std::size_t operands = made.kind == OpKind::Constant                               ? 0
                                 : made.kind == OpKind::Select                               ? 3
                                 : made.kind == OpKind::ExtI || made.kind == OpKind::Reshape ? 1
                                                                                             : 2;
    for (std::size_t n = 0; n < operands; ++n) made.operands.push_back(ref());
    if (made.kind == OpKind::CmpI) made.attributes.emplace_back("comparison_predicate", below_(6));
    if (made.kind == OpKind::DivI) made.attributes.emplace_back("rounding", 1 + below_(3));
    if (made.kind == OpKind::CmpI || made.kind == OpKind::DivI || made.kind == OpKind::MinI || made.kind == OpKind::MaxI ||
        made.kind == OpKind::ExtI)
      made.attributes.emplace_back("signedness", below_(2));
    return made;
  }

  Certificate &certificate_;
  std::array<const Program *, 2> programs_;
  const std::function<std::size_t(std::size_t)> &below_;
};

}  // namespace

void editAnyhow(Certificate &certificate, const Program &reference, const Program &port, std::size_t edits,
                const std::function<std::size_t(std::size_t)> &below) {
  Editor editor(certificate, reference, port, below);
  for (std::size_t n = 0; n < edits; ++n) editor.edit();
}

}  // namespace tileport::certificate::test
