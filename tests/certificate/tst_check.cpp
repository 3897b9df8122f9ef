// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Certificates that hold are accepted, and none is of programs that differ.
#include <QFileInfo>
#include <QTest>
#include <functional>

#include "certificate/check.h"
#include "certificate/prover.h"
#include "certificate/writer.h"
#include "mutate/edits.h"
#include "mutate/synthetic.h"
#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/text_reader.h"

using namespace tileport;
using namespace tileport::certificate;
using namespace tileport::certificate::test;
using tileir::OpKind;
using tileir::ProgramPtr;

class TestCheck : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void acceptsAProgramAgainstItself_data();
  void acceptsAProgramAgainstItself();
  void acceptsNoDifferentPair_data();
  void acceptsNoDifferentPair();
  void acceptsSamePairs_data();
  void acceptsSamePairs();
  void acceptsNoMutantWithoutAnException_data();
  void acceptsNoMutantWithoutAnException();
  void proves_data();
  void proves();
  void provesAboutTokens_data();
  void provesAboutTokens();
  void refuses_data();
  void refuses();
  void answersLongOnes();
};

namespace {

ProgramPtr read(const std::string &text) {
  auto program = tileir::readText(text, "text");
  if (!program) return QTest::qFail(program.error().toString().c_str(), __FILE__, __LINE__), nullptr;
  return *program;
}

/// "refused: ...", "holds", or what it holds under.
QString answer(const Certificate &certificate, const ProgramPtr &reference, const ProgramPtr &port) {
  const auto checked = check(certificate, *reference, *port);
  if (!checked) return "refused: " + QString::fromStdString(checked.error().message);
  if (checked->unconditional()) return "holds";
  QString text = "holds under";
  for (const Assumption &assumption : checked->assumptions)
    text += QString::fromStdString(" [" + assumption.rule + ": " + assumption.condition + "]");
  for (const Exception &exception : checked->exceptions) text += QString::fromStdString(" (" + exception.what + ")");
  return text;
}

std::vector<std::filesystem::path> pairFiles() { return tileport::test::filesIn(TILEPORT_SOURCE_DIR "/tests/cases/pairs", ".mlir"); }

std::pair<std::string, std::string> halves(const std::string &path) {
  const std::string text = tileport::test::contentOf(path);
  const std::size_t divided = text.find("\n// against\n");
  return {text.substr(0, divided + 1), text.substr(divided + 1)};
}

/// Two programs, and the steps that prove them to be the same, by what the two have.
struct Proof {
  std::string reference, port;
  std::function<void(const tileir::Program &, const tileir::Program &, Certificate &)> write;
  bool whole = false;  ///< `write` adds all of the steps; otherwise the first store and the return come behind
};

constexpr const char *kHead = "entry @k(%p: tile<ptr<i32>>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>) {\n";
constexpr const char *kTail = "  %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token\n  return\n}\n";

Ref of(const tileir::Program &program, OpKind kind, std::size_t n = 0) { return resultOf(program, Side::Reference, kind, n); }
Ref at(const tileir::Program &program, OpKind kind, std::size_t n = 0) { return resultOf(program, Side::Port, kind, n); }

void pairUp(const tileir::Program &reference, const tileir::Program &port, EntryPair &entry, OpKind kind, std::vector<SlotPair> slots = {},
            std::size_t l = 0, std::size_t r = 0) {
  Step step;
  step.reference = opOf(reference, kind, l);
  step.port = opOf(port, kind, r);
  step.slots = std::move(slots);
  entry.steps.push_back(step);
}

/// The entries with all arguments; what `write` adds; store and return.
Certificate certify(const Proof &proof, const tileir::Program &reference, const tileir::Program &port) {
  Certificate certificate;
  EntryPair entry;
  entry.reference = entry.port = tileir::FunctionId(0);
  for (std::uint32_t n = 0; n < 4; ++n) entry.arguments.push_back({n, n});
  certificate.entries.push_back(entry);
  proof.write(reference, port, certificate);
  if (proof.whole) return certificate;
  pairUp(reference, port, certificate.entries[0], OpKind::StorePtrTko);
  pairUp(reference, port, certificate.entries[0], OpKind::Return);
  return certificate;
}

std::string body(const std::string &text) { return kHead + text + kTail; }

const std::string kCeilFloor =
    "  %a = constant <i32: 255> : tile<i32>\n  %b = constant <i32: 256> : tile<i32>\n  %s = addi %n, %a : tile<i32>\n"
    "  %r = divi %s, %b signed rounding<negative_inf> : tile<i32>\n";
const std::string kCeil = "  %b = constant <i32: 256> : tile<i32>\n  %r = divi %n, %b signed rounding<positive_inf> : tile<i32>\n";

void row(const char *name, const QString &expected, const Proof &proof) { QTest::newRow(name) << expected << proof; }

void ceilDiv(const tileir::Program &l, const tileir::Program &r, Certificate &c) {
  auto &steps = c.entries[0].steps;
  steps.push_back(equalBy(Step::Kind::Congruent, of(l, OpKind::Constant, 1), at(r, OpKind::Constant, 0)));
  steps.push_back(
      rewrite("ceil_div_floor", of(l, OpKind::DivI), at(r, OpKind::DivI), {argumentOf(l, Side::Reference, 1), of(l, OpKind::Constant, 1)}));
}

void ceilDivByFact(const tileir::Program &l, const tileir::Program &r, Certificate &c) {
  ceilDiv(l, r, c);
  c.entries[0].steps.back().witnesses = {of(l, OpKind::Assume), of(l, OpKind::Constant, 1)};
}

std::string assumed(std::string text) {
  for (std::size_t at = text.find("%n"); at != std::string::npos; at = text.find("%n", at + 2)) text.replace(at, 2, "%f");
  return "  %f = assume bounded<0, 1000>, %n : tile<i32>\n" + text;
}

void ifSelect(const tileir::Program &l, const tileir::Program &r, Certificate &c) {
  Term select;
  select.kind = OpKind::Select;
  select.operands = {argumentOf(l, Side::Reference, 3), of(l, OpKind::AddI), argumentOf(l, Side::Reference, 2)};
  select.typeOf = argumentOf(l, Side::Reference, 1);
  c.terms.push_back(select);
  auto &steps = c.entries[0].steps;
  const Ref term{Ref::Kind::Term, 0};
  steps.push_back(equalBy(Step::Kind::Congruent, of(l, OpKind::AddI), at(r, OpKind::AddI)));
  steps.push_back(rewrite("if_select", of(l, OpKind::If), term));
  steps.push_back(equalBy(Step::Kind::Congruent, term, at(r, OpKind::Select)));
}

const std::string kIf =
    "  %r = if %c -> (tile<i32>) {\n    %a = addi %n, %m : tile<i32>\n    yield %a : tile<i32>\n  } else {\n    yield %m : tile<i32>\n  "
    "}\n";
const std::string kSelect = "  %a = addi %n, %m : tile<i32>\n  %r = select %c, %a, %m : tile<i1>, tile<i32>\n";

std::string store(const std::string &result, const std::string &value, const std::string &token = "") {
  return "  " + result + " = store_ptr_tko weak %p, " + value + (token.empty() ? "" : " token=" + token) +
         " : tile<ptr<i32>>, tile<i32> -> token\n";
}

const std::string kBounds = "  %z = constant <i32: 0> : tile<i32>\n  %o = constant <i32: 1> : tile<i32>\n";

/// A loop that carries a token, and what it passes on; the last store waits for what it gives.
std::string carrying(const std::string &passed, const std::string &in = "%t0") {
  return kHead + kBounds + store("%t0", "%n") + "  %r = for %i in (%z to %n, step %o) : tile<i32> iter_values(%x = " + in +
         ") -> (token) {\n" + store("%s", "%i", "%x") + "    continue " + passed + " : token\n  }\n" + store("%u", "%m", "%r") +
         "  return\n}\n";
}

const std::string kNotCarrying = kHead + kBounds + store("%t0", "%n") + "  for %i in (%z to %n, step %o) : tile<i32> {\n" +
                                 store("%s", "%i", "%t0") + "  }\n" + store("%u", "%m", "%t0") + "  return\n}\n";

void bounds(const tileir::Program &l, const tileir::Program &r, EntryPair &entry) {
  for (std::size_t n = 0; n < 2; ++n)
    entry.steps.push_back(equalBy(Step::Kind::Congruent, of(l, OpKind::Constant, n), at(r, OpKind::Constant, n)));
}

void leave(const tileir::Program &l, const tileir::Program &r, EntryPair &entry, OpKind kind) {
  pairUp(l, r, entry, kind);
  entry.steps.back().kind = Step::Kind::Leave;
}

void unchanged(const tileir::Program &l, const tileir::Program &r, Certificate &c, bool late) {
  EntryPair &entry = c.entries[0];
  bounds(l, r, entry);
  pairUp(l, r, entry, OpKind::StorePtrTko);
  pairUp(l, r, entry, OpKind::For);
  const Ref first = of(l, OpKind::StorePtrTko), given = of(l, OpKind::For);
  const tileir::OpId loop = opOf(l, OpKind::For);
  const Ref carried = refOf(Side::Reference, l.argument(l.block(l.region(loop, 0), 0), 1));
  entry.steps.push_back(equalBy(Step::Kind::Unchanged, carried, first));
  pairUp(l, r, entry, OpKind::StorePtrTko, {}, 1, 1);
  pairUp(l, r, entry, OpKind::Continue);
  if (!late) entry.steps.push_back(equalBy(Step::Kind::Unchanged, given, first));
  leave(l, r, entry, OpKind::For);
  if (late) entry.steps.push_back(equalBy(Step::Kind::Unchanged, given, first));
  pairUp(l, r, entry, OpKind::StorePtrTko, {}, 2, 2);
  pairUp(l, r, entry, OpKind::Return);
}

/// The same, and the last store waits for what came before the loop.
std::string carryingForItself(const std::string &passed, const std::string &in) {
  std::string text = carrying(passed, in);
  text.replace(text.rfind("%r"), 2, "%t0");
  return text.insert(text.find(kBounds), "  %w = make_token : token\n");
}

/// Without a word of what the loop gives.
void unchangedInside(const tileir::Program &l, const tileir::Program &r, Certificate &c) {
  unchanged(l, r, c, true);
  std::vector<Step> &steps = c.entries[0].steps;
  steps.erase(steps.end() - 3);
}

std::string asserting(bool first) {
  const std::string check = "  assert %c, \"no\" : tile<i1>\n";
  return kHead + (first ? check : "") + store("%t", "%n") + (first ? "" : check) + "  return\n}\n";
}

void acrossAnAssert(const tileir::Program &l, const tileir::Program &r, Certificate &c) {
  for (const OpKind kind : {OpKind::Assert, OpKind::StorePtrTko, OpKind::Return}) pairUp(l, r, c.entries[0], kind);
}

void acrossAnAssertOtherwise(const tileir::Program &l, const tileir::Program &r, Certificate &c) {
  for (const OpKind kind : {OpKind::StorePtrTko, OpKind::Assert, OpKind::Return}) pairUp(l, r, c.entries[0], kind);
}

std::string joiningThree(const std::string &join) {
  return kHead + store("%a", "%n") + store("%b", "%m") + store("%d", "%m", "%b") + "  %j = join_tokens " + join + " : token\n" +
         store("%u", "%m", "%j") + "  return\n}\n";
}

void joinOfSame(const tileir::Program &l, const tileir::Program &r, Certificate &c) {
  EntryPair &entry = c.entries[0];
  for (std::size_t n = 0; n < 3; ++n) pairUp(l, r, entry, OpKind::StorePtrTko, {}, n, n);
  entry.steps.push_back(equalBy(Step::Kind::JoinOfSame, of(l, OpKind::JoinTokens), at(r, OpKind::JoinTokens)));
  pairUp(l, r, entry, OpKind::StorePtrTko, {}, 3, 3);
  pairUp(l, r, entry, OpKind::Return);
}

/// A store of n or of what is n by a fact that comes later, behind an assert or in a branch.
std::string factLater(bool branch, const std::string &stored) {
  const std::string fact = "  %f = assume bounded<3, ?>, %n : tile<i32>\n" + store("%u", "%f");
  return kHead + std::string("  %z = constant <i32: 0> : tile<i32>\n  %r = maxi %n, %z signed : tile<i32>\n") + store("%t", stored) +
         (branch ? "  if %c {\n" + fact + "  }\n" : "  assert %c, \"no\" : tile<i1>\n" + fact) + "  return\n}\n";
}

void byAFactLater(const tileir::Program &l, const tileir::Program &r, Certificate &c, bool branch) {
  EntryPair &entry = c.entries[0];
  entry.steps.push_back(rewrite("known_extreme", of(l, OpKind::MaxI), argumentOf(l, Side::Reference, 1), {},
                                {of(l, OpKind::Assume), of(l, OpKind::Constant)}));
  pairUp(l, r, entry, OpKind::StorePtrTko);
  pairUp(l, r, entry, branch ? OpKind::If : OpKind::Assert);
  pairUp(l, r, entry, OpKind::StorePtrTko, {}, 1, 1);
  if (branch) pairUp(l, r, entry, OpKind::Yield);
  if (branch) leave(l, r, entry, OpKind::If);
  pairUp(l, r, entry, OpKind::Return);
}

/// The same without the step that would need the fact.
void withoutAFact(const tileir::Program &l, const tileir::Program &r, Certificate &c, bool branch) {
  byAFactLater(l, r, c, branch);
  c.entries[0].steps.front() = equalBy(Step::Kind::Congruent, of(l, OpKind::Constant), at(r, OpKind::Constant));
}

/// One turn in two passes on another token, before it is said that none does.
void unchangedTooLate(const tileir::Program &l, const tileir::Program &r, Certificate &c) {
  EntryPair &entry = c.entries[0];
  bounds(l, r, entry);
  pairUp(l, r, entry, OpKind::StorePtrTko);
  pairUp(l, r, entry, OpKind::For);
  pairUp(l, r, entry, OpKind::If);
  pairUp(l, r, entry, OpKind::StorePtrTko, {}, 1, 1);
  pairUp(l, r, entry, OpKind::Continue);
  leave(l, r, entry, OpKind::If);
  const Ref carried = refOf(Side::Reference, l.argument(l.block(l.region(opOf(l, OpKind::For), 0), 0), 1));
  entry.steps.push_back(equalBy(Step::Kind::Unchanged, carried, of(l, OpKind::StorePtrTko)));
  pairUp(l, r, entry, OpKind::StorePtrTko, {}, 2, 2);
  pairUp(l, r, entry, OpKind::Continue, {}, 1, 1);
  leave(l, r, entry, OpKind::For);
  pairUp(l, r, entry, OpKind::Return);
}

std::string skipping(bool carries) {
  return kHead + kBounds + store("%t0", "%n") + (carries ? "  %r = " : "  ") + "for %i in (%z to %n, step %o) : tile<i32> " +
         (carries ? "iter_values(%x = %t0) -> (token) " : "") + "{\n  if %c {\n" + store("%s", "%i") +
         (carries ? "    continue %s : token\n" : "    continue\n") + "  }\n" + store("%v", "%m", carries ? "%x" : "%t0") +
         (carries ? "    continue %x : token\n" : "") + "  }\n  return\n}\n";
}

std::string branching(const std::string &one, const std::string &other) {
  return kHead + store("%t0", "%n") + "  %r = if %c -> (token) {\n" + store("%s", "%m", "%t0") + "    yield " + one +
         " : token\n  } else {\n    yield " + other + " : token\n  }\n" + store("%u", "%m", "%r") + "  return\n}\n";
}

const std::string kNoElse =
    kHead + store("%t0", "%n") + "  if %c {\n" + store("%s", "%m", "%t0") + "  }\n" + store("%u", "%m", "%t0") + "  return\n}\n";

void unchangedByBranches(const tileir::Program &l, const tileir::Program &r, Certificate &c) {
  EntryPair &entry = c.entries[0];
  pairUp(l, r, entry, OpKind::StorePtrTko);
  pairUp(l, r, entry, OpKind::If);
  pairUp(l, r, entry, OpKind::StorePtrTko, {}, 1, 1);
  pairUp(l, r, entry, OpKind::Yield);
  leave(l, r, entry, OpKind::If);
  entry.steps.push_back(equalBy(Step::Kind::Unchanged, of(l, OpKind::If), of(l, OpKind::StorePtrTko)));
  pairUp(l, r, entry, OpKind::StorePtrTko, {}, 2, 2);
  pairUp(l, r, entry, OpKind::Return);
}

/// Two stores, one behind the other, and one that waits for a join of some of them.
std::string joining(const std::string &second, const std::string &join) {
  return kHead + store("%a", "%n") + store("%b", "%m", second) + join + store("%u", "%m", join.empty() ? "%b" : "%j") + "  return\n}\n";
}

void joinOfOne(const tileir::Program &l, const tileir::Program &r, Certificate &c) {
  EntryPair &entry = c.entries[0];
  for (std::size_t n = 0; n < 2; ++n) pairUp(l, r, entry, OpKind::StorePtrTko, {}, n, n);
  entry.steps.push_back(equalBy(Step::Kind::JoinOfOne, of(l, OpKind::JoinTokens), of(l, OpKind::StorePtrTko, 1)));
  pairUp(l, r, entry, OpKind::StorePtrTko, {}, 2, 2);
  pairUp(l, r, entry, OpKind::Return);
}

void rewriteOnly(const char *rule, const tileir::Program &, const tileir::Program &, Certificate &c, Ref a, Ref b,
                 std::vector<Ref> bindings) {
  c.entries[0].steps.push_back(rewrite(rule, a, b, std::move(bindings)));
}

}  // namespace

