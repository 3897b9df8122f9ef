// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the reader of text says of texts that are wrong: message, line and column. And that no damage makes it fail otherwise.
#include <QtTest>

#include <algorithm>
#include <filesystem>

#include "tests/support/files.h"
#include "tileir/consistency.h"
#include "tileir/text_reader.h"

namespace fs = std::filesystem;
using namespace tileport;
using test::contentOf;
using namespace tileport::tileir;

namespace {

const fs::path kCases = fs::path(TILEPORT_SOURCE_DIR) / "tests/cases/allops";

/// The ops stand from line 2 on.
std::string inEntry(const std::string &ops) {
  return "entry @k(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i1>, %arg3: tile<4xf32>) {\n" + ops + "\n  return\n}\n";
}

std::string repeated(std::string_view piece, int count = 100000) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

/// A program that keeps its promises, or an error with its place.
QString whatIsWrong(const std::string &text) {
  const auto program = readText(text, "text");
  if (program) {
    const auto consistent = checkConsistency((*program)->data());
    return consistent ? QString() : QString::fromStdString(consistent.error().toString());
  }
  const Error &error = program.error();
  const auto lines = static_cast<quint32>(std::count(text.begin(), text.end(), '\n') + 1);
  const bool good = error.place.line > 0 && error.place.line <= lines && error.place.column > 0 && !error.message.empty();
  return good ? QString() : "no place: " + QString::fromStdString(error.toString());
}

}  // namespace

class TestTextErrors : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void refusesOps_data();
  void refusesOps();
  void refusesTexts_data();
  void refusesTexts();
  void namesTheOp();
  void namesTheNearestOp();
  void refusesWhatIsTooDeep_data();
  void refusesWhatIsTooDeep();
  void takesNoNumberForASize_data();
  void takesNoNumberForASize();
  void survivesEveryTruncation_data();
  void survivesEveryTruncation();
  void survivesEveryDeletion_data() { survivesEveryTruncation_data(); }
  void survivesEveryDeletion();
};

