// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One program in each form; and what is in none, by what it begins with.
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <tuple>

#include "tileir/bytecode_writer.h"
#include "tileir/printer.h"
#include "tileir/program_reader.h"
#include "tileir/serialised.h"

using namespace tileport;
using namespace tileport::tileir;

namespace {

namespace fs = std::filesystem;

const fs::path kProgram = fs::path(TILEPORT_SOURCE_DIR) / "resources/demo/log_softmax/generated/generated_f16-1x4096.tileirbc";

Result<ProgramPtr> read(std::string_view content) { return readProgram(std::as_bytes(std::span(content)), "name"); }
std::optional<ProgramForm> form(std::string_view content) { return formOf(std::as_bytes(std::span(content))); }

}  // namespace

class TestProgramReader : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsEveryForm_data();
  void readsEveryForm();
  void saysWhatIsNoProgram_data();
  void saysWhatIsNoProgram();
  void saysWhereTextIsDamaged_data();
  void saysWhereTextIsDamaged();
  void readsTextWithByteOrderMark();
  void takesTextForTextOnlyWithoutControlCharacters();
  void survivesAnyBeginning();
  void readsFiles();
};

void TestProgramReader::readsEveryForm_data() {
  QTest::addColumn<ProgramForm>("wanted");
  for (const ProgramForm each : {ProgramForm::Bytecode, ProgramForm::Text, ProgramForm::Serialised})
    QTest::newRow(std::string(toText(each)).c_str()) << each;
}

void TestProgramReader::readsEveryForm() {
  QFETCH(ProgramForm, wanted);
  const auto program = readProgramFile(kProgram);
  if (!program) QFAIL(program.error().toString().c_str());
  const auto textOf = [](const Program &which) { return print(which, {.locations = true}).text; };
  std::string content = textOf(**program);
  if (wanted == ProgramForm::Bytecode) content = *writeBytecode(**program, (*program)->version());
  if (wanted == ProgramForm::Serialised) content = serialise(**program);
  QVERIFY(form(content) == wanted);
  const auto again = read(content);
  if (!again) QFAIL(again.error().toString().c_str());
  QCOMPARE(textOf(**again), textOf(**program));
}

void TestProgramReader::saysWhatIsNoProgram_data() {
  QTest::addColumn<QByteArray>("content");
  QTest::addColumn<QString>("message");
  const auto row = [](const char *name, const QByteArray &content, const char *message) { QTest::newRow(name) << content << message; };
  row("nothing", "", "the file is empty");
  row("one byte", QByteArray(1, '\0'), "begins with the bytes 00");
  row("noise", "\x01\x02\x03\xff\xfe\x80\x81\x82\x83\x84", "begins with the bytes 01 02 03 ff fe 80 81 82");
  row("numbers", QByteArray("\x01\0\0\0text\x02\0\0\0text", 16), "begins with the bytes 01 00 00 00 74 65 78 74");
  row("MLIR bytecode", "ML\xefR\x01", "it is MLIR's own bytecode, which is not Tile IR's");
  row("LLVM bitcode", "BC\xc0\xde\x35", "it is LLVM bitcode");
  row("fat binary", QByteArray("\x50\xed\x55\xba\x01\x00", 6), "it is a fat binary of CUDA");
  row("ZIP", QByteArray("PK\x03\x04\x00", 5), "it is a ZIP archive");
  row("gzip", QByteArray("\x1f\x8b\x08\x00", 4), "it is a gzip archive");
  row("UTF-16",
      QByteArray("\xff\xfe"
                 "e\0n\0",
                 6),
      "it is text in UTF-16");
}

void TestProgramReader::saysWhatIsNoProgram() {
  QFETCH(QByteArray, content);
  QFETCH(QString, message);
  const auto refused = read(content.toStdString());
  QVERIFY(!refused);
  QVERIFY2(QString::fromStdString(refused.error().message).contains(message), refused.error().toString().c_str());
  QCOMPARE(refused.error().place.file, std::string("name"));
  QVERIFY(QString::fromStdString(refused.error().advice).contains("bytecode"));
}

void TestProgramReader::saysWhereTextIsDamaged_data() {
  QTest::addColumn<QByteArray>("piece");
  QTest::addColumn<QString>("message");
  const auto row = [](const char *name, const QByteArray &piece, const char *message) { QTest::newRow(name) << piece << message; };
  row("NUL", QByteArray(1, '\0'), "the byte 0x00 is a control character");
  row("escape", "\x1b", "the byte 0x1b is a control character");
  row("delete", "\x7f", "the byte 0x7f is a control character");
  row("Latin-1", "\xe9", "the byte 0xe9 is not UTF-8");
  row("never in UTF-8", "\xff", "the byte 0xff is not UTF-8");
  row("a second byte alone", "\x80", "the byte 0x80 is not UTF-8");
  row("overlong", "\xc0\x80", "the byte 0xc0 is not UTF-8");
  row("surrogate", "\xed\xa0\x80", "the byte 0xed is not UTF-8");
}

