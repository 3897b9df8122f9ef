// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types and constants: tileir.md sections 2 and 1.
#include <QTest>

#include "bytecode_file.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;

#define REFUSED(bytes, section, message) QCOMPARE(QString::fromStdString(whyNotRefused(bytes, section, message)), QString())

class TestBytecodeTypes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void scalars_data();
  void scalars();
  void pointers();
  void tiles();
  void tensorViews();
  void partitionViews();
  void otherViews();
  void functions();
  void damage();
  void forwardReferences();
  void noTypeContainsItself();
  void dense_data();
  void dense();
};

namespace {

/// Adds one record and reads the type back.
std::optional<Type> typeOf(BytecodeFile file, const Bytes &record) {
  const unsigned id = file.addType(record);
  const auto program = read(file);
  if (!program) {
    qWarning("%s", program.error().toString().c_str());
    return std::nullopt;
  }
  return (*program)->type(TypeId(id));
}

/// A file of one version with a tensor view of 64 x ? f32 as its last type.
BytecodeFile withTensorView(int minor) {
  BytecodeFile file(minor);
  file.addType(hex("0E") + (minor >= 4 ? hex("00") : Bytes()) + varint(BytecodeFile::kF32) + varint(2) + i64(64) + i64(kDynamic) +
               varint(2) + i64(kDynamic) + i64(1));
  return file;
}

}  // namespace

void TestBytecodeTypes::scalars_data() {
  QTest::addColumn<int>("tag");
  QTest::addColumn<ScalarKind>("kind");
  QTest::addColumn<int>("since");
  QTest::newRow("i1") << 0 << ScalarKind::I1 << 1;
  QTest::newRow("i8") << 1 << ScalarKind::I8 << 1;
  QTest::newRow("i16") << 2 << ScalarKind::I16 << 1;
  QTest::newRow("i32") << 3 << ScalarKind::I32 << 1;
  QTest::newRow("i64") << 4 << ScalarKind::I64 << 1;
  QTest::newRow("f16") << 5 << ScalarKind::F16 << 1;
  QTest::newRow("bf16") << 6 << ScalarKind::BF16 << 1;
  QTest::newRow("f32") << 7 << ScalarKind::F32 << 1;
  QTest::newRow("tf32") << 8 << ScalarKind::TF32 << 1;
  QTest::newRow("f64") << 9 << ScalarKind::F64 << 1;
  QTest::newRow("f8E4M3FN") << 10 << ScalarKind::F8E4M3FN << 1;
  QTest::newRow("f8E5M2") << 11 << ScalarKind::F8E5M2 << 1;
  QTest::newRow("f8E8M0FNU") << 18 << ScalarKind::F8E8M0FNU << 2;
  QTest::newRow("f4E2M1FN") << 19 << ScalarKind::F4E2M1FN << 3;
  QTest::newRow("i4") << 22 << ScalarKind::I4 << 3;
  QTest::newRow("fnv8E5M3FNU") << 130 << ScalarKind::F8E5M3FNU << 4;
}

void TestBytecodeTypes::scalars() {
  QFETCH(int, tag);
  QFETCH(ScalarKind, kind);
  QFETCH(int, since);
  for (int minor = 1; minor <= 5; ++minor) {
    BytecodeFile file(minor);
    const Bytes record = varint(static_cast<std::uint64_t>(tag));
    if (minor >= since) {
      const std::optional<Type> type = typeOf(file, record);
      QVERIFY(type && type->kind == TypeKind::Scalar && type->scalar == kind);
    } else {
      file.addType(record);
      REFUSED(file, "type", "needs bytecode 13." + std::to_string(since));
    }
  }
}

void TestBytecodeTypes::pointers() {
  const std::optional<Type> plain = typeOf(BytecodeFile(3), hex("0C 06"));
  QVERIFY(plain && plain->kind == TypeKind::Pointer && plain->element == TypeId(BytecodeFile::kF32) && !plain->pointerAttr);
  QVERIFY(!typeOf(BytecodeFile(4), hex("0C 00 06"))->pointerAttr);
  QCOMPARE(typeOf(BytecodeFile(4), hex("0C 01 06 00"))->pointerAttr, std::optional(PtrAttr{0}));
  QCOMPARE(typeOf(BytecodeFile(5), hex("0C 01 06 02"))->pointerAttr, std::optional(PtrAttr{2}));
  BytecodeFile file(4);
  const unsigned id = file.addType(hex("0C 01 06 02"));
  REFUSED(file, "type", "\"multicast\" needs bytecode 13.5");
  file.types[id] = hex("0C 01 06 03");
  REFUSED(file, "type", "a pointer attribute is 3");
  file.types[id] = hex("0C 02 06");
  REFUSED(file, "type", "the flags of a type is 2");
  file.types[id] = hex("0C 00 01");
  REFUSED(file, "type", "a pointer points to a type that is no number");
}

