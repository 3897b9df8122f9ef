// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hidden specifications: what is told of real and made-up variants, with which evidence, and that what is not known is said.
#include <QtTest/QtTest>
#include <algorithm>
#include <fstream>
#include <iterator>

#include "specification/specification.h"
#include "tileir/program_reader.h"
#include "tileir/text_reader.h"

using namespace tileport;
using namespace tileport::specification;
using evidence::Constant;
using Verdict = BranchItem::Verdict;

namespace {

const std::string kRoot = std::string(TILEPORT_SOURCE_DIR) + "/";

std::string contentOf(const std::string &name) {
  std::ifstream stream(kRoot + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

tileir::ProgramPtr programOf(const std::string &text) {
  auto program = tileir::readText(text, "test");
  if (!program) qFatal("%s", program.error().toString().c_str());
  return *program;
}

/// A side of the demo's softmax, without a launch.
SideInput demoSide(evidence::Side side, const std::string &variant) {
  const bool isReference = side == evidence::Side::Reference;
  const std::string folder = "resources/demo/softmax/";
  SideInput input{.side = side, .specialisationUnknown = "the workspace names no launch"};
  input.programName = isReference ? "reference_" + variant + ".tileirbc" : "generated_" + variant + ".tileirbc";
  auto program = tileir::readProgramFile(kRoot + folder + (isReference ? "reference/" : "generated/") + input.programName);
  input.program = program.ok() ? *program : nullptr;
  input.sourceName = isReference ? "softmax.py" : "kernel.rs";
  auto source = source::readSourceFile(kRoot + folder + (isReference ? "reference/softmax.py" : "kernel.rs"), input.sourceName);
  input.source = source.ok() ? *source : nullptr;
  auto facts =
      source::readSourceFacts(contentOf(isReference ? "tests/fuzz/corpus/facts/python.json" : "tests/fuzz/corpus/facts/rust.json"), "f");
  input.facts = facts.ok() ? *facts : nullptr;
  return input;
}

HiddenSpecificationPtr demo() {
  OperatorInput input{.op = "softmax"};
  for (const char *variant : {"f16-1x1024", "f32-1x1024"})
    input.variants.push_back({variant, demoSide(evidence::Side::Reference, variant), demoSide(evidence::Side::Port, variant)});
  return specify(input);
}

const Item *find(const std::vector<Item> &items, const std::string &name) {
  const auto found = std::find_if(items.begin(), items.end(), [&](const Item &each) { return each.name == name; });
  return found == items.end() ? nullptr : &*found;
}

/// Known with evidence, or not known with a reason.
void checkItem(const Item &item) {
  QVERIFY2(item.value.empty() != item.unknown.empty(), item.name.c_str());
  QVERIFY2(item.value.empty() || !item.evidence.empty(), item.name.c_str());
}

void checkSide(const SideSpecification &side) {
  checkItem(side.symbol);
  for (const auto *items : {&side.symbolParameters, &side.scalars, &side.hints, &side.unknown})
    for (const Item &item : *items) checkItem(item);
  for (const ConstantItem &constant : side.constants) checkItem(constant.item);
  for (const TensorItem &tensor : side.tensors) {
    for (const Item *item : {&tensor.elementType, &tensor.extents, &tensor.strides, &tensor.access}) checkItem(*item);
    for (const Item &fact : tensor.facts) checkItem(fact);
  }
  for (const BranchItem &branch : side.branches) QVERIFY(!branch.sentence.empty() && !branch.evidence.empty());
}

// ---- A made-up kernel with one branch in lines 10 to 15 ----

constexpr source::SourceSpan kWholeFile{1, 1, 40, 1};

source::SourceFacts branchingFacts(const std::string &condition, bool hasElse = true) {
  source::SourceFacts facts;
  source::FunctionFacts kernel{.name = "k", .span = kWholeFile, .nameSpan = {1, 5, 1, 6}};
  kernel.parameters.push_back({"FLAG", "ct.Constant[int]", true, source::ParameterFact::Form::Scalar, {1, 7, 1, 11}});
  source::BranchFact branch{.condition = condition, .constant = true, .hasElse = hasElse, .span = {10, 5, 15, 20}};
  branch.arms.push_back({"then", {11, 9, 12, 20}});
  if (hasElse) branch.arms.push_back({"else", {14, 9, 15, 20}});
  kernel.branches.push_back(branch);
  facts.kernels.push_back(kernel);
  return facts;
}

/// One op a line.
tileir::ProgramPtr programAtLines(const std::vector<int> &lines) {
  std::string text = "cuda_tile.module @m {\n  entry @k_Kt1_I1() {\n";
  int number = 0;
  for (const int line : lines)
    text += "    %v" + std::to_string(number++) + " = constant <i32: 1> : tile<i32> loc(\"k.py\":" + std::to_string(line) + ":8)\n";
  return programOf(text + "    return\n  }\n}\n");
}

SideInput branchingSide(const source::SourceFacts &facts, int flag, const std::vector<int> &lines, const std::string &line3 = "") {
  SideInput input{.programName = "k.tileirbc"};
  std::string text;
  for (int i = 1; i <= 40; ++i) text += (i == 3 ? line3 : "") + "\n";
  input.source = source::makeSourceFile("k.py", text);
  input.sourceName = "k.py";
  input.facts = std::make_shared<const source::SourceFacts>(facts);
  input.program = programAtLines(lines);
  auto specialisation = std::make_shared<evidence::Specialisation>();
  specialisation->kernel = "k";
  specialisation->constants.push_back({"FLAG", Constant::ofInteger(flag)});
  input.specialisation = specialisation;
  input.specialisationName = "k.launch.json";
  return input;
}

SideSpecificationPtr specified(const SideInput &side) {
  OperatorInput input{.op = "k"};
  input.variants.push_back({"v", side, std::nullopt});
  return specify(input)->variants.at(0).reference;
}

// ---- Made-up kernels with one tensor ----

const std::string kView = "    %v = make_tensor_view %a, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>\n";
const std::string kPointer = "    %o = offset %a, %n : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>\n";

SideInput tensorSide(const std::string &body, const std::string &type = "f32", std::uint32_t rank = 1) {
  SideInput input{.programName = "k.tileirbc"};
  auto specialisation = std::make_shared<evidence::Specialisation>();
  specialisation->kernel = "k";
  evidence::TensorSpecialisation tensor{.name = "x", .elementType = type, .rank = rank};
  for (std::uint32_t i = 0; i < rank; ++i) {
    tensor.extents.push_back(8);
    tensor.strides.push_back(1);
    tensor.axes.push_back({});
  }
  specialisation->tensors.push_back(tensor);
  input.specialisation = specialisation;
  input.specialisationName = "k.launch.json";
  if (!body.empty())
    input.program = programOf("cuda_tile.module @m {\n  entry @k(%a: tile<ptr<f32>>, %n: tile<i32>, %s: tile<i32>) {\n" + body +
                              "    return\n  }\n}\n");
  return input;
}

}  // namespace

class TestHiddenSpecification : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aReferenceWithoutALaunchIsReadFromItsSymbol() {
    const auto made = demo();
    const SideSpecification &side = *made->variants.at(0).reference;
    QCOMPARE(side.kernel, std::string("softmax"));
    QCOMPARE(side.constants.size(), std::size_t(1));
    const Item &tile = side.constants[0].item;
    QVERIFY(tile.name == "TILE" && tile.value == "1024");
    QVERIFY(tile.evidence.at(0).kind == Evidence::Kind::Symbol && tile.evidence.at(1).kind == Evidence::Kind::Source);
    QCOMPARE(side.tensors.size(), std::size_t(2));
    const TensorItem &x = side.tensors[0];
    QVERIFY(x.name == "x" && x.elementType.value == "f16" && x.how == Access::View && !x.written);
    QVERIFY(side.tensors[1].written);
    QCOMPARE(x.extents.unknown, std::string("no launch is at hand"));
    const Item *base = find(x.facts, "base");
    QVERIFY(base && base->value == "divisible by 16 bytes" && base->evidence.back().kind == Evidence::Kind::Program);
    QCOMPARE(find(x.facts, "stride 1")->value, std::string("is 1"));
    QCOMPARE(find(x.facts, "extent 1")->value, std::string("divisible by 16"));
    QCOMPARE(side.symbolParameters.size(), std::size_t(3));
    QVERIFY(find(side.unknown, "host code"));  // the demo's source launches nothing
    checkSide(side);
  }

  void aPortWithoutALaunchSaysWhatIsNotKnown() {
    const auto made = demo();
    const SideSpecification &side = *made->variants.at(0).port;
    QCOMPARE(side.kernel, std::string("softmax"));
    QCOMPARE(side.constants.size(), std::size_t(2));
    const Item &type = side.constants[0].item, &tile = side.constants[1].item;
    QVERIFY(type.name == "E" && type.value == "f16" && type.evidence.at(0).kind == Evidence::Kind::Program);
    QVERIFY(tile.name == "TILE" && tile.value.empty() && tile.unknown == "no launch is at hand");
    QVERIFY(find(side.unknown, "extents, strides and scalars as launched"));
    QVERIFY(side.tensors.size() == 2 && side.tensors[0].elementType.value == "f16" && side.tensors[0].how == Access::View);
    const Item *base = find(side.tensors[0].facts, "base");
    QVERIFY(base && base->value == "divisible by 16 bytes");
    QCOMPARE(find(side.tensors[0].facts, "stride 1")->value, std::string("is 1"));
    QCOMPARE(find(side.tensors[0].facts, "stride 0")->value, std::string("divisible by 8"));
    // Without the source nothing says which argument is which.
    SideInput bare = demoSide(evidence::Side::Port, "f16-1x1024");
    bare.facts = nullptr;
    OperatorInput input{.op = "softmax"};
    input.variants.push_back({"v", std::nullopt, bare});
    QVERIFY(find(specify(input)->variants.at(0).port->unknown, "constants, element types, facts"));
    QVERIFY(!made->variants.at(0).differencesUnknown.empty());
    checkSide(side);
  }

  void variantsOfOneStructureShareAnEntry() {
    const auto made = demo();
    QCOMPARE(made->entries.size(), std::size_t(1));
    const StructuralEntry &entry = made->entries[0];
    QVERIFY(entry.variants.size() == 2 && entry.kernel == "softmax" && entry.portEntries == std::vector<std::string>{"softmax"});
    QCOMPARE(entry.parameters.at(0).type, std::string("&Tensor<E, { [-1, -1] }>"));
    QVERIFY(entry.parameters.at(1).why.find("partition_full_mut") != std::string::npos);
    const EntryGeneric &type = entry.generics.at(0);
    QVERIFY(type.name == "E" && type.kind == "type generic" && (type.values == std::vector<std::string>{"f16", "f32"}));
    QVERIFY(entry.generics.at(1).name == "TILE" && entry.generics[1].kind == "const generic");
    QVERIFY2(entry.unknown.empty(), entry.unknown.empty() ? "" : entry.unknown[0].c_str());
  }

  void branches_data() {
    QTest::addColumn<QString>("condition");
    QTest::addColumn<int>("flag");
    QTest::addColumn<QList<int>>("lines");
    QTest::addColumn<bool>("hasElse");
    QTest::addColumn<int>("verdict");
    QTest::addColumn<QString>("present");
    QTest::addColumn<QString>("vanished");
    const auto row = [](const char *name, const char *condition, int flag, QList<int> lines, bool hasElse, Verdict verdict,
                        const char *present, const char *vanished) {
      QTest::newRow(name) << condition << flag << lines << hasElse << int(verdict) << present << vanished;
    };
    row("by its ops: then", "other > 0", 0, {5, 11}, true, Verdict::OneArm, "then", "else");
    row("by its ops: else", "other > 0", 0, {5, 15}, true, Verdict::OneArm, "else", "then");
    row("first place of an arm", "other > 0", 0, {14}, true, Verdict::OneArm, "else", "then");
    row("both witnesses", "FLAG > 0", 1, {5, 11}, true, Verdict::OneArm, "then", "else");
    row("they contradict", "FLAG > 0", 1, {5, 15}, true, Verdict::NotDecidable, "", "");
    row("both arms", "other > 0", 0, {11, 14}, true, Verdict::BothArms, "", "");
    row("neither, and no constant", "other > 0", 0, {5}, true, Verdict::NotDecidable, "", "");
    row("no location at all, and no constant", "other > 0", 0, {}, true, Verdict::NotDecidable, "", "");
    row("by the constants: then", "FLAG > 0", 1, {5}, true, Verdict::OneArm, "then", "else");
    row("by the constants: else", "FLAG > 0", 0, {5}, true, Verdict::OneArm, "else", "then");
    row("by the constants, without locations", "FLAG > 0", 0, {}, true, Verdict::OneArm, "else", "then");
    row("no else, and it holds", "FLAG > 0", 1, {5}, false, Verdict::OneArm, "then", "");
    row("no else, and it fails", "FLAG > 0", 0, {5}, false, Verdict::NoArm, "", "then");
    row("no else, and nothing is known", "other > 0", 0, {5}, false, Verdict::NotDecidable, "", "");
    row("lines between the arms", "other > 0", 0, {10, 13, 16}, true, Verdict::NotDecidable, "", "");
  }
  void branches() {
    QFETCH(QString, condition);
    QFETCH(int, flag);
    QFETCH(QList<int>, lines);
    QFETCH(bool, hasElse);
    QFETCH(int, verdict);
    QFETCH(QString, present);
    QFETCH(QString, vanished);
    const auto side = specified(branchingSide(branchingFacts(condition.toStdString(), hasElse), flag, {lines.begin(), lines.end()}));
    const BranchItem &branch = side->branches.at(0);
    QCOMPARE(std::string(toText(branch.verdict)), std::string(toText(Verdict(verdict))));
    QCOMPARE(QString::fromStdString(branch.present), present);
    QCOMPARE(branch.vanished.empty() ? QString() : QString::fromStdString(branch.vanished[0]), vanished);
    checkSide(*side);
  }

  void aNameThatIsGivenAnotherValueIsNotKnown_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("known");
    for (const char *line : {"    FLAG = 2", "    FLAG: int = 2", "    (a, FLAG) = 1, 2", "    for a, FLAG in f(3):"})
      QTest::newRow(line) << line << false;
    for (const char *line : {"    f(FLAG=FLAG)", "    x = FLAG", "    FLAGS = 2"}) QTest::newRow(line) << line << true;
  }
  void aNameThatIsGivenAnotherValueIsNotKnown() {
    QFETCH(QString, line);
    QFETCH(bool, known);
    const auto side = specified(branchingSide(branchingFacts("FLAG > 0"), 1, {5}, line.toStdString()));
    QCOMPARE(side->branches.at(0).verdict == Verdict::OneArm, known);
  }

