// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every rule, for all operands of 8 bits. What a pattern means is worked out here, not by the code that applies the rules.
#include <QTest>
#include <algorithm>

#include "certificate/rewriting.h"
#include "certificate/rule_values.h"

using namespace tileport;
using namespace tileport::certificate;
using namespace tileport::certificate::test;
using tileir::OpKind;

class TestRules : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyTextRuleHolds_data();
  void everyTextRuleHolds();
  void aWeakenedConditionIsCaught_data();
  void aWeakenedConditionIsCaught();
  void aWrongRuleIsCaught_data();
  void aWrongRuleIsCaught();
  void whatIsSaidOfOneNumberHolds();
  void foldsAreRight();
  void intervalsHold();
  void intervalsDecide();
};

namespace {

bool mayBe(const Rule &rule, const Values &values) {
  for (const AtLeast &condition : rule.conditions)
    if (values.letters[condition.letter] < condition.bound) return false;
  if (!rule.fits) return true;
  int sum = 0;
  for (const auto &[factor, letter] : rule.fits->sum) sum += static_cast<int>(factor) * (letter == kNumber ? 1 : values.letters[letter]);
  return sum >= kLow && sum <= kHigh;
}

struct Outcome {
  std::uint64_t cases = 0;
  QString wrong;
};

/// All x, y, flags, signednesses and comparisons for which the condition holds.
Outcome tryAll(const Rule &rule) {
  Outcome outcome;
  Values values;
  for (int x = kLow; x <= kHigh; ++x)
    for (int y = kLow; y <= kHigh; ++y)
      for (int c = -1; c <= 0; ++c)
        for (values.sign = 0; values.sign < 2; ++values.sign)
          for (values.predicate = 0; values.predicate < 6; ++values.predicate) {
            values.letters = {x, y, 0, c};
            if (!mayBe(rule, values)) continue;
            // A term is carried out by nobody, so that it may stand for what is not defined: a rule must not apply then.
            const auto from = valueOf(rule.from, values);
            ++outcome.cases;
            const auto to = valueOf(rule.to, values);
            if ((!from || from != to) && outcome.wrong.isEmpty())
              outcome.wrong = QString("x = %1, y = %2: %3 against %4")
                                  .arg(x)
                                  .arg(y)
                                  .arg(from ? QString::number(*from) : "nothing")
                                  .arg(to ? QString::number(*to) : "nothing");
          }
  return outcome;
}

}  // namespace

void TestRules::everyTextRuleHolds_data() {
  QTest::addColumn<QString>("name");
  for (const RuleText &text : rules()) QTest::newRow(std::string(text.name).c_str()) << QString::fromStdString(std::string(text.name));
}

void TestRules::everyTextRuleHolds() {
  QFETCH(QString, name);
  const Rule *rule = parsedRule(name.toStdString());
  QVERIFY2(rule, "the rule does not parse");
  QCOMPARE(findRule(name.toStdString()), rule->text);
  QVERIFY(std::find(rule->letters.begin(), rule->letters.end(), 2u) == rule->letters.end());  // z would need another loop here
  const Outcome outcome = tryAll(*rule);
  QVERIFY2(outcome.wrong.isEmpty(), qPrintable(outcome.wrong));
  QVERIFY(outcome.cases > 0);
  qInfo("%llu cases", static_cast<unsigned long long>(outcome.cases));
}

/// Each rule without one of its conditions, or with a weaker one, is wrong: so each condition is needed, and a missing one is seen.
void TestRules::aWeakenedConditionIsCaught_data() {
  QTest::addColumn<QString>("name");
  for (const RuleText &text : rules())
    if (!text.condition.empty() || !text.assumed.empty())
      QTest::newRow(std::string(text.name).c_str()) << QString::fromStdString(std::string(text.name));
}

