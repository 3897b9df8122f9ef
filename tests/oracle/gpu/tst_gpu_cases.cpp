// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inputs of cases by known answers, and every case with its recording.
#include <QtTest/QtTest>
#include <cstring>
#include <filesystem>
#include <set>

#include "oracle/gpu/base64.h"
#include "oracle/gpu/case.h"
#include "oracle/gpu/recording.h"

using namespace tileport;
using namespace tileport::oracle::gpu;

namespace {

const std::filesystem::path kFolder = std::filesystem::path(TILEPORT_SOURCE_DIR) / "tests/oracle/gpu";

/// The value of a float's bits, by its definition.
double valueOf(Dtype dtype, std::uint64_t bits) {
  const DtypeFacts &f = factsOf(dtype);
  const std::uint64_t mantissa = bits & ((1ULL << f.mantissaBits) - 1);
  const auto exponent = static_cast<int>(bits >> f.mantissaBits & ((1ULL << f.exponentBits) - 1));
  const int bias = (1 << (f.exponentBits - 1)) - 1;
  const double sign = bits >> (f.mantissaBits + f.exponentBits) & 1 ? -1 : 1;
  const double fraction = std::ldexp(static_cast<double>(mantissa), -static_cast<int>(f.mantissaBits));
  return sign * (exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1 + fraction, exponent - bias));
}

/// The places in which every value of the type lies between its neighbours.
void roundsToNearestEven(Dtype dtype) {
  for (std::uint64_t bits = 0; bits < largestFinite(dtype, false); ++bits) {
    const double here = valueOf(dtype, bits), next = valueOf(dtype, bits + 1), middle = (here + next) / 2;
    QCOMPARE(roundedBits(dtype, here), bits);
    QCOMPARE(roundedBits(dtype, middle), bits % 2 == 0 ? bits : bits + 1);
    QCOMPARE(roundedBits(dtype, std::nextafter(middle, 0)), bits);
    QCOMPARE(roundedBits(dtype, std::nextafter(middle, next)), bits + 1);
    QCOMPARE(valueOf(dtype, roundedBits(dtype, -next)), -next);
  }
}

}  // namespace

