// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "source/source_file.h"

using namespace tileport;
using source::Language;

class TestSourceFile : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lines_data();
  void lines();
  void language_data();
  void language();
  void readsAFile();
  void bytesThatAreNotUtf8_data();
  void bytesThatAreNotUtf8();
  void refuses_data();
  void refuses();
  void refusesTooLarge();
};

namespace {

std::filesystem::path writeFile(const QTemporaryDir &folder, const std::string &name, const std::string &text) {
  const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

QStringList linesOf(const source::SourceFile &file) {
  QStringList lines;
  for (std::size_t i = 0; i < file.lineCount(); ++i) {
    const std::string_view line = file.line(LineIndex(i));
    lines << QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size()));
  }
  return lines;
}

}  // namespace

void TestSourceFile::lines_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QStringList>("lines");
  QTest::newRow("empty") << QByteArray("") << QStringList{};
  QTest::newRow("no end") << QByteArray("a") << QStringList{"a"};
  QTest::newRow("one line") << QByteArray("a\n") << QStringList{"a"};
  QTest::newRow("blank lines") << QByteArray("\n\nb\n") << QStringList{"", "", "b"};
  QTest::newRow("crlf") << QByteArray("a\r\nb\r\n") << QStringList{"a", "b"};
  QTest::newRow("carriage return inside") << QByteArray("a\rb\n") << QStringList{"a\rb"};
  QTest::newRow("byte order mark") << QByteArray(
                                          "\xEF\xBB\xBF"
                                          "a\n")
                                   << QStringList{"a"};
}

void TestSourceFile::lines() {
  QFETCH(QByteArray, text);
  QFETCH(QStringList, lines);
  const auto file = source::makeSourceFile("kernel.py", text.toStdString());
  QCOMPARE(linesOf(*file), lines);
}

void TestSourceFile::language_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<int>("language");
  QTest::newRow("python") << "softmax/kernel.py" << int(Language::Python);
  QTest::newRow("rust") << "kernel.rs" << int(Language::Rust);
  QTest::newRow("mlir") << "kernel.mlir" << int(Language::TileIr);
  QTest::newRow("triton's cache") << "kernel.tileIR" << int(Language::TileIr);
  QTest::newRow("anything else") << "README" << int(Language::PlainText);
}

void TestSourceFile::language() {
  QFETCH(QString, name);
  QFETCH(int, language);
  QCOMPARE(int(source::makeSourceFile(name.toStdString(), "")->language), language);
}

void TestSourceFile::readsAFile() {
  QTemporaryDir folder;
  const auto path = writeFile(folder, "kernel.rs", "fn a() {}\n");
  const auto file = source::readSourceFile(path, "port/kernel.rs");
  QVERIFY(file.ok());
  QCOMPARE((*file)->path, path);
  QCOMPARE((*file)->displayName, std::string("port/kernel.rs"));
  QCOMPARE(int((*file)->language), int(Language::Rust));
  QCOMPARE(linesOf(**file), QStringList{"fn a() {}"});
}

void TestSourceFile::bytesThatAreNotUtf8_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("shown");
  const QString replacement(QChar(0xFFFD));
  QTest::newRow("latin-1") << QByteArray("caf\xE9!") << "caf" + replacement + "!";
  QTest::newRow("cut off") << QByteArray("a\xE2\x82") << "a" + replacement;
  QTest::newRow("overlong") << QByteArray("\xC0\xAF") << replacement + replacement;
  QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << replacement + replacement + replacement;
  QTest::newRow("beyond unicode") << QByteArray("\xF5\x80\x80\x80") << replacement + replacement + replacement + replacement;
  QTest::newRow("well formed") << QByteArray("\xE2\x82\xAC \xF0\x9F\x98\x80") << QString::fromUtf8("\xE2\x82\xAC \xF0\x9F\x98\x80");
}

void TestSourceFile::bytesThatAreNotUtf8() {
  QFETCH(QByteArray, text);
  QFETCH(QString, shown);
  QCOMPARE(linesOf(*source::makeSourceFile("a.py", text.toStdString())), QStringList{shown});
}

void TestSourceFile::refuses_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("why");
  QTest::newRow("missing") << "/nowhere/kernel.py" << "does not exist";
  QTest::newRow("folder") << "/" << "not a file";
  QTest::newRow("endless device") << "/dev/zero" << "not a file";
}

void TestSourceFile::refuses() {
  QFETCH(QString, path);
  QFETCH(QString, why);
  const auto file = source::readSourceFile(path.toStdString(), "kernel.py");
  QVERIFY(!file.ok());
  QCOMPARE(int(file.error().kind), int(ErrorKind::CannotRead));
  const QString text = QString::fromStdString(file.error().toString());
  QVERIFY2(text.startsWith(path + ": ") && text.contains(why), qPrintable(text));
}

void TestSourceFile::refusesTooLarge() {
  QTemporaryDir folder;
  const auto path = writeFile(folder, "kernel.py", "");
  std::filesystem::resize_file(path, (16u << 20) + 1);
  const auto file = source::readSourceFile(path, "kernel.py");
  QVERIFY(!file.ok());
  QCOMPARE(int(file.error().kind), int(ErrorKind::Limit));
  std::filesystem::resize_file(path, 16u << 20);
  QVERIFY(source::readSourceFile(path, "kernel.py").ok());
}

QTEST_GUILESS_MAIN(TestSourceFile)
#include "tst_source_file.moc"
