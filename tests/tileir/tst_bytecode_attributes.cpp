// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes: tileir.md section 3. Most are read as the predicate of an `assume` or in the hints of an entry.
#include <QTest>

#include "bytecode_file.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;

#define REFUSED(bytes, section, message) QCOMPARE(QString::fromStdString(whyNotRefused(bytes, section, message)), QString())

class TestBytecodeAttributes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void predicates();
  void badPredicates();
  void integers();
  void floats_data();
  void floats();
  void hints();
  void badHints();
  void stringsAndTypes();
  void arrays();
  void nesting();
  void versions();
  void equalBytesShareAnId();
};

namespace {

/// A file whose one argument, i32, has this attribute: the widest choice of attributes stands there.
BytecodeFile withArgumentAttribute(const Bytes &tagged) {
  BytecodeFile file(5);
  file.signature = file.addType(hex("10 01 01 00"));
  file.argumentAttributes = hex("06 01 0A 01") + varint(file.addString("cuda_tile.x")) + tagged;
  return file;
}

std::optional<Attribute> argumentAttribute(const BytecodeFile &file) {
  const auto program = read(file);
  if (!program) {
    qWarning("%s", program.error().toString().c_str());
    return std::nullopt;
  }
  const Attribute &dictionary = (*program)->attribute((*program)->function(FunctionId(0)).argumentAttributes[0]);
  return (*program)->attribute(dictionary.items[0]);
}

std::optional<Attribute> attributeOf(const char *tagged) { return argumentAttribute(withArgumentAttribute(hex(tagged))); }

BytecodeFile withHints(const char *tagged) {
  BytecodeFile file(1);
  file.flags = 6;
  file.strings = {"k", "sm_100", "occupancy", "sm_120", ""};
  file.hints = hex(tagged);
  return file;
}

}  // namespace

void TestBytecodeAttributes::predicates() {
  const std::optional<Attribute> divBy = attributeOf("08 10 00");
  QVERIFY(divBy && divBy->kind == AttributeKind::DivBy && divBy->bits == 16 && !divBy->first && !divBy->second);
  const std::optional<Attribute> along = attributeOf("08 04 03 08 00");
  QVERIFY(along && along->first == 4 && along->second == 0);
  const std::optional<Attribute> lower = attributeOf("0C 01 00");
  QVERIFY(lower && lower->kind == AttributeKind::Bounded && lower->first == 0 && !lower->second);
  const std::optional<Attribute> upper = attributeOf("0C 02 05");
  QVERIFY(upper && !upper->first && upper->second == -3);
  const std::optional<Attribute> limits = attributeOf("0C 03 FFFFFFFFFFFFFFFFFF01 FEFFFFFFFFFFFFFFFF01");
  QVERIFY(limits && limits->first == INT64_MIN && limits->second == INT64_MAX);
  const std::optional<Attribute> same = attributeOf("09 02 0200000000000000 0400000000000000");
  QVERIFY(same && same->kind == AttributeKind::SameElements && same->numbers == (std::vector<std::int64_t>{2, 4}));
}

void TestBytecodeAttributes::badPredicates() {
  REFUSED(withArgumentAttribute(hex("08 10 04")), "func", "the flags of a predicate are 0x4");
  REFUSED(withArgumentAttribute(hex("0C FF 00")), "func", "the flags of a predicate are 0xff");
  REFUSED(withArgumentAttribute(hex("08 00 00")), "func", "the divisor 0 is not a power of two");
  REFUSED(withArgumentAttribute(hex("08 0C 00")), "func", "the divisor 12 is not a power of two");
  REFUSED(withArgumentAttribute(hex("08 FFFFFFFFFFFFFFFFFFFF01 00")), "func", "a divisor does not fit in 64 bits");
  REFUSED(withArgumentAttribute(hex("08 FFFFFFFFFFFFFFFFFF02 00")), "func", "a divisor does not fit in 64 bits");
  REFUSED(withArgumentAttribute(hex("09 FF7F")), "func", "the length of same_elements is 16383");
  REFUSED(withArgumentAttribute(hex("0E")), "func", "there is no attribute with tag 14");
  REFUSED(withArgumentAttribute(hex("D1 01")), "func", "there is no attribute with tag 209");
}

