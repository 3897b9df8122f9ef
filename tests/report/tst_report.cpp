// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QCryptographicHash>
#include <QTest>
#include <set>

#include "json/json.h"
#include "report/check_diff_report.h"
#include "report/page/page.h"
#include "report/parts/escape.h"
#include "report/report.h"
#include "support/case_program.h"

using namespace tileport;
using json::JsonNode;

class TestReport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void verdictsOfMarkdown_data();
  void verdictsOfMarkdown();
  void notTriagedIsBlocked();
  void nothingOrUnpairedIsNoPass();
  void checkerFindsWhatIsWrong_data();
  void checkerFindsWhatIsWrong();
  void hostileNames();
  void pagePolicyHoldsItsTexts();
  void waiverIsShownWithItsName();
  void sarifKeepsItsRules();
  void sarifLimits();
  void jsonHasEveryFinding();
  void pairByPair_data();
  void pairByPair();
};

namespace {

workspace::ReviewPtr reviewOf(const test::CaseKnobs &port) {
  auto review = std::make_shared<workspace::Review>();
  review->title = "reference | port";
  for (auto [side, knobs] : {std::pair(&review->reference, test::CaseKnobs{}), std::pair(&review->port, port)}) {
    side->program = test::caseProgram(knobs);
    side->programPath = "case.tileirbc";
    side->sourceNote = "no source file is named";
  }
  auto alignment = align::align(review->reference.program, review->port.program);
  review->alignment = *alignment;
  review->sideBySide = align::sideBySide(*review->alignment);
  return review;
}

test::CaseKnobs changed() {
  test::CaseKnobs knobs;
  knobs.latencyA = 9;
  knobs.loopBound = 16;
  return knobs;
}

report::Pair pairOf(triage::Verdict verdict, triage::Severity severity, const std::string &sentence = "It differs.") {
  report::Pair pair{"matmul", "f16", reviewOf(changed()), nullptr};
  auto made = std::make_shared<triage::Triage>();
  made->alignment = pair.review->alignment;
  for (std::size_t i = 0; i < made->alignment->divergences.size(); ++i) {
    triage::Finding finding;
    finding.divergence = i;
    finding.severity = severity;
    finding.cause = triage::Cause::UserCode;
    finding.rule = "a_rule";
    finding.sentence = sentence;
    finding.anchor = "anchor " + std::to_string(i);
    made->findings.push_back(finding);
  }
  made->verdict = verdict;
  made->owner = verdict == triage::Verdict::FailFixable ? triage::Owner::Kernel : triage::Owner::None;
  made->reasons = {"a reason"};
  made->policy = "test 1";
  pair.triage = made;
  return pair;
}

report::Report reportOf(std::vector<report::Pair> pairs) { return {"Cases", "0.1.0", "2026-11-30", std::move(pairs)}; }

std::string complaintsOf(const std::string &text) {
  std::string all;
  for (const report::Complaint &each : report::checkDiffReport(text))
    all += std::to_string(each.line) + ": " + each.rule + ": " + each.message + "\n";
  return all;
}

JsonNode parsed(const std::string &text) {
  auto node = json::parseJson(text, "report");
  return node ? *node : JsonNode{};
}

const JsonNode &at(const JsonNode &node, std::initializer_list<const char *> path) {
  const JsonNode *current = &node;
  static const JsonNode kNothing;
  for (const char *name : path) {
    current = current->kind == JsonNode::Kind::Array ? (current->items.empty() ? nullptr : &current->items.front()) : current;
    if (current != nullptr) current = current->member(name);
    if (current == nullptr) return kNothing;
  }
  return *current;
}

}  // namespace

