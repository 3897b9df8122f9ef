// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The printer against what tileirdisasm printed for the programs of tests/cases/allops, which hold every op.
#include <QtTest>

#include <filesystem>
#include <map>
#include <set>

#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/printer.h"

namespace fs = std::filesystem;
using namespace tileport;
using test::contentOf;
using namespace tileport::tileir;

namespace {

const fs::path kCases = fs::path(TILEPORT_SOURCE_DIR) / "tests/cases/allops";

std::vector<fs::path> cases() { return test::filesIn(kCases, ".tileirbc"); }

ProgramPtr programOf(const fs::path &path) {
  auto program = readBytecodeFile(path);
  if (!program) qFatal("%s", program.error().toString().c_str());
  return *program;
}

void compareTexts(const std::string &text, const std::string &expected) {
  const std::string difference = test::firstDifference(text, expected);
  QVERIFY2(difference.empty(), difference.c_str());
}

std::string_view textOf(const Listing &listing, const Span &span) {
  return listing.line(span.line).substr(span.columns.begin, span.columns.end - span.columns.begin);
}

bool isPrinted(const Listing &listing, const Program &program, OpId op) {
  const auto line = listing.line(LineIndex(listing.opLines[op.index()].first));
  return line.find(info(program.op(op).kind).mnemonic) != std::string_view::npos;
}

}  // namespace

class PrinterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void printsAsTileirdisasm_data();
  void printsAsTileirdisasm();
  void everyOpHasACase();
  void everyPartOfAnOpHasACase();
  void everyEnumeratorHasACase();
  void spansShowWhatTheySay();
  void everyOperandAndResultHasASpan();
  void everyAttributeInTheTextHasASpan();
  void linesOfOpsNest();
  void typesAndAttributesAlone();
};

void PrinterTest::printsAsTileirdisasm_data() {
  QTest::addColumn<QString>("file");
  QVERIFY(cases().size() > 70);
  for (const fs::path &path : cases()) QTest::newRow(path.stem().c_str()) << QString::fromStdString(path.string());
}

void PrinterTest::printsAsTileirdisasm() {
  QFETCH(QString, file);
  fs::path path = file.toStdString();
  const ProgramPtr program = programOf(path);
  compareTexts(program->listing().text, contentOf(path.replace_extension(".mlir")));
  if (!fs::exists(path.replace_extension(".g.mlir"))) return;
  compareTexts(print(*program, {.locations = true}).text, contentOf(path));
}

void PrinterTest::everyOpHasACase() {
  std::set<OpKind> seen;
  for (const fs::path &path : cases()) {
    const ProgramPtr program = programOf(path);
    for (const Op &op : program->data().ops) seen.insert(op.kind);
  }
  for (std::size_t i = 0; i < kOpKindCount; ++i) {
    const auto kind = static_cast<OpKind>(i);
    QVERIFY2(!info(kind).inBody || seen.contains(kind), std::string(info(kind).mnemonic).c_str());
  }
}

/// Every attribute; optional and variadic operands both there and not.
void PrinterTest::everyPartOfAnOpHasACase() {
  std::set<std::string> seen;
  const auto name = [](OpKind kind, std::string_view part) { return std::string(info(kind).mnemonic) + ' ' + std::string(part); };
  for (const fs::path &path : cases()) {
    const ProgramPtr program = programOf(path);
    for (std::size_t i = 0; i < program->opCount(); ++i) {
      const OpKind kind = program->op(OpId(i)).kind;
      for (const NamedAttribute &use : program->attributes(OpId(i))) seen.insert(name(kind, info(kind).attributes[use.slot].name));
      for (std::size_t k = 0; k < info(kind).operands.size(); ++k) {
        const bool there = !program->operands(OpId(i), k).empty();
        seen.insert(name(kind, std::string(info(kind).operands[k].name) + (there ? "" : " absent")));
      }
    }
  }
  // These need at least one by the rules of the dialect.
  const std::set<std::string_view> never = {"extract", "insert", "reduce", "scan", "join_tokens"};
  for (std::size_t i = 0; i < kOpKindCount; ++i) {
    const auto kind = static_cast<OpKind>(i);
    if (!info(kind).inBody) continue;
    for (const AttributeInfo &attribute : info(kind).attributes)
      QVERIFY2(seen.contains(name(kind, attribute.name)), name(kind, attribute.name).c_str());
    for (const OperandInfo &operand : info(kind).operands) {
      const std::string there = name(kind, operand.name);
      // Entries return nothing.
      QVERIFY2(seen.contains(there) || kind == OpKind::Return, there.c_str());
      const bool may = operand.arity != Arity::Required && operand.name != "index" && !never.contains(info(kind).mnemonic);
      QVERIFY2(!may || seen.contains(there + " absent"), there.c_str());
    }
  }
}

