// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <memory>
#include <thread>
#include <unordered_set>

#include "support/cancel.h"
#include "support/ids.h"
#include "support/ranges.h"
#include "support/result.h"

using namespace tileport;

class TestResult : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void holdsValueOrError();
  void movesWhatCannotBeCopied();
  void errorText_data();
  void errorText();
  void idsAreAbsentByDefault();
  void rangesHoldTheirLines();
  void cancelReachesEveryToken();
};

void TestResult::holdsValueOrError() {
  const Result<int> good = 7;
  QVERIFY(good.ok());
  QCOMPARE(*good, 7);
  const Result<int> bad = Error{ErrorKind::Limit, "too much", {}, ""};
  QVERIFY(!bad);
  QCOMPARE(bad.error().kind, ErrorKind::Limit);
  QVERIFY(Result<void>().ok());
  QVERIFY(!Result<void>(Error{}).ok());
}

void TestResult::movesWhatCannotBeCopied() {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = std::move(result).value();
  QCOMPARE(*taken, 3);
}

void TestResult::errorText_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("which");
  QTest::newRow("message alone") << "it broke" << 0;
  QTest::newRow("file, line, column") << "a.json:3:7: it broke" << 1;
  QTest::newRow("line without column") << "a.json:3: it broke" << 2;
  QTest::newRow("bytes and advice") << "k.tileirbc: it broke (section func, byte 0x1a2, op for). Export it again." << 3;
}

void TestResult::errorText() {
  QFETCH(QString, text);
  QFETCH(int, which);
  Error error{ErrorKind::Malformed, "it broke", {}, ""};
  if (which == 1 || which == 2) {
    error.place.file = "a.json";
    error.place.line = 3;
    error.place.column = which == 1 ? 7 : 0;
  } else if (which == 3) {
    error.place.file = "k.tileirbc";
    error.place.section = "func";
    error.place.byteOffset = 0x1a2;
    error.place.op = "for";
    error.advice = "Export it again.";
  }
  QCOMPARE(QString::fromStdString(error.toString()), text);
}

void TestResult::idsAreAbsentByDefault() {
  using ThingId = Id<struct ThingTag>;
  QVERIFY(!ThingId().valid());
  QVERIFY(ThingId(0).valid());
  QCOMPARE(ThingId(4).index(), std::size_t{4});
  QVERIFY(ThingId(1) < ThingId(2));
  QCOMPARE((std::unordered_set<ThingId>{ThingId(1), ThingId(1), ThingId(2)}).size(), std::size_t{2});
}

void TestResult::rangesHoldTheirLines() {
  constexpr LineRange lines{2, 5};
  QVERIFY(!lines.contains(1) && lines.contains(2) && lines.contains(4) && !lines.contains(5));
  QVERIFY((LineRange{3, 3}).empty() && !lines.empty());
  QVERIFY((ColumnRange{1, 1}).empty());
}

void TestResult::cancelReachesEveryToken() {
  QVERIFY(!CancelToken().cancelled());
  CancelToken outliving;
  {
    CancelSource source;
    outliving = source.token();
    std::thread other([&source] { source.cancel(); });
    other.join();
    QVERIFY(source.token().cancelled());
  }
  QVERIFY(outliving.cancelled());
}

QTEST_APPLESS_MAIN(TestResult)
#include "tst_result.moc"
