// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What makes two findings the same: values by what they are, nothing of numbering; and that a change shows as a new finding.
#include <QRegularExpression>
#include <QTest>
#include <functional>
#include <set>

#include "mutate/edits.h"
#include "mutate/synthetic.h"
#include "support/case_program.h"
#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/text_reader.h"
#include "workspace/findings.h"
#include "workspace/rounds.h"

using namespace tileport;
using namespace tileport::workspace;
using mutate::Edit;
using mutate::Meaning;
using test::CaseKnobs;
using Fate = ComparedFinding::Fate;

namespace {

Review reviewOf(const tileir::ProgramPtr &reference, const tileir::ProgramPtr &port) {
  Review review;
  review.reference.program = reference;
  review.port.program = port;
  review.alignment = *align::align(reference, port);
  return review;
}

std::vector<Finding> findings(const tileir::ProgramPtr &reference, const tileir::ProgramPtr &port) {
  return findingsOf(reviewOf(reference, port));
}

Round roundOf(std::vector<Finding> list) {
  Round round;
  round.operators.push_back({"", "op", {{"variant", std::move(list), "", "", {}}}, {}});
  return round;
}

RoundComparison compare(const std::vector<Finding> &before, const std::vector<Finding> &after) {
  return compareRounds(roundOf(before), roundOf(after));
}

/// What the alignment says is alone and what differs, without any value. Of several ops that fit, which one is paired is its choice, and an
/// edit may change that.
std::multiset<std::string> shapeOf(const Review &review) {
  std::multiset<std::string> shape;
  for (const align::Divergence &each : review.alignment->divergences) {
    std::string text(align::toText(each.status));
    if ((each.reference ? each.reference : each.port)->op.valid()) text += each.name;
    for (const align::Difference &difference : each.differences) text += "/" + std::string(align::toText(difference.aspect));
    shape.insert(text);
  }
  return shape;
}

/// What two lists do not share, for people.
QString apart(const std::vector<Finding> &before, const std::vector<Finding> &after) {
  QString text;
  for (const ComparedVariant &variant : compare(before, after).variants)
    for (const ComparedFinding &each : variant.findings)
      if (each.fate != Fate::Remaining)
        text += "\n    " + QString::fromStdString(std::string(toText(each.fate)) + " " + each.finding.text());
  return text;
}

tileir::ProgramPtr readText(const std::string &text) {
  const auto program = tileir::readText(text, "test");
  if (!program) qFatal("%s", program.error().toString().c_str());
  return *program;
}

}  // namespace

class TestFindings : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void sayNothingOfNumbering();
  void spellingsDoNotMatter();
  void whatIsReadMatters();
  void carriedValuesAreToldApart();
  void editsThatMeanTheSameKeepThem_data();
  void editsThatMeanTheSameKeepThem();
  void otherOpsBesideThem();
  void aMutationIsNew_data();
  void aMutationIsNew();
  void mutationsDoNotTouchOthers();
  void placesAreNoPartOfThem();

 private:
  /// Programs and a port of each that differs.
  std::vector<std::tuple<std::string, tileir::ProgramPtr, tileir::ProgramPtr>> pairs_;
  std::vector<std::pair<std::string, tileir::ProgramPtr>> programs_;
};

void TestFindings::initTestCase() {
  const std::filesystem::path demo = std::filesystem::path(TILEPORT_SOURCE_DIR) / "resources/demo";
  for (const std::filesystem::path &path : test::filesIn(demo, ".tileirbc")) {
    const auto program = tileir::readBytecodeFile(path);
    QVERIFY(program.ok());
    programs_.emplace_back(path.stem().string(), *program);
  }
  for (const std::size_t size : {60, 250, 700}) programs_.emplace_back("synthetic " + std::to_string(size), mutate::synthetic(size, 1));
  const auto careless = [&](const std::string &name) {
    const auto read = [&](const std::string &file) { return *tileir::readBytecodeFile(demo / "log_softmax" / file); };
    pairs_.emplace_back("log_softmax " + name, read("reference/reference_" + name + ".tileirbc"),
                        read("generated/generated_" + name + ".tileirbc"));
  };
  careless("f16-1x4096");
  careless("f32-1x4096");
  CaseKnobs wrong;
  wrong.reduceMax = wrong.mulOtherFactor = wrong.dimMapMoved = true;
  pairs_.emplace_back("synthetic two entries", test::caseProgram(), test::caseProgram(wrong));
  for (const std::uint64_t seed : {1, 2})
    for (const std::size_t size : {60, 250, 700}) {
      const auto program = mutate::synthetic(size, seed);
      pairs_.emplace_back("synthetic " + std::to_string(size) + " " + std::to_string(seed), program,
                          mutate::editPercent(program, 3, seed + 7));
    }
}

