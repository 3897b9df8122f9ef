// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cubin reader against what cuobjdump and readelf say of real cubins (tests/cases/cubin), and against damage.
#include <QTest>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "bytecode_file.h"
#include "tileir/consistency.h"
#include "tileir/cubin.h"
#include "tileir/cubin/locations.h"
#include "tileir/program_reader.h"
#include "tileir/text_reader.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;

class TestCubin : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void facts_data();
  void facts();
  void embeddedText_data() { facts_data(); }
  void embeddedText();
  void ptxLines();
  void locations_data() { facts_data(); }
  void locations();
  void locationsOfTwoPlaces();
  void inlinedLines();
  void twoKernels();
  void notCubins();
  void cutShort_data() { facts_data(); }
  void cutShort();
  void flippedBytes_data() { facts_data(); }
  void flippedBytes();
  void lyingNumbers_data() { facts_data(); }
  void lyingNumbers();
  void sharedBytes();
  void cancelled();
};

namespace {

std::string path(const char *name, const char *ending) { return std::string(TILEPORT_SOURCE_DIR "/tests/cases/cubin/") + name + ending; }

Result<Cubin> readBytes(const Bytes &bytes) { return readCubin(std::as_bytes(std::span(bytes)), "input"); }

Cubin readCase(const char *name) {
  Result<Cubin> cubin = readBytes(contentOf(path(name, ".cubin")));
  if (!cubin) qFatal("%s", cubin.error().toString().c_str());
  return *std::move(cubin);
}

/// What make_cubins.py writes, made of what was read.
std::vector<std::string> describe(const Cubin &cubin) {
  std::vector<std::string> lines{"sm " + std::to_string(cubin.sm), "embedded " + std::to_string(cubin.tileIr.size())};
  const auto add = [&lines](const char *what, std::uint64_t number) { lines.push_back(std::string(what) + ' ' + std::to_string(number)); };
  for (const CubinKernel &kernel : cubin.kernels) {
    lines.push_back("kernel " + kernel.name);
    add("codeSize", kernel.codeSize);
    add("registers", kernel.registers.value_or(999));
    add("stack", kernel.stack.value_or(999));
    add("sharedMemory", kernel.sharedMemory);
    add("constantBank", kernel.constantBank);
    add("parameterBytes", kernel.parameterBytes.value_or(999));
    std::string threads = "threads", parameters = "parameters";
    for (const std::uint32_t number : kernel.threads.value_or(std::array<std::uint32_t, 3>{})) threads += ' ' + std::to_string(number);
    for (const KernelParameter &each : kernel.parameters) parameters += ' ' + std::to_string(each.offset) + ':' + std::to_string(each.size);
    lines.push_back(threads);
    lines.push_back(parameters);
  }
  const auto addRows = [&lines](const char *table, const LineTable &rows) {
    for (const LineRow &row : rows.rows) lines.push_back(table + (' ' + std::to_string(row.address)) + ' ' + std::to_string(row.line));
  };
  addRows("source", cubin.sourceLines);
  addRows("tileir", cubin.tileIrLines);
  addRows("ptx", cubin.ptxLines);
  return lines;
}

/// Whatever was read: its ids lie in their arrays. Refused bytes must say where.
std::string complaint(const Bytes &bytes) {
  const Result<Cubin> cubin = readBytes(bytes);
  if (!cubin) {
    const Error &error = cubin.error();
    const bool placed = error.place.byteOffset && *error.place.byteOffset <= bytes.size();
    return placed && !error.message.empty() && !error.advice.empty() ? "" : "no place or advice: " + error.toString();
  }
  for (const LineTable *table : {&cubin->sourceLines, &cubin->tileIrLines, &cubin->ptxLines}) {
    for (std::size_t i = 0; i < table->rows.size(); ++i) {
      const LineRow &row = table->rows[i];
      if (row.kernel && *row.kernel >= cubin->kernels.size()) return "a row's kernel";
      if (row.file && *row.file >= table->files.size()) return "a row's file";
      if (row.inlinedAt && *row.inlinedAt >= i) return "a row's call";
    }
  }
  return "";
}

}  // namespace

