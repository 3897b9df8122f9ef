// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A `for` against a `loop` that counts: what is accepted, under which condition, and what is refused.
#include <QTest>
#include <functional>

#include "certificate/check.h"
#include "certificate/writer.h"
#include "tileir/text_reader.h"

using namespace tileport;
using namespace tileport::certificate;
using namespace tileport::certificate::test;
using tileir::OpKind;
using tileir::ProgramPtr;

class TestCounted : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void conditionIsTheRightOne();
  void everyBoundAndStep();
  void forms_data();
  void forms();
};

namespace {

ProgramPtr read(const std::string &text) {
  auto program = tileir::readText(text, "text");
  if (!program) return QTest::qFail((program.error().toString() + "\n" + text).c_str(), __FILE__, __LINE__), nullptr;
  return *program;
}

/// What the loop that counts is made of; each may be spoiled.
struct Loop {
  std::string before = {}, predicate = "greater_than_or_equal %i, %h, signed", arms = "{\n      break %i, %a : tile<i8>, tile<i32>\n    }",
              step = "%j = addi %i, %s : tile<i8>", next = "%j, %b", given = "%z, %r", init = "%i = %m, %a = %x", end = {};
};

std::string head(const std::string &bound, const std::string &step) {
  return "entry @k(%p: tile<ptr<i32>>, %n: tile<i8>, %m: tile<i8>, %x: tile<i32>, %o: tile<i8>) {\n  %h = assume bounded<" + bound +
         ">, %n : tile<i8>\n  %s = constant <i8: " + step + "> : tile<i8>\n";
}

const std::string kBody = "    %e = exti %i signed : tile<i8> -> tile<i32>\n    %b = addi %a, %e : tile<i32>\n";
const std::string kTail = "  %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token\n  return\n}\n";

ProgramPtr forText(const std::string &bound, const std::string &step, const std::string &keyword = "for") {
  return read(head(bound, step) + "  %r = " + keyword + " %i in (%m to %h, step %s) : tile<i8> iter_values(%a = %x) -> (tile<i32>) {\n" +
              kBody + "    continue %b : tile<i32>\n  }\n" + kTail);
}

ProgramPtr loopText(const std::string &bound, const std::string &step, const Loop &loop = {}) {
  const std::string types = "tile<i8>, tile<i32>";
  return read(head(bound, step) + "  " + loop.given + " = loop iter_values(" + loop.init + ") : " + types + " -> " + types + " {\n" +
              loop.before + "    %c = cmpi " + loop.predicate + " : tile<i8> -> tile<i1>\n    if %c " + loop.arms + "\n" + kBody + "    " +
              loop.step + "\n" + loop.end + "    continue " + loop.next + " : " + types + "\n  }\n" + kTail);
}

Step pairOf(const ProgramPtr &l, OpKind one, const ProgramPtr &r, OpKind other, std::vector<SlotPair> slots = {}) {
  Step step;
  step.reference = opOf(*l, one);
  step.port = opOf(*r, other);
  step.slots = std::move(slots);
  return step;
}

/// The `for` of the reference against the `loop` of the port, whatever they are.
Certificate prove(const ProgramPtr &l, const ProgramPtr &r, bool exchanged = false) {
  const OpKind one = exchanged ? OpKind::Loop : OpKind::For, other = exchanged ? OpKind::For : OpKind::Loop;
  const auto slot = [&](std::uint32_t onFor, std::uint32_t onLoop) {
    return exchanged ? SlotPair{onLoop, onFor} : SlotPair{onFor, onLoop};
  };
  Certificate certificate;
  EntryPair entry;
  entry.reference = entry.port = tileir::FunctionId(0);
  for (std::uint32_t n = 0; n < 5; ++n) entry.arguments.push_back({n, n});
  entry.steps.push_back(
      equalBy(Step::Kind::Constant, resultOf(*l, Side::Reference, OpKind::Constant), resultOf(*r, Side::Port, OpKind::Constant)));
  entry.steps.push_back(pairOf(l, one, r, other, {slot(0, 1)}));
  for (const OpKind kind : {OpKind::ExtI, OpKind::AddI})
    entry.steps.push_back(equalBy(Step::Kind::Congruent, resultOf(*l, Side::Reference, kind), resultOf(*r, Side::Port, kind)));
  entry.steps.push_back(pairOf(l, OpKind::Continue, r, OpKind::Continue));
  entry.steps.push_back(pairOf(l, one, r, other, {slot(0, 1)}));
  entry.steps.back().kind = Step::Kind::Leave;
  entry.steps.push_back(pairOf(l, OpKind::StorePtrTko, r, OpKind::StorePtrTko));
  entry.steps.push_back(pairOf(l, OpKind::Return, r, OpKind::Return));
  certificate.entries.push_back(entry);
  return certificate;
}

/// "holds", "assumes", or "refused: ...".
QString answer(const ProgramPtr &l, const ProgramPtr &r, bool exchanged = false) {
  const auto checked = check(prove(l, r, exchanged), *l, *r);
  if (!checked.ok()) return "refused: " + QString::fromStdString(checked.error().message);
  if (checked->unconditional()) return "holds";
  return checked->exceptions.empty() ? "assumes" : "excepts: " + QString::fromStdString(checked->exceptions[0].what);
}

}  // namespace

Q_DECLARE_METATYPE(Loop)

