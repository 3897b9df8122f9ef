// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "evidence/kernel_names.h"
#include "evidence/pairing.h"
#include "tests/support/files.h"

using namespace tileport;
using namespace tileport::evidence;

class TestPairing : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void findsTheExpectedPairs();
  void everyVariantIsAccountedFor();
  void nearestCandidatesSayWhy_data();
  void nearestCandidatesSayWhy();
  void orderDoesNotMatter();
  void namesOfVariantsDoNotMatter();
  void symbolsAlone();
  void equallyGoodReferencesAreAmbiguous();
  void withoutRules();
  void kernelsByTheirNames_data();
  void kernelsByTheirNames();
  void refusesRules_data();
  void refusesRules();

 private:
  std::vector<Specialisation> references_;
  std::vector<Specialisation> first_;  ///< of the first list alone
  std::vector<Specialisation> ports_;
  PairingRules rules_;
};

namespace {

const std::string kRoot = TILEPORT_SOURCE_DIR;
const std::string kCases = kRoot + "/resources/tilegym/";

std::string nameOf(const Specialisation &each) { return each.op + " " + each.kernel + " " + each.variant; }

struct Expected {
  std::string port;
  std::string set;
  std::string reference;  ///< empty: none
};

std::vector<Expected> expectedPairs() {
  std::vector<Expected> all;
  std::istringstream lines(test::contentOf(kRoot + "/tests/cases/tilegym/expected_pairs.tsv"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> parts;
    std::istringstream stream(line);
    for (std::string part; std::getline(stream, part, '\t');) parts.push_back(part);
    all.push_back(
        {parts[0] + " " + parts[1] + " " + parts[2], parts[3], parts[4] == "-" ? "" : parts[0] + " " + parts[4] + " " + parts[5]});
  }
  return all;
}

/// All of a pairing, by names.
std::vector<std::string> described(const Pairing &pairing, const std::vector<Specialisation> &references,
                                   const std::vector<Specialisation> &ports) {
  std::vector<std::string> all;
  const auto add = [&](std::string text, const std::vector<SpecialisationDifference> &differences) {
    for (const SpecialisationDifference &each : differences) text += "\n  " + each.sentence;
    all.push_back(std::move(text));
  };
  for (const VariantPair &each : pairing.pairs)
    add("pair " + nameOf(ports[each.port]) + " with " + nameOf(references[each.reference]), each.differences);
  for (const UnpairedVariant &each : pairing.unpaired) {
    const bool isReference = each.side == Side::Reference;
    const std::string nearest = each.nearest ? nameOf((isReference ? ports : references)[*each.nearest]) : "none";
    add("alone " + nameOf((isReference ? references : ports)[each.variant]) + " nearest " + nearest + " " +
            std::to_string(each.equallyNear) + ": " + each.reason,
        each.differences);
  }
  for (const AmbiguousVariant &each : pairing.ambiguous) add("ambiguous " + nameOf(ports[each.port]) + ": " + each.reason, {});
  std::sort(all.begin(), all.end());
  return all;
}

const UnpairedVariant *findUnpaired(const Pairing &pairing, Side side, const std::vector<Specialisation> &all, const std::string &name) {
  for (const UnpairedVariant &each : pairing.unpaired)
    if (each.side == side && nameOf(all[each.variant]) == name) return &each;
  return nullptr;
}

/// A reference and a port of one constant and one tensor, for the rules by names.
Specialisation small(Side side, const std::string &kernel, const std::string &variant, std::int64_t tile, const std::string &type) {
  const bool isReference = side == Side::Reference;
  Specialisation made{.side = side, .op = "op", .kernel = kernel, .variant = variant};
  made.constants.push_back({isReference ? "TILE" : "tile", Constant::ofInteger(tile)});
  if (!isReference) made.constants.push_back({"E", Constant::ofType(type)});
  made.tensors.push_back({.name = isReference ? "X" : "x", .elementType = type, .rank = 1, .extents = {64}, .strides = {1}, .axes = {{}}});
  made.parameterCount = 2;
  return made;
}

}  // namespace

void TestPairing::initTestCase() {
  auto references = readReferenceLaunches(test::contentOf(kCases + "tilegym-reference-launches.jsonl"), "launches");
  auto ports = readPortVariants(test::contentOf(kCases + "tilegym-port-variants.jsonl"), "variants");
  auto rules = readPairingRules(test::contentOf(kRoot + "/resources/tilegym/pairing.json"), "pairing.json");
  QVERIFY2(rules.ok(), rules.ok() ? "" : rules.error().toString().c_str());
  const auto more = readReferenceLaunches(test::contentOf(kCases + "tilegym-reference-launches-more.jsonl"), "more launches");
  QVERIFY(references.ok() && ports.ok() && more.ok());
  first_ = std::move(*references);
  references_ = first_;
  references_.insert(references_.end(), more->begin(), more->end());
  ports_ = std::move(*ports);
  rules_ = std::move(*rules);
}

void TestPairing::findsTheExpectedPairs() {
  const Pairing pairing = pairVariants(references_, ports_, rules_);
  std::map<std::string, std::string> found;
  for (const VariantPair &each : pairing.pairs) found[nameOf(ports_[each.port])] = nameOf(references_[each.reference]);
  QCOMPARE(found.size(), pairing.pairs.size());
  std::map<std::string, std::string> expected;
  std::size_t ofPairs = 0;
  for (const Expected &each : expectedPairs()) {
    ofPairs += each.set == "pairs" ? 1 : 0;
    if (!each.reference.empty()) expected[each.port] = each.reference;
    else QVERIFY2(findUnpaired(pairing, Side::Port, ports_, each.port), each.port.c_str());
  }
  QCOMPARE(ofPairs, std::size_t(30));
  QCOMPARE(expected.size(), std::size_t(36));
  for (const auto &[port, reference] : expected)
    QVERIFY2(found[port] == reference, (port + ": " + found[port] + ", not " + reference).c_str());
  QVERIFY(found == expected);
  QVERIFY(pairing.ambiguous.empty());
}

void TestPairing::everyVariantIsAccountedFor() {
  const Pairing pairing = pairVariants(references_, ports_, rules_);
  std::multiset<std::size_t> ports;
  std::set<std::size_t> served, alone;
  for (const VariantPair &each : pairing.pairs) {
    ports.insert(each.port);
    served.insert(each.reference);
    QVERIFY(!each.agreements.empty());
    QVERIFY(std::none_of(each.differences.begin(), each.differences.end(), [](const auto &difference) { return difference.separates; }));
  }
  for (const UnpairedVariant &each : pairing.unpaired) {
    QVERIFY(!each.reason.empty());
    if (each.side == Side::Port) ports.insert(each.variant);
    else QVERIFY(alone.insert(each.variant).second);
  }
  QCOMPARE(ports.size(), std::size_t(149));
  QCOMPARE(std::set<std::size_t>(ports.begin(), ports.end()).size(), std::size_t(149));
  // The six further variants share their references with six of the others.
  QCOMPARE(served.size(), std::size_t(30));
  QCOMPARE(alone.size(), std::size_t(253 - 30));
  for (const std::size_t each : served) QVERIFY(alone.count(each) == 0);
}

void TestPairing::nearestCandidatesSayWhy_data() {
  QTest::addColumn<bool>("isPort");
  QTest::addColumn<QString>("variant");
  QTest::addColumn<QString>("nearest");
  QTest::addColumn<QString>("reason");
  const auto row = [](bool isPort, const char *variant, const char *nearest, const char *reason) {
    QTest::newRow(variant) << isPort << variant << nearest << reason;
  };
  row(true, "bmm non_persistent_bmm_kernel bf16-128x128x32", "bmm _bmm_kernel f16-128x128x32",
      "nearest is f16-128x128x32, which differs in A / E: element type (f16, bf16)");
  row(true, "matmul static_persistent_matmul_kernel bf16-256x256x64-g8-cta2-occ1",
      "matmul _static_persistent_matmul_kernel f16-sm100-256x256x64-lat4", "element type (f16, bf16)");
  row(true, "matmul non_persistent_matmul_kernel f16-256x256x64-cta4-occ1", "matmul _matmul_kernel f16-sm100-256x256x64",
      "num_cta_in_cga: hint (2, 4), A / a, axis 0: extent (4096, 1024)");
  row(true, "matmul non_persistent_matmul_kernel f16-512x256x64-cta2-occ1", "matmul _matmul_kernel f16-sm100-256x256x64",
      "TILE_SIZE_M / BM (256, 512)");
  row(false, "bmm _static_persistent_bmm_kernel f16-sm90-128x128x64-tB", "bmm static_persistent_bmm_kernel f16-sm100-128x256x64",
      "TRANSPOSE_B (true, 0)");
  row(false, "silu_and_mul _silu_and_mul_kernel_row_wise f16-h4096", "silu_and_mul silu_and_mul_kernel f16-b4096-h4096",
      "agrees with it, but better with f16-h4096-notune");
  row(false, "swiglu _swiglu_backward_kernel f16-h4096", "", "no kernel of the port corresponds to _swiglu_backward_kernel");
  row(false, "rope _rope_kernel f16-2x2048x128", "", "no kernel of the port corresponds to _rope_kernel");
}

void TestPairing::nearestCandidatesSayWhy() {
  QFETCH(bool, isPort);
  QFETCH(QString, variant);
  QFETCH(QString, nearest);
  QFETCH(QString, reason);
  const Pairing pairing = pairVariants(first_, ports_, rules_);
  const UnpairedVariant *found = nullptr;
  for (const UnpairedVariant &each : pairing.unpaired) {
    const std::string name = nameOf((each.side == Side::Port ? ports_ : first_)[each.variant]);
    // Of operators without a port any variant does.
    const std::string wanted = variant.toStdString();
    const bool same = name == wanted || (wanted.rfind("rope ", 0) == 0 && name.rfind("rope ", 0) == 0);
    if (same && (each.side == Side::Port) == isPort) found = &each;
  }
  QVERIFY(found);
  QVERIFY2(found->reason.find(reason.toStdString()) != std::string::npos, found->reason.c_str());
  QCOMPARE(found->nearest.has_value(), !nearest.isEmpty());
  if (found->nearest) QCOMPARE(QString::fromStdString(nameOf((isPort ? first_ : ports_)[*found->nearest])), nearest);
}

void TestPairing::orderDoesNotMatter() {
  for (const bool withRules : {true, false}) {
    const PairingRules rules = withRules ? rules_ : PairingRules{};
    const auto expected = described(pairVariants(references_, ports_, rules), references_, ports_);
    for (unsigned seed = 1; seed <= 8; ++seed) {
      std::mt19937 random(seed);
      auto references = references_;
      auto ports = ports_;
      std::shuffle(references.begin(), references.end(), random);
      std::shuffle(ports.begin(), ports.end(), random);
      const auto found = described(pairVariants(references, ports, rules), references, ports);
      QCOMPARE(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) QCOMPARE(QString::fromStdString(found[i]), QString::fromStdString(expected[i]));
    }
  }
}

void TestPairing::namesOfVariantsDoNotMatter() {
  const Pairing expected = pairVariants(references_, ports_, rules_);
  auto references = references_;
  auto ports = ports_;
  for (std::size_t i = 0; i < references.size(); ++i) references[i].variant = "r" + std::to_string(references.size() - i);
  for (std::size_t i = 0; i < ports.size(); ++i) ports[i].variant = "p" + std::to_string(i);
  const Pairing found = pairVariants(references, ports, rules_);
  QCOMPARE(found.pairs.size(), expected.pairs.size());
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    QCOMPARE(found.pairs[i].reference, expected.pairs[i].reference);
    QCOMPARE(found.pairs[i].port, expected.pairs[i].port);
  }
}

