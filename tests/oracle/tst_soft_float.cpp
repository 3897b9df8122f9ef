// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QtTest/QtTest>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <random>
#include <vector>

#include "oracle/element.h"
#include "oracle/float_format.h"

using namespace tileport::oracle;
using tileport::tileir::ScalarKind;

namespace {

struct Mode {
  Rounding soft;
  int machine;
};
constexpr Mode kModes[] = {{Rounding::NearestEven, FE_TONEAREST},
                           {Rounding::Zero, FE_TOWARDZERO},
                           {Rounding::NegativeInf, FE_DOWNWARD},
                           {Rounding::PositiveInf, FE_UPWARD}};

/// The machine's arithmetic in a rounding mode, kept from the optimiser.
template <class Float, class Work>
Float inMode(int mode, Work work) {
  std::fesetround(mode);
  volatile Float result = work();
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class Float>
struct Of;
template <>
struct Of<float> {
  using Bits = std::uint32_t;
  static constexpr ScalarKind kind = ScalarKind::F32;
};
template <>
struct Of<double> {
  using Bits = std::uint64_t;
  static constexpr ScalarKind kind = ScalarKind::F64;
};

/// Zeros, subnormals, powers of two and their neighbours, the largest, infinities, NaN; then anything.
template <class Float>
class Values {
 public:
  using Bits = typename Of<Float>::Bits;
  explicit Values(unsigned seed) : random_(seed) {}

  Float next() {
    const Format &format = formatOf(Of<Float>::kind);
    const auto sign = static_cast<Bits>(random_() & 1) << (format.width - 1);
    const auto field = [&](std::uint64_t exponent, std::uint64_t fraction) {
      return std::bit_cast<Float>(static_cast<Bits>(sign | exponent << format.fractionBits | (fraction & lowBits(format.fractionBits))));
    };
    const std::uint64_t middle = static_cast<std::uint64_t>(format.bias);
    switch (random_() % 8) {
      case 0: return field(0, random_() % 3);
      case 1: return field(random_() % 3, random_());
      case 2: return field(random_() % lowBits(format.exponentBits), random_() % 2 ? 0 : ~std::uint64_t{0});
      case 3: return field(lowBits(format.exponentBits), random_() % 4 ? 0 : 1);
      case 4: return field(lowBits(format.exponentBits) - 1 - random_() % 2, ~(random_() % 3));
      // Of like size, so that sums cancel.
      case 5: return field(middle + random_() % 4, random_());
      case 6: return field(middle + random_() % 60, random_() << (random_() % 20));
      default: return std::bit_cast<Float>(static_cast<Bits>(random_()));
    }
  }

 private:
  std::mt19937_64 random_;
};

template <class Float>
QString mismatch(const char *what, const Mode &mode, Float a, Float b, Float c, std::uint64_t soft, Float machine) {
  return QStringLiteral("%1 mode %2 of %3 %4 %5: %6, the machine %7")
      .arg(what)
      .arg(static_cast<int>(mode.soft))
      .arg(static_cast<double>(a), 0, 'a')
      .arg(static_cast<double>(b), 0, 'a')
      .arg(static_cast<double>(c), 0, 'a')
      .arg(soft, 0, 16)
      .arg(static_cast<double>(machine), 0, 'a');
}

template <class Float>
void compareWithMachine(int rounds) {
  using Bits = typename Of<Float>::Bits;
  const Format &format = formatOf(Of<Float>::kind);
  Values<Float> values(20261130);
  const auto same = [](std::uint64_t soft, Float machine) {
    if (std::isnan(machine)) return std::isnan(std::bit_cast<Float>(static_cast<Bits>(soft)));
    return static_cast<Bits>(soft) == std::bit_cast<Bits>(machine);
  };
  for (int round = 0; round < rounds; ++round) {
    volatile Float va = values.next();
    volatile Float vb = values.next();
    volatile Float vc = values.next();
    const Number a = decode(format, std::bit_cast<Bits>(Float(va)));
    const Number b = decode(format, std::bit_cast<Bits>(Float(vb)));
    const Number c = decode(format, std::bit_cast<Bits>(Float(vc)));
    for (const Mode &mode : kModes) {
      const struct {
        const char *name;
        Number soft;
        Float machine;
      } results[] = {
          {"sum", add(a, b, mode.soft), inMode<Float>(mode.machine, [&] { return va + vb; })},
          {"product", multiply(a, b), inMode<Float>(mode.machine, [&] { return va * vb; })},
          {"quotient", divide(a, b), inMode<Float>(mode.machine, [&] { return va / vb; })},
          {"fma", multiplyAdd(a, b, c, mode.soft), inMode<Float>(mode.machine, [&] { return std::fma(Float(va), Float(vb), Float(vc)); })},
          {"root", squareRoot(a), inMode<Float>(mode.machine, [&] { return std::sqrt(Float(va)); })},
          {"remainder", remainder(a, b), inMode<Float>(mode.machine, [&] { return std::fmod(Float(va), Float(vb)); })},
      };
      for (const auto &result : results) {
        const std::uint64_t soft = encode(format, result.soft, mode.soft);
        if (!same(soft, result.machine)) QFAIL(qPrintable(mismatch<Float>(result.name, mode, va, vb, vc, soft, result.machine)));
      }
    }
    const Order order = compare(a, b);
    QCOMPARE(order == Order::Less, va < vb);
    QCOMPARE(order == Order::Greater, va > vb);
    QCOMPARE(order == Order::Equal, va == vb);
  }
}

/// Every number of a small format, by its definition.
long double definedValue(const Format &format, std::uint64_t code) {
  const std::uint64_t field = code >> format.fractionBits & lowBits(format.exponentBits);
  const std::uint64_t fraction = code & lowBits(format.fractionBits);
  const long double scale = std::ldexp(1.0L, -static_cast<int>(format.fractionBits));
  const long double magnitude = field == 0 && format.hasSubnormals
                                    ? std::ldexp(fraction * scale, 1 - format.bias)
                                    : std::ldexp(1 + fraction * scale, static_cast<int>(field) - format.bias);
  return format.hasSign && code >> (format.width - 1) & 1 ? -magnitude : magnitude;
}

constexpr ScalarKind kSmall[] = {ScalarKind::F16,       ScalarKind::BF16,     ScalarKind::F8E4M3FN, ScalarKind::F8E5M2,
                                 ScalarKind::F8E8M0FNU, ScalarKind::F4E2M1FN, ScalarKind::F8E5M3FNU};

}  // namespace

class SoftFloatTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void matchesTheMachineInF32() { compareWithMachine<float>(60000); }
  void matchesTheMachineInF64() { compareWithMachine<double>(60000); }

