// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the writer makes of programs by hand: its tables, what it refuses and with which words, what it leaves out.
#include <QTest>

#include "bytecode_file.h"
#include "support/program_builder.h"
#include "support/program_equality.h"
#include "support/round_trip.h"
#include "tileir/bytecode_writer.h"
#include "tileir/needed_version.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;
using test::ProgramBuilder;

class TestBytecodeWriter : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void bytes();
  void sectionsInOrder();
  void unusedIsLeftOut();
  void tablesWithoutRepetition();
  void versionsThatAreNone();
  void newerThanTheVersion_data();
  void newerThanTheVersion();
  void defaultsAreLeftOut();
  void printToken();
  void privateEntries();
  void elidedConstants();
  void boolConstants();
  void brokenPrograms_data();
  void brokenPrograms();
  void manyOps();
};

namespace {

const std::vector<int> kOfficialOrder{kGlobal, kFunc, kConstant, kDebug, kType, kProducer, kString};

/// Reads what must be good.
ProgramData good(const BytecodeFile &file) {
  const auto program = read(file);
  if (!program) qFatal("%s", program.error().toString().c_str());
  return (*program)->data();
}

BytecodeFile withBody(std::string_view body, int minor) {
  BytecodeFile file(minor);
  file.body = hex(body) + hex("5C 00 00");
  return file;
}

Result<std::string> written(const ProgramData &data, int minor) {
  return writeBytecode(*Program::make(data), {13, static_cast<std::uint8_t>(minor)});
}

QString whyBroken(const ProgramData &data) { return QString::fromStdString(test::brokenRoundTrip(*Program::make(data))); }

}  // namespace

/// The example of tileir.md section 1.4, but for the order in which types are met.
void TestBytecodeWriter::bytes() {
  ProgramBuilder builder;
  const TypeId tile = builder.tile({2}, ScalarKind::I32);
  builder.beginEntry("basic", {});
  Attribute dense;
  dense.kind = AttributeKind::Dense;
  dense.type = tile;
  dense.elements = hex("01000000 02000000");
  const AttributeId value = builder.addAttribute(dense);
  ValueId last = builder.one({OpKind::Constant, {}, {tile}, {{"value", value}}});
  for (int i = 0; i < 2; ++i) last = builder.one({OpKind::NegI, {{last}}, {tile}, {}});
  builder.endEntry();
  const auto bytes = writeBytecode(*builder.build(), {13, 1});
  QVERIFY(bytes.ok());
  const Bytes expected =
      hex("7F54696C65495200 0D 01 0000"
          "82 18 08 CB  01 00 00 02 00 0C  10 02 00  50 02 00  50 02 01  5C 00 00  CBCBCBCBCBCB"
          "84 19 08 CBCBCBCBCB  01 CBCBCBCBCBCBCB 0000000000000000 08 01000000 02000000"
          "85 1F 04  03 CBCBCB 00000000 03000000 04000000  10 00 00  03  0D 01 01 0200000000000000"
          "81 0D 04 CBCB  01 CBCBCB 00000000 6261736963  00");
  QCOMPARE(QByteArray::fromStdString(*bytes).toHex(), QByteArray::fromStdString(expected).toHex());
}

void TestBytecodeWriter::sectionsInOrder() {
  ProgramData data = (*readBytecodeFile(TILEPORT_SOURCE_DIR "/tests/cases/allops/places-13.5.tileirbc"))->data();
  data.producer = "a producer";
  const auto bytes = written(data, 5);
  QVERIFY(bytes.ok());
  const auto sections = splitSections(*bytes);
  QVERIFY(sections.has_value());
  std::vector<int> order;
  for (const Section &section : *sections) order.push_back(section.id);
  std::vector<int> expected;
  for (const int id : kOfficialOrder) {
    if (std::find(order.begin(), order.end(), id) != order.end()) expected.push_back(id);
  }
  QCOMPARE(order, expected);
  QVERIFY(order.size() >= 6);
  for (const int minor : {1, 2}) QCOMPARE(written(data, minor).ok(), false);
}

void TestBytecodeWriter::unusedIsLeftOut() {
  BytecodeFile file(4);
  file.addType(hex("13"));
  file.addString("nobody asks for this");
  const auto bytes = written(good(file), 1);
  QVERIFY2(bytes.ok(), bytes ? "" : bytes.error().toString().c_str());
  QVERIFY(bytes->find("nobody") == std::string::npos);
  QCOMPARE(neededVersion(good(file)).version, (Version{13, 1}));
  const auto sections = splitSections(*bytes);
  QCOMPARE(sections->size(), std::size_t(3));  // func, type, string
}

void TestBytecodeWriter::tablesWithoutRepetition() {
  ProgramData data = (*readBytecodeFile(TILEPORT_SOURCE_DIR "/tests/cases/bytecode/matmul-rust-13.4.tileirbc"))->data();
  const auto once = written(data, 4);
  // The same again, everything twice and in another place.
  const auto types = static_cast<std::uint32_t>(data.types.size());
  const std::vector<Type> copy = data.types;
  for (Type type : copy) {
    if (type.element.valid()) type.element = TypeId(std::size_t{type.element.value} + types);
    data.types.push_back(type);
  }
  for (std::size_t i = 0; i < data.values.size(); i += 2) data.values[i].type = TypeId(std::size_t{data.values[i].type.value} + types);
  const auto twice = written(data, 4);
  QVERIFY(once.ok() && twice.ok());
  QVERIFY(*once == *twice);
}

