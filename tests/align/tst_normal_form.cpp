// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <map>
#include <random>
#include <set>

#include "align/graph.h"
#include "align/match.h"
#include "align/normal_form.h"
#include "align/roles.h"
#include "oracle/interpreter.h"
#include "oracle/small_programs.h"

using namespace tileport;
using namespace tileport::align;
using namespace tileport::tileir;

/// The normal form against what programs compute: random programs on numbers of 8 bits are run by the oracle, and values that have one term
/// must have been equal in every run in which nothing overflowed that was taken not to.
class TestNormalForm : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalTermsAreEqualNumbers_data();
  void equalTermsAreEqualNumbers();
  void cleanupTestCase();

 private:
  std::map<std::string, std::size_t> rules_;  ///< how often each was applied
  std::size_t compared_ = 0;                  ///< pairs of values that rules alone made equal, times runs
};

namespace {

using Random = std::mt19937_64;

/// Writes a program of one entry on three numbers: %a is at least 0, %b from 1 to 7, of %c nothing is known.
class Sketch {
 public:
  explicit Sketch(std::uint64_t seed) : random_(seed) {
    text_ =
        "entry @t(%out: tile<ptr<i8>>, %x: tile<i8>, %y: tile<i8>, %c: tile<i8>) {\n"
        "  %a = assume bounded<0, ?>, %x : tile<i8>\n"
        "  %b = assume bounded<1, 7>, %y : tile<i8>\n";
    numbers_ = {"%a", "%b", "%c"};
    divisors_ = {"%b"};
    for (const int n : {0, 1, 2, 3, 8, -1, 127, -128}) {
      const std::string name = number(n);
      if (n > 0) divisors_.push_back(name);
    }
    for (const char *flag : {"true", "false"}) flags_.push_back(add(std::string("constant <i1: ") + flag + "> : tile<i1>"));
  }

  std::string write(int ops) {
    for (int i = 0; i < ops; ++i) writeOp();
    std::vector<std::string> stored = numbers_;
    for (const std::string &flag : flags_) stored.push_back(add("exti " + flag + " unsigned : tile<i1> -> tile<i8>"));
    for (std::size_t i = 0; i < stored.size(); ++i) {
      const std::string at = add("constant <i32: " + std::to_string(i) + "> : tile<i32>");
      const std::string to = add("offset %out, " + at + " : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>");
      add("store_ptr_tko weak " + to + ", " + stored[i] + " : tile<ptr<i8>>, tile<i8> -> token");
    }
    return text_ + "  return\n}\n";
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  const std::string &any(const std::vector<std::string> &of) { return of[below(of.size())]; }
  std::string add(const std::string &op) {
    const std::string name = "%v" + std::to_string(next_++);
    text_ += "  " + name + " = " + op + '\n';
    return name;
  }
  std::string number(int n) { return numbers_.emplace_back(add("constant <i8: " + std::to_string(n) + "> : tile<i8>")); }
  std::string signedness() { return below(4) == 0 ? "unsigned" : "signed"; }
  std::string predicate() {
    static const std::vector<std::string> all = {
        "equal", "not_equal", "less_than", "less_than_or_equal", "greater_than", "greater_than_or_equal"};
    return any(all);
  }
  std::string binary(const std::string &kind, const std::string &x, const std::string &y, const std::string &rest = "") {
    return numbers_.emplace_back(add(kind + ' ' + x + ", " + y + rest + " : tile<i8>"));
  }
  std::string divided(const std::string &x, const std::string &y, const std::string &rounding) {
    return binary("divi", x, y, rounding == "zero" ? " signed" : " signed rounding<" + rounding + ">");
  }
  std::string compared(const std::string &x, const std::string &y) {
    return flags_.emplace_back(add("cmpi " + predicate() + ' ' + x + ", " + y + ", " + signedness() + " : tile<i8> -> tile<i1>"));
  }
  std::string chosen(const std::string &flag, const std::string &x, const std::string &y) {
    if (below(2) == 0) return numbers_.emplace_back(add("select " + flag + ", " + x + ", " + y + " : tile<i1>, tile<i8>"));
    return numbers_.emplace_back(
        add("if " + flag + " -> (tile<i8>) {\n    yield " + x + " : tile<i8>\n  } else {\n    yield " + y + " : tile<i8>\n  }"));
  }

  void writeOp() {
    static const std::vector<std::string> sums = {"addi", "subi", "muli", "addi", "subi"},
                                          roundings = {"zero", "negative_inf", "positive_inf"}, bits = {"andi", "ori", "xori"};
    const std::string x = any(numbers_), y = any(numbers_);
    switch (below(12)) {
      case 0:
      case 1: binary(any(sums), x, y); break;
      case 2: divided(x, any(divisors_), any(roundings)); break;
      case 3: binary("remi", x, any(divisors_), " signed"); break;
      case 4: binary(below(2) == 0 ? "mini" : "maxi", x, y, ' ' + signedness()); break;
      case 5: compared(x, y); break;
      case 6:
        if (flags_.empty()) break;
        flags_.push_back(add(any(bits) + ' ' + any(flags_) + ", " + any(flags_) + " : tile<i1>"));
        break;
      case 7: binary(any(bits), x, y); break;
      case 8:
        if (!flags_.empty()) chosen(any(flags_), x, y);
        break;
      case 9: chosen(compared(x, y), x, y); break;
      case 10: writeCeilDivision(x); break;
      default: writeModulo(x); break;
    }
  }

  /// Spelled out and as the op rounds.
  void writeCeilDivision(const std::string &x) {
    const std::string y = any(divisors_), one = number(1);
    const std::string sum = below(2) == 0 ? binary("subi", binary("addi", x, y), one) : binary("addi", binary("subi", y, one), x);
    divided(sum, y, below(2) == 0 ? "negative_inf" : "zero");
    divided(x, y, "positive_inf");
  }

  /// A remainder that has the divisor's sign.
  void writeModulo(const std::string &x) {
    const std::string y = any(divisors_), zero = number(0), rest = binary("remi", x, y, " signed");
    const auto isNegative = [&](const std::string &v) {
      return flags_.emplace_back(add("cmpi less_than " + v + ", " + zero + ", signed : tile<i8> -> tile<i1>"));
    };
    const std::string differ = add("xori " + isNegative(rest) + ", " + isNegative(y) + " : tile<i1>");
    const std::string some = add("cmpi not_equal " + rest + ", " + zero + ", signed : tile<i8> -> tile<i1>");
    const std::string both = add("andi " + differ + ", " + some + " : tile<i1>");
    flags_.insert(flags_.end(), {differ, some, both});
    numbers_.push_back(add("select " + both + ", " + binary("addi", rest, y) + ", " + rest + " : tile<i1>, tile<i8>"));
  }

  Random random_;
  std::string text_;
  int next_ = 0;
  std::vector<std::string> numbers_, flags_, divisors_;
};

/// A program with its normal form, and where each of its numbers is stored.
struct Formed {
  explicit Formed(ProgramPtr made)
      : program(std::move(made)),
        left(*program, interner, facts),
        right(*program, interner, facts),
        matched(matchWithItself()),
        normal(left, right, matched.matching, interner) {
    for (std::size_t i = 0; i < program->opCount(); ++i)
      if (const OpId op{i}; program->op(op).kind == OpKind::StorePtrTko) stored.push_back(program->operands(op)[1]);
  }