  void convertsF64ToF32AsTheMachine() {
    Values<double> values(7);
    for (int round = 0; round < 100000; ++round) {
      // Half of them near the range of f32.
      volatile double value = values.next();
      int exponent = 0;
      if (round % 2) value = std::ldexp(std::frexp(double(value), &exponent), round % 320 - 170);
      const Number number = decode(formatOf(ScalarKind::F64), std::bit_cast<std::uint64_t>(double(value)));
      for (const Mode &mode : kModes) {
        const float machine = inMode<float>(mode.machine, [&] { return static_cast<float>(value); });
        const auto soft = std::bit_cast<float>(static_cast<std::uint32_t>(encode(formatOf(ScalarKind::F32), number, mode.soft)));
        if (std::isnan(machine)) {
          QVERIFY(std::isnan(soft));
        } else {
          QCOMPARE(std::bit_cast<std::uint32_t>(soft), std::bit_cast<std::uint32_t>(machine));
        }
      }
    }
  }

  void everyCodeOfSmallFormatsIsItsDefinition() {
    for (const ScalarKind kind : kSmall) {
      const Format &format = formatOf(kind);
      std::size_t nans = 0;
      for (std::uint64_t code = 0; code < (std::uint64_t{1} << format.width); ++code) {
        const Number number = decode(format, code);
        if (number.isNan()) {
          ++nans;
          continue;
        }
        if (!number.isInfinite()) QCOMPARE(toLongDouble(number), definedValue(format, code));
        // Back to the same code, in every mode.
        for (const Mode &mode : kModes) QCOMPARE(encode(format, number, mode.soft), code);
      }
      const std::size_t expected = format.specials == Specials::None        ? 0
                                   : format.specials == Specials::LastIsNan ? (format.hasSign ? 2 : 1)
                                                                            : 2 * lowBits(format.fractionBits);
      QCOMPARE(nans, expected);
    }
  }

