// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <algorithm>
#include <set>

#include "evidence/specialisation_difference.h"
#include "tests/support/files.h"

using namespace tileport;
using namespace tileport::evidence;
using Kind = SpecialisationDifference::Kind;
using Origin = SpecialisationDifference::Origin;

class TestSpecialisationDifference : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sameSidesDifferInNothing();
  void eachKind_data();
  void eachKind();
  void aRealPair();
  void pointersAreComparedByTheirScalars();
  void builtInValues();
  void kernelsThatDoNotBelongTogether();
  void symbolsAreAskedWhetherTheyFit();
  void hintsOfTargets();
  void kindsHaveNames();
};

namespace {

const std::string kCases = TILEPORT_SOURCE_DIR "/resources/tilegym/";

/// One of each: a tensor, a constant, a scalar, a hint.
Specialisation simple(Side side) {
  Specialisation made{.side = side, .op = "op", .kernel = "k", .variant = "v", .target = side == Side::Port ? "sm_100" : ""};
  made.constants = {{"TILE", Constant::ofInteger(128)}};
  TensorSpecialisation tensor{.name = "x", .elementType = "f16", .rank = 2, .extents = {64, 128}, .strides = {128, 1}, .axes = {{}, {}}};
  tensor.axes[0].extentDivisor = 16;
  tensor.axes[0].strideDivisor = 8;
  tensor.axes[1].stride = 1;
  tensor.baseDivisor = 16;
  tensor.disjoint = true;
  made.tensors = {tensor};
  made.scalars = {{.name = "n", .elementType = "i32", .value = Constant::ofInteger(64)}};
  made.hints = {{"occupancy", "", 2}};
  made.parameterCount = 3;
  return made;
}

using Change = void (*)(Specialisation &);
struct Row {
  const char *name;
  Change change;  ///< of the port
  Kind kind;
  Origin origin;
  bool separates;
  const char *subject;
  const char *reference;
  const char *port;
};

const Row kRows[] = {
    {"element type", [](Specialisation &s) { s.tensors[0].elementType = "bf16"; }, Kind::ElementType, Origin::Variant, true, "x", "f16",
     "bf16"},
    {"rank", [](Specialisation &s) { s.tensors[0].rank = 3; }, Kind::Rank, Origin::Variant, true, "x", "rank 2", "rank 3"},
    {"list", [](Specialisation &s) { s.tensors[0].isList = true; }, Kind::Rank, Origin::Variant, true, "x", "rank 2", "a list, rank 2"},
    {"tile size", [](Specialisation &s) { s.constants[0].value = Constant::ofInteger(64); }, Kind::Constant, Origin::Variant, true, "TILE",
     "128", "64"},
    {"constant argument",
     [](Specialisation &s) {
       s.constants.clear();
       s.scalars.push_back({.name = "TILE", .value = Constant::ofInteger(128)});
     },
     Kind::ConstantArgument, Origin::Source, false, "TILE", "128", "an argument, launched as 128"},
    {"constant argument of another value",
     [](Specialisation &s) {
       s.constants.clear();
       s.scalars.push_back({.name = "TILE", .value = Constant::ofInteger(64)});
     },
     Kind::ConstantArgument, Origin::Variant, true, "TILE", "128", "an argument, launched as 64"},
    {"constant that only the reference has", [](Specialisation &s) { s.constants.clear(); }, Kind::OnlyInReference, Origin::Source, true,
     "TILE", "128", "absent"},
    {"constant that only the port has", [](Specialisation &s) { s.constants.push_back({"FAST", Constant::ofBool(true)}); },
     Kind::OnlyInPort, Origin::Source, true, "FAST", "absent", "true"},
    {"tensor that only the port has", [](Specialisation &s) { s.tensors.push_back({.name = "y", .elementType = "f32"}); }, Kind::OnlyInPort,
     Origin::Source, false, "y", "absent", "of f32"},
    {"scalar that only the reference has", [](Specialisation &s) { s.scalars.clear(); }, Kind::OnlyInReference, Origin::Source, false, "n",
     "64", "absent"},
    {"extent", [](Specialisation &s) { s.tensors[0].extents[0] = 32; }, Kind::LaunchedExtent, Origin::Variant, true, "x, axis 0", "64",
     "32"},
    {"stride", [](Specialisation &s) { s.tensors[0].strides[0] = 256; }, Kind::LaunchedStride, Origin::Variant, true, "x, axis 0", "128",
     "256"},
    {"scalar", [](Specialisation &s) { s.scalars[0].value = Constant::ofInteger(32); }, Kind::LaunchedScalar, Origin::Variant, true, "n",
     "64", "32"},
    {"scalar type", [](Specialisation &s) { s.scalars[0].elementType = "i64"; }, Kind::ElementType, Origin::Variant, true, "n", "i32",
     "i64"},
    {"constant extent", [](Specialisation &s) { s.tensors[0].axes[1].extent = 128; }, Kind::ConstantExtent, Origin::FrontEnd, false,
     "x, axis 1", "not stated", "128"},
    {"constant stride", [](Specialisation &s) { s.tensors[0].axes[1].stride.reset(); }, Kind::ConstantStride, Origin::FrontEnd, false,
     "x, axis 1", "1", "not stated"},
    {"extent divisor", [](Specialisation &s) { s.tensors[0].axes[0].extentDivisor = 1; }, Kind::ExtentDivisor, Origin::FrontEnd, false,
     "x, axis 0", "16", "not stated"},
    {"stride divisor", [](Specialisation &s) { s.tensors[0].axes[0].strideDivisor = 16; }, Kind::StrideDivisor, Origin::FrontEnd, false,
     "x, axis 0", "8", "16"},
    {"base", [](Specialisation &s) { s.tensors[0].baseDivisor = 4; }, Kind::BaseDivisor, Origin::Variant, false, "x", "16", "4"},
    {"scalar divisor", [](Specialisation &s) { s.scalars[0].divisor = 16; }, Kind::ScalarDivisor, Origin::FrontEnd, false, "n",
     "not stated", "16"},
    {"disjoint", [](Specialisation &s) { s.tensors[0].disjoint = false; }, Kind::Disjoint, Origin::FrontEnd, false, "x", "disjoint",
     "maybe overlapping"},
    {"hint", [](Specialisation &s) { s.hints[0].value = 4; }, Kind::Hint, Origin::Variant, true, "occupancy", "2", "4"},
    {"hint that is not set", [](Specialisation &s) { s.hints.clear(); }, Kind::Hint, Origin::Variant, false, "occupancy", "2", "not set"},
};

const Specialisation *findVariant(const std::vector<Specialisation> &all, const std::string &kernel, const std::string &variant) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto &each) { return each.kernel == kernel && each.variant == variant; });
  return found == all.end() ? nullptr : &*found;
}

