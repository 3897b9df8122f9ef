// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/check.h"

#include <algorithm>
#include <set>

#include "certificate/replay.h"
#include "tileir/verifier.h"

namespace tileport::certificate {

using tileir::FunctionId;
using tileir::OpId;
using tileir::Program;

namespace {

/// Pieces of work, of which a step on a real program takes a few.
constexpr std::uint64_t kMostWork = 200'000'000;

Error refuse(const std::string &message, ErrorKind kind = ErrorKind::Malformed) {
  return {kind, message, {}, "The certificate proves nothing; compare the programs by eye."};
}

const char *nameOf(std::size_t side) { return side == 0 ? "reference" : "port"; }

std::string nameOf(Step::Kind kind) {
  switch (kind) {
    case Step::Kind::Pair: return "pair";
    case Step::Kind::Leave: return "leave";
    case Step::Kind::Congruent: return "congruent";
    case Step::Kind::Commuted: return "commuted";
    case Step::Kind::Constant: return "constant";
    case Step::Kind::Identity: return "identity";
    case Step::Kind::Rewrite: return "rewrite";
    case Step::Kind::NoOrder: return "no order";
    case Step::Kind::JoinOfOne: return "join of one";
    case Step::Kind::JoinOfSame: return "join of same";
    case Step::Kind::Unchanged: return "unchanged";
  }
  return "of no kind";
}

class Checker {
 public:
  Checker(const Certificate &certificate, const Program &reference, const Program &port, const CancelToken &cancel)
      : certificate_(certificate),
        programs_{&reference, &port},
        cancel_(cancel),
        effort_(kMostWork),
        canonical_(reference, port),
        globals_(canonical_),
        hints_(reference, port),
        nodes_(canonical_, certificate.terms),
        needs_{Needs(reference), Needs(port)},
        intervals_(canonical_, nodes_, {&needs_[0], &needs_[1]}),
        structures_{Structure(canonical_, nodes_, needs_[0], intervals_, Side::Reference, countingLoops(0)),
                    Structure(canonical_, nodes_, needs_[1], intervals_, Side::Port, countingLoops(1))},
        scopes_(nodes_, {&structures_[0], &structures_[1]}),
        classes_(nodes_, scopes_.depths()),
        world_{canonical_, nodes_, {&structures_[0], &structures_[1]}, intervals_, classes_, globals_, hints_, effort_},
        paired_{std::vector<bool>(reference.opCount()), std::vector<bool>(port.opCount())} {}

  Result<Checked> run() {
    if (auto entries = checkEntries(); !entries) return entries.error();
    for (std::size_t e = 0; e < certificate_.entries.size(); ++e)
      if (auto replayed = replay(e); !replayed) return replayed.error();
    for (std::size_t side = 0; side < 2; ++side)
      if (const std::string missing = uncovered(side); !missing.empty()) return refuse(missing);
    if (const std::string left = globals_.leftOver(); !left.empty()) return refuse(left);
    return std::move(checked_);
  }

 private:
  /// The loops of a side that the certificate pairs with a `for` of the other.
  std::vector<OpId> countingLoops(std::size_t side) const {
    std::vector<OpId> list;
    const auto isOf = [&](std::size_t on, OpId op, tileir::OpKind kind) {
      return op.index() < programs_[on]->opCount() && programs_[on]->op(op).kind == kind;
    };
    for (const EntryPair &entry : certificate_.entries)
      for (const Step &step : entry.steps) {
        const std::array<OpId, 2> ops{step.reference, step.port};
        if (step.kind != Step::Kind::Pair || !isOf(side, ops[side], tileir::OpKind::Loop)) continue;
        if (isOf(1 - side, ops[1 - side], tileir::OpKind::For)) list.push_back(ops[side]);
      }
    return list;
  }

  Result<void> checkEntries() {
    for (std::size_t side = 0; side < 2; ++side)
      for (const tileir::Function &function : programs_[side]->data().functions) names_[side].insert(function.name);
    std::array<std::vector<bool>, 2> used{std::vector<bool>(programs_[0]->functionCount()),
                                          std::vector<bool>(programs_[1]->functionCount())};
    if (used[0].empty()) return refuse("the programs have no entry");
    for (const EntryPair &pair : certificate_.entries) {
      const std::array<FunctionId, 2> functions{pair.reference, pair.port};
      for (std::size_t side = 0; side < 2; ++side) {
        if (functions[side].index() >= used[side].size())
          return refuse(std::string("an entry of the ") + nameOf(side) + " that there is not");
        if (used[side][functions[side].index()]) return refuse(std::string("an entry of the ") + nameOf(side) + " stands in two pairs");
        used[side][functions[side].index()] = true;
      }
      // Whoever launches an entry does so by its name.
      for (std::size_t side = 0; side < 2; ++side) {
        const std::string &own = programs_[side]->function(functions[side]).name;
        if (own != programs_[1 - side]->function(functions[1 - side]).name && hasEntry(1 - side, own))
          return refuse("entry " + own + " of the " + nameOf(side) + " is not paired with the one of its name");
      }
    }
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t f = 0; f < used[side].size(); ++f)
        if (!used[side][f])
          return refuse("entry " + programs_[side]->function(FunctionId(f)).name + " of the " + nameOf(side) + " has no counterpart");
    return {};
  }

