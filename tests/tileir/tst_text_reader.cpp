// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reader of text against the bytecode reader: what is printed and read again is the same program, and prints the same.
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <filesystem>

#include "structure.h"
#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/consistency.h"
#include "tileir/printer.h"
#include "tileir/text_reader.h"

namespace fs = std::filesystem;
using namespace tileport;
using namespace tileport::tileir;
using testing::structureOf;

namespace {

const fs::path kSource(TILEPORT_SOURCE_DIR);

void addPrograms() {
  QTest::addColumn<QString>("path");
  for (const char *folder : {"resources/demo", "tests/cases"}) {
    for (const fs::path &file : test::filesIn(kSource / folder, ".tileirbc")) {
      if (readBytecodeFile(file)) QTest::newRow(file.lexically_relative(kSource).c_str()) << QString::fromStdString(file.string());
    }
  }
}

void compareTexts(const std::string &text, const std::string &expected) {
  const std::string difference = test::firstDifference(text, expected);
  QVERIFY2(difference.empty(), difference.c_str());
}

ProgramPtr readOrFail(const std::string &text) {
  const auto program = readText(text, "text");
  if (!program) {
    QTest::qFail(program.error().toString().c_str(), __FILE__, __LINE__);
    return nullptr;
  }
  if (const auto consistent = checkConsistency((*program)->data()); !consistent) {
    QTest::qFail(consistent.error().toString().c_str(), __FILE__, __LINE__);
    return nullptr;
  }
  return *program;
}

std::string replaced(std::string text, const QRegularExpression &pattern, const QString &by) {
  return QString::fromStdString(text).replace(pattern, by).toStdString();
}

/// As cuda-tile-opt prints it: in a module, indented.
std::string inModule(const std::string &text, const std::string &open, const std::string &close) {
  std::string body;
  std::string aliases;
  for (const QString &line : QString::fromStdString(text).split('\n', Qt::SkipEmptyParts)) {
    (line.startsWith('#') ? aliases : body) += (line.startsWith('#') ? "" : "  ") + line.toStdString() + "\n";
  }
  return aliases + open + body + close;
}

}  // namespace

class TestTextReader : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsWhatIsPrinted_data() { addPrograms(); }
  void readsWhatIsPrinted();
  void readsQuotedKeys_data();
  void readsQuotedKeys();
  void readsNumbersOfHints_data();
  void readsNumbersOfHints();
  void readsOtherForms_data() { addPrograms(); }
  void readsOtherForms();
  void readsWhatMayBeWrittenOtherwise();
  void readsPlacesWithoutScope();
  void readsLocationsOfEveryForm();
  void readsDumpOfCutileRs();
  void readsIdentitiesOfManyOperands();
  void readsElidedElements_data();
  void readsElidedElements();
  void readsNumbers_data();
  void readsNumbers();
  void keepsOneElementForAll();
  void stops();
};

void TestTextReader::readsWhatIsPrinted() {
  QFETCH(QString, path);
  const auto original = readBytecodeFile(path.toStdString());
  QVERIFY(original.ok());
  // Attributes of arguments may hold flags of either form; hints are printed without the types of their numbers.
  const bool flags = !path.contains("arguments-");
  const bool types = (*original)->listing().text.find("entry @odd_hints") == std::string::npos;
  for (const bool locations : {false, true}) {
    const std::string text = print(**original, {.locations = locations}).text;
    const ProgramPtr program = readOrFail(text);
    if (!program) return;
    compareTexts(print(*program, {.locations = locations}).text, text);
    if (types) compareTexts(structureOf(*program, {.flags = flags}), structureOf(**original, {.flags = flags}));
  }
}

void TestTextReader::readsQuotedKeys_data() {
  QTest::addColumn<QByteArray>("key");
  const std::vector<std::string> keys = {
      "word", "no arch", "sm\"_100", "\"quoted\"", "a = {}", "a = b",     "=",     "{",    "}",        ",",
      ">",    "<x>",     " ",        " a ",        "9",      "\\",        "\\22",  "a\nb", "\t",       "caf\xc3\xa9",
      "//",   "#loc",    "%a",       "@a",         "->",     "loc(#loc)", "a.b$c", "a-b",  "\xff\x80", std::string(1, '\0')};
  for (const std::string &key : keys)
    QTest::newRow(QByteArray::fromStdString(key).toPercentEncoding().constData()) << QByteArray::fromStdString(key);
}

