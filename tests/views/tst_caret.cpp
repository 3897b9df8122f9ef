// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "views/panes/caret.h"

using namespace tileport::views;

namespace {

/// "-" stands for a filler.
class Rows final : public RowTexts {
 public:
  explicit Rows(QStringList texts) : texts_(std::move(texts)) {}
  int rowCount() const override { return int(texts_.size()); }
  bool stopsAt(int row) const override { return texts_[row] != QLatin1String("-"); }
  QString textOf(int row) const override { return texts_[row]; }

 private:
  QStringList texts_;
};

}  // namespace

class TestCaret : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void moves_data();
  void moves();
  void words();
  void copies();
  void emptyRows();
};

void TestCaret::moves_data() {
  QTest::addColumn<int>("move");
  QTest::addColumn<QPoint>("from");  // row, column
  QTest::addColumn<QPoint>("to");
  const auto row = [](const char *name, CaretMove move, QPoint from, QPoint to) { QTest::newRow(name) << int(move) << from << to; };
  // 0 "  abc def", 1 filler, 2 filler, 3 "x", 4 "%1 = addf"
  row("right", CaretMove::Right, {0, 2}, {0, 3});
  row("right at the end goes over fillers", CaretMove::Right, {0, 9}, {3, 0});
  row("left at the start goes over fillers", CaretMove::Left, {3, 0}, {0, 9});
  row("left at the very start", CaretMove::Left, {0, 0}, {0, 0});
  row("down goes over fillers, clips", CaretMove::Down, {0, 5}, {3, 1});
  row("up goes over fillers", CaretMove::Up, {3, 1}, {0, 1});
  row("down at the end", CaretMove::Down, {4, 2}, {4, 2});
  row("page down", CaretMove::PageDown, {0, 0}, {4, 0});
  row("page up stops at the first", CaretMove::PageUp, {4, 0}, {0, 0});
  row("home goes to the code first", CaretMove::LineStart, {0, 9}, {0, 2});
  row("home again goes to the margin", CaretMove::LineStart, {0, 2}, {0, 0});
  row("end", CaretMove::LineEnd, {0, 2}, {0, 9});
  row("start of all", CaretMove::Start, {4, 3}, {0, 0});
  row("end of all", CaretMove::End, {0, 3}, {4, 9});
  row("word right", CaretMove::WordRight, {0, 2}, {0, 6});
  row("word left", CaretMove::WordLeft, {0, 9}, {0, 6});
}

void TestCaret::moves() {
  QFETCH(int, move);
  QFETCH(QPoint, from);
  QFETCH(QPoint, to);
  const Rows rows(
      {QStringLiteral("  abc def"), QStringLiteral("-"), QStringLiteral("-"), QStringLiteral("x"), QStringLiteral("%1 = addf")});
  const TextPosition got = moved(rows, {from.x(), from.y()}, CaretMove(move), from.y(), 4);
  QCOMPARE(QPoint(got.row, got.column), to);
}

void TestCaret::words() {
  const Rows rows({QStringLiteral("%r_1 = addf %x")});
  const TextSelection word = wordAt(rows, {0, 2});
  QCOMPARE(word.begin().column, 0);
  QCOMPARE(word.end().column, 4);
  QVERIFY(wordAt(rows, {0, 5}).empty());
}

void TestCaret::copies() {
  const Rows rows({QStringLiteral("abc"), QStringLiteral("-"), QStringLiteral("def")});
  QCOMPARE(selectedText(rows, {{2, 2}, {0, 1}}), QStringLiteral("bc\nde"));
  QCOMPARE(selectedText(rows, {{0, 1}, {0, 2}}), QStringLiteral("b"));
}

void TestCaret::emptyRows() {
  const Rows none({}), fillers({QStringLiteral("-"), QStringLiteral("-")});
  QCOMPARE(nearestStop(none, 0), -1);
  QCOMPARE(nearestStop(fillers, 1), -1);
  QCOMPARE(moved(fillers, {0, 0}, CaretMove::End, 0, 1).row, 0);
}

QTEST_GUILESS_MAIN(TestCaret)
#include "tst_caret.moc"
