// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions of sources: what they come to by the constants, and above all where nothing is claimed.
#include <QtTest/QtTest>
#include <map>
#include <random>

#include "specification/condition.h"

using namespace tileport;
using namespace tileport::specification;
using evidence::Constant;
using source::Language;

namespace {

std::optional<Constant> valueOf(std::string_view name) {
  static const std::map<std::string, Constant, std::less<>> kKnown{
      {"N", Constant::ofInteger(4)},           {"ONE", Constant::ofInteger(1)},          {"ZERO", Constant::ofInteger(0)},
      {"ON", Constant::ofBool(true)},          {"OFF", Constant::ofBool(false)},         {"NOTHING", Constant{}},
      {"HALF", Constant::ofFloat(0.5)},        {"x.dtype", Constant::ofType("f16")},     {"ct.float16", Constant::ofType("f16")},
      {"ct.float32", Constant::ofType("f32")}, {"len(x.shape)", Constant::ofInteger(2)}, {"MODE", Constant::ofText("fast")}};
  const auto found = kKnown.find(name);
  return found == kKnown.end() ? std::nullopt : std::optional(found->second);
}

std::string said(std::string_view condition, Language language = Language::Python) {
  const auto holds = evaluateCondition(condition, language, valueOf);
  return !holds ? "unknown" : *holds ? "true" : "false";
}

}  // namespace

class TestCondition : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void comesTo_data() {
    QTest::addColumn<QString>("condition");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *condition, const char *expected) { QTest::newRow(condition) << condition << expected; };
    row("N > 0", "true");
    row("N == 4 and not OFF", "true");
    row("ON and OFF", "false");
    row("OFF or ON", "true");
    row("not ON", "false");
    row("not N == 4", "false");
    row("ZERO", "false");
    row("0 < N <= 4", "true");
    row("0 < N < 4", "false");
    row("N % 3 == 1", "true");
    row("(N + 1) * 2 - 1 == 9", "true");
    row("N // 3 == 1", "true");
    row("-N < 0", "true");
    row("NOTHING is None", "true");
    row("N is not None", "true");
    row("NOTHING", "false");
    row("HALF < 1", "true");
    row("x.dtype == ct.float16", "true");
    row("x.dtype == ct.float32", "false");
    row("x.dtype != ct.float32", "true");
    row("len(x.shape) == 2", "true");
    row("MODE == \"fast\"", "true");
    row("MODE == 'slow'", "false");
    row("unknown and OFF", "false");
    row("unknown or ON", "true");
    row("1_000 > 999", "true");
    row("N & 4", "true");
    row("N & 2", "false");
    row("N | 1 == 5", "true");
    row("N ^ 4", "false");
    row("6 & 3 ^ 1 | 8 == 11", "true");
    row("N & unknown", "unknown");
    row("ON is True", "true");
    row("OFF is True", "false");
    row("N is 3", "false");
    row("N is not NOTHING", "true");
    row("not (unknown or ON)", "false");
    row("(unknown or ON) and N == 4", "true");
    // Nothing is claimed.
    for (const char *unknown :
         {"unknown", "N > unknown", "unknown and ON", "unknown or OFF", "N in (1, 4)", "N / 3 == 1", "N ** 2 == 16", "N if ON else ZERO",
          "f(N)", "N > 0.5", "-N // 3 == -1", "N % -3 == 1", "N << 1 == 8", "N >> 1 == 2", "N == ", "", "(N", "N)", "N N", "x.dtype",
          "lambda: N", "x.dtype == \"float16\"", "x.dtype == 1", "9223372036854775807 + 1 > 0", "\"\"\"N\"\"\"", "N = 4", "~N",
          // Equal, and maybe not one object.
          "1 is True", "ONE is not True", "MODE is 'fast'",
          // What it is when `unknown` holds is not known.
          "(unknown or ON) == 1", "(unknown and OFF) == 0", "(unknown or N) + 1 == 5", "let Some(a) = N"})
      row(unknown, "unknown");
  }
  void comesTo() {
    QFETCH(QString, condition);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(said(condition.toStdString())), expected);
  }

  void rust_data() {
    QTest::addColumn<QString>("condition");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *condition, const char *expected) { QTest::newRow(condition) << condition << expected; };
    row("N > 0i32", "true");
    row("N == 4usize && !OFF", "true");
    row("(N + 1) as u32 == 5", "true");
    row("N as i8 == 4", "true");
    row("-N as i8 == -4", "true");
    row("ON as i32 == 1", "true");
    // What a cast would cut.
    row("(N + 252) as u8 == 0", "unknown");
    row("(N + 124) as i8 > 0", "unknown");
    row("-N as u32 > 0", "unknown");
    row("(N as f32) / (3 as f32) == 1", "unknown");
    row("N as E == 4", "unknown");
    row("N as i == 4", "unknown");
    row("N as i-8 == 4", "unknown");
    row("N / 3 == 1i32", "true");
    row("!(N == 4 && ZERO < N)", "false");
    row("N == 1i32 || unknown", "unknown");
    row("N > 0.0f32", "unknown");
    row("i32::MAX > 0", "unknown");
    row("true", "true");
    row("!N == -5", "unknown");
    row("!ZERO", "unknown");
  }
  void rust() {
    QFETCH(QString, condition);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(said(condition.toStdString(), Language::Rust)), expected);
  }

  void deepNestingIsNotKnown() {
    QCOMPARE(said(std::string(100000, '(') + "N"), std::string("unknown"));
    QCOMPARE(said(std::string(100000, '!') + "N", Language::Rust), std::string("unknown"));
    QCOMPARE(said(std::string(100000, '-') + "N"), std::string("unknown"));
  }

  /// An expression that is built with its value: the answer is that value, or none; a wrong one never.
  void isNeverWrong() {
    std::mt19937 random(7);
    const auto pick = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
    struct Built {
      std::string text;
      bool holds;
    };
    const std::function<Built(int)> build = [&](int depth) -> Built {
      if (depth == 0 || pick(4) == 0) {
        const int a = pick(5), b = pick(5);
        const std::string left = pick(2) == 0 && a == 4 ? "N" : std::to_string(a);
        switch (pick(4)) {
          case 0: return {left + " < " + std::to_string(b), a < b};
          case 1: return {left + "==" + std::to_string(b), a == b};
          case 2: return {left + " + 1 >= " + std::to_string(b) + " * 2", a + 1 >= b * 2};
          default: return {left + " != " + std::to_string(b), a != b};
        }
      }
      const Built left = build(depth - 1), right = build(depth - 1);
      switch (pick(3)) {
        case 0: return {"(" + left.text + ") and (" + right.text + ")", left.holds && right.holds};
        case 1: return {"(" + left.text + ") or (" + right.text + ")", left.holds || right.holds};
        default: return {"not (" + left.text + ")", !left.holds};
      }
    };
    for (int i = 0; i < 3000; ++i) {
      const Built built = build(5);
      QCOMPARE(QString::fromStdString(built.text + ": " + said(built.text)),
               QString::fromStdString(built.text + ": " + (built.holds ? "true" : "false")));
    }
  }
};

QTEST_APPLESS_MAIN(TestCondition)
#include "tst_condition.moc"