  // An arm that leaves no op may have been compiled all the same, where its branch is compiled more than once.
  void whatIsCompiledInSeveralPlaces_data() {
    QTest::addColumn<int>("calls");
    QTest::addColumn<bool>("unrolled");
    QTest::addColumn<QString>("passed");
    QTest::addColumn<bool>("known");
    QTest::newRow("once") << 1 << false << "other" << true;
    QTest::newRow("twice") << 2 << false << "other" << false;
    QTest::newRow("twice, with one constant") << 2 << false << "FLAG" << true;
    QTest::newRow("in an unrolled loop") << 1 << true << "other" << false;
    QTest::newRow("in an unrolled loop, with a constant") << 1 << true << "FLAG" << true;
  }
  void whatIsCompiledInSeveralPlaces() {
    QFETCH(int, calls);
    QFETCH(bool, unrolled);
    QFETCH(QString, passed);
    QFETCH(bool, known);
    source::SourceFacts facts = branchingFacts("other");
    source::CallFact call{.callee = "helper", .span = {20, 9, 20, 25}, .resolved = true};
    call.arguments.push_back({"", passed.toStdString(), {20, 16, 20, 17}});
    for (int i = 0; i < calls; ++i) facts.kernels[0].calls.push_back(call);
    if (unrolled) facts.kernels[0].loops.push_back({.kind = "for", .over = "ct.static_iter(range(2))", .span = {9, 5, 21, 1}});
    source::FunctionFacts helper{.name = "helper", .span = {30, 1, 35, 1}};
    helper.parameters.push_back({"N", "", false, source::ParameterFact::Form::Scalar, {30, 1, 30, 2}});
    helper.branches.push_back({.condition = "N > 0",
                               .constant = true,
                               .hasElse = true,
                               .arms = {{"then", {32, 5, 32, 20}}, {"else", {34, 5, 34, 20}}},
                               .span = {31, 5, 34, 20}});
    facts.functions.push_back(helper);
    const auto side = specified(branchingSide(facts, 1, {11, 32}));
    QCOMPARE(side->branches.size(), std::size_t(2));
    QVERIFY((side->branches[0].verdict == Verdict::OneArm) != unrolled);
    QCOMPARE(side->branches[1].verdict == Verdict::OneArm, known);
    QCOMPARE(side->branches[1].vanished.empty(), !known);
  }

