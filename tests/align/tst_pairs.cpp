// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pairs of small programs with what a comparison must say of them (tests/cases/pairs/README.md), found by trying to deceive it.
#include <QTest>

#include "align/alignment.h"
#include "tests/support/files.h"
#include "tileir/text_reader.h"
#include "tileir/verifier.h"

using namespace tileport;

class TestPairs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void says_data();
  void says();
};

namespace {

tileir::ProgramPtr programOf(const std::string &text) {
  const auto program = tileir::readText(text, "text");
  if (!program) return QTest::qFail(program.error().toString().c_str(), __FILE__, __LINE__), nullptr;
  const auto violations = tileir::verify(**program);
  if (!violations.empty()) return QTest::qFail(violations.front().message.c_str(), __FILE__, __LINE__), nullptr;
  return *program;
}

/// "same", "different" or "undecided".
QString answer(const tileir::ProgramPtr &reference, const tileir::ProgramPtr &port) {
  const auto alignment = align::align(reference, port);
  if (!alignment) return QString::fromStdString(alignment.error().toString());
  if ((*alignment)->same()) return "same";
  return (*alignment)->divergences.empty() ? "undecided" : "different";
}

}  // namespace

void TestPairs::says_data() {
  QTest::addColumn<QString>("path");
  for (const auto &path : test::filesIn(TILEPORT_SOURCE_DIR "/tests/cases/pairs", ".mlir"))
    QTest::newRow(path.stem().c_str()) << QString::fromStdString(path.string());
}

void TestPairs::says() {
  QFETCH(QString, path);
  const std::string text = test::contentOf(path.toStdString());
  const std::size_t divided = text.find("\n// against\n");
  QVERIFY(divided != std::string::npos);
  const tileir::ProgramPtr reference = programOf(text.substr(0, divided + 1)), port = programOf(text.substr(divided + 1));
  if (!reference || !port) return;
  const QString head = QString::fromStdString(text.substr(0, text.find('\n')));
  QVERIFY(head.startsWith("// expect: "));
  const QString expected = head.mid(11).remove(" (not yet)");
  for (const QString &found : {answer(reference, port), answer(port, reference)}) {
    const bool right = found == expected || (expected == "not same" && (found == "different" || found == "undecided"));
    if (head.endsWith(" (not yet)")) QEXPECT_FAIL("", "known, see docs/decisions/0004", Continue);
    QVERIFY2(right, qPrintable(found + " instead of " + expected));
  }
}

QTEST_APPLESS_MAIN(TestPairs)
#include "tst_pairs.moc"
