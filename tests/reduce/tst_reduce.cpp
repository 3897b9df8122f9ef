// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>

#include "mutate/edits.h"
#include "mutate/synthetic.h"
#include "reduce/reduce.h"
#include "tests/reduce/predicates.h"
#include "tileir/bytecode_writer.h"
#include "tileir/consistency.h"
#include "tileir/text_reader.h"
#include "tileir/tree.h"
#include "tileir/verifier.h"

using namespace tileport;
using namespace tileport::tileir;
using reduce::Candidate;
using reduce::Ending;
using reduce::Reduction;
using test::IsInteresting;

class TestReduce : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void keepsOneKind_data();
  void keepsOneKind();
  void keepsOneOfEveryOp_data();
  void keepsOneOfEveryOp();
  void keepsAnAttribute();
  void keepsStructure();
  void synthetic_data();
  void synthetic();
  void needsHundredsOfRuns();
  void everythingIsInteresting();
  void nothingElseIsInteresting();
  void keepsALocation();
  void candidatesAreWritten();
  void batchesGiveTheSame();
  void refusesInvalid();
  void notInteresting();
  void unsteady();
  void stopsWhenCancelled();
  void stopsWhenOutOfRuns();
  void stopsOnError();
};

namespace {

QString complaintOf(const Program &program) {
  if (const auto consistent = checkConsistency(program.data()); !consistent) return QString::fromStdString(consistent.error().toString());
  const auto violations = verify(program, 1);
  return violations.empty() ? QString() : QString::fromStdString(violations[0].message);
}

/// Asks about each candidate whether it is valid, too.
reduce::Predicate strict(const IsInteresting &isInteresting) {
  return reduce::oneByOne([isInteresting](const Program &program) {
    if (const QString wrong = complaintOf(program); !wrong.isEmpty()) qFatal("an invalid candidate: %s", qPrintable(wrong));
    return isInteresting(program);
  });
}

Reduction reduced(const ProgramPtr &program, const IsInteresting &isInteresting, const reduce::Options &options = {}) {
  auto done = reduce::reduce(program, strict(isInteresting), options);
  if (!done) qFatal("%s", done.error().toString().c_str());
  return std::move(*done);
}

/// Values of the type of `value` that `op`, whose result it is, could see.
std::vector<TreeValue *> visible(const TreeOp &op, const TreeValue &value) {
  std::vector<TreeValue *> found;
  for (const TreeOp *at = &op; at; at = at->block->owner) {
    for (const auto &argument : at->block->arguments)
      if (argument->type == value.type) found.push_back(argument.get());
    for (const auto &other : at->block->ops) {
      if (other.get() == at) break;
      for (const auto &result : other->results)
        if (result->type == value.type) found.push_back(result.get());
    }
  }
  return found;
}

/// The n-th op taken out of the program, its results replaced by the c-th value each that could stand for them; null when there is none.
ProgramPtr without(const Program &program, std::size_t n, std::size_t choice) {
  Tree tree(program);
  TreeOp &op = *tree.ops()[n];
  if (op.info().terminator) return nullptr;
  for (const auto &result : op.results) {
    if (tree.uses(result.get()) == 0) continue;
    const auto values = visible(op, *result);
    if (choice >= values.size()) return nullptr;
    tree.replaceUses(result.get(), values[choice]);
  }
  Tree::take(op);
  ProgramData data = tree.data();
  if (!checkConsistency(data).ok()) return nullptr;
  const ProgramPtr made = Program::make(std::move(data));
  return verify(*made, 1).empty() ? made : nullptr;
}

/// What could still go, by means that have nothing of the reducer's; empty: nothing.
QString stillRemovable(const Program &program, const IsInteresting &isInteresting) {
  for (std::size_t n = 0; n < program.opCount(); ++n)
    for (std::size_t choice = 0; choice < 4; ++choice)
      if (const ProgramPtr less = without(program, n, choice); less && isInteresting(*less))
        return QString("op %1 of\n%2").arg(n).arg(QString::fromStdString(program.listing().text));
  return {};
}

/// What nothing asked for and is there all the same; for what looks at the kind of one op alone. `plain`: of kinds that can do with one
/// element and without attributes, as cat, pack and multimem cannot.
QString clutter(const Program &program, OpKind wanted, bool plain) {
  const ProgramData &data = program.data();
  QStringList found;
  for (const Function &function : data.functions) {
    if (function.hints.valid()) found << "hints of an entry";
    if (function.location.valid()) found << "the location of an entry";
  }
  for (std::size_t n = 0; n < data.values.size(); ++n) {
    const Value &value = data.values[n];
    const bool used = std::find(data.operands.begin(), data.operands.end(), ValueId(n)) != data.operands.end();
    const bool ofEntry = !value.op.valid() && !program.region(program.block(value.block).region).op.valid();
    if (ofEntry && !used) found << "an argument that nothing uses";
    const Type &type = program.type(value.type);
    if (plain && type.kind == TypeKind::Tile &&
        std::any_of(type.shape.begin(), type.shape.end(), [](std::int64_t extent) { return extent > 1; }))
      found << "a tile larger than one element";
  }
  for (std::size_t n = 0; n < data.ops.size(); ++n) {
    const OpKind kind = data.ops[n].kind;
    if (data.ops[n].location.valid()) found << "the location of an op";
    if ((kind == OpKind::For || kind == OpKind::Loop || kind == OpKind::If) && data.ops[n].results.count > 0)
      found << "a result of a region";
    if ((kind == OpKind::For || kind == OpKind::Loop || kind == OpKind::If) && !info(wanted).terminator && kind != wanted)
      found << "a region around it";
    if ((kind == OpKind::Reduce || kind == OpKind::Scan) && data.ops[n].results.count > 1) found << "more than one operand folded";
    for (std::size_t position = 0; position < info(kind).operands.size(); ++position)
      if (info(kind).operands[position].arity == Arity::Optional && !program.operands(OpId(n), position).empty())
        found << "an optional operand";
    for (const NamedAttribute &use : program.attributes(OpId(n))) {
      const AttributeInfo &about = info(kind).attributes[use.slot];
      if (plain && about.optional) found << "an optional attribute";
      if (kind != OpKind::Constant) continue;
      const Attribute &value = program.attribute(use.value);
      if (!value.splat || std::any_of(value.elements.begin(), value.elements.end(), [](char byte) { return byte != 0; }))
        found << "a constant that is not zero";
    }
  }
  return found.isEmpty() ? QString() : found.join(", ") + " in\n" + QString::fromStdString(program.listing().text);
}

void checkReduction(const ProgramPtr &program, const Reduction &reduction, const IsInteresting &isInteresting) {
  QCOMPARE(reduction.ending, Ending::Complete);
  const Program &best = *reduction.best.program;
  QCOMPARE(complaintOf(best), QString());
  QVERIFY(isInteresting(best));
  QVERIFY(best.opCount() <= program->opCount());
  QCOMPARE(stillRemovable(best, isInteresting), QString());
  const auto again = readBytecode(std::as_bytes(std::span(reduction.best.content)), "reduced");
  QVERIFY(again.ok());
  QCOMPARE((*again)->listing().text, best.listing().text);
}

const std::vector<test::NamedProgram> &demo() {
  static const auto programs = test::demoPrograms(TILEPORT_SOURCE_DIR);
  return programs;
}

std::string mnemonic(OpKind kind) { return std::string(info(kind).mnemonic); }

}  // namespace

