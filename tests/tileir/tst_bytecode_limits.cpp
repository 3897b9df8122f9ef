// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a file can make the reader do is bounded by its size: memory is counted here, by replacing operator new.
#include <QElapsedTimer>
#include <QTest>
#include <atomic>
#include <cstdlib>
#include <new>

#include "bytecode_file.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;

namespace {

// Allocated now, and the most since it was last set.
std::atomic<std::size_t> gLive{0};
std::atomic<std::size_t> gPeak{0};

/// Each block remembers its size in front of itself.
constexpr std::size_t kHead = alignof(std::max_align_t);

}  // namespace

void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  void *block = std::malloc(size + kHead);
  if (block == nullptr) return nullptr;
  *static_cast<std::size_t *>(block) = size;
  const std::size_t live = gLive += size;
  for (std::size_t peak = gPeak; live > peak && !gPeak.compare_exchange_weak(peak, live);) {
  }
  return static_cast<char *>(block) + kHead;
}

void *operator new(std::size_t size) {
  void *block = operator new(size, std::nothrow);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void operator delete(void *block) noexcept {
  if (block == nullptr) return;
  void *whole = static_cast<char *>(block) - kHead;
  gLive -= *static_cast<std::size_t *>(whole);
  std::free(whole);
}

// A sanitizer brings all forms; those below keep each pair on one side.
void *operator new[](std::size_t size) { return operator new(size); }
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept { return operator new(size, std::nothrow); }
void operator delete(void *block, std::size_t) noexcept { operator delete(block); }
void operator delete(void *block, const std::nothrow_t &) noexcept { operator delete(block); }
void operator delete[](void *block) noexcept { operator delete(block); }
void operator delete[](void *block, std::size_t) noexcept { operator delete(block); }
void operator delete[](void *block, const std::nothrow_t &) noexcept { operator delete(block); }

class TestBytecodeLimits : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void hugeCounts();
  void amplifiers_data();
  void amplifiers();
  void manyOps();
  void manyTypesAndIntegers();
};