/// Whatever is in the name of an architecture or a hint: what is printed with quotes is read again, also beside another.
void TestTextReader::readsQuotedKeys() {
  QFETCH(QByteArray, key);
  const ProgramPtr plain = readOrFail(
      "entry @k(%p: tile<ptr<f32>>) optimization_hints=<KEY = {KEY = 1, other = 2}, other = {KEY = 3}> {\n"
      "  %a, %b = load_ptr_tko weak %p optimization_hints = <KEY = {KEY = 1}> : tile<ptr<f32>> -> tile<f32>, token\n  return\n}\n");
  QVERIFY(plain);
  ProgramData data = plain->data();
  for (Attribute &attribute : data.attributes)
    std::replace(attribute.keys.begin(), attribute.keys.end(), std::string("KEY"), key.toStdString());
  const ProgramPtr odd = Program::make(std::move(data));
  const std::string text = print(*odd, {.readableHints = true}).text;
  const ProgramPtr again = readOrFail(text);
  QVERIFY(again);
  compareTexts(structureOf(*again), structureOf(*odd));
  compareTexts(print(*again).text, print(*odd).text);
  const bool word = key == "word" || key == "a.b$c";
  QCOMPARE(print(*odd).text == text, word || key.contains('\n') || key.contains('\t') || key.contains('\0'));
}

void TestTextReader::readsNumbersOfHints_data() {
  QTest::addColumn<QString>("number");
  for (const char *number : {"0",
                             "-3",
                             "2147483647",
                             "-2147483648 : i32",
                             "2147483648",
                             "-2147483648",
                             "3 : i64",
                             "-1 : i64",
                             "9223372036854775807",
                             "-9223372036854775808",
                             "127 : i8",
                             "-128 : i8",
                             "-1 : i16",
                             "1.0",
                             "0.1 : f32",
                             "1.5 : f16",
                             "1.5 : bf16",
                             "0x7F800000 : f32",
                             "0x7FF0000000000001 : f64",
                             "-0.0 : f32",
                             "true",
                             "\"3 : i64\"",
                             "[3, 3 : i32]",
                             "{a = 3, b = 3 : i32}"})
    QTest::newRow(number) << number;
}

/// tileirdisasm prints them without their types, which the bytecode has.
void TestTextReader::readsNumbersOfHints() {
  QFETCH(QString, number);
  const std::string hints = "<sm_100 = {latency = " + number.toStdString() + "}>";
  const ProgramPtr program = readOrFail("entry @k() optimization_hints=" + hints + " {\n  return\n}\n");
  QVERIFY(program);
  const ProgramPtr again = readOrFail(print(*program, {.readableHints = true}).text);
  QVERIFY(again);
  compareTexts(structureOf(*again), structureOf(*program));
}

void TestTextReader::readsOtherForms() {
  QFETCH(QString, path);
  const auto original = readBytecodeFile(path.toStdString());
  QVERIFY(original.ok());
  const std::string text = print(**original, {.locations = true}).text;
  const QRegularExpression op(R"(^( +(?:%[^=\n]+ = )?)(?=[a-z]))", QRegularExpression::MultilineOption);
  const std::vector<std::string> forms = {
      inModule(text, "cuda_tile.module @kernels {\n", "}\n"),
      inModule(text, "module {\n  cuda_tile.module @kernels {\n", "  } loc(unknown)\n}\n"),
      inModule(text, "builtin.module attributes {a.b = 1 : i32, c} {\ncuda_tile.module @\"a b\" attributes {producer = \"me\"} {\n", "}}"),
      replaced(text, op, "\\1cuda_tile."),
      replaced(text, QRegularExpression("^entry ", QRegularExpression::MultilineOption), "cuda_tile.entry "),
      replaced(text, QRegularExpression("^(?=.)", QRegularExpression::MultilineOption), " \t// a comment {\r\n "),
      replaced(text, QRegularExpression(R"(%(?=[A-Za-z_][A-Za-z0-9_]+[^"A-Za-z0-9_]))"), "%x."),
  };
  for (const std::string &form : forms) {
    QVERIFY(form != text);
    const ProgramPtr program = readOrFail(form);
    if (!program) return;
    compareTexts(print(*program, {.locations = true}).text, text);
  }
  const std::string bare = print(**original).text;
  if (bare.find('"') != std::string::npos) return;  // words in strings are no types
  const QRegularExpression type(R"((?<=[ (<])(?=(?:tile|tensor_view|partition_view|strided_view|gather_scatter_view)<|token[,\n)]))");
  const ProgramPtr program = readOrFail(replaced(bare, type, "!cuda_tile."));
  if (program) compareTexts(print(*program).text, bare);
}