void TestReduce::keepsOneKind_data() {
  QTest::addColumn<int>("index");
  QVERIFY(demo().size() == 16);
  for (std::size_t n = 0; n < demo().size(); ++n) QTest::newRow(demo()[n].name.c_str()) << static_cast<int>(n);
}

/// For each kind of op in the program: what is left is one of them and what it cannot do without.
void TestReduce::keepsOneKind() {
  QFETCH(int, index);
  const ProgramPtr program = demo()[static_cast<std::size_t>(index)].program;
  for (const OpKind kind : test::kindsOf(*program)) {
    const IsInteresting isInteresting = test::has(kind);
    const Reduction reduction = reduced(program, isInteresting);
    checkReduction(program, reduction, isInteresting);
    QVERIFY2(test::countOf(*reduction.best.program, kind) == 1, mnemonic(kind).c_str());
    QVERIFY2(reduction.best.program->opCount() <= 8, reduction.best.program->listing().text.c_str());
    QCOMPARE(clutter(*reduction.best.program, kind, true), QString());
    const Reduction again = reduced(program, isInteresting);
    QCOMPARE(again.best.content, reduction.best.content);
    QCOMPARE(again.runs, reduction.runs);
    if (QTest::currentTestFailed()) return;
  }
}

void TestReduce::keepsOneOfEveryOp_data() {
  QTest::addColumn<QString>("file");
  for (const std::filesystem::path &path : test::filesIn(std::filesystem::path(TILEPORT_SOURCE_DIR) / "tests/cases/allops", ".tileirbc"))
    QTest::newRow(path.stem().c_str()) << QString::fromStdString(path.string());
}

