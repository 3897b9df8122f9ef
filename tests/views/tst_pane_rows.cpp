// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <random>

#include "sample_review.h"
#include "views/panes/bands.h"

using namespace tileport;
using namespace tileport::views;
using align::RowKind;

namespace {

/// One row a letter: s same, n noise on the reference's side, d differs, m missing, e extra.
align::SideBySide layoutOf(const std::string &letters) {
  align::SideBySide layout;
  std::uint32_t reference = 0, port = 0;
  for (const char letter : letters) {
    align::Row row;
    if (letter != 'e') row.reference = LineIndex(std::size_t(reference++));
    if (letter != 'm' && letter != 'n') row.port = LineIndex(std::size_t(port++));
    row.kind = letter == 's'   ? RowKind::Same
               : letter == 'n' ? RowKind::Noise
               : letter == 'd' ? RowKind::Differs
               : letter == 'm' ? RowKind::Missing
                               : RowKind::Extra;
    if (row.reference) layout.rowOfReference.push_back(std::uint32_t(layout.rows.size()));
    if (row.port) layout.rowOfPort.push_back(std::uint32_t(layout.rows.size()));
    layout.rows.push_back(row);
  }
  return layout;
}

QString text(const DisplayRows &display) {
  QStringList parts;
  for (const DisplayRows::Entry &entry : display.entries)
    parts << (entry.hidden > 0 ? QStringLiteral("[%1+%2]").arg(entry.row).arg(entry.hidden) : QString::number(entry.row));
  return parts.join(u' ');
}

}  // namespace

class TestPaneRows : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void display_data();
  void display();
  void displayOfHiddenRows();
  void unfolded();
  void fillersAndTones();
  void bandsOfLinks();
  void bandsOfFoldedLinks();
  void bandsInSight();
  void marksOfTheRuler();
  void densityOfTheRuler();
};

void TestPaneRows::display_data() {
  QTest::addColumn<QString>("letters");
  QTest::addColumn<bool>("hideUnchanged");
  QTest::addColumn<bool>("hideNoise");
  QTest::addColumn<QString>("shown");
  QTest::newRow("all") << "ssnd" << false << false << "0 1 2 3";
  QTest::newRow("long run folds, context stays") << "sssssssssd" << true << false << "[0+6] 6 7 8 9";
  QTest::newRow("between two changes") << "dsssssssssd" << true << false << "0 1 2 3 [4+3] 7 8 9 10";
  QTest::newRow("a run of one is not worth a fold") << "dsssssssd" << true << false << "0 1 2 3 4 5 6 7 8";
  QTest::newRow("nothing changed") << "ssss" << true << false << "[0+4]";
  QTest::newRow("noise goes") << "snnsd" << false << true << "0 3 4";
  QTest::newRow("noise inside a fold is counted") << "snnssssd" << true << true << "[0+4] 4 5 6 7";
  QTest::newRow("noise within the context goes") << "snd" << true << true << "0 2";
  QTest::newRow("empty") << "" << true << true << "";
}

void TestPaneRows::display() {
  QFETCH(QString, letters);
  QFETCH(bool, hideUnchanged);
  QFETCH(bool, hideNoise);
  QFETCH(QString, shown);
  QCOMPARE(text(displayRows(layoutOf(letters.toStdString()), {hideUnchanged, hideNoise, 3})), shown);
}

void TestPaneRows::displayOfHiddenRows() {
  const DisplayRows display = displayRows(layoutOf("ssssssdnn"), {true, true, 3});
  QCOMPARE(text(display), QStringLiteral("[0+3] 3 4 5 6"));
  QCOMPARE(display.displayOf, (std::vector<std::uint32_t>{0, 0, 0, 1, 2, 3, 4, 4, 4}));
}

void TestPaneRows::unfolded() {
  QCOMPARE(text(displayRows(layoutOf("sssssssssd"), {true, false, 3}, {{0, 6}})), QStringLiteral("0 1 2 3 4 5 6 7 8 9"));
  QCOMPARE(text(displayRows(layoutOf("snns"), {false, true, 3}, {{2, 3}})), QStringLiteral("0 2 3"));
}

void TestPaneRows::fillersAndTones() {
  const align::SideBySide layout = layoutOf("dme");
  const DisplayRows display = displayRows(layout, {});
  const auto reference = paneRows(layout, display, align::Side::Reference), port = paneRows(layout, display, align::Side::Port);
  QCOMPARE(reference[0], (PaneRow{PaneRow::Kind::Line, Tone::Differs, 0, std::nullopt}));
  QCOMPARE(reference[1], (PaneRow{PaneRow::Kind::Line, Tone::Missing, 1, std::nullopt}));
  QCOMPARE(int(reference[2].kind), int(PaneRow::Kind::Filler));
  QCOMPARE(int(port[1].kind), int(PaneRow::Kind::Filler));
  QCOMPARE(port[2], (PaneRow{PaneRow::Kind::Line, Tone::Extra, 1, std::nullopt}));
}