void TestTextReader::readsWhatMayBeWrittenOtherwise() {
  const ProgramPtr program = readOrFail(
      "global public @g <i32:7>:tile<1xi32>global private constant @h alignment=16<f32:[1.0,-0.0]>:tile<2xf32>\n"
      "entry@k(%p:tile<ptr<f32>>,%0:tile<i32>,%c :tile < i1 >)optimization_hints = #cuda_tile.optimization_hints<sm_100={occupancy=2}>{\n"
      "%x = constant <f32: [1.0, 0.5, 0x7F800000, -0.0]> : tile<4 x f32>\n"
      "%y = constant <i8: 255> : tile<i8>\n"
      "%z = addf %x, %x rounding < nearest_even > : tile<4xf32>\n"
      "%z1 = addf %x#0, %z {flush_to_zero} : tile<4xf32>\n"
      "%i = addi %0, %0 {overflow = #cuda_tile.overflow<no_wrap>} : !cuda_tile.tile<i32>\n"
      "%a, %t = load_ptr_tko weak %p, %c : tile<ptr<f32>>, tile<i1> -> tile<f32>, token\n"
      "%b:2 = load_ptr_tko relaxed tl_blk %p token = %t optimization_hints=<default={latency=3:i64}> : tile<ptr<f32>> -> tile<f32>, token\n"
      "%s = assume #cuda_tile.bounded<0x10, ?>, %i : tile<i32>\n"
      "%f = print_tko \"a\\22\\n\\\\\" token = %b#1 -> token\n"
      "print \"b\", %a : tile<f32>\n"
      "%w = pow %x, %x : tile<4xf32>\n"
      "for %n in (%0 to %0, step %0) : tile<i32> { continue }\n"
      "if %c { yield } else {}\n"
      "return }\n");
  if (!program) return;
  compareTexts(print(*program).text,
               "global  @g <i32: 7> : tile<1xi32>\n"
               "global private  constant @h alignment = 16 <f32: [1.000000e+00, -0.000000e+00]> : tile<2xf32>\n"
               "entry @k(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i1>) optimization_hints=<sm_100 = {occupancy = 2}> {\n"
               "  %cst_f32 = constant <f32: [1.000000e+00, 5.000000e-01, 0x7F800000, -0.000000e+00]> : tile<4xf32>\n"
               "  %cst_-1_i8 = constant <i8: -1> : tile<i8>\n"
               "  %0 = addf %cst_f32, %cst_f32  : tile<4xf32>\n"
               "  %1 = addf %cst_f32, %0  flush_to_zero : tile<4xf32>\n"
               "  %2 = addi %arg1, %arg1 overflow<no_wrap> : tile<i32>\n"
               "  %result, %result_token = load_ptr_tko weak %arg0, %arg2 : tile<ptr<f32>>, tile<i1> -> tile<f32>, token\n"
               "  %result_0, %result_token_1 = load_ptr_tko relaxed tl_blk %arg0 token=%result_token "
               "optimization_hints = <default = {latency = 3}> : tile<ptr<f32>> -> tile<f32>, token\n"
               "  %assume = assume bounded<16, ?>, %2 : tile<i32>\n"
               "  %3 = print_tko \"a\\22\\0A\\\\\" token=%result_token_1 -> token\n"
               "  %4 = print_tko \"b\", %result : tile<f32> -> token\n"
               "  %5 = fpowf %cst_f32, %cst_f32 : tile<4xf32>\n"
               "  for %loopIdx in (%arg1 to %arg1, step %arg1) : tile<i32> {\n"
               "  }\n"
               "  if %arg2 {\n"
               "  } else {\n"
               "  }\n"
               "  return\n"
               "}\n");
  QVERIFY(program->data().globals[1].isPrivate && program->data().globals[1].isConstant);
}