Q_DECLARE_METATYPE(Proof)

void TestCheck::acceptsAProgramAgainstItself_data() {
  QTest::addColumn<QString>("path");
  for (const auto &path : pairFiles()) QTest::newRow(path.stem().c_str()) << QString::fromStdString(path.string());
  for (const auto &path : tileport::test::filesIn(TILEPORT_SOURCE_DIR "/resources/demo", ".tileirbc"))
    QTest::newRow((path.parent_path().parent_path().stem().string() + path.stem().string()).c_str())
        << QString::fromStdString(path.string());
  for (const char *seed : {"1", "2", "3", "4"}) QTest::newRow((std::string("synthetic ") + seed).c_str()) << QString("synthetic:") + seed;
}

void TestCheck::acceptsAProgramAgainstItself() {
  QFETCH(QString, path);
  std::vector<ProgramPtr> programs;
  if (path.startsWith("synthetic:")) {
    programs.push_back(mutate::synthetic(700, path.mid(10).toULongLong()));
  } else if (path.endsWith(".mlir")) {
    const auto [reference, port] = halves(path.toStdString());
    programs = {read(reference), read(port)};
  } else {
    const auto program = tileir::readBytecodeFile(path.toStdString());
    QVERIFY(program.ok());
    programs.push_back(*program);
  }
  for (const ProgramPtr &program : programs) {
    const QString proven = answer(prove(*program, *program), program, program);
    if (proven != "holds") qInfo("not proven: %s", qPrintable(proven));
    const QString found = answer(lockstep(*program, *program), program, program);
    // Elements that are left out are not known to be what they are.
    if (path.contains("/el-") && found.startsWith("refused")) continue;
    QCOMPARE(found, QString("holds"));
  }
}

