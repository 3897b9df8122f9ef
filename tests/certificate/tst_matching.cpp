// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rules say of terms, through the code that looks for them: only what is so, and all that it should find.
#include <QTest>
#include <algorithm>
#include <map>

#include "certificate/rewriting.h"
#include "certificate/rule_values.h"
#include "tileir/text_reader.h"

using namespace tileport;
using namespace tileport::certificate;
using namespace tileport::certificate::test;
using tileir::OpKind;

class TestMatching : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void ringHolds();
  void everyRuleHoldsOfMadeUpTerms();
  void everyTextRuleIsFound_data();
  void everyTextRuleIsFound();
};

/// Made-up expressions over two numbers of 8 bits: what the rule says is the same is so for all of them.
void TestMatching::ringHolds() {
  const auto program = tileir::readText("entry @k(%p: tile<ptr<i8>>, %x: tile<i8>, %y: tile<i8>) {\n  return\n}\n", "text");
  QVERIFY(program.ok());
  const Ref x{Ref::Kind::Reference, 1}, y{Ref::Kind::Reference, 2};
  std::vector<Term> terms;
  std::vector<std::array<std::uint8_t, 65536>> values;
  std::uint64_t state = 1;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  const auto at = [&](const Ref &ref, std::size_t i) {
    return ref.kind == Ref::Kind::Term ? values[ref.number][i] : static_cast<std::uint8_t>(ref == x ? i & 255 : i >> 8);
  };
  constexpr std::size_t kTerms = 300;
  while (terms.size() < kTerms) {
    Term term;
    term.typeOf = x;
    const auto pick = [&] {
      const std::uint64_t n = random(terms.size() + 2);
      return n == 0 ? x : n == 1 ? y : Ref{Ref::Kind::Term, static_cast<std::uint32_t>(random(std::min<std::uint64_t>(terms.size(), 60)))};
    };
    constexpr std::array kKinds = {OpKind::AddI, OpKind::SubI, OpKind::MulI, OpKind::NegI, OpKind::ShLI, OpKind::Constant};
    term.kind = terms.size() < 8 ? OpKind::Constant : kKinds[random(kKinds.size())];
    if (term.kind == OpKind::Constant) term.bits = terms.size() < 8 ? terms.size() : random(256);
    else if (term.kind == OpKind::NegI) term.operands = {pick()};
    else if (term.kind == OpKind::ShLI) term.operands = {pick(), Ref{Ref::Kind::Term, static_cast<std::uint32_t>(random(8))}};
    else term.operands = {pick(), pick()};
    auto &row = values.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto operand = [&](std::size_t n) { return static_cast<unsigned>(at(term.operands[n], i)); };
      unsigned result = 0;
      switch (term.kind) {
        case OpKind::AddI: result = operand(0) + operand(1); break;
        case OpKind::SubI: result = operand(0) - operand(1); break;
        case OpKind::MulI: result = operand(0) * operand(1); break;
        case OpKind::NegI: result = 0u - operand(0); break;
        case OpKind::ShLI: result = operand(0) << operand(1); break;
        default: result = static_cast<unsigned>(term.bits);
      }
      row[i] = static_cast<std::uint8_t>(result);
    }
    terms.push_back(term);
  }
  Canonical canonical(**program, **program);
  Globals globals(canonical);
  const Nodes nodes(canonical, terms);
  const std::array<Needs, 2> needs{Needs(**program), Needs(**program)};
  Intervals intervals(canonical, nodes, {&needs[0], &needs[1]});
  Classes classes(nodes, std::vector<std::uint32_t>(nodes.count()));
  Effort effort(UINT64_MAX);
  Rewriting rewriting(canonical, globals, nodes, classes, intervals, {nullptr, nullptr}, effort);
  std::uint64_t accepted = 0, missed = 0;
  for (std::uint32_t a = 0; a < kTerms; ++a)
    for (std::uint32_t b = 0; b < a; ++b) {
      std::vector<Assumption> assumptions;
      const Claim claim{nodes.of({Ref::Kind::Term, a}), nodes.of({Ref::Kind::Term, b}), {}, {}};
      const bool holds = rewriting.refusal("ring", claim, assumptions).empty(), equal = values[a] == values[b];
      QVERIFY2(!holds || equal, qPrintable(QString("terms %1 and %2").arg(a).arg(b)));
      accepted += holds;
      missed += equal && !holds;
    }
  qInfo("%llu pairs of 65536 cases accepted, %llu equal ones not seen", static_cast<unsigned long long>(accepted),
        static_cast<unsigned long long>(missed));
  QVERIFY(accepted > kTerms / 4);
}