void PrinterTest::everyEnumeratorHasACase() {
  std::map<EnumKind, std::set<std::uint64_t>> seen;
  for (const fs::path &path : cases()) {
    const ProgramPtr program = programOf(path);
    for (const Attribute &attribute : program->data().attributes) {
      if (attribute.kind == AttributeKind::Enum) seen[attribute.enumKind].insert(attribute.bits);
    }
    for (const Type &type : program->data().types) {
      if (type.padding) seen[EnumKind::PaddingValue].insert(static_cast<std::uint64_t>(*type.padding));
      if (type.pointerAttr) seen[EnumKind::PtrAttr].insert(static_cast<std::uint64_t>(*type.pointerAttr));
    }
    for (const Global &global : program->data().globals) seen[EnumKind::SymbolVisibility].insert(global.isPrivate ? 1 : 0);
  }
  // No op is known to take this mode.
  seen[EnumKind::RoundingMode].insert(static_cast<std::uint64_t>(RoundingMode::NearestAway));
  for (const auto &[kind, ordinals] : seen) QCOMPARE(ordinals.size(), std::size_t(enumCount(kind)));
  QCOMPARE(seen.size(), kEnumKindCount);
}

void PrinterTest::spansShowWhatTheySay() {
  for (const fs::path &path : cases()) {
    const ProgramPtr program = programOf(path);
    const Listing listing = print(*program, {.locations = true});
    QCOMPARE(listing.spanStarts.size(), listing.lineCount() + 1);
    for (std::size_t line = 0; line < listing.lineCount(); ++line) {
      std::uint32_t end = 0;
      for (std::uint32_t i = listing.spanStarts[line]; i < listing.spanStarts[line + 1]; ++i) {
        const Span &span = listing.spans[i];
        QCOMPARE(span.line, LineIndex(line));
        QVERIFY(span.columns.begin >= end && span.columns.begin < span.columns.end && span.columns.end <= listing.line(span.line).size());
        end = span.columns.end;
        const std::string text(textOf(listing, span));
        switch (span.kind) {
          case SpanKind::Mnemonic: QCOMPARE(text, std::string(info(program->op(span.op).kind).mnemonic)); break;
          case SpanKind::Operand: QCOMPARE(text, listing.valueNames[program->operands(span.op)[span.index].index()]); break;
          case SpanKind::Result: {
            const std::string name = listing.valueNames[program->result(span.op, span.index).index()];
            QCOMPARE(text, name.substr(0, name.find('#')));
            break;
          }
          case SpanKind::ResultType: QCOMPARE(text, toText(*program, program->value(program->result(span.op, span.index)).type)); break;
          case SpanKind::OperandType:
            QCOMPARE(text, toText(*program, program->value(program->operands(span.op, span.index)[0]).type));
            break;
          case SpanKind::Attribute: QVERIFY(span.index < info(program->op(span.op).kind).attributes.size()); break;
          case SpanKind::Argument: QVERIFY(text.starts_with('%')); break;
          case SpanKind::Symbol: QVERIFY(text.starts_with('@')); break;
          case SpanKind::Hints: QVERIFY(text.starts_with("optimization_hints=<")); break;
          case SpanKind::Location: QVERIFY(text.starts_with("loc(#")); break;
        }
      }
    }
  }
}

