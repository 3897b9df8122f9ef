// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// analysis.json: each row of docs/analysis.md's table as an error or a warning, in its place; and that a draft, filled in, passes.
#include <QtTest/QtTest>
#include <algorithm>

#include "specification/analysis.h"

using namespace tileport;
using namespace tileport::specification;
using Severity = AnalysisFinding::Severity;

namespace {

/// Nothing can be said against it.
const std::string kGood = R"({
  "kernel_name": "softmax",
  "source": "src/ops/softmax.py",
  "pattern": "multi_variant",
  "launch_path": "autotune",
  "ops_used": ["load_view_tko", "exp"],
  "test_perf_configs": {"forward": {"shapes": [[4096, 1024]]}},
  "reference_backend": "cutile",
  "reference_backend_selection": {"method": "geomean", "winner": "cutile", "cutile_geo_mean_ms": 0.41, "triton_tileir_geo_mean_ms": 0.5},
  "kernel_variants": [
    {"variant_name": "tma", "kernel_function": "_softmax_kernel_tma", "reference_ir": "reference/reference_tma.mlir",
     "dispatch_condition": "use_tma", "reference_backend": "cutile", "variant_type": "memory", "constants": ["TILE_SIZE=1024"],
     "reference_ir_f32_supplement": "reference/supplements/tma_f32.mlir", "autotune_configs": [{"TILE_SIZE": 1024, "occupancy": 2}]},
    {"variant_name": "gather", "kernel_function": "_softmax_kernel", "reference_ir": "reference/reference_gather.mlir",
     "dispatch_condition": "not use_tma", "reference_backend": "cutile", "autotune_configs": null}
  ],
  "config_to_variant": {"f16-4096": "tma", "f16-4097": "gather"},
  "correctness_reference": {"function": "torch.softmax", "source": "tests/test_softmax.py"},
  "correctness_tolerance": {"float16": {"atol": 1e-2, "rtol": 0.01}, "source": "tests/test_softmax.py", "notes": ""},
  "autotune_backends": ["cutile"],
  "autotune_key": ["n"],
  "autotune_configs": null,
  "source_file": "softmax.py",
  "entry_symbol_policy": {"reference_entry_contains_kernel_name": true, "alias_used": false, "real_kernel_function": "_softmax_kernel"},
  "known_gaps": []
}
)";

const AnalysisFiles kFiles{
    [](const std::string &path) { return path.starts_with("reference/") && path.find("missing") == std::string::npos; },
    {"@ct.kernel\ndef _softmax_kernel_tma(x):\n  pass\n_softmax_kernel = ct.kernel(f)\n"},
    [](const std::string &path) { return std::string(path.find("broken") == std::string::npos ? "" : "line 1: it ends here"); }};

std::string edited(const QString &from, const QString &to) {
  QString text = QString::fromStdString(kGood);
  if (!text.contains(from)) qFatal("not there: %s", qPrintable(from));
  return text.replace(text.indexOf(from), from.size(), to).toStdString();
}

std::string all(const std::vector<AnalysisFinding> &findings) {
  std::string text;
  for (const AnalysisFinding &each : findings) text += each.toString() + "\n";
  return text;
}

}  // namespace