void TestBytecodeAttributes::integers() {
  const std::optional<Attribute> integer = attributeOf("01 00 03");
  QVERIFY(integer && integer->kind == AttributeKind::Integer && integer->bits == 3 && integer->type == TypeId(BytecodeFile::kI32));
  QCOMPARE(attributeOf("01 00 FFFFFFFF0F")->bits, std::uint64_t(0xFFFFFFFF));
  REFUSED(withArgumentAttribute(hex("01 00 8080808010")), "func", "4294967296 does not fit in 32 bits");
  REFUSED(withArgumentAttribute(hex("01 06 03")), "func", "the type of an integer is no integer type");
  REFUSED(withArgumentAttribute(hex("01 01 03")), "func", "the type of an integer is no integer type");
  QVERIFY(attributeOf("03 01")->bits == 1);
  REFUSED(withArgumentAttribute(hex("03 02")), "func", "a flag is 2 where 0 or 1 is expected");
}

void TestBytecodeAttributes::floats_data() {
  QTest::addColumn<QByteArray>("type");
  QTest::addColumn<QByteArray>("bits");
  QTest::addColumn<quint64>("held");
  const auto row = [](const char *name, const char *type, const char *bits, quint64 held) {
    QTest::newRow(name) << QByteArray::fromStdString(hex(type)) << QByteArray::fromStdString(hex(bits)) << held;
  };
  row("f32 -inf", "07", "80 80 80 F8 1F", 0xFF800000);  // zigzag of the zero-extended bits
  row("f32 -inf as a negative number", "07", "FF FF FF 07", 0xFF800000);
  row("f16 1.0", "05", "80 F0 01", 0x3C00);
  row("f8 in one byte", "0A", "F8", 0xF8);
  row("f4 in one byte", "13", "F7", 0x7);
  row("tf32", "08", "80 80 10", 0x20000);
  row("f64 1.0", "09", "80 80 80 80 80 80 80 F0 7F", 0x3FF0000000000000);
  row("f64 -1.0 by cutile-rs", "09", "FF FF FF FF FF FF FF 8F 80 01", 0xBFF0000000000000);
  // cutile-python shifts the sign out of 64 bits, and the tools read a positive number.
  row("f64 -0.0 by cutile-python", "09", "80 80 80 80 80 80 80 80 80 02", 0);
}

void TestBytecodeAttributes::floats() {
  QFETCH(QByteArray, type);
  QFETCH(QByteArray, bits);
  QFETCH(quint64, held);
  BytecodeFile file = withArgumentAttribute(Bytes());
  const unsigned id = file.addType(type.toStdString());
  file.argumentAttributes += hex("02") + varint(id) + bits.toStdString();
  const std::optional<Attribute> value = argumentAttribute(file);
  QVERIFY(value && value->kind == AttributeKind::Float && value->type == TypeId(id));
  QCOMPARE(value->bits, std::uint64_t(held));
  file.types[id] = hex("03");
  REFUSED(file, "func", "the type of a float is no float type");
}

void TestBytecodeAttributes::hints() {
  const auto program = read(withHints("0B 02 01 0A 01 02 01 00 04 03 0A 00"));
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  const Attribute &hints = (*program)->attribute((*program)->function(FunctionId(0)).hints);
  QCOMPARE(hints.keys, (std::vector<std::string>{"sm_100", "sm_120"}));
  const Attribute &first = (*program)->attribute(hints.items[0]);
  QCOMPARE(first.keys, std::vector<std::string>{"occupancy"});
  QCOMPARE((*program)->attribute(first.items[0]).bits, std::uint64_t(4));
  QVERIFY(!(*read(withHints("0B 00")))->function(FunctionId(0)).hints.valid());
}