void TestRules::aWeakenedConditionIsCaught() {
  QFETCH(QString, name);
  const Rule *rule = parsedRule(name.toStdString());
  QVERIFY(rule);
  for (std::size_t i = 0; i < rule->conditions.size(); ++i) {
    Rule weaker = *rule;
    weaker.conditions[i].bound = name.startsWith("ceil_div") || name == "floor_is_trunc" ? -100 : -1;
    const Outcome outcome = tryAll(weaker);
    QVERIFY2(!outcome.wrong.isEmpty(), qPrintable("condition " + QString::number(i)));
  }
  if (rule->fits) {
    Rule weaker = *rule;
    weaker.fits.reset();
    QVERIFY(!tryAll(weaker).wrong.isEmpty());
  }
}

void TestRules::aWrongRuleIsCaught_data() {
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::newRow("min for max") << "select (cmpi less_than S x y) x y" << "maxi S x y";
  QTest::newRow("another signedness") << "select (cmpi less_than S x y) x y" << "mini signed x y";
  QTest::newRow("one too much") << "divi negative_inf signed {x + y} y" << "divi positive_inf signed x y";
  QTest::newRow("zero for ones") << "andi x 0" << "x";
  QTest::newRow("rounding") << "divi negative_inf signed x y" << "divi zero signed x y";
  QTest::newRow("arms") << "select c x y" << "select c y x";
}

void TestRules::aWrongRuleIsCaught() {
  QFETCH(QString, from);
  QFETCH(QString, to);
  const std::string left = from.toStdString(), right = to.toStdString();
  const auto rule = parseRule({"wrong", left, right, "", ""});
  QVERIFY(rule);
  QVERIFY(!tryAll(*rule).wrong.isEmpty());
  QVERIFY(!parseRule({"wrong", left, "z", "", ""}));
  QVERIFY(!parseRule({"wrong", left, right, "y > 1", ""}));
}

/// `fold`: what an op gives for constants, for all of 8 bits.
/// compare_same, extreme_same, div_one and sign_known, by what the ops give.
void TestRules::whatIsSaidOfOneNumberHolds() {
  std::uint64_t cases = 0;
  const auto give = [&](OpKind kind, std::uint64_t sign, std::uint64_t other, int x, int y) {
    ++cases;
    const auto ordinal = [&](std::string_view name) { return name == "signedness" ? sign : other; };
    const std::array<std::uint64_t, 2> operands{static_cast<std::uint64_t>(x) & 255, static_cast<std::uint64_t>(y) & 255};
    return evaluate(kind, ordinal, operands, 8, 8);
  };
  for (int x = kLow; x <= kHigh; ++x) {
    const std::optional<std::uint64_t> itself = static_cast<std::uint64_t>(x) & 255;
    for (std::uint64_t sign = 0; sign < 2; ++sign) {
      for (std::uint64_t p = 0; p < 6; ++p)
        QCOMPARE(give(OpKind::CmpI, sign, p, x, x), std::optional<std::uint64_t>(compare(0, 0, true, p) ? 1 : 0));
      QCOMPARE(give(OpKind::MinI, sign, 0, x, x), itself);
      QCOMPARE(give(OpKind::MaxI, sign, 0, x, x), itself);
      for (const std::uint64_t mode : {1, 2, 3}) QCOMPARE(give(OpKind::DivI, sign, mode, x, 1), itself);
    }
    for (int y = 0; x >= 0 && y <= kHigh; ++y) {
      for (const OpKind kind : {OpKind::MinI, OpKind::MaxI, OpKind::ShRI}) QCOMPARE(give(kind, 0, 0, x, y), give(kind, 1, 0, x, y));
      if (y == 0) continue;
      QCOMPARE(give(OpKind::RemI, 0, 0, x, y), give(OpKind::RemI, 1, 0, x, y));
      for (const std::uint64_t mode : {1, 2, 3}) QCOMPARE(give(OpKind::DivI, 0, mode, x, y), give(OpKind::DivI, 1, mode, x, y));
    }
  }
  qInfo() << cases << "cases";
}

