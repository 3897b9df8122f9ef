// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remarks as tileiras writes them, with what its serializer may do: quotes, wrapped lines, repetitions, another order.
#include <QTest>
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "evidence/remark_values.h"
#include "evidence/remarks.h"
#include "tests/support/files.h"

using namespace tileport;
using namespace tileport::evidence;

namespace {

struct Written {
  std::string kind = "Passed", name = "RemarkMemoryLoadInstructionSelected", line = "11", id = "2", extra;

  std::string text() const {
    return "--- !" + kind + "\nPass:            Memory\nName:            " + name +
           "\nDebugLoc:        { File: 'softmax.py', Line: " + line +
           ", Column: 13 }\nFunction:        softmax_entry\nArgs:\n  - RemarkId:    " + id +
           "\n  - Remark:      Load instruction selected\n" + extra + "...\n";
  }
};

QString failureOf(const std::string &text) {
  const auto read = readRemarks(text, "remarks.yaml");
  return read ? QStringLiteral("read") : QString::fromStdString(read.error().toString());
}

std::vector<Remark> remarksOf(const std::string &text) {
  const auto read = readRemarks(text, "remarks.yaml");
  return read ? *read : std::vector<Remark>();
}

}  // namespace

class TestRemarks : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsWhatTileirasWrites();
  void orderAndRepetitionsDoNotMatter();
  void alikeButTwoAreTwo();
  void locations();
  void values_data();
  void values();
  void wrappedLines();
  void refuses_data();
  void refuses();
  void everyPrefixIsReadOrRefused();
};

void TestRemarks::readsWhatTileirasWrites() {
  const auto remarks = remarksOf(test::contentOf(TILEPORT_SOURCE_DIR "/tests/cases/remarks/softmax-reference-sm_100.yaml"));
  QCOMPARE(remarks.size(), std::size_t(3));
  std::vector<std::string> texts;
  for (const Remark &each : remarks) {
    QCOMPARE(each.times, 1U);
    QCOMPARE(each.file, std::string("softmax.py"));
    QVERIFY(each.function.starts_with("softmax_Kt1_"));
    texts.push_back(std::string(toText(each.kind)) + " " + std::to_string(each.line) + ": " + textOf(each));
  }
  std::sort(texts.begin(), texts.end());
  QCOMPARE(texts, (std::vector<std::string>{
                      "failure 11: Failed to select TMA load instruction: TMA only supports zero padding",
                      "passed 11: Load instruction selected: Global-memory load instruction",
                      "passed 17: Store instruction selected: TMA Store instruction, Shape [256, 1]",
                  }));
}

void TestRemarks::orderAndRepetitionsDoNotMatter() {
  std::vector<std::string> documents;
  for (const char *line : {"3", "5", "8"}) documents.push_back(Written{.line = line, .id = line}.text());
  const auto once = remarksOf(documents[0] + documents[1] + documents[2]);
  QCOMPARE(once.size(), std::size_t(3));
  std::mt19937 random(1);
  for (int turn = 0; turn < 50; ++turn) {
    std::vector<std::string> written = documents;
    written.push_back(documents[turn % 3]);
    std::shuffle(written.begin(), written.end(), random);
    std::string all;
    for (const std::string &each : written) all += each;
    QVERIFY(remarksOf(all) == once);
  }
}

void TestRemarks::alikeButTwoAreTwo() {
  const auto two = remarksOf(Written{.id = "1"}.text() + Written{.id = "2"}.text() + Written{.id = "1"}.text());
  QCOMPARE(two.size(), std::size_t(1));
  QCOMPARE(two.front().times, 2U);
  // Of everything else that a remark says none is left out.
  const Remark one = remarksOf(Written{}.text()).front();
  for (const Written &other : {Written{.kind = "Missed"}, Written{.name = "RemarkMemoryTmaLoadFailed"}, Written{.line = "12"},
                               Written{.extra = "  - Reason: none\n"}})
    QVERIFY(remarksOf(other.text()).front() != one);
}

void TestRemarks::locations() {
  Remark unknown = remarksOf("--- !Passed\nName: N\nDebugLoc: { File: '<unknown file>', Line: 0, Column: 0 }\n...\n").front();
  QVERIFY(unknown.file.empty() && unknown.line == 0 && unknown.column == 0);
  unknown = remarksOf("--- !Passed\nName: N\n...\n").front();
  QVERIFY(unknown.file.empty() && unknown.line == 0);
  const Remark known = remarksOf("--- !Passed\nName: N\nDebugLoc: {File: \"/a b/it's.py\", Line: 7, Column: 0}\n...\n").front();
  QCOMPARE(known.file, std::string("it's.py"));
  QCOMPARE(known.line, 7U);
}