  bool hasEntry(std::size_t side, const std::string &name) const { return names_[side].count(name) != 0; }

  Result<void> replay(std::size_t e) {
    const EntryPair &entry = certificate_.entries[e];
    const auto failed = [&](const std::string &why, std::size_t at) -> Error {
      std::string message = "entry " + programs_[0]->function(entry.reference).name + ": ";
      if (at < entry.steps.size()) message += "step " + std::to_string(at) + " (" + nameOf(entry.steps[at].kind) + "): ";
      return refuse(message + why);
    };
    if (const std::string why = compareHeads(entry); !why.empty()) return failed(why, entry.steps.size());
    Replay replay(world_, scopes_, checked_, paired_);
    if (const std::string why = replay.begin(entry); !why.empty()) return failed(why, entry.steps.size());
    for (std::size_t i = 0; i < entry.steps.size(); ++i) {
      constexpr std::size_t kBetween = 256;
      if (i % kBetween == 0 && cancel_.cancelled()) return refuse("the check was cancelled", ErrorKind::Cancelled);
      const std::string why = replay.step(entry.steps, i);
      if (effort_.spent()) return refuse("the certificate takes more work to check than is allowed", ErrorKind::Limit);
      if (!why.empty()) return failed(why, i);
      ++checked_.steps;
    }
    if (const std::string why = replay.end(); !why.empty()) return failed(why, entry.steps.size());
    return {};
  }

  std::string compareHeads(const EntryPair &entry) {
    const tileir::Function &left = programs_[0]->function(entry.reference), &right = programs_[1]->function(entry.port);
    if (left.isPrivate != right.isPrivate) return "one of the two entries is private";
    for (const std::string &what : hints_.compare(left.hints, right.hints))
      checked_.exceptions.push_back({Exception::Kind::Hint, {}, {}, what});
    const auto saysNothing = [](const Program &program, const tileir::Function &function) {
      return std::all_of(function.argumentAttributes.begin(), function.argumentAttributes.end(),
                         [&](tileir::AttributeId id) { return program.attribute(id).items.empty(); });
    };
    if (saysNothing(*programs_[0], left) && saysNothing(*programs_[1], right)) return {};
    if (left.argumentAttributes.size() != right.argumentAttributes.size()) return "the attributes of arguments differ";
    for (std::size_t n = 0; n < left.argumentAttributes.size(); ++n) {
      const std::uint32_t a = canonical_.attribute(Side::Reference, left.argumentAttributes[n]);
      if (a == Canonical::kUnknown || a != canonical_.attribute(Side::Port, right.argumentAttributes[n]))
        return "the attributes of arguments differ";
    }
    return {};
  }

  /// What has no pair and must have one. An op with regions that does nothing but give values, cannot fail and ends need not have one:
  /// nothing that has a pair can be proven equal by way of it but by rule if_select.
  std::string uncovered(std::size_t side) {
    const Program &program = *programs_[side];
    const Structure &structure = structures_[side];
    for (std::size_t i = 0; i < program.opCount();) {
      const OpId op(i);
      if (paired_[side][i] || !structure.needsPair(op)) {
        ++i;
        continue;
      }
      if (program.op(op).regions.count == 0 || !structure.quiet(op))
        return nameAndLine(program, op) + " of the " + nameOf(side) + " has no counterpart";
      for (; i < program.op(op).subtreeEnd.index(); ++i)
        if (const OpId inner(i); program.op(inner).kind == tileir::OpKind::Assume && structure.needed(inner))
          checked_.exceptions.push_back(
              {Exception::Kind::Assume, side == 0 ? inner : OpId(), side == 1 ? inner : OpId(),
               nameAndLine(program, inner) + " of the " + nameOf(side) + " stands where the other side has nothing"});
    }
    return {};
  }

  const Certificate &certificate_;
  std::array<const Program *, 2> programs_;
  CancelToken cancel_;
  Effort effort_;
  Canonical canonical_;
  Globals globals_;
  HintComparer hints_;
  Nodes nodes_;
  std::array<Needs, 2> needs_;
  Intervals intervals_;
  std::array<Structure, 2> structures_;
  Scopes scopes_;
  Classes classes_;
  World world_;
  std::array<std::vector<bool>, 2> paired_;
  std::array<std::set<std::string>, 2> names_;  ///< of entries
  Checked checked_;
};

}  // namespace

Result<Checked> check(const Certificate &certificate, const Program &reference, const Program &port, const CancelToken &cancel) {
  // What the rules say of ops holds of those that keep the rules of Tile IR.
  for (const Program *program : {&reference, &port})
    if (const auto violations = tileir::verify(*program, 1, cancel); !violations.empty())
      return refuse("one of the programs is not valid: " + violations.front().message);
  if (cancel.cancelled()) return refuse("the check was cancelled", ErrorKind::Cancelled);
  return Checker(certificate, reference, port, cancel).run();
}

}  // namespace tileport::certificate
