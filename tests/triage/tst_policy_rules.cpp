// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <functional>
#include <set>

#include "programs.h"
#include "support/case_program.h"
#include "tileir/text_reader.h"
#include "triage/classify.h"

using namespace tileport;
using namespace tileport::test;

/// Each rule of the default policy, by a pair of programs that differ in what it is about.
class TestRules : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void eachRule_data();
  void eachRule();
  void everyRuleHasAPair();
};

namespace {

using Edits = std::vector<std::pair<std::string, std::string>>;  // every occurrence of the first becomes the second

struct Pair {
  std::string rule;
  const char *base = kViews;
  Edits reference, port;
  std::string frontEnd = {};
  triage::Cover cover = triage::Cover::Unknown;
  std::function<void(tileir::ProgramData &)> port2 = {};  ///< what the text cannot say
  std::optional<CaseKnobs> knobs = {};                    ///< instead of texts
};

std::string edited(std::string text, const Edits &edits) {
  for (const auto &[from, to] : edits) {
    std::size_t at = text.find(from);
    if (at == std::string::npos) qFatal("nothing to edit: %s", from.c_str());
    for (; at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  }
  return text;
}

tileir::ProgramPtr program(const std::string &text) {
  auto read = tileir::readText(text, "program");
  if (!read) qFatal("%s\n%s", read.error().toString().c_str(), text.c_str());
  return *read;
}

CaseKnobs knobs(const std::function<void(CaseKnobs &)> &turn) {
  CaseKnobs k;
  turn(k);
  return k;
}

/// A line behind the one that begins with `before`.
std::pair<std::string, std::string> insertBefore(const std::string &before, const std::string &line) {
  return {"  " + before, "  " + line + "\n  " + before};
}

const std::string kView = "partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>";

Pair turned(Pair pair, const std::string &rule) {
  std::swap(pair.reference, pair.port);
  pair.rule = rule;
  return pair;
}

std::vector<Pair> hintPairs() {
  const Pair lost{"entry_hint_lost", kViews, {}, {{", occupancy = 4", ""}}};
  return {{"hint_not_sayable", kViews, {{"occupancy = 4", "occupancy = 4, num_worker_warps_per_cta = 8"}}, {}, "cuTile Rust 0.2.0"},
          lost,
          {"entry_hint_changed", kViews, {}, {{"occupancy = 4", "occupancy = 8"}}},
          turned(lost, "entry_hint_added"),
          {"latency_lost", kViews, {}, {{", latency = 4", ""}}},
          {"latency_changed", kViews, {}, {{"latency = 4", "latency = 9"}}},
          {"allow_tma", kViews, {}, {{"allow_tma = false, ", ""}}},
          {"hint", kViews, {}, {{"latency = 4", "latency = 4, other = 2"}}}};
}

std::vector<Pair> maskPairs() {
  const Edits noMask{{"%at, %mask, %zero token", "%at token"},
                     {"tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> ", "tile<64xptr<f32>> -> "}};
  const Edits noPadding{{"%mask, %zero token", "%mask token"}, {"tile<64xi1>, tile<64xf32> -> ", "tile<64xi1> -> "}};
  const Edits unpadded{{"padding_value = zero, ", ""}};
  const Pair paddingLost{"padding_lost", kViews, {}, unpadded}, maskLost{"mask_lost", kPointers, {}, noMask};
  const Pair pointerPadding{"pointer_padding_lost", kPointers, {}, noPadding};
  return {paddingLost,
          turned(paddingLost, "padding_added"),
          {"padding_changed", kViews, {}, {{"padding_value = zero", "padding_value = neg_inf"}}},
          maskLost,
          turned(maskLost, "mask_added"),
          {"mask_changed", kPointers, {}, {{"%at, %mask,", "%at, %other,"}}},
          {"mask_lost", kPointers, {}, noMask, "", triage::Cover::Exact},  // it may be there for something else than bounds
          {"mask_where_all_is_covered", kPointers, noMask, {}, "", triage::Cover::Exact},
          pointerPadding,
          turned(pointerPadding, "pointer_padding_added")};
}

std::vector<Pair> factPairs() {
  const Edits divisor{insertBefore("%sa = assume", "%ma = assume div_by<8>, %m : tile<i32>"), {"[%na, %m]", "[%na, %ma]"}};
  const auto elements = [](const char *count) {
    return Edits{insertBefore("%mask = cmpi", "%nn = assume same_elements<[" + std::string(count) + "]>, %ns : tile<64xi32>"),
                 {"%lanes, %ns", "%lanes, %nn"}};
  };
  return {{"fact_contradictory", kViews, {{"bounded<0, ?>", "bounded<1, ?>"}}, {{"bounded<0, ?>", "bounded<?, 0>"}}},
          {"pointer_fact_weaker_raw", kPointers, {}, {{"div_by<16>", "div_by<2>"}}},
          {"pointer_fact_weaker", kViews, {}, {{"div_by<16>", "div_by<2>"}}},
          {"stride_derived", kViews, {}, {{"div_by<4>", "div_by<16>"}}, "cuTile Rust 0.2.0"},
          {"argument_fact_derived", kViews, {}, divisor, "cuTile Rust 0.2.0"},
          {"fact_stronger", kViews, {}, {{"div_by<4>", "div_by<16>"}}},
          {"fact_incomparable", kPointers, elements("32"), elements("16")},
          {"fact_weaker", kViews, {}, {{"div_by<4>", "div_by<2>"}}}};
}

std::vector<Pair> interfacePairs() {
  const Pair lost{"argument_lost", kViews, {{"addi %x, %c1", "addi %x, %u"}}, {{", %u: tile<i32>)", ")"}}};
  return {{"argument_unused", kViews, {}, {{", %u: tile<i32>)", ")"}}},
          lost,
          turned(lost, "argument_added"),
          {"argument_crossed",
           kViews,
           {{"%s: tile<i32>, %t: tile<i32>", "%s: tile<i32>, %t: tile<i64>"}},
           {{"%s: tile<i32>, %t: tile<i32>", "%t: tile<i64>, %s: tile<i32>"}}},
          {"argument", kViews, {}, {{"%u: tile<i32>", "%u: tile<i64>"}}},
          {"visibility", kViews, {}, {}, "", triage::Cover::Unknown, [](tileir::ProgramData &data) { data.functions[0].isPrivate = true; }},
          {"entry_alone", kViews, {}, {{"  return\n}", "  return\n}\nentry @more(%p: tile<i32>) {\n  return\n}"}}},
          {"global", kViews, {}, {{"[1.0, 2.0]", "[1.0, 3.0]"}}}};
}

std::vector<Pair> orderPairs() {
  const Pair lost{"order_lost", kViews, {}, {{"token = %first", "token = %tok"}}};
  // The first store runs behind one assert, in the port behind both.
  Edits asserts{insertBefore("%first = store", "%ok = cmpi greater_than %x, %c0, signed : tile<i32> -> tile<i1>"),
                insertBefore("%first = store", "%ko = cmpi greater_than %y, %c0, signed : tile<i32> -> tile<i1>"),
                insertBefore("%first = store", "assert %ok, \"x in bounds\" : tile<i1>")};
  Edits early = asserts;
  const std::string second = "assert %ko, \"y in bounds\" : tile<i1>";
  asserts.push_back(insertBefore("%second = store", second));
  early.push_back(insertBefore("%first = store", second));
  return {lost, turned(lost, "order_added"), {"order_changed", kViews, asserts, early}};
}

/// An op that only the port has, and nothing reads.
Pair unused(const std::string &rule, const std::string &line) { return {rule, kViews, {}, {insertBefore("return", line)}}; }

std::vector<Pair> opPairs() {
  const Edits strided{insertBefore(
      "return",
      "%sv = make_strided_view %tv : strided_view<tile=(16x16), traversal_strides=[16,16], tensor_view<?x?xf32, strides=[?,1]>>")};
  const Edits asserts{insertBefore("%first = store", "%ok = cmpi greater_than %x, %c0, signed : tile<i32> -> tile<i1>"),
                      insertBefore("%first = store", "assert %ok, \"in bounds\" : tile<i1>")};
  const Edits cmp{insertBefore("%first = store", "%ok = cmpi greater_than %x, %c0, signed : tile<i32> -> tile<i1>")};
  std::vector<Pair> pairs{{"op_not_sayable", kViews, strided, {}, "cuTile Rust 0.2.0"},
                          unused("matrix_unused", "%un = mmaf %sum, %sum, %sum : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>"),
                          unused("float_unused", "%un = negf %sum : tile<16x16xf32>"),
                          unused("other_unused", "%un = muli %x, %y : tile<i32>"),
                          {"assert_added", kViews, cmp, asserts},
                          {"assert_lost", kViews, asserts, cmp}};
  // By kind: what the port lacks, and turned, what it has in addition.
  const auto both = [&](const std::string &kind, const char *base, const Edits &reference, const Edits &port) {
    pairs.push_back({kind + "_lost", base, reference, port});
    pairs.push_back(turned(pairs.back(), kind + "_added"));
  };
  both("memory_op", kViews,
       {insertBefore("return", "%third = store_view_tko weak %sum, %pv[%y, %y] token = %second : tile<16x16xf32>, " + kView +
                                   ", tile<i32> -> token")},
       {});
  both("matrix_op", kViews, {},
       {{"    %e = mmaf %a, %d, %acc : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>\n", ""}, {"continue %e", "continue %d"}});
  both("reduction", kPointers, {{"subf %b, %rs", "subf %b, %rs"}},
       {{"%r = reduce %b dim=0 identities=[0.0 : f32] : tile<64xf32> -> tile<f32>\n  (%l: tile<f32>, %q: tile<f32>) {\n    %w = addf %l, "
         "%q : tile<f32>\n    yield %w : tile<f32>\n  }",
         "%r = constant <f32: 5.0> : tile<f32>"}});
  both("transcendental_op", kViews, {}, {{"    %b = exp2 %a : tile<16x16xf32>\n", ""}, {"mulf %b, %a", "mulf %a, %a"}});
  both("float_op", kViews, {}, {{"    %d = mulf %b, %a : tile<16x16xf32>\n", ""}, {"mmaf %a, %d", "mmaf %a, %b"}});
  both("integer_op", kViews, {}, {{"  %next = addi %x, %c1 overflow<no_wrap> : tile<i32>\n", ""}, {"%pv[%next, %y]", "%pv[%x, %y]"}});
  both("conversion_op", kViews, {},
       {{"weak %back, ", "weak %sum, "},
        {"  %half = ftof %sum : tile<16x16xf32> -> tile<16x16xf16>\n  %back = ftof %half : tile<16x16xf16> -> tile<16x16xf32>\n", ""}});
  both("shape_op", kViews,
       {insertBefore("%half = ftof", "%perm = permute %sum [1, 0] : tile<16x16xf32> -> tile<16x16xf32>"), {"ftof %sum", "ftof %perm"}}, {});
  both("view_op", kViews,
       {insertBefore("%c0 = constant", "%many:2 = get_index_space_shape %pv : " + kView + " -> tile<i32>"), {"to %rows,", "to %many#1,"}},
       {});
  both("control_op", kViews,
       {insertBefore("return",
                     "%ok = cmpi greater_than %x, %c0, signed : tile<i32> -> tile<i1>\n  if %ok {\n    %third = store_view_tko weak %sum, "
                     "%pv[%y, %y] token = %second : tile<16x16xf32>, " +
                         kView + ", tile<i32> -> token\n  }")},
       {});
  both("id_op", kViews, {insertBefore("%next = addi", "%gx, %gy, %gz = get_num_tile_blocks : tile<i32>"), {"addi %x, %c1", "addi %x, %gx"}},
       {});
  pairs.push_back({"op_replaced", kPointers, {}, {{"addf %l, %q", "maxf %l, %q"}}});
  return pairs;
}

std::vector<Pair> attributePairs() {
  const Edits inbounds{{"latency = 4}>", "latency = 4}> inbounds = [true, true]"}};
  const Pair overflow{"overflow_promise_lost", kViews, {}, {{" overflow<no_wrap>", ""}}};
  return {{"flush_to_zero", kViews, {}, {{"mulf %b, %a ", "mulf %b, %a flush_to_zero "}}},
          {"float_rounding", kPointers, {}, {{"subf %b, %rs ", "subf %b, %rs rounding<zero> "}}},
          {"integer_rounding", kViews, {}, {{"rounding<positive_inf>", "rounding<negative_inf>"}}},
          overflow,
          turned(overflow, "overflow_promise"),
          {"inbounds_promise_lost", kViews, inbounds, {}},
          {"memory_semantics", kViews, {}, {{"%a, %ta = load_view_tko weak", "%a, %ta = load_view_tko relaxed device"}}},
          {"float_attribute", kPointers, {}, {{"identities=[0.0 : f32]", "identities=[1.0 : f32]"}}},
          {"attribute", kPointers, {}, {{"less_than %lanes, %ns, signed", "less_than %lanes, %ns, unsigned"}}}};
}

std::vector<Pair> typeAndOperandPairs() {
  Pair layout{"view_layout"}, bounds{"loop_bounds"}, region{"region"};
  layout.knobs = knobs([](CaseKnobs &k) { k.stridesExchanged = true; });
  bounds.knobs = knobs([](CaseKnobs &k) { k.loopBound = 16; });
  return {layout,
          bounds,
          {"type", kViews, {}, {{"16x16xf16>", "16x16xbf16>"}}},
          {"address", kViews, {}, {{"weak %sum, %pv[%x, %y]", "weak %sum, %pv[%y, %x]"}}},
          {"operand", kViews, {}, {{"mulf %b, %a", "mulf %b, %b"}}},
          {"region",
           kViews,
           {},
           {{"iter_values(%acc = %acc0) -> (tile<16x16xf32>)", "iter_values(%acc = %acc0, %k = %c0) -> (tile<16x16xf32>, tile<i32>)"},
            {"%sum = for", "%sum, %kk = for"},
            {"continue %e : tile<16x16xf32>", "continue %e, %i : tile<16x16xf32>, tile<i32>"},
            {"%pv[%next, %y] token = %first", "%pv[%kk, %y] token = %first"}}}};
}

std::vector<Pair> pairs() {
  std::vector<Pair> all;
  for (const auto &list :
       {hintPairs(), maskPairs(), factPairs(), interfacePairs(), orderPairs(), opPairs(), attributePairs(), typeAndOperandPairs()})
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

std::string spelled(const triage::Triage &triage) {
  std::string text;
  for (const triage::Finding &each : triage.findings) text += each.rule + ": " + each.sentence + "\n";
  return text;
}

}  // namespace

Q_DECLARE_METATYPE(Pair)

void TestRules::eachRule_data() {
  QTest::addColumn<Pair>("pair");
  for (const Pair &pair : pairs()) QTest::newRow(pair.rule.c_str()) << pair;
}

void TestRules::eachRule() {
  QFETCH(Pair, pair);
  tileir::ProgramPtr reference, port;
  if (pair.knobs) {
    reference = caseProgram();
    port = caseProgram(*pair.knobs);
  } else {
    reference = program(edited(pair.base, pair.reference));
    port = program(edited(pair.base, pair.port));
  }
  if (pair.port2) {
    tileir::ProgramData data = port->data();
    pair.port2(data);
    port = tileir::Program::make(std::move(data));
  }
  triage::TriageInput input;
  input.alignment = *align::align(reference, port);
  input.port.frontEnd = pair.frontEnd;
  input.cover = pair.cover;
  const auto triage = triage::classify(input);
  QVERIFY(triage.ok());
  bool found = false;
  for (const triage::Finding &each : (*triage)->findings) {
    QVERIFY2(each.rule != "no_rule", each.sentence.c_str());
    for (const char *word : {"{name}", "{what}", "{reference}", "{port}", "_front_end}"})
      QVERIFY2(each.sentence.find(word) == std::string::npos, each.sentence.c_str());
    found |= each.rule == pair.rule;
  }
  QVERIFY2(found, spelled(**triage).c_str());
}

void TestRules::everyRuleHasAPair() {
  std::set<std::string> tested;
  for (const Pair &pair : pairs()) tested.insert(pair.rule);
  for (const triage::Rule &rule : triage::defaultPolicy().rules)
    // Those of compilations are tst_compilation's.
    if (rule.when.aspects != std::vector<std::string>{"compilation"}) QVERIFY2(tested.count(rule.id) == 1, rule.id.c_str());
}

QTEST_APPLESS_MAIN(TestRules)
#include "tst_policy_rules.moc"