/// The same of programs that have every op in every form, whatever their version; and in text where that can hold it.
void TestReduce::keepsOneOfEveryOp() {
  QFETCH(QString, file);
  const auto program = readBytecodeFile(file.toStdString());
  QVERIFY(program.ok());
  QVERIFY(verify(**program, 1).empty());
  for (const OpKind kind : test::kindsOf(**program)) {
    const IsInteresting isInteresting = test::has(kind);
    const Reduction reduction = reduced(*program, isInteresting);
    checkReduction(*program, reduction, isInteresting);
    QVERIFY2(test::countOf(*reduction.best.program, kind) == 1, mnemonic(kind).c_str());
    QVERIFY2(reduction.best.program->opCount() <= 12, reduction.best.program->listing().text.c_str());
    QVERIFY(reduction.best.content.size() <= writeBytecode(**program, (*program)->version())->size());
    QCOMPARE(clutter(*reduction.best.program, kind, false), QString());
    if (QTest::currentTestFailed()) return;
  }
}

/// An attribute that is optional stays where it is what matters, and goes where the op alone does.
void TestReduce::keepsAnAttribute() {
  std::size_t kept = 0;
  for (const auto &[name, program] : demo())
    for (const OpKind kind : test::kindsOf(*program))
      for (const AttributeInfo &about : info(kind).attributes) {
        const IsInteresting isInteresting = test::has(kind, std::string(about.name));
        if (!about.optional || !isInteresting(*program)) continue;
        const Reduction reduction = reduced(program, isInteresting);
        checkReduction(program, reduction, isInteresting);
        QVERIFY(!isInteresting(*reduced(program, test::has(kind)).best.program));
        if (QTest::currentTestFailed()) return;
        ++kept;
      }
  QVERIFY(kept > 0);
}

void TestReduce::keepsStructure() {
  std::size_t checked = 0;
  for (const auto &[name, program] : demo()) {
    if (!test::loadsInLoop()(*program)) continue;
    const Reduction reduction = reduced(program, test::loadsInLoop());
    checkReduction(program, reduction, test::loadsInLoop());
    QVERIFY2(reduction.best.program->opCount() <= 9, reduction.best.program->listing().text.c_str());
    ++checked;
  }
  QVERIFY(checked > 0);
}

void TestReduce::synthetic_data() {
  QTest::addColumn<int>("size");
  QTest::addColumn<int>("seed");
  for (const int size : {10, 60, 300})
    for (const int seed : {1, 2, 3, 4}) QTest::addRow("%d ops, seed %d", size, seed) << size << seed;
}

void TestReduce::synthetic() {
  QFETCH(int, size);
  QFETCH(int, seed);
  const ProgramPtr program = mutate::synthetic(static_cast<std::size_t>(size), static_cast<std::uint64_t>(seed));
  for (const OpKind kind : test::kindsOf(*program)) {
    const IsInteresting isInteresting = test::has(kind);
    const Reduction reduction = reduced(program, isInteresting);
    checkReduction(program, reduction, isInteresting);
    QVERIFY2(test::countOf(*reduction.best.program, kind) == 1, mnemonic(kind).c_str());
    QVERIFY2(reduction.best.program->opCount() <= 12, reduction.best.program->listing().text.c_str());
    QCOMPARE(clutter(*reduction.best.program, kind, false), QString());
    if (QTest::currentTestFailed()) return;
  }
}

