// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "workspace/manifest_writer.h"
#include "workspace/workspace.h"

using namespace tileport;
namespace fs = std::filesystem;

class TestWorkspace : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void opensFolderOrFile();
  void opensRelativeFolder();
  void errors_data();
  void errors();
  void secondSchema();
  void secondSchemaErrors_data();
  void secondSchemaErrors();
  void writes();
  void pathsThatLeave_data();
  void pathsThatLeave();
  void linkThatLeaves();
  void linkInside();
  void manifestThatIsMissing();
  void tooLarge();
  void deepNesting();
};

namespace {

constexpr const char *kGood = R"({
  "schema": "tileport-workspace/1",
  "name": "demo",
  "description": "two operators",
  "operators": [
    {
      "name": "softmax",
      "description": "row softmax",
      "variants": [
        {
          "name": "f16-1x1024",
          "description": "one row a block",
          "reference": {"program": "softmax/reference.tileirbc", "source": "softmax/softmax.py", "frontend": "cuTile Python 1.7.0"},
          "port": {"program": "softmax/port.tileirbc", "source": "softmax/kernel.rs", "frontend": "cuTile Rust 0.5.0"}
        },
        {
          "name": "f32-1x1024",
          "reference": {"program": "softmax/reference32.tileirbc"},
          "port": {"program": "softmax/port32.tileirbc"}
        }
      ]
    },
    {"name": "empty", "variants": []}
  ]
})";

constexpr const char *kSecond = R"({
  "schema": "tileport-workspace/2",
  "name": "two",
  "operators": [
    {
      "name": "matmul",
      "variants": [
        {
          "name": "f16",
          "reference": {"program": "r.tileirbc", "launch": "r.launch.json"},
          "port": {"program": "p.tileirbc", "source": "kernel.rs", "launch": "p.launch.json",
                   "locations": "located/p.tileirbc", "locations_frontend": "cuTile Rust 0.5.0"}
        }
      ],
      "unpaired": [
        {"name": "f32", "side": "reference", "reason": "No port has f32.", "program": "r32.tileirbc", "frontend": "cuTile Python 1.7.0"},
        {"name": "f32", "side": "port", "program": "p32.tileirbc", "source": "kernel.rs"}
      ]
    }
  ]
})";

/// A folder with a workspace.json of this text.
class Folder {
 public:
  explicit Folder(const std::string &manifest) { std::ofstream(path() / "workspace.json", std::ios::binary) << manifest; }
  fs::path path() const { return fs::canonical(folder_.path().toStdString()); }

 private:
  QTemporaryDir folder_;
};

std::string withReferenceProgram(const std::string &path) {
  return "{\"schema\": \"tileport-workspace/1\", \"name\": \"w\", \"operators\": [{\"name\": \"o\", \"variants\": [\n"
         "{\"name\": \"v\", \"port\": {\"program\": \"p\"}, \"reference\": {\"program\": \"" +
         path + "\"}}]}]}";
}

}  // namespace

void TestWorkspace::opensFolderOrFile() {
  const Folder folder(kGood);
  for (const fs::path &path : {folder.path(), folder.path() / "workspace.json"}) {
    const auto opened = workspace::openWorkspace(path);
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().toString().c_str());
    const workspace::Workspace &workspace = **opened;
    QCOMPARE(workspace.folder, folder.path());
    QCOMPARE(workspace.name, std::string("demo"));
    QCOMPARE(workspace.description, std::string("two operators"));
    QCOMPARE(workspace.operators.size(), std::size_t(2));
    QCOMPARE(workspace.operators[0].variants.size(), std::size_t(2));
    const workspace::Variant &variant = workspace.operators[0].variants[0];
    QCOMPARE(variant.name, std::string("f16-1x1024"));
    QCOMPARE(variant.reference.program, folder.path() / "softmax/reference.tileirbc");
    QCOMPARE(variant.reference.sourceName, std::string("softmax/softmax.py"));
    QCOMPARE(*variant.port.source, folder.path() / "softmax/kernel.rs");
    QCOMPARE(variant.port.frontEnd, std::string("cuTile Rust 0.5.0"));
    QVERIFY(!workspace.operators[0].variants[1].port.source);
    QVERIFY(workspace.operators[1].variants.empty());
  }
}