void TestPaneRows::bandsOfLinks() {
  const auto review = views::test::sampleReview();
  const auto bands = bandsOf(review->sideBySide, displayRows(review->sideBySide, {}));
  QCOMPARE(bands.size(), std::size_t(4));
  QCOMPARE(bands[0], (Band{{4, 5}, {4, 5}, Tone::Differs, 0}));
  QCOMPARE(bands[1], (Band{{6, 7}, {6, 7}, Tone::Missing, 1}));
  QCOMPARE(bands[2], (Band{{7, 8}, {9, 10}, Tone::None, std::nullopt}));
  QCOMPARE(bands[3], (Band{{8, 9}, {8, 9}, Tone::Extra, 2}));
}

void TestPaneRows::bandsOfFoldedLinks() {
  align::SideBySide layout = layoutOf("sssssssssd");
  layout.links.push_back({{0, 1}, {1, 2}, RowKind::Same, std::nullopt});
  layout.links.push_back({{9, 10}, {9, 10}, RowKind::Differs, 0});
  QCOMPARE(bandsOf(layout, displayRows(layout, {})).size(), std::size_t(2));
  const auto bands = bandsOf(layout, displayRows(layout, {true, false, 3}));
  QCOMPARE(bands.size(), std::size_t(1));
  QCOMPARE(bands[0].divergence, std::optional<std::uint32_t>(0));
}

void TestPaneRows::marksOfTheRuler() {
  const align::SideBySide layout = layoutOf("sddnms");
  const auto marks = rulerMarks(layout, displayRows(layout, {}));
  QCOMPARE(marks.size(), std::size_t(2));
  QCOMPARE(marks[0], (RulerMark{{1, 3}, Tone::Differs, std::nullopt}));
  QCOMPARE(marks[1], (RulerMark{{4, 5}, Tone::Missing, std::nullopt}));
}

void TestPaneRows::bandsInSight() {
  // Against the plain search: bands with an end in the rows.
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<Band> bands(random() % 300);
    for (Band &band : bands)
      for (RowSpan *span : {&band.left, &band.right}) {
        span->first = int(random() % 1000);
        span->end = span->first + 1 + int(random() % (random() % 20 == 0 ? 400 : 3));
      }
    const BandIndex index(bands);
    const RowSpan rows{int(random() % 1000), 0};
    const RowSpan sight{rows.first, rows.first + 1 + int(random() % 60)};
    std::vector<std::uint32_t> expected;
    const auto touches = [&](const RowSpan &span) { return span.first < sight.end && span.end > sight.first; };
    for (std::uint32_t i = 0; i < bands.size(); ++i)
      if (touches(bands[i].left) || touches(bands[i].right)) expected.push_back(i);
    QCOMPARE(index.touching(sight), expected);
    QCOMPARE(index.all(), bands);
  }
}

void TestPaneRows::densityOfTheRuler() {
  // Rows taller than a pixel: all or nothing, three pixels at least for what stands alone.
  const RulerDensity tall = rulerDensity({{{2, 3}, Tone::Differs, 0}}, 2, 40);
  QCOMPARE(std::count_if(tall.differs.begin(), tall.differs.end(), [](float s) { return s == 1.0F; }), 4);
  QCOMPARE(std::count_if(tall.missing.begin(), tall.missing.end(), [](float s) { return s > 0; }), 0);
  // A hundred rows a pixel: one row alone is seen, and many are stronger than few.
  std::vector<RulerMark> marks{{{5'000, 5'001}, Tone::Extra, 0}};
  const RulerDensity alone = rulerDensity(marks, 0.01, 200);
  QCOMPARE(std::count_if(alone.extra.begin(), alone.extra.end(), [](float s) { return s > 0; }), 3);
  for (int i = 0; i < 9; ++i) marks.push_back({{10'000 + 2 * i, 10'001 + 2 * i}, Tone::Extra, 0});
  const RulerDensity both = rulerDensity(marks, 0.01, 200);
  QVERIFY(both.extra[50] > 0);
  QVERIFY(both.extra[100] > both.extra[50]);
  // Marks below the end and no height at all.
  QVERIFY(rulerDensity(marks, 1, 0).differs.empty());
  QCOMPARE(rulerDensity(marks, 1, 10).extra.size(), std::size_t(10));
}

QTEST_GUILESS_MAIN(TestPaneRows)
#include "tst_pane_rows.moc"
