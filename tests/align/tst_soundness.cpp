// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <algorithm>
#include <ctime>
#include <functional>

#include "align/alignment.h"
#include "support/program_builder.h"

using namespace tileport;
using namespace tileport::test;
using namespace tileport::tileir;

/// Pairs that tempt an aligner into a wrong answer, each as small as it gets: programs of different meaning that are made
/// of the same parts, programs of equal meaning that are written differently, and large ones that tempt it to take long.
class TestSoundness : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void differ_data();
  void differ();
  void equal_data();
  void equal();
  void large_data();
  void large();
};

namespace {

using Values = std::vector<ValueId>;
using Optional = std::optional<ValueId>;

/// The builder with the words that these programs are made of.
struct Sketch : ProgramBuilder {
  const TypeId i32 = tile({}, ScalarKind::I32), f32 = tile({}, ScalarKind::F32), i1 = tile({}, ScalarKind::I1);
  const TypeId pointer = pointers({}, ScalarKind::F32);

  Values entry(std::vector<TypeId> arguments, const Hints &table = {}) { return beginEntry("k", arguments, table); }
  ProgramPtr done() {
    endEntry();
    return build();
  }

  ValueId number(std::uint64_t n) { return constant(i32, n); }
  ValueId makeToken() { return one({OpKind::MakeToken, {}, {token()}, {}}); }
  ValueId join(Values tokens) { return one({OpKind::JoinTokens, {std::move(tokens)}, {token()}, {}}); }
  ValueId unary(OpKind kind, ValueId x) { return one({kind, {{x}}, {typeOf(x)}, {}}); }
  ValueId binary(OpKind kind, ValueId x, ValueId y) { return one({kind, {{x}, {y}}, {typeOf(x)}, {}}); }

  Values load(ValueId from, Optional after = {}) { return op({OpKind::LoadPtrTko, {{from}, {}, {}, list(after)}, {f32, token()}, {}}); }
  ValueId store(ValueId to, ValueId value, Optional after = {}) {
    return one({OpKind::StorePtrTko, {{to}, {value}, {}, list(after)}, {token()}, {}});
  }
  ValueId at(ValueId base, ValueId index) { return one({OpKind::Offset, {{base}, {index}}, {typeOf(base)}, {}}); }
  ValueId text(const std::string &words, Optional after = {}) {
    Attribute attribute;
    attribute.kind = AttributeKind::String;
    attribute.text = words;
    return one({OpKind::PrintTko, {{}, list(after)}, {token()}, {{"str", addAttribute(attribute)}}});
  }

  /// A `for` over 0 to `bound` that carries `carried`; `body` gets index and carried values and says what to continue with.
  Values loop(ValueId bound, const Values &carried, const std::function<Values(Values)> &body, std::uint64_t from = 0) {
    std::vector<TypeId> types;
    for (ValueId value : carried) types.push_back(typeOf(value));
    begin({OpKind::For, {{number(from)}, {bound}, {number(1)}, carried}, types, {}});
    std::vector<TypeId> arguments = types;
    arguments.insert(arguments.begin(), i32);
    const Values next = body(beginRegion(arguments));
    op({OpKind::Continue, {next}, {}, {}});
    endRegion();
    return end();
  }

  /// An `if`; each branch says what it yields, or nothing when it left the entry.
  Values branch(ValueId condition, const std::vector<TypeId> &types, const std::function<std::optional<Values>()> &yes,
                const std::function<std::optional<Values>()> &no) {
    begin({OpKind::If, {{condition}}, types, {}});
    for (const auto &body : {yes, no}) {
      beginRegion({});
      if (const auto yielded = body()) op({OpKind::Yield, {*yielded}, {}, {}});
      else op({OpKind::Return, {{}}, {}, {}});
      endRegion();
    }
    return end();
  }

