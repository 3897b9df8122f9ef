// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>

#include "toolchain/machine.h"

using namespace tileport;
using namespace tileport::toolchain;
using plugin::ToolState;

class TestMachine : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void gpus_data();
  void gpus();
  void anyPieceOfALine();
  void releases();
};

void TestMachine::gpus_data() {
  QTest::addColumn<QByteArray>("line");
  QTest::addColumn<int>("state");
  QTest::addColumn<QByteArray>("version");
  const auto row = [](const char *line, ToolState state, const char *version) {
    QTest::newRow(line) << QByteArray(line) << int(state) << QByteArray(version);
  };
  row("NVIDIA B200, 10.0, 590.44.01", ToolState::Present, "NVIDIA B200, compute capability 10.0, driver 590.44.01");
  row("NVIDIA H200, 9.0, 580.95.05\n", ToolState::Present,
      "NVIDIA H200, compute capability 9.0, driver 580.95.05 (not Blackwell: figures are indicative)");
  row("Tesla T4, 7.5, 535.1", ToolState::TooOld, "Tesla T4, compute capability 7.5, driver 535.1");
  row("Card, with commas, 12.0, 590.1", ToolState::Present, "Card, with commas, compute capability 12.0, driver 590.1");
  row("Old card, [N/A], 390.1", ToolState::Broken, "Old card, compute capability [N/A], driver 390.1");
  row("No devices were found", ToolState::Broken, "No devices were found");
  row("", ToolState::Missing, "");
}

void TestMachine::gpus() {
  QFETCH(QByteArray, line);
  QFETCH(int, state);
  QFETCH(QByteArray, version);
  const plugin::Tool tool = gpuOf(line.toStdString());
  QCOMPARE(int(tool.state), state);
  QCOMPARE(QByteArray::fromStdString(tool.version), version);
  QCOMPARE(tool.advice.empty(), tool.state == ToolState::Present);
}

void TestMachine::anyPieceOfALine() {
  const std::string line = "NVIDIA, H200, 9.0, 580";
  for (std::size_t first = 0; first <= line.size(); ++first)
    for (std::size_t length = 0; first + length <= line.size(); ++length) {
      const plugin::Tool tool = gpuOf(std::string_view(line).substr(first, length));
      QCOMPARE(tool.advice.empty(), tool.state == ToolState::Present);
    }
}

void TestMachine::releases() {
  const auto release = [](const char *text) { return std::string(cudaRelease(text)); };
  QCOMPARE(release("tileiras: NVIDIA (R)\nCuda compilation tools, release 13.4, V13.4.92\n"), std::string("13.4"));
  QCOMPARE(release("release "), std::string());
  QCOMPARE(release("release x.y"), std::string());
  QCOMPARE(release("no word of it"), std::string());
  for (const char *with : {"13.1", "13.10", "14.0", "13.4.92"}) QVERIFY2(hasTileIr(with), with);
  for (const char *without : {"13.0", "12.9", "13", "", "abc", "13.x", "99999999999999.1"}) QVERIFY2(!hasTileIr(without), without);
}

QTEST_GUILESS_MAIN(TestMachine)
#include "tst_machine.moc"
