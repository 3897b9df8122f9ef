// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Header, sections, tables, functions and globals: tileir.md sections 1 and 1.1.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "bytecode_file.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;

#define REFUSED(bytes, section, message) QCOMPARE(QString::fromStdString(whyNotRefused(bytes, section, message)), QString())

class TestBytecodeContainer : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void annotatedFixture();
  void header();
  void versions_data();
  void versions();
  void sections();
  void sectionOrderDoesNotMatter();
  void padding();
  void tables();
  void functionHead();
  void functionTail();
  void argumentAttributes();
  void globals();
  void producer();
  void files();
};

/// The bytes that the format's description walks through: two i32 negated twice, written by the official writer.
void TestBytecodeContainer::annotatedFixture() {
  Bytes file =
      hex("7F54696C65495200 0D 01 0000"
          "82 18 08 CB 01 00 00 02 00 0C 10 02 00 50 02 00 50 02 00 5C 00 00 CB CB CB CB CB CB"
          "84 19 08");
  file = pad(file, 8) + hex("01 CB CB CB CB CB CB CB 0000000000000000 08 01000000 02000000 85 1F 04");
  file = pad(file, 4) + hex("03 CB CB CB 00000000 03000000 04000000 10 00 00 03 0D 01 01 0200000000000000 81 0D 04");
  file = pad(file, 4) + hex("01 CB CB CB 00000000") + "basic" + '\0';
  const auto program = read(file);
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  QCOMPARE((*program)->version(), (Version{13, 1}));
  QCOMPARE((*program)->function(FunctionId(0)).name, std::string("basic"));
  QCOMPARE((*program)->opCount(), std::size_t(4));
  QCOMPARE((*program)->op(OpId(1)).kind, OpKind::NegI);
  QVERIFY((*program)->operands(OpId(1))[0] == (*program)->result(OpId(0), 0));
  const Attribute &value = (*program)->attribute((*program)->attribute(OpId(0), "value"));
  QCOMPARE(value.elements, hex("01000000 02000000"));
  QVERIFY(!value.splat);
}

void TestBytecodeContainer::header() {
  REFUSED(Bytes(), "header", "magic number");
  REFUSED(Bytes("func.func @f() {}"), "header", "magic number");
  QVERIFY(!looksLikeBytecode(std::as_bytes(std::span("\x7FTileI", 6))));
  REFUSED(BytecodeFile().build().substr(0, 9), "header", "no room for the minor version");
  BytecodeFile file;
  file.tag = 2;
  REFUSED(file, "header", "version tag 0x2 is unknown");
  file.minor = 5;
  file.hints = hex("0B00");
  file.tag = 1;
  REFUSED(file, "header", "preview");
  file.tag = 0;
  QVERIFY(read(file).ok());
  const Bytes bytes = file.build();
  QVERIFY(looksLikeBytecode(std::as_bytes(std::span(bytes))));
}

void TestBytecodeContainer::versions_data() {
  QTest::addColumn<int>("major");
  QTest::addColumn<int>("minor");
  QTest::addColumn<bool>("good");
  for (int minor = 0; minor <= 7; ++minor) QTest::addRow("13.%d", minor) << 13 << minor << (minor >= 1 && minor <= 5);
  QTest::addRow("18.0") << 18 << 0 << false;
  QTest::addRow("250.1") << 250 << 1 << false;
}

void TestBytecodeContainer::versions() {
  QFETCH(int, major);
  QFETCH(int, minor);
  QFETCH(bool, good);
  BytecodeFile file(minor);
  file.major = major;
  if (good) {
    QVERIFY(read(file).ok());
  } else {
    REFUSED(file, "header", "is not supported; 13.1 to 13.5 are");
    QCOMPARE(read(file).error().kind, ErrorKind::Unsupported);
  }
}

void TestBytecodeContainer::sections() {
  const Bytes good = BytecodeFile().build();
  REFUSED(good + '\0', "frame", "left over after the end marker");
  REFUSED(good.substr(0, good.size() - 1), "frame", "the end marker is missing");
  Bytes unknown = good;
  unknown.back() = '\x7F';
  REFUSED(unknown, "frame", "there is no section 127");
  unknown.back() = '\x80';
  REFUSED(unknown, "frame", "the end marker has an alignment");
  BytecodeFile twice;
  twice.extra = {{kString, table({"k"}, 4)}};
  REFUSED(twice, "frame", "section string occurs twice");
  BytecodeFile narrow;
  narrow.alignments[kFunc] = 4;
  REFUSED(narrow, "frame", "aligned to 4 where at least 8");
  narrow.alignments[kFunc] = 24;
  REFUSED(narrow, "frame", "aligned to 24");
  narrow.alignments[kFunc] = 64;
  QVERIFY(read(narrow).ok());
  BytecodeFile empty;
  empty.payloads[kType] = Bytes();
  REFUSED(empty, "frame", "section type is empty");
  REFUSED(good.substr(0, 12) + hex("06 7F 00 00"), "frame", "section global is said to have 127 bytes, but only 2 follow");
  REFUSED(Bytes("\x7FTileIR\0\x0D\x01\0\0\0", 13), "frame", "the file has no string section");
}