  ValueId sum(ValueId x) {
    begin({OpKind::Reduce, {{x}}, {f32}, {{"dim", integer(0)}, {"identities", array({floating(0)})}}});
    const Values in = beginRegion({f32, f32});
    op({OpKind::Yield, {{binary(OpKind::AddF, in[0], in[1])}}, {}, {}});
    endRegion();
    return end().front();
  }

 private:
  static Values list(Optional value) { return value ? Values{*value} : Values{}; }
};

using Write = std::function<ProgramPtr()>;

void row(const char *name, const Write &reference, const Write &port) { QTest::newRow(name) << reference << port; }

/// The same sketch with one switch off and on.
void row(const char *name, const std::function<ProgramPtr(bool)> &write) {
  row(name, [write] { return write(false); }, [write] { return write(true); });
}

std::string spelled(const align::Alignment &alignment) {
  std::string text = alignment.undecidedWhy;
  for (const align::Divergence &d : alignment.divergences) {
    text += "\n" + std::string(align::toText(d.status)) + " " + d.name + ":";
    for (const align::Difference &difference : d.differences)
      text += " [" + std::string(align::toText(difference.aspect)) + "] " + difference.what + ": " + difference.reference + " -> " +
              difference.port + ";";
  }
  return text;
}

ProgramPtr chain(OpKind kind, std::uint64_t length) {
  Sketch s;
  const Values a = s.entry({s.pointer, s.f32});
  ValueId x = a[1];
  for (std::uint64_t i = 0; i < length; ++i) x = s.unary(kind, x);
  s.store(a[0], x);
  return s.done();
}

/// A program with globals, which the builder does not write.
ProgramPtr withGlobal(const std::function<void(Attribute &, Global &)> &change) {
  Sketch s;
  const TypeId type = s.tile({2}, ScalarKind::I32);
  s.entry({});
  ProgramData data = s.done()->data();
  Attribute dense;
  dense.kind = AttributeKind::Dense;
  dense.type = type;
  dense.splat = true;
  dense.elements = std::string("\7\0\0\0", 4);
  Global global;
  global.name = "table";
  global.type = type;
  change(dense, global);
  data.attributes.push_back(dense);
  global.value = AttributeId(data.attributes.size() - 1);
  data.globals.push_back(global);
  return Program::make(std::move(data));
}

}  // namespace

Q_DECLARE_METATYPE(Write)

