// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "oracle/float_ops.h"
#include "oracle/tolerance.h"

/// Matrix products. Float ones are summed in long double and rounded once; in which order, how often and how a GPU rounds on the
/// way is open, so that each element gets a bound from the magnitudes that are summed.
namespace tileport::oracle {

using namespace tileir;

namespace {

/// Tensor cores cut off instead of rounding, so that each of the K + 1 additions may lose a whole unit of the largest sum.
constexpr double kUnitsPerAddition = 2;
/// With fast_acc sums of 8-bit floats keep 13 bits.
constexpr int kFastBits = 13;

/// B x M x K times B x K x N; B is 1 for tiles of rank 2.
struct Extents {
  std::size_t b = 1, m = 1, k = 1, n = 1;
  std::uint64_t products() const { return std::uint64_t{b} * m * k * n; }
};

Extents extentsOf(std::span<const std::int64_t> lhs, std::span<const std::int64_t> rhs) {
  const std::size_t r = lhs.size();
  const auto at = [](std::int64_t extent) { return static_cast<std::size_t>(extent); };
  return {r == 3 ? at(lhs[0]) : 1, at(lhs[r - 2]), at(lhs[r - 1]), at(rhs[r - 1])};
}

/// The elements of a float tile as numbers, times a scale for each block of them.
struct Factors {
  std::vector<long double> values;
  std::vector<double> errors;  ///< empty: none
  std::vector<std::uint32_t> undefined;

  Factors(const Machine &machine, ValueId id) {
    const Format &format = formatOf(machine.element(id).scalar);
    const Tile &tile = machine.tile(id);
    for (std::size_t i = 0; i < tile.size(); ++i) {
      const Cell cell = tile.cell(i);
      values.push_back(toLongDouble(decode(format, cell.bits)));
      if (cell.error != 0 && errors.empty()) errors.resize(tile.size());
      if (!errors.empty()) errors[i] = cell.error;
      if (!cell.isDefined() && undefined.empty()) undefined.resize(tile.size());
      if (!undefined.empty()) undefined[i] = cell.undefinedBy;
    }
  }
  double error(std::size_t at) const { return errors.empty() ? 0 : errors[at]; }
  std::uint32_t undefinedBy(std::size_t at) const { return undefined.empty() ? 0 : undefined[at]; }

