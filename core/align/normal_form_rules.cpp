// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "align/normal_form.h"

/// The rules of docs/rules.md, as far as values are brought to one form by them. Each is proven there, and verified for all numbers of 8
/// bits by tests/certificate.
namespace tileport::align {

using tileir::ComparisonPredicate;
using tileir::IntegerOverflow;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::RoundingMode;
using tileir::Signedness;
using tileir::ValueId;
using Wide = Range::Wide;

namespace {

template <class Enum>
std::optional<Enum> enumerator(const Program &program, OpId op, std::string_view name) {
  const tileir::AttributeId attribute = program.attribute(op, name);
  if (!attribute.valid()) return std::nullopt;
  return static_cast<Enum>(program.attribute(attribute).bits);
}

IntegerOp integerOp(const Program &program, OpId op) {
  return {program.op(op).kind, enumerator<Signedness>(program, op, "signedness"), enumerator<RoundingMode>(program, op, "rounding"),
          enumerator<ComparisonPredicate>(program, op, "comparison_predicate")};
}

bool wraps(const Program &program, OpId op) {
  return enumerator<IntegerOverflow>(program, op, "overflow").value_or(IntegerOverflow::None) == IntegerOverflow::None;
}

bool compare(ComparisonPredicate predicate, Wide a, Wide b) {
  switch (predicate) {
    case ComparisonPredicate::Equal: return a == b;
    case ComparisonPredicate::NotEqual: return a != b;
    case ComparisonPredicate::LessThan: return a < b;
    case ComparisonPredicate::LessThanOrEqual: return a <= b;
    case ComparisonPredicate::GreaterThan: return a > b;
    case ComparisonPredicate::GreaterThanOrEqual: return a >= b;
  }
  return false;
}

/// What the comparison gives for all numbers in the ranges; absent when it depends on the number.
std::optional<bool> compare(ComparisonPredicate predicate, const Range &a, const Range &b) {
  switch (predicate) {
    case ComparisonPredicate::Equal:
    case ComparisonPredicate::NotEqual: {
      const bool isEqual = predicate == ComparisonPredicate::Equal;
      if (a.upper < b.lower || b.upper < a.lower) return !isEqual;
      if (a.lower == a.upper && b.lower == b.upper) return isEqual;
      return std::nullopt;
    }
    default: {
      const bool least = compare(predicate, a.lower, b.upper), most = compare(predicate, a.upper, b.lower);
      return least == most ? std::optional(least) : std::nullopt;
    }
  }
}

ComparisonPredicate flipped(ComparisonPredicate predicate) {
  switch (predicate) {
    case ComparisonPredicate::LessThan: return ComparisonPredicate::GreaterThan;
    case ComparisonPredicate::LessThanOrEqual: return ComparisonPredicate::GreaterThanOrEqual;
    case ComparisonPredicate::GreaterThan: return ComparisonPredicate::LessThan;
    case ComparisonPredicate::GreaterThanOrEqual: return ComparisonPredicate::LessThanOrEqual;
    default: return predicate;
  }
}

/// Whether a value that stands before the op in the text is one that it could be given.
bool isSeen(const Program &program, OpId at, ValueId value) {
  const tileir::Value &v = program.value(value);
  if (v.op.valid() && !(v.op < at)) return false;
  for (OpId op = at; op.valid(); op = program.region(program.block(program.op(op).block).region).op)
    if (program.op(op).block == v.block) return true;
  return false;
}

/// Rounded as the op says; absent where it is undefined.
std::optional<Wide> divide(Wide a, Wide b, RoundingMode rounding) {
  if (b == 0) return std::nullopt;
  const Wide truncated = a / b;
  const bool negative = (a < 0) != (b < 0);
  if (a % b == 0 || rounding == RoundingMode::Zero) return truncated;
  if (rounding == RoundingMode::NegativeInf) return negative ? truncated - 1 : truncated;
  if (rounding == RoundingMode::PositiveInf) return negative ? truncated : truncated + 1;
  return std::nullopt;
}

}  // namespace

/// Takes a note of the rule, and gives what it made.
TermId NormalForm::by(const Site &site, AppliedRule rule) const {
  rule.result = site.result;
  site.side.rules[site.id.index()].push_back(std::move(rule));
  return site.side.rules[site.id.index()].back().made;
}

TermId NormalForm::ofSite(Site &site) {
  const Program &program = site.side.graph.program();
  const OpKind kind = program.op(site.op).kind;
  switch (kind) {
    case OpKind::Reshape:
    case OpKind::Broadcast: return shape(site);
    case OpKind::Permute: return permute(site);
    case OpKind::MakeTensorView: return tensorView(site);
    case OpKind::MakePartitionView:
    case OpKind::MakeStridedView: return tiledView(site);
    case OpKind::Select:
      if (site.terms.size() == 3) return select(site, site.terms[0], site.terms[1], site.terms[2]);
      break;
    default: break;
  }
  if (const auto spread = ofSpread(site)) return *spread;
  if (site.type.width == 0 || !wraps(program, site.op)) return opaque(site);
  if (const auto known = knownConstant(site)) return *known;
  IntegerOp op = integerOp(program, site.op);
  if (const auto folded = fold(site, op)) return *folded;
  if (const auto alike = alikeOperands(site, op)) return *alike;
  op = withKnownSign(site, op);
  switch (kind) {
    case OpKind::AddI:
    case OpKind::SubI:
    case OpKind::MulI:
    case OpKind::NegI:
    case OpKind::ShLI: return polynomial(site);
    case OpKind::DivI: return division(site, op);
    case OpKind::MinI:
    case OpKind::MaxI: return extreme(site, op);
    case OpKind::CmpI: return comparison(site, op);
    case OpKind::AndI:
    case OpKind::OrI:
    case OpKind::XOrI: return logic(site, op);
    case OpKind::ExtI: return site.terms.size() == 1 ? terms_.integer(op, site.type, site.terms) : opaque(site);
    case OpKind::RemI:
    case OpKind::ShRI: return site.terms.size() == 2 ? terms_.integer(op, site.type, site.terms) : opaque(site);
    default: return opaque(site);
  }
}

Key NormalForm::contentOf(const Side &side, OpId op) const {
  const Program &program = side.graph.program();
  const tileir::Op &o = program.op(op);
  std::string content = "U" + std::to_string(static_cast<int>(o.kind)) + ':' + std::to_string(side.graph.keys().attributesOf(op));
  for (std::uint32_t i = 1; i < o.results.count; ++i)
    content += ',' + std::to_string(side.graph.keys().type(program.value(program.result(op, i)).type));
  if (tileir::info(o.kind).segmentSized)
    for (std::uint32_t i = 0; i < o.segments.count; ++i) content += '/' + std::to_string(program.data().segments[o.segments.first + i]);
  return interner_.intern(content);
}

TermId NormalForm::opaque(const Site &site) {
  std::vector<TermId> operands = site.terms;
  if (site.side.graph[site.id].commutes) std::sort(operands.begin(), operands.end());
  return terms_.opaque(contentOf(site.side, site.op), site.type, std::move(operands));
}

// -- what is known ----------------------------------------------------------------------------------------------------

std::vector<ValueId> NormalForm::seenValues(const Side &side, TermId term, OpId at) const {
  constexpr std::size_t kMost = 16;
  std::vector<ValueId> seen;
  const auto found = side.values.find(term.value);
  if (found == side.values.end()) return seen;
  const std::vector<ValueId> &all = found->second;
  for (std::size_t i = all.size(); i-- > 0 && all.size() - i <= kMost;)
    if (isSeen(side.graph.program(), at, all[i])) seen.push_back(all[i]);
  return seen;
}

/// All values of a term that are seen where the op stands bear witness.
Range NormalForm::rangeOf(const Side &side, TermId term, OpId at) const {
  if (const auto number = terms_.constantInteger(term)) return {*number, *number, {}};
  Range range{INT64_MIN, INT64_MAX, {}};
  for (const ValueId value : seenValues(side, term, at)) {
    const Range &known = side.ranges.strict(value);
    range.lower = std::max(range.lower, known.lower);
    range.upper = std::min(range.upper, known.upper);
  }
  return range;
}

Range NormalForm::strict(const Site &site, std::size_t operand) const {
  Range range = site.side.ranges.strict(site.values[operand]);
  const Range known = rangeOf(site.side, site.terms[operand], site.op);
  range.lower = std::max(range.lower, known.lower);
  range.upper = std::min(range.upper, known.upper);
  return range;
}

ValueId NormalForm::witness(bool left, TermId term, OpId at, ValueId value) const {
  const Side &side = this->side(left);
  if (integerWidth(side.graph.program(), side.graph.program().value(value).type) == 0) return value;
  Range best = side.ranges.strict(value);
  for (const ValueId other : seenValues(side, term, at)) {
    const Range &known = side.ranges.strict(other);
    const bool more = known.lower >= best.lower && known.upper <= best.upper && (known.lower > best.lower || known.upper < best.upper);
    if (!more) continue;
    best = known;
    value = other;
  }
  return value;
}

template <class Decides>
bool NormalForm::decided(const Site &site, Overflows &overflows, Decides decides) const {
  const Range a = strict(site, 0), b = strict(site, 1);
  if (decides(a, b)) return true;
  if (trust_ == Trust::Nothing) return false;
  const Range &la = site.side.ranges.lenient(site.values[0]), &lb = site.side.ranges.lenient(site.values[1]);
  const auto both = [](const Range &certain, const Range &other) {
    return Range{std::max(certain.lower, other.lower), std::min(certain.upper, other.upper), {}};
  };
  if (decides(both(a, la), b)) {
    overflows.insert(overflows.end(), la.overflows.begin(), la.overflows.end());
    return true;
  }
  if (decides(a, both(b, lb))) {
    overflows.insert(overflows.end(), lb.overflows.begin(), lb.overflows.end());
    return true;
  }
  if (!decides(both(a, la), both(b, lb))) return false;
  overflows.insert(overflows.end(), la.overflows.begin(), la.overflows.end());
  overflows.insert(overflows.end(), lb.overflows.begin(), lb.overflows.end());
  return true;
}

// -- arithmetic -------------------------------------------------------------------------------------------------------

std::optional<TermId> NormalForm::fold(const Site &site, const IntegerOp &op) {
  std::vector<Wide> numbers;
  std::vector<std::uint64_t> bits;
  for (const TermId term : site.terms) {
    const auto number = terms_.constantInteger(term);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    bits.push_back(*terms_.constantBits(term));
  }
  const bool isSigned = op.signedness.value_or(Signedness::Signed) == Signedness::Signed;
  const auto number = [&](std::size_t n) { return isSigned ? numbers[n] : static_cast<Wide>(bits[n]); };
  std::optional<Wide> result;
  if (bits.size() == 1 && op.kind == OpKind::ExtI) result = number(0);
  if (bits.size() == 1 && op.kind == OpKind::TruncI) result = numbers[0];
  if (bits.size() == 1 && op.kind == OpKind::NegI) result = -numbers[0];
  if (bits.size() == 2) {
    switch (op.kind) {
      case OpKind::AddI: result = numbers[0] + numbers[1]; break;
      case OpKind::SubI: result = numbers[0] - numbers[1]; break;
      case OpKind::MulI: result = static_cast<Wide>(bits[0] * bits[1]); break;
      case OpKind::AndI: result = static_cast<Wide>(bits[0] & bits[1]); break;
      case OpKind::OrI: result = static_cast<Wide>(bits[0] | bits[1]); break;
      case OpKind::XOrI: result = static_cast<Wide>(bits[0] ^ bits[1]); break;
      case OpKind::MinI: result = std::min(number(0), number(1)); break;
      case OpKind::MaxI: result = std::max(number(0), number(1)); break;
      case OpKind::CmpI: result = compare(*op.predicate, number(0), number(1)) ? 1 : 0; break;
      case OpKind::DivI:
        result = divide(number(0), number(1), op.rounding.value_or(RoundingMode::Zero));
        // The lowest number by -1 is none of the type's.
        if (result && isSigned && *result == Wide{1} << (site.type.width - 1)) result.reset();
        break;
      case OpKind::RemI:
        if (number(1) != 0 && number(1) != -1) result = number(0) % number(1);
        break;
      default: break;
    }
  }
  if (!result) return std::nullopt;
  return by(site, {"fold", terms_.constant(site.type, static_cast<std::uint64_t>(*result))});
}

/// A number that can be only one.
std::optional<TermId> NormalForm::knownConstant(const Site &site) {
  const Range &range = site.side.ranges.strict(site.side.graph.program().result(site.op, 0));
  if (range.lower != range.upper) return std::nullopt;
  return by(site, {"known_constant", terms_.constant(site.type, static_cast<std::uint64_t>(range.lower))});
}

/// What is said of a number and itself, or of a number and 1.
std::optional<TermId> NormalForm::alikeOperands(const Site &site, const IntegerOp &op) {
  if (site.terms.size() != 2) return std::nullopt;
  const TermId a = site.terms[0], b = site.terms[1];
  if (op.kind == OpKind::DivI && terms_.constantInteger(b) == std::optional<std::int64_t>(1)) return by(site, {"div_one", a, {a}});
  if (a != b) return std::nullopt;
  if (op.kind == OpKind::MinI || op.kind == OpKind::MaxI) return by(site, {"extreme_same", a, {a}});
  if (op.kind == OpKind::CmpI && op.predicate)
    return by(site, {"compare_same", terms_.constant(site.type, compare(*op.predicate, Wide{0}, Wide{0}) ? 1 : 0), {a}});
  return std::nullopt;
}

/// Of numbers that are not negative, both readings are one.
IntegerOp NormalForm::withKnownSign(const Site &site, IntegerOp op) {
  if (op.signedness != Signedness::Unsigned || site.terms.empty()) return op;
  const bool isDivision = op.kind == OpKind::DivI || op.kind == OpKind::RemI;
  const bool isOfTwo = isDivision || op.kind == OpKind::MinI || op.kind == OpKind::MaxI;
  if (!isOfTwo && op.kind != OpKind::ExtI && op.kind != OpKind::ShRI) return op;
  // The divisor of a division that cannot fail; a shift's second operand has no sign.
  if (strict(site, 0).lower < 0) return op;
  if (isOfTwo && (site.terms.size() != 2 || strict(site, 1).lower < (isDivision ? 1 : 0))) return op;
  op.signedness = Signedness::Signed;
  by(site, {"sign_known", terms_.integer(op, site.type, site.terms), site.terms});
  return op;
}

TermId NormalForm::polynomial(const Site &site) {
  const OpKind kind = site.side.graph.program().op(site.op).kind;
  const unsigned width = site.type.width;
  if (site.terms.size() != (kind == OpKind::NegI ? 1 : 2)) return opaque(site);
  const Polynomial a = terms_.asPolynomial(site.terms[0]);
  const Polynomial b = site.terms.size() == 2 ? terms_.asPolynomial(site.terms[1]) : Polynomial{};
  constexpr std::size_t kMostParts = 32;
  if (a.size() + b.size() > kMostParts) return opaque(site);
  std::optional<Polynomial> result;
  switch (kind) {
    case OpKind::AddI: result = plus(a, b, 1, width); break;
    case OpKind::SubI: result = plus(a, b, ~std::uint64_t{0}, width); break;
    case OpKind::NegI: result = plus({}, a, ~std::uint64_t{0}, width); break;
    case OpKind::MulI: result = times(a, b, width); break;
    default:
      if (const auto shift = terms_.constantBits(site.terms[1]); shift && *shift < width)
        result = plus({}, a, std::uint64_t{1} << *shift, width);
  }
  if (!result) return opaque(site);
  const auto isPlain = [this](TermId term) { return terms_[term].kind != Term::Kind::Polynomial; };
  const TermId made = terms_.polynomial(site.type, *std::move(result));
  // The sum of two things is what it says; all else is worked out.
  if (kind == OpKind::AddI && !isPlain(made) && std::all_of(site.terms.begin(), site.terms.end(), isPlain)) return made;
  return by(site, {"ring", made});
}

/// (x + y - 1) / y is x / y rounded up. Invalid when it is none of that.
TermId NormalForm::ceilDivision(const Site &site, const IntegerOp &op) {
  const bool floors = op.rounding == RoundingMode::NegativeInf;
  if (!floors && op.rounding != RoundingMode::Zero) return {};
  const Polynomial sum = terms_.asPolynomial(site.terms[0]), divisor = terms_.asPolynomial(site.terms[1]);
  const unsigned width = site.type.width;
  const Polynomial x = plus(plus(sum, divisor, ~std::uint64_t{0}, width), {{{}, 1}}, 1, width);
  const auto number = terms_.constantInteger(site.terms[1]);
  // Written as a sum that ends in y - 1, and of something that there is.
  if (x.empty() || x.size() >= sum.size() || (number && *number < 2)) return {};
  const TermId dividend = terms_.findPolynomial(site.type, x);
  const Range y = strict(site, 1);
  if (!dividend.valid() || y.lower < 1) return {};
  const Range dividends = rangeOf(site.side, dividend, site.op);
  if (!floors && dividends.lower < 0) return {};
  Overflows overflows;
  if (dividends.upper + y.upper - 1 > (Wide{1} << (width - 1)) - 1) overflows.push_back(site.op);
  if (!overflows.empty() && trust_ == Trust::Nothing) return {};
  const TermId made = terms_.integer({OpKind::DivI, Signedness::Signed, RoundingMode::PositiveInf}, site.type, {dividend, site.terms[1]});
  return by(site, {floors ? "ceil_div_floor" : "ceil_div_trunc", made, {dividend, site.terms[1]}, overflows});
}

TermId NormalForm::division(const Site &site, IntegerOp op) {
  if (site.terms.size() != 2 || op.signedness != Signedness::Signed) return opaque(site);
  if (const TermId ceiled = ceilDivision(site, op); ceiled.valid()) return ceiled;
  Overflows overflows;
  if (op.rounding == RoundingMode::NegativeInf && strict(site, 1).lower >= 1 &&
      decided(site, overflows, [](const Range &x, const Range &y) { return x.lower >= 0 && y.lower >= 1; })) {
    op.rounding = RoundingMode::Zero;
    return by(site, {"floor_is_trunc", terms_.integer(op, site.type, site.terms), site.terms, overflows});
  }
  return terms_.integer(op, site.type, site.terms);
}

TermId NormalForm::extreme(const Site &site, const IntegerOp &op) {
  if (site.terms.size() != 2 || op.signedness != Signedness::Signed) return opaque(site);
  Overflows overflows;
  const bool least = op.kind == OpKind::MinI;
  if (decided(site, overflows, [](const Range &a, const Range &b) { return a.upper <= b.lower; })) {
    return by(site, {"known_extreme", site.terms[least ? 0 : 1], {}, overflows});
  }
  if (decided(site, overflows, [](const Range &a, const Range &b) { return b.upper <= a.lower; })) {
    return by(site, {"known_extreme", site.terms[least ? 1 : 0], {}, overflows});
  }
  return terms_.integer(op, site.type, site.terms);
}

TermId NormalForm::comparison(const Site &site, IntegerOp op) {
  if (site.terms.size() != 2 || !op.predicate) return opaque(site);
  const bool isSigned = op.signedness == Signedness::Signed;
  const auto natural = [](const Range &a, const Range &b) { return a.lower >= 0 && b.lower >= 0; };
  Overflows overflows;
  for (const bool outcome : {false, true}) {
    overflows.clear();
    const auto decides = [&](const Range &a, const Range &b) {
      return (isSigned || natural(a, b)) && compare(*op.predicate, a, b) == std::optional(outcome);
    };
    if (!decided(site, overflows, decides)) continue;
    return by(site, {"known_compare", terms_.constant(site.type, outcome ? 1 : 0), {}, overflows});
  }
  overflows.clear();
  if (!isSigned && decided(site, overflows, natural)) {
    op.signedness = Signedness::Signed;
    by(site, {"compare_sign", terms_.integer(op, site.type, site.terms), site.terms, overflows});
  }
  std::vector<TermId> operands = site.terms;
  if (op.predicate == ComparisonPredicate::GreaterThan || op.predicate == ComparisonPredicate::GreaterThanOrEqual) {
    const bool strictly = op.predicate == ComparisonPredicate::GreaterThan;
    op.predicate = flipped(*op.predicate);
    const TermId made = terms_.integer(op, site.type, {operands[1], operands[0]});
    return by(site, {strictly ? "compare_flip_gt" : "compare_flip_ge", made, operands});
  }
  if (site.side.graph[site.id].commutes) std::sort(operands.begin(), operands.end());
  return terms_.integer(op, site.type, operands);
}

TermId NormalForm::logic(const Site &site, const IntegerOp &op) {
  if (site.terms.size() != 2) return opaque(site);
  const std::uint64_t ones = maskOf(site.type.width);
  const TermId a = site.terms[0], b = site.terms[1];
  if (a == b && op.kind != OpKind::XOrI) return by(site, {op.kind == OpKind::AndI ? "and_same" : "or_same", a, {a}});
  for (const auto &[constant, other] : {std::pair{a, b}, std::pair{b, a}}) {
    const auto bits = terms_.constantBits(constant);
    if (!bits || (*bits != 0 && *bits != ones)) continue;
    const bool isZero = *bits == 0;
    if (op.kind == OpKind::XOrI && !isZero) {
      if (const TermId negation = negated(site, other); negation.valid()) return negation;
      continue;
    }
    const std::string_view rule = op.kind == OpKind::AndI  ? (isZero ? "and_zero" : "and_ones")
                                  : op.kind == OpKind::OrI ? (isZero ? "or_zero" : "or_ones")
                                                           : "xor_zero";
    return by(site, {rule, isZero == (op.kind == OpKind::AndI) ? constant : other, {other}});
  }
  return terms_.integer(op, site.type, site.terms);
}

/// The comparison that is true where that one is not, or what was negated before, turned so that it asks for less. Invalid for what is no
/// comparison.
TermId NormalForm::negated(const Site &site, TermId compared) {
  const Term term = terms_[compared];
  if (term.kind == Term::Kind::Integer && term.integer.kind == OpKind::XOrI && term.operands.size() == 2)
    for (const auto &[constant, other] : {std::pair{term.operands[0], term.operands[1]}, std::pair{term.operands[1], term.operands[0]}})
      if (terms_.constantBits(constant) == std::optional(maskOf(site.type.width))) return by(site, {"xor_twice", other, {other}});
  if (site.type.width != 1 || term.kind != Term::Kind::Integer || term.integer.kind != OpKind::CmpI) return {};
  IntegerOp op = term.integer;
  std::vector<TermId> operands = term.operands;
  std::string_view rule;
  switch (*op.predicate) {
    case ComparisonPredicate::Equal:
      op.predicate = ComparisonPredicate::NotEqual;
      rule = "not_eq";
      break;
    case ComparisonPredicate::NotEqual:
      op.predicate = ComparisonPredicate::Equal;
      rule = "not_ne";
      break;
    case ComparisonPredicate::LessThan:
      op.predicate = ComparisonPredicate::LessThanOrEqual;
      rule = "not_lt";
      break;
    case ComparisonPredicate::LessThanOrEqual:
      op.predicate = ComparisonPredicate::LessThan;
      rule = "not_le";
      break;
    default: return {};
  }
  if (rule == "not_lt" || rule == "not_le") std::swap(operands[0], operands[1]);
  return by(site, {rule, terms_.integer(op, site.type, operands), term.operands});
}

TermId NormalForm::select(const Site &site, TermId condition, TermId then, TermId otherwise) {
  if (then == otherwise) return by(site, {"select_same", then, {then, condition}});
  if (const auto chosen = terms_.constantBits(condition)) {
    const bool isTrue = (*chosen & 1) != 0;
    return by(site, {isTrue ? "select_true" : "select_false", isTrue ? then : otherwise, {then, otherwise}});
  }
  const Term compared = terms_[condition];
  if (site.type.width != 0 && compared.kind == Term::Kind::Integer && compared.integer.kind == OpKind::CmpI)
    if (const TermId chosen = choose(site, compared, then, otherwise); chosen.valid()) return chosen;
  return terms_.integer({OpKind::Select}, site.type, {condition, then, otherwise});
}

/// The lesser or the greater of what is compared. Invalid when it is neither.
TermId NormalForm::choose(const Site &site, const Term &condition, TermId then, TermId otherwise) {
  const ComparisonPredicate predicate = *condition.integer.predicate;
  if (predicate != ComparisonPredicate::LessThan && predicate != ComparisonPredicate::LessThanOrEqual) return {};
  const std::vector<TermId> &x = condition.operands;
  const bool straight = then == x[0] && otherwise == x[1], crossed = then == x[1] && otherwise == x[0];
  if (!straight && !crossed) return {};
  // Comparisons are turned so that they ask for less.
  const bool strictly = predicate == ComparisonPredicate::LessThan;
  const TermId made = terms_.integer({straight ? OpKind::MinI : OpKind::MaxI, condition.integer.signedness}, site.type, {then, otherwise});
  return by(site, {straight ? (strictly ? "min_lt" : "min_le") : (strictly ? "max_lt" : "max_le"), made, x});
}

}  // namespace tileport::align