void TestSoundness::differ_data() {
  QTest::addColumn<Write>("reference");
  QTest::addColumn<Write>("port");

  row("the order of two memory ops in a loop is turned", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i32});
    s.loop(a[2], {s.makeToken()}, [&](const Values &in) -> Values {
      if (!turned) {
        const Values loaded = s.load(a[0], in[1]);
        return {s.store(a[0], a[1], loaded[1])};
      }
      return {s.load(a[0], s.store(a[0], a[1], in[1]))[1]};
    });
    return s.done();
  });
  row("each iteration waits for the one before the last", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i32});
    const ValueId none = s.makeToken();
    s.loop(a[2], {none, none}, [&](const Values &in) -> Values {
      const ValueId stored = s.store(a[0], a[1], turned ? in[2] : in[1]);
      return turned ? Values{stored, in[1]} : Values{stored, in[2]};
    });
    return s.done();
  });
  row("an order that an if chooses is turned", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.pointer, s.f32, s.i1});
    const ValueId first = s.store(a[0], a[2]), second = s.store(a[1], a[2]);
    const ValueId chosen =
        s.branch(a[3], {s.token()}, [&] { return Values{turned ? second : first}; }, [&] { return Values{turned ? first : second}; })[0];
    s.store(a[0], a[2], chosen);
    return s.done();
  });
  row("an order that leaving a for early chooses is another", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.pointer, s.f32, s.i1, s.i32});
    const ValueId first = s.store(a[0], a[2]), second = s.store(a[1], a[2]);
    const ValueId last = s.loop(a[4], {s.makeToken()}, [&](const Values &in) -> Values {
      s.begin({OpKind::If, {{a[3]}}, {}, {}});
      s.beginRegion({});
      s.op({OpKind::Break, {{turned ? second : first}}, {}, {}});
      s.endRegion();
      s.beginRegion({});
      s.op({OpKind::Yield, {{}}, {}, {}});
      s.endRegion();
      s.end();
      return {in[1]};
    })[0];
    s.store(a[0], a[2], last);
    return s.done();
  });
  row("a store before an early return", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i1});
    if (turned) s.store(a[0], a[1]);
    s.branch(a[2], {}, [] { return std::nullopt; }, [] { return Values{}; });
    if (!turned) s.store(a[0], a[1]);
    return s.done();
  });
  row("a store before a loop that may return", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i1});
    if (turned) s.store(a[0], a[1]);
    s.begin({OpKind::Loop, {{}}, {}, {}});
    s.beginRegion({});
    s.begin({OpKind::If, {{a[2]}}, {}, {}});
    for (const OpKind leave : {OpKind::Break, OpKind::Return}) {
      s.beginRegion({});
      s.op({leave, {{}}, {}, {}});
      s.endRegion();
    }
    s.end();
    s.op({OpKind::Continue, {{}}, {}, {}});
    s.endRegion();
    s.end();
    if (!turned) s.store(a[0], a[1]);
    return s.done();
  });
  row("prints in another order", [](bool turned) {
    Sketch s;
    s.entry({});
    s.text(turned ? "b" : "a");
    s.text(turned ? "a" : "b");
    return s.done();
  });
  row("extents passed in another order", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.i32, s.i32, s.f32});
    const ValueId view = s.one({OpKind::MakeTensorView,
                                {{a[0]}, {turned ? a[2] : a[1], turned ? a[1] : a[2]}, {}},
                                {s.tensorView(ScalarKind::F32, {kDynamic, kDynamic}, {16, 1})},
                                {}});
    const Values shape = s.op({OpKind::GetTensorShape, {{view}}, {s.i32, s.i32}, {}});
    s.store(s.at(a[0], shape[0]), a[3]);
    return s.done();
  });
  row("extents of other types in another order", [](bool turned) {
    Sketch s;
    const TypeId i64 = s.tile({}, ScalarKind::I64);
    const Values a = s.entry({s.pointer, turned ? i64 : s.i32, turned ? s.i32 : i64, s.f32});
    const ValueId view = s.one({OpKind::MakeTensorView,
                                {{a[0]}, {turned ? a[2] : a[1], turned ? a[1] : a[2]}, {}},
                                {s.tensorView(ScalarKind::F32, {kDynamic, kDynamic}, {16, 1})},
                                {}});
    const Values shape = s.op({OpKind::GetTensorShape, {{view}}, {s.i32, s.i32}, {}});
    s.store(s.at(a[0], shape[0]), a[3]);
    return s.done();
  });
  row("hints of all other architectures are lost", [](bool turned) {
    Sketch s;
    ProgramBuilder::Hints hints{{"sm_100", {{"occupancy", 2}}}};
    if (!turned) hints.push_back({"default", {{"occupancy", 4}}});
    s.entry({}, hints);
    return s.done();
  });
  row("hints stand under a name of no architecture", [](bool turned) {
    Sketch s;
    s.entry({}, {{turned ? "sm_1000" : "default", {{"occupancy", 4}}}});
    return s.done();
  });
  row("a key that default adds to an architecture's is lost", [](bool turned) {
    Sketch s;
    ProgramBuilder::Hints hints{{"sm_100", {{"occupancy", 2}}}, {"default", {{"num_cta_in_cga", turned ? 1 : 2}}}};
    s.entry({}, hints);
    return s.done();
  });
  row("a global hides", [](bool turned) { return withGlobal([&](Attribute &, Global &global) { global.isPrivate = turned; }); });
  row("a fact that a constant belies", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32});
    const ValueId three = s.number(3);
    s.store(s.at(a[0], turned ? s.assume(three, s.divBy(16)) : three), a[1]);
    return s.done();
  });
  row("a division is no longer guarded", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i32, s.i32, s.i1});
    ValueId quotient;
    if (turned) quotient = s.binary(OpKind::DivI, a[2], a[3]);
    s.branch(
        a[4], {},
        [&] {
          if (!turned) quotient = s.binary(OpKind::DivI, a[2], a[3]);
          s.store(s.at(a[0], quotient), a[1]);
          return Values{};
        },
        [] { return Values{}; });
    return s.done();
  });
  row("a value is carried round a loop once more", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i32});
    const Values out = s.loop(a[2], {a[1], a[1]}, [&](const Values &in) -> Values {
      return {s.unary(OpKind::NegF, in[2]), s.unary(OpKind::AbsF, turned ? in[2] : in[1])};
    });
    s.store(a[0], out[0]);
    return s.done();
  });
}

