// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Inputs of a case, made from a seed: the one implementation of what README.md says ("How inputs are made").
namespace tileport::oracle::gpu {

enum class Dtype : std::uint8_t { I1, I8, I16, I32, I64, F16, BF16, F32, TF32, F64, F8E4M3FN, F8E5M2, F8E8M0FNU };

struct DtypeFacts {
  std::string_view name;
  unsigned bytes = 0;         ///< of an element in memory
  unsigned bits = 0;          ///< that are not always 0; tf32's are the upper ones
  bool isFloat = false;       ///< with a sign, an exponent and a mantissa (f8E8M0FNU has an exponent alone)
  unsigned mantissaBits = 0;  ///< of floats, without the hidden one
  unsigned exponentBits = 0;
  bool hasInfinity = false;
};

inline constexpr std::array<DtypeFacts, 13> kDtypes = {{
    {"i1", 1, 1, false, 0, 0, false},
    {"i8", 1, 8, false, 0, 0, false},
    {"i16", 2, 16, false, 0, 0, false},
    {"i32", 4, 32, false, 0, 0, false},
    {"i64", 8, 64, false, 0, 0, false},
    {"f16", 2, 16, true, 10, 5, true},
    {"bf16", 2, 16, true, 7, 8, true},
    {"f32", 4, 32, true, 23, 8, true},
    {"tf32", 4, 19, true, 10, 8, true},
    {"f64", 8, 64, true, 52, 11, true},
    {"f8E4M3FN", 1, 8, true, 3, 4, false},
    {"f8E5M2", 1, 8, true, 2, 5, true},
    {"f8E8M0FNU", 1, 8, false, 0, 8, false},
}};

inline const DtypeFacts &factsOf(Dtype dtype) { return kDtypes[static_cast<std::size_t>(dtype)]; }

inline std::optional<Dtype> dtypeNamed(std::string_view name) {
  for (std::size_t i = 0; i < kDtypes.size(); ++i)
    if (kDtypes[i].name == name) return static_cast<Dtype>(i);
  return std::nullopt;
}

/// Output `index` of splitmix64 started with `seed`.
inline std::uint64_t word(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

namespace detail {

/// Layout of a float of `dtype` in an integer: a tf32 stands in the upper bits of 32.
inline unsigned lowZeros(Dtype dtype) { return dtype == Dtype::TF32 ? 13 : 0; }

inline std::uint64_t floatBits(Dtype dtype, bool negative, std::uint64_t exponent, std::uint64_t mantissa) {
  const DtypeFacts &f = factsOf(dtype);
  const std::uint64_t bits = (std::uint64_t{negative} << (f.exponentBits + f.mantissaBits)) | (exponent << f.mantissaBits) | mantissa;
  return bits << lowZeros(dtype);
}

}  // namespace detail

/// Exponent field and mantissa of the largest finite value: e4m3fn gives the last exponent to numbers, all but one.
inline std::uint64_t largestFinite(Dtype dtype, bool negative) {
  const DtypeFacts &f = factsOf(dtype);
  const std::uint64_t last = (1ULL << f.exponentBits) - 1, ones = (1ULL << f.mantissaBits) - 1;
  return f.hasInfinity ? detail::floatBits(dtype, negative, last - 1, ones) : detail::floatBits(dtype, negative, last, ones - 1);
}

inline std::uint64_t quietNan(Dtype dtype) {
  const DtypeFacts &f = factsOf(dtype);
  if (dtype == Dtype::F8E8M0FNU) return 0xFF;
  const std::uint64_t last = (1ULL << f.exponentBits) - 1;
  return detail::floatBits(dtype, false, last, f.hasInfinity ? 1ULL << (f.mantissaBits - 1) : (1ULL << f.mantissaBits) - 1);
}

/// Bits of `value` in a type with a sign and a mantissa, rounded to nearest even. What is too large becomes infinity, or the NaN of
/// a type that has no infinity.
inline std::uint64_t roundedBits(Dtype dtype, double value) {
  const DtypeFacts &f = factsOf(dtype);
  const bool negative = std::signbit(value);
  const int bias = (1 << (f.exponentBits - 1)) - 1;
  if (std::isnan(value)) return quietNan(dtype);
  const auto tooLarge = [&] {
    return f.hasInfinity ? detail::floatBits(dtype, negative, (1ULL << f.exponentBits) - 1, 0)
                         : quietNan(dtype) | detail::floatBits(dtype, negative, 0, 0);
  };
  if (std::isinf(value)) return tooLarge();
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return detail::floatBits(dtype, negative, 0, 0);
  int exponent = std::max(std::ilogb(magnitude), 1 - bias);
  double scaled = std::ldexp(magnitude, static_cast<int>(f.mantissaBits) - exponent);
  // Both halves are exact: a double of less than 2^53 has a fraction, others have none to round.
  double whole = std::floor(scaled);
  const double rest = scaled - whole;
  if (rest > 0.5 || (rest == 0.5 && std::fmod(whole, 2) == 1)) whole += 1;
  if (whole >= std::ldexp(1.0, static_cast<int>(f.mantissaBits) + 1)) {
    whole /= 2;
    ++exponent;
  }
  const auto mantissa = static_cast<std::uint64_t>(whole);
  const std::uint64_t hidden = 1ULL << f.mantissaBits;
  const std::uint64_t field = mantissa < hidden ? 0 : static_cast<std::uint64_t>(exponent + bias);
  const std::uint64_t bits = detail::floatBits(dtype, false, field, mantissa & (hidden - 1));
  if (bits > largestFinite(dtype, false)) return tooLarge();
  return bits | detail::floatBits(dtype, negative, 0, 0);
}

/// The bits of a whole number or a real one in any type. An integer type keeps the low bits.
inline std::uint64_t bitsOf(Dtype dtype, std::int64_t value) {
  const DtypeFacts &f = factsOf(dtype);
  if (f.isFloat) return roundedBits(dtype, static_cast<double>(value));
  return static_cast<std::uint64_t>(value) & (f.bits == 64 ? ~0ULL : (1ULL << f.bits) - 1);
}

/// The edge values of a type, in README.md's order.
inline std::vector<std::uint64_t> edgesOf(Dtype dtype) {
  const DtypeFacts &f = factsOf(dtype);
  if (!f.isFloat) {
    const std::uint64_t ones = f.bits == 64 ? ~0ULL : (1ULL << f.bits) - 1;
    return {0, 1 & ones, ones, 1ULL << (f.bits - 1), ones >> 1};
  }
  using detail::floatBits;
  const std::uint64_t last = (1ULL << f.exponentBits) - 1, most = (1ULL << f.mantissaBits) - 1;
  std::vector<std::uint64_t> edges = {floatBits(dtype, false, 0, 0), floatBits(dtype, true, 0, 0)};
  if (f.hasInfinity) edges.insert(edges.end(), {floatBits(dtype, false, last, 0), floatBits(dtype, true, last, 0)});
  edges.push_back(quietNan(dtype));
  for (const std::uint64_t denormal : {std::uint64_t{1}, most})
    edges.insert(edges.end(), {floatBits(dtype, false, 0, denormal), floatBits(dtype, true, 0, denormal)});
  edges.push_back(floatBits(dtype, false, 1, 0));
  edges.insert(edges.end(), {largestFinite(dtype, false), largestFinite(dtype, true)});
  edges.insert(edges.end(), {roundedBits(dtype, 1.0), roundedBits(dtype, -1.0)});
  return edges;
}

enum class FillKind : std::uint8_t { Zero, Bits, Uniform, Sequence, Values };

struct Fill {
  FillKind kind = FillKind::Zero;
  std::uint64_t seed = 0;             ///< Bits, Uniform
  double low = 0, high = 0;           ///< Uniform, both within; of integers as whole numbers
  std::int64_t start = 0, step = 0;   ///< Sequence
  std::int64_t modulus = 0;           ///< Sequence; 0: none
  std::vector<std::uint64_t> values;  ///< Values, as bits
  std::uint64_t repeat = 1;           ///< Values
  std::uint64_t edges = 0;            ///< about every how many elements is an edge value; 0: none
};

inline std::uint64_t elementBits(Dtype dtype, const Fill &fill, std::uint64_t i) {
  constexpr std::uint64_t kEdgeSeed = 0x5851F42D4C957F2DULL;
  const DtypeFacts &f = factsOf(dtype);
  if (fill.edges) {
    const std::uint64_t e = word(fill.seed ^ kEdgeSeed, i);
    if (e % fill.edges == 0) {
      const auto edges = edgesOf(dtype);
      return edges[(e >> 32) % edges.size()];
    }
  }
  switch (fill.kind) {
    case FillKind::Zero: return 0;
    case FillKind::Bits:
      if (f.bits == 64) return word(fill.seed, i);
      return (word(fill.seed, i) & ((1ULL << f.bits) - 1)) << detail::lowZeros(dtype);
    case FillKind::Uniform: {
      if (f.isFloat) return roundedBits(dtype, fill.low + (fill.high - fill.low) * std::ldexp(double(word(fill.seed, i) >> 40), -24));
      const auto low = static_cast<std::int64_t>(fill.low);
      const auto span = static_cast<std::uint64_t>(static_cast<std::int64_t>(fill.high) - low) + 1;
      return bitsOf(dtype, low + static_cast<std::int64_t>(word(fill.seed, i) % span));
    }
    case FillKind::Sequence: {
      const std::int64_t value = fill.start + fill.step * static_cast<std::int64_t>(i);
      return bitsOf(dtype, fill.modulus ? value % fill.modulus : value);
    }
    case FillKind::Values: return fill.values[(i / fill.repeat) % fill.values.size()];
  }
  return 0;
}

inline std::string fillBytes(Dtype dtype, std::uint64_t count, const Fill &fill) {
  const unsigned width = factsOf(dtype).bytes;
  std::string bytes(count * width, '\0');
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t bits = elementBits(dtype, fill, i);
    for (unsigned k = 0; k < width; ++k) bytes[i * width + k] = static_cast<char>(bits >> (8 * k));
  }
  return bytes;
}

/// FNV-1a, 64 bits: tells whether two machines made the same inputs, not whether somebody forged them.
inline std::uint64_t fingerprint(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return hash;
}

}  // namespace tileport::oracle::gpu