  /// Between each two neighbours of a small format: a quarter, the half and three quarters, by the definition of each mode.
  void roundsBetweenNeighbours() {
    for (const ScalarKind kind : kSmall) {
      const Format &format = formatOf(kind);
      for (std::uint64_t code = 0; code < format.largestFinite(); ++code) {
        const long double low = definedValue(format, code);
        const long double high = definedValue(format, code + 1);
        for (const int quarter : {1, 2, 3}) {
          const Number number = fromLongDouble(low + (high - low) * quarter / 4);
          const std::uint64_t even = code % 2 == 0 ? code : code + 1;
          const std::uint64_t nearest = quarter == 1 ? code : quarter == 3 ? code + 1 : even;
          // Without a fraction no code is more even than another; nothing rounds to it that way.
          if (format.fractionBits > 0) QCOMPARE(encode(format, number, Rounding::NearestEven), nearest);
          QCOMPARE(encode(format, number, Rounding::NearestAway), quarter == 1 ? code : code + 1);
          QCOMPARE(encode(format, number, Rounding::Zero), code);
          QCOMPARE(encode(format, number, Rounding::PositiveInf), code + 1);
          QCOMPARE(encode(format, number, Rounding::NegativeInf), code);
          if (!format.hasSign) continue;
          QCOMPARE(encode(format, negate(number), Rounding::NegativeInf), (code + 1) | format.signBit());
          QCOMPARE(encode(format, negate(number), Rounding::PositiveInf), code | format.signBit());
        }
      }
    }
  }

  /// Every f16 and bf16 to every format of 8 bits and fewer, against a search of that format's numbers.
  void convertsEverySixteenBitFloatToEverySmallOne() {
    for (const ScalarKind kind : {ScalarKind::F8E4M3FN, ScalarKind::F8E5M2, ScalarKind::F4E2M1FN, ScalarKind::F8E5M3FNU}) {
      const Format &to = formatOf(kind);
      std::vector<long double> numbers;
      for (std::uint64_t code = 0; code <= to.largestFinite(); ++code) numbers.push_back(definedValue(to, code));
      // One step further is where the next number would be.
      numbers.push_back(2 * numbers.back() - numbers[numbers.size() - 2]);
      for (const ScalarKind source : {ScalarKind::F16, ScalarKind::BF16}) {
        for (std::uint64_t bits = 0; bits < 0x8000; ++bits) {
          const Number number = decode(formatOf(source), bits);
          if (number.isNan() || number.isInfinite()) continue;
          const long double value = toLongDouble(number);
          const auto above = std::lower_bound(numbers.begin(), numbers.end(), value) - numbers.begin();
          std::uint64_t code = static_cast<std::uint64_t>(above);
          if (above > 0 && code < numbers.size()) {
            const long double up = numbers[code] - value;
            const long double down = value - numbers[code - 1];
            if (down < up || (down == up && code % 2 != 0)) --code;
          }
          code = std::min(code, to.largestFinite());
          QCOMPARE(encode(to, number, Rounding::NearestEven, Overflow::Saturate), code);
          if (to.hasSign) QCOMPARE(encode(to, negate(number), Rounding::NearestEven, Overflow::Saturate), code | to.signBit());
        }
      }
    }
  }