void TestSoundness::differ() {
  QFETCH(Write, reference);
  QFETCH(Write, port);
  for (const bool turned : {false, true}) {
    const auto alignment = align::align(turned ? port() : reference(), turned ? reference() : port());
    QVERIFY(!(*alignment)->same());
    QVERIFY2(!(*alignment)->undecided && (*alignment)->divergences.size() <= 3, spelled(**alignment).c_str());
  }
}

void TestSoundness::equal_data() {
  QTest::addColumn<Write>("reference");
  QTest::addColumn<Write>("port");

  row("a reduction that nobody uses, of a value that many use", [](bool) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.tile({16}, ScalarKind::F32)});
    for (int i = 0; i < 40; ++i) s.op({OpKind::StorePtrTko, {{a[0]}, {s.sum(a[1])}, {}, {}}, {s.token()}, {}});
    s.sum(a[1]);
    for (int i = 0; i < 2; ++i)
      s.branch(
          s.constant(s.i1, 1), {},
          [&] {
            s.sum(a[1]);
            return Values{};
          },
          [] { return Values{}; });
    return s.done();
  });
  row("a copy with its operands exchanged", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.f32});
    const ValueId first = s.binary(OpKind::AddF, a[1], a[2]);
    const ValueId second = turned ? s.binary(OpKind::AddF, a[2], a[1]) : first;
    s.store(a[0], s.binary(OpKind::MulF, first, second));
    return s.done();
  });
  row("exchanged operands that many use", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.f32});
    ValueId all = a[1];
    for (std::uint64_t i = 0; i < 40; ++i) {
      const ValueId one = s.binary(OpKind::MulF, s.constant(s.f32, i), a[1]);
      all = turned ? s.binary(OpKind::AddF, one, all) : s.binary(OpKind::AddF, all, one);
    }
    s.store(a[0], all);
    return s.done();
  });
  row("two pure ops that differ in facts only, in another order", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.i32, s.f32});
    Values made(2);
    for (const int i : {turned ? 1 : 0, turned ? 0 : 1}) made[i] = s.unary(OpKind::AbsI, s.assume(a[1], s.divBy(i == 0 ? 4 : 8)));
    s.store(s.at(a[0], made[0]), a[2]);
    s.store(s.at(s.at(a[0], made[1]), made[0]), a[2]);
    return s.done();
  });
  row("the highest index of a loop is said", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32});
    s.loop(s.number(8), {}, [&](const Values &in) -> Values {
      s.store(s.at(a[0], turned ? s.assume(in[0], s.bounded(0, 7)) : in[0]), a[1]);
      return {};
    });
    return s.done();
  });
  row("equal elements of a global are spelled out", [](bool turned) {
    return withGlobal([&](Attribute &dense, Global &) {
      if (!turned) return;
      dense.splat = false;
      dense.elements += dense.elements;
    });
  });
  row("views that share an extent, in another order", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.i32, s.i32, s.pointer, s.i32, s.i32, s.f32});
    const TypeId view = s.tensorView(ScalarKind::F32, {kDynamic}, {1});
    const auto make = [&](ValueId base) { return s.one({OpKind::MakeTensorView, {{base}, {a[1]}, {}}, {view}, {}}); };
    Values views(2);
    for (const int i : {turned ? 1 : 0, turned ? 0 : 1}) views[i] = make(a[i == 0 ? 0 : 3]);
    for (int i = 0; i < 2; ++i) s.store(s.at(a[0], s.op({OpKind::GetTensorShape, {{views[i]}}, {s.i32}, {}})[0]), a[6]);
    s.store(s.at(a[3], a[4]), a[6]);
    return s.done();
  });
  row("each iteration waits for all before it, said once or by a chain", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i32});
    s.loop(a[2], {s.makeToken()}, [&](const Values &in) -> Values {
      const ValueId stored = s.store(a[0], a[1], in[1]);
      return {turned ? s.join({in[1], stored}) : stored};
    });
    return s.done();
  });
  row("a token that an if yields, joined with what its branches follow", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i1});
    const ValueId first = s.store(a[0], a[1]);
    const ValueId chosen =
        s.branch(a[2], {s.token()}, [&] { return Values{s.store(a[0], a[1], first)}; }, [&] { return Values{first}; })[0];
    s.store(a[0], a[1], turned ? s.join({chosen, first}) : chosen);
    return s.done();
  });
  row("tokens for each pointer or one for all, carried round two loops", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.pointer, s.f32, s.i32});
    const ValueId none = s.makeToken();
    s.loop(a[3], turned ? Values{none, s.makeToken()} : Values{none}, [&](const Values &outer) -> Values {
      return s.loop(a[3], Values(outer.begin() + 1, outer.end()), [&](const Values &in) -> Values {
        const ValueId next = s.store(a[0], a[2], in[1]);
        return turned ? Values{next, s.join({in[2], next})} : Values{next};
      });
    });
    return s.done();
  });
  row("a division that runs anyway, done again in a branch", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i32, s.i32, s.i1});
    const ValueId quotient = s.binary(OpKind::DivI, a[2], a[3]);
    s.store(s.at(a[0], quotient), a[1]);
    s.branch(
        a[4], {},
        [&] {
          s.store(s.at(a[0], turned ? s.binary(OpKind::DivI, a[2], a[3]) : quotient), a[1]);
          return Values{};
        },
        [] { return Values{}; });
    return s.done();
  });
  row("a division by a number, done before a branch", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i32, s.i1});
    ValueId quotient;
    if (turned) quotient = s.binary(OpKind::DivI, a[2], s.number(64));
    s.branch(
        a[3], {},
        [&] {
          if (!turned) quotient = s.binary(OpKind::DivI, a[2], s.number(64));
          s.store(s.at(a[0], quotient), a[1]);
          return Values{};
        },
        [] { return Values{}; });
    return s.done();
  });
}