void TestFindings::sayNothingOfNumbering() {
  std::size_t looked = 0;
  for (const auto &[name, reference, port] : pairs_) {
    for (const Finding &each : findings(reference, port)) {
      const QString text = QString::fromStdString(each.text());
      // Printed names of values begin with '%', places of ops are "in line 7".
      QVERIFY2(!text.contains(QRegularExpression("%[A-Za-z0-9_]")), qPrintable(text));
      QVERIFY2(!text.contains(QRegularExpression("\\bline \\d")), qPrintable(text));
      ++looked;
    }
  }
  QVERIFY(looked > 40);
}

// The same two programs, spelt otherwise: another order, dead ops, repeated ones, tokens and assumes in other forms.
void TestFindings::spellingsDoNotMatter() {
  CaseKnobs wrong;
  wrong.reduceMax = true;
  wrong.storeTokenDropped = true;
  wrong.mulOtherFactor = true;
  const auto base = findings(test::caseProgram(), test::caseProgram(wrong));
  QVERIFY(base.size() >= 2);
  for (bool CaseKnobs::*spelling : {&CaseKnobs::deadConstants, &CaseKnobs::splatSpelled, &CaseKnobs::assumeChainRecut,
                                    &CaseKnobs::tokenEach, &CaseKnobs::pureOrderChanged, &CaseKnobs::constantsRepeated,
                                    &CaseKnobs::addOperandsExchanged, &CaseKnobs::blockIdAssumed, &CaseKnobs::unusedLoopResult}) {
    CaseKnobs port = wrong, reference;
    port.*spelling = true;
    QCOMPARE(apart(base, findings(test::caseProgram(reference), test::caseProgram(port))), QString());
    reference.*spelling = true;
    QCOMPARE(apart(base, findings(test::caseProgram(reference), test::caseProgram(port))), QString());
    QCOMPARE(apart(base, findings(test::caseProgram(reference), test::caseProgram(wrong))), QString());
  }
}

// Two wrong decisions at one place are two findings.
void TestFindings::whatIsReadMatters() {
  const auto with = [](const std::function<void(CaseKnobs &)> &turn) {
    CaseKnobs knobs;
    turn(knobs);
    return findings(test::caseProgram(), test::caseProgram(knobs));
  };
  const auto latency = [&](std::int64_t value) { return with([&](CaseKnobs &knobs) { knobs.latencyA = value; }); };
  QCOMPARE(compare(latency(4), latency(4)).count(Fate::Remaining), latency(4).size());
  QCOMPARE(compare(latency(4), latency(5)).count(Fate::Remaining), std::size_t(0));
  QVERIFY(compare(latency(4), latency(5)).count(Fate::New) > 0);
  QVERIFY(compare(latency(4), latency(5)).count(Fate::Gone) > 0);
  const auto padding = [&](tileir::PaddingValue value) { return with([&](CaseKnobs &knobs) { knobs.padding = value; }); };
  QVERIFY(apart(padding(tileir::PaddingValue::Zero), padding(tileir::PaddingValue::Nan)) != QString());
  const auto divisor = [&](std::uint64_t value) { return with([&](CaseKnobs &knobs) { knobs.pointerDivisor = value; }); };
  QVERIFY(apart(divisor(8), divisor(4)) != QString());
}

