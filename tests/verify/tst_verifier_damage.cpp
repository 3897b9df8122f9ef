// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any consistent program, however senseless, gets an answer: numbers of real programs are changed, and what is still
// consistent is verified.
#include <QTest>
#include <filesystem>

#include "tests/support/files.h"
#include "tests/tileir/damaged_data.h"
#include "tileir/bytecode_reader.h"
#include "tileir/consistency.h"
#include "tileir/verifier.h"

using namespace tileport;
using namespace tileport::tileir;

class TestVerifierDamage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void damaged_data();
  void damaged();
  void cleanupTestCase();

 private:
  std::size_t consistent_ = 0;
  std::size_t invalid_ = 0;
};

void TestVerifierDamage::damaged_data() {
  QTest::addColumn<QString>("path");
  const std::filesystem::path folder = std::filesystem::path(TILEPORT_SOURCE_DIR) / "tests/cases/allops";
  for (const auto &path : test::filesIn(folder, ".tileirbc"))
    QTest::newRow(path.filename().c_str()) << QString::fromStdString(path.string());
}

void TestVerifierDamage::damaged() {
  QFETCH(QString, path);
  const auto program = readBytecodeFile(path.toStdString());
  QVERIFY(program.ok());
  const auto numbers = testing::numbersOf((*program)->data());
  std::mt19937_64 random(7);
  for (int round = 0; round < 400; ++round) {
    ProgramData data = (*program)->data();
    const auto &number = numbers[random() % numbers.size()];
    number.set(data, testing::otherValue(number, random));
    if (!checkConsistency(data).ok()) continue;
    ++consistent_;
    const auto violations = verify(*Program::make(std::move(data)));
    invalid_ += !violations.empty();
    for (const Violation &violation : violations) QVERIFY2(!violation.rule.empty() && !violation.message.empty(), number.what.c_str());
  }
}

/// Otherwise nothing was tried.
void TestVerifierDamage::cleanupTestCase() {
  QVERIFY(consistent_ > 1000);
  QVERIFY(invalid_ > 100);
}

QTEST_GUILESS_MAIN(TestVerifierDamage)
#include "tst_verifier_damage.moc"
