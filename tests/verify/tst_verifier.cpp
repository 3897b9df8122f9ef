// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every probe is judged as the official tools judge it (agree.py asks them), and by the rule that it is about.
#include <QTest>
#include <filesystem>
#include <set>

#include "probe_program.h"
#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/verifier.h"

using namespace tileport;
using namespace tileport::tileir;

namespace {

const std::filesystem::path kSource = TILEPORT_SOURCE_DIR;

const std::vector<probes::Probe> &allProbes() {
  static const auto probes = [] {
    std::vector<probes::Probe> out;
    for (const auto &path : test::filesIn(kSource / "tests/verify/probes", ".probe")) {
      for (auto &probe : probes::readProbes(test::contentOf(path))) {
        probe.title = path.filename().string() + ":" + std::to_string(probe.line) + " " + probe.title;
        out.push_back(std::move(probe));
      }
    }
    return out;
  }();
  return probes;
}

/// What stands in backticks in the first column of the table of rules in docs/verifier.md.
std::set<std::string> documentedRules() {
  std::set<std::string> out;
  const std::string text = test::contentOf(kSource / "docs/verifier.md");
  std::istringstream lines(text.substr(text.find("\n## Rules\n")));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    const std::string column = line.substr(0, line.find('|', 1));
    for (std::size_t begin = column.find('`'); begin != std::string::npos; begin = column.find('`', begin + 1)) {
      const std::size_t end = column.find('`', begin + 1);
      out.insert(column.substr(begin + 1, end - begin - 1));
      begin = end;
    }
  }
  return out;
}

}  // namespace

class TestVerifier : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void probe_data();
  void probe();
  void everyRuleHasAProbe();
  void realPrograms_data();
  void realPrograms();
  void limit();
  void cancelled();
};

void TestVerifier::probe_data() {
  QTest::addColumn<int>("index");
  for (std::size_t i = 0; i < allProbes().size(); ++i) QTest::newRow(allProbes()[i].title.c_str()) << static_cast<int>(i);
}

void TestVerifier::probe() {
  QFETCH(int, index);
  const auto &probe = allProbes()[static_cast<std::size_t>(index)];
  const auto violations = verify(*probe.program);
  const std::string message = violations.empty() ? "" : violations.front().rule + ": " + violations.front().message;
  if (probe.valid) {
    QVERIFY2(violations.empty(), message.c_str());
    return;
  }
  QVERIFY2(!violations.empty(), "no violation");
  QCOMPARE(QString::fromStdString(violations.front().rule), QString::fromStdString(probe.rule));
  for (const Violation &violation : violations) {
    QVERIFY(!violation.message.empty());
    QVERIFY(violation.line.index() < probe.program->listing().lineCount());
    QVERIFY(violation.op.valid() || violation.function.valid() || violation.global);
    if (!violation.op.valid()) continue;
    const auto mnemonic = info(probe.program->op(violation.op).kind).mnemonic;
    QVERIFY2(violation.message.find(mnemonic) != std::string::npos, violation.message.c_str());
  }
}

/// Each rule of the documents is broken by a probe, and each rule that a probe names is in the documents.
void TestVerifier::everyRuleHasAProbe() {
  std::set<std::string> broken;
  for (const auto &probe : allProbes()) {
    if (!probe.valid) broken.insert(probe.rule);
  }
  std::string missing;
  for (const auto &rule : documentedRules()) {
    // These cannot be written as a probe: tst_verifier_edits breaks them, or no consistent program does (region-blocks).
    const std::set<std::string> others = {"op-parts",      "value-scope", "location-scope", "location-entry",
                                          "symbol-name",   "entry-type",  "entry-results",  "entry-visibility",
                                          "type-function", "terminator",  "region-blocks",  "attribute-dense"};
    if (!broken.contains(rule) && !others.contains(rule)) missing += " " + rule;
  }
  for (const auto &rule : broken) {
    if (!documentedRules().contains(rule)) missing += " undocumented:" + rule;
  }
  QVERIFY2(missing.empty(), missing.c_str());
}

void TestVerifier::realPrograms_data() {
  QTest::addColumn<QString>("path");
  for (const char *folder : {"tests/cases", "resources/demo"}) {
    for (const auto &path : test::filesIn(kSource / folder, ".tileirbc"))
      QTest::newRow(path.lexically_relative(kSource).string().c_str()) << QString::fromStdString(path.string());
  }
}

void TestVerifier::realPrograms() {
  QFETCH(QString, path);
  const auto program = readBytecodeFile(path.toStdString());
  QVERIFY(program.ok());
  const auto violations = verify(**program);
  QVERIFY2(violations.empty(), violations.empty() ? "" : (violations.front().rule + ": " + violations.front().message).c_str());
}

void TestVerifier::limit() {
  const auto probes = probes::readProbes(
      "== same-type bad\n  addf(tile<4xf32>, tile<8xf32>) -> tile<4xf32>\n  addf(tile<4xf32>, tile<8xf32>) -> tile<4xf32>\n");
  QCOMPARE(verify(*probes.front().program).size(), std::size_t{2});
  QCOMPARE(verify(*probes.front().program, 1).size(), std::size_t{1});
  QCOMPARE(verify(*probes.front().program, 0).size(), std::size_t{0});
}

void TestVerifier::cancelled() {
  const auto probes = probes::readProbes("== same-type bad\n  addf(tile<4xf32>, tile<8xf32>) -> tile<4xf32>\n");
  CancelSource source;
  source.cancel();
  QVERIFY(verify(*probes.front().program, 100, source.token()).empty());
}

QTEST_GUILESS_MAIN(TestVerifier)
#include "tst_verifier.moc"