  // A store tells that its arm vanished, unless another branch in the arm may have left it out.
  void aStoreThatIsNotThere() {
    source::SourceFacts facts = branchingFacts("other > 0", false);
    facts.kernels[0].calls.push_back({.callee = "ct.store", .span = {12, 9, 12, 20}});
    QVERIFY(specified(branchingSide(facts, 1, {5}))->branches.at(0).verdict == Verdict::NoArm);
    facts.kernels[0].branches.push_back(
        {.condition = "FLAG > 5", .constant = true, .arms = {{"then", {12, 9, 12, 20}}}, .span = {11, 9, 12, 20}});
    const auto side = specified(branchingSide(facts, 1, {5}));
    QVERIFY(side->branches.at(0).verdict == Verdict::NotDecidable);
    QVERIFY(side->branches.at(1).verdict == Verdict::NoArm);
  }

  void whatStandsInAVanishedArmIsNotAskedFurther() {
    source::SourceFacts facts = branchingFacts("FLAG > 0");
    source::BranchFact inner{.condition = "FLAG > 1", .constant = true, .span = {11, 9, 11, 30}};
    inner.arms.push_back({"then", {11, 20, 11, 30}});
    facts.kernels[0].branches.push_back(inner);
    source::CallFact call{.callee = "helper", .span = {12, 9, 12, 15}, .resolved = true};
    facts.kernels[0].calls.push_back(call);
    source::FunctionFacts helper{.name = "helper", .span = {30, 1, 35, 1}};
    helper.branches.push_back({.condition = "a", .constant = true, .arms = {{"then", {32, 5, 32, 20}}}, .span = {31, 5, 32, 9}});
    facts.functions.push_back(helper);
    const auto off = specified(branchingSide(facts, 0, {15}));
    QCOMPARE(off->branches.size(), std::size_t(2));  // the helper is not called from anything that is there
    QVERIFY(off->branches[1].verdict == Verdict::Unreached);
    const auto on = specified(branchingSide(facts, 1, {12, 32}));
    QCOMPARE(on->branches.size(), std::size_t(3));
    QVERIFY(on->branches[1].verdict == Verdict::NoArm);
    // A helper's names are not the kernel's.
    QVERIFY(on->branches[2].function == "helper" && on->branches[2].verdict == Verdict::OneArm && on->branches[2].present == "then");
  }

