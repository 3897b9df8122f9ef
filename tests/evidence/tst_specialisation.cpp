// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>

#include "evidence/specialisation.h"
#include "tests/support/files.h"

using namespace tileport;
using namespace tileport::evidence;

class TestSpecialisation : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsAReference();
  void readsAList();
  void readsAPortOfTensors();
  void readsAPortOfPointers();
  void readsEveryRecord();
  void ruleOfTheFrontEnd();
  void launchAndSymbolSayTheSame();
  void aSymbolAlone();
  void hintsHaveOneName();
  void refusesReferences_data();
  void refusesReferences();
  void refusesPorts_data();
  void refusesPorts();
  void constants();
};

namespace {

const std::string kCases = TILEPORT_SOURCE_DIR "/resources/tilegym/";

std::string references() { return test::contentOf(kCases + "tilegym-reference-launches.jsonl"); }
std::string ports() { return test::contentOf(kCases + "tilegym-port-variants.jsonl"); }

const Specialisation *findVariant(const std::vector<Specialisation> &all, const std::string &op, const std::string &variant) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto &each) { return each.op == op && each.variant == variant; });
  return found == all.end() ? nullptr : &*found;
}

/// The same text without the member "symbol".
std::string withoutSymbols(std::string text) {
  const std::string key = ",\"symbol\":\"";
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at))
    text.erase(at, text.find('"', at + key.size()) + 1 - at);
  return text;
}

void checkError(const Result<Specialisation> &value, const QByteArray &message) {
  QVERIFY(!value.ok());
  const std::string text = value.error().toString();
  QVERIFY2(text.find(message.toStdString()) != std::string::npos, text.c_str());
  QCOMPARE(value.error().kind, ErrorKind::Malformed);
  QCOMPARE(value.error().place.file, std::string("file"));
  QCOMPARE(value.error().place.line, 8u);
}

}  // namespace

void TestSpecialisation::readsAReference() {
  const auto all = readReferenceLaunches(references(), "launches");
  QVERIFY2(all.ok(), all.ok() ? "" : all.error().toString().c_str());
  const Specialisation *launch = findVariant(*all, "bmm", "f16-sm100-128x256x64");
  QVERIFY(launch);
  QCOMPARE(launch->side, Side::Reference);
  QCOMPARE(launch->kernel, std::string("_static_persistent_bmm_kernel"));
  QCOMPARE(launch->convention, 1u);
  QCOMPARE(launch->parameterCount, 14u);
  QCOMPARE(launch->constants.size(), std::size_t(10));
  QCOMPARE(findConstant(*launch, "TILE_SIZE_N"), nullptr);
  QCOMPARE(findConstant(*launch, "TILE_N")->value, Constant::ofInteger(256));
  QCOMPARE(findConstant(*launch, "TRANSPOSE_A")->value, Constant::ofBool(false));
  const ScalarSpecialisation *batch = findScalar(*launch, "Batch");
  QVERIFY(batch);
  QCOMPARE(batch->elementType, std::string("i32"));
  QVERIFY(batch->value == Constant::ofInteger(8));
  const TensorSpecialisation *a = findTensor(*launch, "A");
  QVERIFY(a);
  QCOMPARE(a->elementType, std::string("f16"));
  QVERIFY(a->extents == (std::vector<std::int64_t>{8, 1024, 512}));
  QVERIFY(a->strides == (std::vector<std::int64_t>{524288, 512, 1}));
  QCOMPARE(a->axes[0].extentDivisor, std::int64_t(1));
  QCOMPARE(a->axes[1].extentDivisor, std::int64_t(16));
  QCOMPARE(a->axes[1].strideDivisor, std::int64_t(8));
  QVERIFY(a->axes[2].stride == std::optional<std::int64_t>(1));
  QCOMPARE(a->baseDivisor, std::int64_t(16));
  QVERIFY(a->disjoint == std::optional<bool>(true));
  QVERIFY(launch->hints == (std::vector<Hint>{{"num_cta_in_cga", "", 2}, {"occupancy", "", 1}}));
}

void TestSpecialisation::readsAList() {
  const auto all = readReferenceLaunches(references(), "launches");
  const Specialisation *launch = findVariant(*all, "group_gemm", "f32-128x128x128-nn");
  QVERIFY(launch);
  const TensorSpecialisation *as = findTensor(*launch, "As");
  QVERIFY(as && as->isList);
  QCOMPARE(as->rank, std::optional<std::uint32_t>(2));
  QVERIFY(as->extents.empty());
  QCOMPARE(as->axes[0].strideDivisor, std::int64_t(4));
}

