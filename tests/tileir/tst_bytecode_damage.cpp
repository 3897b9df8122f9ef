// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Damage to files of the real exporters: cut short, flipped, lying, shuffled. Whatever happens to the bytes, the reader gives
// a program that holds its invariants, or an error with its section and offset.
#include <QDir>
#include <QTest>
#include <random>

#include "bytecode_file.h"
#include "invariants.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;

class TestBytecodeDamage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void wholeFiles();
  void cutShort();
  void flippedBits();
  void hugeNumbersEverywhere();
  void mutatedSections();
  void splicedSections();
  void cancelled();

 private:
  std::vector<Bytes> files_;
};

namespace {

/// What is wrong with how the bytes were read; empty when nothing is.
std::string complaint(const Bytes &bytes, bool mustFail = false) {
  const auto program = read(bytes);
  if (program) return mustFail ? "it was read" : brokenInvariant(**program);
  const Error &error = program.error();
  const bool placed = error.place.byteOffset && *error.place.byteOffset <= bytes.size() && !error.place.section.empty();
  return placed && !error.message.empty() && !error.advice.empty() ? std::string() : error.toString();
}

/// Changes payloads at places that a reader looks at, keeping the frame true, so that the damage is met deep inside.
class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  void change(Bytes &payload) {
    if (payload.empty()) return;
    const std::size_t place = below(payload.size());
    const std::size_t size = std::min<std::size_t>(1 + below(12), payload.size() - place);
    switch (below(7)) {
      case 0: payload[place] = static_cast<char>(random_()); break;
      case 1: payload[place] = static_cast<char>(payload[place] ^ (1 << below(8))); break;
      case 2: payload.replace(place, 1, varint(interesting())); break;
      case 3: payload.erase(place, size); break;
      case 4: payload.insert(place, payload.substr(below(payload.size()), size)); break;
      case 5: payload.replace(place, std::min<std::size_t>(4, payload.size() - place), fixed(interesting(), 4)); break;
      default: payload[place] = static_cast<char>(payload[place] + (below(2) == 0 ? 1 : -1)); break;
    }
  }

 private:
  std::uint64_t interesting() {
    static constexpr std::uint64_t kNumbers[] = {0,
                                                 1,
                                                 2,
                                                 3,
                                                 7,
                                                 8,
                                                 0x7f,
                                                 0x80,
                                                 0xff,
                                                 0x100,
                                                 0x7fff,
                                                 0xffff,
                                                 0x7fffffff,
                                                 0xffffffff,
                                                 0x100000000,
                                                 0x7fffffffffffffff,
                                                 0xffffffffffffffff};
    return kNumbers[below(std::size(kNumbers))];
  }

  std::mt19937 random_;
};

}  // namespace

void TestBytecodeDamage::initTestCase() {
  for (const char *folder : {"/tests/cases/bytecode", "/resources/demo/softmax/reference"}) {
    const QDir directory(QString(TILEPORT_SOURCE_DIR) + folder);
    for (const QString &name : directory.entryList({"*.tileirbc"}, QDir::Files, QDir::Name)) {
      files_.push_back(contentOf(directory.filePath(name).toStdString()));
    }
  }
  QVERIFY(files_.size() >= 6);
}

void TestBytecodeDamage::wholeFiles() {
  for (const Bytes &file : files_) {
    const auto program = read(file);
    QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
    QCOMPARE(brokenInvariant(**program), std::string());
    QVERIFY((*program)->opCount() > 20);
  }
}

void TestBytecodeDamage::cutShort() {
  for (const Bytes &file : files_) {
    for (std::size_t size = 0; size < file.size(); ++size) {
      const std::string what = complaint(file.substr(0, size), true);
      QVERIFY2(what.empty(), ("cut to " + std::to_string(size) + ": " + what).c_str());
    }
  }
}

void TestBytecodeDamage::flippedBits() {
  for (const Bytes &file : files_) {
    Bytes damaged = file;
    for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
      damaged[bit / 8] = static_cast<char>(file[bit / 8] ^ (1 << (bit % 8)));
      const std::string what = complaint(damaged);
      QVERIFY2(what.empty(), ("bit " + std::to_string(bit) + ": " + what).c_str());
      damaged[bit / 8] = file[bit / 8];
    }
  }
}

/// Each byte of each payload in turn becomes a number that no file can keep, as a varint and as a word.
void TestBytecodeDamage::hugeNumbersEverywhere() {
  const Bytes numbers[] = {varint(0xffffffff), varint(0x7fffffffffffffff), varint(0xffffffffffffffff)};
  for (const Bytes &file : files_) {
    const std::vector<Section> sections = *splitSections(file);
    for (std::size_t i = 0; i < sections.size(); ++i) {
      for (std::size_t place = 0; place < sections[i].payload.size(); ++place) {
        std::vector<Section> lying = sections;
        for (const Bytes &number : numbers) {
          lying[i].payload = sections[i].payload;
          lying[i].payload.replace(place, 1, number);
          const std::string what = complaint(joinSections(file.substr(0, 12), lying));
          QVERIFY2(what.empty(), what.c_str());
        }
      }
    }
  }
}

void TestBytecodeDamage::mutatedSections() {
  Mutator mutator(20260214);
  for (int round = 0; round < 20'000; ++round) {
    const Bytes &file = files_[mutator.below(files_.size())];
    std::vector<Section> sections = *splitSections(file);
    for (std::size_t changes = 1 + mutator.below(3); changes > 0; --changes) {
      mutator.change(sections[mutator.below(sections.size())].payload);
    }
    Bytes header = file.substr(0, 12);
    if (mutator.below(8) == 0) header[9] = static_cast<char>(1 + mutator.below(5));
    const std::string what = complaint(joinSections(header, sections));
    QVERIFY2(what.empty(), ("round " + std::to_string(round) + ": " + what).c_str());
  }
}

/// Sections of one file among those of another: every index may be wrong at once.
void TestBytecodeDamage::splicedSections() {
  Mutator mutator(7);
  for (const Bytes &file : files_) {
    for (const Bytes &other : files_) {
      const std::vector<Section> theirs = *splitSections(other);
      for (int round = 0; round < 20; ++round) {
        std::vector<Section> sections = *splitSections(file);
        for (Section &section : sections) {
          const auto same = [&section](const Section &each) { return each.id == section.id; };
          const auto found = std::find_if(theirs.begin(), theirs.end(), same);
          if (found != theirs.end() && mutator.below(2) == 0) section.payload = found->payload;
        }
        const std::string what = complaint(joinSections(file.substr(0, 12), sections));
        QVERIFY2(what.empty(), what.c_str());
      }
    }
  }
}

void TestBytecodeDamage::cancelled() {
  CancelSource source;
  source.cancel();
  const auto program = readBytecode(std::as_bytes(std::span(files_[0])), "test", source.token());
  QVERIFY(!program);
  QCOMPARE(program.error().kind, ErrorKind::Cancelled);
}

QTEST_APPLESS_MAIN(TestBytecodeDamage)
#include "tst_bytecode_damage.moc"