void TestBytecodeAttributes::badHints() {
  REFUSED(withHints("0A 00"), "func", "the hints of a function are none");
  REFUSED(withHints("0B 01 01 03 01"), "func", "the hints of \"sm_100\" are no dictionary");
  REFUSED(withHints("0B 02 01 0A 00 01 0A 00"), "func", "the key \"sm_100\" twice");
  REFUSED(withHints("0B 01 04 0A 00"), "func", "an empty key");
  REFUSED(withHints("0B 01 09 0A 00"), "func", "a dictionary's key is 9");
  REFUSED(withHints("0B FFFFFFFF7F"), "func", "the length of a dictionary is");
}

void TestBytecodeAttributes::stringsAndTypes() {
  const std::optional<Attribute> text = attributeOf("05 00");
  QVERIFY(text && text->kind == AttributeKind::String && text->text == "k");
  const std::optional<Attribute> type = attributeOf("04 07");
  QVERIFY(type && type->kind == AttributeKind::Type && type->type == TypeId(BytecodeFile::kTile4F32));
  REFUSED(withArgumentAttribute(hex("05 07")), "func", "a string's index is 7");
  REFUSED(withArgumentAttribute(hex("04 63")), "func", "a type is 99");
  const std::optional<Attribute> dense = attributeOf("07 09 00");
  QVERIFY(dense && dense->kind == AttributeKind::Dense && dense->splat && dense->elements == hex("01000000"));
  REFUSED(withArgumentAttribute(hex("07 00 00")), "func", "a constant's type is no tile of numbers");
  REFUSED(withArgumentAttribute(hex("07 09 09")), "func", "a constant's index is 9");
}

void TestBytecodeAttributes::arrays() {
  const std::optional<Attribute> array = attributeOf("06 03 03 01 03 01 03 00");
  QVERIFY(array && array->kind == AttributeKind::Array && array->items.size() == 3);
  QVERIFY(array->items[0] == array->items[1] && array->items[0] != array->items[2]);
  REFUSED(withArgumentAttribute(hex("06 FF01")), "func", "the length of an array is 255");
}

void TestBytecodeAttributes::nesting() {
  const auto nested = [](int depth) {
    Bytes bytes;
    for (int i = 0; i < depth; ++i) bytes += hex("06 01");
    return withArgumentAttribute(bytes + hex("03 01"));
  };
  QVERIFY(read(nested(60)).ok());
  REFUSED(nested(70), "func", "attributes are nested more than 64 deep");
  QCOMPARE(read(nested(70)).error().kind, ErrorKind::Limit);
  QVERIFY(!read(nested(1'000'000)).ok());
}

void TestBytecodeAttributes::versions() {
  const std::optional<Attribute> reduction = attributeOf("0D 07");
  QVERIFY(reduction && reduction->kind == AttributeKind::Enum && reduction->enumKind == EnumKind::MultimemReductionKind);
  REFUSED(withArgumentAttribute(hex("0D 08")), "func", "a multimem reduction is 8");
  REFUSED(withHints("0B 01 01 0A 01 02 0D 00"), "func", "attribute tag 13 needs bytecode 13.5");
}

void TestBytecodeAttributes::equalBytesShareAnId() {
  BytecodeFile file;
  file.body = hex("10 01 00");
  for (int i = 0; i < 1000; ++i) file.body += hex("06 01 08 10 00 00");
  file.body += hex("5C 00 00");
  const auto program = read(file);
  QVERIFY(program.ok());
  QCOMPARE((*program)->opCount(), std::size_t(1002));
  QCOMPARE((*program)->data().attributes.size(), std::size_t(2));  // the constant and one div_by
}

QTEST_APPLESS_MAIN(TestBytecodeAttributes)
#include "tst_bytecode_attributes.moc"