PairingRules rules() {
  auto read = readPairingRules(test::contentOf(TILEPORT_SOURCE_DIR "/resources/tilegym/pairing.json"), "pairing.json");
  return read ? *read : PairingRules{};
}

std::vector<SpecialisationDifference> compareReal(const char *referenceKernel, const char *reference, const char *portKernel,
                                                  const char *port) {
  const auto references = readReferenceLaunches(test::contentOf(kCases + "tilegym-reference-launches.jsonl"), "launches");
  const auto ports = readPortVariants(test::contentOf(kCases + "tilegym-port-variants.jsonl"), "variants");
  const Specialisation *ours = findVariant(*references, referenceKernel, reference);
  const Specialisation *theirs = findVariant(*ports, portKernel, port);
  return ours && theirs ? compare(*ours, *theirs, rules()) : std::vector<SpecialisationDifference>{};
}

std::size_t count(const std::vector<SpecialisationDifference> &all, Kind kind, Origin origin) {
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [&](const auto &each) { return each.kind == kind && each.origin == origin; }));
}

}  // namespace

void TestSpecialisationDifference::sameSidesDifferInNothing() {
  const auto differences = compare(simple(Side::Reference), simple(Side::Port), {});
  QVERIFY2(differences.empty(), differences.empty() ? "" : differences[0].sentence.c_str());
  // Written in other letters, and a truth value as a number.
  Specialisation reference = simple(Side::Reference);
  Specialisation port = simple(Side::Port);
  reference.tensors[0].name = "X";
  reference.constants.push_back({"Causal", Constant::ofBool(true)});
  port.constants.push_back({"CAUSAL", Constant::ofInteger(1)});
  QVERIFY(compare(reference, port, {}).empty());
  // A fraction specialises nothing, and a port's launch need not tell of it.
  reference.scalars.push_back({.name = "eps", .value = Constant::ofFloat(1e-6)});
  QVERIFY(compare(reference, port, {}).empty());
  reference.scalars.back().value = Constant::ofInteger(1);
  QCOMPARE(compare(reference, port, {}).size(), std::size_t(1));
}

