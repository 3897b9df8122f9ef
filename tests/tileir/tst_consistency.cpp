// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The consistency check: it passes every real program, refuses what is planted, and whatever it passes can be printed and
// aligned (under the sanitizers: without a fault).
#include <QTest>

#include "align/side_by_side.h"
#include "damaged_data.h"
#include "invariants.h"
#include "program_files.h"
#include "tileir/consistency.h"
#include "tileir/printer.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;

using Change = std::function<void(ProgramData &)>;
Q_DECLARE_METATYPE(Change)

class TestConsistency : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void realProgramsPass();
  void plantedCorruption_data();
  void plantedCorruption();
  void changedIdsOfBodies();
  void whateverPassesIsSafe();
  void deepNesting();
  void cycles();

 private:
  const ProgramData &withLoops() const;
  std::vector<RealProgram> programs_;
};

void TestConsistency::initTestCase() {
  programs_ = realPrograms();
  QVERIFY(programs_.size() > 70);
}

void TestConsistency::realProgramsPass() {
  for (const RealProgram &real : programs_) {
    const Result<void> result = checkConsistency(real.program->data());
    QVERIFY2(result.ok(), (real.file + ": " + (result ? "" : result.error().toString())).c_str());
  }
}

/// The smallest program with all parts that the rows below damage.
const ProgramData &TestConsistency::withLoops() const {
  const auto hasAll = [](const ProgramData &data) {
    const auto some = [&data](auto holds) { return std::any_of(data.ops.begin(), data.ops.end(), holds); };
    return some([](const Op &op) { return op.regions.count != 0 && op.results.count != 0; }) &&
           some([](const Op &op) { return op.kind == OpKind::Constant; }) && some([](const Op &op) { return op.kind == OpKind::CmpI; }) &&
           data.ops[0].results.count != 0 && std::any_of(data.locations.begin(), data.locations.end(), [](const Location &each) {
             return each.kind == LocationKind::Subprogram;
           });
  };
  const ProgramData *best = nullptr;
  for (const RealProgram &real : programs_) {
    const ProgramData &data = real.program->data();
    if (hasAll(data) && (best == nullptr || data.ops.size() < best->ops.size())) best = &data;
  }
  return best != nullptr ? *best : programs_.front().program->data();
}

namespace {

std::size_t firstOpWith(const ProgramData &data, const std::function<bool(const Op &)> &holds) {
  for (std::size_t i = 0; i < data.ops.size(); ++i) {
    if (holds(data.ops[i])) return i;
  }
  return data.ops.size();
}

}  // namespace