namespace {

/// Terms over two numbers and a flag, of 8 bits and of one, with their values for all 65,536 numbers. What is not defined is some number.
class MadeUp {
 public:
  using Row = std::array<std::uint8_t, 65536>;  // of a flag 0 or 255

  MadeUp(std::uint64_t seed, std::size_t count) : state_(seed) {
    rows_.resize(3);
    for (std::size_t i = 0; i < 65536; ++i) {
      rows_[0][i] = static_cast<std::uint8_t>(i);
      rows_[1][i] = static_cast<std::uint8_t>(i >> 8);
      rows_[2][i] = (i * 2654435761u >> 13) % 2 != 0 ? 255 : 0;
    }
    refs_ = {{Ref::Kind::Reference, 1}, {Ref::Kind::Reference, 2}, {Ref::Kind::Reference, 3}};
    flags_ = {false, false, true};
    for (const std::uint64_t bits : {0, 1, 2, 255}) addConstant(false, bits);
    for (const std::uint64_t bits : {0, 1}) addConstant(true, bits);
    while (terms.size() < count) addOp();
  }

  std::vector<Term> terms;
  const std::vector<Ref> &refs() const { return refs_; }
  const Row &row(std::size_t n) const { return rows_[n]; }
  /// The operands of what a ref stands for, and theirs, as positions.
  std::vector<std::size_t> under(std::size_t n, unsigned deep = 2) const {
    std::vector<std::size_t> list;
    if (n < 3 || deep == 0) return list;
    for (const Ref &operand : terms[n - 3].operands) {
      const std::size_t at = operand.kind == Ref::Kind::Term ? operand.number + 3 : operand.number - 1;
      list.push_back(at);
      for (const std::size_t deeper : under(at, deep - 1)) list.push_back(deeper);
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }

 private:
  std::uint64_t random(std::uint64_t below) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % below;
  }
  std::size_t pick(bool flag) {
    for (;;) {
      const std::size_t n = random(std::min<std::size_t>(refs_.size(), 40));
      if (flags_[n] == flag) return n;
    }
  }
  void add(Term term, bool flag, Row row) {
    term.typeOf = {Ref::Kind::Reference, flag ? 3u : 1u};
    refs_.push_back({Ref::Kind::Term, static_cast<std::uint32_t>(terms.size())});
    terms.push_back(std::move(term));
    flags_.push_back(flag);
    rows_.push_back(row);
  }
  void addConstant(bool flag, std::uint64_t bits) {
    Term term;
    term.kind = OpKind::Constant;
    term.bits = bits;
    Row row;
    row.fill(static_cast<std::uint8_t>(flag && bits != 0 ? 255 : bits));
    add(term, flag, row);
  }
  void addOp() {
    constexpr std::array kKinds = {OpKind::AddI, OpKind::SubI, OpKind::DivI, OpKind::DivI, OpKind::MinI,   OpKind::MaxI,  OpKind::CmpI,
                                   OpKind::CmpI, OpKind::AndI, OpKind::OrI,  OpKind::XOrI, OpKind::Select, OpKind::Select};
    Term term;
    term.kind = kKinds[random(kKinds.size())];
    Pattern pattern;  // what it means is worked out as for a rule
    pattern.kind = Pattern::Kind::Op;
    pattern.op = term.kind;
    const auto set = [&](const char *name, std::uint64_t ordinal) {
      term.attributes.emplace_back(name, ordinal);
      pattern.attributes.push_back({name, ordinal, 0});
    };
    if (term.kind == OpKind::CmpI) set("comparison_predicate", random(6));
    if (term.kind == OpKind::DivI) set("rounding", 1 + random(3));
    if (term.kind == OpKind::CmpI || term.kind == OpKind::DivI || term.kind == OpKind::MinI || term.kind == OpKind::MaxI)
      set("signedness", random(2));
    std::vector<std::size_t> operands;
    if (term.kind == OpKind::Select) operands.push_back(pick(true));
    operands.push_back(pick(false));
    operands.push_back(random(4) == 0 ? operands.back() : pick(false));
    for (std::size_t n = 0; n < operands.size(); ++n) {
      term.operands.push_back(refs_[operands[n]]);
      Pattern letter;
      letter.letter = n;
      pattern.operands.push_back(letter);
    }
    Row row;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::array<int, 3> in{};
      for (std::size_t n = 0; n < operands.size(); ++n) in[n] = wrap(rows_[operands[n]][i]);
      Values values;
      std::copy(in.begin(), in.end(), values.letters.begin());
      std::optional<int> result;
      if (term.kind == OpKind::AddI) result = in[0] + in[1];
      else if (term.kind == OpKind::SubI) result = in[0] - in[1];
      else result = valueOf(pattern, values);
      row[i] = static_cast<std::uint8_t>(result ? *result : in[0] * 31 + in[1] * 17 + 5);
    }
    add(term, term.kind == OpKind::CmpI, row);
  }

