// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/spool.h"

#include <QTest>
#include <string>
#include <vector>

using namespace tileport;
using cli::Spool;

class TestSpool : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void givesBackWhatItTook();
  void stopsWithTheSink();
};

namespace {

std::string copied(Spool &spool, const Spool::Piece &piece) {
  std::string text;
  const auto whole = spool.copy(piece, [&](std::string_view block) {
    text += block;
    return true;
  });
  return whole.ok() && *whole ? text : "incomplete";
}

}  // namespace

/// Pieces of every kind of size, read in another order than written, and between two writes.
void TestSpool::givesBackWhatItTook() {
  auto spool = Spool::open();
  QVERIFY(spool.ok());
  std::vector<std::string> texts;
  std::vector<Spool::Piece> pieces;
  for (const std::size_t size : {0U, 1U, 65535U, 65536U, 65537U, 200000U, 3U}) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>((i * 7 + size) % 256);
    const auto piece = spool->append(text);
    QVERIFY(piece.ok());
    texts.push_back(text);
    pieces.push_back(*piece);
    QVERIFY(copied(*spool, pieces.front()) == texts.front());
  }
  for (std::size_t i = pieces.size(); i-- > 0;) QVERIFY(copied(*spool, pieces[i]) == texts[i]);
}

void TestSpool::stopsWithTheSink() {
  auto spool = Spool::open();
  QVERIFY(spool.ok());
  const auto piece = spool->append(std::string(300000, 'x'));
  QVERIFY(piece.ok());
  int blocks = 0;
  const auto whole = spool->copy(*piece, [&](std::string_view) { return ++blocks < 2; });
  QVERIFY(whole.ok());
  QVERIFY(!*whole);
  QCOMPARE(blocks, 2);
}

QTEST_GUILESS_MAIN(TestSpool)
#include "tst_spool.moc"