void TestCubin::facts_data() {
  QTest::addColumn<QString>("name");
  for (const char *name : {"places-sm_90", "softmax-generated-sm_80", "softmax-reference-sm_100", "matmul-generated-sm_80"}) {
    QTest::newRow(name) << name;
  }
}

void TestCubin::facts() {
  QFETCH(QString, name);
  const std::string caseName = name.toStdString();
  const Cubin cubin = readCase(caseName.c_str());
  QCOMPARE(cubin.assembler, std::string("Cuda compilation tools, release 13.4, V13.4.92"));
  QVERIFY2(cubin.options.starts_with("-O 3 -arch sm_"), cubin.options.c_str());
  std::ifstream file(path(caseName.c_str(), ".expected"));
  std::vector<std::string> expected;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("bytecode ")) expected.push_back(line);
  }
  const std::vector<std::string> actual = describe(cubin);
  for (std::size_t i = 0; i < std::min(expected.size(), actual.size()); ++i) QCOMPARE(actual[i], expected[i]);
  QCOMPARE(actual.size(), expected.size());
  QVERIFY(actual.size() >= 11);
}

void TestCubin::embeddedText() {
  QFETCH(QString, name);
  const std::string caseName = name.toStdString();
  const Cubin cubin = readCase(caseName.c_str());
  const auto text = tileIrTextOf(cubin);
  if (cubin.tileIr.empty()) {
    QVERIFY(!text.ok());
    QVERIFY(text.error().advice.find("--lineinfo") != std::string::npos);
    QVERIFY(!cubin.ptx && cubin.sourceLines.rows.empty() && cubin.tileIrLines.rows.empty());
    return;
  }
  QVERIFY(text.ok());
  std::ifstream expected(path(caseName.c_str(), ".expected"));
  std::string key, bytecode;
  expected >> key >> bytecode;
  const auto program = readBytecodeFile(TILEPORT_SOURCE_DIR "/" + bytecode);
  QVERIFY(program.ok());
  QCOMPARE(std::string(*text) + '\n', (*program)->listing().text);
  // Rows point into it by the name of its section.
  QVERIFY(cubin.tileIr.front().file.starts_with(".nv.tileir.debug_txt."));
  for (const LineRow &row : cubin.tileIrLines.rows) {
    QVERIFY(row.line >= 1 && row.line <= (*program)->listing().lineCount());
    QCOMPARE(cubin.tileIrLines.files[*row.file], cubin.tileIr.front().file);
  }
}

/// An op leads to the lines, with the callers, that the debug location of the bytecode names.
void TestCubin::locations() {
  QFETCH(QString, name);
  const std::string caseName = name.toStdString();
  if (readCase(caseName.c_str()).tileIr.empty()) return;
  const auto program = readLocatedProgramFile(path(caseName.c_str(), ".cubin"));
  QVERIFY(program.ok());
  QVERIFY(checkConsistency((*program)->data()).ok());
  std::ifstream expected(path(caseName.c_str(), ".expected"));
  std::string key, bytecode;
  expected >> key >> bytecode;
  const auto origin = readBytecodeFile(TILEPORT_SOURCE_DIR "/" + bytecode);
  QVERIFY(origin.ok());
  QCOMPARE((*program)->listing().text, (*origin)->listing().text);
  const auto linesOf = [](const Program &of, OpId op) {
    std::vector<std::pair<std::string, std::uint32_t>> lines;
    if (!of.op(op).location.valid()) return lines;
    for (const SourcePoint &point : of.sourcePoints(of.op(op).location))
      lines.emplace_back((std::filesystem::path(point.directory) / point.file).string(), point.line);  // a cubin joins the two
    return lines;
  };
  std::size_t located = 0;
  for (std::size_t op = 0; op < (*program)->opCount(); ++op) {
    const auto lines = linesOf(**program, OpId(op));
    if (lines.empty()) continue;
    ++located;
    QVERIFY(lines == linesOf(**origin, OpId(op)));
  }
  QVERIFY(located >= (caseName == "places-sm_90" ? 1u : 5u));
}