void TestConsistency::plantedCorruption_data() {
  QTest::addColumn<Change>("change");
  QTest::addColumn<QString>("message");
  const auto row = [](const char *name, Change change, const char *message) { QTest::newRow(name) << change << message; };
  const auto withRegion = [](const ProgramData &data) { return firstOpWith(data, [](const Op &op) { return op.regions.count != 0; }); };
  const auto withOperand = [](const ProgramData &data) {
    return firstOpWith(data, [](const Op &op) { return op.operands.count > 1 && op.regions.count == 0; });
  };
  const auto withAttribute = [](const ProgramData &data) {
    return firstOpWith(data, [](const Op &op) { return op.attributes.count > 0; });
  };

  row("version", [](ProgramData &d) { d.version = {14, 1}; }, "no bytecode version 14.1");
  row("function without a name", [](ProgramData &d) { d.functions[0].name.clear(); }, "has no name");
  row(
      "two functions of one name",
      [](ProgramData &d) { d.globals.push_back({d.functions[0].name, TypeId(0), AttributeId(0), 0, false, false}); }, "");
  row("signature", [](ProgramData &d) { d.functions[0].signature = TypeId(d.types.size()); }, "signature that is no function type");
  row("body", [](ProgramData &d) { d.functions[0].body = RegionId(d.regions.size()); }, "has no body");
  row("body of an op", [=](ProgramData &d) { d.functions[0].body = RegionId(d.ops[withRegion(d)].regions.first); }, "one block of its own");
  row("hints", [](ProgramData &d) { d.functions[0].hints = AttributeId(d.attributes.size()); }, "hints that are none");
  row("location of a function", [](ProgramData &d) { d.functions[0].location = LocationId(d.locations.size()); }, "no line");
  row("argument attributes", [](ProgramData &d) { d.functions[0].argumentAttributes.push_back(AttributeId(0)); }, "attributes");
  row(
      "argument type",
      [](ProgramData &d) {
        TypeId &type = d.values[d.blocks[d.regions[d.functions[0].body.index()].blocks.first].arguments.first].type;
        type = d.functions[0].signature;
      },
      "another type than its signature");
  row("kind", [](ProgramData &d) { d.ops[1].kind = static_cast<OpKind>(1000); }, "has no kind");
  row("entry in a body", [](ProgramData &d) { d.ops[1].kind = OpKind::Entry; }, "stands in a body");
  row("op's block", [](ProgramData &d) { d.ops[1].block = BlockId(d.blocks.size()); }, "not in the block that it names");
  row("subtree", [=](ProgramData &d) { --d.ops[withRegion(d)].subtreeEnd.value; }, "does not end where it says");
  row("leaf's subtree", [](ProgramData &d) { ++d.ops[0].subtreeEnd.value; }, "does not end where it says");
  row("op's location", [](ProgramData &d) { d.ops[1].location = LocationId(d.locations.size()); }, "location that is no place");
  row("operand slice", [=](ProgramData &d) { d.ops[withOperand(d)].operands.first = 0; }, "operands");
  row("operand slice too far", [=](ProgramData &d) { d.ops[withOperand(d)].operands.first = 0xffffffff; }, "operands");
  row("operand count", [=](ProgramData &d) { --d.ops[withOperand(d)].operands.count; }, "another number of operands");
  row("operand", [=](ProgramData &d) { d.operands[d.ops[withOperand(d)].operands.first] = ValueId(d.values.size()); }, "not defined there");
  row("no operand", [=](ProgramData &d) { d.operands[d.ops[withOperand(d)].operands.first] = ValueId(); }, "not defined there");
  row(
      "operand defined later",
      [](ProgramData &d) {
        const std::size_t op = firstOpWith(d, [](const Op &each) { return each.operands.count > 0 && each.results.count > 0; });
        d.operands[d.ops[op].operands.first] = ValueId(d.ops[op].results.first);
      },
      "not defined there");
  row(
      "operand of an inner region",
      [=](ProgramData &d) {
        // The terminator of the entry uses what is only defined in a loop.
        const Op &outer = d.ops[withRegion(d)];
        const Block &inner = d.blocks[d.regions[outer.regions.first].blocks.first];
        for (std::size_t i = outer.subtreeEnd.index(); i < d.ops.size(); ++i) {
          if (d.ops[i].operands.count == 0) continue;
          const Op &defining = d.ops[d.blockOps[inner.ops.first].index()];
          d.operands[d.ops[i].operands.first] = ValueId(defining.results.first);
          return;
        }
      },
      "not defined there");
  row("segments", [=](ProgramData &d) { --d.ops[withOperand(d)].segments.count; }, "operand segments");
  row("segment", [=](ProgramData &d) { d.segments[d.ops[withOperand(d)].segments.first] = 0; }, "");
  row(
      "attribute slot", [=](ProgramData &d) { d.attributeUses[d.ops[withAttribute(d)].attributes.first].slot = 60000; },
      "order of their slots");
  row(
      "attribute value",
      [=](ProgramData &d) { d.attributeUses[d.ops[withAttribute(d)].attributes.first].value = AttributeId(d.attributes.size()); },
      "of another form");
  row(
      "attribute missing",
      [=](ProgramData &d) {
        const std::size_t op = firstOpWith(d, [](const Op &each) { return each.kind == OpKind::Constant; });
        d.ops[op].attributes.count = 0;
      },
      "lacks its value");
  row(
      "attribute form",
      [=](ProgramData &d) {
        const std::size_t op = firstOpWith(d, [](const Op &each) { return each.kind == OpKind::Constant; });
        Attribute number;
        number.kind = AttributeKind::Bool;
        d.attributes.push_back(number);
        d.attributeUses[d.ops[op].attributes.first].value = AttributeId(d.attributes.size() - 1);
      },
      "value of another form");
  row(
      "constant of another type",
      [](ProgramData &d) {
        const std::size_t op = firstOpWith(d, [](const Op &each) { return each.kind == OpKind::Constant; });
        d.types.push_back(d.types[d.values[d.ops[op].results.first].type.index()]);
        d.types.back().shape = {1, 1, 1};
        d.values[d.ops[op].results.first].type = TypeId(d.types.size() - 1);
      },
      "not of its type");
  row("results", [](ProgramData &d) { ++d.ops[0].results.count; }, "");
  row(
      "result's op",
      [](ProgramData &d) {
        const std::size_t op = firstOpWith(d, [](const Op &each) { return each.results.count > 0; });
        d.values[d.ops[op].results.first].op = OpId();
      },
      "a value is not where it says");
  row(
      "result's index",
      [](ProgramData &d) {
        const std::size_t op = firstOpWith(d, [](const Op &each) { return each.results.count > 0; });
        ++d.values[d.ops[op].results.first].index;
      },
      "a value is not where it says");
  row("value's type", [](ProgramData &d) { d.values.back().type = TypeId(); }, "");
  row("value of nothing", [](ProgramData &d) { d.values.push_back(d.values.back()); }, "values that belong to nothing");
  row("op of nothing", [](ProgramData &d) { d.ops.push_back(d.ops.back()); }, "ops that belong to nothing");
  row("region of nothing", [](ProgramData &d) { d.regions.push_back(d.regions.back()); }, "regions that belong to nothing");
  row("block of nothing", [](ProgramData &d) { d.blocks.push_back(d.blocks.back()); }, "blocks that belong to nothing");
  row("operand of nothing", [](ProgramData &d) { d.operands.push_back(ValueId(0)); }, "operands that belong to nothing");
  row("attribute of nothing", [](ProgramData &d) { d.attributeUses.push_back({}); }, "attributes of ops that belong to nothing");
  row("region's op", [=](ProgramData &d) { d.regions[d.ops[withRegion(d)].regions.first].op = OpId(0); }, "region of another op");
  row("regions", [=](ProgramData &d) { d.ops[withRegion(d)].regions.count = 0; }, "another number of regions");
  row("two blocks", [=](ProgramData &d) { d.regions[d.ops[withRegion(d)].regions.first].blocks.count = 2; }, "");
  row("no block", [=](ProgramData &d) { d.regions[d.ops[withRegion(d)].regions.first].blocks.count = 0; }, "without a block");
  row("block's region", [](ProgramData &d) { d.blocks[0].region = RegionId(d.regions.size() - 1); }, "not where it says");
  row("block's function", [](ProgramData &d) { d.blocks.back().function = FunctionId(); }, "not where it says");
  row("no terminator", [](ProgramData &d) { --d.blocks[0].ops.count; }, "");
  row("empty block", [](ProgramData &d) { d.blocks[0].ops.count = 0; }, "has no ops");
  row("order of ops", [](ProgramData &d) { std::swap(d.blockOps[0], d.blockOps[1]); }, "pre-order");
  row("op twice", [](ProgramData &d) { d.blockOps[1] = d.blockOps[0]; }, "pre-order");
  row(
      "global without a name", [](ProgramData &d) { d.globals.push_back({"", TypeId(0), AttributeId(0), 0, false, false}); },
      "has no name");
  row(
      "file of a location",
      [](ProgramData &d) {
        for (Location &location : d.locations) {
          if (location.kind == LocationKind::Subprogram) location.file = LocationId();
        }
      },
      "a file that is none");
  row(
      "scope of a line",
      [](ProgramData &d) {
        for (Location &location : d.locations) {
          if (location.kind == LocationKind::Line) location.scope = LocationId(d.locations.size());
        }
      },
      "that there is not");
  row(
      "type's element",
      [](ProgramData &d) {
        for (Type &type : d.types) {
          if (type.kind == TypeKind::Tile) type.element = TypeId();
        }
      },
      "has no element type");
  row(
      "type of itself",
      [](ProgramData &d) {
        for (std::size_t i = 0; i < d.types.size(); ++i) {
          if (d.types[i].kind == TypeKind::Tile) d.types[i].element = TypeId(i);
        }
      },
      "neither numbers nor pointers");
  row(
      "extent",
      [](ProgramData &d) {
        for (Type &type : d.types) {
          if (type.kind == TypeKind::Tile) type.shape.push_back(0);
        }
      },
      "not positive");
  row(
      "strides",
      [](ProgramData &d) {
        Type view;
        view.kind = TypeKind::TensorView;
        for (std::size_t i = 0; i < d.types.size(); ++i) {
          if (d.types[i].kind == TypeKind::Scalar) view.element = TypeId(i);
        }
        view.shape = {1};
        d.types.push_back(view);
      },
      "another number of strides");
  row(
      "elements of a constant",
      [](ProgramData &d) {
        for (Attribute &attribute : d.attributes) {
          if (attribute.kind == AttributeKind::Dense) attribute.elements.clear();
        }
      },
      "neither one element");
  row(
      "ordinal",
      [](ProgramData &d) {
        for (Attribute &attribute : d.attributes) {
          if (attribute.kind == AttributeKind::Enum) attribute.bits = 99;
        }
      },
      "ordinal that there is not");
  row(
      "key twice",
      [](ProgramData &d) {
        Attribute unit, dictionary;
        dictionary.kind = AttributeKind::Dictionary;
        dictionary.items = {AttributeId(d.attributes.size()), AttributeId(d.attributes.size())};
        dictionary.keys = {"a", "a"};
        d.attributes.push_back(unit);
        d.attributes.push_back(dictionary);
      },
      "key twice");
}