void TestSpecialisation::readsAPortOfTensors() {
  const auto all = readPortVariants(ports(), "variants");
  QVERIFY2(all.ok(), all.ok() ? "" : all.error().toString().c_str());
  const Specialisation *port = findVariant(*all, "bmm", "f16-sm100-128x256x64");
  QVERIFY(port);
  QCOMPARE(port->side, Side::Port);
  QCOMPARE(port->kernel, std::string("static_persistent_bmm_kernel"));
  QCOMPARE(port->entry, std::string("static_persistent_bmm_kernel_entry"));
  QCOMPARE(port->target, std::string("sm_100"));
  QCOMPARE(findConstant(*port, "E")->value, Constant::ofType("f16"));
  QCOMPARE(findConstant(*port, "BN")->value, Constant::ofInteger(256));
  QCOMPARE(port->tensors.size(), std::size_t(3));
  const TensorSpecialisation &a = port->tensors[0];
  QVERIFY(a.extents == (std::vector<std::int64_t>{8, 1024, 512}));
  QCOMPARE(a.axes[0].extentDivisor, std::int64_t(8));
  QCOMPARE(a.axes[0].strideDivisor, std::int64_t(16));
  QVERIFY(a.axes[2].stride == std::optional<std::int64_t>(1));
  QCOMPARE(a.axes[2].strideDivisor, std::int64_t(1));
  QVERIFY(!a.axes[0].leastStride);
  QCOMPARE(a.baseDivisor, std::int64_t(16));
  QCOMPARE(port->scalars.size(), std::size_t(4));
  QCOMPARE(port->scalars[0].name, std::string("rt_q"));
  QCOMPARE(port->scalars[0].divisor, std::int64_t(8));
  QVERIFY(port->scalars[1].value == Constant::ofInteger(1024));
  QCOMPARE(port->scalars[1].divisor, std::int64_t(16));
  QVERIFY(port->hints == (std::vector<Hint>{{"num_cta_in_cga", "", 2}, {"occupancy", "", 1}}));
}

void TestSpecialisation::readsAPortOfPointers() {
  const auto all = readPortVariants(ports(), "variants");
  const Specialisation *port = findVariant(*all, "silu_and_mul", "bf16-h3000");
  QVERIFY(port);
  QCOMPARE(port->tensors.size(), std::size_t(2));
  QCOMPARE(port->tensors[0].name, std::string("out_ptr"));
  QVERIFY(port->tensors[0].isPointer);
  QVERIFY(!port->tensors[0].rank && port->tensors[0].elementType.empty());
  QCOMPARE(port->tensors[0].baseDivisor, std::int64_t(16));
  QCOMPARE(findScalar(*port, "hidden_size")->divisor, std::int64_t(8));
  QVERIFY(findScalar(*port, "in_row_stride")->value == Constant::ofInteger(6000));
  QVERIFY(port->hints.empty());

  const auto typed = readPortVariant(R"({"launch":{"flat_args":[["p","ptr<f16>"],["s",0.5]]}})", "file");
  QVERIFY(typed.ok());
  QCOMPARE(typed->tensors[0].elementType, std::string("f16"));
  QVERIFY(typed->scalars[0].value == Constant::ofFloat(0.5));
  // Of an operator's launches.json: no launch is recorded.
  const auto bare =
      readPortVariant(R"({"tensors":[{"name":"x","dtype":"f16","shape":[4,1],"strides":[1,1]}],"scalar_hints":[["n",16]]})", "file");
  QVERIFY2(bare.ok(), bare.ok() ? "" : bare.error().toString().c_str());
  QCOMPARE(bare->scalars[0].divisor, std::int64_t(16));
  QVERIFY(!bare->scalars[0].value);
  // Its facts are those that the front end works out; an allocation is aligned to 16 bytes at least.
  QCOMPARE(bare->tensors[0].disjoint, std::optional(true));
  QCOMPARE(bare->tensors[0].baseDivisor, std::int64_t(16));
  QCOMPARE(bare->tensors[0].axes[0].extentDivisor, std::int64_t(4));
  QCOMPARE(bare->tensors[0].axes[0].stride, std::optional<std::int64_t>(1));
}