// By what comes in first, not by their position, which another value that is carried changes.
void TestFindings::carriedValuesAreToldApart() {
  const auto with = [](const std::string &carried, const std::string &more) {
    const bool extra = !more.empty();
    return readText(
        "cuda_tile.module @m {\n  entry @k(%p: tile<ptr<f32>>) {\n"
        "    %lo = constant <i32: 0> : tile<i32>\n    %hi = constant <i32: 9> : tile<i32>\n    %st = constant <i32: 1> : tile<i32>\n"
        "    %zero = constant <f32: 0.000000e+00> : tile<f32>\n    %one = constant <f32: 1.000000e+00> : tile<f32>\n"
        "    %r:" +
        std::string(extra ? "3" : "2") + " = for %i in (%lo to %hi, step %st) : tile<i32> iter_values(" + more +
        "%a = %zero, %b = %one) -> (" + (extra ? "tile<f32>, " : "") +
        "tile<f32>, tile<f32>) {\n"
        "      %s = addf %" +
        carried + ", %" + carried +
        " rounding<nearest_even> : tile<f32>\n"
        "      %t = mulf %a, %b rounding<nearest_even> : tile<f32>\n      %u = store_ptr_tko weak %p, %t : tile<ptr<f32>>, tile<f32> -> "
        "token\n"
        "      continue " +
        (extra ? "%x, " : "") + "%s, %t : " + (extra ? "tile<f32>, " : "") +
        "tile<f32>, tile<f32>\n    }\n"
        "    %tok = store_ptr_tko weak %p, %r#" +
        std::string(extra ? "1" : "0") + " : tile<ptr<f32>>, tile<f32> -> token\n    return\n  }\n}\n");
  };
  const auto reference = with("a", "");
  const auto port = findings(reference, with("b", ""));
  QVERIFY(!port.empty());
  QVERIFY2(port.front().text().find("at first") != std::string::npos, port.front().text().c_str());
  QCOMPARE(apart(port, findings(reference, with("b", "%x = %one, "))), QString());
}

void TestFindings::editsThatMeanTheSameKeepThem_data() {
  QTest::addColumn<int>("index");
  const auto edits = mutate::validEdits();
  for (std::size_t i = 0; i < edits.size(); ++i)
    if (edits[i].meaning == Meaning::Same) QTest::newRow(std::string(edits[i].name).c_str()) << static_cast<int>(i);
}

/// Renaming, renumbering, reordering, repeating, other spellings: of the port, then of the reference too.
void TestFindings::editsThatMeanTheSameKeepThem() {
  QFETCH(int, index);
  const Edit &edit = mutate::validEdits()[static_cast<std::size_t>(index)];
  std::size_t tried = 0, otherwise = 0;
  QStringList wrong;
  for (const auto &[name, reference, port] : pairs_) {
    const Review first = reviewOf(reference, port);
    const auto before = findingsOf(first);
    // One entry of several is known by its name.
    if (edit.name == "entry-renamed" && port->functionCount() > 1) continue;
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const auto edited = edit.apply(*port, seed), other = edit.apply(*reference, seed);
      const auto check = [&](const tileir::ProgramPtr &left, const tileir::ProgramPtr &right, const char *which) {
        const Review review = reviewOf(left, right);
        ++tried;
        const bool isPairedOtherwise = name.starts_with("synthetic") && shapeOf(review) != shapeOf(first);
        otherwise += isPairedOtherwise;
        if (isPairedOtherwise) return;
        if (const QString text = apart(before, findingsOf(review)); !text.isEmpty())
          wrong << QString::fromStdString(name) + ", seed " + QString::number(seed) + ", " + which + ":" + text;
      };
      if (edited) check(reference, edited->program, "port");
      if (other) check(other->program, port, "reference");
      if (edited && other) check(other->program, edited->program, "both");
    }
  }
  if (tried == 0) QSKIP("these programs have no place for it");
  QVERIFY2(wrong.isEmpty(), qPrintable("\n  " + wrong.join("\n  ")));
  qInfo("%zu of %zu are paired otherwise", otherwise, tried);
  QVERIFY(otherwise * 4 <= tried);
}

void TestFindings::otherOpsBesideThem() {
  const auto turned = [](const std::function<void(CaseKnobs &)> &turn, bool more) {
    CaseKnobs reference, port;
    turn(port);
    reference.moreAdds = port.moreAdds = more;
    return findings(test::caseProgram(reference), test::caseProgram(port));
  };
  const std::function<void(CaseKnobs &)> turns[] = {[](CaseKnobs &k) { k.divOperandsExchanged = true; },
                                                    [](CaseKnobs &k) { k.loadIndicesExchanged = true; },
                                                    [](CaseKnobs &k) { k.loopBound = 9; },
                                                    [](CaseKnobs &k) { k.latencyB = 4; },
                                                    [](CaseKnobs &k) { k.approxDiv = true; },
                                                    [](CaseKnobs &k) { k.padding = tileir::PaddingValue::Zero; },
                                                    [](CaseKnobs &k) { k.flushSub = true; },
                                                    [](CaseKnobs &k) { k.extraAtomic = true; },
                                                    [](CaseKnobs &k) { k.dimMapMoved = true; },
                                                    [](CaseKnobs &k) { k.pointerDivisor = 8; }};
  for (const auto &turn : turns) {
    const auto before = turned(turn, false);
    QVERIFY(!before.empty());
    QCOMPARE(apart(before, turned(turn, true)), QString());
  }
}