void TestTextErrors::refusesOps_data() {
  QTest::addColumn<QString>("ops");
  QTest::addColumn<quint32>("line");
  QTest::addColumn<quint32>("column");
  QTest::addColumn<QString>("message");
  const auto row = [](const char *name, const char *ops, quint32 line, quint32 column, const char *message) {
    QTest::newRow(name) << ops << line << column << message;
  };
  row("unknown op", "  %0 = addq %arg1, %arg1 : tile<i32>", 2, 8, "there is no op 'addq'");
  row("generic op", "  %0 = \"cuda_tile.addi\"(%arg1, %arg1) : (tile<i32>) -> ()", 2, 8, "expected an op after '=', found a string");
  row("unknown value", "  %0 = addi %arg1, %nothing : tile<i32>", 2, 20, "there is no value %nothing before this");
  row("used before it is made", "  %0 = negi %1 : tile<i32>\n  %1 = negi %arg1 : tile<i32>", 2, 13, "there is no value %1 before this");
  row("used in itself", "  %0 = negi %0 : tile<i32>", 2, 13, "there is no value %0 before this");
  row("used out of its region", "  if %arg2 {\n    %0 = negi %arg1 : tile<i32>\n  }\n  %1 = negi %0 : tile<i32>", 5, 13,
      "there is no value %0 before this");
  row("name taken", "  %0 = negi %arg1 : tile<i32>\n  %0 = negi %arg1 : tile<i32>", 3, 3, "the name %0 is taken");
  row("name taken around", "  for %arg1 in (%arg1 to %arg1, step %arg1) : tile<i32> {\n  }", 2, 7, "the name %arg1 is taken");
  row("number of a result", "  %0:3 = get_tile_block_id : tile<i32>\n  %1 = negi %0#3 : tile<i32>", 3, 13, "%0 has 3 results");
  row("number of a single result", "  %0 = negi %arg1 : tile<i32>\n  %1 = negi %0#1 : tile<i32>", 3, 13, "%0 has 1 result");
  row("too many names", "  %0, %1 = negi %arg1 : tile<i32>", 2, 3, "negi has 1 result, but 2 are named");
  row("too few names", "  %0 = get_tile_block_id : tile<i32>", 2, 3, "get_tile_block_id has 3 results, but 1 is named");
  row("huge group", "  %0:1000000000 = negi %arg1 : tile<i32>", 2, 3, "negi has 1 result, but 1000000000 are named");
  row("empty group", "  %0:0 = negi %arg1 : tile<i32>", 2, 6, "a group of no results");
  row("name of what has no result", "  %0 = return", 2, 3, "return has 0 results, but 1 is named");
  row("other type", "\n  %0 = negf %arg1 : tile<f32>", 3, 13, "%arg1 is of type tile<i32>, tile<f32> is expected");
  row("other type of the second", "  %0 = addf %arg3, %arg1  : tile<4xf32>", 2, 20, "%arg1 is of type tile<i32>, tile<4xf32> is expected");
  row("written type", "  %0 = exti %arg1 signed : tile<i64> -> tile<i64>", 2, 28, "%arg1 is of type tile<i32>, not tile<i64>");
  row("two types compared", "  %0 = cmpi equal %arg1, %arg2, signed : tile<i32> -> tile<i1>", 2, 26,
      "%arg2 is of type tile<i1>, tile<i32> is expected");
  row("other result", "  %0 = make_token : tile<i32>", 2, 21, "the result is of type token, not tile<i32>");
  row("condition", "  if %arg1 {\n  }", 2, 6, "%arg1 is of type tile<i32>, tile<i1> is expected");
  row("no type", "  %0 = negi %arg1 : ", 3, 3, "expected a type after ':', found 'return'");
  row("no type but a brace", "  %0 = iota : {", 2, 15, "expected a type after ':', found '{'");
  row("unknown type", "  %0 = iota : tale<4xi32>", 2, 15, "expected a type after ':', found 'tale'");
  row("foreign type", "  %0 = iota : !other.tile<4xi32>", 2, 15, "expected a type of cuda_tile after ':', found '!other.tile'");
  row("no colon", "  %0 = negi %arg1 tile<i32>", 2, 19, "expected ':' after '%arg1', found 'tile'");
  row("no comma", "  %0 = addi %arg1 %arg1 : tile<i32>", 2, 19, "expected ',' after '%arg1', found '%arg1'");
  row("extent", "  %0 = iota : tile<3xi32>", 2, 20, "tile extent 3 is not a power of two");
  row("too many elements", "  %0 = iota : tile<16777216x2xi32>", 2, 20, "tile has more than 16777216 elements");
  row("element", "  %0 = iota : tile<4xtile<i32>>", 2, 22, "expected a type of numbers or a pointer after 'x', found 'tile'");
  row("pointer to a pointer", "  %0 = iota : tile<ptr<ptr<i32>>>", 2, 24, "expected a type of numbers after '<', found 'ptr'");
  row("dimension", "  %0 = iota : tile<4y8xi32>", 2, 21, "expected 'x' after '4', found 'y8xi32'");
  row("enumerator", "  %0 = addf %arg3, %arg3 rounding<up> : tile<4xf32>", 2, 35,
      "expected nearest_even, zero, negative_inf, positive_inf, approx, full, nearest_int_to_zero or nearest_away after '<', found 'up'");
  row("signedness", "  %0 = divi %arg1, %arg1 : tile<i32>", 2, 26, "expected unsigned or signed after '%arg1', found ':'");
  row("no scope", "  %0 = atomic_rmw_tko relaxed %arg0, add, %arg1 : tile<ptr<f32>>, tile<i32> -> tile<i32>, token", 2, 31,
      "expected tl_blk, device or sys after 'relaxed', found '%arg0'");
  row("attribute twice", "  %0 = addf %arg3, %arg3 flush_to_zero {flush_to_zero} : tile<4xf32>", 2, 41,
      "attribute 'flush_to_zero' stands twice");
  row("unknown attribute", "  %0 = addf %arg3, %arg3 {fast} : tile<4xf32>", 2, 27, "addf has no attribute 'fast'");
  row("value of another shape", "  %0 = constant <i32: [1, 2]> : tile<4xi32>", 2, 23, "value does not fit its type");
  row("value of another type", "  %0 = constant <i32: 1> : tile<4xi64>", 2, 17, "value of i32 does not fit type tile<4xi64>");
  row("value of no numbers", "  %0 = constant <i32: 1> : token", 2, 17, "value of i32 does not fit type token");
  row("ragged value", "  %0 = constant <i32: [[1, 2], [3]]> : tile<2x2xi32>", 2, 32, "the list is not as long as its neighbours");
  row("value of mixed depth", "  %0 = constant <i32: [1, [2]]> : tile<2xi32>", 2, 27, "expected a number, as its neighbours are");
  row("empty value", "  %0 = constant <i32: []> : tile<2xi32>", 2, 24, "expected a value of i32 after '[', found ']'");
  row("no index",
      "  %t = make_tensor_view %arg0, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>\n"
      "  %p = make_partition_view %t : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>\n"
      "  %0 = store_view_tko weak %arg3, %p[] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> "
      "token",
      4, 114, "the type of indices, and no index in the brackets");
  row("value out of range", "  %0 = constant <i8: 256> : tile<i8>", 2, 22, "value out of range for i8");
  row("float out of range", "  %0 = constant <f16: 65520.0> : tile<f16>", 2, 23, "value out of range for f16");
  row("bits out of range", "  %0 = constant <f16: 0x10000> : tile<f16>", 2, 23, "bits out of range for f16");
  row("whole number for a float", "  %0 = constant <f32: 1> : tile<f32>", 2, 23, "expected a number with a point for f32");
  row("bytes too few", "  %0 = constant <i32: \"0x00\"> : tile<2xi32>", 2, 23, "value does not fit its type");
  row("bytes that are none", "  %0 = constant <i32: \"0x0g\"> : tile<2xi32>", 2, 23, "expected bytes as");
  row("view of another shape", "  %0 = make_tensor_view %arg0, shape = [8], strides = [1] : tensor_view<16xf32, strides=[1]>", 2, 61,
      "expected a tensor_view of the shape and strides that the op names");
  row("view without types of its extents",
      "  %0 = make_tensor_view %arg0, shape = [%arg1], strides = [1] : tensor_view<?xf32, strides=[1]>", 2, 65,
      "expected one type for all extents and strides that are operands");
  row("view of another pointer", "  %0 = make_tensor_view %arg0, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>", 2, 61,
      "%arg0 is of type tile<ptr<f32>>, not tile<ptr<i32>>");
  row("view of what is none", "  %0 = make_partition_view %arg0 : tile<i32>", 2, 36, "expected the type of a view, found tile<i32>");
  row("dim_map", "  %0 = make_partition_view %arg1 : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[1, 1]>", 2,
      109, "dim_map is no permutation");
  row("types of iter_values",
      "  %0 = for %i in (%arg1 to %arg1, step %arg1) : tile<i32> iter_values(%a = %arg1) -> (tile<i32>, tile<i32>) {\n  }", 2, 86,
      "expected 1 type for the iter_values, found 2");
  row("type of iter_values", "  %0 = for %i in (%arg1 to %arg1, step %arg1) : tile<i32> iter_values(%a = %arg1) -> (tile<i1>) {\n  }", 2,
      87, "%arg1 is of type tile<i32>, not tile<i1>");
  row("divisor", "  %0 = assume div_by<3>, %arg1 : tile<i32>", 2, 22, "divisor is not a power of two");
  row("no fact", "  %0 = assume even, %arg1 : tile<i32>", 2, 15, "expected div_by, same_elements or bounded after 'assume', found 'even'");
  row("bound", "  %0 = assume bounded<0, 9223372036854775808>, %arg1 : tile<i32>", 2, 26, "the number has more than 64 bits");
  row("hint twice", "  %0, %1 = load_ptr_tko weak %arg0 optimization_hints = <a = {}, a = {}> : tile<ptr<f32>> -> tile<f32>, token", 2, 66,
      "hints for 'a' stand twice");
  row("terminator in the middle", "  return", 3, 3, "an op follows the end of its block");
  row("no terminator", "  %0 = loop : tile<i32> {\n  }\n}\nentry @l() {", 4, 1, "expected an op that ends the block, found '}'");
  row("string over lines", "  assert %arg2, \"a\n\" : tile<i1>", 2, 17, "the string does not end on its line");
  row("escape", "  assert %arg2, \"a\\q\" : tile<i1>", 2, 19, "the string has an unknown escape");
  row("no global", "  %0 = get_global @nowhere : tile<ptr<f32>>", 2, 19, "there is no global '@nowhere'");
  row("undefined location", "  %0 = negi %arg1 : tile<i32> loc(#loc)", 2, 35, "this location is not defined anywhere");
  row("no location", "  %0 = negi %arg1 : tile<i32> loc(here)", 2, 35, "expected a location after '(', found 'here'");
  row("label", "  if %arg2 {\n  ^bb0:\n  }", 3, 3, "expected an op or '}' after '{', found '^bb0'");
  row("byte", "  %0 = negi %arg1 : \x01", 2, 21, "expected a type after ':', found the byte 0x1");
  row("flags", "  %0 = make_partition_view %arg1 : partition_view<tile=(4x4), tensor_view<8xf32, strides=[1]>>", 2, 51,
      "tile of rank 2 does not fit a tensor of rank 1");
}