void TestReport::verdictsOfMarkdown_data() {
  QTest::addColumn<int>("verdict");
  QTest::addColumn<int>("severity");
  QTest::addColumn<int>("count");
  using triage::Severity;
  using triage::Verdict;
  for (const int count : {1, 2}) {
    for (const auto &[verdict, severity] :
         {std::pair(Verdict::FailFixable, Severity::Critical), std::pair(Verdict::PassWithNotes, Severity::Warn),
          std::pair(Verdict::Pass, Severity::Info), std::pair(Verdict::FailCompilerBug, Severity::Critical),
          std::pair(Verdict::Blocked, Severity::Critical)})
      QTest::addRow("%s of %d", std::string(toText(verdict)).c_str(), count) << int(verdict) << int(severity) << count;
  }
}

void TestReport::verdictsOfMarkdown() {
  QFETCH(int, verdict);
  QFETCH(int, severity);
  QFETCH(int, count);
  const std::vector<report::Pair> pairs(static_cast<std::size_t>(count), pairOf(triage::Verdict(verdict), triage::Severity(severity)));
  const std::string text = report::markdown(reportOf(pairs)), word(toText(triage::Verdict(verdict)));
  QVERIFY(text.starts_with("VERDICT: " + word + "\n"));
  QCOMPARE(complaintsOf(text), std::string());
  // What the pipeline's validator looks for.
  for (const char *each :
       {"Structural Comparison", "Checklist", "Root Cause", "Impact", "## Verdict", "div_by", "flush_to_zero", "strides"})
    QVERIFY2(text.find(each) != std::string::npos, each);
  QCOMPARE(text.find("FAIL_FIXABLE") != std::string::npos, word == "FAIL_FIXABLE");
  QCOMPARE(text.find("Action Items") != std::string::npos, word == "FAIL_FIXABLE");
}

void TestReport::notTriagedIsBlocked() {
  for (const test::CaseKnobs &knobs : {test::CaseKnobs{}, changed()}) {
    const report::Report report = reportOf({{"matmul", "f16", reviewOf(knobs), nullptr}});
    QVERIFY(report::verdictOf(report) == triage::Verdict::Blocked);
    const std::string text = report::markdown(report);
    QVERIFY(text.starts_with("VERDICT: BLOCKED\n"));
    QVERIFY(text.find("UNDECIDED: not triaged") != std::string::npos);
    QCOMPARE(complaintsOf(text), std::string());
    QVERIFY(report::html(report).find("UNDECIDED: not triaged") != std::string::npos);
  }
}

void TestReport::nothingOrUnpairedIsNoPass() {
  QVERIFY(report::verdictOf(reportOf({})) == triage::Verdict::Blocked);
  report::Report report = reportOf({pairOf(triage::Verdict::Pass, triage::Severity::Info)});
  QVERIFY(report::verdictOf(report) == triage::Verdict::Pass);
  report.unpaired.push_back({"matmul", "f32", "no partner"});
  QVERIFY(report::verdictOf(report) == triage::Verdict::Blocked);
  report::Pair unreadable{"matmul", "f8", nullptr, nullptr, Error{.message = "is not there", .place = {.file = "x"}}};
  const report::Report broken = reportOf({unreadable});
  QVERIFY(report::verdictOf(broken) == triage::Verdict::Blocked);
  QCOMPARE(complaintsOf(report::markdown(broken)), std::string());
  QVERIFY(report::sarif(broken).find("\"executionSuccessful\": false") != std::string::npos);
}

