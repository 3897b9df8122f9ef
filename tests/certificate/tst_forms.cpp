// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a rule finds where an operand has several definitions, or one whose operands may be exchanged.
#include <QTest>

#include "certificate/check.h"
#include "certificate/writer.h"
#include "tileir/text_reader.h"

using namespace tileport;
using namespace tileport::certificate;
using namespace tileport::certificate::test;
using tileir::OpKind;

class TestForms : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void negations_data();
  void negations();
};

namespace {

tileir::ProgramPtr read(const std::string &body) {
  auto program = tileir::readText(
      "entry @k(%p: tile<ptr<i32>>, %n: tile<i32>, %m: tile<i32>) {\n  %f = assume bounded<0, ?>, %n : tile<i32>\n"
      "  %g = assume bounded<0, ?>, %m : tile<i32>\n" +
          body +
          "  %r = exti %e unsigned : tile<i1> -> tile<i32>\n  %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token\n"
          "  return\n}\n",
      "text");
  if (!program) return QTest::qFail(program.error().toString().c_str(), __FILE__, __LINE__), nullptr;
  return *program;
}

}  // namespace

void TestForms::negations_data() {
  QTest::addColumn<QString>("compared");
  QTest::addColumn<QString>("opposite");
  QTest::addColumn<QString>("rule");
  QTest::addColumn<bool>("turned");  ///< first to a comparison with a sign
  QTest::addColumn<bool>("holds");
  // What is negated equals comparisons of both signs; of the first the other half of the rule is none.
  QTest::newRow("either sign") << "less_than %f, %g, unsigned" << "less_than_or_equal %g, %f, signed" << "not_lt" << true << true;
  QTest::newRow("own sign") << "less_than %f, %g, unsigned" << "less_than_or_equal %g, %f, unsigned" << "not_lt" << true << true;
  QTest::newRow("not turned") << "less_than %f, %g, unsigned" << "less_than_or_equal %g, %f, signed" << "not_lt" << false << false;
  QTest::newRow("not the opposite") << "less_than %f, %g, unsigned" << "less_than_or_equal %f, %g, signed" << "not_lt" << true << false;
  QTest::newRow("exchanged") << "equal %g, %f, signed" << "not_equal %f, %g, signed" << "not_eq" << false << true;
  QTest::newRow("not to be exchanged") << "less_than %g, %f, signed" << "less_than_or_equal %g, %f, signed" << "not_lt" << false << false;
}

void TestForms::negations() {
  QFETCH(QString, compared);
  QFETCH(QString, opposite);
  QFETCH(QString, rule);
  QFETCH(bool, turned);
  QFETCH(bool, holds);
  const std::string type = " : tile<i32> -> tile<i1>\n";
  const auto left = read("  %b = cmpi " + compared.toStdString() + type +
                         "  %d = constant <i1: true> : tile<i1>\n  %e = xori %b, %d : tile<i1>\n"),
             right = read("  %e = cmpi " + opposite.toStdString() + type);
  Certificate certificate;
  EntryPair entry;
  entry.reference = entry.port = tileir::FunctionId(0);
  for (std::uint32_t n = 0; n < 3; ++n) entry.arguments.push_back({n, n});
  const std::vector<Ref> both{resultOf(*left, Side::Reference, OpKind::Assume, 0), resultOf(*left, Side::Reference, OpKind::Assume, 1)};
  if (turned) {
    Term less;
    less.kind = OpKind::CmpI;
    less.attributes = {{"comparison_predicate", 2}, {"signedness", 1}};
    less.operands = both;
    less.typeOf = resultOf(*left, Side::Reference, OpKind::CmpI);
    certificate.terms.push_back(less);
    entry.steps.push_back(rewrite("compare_sign", less.typeOf, {Ref::Kind::Term, 0}, both));
  }
  entry.steps.push_back(rewrite(rule.toStdString().c_str(), resultOf(*left, Side::Reference, OpKind::XOrI),
                                resultOf(*right, Side::Port, OpKind::CmpI), both));
  entry.steps.push_back(
      equalBy(Step::Kind::Congruent, resultOf(*left, Side::Reference, OpKind::ExtI), resultOf(*right, Side::Port, OpKind::ExtI)));
  for (const OpKind kind : {OpKind::StorePtrTko, OpKind::Return}) {
    Step step;
    step.reference = opOf(*left, kind);
    step.port = opOf(*right, kind);
    entry.steps.push_back(step);
  }
  certificate.entries.push_back(entry);
  const auto checked = check(certificate, *left, *right);
  QVERIFY2(checked.ok() == holds, checked.ok() ? "holds" : checked.error().message.c_str());
}

QTEST_APPLESS_MAIN(TestForms)
#include "tst_forms.moc"
