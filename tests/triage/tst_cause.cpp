// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>

#include "programs.h"
#include "tileir/text_reader.h"
#include "triage/classify.h"
#include "triage/entry_hints.h"
#include "triage/rust_call.h"

using namespace tileport;
using namespace tileport::test;
using triage::Cause;

class TestCause : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void causes_data();
  void causes();
  void withoutEvidence();
  void verdicts();
  void calls_data();
  void calls();
  void asked_data();
  void asked();
  void comments();
  void attributes();
};

namespace {

std::string edited(std::string text, const QString &from, const QString &to) {
  const std::string what = from.toStdString();
  if (what.empty()) return text;
  const std::size_t at = text.find(what);
  if (at == std::string::npos) qFatal("nothing to edit: %s", what.c_str());
  for (std::size_t i = at; i != std::string::npos; i = text.find(what, i + to.size())) text.replace(i, what.size(), to.toStdString());
  return text;
}

tileir::ProgramPtr program(const std::string &text) {
  auto read = tileir::readText(text, "program");
  if (!read) qFatal("%s", read.error().toString().c_str());
  return *read;
}

/// The program, the first op of the kind of which comes from line 3, column 9 of kernel.rs.
tileir::ProgramPtr located(const tileir::ProgramPtr &program, const QString &mnemonic) {
  tileir::ProgramData data = program->data();
  tileir::Location file;
  file.kind = tileir::LocationKind::Line;
  file.name = "kernel.rs";
  file.line = 3;
  file.column = 8;
  data.locations.push_back(file);
  for (tileir::Op &op : data.ops) {
    if (QString::fromUtf8(tileir::info(op.kind).mnemonic.data()) != mnemonic) continue;
    op.location = tileir::LocationId(data.locations.size() - 1);
    break;
  }
  return tileir::Program::make(std::move(data));
}

std::string sourceWith(const QString &call, const QString &attribute = "#[cutile::entry()]") {
  return attribute.toStdString() + "\npub unsafe fn views<E: ElementType>(p: *mut E) {\n        " + call.toStdString() + "\n}\n";
}

triage::TriageInput inputOf(const tileir::ProgramPtr &reference, const tileir::ProgramPtr &port, const std::string &source) {
  triage::TriageInput input;
  input.alignment = *align::align(reference, port);
  input.port.frontEnd = "cuTile Rust 0.2.0";
  input.port.source = source::makeSourceFile("kernel.rs", source);
  input.port.places = source::SourceMap(*port, *input.port.source);
  return input;
}

const triage::Finding *findingOf(const triage::Triage &triage, const std::string &rule) {
  for (const triage::Finding &each : triage.findings)
    if (each.rule == rule) return &each;
  return nullptr;
}

}  // namespace

