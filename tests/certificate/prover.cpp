// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/prover.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "certificate/structure.h"
#include "certificate/writer.h"
#include "tileir/printer.h"

namespace tileport::certificate::test {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

namespace {

constexpr int kEmpty = 0;  // the class of tokens that order nothing

class Prover {
 public:
  Prover(const Program &reference, const Program &port)
      : programs_{&reference, &port},
        canonical_(reference, port),
        nodes_(canonical_, noTerms_),
        needs_{Needs(reference), Needs(port)},
        intervals_(canonical_, nodes_, {&needs_[0], &needs_[1]}),
        structures_{Structure(canonical_, nodes_, needs_[0], intervals_, Side::Reference),
                    Structure(canonical_, nodes_, needs_[1], intervals_, Side::Port)},
        done_{std::vector<bool>(reference.opCount()), std::vector<bool>(port.opCount())} {
    for (std::size_t side = 0; side < 2; ++side) classes_[side].assign(programs_[side]->valueCount(), -1);
  }

  EntryPair entry(tileir::FunctionId reference, tileir::FunctionId port) {
    EntryPair made;
    made.reference = reference;
    made.port = port;
    const std::array<BlockId, 2> bodies{programs_[0]->bodyOf(reference), programs_[1]->bodyOf(port)};
    const auto count = std::min(programs_[0]->block(bodies[0]).arguments.count, programs_[1]->block(bodies[1]).arguments.count);
    for (std::uint32_t n = 0; n < count; ++n) {
      made.arguments.push_back({n, n});
      same(programs_[0]->argument(bodies[0], n), programs_[1]->argument(bodies[1], n));
    }
    steps_ = &made.steps;
    block(bodies);
    return made;
  }

 private:
  void same(ValueId reference, ValueId port) { classes_[0][reference.index()] = classes_[1][port.index()] = next_++; }

  int classOf(std::size_t side, ValueId value) {
    const Program &program = *programs_[side];
    while (program.value(value).op.valid() && program.op(program.value(value).op).kind == OpKind::Assume)
      value = program.operands(program.value(value).op)[0];
    return classes_[side][value.index()];
  }

  Ref ref(std::size_t side, OpId op) { return refOf(static_cast<Side>(side), programs_[side]->result(op, 0)); }

  std::string attributes(std::size_t side, OpId op) {
    std::string key;
    const auto described = tileir::info(programs_[side]->op(op).kind).attributes;
    for (std::size_t slot = 0; slot < described.size(); ++slot) {
      if (described[slot].form == tileir::AttributeForm::Hints) continue;
      key += ' ' + std::to_string(canonical_.attribute(static_cast<Side>(side), op, slot));
    }
    for (std::uint32_t n = 0; n < programs_[side]->op(op).results.count; ++n)
      key += ':' + std::to_string(canonical_.typeOf(static_cast<Side>(side), programs_[side]->result(op, n)));
    return std::to_string(static_cast<int>(programs_[side]->op(op).kind)) + key;
  }

  /// By what a value has been numbered already.
  void number(std::size_t side, OpId op, const std::string &key, Step::Kind how) {
    for (auto table = tables_.rbegin(); table != tables_.rend(); ++table)
      if (const auto at = table->find(key); at != table->end()) {
        const auto &[known, otherSide] = at->second;
        steps_->push_back(equalBy(how, ref(side, op), ref(otherSide, known)));
        for (std::uint32_t n = 0; n < programs_[side]->op(op).results.count; ++n)
          classes_[side][programs_[side]->result(op, n).index()] = classes_[otherSide][programs_[otherSide]->result(known, n).index()];
        return;
      }
    tables_.back().emplace(key, std::pair(op, side));
    for (std::uint32_t n = 0; n < programs_[side]->op(op).results.count; ++n)
      classes_[side][programs_[side]->result(op, n).index()] = next_++;
  }

  void tokens(std::size_t side, OpId op) {
    std::set<int> all;
    for (const ValueId operand : programs_[side]->operands(op)) all.insert(classOf(side, operand));
    all.erase(kEmpty);
    if (all.empty()) {
      steps_->push_back(equalBy(Step::Kind::NoOrder, ref(side, op), ref(side, op)));
      classes_[side][programs_[side]->result(op, 0).index()] = kEmpty;
      return;
    }
    if (all.size() == 1) {
      for (const ValueId operand : programs_[side]->operands(op)) {
        if (classOf(side, operand) != *all.begin()) continue;
        steps_->push_back(equalBy(Step::Kind::JoinOfOne, ref(side, op), refOf(static_cast<Side>(side), operand)));
        break;
      }
      classes_[side][programs_[side]->result(op, 0).index()] = *all.begin();
      return;
    }
    std::string key = "join";
    for (const int each : all) key += ' ' + std::to_string(each);
    number(side, op, key, Step::Kind::JoinOfSame);
  }

