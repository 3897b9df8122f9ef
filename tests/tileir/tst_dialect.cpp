// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The MLIR dialect against the bytecode printer and against what tileirdisasm printed: text goes in, the same text comes out.
#include <QtTest>

#include <filesystem>

#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/dialect.h"
#include "tileir/printer.h"

namespace fs = std::filesystem;
using namespace tileport;
using test::contentOf;
using test::filesIn;
using namespace tileport::tileir;

namespace {

const fs::path kSource(TILEPORT_SOURCE_DIR);

/// The entry whose hints hold blanks and quotes in their keys. They are printed as they are, officially too; no lexer reads that.
constexpr std::string_view kUnreadable = "entry @odd_hints";

void addRows(const std::vector<fs::path> &files) {
  for (const fs::path &path : files) QTest::newRow(path.lexically_relative(kSource).c_str()) << QString::fromStdString(path.string());
}

void compareTexts(const std::string &text, const std::string &expected) {
  const std::string difference = test::firstDifference(text, expected);
  QVERIFY2(difference.empty(), difference.c_str());
}

/// MLIR 19 lacks two types of few bits.
bool isBeyondMlir(const std::string &text) {
  if (TILEPORT_MLIR_MAJOR >= 20) return false;
  const auto holds = [&](std::string_view word) { return text.find(word) != std::string::npos; };
  return holds("f8E8M0FNU") || holds("f4E2M1FN");
}

void compareReprint(const std::string &text, const std::string &name) {
  if (isBeyondMlir(text)) QSKIP("this text needs a newer MLIR");
  const auto again = reprintWithMlir(text, name);
  if (!again) QFAIL(again.error().toString().c_str());
  compareTexts(*again, text);
}

std::string inEntry(const std::string &ops) {
  return "entry @k(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<4xi1>) {\n" + ops + "\n  return\n}\n";
}

}  // namespace

class TestDialect : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void reprintsOfficialTexts_data() {
    QTest::addColumn<QString>("path");
    addRows(filesIn(kSource / "tests/cases/allops", ".mlir"));
  }
  void reprintsOfficialTexts() {
    QFETCH(QString, path);
    const fs::path file = path.toStdString();
    const std::string text = contentOf(file);
    const std::size_t end = text.find(kUnreadable);
    if (end == std::string::npos) return compareReprint(text, path.toStdString());
    const auto refused = reprintWithMlir(text, "text");
    QVERIFY(!refused);
    QCOMPARE(refused.error().place.line, static_cast<quint32>(std::count(text.begin(), text.begin() + end, '\n') + 1));
    if (file.stem().extension() != ".g") compareReprint(text.substr(0, end), path.toStdString());
  }

  void reprintsDemo_data() {
    QTest::addColumn<QString>("path");
    addRows(filesIn(kSource / "resources/demo", ".tileirbc"));
  }
  void reprintsDemo() {
    QFETCH(QString, path);
    const auto program = readBytecodeFile(path.toStdString());
    if (!program) QFAIL(program.error().toString().c_str());
    for (const bool locations : {false, true}) compareReprint(print(**program, {.locations = locations}).text, path.toStdString());
  }

  void keepsTheModule();
  void readsPrefixes();
  void printsUsualFormOfWhatMayBeWrittenOtherwise();
  void readsOnePaddingValueWithoutMask();
  void readsFlagsOfSubprogram();
  void refuses_data();
  void refuses();
  void countsLinesAcrossWrapping();
  void namesPlaceOfOpWithDebugLocation();
  void survivesEveryTruncation();
  void refusesWhatIsTooDeep();
};

void TestDialect::keepsTheModule() {
  const std::string text =
      "cuda_tile.module @kernels {\n"
      "  entry @k(%arg0: tile<i32>) {\n"
      "    %0 = addi %arg0, %arg0 : tile<i32>\n"
      "    return\n"
      "  }\n"
      "}\n";
  compareReprint(text, "module");
}

void TestDialect::readsPrefixes() {
  const std::string text =
      "cuda_tile.entry @k(%arg0: !cuda_tile.tile<4xi32>) {\n"
      "  %0 = cuda_tile.addi %arg0, %arg0 : !cuda_tile.tile<4xi32>\n"
      "  %1 = cuda_tile.assume #cuda_tile.div_by<8>, %0 : !cuda_tile.tile<4xi32>  // a comment\n"
      "  cuda_tile.return\n"
      "}\n";
  const auto again = reprintWithMlir(text, "prefixes");
  if (!again) QFAIL(again.error().toString().c_str());
  compareTexts(*again,
               "entry @k(%arg0: tile<4xi32>) {\n"
               "  %0 = addi %arg0, %arg0 : tile<4xi32>\n"
               "  %assume = assume div_by<8>, %0 : tile<4xi32>\n"
               "  return\n"
               "}\n");
}

