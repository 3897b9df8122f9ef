// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <thread>

#include "support/file.h"
#include "triage/triage_file.h"

using namespace tileport;
using namespace tileport::triage;

class TestTriageFile : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void roundTrip();
  void none();
  void replaced();
  void broken_data();
  void broken();
  void writtenAtOneTime();
  void brokenIsNotOverwritten();
  void cannotLock();
  void changes();
  void changesOfAnotherState();
};

namespace {

TriageEntry entry(const std::string &anchor, const std::string &key = "a.1") {
  return {anchor, "accepted", "measured: \"no\" difference\n\xC3\xA4", "A. Reviewer", "2026-11-30", {{key, "b.2", 1}}};
}

std::filesystem::path in(const QTemporaryDir &folder) { return folder.filePath("triage.json").toStdString(); }

std::string withEntry(const std::string &members) { return R"({"schema": "tileport-triage/1", "entries": [{)" + members + "}]}"; }

constexpr const char *kWhole =
    R"("anchor": "a", "class": "accepted", "note": "n", "author": "me", "date": "2026-11-30", "covers": [{"reference": "r", "port": null, "count": 1}])";

}  // namespace

void TestTriageFile::roundTrip() {
  const QTemporaryDir folder;
  for (const char *anchor : {"c", "a", "b"}) QVERIFY(addToTriageFile(in(folder), entry(anchor)).ok());
  const auto read = readTriageFile(in(folder));
  QVERIFY(read.ok());
  QCOMPARE(read->entries.size(), std::size_t(3));
  // Sorted, so that two branches that add entries merge.
  QCOMPARE(read->entries[0].anchor, std::string("a"));
  QCOMPARE(read->entries[2].anchor, std::string("c"));
  const TriageEntry *found = read->find("b");
  QVERIFY(found);
  QCOMPARE(found->note, entry("b").note);
  QCOMPARE(found->covers, entry("b").covers);
  QVERIFY(read->find("d") == nullptr);
  const auto again = readTriage(writeTriage(*read), "triage.json");
  QVERIFY(again.ok());
  QCOMPARE(writeTriage(*again), writeTriage(*read));
  QVERIFY(readTriage(withEntry(kWhole), "triage.json").ok());
}

void TestTriageFile::none() {
  const QTemporaryDir folder;
  const auto read = readTriageFile(in(folder));
  QVERIFY(read.ok());
  QVERIFY(read->entries.empty());
}

void TestTriageFile::replaced() {
  const QTemporaryDir folder;
  QVERIFY(addToTriageFile(in(folder), entry("a", "f16")).ok());
  TriageEntry later = entry("a", "f32");
  later.note = "another reason";
  QVERIFY(addToTriageFile(in(folder), later).ok());
  TriageEntry more = later;
  more.covers[0].count = 3;
  QVERIFY(addToTriageFile(in(folder), more).ok());
  const auto read = readTriageFile(in(folder));
  QCOMPARE(read->entries.size(), std::size_t(1));
  QCOMPARE(read->entries[0].note, std::string("another reason"));
  QCOMPARE(read->entries[0].covers, (std::vector<CoveredPair>{{"f16", "b.2", 1}, {"f32", "b.2", 3}}));
}

void TestTriageFile::broken_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("says");
  const auto row = [](const char *name, const std::string &text, const char *says) {
    QTest::newRow(name) << QString::fromStdString(text) << QString(says);
  };
  const auto changed = [](const std::string &from, const std::string &to) {
    std::string text = kWhole;
    text.replace(text.find(from), from.size(), to);
    return withEntry(text);
  };
  row("no JSON", "<<<<<<< ours", "triage.json:1");
  row("schema", R"({"schema": "tileport-triage/2", "entries": []})", "tileport-triage/1");
  row("unknown member", changed("\"note\"", "\"remark\""), "remark");
  row("no author", changed("\"me\"", "\"\""), "is empty");
  row("unknown class", changed("\"accepted\"", "\"fine\""), "\"fine\"");
  row("no date", changed("2026-11-30", "yesterday"), "yesterday");
  row("covers nothing", changed(R"({"reference": "r", "port": null, "count": 1})", ""), "covers nothing");
  row("covers neither side", changed("\"r\"", "null"), "neither side");
  row("covers none", changed("\"count\": 1", "\"count\": 0"), "no number");
  row("two of one anchor", R"({"schema": "tileport-triage/1", "entries": [{)" + std::string(kWhole) + "}, {" + kWhole + "}]}",
      "two entries");
}