void TestTextErrors::refusesOps() {
  QFETCH(QString, ops);
  QFETCH(quint32, line);
  QFETCH(quint32, column);
  QFETCH(QString, message);
  const auto refused = readText(inEntry(ops.toStdString()), "text");
  QVERIFY(!refused);
  const Error &error = refused.error();
  QVERIFY2(QString::fromStdString(error.message).contains(message), error.toString().c_str());
  QVERIFY2(error.place.line == line && error.place.column == column, error.toString().c_str());
  QCOMPARE(error.kind, ErrorKind::Malformed);
  QCOMPARE(error.place.file, "text");
}

void TestTextErrors::refusesTexts_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<quint32>("line");
  QTest::addColumn<quint32>("column");
  QTest::addColumn<QString>("message");
  const auto row = [](const char *name, const char *text, quint32 line, quint32 column, const char *message) {
    QTest::newRow(name) << text << line << column << message;
  };
  row("something else", "# Title\n", 1, 1, "expected the definition of an alias, '#name = ...', found '#'");
  row("a word", "  hello", 1, 3, "expected entry, global or cuda_tile.module, found 'hello'");
  row("no end", "entry @k() {\n  return\n", 3, 1, "expected '}' after 'return', found the end of the text");
  row("no end of a module", "cuda_tile.module @m {\n", 2, 1, "expected '}' at the end of the module after '{', found the end of the text");
  row("a brace too many", "entry @k() {\n  return\n}\n}", 4, 1, "expected entry, global or cuda_tile.module after '}', found '}'");
  row("after the module", "module {\n}\nentry @k() {\n  return\n}", 3, 1, "expected the end of the text after '}', found 'entry'");
  row("two modules", "module {\n}\nmodule {\n}", 3, 1, "expected one module, found another");
  row("no name", "entry k() {\n}", 1, 7, "expected a name as @name after 'entry', found 'k'");
  row("two of a name", "entry @k() {\n  return\n}\nentry @k() {\n  return\n}", 4, 7, "two symbols are named 'k'");
  row("no terminator", "entry @k() {\n}", 2, 1, "expected an op that ends the block, found '}'");
  row("argument without type", "entry @k(%a) {\n}", 1, 12, "expected ':' after '%a', found ')'");
  row("two arguments of a name", "entry @k(%a: tile<i1>, %a: tile<i1>) {\n  return\n}", 1, 24, "the name %a is taken");
  row("hints", "entry @k() optimization_hints=sm_100 {\n}", 1, 31, "expected '<' after '=', found 'sm_100'");
  row("global of rank 0", "global @g <i32: 7> : tile<i32>", 1, 11, "the type of a global is no tile of rank 1");
  row("alias twice", "#loc = loc(unknown)\n#loc = loc(unknown)", 2, 1, "'#loc' is defined twice");
  row("alias of nothing", "#loc = nothing", 1, 8, "expected a location or a record of debug information after '=', found 'nothing'");
  row("alias of itself", "#loc = #loc", 1, 1, "a location contains itself");
  row("aliases of one another", "#a = loc(callsite(#b at #b))\n#b = loc(callsite(#a at #a))", 2, 10, "a location contains itself");
  row("unknown record", "#a = #cuda_tile.di_thing<1>", 1, 6, "expected di_loc, di_file, di_compile_unit, di_lexical_block, di_subprogram");
  row("no file", "#a = #cuda_tile.di_compile_unit<file = #b>\n#b = loc(unknown)", 1, 6, "expected a location that names a di_file");
  row("no scope", "#a = #cuda_tile.di_loc<#b in #b>\n#b = loc(\"f\":1:1)", 1, 6,
      "expected a location that names a subprogram or a lexical block");
  row("no part", "#a = #cuda_tile.di_lexical_block<line = 1>", 1, 42, "expected ', scope = ...' after '1', found '>'");
  row("part twice", "#a = #cuda_tile.di_compile_unit<file = #b, file = #b>", 1, 44,
      "expected another part of the record after ',', found 'file'");
  row("line number", "#a = loc(\"f\":4294967296:1)", 1, 14, "expected a number from 0 to 4294967295, found 4294967296");
  row("location that is no place", "entry @k() {\n  return loc(#a)\n}\n#a = #cuda_tile.di_file<\"a\" in \"b\">", 4, 1,
      "expected a location that names a place in a source");
  row("attributes of an argument", "entry @k(%a: tile<i1> {a = 1, a = 2}) {\n}", 1, 23, "the dictionary has the key 'a' twice");
  row("columns in bytes", "entry @k() { // \xC3\xA4\n /*", 2, 2, "expected an op or '}' after '{', found '/'");
}