/// All numbers of 8 bits, with a sign and without: where bound + step - 1 is of the type the loop takes the turns of the `for`, and where
/// it is not there is a start from which it does not.
void TestCounted::conditionIsTheRightOne() {
  for (const bool isUnsigned : {false, true}) {
    const int lowest = isUnsigned ? 0 : -128, highest = isUnsigned ? 255 : 127;
    const auto wrapped = [&](int n) {
      return isUnsigned ? static_cast<int>(static_cast<std::uint8_t>(n)) : static_cast<int>(static_cast<std::int8_t>(n));
    };
    for (int upper = lowest; upper <= highest; ++upper)
      for (int step = 1; step <= highest; ++step) {
        bool alike = true;
        for (int start = lowest; start <= highest && alike; ++start) {
          int index = start;
          for (int exact = start; alike && exact < upper; exact += step) {
            alike = index == exact;
            index = wrapped(index + step);
          }
          alike = alike && index >= upper;
        }
        QCOMPARE(alike, upper == lowest || upper + step - 1 <= highest);
      }
  }
}

/// The checker asks for that condition: of what is known of the bound.
void TestCounted::everyBoundAndStep() {
  for (const int step : {1, 2, 3, 64, 126, 127})
    for (int upper = -3; upper <= 127; ++upper) {
      const std::string bound = "?, " + std::to_string(upper), by = std::to_string(step);
      const QString expected = upper + step - 1 <= 127 ? "holds" : "assumes";
      QCOMPARE(answer(forText(bound, by), loopText(bound, by)), expected);
      QCOMPARE(answer(loopText(bound, by), forText(bound, by), true), expected);
      // Without a sign, a bound that may be negative is not known.
      Loop loop;
      loop.predicate = "greater_than_or_equal %i, %h, unsigned";
      QCOMPARE(answer(forText("0, 100", by, "for unsigned"), loopText("0, 100", by, loop)), QString("holds"));
      QCOMPARE(answer(forText(bound, by, "for unsigned"), loopText(bound, by, loop)), QString(step == 1 ? "holds" : "assumes"));
    }
}

void TestCounted::forms_data() {
  QTest::addColumn<Loop>("loop");
  QTest::addColumn<QString>("expected");
  const auto row = [](const char *name, const char *expected, const std::function<void(Loop &)> &change) {
    Loop loop;
    change(loop);
    QTest::newRow(name) << loop << QString(expected);
  };
  row("as it is", "holds", [](Loop &) {});
  row("less, and left otherwise", "holds", [](Loop &l) {
    l.predicate = "less_than %i, %h, signed";
    l.arms = "{\n      yield\n    } else {\n      break %i, %a : tile<i8>, tile<i32>\n    }";
  });
  row("exchanged", "holds", [](Loop &l) { l.predicate = "less_than_or_equal %h, %i, signed"; });
  row("step first", "holds", [](Loop &l) { l.step = "%j = addi %s, %i : tile<i8>"; });
  row("computes before the test", "holds", [](Loop &l) { l.before = "    %f = subi %i, %h : tile<i8>\n"; });
  row("greater", "refused", [](Loop &l) { l.predicate = "greater_than %i, %h, signed"; });
  row("equal", "refused", [](Loop &l) { l.predicate = "equal %i, %h, signed"; });
  row("less", "refused", [](Loop &l) { l.predicate = "less_than %i, %h, signed"; });
  row("other sign", "refused", [](Loop &l) { l.predicate = "greater_than_or_equal %i, %h, unsigned"; });
  row("another bound", "refused", [](Loop &l) { l.predicate = "greater_than_or_equal %i, %o, signed"; });
  row("another start", "refused", [](Loop &l) { l.init = "%i = %o, %a = %x"; });
  row("another step", "refused", [](Loop &l) { l.step = "%j = addi %i, %o : tile<i8>"; });
  row("subtracted", "refused", [](Loop &l) { l.step = "%j = subi %i, %s : tile<i8>"; });
  row("promised", "refused", [](Loop &l) { l.step = "%j = addi %i, %s overflow<no_signed_wrap> : tile<i8>"; });
  row("index not passed on", "refused", [](Loop &l) { l.next = "%i, %b"; });
  row("value not passed on", "refused", [](Loop &l) { l.next = "%j, %a"; });
  row("gives another value", "refused", [](Loop &l) { l.arms = "{\n      break %i, %x : tile<i8>, tile<i32>\n    }"; });
  row("breaks again", "refused", [](Loop &l) { l.end = "    if %c {\n      break %j, %b : tile<i8>, tile<i32>\n    }\n"; });
  row("stores where it leaves", "refused", [](Loop &l) {
    l.arms =
        "{\n      %q = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token\n      break %i, %a : tile<i8>, tile<i32>\n    }";
  });
  row("stores where it stays", "refused",
      [](Loop &l) { l.arms += " else {\n      %q = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token\n      yield\n    }"; });
  row("stores before the test", "refused",
      [](Loop &l) { l.before = "    %q = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token\n"; });
  row("divides before the test", "refused", [](Loop &l) { l.before = "    %f = divi %i, %o signed rounding<zero> : tile<i8>\n"; });
  row("assumes before the test", "refused", [](Loop &l) { l.before = "    %f = assume bounded<?, 3>, %i : tile<i8>\n"; });
  row("bound from inside", "refused", [](Loop &l) {
    l.before = "    %f = addi %h, %i : tile<i8>\n";
    l.predicate = "greater_than_or_equal %i, %f, signed";
  });
}

void TestCounted::forms() {
  QFETCH(Loop, loop);
  QFETCH(QString, expected);
  const ProgramPtr l = forText("?, 100", "4"), r = loopText("?, 100", "4", loop);
  const QString found = answer(l, r), back = answer(r, l, true);
  QVERIFY2(found.startsWith(expected), qPrintable(found));
  QVERIFY2(back.startsWith(expected), qPrintable(back));
  // A loop is itself, whether it counts or not.
  QVERIFY(check(lockstep(*r, *r), *r, *r).ok());
}

QTEST_APPLESS_MAIN(TestCounted)
#include "tst_counted.moc"