  void overflowIsAsEachFormatHasIt() {
    const Number huge = fromLongDouble(1e30L);
    const auto code = [&](ScalarKind kind, Rounding rounding, Overflow overflow = Overflow::AsFormat) {
      return encode(formatOf(kind), huge, rounding, overflow);
    };
    QCOMPARE(code(ScalarKind::F16, Rounding::NearestEven), 0x7C00u);
    QCOMPARE(code(ScalarKind::F16, Rounding::Zero), 0x7BFFu);
    QCOMPARE(code(ScalarKind::F8E5M2, Rounding::NearestEven), 0x7Cu);
    QCOMPARE(code(ScalarKind::F8E5M2, Rounding::NearestEven, Overflow::Saturate), 0x7Bu);
    QCOMPARE(code(ScalarKind::F8E4M3FN, Rounding::NearestEven), 0x7Fu);
    QCOMPARE(code(ScalarKind::F8E4M3FN, Rounding::NearestEven, Overflow::Saturate), 0x7Eu);
    QCOMPARE(code(ScalarKind::F4E2M1FN, Rounding::NearestEven), 0x7u);
    // The tie above 448 goes to the even code, which 448 has; what is nearer to 480 is beyond the range.
    QCOMPARE(encode(formatOf(ScalarKind::F8E4M3FN), fromLongDouble(464), Rounding::NearestEven), 0x7Eu);
    QCOMPARE(encode(formatOf(ScalarKind::F8E4M3FN), fromLongDouble(465), Rounding::NearestEven), 0x7Fu);
    QCOMPARE(encode(formatOf(ScalarKind::F8E4M3FN), Number::infinity(true), Rounding::NearestEven, Overflow::Saturate), 0xFEu);
    // No sign: negative numbers are none.
    QCOMPARE(encode(formatOf(ScalarKind::F8E8M0FNU), fromLongDouble(-1), Rounding::Zero), 0xFFu);
    QCOMPARE(encode(formatOf(ScalarKind::F8E8M0FNU), fromLongDouble(3), Rounding::Zero), 128u);
    QCOMPARE(encode(formatOf(ScalarKind::F8E8M0FNU), fromLongDouble(3), Rounding::PositiveInf), 129u);
    QCOMPARE(encode(formatOf(ScalarKind::F8E8M0FNU), Number::zero(), Rounding::Zero), 0u);
  }

  /// From f64 to f16 over f32 this number would be rounded twice, the second time at a tie that is none.
  void roundsOnce() {
    const long double value = 1 + std::ldexp(1.0L, -11) + std::ldexp(1.0L, -40);
    QCOMPARE(encode(formatOf(ScalarKind::F16), fromLongDouble(value), Rounding::NearestEven), 0x3C01u);
    const Number once = decode(formatOf(ScalarKind::F32), encode(formatOf(ScalarKind::F32), fromLongDouble(value), Rounding::NearestEven));
    QCOMPARE(encode(formatOf(ScalarKind::F16), once, Rounding::NearestEven), 0x3C00u);
  }

  void tf32LiesInTheUpperBits() {
    const Format &format = formatOf(ScalarKind::TF32);
    QCOMPARE(encode(format, fromLongDouble(1), Rounding::NearestEven), 0x3F800000u);
    QCOMPARE(encode(format, fromLongDouble(1 + std::ldexp(1.0L, -11)), Rounding::NearestAway), 0x3F802000u);
    QCOMPARE(encode(format, fromLongDouble(1 + std::ldexp(1.0L, -11)), Rounding::NearestEven), 0x3F800000u);
    QCOMPARE(toLongDouble(decode(format, 0x3F802FFF)), 1 + std::ldexp(1.0L, -10));
  }

  void flushesSubnormalsToZerosOfTheirSign() {
    const Format &format = formatOf(ScalarKind::F32);
    QCOMPARE(flushed(format, 0x007FFFFF), 0u);
    QCOMPARE(flushed(format, 0x80000001), 0x80000000u);
    QCOMPARE(flushed(format, 0x00800000), 0x00800000u);
    QCOMPARE(flushed(format, 0x7F800001), 0x7F800001u);
  }
};

QTEST_GUILESS_MAIN(SoftFloatTest)
#include "tst_soft_float.moc"