void TestCheck::acceptsNoDifferentPair_data() {
  QTest::addColumn<QString>("path");
  for (const auto &path : pairFiles())
    if (tileport::test::contentOf(path).find("// expect: same") != 0)
      QTest::newRow(path.stem().c_str()) << QString::fromStdString(path.string());
}

void TestCheck::acceptsNoDifferentPair() {
  QFETCH(QString, path);
  const auto [left, right] = halves(path.toStdString());
  const ProgramPtr reference = read(left), port = read(right);
  // Computations that nobody uses have no effect, and need no counterpart: the aligner shows them all the same.
  if (path.endsWith("/dead-pure.mlir") || path.endsWith("/el-dead.mlir")) return;
  QVERIFY(answer(lockstep(*reference, *port), reference, port) != "holds");
  QVERIFY(answer(lockstep(*port, *reference), port, reference) != "holds");
  QVERIFY(answer(prove(*reference, *port), reference, port) != "holds");
  QVERIFY(answer(prove(*port, *reference), port, reference) != "holds");
}

void TestCheck::acceptsSamePairs_data() {
  QTest::addColumn<QString>("path");
  for (const auto &path : pairFiles())
    if (tileport::test::contentOf(path).find("// expect: same") == 0)
      QTest::newRow(path.stem().c_str()) << QString::fromStdString(path.string());
}