  std::uint64_t state_;
  std::vector<Ref> refs_;
  std::vector<bool> flags_;
  std::vector<Row> rows_;
};

}  // namespace

/// Through the matcher: what a rule says of made-up terms, with bindings from what they are made of, is so for all numbers.
void TestMatching::everyRuleHoldsOfMadeUpTerms() {
  const auto program = tileir::readText("entry @k(%p: tile<ptr<i8>>, %x: tile<i8>, %y: tile<i8>, %c: tile<i1>) {\n  return\n}\n", "text");
  QVERIFY(program.ok());
  std::vector<std::string> names = {"ring",         "fold",    "known_compare", "known_extreme", "known_constant",      "compare_same",
                                    "extreme_same", "div_one", "sign_known",    "splat",         "reshape_elementwise", "reshape_reshape"};
  for (const RuleText &text : rules()) names.emplace_back(text.name);
  std::map<std::string, std::uint64_t> accepted;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const MadeUp made(seed, 160);
    Canonical canonical(**program, **program);
    Globals globals(canonical);
    const Nodes nodes(canonical, made.terms);
    const std::array<Needs, 2> needs{Needs(**program), Needs(**program)};
    Intervals intervals(canonical, nodes, {&needs[0], &needs[1]});
    Classes classes(nodes, std::vector<std::uint32_t>(nodes.count()));
    Effort effort(UINT64_MAX);
    Rewriting rewriting(canonical, globals, nodes, classes, intervals, {nullptr, nullptr}, effort);
    const auto ask = [&](const std::string &name, std::size_t a, std::size_t b, std::vector<std::size_t> bindings) {
      Claim claim{nodes.of(made.refs()[a]), nodes.of(made.refs()[b]), {}, {}};
      for (const std::size_t n : bindings) claim.bindings.push_back(nodes.of(made.refs()[n]));
      std::vector<Assumption> assumptions;
      if (!rewriting.refusal(name, claim, assumptions).empty()) return true;
      ++accepted[name];
      return !assumptions.empty() || made.row(a) == made.row(b);
    };
    for (std::size_t a = 3; a < made.refs().size(); ++a) {
      const std::vector<std::size_t> under = made.under(a);
      for (std::size_t b = 0; b < made.refs().size(); ++b)
        for (const std::string &name : names) {
          const Rule *rule = parsedRule(name);
          const std::size_t letters = rule ? rule->letters.size() : 0;
          if (letters == 0) QVERIFY2(ask(name, a, b, {}), name.c_str());
          for (const std::size_t x : under) {
            if (letters == 1) QVERIFY2(ask(name, a, b, {x}), name.c_str());
            for (const std::size_t y : under)
              if (letters == 2) QVERIFY2(ask(name, a, b, {x, y}), name.c_str());
          }
        }
    }
  }
  std::string text;
  for (const auto &[name, count] : accepted) text += name + " " + std::to_string(count) + ", ";
  qInfo("%s", text.c_str());
}

namespace {

/// Writes a pattern as terms over what letters stand for, with one choice of its variables.
struct Spelled {
  std::vector<Term> &terms;
  std::array<Ref, kLetters.size()> letters;
  std::uint64_t sign = 0, predicate = 0;

  Ref add(OpKind kind, std::vector<Ref> operands, const Ref &typeOf, std::uint64_t bits = 0) {
    Term term;
    term.kind = kind;
    term.operands = std::move(operands);
    term.typeOf = typeOf;
    term.bits = bits;
    terms.push_back(term);
    return {Ref::Kind::Term, static_cast<std::uint32_t>(terms.size() - 1)};
  }
  Ref number(std::int64_t n, bool flag) {
    return add(OpKind::Constant, {}, letters[flag ? 3 : 0], static_cast<std::uint64_t>(n) & (flag ? 1 : 255));
  }
  /// Of one bit: a comparison, or what is made of one bit by bit.
  static bool isFlag(const Pattern &pattern) {
    if (pattern.kind != Pattern::Kind::Op) return false;
    if (pattern.op == OpKind::CmpI) return true;
    return pattern.op == OpKind::XOrI && std::any_of(pattern.operands.begin(), pattern.operands.end(), isFlag);
  }
  Ref write(const Pattern &pattern, bool flag = false) {
    if (pattern.kind == Pattern::Kind::Letter) return letters[pattern.letter];
    if (pattern.kind == Pattern::Kind::Number) return number(pattern.number, flag);
    if (pattern.kind == Pattern::Kind::Sum) {
      Ref sum = number(0, false);
      for (const auto &[factor, letter] : pattern.sum)
        sum = letter == kNumber ? add(OpKind::AddI, {number(factor, false), sum}, letters[0])
                                : add(OpKind::AddI, {sum, letters[letter]}, letters[0]);
      return sum;
    }
    std::vector<Ref> operands;
    const bool ofFlags = pattern.op != OpKind::CmpI && isFlag(pattern);
    for (std::size_t n = 0; n < pattern.operands.size(); ++n)
      operands.push_back(write(pattern.operands[n], ofFlags || (pattern.op == OpKind::Select && n == 0)));
    const Ref made = add(pattern.op, operands, letters[isFlag(pattern) ? 3 : 0]);
    for (const Pattern::Attribute &each : pattern.attributes)
      terms.back().attributes.emplace_back(each.name, each.variable == 'S' ? sign : each.variable == 'P' ? predicate : *each.ordinal);
    return made;
  }
};

bool has(const Pattern &pattern, char variable) {
  return std::any_of(pattern.attributes.begin(), pattern.attributes.end(), [&](const auto &each) { return each.variable == variable; }) ||
         std::any_of(pattern.operands.begin(), pattern.operands.end(), [&](const Pattern &each) { return has(each, variable); });
}

}  // namespace