void TestBytecodeContainer::sectionOrderDoesNotMatter() {
  BytecodeFile file;
  file.body = hex("10 01 00 5C 00 00");
  // The strings and types in front of everything: what is written behind is emptied by moving the payloads.
  const auto usual = read(file);
  QVERIFY(usual.ok());
  Bytes out = file.build().substr(0, 12);
  const auto section = [&out](int id, const Bytes &payload, std::uint64_t alignment) {
    out += static_cast<char>(id | 0x80);
    out += varint(payload.size()) + varint(alignment);
    out = pad(out, alignment) + payload;
  };
  section(kString, table(file.strings, 4), 4);
  section(kType, table(file.types, 4), 16);
  section(kConstant, table({hex("04 01000000")}, 8), 8);
  section(kFunc, varint(1) + file.function(), 8);
  const auto other = read(out + '\0');
  QVERIFY2(other.ok(), other ? "" : other.error().toString().c_str());
  QCOMPARE((*other)->listing().text, (*usual)->listing().text);
}

void TestBytecodeContainer::padding() {
  Bytes bytes = BytecodeFile().build();
  const std::size_t place = bytes.find('\xCB');
  bytes[place] = '\xCF';
  REFUSED(bytes, "frame", "a padding byte is 0xcf instead of 0xcb");
  BytecodeFile file;
  file.payloads[kType] = table(file.types, 4);
  file.payloads[kType][1] = '\0';
  REFUSED(file, "type", "a padding byte is 0x0 instead of 0xcb");
}

void TestBytecodeContainer::tables() {
  BytecodeFile file;
  const Bytes good = table(file.types, 4);
  file.payloads[kType] = good;
  file.payloads[kType][4] = 1;
  REFUSED(file, "type", "the offset of type 0 is 1");
  file.payloads[kType] = good;
  file.payloads[kType].replace(8, 4, fixed(1000, 4));
  REFUSED(file, "type", "the offset of type 1 is 1000");
  file.payloads[kType] = good;
  file.payloads[kType].replace(12, 4, fixed(0, 4));
  REFUSED(file, "type", "the offset of type 2 is 0");
  file.payloads[kType] = varint(std::uint64_t{1} << 40) + good.substr(1);
  REFUSED(file, "type", "the number of types is 1099511627776");
  file.payloads.clear();
  file.payloads[kConstant] = table({hex("05 01000000"), hex("01 FF"), hex("04 00000000")}, 8);
  REFUSED(file, "constant", "a constant is said to have 5 bytes, but only 4 follow");
  file.payloads[kConstant] = table({hex("03 01000000")}, 8);
  REFUSED(file, "constant", "1 bytes are left over after a constant");
  // An empty table may be padded, as cutile-python writes it, or end after its count.
  for (const Bytes &none : {hex("00"), hex("00 CB CB CB CB CB CB CB")}) {
    file.payloads[kConstant] = none;
    QVERIFY(read(file).ok());
  }
  file.payloads[kConstant] = hex("00 CB CB CB CB CB CB CB 00");
  REFUSED(file, "constant", "left over after an empty table");
}

void TestBytecodeContainer::functionHead() {
  BytecodeFile file;
  file.flags = 0;
  REFUSED(file, "func", "a function is no entry");
  file.flags = 0x12;
  REFUSED(file, "func", "unknown flags 0x10");
  file.flags = 3;
  QVERIFY((*read(file))->function(FunctionId(0)).isPrivate);
  file.flags = 2;
  file.strings = {""};
  REFUSED(file, "func", "empty name");
  file.strings = {"k"};
  file.signature = BytecodeFile::kI32;
  REFUSED(file, "func", "no function type");
  file.signature = file.addType(hex("10 01 07 00"));
  REFUSED(file, "func", "an argument of an entry is no tile of rank 0");
  file.signature = file.addType(hex("10 00 01 01"));
  REFUSED(file, "func", "an entry returns values");
  file.signature = 99;
  REFUSED(file, "func", "the type of a function is 99");
  file.signature = BytecodeFile::kNoArguments;
  file.functions = {file.function(), file.function()};
  REFUSED(file, "func", "two symbols are named \"k\"");
}

void TestBytecodeContainer::functionTail() {
  BytecodeFile file;
  const Bytes function = file.function();
  file.payloads[kFunc] = varint(1) + function;  // cutile-python and cutile-rs leave the padding out
  QVERIFY(read(file).ok());
  file.payloads[kFunc] = pad(varint(1) + function, 8) + Bytes(8, '\xCB');
  REFUSED(file, "func", "8 bytes are left over after the functions");
  file.payloads[kFunc] = varint(2) + function + function.substr(0, 3);
  REFUSED(file, "func", "two symbols are named");
  file.payloads[kFunc] = varint(1) + varint(0) + varint(2) + hex("02 00") + varint(200) + file.body;
  REFUSED(file, "func", "the body of function k is said to have 200 bytes");
  file.payloads[kFunc] = hex("00");
  QCOMPARE((*read(file))->functionCount(), std::size_t(0));
}