void TestCheck::acceptsSamePairs() {
  QFETCH(QString, path);
  const auto [left, right] = halves(path.toStdString());
  const ProgramPtr reference = read(left), port = read(right);
  const QString found = answer(prove(*reference, *port), reference, port);
  // What numbering values does not find, though a certificate may say it; and a fact of both branches, which the checker does not see.
  const QString name = QFileInfo(path).completeBaseName();
  static const QStringList beyond = {"assume-in-both-branches", "comm-cmp-cse", "comm-cmp-eq",    "comm-cmp-ne",    "comm-cmpf-equal",
                                     "comm-facts-swap",         "dup-reduce",   "entries-order",  "glob-swap",      "inf-loops-idle",
                                     "live-slot-order",         "loads-twin",   "loop-break-pos", "loop-cont-dead", "loops-dup",
                                     "loops-reorder",           "red-order",    "stores-twin3"};
  if (!beyond.contains(name) && !name.startsWith("turned-") && !name.startsWith("counted-")) QCOMPARE(found, QString("holds"));
}

void TestCheck::acceptsNoMutantWithoutAnException_data() {
  QTest::addColumn<int>("index");
  const auto edits = mutate::validEdits();
  for (std::size_t i = 0; i < edits.size(); ++i) QTest::newRow(std::string(edits[i].name).c_str()) << static_cast<int>(i);
}