void TestCause::causes_data() {
  QTest::addColumn<bool>("pointers");
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<QString>("op");
  QTest::addColumn<QString>("call");
  QTest::addColumn<QString>("rule");
  QTest::addColumn<QString>("cause");
  const auto row = [](const char *name, bool pointers, const char *from, const char *to, const char *op, const char *call, const char *rule,
                      const char *cause) {
    QTest::newRow(name) << pointers << QString(from) << QString(to) << QString(op) << QString(call) << QString(rule) << QString(cause);
  };
  const char *load = "load_view_tko", *lost = ", latency = 4";
  row("asked for and lost", false, lost, "", load, "load_view_tko(&v, [x, i], ordering::Weak, scope::TileBlock, Some(4), tma::Disabled)",
      "latency_lost", "compiler_bug");
  row("asked for by a type and lost", true, " optimization_hints = <sm_100 = {latency = 3}>", "", "load_ptr_tko",
      "load_ptr_tko(at, ordering::Weak, None::<scope::TileBlock>, Some(mask), Some(zero), None::<Token>, Latency::<3>)", "latency_lost",
      "compiler_bug");
  row("not asked for", false, lost, "", load, "load_view_tko(&v, [x, i], ordering::Weak, scope::TileBlock, None, tma::Disabled)",
      "latency_lost", "user_code");
  row("another asked for", false, "latency = 4", "latency = 7", load,
      "load_view_tko(&v, [x, i], ordering::Weak, scope::TileBlock, Some(7), tma::Disabled)", "latency_changed", "user_code");
  row("a name asked for", false, lost, "", load, "load_view_tko(&v, [x, i], ordering::Weak, scope::TileBlock, Some(LAT), tma::Disabled)",
      "latency_lost", "undecided");
  row("a short load cannot ask", false, lost, "", load, "v.load([x, i])", "latency_lost", "user_code");
  row("tma forbidden and lost", false, "allow_tma = false, ", "", load,
      "load_view_tko(&v, [x, i], ordering::Weak, scope::TileBlock, Some(4), tma::Disabled)", "allow_tma", "compiler_bug");
  row("tma not forbidden", false, "allow_tma = false, ", "", load,
      "load_view_tko(&v, [x, i], ordering::Weak, scope::TileBlock, Some(4), tma::Enabled)", "allow_tma", "user_code");
  row("padding asked for and lost", false, "padding_value = zero, ", "", "make_partition_view",
      "make_partition_view(v, const_shape![16, 16], padding::Zero, dim_map::Identity, token)", "padding_lost", "compiler_bug");
  row("no padding asked for", false, "padding_value = zero, ", "", "make_partition_view",
      "make_partition_view(v, const_shape![16, 16], padding::None, dim_map::Identity, token)", "padding_lost", "user_code");
  row("rounding asked for and another there", true, "subf %b, %rs ", "subf %b, %rs rounding<zero> ", "subf",
      "subf(b, rs, rounding::NearestEven, ftz::Disabled)", "float_rounding", "compiler_bug");
  row("another rounding asked for", true, "subf %b, %rs ", "subf %b, %rs rounding<zero> ", "subf",
      "subf(b, rs, rounding::Zero, ftz::Disabled)", "float_rounding", "user_code");
  row("flushing asked for", true, "subf %b, %rs ", "subf %b, %rs flush_to_zero ", "subf",
      "subf(b, rs, rounding::NearestEven, ftz::Enabled)", "flush_to_zero", "user_code");
  row("flushing not asked for, and there", true, "subf %b, %rs ", "subf %b, %rs flush_to_zero ", "subf",
      "subf(b, rs, rounding::NearestEven, ftz::Disabled)", "flush_to_zero", "compiler_bug");
  row("an operator shows no rounding", true, "subf %b, %rs ", "subf %b, %rs rounding<zero> ", "subf", "b - rs", "float_rounding",
      "undecided");
  row("mask asked for and lost", true,
      "%at, %mask, %zero token=%tok optimization_hints = <sm_100 = {latency = 3}> : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> ",
      "%at token=%tok optimization_hints = <sm_100 = {latency = 3}> : tile<64xptr<f32>> -> ", "load_ptr_tko",
      "load_ptr_tko(at, ordering::Weak, None::<scope::TileBlock>, Some(mask), Some(zero), None::<Token>, Latency::<3>)", "mask_lost",
      "compiler_bug");
  row("no mask asked for", true,
      "%at, %mask, %zero token=%tok optimization_hints = <sm_100 = {latency = 3}> : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> ",
      "%at token=%tok optimization_hints = <sm_100 = {latency = 3}> : tile<64xptr<f32>> -> ", "load_ptr_tko",
      "load_ptr_tko(at, ordering::Weak, None::<scope::TileBlock>, None, None::<E>, None::<Token>, Latency::<3>)", "mask_lost", "user_code");
  row("never called", false, "    %b = exp2 %a : tile<16x16xf32>\n", "    %b = absf %a : tile<16x16xf32>\n", load, "v.load([x, i])",
      "transcendental_op_lost", "user_code");
  row("called somewhere", false, "    %b = exp2 %a : tile<16x16xf32>\n", "    %b = absf %a : tile<16x16xf32>\n", load,
      "exp2(v.load([x, i]))", "transcendental_op_lost", "undecided");
}

