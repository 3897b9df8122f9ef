// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which findings are gone, remain and are new, what cannot be told, and the file that a round is kept in.
#include "workspace/rounds.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace tileport;
using namespace tileport::workspace;
using Fate = ComparedFinding::Fate;

namespace {

Finding finding(const std::string &name, const std::string &aspect = "attribute") {
  return {.kind = Finding::Kind::Divergence,
          .status = "DIFFERS",
          .name = name,
          .regions = "for",
          .parts = {{aspect, "rounding", "nearest_even", ""}},
          .places = {"kernel.rs:7:3"}};
}

RoundVariant variant(std::vector<Finding> findings, const std::string &undecided = "") {
  return {"f16", std::move(findings), undecided, "", {}};
}

Round roundWith(std::vector<RoundVariant> variants, std::vector<Finding> unpaired = {}) {
  Round made{"demo", "first", "2026-11-30", "tileport 0.1.0", {}};
  made.operators.push_back({"", "softmax", std::move(variants), std::move(unpaired)});
  return made;
}

/// "gone 1 remaining 2 new 3 undecided 4"
QString counts(const RoundComparison &comparison) {
  QString text;
  for (const Fate fate : {Fate::Gone, Fate::Remaining, Fate::New, Fate::Undecided})
    text += QString::fromStdString(std::string(toText(fate))) + " " + QString::number(comparison.count(fate)) + " ";
  return text.trimmed();
}

QString counts(std::vector<RoundVariant> before, std::vector<RoundVariant> after) {
  return counts(compareRounds(roundWith(std::move(before)), roundWith(std::move(after))));
}

const std::string kFile = "last.json";

QString errorOf(const std::string &text) {
  const auto read = readRound(text, kFile);
  return read ? QString("read") : QString::fromStdString(read.error().toString());
}

}  // namespace

