// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <tuple>

#include "mutate/edits.h"
#include "oracle/compare.h"
#include "oracle/demo_launches.h"

using namespace tileport;
using namespace tileport::oracle;
using tileir::ScalarKind;

namespace {

struct Pair {
  const char *name;
  const char *variant;
  Launch launch;
};

/// The demo's operators whose ports are careful.
std::vector<Pair> carefulPairs() {
  return {{"softmax", "f32-1x1024", softmaxLaunch()},
          {"softmax", "f16-1x1024", softmaxLaunch(ScalarKind::F16)},
          {"rms_norm", "f16-1x4096", rmsNormLaunch(ScalarKind::F16)},
          {"rms_norm", "bf16-1x4096", rmsNormLaunch(ScalarKind::BF16)},
          {"matmul", "f16-128x128x64", matmulLaunch(ScalarKind::F16)},
          {"matmul", "bf16-128x128x64", matmulLaunch(ScalarKind::BF16)}};
}

Outcome runDemo(const std::string &name, const std::string &side, const std::string &variant, const Launch &launch) {
  const auto program = demoProgram(name, side, variant);
  auto outcome = run(*program, launch);
  if (!outcome) throw std::runtime_error(outcome.error().toString());
  if (outcome->fault) throw std::runtime_error(outcome->fault->toString(*program));
  return *outcome;
}

/// Each element of a row no further from the right one than its bound and half an ulp of the format, and its bound no larger than
/// `most` times the element or, near 0, of 1e-4.
bool isNear(const Buffer &buffer, std::size_t at, double right, double most) {
  const double bound = at < buffer.errors.size() ? buffer.errors[at] : 0;
  const int bits = static_cast<int>(formatOf(buffer.element).fractionBits);
  const double size = std::max(std::fabs(right), 1e-4);
  const bool isRight = std::fabs(numberAt(buffer, at) - right) <= bound + std::ldexp(size, -bits - 1) * 1.01;
  if (!isRight || bound > most * size)
    qWarning() << "element" << at << "is" << numberAt(buffer, at) << "and should be" << right << "bound" << bound;
  return isRight && bound <= most * size;
}

Launch sumLaunch(const std::vector<double> &values) {
  Launch launch;
  launch.buffers = {bufferOf("in", ScalarKind::F32, values), zeros("out", ScalarKind::F32, 1)};
  launch.arguments = {BufferArgument{0}, BufferArgument{1}};
  return launch;
}

constexpr const char *kSum = R"(entry @sum(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %c0 = constant <i32: 0> : tile<i32>
  %tv = make_tensor_view %in, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
  %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
  %x, %t = load_view_tko weak %pv[%c0] : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %s = reduce %x dim=0 identities=[ID : f32] : tile<8xf32> -> tile<f32>
  (%a: tile<f32>, %b: tile<f32>) {
    %n = addf %a, %b : tile<f32>
    yield %n : tile<f32>
  }
  %u = store_ptr_tko weak %out, %s : tile<ptr<f32>>, tile<f32> -> token
  return
})";

std::string sumText(std::string_view identity) {
  std::string text = kSum;
  return text.replace(text.find("ID"), 2, identity);
}

/// Two accesses of the element at %out, `token` between them.
std::vector<Hazard> hazardsOf(const std::string &first, const std::string &second, std::uint32_t blocks = 1) {
  const std::string text = "entry @t(%out: tile<ptr<i32>>) {\n  %x = constant <i32: 1> : tile<i32>\n  %n = make_token : token\n  " + first +
                           "\n  " + second + "\n  return\n}";
  Launch launch;
  launch.grid = {blocks, 1, 1};
  launch.buffers = {zeros("out", ScalarKind::I32, 1)};
  launch.arguments = {BufferArgument{0}};
  const auto outcome = runText(text, launch);
  if (!outcome) throw std::runtime_error(outcome.error().toString());
  return outcome->hazards;
}