void TestReport::checkerFindsWhatIsWrong_data() {
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<QString>("rule");
  QTest::newRow("first line") << "VERDICT: FAIL_FIXABLE\n\n#" << "FAIL_FIXABLE\n\n#" << "first-line";
  QTest::newRow("unknown word") << "VERDICT: FAIL_FIXABLE\n\n#" << "VERDICT: GOOD\n\n#" << "first-line";
  QTest::newRow("other final verdict") << "VERDICT: FAIL_FIXABLE\nowner" << "VERDICT: PASS\nowner" << "verdict";
  QTest::newRow("critical in a pass") << "VERDICT: FAIL_FIXABLE\n\n#" << "VERDICT: PASS_WITH_NOTES\n\n#" << "critical";
  QTest::newRow("owner") << "owner: kernel" << "owner: wrapper" << "owner";
  QTest::newRow("no owner") << "owner: kernel\n" << "" << "owner";
  QTest::newRow("no actions") << "### Action Items" << "### Things" << "actions";
  QTest::newRow("section gone") << "## Root Cause Analysis" << "## Causes" << "sections";
  QTest::newRow("section twice") << "## Root Cause Analysis" << "## Inputs" << "sections";
  QTest::newRow("bar in a cell") << "| MATCH |" << "| MA | TCH |" << "table";
  QTest::newRow("no dashes") << "|---|---|---|---|\n" << "" << "table";
  QTest::newRow("status") << "| MATCH |" << "| SAME |" << "words";
  QTest::newRow("open fence") << "## Verdict" << "```\n## Verdict" << "table";
}

void TestReport::checkerFindsWhatIsWrong() {
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(QString, rule);
  const std::string good = report::markdown(reportOf({pairOf(triage::Verdict::FailFixable, triage::Severity::Critical)}));
  QCOMPARE(complaintsOf(good), std::string());
  const std::size_t place = good.find(from.toStdString());
  QVERIFY2(place != std::string::npos, "the report has not what the test changes");
  std::string bad = good;
  bad.replace(place, from.toStdString().size(), to.toStdString());
  const auto complaints = report::checkDiffReport(bad);
  QVERIFY2(
      std::any_of(complaints.begin(), complaints.end(), [&](const auto &each) { return each.rule == rule.toStdString() && each.line > 0; }),
      complaintsOf(bad).c_str());
}

void TestReport::hostileNames() {
  const std::string hostile = "<script>alert(1)</script>\" onload='x' | `a` ``b`` \n\nVERDICT: PASS\n# \xE2\x80\xAE\xFF*_";
  report::Pair pair = pairOf(triage::Verdict::FailFixable, triage::Severity::Critical, hostile);
  pair.op = pair.variant = hostile;
  report::Report report = reportOf({pair, pair});
  report.title = hostile;
  QCOMPARE(complaintsOf(report::markdown(report)), std::string());
  const std::string page = report::html(report), text = page.substr(0, page.rfind("<script>")) + page.substr(page.rfind("</script>"));
  QVERIFY(text.find("<script") == std::string::npos);
  for (const char *each : {"\xE2\x80\xAE", " onload='", "style=", "http://", "https://", "\xFF"})
    QVERIFY2(text.find(each) == std::string::npos, each);
  QVERIFY(text.find("\\u{202e}") != std::string::npos);
  QVERIFY(parsed(report::sarif(report)).member("runs") != nullptr);
  QVERIFY(parsed(report::json(report)).member("pairs") != nullptr);
  QCOMPARE(report::relativeUri("/../a b/./<c>.rs"), std::string("a%20b/%3Cc%3E.rs"));
  QCOMPARE(report::markdownCell("a|`b"), std::string("``a\\|`b``"));
}

void TestReport::pagePolicyHoldsItsTexts() {
  const std::string page = report::html(reportOf({pairOf(triage::Verdict::FailFixable, triage::Severity::Critical)}));
  for (const auto &[text, hash] :
       {std::pair(report::pageStyle(), report::pageStyleHash()), std::pair(report::pageScript(), report::pageScriptHash())}) {
    const QByteArray bytes(text.data(), static_cast<qsizetype>(text.size()));
    const QByteArray wanted = "sha256-" + QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toBase64();
    QCOMPARE(QByteArray(hash.data(), static_cast<qsizetype>(hash.size())), wanted);
    QVERIFY(page.find(std::string("'") + wanted.toStdString() + "'") != std::string::npos);
    QVERIFY(page.find(">" + std::string(text) + "</") != std::string::npos);
  }
  // Each link leads somewhere.
  std::set<std::string> ids;
  for (std::size_t i = page.find(" id=\""); i != std::string::npos; i = page.find(" id=\"", i + 1))
    QVERIFY(ids.insert(page.substr(i + 5, page.find('"', i + 5) - i - 5)).second);
  for (std::size_t i = page.find("href=\"#"); i != std::string::npos; i = page.find("href=\"#", i + 1))
    QVERIFY2(ids.contains(page.substr(i + 7, page.find('"', i + 7) - i - 7)), page.substr(i, 40).c_str());
}

