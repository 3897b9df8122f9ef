// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/compare.h"

#include <algorithm>
#include <cmath>

#include "oracle/element.h"

namespace tileport::oracle {

using tileir::ScalarKind;

namespace {

/// Elements of 4 bits are compared two by two.
ScalarKind comparedKind(ScalarKind kind) { return bitWidth(kind) == 4 ? ScalarKind::I8 : kind; }

std::uint64_t bitsAt(const Buffer &buffer, std::size_t size, std::size_t at) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < size && at * size + i < buffer.bytes.size(); ++i)
    bits |= std::uint64_t{std::to_integer<std::uint8_t>(buffer.bytes[at * size + i])} << (8 * i);
  return bits;
}

double errorAt(const Buffer &buffer, std::size_t at) { return at < buffer.errors.size() ? buffer.errors[at] : 0; }

/// As a long double, which holds the one behind the largest f64.
long double placeOf(const Format &format, const Number &number) {
  if (!number.isInfinite()) return toLongDouble(number);
  const long double behind = std::ldexp(1.0L, format.largestExponent() + 1);
  return number.negative ? -behind : behind;
}

Agreement compareFloats(const Format &format, std::uint64_t a, std::uint64_t b, double error) {
  const Number x = decode(format, a);
  const Number y = decode(format, b);
  if (x.isNan() && y.isNan()) return Agreement::Equal;
  if (x.isNan() || y.isNan()) return Agreement::Differs;
  if (std::isinf(error)) return Agreement::Unbounded;
  return error != 0 && std::fabs(placeOf(format, x) - placeOf(format, y)) <= error ? Agreement::WithinTolerance : Agreement::Differs;
}

Agreement compareElements(ScalarKind kind, std::uint64_t a, std::uint64_t b, double error) {
  if (a == b) return Agreement::Equal;
  if (isFloat(kind)) return compareFloats(formatOf(kind), a, b, error);
  if (std::isinf(error)) return Agreement::Unbounded;
  const auto x = static_cast<long double>(signExtended(a, storedBits(kind)));
  const auto y = static_cast<long double>(signExtended(b, storedBits(kind)));
  return error != 0 && std::fabs(x - y) <= error ? Agreement::WithinTolerance : Agreement::Differs;
}

}  // namespace

std::string_view toText(Agreement agreement) {
  switch (agreement) {
    case Agreement::Equal: return "equal";
    case Agreement::WithinTolerance: return "within tolerance";
    case Agreement::Unbounded: return "unbounded";
    case Agreement::Differs: return "differs";
  }
  return "";
}

BufferComparison compare(const Buffer &a, const Buffer &b) {
  BufferComparison result;
  result.name = a.name;
  if (a.element != b.element || a.bytes.size() != b.bytes.size()) {
    result.worst = Agreement::Differs;
    result.what = "the buffers are not of the same elements and size";
    return result;
  }
  const ScalarKind kind = comparedKind(a.element);
  const std::size_t size = storedBits(kind) / 8;
  const std::size_t count = (a.bytes.size() + size - 1) / size;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t x = bitsAt(a, size, i);
    const std::uint64_t y = bitsAt(b, size, i);
    const Agreement each = compareElements(kind, x, y, errorAt(a, i) + errorAt(b, i));
    ++result.counts[static_cast<std::size_t>(each)];
    if (each <= result.worst) continue;
    result.worst = each;
    result.firstWorst = i;
    result.what = "element " + std::to_string(i) + ": " + toText(ElementType{kind}, x) + " and " + toText(ElementType{kind}, y) +
                  ", bounds " + std::to_string(errorAt(a, i)) + " and " + std::to_string(errorAt(b, i));
  }
  return result;
}

std::vector<BufferComparison> compare(const Outcome &a, const Outcome &b) {
  std::vector<BufferComparison> results;
  for (std::size_t n = 0; n < std::min(a.buffers.size(), b.buffers.size()); ++n) results.push_back(compare(a.buffers[n], b.buffers[n]));
  return results;
}

Agreement agreement(const Outcome &a, const Outcome &b) {
  if (a.fault.has_value() != b.fault.has_value() || a.buffers.size() != b.buffers.size()) return Agreement::Differs;
  Agreement worst = Agreement::Equal;
  for (const BufferComparison &each : compare(a, b)) worst = std::max(worst, each.worst);
  return worst;
}

}  // namespace tileport::oracle
