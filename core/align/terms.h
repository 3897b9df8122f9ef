// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "align/flat.h"
#include "align/keys.h"
#include "support/ids.h"
#include "tileir/op_info.h"

namespace tileport::align {

/// What values of both sides are, in one spelling: two values are equal by the rules (docs/rules.md) when they have one number.
using TermId = Id<struct TermTag>;

/// The type of a term: its key, and the width of its integers (0: it has none).
struct TermType {
  Key key = 0;
  unsigned width = 0;

  bool operator==(const TermType &) const = default;
};

/// Product of terms with a coefficient modulo 2^width; without factors a constant.
struct Monomial {
  std::vector<TermId> factors;  ///< sorted
  std::uint64_t coefficient = 0;

  bool operator==(const Monomial &) const = default;
};
/// Sorted by factors, no coefficient 0.
using Polynomial = std::vector<Monomial>;

/// What an integer op says apart from its operands.
struct IntegerOp {
  tileir::OpKind kind{};
  std::optional<tileir::Signedness> signedness = {};
  std::optional<tileir::RoundingMode> rounding = {};
  std::optional<tileir::ComparisonPredicate> predicate = {};

  auto operator<=>(const IntegerOp &) const = default;
};

struct Term {
  enum class Kind : std::uint8_t {
    Leaf,        ///< something that no rule looks into
    Constant,    ///< an integer, the same in every element
    Integer,     ///< an op of `integer` on operands
    Polynomial,  ///< sums of products of other terms
    Opaque,      ///< any other op on operands
  };
  Kind kind = Kind::Leaf;
  TermType type;
  std::uint64_t bits = 0;        ///< Constant: zero-extended
  IntegerOp integer;             ///< Integer
  Key content = 0;               ///< Opaque; Leaf: what it stands for
  std::vector<TermId> operands;  ///< Integer, Opaque
  Polynomial polynomial;         ///< Polynomial
};

/// Numbers terms so that equal ones have one number.
class TermStore {
 public:
  const Term &operator[](TermId id) const { return terms_[id.index()]; }

  TermId leaf(std::uint32_t kind, std::uint32_t number, std::uint32_t result, TermType type);
  TermId constant(TermType type, std::uint64_t bits);
  TermId integer(const IntegerOp &op, TermType type, std::vector<TermId> operands);
  TermId opaque(Key content, TermType type, std::vector<TermId> operands);
  /// A sum of one term with coefficient 1 is that term; one without terms is 0.
  TermId polynomial(TermType type, Polynomial sum);
  /// The same, invalid when nobody has that yet.
  TermId findPolynomial(TermType type, const Polynomial &sum) const;

  /// The term as a polynomial of its type.
  Polynomial asPolynomial(TermId id) const;
  /// The integer that a constant is, as unsigned and sign-extended; absent for all other terms.
  std::optional<std::uint64_t> constantBits(TermId id) const;
  std::optional<std::int64_t> constantInteger(TermId id) const;

 private:
  using Spelling = std::vector<std::uint32_t>;
  TermId number(const Spelling &spelling, Term term);
  static Spelling spell(const Term &term);
  std::optional<TermId> simple(TermType type, const Polynomial &sum) const;

  std::vector<Term> terms_;
  ListIndex numbers_;
};

std::uint64_t maskOf(unsigned width);

/// Sums and products modulo 2^width. Absent when the product has more parts than a person would follow.
Polynomial plus(const Polynomial &a, const Polynomial &b, std::uint64_t factor, unsigned width);
std::optional<Polynomial> times(const Polynomial &a, const Polynomial &b, unsigned width);

}  // namespace tileport::align