  bool pure(std::size_t side, OpId op) {
    const Program &program = *programs_[side];
    const OpKind kind = program.op(op).kind;
    const auto operands = program.operands(op);
    if (done_[side][op.index()] || !tileir::info(kind).pure || tileir::info(kind).regionCount != 0) return false;
    if (std::any_of(operands.begin(), operands.end(), [&](ValueId v) { return classOf(side, v) < 0; })) return false;
    done_[side][op.index()] = true;
    if (kind == OpKind::MakeToken || kind == OpKind::JoinTokens) return tokens(side, op), true;
    if (const auto splat = splatOf(side, op)) return number(side, op, *splat, Step::Kind::Constant), true;
    std::vector<int> numbers;
    for (const ValueId operand : operands) numbers.push_back(classOf(side, operand));
    const bool exchange = tileir::info(kind).commutative && numbers.size() == 2 && numbers[0] > numbers[1];
    std::string plain, sorted;
    for (const int n : numbers) plain += ' ' + std::to_string(n);
    std::sort(numbers.begin(), numbers.end());
    for (const int n : numbers) sorted += ' ' + std::to_string(n);
    const std::string head = attributes(side, op);
    if (!tileir::info(kind).commutative) return number(side, op, head + plain, Step::Kind::Congruent), true;
    // Whether one of the two is exchanged decides how the step is called.
    const bool known = std::any_of(tables_.begin(), tables_.end(), [&](const auto &table) { return table.count(head + sorted) != 0; });
    const bool wasExchanged = known && exchanged_[head + sorted];
    if (!known) exchanged_[head + sorted] = exchange;
    number(side, op, head + sorted, known && wasExchanged != exchange ? Step::Kind::Commuted : Step::Kind::Congruent);
    return true;
  }

  std::optional<std::string> splatOf(std::size_t side, OpId op) {
    const Program &program = *programs_[side];
    const std::uint32_t type = canonical_.typeOf(static_cast<Side>(side), program.result(op, 0));
    OpId at = op;
    while (program.op(at).kind == OpKind::Reshape || program.op(at).kind == OpKind::Broadcast) {
      at = program.value(program.operands(at)[0]).op;
      if (!at.valid()) return std::nullopt;
    }
    if (program.op(at).kind != OpKind::Constant) return std::nullopt;
    const auto bytes = splatElement(program, program.attribute(at, "value"));
    return bytes ? std::optional("splat " + std::to_string(type) + ' ' + *bytes) : std::nullopt;
  }

  /// What two ops must have in common to be a pair; tokens that are absent order nothing.
  std::string pairKey(std::size_t side, OpId op) {
    const Program &program = *programs_[side];
    const OpKind kind = program.op(op).kind;
    const bool loop = kind == OpKind::For || kind == OpKind::Loop;
    const bool slots = loop || kind == OpKind::If || kind == OpKind::Yield || kind == OpKind::Continue || kind == OpKind::Break;
    std::string key = slots ? std::to_string(static_cast<int>(kind)) : attributes(side, op);
    const auto described = tileir::info(kind).operands;
    for (std::size_t p = 0; p < described.size(); ++p) {
      if (slots && (described[p].arity == tileir::Arity::Variadic || kind == OpKind::Loop)) continue;
      key += '|';
      const auto operands = program.operands(op, p);
      if (operands.empty() && described[p].name == "token") key += ' ' + std::to_string(kEmpty);
      for (const ValueId operand : operands) key += ' ' + std::to_string(classOf(side, operand));
    }
    return key;
  }

  using Pending = std::array<std::vector<OpId>, 2>;

  Pending pending(const std::array<BlockId, 2> &blocks, std::uint32_t segment) {
    Pending list;
    for (std::size_t side = 0; side < 2; ++side)
      for (const OpId op : programs_[side]->ops(blocks[side]))
        if (structures_[side].segment(op) == segment && structures_[side].needsPair(op) && !done_[side][op.index()])
          list[side].push_back(op);
    return list;
  }

  void block(const std::array<BlockId, 2> &blocks) {
    tables_.emplace_back();
    for (std::uint32_t segment = 0;; ++segment) {
      for (bool more = true; more;) {
        more = false;
        for (std::size_t side = 0; side < 2; ++side)
          for (const OpId op : programs_[side]->ops(blocks[side]))
            if (structures_[side].segment(op) <= segment) more |= pure(side, op);
        if (more) continue;
        const Pending list = pending(blocks, segment);
        std::map<std::string, std::vector<OpId>> there;
        for (const OpId op : list[1])
          if (!structures_[1].stops(op) && !tileir::info(programs_[1]->op(op).kind).terminator) there[pairKey(1, op)].push_back(op);
        for (const OpId op : list[0]) {
          if (structures_[0].stops(op) || tileir::info(programs_[0]->op(op).kind).terminator) continue;
          const auto at = there.find(pairKey(0, op));
          if (at == there.end() || at->first.find("-1") != std::string::npos) continue;
          pair(op, at->second.front());
          more = true;
          break;
        }
      }
      const Pending last = pending(blocks, segment);
      if (last[0].empty() || last[1].empty()) break;
      const OpId l = last[0].back(), r = last[1].back();
      if (programs_[0]->op(l).kind != programs_[1]->op(r).kind) break;
      pair(l, r);
      if (tileir::info(programs_[0]->op(l).kind).terminator) break;
    }
    tables_.pop_back();
  }

