// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules that no bytecode breaks, because readers refuse it: broken in the program itself.
#include <QTest>

#include "probe_program.h"
#include "tileir/verifier.h"

using namespace tileport;
using namespace tileport::tileir;

namespace {

constexpr const char *kProgram =
    "== valid ok [arguments(%c: tile<i1>, %x: tile<f32>); global @g tile<4xf32>]\n"
    "  %y = absf(%x) -> tile<f32>\n"
    "  if(%c) [ %z = addf(%x, %y) -> tile<f32>  %t = negf(%z) -> tile<f32>  yield() ] []\n"
    "  %v = get_global() {name=@g} -> tile<ptr<f32>>\n"
    "  sqrt(%y) -> tile<f32>\n";

OpId find(const ProgramData &data, OpKind kind) {
  for (std::size_t n = 0; n < data.ops.size(); ++n) {
    if (data.ops[n].kind == kind) return OpId(n);
  }
  return {};
}

Op &op(ProgramData &data, OpKind kind) { return data.ops[find(data, kind).index()]; }

TypeId add(ProgramData &data, TypeKind kind) {
  data.types.emplace_back();
  data.types.back().kind = kind;
  return TypeId(data.types.size() - 1);
}

LocationId add(ProgramData &data, LocationKind kind, LocationId scope, const std::string &name) {
  Location location;
  location.kind = kind;
  location.scope = scope;
  location.name = name;
  location.other = name;
  data.locations.push_back(location);
  return LocationId(data.locations.size() - 1);
}

/// A place in a subprogram of the given name.
LocationId placeIn(ProgramData &data, const std::string &name) {
  const LocationId file = add(data, LocationKind::File, {}, "f");
  const LocationId unit = add(data, LocationKind::CompileUnit, {}, "");
  data.locations[unit.index()].file = file;
  const LocationId subprogram = add(data, LocationKind::Subprogram, unit, name);
  data.locations[subprogram.index()].file = file;
  return add(data, LocationKind::Line, subprogram, "f.py");
}

struct Edit {
  const char *name;
  const char *rule;  ///< empty: stays valid
  void (*apply)(ProgramData &);
};

const Edit kEdits[] = {
    {"nothing", "", [](ProgramData &) {}},
    {"use before definition", "value-scope",
     [](ProgramData &data) { data.operands[op(data, OpKind::AbsF).operands.first] = ValueId(op(data, OpKind::GetGlobal).results.first); }},
    {"use of a branch's value", "value-scope",
     [](ProgramData &data) { data.operands[op(data, OpKind::Sqrt).operands.first] = ValueId(op(data, OpKind::AddF).results.first); }},
    {"use of itself", "value-scope",
     [](ProgramData &data) { data.operands[op(data, OpKind::Sqrt).operands.first] = ValueId(op(data, OpKind::Sqrt).results.first); }},
    {"terminator in the middle", "terminator",
     [](ProgramData &data) { std::swap(op(data, OpKind::Yield).kind, op(data, OpKind::NegF).kind); }},
    {"no terminator", "terminator", [](ProgramData &data) { op(data, OpKind::Return).kind = OpKind::MakeToken; }},
    {"operand missing", "op-parts",
     [](ProgramData &data) {
       Op &sum = op(data, OpKind::AddF);
       sum.operands.count = 1;
       data.segments[sum.segments.first + 1] = 0;
     }},
    {"attribute missing", "op-parts", [](ProgramData &data) { op(data, OpKind::AddF).attributes.count = 0; }},
    {"attribute of another kind", "op-parts",
     [](ProgramData &data) {
       data.attributes.emplace_back();
       data.attributeUses[op(data, OpKind::AddF).attributes.first].value = AttributeId(data.attributes.size() - 1);
     }},
    {"entry in a body", "op-parts", [](ProgramData &data) { op(data, OpKind::AbsF).kind = OpKind::Global; }},
    {"entry that returns", "entry-results",
     [](ProgramData &data) {
       data.types.push_back(data.types[data.functions[0].signature.index()]);
       data.types.back().results = data.types.back().inputs;
       data.functions[0].signature = TypeId(data.types.size() - 1);
     }},
    {"entry of another type than its body", "entry-arguments",
     [](ProgramData &data) {
       data.types.push_back(data.types[data.functions[0].signature.index()]);
       data.types.back().inputs.pop_back();
       data.functions[0].signature = TypeId(data.types.size() - 1);
     }},
    {"entry of no function type", "entry-type", [](ProgramData &data) { data.functions[0].signature = add(data, TypeKind::Token); }},
    {"entry named as the global", "symbol-name", [](ProgramData &data) { data.functions[0].name = "g"; }},
    {"two globals of one name", "symbol-name", [](ProgramData &data) { data.globals.push_back(data.globals[0]); }},
    {"global without a name", "symbol-name", [](ProgramData &data) { data.globals[0].name.clear(); }},
    {"global of a token", "global-value", [](ProgramData &data) { data.globals[0].type = add(data, TypeKind::Token); }},
    {"private entry of 13.4", "", [](ProgramData &data) { data.functions[0].isPrivate = true; }},
    {"private entry of 13.5", "entry-visibility",
     [](ProgramData &data) {
       data.functions[0].isPrivate = true;
       data.version = {13, 5};
     }},
    {"location in the entry's subprogram", "",
     [](ProgramData &data) {
       data.functions[0].location = placeIn(data, "probe");
       op(data, OpKind::AddF).location = placeIn(data, "probe");
     }},
    {"location in another subprogram", "location-scope",
     [](ProgramData &data) {
       data.functions[0].location = placeIn(data, "probe");
       op(data, OpKind::AddF).location = placeIn(data, "other");
     }},
    {"location though the entry has none", "location-scope",
     [](ProgramData &data) { op(data, OpKind::AddF).location = placeIn(data, "probe"); }},
    {"entry in another subprogram", "location-entry", [](ProgramData &data) { data.functions[0].location = placeIn(data, "other"); }},
    {"entry at a call site", "location-entry",
     [](ProgramData &data) {
       const LocationId place = placeIn(data, "probe");
       const LocationId call = add(data, LocationKind::CallSite, {}, "");
       data.locations[call.index()].callee = place;
       data.locations[call.index()].caller = place;
       data.functions[0].location = call;
     }},
    {"function of functions", "type-function",
     [](ProgramData &data) {
       const TypeId inner = data.functions[0].signature;
       const TypeId outer = add(data, TypeKind::Function);
       data.types[outer.index()].inputs = {inner};
       data.values[op(data, OpKind::Sqrt).results.first].type = outer;
     }},
    {"hints that hold dense elements", "attribute-dense",
     [](ProgramData &data) {
       Attribute hints;
       hints.kind = AttributeKind::Hints;
       hints.keys = {"sm_100"};
       hints.items = {data.globals[0].value};
       data.attributes.push_back(hints);
       data.functions[0].hints = AttributeId(data.attributes.size() - 1);
     }},
    {"a type that is in the table twice", "",
     [](ProgramData &data) {
       data.types.push_back(data.types[data.values[op(data, OpKind::AddF).results.first].type.index()]);
       data.values[op(data, OpKind::AddF).results.first].type = TypeId(data.types.size() - 1);
     }},
};

}  // namespace

class TestVerifierEdits : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void edit_data();
  void edit();
};

void TestVerifierEdits::edit_data() {
  QTest::addColumn<int>("index");
  int index = 0;
  for (const Edit &edit : kEdits) QTest::newRow(edit.name) << index++;
}

void TestVerifierEdits::edit() {
  QFETCH(int, index);
  const Edit &edit = kEdits[index];
  ProgramData data = probes::readProbes(kProgram).front().program->data();
  edit.apply(data);
  const auto violations = verify(*Program::make(std::move(data)));
  const std::string first = violations.empty() ? "" : violations.front().rule;
  QVERIFY2(first == edit.rule, violations.empty() ? "no violation" : violations.front().message.c_str());
}

QTEST_GUILESS_MAIN(TestVerifierEdits)
#include "tst_verifier_edits.moc"
