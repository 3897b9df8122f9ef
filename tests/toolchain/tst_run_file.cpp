// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTemporaryDir>
#include <QTest>

#include "support/file.h"
#include "toolchain/run_file.h"

using namespace tileport;
using namespace tileport::toolchain;

class TestRunFile : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void writtenAndRead();
  void damaged_data();
  void damaged();
  void everyMemberIsNeeded();
  void cutAnywhere();
  void ofAWorkspace();
};

namespace {

std::vector<RunRecord> sample() {
  RunRecord run;
  run.purpose = "export 2 programs by cuTile Python";
  run.program = "/tools/bin/python";
  run.arguments = {"export.py", "a \"quoted\" word", "ünïcode", ""};
  run.environment = {{"CUDA_HOME", std::nullopt}, {"LANG", "C.UTF-8"}};
  run.folder = "/somewhere with space";
  run.begin = std::chrono::system_clock::time_point(std::chrono::milliseconds(1'764'000'000'123));
  run.took = std::chrono::milliseconds(1234);
  run.ending = "was killed after 60 s";
  run.output = "line\nline\n";
  run.errors = std::string("\x01 bell\t") + "\xc3\xa9";
  RunRecord other;
  other.succeeded = true;
  other.ending = "exited with 0";
  return {run, other};
}

}  // namespace

void TestRunFile::writtenAndRead() {
  const std::vector<RunRecord> runs = sample();
  const auto read = readRuns(writeRuns(runs), "runs.json");
  QVERIFY2(read.ok(), read ? "" : read.error().toString().c_str());
  QCOMPARE(read->size(), runs.size());
  QCOMPARE(QByteArray::fromStdString(writeRuns(*read)), QByteArray::fromStdString(writeRuns(runs)));
  QCOMPARE(read->front().arguments, runs.front().arguments);
  QVERIFY(read->front().environment == runs.front().environment);
  QCOMPARE(read->front().errors, runs.front().errors);
  QVERIFY(read->front().begin == runs.front().begin);
  QVERIFY(readRuns(writeRuns({}), "runs.json")->empty());
}

void TestRunFile::damaged_data() {
  QTest::addColumn<QByteArray>("from");
  QTest::addColumn<QByteArray>("to");
  QTest::addColumn<QByteArray>("told");
  QTest::newRow("schema") << QByteArray("tileport-runs/1") << QByteArray("tileport-runs/9") << QByteArray("tileport-runs/9");
  QTest::newRow("kind of a member") << QByteArray("1234") << QByteArray("\"soon\"") << QByteArray("milliseconds");
  QTest::newRow("argument") << QByteArray("\"export.py\"") << QByteArray("7") << QByteArray("arguments");
  QTest::newRow("environment") << QByteArray("\"C.UTF-8\"") << QByteArray("true") << QByteArray("LANG");
  QTest::newRow("success") << QByteArray("true") << QByteArray("1") << QByteArray("succeeded");
}

void TestRunFile::damaged() {
  QFETCH(QByteArray, from);
  QFETCH(QByteArray, to);
  QFETCH(QByteArray, told);
  QByteArray text = QByteArray::fromStdString(writeRuns(sample()));
  QVERIFY(text.contains(from));
  text.replace(from, to);
  const auto read = readRuns(text.toStdString(), "runs.json");
  QVERIFY(!read);
  const QByteArray error = QByteArray::fromStdString(read.error().toString());
  QVERIFY2(error.contains(told) && error.contains("runs.json:"), error.constData());
}

void TestRunFile::everyMemberIsNeeded() {
  const QByteArray whole = QByteArray::fromStdString(writeRuns(sample()));
  for (const char *name : {"purpose", "program", "arguments", "environment", "folder", "begin", "milliseconds", "ending", "succeeded",
                           "output", "errors", "schema", "runs"}) {
    QByteArray text = whole;
    text.replace(QByteArray("\"") + name + "\":", QByteArray("\"x") + name + "\":");
    const auto read = readRuns(text.toStdString(), "runs.json");
    QVERIFY2(!read && QByteArray::fromStdString(read.error().toString()).contains(name), name);
  }
}

void TestRunFile::cutAnywhere() {
  const std::string whole = writeRuns(sample());
  // The last byte is the end of the line.
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) QVERIFY(!readRuns(whole.substr(0, length), "runs.json"));
}

void TestRunFile::ofAWorkspace() {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.path().toStdString();
  QVERIFY(runsOfWorkspace(path)->empty());
  QVERIFY(replaceFile(path / kRunFileName, writeRuns(sample())).ok());
  QCOMPARE(runsOfWorkspace(path)->size(), std::size_t(2));
  QVERIFY(replaceFile(path / kRunFileName, "{").ok());
  QVERIFY(!runsOfWorkspace(path));
}

QTEST_GUILESS_MAIN(TestRunFile)
#include "tst_run_file.moc"