void TestBytecodeTypes::tiles() {
  const std::optional<Type> tile = typeOf(BytecodeFile(), hex("0D 06 02") + i64(16) + i64(8));
  QVERIFY(tile && tile->kind == TypeKind::Tile && tile->shape == (std::vector<std::int64_t>{16, 8}));
  QVERIFY(typeOf(BytecodeFile(), hex("0D 06 01") + i64(1 << 24)).has_value());
  Bytes ones;
  for (int i = 0; i < 200; ++i) ones += i64(1);
  QVERIFY(typeOf(BytecodeFile(), hex("0D 06 C801") + ones).has_value());
  BytecodeFile file(3);
  const unsigned id = file.addType(hex("0D 06 01") + i64(3));
  REFUSED(file, "type", "an extent of a tile is 3");
  for (const std::int64_t extent : {std::int64_t{0}, std::int64_t{-1}, kDynamic}) {
    file.types[id] = hex("0D 06 01") + i64(extent);
    REFUSED(file, "type", "no power of two");
  }
  file.types[id] = hex("0D 06 01") + i64(1 << 25);
  REFUSED(file, "type", "more than 16777216 elements");
  file.types[id] = hex("0D 06 03") + i64(std::int64_t{1} << 62) + i64(std::int64_t{1} << 62) + i64(16);
  REFUSED(file, "type", "more than 16777216 elements");
  file.types[id] = hex("0D 05 00");
  REFUSED(file, "type", "neither a number nor a pointer");
  const unsigned narrow = file.addType(hex("13"));
  file.types[id] = hex("0D") + varint(narrow) + hex("00");
  REFUSED(file, "type", "does not fill whole bytes");
  file.types[id] = hex("0D") + varint(narrow) + hex("01") + i64(2);
  QVERIFY(read(file).ok());
  file.types[narrow] = hex("16");  // i4 may leave half a byte
  file.types[id] = hex("0D") + varint(narrow) + hex("00");
  QVERIFY(read(file).ok());
  file.types[id] = hex("0C") + varint(narrow);
  REFUSED(file, "type", "a pointer points to i4");
}

void TestBytecodeTypes::tensorViews() {
  for (int minor = 1; minor <= 5; ++minor) {
    const auto program = read(withTensorView(minor));
    QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
    const Type &view = (*program)->type(TypeId(BytecodeFile::kBaseTypes));
    QCOMPARE(view.shape, (std::vector<std::int64_t>{64, kDynamic}));
    QCOMPARE(view.strides, (std::vector<std::int64_t>{kDynamic, 1}));
  }
  QVERIFY(typeOf(BytecodeFile(), hex("0E 06 00 00")).has_value());
  BytecodeFile file;
  const unsigned id = file.addType(hex("0E 06 01") + i64(64) + hex("00"));
  REFUSED(file, "type", "another number of strides");
  file.types[id] = hex("0E 06 01") + i64(0) + hex("01") + i64(1);
  REFUSED(file, "type", "not positive");
  file.types[id] = hex("0E 06 01") + i64(4) + hex("01") + i64(-4);
  REFUSED(file, "type", "not positive");
  file.types[id] = hex("0E 01 00 00");
  REFUSED(file, "type", "no number");
  file.types[id] = hex("0E 06 FFFFFFFFFFFFFFFF7F");
  REFUSED(file, "type", "the rank of a tensor view is 9223372036854775807");
}