void TestRemarks::values_data() {
  QTest::addColumn<QByteArray>("written");
  QTest::addColumn<QByteArray>("value");
  const auto row = [](const char *written, const QByteArray &value) { QTest::newRow(written) << QByteArray(written) << value; };
  row("plain text: with a colon", "plain text: with a colon");
  row("can't", "can't");
  row("''", "");
  row("'[64, 64]'", "[64, 64]");
  row("'it''s'", "it's");
  row(R"("a\tb\"c\\")", "a\tb\"c\\");
  row(R"("\xe9\u20AC\U0001F600")", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  row("'open", "!");
  row("'closed' and more", "!");
  row(R"("\q")", "!");
  row(R"("\u12")", "!");
  row(R"("\UFFFFFFFF")", "!");
  row(R"("open\")", "!");
  row("'loc(\"softmax.py\":11:13): why'", "why");
  row("'loc(callsite(\"a)b\":1:2 at \"c\":3:4)): why'", "why");
  row("'loc(\"softmax.py\":11:13)'", "loc(\"softmax.py\":11:13)");
  row("'loc(\"open'", "loc(\"open");
}

void TestRemarks::values() {
  QFETCH(QByteArray, written);
  QFETCH(QByteArray, value);
  const auto remarks = readRemarks("--- !Passed\nName: N\nArgs:\n  - Reason: " + written.toStdString() + "\n...\n", "remarks.yaml");
  if (value == "!") {
    QVERIFY(!remarks.ok());
    QCOMPARE(remarks.error().place.line, 4U);
    return;
  }
  QVERIFY2(remarks.ok(), remarks ? "" : remarks.error().toString().c_str());
  QCOMPARE(QByteArray::fromStdString(remarks->front().arguments.front().second), value);
}

void TestRemarks::wrappedLines() {
  const std::string wrapped =
      "--- !Passed\nPass: Memory\nName: N\nDebugLoc:        { File: 'a_very_long_name.py', \n                   Line: 7, \n"
      "                   Column: 2 }\nFunction: f\nHotness: 3\nArgs:\n  - Callee: g\n    DebugLoc: { File: 'x.py', \n        Line: 1, "
      "Column: "
      "2 }\n  - String: |\n      one\n\n      two\n  - Remark: last\n...\n";
  const auto remarks = readRemarks(wrapped, "remarks.yaml");
  QVERIFY2(remarks.ok(), remarks ? "" : remarks.error().toString().c_str());
  const Remark &remark = remarks->front();
  QCOMPARE(remark.line, 7U);
  QCOMPARE(remark.arguments,
           (std::vector<std::pair<std::string, std::string>>{{"Callee", "g"}, {"Remark", "last"}, {"String", "one\n\ntwo"}}));
  QVERIFY(failureOf("--- !Passed\nName: N\nDebugLoc: { File: 'a',\n" + std::string(100, '\n') + "}\n...\n").contains("not closed"));
}

void TestRemarks::refuses_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("says");
  const auto row = [](const char *name, const char *text, const char *says) {
    QTest::newRow(name) << QByteArray(text) << QByteArray(says);
  };
  row("another text", "error: failed\n", "remarks.yaml:1: is no file of remarks");
  row("another kind", "--- !Praised\nName: N\n...\n", "there is no kind of remark \"Praised\"");
  row("a new member", "--- !Passed\nName: N\nColour: red\n...\n",
      "remarks.yaml:3: is no file of remarks as tileiras writes it: there is no member \"Colour\"");
  row("no name", "--- !Passed\nPass: P\n...\n", "a remark has no name");
  row("its end is missing", "--- !Passed\nName: N\n", "it ends within a remark");
  row("a line that belongs to nothing", "--- !Passed\nName: N\n  - Remark: x\n...\n", "belongs to nothing");
  row("no number", "--- !Passed\nName: N\nDebugLoc: { File: a, Line: x, Column: 1 }\n...\n", "expected a number");
  row("too large a number", "--- !Passed\nName: N\nDebugLoc: { File: a, Line: 99999999999, Column: 1 }\n...\n", "expected a number");
  row("a location of something else", "--- !Passed\nName: N\nDebugLoc: { Town: a }\n...\n", "has no member \"Town\"");
  row("no location", "--- !Passed\nName: N\nDebugLoc: here\n...\n", "expected a location");
  row("no colon", "--- !Passed\nName\n...\n", "expected \"Key: value\"");
  row("arguments that are no list", "--- !Passed\nName: N\nArgs: x\n...\n", "expected a list of arguments");
}

void TestRemarks::refuses() {
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, says);
  const QString failure = failureOf(text.toStdString());
  QVERIFY2(failure.contains(QString::fromUtf8(says)), qPrintable(failure));
}

void TestRemarks::everyPrefixIsReadOrRefused() {
  const std::string whole =
      Written{.extra = "  - Reason:      'loc(\"softmax.py\":11:13): why'\n"}.text() + Written{.kind = "Missed"}.text();
  const std::size_t first = whole.find("...\n") + 3;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string part = whole.substr(0, size);
    const auto read = readRemarks(part, "remarks.yaml");
    // Cut between two documents, or behind what ends the last one, there is nothing missing.
    const bool isWhole = size == 0 || size == first || size == first + 1 || size == whole.size() - 1;
    QVERIFY2(read.ok() == isWhole, qPrintable(QString::number(size)));
    if (!read) QVERIFY(read.error().place.line > 0);
  }
}

QTEST_GUILESS_MAIN(TestRemarks)
#include "tst_remarks.moc"
