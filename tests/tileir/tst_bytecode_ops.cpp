// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies: tileir.md sections 1.2, 4 and 7. Types and constants are those of BytecodeFile.
#include <QTest>

#include "bytecode_file.h"
#include "invariants.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;

#define REFUSED(bytes, section, message) QCOMPARE(QString::fromStdString(whyNotRefused(bytes, section, message)), QString())

class TestBytecodeOps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void operands();
  void blocks();
  void valuesOfRegions();
  void results();
  void flags();
  void segments();
  void countedOperands();
  void opcodes();
  void enumsAndIntegers();
  void laterFlags_data();
  void laterFlags();
  void laterAttributes();
  void printToken();
  void loopsWithoutArguments();
  void inbounds();
  void depth();
  void errorsNameTheOp();
};

namespace {

const char *const kReturn = "5C 00 00";
const char *const kConstant1 = "10 01 00";  // %: tile<i32>
const char *const kCondition = "10 04 01";  // %: tile<i1>
const char *const kZeros = "10 07 02";      // %: tile<4xf32>

BytecodeFile withBody(std::string_view body, int minor = 1) {
  BytecodeFile file(minor);
  file.body = hex(body) + hex(kReturn);
  return file;
}

BytecodeFile withBody(std::initializer_list<std::string_view> parts, int minor = 1) {
  std::string all;
  for (const std::string_view part : parts) all += std::string(part) + " ";
  return withBody(all, minor);
}

/// Reads what must be good and holds its invariants.
ProgramPtr good(const BytecodeFile &file) {
  const auto program = read(file);
  if (!program) {
    qWarning("%s", program.error().toString().c_str());
    return nullptr;
  }
  if (const std::string broken = brokenInvariant(**program); !broken.empty()) {
    qWarning("%s", broken.c_str());
    return nullptr;
  }
  return *program;
}

/// The value of an enum, integer or bool attribute; -1 when the op does not have it.
std::int64_t attributeOf(const ProgramPtr &program, std::size_t op, std::string_view name) {
  const AttributeId id = program->attribute(OpId(op), name);
  return id.valid() ? static_cast<std::int64_t>(program->attribute(id).bits) : -1;
}

}  // namespace

void TestBytecodeOps::operands() {
  const ProgramPtr program = good(withBody({kConstant1, "03 01 00 00 00"}));
  QVERIFY(program);
  QCOMPARE(program->op(OpId(1)).kind, OpKind::AddI);
  QCOMPARE(program->operands(OpId(1)).size(), std::size_t(2));
  REFUSED(withBody({kConstant1, "03 01 00 00 01"}), "func", "operand 1 is not one of the 1 values before it");
  REFUSED(withBody({kConstant1, "03 01 00 00 FFFFFFFFFFFFFFFFFF01"}), "func", "is not one of the 1 values");
  REFUSED(withBody({kConstant1, "03 63 00 00 00"}), "func", "the type of a result is 99");
}

void TestBytecodeOps::blocks() {
  BytecodeFile file = withBody("");
  file.body = hex(kConstant1);
  REFUSED(file, "func", "a block does not end in a terminator");
  file.body = Bytes();
  REFUSED(file, "func", "a block does not end in a terminator");
  REFUSED(withBody(kReturn), "func", "an op follows the end of its block");
  const std::string head = std::string(kCondition) + " 32 00 00 ";
  QVERIFY(good(withBody({head, "02 01 00 01 6D 00 00 01 00 01 6D 00 00"})));
  const ProgramPtr withoutElse = good(withBody({head, "02 01 00 01 6D 00 00 00"}));
  QVERIFY(withoutElse && withoutElse->region(withoutElse->region(OpId(1), 1)).blocks.count == 0);
  REFUSED(withBody({head, "02 00 00"}), "func", "the region has 0 blocks where 1 is expected");
  REFUSED(withBody({head, "02 01 00 00 00"}), "func", "a block does not end in a terminator");
  REFUSED(withBody({head, "02 01 00 01 10 01 00 00"}), "func", "a block does not end in a terminator");
  REFUSED(withBody({head, "02 02 00 01 6D 00 00 00 01 6D 00 00 00"}), "func", "the region has 2 blocks");
  REFUSED(withBody({head, "01 01 00 01 6D 00 00"}), "func", "the op has 1 regions where 2 are expected");
  REFUSED(withBody({head, "03 01 00 01 6D 00 00 00 00"}), "func", "the op has 3 regions where 2 are expected");
  REFUSED(withBody({head, "02 01 00 FF7F 6D 00 00"}), "func", "the number of ops is 16383");
  REFUSED(withBody({head, "02 01 FF7F 01 6D 00 00"}), "func", "the number of block arguments is 16383");
}