void TestCause::causes() {
  QFETCH(bool, pointers);
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(QString, op);
  QFETCH(QString, call);
  QFETCH(QString, rule);
  const std::string text = pointers ? kPointers : kViews;
  const auto reference = program(text), port = located(program(edited(text, from, to)), op);
  const auto triage = *triage::classify(inputOf(reference, port, sourceWith(call)));
  const triage::Finding *finding = findingOf(*triage, rule.toStdString());
  if (!finding) {
    // exp2 for absf may be told as one op in the place of the other.
    QCOMPARE(rule, QString("transcendental_op_lost"));
    QVERIFY(findingOf(*triage, "op_replaced"));
    return;
  }
  QTEST(QString::fromUtf8(toText(finding->cause).data()), "cause");
  QCOMPARE(finding->undecidedBy.empty(), finding->cause != Cause::Undecided);
  if (finding->cause == Cause::Undecided) return;
  QVERIFY(finding->evidence.front().kind == triage::Evidence::Kind::Source);
  QCOMPARE(finding->evidence.front().file, std::string("kernel.rs"));
  if (finding->status != triage::Status::Missing) {
    QCOMPARE(finding->evidence.front().line, 3u);
    QCOMPARE(finding->evidence.front().column, 9u);
  }
  QVERIFY(finding->owner == (finding->cause == Cause::CompilerBug ? triage::Owner::Compiler : triage::Owner::Kernel));
}

void TestCause::withoutEvidence() {
  const auto reference = program(kViews), port = program(edited(kViews, ", latency = 4", ""));
  // No location of the op.
  const auto unlocated = *triage::classify(inputOf(reference, port, sourceWith("x")));
  QVERIFY(findingOf(*unlocated, "latency_lost")->cause == Cause::Undecided);
  QVERIFY(!findingOf(*unlocated, "latency_lost")->undecidedBy.empty());
  // No source.
  triage::TriageInput input;
  input.alignment = *align::align(reference, port);
  QVERIFY(findingOf(**triage::classify(input), "latency_lost")->cause == Cause::Undecided);
  // Not Rust.
  triage::TriageInput python = inputOf(reference, located(port, "load_view_tko"), "");
  python.port.source = source::makeSourceFile("kernel.py", "x");
  QVERIFY(findingOf(**triage::classify(python), "latency_lost")->cause == Cause::Undecided);
}

void TestCause::verdicts() {
  const auto reference = program(edited(kViews, "occupancy = 4", "occupancy = 4, num_worker_warps_per_cta = 8"));
  const auto port = program(kViews);
  triage::TriageInput input = inputOf(reference, port, sourceWith("x"));
  input.certificate = certificate::Checked{};
  // What the version cannot say is no fault, and a note.
  auto triage = *triage::classify(input);
  const triage::Finding *finding = findingOf(*triage, "hint_not_sayable");
  QVERIFY(finding && finding->cause == Cause::DslLimitation && finding->owner == triage::Owner::Compiler);
  QVERIFY(finding->evidence.front().kind == triage::Evidence::Kind::VersionTable);
  QVERIFY(triage->verdict == triage::Verdict::PassWithNotes);
  // What it can say is the kernel's; so is what no table knows.
  for (const char *frontEnd : {"cuTile Rust 0.5.0", "cuTile Rust 0.9.0", ""}) {
    input.port.frontEnd = frontEnd;
    triage = *triage::classify(input);
    QVERIFY(triage->verdict == triage::Verdict::FailFixable);
    QVERIFY(findingOf(*triage, "entry_hint_lost")->cause == Cause::UserCode);
  }
  // What is asked for and lost is the compiler's.
  input = inputOf(reference, port, sourceWith("x", "#[cutile::entry(optimization_hints = (sm_100 = (num_worker_warps_per_cta = 8,),))]"));
  input.port.frontEnd = "cuTile Rust 0.5.0";
  triage = *triage::classify(input);
  QVERIFY(findingOf(*triage, "entry_hint_lost")->cause == Cause::CompilerBug);
  QVERIFY(triage->verdict == triage::Verdict::FailCompilerBug);
}

void TestCause::calls_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("callee");
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("plain") << "f(a, b)" << "f" << QStringList{"a", "b"};
  QTest::newRow("nested") << "f(g(a, b), [c, d])" << "f" << QStringList{"g(a, b)", "[c, d]"};
  QTest::newRow("generics") << "f::<_, 16>(a, None::<(A, B)>)" << "f" << QStringList{"a", "None::<(A, B)>"};
  QTest::newRow("comma between generics") << "f(Latency::<3>, h::<A, B>(c), d)" << "f" << QStringList{"Latency::<3>", "h::<A, B>(c)", "d"};
  QTest::newRow("path") << "a::b::f(c)" << "f" << QStringList{"c"};
  QTest::newRow("method") << "v.load([x, i])" << "load" << QStringList{"[x, i]"};
  QTest::newRow("next line") << "v\n  .load(\n a,\n b,\n )" << "load" << QStringList{"a", "b"};
  QTest::newRow("operator") << "a - b" << "" << QStringList{};
  QTest::newRow("less than") << "a < f(b)" << "" << QStringList{};
  QTest::newRow("never closed") << "f(a, b" << "" << QStringList{};
  QTest::newRow("nothing") << "" << "" << QStringList{};
}