void TestSpecialisation::readsEveryRecord() {
  const auto launches = readReferenceLaunches(references(), "launches");
  QVERIFY(launches.ok());
  QCOMPARE(launches->size(), std::size_t(247));
  for (const Specialisation &each : *launches) {
    QVERIFY2(looksMangled(each.entry), each.entry.c_str());
    QCOMPARE(each.parameterCount, std::uint32_t(each.constants.size() + each.scalars.size() + each.tensors.size()));
  }
  const auto variants = readPortVariants(ports(), "variants");
  QVERIFY(variants.ok());
  QCOMPARE(variants->size(), std::size_t(149));
  for (const Specialisation &each : *variants) QCOMPARE(kernelOfRustEntry(each.entry), std::optional<std::string>(each.kernel));
}

// Two witnesses of each launch: the rule of the JIT on the recorded arguments, and the symbol that an export gave.
void TestSpecialisation::ruleOfTheFrontEnd() {
  // What cuTile Rust worked out for each recorded tensor is what we work out when the record does not say it.
  const std::string file = "variants";
  const QStringList lines = QString::fromStdString(std::string(ports())).split(u'\n', Qt::SkipEmptyParts);
  int tensors = 0;
  for (const QString &line : lines) {
    const auto recorded = readPortVariant(line.toStdString(), file);
    QVERIFY(recorded.ok());
    QJsonObject record = QJsonDocument::fromJson(line.toUtf8()).object();
    QJsonArray without;
    for (const QJsonValue &each : record[QLatin1String("tensors")].toArray()) {
      QJsonObject tensor = each.toObject();
      tensor[QLatin1String("base_div_bytes")] = tensor[QLatin1String("specialization")][QLatin1String("base_ptr_div_bytes")];
      tensor.remove(QLatin1String("specialization"));
      without.append(tensor);
      ++tensors;
    }
    record[QLatin1String("tensors")] = without;
    const auto worked = readPortVariant(QJsonDocument(record).toJson(QJsonDocument::Compact).toStdString(), file);
    QVERIFY2(worked.ok(), worked ? "" : worked.error().toString().c_str());
    QVERIFY2(worked->tensors == recorded->tensors, qPrintable(line));
  }
  QVERIFY(tensors > 400);
}

void TestSpecialisation::launchAndSymbolSayTheSame() {
  const auto withSymbol = readReferenceLaunches(references(), "launches");
  const auto byRule = readReferenceLaunches(withoutSymbols(references()), "launches");
  QVERIFY(withSymbol.ok() && byRule.ok());
  for (std::size_t i = 0; i < withSymbol->size(); ++i) {
    QVERIFY((*byRule)[i].entry.empty());
    Specialisation expected = (*withSymbol)[i];
    expected.entry.clear();
    QVERIFY2((*byRule)[i] == expected, (*withSymbol)[i].entry.c_str());
  }
}

void TestSpecialisation::aSymbolAlone() {
  const auto launches = readReferenceLaunches(references(), "launches");
  for (const Specialisation &launch : *launches) {
    const auto alone = specialisationOfSymbol(launch.entry);
    QVERIFY(alone.ok());
    // Named, and without what only a launch knows, it is the same.
    Specialisation expected = launch;
    expected.op = expected.module = expected.variant = "";
    expected.kernel = alone->kernel;  // the launch may name the factory that made it
    expected.hints.clear();
    expected.hasLaunch = false;
    for (TensorSpecialisation &tensor : expected.tensors) tensor.extents.clear(), tensor.strides.clear();
    for (ScalarSpecialisation &scalar : expected.scalars) scalar.value.reset();
    std::vector<std::string> names(launch.parameterCount);
    for (const auto &each : alone->constants)
      names[std::stoul(each.name.substr(1))] = expected.constants[std::size_t(&each - alone->constants.data())].name;
    for (const auto &each : alone->tensors)
      names[std::stoul(each.name.substr(1))] = expected.tensors[std::size_t(&each - alone->tensors.data())].name;
    for (const auto &each : alone->scalars)
      names[std::stoul(each.name.substr(1))] = expected.scalars[std::size_t(&each - alone->scalars.data())].name;
    QVERIFY(withParameterNames(*alone, names) == expected);
    names.pop_back();
    QVERIFY(withParameterNames(*alone, names) == *alone);
  }
  const auto nested = specialisationOfSymbol("k_Kt2_T2I1T1A1f16_p16_Sf32");
  QVERIFY(nested.ok());
  QCOMPARE(nested->constants[0].name, std::string("#0.0"));
  QCOMPARE(nested->tensors[0].name, std::string("#0.1.0"));
  QCOMPARE(withParameterNames(*nested, {"pair", "x"}).tensors[0].name, std::string("pair.1.0"));
  QVERIFY(!specialisationOfSymbol("softmax_entry").ok());
}