void TestConsistency::plantedCorruption() {
  QFETCH(Change, change);
  QFETCH(QString, message);
  ProgramData data = withLoops();
  QVERIFY(checkConsistency(data).ok());
  change(data);
  const Result<void> result = checkConsistency(data);
  QVERIFY(!result.ok());
  QVERIFY2(QString::fromStdString(result.error().message).contains(message), result.error().toString().c_str());
  QVERIFY(!result.error().advice.empty());
}

/// Nothing of a body's frame can be changed to another value without being seen: each part names the others.
void TestConsistency::changedIdsOfBodies() {
  std::mt19937_64 random(3);
  const ProgramData &whole = withLoops();
  ProgramData data = whole;
  int tried = 0;
  for (const Number &number : numbersOf(whole)) {
    const bool frame = number.what.starts_with("regions") || number.what.starts_with("blocks") || number.what.starts_with("blockOps") ||
                       number.what.starts_with("segments") || number.what.find("].subtreeEnd") != std::string::npos ||
                       (number.what.starts_with("values") && !number.what.ends_with("type")) ||
                       (number.what.starts_with("ops") && (number.what.ends_with(".count") || number.what.ends_with(".block")));
    if (!frame) continue;
    // The place of an empty list says nothing.
    if (number.what.ends_with(".first")) continue;
    for (int round = 0; round < 4; ++round) {
      const std::uint64_t value = static_cast<std::uint32_t>(otherValue(number, random));
      if (value == number.value) continue;
      number.set(data, value);
      ++tried;
      const bool passed = checkConsistency(data).ok();
      number.set(data, number.value);
      // Optional attributes may be dropped from an op only together with their element of the flat array.
      QVERIFY2(!passed, (number.what + " = " + std::to_string(value)).c_str());
    }
  }
  QVERIFY(tried > 500);
  QVERIFY(checkConsistency(data).ok());
}