// Of programs whose launches nobody recorded, the symbols are enough: element types, tile sizes and facts.
void TestPairing::symbolsAlone() {
  std::vector<Specialisation> symbols;
  std::vector<Specialisation> launches;
  for (const Specialisation &each : first_) {
    if (!findOperator(rules_, each.op)) continue;
    auto alone = specialisationOfSymbol(each.entry);
    QVERIFY(alone.ok());
    alone->op = each.op;
    symbols.push_back(std::move(*alone));
    launches.push_back(each);
  }
  std::map<std::string, std::string> symbolOf;
  const Pairing byLaunch = pairVariants(launches, ports_, rules_);
  for (const VariantPair &each : byLaunch.pairs) symbolOf[nameOf(ports_[each.port])] = launches[each.reference].entry;
  const Pairing bySymbol = pairVariants(symbols, ports_, rules_);
  std::size_t found = 0;
  for (const VariantPair &each : bySymbol.pairs) {
    const auto expected = symbolOf.find(nameOf(ports_[each.port]));
    if (expected == symbolOf.end()) continue;  // a launch of other extents, for which the same program serves
    QCOMPARE(symbols[each.reference].entry, expected->second);
    ++found;
  }
  // Two launches of silu_and_mul differ in their hints alone, and so have one symbol; nobody can choose between the two.
  for (const AmbiguousVariant &each : bySymbol.ambiguous) {
    const std::string &symbol = symbols[each.references[0]].entry;
    for (const std::size_t reference : each.references) QCOMPARE(symbols[reference].entry, symbol);
    const auto expected = symbolOf.find(nameOf(ports_[each.port]));
    if (expected != symbolOf.end()) QCOMPARE(symbol, expected->second);
    found += expected != symbolOf.end() ? 1 : 0;
  }
  QCOMPARE(found, symbolOf.size());
}

