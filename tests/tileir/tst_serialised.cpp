// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compact form: nothing of a program is lost, and no damage to the bytes is taken for a program that is not consistent.
#include <QTest>
#include <filesystem>
#include <random>

#include "bytecode_file.h"
#include "invariants.h"
#include "mutate/synthetic.h"
#include "program_files.h"
#include "same_data.h"
#include "support/sanitized.h"
#include "tileir/consistency.h"
#include "tileir/serialised.h"
#include "tileir/serialised/checksum.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;

class TestSerialised : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void checksums();
  void realPrograms_();
  void otherOrders();
  void partsThatAreRare();
  void synthetic();
  void cutShort();
  void flippedBits();
  void repairedBits();
  void spliced();
  void otherSchema();
  void notSerialised();
  void smallBytesOfMuchText();
  void cancelled();
  void seedsOfTheFuzzer();

 private:
  std::vector<RealProgram> programs_;
  std::vector<std::string> small_;  ///< serialised programs of a few kilobytes
};

namespace {

Result<ProgramPtr> readBack(const std::string &bytes) { return deserialise(std::as_bytes(std::span(bytes)), "input"); }

/// What is lost or changed on the way; empty when nothing is.
std::string lost(const ProgramData &data) {
  if (const Result<void> consistent = checkConsistency(data); !consistent) return consistent.error().toString();
  const ProgramPtr program = Program::make(data);
  const std::string bytes = serialise(*program);
  const auto again = readBack(bytes);
  if (!again) return again.error().toString();
  if (const std::string array = differentArray(data, (*again)->data()); !array.empty()) return array + " differ";
  if (program->listing().text != (*again)->listing().text) return "the listing differs";
  return serialise(**again) == bytes ? "" : "it is written otherwise";
}

/// Damaged bytes must be refused with a place and advice, or be a program that holds its invariants.
std::string complaint(const std::string &bytes) {
  const auto program = readBack(bytes);
  if (program) return brokenInvariant(**program);
  const Error &error = program.error();
  const bool placed = error.place.byteOffset && *error.place.byteOffset <= bytes.size() && !error.place.section.empty();
  return placed && !error.message.empty() && !error.advice.empty() ? "" : "no place or advice: " + error.toString();
}

}  // namespace

void TestSerialised::initTestCase() {
  programs_ = realPrograms();
  QVERIFY(programs_.size() > 70);
  for (const RealProgram &real : programs_) {
    const std::string bytes = serialise(*real.program);
    if (bytes.size() < 1500 && small_.size() < 6) small_.push_back(bytes);
  }
  QVERIFY(small_.size() > 4);
}

void TestSerialised::checksums() {
  // The test vectors of the xxHash specification and others made with its own tool.
  QCOMPARE(serialised::checksum(""), 0xEF46DB3751D8E999u);
  QCOMPARE(serialised::checksum("a"), 0xD24EC4F1A98C6E5Bu);
  QCOMPARE(serialised::checksum("abc"), 0x44BC2CF5AD770999u);
  QCOMPARE(serialised::checksum("Nobody inspects the spammish repetition"), 0xFBCEA83C8A378BF1u);
}

void TestSerialised::realPrograms_() {
  std::size_t bytes = 0, ops = 0;
  for (const RealProgram &real : programs_) {
    const std::string what = lost(real.program->data());
    QVERIFY2(what.empty(), (real.file + ": " + what).c_str());
    bytes += serialise(*real.program).size();
    ops += real.program->opCount();
  }
  // Without the tables of types, names and locations an op takes less than ten.
  qInfo("%.1f bytes an op", double(bytes) / double(ops));
  QVERIFY(bytes < 40 * ops);
}