void TestTextErrors::refusesTexts() {
  QFETCH(QString, text);
  QFETCH(quint32, line);
  QFETCH(quint32, column);
  QFETCH(QString, message);
  const auto refused = readText(text.toStdString(), "text");
  QVERIFY(!refused);
  const Error &error = refused.error();
  QVERIFY2(QString::fromStdString(error.message).contains(message), error.toString().c_str());
  QVERIFY2(error.place.line == line && error.place.column == column, error.toString().c_str());
  QCOMPARE(error.kind, ErrorKind::Malformed);
}

void TestTextErrors::namesTheOp() {
  const auto inOp = readText(inEntry("  %0 = addf %arg3 : tile<4xf32>"), "text");
  QCOMPARE(inOp.error().place.op, "addf");
  const auto afterRegion = readText(inEntry("  %0 = if %arg2 -> (tile<i32>) {\n    yield %arg1 : tile<i32>\n  } {a = 1}"), "text");
  QCOMPARE(afterRegion.error().place.op, "if");
  const auto inHead = readText("entry @k(", "text");
  QCOMPARE(inHead.error().place.op, "entry");
}

void TestTextErrors::namesTheNearestOp() {
  const auto advice = [](const std::string &op) { return readText(inEntry("  " + op + " %arg1 : tile<i32>"), "text").error().advice; };
  QCOMPARE(advice("addii"), "The nearest op is 'addi'.");
  QCOMPARE(advice("cuda_tile.load_ptr"), "The nearest op is 'load_ptr_tko'.");
  QCOMPARE(advice("negative_of_something_that_nobody_would_write"), "");
}