/// A line of the text with machine code of two places has none; a table that names other lines names nothing.
void TestCubin::locationsOfTwoPlaces() {
  const Cubin cubin = readCase("softmax-reference-sm_100");
  const auto program = readText(cubin.tileIr.front().text, "text");
  QVERIFY(program.ok());
  const auto countIn = [](const ProgramPtr &of) {
    return std::count_if(of->data().ops.begin(), of->data().ops.end(), [](const Op &op) { return op.location.valid(); });
  };
  const auto all = countIn(withLocationsOf(cubin, cubin.tileIr.front(), *program));
  QVERIFY(all > 5);
  Cubin changed = cubin;
  const auto row =
      std::find_if(changed.sourceLines.rows.begin(), changed.sourceLines.rows.end(), [](const LineRow &each) { return each.line == 14; });
  QVERIFY(row != changed.sourceLines.rows.end());
  row->line = 15;
  QVERIFY(countIn(withLocationsOf(changed, changed.tileIr.front(), *program)) < all);
  changed = cubin;
  for (LineRow &each : changed.tileIrLines.rows) each.line += 100'000;
  QCOMPARE(countIn(withLocationsOf(changed, changed.tileIr.front(), *program)), 0);
  changed = cubin;
  changed.ptx.reset();
  QCOMPARE(countIn(withLocationsOf(changed, changed.tileIr.front(), *program)), 0);
  changed = cubin;
  changed.kernels.front().name += "_other";
  QCOMPARE(countIn(withLocationsOf(changed, changed.tileIr.front(), *program)), 0);
  changed = cubin;
  changed.tileIr.front().text += "\n// another text";
  QCOMPARE(countIn(withLocationsOf(changed, changed.tileIr.front(), *program)), 0);
}

void TestCubin::ptxLines() {
  const Cubin cubin = readCase("softmax-reference-sm_100");
  QVERIFY(cubin.ptx && cubin.ptx->find(".target sm_100a\n") != std::string::npos);
  std::vector<std::string> lines;
  std::istringstream stream(*cubin.ptx);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  QVERIFY(cubin.ptxLines.rows.size() > 100);
  int instructions = 0;
  for (const LineRow &row : cubin.ptxLines.rows) {
    QVERIFY(row.line >= 1 && row.line <= lines.size());
    QVERIFY(!row.file);
    instructions += lines[row.line - 1].ends_with(';');
  }
  QVERIFY(instructions > 100);
}

void TestCubin::inlinedLines() {
  const Cubin cubin = readCase("softmax-generated-sm_80");
  const LineTable &table = cubin.sourceLines;
  QCOMPARE(table.files.front(), std::string("kernel.rs"));
  int inlined = 0;
  for (const LineRow &row : table.rows) {
    if (!row.inlinedAt) continue;
    ++inlined;
    QCOMPARE(table.rows[*row.inlinedAt].line, 11u);  // where the entry calls
    QCOMPARE(table.files[*row.file], std::string("kernel.rs"));
  }
  QVERIFY(inlined > 20);
}

void TestCubin::twoKernels() {
  const Cubin cubin = readCase("places-sm_90");
  QCOMPARE(cubin.kernels.size(), std::size_t{2});
  QCOMPARE(cubin.kernels[0].name, std::string("second"));
  QCOMPARE(cubin.kernels[1].name, std::string("places"));
  std::vector<std::pair<std::uint32_t, std::uint32_t>> starts;
  for (const LineRow &row : cubin.sourceLines.rows) {
    QVERIFY(row.kernel);
    if (row.address == 0) starts.emplace_back(*row.kernel, row.line);
  }
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{{0, 41}, {1, 11}};
  QCOMPARE(starts, expected);
  QCOMPARE(cubin.sourceLines.files.front(), std::string("/src/kernel.py"));
}

void TestCubin::notCubins() {
  Bytes bytes = contentOf(path("places-sm_90", ".cubin"));
  QVERIFY(looksLikeElf(std::as_bytes(std::span(bytes))));
  QVERIFY(!looksLikeElf({}));
  bytes[18] = 62;  // x86-64
  bytes[19] = 0;
  const auto program = readBytes(bytes);
  QCOMPARE(program.error().kind, ErrorKind::Unsupported);
  QVERIFY(program.error().message.find("not for an NVIDIA GPU") != std::string::npos);
  bytes[4] = 1;
  QCOMPARE(readBytes(bytes).error().kind, ErrorKind::Unsupported);
  QCOMPARE(readBytes("no ELF at all").error().kind, ErrorKind::Malformed);
  QCOMPARE(readBytes("").error().kind, ErrorKind::Malformed);
}