void TestBytecodeTypes::partitionViews() {
  const Bytes tile = varint(2) + i32(16) + i32(8);
  const Bytes map = varint(2) + i32(1) + i32(0);
  const Bytes tensor = varint(BytecodeFile::kBaseTypes);
  for (int minor = 1; minor <= 5; ++minor) {
    const bool flagged = minor >= 3;
    const Bytes padded = flagged ? hex("0F 01") + tile + tensor + map + hex("03") : hex("0F") + tile + tensor + map + hex("01 03");
    const Bytes plain = flagged ? hex("0F 00") + tile + tensor + map : hex("0F") + tile + tensor + map + hex("00");
    const std::optional<Type> view = typeOf(withTensorView(minor), padded);
    QVERIFY(view && view->kind == TypeKind::PartitionView && view->shape == (std::vector<std::int64_t>{16, 8}));
    QCOMPARE(view->dimMap, (std::vector<std::int32_t>{1, 0}));
    QCOMPARE(view->padding, std::optional(PaddingValue{3}));
    QVERIFY(!typeOf(withTensorView(minor), plain)->padding);
  }
  BytecodeFile file = withTensorView(3);
  const auto refused = [&](const Bytes &payload, const char *message) {
    BytecodeFile damaged = file;
    damaged.addType(hex("0F 00") + payload);
    return QString::fromStdString(whyNotRefused(damaged, "type", message));
  };
  QCOMPARE(refused(tile + tensor + varint(2) + i32(0) + i32(0), "no permutation"), QString());
  QCOMPARE(refused(tile + tensor + varint(2) + i32(INT32_MIN) + i32(0), "no permutation"), QString());
  QCOMPARE(refused(tile + tensor + varint(1) + i32(0), "no permutation"), QString());
  QCOMPARE(refused(varint(1) + i32(16) + tensor + varint(1) + i32(0), "the rank of a view differs"), QString());
  QCOMPARE(refused(varint(0) + tensor + varint(0), "the rank of a view differs"), QString());
  QCOMPARE(refused(varint(2) + i32(16) + i32(6) + tensor + map, "no power of two"), QString());
  QCOMPARE(refused(varint(2) + i32(1 << 14) + i32(1 << 14) + tensor + map, "more than 16777216 elements"), QString());
  QCOMPARE(refused(tile + varint(BytecodeFile::kF32) + map, "not made of a tensor view"), QString());
  QCOMPARE(refused(tile + tensor + map + hex("00"), "left over after a type"), QString());
  BytecodeFile integers(3);
  integers.addType(hex("0E 00 01") + i64(64) + hex("01") + i64(1));
  const unsigned view = integers.addType(hex("0F 01 01") + i32(16) + tensor + hex("01") + i32(0) + hex("02"));
  REFUSED(integers, "type", "padding value other than zero");
  integers.types[view].back() = '\0';
  QVERIFY(read(integers).ok());
}

void TestBytecodeTypes::otherViews() {
  const Bytes tile = varint(2) + i32(16) + i32(8);
  const Bytes tensor = varint(BytecodeFile::kBaseTypes);
  const Bytes strided = hex("15 01") + tile + varint(2) + i32(1) + i32(8) + tensor + varint(2) + i32(0) + i32(1) + hex("04");
  const std::optional<Type> view = typeOf(withTensorView(3), strided);
  QVERIFY(view && view->kind == TypeKind::StridedView && view->strides == (std::vector<std::int64_t>{1, 8}) && view->padding);
  const std::optional<Type> gather = typeOf(withTensorView(3), hex("14 00") + tile + tensor + hex("01"));
  QVERIFY(gather && gather->kind == TypeKind::GatherScatterView && gather->sparseDim == 1 && !gather->padding);
  BytecodeFile file = withTensorView(3);
  const unsigned id = file.addType(hex("14 00") + tile + tensor + hex("02"));
  REFUSED(file, "type", "the sparse dimension is 2");
  file.types[id] = hex("15 00") + tile + varint(2) + i32(0) + i32(8) + tensor + varint(2) + i32(0) + i32(1);
  REFUSED(file, "type", "a traversal stride is missing or not positive");
  BytecodeFile old = withTensorView(2);
  old.addType(strided);
  REFUSED(old, "type", "type tag 21 needs bytecode 13.3");
}

void TestBytecodeTypes::functions() {
  const std::optional<Type> type = typeOf(BytecodeFile(), hex("10 02 01 08 01 05"));
  QVERIFY(type && type->inputs.size() == 2 && type->results.size() == 1 && type->results[0] == TypeId(BytecodeFile::kToken));
  BytecodeFile file;
  file.addType(hex("10 01 02 00"));
  REFUSED(file, "type", "a function takes or returns a function");
}