void TestSpecialisationDifference::eachKind_data() {
  QTest::addColumn<int>("index");
  for (const Row &row : kRows) QTest::newRow(row.name) << static_cast<int>(&row - kRows);
}

void TestSpecialisationDifference::eachKind() {
  QFETCH(int, index);
  const Row &row = kRows[index];
  const Specialisation reference = simple(Side::Reference);
  Specialisation port = simple(Side::Port);
  row.change(port);
  auto differences = compare(reference, port, {});
  QVERIFY(!differences.empty());
  // Some changes have more than one consequence; the one that is meant comes first among its like.
  const auto found = std::find_if(differences.begin(), differences.end(), [&](const auto &each) { return each.kind == row.kind; });
  QVERIFY(found != differences.end());
  QVERIFY(found->origin == row.origin);
  QCOMPARE(found->separates, row.separates);
  QCOMPARE(found->subject, std::string(row.subject));
  QCOMPARE(found->reference, std::string(row.reference));
  QCOMPARE(found->port, std::string(row.port));
  QVERIFY(!found->sentence.empty() && found->sentence.back() != '.');
  QVERIFY(std::is_partitioned(differences.begin(), differences.end(), [](const auto &each) { return each.separates; }));
}

void TestSpecialisationDifference::aRealPair() {
  const auto all = compareReal("_attention_sink_kernel", "f16-64x64-bw0", "attention_sink_kernel", "f16-64x64-bw0");
  // The same launch: all that differs is how the front ends state it.
  QVERIFY(!all.empty());
  for (const SpecialisationDifference &each : all) QVERIFY2(each.origin == Origin::FrontEnd && !each.separates, each.sentence.c_str());
  QCOMPARE(count(all, Kind::ConstantExtent, Origin::FrontEnd), std::size_t(1));
  QCOMPARE(count(all, Kind::StrideDivisor, Origin::FrontEnd), std::size_t(12));
  const auto stride = std::find_if(all.begin(), all.end(), [](const auto &each) { return each.kind == Kind::StrideDivisor; });
  QCOMPARE(stride->sentence,
           std::string("the divisor of the stride of Q / q, axis 0 is 8 elements (16 bytes) in the reference and 16 elements (32 "
                       "bytes) in the port: cuTile Python states 16 bytes, cuTile Rust up to 16 elements"));
  const auto extent = std::find_if(all.begin(), all.end(), [](const auto &each) { return each.kind == Kind::ConstantExtent; });
  QCOMPARE(extent->sentence,
           std::string("the constant extent of Start_q / start_q, axis 0 is 1 in the reference and not stated in the port"));
}

void TestSpecialisationDifference::pointersAreComparedByTheirScalars() {
  const auto same = compareReal("_silu_and_mul_kernel_row_wise", "bf16-h3000", "silu_and_mul_kernel", "bf16-h3000");
  QVERIFY(std::none_of(same.begin(), same.end(), [](const auto &each) { return each.separates; }));
  QCOMPARE(count(same, Kind::ConstantArgument, Origin::Source), std::size_t(1));
  QCOMPARE(count(same, Kind::ExtentDivisor, Origin::Source), std::size_t(1));
  QCOMPARE(count(same, Kind::StrideDivisor, Origin::Source), std::size_t(1));
  QCOMPARE(count(same, Kind::Hint, Origin::Source), std::size_t(1));
  QCOMPARE(count(same, Kind::Hint, Origin::Variant), std::size_t(2));
  const auto other = compareReal("_swiglu_forward_kernel", "f16-h11008", "swiglu_forward_kernel", "f16-h4096");
  QCOMPARE(count(other, Kind::LaunchedExtent, Origin::Variant), std::size_t(3));
  QCOMPARE(count(other, Kind::LaunchedStride, Origin::Variant), std::size_t(3));
  QCOMPARE(count(other, Kind::OnlyInPort, Origin::Source), std::size_t(3));
}