void TestTextReader::readsPlacesWithoutScope() {
  const std::string text =
      "entry @k() {\n"
      "  return loc(#loc1)\n"
      "} loc(#loc)\n"
      "#loc = loc(unknown)\n"
      "#loc1 = loc(\"k.py\":3:1)\n";
  const ProgramPtr program = readOrFail(text);
  if (!program) return;
  compareTexts(print(*program, {.locations = true}).text, text);
  const std::vector<SourcePoint> points = program->sourcePoints(program->op(OpId(0)).location);
  QCOMPARE(points.size(), 1U);
  QCOMPARE(points[0].file, "k.py");
  QCOMPARE(points[0].line, 3U);
  QCOMPARE(points[0].column, 1U);
}

void TestTextReader::readsLocationsOfEveryForm() {
  const ProgramPtr program = readOrFail(
      "#sub = #cuda_tile.di_subprogram<linkageName = \"k\", name = \"k\", file = <\"k.py\" in \"/src\">, scopeLine = 2, line = 1,\n"
      "  compileUnit = <file = #cuda_tile.di_file<\"k.py\" in \"/src\">>>\n"
      "global @g <i32: 7> : tile<1xi32> loc(unknown)\n"
      "entry @k(%a: tile<i1>) {\n"
      "  if %a {\n"
      "    assert %a, \"x\" : tile<i1> loc(callsite(#later at callsite(\"k.py\":7:8 at unknown)))\n"
      "  } loc(\"name\"(#cuda_tile.di_loc<loc(\"k.py\":5:6) in #sub>))\n"
      "  return loc(fused[#later, \"b\":1:1 to :4])\n"
      "} loc(#later)\n"
      "#later = #cuda_tile.di_loc<\"k.py\":3:4 in #block>\n"
      "#block = #cuda_tile.di_lexical_block<scope = #sub, file = #file, line = 2, column = 3>\n"
      "#file = #cuda_tile.di_file<\"k.py\" in \"/src\">\n"
      "#unused = loc(\"nowhere\":1:1)\n");
  if (!program) return;
  const auto pointsOf = [&](LocationId id) {
    QString text;
    for (const SourcePoint &point : program->sourcePoints(id)) {
      text += QString::asprintf("%s/%s:%u:%u %s;", point.directory.c_str(), point.file.c_str(), point.line, point.column,
                                point.function.c_str());
    }
    return text;
  };
  QCOMPARE(pointsOf(program->function(FunctionId(0)).location), "/src/k.py:3:4 k;");
  QCOMPARE(pointsOf(program->op(OpId(0)).location), "/src/k.py:5:6 k;");
  QCOMPARE(pointsOf(program->op(OpId(1)).location), "/src/k.py:3:4 k;/k.py:7:8 ;");
  QCOMPARE(pointsOf(program->op(OpId(3)).location), "/src/k.py:3:4 k;");
  for (const Location &location : program->data().locations) QVERIFY(location.name != "nowhere");
}