/// Arguments of a block take numbers while it is open; results of the op come after.
void TestBytecodeOps::valuesOfRegions() {
  const std::string loop = std::string(kConstant1) + " 29 01 01 04 00 00 00 00 01 01 02 01 01 02 03 01 00 01 02 11 00 01 03 ";
  const ProgramPtr program = good(withBody({loop, "03 01 00 00 01"}));
  QVERIFY(program);
  QCOMPARE(program->op(OpId(1)).kind, OpKind::For);
  const BlockId body = program->block(program->region(OpId(1), 0), 0);
  QCOMPARE(program->block(body).arguments.count, 2u);
  QCOMPARE(program->operands(OpId(2))[0], program->argument(body, 0));
  QCOMPARE(program->operands(OpId(2))[1], program->argument(body, 1));
  QCOMPARE(program->op(OpId(3)).kind, OpKind::Continue);
  QCOMPARE(program->operands(OpId(3))[0], program->result(OpId(2), 0));
  QCOMPARE(program->operands(OpId(4))[1], program->result(OpId(1), 0));
  QCOMPARE(program->op(OpId(1)).subtreeEnd, OpId(4));
  QCOMPARE(program->ops(program->bodyOf(FunctionId(0))).size(), std::size_t(4));
  QCOMPARE(program->functionOf(OpId(2)), FunctionId(0));
  REFUSED(withBody({loop, "03 01 00 00 02"}), "func", "operand 2 is not one of the 2 values");
}

void TestBytecodeOps::results() {
  const ProgramPtr program = good(withBody({"30 01 01 01"}));
  QVERIFY(program && program->op(OpId(0)).results.count == 3);
  const ProgramPtr tokens = good(withBody({"44 05 44 05 3C 01 05 02 00 01"}));
  QVERIFY(tokens && tokens->op(OpId(2)).kind == OpKind::JoinTokens);
  REFUSED(withBody({"44 05 3C 02 05 05 01 00"}), "func", "the op has 2 results where 1 are expected");
  REFUSED(withBody({"44 05 3C 00 01 00"}), "func", "the op has 0 results where 1 are expected");
  REFUSED(withBody({"29 FF7F"}), "func", "the number of results is 16383");
  REFUSED(withBody({kCondition, "32 00 00 02 01 00 01 6D 01 01 00 00"}), "func", "the op has 1 results where 0 are expected");
}

void TestBytecodeOps::flags() {
  // maxf: bit 0 propagate_nan, bit 1 flush_to_zero
  const ProgramPtr program = good(withBody({kZeros, "45 07 02 00 00 45 07 01 00 00 45 07 00 00 00"}));
  QVERIFY(program);
  QVERIFY(program->attribute(OpId(1), "flush_to_zero").valid() && !program->attribute(OpId(1), "propagate_nan").valid());
  QVERIFY(program->attribute(OpId(2), "propagate_nan").valid() && !program->attribute(OpId(2), "flush_to_zero").valid());
  QVERIFY(program->attributes(OpId(3)).empty());
  REFUSED(withBody({kZeros, "45 07 04 00 00"}), "func", "the op has unknown flags 0x4");
}

