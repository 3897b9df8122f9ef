// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The import of one's own operators, with front ends that copy programs of the demo.
#include "importer/operators.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/support/files.h"
#include "workspace/review.h"

using namespace tileport;
namespace fs = std::filesystem;

namespace {

constexpr const char *kLaunches = R"({
  "schema": "tileport-launches/1",
  "operator": "soft max",
  "reference": {"source": "reference/softmax.py", "kernel": "softmax"},
  "port": {"source": "kernel.rs", "front_end": "0.5.0", "module": "softmax_module", "kernel": "softmax"},
  "variants": [
    {"name": "f16", "reference": {"args": []}, "port": {"generics": []}},
    {"name": "f32", "reference": {"args": []}, "port": {"generics": []}},
    {"name": "only here", "reference": {"args": []}}
  ]
})";

void write(const fs::path &file, const std::string &text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

struct Setting {
  QTemporaryDir temporary;
  fs::path folder{temporary.path().toStdString()};
  toolchain::FrontEnds frontEnds = toolchain::FrontEnds::load({FAKE_PLUGINS});
  toolchain::RunLog log;
  bool trusted = true;
  fs::path from = folder / "my operators";

  explicit Setting(const std::string &launches = kLaunches) {
    write(from / "softmax/launches.json", launches);
    write(from / "softmax/reference/softmax.py", "# softmax\n");
    write(from / "softmax/kernel.rs", "// softmax\n");
    qputenv("FAKE_NOTES", (folder / "notes").string().c_str());
    qputenv("FAKE_DEMO", TILEPORT_SOURCE_DIR "/resources/demo");
    qputenv("FAKE_DO", "");
  }
  Result<importer::ImportSummary> run() {
    const auto store = toolchain::Store::open(folder / "store");
    if (!store) return store.error();
    return importer::importOperators(
        {.folder = from, .out = folder / "out", .folders = {"", folder / "tools", folder / "cache"}, .trusted = trusted}, frontEnds, *store,
        log);
  }
};

#define VERIFY_OK(result) QVERIFY2((result).ok(), (result).ok() ? "" : (result).error().toString().c_str())

}  // namespace

class TestOperators : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void makesAWorkspace() {
    Setting setting;
    for (const std::size_t kept : {0, 5}) {
      const auto summary = setting.run();
      VERIFY_OK(summary);
      QCOMPARE(summary->references, std::size_t(3));
      QCOMPARE(summary->ports, std::size_t(2));
      QCOMPARE(summary->pairs, std::size_t(2));
      QCOMPARE(summary->unpairedReferences, std::size_t(1));
      QVERIFY(summary->fromStore >= kept);
    }
    const auto opened = workspace::openWorkspace(setting.folder / "out");
    VERIFY_OK(opened);
    QCOMPARE((*opened)->name, std::string("my operators"));
    const workspace::Operator &op = (*opened)->operators.at(0);
    QCOMPARE(op.name, std::string("soft max"));
    QCOMPARE(op.unpaired.at(0).reason, std::string("launches.json has no partner for it"));
    for (const workspace::Variant &variant : op.variants) {
      const auto review = workspace::review(op, variant);
      VERIFY_OK(review);
      QVERIFY((*review)->reference.source && (*review)->port.source);
      // What both sides are launched with came along, and can be compared.
      QVERIFY2((*review)->specialisationCompared && (*review)->specialisationNote.empty(), (*review)->specialisationNote.c_str());
    }
  }

  /// One operator's folder instead of a folder of them.
  void oneOperator() {
    Setting setting;
    setting.from /= "softmax";
    const auto summary = setting.run();
    VERIFY_OK(summary);
    QCOMPARE(summary->pairs, std::size_t(2));
  }

  /// Nothing of the folder runs, and nothing is written.
  void untrusted() {
    Setting setting;
    setting.trusted = false;
    const auto summary = setting.run();
    QVERIFY(!summary.ok());
    QVERIFY2(summary.error().toString().find("--trust") != std::string::npos, summary.error().toString().c_str());
    QVERIFY(!fs::exists(setting.folder / "notes"));
    QVERIFY(!fs::exists(setting.folder / "out"));
    QVERIFY(setting.log.records().empty());
  }

  void onesPartnerFails() {
    Setting setting;
    qputenv("FAKE_DO", R"({"soft max/f32": "fail"})");  // of both front ends
    const auto summary = setting.run();
    VERIFY_OK(summary);
    QCOMPARE(summary->failures.size(), std::size_t(2));
    QCOMPARE(summary->pairs, std::size_t(1));
  }

  void malformed_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const char *from, const char *to, const char *said) {
      QTest::newRow(name) << QByteArray(from) << QByteArray(to) << said;
    };
    row("not JSON", "\"operator\":", "\"operator\"", "launches.json:3: not JSON");
    row("other schema", "launches/1", "launches/7", "schema is not \"tileport-launches/1\"");
    row("no name", "\"operator\": \"soft max\",", "", "operator is missing");
    row("empty name", "\"soft max\"", "\"\"", "operator is empty");
    row("source outside", "\"kernel.rs\"", "\"../kernel.rs\"", "port.source \"../kernel.rs\" leaves the operator's folder");
    row("absolute source", "reference/softmax.py", "/etc/passwd", "reference.source \"/etc/passwd\" leaves the operator's folder");
    row("no version", "\"front_end\": \"0.5.0\", ", "", "port.front_end is missing");
    row("name twice", "\"f32\"", "\"f16\"", "variants[1].name \"f16\" is used twice");
    row("launch is no object", "{\"name\": \"only here\", \"reference\": {\"args\": []}}", "{\"name\": \"x\", \"reference\": 7}",
        "variants[2].reference is no object");
    row("neither side", "{\"name\": \"only here\", \"reference\": {\"args\": []}}", "{\"name\": \"x\"}", "variants[2] has neither");
    row("variants are no array", "\"variants\": [", "\"variants\": 7, \"x\": [", "variants is no array");
    row("no such side", "\"reference\": {\"source\": \"reference/softmax.py\", \"kernel\": \"softmax\"},", "",
        "variants[0].reference has nothing to be launched");
  }
  void malformed() {
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, said);
    QByteArray launches(kLaunches);
    QVERIFY(launches.contains(from));
    launches.replace(from, to);
    Setting setting(launches.toStdString());
    const auto summary = setting.run();
    QVERIFY(!summary.ok());
    QVERIFY2(QString::fromStdString(summary.error().toString()).contains(said), summary.error().toString().c_str());
    QVERIFY(!fs::exists(setting.folder / "out"));
  }

  void nothingThere() {
    Setting setting;
    fs::remove_all(setting.from / "softmax");
    const auto summary = setting.run();
    QVERIFY(!summary.ok() && summary.error().message.find("no launches.json") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(TestOperators)
#include "tst_operators.moc"