namespace {

constexpr std::size_t kMebi = std::size_t{1} << 20;

struct Reading {
  Result<ProgramPtr> program;
  std::size_t peak;
  qint64 milliseconds;
};

Reading measure(const Bytes &bytes) {
  const std::size_t before = gLive;
  gPeak = before;
  QElapsedTimer timer;
  timer.start();
  Result<ProgramPtr> program = read(bytes);
  return {std::move(program), gPeak - before, timer.elapsed()};
}

Bytes repeated(const Bytes &bytes, std::size_t times) {
  Bytes all;
  all.reserve(bytes.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += bytes;
  return all;
}

}  // namespace

/// A number in a small file, however large, takes no room.
void TestBytecodeLimits::hugeCounts() {
  const Bytes huge = varint(std::uint64_t{1} << 62);
  std::vector<BytecodeFile> files;
  for (const int section : {kString, kFunc, kDebug, kConstant, kType, kGlobal}) {
    files.emplace_back();
    if (section == kDebug) files.back().debug = Bytes();
    files.back().payloads[section] = huge + Bytes(16, '\0');
  }
  for (const char *body :
       {"29", "29 00", "29 00 03 00 00 00 01", "29 00 03 00 00 00 01 01", "29 00 03 00 00 00 01 01 01 01", "10 09", "58 01 01 00"}) {
    files.emplace_back();
    files.back().body = hex("10 01 00") + hex(body) + huge + Bytes(16, '\0');
  }
  for (const char *type : {"0D 06", "0E 06", "0E 06 00", "0F", "10", "10 00"}) {
    files.emplace_back();
    files.back().addType(hex(type) + huge + Bytes(16, '\0'));
  }
  for (const char *hints : {"0B", "0B 01 00 0A", "0B 01 00 06", "0B 01 00 09"}) {
    files.emplace_back();
    files.back().flags = 6;
    files.back().hints = hex(hints) + huge;
  }
  for (const BytecodeFile &file : files) {
    const Reading reading = measure(file.build());
    QVERIFY(!reading.program);
    QVERIFY2(reading.peak < kMebi, reading.program.error().toString().c_str());
  }
}

void TestBytecodeLimits::amplifiers_data() {
  QTest::addColumn<QByteArray>("file");
  const auto row = [](const char *name, const BytecodeFile &file) { QTest::newRow(name) << QByteArray::fromStdString(file.build()); };
  const Bytes one = hex("10 01 00");
  const Bytes end = hex("5C 00 00");

  BytecodeFile keys;
  keys.flags = 6;
  const Bytes key = varint(keys.addString(Bytes(500'000, 'x')));
  Bytes entries;
  for (int i = 0; i < 20'000; ++i) entries += hex("0A 01") + key + hex("03 01");  // 20000 dictionaries with one long key
  keys.hints = hex("0B 01 00 0A 01 00 06") + varint(20'000) + entries;
  row("a long key in many dictionaries", keys);

  BytecodeFile messages;
  const Bytes message = varint(messages.addString(Bytes(500'000, 'x')));
  messages.body = hex("10 04 01") + repeated(hex("05") + message + hex("00"), 50'000) + end;
  row("a long message of many ops", messages);

  BytecodeFile dense;
  Bytes numbers;
  for (unsigned i = 0; i < (1u << 17); ++i) numbers += fixed(i, 4);
  const Bytes constant = varint(dense.addConstant(numbers));
  const Bytes tile = varint(dense.addType(hex("0D 00 01") + i64(1 << 17)));
  dense.body = repeated(hex("10") + tile + constant, 50'000) + end;
  row("a large constant of many ops", dense);

  BytecodeFile shapes;
  const Bytes shared = varint(shapes.addConstant(numbers));
  for (int i = 0; i < 5'000; ++i) {
    shapes.body = hex("10") + varint(shapes.addType(hex("0D 00 01") + i64(1 << 17))) + shared + shapes.body;
  }
  row("a large constant of many types", shapes);

  BytecodeFile ranks;
  Bytes extents = hex("0D 00") + varint(60'000);
  for (int i = 0; i < 60'000; ++i) extents += i64(1);
  const Bytes deep = varint(ranks.addType(extents));
  ranks.body = hex("10") + deep + hex("00") + repeated(hex("01") + deep + hex("00"), 100'000) + end;
  row("a type of many dimensions", ranks);

  BytecodeFile chain;
  chain.body = one;
  for (unsigned i = 0; i < 200'000; ++i) chain.body += hex("06 01 08 10 00") + varint(i);
  chain.body += end;
  row("assumes whose names grow", chain);

  BytecodeFile paths;
  const Bytes path = varint(paths.addString(Bytes(500'000, 'x')));
  std::vector<Bytes> records(50'000, hex("02") + path + path);
  paths.debug = debugPayload({0}, {0, 0}, records);
  row("a long path in many records", paths);
}

/// Few bytes that name something large many times over: the reader stops at its budget, in time.
void TestBytecodeLimits::amplifiers() {
  QFETCH(QByteArray, file);
  const Bytes bytes = file.toStdString();
  const Reading reading = measure(bytes);
  QVERIFY(!reading.program);
  QCOMPARE(reading.program.error().kind, ErrorKind::Limit);
  QVERIFY(reading.program.error().place.byteOffset.has_value());
  QVERIFY2(reading.peak < 64 * kMebi + 256 * bytes.size(), qPrintable(QString::number(reading.peak / kMebi) + " MiB"));
  QVERIFY(reading.milliseconds < 20'000);
}

void TestBytecodeLimits::manyOps() {
  BytecodeFile file;
  file.body = hex("10 07 02") + repeated(hex("02 07 00 00 00 00"), 100'000) + hex("5C 00 00");
  const Reading reading = measure(file.build());
  QVERIFY2(reading.program.ok(), reading.program ? "" : reading.program.error().toString().c_str());
  QCOMPARE((*reading.program)->opCount(), std::size_t(100'002));
  QVERIFY2(reading.peak < 1024 * kMebi, qPrintable(QString::number(reading.peak / kMebi) + " MiB"));
}

/// Types that the reader adds are found at once, however many the file has.
void TestBytecodeLimits::manyTypesAndIntegers() {
  BytecodeFile file;
  for (int i = 0; i < 100'000; ++i) file.addType(hex("03"));
  file.body = hex("10 07 02") + repeated(hex("0C 07 00 00 00"), 100'000) + hex("5C 00 00");
  const Reading reading = measure(file.build());
  QVERIFY2(reading.program.ok(), reading.program ? "" : reading.program.error().toString().c_str());
  QVERIFY(reading.milliseconds < 20'000);
}

QTEST_APPLESS_MAIN(TestBytecodeLimits)
#include "tst_bytecode_limits.moc"