void TestBytecodeOps::segments() {
  BytecodeFile file = withBody("");
  const unsigned pointer = file.addType(hex("0C 06"));
  file.signature = file.addType(hex("10 01") + varint(file.addType(hex("0D") + varint(pointer) + hex("00"))) + hex("00"));
  const unsigned view = file.addType(hex("0E 06 02") + i64(kDynamic) + i64(64) + hex("02") + i64(64) + i64(1));
  const Bytes constant = hex(kConstant1);
  file.body = constant + hex("43 01") + varint(view) + hex("00 01 01 00") + hex(kReturn);
  const ProgramPtr program = good(file);
  QVERIFY(program);
  QCOMPARE(program->operands(OpId(1), 0).size(), std::size_t(1));
  QCOMPARE(program->operands(OpId(1), 1).size(), std::size_t(1));
  QCOMPARE(program->operands(OpId(1), 2).size(), std::size_t(0));
  QVERIFY(program->operands(OpId(1), 9).empty());
  QCOMPARE(program->operands(OpId(1), 1)[0], program->result(OpId(0), 0));
  file.body = constant + hex("43 01") + varint(view) + hex("00 FF7F 01") + hex(kReturn);
  REFUSED(file, "func", "the number of operands is 16383");
}

void TestBytecodeOps::countedOperands() {
  REFUSED(withBody({kConstant1, "29 00 02 00 00 01 01 01 01 01 11 00 00"}), "func", "the op has 2 operands where at least 3");
  REFUSED(withBody({"44 05 77 05 02 00 00"}, 4), "func", "the op has 1 operands too many");
  const ProgramPtr program = good(withBody({"44 05 77 05 01 00 77 05 00"}, 4));
  QVERIFY(program && program->operands(OpId(1), 0).size() == 1 && program->operands(OpId(2), 0).empty());
}

void TestBytecodeOps::opcodes() {
  for (const char *gap : {"19", "24", "34", "39", "7E", "8040", "8220", "FFFFFFFF0F"})
    REFUSED(withBody(gap, 5), "func", "there is no op with number");
  for (const char *outer : {"16", "31", "4B"}) REFUSED(withBody(outer, 5), "func", "there is no op with number");
  REFUSED(withBody({kZeros, "6E 07 00 00"}, 1), "func", "op atan2 needs bytecode 13.2");
  QVERIFY(good(withBody({kZeros, "6E 07 00 00"}, 2)));
  REFUSED(withBody({kZeros, "6F 07 00"}, 2), "func", "op pack needs bytecode 13.3");
  REFUSED(withBody({kZeros, "79 07 00 00"}, 3), "func", "op fpowi needs bytecode 13.4");
  REFUSED(withBody("7B", 4), "func", "needs bytecode 13.5");
  // Every op says which version brought it, and none is read in an older file.
  for (std::uint64_t opcode = 0; opcode < 0x80; ++opcode) {
    const std::optional<OpKind> kind = opKindOfOpcode(opcode);
    if (!kind || !info(*kind).inBody || info(*kind).since.minor == 1) continue;
    BytecodeFile file(info(*kind).since.minor - 1);
    file.body = varint(opcode) + file.body;
    REFUSED(file, "func", "needs bytecode 13." + std::to_string(info(*kind).since.minor));
  }
}

void TestBytecodeOps::enumsAndIntegers() {
  REFUSED(withBody({kConstant1, "03 01 04 00 00"}), "func", "overflow is 4 where less than 4 is expected");
  REFUSED(withBody({kZeros, "2A 07 07 00"}, 3), "func", "\"nearest_away\" needs bytecode 13.4");
  const ProgramPtr program = good(withBody({kZeros, "0C 07 01 00 00"}));
  QVERIFY(program && attributeOf(program, 1, "dim") == 1);
  const Attribute &dim = program->attribute(program->attribute(OpId(1), "dim"));
  QCOMPARE(program->type(dim.type).scalar, ScalarKind::I64);  // added: the file has no i64
  REFUSED(withBody({kZeros, "05 09 00"}), "func", "a string's index is 9");
}