void TestTextErrors::refusesWhatIsTooDeep_data() {
  QTest::addColumn<QByteArray>("text");
  std::string aliases = "#loc = loc(unknown)\n#loc0 = loc(unknown)\n";
  std::string doubled = "#a0 = loc(\"f\":1:1)\n";
  for (int count = 1; count < 60000; ++count)
    aliases += "#loc" + std::to_string(count) + " = loc(callsite(#loc at #loc" + std::to_string(count - 1) + "))\n";
  for (int count = 1; count < 60; ++count) {
    const std::string before = std::to_string(count - 1);
    doubled += "#a" + std::to_string(count) + " = loc(callsite(#a" + before + " at #a" + before + "))\n";
  }
  const std::pair<const char *, std::string> rows[] = {
      {"regions", "entry @k() {\n" + repeated("loop {\n")},
      {"branches", "entry @k(%a: tile<i1>) {\n" + repeated("if %a {\n")},
      {"lists of elements", "entry @k() {\n%0 = constant <i32: " + repeated("[")},
      {"lists of attributes", "entry @k(%a: tile<i1> {a.b = " + repeated("[")},
      {"dictionaries", "entry @k(%a: tile<i1> {a.b = " + repeated("{a = ")},
      {"locations", "entry @k() {\nreturn loc(" + repeated("callsite(")},
      {"named locations", "entry @k() {\nreturn loc(" + repeated("\"a\"(")},
      {"records", "#a = " + repeated("#cuda_tile.di_lexical_block<scope = ")},
      {"aliases", aliases},
      {"doubled aliases", doubled},
  };
  for (const auto &[name, text] : rows) QTest::newRow(name) << QByteArray::fromStdString(text);
}