void TestCubin::cutShort() {
  QFETCH(QString, name);
  const Bytes bytes = contentOf(path(name.toStdString().c_str(), ".cubin"));
  const std::size_t step = bytes.size() < 20'000 ? 1 : 13;
  for (std::size_t size = 0; size < bytes.size(); size += step) {
    // A copy of just this size, so that a sanitizer sees a read past its end.
    const std::string what = complaint(Bytes(bytes, 0, size));
    QVERIFY2(what.empty(), what.c_str());
  }
}

void TestCubin::flippedBytes() {
  QFETCH(QString, name);
  Bytes bytes = contentOf(path(name.toStdString().c_str(), ".cubin"));
  const std::size_t step = bytes.size() < 20'000 ? 1 : 5;
  for (std::size_t i = 0; i < bytes.size(); i += step) {
    const char old = bytes[i];
    for (const int change : {0xff, 0x01, 0x80, 0x10}) {
      bytes[i] = static_cast<char>(old ^ change);
      const std::string what = complaint(bytes);
      QVERIFY2(what.empty(), (std::to_string(i) + ": " + what).c_str());
    }
    bytes[i] = old;
  }
}

/// Numbers that no file can keep, wherever a number may stand.
void TestCubin::lyingNumbers() {
  QFETCH(QString, name);
  const Bytes whole = contentOf(path(name.toStdString().c_str(), ".cubin"));
  std::mt19937_64 random(17);
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes = whole;
    for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
      static constexpr std::uint64_t kNumbers[] = {0, 1, 0xffff, 0xffffffff, 0x7fffffffffffffff, 0xffffffffffffffff, 0x8000000000000000};
      const std::size_t size = std::size_t{1} << (random() % 4);
      const std::size_t place = (random() % (bytes.size() - 8)) & ~(size - 1);
      bytes.replace(place, size, fixed(kNumbers[random() % std::size(kNumbers)], static_cast<unsigned>(size)));
    }
    const std::string what = complaint(bytes);
    QVERIFY2(what.empty(), what.c_str());
  }
}

/// Sixty thousand headers that all claim the same long text or name: refused before they fill the memory.
void TestCubin::sharedBytes() {
  for (const bool longNames : {false, true}) {
    Bytes header = hex("7f454c4602010141080000000000000002 00 be00 01000000") + fixed(0, 8) + fixed(0, 8);
    const std::size_t textSize = 1 << 20, count = 60'000;
    Bytes names = Bytes(1, '\0') + ".nv.tileir.debug_txt.a" + Bytes(longNames ? textSize : 0, 'a') + Bytes(1, '\0');
    const std::size_t namesAt = 64, textAt = namesAt + names.size(), tableAt = textAt + textSize;
    header +=
        fixed(tableAt, 8) + fixed(0x5a04, 4) + fixed(64, 2) + fixed(56, 2) + fixed(0, 2) + fixed(64, 2) + fixed(count, 2) + fixed(0, 2);
    Bytes table = fixed(0, 4) + fixed(3, 4) + Bytes(16, '\0') + fixed(namesAt, 8) + fixed(names.size(), 8) + Bytes(24, '\0');
    for (std::size_t i = 1; i < count; ++i) {
      table += fixed(1, 4) + fixed(1, 4) + Bytes(16, '\0') + fixed(textAt, 8) + fixed(textSize, 8) + Bytes(24, '\0');
    }
    QCOMPARE(header.size(), std::size_t{64});
    const auto cubin = readBytes(header + names + Bytes(textSize, 't') + table);
    QVERIFY(!cubin.ok());
    QCOMPARE(cubin.error().kind, ErrorKind::Limit);
  }
}

void TestCubin::cancelled() {
  CancelSource source;
  source.cancel();
  const Bytes bytes = contentOf(path("places-sm_90", ".cubin"));
  const auto cubin = readCubin(std::as_bytes(std::span(bytes)), "input", source.token());
  QCOMPARE(cubin.error().kind, ErrorKind::Cancelled);
}

QTEST_GUILESS_MAIN(TestCubin)
#include "tst_cubin.moc"
