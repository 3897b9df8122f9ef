// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "views/text/find.h"

using namespace tileport;
using namespace tileport::views;

class TestFind : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void findsInOrder();
  void caseMatters();
  void beyondAscii();
  void nextMatch();
  void cancelled();
  void linesWithoutTheirEnds();
};

namespace {

TextLines linesOf(const char *text) { return TextLines::of(source::makeSourceFile("a.txt", text)); }

}  // namespace

void TestFind::findsInOrder() {
  const auto found = findAll(linesOf("aaaa\nb\nba\n"), QStringLiteral("aa"), Qt::CaseSensitive);
  QCOMPARE(*found, (Matches{{0, 0, 2}, {0, 2, 2}}));
  QVERIFY(findAll(linesOf("aaaa"), QString(), Qt::CaseSensitive)->empty());
}

void TestFind::caseMatters() {
  QCOMPARE(findAll(linesOf("Addf addf"), QStringLiteral("addf"), Qt::CaseSensitive)->size(), std::size_t(1));
  QCOMPARE(findAll(linesOf("Addf addf"), QStringLiteral("addf"), Qt::CaseInsensitive)->size(), std::size_t(2));
}

void TestFind::beyondAscii() {
  // Columns of a pane are UTF-16 units, those of marks are bytes.
  const char text[] = "é中\U0001F600x\n";
  QCOMPARE(*findAll(linesOf(text), QStringLiteral("x"), Qt::CaseSensitive), (Matches{{0, 4, 1}}));
  QCOMPARE(utf16Column(text, 2), 1);
  QCOMPARE(utf16Column(text, 9), 4);
  QCOMPARE(utf16Column("ab", 9), 2);
}

void TestFind::nextMatch() {
  const Matches matches{{1, 4, 2}, {3, 0, 2}};
  QCOMPARE(matchFrom(matches, 0, 0), 0);
  QCOMPARE(matchFrom(matches, 1, 4), 0);
  QCOMPARE(matchFrom(matches, 1, 5), 1);
  QCOMPARE(matchFrom(matches, 9, 0), 0);
  QCOMPARE(matchFrom({}, 0, 0), -1);
}

void TestFind::cancelled() {
  CancelSource source;
  source.cancel();
  const auto found = findAll(linesOf("a"), QStringLiteral("a"), Qt::CaseSensitive, source.token());
  QVERIFY(!found.ok());
  QCOMPARE(int(found.error().kind), int(ErrorKind::Cancelled));
}

void TestFind::linesWithoutTheirEnds() {
  const TextLines lines = linesOf("one\r\ntwo\nthree");
  QCOMPARE(lines.line(0), QStringLiteral("one"));
  QCOMPARE(lines.line(1), QStringLiteral("two"));
  QCOMPARE(lines.line(2), QStringLiteral("three"));
  QCOMPARE(TextLines().count(), 0);
}

QTEST_GUILESS_MAIN(TestFind)
#include "tst_find.moc"