/// After the format strings of the crate cutile-ir 0.5 (src/ir/fmt.rs).
void TestTextReader::readsDumpOfCutileRs() {
  const ProgramPtr program = readOrFail(
      "cuda_tile.module @kernels {\n"
      "  cuda_tile.global @lut alignment = 16 : tile<4xf32>\n"
      "  entry @k(%0: tile<ptr<f32>>, %1: tile<i32>) optimization_hints = #cuda_tile.optimization_hints<sm_100 = {occupancy = 1}> {\n"
      "    %2 = constant <f32: 0.5> : tile<4xf32>\n"
      "    %3 = constant <i32: 1, 2, 3, 4> : tile<4xi32>\n"
      "    %4 = constant <f32: -inf> : tile<4xf32>\n"
      "    %5 = constant <i1: 1> : tile<i1>\n"
      "    %6 = addi %1, %1 overflow nsw : tile<i32>\n"
      "    %7 = divi %1, %1 signed rounding positive_inf : tile<i32>\n"
      "    %8 = exp %2 {rounding_mode = 5} : tile<4xf32>\n"
      "    %9 = negi %1 {overflow = 0} : tile<i32>\n"
      "    %10 = pow %2, %2 : tile<4xf32>\n"
      "    %11 = make_token : token\n"
      "    %12 = assume div_by<16>, %0 : tile<ptr<f32>>\n"
      "    %13 = print_tko \"x\\n\", %1, %11 : tile<i32>, token\n"
      "    %14 = reduce %2 dim=0 identities=[-inf] : tile<4xf32> -> tile<f32> {\n"
      "    ^bb0(%15: tile<f32>, %16: tile<f32>):\n"
      "      %17 = maxf %15, %16 : tile<f32>\n"
      "      yield %17 : tile<f32>\n"
      "    }\n"
      "    %18 = scan %3 dim=0 reverse=false identities=[0] : tile<4xi32> -> tile<4xi32> {\n"
      "    ^bb0(%19: tile<i32>, %20: tile<i32>):\n"
      "      %21 = addi %19, %20 : tile<i32>\n"
      "      yield %21 : tile<i32>\n"
      "    }\n"
      "    cuda_tile.loop  {\n"
      "      break\n"
      "    }\n"
      "    if %5 {\n"
      "    }\n"
      "    return\n"
      "  }\n"
      "}\n");
  if (!program) return;
  QVERIFY(program->attribute(program->data().globals[0].value).elided);
  compareTexts(print(*program).text,
               "global  @lut alignment = 16 <f32: __elided__> : tile<4xf32>\n"
               "entry @k(%arg0: tile<ptr<f32>>, %arg1: tile<i32>) optimization_hints=<sm_100 = {occupancy = 1}> {\n"
               "  %cst_f32 = constant <f32: 5.000000e-01> : tile<4xf32>\n"
               "  %cst_i32 = constant <i32: [1, 2, 3, 4]> : tile<4xi32>\n"
               "  %cst_f32_0 = constant <f32: 0xFF800000> : tile<4xf32>\n"
               "  %true = constant <i1: true> : tile<i1>\n"
               "  %0 = addi %arg1, %arg1 overflow<no_signed_wrap> : tile<i32>\n"
               "  %1 = divi %arg1, %arg1 signed rounding<positive_inf> : tile<i32>\n"
               "  %2 = exp %cst_f32  : tile<4xf32>\n"
               "  %3 = negi %arg1 : tile<i32>\n"
               "  %4 = fpowf %cst_f32, %cst_f32 : tile<4xf32>\n"
               "  %5 = make_token : token\n"
               "  %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>\n"
               "  %6 = print_tko \"x\\0A\", %arg1 token=%5 : tile<i32> -> token\n"
               "  %reduce = reduce %cst_f32 dim=0 identities=[0xFF800000 : f32] : tile<4xf32> -> tile<f32> \n"
               "  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {\n"
               "    %8 = maxf %reduce_lhs, %reduce_rhs : tile<f32>\n"
               "    yield %8 : tile<f32>\n"
               "  }\n"
               "  %7 = scan %cst_i32 dim=0 reverse=false identities=[0 : i32] : tile<4xi32> -> tile<4xi32> \n"
               "  (%arg2: tile<i32>, %arg3: tile<i32>) {\n"
               "    %8 = addi %arg2, %arg3 : tile<i32>\n"
               "    yield %8 : tile<i32>\n"
               "  }\n"
               "  loop {\n"
               "    break\n"
               "  }\n"
               "  if %true {\n"
               "  }\n"
               "  return\n"
               "}\n");
}

/// Identities without types take those of the operands, however often the attributes move for that.
void TestTextReader::readsIdentitiesOfManyOperands() {
  for (int count = 1; count <= 70; ++count) {
    std::string operands, types, results, arguments, yields, bare, typed;
    for (int i = 0; i < count; ++i) {
      const std::string comma = i == 0 ? "" : ", ", n = std::to_string(i);
      operands += comma + "%c";
      types += comma + "tile<4xf32>";
      results += comma + "tile<f32>";
      arguments += comma + "%l" + n + ": tile<f32>, %r" + n + ": tile<f32>";
      yields += comma + "%l" + n;
      bare += comma + n + ".5";
      typed += comma + n + ".5 : f32";
    }
    const auto text = [&](const std::string &identities) {
      return "entry @k() {\n  %c = constant <f32: 0.5> : tile<4xf32>\n  %s:" + std::to_string(count) + " = reduce " + operands +
             " dim=0 identities=[" + identities + "] : " + types + " -> " + results + "\n  (" + arguments + ") {\n    yield " + yields +
             " : " + results + "\n  }\n  return\n}\n";
    };
    const ProgramPtr without = readOrFail(text(bare)), full = readOrFail(text(typed));
    QVERIFY(without && full);
    compareTexts(print(*without).text, print(*full).text);
  }
}