void TestCheck::acceptsNoMutantWithoutAnException() {
  QFETCH(int, index);
  const mutate::Edit &edit = mutate::validEdits()[static_cast<std::size_t>(index)];
  std::vector<ProgramPtr> programs;
  for (const auto &path : tileport::test::filesIn(TILEPORT_SOURCE_DIR "/resources/demo", ".tileirbc"))
    programs.push_back(*tileir::readBytecodeFile(path));
  for (const std::uint64_t seed : {1, 2, 3}) programs.push_back(mutate::synthetic(250, seed));
  constexpr std::uint64_t kSeeds = 3;
  int accepted = 0, tried = 0;
  for (const ProgramPtr &program : programs)
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      const auto edited = edit.apply(*program, seed);
      if (!edited) continue;
      ++tried;
      const QString found = answer(lockstep(*program, *edited->program), program, edited->program);
      const QString proven = answer(prove(*program, *edited->program), program, edited->program);
      accepted += found == "holds" || proven == "holds";
      if (edit.meaning == mutate::Meaning::Different) QVERIFY2(found != "holds" && proven != "holds", edited->what.c_str());
      else QVERIFY2(found == "holds" || proven == "holds", (edited->what + ": " + proven.toStdString()).c_str());
    }
  if (edit.meaning == mutate::Meaning::Same) qInfo("%d of %d accepted", accepted, tried);
}

