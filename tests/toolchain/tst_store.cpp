// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/store.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <fstream>

#include "support/file.h"
#include "toolchain/runner.h"

using namespace tileport;
using namespace tileport::toolchain;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> filesOf(const fs::path &folder) {
  std::vector<fs::path> files;
  for (const auto &entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

}  // namespace

class TestStore : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void hashes() {
    // FIPS 180-4's own example.
    QCOMPARE(contentHash("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "a";
    FileHashes known;
    QVERIFY(!known.of(file));
    std::ofstream(file) << "abc";
    QVERIFY(!known.of(file));
    QCOMPARE(FileHashes().of(file), std::optional(contentHash("abc")));
    QVERIFY(!FileHashes().of(file.parent_path()));
  }

  void keepsByContent() {
    QTemporaryDir temporary;
    const fs::path folder = temporary.path().toStdString(), source = folder / "source";
    std::ofstream(source) << "abc";
    const auto store = Store::open(folder / "store");
    QVERIFY(store.ok());
    const std::string key = contentHash("request");
    FileHashes before;
    QVERIFY(!store->find(key, before));
    const StoredProgram program{std::string("\0\xff bytes", 8), "sym", "Fake 1"};
    QVERIFY(store->keep(key, program, {{source, contentHash("abc")}}).ok());
    FileHashes after;
    const auto found = store->find(key, after);
    QVERIFY(found.has_value());
    QCOMPARE(found->bytes, program.bytes);
    QCOMPARE(found->symbol, program.symbol);
    QVERIFY(!store->find(contentHash("another"), after));
    std::ofstream(source) << "abcd";
    FileHashes changed;
    QVERIFY(!store->find(key, changed));
    fs::remove(source);
    FileHashes gone;
    QVERIFY(!store->find(key, gone));
  }

  /// Every file of a store cut off at any length, or with any byte changed: what is found is what was kept, or nothing.
  void damaged() {
    QTemporaryDir temporary;
    const auto store = Store::open(temporary.path().toStdString());
    const std::string key = contentHash("request");
    const StoredProgram program{"the bytes of a program", "sym", "Fake 1"};
    QVERIFY(store->keep(key, program, {}).ok());
    FileHashes hashes;
    for (const fs::path &file : filesOf(temporary.path().toStdString())) {
      const std::string whole = *readFile(file, 1 << 20);
      const auto check = [&](const std::string &content) {
        std::ofstream(file, std::ios::binary) << content;
        const auto found = store->find(key, hashes);
        return !found || found->bytes == program.bytes;
      };
      for (std::size_t size = 0; size < whole.size(); ++size) QVERIFY(check(whole.substr(0, size)));
      for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0x15);
        QVERIFY(check(changed));
      }
      QVERIFY(check(whole));
      QVERIFY(store->find(key, hashes).has_value());
    }
  }

  void noPlace() {
    const auto store = Store::open("/proc/tileport");
    QVERIFY(!store.ok());
    QVERIFY2(store.error().toString().find("/proc/tileport") != std::string::npos, store.error().toString().c_str());
    QTemporaryDir temporary;
    const fs::path folder = temporary.path().toStdString();
    const auto usable = Store::open(folder / "store");
    fs::remove_all(folder / "store");
    std::ofstream(folder / "store") << "a file";
    QVERIFY(!usable->keep(contentHash("a"), {}, {}).ok());
  }

  void commandLines() {
    RunRecord record;
    record.program = "/bin/a b";
    record.arguments = {"it's", "", "plain-1.x", "$HOME"};
    QCOMPARE(record.commandLine(), std::string("'/bin/a b' 'it'\\''s' '' plain-1.x '$HOME'"));
    record.environment = {{"B", "x y"}, {"A", std::nullopt}, {"C", ""}};
    record.folder = "/some where";
    QCOMPARE(record.commandLine(), std::string("cd '/some where' && env -u A B='x y' C='' '/bin/a b' 'it'\\''s' '' plain-1.x '$HOME'"));
  }

  void recordsRuns() {
    RunLog log;
    Runner runner({"/", "/", "/"}, "test", log, {});
    plugin::ProcessCall call{.program = "sh", .arguments = {"-c", "echo out; echo err >&2; exit 3"}};
    QVERIFY(runner.run(call).ok());
    call.program = "/no/such/program";
    QVERIFY(!runner.run(call).ok());
    const auto records = log.records();
    QCOMPARE(records.size(), std::size_t{2});
    QCOMPARE(records[0].ending, std::string("exited with 3"));
    QCOMPARE(records[0].output, std::string("out\n"));
    QCOMPARE(records[0].errors, std::string("err\n"));
    QVERIFY(!records[0].succeeded && !records[1].succeeded);
    QVERIFY(records[1].ending.find("cannot start") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(TestStore)
#include "tst_store.moc"