/// Lists of ops in the flat arrays in any order, as a maker may put them.
void TestSerialised::otherOrders() {
  std::mt19937 random(5);
  for (const RealProgram &real : programs_) {
    if (real.program->opCount() > 2000) continue;
    const ProgramData &whole = real.program->data();
    ProgramData data = whole;
    std::vector<std::size_t> order(data.ops.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    const auto move = [](auto &from, auto &to, Slice &slice) {
      const auto first = from.begin() + slice.first;
      slice.first = static_cast<std::uint32_t>(to.size());
      to.insert(to.end(), first, first + slice.count);
    };
    data.operands.clear();
    data.segments.clear();
    data.attributeUses.clear();
    for (const std::size_t i : order) {
      move(whole.operands, data.operands, data.ops[i].operands);
      move(whole.segments, data.segments, data.ops[i].segments);
      move(whole.attributeUses, data.attributeUses, data.ops[i].attributes);
    }
    const std::string what = lost(data);
    QVERIFY2(what.empty(), (real.file + ": " + what).c_str());
  }
}

void TestSerialised::partsThatAreRare() {
  ProgramData data = programs_.back().program->data();
  data.producer = std::string("a tool \0 of bytes", 17);
  const auto attribute = [&data](AttributeKind kind) -> Attribute & {
    data.attributes.emplace_back().kind = kind;
    return data.attributes.back();
  };
  attribute(AttributeKind::String).text = std::string("\0\xff\n", 3);
  attribute(AttributeKind::SameElements).numbers = {INT64_MIN, -1, 0, 1, INT64_MAX};
  attribute(AttributeKind::Bounded).first = INT64_MIN;
  attribute(AttributeKind::Bounded).second = INT64_MAX;
  attribute(AttributeKind::I32Array).numbers = {INT32_MIN, INT32_MAX};
  Attribute &divisor = attribute(AttributeKind::DivBy);
  divisor.bits = std::uint64_t{1} << 63;
  divisor.second = 3;
  const auto tile = std::find_if(data.types.begin(), data.types.end(), [&data](const Type &type) {
    return type.kind == TypeKind::Tile && data.types[type.element.index()].kind == TypeKind::Scalar;
  });
  QVERIFY(tile != data.types.end());
  Attribute &dense = attribute(AttributeKind::Dense);
  dense.type = TypeId(static_cast<std::size_t>(tile - data.types.begin()));
  dense.elided = true;
  Type view;
  view.kind = TypeKind::TensorView;
  view.element = tile->element;
  view.shape = {kDynamic};
  view.strides = {1};
  data.types.push_back(view);
  Type gather;
  gather.kind = TypeKind::GatherScatterView;
  gather.element = TypeId(data.types.size() - 1);
  gather.shape = {4};
  gather.padding = PaddingValue::Nan;
  data.types.push_back(gather);
  QCOMPARE(lost(data), std::string());
}

void TestSerialised::synthetic() {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const ProgramPtr program = mutate::synthetic(seed < 5 ? 300 : 20'000, seed);
    const std::string what = lost(program->data());
    QVERIFY2(what.empty(), what.c_str());
  }
}

void TestSerialised::cutShort() {
  for (const std::string &bytes : small_) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      std::string cut = bytes.substr(0, size);
      QVERIFY2(!readBack(cut).ok(), std::to_string(size).c_str());
      repairSerialised(cut);
      QVERIFY2(!readBack(cut).ok(), std::to_string(size).c_str());
      const std::string what = complaint(cut);
      QVERIFY2(what.empty(), what.c_str());
    }
    QVERIFY(!readBack(bytes + '\0').ok());
  }
}

void TestSerialised::flippedBits() {
  for (const std::string &bytes : small_) {
    std::string damaged = bytes;
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      damaged[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
      QVERIFY2(!readBack(damaged).ok(), std::to_string(bit).c_str());
      damaged[bit / 8] = bytes[bit / 8];
    }
  }
}

void TestSerialised::repairedBits() {
  // What is accepted is printed, which takes a sanitizer minutes for every bit. Seven meets each bit of a byte in turn.
  constexpr std::size_t kStep = kSanitized ? 7 : 1;
  int accepted = 0, refused = 0;
  for (const std::string &bytes : small_) {
    for (std::size_t bit = 8 * 28; bit < 8 * bytes.size(); bit += kStep) {
      std::string damaged = bytes;
      damaged[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
      repairSerialised(damaged);
      const std::string what = complaint(damaged);
      QVERIFY2(what.empty(), ("bit " + std::to_string(bit) + ": " + what).c_str());
      ++(readBack(damaged).ok() ? accepted : refused);
    }
  }
  QVERIFY(accepted > 0 && refused > accepted / 4);
}

/// Pieces moved, doubled and taken from other programs, the checksum true.
void TestSerialised::spliced() {
  std::mt19937_64 random(11);
  for (int round = 0; round < 10'000; ++round) {
    std::string bytes = small_[random() % small_.size()];
    const std::string &other = small_[random() % small_.size()];
    for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t at = 28 + random() % (bytes.size() - 28), from = 28 + random() % (other.size() - 28);
      const std::size_t size = random() % 16;
      switch (random() % 4) {
        case 0: bytes.insert(at, other.substr(from, size)); break;
        case 1: bytes.erase(at, size); break;
        case 2: bytes.replace(at, size, other.substr(from, size)); break;
        default: bytes.replace(at, 1, "\xff\xff\xff\xff\x0f"); break;
      }
      if (bytes.size() < 40) bytes = other;
    }
    repairSerialised(bytes);
    const std::string what = complaint(bytes);
    QVERIFY2(what.empty(), ("round " + std::to_string(round) + ": " + what).c_str());
  }
}