  MatchResult matchWithItself() {
    const FunctionId entry{0};
    return match(left, right, {{entry, entry, pairArguments(*program, entry, *program, entry)}}, 50'000'000, {});
  }
  TermId termOf(ValueId value) const { return normal.termOf(true, left.classOf(value), left.resultOf(value)); }

  /// What the rules take for granted that made the value, and all that it is made of.
  std::set<OpId> overflowsOf(ValueId value) const {
    std::set<OpId> all;
    std::set<ClassId> seen;
    std::vector<ClassId> open{left.classOf(value)};
    while (!open.empty()) {
      const ClassId id = open.back();
      open.pop_back();
      if (!id.valid() || !seen.insert(id).second || left[id].kind != ClassKind::Op) continue;
      for (const AppliedRule &rule : normal.rulesOf(true, id)) all.insert(rule.overflows.begin(), rule.overflows.end());
      for (const Use &use : left[id].operands) open.push_back(use.value);
      for (const OpId exit : left.liveness().exits(left[id].op))
        for (const ValueId yielded : program->operands(exit)) open.push_back(left.classOf(yielded));
    }
    return all;
  }

  Interner interner;
  FactStore facts;
  ProgramPtr program;
  Graph left, right;
  MatchResult matched;
  NormalForm normal;
  std::vector<ValueId> stored;
};

std::int8_t byteAt(const oracle::Buffer &buffer, std::size_t at) { return static_cast<std::int8_t>(buffer.bytes[at]); }

/// Whether an addition, subtraction or multiplication left the range in a run, or the sum x + y - 1 that a division by y divides. The
/// operands are stored.
bool overflowed(const Formed &formed, OpId op, const oracle::Buffer &buffer) {
  std::vector<int> numbers;
  for (const ValueId operand : formed.program->operands(op)) {
    const auto at = std::find(formed.stored.begin(), formed.stored.end(), operand);
    if (at == formed.stored.end()) return true;  // not known: says nothing
    numbers.push_back(byteAt(buffer, static_cast<std::size_t>(at - formed.stored.begin())));
  }
  const OpKind kind = formed.program->op(op).kind;
  if (kind == OpKind::DivI) return static_cast<std::int8_t>(numbers[0] - numbers[1] + 1) + numbers[1] - 1 > INT8_MAX;
  const int exact = kind == OpKind::AddI   ? numbers[0] + numbers[1]
                    : kind == OpKind::SubI ? numbers[0] - numbers[1]
                                           : numbers[0] * numbers[1];
  return exact < INT8_MIN || exact > INT8_MAX;
}

}  // namespace

void TestNormalForm::equalTermsAreEqualNumbers_data() {
  QTest::addColumn<int>("seed");
  for (int seed = 0; seed < 400; ++seed) QTest::newRow(std::to_string(seed).c_str()) << seed;
}

void TestNormalForm::equalTermsAreEqualNumbers() {
  QFETCH(int, seed);
  const std::string text = Sketch(static_cast<std::uint64_t>(seed)).write(24);
  const auto read = readText(text, "sketch.mlir");
  QVERIFY2(read.ok(), read.ok() ? "" : (read.error().toString() + "\n" + text).c_str());
  if (qEnvironmentVariableIsSet("TILEPORT_SKETCH")) qInfo().noquote() << QString::fromStdString(text);
  const Formed formed(*read);
  for (std::size_t i = 0; i < formed.left.classCount(); ++i)
    for (const AppliedRule &rule : formed.normal.rulesOf(true, ClassId(i))) ++rules_[std::string(rule.name)];

  std::map<TermId, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < formed.stored.size(); ++i) groups[formed.termOf(formed.stored[i])].push_back(i);
  std::vector<std::set<OpId>> overflows;
  for (const ValueId value : formed.stored) overflows.push_back(formed.overflowsOf(value));

