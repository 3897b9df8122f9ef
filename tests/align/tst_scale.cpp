// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>

#include "align/side_by_side.h"
#include "bench/shapes.h"
#include "mutate/synthetic.h"

using namespace tileport;

/// Large programs in every shape that the bench measures: what is found must be near what was done to them.
class TestScale : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sameIsSame_data() { shapes(); }
  void sameIsSame();
  void editsAreFewDivergences_data() { shapes(); }
  void editsAreFewDivergences();
  void reorderedChainIsSeen();
  void noiseSharesRows();
  void unlikeEnds();
  void cancelled();

 private:
  static void shapes() {
    QTest::addColumn<int>("shape");
    for (const bench::Shape shape : bench::allShapes()) QTest::newRow(bench::nameOf(shape).data()) << int(shape);
  }
};

void TestScale::sameIsSame() {
  QFETCH(int, shape);
  const auto program = bench::shaped(bench::Shape(shape), 10'000), again = bench::shaped(bench::Shape(shape), 10'000);
  const auto alignment = align::align(program, again);
  QVERIFY(alignment);
  QVERIFY2((*alignment)->same(), (*alignment)->undecidedWhy.c_str());
  // Constants that nothing uses have no partner.
  QVERIFY((*alignment)->pairs.size() + 8 >= program->opCount());
}

void TestScale::editsAreFewDivergences() {
  QFETCH(int, shape);
  constexpr std::size_t kOps = 20'000;
  const auto program = bench::shaped(bench::Shape(shape), kOps), edited = bench::shaped(bench::Shape(shape), kOps, 0.01);
  const auto alignment = align::align(program, edited);
  QVERIFY(alignment);
  QVERIFY2(!(*alignment)->undecided, (*alignment)->undecidedWhy.c_str());
  const std::size_t count = (*alignment)->divergences.size();
  QVERIFY2(count > 0 && count <= kOps / 100 * 4, qPrintable(QString::number(count)));
  QVERIFY2((*alignment)->pairs.size() > program->opCount() * 9 / 10, qPrintable(QString::number((*alignment)->pairs.size())));
  const align::SideBySide rows = align::sideBySide(**alignment);
  QVERIFY(rows.links.size() < kOps);
}

void TestScale::reorderedChainIsSeen() {
  // A store of a long chain that waits for nothing any more, far from either end.
  const auto program = bench::shaped(bench::Shape::Tokens, 20'000), edited = bench::shaped(bench::Shape::Tokens, 20'000, 0.0005);
  const auto alignment = align::align(program, edited);
  QVERIFY(alignment);
  QVERIFY(!(*alignment)->undecided);
  const auto tokens = std::count_if((*alignment)->divergences.begin(), (*alignment)->divergences.end(), [](const auto &divergence) {
    return std::any_of(divergence.differences.begin(), divergence.differences.end(),
                       [](const align::Difference &difference) { return difference.aspect == align::Aspect::Token; });
  });
  QVERIFY(tokens > 0);
}

void TestScale::noiseSharesRows() {
  // Other facts on both sides stand beside each other, whatever they are; no side's text gets longer by the other's.
  const auto alignment = *align::align(bench::shaped(bench::Shape::Assumes, 2'000), bench::shaped(bench::Shape::Assumes, 2'000, 0.3));
  std::size_t shared = 0, alone = 0;
  for (const align::Row &row : align::sideBySide(*alignment).rows) {
    if (row.kind != align::RowKind::Noise) continue;
    ++(row.reference && row.port ? shared : alone);
    QVERIFY(!row.divergence);
  }
  QVERIFY2(shared > 10 && alone < shared, qPrintable(QStringLiteral("%1 shared, %2 alone").arg(shared).arg(alone)));
}

void TestScale::unlikeEnds() {
  const auto reference = mutate::synthetic(8'000, 1), port = mutate::synthetic(8'000, 2);
  const auto alignment = align::align(reference, port);
  QVERIFY(alignment);
  QVERIFY(!(*alignment)->same());
  const align::SideBySide rows = align::sideBySide(**alignment);
  QCOMPARE(rows.rowOfReference.size(), reference->listing().lineCount());
  QCOMPARE(rows.rowOfPort.size(), port->listing().lineCount());
}

void TestScale::cancelled() {
  const auto reference = mutate::synthetic(3'000, 1), port = mutate::synthetic(3'000, 2);
  CancelSource source;
  source.cancel();
  const auto alignment = align::align(reference, port, {}, source.token());
  QVERIFY(!alignment);
  QCOMPARE(alignment.error().kind, ErrorKind::Cancelled);
}

QTEST_APPLESS_MAIN(TestScale)
#include "tst_scale.moc"
