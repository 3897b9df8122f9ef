// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Facts of sources: what is read, what is refused where, and that no change of a member is passed over.
#include <QtTest/QtTest>
#include <algorithm>
#include <fstream>
#include <iterator>

#include "source/source_facts.h"
#include "source/source_map.h"
#include "tileir/program_reader.h"

using namespace tileport;
using namespace tileport::source;

namespace {

std::string contentOf(const std::string &name) {
  std::ifstream stream(std::string(TILEPORT_SOURCE_DIR) + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

const std::string kPython = "tests/fuzz/corpus/facts/python.json";
const std::string kRust = "tests/fuzz/corpus/facts/rust.json";

std::string said(const Result<SourceFactsPtr> &facts) { return facts.ok() ? "" : facts.error().toString(); }

const std::string kSpan = R"("span": {"line": 2, "column": 3, "end_line": 4, "end_column": 5})";

/// A file with one kernel that has one of everything.
std::string whole(const std::string &from = {}, const std::string &to = {}) {
  std::string text = R"j({"schema": "tileport-facts/1", "language": "rust", "functions": [], "kernels": [
{"name": "k", "module": "outer::inner", "factory": "make", SPAN, "name_span": {"line": 2, "column": 6, "end_line": 2, "end_column": 7},
"hints": [{"name": "sm_100.occupancy", "value": "2", SPAN}],
"generics": [{"name": "E", "kind": "type", "type": "ElementType", SPAN}],
"parameters": [{"name": "x", "type": "&Tensor", "constant": false, "form": "tensor_mut", SPAN}],
"unsafe": true, "unsafe_blocks": [{"line": 3, "column": 1, "end_line": 3, "end_column": 9}],
"calls": [{"callee": "load", "receiver": "x", "arguments": [{"name": "", "text": "i", SPAN}], "generics": ["16"], SPAN,
"unsafe": true, "unchecked": false, "resolved": true}],
"branches": [{"kind": "if", "condition": "N > 0", "constant": true, SPAN, "has_else": true, "arms": [{"label": "then", SPAN}]}],
"loops": [{"kind": "for", "over": "0..N", "variable": "i", "constant": true, SPAN}],
"structure": {"visibility": "pub", "module_visibility": "", "in_cutile_module": true, "unsafe_fn": true, "generics_order": ["E"],
"outputs": [{"name": "x", "form": "tensor", "type": "&Tensor", "by": "partition_full_mut"}]}}],
"launches": [{"kernel": "k", "kernels": ["k"], "function": "host", "grid": "g", "grid_value": "(1,)",
"arguments": [{"name": "x", "text": "y", SPAN}], "hints": [{"name": "occupancy", "value": "4", SPAN}], SPAN}]
}
)j";
  for (std::size_t at = text.find("SPAN"); at != std::string::npos; at = text.find("SPAN")) text.replace(at, 4, kSpan);
  if (from.empty()) return text;
  const std::size_t at = text.find(from);
  return at == std::string::npos ? "not there: " + from : text.replace(at, from.size(), to);
}

}  // namespace