  void constantsGoIntoAHelperThatIsCalledOnce_data() {
    QTest::addColumn<int>("calls");
    QTest::addColumn<QString>("passed");
    QTest::addColumn<bool>("known");
    QTest::newRow("a constant") << 1 << "FLAG" << true;
    QTest::newRow("calculated") << 1 << "FLAG + 1" << true;
    QTest::newRow("a literal") << 1 << "3" << true;
    QTest::newRow("not known") << 1 << "other" << false;
    QTest::newRow("called twice with one constant") << 2 << "FLAG" << true;
    QTest::newRow("unpacked") << 1 << "*all" << false;
  }
  void constantsGoIntoAHelperThatIsCalledOnce() {
    QFETCH(int, calls);
    QFETCH(QString, passed);
    QFETCH(bool, known);
    source::SourceFacts facts = branchingFacts("other");
    source::CallFact call{.callee = "helper", .span = {20, 9, 20, 25}, .resolved = true};
    call.arguments.push_back({"", "x", {20, 16, 20, 17}});
    call.arguments.push_back({"", passed.toStdString(), {20, 19, 20, 20}});
    for (int i = 0; i < calls; ++i) facts.kernels[0].calls.push_back(call);
    source::FunctionFacts helper{.name = "helper", .span = {30, 1, 35, 1}};
    for (const char *name : {"FLAG", "N"})
      helper.parameters.push_back({name, "", false, source::ParameterFact::Form::Scalar, {30, 1, 30, 2}});
    // Its FLAG is the first argument, and not the kernel's constant.
    for (const char *condition : {"N > 0", "FLAG > 0"})
      helper.branches.push_back({.condition = condition, .constant = true, .arms = {{"then", {32, 5, 32, 20}}}, .span = {31, 5, 32, 20}});
    facts.functions.push_back(helper);
    const auto side = specified(branchingSide(facts, 1, {5}));
    QCOMPARE(side->branches.size(), std::size_t(3));
    QCOMPARE(side->branches[1].verdict == Verdict::OneArm, known);
    QVERIFY(side->branches[2].verdict == Verdict::NotDecidable);
  }