void TestWorkspace::opensRelativeFolder() {
  const Folder folder(kGood);
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  const auto byFolder = workspace::openWorkspace(".");
  const auto byFile = workspace::openWorkspace("workspace.json");
  fs::current_path(before);
  QVERIFY(byFolder.ok() && byFile.ok());
  QCOMPARE((*byFolder)->folder, folder.path());
  QCOMPARE((*byFile)->folder, folder.path());
}

void TestWorkspace::errors_data() {
  QTest::addColumn<QByteArray>("from");  // a piece of the good manifest ...
  QTest::addColumn<QByteArray>("to");    // ... and what stands there instead
  QTest::addColumn<int>("line");
  QTest::addColumn<QString>("message");
  QTest::newRow("not json") << QByteArray("\"name\": \"demo\",") << QByteArray("\"name\" \"demo\",") << 3 << "not JSON";
  QTest::newRow("text after the end") << QByteArray("    {\"name\": \"empty\", \"variants\": []}\n  ]\n}")
                                      << QByteArray("    {\"name\": \"empty\", \"variants\": []}\n  ]\n}}") << 25 << "not JSON";
  QTest::newRow("NUL byte") << QByteArray("  ]\n}") << QByteArray("  ]\n}\0garbage", 13) << 25 << "there is a NUL byte in the file";
  QTest::newRow("other schema") << QByteArray("workspace/1") << QByteArray("workspace/9") << 2
                                << "member schema is \"tileport-workspace/9\", which this version does not read";
  QTest::newRow("no schema") << QByteArray("\"schema\": \"tileport-workspace/1\",") << QByteArray() << 1 << "member schema is missing";
  QTest::newRow("name of a wrong kind") << QByteArray("\"demo\"") << QByteArray("7") << 3 << "member name must be a string but is a number";
  QTest::newRow("empty name") << QByteArray("\"softmax\"") << QByteArray("\"\"") << 7 << "member operators[0].name is empty";
  QTest::newRow("name used twice") << QByteArray("\"f32-1x1024\"") << QByteArray("\"f16-1x1024\"") << 17
                                   << "member operators[0].variants[1].name \"f16-1x1024\" is used twice";
  QTest::newRow("member given twice") << QByteArray("\"name\": \"demo\",") << QByteArray("\"name\": \"demo\",\n\"name\": \"d\",") << 4
                                      << "member \"name\" is given twice";
  QByteArray many("\"name\": \"demo\",");
  for (int i = 0; i < 200'000; ++i) many += " \"m" + QByteArray::number(i) + "\": 0,";
  QTest::newRow("more members than one can compare with each other")
      << QByteArray("\"name\": \"demo\",") << many << 3 << "member m0 is not a member that is known here";
  QTest::newRow("misspelt member") << QByteArray("\"source\": \"softmax/softmax.py\"") << QByteArray("\"sorce\": \"softmax/softmax.py\"")
                                   << 13 << "member operators[0].variants[0].reference.sorce is not a member that is known here";
  QTest::newRow("side is missing") << QByteArray(",\n          \"port\": {\"program\": \"softmax/port32.tileirbc\"}") << QByteArray() << 16
                                   << "member operators[0].variants[1].port is missing";
  QTest::newRow("side is a string") << QByteArray("{\"program\": \"softmax/reference32.tileirbc\"}") << QByteArray("\"x\"") << 18
                                    << "member operators[0].variants[1].reference must be an object but is a string";
  QTest::newRow("program is missing") << QByteArray("{\"program\": \"softmax/port32.tileirbc\"}") << QByteArray("{}") << 19
                                      << "member operators[0].variants[1].port.program is missing";
  QTest::newRow("operators is an object") << QByteArray("\"operators\": [") << QByteArray("\"operators\": {") << 6 << "not JSON";
  QTest::newRow("bytes that are not UTF-8") << QByteArray("two operators") << QByteArray("two \xFF") << 4 << "not JSON";
}

void TestWorkspace::errors() {
  QFETCH(QByteArray, from);
  QFETCH(QByteArray, to);
  QFETCH(int, line);
  QFETCH(QString, message);
  QByteArray manifest(kGood);
  QVERIFY(manifest.contains(from));
  manifest.replace(from, to);
  const Folder folder(manifest.toStdString());
  const auto opened = workspace::openWorkspace(folder.path());
  QVERIFY(!opened.ok());
  const QString text = QString::fromStdString(opened.error().toString());
  QVERIFY2(text.contains(message), qPrintable(text));
  QCOMPARE(opened.error().place.file, (folder.path() / "workspace.json").string());
  QVERIFY2(int(opened.error().place.line) == line, qPrintable(text));
  QVERIFY(opened.error().place.column > 0);
  QVERIFY2(!opened.error().advice.empty(), "an error says what to do");
}

void TestWorkspace::secondSchema() {
  const Folder folder(kSecond);
  const auto opened = workspace::openWorkspace(folder.path());
  QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().toString().c_str());
  const workspace::Operator &op = (*opened)->operators.at(0);
  const workspace::Variant &variant = op.variants.at(0);
  QCOMPARE(*variant.reference.launch, folder.path() / "r.launch.json");
  QVERIFY(!variant.reference.locations);
  QCOMPARE(*variant.port.locations, folder.path() / "located/p.tileirbc");
  QCOMPARE(variant.port.locationsFrontEnd, std::string("cuTile Rust 0.5.0"));
  QCOMPARE(op.unpaired.size(), std::size_t(2));
  QVERIFY(op.unpaired[0].side == workspace::Side::Reference && op.unpaired[1].side == workspace::Side::Port);
  QCOMPARE(op.unpaired[0].reason, std::string("No port has f32."));
  QCOMPARE(op.unpaired[1].files.program, folder.path() / "p32.tileirbc");
}