void TestCheck::proves_data() {
  QTest::addColumn<QString>("expected");
  QTest::addColumn<Proof>("proof");
  row("ceil_div_floor", "holds under [ceil_div_floor: x + y - 1 does not exceed i32", {body(kCeilFloor), body(kCeil), ceilDiv});
  row("ceil_div_floor by a fact", "holds", {body(assumed(kCeilFloor)), body(assumed(kCeil)), ceilDivByFact});
  row("if_select", "holds", {body(kIf), body(kSelect), ifSelect});
  row("min_lt", "holds",
      {body("  %b = cmpi less_than %n, %m, signed : tile<i32> -> tile<i1>\n  %r = select %b, %n, %m : tile<i1>, tile<i32>\n"),
       body("  %r = mini %m, %n signed : tile<i32>\n"), [](const auto &l, const auto &r, Certificate &c) {
         rewriteOnly("min_lt", l, r, c, of(l, OpKind::Select), at(r, OpKind::MinI),
                     {argumentOf(l, Side::Reference, 1), argumentOf(l, Side::Reference, 2)});
       }});
  row("ring", "holds",
      {body("  %a = addi %n, %m : tile<i32>\n  %b = muli %a, %n : tile<i32>\n  %r = subi %b, %m : tile<i32>\n"),
       body("  %a = muli %n, %n : tile<i32>\n  %b = muli %m, %n : tile<i32>\n  %d = subi %b, %m : tile<i32>\n  %r = addi %a, %d : "
            "tile<i32>\n"),
       [](const auto &l, const auto &r, Certificate &c) { rewriteOnly("ring", l, r, c, of(l, OpKind::SubI), at(r, OpKind::AddI), {}); }});
  row("commuted", "holds",
      {body("  %r = addi %n, %m : tile<i32>\n"), body("  %r = addi %m, %n : tile<i32>\n"),
       [](const auto &l, const auto &r, Certificate &c) {
         c.entries[0].steps.push_back(equalBy(Step::Kind::Commuted, of(l, OpKind::AddI), at(r, OpKind::AddI)));
       }});
  row("fold", "holds",
      {body("  %a = constant <i32: 7> : tile<i32>\n  %b = constant <i32: -2> : tile<i32>\n  %r = divi %a, %b signed rounding<negative_inf> "
            ": tile<i32>\n"),
       body("  %r = constant <i32: -4> : tile<i32>\n"), [](const auto &l, const auto &r, Certificate &c) {
         rewriteOnly("fold", l, r, c, of(l, OpKind::DivI), at(r, OpKind::Constant), {});
       }});
  row("known_extreme", "holds",
      {body("  %a = constant <i32: 0> : tile<i32>\n  %f = assume bounded<3, ?>, %n : tile<i32>\n  %r = maxi %f, %a signed : tile<i32>\n"),
       body("  %r = assume bounded<3, ?>, %n : tile<i32>\n"), [](const auto &l, const auto &r, Certificate &c) {
         rewriteOnly("known_extreme", l, r, c, of(l, OpKind::MaxI), at(r, OpKind::Assume), {});
       }});
}