void TestDialect::printsUsualFormOfWhatMayBeWrittenOtherwise() {
  const auto again = reprintWithMlir(inEntry("%x = constant <f32: [1.0, 0.5, 0x7F800000, -0.0]> : tile<4xf32>\n"
                                             "%y = constant <i8: 255> : tile<i8>\n"
                                             "%z = addf %x, %x rounding<nearest_even> : tile<4xf32>\n"
                                             "for %i in (%arg1 to %arg1, step %arg1) : tile<i32> { continue }"),
                                     "usual");
  if (!again) QFAIL(again.error().toString().c_str());
  compareTexts(*again, inEntry("  %cst_f32 = constant <f32: [1.000000e+00, 5.000000e-01, 0x7F800000, -0.000000e+00]> : tile<4xf32>\n"
                               "  %cst_-1_i8 = constant <i8: -1> : tile<i8>\n"
                               "  %0 = addf %cst_f32, %cst_f32  : tile<4xf32>\n"
                               "  for %loopIdx in (%arg1 to %arg1, step %arg1) : tile<i32> {\n"
                               "  }"));
}

void TestDialect::readsOnePaddingValueWithoutMask() {
  compareReprint(inEntry("  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<f32>\n"
                         "  %result, %result_token = load_ptr_tko weak %arg0, %cst_0_f32 : tile<ptr<f32>>, tile<f32> -> tile<f32>, token"),
                 "padding");
}

void TestDialect::readsFlagsOfSubprogram() {
  compareReprint(
      "entry @k() {\n"
      "  return loc(#loc1)\n"
      "} loc(#loc1)\n"
      "#di_file = #cuda_tile.di_file<\"k.py\" in \"/src\">\n"
      "#loc = loc(\"k.py\":3:1)\n"
      "#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>\n"
      "#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 2, name = \"k\", linkageName = \"k\", compileUnit = "
      "#di_compile_unit, scopeLine = 2, flags = declaration>\n"
      "#loc1 = #cuda_tile.di_loc<#loc in #di_subprogram>\n",
      "flags");
}

void TestDialect::refuses_data() {
  QTest::addColumn<QString>("ops");
  QTest::addColumn<quint32>("line");
  QTest::addColumn<QString>("message");
  const auto row = [](const char *name, const char *ops, quint32 line, const char *message) {
    QTest::newRow(name) << ops << line << message;
  };
  row("unknown op", "  %0 = addq %arg1, %arg1 : tile<i32>", 2, "cuda_tile.addq");
  row("unknown value", "  %0 = addi %arg1, %nothing : tile<i32>", 2, "undeclared SSA value name");
  row("other type", "\n  %0 = negf %arg1 : tile<f32>", 3, "expects different type");
  row("op that needs another element type", "  %0 = negf %arg1 : tile<i32>", 2, "must be tile of f16, bf16, f32 or f64");
  row("no type", "  %0 = negi %arg1 : ", 3, "expected a type, found 'return'");
  row("unknown type", "  %0 = iota : tale<4xi32>", 2, "expected a type, found 'tale'");
  row("extent", "  %0 = iota : tile<3xi32>", 2, "tile extent 3 is not a power of two");
  row("too many elements", "  %0 = iota : tile<16777216x2xi32>", 2, "tile has more than 16777216 elements");
  row("enumerator", "  %0 = addf %arg1, %arg1 rounding<up> : tile<i32>", 2, "expected nearest_even, zero, negative_inf");
  row("scope after weak", "  %0 = store_ptr_tko weak device %arg0, %arg1 : tile<ptr<f32>>, tile<i32> -> token", 2,
      "expected no memory scope after weak");
  row("no scope", "  %0 = store_ptr_tko release %arg0, %arg1 : tile<ptr<f32>>, tile<i32> -> token", 2,
      "expected a memory scope (tl_blk, device, sys)");
  row("value of another shape", "  %0 = constant <i32: [1, 2, 3]> : tile<4xi32>", 2, "value does not fit type");
  row("value of another type", "  %0 = constant <i32: 1> : tile<4xi64>", 2, "does not fit type");
  row("ragged value", "  %0 = constant <i32: [[1, 2], [3]]> : tile<2x2xi32>", 2, "expected a list as long as its neighbours");
  row("value of mixed depth", "  %0 = constant <i32: [1, [2]]> : tile<2xi32>", 2, "expected a number, as its neighbours are");
  row("empty value", "  %0 = constant <i32: []> : tile<2xi32>", 2, "not empty");
  row("value out of range", "  %0 = constant <i8: 256> : tile<i8>", 2, "value out of range for");
  row("bytes too few", "  %0 = constant <i32: \"0x00\"> : tile<2xi32>", 2, "value does not fit type");
  row("tensor view of another shape", "  %0 = make_tensor_view %arg0, shape = [8], strides = [1] : tensor_view<16xf32, strides=[1]>", 2,
      "expected a tensor_view of the shape and strides that the op names");
  row("dim_map", "  %0 = make_partition_view %arg1 : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[1, 1]>", 2,
      "dim_map is no permutation");
  row("iter_values", "  %0 = for %i in (%arg1 to %arg1, step %arg1) : tile<i32> iter_values(%a = %arg1) -> () {\n  }", 2, "expected");
  row("divisor", "  %0 = assume div_by<3>, %arg1 : tile<i32>", 2, "divisor is not a power of two");
  row("no fact", "  %0 = assume even, %arg1 : tile<i32>", 2, "expected an attribute, found 'even'");
  row("used before it is made", "  %0 = negi %1 : tile<i32>\n  %1 = negi %arg1 : tile<i32>", 2, "does not dominate");
  row("terminator in the middle", "  return", 2, "must be the last operation in the parent block");
  row("open brace", "  loop {", 4, "expected");
}