void TestWorkspace::secondSchemaErrors_data() {
  QTest::addColumn<QByteArray>("from");
  QTest::addColumn<QByteArray>("to");
  QTest::addColumn<QString>("message");
  QTest::newRow("the first schema knows nothing of it")
      << QByteArray("workspace/2") << QByteArray("workspace/1") << "member operators[0].unpaired is not a member that is known here";
  QTest::newRow("another side") << QByteArray("\"side\": \"port\"") << QByteArray("\"side\": \"Port\"")
                                << "member operators[0].unpaired[1].side is \"Port\"";
  QTest::newRow("two of a side") << QByteArray("\"side\": \"port\"") << QByteArray("\"side\": \"reference\"")
                                 << "member operators[0].unpaired[1].name \"f32\" is used twice";
  QTest::newRow("no program") << QByteArray("\"program\": \"p32.tileirbc\", ") << QByteArray("")
                              << "member operators[0].unpaired[1].program is missing";
  QTest::newRow("locations leave") << QByteArray("located/p.tileirbc") << QByteArray("../p.tileirbc")
                                   << "member operators[0].variants[0].port.locations leaves the workspace folder";
  QTest::newRow("launch leaves") << QByteArray("r.launch.json") << QByteArray("/r.launch.json")
                                 << "member operators[0].variants[0].reference.launch is an absolute path";
  QTest::newRow("unpaired is an object") << QByteArray("\"unpaired\": [") << QByteArray("\"unpaired\": 7, \"x\": [")
                                         << "is not a member that is known here";
}

void TestWorkspace::secondSchemaErrors() {
  QFETCH(QByteArray, from);
  QFETCH(QByteArray, to);
  QFETCH(QString, message);
  QByteArray manifest(kSecond);
  QVERIFY(manifest.contains(from));
  manifest.replace(from, to);
  const Folder folder(manifest.toStdString());
  const auto opened = workspace::openWorkspace(folder.path());
  QVERIFY(!opened.ok());
  QVERIFY2(QString::fromStdString(opened.error().toString()).contains(message), opened.error().toString().c_str());
  QVERIFY(opened.error().place.line > 0);
}