  Random random(static_cast<std::uint64_t>(seed) + 1);
  constexpr int kRuns = 40;
  for (int run = 0; run < kRuns; ++run) {
    oracle::Launch launch;
    launch.buffers.push_back(oracle::zeros("out", ScalarKind::I8, formed.stored.size()));
    static const std::vector<int> edges = {0, 1, 2, 7, 8, 126, 127, -1, -2, -127, -128};
    const auto any = [&] { return random() % 2 == 0 ? edges[random() % edges.size()] : static_cast<int>(random() % 256) - 128; };
    const auto bits = [](int n) { return static_cast<std::uint64_t>(static_cast<std::uint8_t>(n)); };
    launch.arguments = {oracle::BufferArgument{0, 0}, oracle::ScalarArgument{bits(any() & 127)}, oracle::ScalarArgument{1 + random() % 7},
                        oracle::ScalarArgument{bits(any())}};
    launch.options.findRaces = false;
    const auto outcome = oracle::run(*formed.program, launch);
    QVERIFY(outcome.ok());
    QVERIFY2(outcome->ok(), outcome->ok() ? "" : outcome->fault->toString(*formed.program).c_str());
    const oracle::Buffer &buffer = outcome->buffers[0];
    for (const auto &[term, members] : groups) {
      QVERIFY(term.valid());
      for (std::size_t i = 1; i < members.size(); ++i) {
        const std::size_t a = members[0], b = members[i];
        if (formed.left.classOf(formed.stored[a]) == formed.left.classOf(formed.stored[b])) continue;
        std::set<OpId> granted = overflows[a];
        granted.insert(overflows[b].begin(), overflows[b].end());
        if (std::any_of(granted.begin(), granted.end(), [&](OpId op) { return overflowed(formed, op, buffer); })) continue;
        ++compared_;
        const auto describe = [&](std::size_t n) {
          return formed.program->listing().valueNames[formed.stored[n].index()] + " = " + std::to_string(byteAt(buffer, n));
        };
        QVERIFY2(byteAt(buffer, a) == byteAt(buffer, b), (describe(a) + ", " + describe(b)).c_str());
      }
    }
  }
}

/// Every rule must have had its part.
void TestNormalForm::cleanupTestCase() {
  QString counts;
  for (const auto &[rule, count] : rules_) counts += QString::fromStdString(rule) + ' ' + QString::number(count) + ", ";
  qInfo().noquote() << counts << "compared" << compared_;
  for (const char *rule :
       {"and_ones",     "and_same",       "and_zero", "ceil_div_floor", "ceil_div_trunc", "compare_flip_ge", "compare_flip_gt",
        "compare_sign", "floor_is_trunc", "fold",     "if_select",      "known_compare",  "known_extreme",   "max_le",
        "max_lt",       "min_le",         "min_lt",   "not_eq",         "not_le",         "not_lt",          "not_ne",
        "or_ones",      "or_same",        "or_zero",  "ring",           "select_false",   "select_same",     "select_true",
        "xor_zero"})
    QVERIFY2(rules_[rule] > 0, rule);
  QVERIFY(compared_ > 10'000);
}

QTEST_APPLESS_MAIN(TestNormalForm)
#include "tst_normal_form.moc"