  std::vector<SlotPair> slotsOf(OpId l, OpId r) {
    const OpKind kind = programs_[0]->op(l).kind;
    std::vector<SlotPair> slots;
    if (kind == OpKind::If) {
      for (std::uint32_t n = 0; n < std::min(programs_[0]->op(l).results.count, programs_[1]->op(r).results.count); ++n)
        slots.push_back({n, n});
      return slots;
    }
    if (kind != OpKind::For && kind != OpKind::Loop) return slots;
    const std::uint32_t bounds = kind == OpKind::For ? 3 : 0;
    const auto left = programs_[0]->operands(l), right = programs_[1]->operands(r);
    for (std::uint32_t n = bounds; n < std::min(left.size(), right.size()); ++n)
      if (classOf(0, left[n]) >= 0 && classOf(0, left[n]) == classOf(1, right[n])) slots.push_back({n - bounds, n - bounds});
    return slots;
  }

  void pair(OpId l, OpId r) {
    done_[0][l.index()] = done_[1][r.index()] = true;
    Step step;
    step.reference = l;
    step.port = r;
    step.slots = slotsOf(l, r);
    const std::vector<SlotPair> slots = step.slots;
    steps_->push_back(step);
    const OpKind kind = programs_[0]->op(l).kind;
    if (tileir::info(kind).regionCount == 0) return results(l, r);
    for (std::uint32_t n = 0; n < std::min(programs_[0]->op(l).regions.count, programs_[1]->op(r).regions.count); ++n)
      region(l, r, n, slots);
    Step leave;
    leave.kind = Step::Kind::Leave;
    leave.reference = l;
    leave.port = r;
    if (kind == OpKind::Loop)
      for (std::uint32_t n = 0; n < std::min(programs_[0]->op(l).results.count, programs_[1]->op(r).results.count); ++n)
        leave.slots.push_back({n, n});
    steps_->push_back(leave);
    if (kind != OpKind::For) return results(l, r);
    for (std::size_t side = 0; side < 2; ++side)
      for (std::uint32_t n = 0; n < programs_[side]->op(side == 0 ? l : r).results.count; ++n)
        classes_[side][programs_[side]->result(side == 0 ? l : r, n).index()] = next_++;
    for (const SlotPair &slot : slots) same(programs_[0]->result(l, slot.reference), programs_[1]->result(r, slot.port));
  }

  void region(OpId l, OpId r, std::uint32_t n, const std::vector<SlotPair> &slots) {
    const auto one = programs_[0]->region(programs_[0]->region(l, n)).blocks,
               other = programs_[1]->region(programs_[1]->region(r, n)).blocks;
    if (one.count != 1 || other.count != 1) return;
    const std::array<BlockId, 2> blocks{BlockId(one.first), BlockId(other.first)};
    for (std::size_t side = 0; side < 2; ++side)
      for (std::uint32_t a = 0; a < programs_[side]->block(blocks[side]).arguments.count; ++a)
        classes_[side][programs_[side]->argument(blocks[side], a).index()] = next_++;
    const OpKind kind = programs_[0]->op(l).kind;
    const std::uint32_t first = kind == OpKind::For ? 1 : 0;
    if (first == 1) same(programs_[0]->argument(blocks[0], 0), programs_[1]->argument(blocks[1], 0));
    if (kind == OpKind::For || kind == OpKind::Loop) {
      for (const SlotPair &slot : slots)
        same(programs_[0]->argument(blocks[0], first + slot.reference), programs_[1]->argument(blocks[1], first + slot.port));
    } else {
      for (std::uint32_t a = 0;
           a < std::min(programs_[0]->block(blocks[0]).arguments.count, programs_[1]->block(blocks[1]).arguments.count); ++a)
        same(programs_[0]->argument(blocks[0], a), programs_[1]->argument(blocks[1], a));
    }
    block(blocks);
  }

  void results(OpId l, OpId r) {
    for (std::uint32_t n = 0; n < std::min(programs_[0]->op(l).results.count, programs_[1]->op(r).results.count); ++n)
      same(programs_[0]->result(l, n), programs_[1]->result(r, n));
  }

  std::array<const Program *, 2> programs_;
  Canonical canonical_;
  std::vector<Term> noTerms_;
  Nodes nodes_;
  std::array<Needs, 2> needs_;
  Intervals intervals_;
  std::array<Structure, 2> structures_;
  std::array<std::vector<bool>, 2> done_;
  std::array<std::vector<int>, 2> classes_;
  std::vector<std::map<std::string, std::pair<OpId, std::size_t>>> tables_;
  std::map<std::string, bool> exchanged_;
  std::vector<Step> *steps_ = nullptr;
  int next_ = kEmpty + 1;
};

}  // namespace

Certificate prove(const Program &reference, const Program &port) {
  Certificate certificate;
  Prover prover(reference, port);
  for (std::size_t f = 0; f < std::min(reference.functionCount(), port.functionCount()); ++f)
    certificate.entries.push_back(prover.entry(tileir::FunctionId(f), tileir::FunctionId(f)));
  return certificate;
}

}  // namespace tileport::certificate::test