void TestPairing::equallyGoodReferencesAreAmbiguous() {
  std::vector<Specialisation> references{small(Side::Reference, "k", "a", 128, "f16"), small(Side::Reference, "k", "b", 128, "f16")};
  references[0].hints = {{"occupancy", "", 1}};
  references[1].hints = {{"occupancy", "", 2}};
  const std::vector<Specialisation> ports{small(Side::Port, "k", "p", 128, "f16")};
  const Pairing open = pairVariants(references, ports, {});
  QVERIFY(open.pairs.empty() && open.unpaired.empty());
  QCOMPARE(open.ambiguous.size(), std::size_t(1));
  QCOMPARE(open.ambiguous[0].references, (std::vector<std::size_t>{0, 1}));
  QCOMPARE(open.ambiguous[0].reason, std::string("a and b of the reference fit p equally well"));
  // A hint that the port sets decides.
  auto decided = ports;
  decided[0].hints = {{"occupancy", "", 2}};
  const Pairing closed = pairVariants(references, decided, {});
  QCOMPARE(closed.pairs.size(), std::size_t(1));
  QCOMPARE(closed.pairs[0].reference, std::size_t(1));
  QCOMPARE(closed.unpaired.size(), std::size_t(1));
}

void TestPairing::withoutRules() {
  const std::vector<Specialisation> references{small(Side::Reference, "_softmax_kernel", "f16", 128, "f16"),
                                               small(Side::Reference, "_softmax_kernel", "f32", 128, "f32"),
                                               small(Side::Reference, "_softmax_backward_kernel", "f16", 128, "f16")};
  const std::vector<Specialisation> ports{small(Side::Port, "softmax_kernel", "f32", 128, "f32"),
                                          small(Side::Port, "softmax_kernel", "f16", 128, "f16"),
                                          small(Side::Port, "softmax_kernel", "f16-64", 64, "f16")};
  const Pairing pairing = pairVariants(references, ports, {});
  QCOMPARE(pairing.pairs.size(), std::size_t(2));
  QCOMPARE(pairing.pairs[0].reference, std::size_t(1));
  QCOMPARE(pairing.pairs[0].agreements[0].value, std::string("_softmax_kernel / softmax_kernel, by their names"));
  QCOMPARE(pairing.pairs[1].reference, std::size_t(0));
  QCOMPARE(pairing.unpaired.size(), std::size_t(2));
  QCOMPARE(pairing.unpaired[0].reason, std::string("no kernel of the port corresponds to _softmax_backward_kernel"));
  QCOMPARE(pairing.unpaired[1].reason, std::string("nearest is f16, which differs in TILE / tile (128, 64)"));
  // Of the real operators, attention_sink has the same names on both sides; the others need their rules, and are not guessed at.
  const Pairing real = pairVariants(references_, ports_, {});
  std::size_t ofAttention = 0;
  for (const VariantPair &each : real.pairs) {
    QCOMPARE(ports_[each.port].op, std::string("attention_sink"));
    QCOMPARE(references_[each.reference].variant, ports_[each.port].variant);
    ++ofAttention;
  }
  QCOMPARE(ofAttention, std::size_t(6));
  QVERIFY(real.ambiguous.empty());
}

