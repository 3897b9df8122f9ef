// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Certificates that hold, spoiled by seed. Each way of spoiling picks its place so that what is left proves nothing, or says what is not
// so: whether that is harmless is decided here, by what was changed, and never by asking the checker.
#include <QTest>
#include <map>

#include "certificate/check.h"
#include "certificate/needs.h"
#include "certificate/prover.h"
#include "certificate/random_edits.h"
#include "certificate/writer.h"
#include "mutate/random.h"
#include "mutate/synthetic.h"
#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/text_reader.h"

using namespace tileport;
using namespace tileport::certificate;
using namespace tileport::certificate::test;
using mutate::Random;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ProgramPtr;
using tileir::ValueId;

class TestCorrupted : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void isRefused_data();
  void isRefused();
  void nothingProvesDifferentPrograms_data();
  void nothingProvesDifferentPrograms();

 private:
  struct Base {
    std::string name;
    ProgramPtr reference, port;
    Certificate certificate;
  };
  void add(const std::string &name, const ProgramPtr &program);
  void addRewritten();
  void addTurned();
  void addCounted();
  std::vector<Base> bases_;
};

namespace {

/// A certificate that is being spoiled, with what its places are about.
struct Spoiling {
  const Program &reference, &port;
  Certificate &certificate;
  Random &random;

  EntryPair &entry() { return certificate.entries[0]; }
  std::vector<Step> &steps() { return entry().steps; }

  /// A step for which `fits` holds; the number of steps when there is none.
  template <class F>
  std::size_t pick(F fits) {
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < steps().size(); ++i)
      if (fits(steps()[i])) list.push_back(i);
    return list.empty() ? steps().size() : random.pick(list);
  }
  bool found(std::size_t at) const { return at < certificate.entries[0].steps.size(); }
  const Program &program(const Ref &ref) const { return ref.kind == Ref::Kind::Reference ? reference : port; }
  OpId definition(const Ref &ref) const { return ref.kind == Ref::Kind::Term ? OpId() : program(ref).value(ValueId(ref.number)).op; }
};

bool isAct(const Step &step) { return step.kind == Step::Kind::Pair; }
bool isCongruent(const Step &step) { return step.kind == Step::Kind::Congruent; }

/// A way of spoiling: false where there is no place for it.
using Way = bool (*)(Spoiling &);