void TestBytecodeContainer::argumentAttributes() {
  BytecodeFile file(5);
  const unsigned key = file.addString("cuda_tile.x");
  file.signature = file.addType(hex("10 01 01 00"));
  QVERIFY((*read(file))->function(FunctionId(0)).argumentAttributes.empty());
  file.argumentAttributes = hex("06 01 0A 01") + varint(key) + hex("03 01");
  const auto program = read(file);
  QCOMPARE((*program)->function(FunctionId(0)).argumentAttributes.size(), std::size_t(1));
  const Attribute &attributes = (*program)->attribute((*program)->function(FunctionId(0)).argumentAttributes[0]);
  QCOMPARE(attributes.keys, std::vector<std::string>{"cuda_tile.x"});
  file.argumentAttributes = hex("06 02 0A 00 0A 01") + varint(key) + hex("03 01");
  REFUSED(file, "func", "attributes for 2 arguments, but the function has 1");
  file.argumentAttributes = hex("06 02 0A 00 0A 00");  // all empty: the number does not matter
  QVERIFY(read(file).ok());
  file.argumentAttributes = hex("0A 00");
  REFUSED(file, "func", "no array");
  file.argumentAttributes = hex("06 01 03 01");
  REFUSED(file, "func", "no dictionary");
  file.argumentAttributes = hex("06 00");
  for (const unsigned flags : {3u, 6u, 10u}) {
    file.flags = flags;
    REFUSED(file, "func", "unknown flags");
  }
}

void TestBytecodeContainer::globals() {
  BytecodeFile file;
  const unsigned name = file.addString("g");
  const Bytes record = varint(name) + varint(BytecodeFile::kTile4F32) + varint(BytecodeFile::kZero) + varint(16);
  file.globals = {record};
  file.body = hex("2C") + varint(file.addType(hex("0D") + varint(file.addType(hex("0C 06"))) + hex("00"))) + varint(name) + file.body;
  const auto program = read(file);
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  QCOMPARE((*program)->data().globals.size(), std::size_t(1));
  QCOMPARE((*program)->data().globals[0].alignment, std::uint64_t(16));
  QVERIFY(!(*program)->data().globals[0].isConstant);
  file.globals = {record, record};
  REFUSED(file, "global", "two symbols are named \"g\"");
  file.globals = {varint(0) + record.substr(1)};
  REFUSED(file, "func", "two symbols are named \"k\"");
  file.globals.clear();
  REFUSED(file, "func", "there is no global \"g\"");
  file.globals = {varint(name) + varint(BytecodeFile::kTileF32) + varint(BytecodeFile::kZero) + varint(0)};
  REFUSED(file, "global", "no tile of rank 1");
  file.globals = {varint(name) + varint(BytecodeFile::kTile4F32) + varint(BytecodeFile::kTrue) + varint(0)};
  REFUSED(file, "global", "neither one element");

  BytecodeFile newer(3);
  newer.addString("g");
  newer.globals = {record + hex("01 01")};
  const auto flagged = read(newer);
  QVERIFY((*flagged)->data().globals[0].isConstant && (*flagged)->data().globals[0].isPrivate);
  newer.globals = {record + hex("02 01")};
  REFUSED(newer, "global", "visibility of a global is 2");
  newer.globals = {record};
  REFUSED(newer, "global", "no room for the visibility");
}

void TestBytecodeContainer::producer() {
  BytecodeFile file(3);
  file.extra = {{kProducer, varint(0)}};
  QCOMPARE((*read(file))->data().producer, std::optional<std::string>("k"));
  file.extra = {{kProducer, varint(7)}};
  REFUSED(file, "producer", "the producer's name is 7");
  file.extra = {{kProducer, hex("0000")}};
  REFUSED(file, "producer", "left over");
  BytecodeFile old(2);
  old.extra = {{kProducer, varint(0)}};
  REFUSED(old, "frame", "section producer needs bytecode 13.3");
}

void TestBytecodeContainer::files() {
  QTemporaryDir folder;
  const std::string path = folder.filePath("a.tileirbc").toStdString();
  QCOMPARE(readBytecodeFile(path).error().kind, ErrorKind::CannotRead);
  QCOMPARE(readBytecodeFile(folder.path().toStdString()).error().kind, ErrorKind::CannotRead);
  std::ofstream(path, std::ios::binary) << BytecodeFile().build();
  QVERIFY(readBytecodeFile(path).ok());
  std::ofstream(path, std::ios::binary | std::ios::app) << 'x';
  const auto damaged = readBytecodeFile(path);
  QCOMPARE(damaged.error().place.file, path);
  QVERIFY(damaged.error().toString().find("byte 0x") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestBytecodeContainer)
#include "tst_bytecode_container.moc"