class TestSourceFacts : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void readsEverything() {
    const auto facts = readSourceFacts(whole(), "file");
    QVERIFY2(facts.ok(), said(facts).c_str());
    QVERIFY((*facts)->language == Language::Rust);
    const FunctionFacts &kernel = (*facts)->kernels.at(0);
    QCOMPARE(kernel.factory, std::string("make"));
    QVERIFY((kernel.span == SourceSpan{2, 3, 4, 5}));
    QCOMPARE(kernel.hints.at(0).value, std::string("2"));
    QVERIFY(kernel.generics.at(0).kind == GenericFact::Kind::Type);
    QVERIFY(kernel.parameters.at(0).form == ParameterFact::Form::TensorMut && !kernel.parameters[0].constant);
    QVERIFY(kernel.isUnsafe && kernel.unsafeBlocks.size() == 1);
    const CallFact &call = kernel.calls.at(0);
    QVERIFY(call.isUnsafe && !call.unchecked && call.resolved && call.generics.at(0) == "16" && call.arguments.at(0).text == "i");
    QVERIFY(kernel.branches.at(0).constant && kernel.branches[0].hasElse && kernel.branches[0].arms.at(0).label == "then");
    QVERIFY(kernel.loops.at(0).constant == true);
    QCOMPARE(kernel.structure->outputs.at(0).by, std::string("partition_full_mut"));
    const LaunchFact &launch = (*facts)->launches.at(0);
    QVERIFY(launch.gridValue == "(1,)" && launch.arguments.at(0).name == "x" && launch.hints.at(0).name == "occupancy");
  }

  void readsWhatDriversSay() {
    for (const std::string &name : {kPython, kRust}) {
      const auto facts = readSourceFacts(contentOf(name), name);
      QVERIFY2(facts.ok(), said(facts).c_str());
      const FunctionFacts *kernel = findKernel(**facts, "softmax");
      QVERIFY(kernel && !kernel->calls.empty() && !kernel->parameters.empty());
      QVERIFY(kernel->structure.has_value() == ((*facts)->language == Language::Rust));
    }
  }

  void kernelsAreFoundByNameFactoryAndModule() {
    const auto facts = readSourceFacts(whole(), "file");
    QVERIFY(facts.ok());
    QVERIFY(findKernel(**facts, "k") && findKernel(**facts, "k", "inner") && findKernel(**facts, "make:6"));
    QVERIFY(!findKernel(**facts, "kk") && !findKernel(**facts, "mak:6") && !findKernel(**facts, ""));
  }

  void refuses_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const std::string &text, const char *message) {
      QTest::newRow(name) << QByteArray::fromStdString(text) << message;
    };
    row("no JSON", "{", "file:1:1: not JSON");
    row("no object", "[]", "/: expected an object");
    row("other schema", whole("facts/1", "facts/2"), "/schema: it is \"tileport-facts/2\"");
    row("other language", whole("\"rust\"", "\"cobol\""), "/language: it is \"cobol\"");
    row("unknown member", whole("\"factory\"", "\"fabric\""), "file:2:1: /kernels/0: unknown member \"fabric\"");
    row("no name", whole("\"name\": \"k\", \"module\"", "\"module\""), "/kernels/0: member \"name\" is missing");
    row("name of a wrong kind", whole("\"name\": \"k\"", "\"name\": 7"), "/kernels/0/name: expected a string, found a number");
    row("unknown form", whole("tensor_mut", "tensor_out"), "/kernels/0/parameters/0/form: unknown form \"tensor_out\"");
    row("unknown kind of generic", whole("\"kind\": \"type\"", "\"kind\": \"kind\""), "/kernels/0/generics/0/kind: unknown kind \"kind\"");
    row("a span that ends before it begins", whole("\"end_line\": 2, \"end_column\": 7", "\"end_line\": 2, \"end_column\": 5"),
        "/kernels/0/name_span: the span ends before it begins");
    row("a negative line", whole("\"line\": 2, \"column\": 6", "\"line\": -2, \"column\": 6"),
        "/kernels/0/name_span/line: it is no line or column");
    row("a truth value as text", whole("\"has_else\": true", "\"has_else\": \"yes\""), "/has_else: expected true or false");
    row("calls are an object", whole("\"generics\": [\"16\"]", "\"generics\": {}"), "/kernels/0/calls/0/generics: expected an array");
  }
  void refuses() {
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    const auto facts = readSourceFacts(text.toStdString(), "file");
    QVERIFY(!facts.ok());
    QVERIFY2(QString::fromStdString(said(facts)).contains(message), said(facts).c_str());
    QVERIFY(facts.error().place.line > 0 && facts.error().place.column > 0);
  }

  /// Whatever a member's name becomes, or its value, it is refused: nothing is read by default that was written.
  void noMemberIsPassedOver() {
    const std::string text = whole();
    std::size_t members = 0;
    for (std::size_t at = text.find("\": "); at != std::string::npos; at = text.find("\": ", at + 1), ++members) {
      std::string renamed = text, nulled = text;
      renamed.insert(at, "_");
      QVERIFY2(!readSourceFacts(renamed, "file").ok(), text.substr(at > 20 ? at - 20 : 0, 40).c_str());
      // A value of a kind that is nowhere right.
      nulled.insert(at + 3, "1.5, \"_\": ");
      const auto facts = readSourceFacts(nulled, "file");
      QVERIFY2(!facts.ok() && facts.error().place.line > 0, text.substr(at > 20 ? at - 20 : 0, 40).c_str());
    }
    QVERIFY(members > 100);
  }

  void placesOfOpsHaveColumns() {
    const auto program =
        tileir::readProgramFile(std::string(TILEPORT_SOURCE_DIR) + "/resources/demo/matmul/reference/reference_f16-128x128x64.tileirbc");
    QVERIFY(program.ok());
    const std::string path = std::string(TILEPORT_SOURCE_DIR) + "/resources/demo/matmul/reference/matmul.py";
    const auto file = readSourceFile(path, "matmul/reference/matmul.py");
    QVERIFY(file.ok());
    const std::vector<OpPlace> places = placesIn(**program, **file);
    const SourceMap map(**program, **file);
    QVERIFY(places.size() >= map.mappedOps() && map.mappedOps() > 20);
    // The call ct.mma(left, right, total) of line 18 gave the mmaf.
    const SourceSpan call{18, 17, 18, 43};
    std::vector<tileir::OpId> inCall;
    for (const OpPlace &place : places)
      if (call.contains(place.line, place.column)) inCall.push_back(place.op);
    QVERIFY(std::any_of(inCall.begin(), inCall.end(), [&](tileir::OpId op) { return (*program)->op(op).kind == tileir::OpKind::MmaF; }));
    QVERIFY(std::is_sorted(places.begin(), places.end(),
                           [](const OpPlace &a, const OpPlace &b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); }));
    for (const OpPlace &place : places) QVERIFY(map.lineOf(place.op).has_value());
  }
};

QTEST_APPLESS_MAIN(TestSourceFacts)
#include "tst_source_facts.moc"
