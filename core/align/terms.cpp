// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/terms.h"

#include <algorithm>

namespace tileport::align {

namespace {

void put(std::vector<std::uint32_t> &spelling, std::uint64_t number) {
  spelling.push_back(static_cast<std::uint32_t>(number));
  spelling.push_back(static_cast<std::uint32_t>(number >> 32));
}

template <class Enum>
std::uint32_t ordinal(const std::optional<Enum> &value) {
  return value ? static_cast<std::uint32_t>(*value) + 1 : 0;
}

}  // namespace

std::uint64_t maskOf(unsigned width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

/// a + factor * b.
Polynomial plus(const Polynomial &a, const Polynomial &b, std::uint64_t factor, unsigned width) {
  std::map<std::vector<TermId>, std::uint64_t> sum;
  for (const Monomial &m : a) sum[m.factors] += m.coefficient;
  for (const Monomial &m : b) sum[m.factors] += factor * m.coefficient;
  Polynomial result;
  for (const auto &[factors, coefficient] : sum)
    if ((coefficient & maskOf(width)) != 0) result.push_back({factors, coefficient & maskOf(width)});
  return result;
}

std::optional<Polynomial> times(const Polynomial &a, const Polynomial &b, unsigned width) {
  constexpr std::size_t kMostParts = 32, kMostFactors = 4;
  if (a.size() * b.size() > kMostParts) return std::nullopt;
  Polynomial product;
  for (const Monomial &x : a)
    for (const Monomial &y : b) {
      Monomial m{x.factors, x.coefficient * y.coefficient};
      m.factors.insert(m.factors.end(), y.factors.begin(), y.factors.end());
      if (m.factors.size() > kMostFactors) return std::nullopt;
      std::sort(m.factors.begin(), m.factors.end());
      product = plus(product, {m}, 1, width);
    }
  return product;
}

TermStore::Spelling TermStore::spell(const Term &term) {
  Spelling spelling{static_cast<std::uint32_t>(term.kind), term.type.key, term.content};
  switch (term.kind) {
    case Term::Kind::Leaf: break;  // spelled by whoever makes it
    case Term::Kind::Constant: put(spelling, term.bits); break;
    case Term::Kind::Integer:
      spelling.insert(spelling.end(), {static_cast<std::uint32_t>(term.integer.kind), ordinal(term.integer.signedness),
                                       ordinal(term.integer.rounding), ordinal(term.integer.predicate)});
      [[fallthrough]];
    case Term::Kind::Opaque:
      for (const TermId operand : term.operands) spelling.push_back(operand.value);
      break;
    case Term::Kind::Polynomial:
      for (const Monomial &m : term.polynomial) {
        spelling.push_back(static_cast<std::uint32_t>(m.factors.size()));
        for (const TermId factor : m.factors) spelling.push_back(factor.value);
        put(spelling, m.coefficient);
      }
      break;
  }
  return spelling;
}

TermId TermStore::number(const Spelling &spelling, Term term) {
  if (const std::uint32_t known = numbers_.find(spelling); known != HashIndex::kNone) return TermId(known);
  const TermId id{terms_.size()};
  terms_.push_back(std::move(term));
  numbers_.insert(spelling, id.value);
  return id;
}

TermId TermStore::leaf(std::uint32_t kind, std::uint32_t number, std::uint32_t result, TermType type) {
  Term term;
  term.type = type;
  Spelling spelling = spell(term);
  spelling.insert(spelling.end(), {kind, number, result});
  return this->number(spelling, std::move(term));
}

TermId TermStore::constant(TermType type, std::uint64_t bits) {
  Term term;
  term.kind = Term::Kind::Constant;
  term.type = type;
  term.bits = bits & maskOf(type.width);
  return number(spell(term), term);
}

TermId TermStore::integer(const IntegerOp &op, TermType type, std::vector<TermId> operands) {
  Term term;
  term.kind = Term::Kind::Integer;
  term.type = type;
  term.integer = op;
  term.operands = std::move(operands);
  if (tileir::info(op.kind).commutative) std::sort(term.operands.begin(), term.operands.end());
  return number(spell(term), term);
}

TermId TermStore::opaque(Key content, TermType type, std::vector<TermId> operands) {
  Term term;
  term.kind = Term::Kind::Opaque;
  term.type = type;
  term.content = content;
  term.operands = std::move(operands);
  return number(spell(term), term);
}

/// The term that a polynomial is without being a sum.
std::optional<TermId> TermStore::simple(TermType type, const Polynomial &sum) const {
  if (sum.size() == 1 && sum[0].factors.size() == 1 && sum[0].coefficient == 1) return sum[0].factors[0];
  const bool isConstant = sum.empty() || (sum.size() == 1 && sum[0].factors.empty());
  if (!isConstant) return std::nullopt;
  Term term;
  term.kind = Term::Kind::Constant;
  term.type = type;
  term.bits = sum.empty() ? 0 : sum[0].coefficient;
  const std::uint32_t known = numbers_.find(spell(term));
  return known != HashIndex::kNone ? TermId(known) : TermId();
}

TermId TermStore::findPolynomial(TermType type, const Polynomial &sum) const {
  if (const auto id = simple(type, sum)) return *id;
  Term term;
  term.kind = Term::Kind::Polynomial;
  term.type = type;
  term.polynomial = sum;
  const std::uint32_t known = numbers_.find(spell(term));
  return known != HashIndex::kNone ? TermId(known) : TermId();
}

TermId TermStore::polynomial(TermType type, Polynomial sum) {
  if (const auto id = simple(type, sum)) return id->valid() ? *id : constant(type, sum.empty() ? 0 : sum[0].coefficient);
  Term term;
  term.kind = Term::Kind::Polynomial;
  term.type = type;
  term.polynomial = std::move(sum);
  return number(spell(term), term);
}

Polynomial TermStore::asPolynomial(TermId id) const {
  const Term &term = terms_[id.index()];
  if (term.kind == Term::Kind::Polynomial) return term.polynomial;
  if (term.kind != Term::Kind::Constant) return {{{id}, 1}};
  return term.bits == 0 ? Polynomial{} : Polynomial{{{}, term.bits}};
}

std::optional<std::uint64_t> TermStore::constantBits(TermId id) const {
  const Term &term = terms_[id.index()];
  return term.kind == Term::Kind::Constant ? std::optional(term.bits) : std::nullopt;
}

std::optional<std::int64_t> TermStore::constantInteger(TermId id) const {
  const Term &term = terms_[id.index()];
  if (term.kind != Term::Kind::Constant || term.type.width == 0) return std::nullopt;
  const unsigned shift = 64 - term.type.width;
  return static_cast<std::int64_t>(term.bits << shift) >> shift;
}

}  // namespace tileport::align