void TestRules::foldsAreRight() {
  std::uint64_t cases = 0;
  const auto run = [&](OpKind kind, std::uint64_t sign, std::uint64_t other, int x, int y) {
    const auto ordinal = [&](std::string_view name) { return name == "signedness" ? sign : other; };
    const std::array<std::uint64_t, 2> operands{static_cast<std::uint64_t>(x) & 255, static_cast<std::uint64_t>(y) & 255};
    return evaluate(kind, ordinal, operands, 8, 8);
  };
  const auto same = [&](const std::optional<std::uint64_t> &found, const std::optional<int> &expected) {
    ++cases;
    return found.has_value() == expected.has_value() && (!found || *found == (static_cast<std::uint64_t>(*expected) & 255));
  };
  for (int x = kLow; x <= kHigh; ++x)
    for (int y = kLow; y <= kHigh; ++y) {
      const int by = withoutSign(y);
      QVERIFY(same(run(OpKind::AddI, 0, 0, x, y), wrap(x + y)));
      QVERIFY(same(run(OpKind::SubI, 0, 0, x, y), wrap(x - y)));
      QVERIFY(same(run(OpKind::MulI, 0, 0, x, y), wrap(x * y)));
      QVERIFY(same(run(OpKind::AndI, 0, 0, x, y), x & y));
      QVERIFY(same(run(OpKind::OrI, 0, 0, x, y), x | y));
      QVERIFY(same(run(OpKind::XOrI, 0, 0, x, y), x ^ y));
      QVERIFY(same(run(OpKind::ShLI, 0, 0, x, y), by > 7 ? std::nullopt : std::optional(wrap((x & 255) << by))));
      for (std::uint64_t sign = 0; sign < 2; ++sign) {
        const auto read = [&](int n) { return sign == 1 ? n : withoutSign(n); };
        QVERIFY(same(run(OpKind::MinI, sign, 0, x, y), std::min(read(x), read(y))));
        QVERIFY(same(run(OpKind::MaxI, sign, 0, x, y), std::max(read(x), read(y))));
        QVERIFY(same(run(OpKind::ShRI, sign, 0, x, y), by > 7 ? std::nullopt : std::optional(floorDivide(read(x), 1 << by))));
        for (const std::uint64_t mode : {1, 2, 3}) QVERIFY(same(run(OpKind::DivI, sign, mode, x, y), divide(x, y, sign == 1, mode)));
        const bool fails = y == 0 || (sign == 1 && x == kLow && y == -1);
        QVERIFY(same(run(OpKind::RemI, sign, 0, x, y), fails ? std::nullopt : std::optional(read(x) % read(y))));
        for (std::uint64_t p = 0; p < 6; ++p) QVERIFY(same(run(OpKind::CmpI, sign, p, x, y), compare(x, y, sign == 1, p) ? 1 : 0));
      }
    }
  for (int x = kLow; x <= kHigh; ++x) {
    QVERIFY(same(run(OpKind::NegI, 0, 0, x, 0), wrap(-x)));
    QVERIFY(same(run(OpKind::AbsI, 0, 0, x, 0), x == kLow ? std::nullopt : std::optional(std::abs(x))));
    const std::array<std::uint64_t, 1> wide{static_cast<std::uint64_t>(x) & 255};
    for (std::uint64_t sign = 0; sign < 2; ++sign) {
      const auto extended = evaluate(OpKind::ExtI, [&](std::string_view) { return sign; }, wide, 8, 16);
      QCOMPARE(*extended, static_cast<std::uint64_t>(sign == 1 ? x : withoutSign(x)) & 0xffff);
    }
    const std::array<std::uint64_t, 1> longer{static_cast<std::uint64_t>(x * 77) & 0xffff};
    QCOMPARE(*evaluate(OpKind::TruncI, [](std::string_view) { return 0; }, longer, 16, 8), static_cast<std::uint64_t>(x * 77) & 255);
    cases += 3;
  }
  qInfo("%llu cases", static_cast<unsigned long long>(cases));
}

