// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/rule_values.h"

#include <cstdlib>
#include <string_view>
#include <vector>

namespace tileport::certificate::test {

using tileir::OpKind;

int wrap(int n) { return ((n % 256) + 256 + 128) % 256 - 128; }
int withoutSign(int n) { return n < 0 ? n + 256 : n; }

int floorDivide(int x, int y) {
  int q = x / y;
  while (q * y > x && y > 0) --q;
  while (q * y < x && y < 0) --q;
  return q;
}

std::optional<int> divide(int x, int y, bool isSigned, std::uint64_t rounding) {
  if (y == 0 || (isSigned && x == kLow && y == -1)) return std::nullopt;
  const int a = isSigned ? x : withoutSign(x), b = isSigned ? y : withoutSign(y);
  if (rounding == static_cast<std::uint64_t>(tileir::RoundingMode::Zero)) return wrap(a / b);
  const int down = floorDivide(a, b);
  if (rounding == static_cast<std::uint64_t>(tileir::RoundingMode::NegativeInf)) return wrap(down);
  return wrap(a % b == 0 ? down : down + 1);
}

bool compare(int x, int y, bool isSigned, std::uint64_t predicate) {
  const int a = isSigned ? x : withoutSign(x), b = isSigned ? y : withoutSign(y);
  const bool answers[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
  return answers[predicate];
}

std::optional<int> valueOf(const Pattern &pattern, const Values &values) {
  if (pattern.kind == Pattern::Kind::Letter) return values.letters[pattern.letter];
  if (pattern.kind == Pattern::Kind::Number) return wrap(static_cast<int>(pattern.number));
  if (pattern.kind == Pattern::Kind::Sum) {
    int sum = 0;
    for (const auto &[factor, letter] : pattern.sum) sum += static_cast<int>(factor) * (letter == kNumber ? 1 : values.letters[letter]);
    return wrap(sum);
  }
  std::vector<int> operands;
  for (const Pattern &operand : pattern.operands) {
    const auto value = valueOf(operand, values);
    if (!value) return std::nullopt;
    operands.push_back(*value);
  }
  const auto attribute = [&](std::string_view name) {
    for (const Pattern::Attribute &each : pattern.attributes)
      if (each.name == name) return each.variable == 'S' ? values.sign : each.variable == 'P' ? values.predicate : *each.ordinal;
    return std::uint64_t{99};
  };
  const bool isSigned = attribute("signedness") == 1;
  const auto read = [&](std::size_t n) { return isSigned ? operands[n] : withoutSign(operands[n]); };
  switch (pattern.op) {
    case OpKind::DivI: return divide(operands[0], operands[1], isSigned, attribute("rounding"));
    case OpKind::CmpI: return compare(operands[0], operands[1], isSigned, attribute("comparison_predicate")) ? -1 : 0;
    case OpKind::Select: return operands[0] != 0 ? operands[1] : operands[2];
    case OpKind::MinI: return read(0) <= read(1) ? operands[0] : operands[1];
    case OpKind::MaxI: return read(0) >= read(1) ? operands[0] : operands[1];
    case OpKind::AndI: return operands[0] & operands[1];
    case OpKind::OrI: return operands[0] | operands[1];
    case OpKind::XOrI: return operands[0] ^ operands[1];
    default: std::abort();  // a rule has an op that is not worked out here
  }
}

}  // namespace tileport::certificate::test