void TestConsistency::whateverPassesIsSafe() {
  std::mt19937_64 random(20261129);
  int passed = 0, refused = 0;
  for (const RealProgram &real : programs_) {
    const std::vector<Number> numbers = numbersOf(real.program->data());
    ProgramData data = real.program->data();
    const std::size_t rounds = real.program->opCount() < 1500 ? 200 : 20;
    for (std::size_t round = 0; round < rounds; ++round) {
      std::vector<const Number *> changed;
      for (std::size_t changes = 1 + random() % 2; changes > 0; --changes) {
        const Number &number = numbers[random() % numbers.size()];
        number.set(data, otherValue(number, random));
        changed.push_back(&number);
      }
      if (checkConsistency(data)) {
        ++passed;
        const ProgramPtr program = Program::make(data);
        const std::string broken = brokenInvariant(*program);
        QVERIFY2(broken.empty(), (real.file + ": " + broken).c_str());
        print(*program, {.locations = true});
        if (passed % 4 == 0) {
          const auto alignment = align::align(real.program, program);
          QVERIFY(alignment.ok());
          align::sideBySide(**alignment);
        }
      } else {
        ++refused;
      }
      while (!changed.empty()) {
        changed.back()->set(data, changed.back()->value);
        changed.pop_back();
      }
    }
    QVERIFY(checkConsistency(data).ok());
  }
  qInfo("%d changes refused, %d passed", refused, passed);
  QVERIFY(passed > 100 && refused > passed);
}