void TestMatching::everyTextRuleIsFound_data() {
  QTest::addColumn<QString>("name");
  for (const RuleText &text : rules()) QTest::newRow(std::string(text.name).c_str()) << QString::fromStdString(std::string(text.name));
}

/// Spelled out, each is found; not when its conditions are not known, and not with S or P another on the other side.
void TestMatching::everyTextRuleIsFound() {
  QFETCH(QString, name);
  const Rule *rule = parsedRule(name.toStdString());
  QVERIFY(rule);
  const auto program = tileir::readText(
      "entry @k(%p: tile<ptr<i8>>, %x: tile<i8>, %y: tile<i8>, %c: tile<i1>) {\n  %f = assume bounded<0, 100>, %x : tile<i8>\n"
      "  %g = assume bounded<1, 20>, %y : tile<i8>\n  %t = store_ptr_tko weak %p, %f : tile<ptr<i8>>, tile<i8> -> token\n"
      "  %u = store_ptr_tko weak %p, %g : tile<ptr<i8>>, tile<i8> -> token\n  return\n}\n",
      "text");
  QVERIFY(program.ok());
  const auto ref = [](std::uint32_t n) { return Ref{Ref::Kind::Reference, n}; };
  const auto accepts = [&](const std::array<std::uint64_t, 4> &variables, bool known, std::size_t *assumed = nullptr) {
    std::vector<Term> terms;
    Spelled left{terms, {ref(known ? 4 : 1), ref(known ? 5 : 2), ref(1), ref(3)}, variables[0], variables[1]};
    const Ref a = left.write(rule->from);
    Spelled right{terms, left.letters, variables[2], variables[3]};
    const Ref b = right.write(rule->to);
    Canonical canonical(**program, **program);
    Globals globals(canonical);
    const Nodes nodes(canonical, terms);
    const std::array<Needs, 2> needs{Needs(**program), Needs(**program)};
    Intervals intervals(canonical, nodes, {&needs[0], &needs[1]});
    Classes classes(nodes, std::vector<std::uint32_t>(nodes.count()));
    Effort effort(UINT64_MAX);
    Rewriting rewriting(canonical, globals, nodes, classes, intervals, {nullptr, nullptr}, effort);
    Claim claim{nodes.of(a), nodes.of(b), {}, {}};
    for (const std::size_t letter : rule->letters) claim.bindings.push_back(nodes.of(left.letters[letter]));
    std::vector<Assumption> assumptions;
    const bool accepted =
        claim.a != kNoNode && claim.b != kNoNode && rewriting.refusal(std::string(rule->text->name), claim, assumptions).empty();
    if (assumed) *assumed = assumptions.size();
    return accepted;
  };
  for (std::uint64_t sign = 0; sign < 2; ++sign)
    for (std::uint64_t predicate = 0; predicate < 6; ++predicate) {
      std::size_t assumed = 1;
      QVERIFY(accepts({sign, predicate, sign, predicate}, true, &assumed));
      QCOMPARE(assumed, std::size_t{0});
      QCOMPARE(accepts({sign, predicate, sign, predicate}, false), rule->conditions.empty());
      if (has(rule->to, 'S')) QVERIFY(!accepts({sign, predicate, 1 - sign, predicate}, true));
      if (has(rule->to, 'P')) QVERIFY(!accepts({sign, predicate, sign, (predicate + 1) % 6}, true));
    }
}

QTEST_APPLESS_MAIN(TestMatching)
#include "tst_matching.moc"