void TestBytecodeWriter::versionsThatAreNone() {
  const ProgramData data = good(BytecodeFile(1));
  for (const Version version : {Version{13, 0}, Version{13, 6}, Version{12, 3}, Version{14, 1}, Version{0, 0}}) {
    const auto bytes = writeBytecode(data, version);
    QVERIFY(!bytes.ok());
    QCOMPARE(bytes.error().kind, ErrorKind::Unsupported);
    QVERIFY(!bytes.error().advice.empty());
  }
}

void TestBytecodeWriter::newerThanTheVersion_data() {
  QTest::addColumn<QString>("body");
  QTest::addColumn<int>("minor");
  QTest::addColumn<QString>("because");
  QTest::addColumn<QString>("op");
  const QString zeros = "10 07 02 ", one = "10 01 00 ", yes = "10 04 01 ";
  QTest::newRow("op") << zeros + "6E 07 00 00" << 2 << "op atan2" << "atan2 #1";
  QTest::newRow("value") << zeros + "2A 07 07 00" << 4 << "value nearest_away of attribute rounding_mode" << "ftof #1";
  QTest::newRow("attribute") << one + "50 01 01 00" << 2 << "attribute overflow of negi" << "negi #1";
  QTest::newRow("flag") << one + "29 00 01 03 00 00 00 01 01 01 01 01 11 00 00" << 2 << "attribute unsignedCmp of for" << "for #1";
  QTest::newRow("rounding") << zeros + "17 07 04 00" << 3 << "attribute rounding_mode of exp" << "exp #1";
  QTest::newRow("saturating") << zeros + "2B 09 01 01 06 00" << 4 << "attribute saturating of ftoi" << "ftoi #1";
  QTest::newRow("operand") << QStringLiteral("44 05  55 01 05 01 00 00 00") << 2 << "operand token of print_tko" << "print_tko #1";
}

void TestBytecodeWriter::newerThanTheVersion() {
  QFETCH(QString, body);
  QFETCH(int, minor);
  QFETCH(QString, because);
  QFETCH(QString, op);
  const ProgramData data = good(withBody(body.toStdString(), std::max(minor, 2)));
  const NeededVersion needed = neededVersion(data);
  QCOMPARE(QString::fromStdString(needed.because), because);
  QCOMPARE(int(needed.version.minor), minor);
  const auto bytes = written(data, minor - 1);
  QVERIFY(!bytes.ok());
  QCOMPARE(bytes.error().kind, ErrorKind::Unsupported);
  QCOMPARE(QString::fromStdString(bytes.error().message),
           QString("%1 needs bytecode 13.%2, not 13.%3").arg(because).arg(minor).arg(minor - 1));
  QCOMPARE(QString::fromStdString(bytes.error().place.op), op);
  QCOMPARE(whyBroken(data), QString());
}

void TestBytecodeWriter::defaultsAreLeftOut() {
  for (const char *body : {"10 07 02  17 07 05 00", "10 07 02  6A 07 05 00", "10 01 00  50 01 00 00", "10 07 02  2B 09 00 01 06 00"}) {
    const ProgramData data = good(withBody(body, 4));
    QCOMPARE(neededVersion(data).version, (Version{13, 1}));
    QVERIFY(neededVersion(data).because.empty());
    QCOMPARE(whyBroken(data), QString());
  }
}

void TestBytecodeWriter::printToken() {
  // A text without arguments whose token nobody takes, then one whose token the next one takes.
  const ProgramData unused = good(withBody("55 01 05 00 00 00", 2));
  QCOMPARE(neededVersion(unused).version, (Version{13, 1}));
  QCOMPARE(whyBroken(unused), QString());
  const ProgramData joined = good(withBody("55 01 05 00 00 00  3C 01 05 01 00", 2));
  QCOMPARE(QString::fromStdString(neededVersion(joined).because), QString("the use of result result_token of print_tko"));
  QCOMPARE(neededVersion(joined).op, OpId(std::size_t{0}));
  QCOMPARE(whyBroken(joined), QString());
}

void TestBytecodeWriter::privateEntries() {
  BytecodeFile file(4);
  file.flags = 3;
  const ProgramData data = good(file);
  QCOMPARE(whyBroken(data), QString());
  QVERIFY(written(data, 4).ok());
  const auto bytes = written(data, 5);
  QVERIFY(!bytes.ok());
  QVERIFY(bytes.error().message.find("entry k is private") != std::string::npos);
}