void TestReduce::needsHundredsOfRuns() {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const ProgramPtr program = mutate::synthetic(1000, seed);
    for (const OpKind kind : {OpKind::MmaF, OpKind::Reduce, OpKind::StoreViewTko, OpKind::If}) {
      const Reduction reduction = reduced(program, test::has(kind));
      qInfo("1000 ops, seed %d, %s: %zu ops left after %zu runs, %zu known, %zu invalid, %zu rounds", static_cast<int>(seed),
            mnemonic(kind).c_str(), reduction.best.program->opCount(), reduction.runs, reduction.known, reduction.invalid,
            reduction.rounds);
      QCOMPARE(reduction.ending, Ending::Complete);
      QVERIFY(reduction.runs < 200);
    }
    // Many that matter, all over the program.
    const std::size_t loads = test::countOf(*program, OpKind::LoadViewTko);
    const IsInteresting allLoads = [&](const Program &other) { return test::countOf(other, OpKind::LoadViewTko) >= loads; };
    const Reduction reduction = reduced(program, allLoads);
    qInfo("1000 ops, seed %d, all %zu loads: %zu ops left after %zu runs", static_cast<int>(seed), loads, reduction.best.program->opCount(),
          reduction.runs);
    checkReduction(program, reduction, allLoads);
    QVERIFY(reduction.runs < 1000);
  }
}

void TestReduce::everythingIsInteresting() {
  for (const auto &[name, program] : demo()) {
    const Reduction reduction = reduced(program, [](const Program &) { return true; });
    QCOMPARE(reduction.best.program->opCount(), std::size_t{0});
    QCOMPARE(reduction.best.program->functionCount(), std::size_t{0});
  }
}

void TestReduce::nothingElseIsInteresting() {
  const ProgramPtr program = demo().front().program;
  const std::string text = program->listing().text;
  const Reduction reduction = reduced(program, [&](const Program &other) { return other.listing().text == text; });
  QCOMPARE(reduction.best.program->listing().text, text);
  QCOMPARE(reduction.ending, Ending::Complete);
}

/// Locations go, but for one that matters; then the folder of its file goes.
void TestReduce::keepsALocation() {
  const auto located = [](const Program &program) {
    for (const Op &op : program.data().ops)
      for (const SourcePoint &point : program.sourcePoints(op.location))
        if (op.kind == OpKind::StoreViewTko && point.line > 0) return true;
    return false;
  };
  std::size_t checked = 0;
  for (const auto &[name, program] : demo()) {
    if (!located(*program)) continue;
    ProgramData data = program->data();
    for (Location &location : data.locations) {
      if (location.kind == LocationKind::File) location.other = "/srv/someone/src";
      if (location.kind == LocationKind::File || location.kind == LocationKind::Line) location.name = "/srv/someone/src/" + location.name;
    }
    const Reduction reduction = reduced(Program::make(std::move(data)), located);
    std::size_t left = 0;
    for (const Op &op : reduction.best.program->data().ops) {
      left += op.location.valid();
      for (const SourcePoint &point : reduction.best.program->sourcePoints(op.location)) {
        QVERIFY(point.file.find('/') == std::string::npos && !point.file.empty());
        QCOMPARE(point.directory, std::string());
      }
    }
    QCOMPARE(left, std::size_t{1});
    QVERIFY(reduction.best.content.find("someone") == std::string::npos);
    ++checked;
  }
  QVERIFY(checked > 0);
}

/// What is asked about is the program in the form that was asked for.
void TestReduce::candidatesAreWritten() {
  const ProgramPtr program = demo().front().program;
  for (const ProgramForm form : {ProgramForm::Bytecode, ProgramForm::Text}) {
    const reduce::Predicate predicate = [&](std::span<const Candidate> candidates) -> Result<std::optional<std::size_t>> {
      for (std::size_t n = 0; n < candidates.size(); ++n) {
        const auto bytes = std::as_bytes(std::span(candidates[n].content));
        if (formOf(bytes) != form) return Error{ErrorKind::Malformed, "another form", {}, ""};
        const auto read = readProgram(bytes, "candidate");
        if (!read) return read.error();
        if ((*read)->listing().text != candidates[n].program->listing().text) return Error{ErrorKind::Malformed, "another program", {}, ""};
        if (form == ProgramForm::Bytecode && (*read)->version() != program->version())
          return Error{ErrorKind::Malformed, "version", {}, ""};
        if (test::countOf(**read, OpKind::StoreViewTko) > 0) return std::optional(n);
      }
      return std::optional<std::size_t>();
    };
    const auto reduction = reduce::reduce(program, predicate, {.form = form});
    QVERIFY2(reduction.ok() && !reduction->error, reduction.ok() && reduction->error ? reduction->error->toString().c_str() : "");
    QCOMPARE(reduction->ending, Ending::Complete);
  }
}