void TestDialect::refuses() {
  QFETCH(QString, ops);
  QFETCH(quint32, line);
  QFETCH(QString, message);
  const auto refused = reprintWithMlir(inEntry(ops.toStdString()), "text");
  QVERIFY(!refused);
  const Error &error = refused.error();
  QVERIFY2(QString::fromStdString(error.message).contains(message), error.toString().c_str());
  QCOMPARE(error.place.line, line);
  QVERIFY(error.place.column > 0);
  QCOMPARE(error.place.file, "text");
}

void TestDialect::countsLinesAcrossWrapping() {
  const std::string entry = inEntry("  %0 = negi %arg2 : tile<4xi32> loc(#loc)");
  const auto before = reprintWithMlir("// a comment\n#loc = loc(unknown)\n" + entry, "text");
  QVERIFY(!before);
  QCOMPARE(before.error().place.line, 4U);
  const auto after = reprintWithMlir(inEntry("") + "#loc = loc(unknown)\n#other = nothing\n", "text");
  QVERIFY(!after);
  QCOMPARE(after.error().place.line, 6U);
  const auto inModule = reprintWithMlir("cuda_tile.module @kernels {\n" + entry + "}\n", "text");
  QVERIFY(!inModule);
  QCOMPARE(inModule.error().place.line, 3U);
}

void TestDialect::namesPlaceOfOpWithDebugLocation() {
  const auto refused = reprintWithMlir(inEntry("  %0 = negf %arg1 : tile<i32> loc(#loc)") + "#loc = loc(\"kernel.py\":70:1)\n", "text");
  QVERIFY(!refused);
  QCOMPARE(refused.error().place.file, "text");
  QCOMPARE(refused.error().place.line, 2U);
}

void TestDialect::survivesEveryTruncation() {
  const std::string text = contentOf(kSource / "tests/cases/allops/control-13.4.g.mlir");
  QVERIFY(!text.empty());
  for (std::size_t size = 0; size < text.size(); size += 7) {
    const auto result = reprintWithMlir(text.substr(0, size), "cut");
    if (!result) QVERIFY2(result.error().place.line > 0, result.error().toString().c_str());
  }
}

// Each of these ends a process that hands it to MLIR.
void TestDialect::refusesWhatIsTooDeep() {
  const auto repeated = [](std::string_view piece) {
    std::string text;
    for (int count = 0; count < 100000; ++count) text += piece;
    return text;
  };
  std::string aliases = "#loc = loc(unknown)\n#loc0 = loc(unknown)\n";
  for (int count = 1; count < 60000; ++count)
    aliases += "#loc" + std::to_string(count) + " = loc(callsite(#loc at #loc" + std::to_string(count - 1) + "))\n";
  for (const std::string &text :
       {"entry @k() {\n" + repeated("loop {\n"), "entry @k(%a: " + repeated("tile<"), "entry @k(%a: tile<i1> {a.b = " + repeated("["),
        "entry @k() {\n  return loc(#loc59999)\n}\n" + aliases}) {
    const auto refused = reprintWithMlir(text, "deep");
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Limit);
    QVERIFY(refused.error().place.line > 0);
  }
  const std::string strings = inEntry("  assert %arg2, \"" + repeated("[") + "\" : tile<4xi1>");
  compareReprint(strings, "strings");
}

QTEST_GUILESS_MAIN(TestDialect)
#include "tst_dialect.moc"