void TestBytecodeWriter::elidedConstants() {
  ProgramData data = good(withBody("10 07 02  6E 07 00 00", 2));
  for (Attribute &attribute : data.attributes) {
    if (attribute.kind != AttributeKind::Dense) continue;
    attribute.elided = true;
    attribute.splat = false;
    attribute.elements.clear();
  }
  for (const int minor : {2, 3, 4, 5}) {
    const auto bytes = written(data, minor);
    QVERIFY(!bytes.ok());
    QCOMPARE(bytes.error().kind, ErrorKind::Unsupported);
    QCOMPARE(QString::fromStdString(bytes.error().place.op), QString("constant #0"));
    QVERIFY(!bytes.error().advice.empty());
  }
  QCOMPARE(QString::fromStdString(neededVersion(data).because), QString("op atan2"));
}

/// One byte may be a splat of i1 or packed elements: a splat that says it otherwise than FF must not become `1, 0, 0, 0`.
void TestBytecodeWriter::boolConstants() {
  for (const std::int64_t extent : {1, 2, 4, 8, 16}) {
    for (const char *digits : {"01", "FF", "00", "FE"}) {
      ProgramBuilder builder;
      const TypeId tile = builder.tile({extent}, ScalarKind::I1);
      builder.beginEntry("k", {});
      Attribute dense;
      dense.kind = AttributeKind::Dense;
      dense.type = tile;
      dense.splat = true;
      dense.elements = hex(digits);
      builder.one({OpKind::Constant, {}, {tile}, {{"value", builder.addAttribute(dense)}}});
      builder.endEntry();
      const auto bytes = writeBytecode(*builder.build(), {13, 1});
      QVERIFY(bytes.ok());
      const auto back = read(*bytes);
      QVERIFY(back.ok());
      const Attribute &value = (*back)->attribute((*back)->attribute(OpId(std::size_t{0}), "value"));
      QVERIFY(value.splat);
      QCOMPARE(value.elements, (dense.elements[0] & 1) != 0 ? Bytes("\xFF") : Bytes(1, '\0'));
    }
  }
}

void TestBytecodeWriter::brokenPrograms_data() {
  QTest::addColumn<int>("damage");
  for (int damage = 0; damage < 12; ++damage) QTest::addRow("%d", damage) << damage;
}

/// Where ids and counts that are wrong would give bytes that mean something else.
void TestBytecodeWriter::brokenPrograms() {
  QFETCH(int, damage);
  const ProgramPtr program = *readBytecodeFile(TILEPORT_SOURCE_DIR "/tests/cases/bytecode/matmul-rust-13.4.tileirbc");
  ProgramData data = program->data();
  const auto firstOf = [&](OpKind kind) {
    return std::find_if(data.ops.begin(), data.ops.end(), [kind](const Op &op) { return op.kind == kind; });
  };
  const auto loop = firstOf(OpKind::For), constant = firstOf(OpKind::Constant), mma = firstOf(OpKind::MmaF);
  QVERIFY(loop != data.ops.end() && constant != data.ops.end() && mma != data.ops.end());
  Attribute &dense = data.attributes[data.attributeUses[constant->attributes.first].value.index()];
  switch (damage) {
    case 0: data.operands[mma->operands.first] = ValueId(data.values.size() - 1); break;
    case 1: data.operands[mma->operands.first] = ValueId(); break;
    case 2: data.operands.back() = ValueId(std::size_t{mma->results.first}); break;  // the last op with operands stands outside of the loop
    case 3: data.segments[mma->segments.first] = 2; break;
    case 4: mma->results.count = 0; break;
    case 5: data.values[mma->results.first].type = TypeId(data.types.size()); break;
    case 6: mma->attributes = constant->attributes; break;
    case 7: constant->attributes.count = 0; break;
    case 8: data.regions[loop->regions.first].blocks.count = 0; break;
    case 9: dense.elements += "x"; break;
    case 10: dense.type = data.functions[0].signature; break;
    case 11: data.functions[0].hints = data.attributeUses[constant->attributes.first].value; break;
  }
  // No Program is made of it: that relies on what is damaged here.
  const auto bytes = writeBytecode(data, program->version());
  QVERIFY(!bytes.ok());
  QCOMPARE(bytes.error().kind, ErrorKind::Malformed);
  QVERIFY(!bytes.error().message.empty() && !bytes.error().advice.empty());
  QVERIFY(neededVersion(data).version <= program->version());
}

void TestBytecodeWriter::manyOps() {
  ProgramBuilder builder;
  const TypeId tile = builder.tile({}, ScalarKind::I32);
  const std::vector<ValueId> arguments = builder.beginEntry("k", {tile, tile});
  ValueId last = arguments[0];
  for (int i = 0; i < 20'000; ++i) last = builder.one({OpKind::AddI, {{last}, {arguments[1]}}, {tile}, {}});
  builder.endEntry();
  const ProgramPtr program = builder.build();
  const auto bytes = writeBytecode(*program, {13, 1});
  QVERIFY(bytes.ok());
  const auto back = read(*bytes);
  QVERIFY(back.ok());
  QVERIFY((*back)->listing().text == program->listing().text);
}

QTEST_APPLESS_MAIN(TestBytecodeWriter)
#include "tst_bytecode_writer.moc"
