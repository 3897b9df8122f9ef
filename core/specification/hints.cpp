// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/hints.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "specification/evidence.h"
#include "tileir/op_info.h"
#include "tileir/printer.h"

namespace tileport::specification {

namespace {

constexpr std::size_t kMostOps = 4;  ///< of one hint whose places are named

std::string nameOf(const std::string &hint, const std::string &target) { return target.empty() ? hint : hint + " (" + target + ")"; }

struct EntryHint {
  std::string name, target, value;
};

/// An integer without its type.
std::string valueText(const tileir::Program &program, tileir::AttributeId id) {
  std::string text = tileir::toText(program, id);
  if (program.attribute(id).kind == tileir::AttributeKind::Integer) text.resize(std::min(text.find(" : "), text.size()));
  return text;
}

/// (architecture, hint, value) of a Hints attribute.
std::vector<EntryHint> hintsIn(const tileir::Program &program, tileir::AttributeId id) {
  std::vector<EntryHint> all;
  if (!id.valid() || program.attribute(id).kind != tileir::AttributeKind::Hints) return all;
  const tileir::Attribute &hints = program.attribute(id);
  for (std::size_t i = 0; i < hints.keys.size() && i < hints.items.size(); ++i) {
    const tileir::Attribute &dictionary = program.attribute(hints.items[i]);
    for (std::size_t k = 0; k < dictionary.keys.size() && k < dictionary.items.size(); ++k)
      all.push_back({dictionary.keys[k], hints.keys[i], valueText(program, dictionary.items[k])});
  }
  return all;
}

class Hints {
 public:
  Hints(const SideInput &input, const evidence::Specialisation *specialisation, const source::FunctionFacts *kernel)
      : input_(input), specialisation_(specialisation), kernel_(kernel) {}

  std::vector<Item> run() {
    if (input_.program && input_.program->functionCount() > 0) {
      const auto hints = hintsIn(*input_.program, input_.program->function(tileir::FunctionId(0)).hints);
      for (const EntryHint &hint : hints) addEntryHint(hint);
    }
    addMissing();
    if (input_.program) addOpHints();
    return std::move(items_);
  }

 private:
  void addEntryHint(const EntryHint &hint) {
    Item item = known(nameOf(hint.name, hint.target), hint.value, {inEntry(input_)});
    addSetters(hint.name, item);
    items_.push_back(std::move(item));
    inProgram_.push_back(hint.name);
  }

  /// Who sets it: the launch, the decorator or attribute.
  void addSetters(const std::string &name, Item &item) const {
    if (specialisation_ != nullptr) {
      for (const evidence::Hint &hint : specialisation_->hints)
        if (hint.name == name) item.evidence.push_back(inLaunch(input_, *specialisation_, "hints " + nameOf(hint.name, hint.target)));
    }
    if (kernel_ == nullptr) return;
    for (const source::HintFact &hint : kernel_->hints)
      if (canonical(hint.name) == name) item.evidence.push_back(inSource(input_, hint.span));
  }

  /// "occupancy" of "sm_100.occupancy".
  static std::string canonical(const std::string &written) { return evidence::canonicalHint(written.substr(written.rfind('.') + 1)); }

  /// What is set somewhere and is not in the program.
  void addMissing() {
    const std::string missing = input_.program ? ", and not in the program" : "";
    const auto isListed = [&](const std::string &name) {
      return std::find(inProgram_.begin(), inProgram_.end(), name) != inProgram_.end();
    };
    if (specialisation_ != nullptr) {
      for (const evidence::Hint &hint : specialisation_->hints) {
        if (isListed(hint.name)) continue;
        Item item = known(nameOf(hint.name, hint.target), std::to_string(hint.value) + " by the launch" + missing,
                          {inLaunch(input_, *specialisation_, "hints " + nameOf(hint.name, hint.target))});
        items_.push_back(std::move(item));
      }
    }
    if (kernel_ == nullptr) return;
    for (const source::HintFact &hint : kernel_->hints) {
      const std::string name = canonical(hint.name);
      const bool isHint = name == "occupancy" || name == "num_cta_in_cga" || name == "num_worker_warps_per_cta" ||
                          name == "max_divisibility" || name == "opt_level";
      if (isHint && !isListed(name)) items_.push_back(known(name, hint.value + " in the source" + missing, {inSource(input_, hint.span)}));
    }
  }

  void addOpHints() {
    const tileir::Program &program = *input_.program;
    std::map<std::tuple<std::string, std::string, std::string, std::string>, std::vector<tileir::OpId>> byHint;
    for (std::size_t i = 0; i < program.opCount(); ++i) {
      const tileir::OpId op(i);
      for (const EntryHint &hint : hintsIn(program, program.attribute(op, "optimization_hints")))
        byHint[{std::string(tileir::info(program.op(op).kind).mnemonic), hint.name, hint.target, hint.value}].push_back(op);
    }
    for (const auto &[hint, ops] : byHint) {
      const auto &[mnemonic, name, target, value] = hint;
      Item item = known(mnemonic + " " + nameOf(name, target),
                        value + (ops.size() == 1 ? " on 1 op" : " on " + std::to_string(ops.size()) + " ops"), {});
      for (std::size_t i = 0; i < std::min(ops.size(), kMostOps); ++i) item.evidence.push_back(specification::inProgram(input_, ops[i]));
      items_.push_back(std::move(item));
    }
  }

  const SideInput &input_;
  const evidence::Specialisation *specialisation_;
  const source::FunctionFacts *kernel_;
  std::vector<std::string> inProgram_;  ///< names of the entry's hints
  std::vector<Item> items_;
};

}  // namespace

std::vector<Item> hintItems(const SideInput &input, const evidence::Specialisation *specialisation, const source::FunctionFacts *kernel) {
  return Hints(input, specialisation, kernel).run();
}

}  // namespace tileport::specification