/// All intervals of 4 bits, all numbers in them.
void TestRules::intervalsHold() {
  constexpr int kLeast = -8, kMost = 7;
  std::uint64_t cases = 0;
  const auto read = [](int n, std::uint64_t sign) { return sign == 1 || n >= 0 ? n : n + 16; };
  const auto wrap4 = [](int n) { return ((n % 16) + 16 + 8) % 16 - 8; };
  for (int a = kLeast; a <= kMost; ++a)
    for (int b = a; b <= kMost; ++b)
      for (int c = kLeast; c <= kMost; ++c)
        for (int d = c; d <= kMost; ++d)
          for (const OpKind kind :
               {OpKind::AddI, OpKind::SubI, OpKind::MulI, OpKind::DivI, OpKind::RemI, OpKind::MinI, OpKind::MaxI, OpKind::AndI})
            for (std::uint64_t sign = 0; sign < 2; ++sign)
              for (const std::uint64_t mode : {1, 2, 3}) {
                if (mode != 1 && kind != OpKind::DivI) continue;
                const Interval found = exactOf(kind, sign, mode, {a, b}, {c, d}, 4);
                for (int x = a; x <= b; ++x)
                  for (int y = c; y <= d; ++y) {
                    const int p = read(x, sign), q = read(y, sign);
                    int result = 0;
                    switch (kind) {
                      case OpKind::AddI: result = x + y; break;
                      case OpKind::SubI: result = x - y; break;
                      case OpKind::MulI: result = x * y; break;
                      case OpKind::MinI: result = wrap4(std::min(p, q)); break;
                      case OpKind::MaxI: result = wrap4(std::max(p, q)); break;
                      case OpKind::AndI: result = x & y; break;
                      default: {
                        if (y == 0 || (sign == 1 && x == kLeast && y == -1)) continue;
                        const int down = floorDivide(p, q);
                        if (kind == OpKind::RemI) result = wrap4(p % q);
                        else if (mode == 1) result = wrap4(p / q);
                        else result = wrap4(mode == 2 || p % q == 0 ? down : down + 1);
                      }
                    }
                    ++cases;
                    if (found.low > result || found.high < result)
                      QFAIL(qPrintable(
                          QString("%1 sign %2 mode %3: %4 of %5, %6").arg(int(kind)).arg(sign).arg(mode).arg(result).arg(x).arg(y)));
                  }
              }
  qInfo("%llu cases", static_cast<unsigned long long>(cases));
}

/// known_compare and known_extreme: all intervals of 4 bits; and that what all numbers in them decide is decided, but for equality of
/// intervals that touch.
void TestRules::intervalsDecide() {
  constexpr int kLeast = -8, kMost = 7;
  std::uint64_t cases = 0;
  for (int a = kLeast; a <= kMost; ++a)
    for (int b = a; b <= kMost; ++b)
      for (int c = kLeast; c <= kMost; ++c)
        for (int d = c; d <= kMost; ++d) {
          for (std::uint64_t p = 0; p < 6; ++p) {
            bool yes = true, no = true;
            for (int x = a; x <= b; ++x)
              for (int y = c; y <= d; ++y) (compare(x, y, true, p) ? no : yes) = false;
            const auto found = decide(static_cast<tileir::ComparisonPredicate>(p), {a, b}, {c, d});
            QCOMPARE(found, yes ? std::optional(true) : no ? std::optional(false) : std::nullopt);
            ++cases;
          }
          for (const bool least : {false, true}) {
            const auto found = decideExtreme(least, {a, b}, {c, d});
            for (int x = a; x <= b && found; ++x)
              for (int y = c; y <= d; ++y) QCOMPARE(*found == 0 ? x : y, least ? std::min(x, y) : std::max(x, y));
            ++cases;
          }
        }
  qInfo("%llu cases", static_cast<unsigned long long>(cases));
}

QTEST_APPLESS_MAIN(TestRules)
#include "tst_rules.moc"