void TestBytecodeOps::laterFlags_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("after");
  QTest::addColumn<int>("since");
  QTest::addColumn<QString>("name");
  QTest::newRow("for unsigned") << "29 00 03 00 00 00 01 01 01 01 01 11 00 00" << "29 00 01 03 00 00 00 01 01 01 01 01 11 00 00" << 2
                                << "unsignedCmp";
  QTest::newRow("mmaf fast_acc") << "49 01 00 00 00" << "49 01 01 00 00 00" << 3 << "fast_acc";
  QTest::newRow("ftoi saturating") << "2B 01 01 06 00" << "2B 01 01 01 06 00" << 4 << "saturating";
}

/// The field of flags is missing where all flags are younger than the file.
void TestBytecodeOps::laterFlags() {
  QFETCH(QString, before);
  QFETCH(QString, after);
  QFETCH(int, since);
  QFETCH(QString, name);
  for (int minor = 1; minor <= 5; ++minor) {
    const ProgramPtr program = good(withBody({kConstant1, (minor < since ? before : after).toStdString()}, minor));
    QVERIFY(program);
    QCOMPARE(program->attribute(OpId(1), name.toStdString()).valid(), minor >= since);
  }
}

/// Attributes with a default are filled in where the file is too old to have them.
void TestBytecodeOps::laterAttributes() {
  const ProgramPtr oldExp = good(withBody({kZeros, "17 07 00"}, 2));
  QVERIFY(oldExp && attributeOf(oldExp, 1, "rounding_mode") == static_cast<std::int64_t>(RoundingMode::Full));
  const ProgramPtr newExp = good(withBody({kZeros, "17 07 04 00"}, 3));
  QVERIFY(newExp && attributeOf(newExp, 1, "rounding_mode") == static_cast<std::int64_t>(RoundingMode::Approx));
  const ProgramPtr oldTanh = good(withBody({kZeros, "6A 07 00"}, 1));
  QVERIFY(oldTanh && attributeOf(oldTanh, 1, "rounding_mode") == static_cast<std::int64_t>(RoundingMode::Full));
  const ProgramPtr oldNeg = good(withBody({kConstant1, "50 01 00"}, 1));
  QVERIFY(oldNeg && attributeOf(oldNeg, 1, "overflow") == 0);
  const ProgramPtr newNeg = good(withBody({kConstant1, "50 01 01 00"}, 2));
  QVERIFY(newNeg && attributeOf(newNeg, 1, "overflow") == 1);
}

/// The token of print_tko came in 13.2. Older files get one that takes no number of theirs.
void TestBytecodeOps::printToken() {
  const ProgramPtr old = good(withBody({kConstant1, "55 00 00 01 00", "03 01 00 00 00"}, 1));
  QVERIFY(old);
  QCOMPARE(old->op(OpId(1)).results.count, 1u);
  QCOMPARE(old->type(old->value(old->result(OpId(1), 0)).type).kind, TypeKind::Token);
  REFUSED(withBody({kConstant1, "55 00 00 01 00", "03 01 00 00 01"}, 1), "func", "operand 1 is not one of the 1 values");
  REFUSED(withBody({"55 01 05 00 00"}, 1), "func", "the op has 1 results where 0 are expected");
  const ProgramPtr plain = good(withBody({"55 01 05 00 00 00"}, 2));
  QVERIFY(plain && plain->operands(OpId(0), 1).empty());
  const ProgramPtr chained = good(withBody({"44 05 55 01 05 01 00 00 00"}, 2));
  QVERIFY(chained && chained->operands(OpId(1), 1).size() == 1);
  REFUSED(withBody({"55 00 00 00 00"}, 2), "func", "the op has 0 results where 1 are expected");
}

