// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an import reads of analysis.json, and imports of the pipeline's output that stop. tests/app/test_pipeline.py has whole trees.
#include "importer/pipeline.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "importer/pipeline_analysis.h"
#include "importer/pipeline_tree.h"
#include "importer/workspace_folder.h"

using namespace tileport;
using namespace tileport::importer;
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
  fs::path tree = folder / "add", out = folder / "out";

  Setting() {
    write(tree / "reference" / "reference.mlir", kProgram);
    write(tree / "generated" / "generated.mlir", kProgram);
  }
};

}  // namespace

class TestPipeline : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsAnAnalysis() {
    const std::string text = R"({
  "kernel_name": "softmax", "reference_backend": "triton", "source": "not this one", "source_file": "a/softmax.py",
  "kernel_variants": [
    {"variant_name": "fwd", "reference_ir": "reference/reference_fwd.mlir", "dispatch_condition": "N < 5", "reference_backend": "cutile"},
    {"variant_name": "bwd",
     "reference_ir": "b.mlir", "reference_ir_f32_supplement": "c.mlir", "other_supplements": ["d.mlir", 3]}
  ]
})";
    const PipelineAnalysis analysis = readPipelineAnalysis(text, "softmax", "analysis.json");
    QVERIFY(analysis.notes.empty());
    QVERIFY(analysis.isMulti());
    QCOMPARE(analysis.kernelName, std::string("softmax"));
    QCOMPARE(analysis.backend, std::string("triton"));
    QCOMPARE(analysis.sourceFile, std::string("a/softmax.py"));
    QCOMPARE(analysis.variants.size(), std::size_t(2));
    QCOMPARE(analysis.variants[0].condition, std::string("N < 5"));
    QCOMPARE(analysis.variants[0].line, 4U);
    QCOMPARE(analysis.variants[1].line, 6U);
    QCOMPARE(analysis.supplements, (std::vector<std::string>{"c.mlir", "d.mlir"}));
  }

  /// A broken element counts for "multi", which is by the list's length; what is wrong with it stands at its line.
  void notesWhereItIsWrong() {
    const PipelineAnalysis analysis = readPipelineAnalysis("{\"kernel_variants\": [\n{\"variant_name\": \"a\"},\n7]}", "s", "f");
    QVERIFY(analysis.isMulti());
    QCOMPARE(analysis.variants.size(), std::size_t(1));
    QCOMPARE(analysis.notes.size(), std::size_t(1));
    QCOMPARE(analysis.notes[0].text(), std::string("f:3: member /kernel_variants/1 is no object and is passed over"));
  }

  void looksInsideOnly() {
    Setting setting;
    write(setting.folder / "secret", "");
    fs::create_symlink("../../secret", setting.tree / "reference" / "link");
    fs::create_symlink(setting.tree / "generated", setting.folder / "way");
    const auto tree = Tree::open(setting.tree);
    QVERIFY(tree.ok());
    using Kind = TreeEntry::Kind;
    const auto kindOf = [&](const char *name) { return tree->look(tree->root(), name).kind; };
    QCOMPARE(kindOf("reference/reference.mlir"), Kind::File);
    QCOMPARE(kindOf("reference/../generated"), Kind::Folder);
    QCOMPARE(kindOf("."), Kind::Folder);
    QCOMPARE(kindOf("reference/nowhere"), Kind::Missing);
    for (const char *name :
         {"..", "../secret", "reference/../../secret", "reference/link", "/", "/etc/passwd", "../add2/x", "../way/generated.mlir"})
      QCOMPARE(kindOf(name), Kind::Outside);
    const std::string withNul("reference/reference.mlir\0/../../../secret", 41);
    QCOMPARE(tree->look(tree->root(), withNul).kind, Kind::Missing);
    const TreeEntry absolute = tree->look(tree->root(), tree->root() / "reference" / "reference.mlir");
    QCOMPARE(absolute.kind, Kind::File);
    QCOMPARE(tree->shown(absolute.path), (setting.tree / "reference" / "reference.mlir").string());
  }

  void namesThatNoTwoFilesHave() {
    PlainNames names;
    QCOMPARE(names.take("a/", "x y", ".mlir"), std::string("a/x_y.mlir"));
    QCOMPARE(names.take("a/", "x_y", ".mlir"), std::string("a/x_y_.mlir"));
    QCOMPARE(names.take("a/", "X_Y", ".mlir"), std::string("a/X_Y__.mlir"));
    QCOMPARE(names.take("b/", "x y", ".mlir"), std::string("b/x_y.mlir"));
    QVERIFY(names.take("a/", std::string(10'000, 'x'), ".mlir").size() < 200);
    QCOMPARE(names.take("", "..", ""), std::string("_"));
  }

  void cancelled() {
    Setting setting;
    CancelSource source;
    source.cancel();
    const auto summary = importPipeline(setting.tree, setting.out, source.token());
    QVERIFY(!summary.ok());
    QCOMPARE(summary.error().kind, ErrorKind::Cancelled);
    QVERIFY(!fs::exists(setting.out / "workspace.json"));
  }

  /// The files of an earlier import change only when its manifest is gone; one that changes nothing leaves it.
  void anEarlierManifestGoesFirst() {
    Setting setting;
    QVERIFY(importPipeline(setting.tree, setting.out).ok());
    const auto folder = WorkspaceFolder::open(setting.out);
    QVERIFY(folder.ok());
    QVERIFY(folder->put("add/reference/reference.mlir", kProgram).ok());
    QVERIFY(folder->put("add/more.mlir", kProgram).ok());
    QVERIFY(fs::exists(setting.out / "workspace.json"));
    QVERIFY(folder->put("add/reference/reference.mlir", "other").ok());
    QVERIFY(!fs::exists(setting.out / "workspace.json"));
  }
};

QTEST_APPLESS_MAIN(TestPipeline)
#include "tst_pipeline.moc"