void TestFindings::aMutationIsNew_data() {
  QTest::addColumn<int>("index");
  const auto edits = mutate::validEdits();
  for (std::size_t i = 0; i < edits.size(); ++i)
    if (edits[i].meaning == Meaning::Different) QTest::newRow(std::string(edits[i].name).c_str()) << static_cast<int>(i);
}

/// A program with itself has no finding; mutated, each divergence is a new one, and nothing else is.
void TestFindings::aMutationIsNew() {
  QFETCH(int, index);
  const Edit &edit = mutate::validEdits()[static_cast<std::size_t>(index)];
  for (const auto &[name, program] : programs_) {
    const auto edited = edit.apply(*program, 1);
    if (!edited) continue;
    const auto review = reviewOf(program, edited->program);
    if (review.alignment->undecided) continue;
    // What a rule shows to be equal is no finding: tests/align holds that.
    if (review.alignment->divergences.empty() && !review.alignment->equivalences.empty()) continue;
    const RoundComparison compared = compare(findings(program, program), findingsOf(review));
    std::size_t differences = 0;
    for (const align::Divergence &each : review.alignment->divergences) differences += each.differences.size();
    QVERIFY(compared.count(Fate::New) > 0);
    QCOMPARE(compared.count(Fate::New), differences);
    QCOMPARE(compared.count(Fate::Gone) + compared.count(Fate::Remaining) + compared.count(Fate::Undecided), std::size_t(0));
    // And back: fixed, all of it is gone.
    QCOMPARE(compare(findingsOf(review), findings(program, program)).count(Fate::Gone), differences);
  }
}

/// A port with findings, mutated at one place: the findings elsewhere remain, and there is a new one. The mutation may lie on an op that
/// has a finding, which is another one then.
void TestFindings::mutationsDoNotTouchOthers() {
  std::size_t before = 0, remaining = 0, tried = 0, alone = 0, gone = 0;
  for (const auto &[name, reference, port] : pairs_) {
    const auto old = findings(reference, port);
    for (const Edit &edit : mutate::validEdits()) {
      if (edit.meaning != Meaning::Different) continue;
      const auto edited = edit.apply(*port, 5);
      if (!edited) continue;
      const auto now = findings(reference, edited->program);
      const RoundComparison compared = compare(old, now);
      QCOMPARE(compared.count(Fate::Remaining) + compared.count(Fate::Gone) + compared.count(Fate::Undecided), old.size());
      QCOMPARE(compared.count(Fate::Remaining) + compared.count(Fate::New), now.size());
      ++tried;
      gone += compared.count(Fate::Gone);
      if (qEnvironmentVariableIsSet("SHOW_GONE") && compared.count(Fate::Gone) > 0)
        qInfo("%s, %s: %s%s", name.c_str(), std::string(edit.name).c_str(), edited->what.c_str(), qPrintable(apart(old, now)));
      before += old.size();
      remaining += compared.count(Fate::Remaining);
      alone += compared.count(Fate::Remaining) == old.size() && compared.count(Fate::New) > 0;
    }
  }
  qInfo("%zu mutations: %zu of %zu findings remain, %zu are gone; %zu only add", tried, remaining, before, gone, alone);
  QVERIFY(tried > 200);
  QVERIFY(remaining * 100 >= before * 98);
  QVERIFY(alone * 100 >= tried * 85);
}

void TestFindings::placesAreNoPartOfThem() {
  const auto &[name, reference, port] = pairs_.front();
  auto list = findings(reference, port);
  auto moved = list;
  for (Finding &each : moved) each.places = {"elsewhere.rs:1:1"};
  QCOMPARE(compare(list, moved).count(Fate::Remaining), list.size());
}

QTEST_APPLESS_MAIN(TestFindings)
#include "tst_findings.moc"