  void checksAreToldByMasks_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("mask");
    QTest::addColumn<bool>("alsoGiven");
    QTest::addColumn<QString>("present");
    QTest::newRow("mask") << "check" << ", %c" << false << "checked";
    QTest::newRow("no mask") << "check" << "" << false << "unchecked";
    QTest::newRow("both say so") << "FLAG != 0" << ", %c" << false << "checked";
    QTest::newRow("they contradict") << "FLAG == 0" << ", %c" << false << "";
    QTest::newRow("they contradict the other way") << "FLAG != 0" << "" << false << "";
    QTest::newRow("the call gives a mask") << "check" << ", %c" << true << "";
    QTest::newRow("the call gives a mask, and there is none") << "check" << "" << true << "unchecked";
    QTest::newRow("no op, by its constants") << "FLAG == 0" << "none" << false << "unchecked";
    QTest::newRow("no op") << "check" << "none" << false << "";
  }
  void checksAreToldByMasks() {
    QFETCH(QString, text);
    QFETCH(QString, mask);
    QFETCH(bool, alsoGiven);
    QFETCH(QString, present);
    source::SourceFacts facts = branchingFacts("other");
    source::CallFact call{.callee = "ct.gather", .span = {20, 9, 20, 60}};
    call.arguments.push_back({"check_bounds", text.toStdString(), {20, 30, 20, 40}});
    if (alsoGiven) call.arguments.push_back({"mask", "m", {20, 50, 20, 51}});
    facts.kernels[0].calls.push_back(call);
    SideInput side = branchingSide(facts, 1, {5});
    const std::string types = mask.isEmpty() ? "" : ", tile<i1>";
    if (mask != "none")
      side.program =
          programOf("cuda_tile.module @m {\n  entry @k(%a: tile<ptr<f32>>, %c: tile<i1>) {\n    %t, %o = load_ptr_tko weak %a" +
                    mask.toStdString() + " : tile<ptr<f32>>" + types + " -> tile<f32>, token loc(\"k.py\":20:12)\n    return\n  }\n}\n");
    const BranchItem check = specified(side)->branches.at(1);
    QCOMPARE(check.condition, "ct.gather check_bounds=" + text.toStdString());
    QCOMPARE(QString::fromStdString(check.present), present);
    QCOMPARE(check.verdict == Verdict::NotDecidable, present.isEmpty());
  }

  void accessIsWhatTheProgramDoes_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("access");
    QTest::newRow("view") << QString::fromStdString(kView) << "view";
    QTest::newRow("pointer") << QString::fromStdString(kPointer) << "pointer";
    QTest::newRow("both") << QString::fromStdString(kView + kPointer) << "view and pointer";
    QTest::newRow("unused") << "" << "unused";
    QTest::newRow("through assumes") << QString::fromStdString("    %b = assume div_by<16>, %a : tile<ptr<f32>>\n" +
                                                               QString::fromStdString(kView).replace("%a", "%b").toStdString())
                                     << "view";
  }
  void accessIsWhatTheProgramDoes() {
    QFETCH(QString, body);
    QFETCH(QString, access);
    const auto side = specified(tensorSide(body.isEmpty() ? "    %c = constant <i32: 1> : tile<i32>\n" : body.toStdString()));
    QCOMPARE(QString::fromUtf8(toText(side->tensors.at(0).how).data()), access);
    checkSide(*side);
  }

  // A launch says what the front end's rule makes of it; that the program does not assume it is said.
  void whatTheProgramDoesNotAssume() {
    const auto baseOf = [](const std::string &body) {
      SideInput input = tensorSide(body);
      auto specialisation = std::make_shared<evidence::Specialisation>(*input.specialisation);
      specialisation->tensors[0].baseDivisor = 16;
      input.specialisation = specialisation;
      return specified(input)->tensors.at(0).facts.at(0).value;
    };
    QCOMPARE(baseOf(kView), std::string("divisible by 16 bytes; the program assumes no divisor of it"));
    const std::string assumed = "    %b = assume div_by<16>, %a : tile<ptr<f32>>\n";
    std::string view = kView;
    view.replace(view.find("%a"), 2, "%b");
    QCOMPARE(baseOf(assumed + view), std::string("divisible by 16 bytes"));
    QCOMPARE(baseOf(""), std::string("divisible by 16 bytes"));
  }

  void aProgramWithOtherArgumentsTellsNothing() {
    const auto side = specified(tensorSide(kView, "f32", 2));  // five arguments are expected, and there are three
    QVERIFY(side->tensors.at(0).how == Access::Unknown && !side->tensors[0].access.unknown.empty());
    QVERIFY(find(side->unknown, "what the program does with its arguments"));
  }

  void variantsThatReachATensorInOtherWaysNeedEntriesOfTheirOwn() {
    OperatorInput input{.op = "k"};
    input.variants.push_back({"view", tensorSide(kView), std::nullopt});
    input.variants.push_back({"pointer", tensorSide(kPointer), std::nullopt});
    input.variants.push_back({"no program", tensorSide(""), std::nullopt});
    input.variants.push_back({"rank", tensorSide("", "f32", 2), std::nullopt});
    const auto made = specify(input);
    QCOMPARE(made->entries.size(), std::size_t(3));
    QVERIFY((made->entries[0].variants == std::vector<std::string>{"view", "no program"}));
    QCOMPARE(made->entries[1].name, std::string("k_2"));
    QVERIFY(made->entries[1].reasons.at(0).sentence.find("by pointer here and by view there") != std::string::npos);
    QVERIFY(!made->entries[1].reasons[0].evidence.empty());
    QCOMPARE(made->entries[1].parameters.at(0).type, std::string("*mut E"));
    QVERIFY(made->entries[1].parameters.at(1).name == "x_extent_0" && made->entries[1].parameters.size() == 2);
    QVERIFY(made->entries[2].reasons.at(0).sentence.find("rank 2 here and 1 there") != std::string::npos);
    QVERIFY(!made->entries[2].unknown.empty());  // no program says how x is reached
  }

  void branchesThatGoDifferentWaysAreReasons_data() {
    QTest::addColumn<QString>("condition");
    QTest::addColumn<QString>("said");
    QTest::newRow("by a constant") << "FLAG > 0" << "what decides it must be const generics";
    QTest::newRow("by an element type") << "x.dtype == ct.float32" << "a const generic of its own must decide it";
  }
  void branchesThatGoDifferentWaysAreReasons() {
    QFETCH(QString, condition);
    QFETCH(QString, said);
    OperatorInput input{.op = "k"};
    input.variants.push_back({"on", branchingSide(branchingFacts(condition.toStdString()), 1, {11}), std::nullopt});
    input.variants.push_back({"off", branchingSide(branchingFacts(condition.toStdString()), 0, {14}), std::nullopt});
    const auto made = specify(input);
    QCOMPARE(made->entries.size(), std::size_t(1));
    const EntryReason &reason = made->entries[0].reasons.at(1);
    QVERIFY2(QString::fromStdString(reason.sentence).contains(said), reason.sentence.c_str());
    QVERIFY(reason.sentence.find("the else arm in off and the then arm in on") != std::string::npos && reason.evidence.size() == 1);
  }

  void whatNoGenericCanHoldIsALiteral() {
    OperatorInput input{.op = "k"};
    const std::pair<const char *, Constant> constants[] = {{"I", Constant::ofInteger(1)},         {"B", Constant::ofBool(true)},
                                                           {"F", Constant::ofFloat(0.5)},         {"N", Constant{}},
                                                           {"L", Constant::ofInteger(1ll << 40)}, {"T", Constant::ofType("f16")}};
    auto side = tensorSide("");
    auto specialisation = std::make_shared<evidence::Specialisation>(*side.specialisation);
    for (const auto &[name, value] : constants) specialisation->constants.push_back({name, value});
    side.specialisation = specialisation;
    input.variants.push_back({"v", side, std::nullopt});
    const auto entry = specify(input)->entries.at(0);
    const auto kindOf = [&](const std::string &name) {
      for (const EntryGeneric &generic : entry.generics)
        if (generic.name == name) return generic.kind;
      return std::string("none");
    };
    QCOMPARE(kindOf("I"), std::string("const generic"));
    QCOMPARE(kindOf("B"), std::string("const generic"));
    QCOMPARE(kindOf("T"), std::string("type generic"));
    for (const char *name : {"F", "N", "L"}) QCOMPARE(kindOf(name), std::string("literal"));
  }

  /// Of every launch of TileGym, without programs and sources: each part of it is told, and the rest is not known.
  void nothingOfALaunchIsLeftOut() {
    const std::string name = "resources/tilegym/tilegym-reference-launches.jsonl";
    const auto launches = evidence::readReferenceLaunches(contentOf(name), name);
    const auto ports = evidence::readPortVariants(contentOf("resources/tilegym/tilegym-port-variants.jsonl"), "ports");
    QVERIFY(launches.ok() && ports.ok() && launches->size() == 247);
    OperatorInput input{.op = "all"};
    for (const auto *all : {&*launches, &*ports}) {
      for (const evidence::Specialisation &launch : *all) {
        SideInput side{
            .side = launch.side, .specialisation = std::make_shared<evidence::Specialisation>(launch), .specialisationName = name};
        VariantInput variant{.name = launch.variant};
        (launch.side == evidence::Side::Reference ? variant.reference : variant.port) = side;
        input.variants.push_back(variant);
      }
    }
    const auto made = specify(input);
    for (std::size_t i = 0; i < made->variants.size(); ++i) {
      const VariantSpecification &variant = made->variants[i];
      const SideSpecification &side = variant.reference ? *variant.reference : *variant.port;
      const evidence::Specialisation &launch = i < launches->size() ? (*launches)[i] : (*ports)[i - launches->size()];
      QCOMPARE(side.constants.size(), launch.constants.size());
      QCOMPARE(side.tensors.size(), launch.tensors.size());
      QCOMPARE(side.scalars.size(), launch.scalars.size());
      QCOMPARE(side.hints.size(), launch.hints.size());
      for (std::size_t k = 0; k < launch.tensors.size(); ++k) {
        const std::size_t parts = 1 + 2 * launch.tensors[k].axes.size() + (launch.tensors[k].disjoint ? 1 : 0);
        QCOMPARE(side.tensors[k].facts.size(), parts);
      }
      QVERIFY(find(side.unknown, "program") && find(side.unknown, "source"));
      checkSide(side);
    }
    // Every variant of a reference is in one entry.
    std::size_t inEntries = 0;
    for (const StructuralEntry &entry : made->entries) inEntries += entry.variants.size();
    QCOMPARE(inEntries, launches->size());
  }

  void nothingAtAllIsSaidToo() {
    const auto side = specified(SideInput{});
    QVERIFY(find(side->unknown, "program") && find(side->unknown, "source") && find(side->unknown, "constants, element types, facts"));
    checkSide(*side);
  }
};

QTEST_APPLESS_MAIN(TestHiddenSpecification)
#include "tst_hidden_specification.moc"