class TestAnalysis : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aGoodOneHasNoFinding() {
    const auto findings = checkAnalysis(kGood, "analysis.json", kFiles);
    QVERIFY2(findings.empty(), all(findings).c_str());
    QVERIFY(passes(findings));
  }

  void finds_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *from, const char *to, const char *said) { QTest::newRow(said) << from << to << said; };
    // As the pipeline's validator: errors.
    row("\"kernel_name\": \"softmax\",", "", ":1:1: error: member kernel_name is missing");
    row("\"src/ops/softmax.py\"", "null", ":3:16: error: member source is left open (null)");
    row("\"multi_variant\"", "\"\"", "error: member pattern is empty");
    row("\"launch_path\": \"autotune\",", "", "error: member launch_path is missing");
    row("\"ops_used\": [\"load_view_tko\", \"exp\"],", "", "error: member ops_used is missing");
    row("{\"forward\": {\"shapes\": [[4096, 1024]]}}", "[]", "error: member test_perf_configs has no shape and no parameter in all");
    row("[[4096, 1024]]", "[]", "error: member test_perf_configs has no shape");
    row("\"reference_backend\": \"cutile\",\n", "\"reference_backend\": \"torch\",\n",
        ":8:30: error: member reference_backend is \"torch\"");
    row("\"variant_name\": \"tma\", ", "", ":11:5: error: member kernel_variants[0].variant_name is missing");
    row("\"kernel_function\": \"_softmax_kernel\", ", "", "error: member kernel_variants[1].kernel_function is missing");
    row("\"reference/reference_gather.mlir\"", "7", "error: member kernel_variants[1].reference_ir must be a string but is a number");
    row("reference_gather.mlir", "missing.mlir", "error: member kernel_variants[1].reference_ir \"reference/missing.mlir\" does not exist");
    row("\"reference_backend\": \"cutile\", \"autotune_configs\": null}", "\"reference_backend\": \"\\u0000\"}",
        "error: member kernel_variants[1].reference_backend is");
    row("[{\"TILE_SIZE\": 1024, \"occupancy\": 2}]", "[7]", "error: member kernel_variants[0].autotune_configs[0] must be an object");
    row("[{\"TILE_SIZE\": 1024, \"occupancy\": 2}]", "[]", "error: member autotune_configs is empty, here and in every variant");
    row("\"torch.softmax\"", "\"\"", "error: member correctness_reference.function is empty");
    row("{\"function\": \"torch.softmax\", \"source\": \"tests/test_softmax.py\"}", "[]",
        "error: member correctness_reference must be an object");
    row("\"float16\": {\"atol\": 1e-2, \"rtol\": 0.01}, ", "", "error: member correctness_tolerance names no element type");
    row("\"atol\": 1e-2, ", "", "error: member correctness_tolerance.float16.atol is missing");
    // As the validator: warnings.
    row("\"reference_backend\": \"cutile\",\n", "", "warning: member reference_backend is missing");
    row("\"winner\": \"cutile\", ", "", "warning: member reference_backend_selection.winner is missing");
    row("\"cutile_geo_mean_ms\": 0.41, ", "", "warning: member reference_backend_selection has neither cutile_geo_mean_ms nor per_variant");
    row("cutile_geo_mean_ms", "cutile_geomean_ms",
        "warning: member reference_backend_selection.cutile_geomean_ms is spelt as in the template");
    row("\"dispatch_condition\": \"use_tma\", ", "", "warning: member kernel_variants[0].dispatch_condition is missing");
    row("\"TILE_SIZE\": 1024, \"occ", "\"occ",
        "warning: member kernel_variants[0].autotune_configs[0] has no member that begins with BLOCK_ or TILE_");
    row("\"config_to_variant\": {\"f16-4096\": \"tma\", \"f16-4097\": \"gather\"},", "", "warning: member config_to_variant is missing");
    row(", \"source\": \"tests/test_softmax.py\"}", "}", "warning: member correctness_reference.source is missing");
    row("\"source\": \"tests/test_softmax.py\", \"notes\"", "\"notes\"", "warning: member correctness_tolerance.source is missing");
    row("\"autotune_backends\": [\"cutile\"],", "", "warning: member autotune_backends is empty, but the kernel is tuned");
    row("[\"n\"]", "[]", "warning: member autotune_key is empty");
    row("\"float16\": {", "\"half\": {", "warning: member correctness_tolerance.half is taken for an element type");
    // What the validator does not look at.
    row("\"autotune\",", "\"autotuned\",", "error: member launch_path is \"autotuned\"");
    row("\"source\": \"src/ops/softmax.py\",", "\"source\": \"a\", \"source\": \"b\",", "error: member \"source\" is given twice");
    row("\"f16-4097\": \"gather\"", "\"f16-4097\": \"gathr\"",
        "error: member config_to_variant.f16-4097 names the variant \"gathr\", which does not exist");
    row("\"f16-4097\": \"gather\"", "\"f16-4097\": \"tma\"",
        "warning: member config_to_variant leads to the variant gather from no configuration");
    row("reference/reference_gather.mlir", "reference/../../x.mlir",
        "error: member kernel_variants[1].reference_ir \"reference/../../x.mlir\" leaves");
    row("reference/reference_gather.mlir", "/etc/passwd", "error: member kernel_variants[1].reference_ir \"/etc/passwd\" leaves");
    row("reference/reference_gather.mlir", "reference/reference_broken.mlir",
        "error: member kernel_variants[1].reference_ir \"reference/reference_broken.mlir\" is no program: line 1: it ends here. Make it anew");
    row("reference/supplements/tma_f32.mlir", "../x", "error: member kernel_variants[0].reference_ir_f32_supplement \"../x\" leaves");
    row("reference/supplements/tma_f32.mlir", "reference/x.mlir",
        "warning: member kernel_variants[0].reference_ir_f32_supplement \"reference/x.mlir\" is not below");
    row("\"_softmax_kernel\", \"reference_ir\"", "\"_softmax\", \"reference_ir\"",
        "error: member kernel_variants[1].kernel_function \"_softmax\" is defined in no source");
    row("1e-2", "NaN", ":19:49: error: NaN is no number of JSON");
    row("1e-2", "-Infinity", "error: Infinity is no number of JSON");
    row("1e-2", "-1", "error: member correctness_tolerance.float16.atol is no tolerance");
    row("1e-2", "\"1e-2\"", "error: member correctness_tolerance.float16.atol must be a number but is a string");
    row("1e-2", "true", "error: member correctness_tolerance.float16.atol must be a number but is true or false");
    row("1e-2", "1e999", "error: not JSON");
    row("\"variant_name\": \"gather\"", "\"variant_name\": \"tma\"", "error: member kernel_variants[1].variant_name \"tma\" is used twice");
    row("\"exp\"]", "7]", "error: member ops_used[1] must be a string but is a number");
    row("0.41", "-1", "error: member reference_backend_selection.cutile_geo_mean_ms is no time");
    row("multi_variant", "single", "warning: member pattern is single, but there are 2 kernel_variants");
    row("\"winner\": \"cutile\"", "\"winner\": \"triton\"",
        "warning: member reference_backend_selection.winner is triton, but reference_backend is cutile");
    row("\"known_gaps\"", "\"known_gap\"", "warning: member known_gap is one that nobody reads");
    row("\"source_file\": \"softmax.py\"", "\"source_file\": 7", "error: member source_file must be a string");
    row("\"alias_used\": false", "\"alias_used\": \"no\"", "error: member entry_symbol_policy.alias_used must be true or false");
  }
  void finds() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, said);
    const auto findings = checkAnalysis(edited(from, to), "analysis.json", kFiles);
    QVERIFY2(QString::fromStdString(all(findings)).contains(said), all(findings).c_str());
    QCOMPARE(passes(findings), !said.contains("error: "));
    for (const AnalysisFinding &each : findings) {
      QVERIFY(each.error.place.line > 0 && each.error.place.column > 0);
      QVERIFY(!each.error.advice.empty());
    }
  }

  void nullOfAutotuneBackendsStopsTheValidator() {
    const auto findings = checkAnalysis(edited("\"autotune_backends\": [\"cutile\"]", "\"autotune_backends\": null"), "f", kFiles);
    QVERIFY(passes(findings) && all(findings).find("is empty, but the kernel is tuned") != std::string::npos);
    QString direct = QString::fromStdString(edited("\"launch_path\": \"autotune\"", "\"launch_path\": \"direct\""));
    direct.replace("\"autotune_backends\": [\"cutile\"]", "\"autotune_backends\": null");
    const auto stopped = checkAnalysis(direct.toStdString(), "f", kFiles);
    QVERIFY2(passes(stopped) && all(stopped).find("is null, at which the pipeline's validator stops") != std::string::npos,
             all(stopped).c_str());
  }

  void withoutSourcesItSaysThatFunctionsWereNotLookedFor() {
    const auto findings = checkAnalysis(kGood, "f", {kFiles.exists, {}});
    QCOMPARE(findings.size(), std::size_t(1));
    QVERIFY(findings[0].severity == Severity::Note && passes(findings));
  }

  /// Whatever is cut off, it does not pass.
  void noPrefixPasses() {
    for (std::size_t length = 0; length < kGood.rfind('}'); length += 7)
      QVERIFY2(!passes(checkAnalysis(kGood.substr(0, length), "f", kFiles)), std::to_string(length).c_str());
  }

  /// A value of another kind is a finding wherever it stands: every number, truth value and text in turn becomes an array.
  void noValueOfAnotherKindIsPassedOver() {
    std::size_t tried = 0;
    for (std::size_t at = kGood.find("\": "); at != std::string::npos; at = kGood.find("\": ", at + 1)) {
      const std::size_t begin = at + 3, end = kGood.find_first_of(",}\n", begin);
      if (kGood[begin] == '{' || kGood[begin] == '[' || kGood.compare(begin, 4, "null") == 0) continue;
      // Members that are the pipeline's own affair: how something was selected, what a configuration holds.
      const std::string name = kGood.substr(kGood.rfind('"', at - 1) + 1, at - kGood.rfind('"', at - 1) - 1);
      if (name == "method" || name == "TILE_SIZE" || name == "occupancy") continue;
      std::string text = kGood;
      text.replace(begin, end - begin, "[[]]");
      const auto findings = checkAnalysis(text, "f", kFiles);
      QVERIFY2(!passes(findings), (name + "\n" + all(findings)).c_str());
      ++tried;
    }
    QVERIFY(tried > 25);
  }

  void aDraftPassesWhenItIsFilledIn() {
    HiddenSpecification specification{.op = "softmax"};
    auto reference = std::make_shared<SideSpecification>();
    reference->kernel = "_softmax_kernel";
    reference->ops = {"exp", "load_view_tko"};
    reference->tensors.push_back({.name = "x", .elementType = {"element type", "f16", "", {}}, .written = true});
    reference->symbol = {"symbol", "_softmax_kernel_Kt1", "", {}};
    for (const char *name : {"a", "b"}) specification.variants.push_back({.name = name, .reference = reference});
    specification.entries.push_back({.name = "_softmax_kernel", .kernel = "_softmax_kernel", .variants = {"a"}});
    specification.entries[0].generics.push_back({"TILE", "const generic", {"512", "1024"}, ""});
    specification.entries.push_back({.name = "_softmax_kernel_2", .kernel = "_softmax_kernel", .variants = {"b"}});
    QString draft = QString::fromStdString(draftAnalysis(specification, "softmax.py"));
    QVERIFY2(draft.contains("\"TILE=512|1024\""), qPrintable(draft));

    const auto open = checkAnalysis(draft.toStdString(), "f", kFiles);
    QVERIFY(!passes(open));
    const QString said = QString::fromStdString(all(open));
    // What nobody can know is named, each by itself.
    for (const char *member : {"launch_path is left open", "test_perf_configs has no shape", "correctness_reference.function is left open",
                               "correctness_tolerance.float16.atol is left open", "correctness_tolerance.float16.rtol is left open",
                               "reference_backend is left open", "winner is left open", "dispatch_condition is left open"})
      QVERIFY2(said.contains(member), qPrintable(QString(member) + "\n" + said));
    // Nothing that the draft wrote itself is wrong: all errors are of what is open.
    for (const AnalysisFinding &each : open)
      QVERIFY2(each.severity != Severity::Error || each.error.message.find("left open") != std::string::npos ||
                   each.error.message.find("has no shape") != std::string::npos,
               each.toString().c_str());

    draft.replace("\"launch_path\": null", "\"launch_path\": \"direct\"");
    draft.replace("\"test_perf_configs\": {}", "\"test_perf_configs\": {\"forward\": {\"shapes\": [[1]]}}");
    draft.replace("\"function\": null", "\"function\": \"torch.softmax\"");
    draft.replace("\"atol\": null", "\"atol\": 1e-2").replace("\"rtol\": null", "\"rtol\": 1e-2");
    const auto filled = checkAnalysis(draft.toStdString(), "f", kFiles);
    QVERIFY2(passes(filled), all(filled).c_str());
  }
};

QTEST_APPLESS_MAIN(TestAnalysis)
#include "tst_analysis.moc"