// Anywhere: in a word, a string, a comment, between lines; and behind it more of the kind.
void TestProgramReader::saysWhereTextIsDamaged() {
  QFETCH(QByteArray, piece);
  QFETCH(QString, message);
  const auto program = readProgramFile(kProgram);
  if (!program) QFAIL(program.error().toString().c_str());
  const std::string content = "// caf\xc3\xa9\n" + print(**program, {.locations = true}).text + "// end";
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::size_t at = round == 0 ? 0 : round == 1 ? content.size() : random() % content.size();
    if (static_cast<unsigned char>(content[at == content.size() ? 0 : at]) >= 0x80) continue;
    std::string damaged = content;
    damaged.insert(at, piece.toStdString());
    if (round % 2 == 0) damaged.insert(at + static_cast<std::size_t>(piece.size()) + random() % (content.size() - at + 1), "\xff");
    std::uint32_t line = 1, column = 1;
    for (std::size_t i = 0; i < at; ++i) {
      ++column;
      if (damaged[i] == '\n') ++line, column = 1;
    }
    const auto refused = read(damaged);
    QVERIFY(!refused);
    const Error &error = refused.error();
    QVERIFY2(QString::fromStdString(error.message).startsWith(message), error.toString().c_str());
    QCOMPARE(error.place.file, std::string("name"));
    QCOMPARE(std::tuple(error.place.line, error.place.column), std::tuple(line, column));
    QCOMPARE(error.place.byteOffset.value_or(0), std::uint64_t{at});
    QVERIFY(!error.advice.empty());
  }
}

void TestProgramReader::readsTextWithByteOrderMark() {
  const auto program = readProgramFile(kProgram);
  if (!program) QFAIL(program.error().toString().c_str());
  const std::string mark = "\xef\xbb\xbf";
  for (const std::string &before : {mark, mark + "\r\n", mark + "// a comment\n"}) {
    const auto again = read(before + (*program)->listing().text);
    if (!again) QFAIL(again.error().toString().c_str());
    QCOMPARE((*again)->listing().text, (*program)->listing().text);
  }
  for (const std::string &wrong : {mark + mark, " " + mark, "\n" + mark}) QVERIFY(!read(wrong + (*program)->listing().text));
  // Of an empty text nothing else is left.
  QCOMPARE(read(mark).ok(), read("\n").ok());
}

void TestProgramReader::takesTextForTextOnlyWithoutControlCharacters() {
  for (const char *text : {"entry", "// caf\xc3\xa9\n", "\tentry\r\n", "\f",
                           "\xef\xbb\xbf"
                           "entry",
                           "import torch\n"})
    QVERIFY2(form(text) == ProgramForm::Text, text);
  for (const char *text : {"", "\x1b[31m", "a\x7f", "caf\xe9", "\xc3", "\xed\xa0\x80", "\x07"}) QVERIFY2(!form(text), text);
}

// Of every form, cut and changed at its beginning.
void TestProgramReader::survivesAnyBeginning() {
  const auto program = readProgramFile(kProgram);
  if (!program) QFAIL(program.error().toString().c_str());
  std::mt19937 random(7);
  for (const std::string &content : {*writeBytecode(**program, (*program)->version()), serialise(**program), (*program)->listing().text}) {
    for (std::size_t size = 0; size < 64; ++size) {
      const auto cut = read(content.substr(0, size));
      QVERIFY(!cut && !cut.error().message.empty());
    }
    for (int round = 0; round < 500; ++round) {
      std::string changed = content;
      changed[random() % 32] = static_cast<char>(random());
      const auto result = read(changed);
      if (!result) QVERIFY(!result.error().message.empty());
    }
  }
}

void TestProgramReader::readsFiles() {
  const QTemporaryDir folder;
  const fs::path path = fs::path(folder.path().toStdString()) / "program.cubin";  // the name tells nothing
  fs::copy(kProgram, path);
  QVERIFY(readProgramFile(path).ok());
  fs::resize_file(path, fs::file_size(path) / 2);
  const auto cut = readProgramFile(path);
  QVERIFY(!cut);
  QCOMPARE(cut.error().place.file, path.string());
  fs::resize_file(path, (std::uintmax_t{256} << 20) + 1);
  QCOMPARE(readProgramFile(path).error().kind, ErrorKind::Limit);
  QCOMPARE(readProgramFile(folder.path().toStdString()).error().kind, ErrorKind::CannotRead);
  CancelSource source;
  source.cancel();
  QCOMPARE(readProgramFile(kProgram, source.token()).error().kind, ErrorKind::Cancelled);
}

QTEST_GUILESS_MAIN(TestProgramReader)
#include "tst_program_reader.moc"