void TestSpecialisationDifference::builtInValues() {
  const auto transposed =
      compareReal("_static_persistent_matmul_kernel", "f16-sm100-256x128x32-tB", "static_persistent_matmul_kernel", "f16-sm100-256x256x64");
  const auto found = std::find_if(transposed.begin(), transposed.end(), [](const auto &each) { return each.subject == "TRANSPOSE_B"; });
  QVERIFY(found != transposed.end());
  QVERIFY(found->separates);
  QCOMPARE(found->sentence,
           std::string("the reference has TRANSPOSE_B = true, the port has false built in: the port does not take transposed operands"));
  // CAST_TF32 is decided by the element type.
  Specialisation reference = simple(Side::Reference);
  Specialisation port = simple(Side::Port);
  port.constants.push_back({"CAST", Constant::ofInteger(1)});
  const char *json = R"({"schema":"tileport-pairing/1","operators":{"op":[{"reference":"k","port":"k","parameters":{"TILE":"TILE","n":"n"},
    "tensors":{"x":"x"},"built_in":{"port":{"CAST":{"element_type_of":"x","values":{"f32":1,"*":0},"why":"w"}}}}]}})";
  const auto read = readPairingRules(json, "file");
  QVERIFY(read.ok());
  const auto half = compare(reference, port, *read);
  QCOMPARE(half.size(), std::size_t(1));
  QCOMPARE(half[0].sentence, std::string("the port has CAST = 1, the reference has 0 built in: w"));
  reference.tensors[0].elementType = port.tensors[0].elementType = "f32";
  QVERIFY(compare(reference, port, *read).empty());
  port.constants.pop_back();
  const auto absent = compare(reference, port, *read);
  QCOMPARE(absent.size(), std::size_t(1));
  QCOMPARE(absent[0].sentence, std::string("the rule for these kernels names CAST, which the port does not have"));
}

void TestSpecialisationDifference::kernelsThatDoNotBelongTogether() {
  const auto all = compareReal("_bmm_kernel", "f16-128x128x32", "static_persistent_bmm_kernel", "f16-sm100-128x256x64");
  QCOMPARE(all.size(), std::size_t(1));
  QVERIFY(all[0].kind == Kind::Kernel && all[0].separates);
}

void TestSpecialisationDifference::symbolsAreAskedWhetherTheyFit() {
  const auto symbol = specialisationOfSymbol("k_Kt2_A2f16_2s1t1_1v8l0i16_p16_Si32_I128");
  QVERIFY(!symbol.ok());  // facts out of order
  auto reference = specialisationOfSymbol("k_Kt2_A2f16_1i16v8l0_2t1_p16_Si32_I128");
  QVERIFY2(reference.ok(), reference.ok() ? "" : reference.error().toString().c_str());
  reference->op = "op";
  Specialisation port = simple(Side::Port);
  const char *json =
      R"({"schema":"tileport-pairing/1","operators":{"op":[{"reference":"k","port":"k","reference_parameters":["x","n","TILE"],
    "parameters":{"TILE":"TILE","n":"n"},"tensors":{"x":"x"}}]}})";
  const auto read = readPairingRules(json, "file");
  QVERIFY(read.ok());
  const auto fits = compare(*reference, port, *read);
  QVERIFY2(fits.empty(), fits.empty() ? "" : fits[0].sentence.c_str());
  port.tensors[0].extents[0] = 40;
  const auto ragged = compare(*reference, port, *read);
  QCOMPARE(ragged.size(), std::size_t(1));
  QCOMPARE(ragged[0].sentence, std::string("the extent of x, axis 0 is a multiple of 16 in the reference and 40 in the port"));
  port.tensors[0].extents[0] = 64;
  port.tensors[0].strides[1] = 2;
  QCOMPARE(compare(*reference, port, *read)[0].sentence, std::string("the stride of x, axis 1 is 1 in the reference and 2 in the port"));
}

void TestSpecialisationDifference::hintsOfTargets() {
  Specialisation reference = simple(Side::Reference);
  Specialisation port = simple(Side::Port);
  reference.hints = {{"occupancy", "default", 4}, {"occupancy", "sm_100", 2}};
  QVERIFY(compare(reference, port, {}).empty());
  port.target = "sm_90";
  QCOMPARE(compare(reference, port, {})[0].reference, std::string("4"));
  // A name that only the rules know.
  reference.hints = {{"my_occupancy", "", 2}};
  PairingRules rules;
  rules.hintNames = {{"my_occupancy", "occupancy"}};
  QVERIFY(compare(reference, port, rules).empty());
  QCOMPARE(compare(reference, port, {}).size(), std::size_t(2));
}

void TestSpecialisationDifference::kindsHaveNames() {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(Kind::Hint); ++kind) names.insert(text(static_cast<Kind>(kind)));
  QCOMPARE(names.size(), static_cast<std::size_t>(Kind::Hint) + 1);
  QVERIFY(names.count("") == 0);
}

QTEST_APPLESS_MAIN(TestSpecialisationDifference)
#include "tst_specialisation_difference.moc"