void TestTriageFile::broken() {
  QFETCH(QString, text);
  QFETCH(QString, says);
  const auto read = readTriage(text.toStdString(), "triage.json");
  QVERIFY(!read.ok());
  const QString error = QString::fromStdString(read.error().toString());
  QVERIFY2(error.contains(says) && error.startsWith("triage.json:"), qPrintable(error));
}

void TestTriageFile::writtenAtOneTime() {
  const QTemporaryDir folder;
  constexpr int kWriters = 8, kEach = 12;
  std::vector<std::thread> writers;
  std::atomic<int> failures = 0;
  for (int w = 0; w < kWriters; ++w)
    writers.emplace_back([&, w] {
      for (int i = 0; i < kEach; ++i)
        if (!addToTriageFile(in(folder), entry(std::to_string(w) + "-" + std::to_string(i))).ok()) ++failures;
    });
  for (std::thread &writer : writers) writer.join();
  QCOMPARE(failures.load(), 0);
  const auto read = readTriageFile(in(folder));
  QVERIFY(read.ok());
  QCOMPARE(read->entries.size(), std::size_t(kWriters * kEach));
}

void TestTriageFile::brokenIsNotOverwritten() {
  const QTemporaryDir folder;
  QVERIFY(replaceFile(in(folder), "<<<<<<< ours").ok());
  QVERIFY(!addToTriageFile(in(folder), entry("a")).ok());
  QCOMPARE(*readFile(in(folder), 1000), std::string("<<<<<<< ours"));
  TriageEntry nameless = entry("a");
  nameless.author.clear();
  const QTemporaryDir other;
  QVERIFY(!addToTriageFile(in(other), nameless).ok());
  QVERIFY(!QFile::exists(other.filePath("triage.json")));
}

void TestTriageFile::cannotLock() {
  const QTemporaryDir folder;
  const auto added = addToTriageFile(std::filesystem::path(folder.filePath("gone").toStdString()) / "triage.json", entry("a"));
  QVERIFY(!added.ok());
  QVERIFY(!added.error().advice.empty());
}

void TestTriageFile::changes() {
  const QTemporaryDir folder;
  const TriageEntry first = entry("b", "f16"), second = entry("a");
  TriageEntry later = first;
  later.covers = entry("b", "f32").covers;
  QVERIFY(changeTriageFile(in(folder), {{"b", std::nullopt, first}, {"a", std::nullopt, second}}).ok());
  QCOMPARE(readTriageFile(in(folder))->entries.size(), std::size_t(2));
  QCOMPARE(readTriageFile(in(folder))->entries[0].anchor, std::string("a"));
  // In the place of what was there, not together with it.
  QVERIFY(changeTriageFile(in(folder), {{"b", first, later}, {"a", second, std::nullopt}}).ok());
  QCOMPARE(readTriageFile(in(folder))->entries, std::vector{later});
  // A file that says nothing is not left behind.
  QVERIFY(changeTriageFile(in(folder), {{"b", later, std::nullopt}}).ok());
  QVERIFY(!QFile::exists(folder.filePath("triage.json")));
}

void TestTriageFile::changesOfAnotherState() {
  const QTemporaryDir folder;
  const TriageEntry kept = entry("a"), other = entry("b");
  QVERIFY(addToTriageFile(in(folder), kept).ok());
  TriageEntry edited = kept;
  edited.note = "another reason";
  const std::vector<std::vector<TriageChange>> refused = {
      {{"a", edited, std::nullopt}},
      {{"a", std::nullopt, edited}},
      {{"b", other, std::nullopt}},
      // All or none: the first could be made.
      {{"b", std::nullopt, other}, {"a", edited, std::nullopt}},
  };
  for (const auto &changes : refused) {
    const auto changed = changeTriageFile(in(folder), changes);
    QVERIFY(!changed.ok());
    QVERIFY(changed.error().toString().find("has changed in the meantime") != std::string::npos);
    QCOMPARE(readTriageFile(in(folder))->entries, std::vector{kept});
  }
  QVERIFY(!changeTriageFile(std::filesystem::path(folder.filePath("gone").toStdString()) / "triage.json", {}).ok());
}

QTEST_APPLESS_MAIN(TestTriageFile)
#include "tst_triage_file.moc"