/// An op that acts, with regions or none, stays without a counterpart. (One that only gives values needs none.)
bool pairDropped(Spoiling &s) {
  const std::size_t at = s.pick([&](const Step &step) { return isAct(step) && acts(s.reference.op(step.reference).kind); });
  if (!s.found(at)) return false;
  s.steps().erase(s.steps().begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

bool pairRepeated(Spoiling &s) {
  const std::size_t at = s.pick(isAct);
  if (!s.found(at)) return false;
  const Step step = s.steps()[at];
  s.steps().insert(s.steps().begin() + static_cast<std::ptrdiff_t>(at + s.random.below(s.steps().size() - at)) + 1, step);
  return true;
}

/// What acts on one side has another op for a counterpart, whose own counterpart then lacks.
bool opChanged(Spoiling &s) {
  const std::size_t at = s.pick([&](const Step &step) { return isAct(step) && acts(s.reference.op(step.reference).kind); });
  if (!s.found(at)) return false;
  const std::size_t other = s.random.below(s.port.opCount() + 3);
  OpId &op = s.random.chance(50) ? s.steps()[at].port : s.steps()[at].reference;
  if (OpId(other) == op) return false;
  op = OpId(other);
  return true;
}

/// A value that something depends on is no longer proven equal: no other step is about it.
bool congruentDropped(Spoiling &s) {
  const Needs needs(s.reference);
  const std::size_t at = s.pick([&](const Step &step) {
    if (!isCongruent(step) || step.a.kind != Ref::Kind::Reference) return false;
    const OpId op = s.definition(step.a);
    return needs.of(op) && s.reference.op(op).kind != OpKind::MakeToken;
  });
  if (!s.found(at)) return false;
  s.steps().erase(s.steps().begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

/// The result of one kind of op is said to equal that of another kind.
bool refExchanged(Spoiling &s) {
  const std::size_t at = s.pick([](const Step &step) { return step.kind != Step::Kind::Pair && step.kind != Step::Kind::Leave; });
  if (!s.found(at)) return false;
  Step &step = s.steps()[at];
  if (step.kind != Step::Kind::Congruent && step.kind != Step::Kind::Commuted) return false;
  Ref &ref = s.random.chance(50) ? step.a : step.b;
  if (ref.kind == Ref::Kind::Term) return false;
  const Ref before = ref;
  ref.number = static_cast<std::uint32_t>(s.random.below(s.program(ref).valueCount() + 2));
  if (ref.number >= s.program(ref).valueCount()) return true;
  // Through assume ops it may be the same value.
  OpId op = s.definition(ref);
  while (op.valid() && s.program(ref).op(op).kind == OpKind::Assume) op = s.program(ref).value(s.program(ref).operands(op)[0]).op;
  return !op.valid() || s.program(ref).op(op).kind != s.program(before).op(s.definition(before)).kind;
}

bool kindChanged(Spoiling &s) {
  const std::size_t at = s.pick(isCongruent);
  if (!s.found(at)) return false;
  Step &step = s.steps()[at];
  const OpId op = s.definition(step.a);
  if (!op.valid()) return false;
  const OpKind kind = s.program(step.a).op(op).kind;
  // Of these the results of this kind of op are none, whatever they are.
  std::vector<Step::Kind> kinds = {Step::Kind::Unchanged};
  if (kind != OpKind::Reshape && kind != OpKind::Broadcast) kinds.push_back(Step::Kind::Identity);
  if (kind != OpKind::JoinTokens) kinds.insert(kinds.end(), {Step::Kind::JoinOfOne, Step::Kind::JoinOfSame});
  if (kind != OpKind::JoinTokens && kind != OpKind::MakeToken) kinds.push_back(Step::Kind::NoOrder);
  if (kind != OpKind::Reshape && kind != OpKind::Broadcast && kind != OpKind::Constant) kinds.push_back(Step::Kind::Constant);
  step.kind = s.random.pick(kinds);
  return true;
}

bool ruleRenamed(Spoiling &s) {
  const std::size_t at = s.pick(isCongruent);
  if (!s.found(at)) return false;
  Step &step = s.steps()[at];
  // The rule is about no op of that kind, or there is none of its name.
  const OpId op = s.definition(step.a);
  if (!op.valid() || s.program(step.a).op(op).kind == OpKind::AndI) return false;
  const std::vector<std::string> names = {"and_ones", "and_zero", "and_same", "", "no_rule", std::string(1000, 'r')};
  step.kind = Step::Kind::Rewrite;
  step.rule = s.random.pick(names);
  step.bindings = {step.a};
  return true;
}

bool rewriteSpoiled(Spoiling &s) {
  const std::size_t at = s.pick([](const Step &step) { return step.kind == Step::Kind::Rewrite; });
  if (!s.found(at)) return false;
  Step &step = s.steps()[at];
  switch (s.random.below(4)) {
    case 0: step.rule += "x"; break;
    case 1: step.bindings.push_back(step.a); break;
    case 2:
      if (step.bindings.empty()) return false;
      step.bindings.pop_back();
      step.witnesses.clear();
      break;
    default: step.a = Ref{Ref::Kind::Term, 1000}; break;
  }
  return true;
}

/// The op that a term is, or what it is made of, is another: what rests on it does not hold.
bool termSpoiled(Spoiling &s) {
  if (s.certificate.terms.empty()) return false;
  Term &term = s.certificate.terms[s.random.below(s.certificate.terms.size())];
  switch (s.random.below(4)) {
    case 0: term.kind = term.kind == OpKind::AddI ? OpKind::SubI : OpKind::AddI; break;
    case 1:
      if (term.operands.empty()) return false;
      term.operands.pop_back();
      break;
    case 2: term.attributes.emplace_back("overflow", 1); break;
    default: term.typeOf = {Ref::Kind::Term, 0}; break;
  }
  return true;
}

/// Two that come in different and of which the other side has no such pair.
bool slotExchanged(Spoiling &s) {
  const std::size_t at =
      s.pick([&](const Step &step) { return step.slots.size() > 1 && s.reference.op(step.reference).kind == OpKind::For; });
  if (!s.found(at)) return false;
  Step &step = s.steps()[at];
  const std::size_t a = s.random.below(step.slots.size()), b = s.random.below(step.slots.size());
  const auto operands = s.reference.operands(step.reference);
  const auto root = [&](std::uint32_t slot) {
    ValueId value = operands[3 + slot];
    while (s.reference.value(value).op.valid() && s.reference.op(s.reference.value(value).op).kind == OpKind::Assume)
      value = s.reference.operands(s.reference.value(value).op)[0];
    return value;
  };
  if (root(step.slots[a].reference) == root(step.slots[b].reference)) return false;
  std::swap(step.slots[a].port, step.slots[b].port);
  return true;
}

/// A turned load or store names its dimensions in another order, or one of them twice. Their extents and indices differ.
bool dimensionsExchanged(Spoiling &s) {
  const std::size_t at = s.pick([&](const Step &step) {
    return isAct(step) && step.slots.size() > 1 && s.reference.op(step.reference).regions.count == 0 &&
           !tileir::info(s.reference.op(step.reference).kind).terminator;
  });
  if (!s.found(at)) return false;
  Step &step = s.steps()[at];
  const std::size_t a = s.random.below(step.slots.size()), b = s.random.below(step.slots.size());
  if (a == b) step.slots.erase(step.slots.begin() + static_cast<std::ptrdiff_t>(a));
  else if (s.random.chance(50)) std::swap(step.slots[a].port, step.slots[b].port);
  else step.slots[a].port = step.slots[b].port;
  return true;
}

/// Results of a `for` and a `loop` that are not what the two carry alike.
bool resultsExchanged(Spoiling &s) {
  const std::size_t at = s.pick([](const Step &step) { return step.kind == Step::Kind::Leave && step.slots.size() > 1; });
  if (!s.found(at)) return false;
  Step &step = s.steps()[at];
  if (s.random.chance(50)) std::swap(step.slots[0].port, step.slots[1].port);
  else step.slots[s.random.below(2)].port = 0;  // the index
  return true;
}

bool slotOutOfRange(Spoiling &s) {
  const std::size_t at = s.pick([](const Step &step) { return !step.slots.empty(); });
  if (!s.found(at)) return false;
  Step &step = s.steps()[at];
  (s.random.chance(50) ? step.slots[0].port : step.slots[0].reference) =
      s.random.chance(50) ? UINT32_MAX : 1000 + static_cast<std::uint32_t>(s.random.below(50));
  return true;
}

/// What a value is made of is proven equal behind it.
bool provenTooLate(Spoiling &s) {
  std::map<ValueId, std::size_t> provenAt;
  std::vector<std::pair<std::size_t, std::size_t>> list;
  for (std::size_t i = 0; i < s.steps().size(); ++i) {
    const Step &step = s.steps()[i];
    if (!isCongruent(step) || step.a.kind != Ref::Kind::Reference) continue;
    const OpId op = s.definition(step.a);
    for (const ValueId operand : s.reference.operands(op))
      if (const auto at = provenAt.find(operand); at != provenAt.end()) list.emplace_back(at->second, i);
    for (std::uint32_t n = 0; n < s.reference.op(op).results.count; ++n) provenAt[s.reference.result(op, n)] = i;
  }
  if (list.empty()) return false;
  const auto [first, second] = s.random.pick(list);
  const Step step = s.steps()[first];
  s.steps().insert(s.steps().begin() + static_cast<std::ptrdiff_t>(second) + 1, step);
  s.steps().erase(s.steps().begin() + static_cast<std::ptrdiff_t>(first));
  return true;
}

/// A block ends before one of its ops: nothing comes behind a terminator.
bool endedEarly(Spoiling &s) {
  const std::size_t at =
      s.pick([&](const Step &step) { return isAct(step) && tileir::info(s.reference.op(step.reference).kind).terminator; });
  if (!s.found(at)) return false;
  const tileir::BlockId block = s.reference.op(s.steps()[at].reference).block;
  std::vector<std::size_t> before;
  for (std::size_t i = 0; i < at; ++i)
    if (isAct(s.steps()[i]) && s.reference.op(s.steps()[i].reference).block == block) before.push_back(i);
  if (before.empty()) return false;
  const std::size_t to = s.random.pick(before);
  const Step step = s.steps()[at];
  s.steps().erase(s.steps().begin() + static_cast<std::ptrdiff_t>(at));
  s.steps().insert(s.steps().begin() + static_cast<std::ptrdiff_t>(to), step);
  return true;
}

bool leaveSpoiled(Spoiling &s) {
  const std::size_t at = s.pick([](const Step &step) { return step.kind == Step::Kind::Leave; });
  if (!s.found(at)) return false;
  const auto place = s.steps().begin() + static_cast<std::ptrdiff_t>(at);
  if (s.random.chance(40)) s.steps().erase(place);
  else if (s.random.chance(50)) s.steps().insert(place, Step(*place));
  else place->port = OpId(s.random.below(s.port.opCount()) + s.port.opCount());
  return true;
}

bool cutOff(Spoiling &s) {
  if (s.steps().empty()) return false;
  s.steps().resize(s.random.below(s.steps().size()));
  return true;
}

bool entrySpoiled(Spoiling &s) {
  switch (s.random.below(4)) {
    case 0: s.certificate.entries.clear(); break;
    case 1: s.certificate.entries.push_back(EntryPair(s.entry())); break;
    case 2: s.entry().port = tileir::FunctionId(s.random.below(5) + s.port.functionCount()); break;
    default: s.entry().reference = tileir::FunctionId(); break;
  }
  return true;
}

/// The arguments no longer come by position, or one has no counterpart: that is refused, or told.
bool argumentsSpoiled(Spoiling &s) {
  auto &arguments = s.entry().arguments;
  if (arguments.size() < 2) return false;
  const std::size_t a = s.random.below(arguments.size()), b = s.random.below(arguments.size());
  if (a == b) arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(a));
  else if (s.random.chance(50)) std::swap(arguments[a].port, arguments[b].port);
  else arguments.push_back(arguments[a]);
  return true;
}

struct Named {
  const char *name;
  Way way;
};
constexpr Named kWays[] = {
    {"pair dropped", pairDropped},
    {"pair repeated", pairRepeated},
    {"op changed", opChanged},
    {"congruent dropped", congruentDropped},
    {"ref exchanged", refExchanged},
    {"kind changed", kindChanged},
    {"rule renamed", ruleRenamed},
    {"rewrite spoiled", rewriteSpoiled},
    {"term spoiled", termSpoiled},
    {"slot exchanged", slotExchanged},
    {"dimensions exchanged", dimensionsExchanged},
    {"results exchanged", resultsExchanged},
    {"slot out of range", slotOutOfRange},
    {"proven too late", provenTooLate},
    {"ended early", endedEarly},
    {"leave spoiled", leaveSpoiled},
    {"cut off", cutOff},
    {"entry spoiled", entrySpoiled},
    {"arguments spoiled", argumentsSpoiled},
};

}  // namespace

void TestCorrupted::add(const std::string &name, const ProgramPtr &program) {
  bases_.push_back({name, program, program, lockstep(*program, *program)});
}

/// What front ends spell differently, with a term between.
void TestCorrupted::addRewritten() {
  const std::string head = "entry @k(%p: tile<ptr<i32>>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>) {\n";
  const std::string tail = "  %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token\n  return\n}\n";
  const auto left =
      tileir::readText(head +
                           "  %f = assume bounded<0, 1000>, %n : tile<i32>\n  %a = constant <i32: 255> : tile<i32>\n"
                           "  %b = constant <i32: 256> : tile<i32>\n  %s = addi %f, %a : tile<i32>\n"
                           "  %q = divi %s, %b signed rounding<negative_inf> : tile<i32>\n"
                           "  %r = if %c -> (tile<i32>) {\n    yield %q : tile<i32>\n  } else {\n    yield %m : tile<i32>\n  }\n" +
                           tail,
                       "left");
  const auto right = tileir::readText(head +
                                          "  %f = assume bounded<0, 1000>, %n : tile<i32>\n  %b = constant <i32: 256> : tile<i32>\n"
                                          "  %q = divi %f, %b signed rounding<positive_inf> : tile<i32>\n"
                                          "  %r = select %c, %q, %m : tile<i1>, tile<i32>\n" +
                                          tail,
                                      "right");
  QVERIFY(left.ok() && right.ok());
  const Program &l = **left, &r = **right;
  const auto ours = [&](OpKind kind, std::size_t n = 0) { return resultOf(l, Side::Reference, kind, n); };
  const auto theirs = [&](OpKind kind, std::size_t n = 0) { return resultOf(r, Side::Port, kind, n); };
  Certificate certificate;
  Term select;
  select.kind = OpKind::Select;
  select.operands = {argumentOf(l, Side::Reference, 3), ours(OpKind::DivI), argumentOf(l, Side::Reference, 2)};
  select.typeOf = argumentOf(l, Side::Reference, 1);
  certificate.terms.push_back(select);
  const Ref term{Ref::Kind::Term, 0};
  EntryPair entry;
  entry.reference = entry.port = tileir::FunctionId(0);
  for (std::uint32_t n = 0; n < 4; ++n) entry.arguments.push_back({n, n});
  entry.steps.push_back(equalBy(Step::Kind::Congruent, ours(OpKind::Constant, 1), theirs(OpKind::Constant)));
  entry.steps.push_back(rewrite("ceil_div_floor", ours(OpKind::DivI), theirs(OpKind::DivI),
                                {argumentOf(l, Side::Reference, 1), ours(OpKind::Constant, 1)},
                                {ours(OpKind::Assume), ours(OpKind::Constant, 1)}));
  entry.steps.push_back(rewrite("if_select", ours(OpKind::If), term));
  entry.steps.push_back(equalBy(Step::Kind::Congruent, term, theirs(OpKind::Select)));
  for (const OpKind kind : {OpKind::StorePtrTko, OpKind::Return}) {
    Step step;
    step.reference = opOf(l, kind);
    step.port = opOf(r, kind);
    entry.steps.push_back(step);
  }
  certificate.entries.push_back(entry);
  bases_.push_back({"rewritten", *left, *right, certificate});
}

/// A load through a map of dimensions, permuted, and a store of what is permuted through another one, against plain ones.
void TestCorrupted::addTurned() {
  const std::string tensor = "tensor_view<32x64xi32, strides=[64,1]>";
  const auto view = [&](const std::string &tile, bool mapped) {
    return "partition_view<tile=(" + tile + "), " + tensor + (mapped ? ", dim_map=[1, 0]>" : ">");
  };
  const auto text = [&](bool turned) {
    const std::string a = view(turned ? "8x4" : "4x8", turned), b = a;
    std::string body = "entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %i: tile<i32>, %j: tile<i32>) {\n";
    for (const char *name : {"p", "q"})
      body += std::string("  %s") + name + " = make_tensor_view %" + name + ", shape = [32, 64], strides = [64, 1] : " + tensor + "\n  %v" +
              name + " = make_partition_view %s" + name + " : " + a + "\n";
    const std::string at = turned ? "[%j, %i]" : "[%i, %j]", tile = turned ? "tile<8x4xi32>" : "tile<4x8xi32>";
    body += "  %x, %t = load_view_tko weak %vp" + at + " : " + a + ", tile<i32> -> " + tile + ", token\n";
    if (turned) body += "  %y = permute %x [1, 0] : tile<8x4xi32> -> tile<4x8xi32>\n";
    body += std::string("  %n = addi ") + (turned ? "%y, %y" : "%x, %x") + " : tile<4x8xi32>\n";
    if (turned) body += "  %m = permute %n [1, 0] : tile<4x8xi32> -> tile<8x4xi32>\n";
    return body + "  %u = store_view_tko weak " + (turned ? "%m" : "%n") + ", %vq" + at + " : " + tile + ", " + b +
           ", tile<i32> -> token\n  return\n}\n";
  };
  const auto left = tileir::readText(text(false), "left"), right = tileir::readText(text(true), "right");
  QVERIFY(left.ok() && right.ok());
  const Program &l = **left, &r = **right;
  EntryPair entry;
  entry.reference = entry.port = tileir::FunctionId(0);
  for (std::uint32_t n = 0; n < 4; ++n) entry.arguments.push_back({n, n});
  const auto pairUp = [&](OpKind kind, std::vector<SlotPair> slots) {
    Step step;
    step.reference = opOf(l, kind);
    step.port = opOf(r, kind);
    step.slots = std::move(slots);
    entry.steps.push_back(step);
  };
  for (std::size_t n = 0; n < 2; ++n)
    entry.steps.push_back(equalBy(Step::Kind::Congruent, resultOf(l, Side::Reference, OpKind::MakeTensorView, n),
                                  resultOf(r, Side::Port, OpKind::MakeTensorView, n)));
  pairUp(OpKind::LoadViewTko, {{0, 1}, {1, 0}});
  entry.steps.push_back(rewrite("permuted", resultOf(r, Side::Port, OpKind::Permute), resultOf(l, Side::Reference, OpKind::LoadViewTko)));
  entry.steps.push_back(equalBy(Step::Kind::Congruent, resultOf(l, Side::Reference, OpKind::AddI), resultOf(r, Side::Port, OpKind::AddI)));
  pairUp(OpKind::StoreViewTko, {{0, 1}, {1, 0}});
  pairUp(OpKind::Return, {});
  Certificate certificate;
  certificate.entries.push_back(entry);
  bases_.push_back({"turned", *left, *right, certificate});
}

/// A `for` that carries two values against a `loop` that counts.
void TestCorrupted::addCounted() {
  const std::string head =
      "entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>, %n: tile<i32>) {\n  %o = constant <i32: 1> : tile<i32>\n";
  const std::string body = "    %c = subi %a, %b : tile<i32>\n    %d = muli %b, %i : tile<i32>\n";
  const std::string tail =
      "  %q = divi %r, %s signed rounding<zero> : tile<i32>\n  %t = store_ptr_tko weak %p, %q : tile<ptr<i32>>, tile<i32> -> token\n  "
      "return\n}\n";
  const auto left = tileir::readText(head +
                                         "  %r, %s = for %i in (%o to %n, step %o) : tile<i32> iter_values(%a = %x, %b = %y) -> "
                                         "(tile<i32>, tile<i32>) {\n" +
                                         body + "    continue %c, %d : tile<i32>, tile<i32>\n  }\n" + tail,
                                     "left");
  const std::string types = "tile<i32>, tile<i32>, tile<i32>";
  const auto right = tileir::readText(
      head + "  %e, %r, %s = loop iter_values(%i = %o, %a = %x, %b = %y) : " + types + " -> " + types +
          " {\n    %g = cmpi greater_than_or_equal %i, %n, signed : tile<i32> -> tile<i1>\n    if %g {\n      break %i, %a, %b : " + types +
          "\n    }\n" + body + "    %j = addi %i, %o : tile<i32>\n    continue %j, %c, %d : " + types + "\n  }\n" + tail,
      "right");
  QVERIFY(left.ok() && right.ok());
  const Program &l = **left, &r = **right;
  EntryPair entry;
  entry.reference = entry.port = tileir::FunctionId(0);
  for (std::uint32_t n = 0; n < 4; ++n) entry.arguments.push_back({n, n});
  const auto pairUp = [&](OpKind one, OpKind other, std::vector<SlotPair> slots, Step::Kind kind = Step::Kind::Pair) {
    Step step;
    step.kind = kind;
    step.reference = opOf(l, one);
    step.port = opOf(r, other);
    step.slots = std::move(slots);
    entry.steps.push_back(step);
  };
  const auto same = [&](OpKind kind) {
    entry.steps.push_back(equalBy(Step::Kind::Congruent, resultOf(l, Side::Reference, kind), resultOf(r, Side::Port, kind)));
  };
  same(OpKind::Constant);
  pairUp(OpKind::For, OpKind::Loop, {{0, 1}, {1, 2}});
  same(OpKind::SubI);
  same(OpKind::MulI);
  pairUp(OpKind::Continue, OpKind::Continue, {});
  pairUp(OpKind::For, OpKind::Loop, {{0, 1}, {1, 2}}, Step::Kind::Leave);
  same(OpKind::DivI);
  pairUp(OpKind::StorePtrTko, OpKind::StorePtrTko, {});
  pairUp(OpKind::Return, OpKind::Return, {});
  Certificate certificate;
  certificate.entries.push_back(entry);
  bases_.push_back({"counted", *left, *right, certificate});
}

void TestCorrupted::initTestCase() {
  for (const auto &path : tileport::test::filesIn(TILEPORT_SOURCE_DIR "/resources/demo", ".tileirbc")) {
    const auto program = tileir::readBytecodeFile(path);
    QVERIFY(program.ok());
    add(path.stem().string(), *program);
  }
  for (const std::uint64_t seed : {1, 2, 3}) add("synthetic " + std::to_string(seed), mutate::synthetic(300, seed));
  for (const char *name : {"val-continue-swap", "loop-cont", "tok-nest-ring-6-6", "assume-for-turns", "div-in-for-hoisted"}) {
    const std::string text = tileport::test::contentOf(std::string(TILEPORT_SOURCE_DIR "/tests/cases/pairs/") + name + ".mlir");
    const auto program = tileir::readText(text.substr(0, text.find("\n// against\n") + 1), name);
    QVERIFY2(program.ok(), name);
    add(name, *program);
  }
  addRewritten();
  addTurned();
  addCounted();
  for (const Base &base : bases_) {
    const auto checked = check(base.certificate, *base.reference, *base.port);
    QVERIFY2(checked.ok() && checked->unconditional(), (base.name + ": " + (checked.ok() ? "" : checked.error().message)).c_str());
  }
}

void TestCorrupted::isRefused_data() {
  QTest::addColumn<int>("way");
  for (int i = 0; i < static_cast<int>(std::size(kWays)); ++i) QTest::newRow(kWays[i].name) << i;
}

void TestCorrupted::isRefused() {
  QFETCH(int, way);
  constexpr std::uint64_t kSeeds = 12;
  int tried = 0;
  for (const Base &base : bases_)
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      Certificate spoiled = base.certificate;
      Random random(seed * 1000 + static_cast<std::uint64_t>(way));
      Spoiling spoiling{*base.reference, *base.port, spoiled, random};
      if (!kWays[way].way(spoiling)) continue;
      ++tried;
      const auto checked = check(spoiled, *base.reference, *base.port);
      // Arguments that are paired otherwise are told, where nothing rests on them.
      const bool told = kWays[way].way == argumentsSpoiled && checked.ok() && !checked->exceptions.empty();
      QVERIFY2(!checked.ok() || told, (base.name + ", seed " + std::to_string(seed)).c_str());
    }
  qInfo("%d corrupted certificates refused", tried);
  QVERIFY(tried > 0);
}

void TestCorrupted::nothingProvesDifferentPrograms_data() {
  QTest::addColumn<QString>("path");
  for (const auto &path : tileport::test::filesIn(TILEPORT_SOURCE_DIR "/tests/cases/pairs", ".mlir"))
    if (tileport::test::contentOf(path).find("// expect: different") == 0 && path.stem() != "dead-pure" && path.stem() != "el-dead")
      QTest::newRow(path.stem().c_str()) << QString::fromStdString(path.string());
}

/// Whatever is done to a certificate of two programs that differ, none of them holds.
void TestCorrupted::nothingProvesDifferentPrograms() {
  QFETCH(QString, path);
  // More of them: TILEPORT_SEEDS=100000.
  const std::uint64_t seeds = qEnvironmentVariableIsSet("TILEPORT_SEEDS") ? qEnvironmentVariable("TILEPORT_SEEDS").toULongLong() : 100;
  const std::string text = tileport::test::contentOf(path.toStdString());
  const std::size_t divided = text.find("\n// against\n");
  const auto reference = tileir::readText(text.substr(0, divided + 1), "reference"),
             port = tileir::readText(text.substr(divided + 1), "port");
  QVERIFY(reference.ok() && port.ok());
  const std::array<Certificate, 2> claims{lockstep(**reference, **port), prove(**reference, **port)};
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    Certificate certificate = claims[seed % 2];
    editAnyhow(certificate, **reference, **port, 1 + random.below(8), [&](std::size_t count) { return random.below(count); });
    const auto checked = check(certificate, **reference, **port);
    QVERIFY2(!checked.ok() || !checked->unconditional(), ("seed " + std::to_string(seed)).c_str());
  }
}

QTEST_APPLESS_MAIN(TestCorrupted)
#include "tst_corrupted.moc"