void PrinterTest::everyOperandAndResultHasASpan() {
  for (const fs::path &path : cases()) {
    const ProgramPtr program = programOf(path);
    const Listing &listing = program->listing();
    std::vector<std::size_t> operands(program->opCount());
    std::vector<std::size_t> results(program->opCount());
    for (const Span &span : listing.spans) {
      if (span.kind == SpanKind::Operand) ++operands[span.op.index()];
      if (span.kind == SpanKind::Result) ++results[span.op.index()];
    }
    for (std::size_t i = 0; i < program->opCount(); ++i) {
      const Op &op = program->op(OpId(i));
      if (!isPrinted(listing, *program, OpId(i))) continue;
      QCOMPARE(operands[i], std::size_t(op.operands.count));
      const bool group = op.results.count > 1 && listing.valueNames[op.results.first].ends_with("#0");
      QCOMPARE(results[i], group ? 1 : std::size_t(op.results.count));
    }
  }
}

/// An attribute goes without a span only where the text says nothing of it: unset flags and defaults.
void PrinterTest::everyAttributeInTheTextHasASpan() {
  for (const fs::path &path : cases()) {
    const ProgramPtr program = programOf(path);
    std::set<std::pair<OpId, std::uint16_t>> spanned;
    for (const Span &span : program->listing().spans) {
      if (span.kind == SpanKind::Attribute) spanned.emplace(span.op, span.index);
    }
    for (std::size_t i = 0; i < program->opCount(); ++i) {
      for (const NamedAttribute &use : program->attributes(OpId(i))) {
        const AttributeInfo &described = info(program->op(OpId(i)).kind).attributes[use.slot];
        const Attribute &value = program->attribute(use.value);
        const bool mode = described.enumKind == EnumKind::RoundingMode && described.form == AttributeForm::Enum;
        const bool silent = mode || described.defaultValue || described.form == AttributeForm::BoolArray;
        QVERIFY2(spanned.contains({OpId(i), use.slot}) || silent, (path.string() + ' ' + std::string(described.name)).c_str());
        if (described.defaultValue && value.bits != *described.defaultValue) QVERIFY(spanned.contains({OpId(i), use.slot}));
      }
    }
  }
}

void PrinterTest::linesOfOpsNest() {
  for (const fs::path &path : cases()) {
    const ProgramPtr program = programOf(path);
    const Listing &listing = program->listing();
    for (std::size_t i = 0; i < program->opCount(); ++i) {
      const LineRange lines = listing.opLines[i];
      QVERIFY(!lines.empty() && lines.end <= listing.lineCount());
      const OpId parent = program->region(program->block(program->op(OpId(i)).block).region).op;
      const LineRange around =
          parent.valid() ? listing.opLines[parent.index()] : listing.functionLines[program->functionOf(OpId(i)).index()];
      QVERIFY(around.first < lines.first && lines.end <= around.end);
      if (program->op(OpId(i)).regions.count > 0) QVERIFY(listing.line(LineIndex(lines.end - 1)).ends_with('}'));
    }
  }
}

void PrinterTest::typesAndAttributesAlone() {
  const ProgramPtr program = programOf(kCases / "facts-13.5.tileirbc");
  QStringList texts;
  for (std::size_t i = 0; i < program->opCount(); ++i) {
    const AttributeId predicate = program->attribute(OpId(i), "predicate");
    if (predicate.valid()) texts += QString::fromStdString(toText(*program, predicate));
  }
  QVERIFY(texts.contains("div_by<4, every 4 along 0>"));
  QVERIFY(texts.contains("bounded<-4, 0>"));
  QVERIFY(texts.contains("same_elements<[2, 4]>"));
  QCOMPARE(toText(*program, program->value(program->argument(program->bodyOf(FunctionId(0)), 0)).type), std::string("tile<ptr<f32>>"));
}

QTEST_APPLESS_MAIN(PrinterTest)
#include "tst_printer.moc"