void TestPairing::kernelsByTheirNames_data() {
  QTest::addColumn<QStringList>("references");
  QTest::addColumn<QStringList>("ports");
  QTest::addColumn<QStringList>("pairs");
  QTest::newRow("the same") << QStringList{"softmax"} << QStringList{"softmax"} << QStringList{"softmax=softmax"};
  QTest::newRow("as they are written") << QStringList{"_Softmax"} << QStringList{"softmax_entry"} << QStringList{"_Softmax=softmax_entry"};
  QTest::newRow("the longer part first") << QStringList{"_matmul_kernel", "_static_persistent_matmul_kernel"}
                                         << QStringList{"non_persistent_matmul_kernel", "static_persistent_matmul_kernel"}
                                         << QStringList{"_matmul_kernel=non_persistent_matmul_kernel",
                                                        "_static_persistent_matmul_kernel=static_persistent_matmul_kernel"};
  QTest::newRow("forward and backward") << QStringList{"_silu_and_mul_backward_kernel_row_wise", "_silu_and_mul_kernel_row_wise"}
                                        << QStringList{"silu_and_mul_kernel"}
                                        << QStringList{"_silu_and_mul_kernel_row_wise=silu_and_mul_kernel"};
  QTest::newRow("nothing in common") << QStringList{"rope"} << QStringList{"softmax"} << QStringList{};
  QTest::newRow("too little in common") << QStringList{"_ab_kernel_one"} << QStringList{"softmax_kernel_two_of_them"} << QStringList{};
  QTest::newRow("equally alike") << QStringList{"norm_a", "norm_b"} << QStringList{"norm"} << QStringList{};
  QTest::newRow("no names") << QStringList{} << QStringList{"softmax"} << QStringList{};
}