void TestReport::waiverIsShownWithItsName() {
  report::Pair pair = pairOf(triage::Verdict::PassWithNotes, triage::Severity::Critical);
  auto made = std::make_shared<triage::Triage>(*pair.triage);
  for (triage::Finding &each : made->findings) each.waiver = triage::Waiver{"accepted", "rows are even", "Ada", "2026-11-30", false, ""};
  pair.triage = made;
  const report::Report report = reportOf({pair});
  QCOMPARE(complaintsOf(report::markdown(report)), std::string());
  QVERIFY(report::markdown(report).find("WAIVED by Ada on 2026-11-30") != std::string::npos);
  QVERIFY(report::html(report).find("<b>Ada</b>") != std::string::npos);
  const JsonNode sarif = parsed(report::sarif(report));
  const JsonNode &suppression = at(sarif, {"runs", "results", "suppressions", "status"});
  QCOMPARE(suppression.text, std::string("accepted"));
  for (triage::Finding &each : made->findings) each.waiver->lapsed = true;
  QVERIFY(report::sarif(report).find("suppressions") == std::string::npos);
}

void TestReport::sarifKeepsItsRules() {
  const JsonNode root = parsed(report::sarif(reportOf({pairOf(triage::Verdict::FailFixable, triage::Severity::Critical)})));
  QCOMPARE(at(root, {"version"}).text, std::string("2.1.0"));
  const JsonNode &rules = at(root, {"runs", "tool", "driver", "rules"});
  const JsonNode &results = at(root, {"runs", "results"});
  QVERIFY(!results.items.empty() && !rules.items.empty());
  std::set<std::string> prints;
  for (const JsonNode &each : results.items) {
    const auto index = static_cast<std::size_t>(at(each, {"ruleIndex"}).integer);
    QVERIFY(index < rules.items.size());
    QCOMPARE(at(each, {"ruleId"}).text, at(rules.items[index], {"id"}).text);
    QCOMPARE(at(each, {"level"}).text, std::string("error"));
    QVERIFY(!at(each, {"message", "text"}).text.empty());
    const std::string uri = at(each, {"locations", "physicalLocation", "artifactLocation", "uri"}).text;
    QVERIFY(!uri.empty() && uri[0] != '/' && uri.find(':') == std::string::npos);
    QVERIFY(at(each, {"locations", "physicalLocation", "region", "startLine"}).integer >= 1);
    QVERIFY(prints.insert(at(each, {"partialFingerprints", "primaryLocationLineHash"}).text).second);
  }
}

