// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every program of the demo and of the cases, written as every version that can hold it and read back: equal.
#include <QDirIterator>
#include <QTest>
#include <set>

#include "bytecode_file.h"
#include "mutate/synthetic.h"
#include "support/program_equality.h"
#include "support/round_trip.h"
#include "tileir/bytecode_writer.h"
#include "tileir/needed_version.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;

class TestBytecodeWriterCases : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void roundTrip_data() { addFiles(); }
  void roundTrip();
  void synthetic_data();
  void synthetic();
  void equalityTellsPrograms();
  void allVersionsAreNeeded();

 private:
  static QStringList files();
  static void addFiles();
};

QStringList TestBytecodeWriterCases::files() {
  QStringList paths;
  for (const char *folder : {"/tests/cases", "/resources/demo"}) {
    QDirIterator files(QStringLiteral(TILEPORT_SOURCE_DIR) + folder, {"*.tileirbc"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) paths << files.next();
  }
  paths.sort();
  return paths;
}

void TestBytecodeWriterCases::addFiles() {
  QTest::addColumn<QString>("path");
  for (const QString &path : files()) QTest::newRow(qPrintable(path.mid(int(sizeof TILEPORT_SOURCE_DIR)))) << path;
}

void TestBytecodeWriterCases::roundTrip() {
  QFETCH(QString, path);
  const auto program = readBytecodeFile(path.toStdString());
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  const std::string broken = test::brokenRoundTrip(**program);
  QVERIFY2(broken.empty(), broken.c_str());
}

void TestBytecodeWriterCases::synthetic_data() {
  QTest::addColumn<int>("ops");
  QTest::addColumn<int>("seed");
  for (const int ops : {10, 100, 1000, 4000}) {
    for (int seed = 1; seed <= 6; ++seed) QTest::addRow("%d ops, seed %d", ops, seed) << ops << seed;
  }
}

/// Programs that no reader made, and the same with a tenth of their ops changed.
void TestBytecodeWriterCases::synthetic() {
  QFETCH(int, ops);
  QFETCH(int, seed);
  const ProgramPtr program = mutate::synthetic(static_cast<std::size_t>(ops), static_cast<std::uint64_t>(seed));
  const ProgramPtr edited = mutate::editPercent(program, 10, static_cast<std::uint64_t>(seed));
  for (const ProgramPtr &each : {program, edited}) {
    const std::string broken = test::brokenRoundTrip(*each);
    QVERIFY2(broken.empty(), broken.c_str());
  }
  QVERIFY(*writeBytecode(*program, program->version()) != *writeBytecode(*edited, program->version()));
}

// The helper would pass everything if it took any two programs for equal.
void TestBytecodeWriterCases::equalityTellsPrograms() {
  std::vector<ProgramPtr> programs;
  for (const QString &path : files()) programs.push_back(*readBytecodeFile(path.toStdString()));
  std::size_t told = 0;
  for (const ProgramPtr &a : programs) {
    for (const ProgramPtr &b : programs) {
      const bool sameText = a->listing().text == b->listing().text;
      const bool equal = test::differenceOf(*a, *b, {.version = false, .locations = false}).empty();
      QVERIFY(!equal || sameText);
      told += !equal;
    }
  }
  QVERIFY(told > programs.size());
}

void TestBytecodeWriterCases::allVersionsAreNeeded() {
  std::set<int> met;
  for (const QString &path : files()) met.insert(neededVersion((*readBytecodeFile(path.toStdString()))->data()).version.minor);
  QCOMPARE(met, (std::set<int>{1, 2, 3, 4, 5}));
}

QTEST_APPLESS_MAIN(TestBytecodeWriterCases)
#include "tst_bytecode_writer_cases.moc"