/// What is written reads as the same workspace, and is written alike again.
void TestWorkspace::writes() {
  for (const char *text : {kGood, kSecond}) {
    const Folder folder(text);
    const auto opened = workspace::openWorkspace(folder.path());
    QVERIFY(opened.ok());
    const std::string written = workspace::writeManifest(**opened);
    const Folder copy(written);
    const auto again = workspace::openWorkspace(copy.path());
    QVERIFY2(again.ok(), again.ok() ? "" : again.error().toString().c_str());
    QCOMPARE(workspace::writeManifest(**again), written);
    QCOMPARE((*again)->operators.size(), (*opened)->operators.size());
    for (std::size_t i = 0; i < (*opened)->operators.size(); ++i) {
      const workspace::Operator &one = (*opened)->operators[i], &other = (*again)->operators[i];
      QCOMPARE(other.variants.size(), one.variants.size());
      QCOMPARE(other.unpaired.size(), one.unpaired.size());
      for (std::size_t v = 0; v < one.variants.size(); ++v) {
        QCOMPARE(other.variants[v].port.locationsName, one.variants[v].port.locationsName);
        QCOMPARE(other.variants[v].reference.launchName, one.variants[v].reference.launchName);
        QCOMPARE(other.variants[v].port.sourceName, one.variants[v].port.sourceName);
      }
    }
  }
}

void TestWorkspace::pathsThatLeave_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("why");
  QTest::newRow("absolute") << "/etc/passwd" << "is an absolute path";
  QTest::newRow("parent") << "../a.tileirbc" << "leaves the workspace folder";
  QTest::newRow("parent after a folder") << "a/../../b" << "leaves the workspace folder";
  QTest::newRow("only dots") << ".." << "leaves the workspace folder";
  QTest::newRow("empty") << "" << "is not a path";
  QTest::newRow("nul") << "a\\u0000b" << "is not a path";
  QTest::newRow("backslash") << "a\\\\b" << "is not a path";
}

void TestWorkspace::pathsThatLeave() {
  QFETCH(QString, path);
  QFETCH(QString, why);
  const Folder folder(withReferenceProgram(path.toStdString()));
  const auto opened = workspace::openWorkspace(folder.path());
  QVERIFY(!opened.ok());
  const QString text = QString::fromStdString(opened.error().toString());
  QVERIFY2(text.contains("member operators[0].variants[0].reference.program " + why), qPrintable(text));
  QCOMPARE(int(opened.error().place.line), 2);
}

void TestWorkspace::linkThatLeaves() {
  const Folder folder(withReferenceProgram("away/a.tileirbc"));
  fs::create_directory_symlink("/", folder.path() / "away");
  const auto opened = workspace::openWorkspace(folder.path());
  QVERIFY(!opened.ok());
  QVERIFY(opened.error().message.find("leaves the workspace folder") != std::string::npos);
}

void TestWorkspace::linkInside() {
  const Folder folder(withReferenceProgram("b/a.tileirbc"));
  fs::create_directory(folder.path() / "a");
  fs::create_directory_symlink("a", folder.path() / "b");
  QVERIFY(workspace::openWorkspace(folder.path()).ok());
}

void TestWorkspace::manifestThatIsMissing() {
  const QTemporaryDir empty;
  const auto noManifest = workspace::openWorkspace(empty.path().toStdString());
  QVERIFY(!noManifest.ok());
  QVERIFY(noManifest.error().toString().find("holds no workspace.json") != std::string::npos);
  const auto nowhere = workspace::openWorkspace("/nowhere/at/all");
  QVERIFY(!nowhere.ok());
  QCOMPARE(nowhere.error().place.file, std::string("/nowhere/at/all"));
}

void TestWorkspace::tooLarge() {
  const Folder folder(kGood);
  fs::resize_file(folder.path() / "workspace.json", (16u << 20) + 1);
  const auto opened = workspace::openWorkspace(folder.path());
  QVERIFY(!opened.ok());
  QCOMPARE(int(opened.error().kind), int(ErrorKind::Limit));
}

void TestWorkspace::deepNesting() {
  const Folder folder(std::string(1'000'000, '['));
  const auto opened = workspace::openWorkspace(folder.path());
  QVERIFY(!opened.ok());
  QVERIFY(opened.error().message.find("nested deeper") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