void TestPairing::kernelsByTheirNames() {
  QFETCH(QStringList, references);
  QFETCH(QStringList, ports);
  QFETCH(QStringList, pairs);
  std::set<std::string> ours, theirs;
  for (const QString &each : references) ours.insert(each.toStdString());
  for (const QString &each : ports) theirs.insert(each.toStdString());
  QStringList found;
  for (const auto &[reference, port] : kernelsByName(ours, theirs)) found << QString::fromStdString(reference + "=" + port);
  found.sort();
  QCOMPARE(found, pairs);
}

void TestPairing::refusesRules_data() {
  QTest::addColumn<QByteArray>("json");
  QTest::addColumn<QByteArray>("message");
  const auto kernel = [](const char *members) {
    return QByteArray(R"({"schema":"tileport-pairing/1","operators":{"op":[{"reference":"k","port":"k",)") + members + "}]}}";
  };
  QTest::newRow("no JSON") << QByteArray("{") << QByteArray("file:1:1: not JSON");
  QTest::newRow("no schema") << QByteArray("{}") << QByteArray("/: the schema is not tileport-pairing/1");
  QTest::newRow("another schema") << QByteArray(R"({"schema":"tileport-pairing/2","operators":{}})") << QByteArray("the schema is not");
  QTest::newRow("no operators") << QByteArray(R"({"schema":"tileport-pairing/1"})") << QByteArray("member \"operators\" is missing");
  QTest::newRow("a misspelling") << QByteArray(R"({"schema":"tileport-pairing/1","operator":{}})")
                                 << QByteArray("unknown member \"operator\"");
  QTest::newRow("no port") << QByteArray("{\"schema\":\"tileport-pairing/1\",\n\"operators\":{\"op\":[\n{\"reference\":\"k\"}]}}")
                           << QByteArray("file:3:1: /operators/op/0: member \"port\" is missing");
  QTest::newRow("a misspelt member") << kernel(R"("constants":{})") << QByteArray("/operators/op/0: unknown member \"constants\"");
  QTest::newRow("a parameter that is a number")
      << kernel(R"("parameters":{"A":1})") << QByteArray("/operators/op/0/parameters/A: expected a string");
  QTest::newRow("an axis that is a truth value") << kernel(R"("tensors":{"A":{"pointer":"a","extents":[true]}})")
                                                 << QByteArray("/operators/op/0/tensors/A/extents/0: expected a string");
  QTest::newRow("a reason that is empty") << kernel(R"("ignored":{"port":{"X":""}})") << QByteArray("no reason is given for X");
  QTest::newRow("built in, without a reason") << kernel(R"("built_in":{"port":{"X":{"value":1}}})")
                                              << QByteArray("/operators/op/0/built_in/port/X: member \"why\" is missing");
  QTest::newRow("built in, of an unknown type")
      << kernel(R"("built_in":{"port":{"X":{"element_type_of":"A","values":{"half":1},"why":"w"}}})")
      << QByteArray("unknown element type \"half\"");
  QTest::newRow("two rules for two kernels")
      << QByteArray(R"({"schema":"tileport-pairing/1","operators":{"op":[{"reference":"k","port":"k"},{"reference":"k","port":"k"}]}})")
      << QByteArray("/operators/op/1: the two kernels have a rule already");
}

void TestPairing::refusesRules() {
  QFETCH(QByteArray, json);
  QFETCH(QByteArray, message);
  const auto rules = readPairingRules(json.toStdString(), "file");
  QVERIFY(!rules.ok());
  const std::string text = rules.error().toString();
  QVERIFY2(text.find(message.toStdString()) != std::string::npos, text.c_str());
  QVERIFY(rules.error().place.line > 0);
}

QTEST_APPLESS_MAIN(TestPairing)
#include "tst_pairing.moc"
