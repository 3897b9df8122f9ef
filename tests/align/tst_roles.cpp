// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which arguments of two entries belong together, where the signatures differ.
#include <QTest>

#include "align/alignment.h"
#include "align/roles.h"
#include "tileir/program_reader.h"
#include "tileir/text_reader.h"

using namespace tileport;

class TestRoles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsReadIsWhatIsRead();
  void orderWhereUseSaysNothing();
  void rankOfAView();
  void numbersByTheirPlace();
};

namespace {

constexpr tileir::FunctionId kEntry{0u};

tileir::ProgramPtr textProgram(const std::string &arguments, const std::string &body) {
  const auto program = tileir::readText("entry @k(" + arguments + ") {\n" + body + "  return\n}\n", "text");
  if (!program) return QTest::qFail(program.error().toString().c_str(), __FILE__, __LINE__), nullptr;
  return *program;
}

tileir::ProgramPtr publishedProgram(const std::string &name) {
  const auto program = tileir::readProgramFile(TILEPORT_SOURCE_DIR "/tests/real_pairs/programs/" + name + ".tileirbc");
  if (!program) return QTest::qFail(program.error().toString().c_str(), __FILE__, __LINE__), nullptr;
  return *program;
}

/// "0-1 5-0 1-. .-2": reference and port of each pair, a dot for none.
QString paired(const tileir::ProgramPtr &reference, const tileir::ProgramPtr &port) {
  QStringList texts;
  const auto number = [](const std::optional<std::uint32_t> &n) { return n ? QString::number(*n) : QString("."); };
  for (const align::ArgumentPair &pair : align::pairArguments(*reference, kEntry, *port, kEntry))
    texts << number(pair.reference) + "-" + number(pair.port);
  return texts.join(" ");
}

QString roles(const tileir::ProgramPtr &program) {
  QStringList texts;
  for (const align::ArgumentRole &role : align::argumentRoles(*program, kEntry)) texts << QString::fromStdString(role.toString());
  return texts.join(", ");
}

/// Loads from `from` and stores what it loads to `to`.
std::string copy(const std::string &from, const std::string &to) {
  return "  %t = make_token : token\n  %v, %s = load_ptr_tko weak " + from + " token=%t : tile<ptr<f32>> -> tile<f32>, token\n" +
         "  %u = store_ptr_tko weak " + to + ", %v token=%t : tile<ptr<f32>>, tile<f32> -> token\n";
}

}  // namespace

void TestRoles::whatIsReadIsWhatIsRead() {
  // A published port takes its output first, and other numbers than the reference.
  const auto reference = publishedProgram("_silu_and_mul_kernel_row_wise.f16-h3000"),
             port = publishedProgram("silu_and_mul_kernel.f16-h3000");
  if (!reference || !port) return;
  QCOMPARE(paired(reference, port), QString("0-1 1-. 2-. 3-. 4-. 5-0 6-. 7-. 8-. 9-. .-2 .-3 .-4"));
  // An exchange is another contract, and is told.
  const auto alignment = align::align(reference, port);
  QVERIFY(alignment);
  const auto &divergences = (*alignment)->divergences;
  QCOMPARE(std::count_if(divergences.begin(), divergences.end(),
                         [](const align::Divergence &each) {
                           return std::any_of(each.differences.begin(), each.differences.end(), [](const align::Difference &difference) {
                             return difference.what.starts_with("position of base");
                           });
                         }),
           1);
}

void TestRoles::orderWhereUseSaysNothing() {
  const std::string two = "%a: tile<ptr<f32>>, %b: tile<ptr<f32>>", three = two + ", %n: tile<i32>";
  const auto in = textProgram(two, copy("%a", "%b")), exchanged = textProgram(three, copy("%b", "%a"));
  const auto both = textProgram(two, copy("%a", "%a")), idle = textProgram(three, copy("%b", "%b"));
  if (!in || !exchanged || !both || !idle) return;
  QCOMPARE(paired(in, exchanged), QString("0-1 1-0 .-2"));
  QCOMPARE(paired(both, idle), QString("0-1 1-0 .-2"));
  // One side reads and writes what the other does not.
  QCOMPARE(paired(in, idle), QString("0-0 1-1 .-2"));
  // Where callers cannot tell the entries apart, an argument is its position.
  const auto sameSignature = textProgram(two, copy("%b", "%a"));
  if (sameSignature) QCOMPARE(paired(in, sameSignature), QString("0-0 1-1"));
}

void TestRoles::rankOfAView() {
  // Three extents, three strides, and then four numbers: an even run of ten.
  const auto program = publishedProgram("static_persistent_bmm_kernel.f16-sm100-128x256x64");
  if (!program) return;
  const QString text = roles(program);
  QVERIFY2(text.endsWith("base of tensor 2, extent 0 of tensor 2, extent 1 of tensor 2, extent 2 of tensor 2, stride 0 of tensor 2, "
                         "stride 1 of tensor 2, stride 2 of tensor 2, scalar 0, scalar 1, scalar 2, scalar 3"),
           qPrintable(text));
}

void TestRoles::numbersByTheirPlace() {
  // By convention two extents and two strides on the left, and five numbers on the right, which may be anything.
  const std::string four = ", %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>", five = four + ", %5: tile<i32>";
  const std::string two = "%a: tile<ptr<f32>>, %b: tile<ptr<f32>>";
  const auto left = textProgram(two + four, copy("%a", "%b")), right = textProgram(two + five, copy("%a", "%b"));
  const auto exchanged = textProgram(two + five, copy("%b", "%a"));
  if (!left || !right || !exchanged) return;
  QCOMPARE(paired(left, right), QString("0-0 1-1 2-2 3-3 4-4 5-5 .-6"));
  // What is a number behind another tensor is not the one at that place.
  QCOMPARE(paired(left, exchanged), QString("0-1 1-0 2-. 3-. 4-. 5-. .-2 .-3 .-4 .-5 .-6"));
}

QTEST_APPLESS_MAIN(TestRoles)
#include "tst_roles.moc"