void TestSpecialisation::hintsHaveOneName() {
  const auto hintsOf = [](const std::string &hints) { return readReferenceLaunch("{\"args\":[],\"hints\":" + hints + "}", "file"); };
  const auto byTarget = hintsOf(R"({"occupancy": {"sm_90": 2, "default": 4}, "num_worker_warps": 8})");
  QVERIFY(byTarget.ok());
  const std::vector<Hint> expected{{"num_worker_warps_per_cta", "", 8}, {"occupancy", "default", 4}, {"occupancy", "sm_90", 2}};
  QVERIFY(byTarget->hints == expected);
  const auto printed = hintsOf(R"j({"num_worker_warps": 8, "occupancy": "ByTarget(sm_90=2, default=4)"})j");
  QVERIFY2(printed.ok(), printed.ok() ? "" : printed.error().toString().c_str());
  QVERIFY(printed->hints == expected);
  for (const char *refused :
       {R"j({"num_ctas": 1, "num_cta_in_cga": 2})j", R"j({"occupancy": "many"})j", R"j({"occupancy": "ByTarget(sm_90)"})j"})
    QVERIFY2(!hintsOf(refused).ok(), refused);
  const auto notSet = hintsOf(R"({"occupancy": null})");
  QVERIFY(notSet.ok() && notSet->hints.empty());
}

void TestSpecialisation::refusesReferences_data() {
  QTest::addColumn<QByteArray>("json");
  QTest::addColumn<QByteArray>("message");
  const auto row = [](const char *name, const char *json, const char *message) {
    QTest::newRow(name) << QByteArray(json) << QByteArray(message);
  };
  row("no JSON", "{\"args\":", "not JSON");
  row("no object", "[]", "/: expected an object, found an array");
  row("no arguments", "{}", "/: member \"args\" is missing");
  row("a member twice", R"({"args":[],"args":[]})", "given twice");
  row("something behind it", "{\"args\":[]}\\0", "not JSON");
  row("an argument without a name", R"({"args":[{"value":1}]})", "/args/0: member \"name\" is missing");
  row("an argument without a value", R"({"args":[{"name":"n"}]})", "/args/0: member \"value\" is missing");
  row("a text", R"({"args":[{"name":"n","value":"x"}]})", "/args/0/value: expected a number or a truth value");
  row("another kind", R"({"args":[{"name":"n","value":{"kind":"map"}}]})", "/args/0/value: unknown kind of argument \"map\"");
  row("another type", R"({"args":[{"name":"n","value":{"kind":"array","dtype":"half"}}]})", "/args/0/value/dtype: unknown element type");
  row("fewer strides", R"({"args":[{"name":"n","value":{"kind":"array","dtype":"f16","shape":[1,2],"strides":[1]}}]})",
      "/args/0/value/strides: 2 extents but 1 strides");
  row("a negative extent", R"({"args":[{"name":"n","value":{"kind":"array","dtype":"f16","shape":[-1],"strides":[1]}}]})",
      "/args/0/value/shape: an extent is negative");
  row("half an extent", R"({"args":[{"name":"n","value":{"kind":"array","dtype":"f16","shape":[0.5],"strides":[1]}}]})",
      "/args/0/value/shape/0: expected an integer");
  row("an empty list", R"({"args":[{"name":"n","value":{"kind":"list","items":[]}}]})", "/args/0/value/items: an empty list");
  row("a mixed list",
      R"({"args":[{"name":"n","value":{"kind":"list","items":[{"dtype":"f16","shape":[],"strides":[]},{"dtype":"f32","shape":[],"strides":[]}]}}]})",
      "/args/0/value/items/1: the arrays of a list differ");
  row("a broken symbol", R"({"args":[],"symbol":"k_Kt1_Q"})", "/symbol: unknown kind of parameter");
  row("a symbol of another kernel", R"({"args":[],"symbol":"k_Kt1_I1"})", "/symbol: the symbol has 1 parameters");
  row("a symbol with another constant", R"({"args":[{"name":"n","value":2,"constant":true}],"symbol":"k_Kt1_I1"})",
      "/symbol: the symbol contradicts the argument n");
  row("another convention", R"({"args":[],"convention":"c"})", "/convention: unknown calling convention");
  row("a hint that is a text", R"({"args":[],"hints":{"occupancy":[]}})", "/hints/occupancy: expected an integer");
  row("nested too deep", "[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]", "nested deeper");
}