/// A loop whose block takes less than the loop gives is read, for the verifier to complain about: print must not look for it.
void TestBytecodeOps::loopsWithoutArguments() {
  BytecodeFile file;
  const Bytes one = hex("10 01 00");
  file.body = one + hex("29 00 03 00 00 00 01 01 00 01 11 00 00") + hex("5C0000");
  auto program = read(file);
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  QVERIFY((*program)->listing().text.find("for <missing> in (") != std::string::npos);
  QCOMPARE(brokenInvariant(**program), std::string());
  file.body = one + hex("41 00 01 00 01 01 00 01 0A 00 00") + hex("5C0000");
  program = read(file);
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  QVERIFY((*program)->listing().text.find("loop iter_values(<missing> = ") != std::string::npos);
}

/// load_view_tko has a flag for each index from 13.4 on; older files mean that none is set.
void TestBytecodeOps::inbounds() {
  const auto file = [](int minor, const char *flags) {
    BytecodeFile made = withBody("", minor);
    const Bytes unflagged = minor >= 4 ? hex("00") : Bytes();
    const unsigned pointer = made.addType(hex("0C") + unflagged + hex("06"));
    made.signature = made.addType(hex("10 01") + varint(made.addType(hex("0D") + varint(pointer) + hex("00"))) + hex("00"));
    const unsigned tensor = made.addType(hex("0E") + unflagged + hex("06 02") + i64(64) + i64(64) + hex("02") + i64(64) + i64(1));
    const unsigned view = made.addType(hex("0F") + (minor >= 3 ? hex("00") : Bytes()) + hex("02") + i32(4) + i32(4) + varint(tensor) +
                                       hex("02") + i32(0) + i32(1) + (minor < 3 ? hex("00") : Bytes()));
    made.body = hex(kConstant1) + hex("43 01") + varint(tensor) + hex("00 00 00 42") + varint(view) + hex("02 3E 02 07 05 00 00") +
                hex(flags) + hex("03 02 01 01") + hex(kReturn);
    return made;
  };
  for (int minor = 1; minor <= 5; ++minor) {
    const ProgramPtr program = good(file(minor, minor >= 4 ? "02 00 00" : ""));
    QVERIFY(program);
    const AttributeId inbounds = program->attribute(OpId(3), "inbounds");
    QVERIFY(inbounds.valid());
    QCOMPARE(program->attribute(inbounds).numbers, (std::vector<std::int64_t>{0, 0}));
  }
  const ProgramPtr set = good(file(4, "02 01 00"));
  QVERIFY(set && set->attribute(set->attribute(OpId(3), "inbounds")).numbers == (std::vector<std::int64_t>{1, 0}));
  REFUSED(file(4, "01 01"), "func", "inbounds has 1 flags for 2 indices");
  REFUSED(file(4, "00"), "func", "inbounds has 0 flags for 2 indices");
  REFUSED(file(4, "02 02 00"), "func", "an array's flag is 2");
}

void TestBytecodeOps::depth() {
  const auto nested = [](int depth) {
    Bytes inner = hex("01 00 01 6D 00 00 00");
    for (int i = 1; i < depth; ++i) inner = hex("01 00 02 32 00 00 02") + inner + hex("6D 00 00 00");
    BytecodeFile file;
    file.body = hex(kCondition) + hex("32 00 00 02") + inner + hex(kReturn);
    return file;
  };
  QVERIFY(good(nested(128)));
  REFUSED(nested(129), "func", "regions are nested more than 128 deep");
  QCOMPARE(read(nested(3000)).error().kind, ErrorKind::Limit);
}

void TestBytecodeOps::errorsNameTheOp() {
  const auto program = read(withBody({kConstant1, "03 01 00 00 07"}));
  QVERIFY(!program);
  QCOMPARE(program.error().place.op, std::string("addi #1"));
  const Bytes bytes = withBody({kConstant1, "03 01 00 00 07"}).build();
  QCOMPARE(bytes[*program.error().place.byteOffset], '\x07');
}

QTEST_APPLESS_MAIN(TestBytecodeOps)
#include "tst_bytecode_ops.moc"