  void scale(std::size_t at, const Factors &scales, std::size_t from) {
    if (scales.undefinedBy(from) != 0) {
      undefined.resize(values.size());
      undefined[at] = scales.undefinedBy(from);
    }
    if (error(at) != 0 || scales.error(from) != 0) {
      errors.resize(values.size());
      errors[at] = movedProduct(static_cast<double>(values[at]), errors[at], static_cast<double>(scales.values[from]), scales.error(from));
    }
    values[at] *= scales.values[from];
  }
};

bool multiplyMatrices(Machine &machine, OpId op, const Factors &a, const Factors &b, const Extents &e, double unit) {
  const ValueId result = machine.program.result(op, 0);
  const Format &format = formatOf(machine.element(result).scalar);
  const Tile &acc = machine.tile(machine.operand(op, "acc"));
  auto tile = std::make_shared<Tile>(acc.size());
  for (std::size_t i = 0; i < acc.size(); ++i) {
    const std::size_t n = i % e.n;
    const std::size_t row = i / e.n;  // of all batches
    const std::size_t batch = row / e.m;
    const Cell start = acc.cell(i);
    long double sum = toLongDouble(decode(format, start.bits));
    double magnitude = std::fabs(static_cast<double>(sum));
    double moved = start.error;
    std::uint32_t undefinedBy = start.undefinedBy;
    for (std::size_t k = 0; k < e.k; ++k) {
      const std::size_t left = row * e.k + k;
      const std::size_t right = (batch * e.k + k) * e.n + n;
      const long double product = a.values[left] * b.values[right];
      sum += product;
      magnitude += std::fabs(static_cast<double>(product));
      if (!a.errors.empty() || !b.errors.empty())
        moved += movedProduct(static_cast<double>(a.values[left]), a.error(left), static_cast<double>(b.values[right]), b.error(right));
      if (undefinedBy == 0) undefinedBy = a.undefinedBy(left) != 0 ? a.undefinedBy(left) : b.undefinedBy(right);
    }
    Cell cell{.bits = encode(format, fromLongDouble(sum), Rounding::NearestEven), .undefinedBy = undefinedBy};
    const bool isNumber = std::isfinite(magnitude);
    const double open = isNumber ? kUnitsPerAddition * static_cast<double>(e.k + 1) * unit * magnitude : 0;
    // A sum of magnitudes that overflows may overflow on the way, in another order.
    const bool mayOverflow = isNumber && magnitude + open > std::ldexp(1.0, std::min(format.largestExponent(), 1022));
    cell.error = mayOverflow ? kUnbounded : errorOfRounded(format, toDouble(decode(format, cell.bits)), moved + open);
    if (!isNumber && moved == 0) cell.error = 0;
    tile->set(i, cell);
  }
  machine.setResult(op, 0, std::move(tile));
  return true;
}

double unitOf(const Format &format) { return std::ldexp(1.0, -static_cast<int>(format.fractionBits) - 1); }

bool multiplyFloatMatrices(Machine &machine, OpId op) {
  const ValueId lhs = machine.operand(op, "lhs");
  const ValueId rhs = machine.operand(op, "rhs");
  const Extents e = extentsOf(machine.shape(lhs), machine.shape(rhs));
  if (!machine.spend(op, e.products())) return false;
  const double unit = unitOf(formatOf(machine.element(machine.program.result(op, 0)).scalar));
  const bool fast = machine.has(op, "fast_acc");
  return multiplyMatrices(machine, op, Factors(machine, lhs), Factors(machine, rhs), e,
                          fast ? std::max(unit, std::ldexp(1.0, -kFastBits)) : unit);
}

/// Each block of K / (extent of the scales along K) neighbours along K has a scale.
bool multiplyScaledMatrices(Machine &machine, OpId op) {
  const ValueId lhs = machine.operand(op, "lhs");
  const ValueId rhs = machine.operand(op, "rhs");
  const ValueId lhsScale = machine.operand(op, "lhs_scale");
  const ValueId rhsScale = machine.operand(op, "rhs_scale");
  const Extents e = extentsOf(machine.shape(lhs), machine.shape(rhs));
  if (!machine.spend(op, e.products())) return false;
  Factors a(machine, lhs);
  Factors b(machine, rhs);
  const Factors scalesA(machine, lhsScale);
  const Factors scalesB(machine, rhsScale);
  const auto blocksA = static_cast<std::size_t>(machine.shape(lhsScale).back());
  const auto rank = machine.shape(rhsScale).size();
  const auto blocksB = static_cast<std::size_t>(machine.shape(rhsScale)[rank - 2]);
  for (std::size_t i = 0; i < a.values.size(); ++i) a.scale(i, scalesA, i / e.k * blocksA + i % e.k / (e.k / blocksA));
  for (std::size_t i = 0; i < b.values.size(); ++i) {
    const std::size_t k = i / e.n % e.k;
    b.scale(i, scalesB, (i / e.n / e.k * blocksB + k / (e.k / blocksB)) * e.n + i % e.n);
  }
  return multiplyMatrices(machine, op, a, b, e, unitOf(formatOf(ScalarKind::F32)));
}

/// Exact, wrapping at 32 bits.
bool multiplyIntegerMatrices(Machine &machine, OpId op) {
  const ValueId lhs = machine.operand(op, "lhs");
  const ValueId rhs = machine.operand(op, "rhs");
  const Extents e = extentsOf(machine.shape(lhs), machine.shape(rhs));
  if (!machine.spend(op, e.products())) return false;
  const auto reader = [&](ValueId id, std::string_view signedness) {
    const bool isSigned = machine.enumerator<Signedness>(op, signedness) == Signedness::Signed;
    const unsigned width = bitWidth(machine.element(id).scalar);
    return [isSigned, width](const Cell &cell) { return isSigned ? signExtended(cell.bits, width) : static_cast<std::int64_t>(cell.bits); };
  };
  const auto left = reader(lhs, "signedness_lhs");
  const auto right = reader(rhs, "signedness_rhs");
  const Tile &acc = machine.tile(machine.operand(op, "acc"));
  auto tile = std::make_shared<Tile>(acc.size());
  for (std::size_t i = 0; i < acc.size(); ++i) {
    Cell cell = acc.cell(i);
    for (std::size_t k = 0; k < e.k; ++k) {
      const Cell a = machine.tile(lhs).cell(i / e.n * e.k + k);
      const Cell b = machine.tile(rhs).cell((i / e.n / e.m * e.k + k) * e.n + i % e.n);
      cell.bits += static_cast<std::uint64_t>(left(a) * right(b));
      if (a.error != 0 || b.error != 0 || cell.error != 0) cell.error = kUnbounded;
      if (cell.isDefined()) cell.undefinedBy = a.isDefined() ? b.undefinedBy : a.undefinedBy;
    }
    cell.bits &= lowBits(32);
    tile->set(i, cell);
  }
  machine.setResult(op, 0, std::move(tile));
  return true;
}

}  // namespace

void addMatrixOps(HandlerTable &table) {
  handle(table, OpKind::MmaF, multiplyFloatMatrices);
  handle(table, OpKind::MmaFScaled, multiplyScaledMatrices);
  handle(table, OpKind::MmaI, multiplyIntegerMatrices);
}

}  // namespace tileport::oracle