void TestBytecodeTypes::damage() {
  BytecodeFile file;
  const unsigned id = file.addType(hex("17"));
  REFUSED(file, "type", "there is no type with tag 23");
  file.types[id] = Bytes();
  REFUSED(file, "type", "no room for a type's tag");
  file.types[id] = hex("0D 63 00");
  REFUSED(file, "type", "the element type of a tile is 99");
  file.types[id] = hex("0D 06 02") + i64(4);
  REFUSED(file, "type", "the rank of a tile is 2, which is more than the 8 bytes");
  file.types[id] = hex("03 00");
  REFUSED(file, "type", "1 bytes are left over after a type");
}

void TestBytecodeTypes::forwardReferences() {
  BytecodeFile file;
  file.addType(hex("0D 0B 00"));
  file.addType(hex("06"));
  const auto program = read(file);
  QVERIFY(program.ok());
  QCOMPARE((*program)->type(TypeId(BytecodeFile::kBaseTypes)).element, TypeId(BytecodeFile::kBaseTypes + 1));
}

void TestBytecodeTypes::noTypeContainsItself() {
  for (const char *record : {"0C 0A", "0D 0A 00", "0E 0A 00 00", "10 01 0A 00"}) {
    BytecodeFile file;
    file.addType(hex(record));
    QVERIFY2(!read(file).ok(), record);
  }
  BytecodeFile pair;
  pair.addType(hex("0D 0B 00"));
  pair.addType(hex("0C 0A"));
  REFUSED(pair, "type", "no number");
}

void TestBytecodeTypes::dense_data() {
  QTest::addColumn<QByteArray>("element");
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QByteArray>("held");
  QTest::addColumn<bool>("splat");
  const auto row = [](const char *name, const char *element, const char *bytes, const char *held, bool splat) {
    QTest::newRow(name) << QByteArray::fromStdString(hex(element)) << QByteArray::fromStdString(hex(bytes))
                        << QByteArray::fromStdString(hex(held)) << splat;
  };
  row("all elements", "02", "0100 0200 0300 0400", "0100 0200 0300 0400", false);
  row("one element", "02", "0100", "0100", true);
  row("four equal ones", "02", "0102 0102 0102 0102", "0102", true);
  row("all but the last equal", "02", "0102 0102 0102 0103", "0102 0102 0102 0103", false);
  row("packed i1", "00", "05", "05", false);
  row("packed i1 with stray bits", "00", "F5", "05", false);
  row("i1 splat", "00", "FF", "FF", true);
  row("i1 splat of false", "00", "00", "00", true);
  row("i1 all set", "00", "0F", "FF", true);
  row("i1 one set", "00", "01", "01", false);
  row("tf32 takes three bytes", "08", "000001 000002 000003 000004", "000001 000002 000003 000004", false);
  row("tf32 splat", "08", "000001", "000001", true);
  row("f8", "0A", "01 02 03 04", "01 02 03 04", false);
  row("too short", "02", "0100 0200 0300", "", false);
  row("too long", "02", "0100 0200 0300 0400 0500", "", false);
  row("tf32 of four bytes", "08", "00000100", "", false);
  row("i1 of a byte each", "00", "01 00 01 00", "", false);
  row("nothing", "02", "", "", false);
}

void TestBytecodeTypes::dense() {
  QFETCH(QByteArray, element);
  QFETCH(QByteArray, bytes);
  QFETCH(QByteArray, held);
  QFETCH(bool, splat);
  BytecodeFile file;
  const unsigned scalar = file.addType(element.toStdString());
  const unsigned tile = file.addType(hex("0D") + varint(scalar) + hex("01") + i64(4));
  const unsigned constant = file.addConstant(bytes.toStdString());
  file.body = hex("10") + varint(tile) + varint(constant) + file.body;
  if (held.isEmpty()) {
    REFUSED(file, "func", "neither one element of its type nor all");
    return;
  }
  const auto program = read(file);
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  const Attribute &value = (*program)->attribute((*program)->attribute(OpId(0), "value"));
  QCOMPARE(QByteArray::fromStdString(value.elements), held);
  QCOMPARE(value.splat, splat);
  QCOMPARE(value.type, TypeId(tile));
}

QTEST_APPLESS_MAIN(TestBytecodeTypes)
#include "tst_bytecode_types.moc"
