// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QFile>
#include <QTest>

#include "triage/front_ends.h"
#include "triage/glob.h"
#include "triage/policy.h"

using namespace tileport;
using namespace tileport::triage;

class TestPolicy : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theProgramsOwn();
  void broken_data();
  void broken();
  void firstThatFitsDecides();
  void whatNoRuleFitsIsCritical();
  void sentences();
  void globs_data();
  void globs();
  void versions_data();
  void versions();
  void brokenVersionTable_data();
  void brokenVersionTable();
};

namespace {

const char *const kThen =
    R"("then": {"severity": "WARN", "cause": "evidence", "owner": "kernel", "impact": {"result": "possible"}, "sentence": "It differs."})";

std::string policyWith(const std::string &rules, const std::string &families = R"("maths": ["addf", "mulf"])") {
  return R"({"schema": "tileport-policy/1", "name": "mine", "version": "3", "families": {)" + families + "},\n\"rules\": [" + rules + "]}";
}

std::string rule(const std::string &id, const std::string &when, const std::string &then = kThen) {
  return R"({"id": ")" + id + R"(", "when": {)" + when + "}, " + then + "}";
}

}  // namespace

void TestPolicy::theProgramsOwn() {
  QFile file(QStringLiteral(TILEPORT_SOURCE_DIR "/resources/policy/default.json"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const auto read = readPolicy(file.readAll().toStdString(), "default.json");
  QVERIFY2(read.ok(), read.ok() ? "" : read.error().toString().c_str());
  QCOMPARE(defaultPolicy().rules.size(), read->rules.size());
  QCOMPARE(defaultPolicy().title(), std::string("default 1"));
  QVERIFY(defaultFrontEnds().rows.size() > 10);
}

void TestPolicy::broken_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("says");
  const auto row = [](const char *name, const std::string &text, const char *says) {
    QTest::newRow(name) << QString::fromStdString(text) << QString(says);
  };
  row("no JSON", "{", "mine.json:1");
  row("no object", "[]", "expected an object");
  row("schema", R"({"schema": "tileport-policy/2"})", "tileport-policy/1");
  row("no rule", policyWith(""), "has no rule");
  row("unknown member", policyWith(rule("a", "\"aspekt\": \"hint\"")), "mine.json:2:");
  row("unknown aspect", policyWith(rule("a", "\"aspect\": \"hints\"")), "there is no \"hints\"");
  row("unknown op", policyWith(rule("a", "\"op\": \"addq\"")), "no op \"addq\"");
  row("unknown family", policyWith(rule("a", "\"op\": \"@math\"")), "no family \"math\"");
  row("unknown op in a family", policyWith(rule("a", ""), "\"maths\": [\"addq\"]"), "no op \"addq\"");
  row("empty list", policyWith(rule("a", "\"op\": []")), "so that nothing fits");
  row("wrong kind", policyWith(rule("a", "\"used\": \"yes\"")), "expected true or false");
  row("two of one name", policyWith(rule("a", "") + "," + rule("a", "")), "two rules \"a\"");
  row("no outcome", policyWith(R"({"id": "a", "when": {}})"), "\"then\" is missing");
  row("unknown severity",
      policyWith(rule("a", "", R"("then": {"severity": "BAD", "cause": "evidence", "owner": "kernel", "impact": {}, "sentence": "x"})")),
      "there is no \"BAD\"");
  row("critical and nobody's",
      policyWith(rule("a", "", R"("then": {"severity": "CRITICAL", "cause": "evidence", "owner": "none", "impact": {}, "sentence": "x"})")),
      "nobody's");
  row("unknown placeholder",
      policyWith(rule("a", "",
                      R"("then": {"severity": "WARN", "cause": "evidence", "owner": "kernel", "impact": {}, "sentence": "{op} differs"})")),
      "no word for \"{op}\"");
  row("no sentence",
      policyWith(rule("a", "", R"("then": {"severity": "WARN", "cause": "evidence", "owner": "kernel", "impact": {}, "sentence": ""})")),
      "is empty");
}

void TestPolicy::broken() {
  QFETCH(QString, text);
  QFETCH(QString, says);
  const auto read = readPolicy(text.toStdString(), "mine.json");
  QVERIFY(!read.ok());
  const QString error = QString::fromStdString(read.error().toString());
  QVERIFY2(error.contains(says), qPrintable(error));
  QVERIFY2(error.startsWith("mine.json:"), qPrintable(error));
}

void TestPolicy::firstThatFitsDecides() {
  const auto policy =
      readPolicy(policyWith(rule("sums", "\"op\": \"@maths\", \"aspect\": [\"operand\", \"attribute\"]") + "," +
                            rule("hints", "\"what\": \"*.latency\", \"reference\": [\"3\", \"\"]") + "," + rule("rest", "\"used\": true")),
                 "mine.json");
  QVERIFY2(policy.ok(), policy.ok() ? "" : policy.error().toString().c_str());
  Case each{.aspect = align::Aspect::Operand, .op = "addf"};
  QCOMPARE(policy->find(each)->id, std::string("sums"));
  each.op = "subf";
  QCOMPARE(policy->find(each)->id, std::string("rest"));
  each.what = "sm_100.latency";
  QCOMPARE(policy->find(each)->id, std::string("hints"));  // an empty pattern fits what is absent
  each.reference = "4";
  QCOMPARE(policy->find(each)->id, std::string("rest"));
  each.used = false;
  QVERIFY(policy->find(each) == nullptr);
}

void TestPolicy::whatNoRuleFitsIsCritical() {
  const Rule &rule = ruleOfLastResort();
  QCOMPARE(rule.then.severity, Severity::Critical);
  QVERIFY(rule.then.cause == Cause::Undecided);
}

void TestPolicy::sentences() {
  Rule rule;
  rule.then.sentence = "{name}: {what} is {reference} and {port}, by {port_front_end}.";
  const Case each{.name = "mulf", .what = "flush_to_zero", .reference = "", .port = "{name}"};
  QCOMPARE(sentenceOf(rule, each, "", "cuTile Rust 0.2.0"),
           std::string("mulf: flush_to_zero is nothing and {name}, by cuTile Rust 0.2.0."));
}

void TestPolicy::globs_data() {
  QTest::addColumn<QByteArray>("pattern");
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<bool>("fits");
  QTest::newRow("equal") << QByteArray("dim") << QByteArray("dim") << true;
  QTest::newRow("longer") << QByteArray("dim") << QByteArray("dim_map") << false;
  QTest::newRow("ending") << QByteArray("*.latency") << QByteArray("sm_100.latency") << true;
  QTest::newRow("middle") << QByteArray("div_by of *(stride *") << QByteArray("div_by of x 0, %a (stride 0 of tensor 1)") << true;
  QTest::newRow("empty fits empty") << QByteArray("") << QByteArray("") << true;
  QTest::newRow("empty fits nothing else") << QByteArray("") << QByteArray("x") << false;
  QTest::newRow("star fits empty") << QByteArray("*") << QByteArray("") << true;
  QTest::newRow("again") << QByteArray("*ab") << QByteArray("aab") << true;
}

void TestPolicy::globs() {
  QFETCH(QByteArray, pattern);
  QFETCH(QByteArray, text);
  QTEST(fitsGlob(pattern.toStdString(), text.toStdString()), "fits");
}

void TestPolicy::versions_data() {
  QTest::addColumn<QString>("frontEnd");
  QTest::addColumn<QString>("feature");
  QTest::addColumn<QString>("answer");
  QTest::newRow("0.2 has no warps") << "cuTile Rust 0.2.0" << "hint num_worker_warps_per_cta" << "no";
  QTest::newRow("0.3 has") << "cuTile Rust 0.3.1" << "hint num_worker_warps_per_cta" << "yes";
  QTest::newRow("0.5 has") << "cuTile Rust 0.5.0" << "hint num_worker_warps_per_cta" << "yes";
  QTest::newRow("what is newer is not known") << "cuTile Rust 0.6.0" << "hint num_worker_warps_per_cta" << "unknown";
  QTest::newRow("a pre-release is not known") << "cuTile Rust 0.5.0-rc1" << "hint num_worker_warps_per_cta" << "unknown";
  QTest::newRow("latency can be said") << "cuTile Rust 0.2.0" << "hint latency" << "yes";
  QTest::newRow("tma is only forbidden") << "cuTile Rust 0.2.0" << "hint allow_tma = true" << "no";
  QTest::newRow("strided views came later") << "cuTile Rust 0.2.0" << "op make_strided_view" << "no";
  QTest::newRow("another front end") << "triton 0.2.0" << "hint occupancy" << "unknown";
  QTest::newRow("no version") << "cuTile Rust" << "hint occupancy" << "unknown";
  QTest::newRow("nothing") << "" << "hint occupancy" << "unknown";
}

void TestPolicy::versions() {
  QFETCH(QString, frontEnd);
  QFETCH(QString, feature);
  const FrontEndRow *row = defaultFrontEnds().find(frontEnd.toStdString(), feature.toStdString());
  QTEST(QString(!row ? "unknown" : row->can ? "yes" : "no"), "answer");
}

void TestPolicy::brokenVersionTable_data() {
  QTest::addColumn<QString>("row");
  QTest::addColumn<QString>("says");
  QTest::newRow("no evidence") << R"({"front_end": "a", "from": "1.0", "to": "1.0", "feature": "x", "can": true})"
                               << "\"evidence\" is missing";
  QTest::newRow("no range") << R"({"front_end": "a", "from": "2.0", "to": "1.0", "feature": "x", "can": true, "evidence": "e"})"
                            << "no range";
  QTest::newRow("twice") << R"({"front_end": "a", "from": "1.0", "to": "3.0", "feature": "x", "can": true, "evidence": "e"},
                              {"front_end": "a", "from": "2.0", "to": "2.0", "feature": "x", "can": false, "evidence": "e"})"
                         << "another row";
  QTest::newRow("unknown member") << R"({"front_ends": "a"})" << "front_ends";
}

void TestPolicy::brokenVersionTable() {
  QFETCH(QString, row);
  QFETCH(QString, says);
  const auto read = readFrontEnds("{\"schema\": \"tileport-front-ends/1\", \"rows\": [" + row.toStdString() + "]}", "table.json");
  QVERIFY(!read.ok());
  QVERIFY2(QString::fromStdString(read.error().toString()).contains(says), read.error().toString().c_str());
}

QTEST_APPLESS_MAIN(TestPolicy)
#include "tst_policy.moc"