void TestCheck::provesAboutTokens_data() {
  QTest::addColumn<QString>("expected");
  QTest::addColumn<Proof>("proof");
  const auto early = [](const auto &l, const auto &r, Certificate &c) { unchanged(l, r, c, false); };
  const auto late = [](const auto &l, const auto &r, Certificate &c) { unchanged(l, r, c, true); };
  const std::string join = "  %j = join_tokens %a, %b : token\n";
  row("carried as it is", "holds", {carrying("%x"), kNotCarrying, early, true});
  row("carried as it is, told behind", "holds", {carrying("%x"), kNotCarrying, late, true});
  row("passed on from outside", "holds", {carrying("%t0"), kNotCarrying, late, true});
  row("carried and changed", "refused", {carrying("%s"), kNotCarrying, late, true});
  row("carried for itself", "holds", {carryingForItself("%x", "%t0"), kNotCarrying, unchangedInside, true});
  row("carried for itself and changed", "refused", {carryingForItself("%s", "%t0"), kNotCarrying, unchangedInside, true});
  row("carried for itself from another", "refused", {carryingForItself("%x", "%w"), kNotCarrying, unchangedInside, true});
  row("behind an assert", "holds", {asserting(true), asserting(true), acrossAnAssert, true});
  row("across an assert", "refused", {asserting(true), asserting(false), acrossAnAssert, true});
  row("across an assert otherwise", "refused", {asserting(true), asserting(false), acrossAnAssertOtherwise, true});
  row("join of the same", "holds", {joiningThree("%a, %b, %d"), joiningThree("%d, %a"), joinOfSame, true});
  row("join of another", "refused", {joiningThree("%a, %b"), joiningThree("%a, %d"), joinOfSame, true});
  for (const bool branch : {false, true}) {
    const auto by = [branch](const auto &l, const auto &r, Certificate &c) { byAFactLater(l, r, c, branch); };
    const auto without = [branch](const auto &l, const auto &r, Certificate &c) { withoutAFact(l, r, c, branch); };
    row(branch ? "a fact of a branch behind" : "a fact behind an assert", "refused",
        {factLater(branch, "%r"), factLater(branch, "%n"), by, true});
    row(branch ? "no fact of a branch" : "no fact behind an assert", "holds",
        {factLater(branch, "%n"), factLater(branch, "%n"), without, true});
  }
  row("said to stay after a turn", "refused", {skipping(true), skipping(false), unchangedTooLate, true});
  row("through branches", "holds", {branching("%t0", "%t0"), kNoElse, unchangedByBranches, true});
  row("through one branch", "refused", {branching("%s", "%t0"), kNoElse, unchangedByBranches, true});
  row("join of what waited", "holds", {joining("%a", join), joining("%a", ""), joinOfOne, true});
  row("join of what did not wait", "refused", {joining("", join), joining("", ""), joinOfOne, true});
}

void TestCheck::provesAboutTokens() { proves(); }

void TestCheck::proves() {
  QFETCH(QString, expected);
  QFETCH(Proof, proof);
  const ProgramPtr reference = read(proof.reference), port = read(proof.port);
  QVERIFY(reference && port);
  const QString found = answer(certify(proof, *reference, *port), reference, port);
  QVERIFY2(expected == "holds" ? found == expected : found.startsWith(expected), qPrintable(found));
}