void TestTextErrors::refusesWhatIsTooDeep() {
  QFETCH(QByteArray, text);
  const auto refused = readText(text.toStdString(), "deep");
  QVERIFY(!refused);
  QVERIFY2(refused.error().kind == ErrorKind::Limit, refused.error().toString().c_str());
  QVERIFY(refused.error().place.line > 0);
}

void TestTextErrors::takesNoNumberForASize_data() {
  QTest::addColumn<QByteArray>("ops");
  QTest::newRow("results") << QByteArray("%x:1000000000 = make_token : token");
  QTest::newRow("result of a group") << QByteArray("%x:4294967295, %y:4294967295 = make_token : token");
  QTest::newRow("rank") << QByteArray(
      "%x = make_partition_view %arg1 : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>, dim_map=[2000000000]>");
  QTest::newRow("sparse_dim") << QByteArray(
      "%x = make_gather_scatter_view %arg1 : gather_scatter_view<tile=(1), tensor_view<1xi8, strides=[1]>, sparse_dim=4000000000>");
  QTest::newRow("chain of long names") << QByteArray::fromStdString([] {
    std::string ops = "%0 = assume bounded<0,?>, %arg1 : tile<i32>\n";
    for (int i = 1; i < 3000; ++i) ops += "%" + std::to_string(i) + " = assume bounded<0,?>, %" + std::to_string(i - 1) + " : tile<i32>\n";
    return ops + "break " + repeated("%2999, ", 500000) + "%2999 : tile<i32>";
  }());
}

void TestTextErrors::takesNoNumberForASize() {
  QFETCH(QByteArray, ops);
  const auto refused = readText(inEntry(ops.toStdString()), "text");
  QVERIFY(!refused);
  QVERIFY2(refused.error().place.line > 1, refused.error().toString().c_str());
}

void TestTextErrors::survivesEveryTruncation_data() {
  QTest::addColumn<QString>("name");
  for (const char *name :
       {"control-13.4.g.mlir", "places-13.5.g.mlir", "entries-13.5.mlir", "views-13.5.mlir", "folds-13.5.mlir", "constants-13.5.mlir"})
    QTest::newRow(name) << name;
}

void TestTextErrors::survivesEveryTruncation() {
  QFETCH(QString, name);
  const std::string text = contentOf(kCases / name.toStdString());
  QVERIFY(!text.empty());
  const std::size_t step = std::max<std::size_t>(1, text.size() / 2500);
  for (std::size_t size = 0; size < text.size(); size += step) {
    const QString wrong = whatIsWrong(text.substr(0, size));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }
}

void TestTextErrors::survivesEveryDeletion() {
  QFETCH(QString, name);
  const std::string text = contentOf(kCases / name.toStdString());
  QVERIFY(!text.empty());
  const std::size_t step = std::max<std::size_t>(1, text.size() / 2500);
  for (std::size_t at = 0; at < text.size(); at += step) {
    const QString wrong = whatIsWrong(text.substr(0, at) + text.substr(at + 1));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }
}

QTEST_GUILESS_MAIN(TestTextErrors)
#include "tst_text_errors.moc"