void TestReduce::batchesGiveTheSame() {
  for (const auto &[name, program] : demo())
    for (const IsInteresting &isInteresting : {test::has(OpKind::StoreViewTko), test::loadsInLoop()}) {
      if (!isInteresting(*program)) continue;
      const Reduction one = reduced(program, isInteresting), four = reduced(program, isInteresting, {.batch = 4});
      QCOMPARE(four.best.content, one.best.content);
      QCOMPARE(four.runs, one.runs);
    }
}

void TestReduce::refusesInvalid() {
  const auto edits = mutate::invalidEdits();
  std::size_t refused = 0;
  for (const mutate::Edit &edit : edits) {
    const auto edited = edit.apply(*demo().front().program, 1);
    if (!edited) continue;
    const auto reduction = reduce::reduce(edited->program, [](auto) -> Result<std::optional<std::size_t>> { qFatal("asked"); });
    QVERIFY(!reduction.ok());
    QCOMPARE(reduction.error().kind, ErrorKind::Malformed);
    ++refused;
  }
  QVERIFY(refused > 0);
}

void TestReduce::notInteresting() {
  const ProgramPtr program = demo().front().program;
  const Reduction reduction = reduced(program, [](const Program &) { return false; });
  QCOMPARE(reduction.ending, Ending::NotInteresting);
  QCOMPARE(reduction.runs, std::size_t{1});
  QVERIFY(reduction.best.program == program);
}

/// One that says no from some time on is found out; what is left was interesting once.
void TestReduce::unsteady() {
  for (const std::size_t steady : {1, 2}) {
    std::size_t asked = 0;
    const Reduction reduction = reduced(demo().front().program, [&](const Program &) { return ++asked <= steady; });
    QCOMPARE(reduction.ending, Ending::Unsteady);
    QCOMPARE(complaintOf(*reduction.best.program), QString());
  }
  std::size_t asked = 0;
  const auto flips = [&](const Program &) { return ++asked % 3 == 1; };
  const Reduction reduction = reduced(demo().front().program, flips);
  QVERIFY(reduction.ending == Ending::Complete || reduction.ending == Ending::Unsteady);
}

void TestReduce::stopsWhenCancelled() {
  const ProgramPtr program = mutate::synthetic(300, 2);
  const IsInteresting isInteresting = test::has(OpKind::MmaF);
  const std::size_t all = reduced(program, isInteresting).runs;
  std::size_t last = program->opCount();
  for (std::size_t runs = 1; runs <= all; runs += 7) {
    CancelSource source;
    std::size_t asked = 0;
    const auto predicate = strict([&](const Program &other) {
      if (++asked > runs) source.cancel();
      return isInteresting(other);
    });
    const auto reduction = reduce::reduce(program, predicate, {}, source.token());
    QVERIFY(reduction.ok());
    QCOMPARE(reduction->ending, runs >= all ? Ending::Complete : Ending::Stopped);
    QVERIFY(!reduction->error);
    QVERIFY(isInteresting(*reduction->best.program));
    QVERIFY(reduction->best.program->opCount() <= last);
    last = reduction->best.program->opCount();
  }
  QVERIFY(last < 20);
}

void TestReduce::stopsWhenOutOfRuns() {
  const ProgramPtr program = mutate::synthetic(300, 2);
  const Reduction reduction = reduced(program, test::has(OpKind::MmaF), {.mostRuns = 10});
  QCOMPARE(reduction.ending, Ending::Stopped);
  QCOMPARE(reduction.runs, std::size_t{10});
  QVERIFY(reduction.best.program->opCount() < 300);
}

void TestReduce::stopsOnError() {
  const ProgramPtr program = mutate::synthetic(300, 2);
  std::size_t asked = 0;
  const auto predicate = [&](std::span<const Candidate> candidates) -> Result<std::optional<std::size_t>> {
    if (++asked == 8) return Error{ErrorKind::CannotRead, "the disk is full", {}, ""};
    return reduce::oneByOne(test::has(OpKind::MmaF))(candidates);
  };
  const auto reduction = reduce::reduce(program, predicate);
  QVERIFY(reduction.ok());
  QCOMPARE(reduction->ending, Ending::Stopped);
  QCOMPARE(reduction->error->message, std::string("the disk is full"));
  QVERIFY(test::has(OpKind::MmaF)(*reduction->best.program));
}

QTEST_APPLESS_MAIN(TestReduce)
#include "tst_reduce.moc"