class TestRounds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void countsEqualFindings() {
    QCOMPARE(counts({variant({finding("a"), finding("a"), finding("b")})}, {variant({finding("a"), finding("c")})}),
             QString("gone 2 remaining 1 new 1 undecided 0"));
    QCOMPARE(counts({variant({finding("a")})}, {variant({finding("a"), finding("a")})}), QString("gone 0 remaining 1 new 1 undecided 0"));
    QVERIFY(compareRounds(roundWith({variant({})}), roundWith({variant({})})).variants.empty());
  }

  // Nothing is gone that the later round did not look for.
  void whatCouldNotBeComparedIsUndecided() {
    QCOMPARE(counts({variant({finding("a")})}, {variant({}, "a budget was hit")}), QString("gone 0 remaining 0 new 0 undecided 1"));
    QCOMPARE(counts({variant({finding("a")})}, {}), QString("gone 0 remaining 0 new 0 undecided 1"));
    RoundVariant renamed = variant({finding("a")});
    renamed.name = "f16-new";
    QCOMPARE(counts({variant({finding("a")})}, {renamed}), QString("gone 0 remaining 0 new 1 undecided 1"));
    Round without = roundWith({});
    without.operators.clear();
    QCOMPARE(counts(compareRounds(roundWith({variant({finding("a")})}), without)), QString("gone 0 remaining 0 new 0 undecided 1"));
    // What the earlier round did not look for may have been there.
    QCOMPARE(counts({variant({}, "a budget was hit")}, {variant({finding("a")})}), QString("gone 0 remaining 0 new 0 undecided 1"));
    // What it found is gone when the later one looked.
    QCOMPARE(counts({variant({finding("a")}, "a budget was hit")}, {variant({})}), QString("gone 1 remaining 0 new 0 undecided 0"));
    QCOMPARE(counts({}, {variant({finding("a")})}), QString("gone 0 remaining 0 new 1 undecided 0"));
  }

  void refusedVariants() {
    const Variant files{"f16", "", {.program = "/w/r.tileirbc"}, {.program = "/w/p.tileirbc"}};
    const auto refused = [&](const std::string &message) {
      return roundVariant(files, Error{ErrorKind::Malformed, message, {.file = "/w/p.tileirbc"}, ""});
    };
    const RoundVariant broken = refused("breaks a rule of Tile IR: op 17");
    QCOMPARE(broken.findings.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(broken.findings[0].text()), QString("refused variant: port: breaks a rule of Tile IR: op #"));
    QCOMPARE(counts({variant({finding("a")})}, {broken}), QString("gone 0 remaining 0 new 1 undecided 1"));
    QCOMPARE(counts({broken}, {refused("breaks a rule of Tile IR: op 19")}), QString("gone 0 remaining 1 new 0 undecided 0"));
    QCOMPARE(counts({broken}, {variant({finding("a")})}), QString("gone 1 remaining 0 new 0 undecided 1"));
    QCOMPARE(counts({broken}, {}), QString("gone 0 remaining 0 new 0 undecided 1"));
  }

  void hintsOfOtherArchitectures() {
    RoundVariant all = variant({finding("load", "hint"), finding("add")}), one = variant({});
    one.hintArchitectures = {"sm_100"};
    QCOMPARE(counts({all}, {one}), QString("gone 1 remaining 0 new 0 undecided 1"));
    QCOMPARE(counts({one}, {all}), QString("gone 0 remaining 0 new 1 undecided 1"));
    all.hintArchitectures = one.hintArchitectures;
    QCOMPARE(counts({all}, {one}), QString("gone 2 remaining 0 new 0 undecided 0"));
  }

  void specialisationThatIsNotKnown() {
    Finding other = finding("TILE");
    other.kind = Finding::Kind::Specialisation;
    RoundVariant unknown = variant({});
    unknown.specialisationUnknown = "could not be read";
    QCOMPARE(counts({variant({other, finding("a")})}, {unknown}), QString("gone 1 remaining 0 new 0 undecided 1"));
    QCOMPARE(counts({variant({other})}, {variant({}, "it could not be compared")}), QString("gone 1 remaining 0 new 0 undecided 0"));
  }

  // A comparison says no consequence of what it says: what follows from something new may be there as before.
  void whatIsNewMayHideOthers() {
    const auto of = [](const std::string &name, const std::string &status, FindingPart part) {
      Finding made = finding(name);
      made.status = status;
      made.parts = {std::move(part)};
      return made;
    };
    const Finding assume = of("assume", "MISSING", {"fact", "where div_by of x is assumed", "in the entry", ""});
    const Finding token = of("store", "DIFFERS", {"token", "token", "after load", ""}),
                  earlier = of("load", "DIFFERS", {"token", "token", "after store", ""});
    const Finding type = of("view", "DIFFERS", {"type", "padding_value", "nan", "zero"}), above = of("tensor", "DIFFERS", type.parts[0]);
    const Finding other = of("other", "DIFFERS", {"type", "padding_value", "zero", "nan"});
    const Finding operand = of("addf", "DIFFERS", {"operand", "operand lhs", "mulf", "subf"});
    const Finding missing = of("mulf", "MISSING", {"operation", "mulf", "mulf %", ""});
    const auto fate = [](const Finding &then, const Finding &now) { return counts({variant({then})}, {variant({now})}); };
    const QString hidden("gone 0 remaining 0 new 1 undecided 1"), gone("gone 1 remaining 0 new 1 undecided 0");
    QCOMPARE(fate(assume, type), hidden);
    QCOMPARE(fate(token, earlier), hidden);
    QCOMPARE(fate(type, above), hidden);
    QCOMPARE(fate(operand, missing), hidden);
    QCOMPARE(fate(type, other), gone);
    QCOMPARE(fate(type, missing), gone);
    QCOMPARE(fate(token, type), gone);
    QCOMPARE(fate(operand, token), gone);
    QCOMPARE(counts({variant({assume, token})}, {variant({token})}), QString("gone 1 remaining 1 new 0 undecided 0"));
  }

  // Launches that are not named any more take no finding with them.
  void launchesThatAreNotNamed() {
    const std::string program = TILEPORT_SOURCE_DIR "/resources/demo/softmax/reference/reference_f16-1x1024.tileirbc";
    const auto read = reviewFiles(program, program);
    QVERIFY(read.ok());
    auto review = std::make_shared<Review>(**read);
    const Variant files{"f16", "", {.program = "/w/r"}, {.program = "/w/p"}};
    const RoundVariant unnamed = roundVariant(files, ReviewPtr(review));
    review->specialisationCompared = true;
    RoundVariant named = roundVariant(files, ReviewPtr(review));
    QVERIFY(named.specialisationUnknown.empty());
    Finding other = finding("TILE");
    other.kind = Finding::Kind::Specialisation;
    named.findings.push_back(other);
    QCOMPARE(counts({named}, {unnamed}), QString("gone 0 remaining 0 new 0 undecided 1"));
    QVERIFY(compareRounds(roundWith({unnamed}), roundWith({unnamed})).variants.empty());
  }

  void unpairedPrograms() {
    const Finding one = unpairedFinding({Side::Port, "f16", {}, "why"});
    const auto compared = [&](std::vector<RoundVariant> variants, std::vector<Finding> unpaired) {
      return counts(compareRounds(roundWith({}, {one}), roundWith(std::move(variants), std::move(unpaired))));
    };
    QCOMPARE(compared({}, {one}), QString("gone 0 remaining 1 new 0 undecided 0"));
    QCOMPARE(compared({variant({})}, {}), QString("gone 1 remaining 0 new 0 undecided 0"));
    QCOMPARE(compared({}, {}), QString("gone 0 remaining 0 new 0 undecided 1"));
    // A variant of that name that was there before is another one.
    QCOMPARE(counts(compareRounds(roundWith({variant({})}, {one}), roundWith({variant({})}))),
             QString("gone 0 remaining 0 new 0 undecided 1"));
    QCOMPARE(compared({}, {one, unpairedFinding({Side::Reference, "f16", {}, ""})}), QString("gone 0 remaining 1 new 1 undecided 0"));
  }

  // Whoever shows a comparison beside a review goes by the places in the list.
  void laterFindingsComeFirst() {
    const auto compared =
        compareRounds(roundWith({variant({finding("x"), finding("b")})}), roundWith({variant({finding("c"), finding("b"), finding("a")})}));
    QCOMPARE(compared.variants.size(), std::size_t(1));
    QString names;
    for (const ComparedFinding &each : compared.variants[0].findings) names += QString::fromStdString(each.finding.name);
    QCOMPARE(names, QString("cbax"));
  }

  void roundsOfAWorkspace() {
    Workspace workspace{.folder = "/w", .name = "demo", .description = {}};
    workspace.operators.push_back({"softmax", "", {{"f16", "", {}, {}}}, {{Side::Port, "f8", {}, "why"}}});
    workspace.operators.push_back({"gelu", "", {}});
    const Round round = roundOf(workspace, {{variant({finding("a")})}, {}}, "first look", "tileport 0.1.0");
    QCOMPARE(round.operators.size(), std::size_t(2));
    QCOMPARE(round.operators[0].name, std::string("softmax"));
    QCOMPARE(round.operators[0].variants[0].findings.size(), std::size_t(1));
    QVERIFY(round.operators[0].unpaired.at(0).isSameAs(unpairedFinding(workspace.operators[0].unpaired[0])));
    QCOMPARE(round.operators[1].name, std::string("gelu"));
    static const QRegularExpression day("^20\\d\\d-\\d\\d-\\d\\d$");
    QVERIFY(day.match(QString::fromStdString(round.day)).hasMatch());
    QCOMPARE(shownName(round), "first look (" + round.day + ")");
    QCOMPARE(shownName(roundOf(workspace, {{}, {}}, "", "")), round.day);
    // As its file gives it back.
    QVERIFY(readRound(writeRound(round), kFile).ok());
  }

  void operatorsOfOtherManifests() {
    Round before = roundWith({variant({finding("a")})}), after = before;
    after.operators[0].manifest = "elsewhere";
    QCOMPARE(counts(compareRounds(before, after)), QString("gone 0 remaining 0 new 1 undecided 1"));
  }

  void fileReadsBack() {
    Round written =
        roundWith({variant({finding("a"), finding("b \"\n\x01 \xC3\xA9")}, "a budget")}, {unpairedFinding({Side::Port, "f32", {}, ""})});
    written.operators[0].variants[0].hintArchitectures = {"sm_100", "sm_120"};
    written.operators[0].variants[0].specialisationUnknown = "no file";
    written.operators[0].manifest = "a/workspace.json";
    written.label.clear();
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("last.json").toStdString();
    QVERIFY(writeRoundFile(file, written).ok());
    const auto read = readRoundFile(file);
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().toString().c_str());
    QCOMPARE(writeRound(*read), writeRound(written));
    QCOMPARE(counts(compareRounds(*read, written)), QString("gone 0 remaining 3 new 0 undecided 0"));
    QCOMPARE(read->operators[0].variants[0].findings[1].places, std::vector<std::string>{"kernel.rs:7:3"});
  }

  void errorsSayWhere() {
    const std::string good = writeRound(roundWith({variant({finding("a")})}));
    const auto with = [&](const std::string &from, const std::string &to) {
      std::string text = good;
      const std::size_t at = text.find(from);
      return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
    };
    QVERIFY(errorOf(with("tileport-round/1", "tileport-round/9")).contains("last.json:2:"));
    QVERIFY(errorOf(with("tileport-round/1", "tileport-round/9")).contains("tileport-round/1"));
    QVERIFY(errorOf(with("\"DIFFERS\"", "3")).contains("member operators[0].variants[0].findings[0].status must be a string"));
    QVERIFY(errorOf(with("\"divergence\"", "\"other\"")).contains("findings[0].kind is \"other\""));
    QVERIFY(errorOf(with("\"places\"", "\"place\"")).contains("findings[0].place is not a member that is known"));
    QVERIFY(errorOf(with("\"day\": \"2026-11-30\",", "")).contains("member day is missing"));
    QVERIFY(errorOf("[]").contains("must be an object"));
    QVERIFY(errorOf("").contains("not JSON"));
    Round twice = roundWith({variant({}), variant({})});
    QVERIFY(errorOf(writeRound(twice)).contains("\"f16\" twice"));
    twice = roundWith({});
    twice.operators.push_back(twice.operators[0]);
    QVERIFY(errorOf(writeRound(twice)).contains("operators[1].name \"softmax\" is used twice"));
    QVERIFY(!readRoundFile("/nowhere/last.json").ok());
  }

  // Half a file is no round.
  void cutAnywhere() {
    const std::string good = writeRound(roundWith({variant({finding("a"), finding("b")})}));
    for (std::size_t length = 0; length + 2 < good.size(); ++length) {
      const auto read = readRound(std::string_view(good).substr(0, length), kFile);
      QVERIFY(!read.ok());
      QVERIFY(read.error().place.file == kFile && read.error().place.line > 0);
    }
  }
};

QTEST_APPLESS_MAIN(TestRounds)
#include "tst_rounds.moc"
