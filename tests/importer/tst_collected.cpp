// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that lie ready in a cache of Triton's Tile IR back end.
#include "importer/collected.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <set>

#include "tests/support/files.h"
#include "tileir/program_reader.h"
#include "workspace/workspace.h"

using namespace tileport;
namespace fs = std::filesystem;

namespace {

constexpr const char *kProgram = "cuda_tile.module @kernels {\n  entry @add(%arg0: tile<ptr<f32>>) {\n    return\n  }\n}\n";

void write(const fs::path &file, const std::string &text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

struct Setting {
  QTemporaryDir temporary;
  fs::path folder{temporary.path().toStdString() + "/ö"};
  fs::path cache = folder / "cache", out = folder / "out";
  toolchain::FrontEnds frontEnds = toolchain::FrontEnds::load({PLUGINS});

  void add(const std::string &hash, const std::string &kernel, const std::string &program, const std::string &metadata,
           const std::string &ttir) {
    write(cache / hash / (kernel + ".tileIR"), program);
    if (!metadata.empty()) write(cache / hash / (kernel + ".json"), metadata);
    if (!ttir.empty()) write(cache / hash / (kernel + ".ttir"), ttir);
  }
  Result<importer::ImportSummary> run(const CancelToken &cancel = {}) {
    return importer::importCollected(*frontEnds.find("triton_tileir"), {.folder = cache, .out = out}, cancel);
  }
};

#define VERIFY_OK(result) QVERIFY2((result).ok(), (result).ok() ? "" : (result).error().toString().c_str())

}  // namespace

class TestCollected : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsACache() {
    Setting setting;
    write(setting.folder / "add.py", "# the kernel\n");
    const std::string ttir = "#loc = loc(unknown)\n#loc1 = loc(\"" + (setting.folder / "add.py").string() + "\":3:0)\n";
    setting.add("0123456789ab", "add", kProgram,
                R"({"name": "add", "num_ctas": 1, "num_stages": 3, "target": {"backend": "cuda", "arch": 100}})", ttir);
    setting.add("ba9876543210", "add", kProgram, R"({"num_ctas": 2, "target": "cuda:100:32"})", "#loc = loc(\"/gone/add.py\":3:0)\n");
    setting.add("no-metadata", "mul", kProgram, "", "");
    write(setting.cache / "other" / "sub.ptx", "of another back end");
    write(setting.cache / "loose file", "");
    const auto summary = setting.run();
    VERIFY_OK(summary);
    QCOMPARE(summary->references, std::size_t(3));
    QVERIFY(summary->failures.empty());
    const auto opened = workspace::openWorkspace(setting.out);
    VERIFY_OK(opened);
    QCOMPARE((*opened)->operators.size(), std::size_t(2));
    const auto &add = (*opened)->operators[0].unpaired;
    QCOMPARE(add.size(), std::size_t(2));
    QCOMPARE(add[0].name, std::string("num_ctas=1 num_stages=3 target=cuda:100 01234567"));
    QCOMPARE(add[1].name, std::string("num_ctas=2 target=cuda:100:32 ba987654"));
    QVERIFY(add[0].files.source && fs::is_regular_file(*add[0].files.source));
    QVERIFY(!add[1].files.source);
    for (const workspace::Operator &op : (*opened)->operators)
      for (const workspace::Unpaired &each : op.unpaired) VERIFY_OK(tileir::readProgramFile(each.files.program));
    VERIFY_OK(setting.run());  // again, over itself
  }

  void oneFolderOfIt() {
    Setting setting;
    setting.add("0123456789ab", "add", kProgram, "", "");
    setting.cache /= "0123456789ab";
    const auto summary = setting.run();
    VERIFY_OK(summary);
    QCOMPARE(summary->references, std::size_t(1));
  }

  /// Whatever stands in the files: it costs what it would have told.
  void damaged_data() {
    QTest::addColumn<QByteArray>("metadata");
    QTest::addColumn<QByteArray>("ttir");
    QTest::newRow("garbage") << QByteArray("\xff\x00{", 3) << QByteArray("\xff\x00", 2);
    QTest::newRow("an array") << QByteArray("[1, 2]") << QByteArray("loc(\"");
    QTest::newRow("numbers beyond") << QByteArray(R"({"num_ctas": 1e999, "num_stages": {}, "target": {"arch": []}})")
                                    << QByteArray("loc(\"a.py");
    QTest::newRow("relative source") << QByteArray("{}") << QByteArray("loc(\"add.py\":1:1)");
    QTest::newRow("deep") << QByteArray(100'000, '[') << QByteArray("loc(\".py\":1)");
  }
  void damaged() {
    QFETCH(QByteArray, metadata);
    QFETCH(QByteArray, ttir);
    Setting setting;
    setting.add("0123456789ab", "add", kProgram, metadata.toStdString(), ttir.toStdString());
    setting.add("ba9876543210", "bad", "no program", "{}", "");
    const auto summary = setting.run();
    VERIFY_OK(summary);
    QCOMPARE(summary->references, std::size_t(1));
    QCOMPARE(summary->failures.size(), std::size_t(1));
  }

  void namesThatCollide() {
    Setting setting;
    for (const char *kernel : {"a b", "a_b", "a+b", ".hidden"}) setting.add("0123456789ab", kernel, kProgram, "", "");
    const auto summary = setting.run();
    VERIFY_OK(summary);
    const auto opened = workspace::openWorkspace(setting.out);
    VERIFY_OK(opened);
    std::set<fs::path> programs;
    for (const workspace::Operator &op : (*opened)->operators)
      for (const workspace::Unpaired &each : op.unpaired) programs.insert(each.files.program);
    QCOMPARE(programs.size(), std::size_t(4));
  }

  void nothingThere() {
    Setting setting;
    const auto missing = setting.run();
    QVERIFY(!missing.ok() && missing.error().message.find("no such folder") != std::string::npos);
    fs::create_directories(setting.cache);
    const auto empty = setting.run();
    QVERIFY(!empty.ok() && empty.error().message.find("no program") != std::string::npos);
    QVERIFY(!fs::exists(setting.out));
    setting.add("0123456789ab", "add", kProgram, "", "");
    CancelSource cancel;
    cancel.cancel();
    QVERIFY(!setting.run(cancel.token()).ok());
  }
};

QTEST_APPLESS_MAIN(TestCollected)
#include "tst_collected.moc"