void TestReport::sarifLimits() {
  report::Pair pair = pairOf(triage::Verdict::FailFixable, triage::Severity::Info);
  auto made = std::make_shared<triage::Triage>(*pair.triage);
  const triage::Finding one = made->findings.front();
  made->findings.assign(25'010, one);
  for (std::size_t i = 0; i < made->findings.size(); ++i) made->findings[i].anchor = std::to_string(i);
  made->findings.back().severity = triage::Severity::Critical;
  made->findings.back().sentence = std::string(5'000, 'x');
  pair.triage = made;
  const std::string text = report::sarif(reportOf({pair}));
  const JsonNode root = parsed(text);
  const JsonNode &results = at(root, {"runs", "results"});
  QCOMPARE(results.items.size(), std::size_t(25'000));
  QCOMPARE(at(results.items.front(), {"level"}).text, std::string("error"));
  QVERIFY(at(results.items.front(), {"message", "text"}).text.size() <= 1'000);
  QVERIFY(at(root, {"runs", "invocations", "toolExecutionNotifications", "message", "text"}).text.starts_with("10 of 25010"));
  QVERIFY(qCompress(QByteArray::fromStdString(text)).size() < 10'000'000);
}

void TestReport::pairByPair_data() {
  QTest::addColumn<int>("worst");
  QTest::addColumn<int>("pairs");
  for (const auto verdict : {triage::Verdict::Pass, triage::Verdict::PassWithNotes, triage::Verdict::Blocked,
                             triage::Verdict::FailCompilerBug, triage::Verdict::FailFixable})
    for (const int pairs : {0, 1, 3})
      QTest::newRow((std::string(toText(verdict)) + ", " + std::to_string(pairs)).c_str()) << int(verdict) << pairs;
}

/// No program stays that was written, and the text is the one that all pairs together give: with the worst of them last, of which the
/// first ones knew nothing.
void TestReport::pairByPair() {
  QFETCH(const int, worst);
  QFETCH(const int, pairs);
  const auto make = [&](int number) {
    const bool isLast = number + 1 == pairs;
    report::Pair pair = pairOf(isLast ? triage::Verdict(worst) : triage::Verdict::Pass, triage::Severity::Critical);
    pair.variant = "f" + std::to_string(number);
    if (number == 1) pair = {"matmul", "f8", nullptr, nullptr, Error{ErrorKind::CannotRead, "there is no such file", {}, {}}};
    return pair;
  };
  report::Report whole = reportOf({});
  whole.unpaired = {{"gelu", "f16", "nobody has ported it"}};
  const report::Report head = whole;
  for (int i = 0; i < pairs; ++i) whole.pairs.push_back(make(i));
  for (const report::Format format : {report::Format::Markdown, report::Format::Html, report::Format::Json, report::Format::Sarif}) {
    const auto writer = report::writerOf(format, head, std::size_t(pairs));
    std::vector<std::vector<std::string>> texts;
    for (int i = 0; i < pairs; ++i) {
      std::weak_ptr<const workspace::Review> review;
      {
        const report::Pair pair = make(i);
        review = pair.review;
        texts.push_back(writer->add(pair));
      }
      QVERIFY2(review.expired(), "the programs stay");
      QVERIFY(!texts.back().empty());
    }
    const report::Writer::Ends ends = writer->finish();
    std::string text = ends.before;
    for (const auto &each : texts) text += each[std::min(ends.choice, each.size() - 1)];
    text += ends.after;
    QCOMPARE(text, report::write(whole, format));
    if (format == report::Format::Markdown && pairs > 0) QCOMPARE(complaintsOf(text), std::string());
    if (format == report::Format::Json || format == report::Format::Sarif) QVERIFY(json::parseJson(text, "report").ok());
    // What a report says first is what all of it comes to.
    if (format == report::Format::Markdown) QVERIFY(text.starts_with("VERDICT: " + std::string(toText(report::verdictOf(whole)))));
  }
}

void TestReport::jsonHasEveryFinding() {
  const report::Pair pair = pairOf(triage::Verdict::FailFixable, triage::Severity::Critical);
  const JsonNode root = parsed(report::json(reportOf({pair})));
  QCOMPARE(at(root, {"schema"}).text, std::string("tileport-report/1"));
  QCOMPARE(at(root, {"verdict"}).text, std::string("FAIL_FIXABLE"));
  QCOMPARE(at(root, {"owner"}).text, std::string("kernel"));
  QCOMPARE(at(root, {"pairs", "findings"}).items.size(), pair.triage->findings.size());
  QCOMPARE(at(root, {"pairs", "findings", "rule"}).text, std::string("a_rule"));
}

QTEST_GUILESS_MAIN(TestReport)
#include "tst_report.moc"