void TestSoundness::equal() {
  QFETCH(Write, reference);
  QFETCH(Write, port);
  for (const bool turned : {false, true}) {
    const auto alignment = align::align(turned ? port() : reference(), turned ? reference() : port());
    QVERIFY2((*alignment)->same(), spelled(**alignment).c_str());
  }
}

void TestSoundness::large_data() {
  QTest::addColumn<Write>("reference");
  QTest::addColumn<Write>("port");
  QTest::addColumn<std::uint64_t>("divergences");  // at most
  constexpr std::uint64_t kOps = 20'000;
  const auto row = [](const char *name, const std::function<ProgramPtr(bool)> &write) {
    QTest::newRow(name) << Write([write] { return write(false); }) << Write([write] { return write(true); }) << std::uint64_t{8};
  };

  row("equal loads, some removed", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer});
    for (std::uint64_t i = 0; i < kOps; ++i)
      if (!turned || i % 5000 != 4999) s.load(a[0]);
    return s.done();
  });
  row("a chain of loads, the first address changed", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.i32});
    ValueId from = turned ? s.at(a[0], a[1]) : a[0];
    for (std::uint64_t i = 0; i < kOps / 4; ++i) {
      const ValueId loaded = s.load(from)[0];
      from = s.at(a[0], s.one({OpKind::FToI, {{loaded}}, {s.i32}, {}}));
    }
    s.load(from);
    return s.done();
  });
  row("a chain of pure ops, the first one changed", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32});
    ValueId x = s.unary(turned ? OpKind::NegF : OpKind::AbsF, a[1]);
    for (std::uint64_t i = 0; i < kOps; ++i) x = s.unary(OpKind::Ceil, x);
    s.store(a[0], x);
    return s.done();
  });
  QTest::newRow("a chain of pure ops, every one changed")
      << Write([] { return chain(OpKind::AbsF, kOps); }) << Write([] { return chain(OpKind::NegF, kOps); }) << kOps;
  row("a value that all use, one of them another way", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32});
    ValueId x = a[1];
    for (std::uint64_t i = 0; i < kOps; ++i) x = s.binary(turned && i == kOps / 2 ? OpKind::SubF : OpKind::MulF, a[1], x);
    s.store(a[0], x);
    return s.done();
  });
  row("a token that grows, one link left out", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32});
    ValueId token = s.makeToken();
    for (std::uint64_t i = 0; i < kOps / 20; ++i) {  // each waits for all before it: by nature quadratic once they differ
      const ValueId stored = s.store(a[0], a[1], token);
      if (!turned || i != kOps / 40) token = s.join({token, stored});
    }
    return s.done();
  });
  row("loops in loops, the innermost bound changed", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i32});
    const std::function<void(int)> nest = [&](int depth) {
      if (depth == 0) return (void)s.store(a[0], a[1]);
      s.loop(depth == 1 && turned ? s.number(3) : a[2], {}, [&](const Values &) -> Values {
        nest(depth - 1);
        return {};
      });
    };
    nest(100);
    return s.done();
  });
  row("a loop that carries much, one value turned", [](bool turned) {
    Sketch s;
    const Values a = s.entry({s.pointer, s.f32, s.i32});
    Values carried;
    for (std::uint64_t i = 0; i < kOps / 10; ++i) carried.push_back(s.constant(s.f32, i));
    const Values out = s.loop(a[2], carried, [&](const Values &in) -> Values {
      Values next;
      for (std::size_t i = 1; i < in.size(); ++i) next.push_back(s.unary(turned && i == 7 ? OpKind::NegF : OpKind::AbsF, in[i]));
      return next;
    });
    for (ValueId value : out) s.store(a[0], value);
    return s.done();
  });
  row("many globals", [](bool turned) {
    ProgramData data = withGlobal([](Attribute &, Global &) {})->data();
    for (std::uint64_t i = 1; i < kOps; ++i) {
      data.globals.push_back(data.globals[0]);
      data.globals.back().name += std::to_string(i);
    }
    data.globals.back().isConstant = turned;
    return Program::make(std::move(data));
  });
}

void TestSoundness::large() {
  QFETCH(Write, reference);
  QFETCH(Write, port);
  QFETCH(std::uint64_t, divergences);
  const ProgramPtr left = reference(), right = port();
  for (const ProgramPtr &other : {left, right}) {
    const std::clock_t start = std::clock();
    const auto alignment = align::align(left, other);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    qInfo("%zu + %zu ops: %.0f ms, %zu divergences", left->opCount(), other->opCount(), 1000 * seconds, (*alignment)->divergences.size());
    QVERIFY2(!(*alignment)->undecided, (*alignment)->undecidedWhy.c_str());
    QCOMPARE((*alignment)->same(), other == left);
    QVERIFY2((*alignment)->divergences.size() <= divergences, spelled(**alignment).substr(0, 2000).c_str());
    // Far above what it takes, so that a busy machine and a sanitizer do not fail it; anything quadratic does.
    QVERIFY2(seconds < 10, "took too long");
  }
}

QTEST_APPLESS_MAIN(TestSoundness)
#include "tst_soundness.moc"