void TestSerialised::otherSchema() {
  std::string bytes = small_.front();
  bytes[8] = static_cast<char>(bytes[8] + 1);
  const auto program = readBack(bytes);
  QVERIFY(!program.ok());
  QCOMPARE(program.error().kind, ErrorKind::Unsupported);
  QVERIFY(program.error().message.find("written by another version of Tileport") != std::string::npos);
  QVERIFY(program.error().advice.find("ake it again") != std::string::npos);
  QVERIFY(looksSerialised(std::as_bytes(std::span(bytes))));
}

void TestSerialised::notSerialised() {
  const std::string bytecode = contentOf(TILEPORT_SOURCE_DIR "/resources/demo/matmul/reference/reference_bf16-128x128x64.tileirbc");
  for (const std::string &bytes : {std::string(), std::string("\x7fTileIR"), bytecode}) {
    QVERIFY(!looksSerialised(std::as_bytes(std::span(bytes))));
    const auto program = readBack(bytes);
    QVERIFY(!program.ok());
    QCOMPARE(program.error().kind, ErrorKind::Malformed);
    QCOMPARE(program.error().place.file, std::string("input"));
  }
}

/// Arrays in arrays, each of both halves of the one before: a few hundred bytes that stand for 2^60 words of text.
void TestSerialised::smallBytesOfMuchText() {
  ProgramData data = programs_.front().program->data();
  data.attributes.emplace_back();
  for (int i = 0; i < 60; ++i) {
    Attribute both;
    both.kind = AttributeKind::Array;
    both.items = {AttributeId(data.attributes.size() - 1), AttributeId(data.attributes.size() - 1)};
    data.attributes.push_back(both);
  }
  const AttributeId huge(data.attributes.size() - 1);
  QCOMPARE(lost(data), std::string());  // nobody prints it
  Attribute hints, values;
  values.kind = AttributeKind::Dictionary;
  values.keys = {"k"};
  values.items = {huge};
  data.attributes.push_back(values);
  hints.kind = AttributeKind::Hints;
  hints.keys = {"sm_100"};
  hints.items = {AttributeId(data.attributes.size() - 1)};
  data.attributes.push_back(hints);
  // The maker of the program would print for ever, so that it is put together without its text.
  ProgramData plain = data;
  const std::size_t functions = plain.functions.size();
  for (std::size_t i = 0; i < functions; ++i) plain.functions[i].hints = AttributeId();
  const std::string before = serialise(*Program::make(plain));
  for (std::size_t i = 0; i < functions; ++i) plain.functions[i].hints = AttributeId(0);
  std::string bytes = before;
  // Change the first function's absent hints (0) into the huge ones, wherever they stand.
  bool limited = false;
  for (std::size_t at = 28; at < before.size() && !limited; ++at) {
    if (before[at] != 0) continue;
    bytes = before;
    std::string number;
    for (std::uint64_t id = data.attributes.size();; id >>= 7) {
      number += static_cast<char>(id < 0x80 ? id : (id & 0x7f) | 0x80);
      if (id < 0x80) break;
    }
    bytes.replace(at, 1, number);
    repairSerialised(bytes);
    const auto program = readBack(bytes);
    limited = !program && program.error().kind == ErrorKind::Limit;
  }
  QVERIFY(limited);
}

void TestSerialised::cancelled() {
  CancelSource source;
  source.cancel();
  const std::string &bytes = small_.front();
  const auto program = deserialise(std::as_bytes(std::span(bytes)), "input", source.token());
  QVERIFY(!program.ok());
  QCOMPARE(program.error().kind, ErrorKind::Cancelled);
}

/// A new schema needs new seeds: build/.../make_serialised tests/fuzz/corpus/serialised FILE...
void TestSerialised::seedsOfTheFuzzer() {
  int seeds = 0;
  for (const auto &entry : std::filesystem::directory_iterator(TILEPORT_SOURCE_DIR "/tests/fuzz/corpus/serialised")) {
    if (entry.path().extension() != ".tpir") continue;
    const auto program = readBack(contentOf(entry.path().string()));
    QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
    ++seeds;
  }
  QVERIFY(seeds >= 3);
}

QTEST_GUILESS_MAIN(TestSerialised)
#include "tst_serialised.moc"