void TestCause::calls() {
  QFETCH(QString, line);
  QFETCH(QStringList, arguments);
  const auto call = triage::callAt("\n  " + line.toStdString() + "\n", 2, 3);
  QVERIFY(call);
  QTEST(QString::fromStdString(call->callee), "callee");
  QStringList found;
  for (const std::string &each : call->arguments) found << QString::fromStdString(each);
  QCOMPARE(found, arguments);
  QVERIFY(!triage::callAt("one line", 5, 1));
  QVERIFY(!triage::callAt("one line", 0, 1));
}

void TestCause::asked_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("part");
  QTest::addColumn<QString>("says");  // "-": the call does not show it
  QTest::newRow("typed number") << "load_view_tko(a, b, c, d, Some(4i32), e)" << "latency" << "value 4";
  QTest::newRow("zero is none") << "store_ptr_tko(a, b, c, d, e, f, Latency::<0>)" << "latency" << "nothing ";
  QTest::newRow("store's place") << "store_view_tko_mut(a, t, i, c, d, Some(2), e)" << "latency" << "value 2";
  QTest::newRow("pipelined") << "v.load_pipelined::<5>([x])" << "latency" << "value 5";
  QTest::newRow("other calls") << "f(a)" << "latency" << "-";
  QTest::newRow("camel case") << "f(a, rounding::NearestEven)" << "rounding_mode" << "value nearest_even";
  QTest::newRow("marker in an expression") << "f(a, rounding::NearestEven.or(x))" << "rounding_mode" << "-";
  QTest::newRow("part that is never shown") << "f(a)" << "operand lhs" << "-";
}

void TestCause::asked() {
  QFETCH(QString, line);
  QFETCH(QString, part);
  const auto call = triage::callAt(line.toStdString(), 1, 1);
  QVERIFY(call);
  const auto asked = triage::askedFor(*call, part.toStdString());
  const char *kinds[] = {"nothing", "value", "something", "unresolved"};
  QTEST(asked ? QString(kinds[static_cast<int>(asked->kind)]) + " " + QString::fromStdString(asked->value) : QString("-"), "says");
}

void TestCause::comments() {
  const std::string code = triage::withoutComments("a // exp2\n/* /* exp2 */ exp2 */ b \"exp2 \\\" exp2\" c");
  QCOMPARE(code.size(), std::string("a // exp2\n/* /* exp2 */ exp2 */ b \"exp2 \\\" exp2\" c").size());
  QVERIFY(!triage::lineOfWord(code, "exp2"));
  QCOMPARE(triage::lineOfWord(code, "c"), std::optional<std::uint32_t>(2));
  QVERIFY(!triage::lineOfWord("exp2x", "exp2"));
}

void TestCause::attributes() {
  triage::SideInput side;
  side.source = source::makeSourceFile(
      "kernel.rs",
      "#[cutile::entry()]\nfn other(x: i32) {}\n#[cutile::entry(optimization_hints = (\n  sm_100 = (occupancy = 4, "
      "num_cta_in_cga = 2,),\n  sm_90 = (occupancy = 1,),\n))]\npub fn softmax<E: ElementType>() {}\nfn softmaxes() {}\n");
  const auto attribute = triage::entryAttribute(side, "softmax_entry");
  QVERIFY(attribute && attribute->scanned);
  QCOMPARE(attribute->line, 3u);
  QCOMPARE(attribute->find("sm_100.occupancy"), std::optional<std::string>("4"));
  QCOMPARE(attribute->find("sm_90.occupancy"), std::optional<std::string>("1"));
  QVERIFY(!attribute->find("sm_120.occupancy"));
  QVERIFY(triage::entryAttribute(side, "other_entry")->hints.empty());
  QVERIFY(!triage::entryAttribute(side, "nobody_entry"));
}

QTEST_APPLESS_MAIN(TestCause)
#include "tst_cause.moc"