void TestCheck::refuses_data() {
  QTest::addColumn<QString>("expected");
  QTest::addColumn<Proof>("proof");
  std::string other = kCeilFloor;
  other.replace(other.find("255"), 3, "254");
  row("ceil_div_floor of another sum", "refused", {body(other), body(kCeil), ceilDiv});
  std::string unsure = kCeilFloor, unsurePort = kCeil;
  unsure.replace(unsure.find("i32: 256"), 8, "i32: -256");
  unsurePort.replace(unsurePort.find("i32: 256"), 8, "i32: -256");
  row("ceil_div_floor by less than one", "refused", {body(unsure), body(unsurePort), ceilDiv});
  row("if_select exchanged", "refused",
      {body(kIf), body("  %a = addi %n, %m : tile<i32>\n  %r = select %c, %m, %a : tile<i1>, tile<i32>\n"), ifSelect});
  std::string failing = kIf, failingPort = kSelect;
  failing.replace(failing.find("addi %n, %m"), 11, "divi %n, %m signed");
  failingPort.replace(failingPort.find("addi %n, %m"), 11, "divi %n, %m signed");
  row("if_select of what may fail", "refused", {body(failing), body(failingPort), [](const auto &l, const auto &r, Certificate &c) {
                                                  Term select;
                                                  select.kind = OpKind::Select;
                                                  select.operands = {argumentOf(l, Side::Reference, 3), of(l, OpKind::DivI),
                                                                     argumentOf(l, Side::Reference, 2)};
                                                  select.typeOf = argumentOf(l, Side::Reference, 1);
                                                  c.terms.push_back(select);
                                                  auto &steps = c.entries[0].steps;
                                                  const Ref term{Ref::Kind::Term, 0};
                                                  steps.push_back(equalBy(Step::Kind::Congruent, of(l, OpKind::DivI), at(r, OpKind::DivI)));
                                                  steps.push_back(rewrite("if_select", of(l, OpKind::If), term));
                                                  steps.push_back(equalBy(Step::Kind::Congruent, term, at(r, OpKind::Select)));
                                                }});
  row("a fact of the other side", "refused",
      {body("  %a = constant <i32: 0> : tile<i32>\n  %r = maxi %n, %a signed : tile<i32>\n"),
       body("  %r = assume bounded<3, ?>, %n : tile<i32>\n"), [](const auto &l, const auto &r, Certificate &c) {
         c.entries[0].steps.push_back(
             rewrite("known_extreme", of(l, OpKind::MaxI), at(r, OpKind::Assume), {}, {at(r, OpKind::Assume), of(l, OpKind::Constant)}));
       }});
  row("a division on one side alone", "refused",
      {body("  %x = divi %n, %m signed : tile<i32>\n  %r = addi %n, %m : tile<i32>\n"), body("  %r = addi %n, %m : tile<i32>\n"),
       [](const auto &l, const auto &r, Certificate &c) {
         c.entries[0].steps.push_back(equalBy(Step::Kind::Congruent, of(l, OpKind::AddI), at(r, OpKind::AddI)));
       }});
  row("fold of what is not defined", "refused",
      {body("  %a = constant <i32: 7> : tile<i32>\n  %b = constant <i32: 0> : tile<i32>\n  %r = divi %a, %b signed : tile<i32>\n"),
       body("  %b = constant <i32: 0> : tile<i32>\n  %r = constant <i32: 0> : tile<i32>\n"),
       [](const auto &l, const auto &r, Certificate &c) {
         rewriteOnly("fold", l, r, c, of(l, OpKind::DivI), at(r, OpKind::Constant, 1), {});
       }});
}

void TestCheck::refuses() {
  QFETCH(QString, expected);
  QFETCH(Proof, proof);
  const ProgramPtr reference = read(proof.reference), port = read(proof.port);
  QVERIFY(reference && port);
  const QString found = answer(certify(proof, *reference, *port), reference, port);
  QVERIFY2(found.startsWith(expected), qPrintable(found));
}

/// Within seconds, whatever is repeated.
void TestCheck::answersLongOnes() {
  const ProgramPtr program = mutate::synthetic(60'000, 2);
  Certificate certificate = lockstep(*program, *program);
  QCOMPARE(answer(certificate, program, program), QString("holds"));
  EntryPair &entry = certificate.entries[0];
  std::vector<Step> more;
  for (const Step &step : entry.steps) {
    more.push_back(step);
    if (step.kind == Step::Kind::Congruent) more.insert(more.end(), 2, step);
  }
  entry.steps = more;
  QCOMPARE(answer(certificate, program, program), QString("holds"));
  // A term over a term over a term.
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    Term term;
    term.kind = OpKind::Reshape;
    term.operands = {i == 0 ? argumentOf(*program, Side::Reference, 0) : Ref{Ref::Kind::Term, i - 1}};
    term.typeOf = argumentOf(*program, Side::Reference, 0);
    certificate.terms.push_back(term);
  }
  entry.steps.insert(entry.steps.begin(), 50'000, rewrite("ring", Ref{Ref::Kind::Term, 99'999}, Ref{Ref::Kind::Term, 99'999}));
  QVERIFY(answer(certificate, program, program).startsWith("refused"));
}

QTEST_APPLESS_MAIN(TestCheck)
#include "tst_check.moc"