constexpr const char *kLoad = "%l, %t = load_ptr_tko weak %out token=%n : tile<ptr<i32>> -> tile<i32>, token";
constexpr const char *kStore = "%t = store_ptr_tko weak %out, %x token=%n : tile<ptr<i32>>, tile<i32> -> token";
constexpr const char *kAtomic =
    "%q, %t = atomic_rmw_tko relaxed device %out, add, %x token=%n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token";
constexpr const char *kSynchronising =
    "%q, %t = atomic_rmw_tko acq_rel device %out, add, %x token=%n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token";
constexpr const char *kBehind = "%u = store_ptr_tko weak %out, %x token=%t : tile<ptr<i32>>, tile<i32> -> token";
constexpr const char *kBeside = "%u = store_ptr_tko weak %out, %x token=%n : tile<ptr<i32>>, tile<i32> -> token";

/// A buffer of a few KiB for each pointer, 8 for each number.
Launch anyLaunch(const tileir::Program &program, const tileir::Function &function) {
  Launch launch;
  launch.entry = function.name;
  launch.options.elementLimit = 1 << 22;
  for (const tileir::TypeId id : program.type(function.signature).inputs) {
    const tileir::Type &element = program.type(program.type(id).element);
    if (element.kind == tileir::TypeKind::Pointer) {
      launch.arguments.emplace_back(BufferArgument{launch.buffers.size()});
      launch.buffers.push_back(zeros("b", ScalarKind::I8, 1 << 14));
    } else {
      launch.arguments.emplace_back(ScalarArgument{8});
    }
  }
  return launch;
}

}  // namespace

class OracleRunsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void softmaxIsWhatItsFormulaSays() {
    const Launch launch = softmaxLaunch();
    const Outcome outcome = runDemo("softmax", "reference", "f32-1x1024", launch);
    QVERIFY(outcome.hazards.empty());
    for (std::size_t row = 0; row < 2; ++row) {
      double peak = -INFINITY;
      double sum = 0;
      const auto x = [&](std::size_t column) { return numberAt(launch.buffers[0], row * 1024 + column); };
      for (std::size_t i = 0; i < 1008; ++i) peak = std::max(peak, x(i));
      for (std::size_t i = 0; i < 1008; ++i) sum += std::exp(x(i) - peak);
      for (std::size_t i = 0; i < 1008; ++i) QVERIFY(isNear(outcome.buffers[1], row * 1024 + i, std::exp(x(i) - peak) / sum, 4e-4));
      // Behind the row's end nothing is written.
      for (std::size_t i = 1008; i < 1024; ++i) QCOMPARE(bitsAt(outcome.buffers[1], row * 1024 + i), std::uint64_t{0});
    }
    // Two of the rows have a block.
    for (std::size_t i = 2 * 1024; i < 16 * 1024; ++i) QCOMPARE(bitsAt(outcome.buffers[1], i), std::uint64_t{0});
  }

  void rmsNormIsWhatItsFormulaSays() {
    const Launch launch = rmsNormLaunch(ScalarKind::F16);
    const Outcome outcome = runDemo("rms_norm", "reference", "f16-1x4096", launch);
    double squares = 0;
    for (std::size_t i = 0; i < 4080; ++i) squares += numberAt(launch.buffers[0], i) * numberAt(launch.buffers[0], i);
    const double scale = 1 / std::sqrt(squares / 4080 + 1e-5);
    for (std::size_t i = 0; i < 4080; ++i)
      QVERIFY(isNear(outcome.buffers[2], i, numberAt(launch.buffers[0], i) * scale * numberAt(launch.buffers[1], i), 4e-3));
  }

  void matmulIsWhatItsFormulaSays() {
    const Launch launch = matmulLaunch(ScalarKind::F16);
    const Outcome outcome = runDemo("matmul", "generated", "f16-128x128x64", launch);
    for (std::size_t m = 0; m < 32; ++m) {
      for (std::size_t n = 0; n < 48; ++n) {
        double sum = 0;
        double magnitude = 0;
        for (std::size_t k = 0; k < 80; ++k) {
          const double product = numberAt(launch.buffers[0], m * 80 + k) * numberAt(launch.buffers[1], k * 48 + n);
          sum += product;
          magnitude += std::fabs(product);
        }
        QVERIFY(isNear(outcome.buffers[2], m * 48 + n, sum, 4e-3 * std::max(1.0, magnitude / std::max(std::fabs(sum), 1e-6))));
      }
    }
  }

  void logSoftmaxIsWhatItsFormulaSays() {
    const Launch launch = logSoftmaxLaunch();
    const Outcome outcome = runDemo("log_softmax", "reference", "f32-1x4096", launch);
    double sum = 0;
    for (std::size_t i = 0; i < 5000; ++i) sum += std::exp(numberAt(launch.buffers[0], i));
    for (std::size_t i = 0; i < 5000; ++i) QVERIFY(isNear(outcome.buffers[1], i, numberAt(launch.buffers[0], i) - std::log(sum), 2e-3));
  }

  void carefulPortsAgreeWithTheirReferences() {
    for (const Pair &pair : carefulPairs()) {
      const Outcome reference = runDemo(pair.name, "reference", pair.variant, pair.launch);
      const Outcome port = runDemo(pair.name, "generated", pair.variant, pair.launch);
      QVERIFY(reference.hazards.empty() && port.hazards.empty());
      QVERIFY2(agreement(reference, port) <= Agreement::WithinTolerance, compare(reference, port).back().what.c_str());
    }
  }

  /// It reads zeros behind the row's end where the reference reads -inf.
  void theCarelessPortDiffers() {
    const Outcome reference = runDemo("log_softmax", "reference", "f32-1x4096", logSoftmaxLaunch());
    const Outcome port = runDemo("log_softmax", "generated", "f32-1x4096", logSoftmaxLaunch());
    QCOMPARE(agreement(reference, port), Agreement::Differs);
    // Where whole tiles fill a row there is nothing to see.
    const Launch whole = rowsLaunch(ScalarKind::F32, {16, 4096, 4096}, 1);
    QVERIFY(agreement(runDemo("log_softmax", "reference", "f32-1x4096", whole), runDemo("log_softmax", "generated", "f32-1x4096", whole)) <=
            Agreement::WithinTolerance);
  }

  void aFalseAssumptionOfTheReferenceIsFound() {
    const auto program = demoProgram("log_softmax", "reference", "f32-1x4096");
    const auto outcome = run(*program, rowsLaunch(ScalarKind::F32, {16, 5001, 5001}, 1));
    QVERIFY(outcome && outcome->fault);
    QCOMPARE(outcome->fault->kind, FaultKind::FalseAssumption);
    QVERIFY(QString::fromStdString(outcome->fault->toString(*program)).contains(QStringLiteral("5001, not divisible by 4")));
  }

  void theOrderOfTheBlocksDoesNotMatterHere() {
    Launch launch = softmaxLaunch();
    const Outcome forward = runDemo("softmax", "generated", "f32-1x1024", launch);
    launch.order = {1, 0};
    QCOMPARE(agreement(forward, runDemo("softmax", "generated", "f32-1x1024", launch)), Agreement::Equal);
  }

  /// Edits that are said to change nothing change no bit of what is computed.
  void sameEditsComputeTheSame() {
    std::size_t mutants = 0;
    for (const char *side : {"reference", "generated"}) {
      for (const auto &[name, variant, launch] : {std::tuple{"softmax", "f32-1x1024", rowsLaunch(ScalarKind::F32, {16, 1008, 1024}, 1)},
                                                  std::tuple{"log_softmax", "f32-1x4096", logSoftmaxLaunch()}}) {
        const auto base = demoProgram(name, side, variant);
        const auto expected = run(*base, launch);
        QVERIFY(expected && expected->ok());
        for (const mutate::Edit &edit : mutate::validEdits()) {
          if (edit.meaning != mutate::Meaning::Same) continue;
          for (std::uint64_t seed = 0; seed < 3; ++seed) {
            const auto edited = edit.apply(*base, seed);
            if (!edited) continue;
            const auto outcome = run(*edited->program, launch);
            if (!outcome)
              QFAIL(qPrintable(QString::fromStdString(std::string(edit.name) + ": " + edited->what + ": " + outcome.error().toString())));
            const std::string what = std::string(edit.name) + ", " + edited->what + (outcome->fault ? ": " + outcome->fault->message : "");
            QVERIFY2(outcome->ok() && agreement(*expected, *outcome) == Agreement::Equal, what.c_str());
            ++mutants;
          }
        }
      }
    }
    QVERIFY2(mutants >= 60, std::to_string(mutants).c_str());
  }

  /// Of the others many show in the outcome. A mutant that does not may still be another program: hints, facts, order.
  void differentEditsShow() {
    std::vector<Launch> launches{softmaxLaunch(), softmaxLaunch()};
    // Subnormal numbers in the first row, an infinity and NaN in the second one.
    for (std::size_t i = 0; i < 1024; i += 2) std::memset(launches[1].buffers[0].bytes.data() + i * 4 + 2, 0, 2);
    const std::uint32_t specials[] = {0x7F800000, 0x7FC00000};
    std::memcpy(launches[1].buffers[0].bytes.data() + 1500 * 4, specials, sizeof specials);
    const auto base = demoProgram("softmax", "reference", "f32-1x1024");
    const auto differs = [&](const tileir::Program &program, const Launch &launch) {
      const auto expected = run(*base, launch);
      const auto outcome = run(program, launch);
      return !outcome || !outcome->ok() || !outcome->hazards.empty() || agreement(*expected, *outcome) == Agreement::Differs;
    };
    QVERIFY(!differs(*base, launches[0]) && !differs(*base, launches[1]));
    std::size_t mutants = 0;
    std::size_t shown = 0;
    std::string hidden;
    for (const mutate::Edit &edit : mutate::validEdits()) {
      if (edit.meaning != mutate::Meaning::Different) continue;
      const auto edited = edit.apply(*base, 1);
      if (!edited) continue;
      ++mutants;
      const bool isShown = differs(*edited->program, launches[0]) || differs(*edited->program, launches[1]);
      shown += isShown ? 1 : 0;
      if (!isShown) hidden += " " + std::string(edit.name);
    }
    qInfo() << shown << "of" << mutants << "different mutants show, not" << hidden.c_str();
    QVERIFY(mutants >= 20 && shown >= mutants / 3);
  }

  void unorderedAccessesAreFound() {
    QVERIFY(hazardsOf(kStore, kBehind).empty());
    QVERIFY(hazardsOf(kLoad, kBehind).empty());
    for (const char *first : {kLoad, kStore, kAtomic}) {
      const auto hazards = hazardsOf(first, kBeside);
      QCOMPARE(hazards.size(), std::size_t{1});
      QCOMPARE(hazards[0].kind, HazardKind::Race);
      QVERIFY(hazards[0].other.valid() && hazards[0].op != hazards[0].other);
    }
    // Blocks are never ordered, but atomic ops need not be.
    QVERIFY(hazardsOf(kStore, "").empty());
    QVERIFY(hazardsOf(kLoad, "", 2).empty());
    QVERIFY(!hazardsOf(kStore, kBehind, 2).empty());
    QVERIFY(hazardsOf(kAtomic, "", 2).empty());
    // Blocks may wait for each other by acquire and release, never by relaxed accesses.
    QVERIFY(hazardsOf(kSynchronising, kBehind, 2).empty());
    QVERIFY(!hazardsOf(kAtomic, kBehind, 2).empty());
  }

  void oneStoreThatWritesTwiceIsFound() {
    const auto outcome = runText(R"(entry @t(%out: tile<ptr<i32>>) {
  %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
  %o2 = broadcast %o1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
  %x = iota : tile<2xi32>
  %t = store_ptr_tko weak %o2, %x : tile<2xptr<i32>>, tile<2xi32> -> token
  return
})",
                                 [] {
                                   Launch launch;
                                   launch.buffers = {zeros("out", ScalarKind::I32, 1)};
                                   launch.arguments = {BufferArgument{0}};
                                   return launch;
                                 }());
    QVERIFY(outcome && outcome->ok());
    QCOMPARE(outcome->hazards.size(), std::size_t{1});
    QCOMPARE(outcome->hazards[0].op, outcome->hazards[0].other);
  }

  /// exp(1.5) may be the number that it is compared with, or not.
  void aBranchOnAnApproximateNumberIsFound() {
    const auto outcome = runText(R"(entry @t(%out: tile<ptr<f32>>) {
  %x = constant <f32: 1.5> : tile<f32>
  %y = constant <f32: 4.481689> : tile<f32>
  %e = exp %x : tile<f32>
  %c = cmpf less_than ordered %e, %y : tile<f32> -> tile<i1>
  if %c {
    yield
  }
  return
})",
                                 [] {
                                   Launch launch;
                                   launch.buffers = {zeros("out", ScalarKind::F32, 1)};
                                   launch.arguments = {BufferArgument{0}};
                                   return launch;
                                 }());
    QVERIFY(outcome && outcome->ok());
    QCOMPARE(outcome->hazards.size(), std::size_t{1});
    QCOMPARE(outcome->hazards[0].kind, HazardKind::UncertainDecision);
  }

  void aSumInAnotherOrderIsWithinTolerance() {
    std::vector<double> values{1, 0x1p-24, 0x1p-24, 0x1p-24, 0x1p-24, 0x1p-24, 0x1p-24, 0x1p-24};
    const auto forward = runText(sumText("0.0"), sumLaunch(values));
    std::reverse(values.begin(), values.end());
    const auto backward = runText(sumText("0.0"), sumLaunch(values));
    QVERIFY(forward && backward && forward->ok() && backward->ok());
    QVERIFY(bitsAt(forward->buffers[1], 0) != bitsAt(backward->buffers[1], 0));
    QCOMPARE(compare(forward->buffers[1], backward->buffers[1]).worst, Agreement::WithinTolerance);
    // And what no order gives is not.
    values[0] = 0.5;
    const auto other = runText(sumText("0.0"), sumLaunch(values));
    QCOMPARE(compare(forward->buffers[1], other->buffers[1]).worst, Agreement::Differs);
  }

  void aWrongIdentityIsFound() {
    const auto outcome = runText(sumText("1.0"), sumLaunch({1, 2, 3, 4, 5, 6, 7, 8}));
    QVERIFY(outcome && outcome->ok());
    QCOMPARE(outcome->hazards.size(), std::size_t{1});
    QCOMPARE(outcome->hazards[0].kind, HazardKind::WrongIdentity);
  }

  void comparesByBitsToleranceAndNan() {
    const auto with = [](double value, double error) {
      Buffer buffer = bufferOf("b", ScalarKind::F32, {value});
      buffer.errors = {error};
      return buffer;
    };
    QCOMPARE(compare(with(1, 0), with(1, 0)).worst, Agreement::Equal);
    QCOMPARE(compare(with(NAN, 0), with(NAN, 0)).worst, Agreement::Equal);
    QCOMPARE(compare(with(NAN, 1), with(1, 1)).worst, Agreement::Differs);
    QCOMPARE(compare(with(1, 0.25), with(1.5, 0.25)).worst, Agreement::WithinTolerance);
    QCOMPARE(compare(with(1, 0.25), with(1.5, 0.125)).worst, Agreement::Differs);
    QCOMPARE(compare(with(0.0, 0), with(-0.0, 0)).worst, Agreement::Differs);
    QCOMPARE(compare(with(0.0, 1e-40), with(-0.0, 0)).worst, Agreement::WithinTolerance);
    QCOMPARE(compare(with(1, INFINITY), with(2, 0)).worst, Agreement::Unbounded);
    QCOMPARE(compare(with(INFINITY, 0), with(3e38, 0)).worst, Agreement::Differs);
  }

  /// Every entry of the committed programs of all ops, with buffers and small numbers for arguments: it ends well, or with a fault that
  /// says what the program does.
  void programsOfAllOpsRunOrSayWhyNot() {
    std::size_t entries = 0;
    std::size_t ended = 0;
    for (const auto &file : std::filesystem::directory_iterator(TILEPORT_SOURCE_DIR "/tests/cases/allops")) {
      if (file.path().extension() != ".tileirbc") continue;
      const auto program = tileir::readProgramFile(file.path());
      QVERIFY(program);
      for (const tileir::Function &function : (*program)->data().functions) {
        const Launch launch = anyLaunch(**program, function);
        const auto outcome = run(**program, launch);
        const std::string where = file.path().filename().string() + " @" + function.name + ": ";
        QVERIFY2(outcome, (where + (outcome ? "" : outcome.error().toString())).c_str());
        ++entries;
        ended += outcome->ok() ? 1 : 0;
        const bool named = outcome->ok() || outcome->fault->kind != FaultKind::Unsupported || outcome->fault->message.find("multimem") == 0;
        QVERIFY2(named, (where + (outcome->fault ? outcome->fault->message : "")).c_str());
      }
    }
    qInfo() << ended << "of" << entries << "entries end well";
    QVERIFY(entries > 50 && ended > entries / 3);
  }

  void programsThatBreakARuleAreRefused() {
    const auto base = demoProgram("softmax", "reference", "f32-1x1024");
    std::size_t refused = 0;
    for (const mutate::Edit &edit : mutate::invalidEdits()) {
      const auto edited = edit.apply(*base, 1);
      if (!edited) continue;
      const auto outcome = run(*edited->program, softmaxLaunch());
      QVERIFY2(!outcome, edit.name.data());
      ++refused;
    }
    QVERIFY(refused > 10);
  }

  void stopsWhenToldTo() {
    CancelSource source;
    Launch launch = softmaxLaunch();
    launch.options.cancel = source.token();
    source.cancel();
    const auto program = demoProgram("softmax", "reference", "f32-1x1024");
    auto outcome = run(*program, launch);
    QVERIFY(outcome && outcome->fault && outcome->fault->kind == FaultKind::Cancelled);
    launch = softmaxLaunch();
    launch.options.elementLimit = 5000;
    outcome = run(*program, launch);
    QVERIFY(outcome && outcome->fault && outcome->fault->kind == FaultKind::Budget);
  }

  void saysWhatALaunchLacks() {
    const auto program = demoProgram("softmax", "reference", "f32-1x1024");
    const auto message = [&](const std::function<void(Launch &)> &change) {
      Launch launch = softmaxLaunch();
      change(launch);
      const auto outcome = run(*program, launch);
      return outcome ? QString() : QString::fromStdString(outcome.error().toString());
    };
    QVERIFY(message([](Launch &l) { l.arguments.pop_back(); }).contains(QStringLiteral("takes 10 arguments and the launch has 9")));
    QVERIFY(message([](Launch &l) { l.arguments[0] = ScalarArgument{1}; }).contains(QStringLiteral("argument 0")));
    QVERIFY(message([](Launch &l) { l.arguments[0] = BufferArgument{7}; }).contains(QStringLiteral("argument 0")));
    QVERIFY(message([](Launch &l) { l.order = {0, 0}; }).contains(QStringLiteral("order")));
    QVERIFY(message([](Launch &l) { l.entry = "nobody"; }).contains(QStringLiteral("@nobody")));
    QVERIFY(message([](Launch &l) { l.buffers[0].base = l.buffers[1].base = 4096; }).contains(QStringLiteral("overlaps")));
    QVERIFY(message([](Launch &) {}).isEmpty());
  }
};

QTEST_GUILESS_MAIN(OracleRunsTest)
#include "tst_oracle_runs.moc"