void TestSpecialisation::refusesReferences() {
  QFETCH(QByteArray, json);
  QFETCH(QByteArray, message);
  checkError(readReferenceLaunch(json.toStdString(), "file", 8), message);
}

void TestSpecialisation::refusesPorts_data() {
  QTest::addColumn<QByteArray>("json");
  QTest::addColumn<QByteArray>("message");
  const auto row = [](const char *name, const char *json, const char *message) {
    QTest::newRow(name) << QByteArray(json) << QByteArray(message);
  };
  row("no object", "7", "/: expected an object");
  row("an operator that is a number", R"({"op":7})", "/op: expected a string");
  row("a generic without a value", R"({"generics":[["E"]]})", "/generics/0: expected a name and a value");
  row("a generic twice", R"({"generics":[["E","1"],["E","2"]]})", "/generics/1: the generic E is given twice");
  row("a tensor without a shape", R"({"tensors":[{"name":"x","dtype":"f16"}]})", "/tensors/0: member \"shape\" is missing");
  row("a tensor twice",
      R"({"tensors":[{"name":"x","dtype":"f16","shape":[],"strides":[]},{"name":"x","dtype":"f16","shape":[],"strides":[]}]})",
      "/tensors/1/name: the tensor x is given twice");
  row("facts of another rank", R"({"tensors":[{"name":"x","dtype":"f16","shape":[2],"strides":[1],"specialization":{"shape_div":[1,1]}}]})",
      "/tensors/0/specialization/shape_div: expected 1 of them");
  row("a divisor of zero", R"({"tensors":[{"name":"x","dtype":"f16","shape":[2],"strides":[1],"specialization":{"shape_div":[0]}}]})",
      "less than 1");
  row("an argument twice", R"({"launch":{"flat_args":[["n",1],["n",2]]}})", "/launch/flat_args/1: the argument n is given twice");
  row("another pointer", R"({"launch":{"flat_args":[["p","ptr<half>"]]}})", "/launch/flat_args/0/1: unknown pointer");
  row("a text", R"({"launch":{"flat_args":[["p","x"]]}})", "expected a number or a pointer");
  row("a divisor of nothing", R"({"launch":{"flat_args":[]},"scalar_hints":[["n",16]]})", "/scalar_hints/0: the launch has no argument n");
  row("a divisor less than one", R"({"scalar_hints":[["n",0]]})", "/scalar_hints/0/1: a divisor is less than 1");
}

void TestSpecialisation::refusesPorts() {
  QFETCH(QByteArray, json);
  QFETCH(QByteArray, message);
  checkError(readPortVariant(json.toStdString(), "file", 8), message);
}

void TestSpecialisation::constants() {
  QVERIFY(meansTheSame(Constant::ofBool(false), Constant::ofInteger(0)));
  QVERIFY(meansTheSame(Constant::ofInteger(2), Constant::ofFloat(2.0)));
  QVERIFY(!meansTheSame(Constant::ofBool(true), Constant::ofInteger(2)));
  QVERIFY(!meansTheSame(Constant::ofInteger(1), Constant::ofText("1")));
  QVERIFY(!meansTheSame(Constant::ofType("f16"), Constant::ofText("f16")));
  QVERIFY(!meansTheSame({}, Constant::ofInteger(0)));
  QCOMPARE(text(Constant::ofFloat(2)), std::string("2.0"));
  QCOMPARE(text(Constant::ofFloat(0.125)), std::string("0.125"));
  QCOMPARE(text(Constant::ofInteger(-3)), std::string("-3"));
  QCOMPARE(text(Constant::ofText("a")), std::string("\"a\""));
  QCOMPARE(text(Constant{}), std::string("None"));
}

QTEST_APPLESS_MAIN(TestSpecialisation)
#include "tst_specialisation.moc"