class TestGpuCases : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void wordsAreSplitmix64() {
    // The first numbers of the reference implementation, seeded with 1234567.
    const std::array<std::uint64_t, 5> known = {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                                                4593380528125082431ULL, 16408922859458223821ULL};
    for (std::size_t i = 0; i < known.size(); ++i) QCOMPARE(word(1234567, i), known[i]);
  }

  void narrowFloatsRoundToNearestEven() {
    for (const Dtype dtype : {Dtype::F16, Dtype::BF16, Dtype::F8E4M3FN, Dtype::F8E5M2}) roundsToNearestEven(dtype);
  }

  void wideFloatsRoundAsTheMachineDoes() {
    for (std::uint64_t i = 0; i < 100'000; ++i) {
      const double value = std::bit_cast<double>(word(3, i));
      if (std::isnan(value)) continue;
      QCOMPARE(roundedBits(Dtype::F64, value), std::bit_cast<std::uint64_t>(value));
      const auto near = std::ldexp(value, -std::ilogb(value) + static_cast<int>(i % 300) - 150);
      QCOMPARE(roundedBits(Dtype::F32, near), std::bit_cast<std::uint32_t>(static_cast<float>(near)));
    }
  }

  void edgesHaveTheirBits() {
    const std::vector<std::uint64_t> f32 = {0,          0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 1,          0x80000001,
                                            0x007FFFFF, 0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x3F800000, 0xBF800000};
    QCOMPARE(edgesOf(Dtype::F32), f32);
    const std::vector<std::uint64_t> e4m3 = {0, 0x80, 0x7F, 1, 0x81, 7, 0x87, 8, 0x7E, 0xFE, 0x38, 0xB8};
    QCOMPARE(edgesOf(Dtype::F8E4M3FN), e4m3);
    const std::vector<std::uint64_t> i8 = {0, 1, 0xFF, 0x80, 0x7F};
    QCOMPARE(edgesOf(Dtype::I8), i8);
    QCOMPARE(edgesOf(Dtype::TF32)[2], std::uint64_t{0x7F800000});
    QCOMPARE(edgesOf(Dtype::BF16)[4], std::uint64_t{0x7FC0});
  }

  void fillsFollowTheirRules() {
    Fill fill{FillKind::Uniform, 5};
    fill.low = -2;
    fill.high = 6;
    const double expected = -2 + 8 * std::ldexp(static_cast<double>(word(5, 17) >> 40), -24);
    QCOMPARE(elementBits(Dtype::F32, fill, 17), std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(expected))});
    QCOMPARE(elementBits(Dtype::I16, fill, 17), bitsOf(Dtype::I16, -2 + static_cast<std::int64_t>(word(5, 17) % 9)));
    fill = {FillKind::Sequence};
    fill.start = -1;
    fill.step = 3;
    QCOMPARE(fillBytes(Dtype::I16, 3, fill), std::string("\xff\xff\x02\x00\x05\x00", 6));
    fill.modulus = 4;
    QCOMPARE(elementBits(Dtype::I64, fill, 2), std::uint64_t{1});
    fill = {FillKind::Values};
    fill.values = {7, 8};
    fill.repeat = 3;
    QCOMPARE(fillBytes(Dtype::I8, 8, fill), std::string("\7\7\7\x08\x08\x08\7\7"));
    fill = {FillKind::Bits, 6};
    QCOMPARE(elementBits(Dtype::TF32, fill, 1), (word(6, 1) & 0x7FFFF) << 13);
    fill.edges = 1;
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < 200; ++i) seen.insert(elementBits(Dtype::F16, fill, i));
    const auto edges = edgesOf(Dtype::F16);
    QCOMPARE(seen, std::set<std::uint64_t>(edges.begin(), edges.end()));
  }

  void base64GoesThereAndBack() {
    for (const auto &[bytes, text] :
         {std::pair{"", ""}, std::pair{"f", "Zg=="}, std::pair{"fo", "Zm8="}, std::pair{"foo", "Zm9v"}, std::pair{"foobar", "Zm9vYmFy"}}) {
      QCOMPARE(toBase64(bytes), std::string(text));
      QCOMPARE(fromBase64(text).value_or("?"), std::string(bytes));
    }
    for (const char *wrong : {"Zg=", "Z===", "Zm9%", "Zg==Zg=="}) QVERIFY(!fromBase64(wrong));
  }

  void everyCaseHasItsRecording() {
    std::size_t count = 0;
    for (const auto &file : std::filesystem::directory_iterator(kFolder / "cases")) {
      const auto read = readCase(file.path());
      QVERIFY2(read.ok(), read.ok() ? "" : read.error().toString().c_str());
      QVERIFY2(std::filesystem::exists(read->program), read->program.c_str());
      const auto recording = readRecording(kFolder / "recordings" / file.path().filename(), *read);
      QVERIFY2(recording.ok(), recording.ok() ? "" : recording.error().toString().c_str());
      bool written = false;
      for (std::size_t i = 0; i < read->buffers.size(); ++i)
        written = written || (read->buffers[i].output && recording->outputs[i] != read->buffers[i].contents());
      QVERIFY2(written, ("nothing was written by " + read->name).c_str());
      ++count;
    }
    QVERIFY(count >= 40);
  }

  void aRecordingOfAnotherCaseIsRefused() {
    auto read = readCase(kFolder / "cases/probe-shapes.json");
    QVERIFY(read.ok());
    const auto path = kFolder / "recordings/probe-shapes.json";
    QVERIFY(readRecording(path, *read).ok());
    const auto refused = [&](auto change, const char *text) {
      Case other = *read;
      change(other);
      const auto recording = readRecording(path, other);
      QVERIFY(!recording.ok());
      QVERIFY2(recording.error().message.find(text) != std::string::npos, recording.error().message.c_str());
    };
    refused([](Case &c) { c.name = "probe-scan"; }, "not of probe-scan");
    refused([](Case &c) { c.buffers[0].fill.start += 1; }, "inputs are not those");
    refused([](Case &c) { c.buffers[2].count += 1; }, "inputs are not those");
    refused([](Case &c) { c.buffers[0].output = true; }, "x");
    refused([](Case &c) { c.buffers.pop_back(); }, "spread");
  }
};

QTEST_GUILESS_MAIN(TestGpuCases)
#include "tst_gpu_cases.moc"