void TestTextReader::readsElidedElements_data() {
  QTest::addColumn<QString>("value");
  QTest::newRow("word") << "<f32: __elided__> : tile<4xf32>";
  QTest::newRow("string") << "<f32: \"__elided__\"> : tile<4xf32>";
  QTest::newRow("resource") << "<f32: dense_resource<__elided__>> : tile<4xf32>";
  QTest::newRow("whole") << "dense_resource<__elided__> : tile<4xf32>";
}

void TestTextReader::readsElidedElements() {
  QFETCH(QString, value);
  const std::string text = "entry @k() {\n  %cst_f32 = constant " + value.toStdString() + "\n  return\n}\n";
  const ProgramPtr program = readOrFail(text);
  if (!program) return;
  const Attribute &constant = program->attribute(program->attribute(OpId(0), "value"));
  QVERIFY(constant.elided && !constant.splat && constant.elements.empty());
  compareTexts(print(*program).text, "entry @k() {\n  %cst_f32 = constant <f32: __elided__> : tile<4xf32>\n  return\n}\n");
}

void TestTextReader::readsNumbers_data() {
  QTest::addColumn<QString>("type");
  QTest::addColumn<QString>("literal");
  QTest::addColumn<quint64>("bits");
  const auto row = [](const char *type, const char *literal, quint64 bits) {
    QTest::newRow((std::string(type) + " " + literal).c_str()) << type << literal << bits;
  };
  row("i32", "-1", 0xFFFFFFFF);
  row("i64", "-9223372036854775808", 0x8000000000000000);
  row("i64", "18446744073709551615", ~quint64{0});
  row("i8", "0xff", 0xFF);
  row("i1", "false", 0);
  row("f64", "0.1", 0x3FB999999999999A);
  row("f64", "4.940656e-324", 1);
  row("f32", "3.40282347E+38", 0x7F7FFFFF);
  row("f32", "1.401298e-45", 1);
  row("f32", "nan", 0x7FC00000);
  row("f16", "65504.0", 0x7BFF);
  row("f16", "65519.9", 0x7BFF);
  row("f16", "1.00048828125", 0x3C00);  // half way between two: the even one
  row("f16", "1.00146484375", 0x3C02);
  row("f16", "5.960460e-08", 1);
  row("bf16", "-1.0", 0xBF80);
  row("tf32", "1.0", 0x1FC00);
  row("f8E4M3FN", "448.0", 0x7E);
  row("f8E5M2", "-0.0", 0x80);
  row("f8E8M0FNU", "1.0", 127);
  row("f4E2M1FN", "6.0", 7);
  row("fnv8E5M3FNU", "1.0", 0x78);
}

void TestTextReader::readsNumbers() {
  QFETCH(QString, type);
  QFETCH(QString, literal);
  QFETCH(quint64, bits);
  const QString tile = "tile<2x" + type + ">";
  const ProgramPtr program =
      readOrFail(("entry @k() {\n%0 = constant <" + type + ": " + literal + "> : " + tile + "\nreturn }").toStdString());
  if (!program) return;
  const Attribute &constant = program->attribute(program->attribute(OpId(0), "value"));
  quint64 found = 0;
  for (std::size_t i = constant.elements.size(); i-- > 0;) found = found << 8 | static_cast<unsigned char>(constant.elements[i]);
  QCOMPARE(found, bits);
  QVERIFY(constant.splat);
}

void TestTextReader::keepsOneElementForAll() {
  const ProgramPtr program = readOrFail(
      "entry @k() {\n%0 = constant <f64: 1.5> : tile<16777216xf64>\n%1 = constant <i1: true> : tile<16777216xi1>\n"
      "%2 = constant <i32: [3, 3, 3, 3]> : tile<4xi32>\nreturn }");
  if (!program) return;
  QCOMPARE(program->attribute(program->attribute(OpId(0), "value")).elements.size(), 8U);
  QCOMPARE(program->attribute(program->attribute(OpId(1), "value")).elements, "\xFF");
  QVERIFY(program->attribute(program->attribute(OpId(2), "value")).splat);
}

void TestTextReader::stops() {
  CancelSource source;
  source.cancel();
  const auto program = readText("entry @k() { return }", "text", source.token());
  QVERIFY(!program);
  QCOMPARE(program.error().kind, ErrorKind::Cancelled);
}

QTEST_GUILESS_MAIN(TestTextReader)
#include "tst_text_reader.moc"