void TestConsistency::deepNesting() {
  ProgramData data = withLoops();
  const std::size_t first = data.attributes.size();
  data.attributes.emplace_back();
  // Members behind their owners and in front of them: the order of ids means nothing.
  for (unsigned depth = 1; depth <= kDeepestAttribute + 1; ++depth) {
    Attribute list;
    list.kind = AttributeKind::Array;
    list.items = {AttributeId(data.attributes.size() - 1)};
    data.attributes.push_back(list);
    QCOMPARE(checkConsistency(data).ok(), depth <= kDeepestAttribute);
  }
  QCOMPARE(checkConsistency(data).error().kind, ErrorKind::Limit);
  data.attributes.resize(first);
  for (unsigned depth = 0; depth < kDeepestAttribute; ++depth) {
    Attribute list;
    list.kind = AttributeKind::Array;
    list.items = {AttributeId(data.attributes.size() + 1)};
    data.attributes.push_back(list);
  }
  data.attributes.emplace_back();
  QVERIFY(checkConsistency(data).ok());
}

void TestConsistency::cycles() {
  ProgramData data = withLoops();
  Attribute list;
  list.kind = AttributeKind::Array;
  list.items = {AttributeId(data.attributes.size() + 1)};
  data.attributes.push_back(list);
  list.items = {AttributeId(data.attributes.size() - 1)};
  data.attributes.push_back(list);
  QVERIFY(!checkConsistency(data).ok());
  QVERIFY(checkConsistency(data).error().message.find("contains itself") != std::string::npos);
  data = withLoops();
  Location call;
  call.kind = LocationKind::CallSite;
  call.callee = call.caller = LocationId(data.locations.size());
  data.locations.push_back(call);
  QVERIFY(checkConsistency(data).error().message.find("contains itself") != std::string::npos);
  // Twice as many inlined calls with each record.
  data = withLoops();
  data.locations.emplace_back();
  for (int i = 0; i < 40; ++i) {
    call.callee = call.caller = LocationId(data.locations.size() - 1);
    data.locations.push_back(call);
  }
  QCOMPARE(checkConsistency(data).error().kind, ErrorKind::Limit);
}

QTEST_GUILESS_MAIN(TestConsistency)
#include "tst_consistency.moc"
