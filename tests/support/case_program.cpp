// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/case_program.h"

namespace tileport::test {

using namespace tileir;

namespace {

using Values = std::vector<ValueId>;

class CaseWriter {
 public:
  explicit CaseWriter(const CaseKnobs &knobs) : k_(knobs) {}

  ProgramPtr run() {
    firstEntry();
    secondEntry();
    thirdEntry();
    return b_.build();
  }

 private:
  // -- small ops ---------------------------------------------------------------------------------------------------

  ValueId constant(TypeId type, std::uint64_t bits) {
    const bool scalar = type == i32_;
    if (!k_.splatSpelled || scalar) return b_.constant(type, bits);
    const ValueId one = b_.constant(b_.tile({}, ScalarKind::F32), bits);
    const ValueId wide = b_.one({OpKind::Reshape, {{one}}, {b_.tile({1, 1}, ScalarKind::F32)}, {}});
    return b_.one({OpKind::Broadcast, {{wide}}, {type}, {}});
  }

  /// A small integer, written once or anew at each use.
  ValueId number(std::uint64_t n) {
    if (k_.constantsRepeated) return b_.constant(i32_, n);
    const auto it = numbers_.find(n);
    return it != numbers_.end() ? it->second : numbers_.emplace(n, b_.constant(i32_, n)).first->second;
  }

  ValueId unary(OpKind kind, ValueId x) { return b_.one({kind, {{x}}, {b_.typeOf(x)}, {}}); }

  ValueId binary(OpKind kind, ValueId x, ValueId y, bool flush = false, RoundingMode rounding = RoundingMode::NearestEven) {
    ProgramBuilder::OpSpec spec{kind, {{x}, {y}}, {b_.typeOf(x)}, {}};
    spec.attributes.emplace_back("rounding_mode", b_.enumerator(EnumKind::RoundingMode, static_cast<std::uint64_t>(rounding)));
    if (flush) spec.attributes.emplace_back("flush_to_zero", b_.unit());
    return b_.one(spec);
  }

  ValueId token() {
    if (k_.tokenEach || !token_.valid()) token_ = b_.one({OpKind::MakeToken, {}, {b_.token()}, {}});
    return token_;
  }

  ValueId assumed(ValueId value, std::uint64_t divisor) {
    if (k_.assumeChainRecut) return b_.assume(b_.assume(value, b_.bounded(0, {})), b_.divBy(divisor));
    return b_.assume(b_.assume(b_.assume(value, b_.divBy(divisor)), b_.bounded(0, {})), b_.divBy(divisor));
  }

  /// For both architectures that the program names: a default says as much.
  ProgramBuilder::Hints everywhere(const std::vector<std::pair<std::string, std::int64_t>> &list) const {
    if (k_.defaultHintKey) return {{"default", list}};
    return {{k_.arch, list}, {"sm_120", list}};
  }

  AttributeId loadHints(std::optional<std::int64_t> latency, bool tma) {
    std::vector<std::pair<std::string, std::int64_t>> list;
    if (tma) list.emplace_back("allow_tma", -1);
    if (latency) list.emplace_back("latency", *latency);
    return list.empty() ? AttributeId() : b_.hints(everywhere(list));
  }

  Values load(ValueId view, Values index, TypeId tile, std::optional<std::int64_t> latency, bool tma) {
    ProgramBuilder::OpSpec spec{OpKind::LoadViewTko, {{view}, std::move(index), {token()}}, {tile, b_.token()}, {}};
    if (const AttributeId hints = loadHints(latency, tma); hints.valid()) spec.attributes.emplace_back("optimization_hints", hints);
    return b_.op(spec);
  }

  ValueId store(ValueId tile, ValueId view, Values index, std::optional<ValueId> after) {
    ProgramBuilder::OpSpec spec{OpKind::StoreViewTko, {{tile}, {view}, std::move(index), {}}, {b_.token()}, {}};
    if (after) spec.operands[3] = {*after};
    if (k_.storeRelaxed) {
      spec.attributes.emplace_back("memory_ordering_semantics",
                                   b_.enumerator(EnumKind::MemoryOrdering, static_cast<std::uint64_t>(MemoryOrdering::Relaxed)));
      spec.attributes.emplace_back("memory_scope", b_.enumerator(EnumKind::MemoryScope, static_cast<std::uint64_t>(MemoryScope::Device)));
    }
    return b_.one(spec);
  }

  ValueId tensorView(ValueId base, ValueId rows, ValueId columns, ValueId stride, ScalarKind element) {
    const std::vector<std::int64_t> strides =
        k_.stridesExchanged ? std::vector<std::int64_t>{1, kDynamic} : std::vector<std::int64_t>{kDynamic, 1};
    return b_.one(
        {OpKind::MakeTensorView, {{base}, {rows, columns}, {stride}}, {b_.tensorView(element, {kDynamic, kDynamic}, strides)}, {}});
  }

  ValueId partition(ValueId view, std::vector<std::int64_t> tile, std::optional<PaddingValue> padding, bool turned) {
    const std::vector<std::int32_t> map = turned ? std::vector<std::int32_t>{1, 0} : std::vector<std::int32_t>{0, 1};
    return b_.one({OpKind::MakePartitionView, {{view}}, {b_.partitionView(b_.typeOf(view), std::move(tile), padding, map)}, {}});
  }

  // -- the first entry: views, a loop, matrix ops, floats, a reduction, a store ---------------------------------------

  ProgramBuilder::Hints entryHints() const {
    std::vector<std::pair<std::string, std::int64_t>> first{{"num_cta_in_cga", 2}, {"occupancy", 1}};
    if (k_.warps) first.emplace_back("num_worker_warps_per_cta", *k_.warps);
    if (!k_.firstHints) return {};
    if (k_.defaultHintKey) return {{"default", first}, {"sm_120", {{"occupancy", k_.secondArchOccupancy}}}};
    std::vector<std::pair<std::string, std::int64_t>> second = first;  // what sm_120 would take from a default as well
    second[1].second = k_.secondArchOccupancy;
    return {{k_.arch, first}, {"sm_120", second}};
  }

  void firstEntry() {
    const TypeId pointer = b_.pointers({}, ScalarKind::F16);
    const Values args = b_.beginEntry(
        "first",
        {pointer, i32_, i32_, i32_, i32_, pointer, i32_, i32_, i32_, i32_, b_.pointers({}, ScalarKind::F32), i32_, i32_, i32_, i32_},
        entryHints());
    if (k_.deadConstants)
      for (std::uint64_t n : {1u, 4096u, 77u}) b_.constant(i32_, n);
    const ValueId a = k_.assumeOtherPointer ? args[0] : b_.assume(args[0], b_.divBy(k_.pointerDivisor));
    const ValueId c = b_.assume(args[5], b_.divBy(16));
    const ValueId out = k_.assumeOtherPointer ? b_.assume(args[10], b_.divBy(16)) : args[10];
    const auto extent = [&](std::size_t i) { return k_.assumeOnScalar ? assumed(args[i], 16) : assumed(args[i], 8); };
    const ValueId viewA = tensorView(a, extent(1), extent(2), args[3], ScalarKind::F16);
    const ValueId viewB = tensorView(c, extent(6), extent(7), args[8], ScalarKind::F16);
    const ValueId viewC = tensorView(out, extent(11), extent(12), args[13], ScalarKind::F32);
    Values ids = b_.op({OpKind::GetTileBlockId, {}, {i32_, i32_, i32_}, {}});
    if (k_.blockIdAssumed)
      for (ValueId &id : ids) id = b_.assume(id, b_.bounded(0, {}));
    partitionA_ = partition(viewA, {16, 16}, k_.padding, !k_.dimMapMoved);
    partitionB_ = partition(viewB, {16, 16}, PaddingValue::Zero, k_.dimMapMoved);
    partitionC_ = partition(viewC, {16, 16}, std::nullopt, false);
    if (k_.loadOtherTile) partitionB_ = partition(viewB, {16, 32}, PaddingValue::Zero, false);
    const ValueId sum = loop(ids);
    finish(sum, ids);
    b_.endEntry();
  }

  ValueId loop(const Values &ids) {
    const TypeId wide = b_.tile({16, 16}, ScalarKind::F32), half = b_.tile({16, 16}, ScalarKind::F16);
    const ValueId zero = constant(wide, 0), zeroHalf = b_.constant(half, 0);
    const ValueId start = number(k_.loopStart), bound = number(k_.loopBound), step = number(k_.loopStep);
    Values carried{zero, zeroHalf};
    std::vector<TypeId> types{wide, half};
    if (k_.unusedLoopResult) {
      carried.push_back(number(5));
      types.push_back(i32_);
    }
    const bool bounded = k_.boundedLoop;
    if (!bounded) {
      carried.insert(carried.begin(), start);
      types.insert(types.begin(), i32_);
    }
    if (bounded) b_.begin({OpKind::For, {{start}, {bound}, {step}, carried}, types, {}});
    else b_.begin({OpKind::Loop, {carried}, types, {}});
    std::vector<TypeId> arguments = types;
    if (bounded) arguments.insert(arguments.begin(), i32_);
    const Values in = b_.beginRegion(arguments);
    if (!bounded) leaveAt(bound, in);
    Values next = body(in, ids);
    if (k_.unusedLoopResult) next.push_back(in.back());
    if (!bounded) next.insert(next.begin(), binaryInt(OpKind::AddI, in[0], step));
    b_.op({OpKind::Continue, {next}, {}, {}});
    b_.endRegion();
    const Values results = b_.end();
    mma16_ = results[bounded ? 1 : 2];
    return results[bounded ? 0 : 1];
  }

  void leaveAt(ValueId bound, const Values &carried) {
    const ValueId done = b_.one({OpKind::CmpI,
                                 {{carried[0]}, {bound}},
                                 {b_.tile({}, ScalarKind::I1)},
                                 {{"comparison_predicate", b_.enumerator(EnumKind::ComparisonPredicate, 5)}}});
    b_.begin({OpKind::If, {{done}}, {}, {}});
    b_.beginRegion({});
    b_.op({OpKind::Break, {carried}, {}, {}});
    b_.endRegion();
    b_.beginRegion({});
    b_.op({OpKind::Yield, {{}}, {}, {}});
    b_.endRegion();
    b_.end();
  }

  ValueId binaryInt(OpKind kind, ValueId x, ValueId y) { return b_.one({kind, {{x}, {y}}, {b_.typeOf(x)}, {}}); }

  Values body(const Values &in, const Values &ids) {
    const TypeId half = b_.tile({16, 16}, ScalarKind::F16);
    const Values indexA = k_.loadIndicesExchanged ? Values{in[0], ids[0]} : Values{ids[0], in[0]};
    Values a = load(partitionA_, indexA, half, k_.latencyA, !k_.tmaMoved);
    const TypeId tileB = k_.loadOtherTile ? b_.tile({16, 32}, ScalarKind::F16) : half;
    Values c = load(partitionB_, {in[0], ids[1]}, tileB, k_.latencyB, k_.tmaMoved);
    ValueId right = c[0];
    if (k_.loadOtherTile) right = b_.one({OpKind::Extract, {{right}, {number(0), number(0)}}, {half}, {}});
    const auto mma = [&](ValueId acc) { return b_.one({OpKind::MmaF, {{a[0]}, {right}, {acc}}, {b_.typeOf(acc)}, {}}); };
    ValueId wide, narrow;
    if (k_.mmaExchanged) {
      // The accumulators of the two matrix ops are exchanged, by way of conversions.
      const ValueId first = mma(ftof(in[1], ScalarKind::F16)), second = mma(ftof(in[2], ScalarKind::F32));
      wide = ftof(first, ScalarKind::F32);
      narrow = ftof(second, ScalarKind::F16);
    } else {
      wide = mma(in[1]);
      narrow = mma(in[2]);
    }
    if (k_.extraMmai) {
      const ValueId bytes = b_.constant(b_.tile({16, 16}, ScalarKind::I8), 3);
      b_.op({OpKind::MmaI,
             {{bytes}, {bytes}, {b_.constant(b_.tile({16, 16}, ScalarKind::I32), 0)}},
             {b_.tile({16, 16}, ScalarKind::I32)},
             {}});
    }
    return {wide, narrow};
  }

  ValueId ftof(ValueId x, ScalarKind to) { return b_.one({OpKind::FToF, {{x}}, {b_.tile({16, 16}, to)}, {}}); }

  void finish(ValueId sum, const Values &ids) {
    const ValueId e = k_.expRemoved || k_.expMoved ? sum : unary(OpKind::Exp2, sum);
    const ValueId factor = k_.mulOtherFactor ? e : sum;
    const ValueId f = binary(OpKind::MulF, e, factor, k_.flushFirstMul);
    ValueId g, h;
    if (k_.pureOrderChanged) {
      h = unary(OpKind::NegF, sum);
      g = binary(OpKind::MulF, f, e, k_.flushSecondMul);
    } else {
      g = binary(OpKind::MulF, f, e, k_.flushSecondMul);
      h = unary(OpKind::NegF, sum);
    }
    const ValueId added = k_.addOperandsExchanged ? binary(OpKind::AddF, h, g) : binary(OpKind::AddF, g, h);
    const RoundingMode rounding = k_.approxDiv ? RoundingMode::Approx : RoundingMode::NearestEven;
    const ValueId d =
        k_.divOperandsExchanged ? binary(OpKind::DivF, added, f, false, rounding) : binary(OpKind::DivF, f, added, false, rounding);
    ValueId s = binary(OpKind::SubF, d, sum, k_.flushSub);
    if (k_.moreAdds) s = binary(OpKind::AddF, binary(OpKind::AddF, s, d), d);
    const ValueId column = reduce(s);
    const ValueId mask =
        b_.one({OpKind::CmpF,
                {{s}, {column}},
                {b_.tile({16, 16}, ScalarKind::I1)},
                {{"comparison_predicate", b_.enumerator(EnumKind::ComparisonPredicate, static_cast<std::uint64_t>(k_.predicate))}}});
    const ValueId chosen = b_.one({OpKind::Select, {{mask}, {s}, {d}}, {b_.typeOf(s)}, {}});
    const ValueId wide = binary(OpKind::AddF, chosen, ftof(mma16_, ScalarKind::F32));
    const ValueId first = store(wide, partitionC_, k_.storeIndicesExchanged ? Values{ids[1], ids[0]} : Values{ids[0], ids[1]}, token());
    const Values second{ids[2], ids[1]};
    if (k_.storeTokenDropped) store(k_.storeOtherValue ? s : d, partitionC_, second, std::nullopt);
    else store(k_.storeOtherValue ? s : d, partitionC_, second, first);
  }

  ValueId reduce(ValueId x) {
    const TypeId scalar = b_.tile({}, ScalarKind::F32);
    b_.begin({OpKind::Reduce,
              {{x}},
              {b_.tile({16}, ScalarKind::F32)},
              {{"dim", b_.integer(k_.reduceDim)}, {"identities", b_.array({b_.floating(0)})}}});
    const Values in = b_.beginRegion({scalar, scalar});
    const ValueId combined = k_.reduceMax ? b_.one({OpKind::MaxF, {{in[0]}, {in[1]}}, {scalar}, {}}) : binary(OpKind::AddF, in[0], in[1]);
    b_.op({OpKind::Yield, {{combined}}, {}, {}});
    b_.endRegion();
    const ValueId row = b_.end().front();
    const ValueId line = b_.one({OpKind::Reshape, {{row}}, {b_.tile({1, 16}, ScalarKind::F32)}, {}});
    return b_.one({OpKind::Broadcast, {{line}}, {b_.tile({16, 16}, ScalarKind::F32)}, {}});
  }

  // -- the second entry: pointers --------------------------------------------------------------------------------------

  void secondEntry() {
    begin();
    const TypeId pointers = b_.pointers({64}, ScalarKind::F32), floats = b_.tile({64}, ScalarKind::F32);
    const Values args = b_.beginEntry("second", {b_.pointers({}, ScalarKind::F32), i32_}, everywhere({{"occupancy", k_.thirdOccupancy}}));
    const ValueId lanes = b_.one({OpKind::Iota, {}, {b_.tile({64}, ScalarKind::I32)}, {}});
    const auto spread = [&](ValueId x, TypeId one, TypeId all) {
      return b_.one({OpKind::Broadcast, {{b_.one({OpKind::Reshape, {{x}}, {one}, {}})}}, {all}, {}});
    };
    const ValueId base = spread(args[0], b_.pointers({1}, ScalarKind::F32), pointers);
    const ValueId limit = spread(args[1], b_.tile({1}, ScalarKind::I32), b_.tile({64}, ScalarKind::I32));
    const ValueId at = b_.one({OpKind::Offset, {{base}, {lanes}}, {pointers}, {}});
    const ValueId mask = b_.one({OpKind::CmpI,
                                 {{lanes}, {limit}},
                                 {b_.tile({64}, ScalarKind::I1)},
                                 {{"comparison_predicate", b_.enumerator(EnumKind::ComparisonPredicate, 2)}}});
    ProgramBuilder::OpSpec spec{OpKind::LoadPtrTko, {{at}, {}, {}, {token()}}, {floats, b_.token()}, {}};
    if (k_.maskAndPadding) spec.operands[1] = {mask}, spec.operands[2] = {b_.constant(floats, 0)};
    Values loaded = b_.op(spec);
    if (k_.extraAtomic)
      b_.op({OpKind::AtomicRmwTko,
             {{at}, {loaded[0]}, {mask}, {loaded[1]}},
             {floats, b_.token()},
             {{"memory_ordering_semantics", b_.enumerator(EnumKind::MemoryOrdering, 1)},
              {"memory_scope", b_.enumerator(EnumKind::MemoryScope, 1)},
              {"mode", b_.enumerator(EnumKind::AtomicRMWMode, 4)}}});
    ValueId value = unary(OpKind::NegF, loaded[0]);
    if (k_.expMoved) value = unary(OpKind::Exp2, value);
    b_.op({OpKind::StorePtrTko, {{at}, {value}, {mask}, {loaded[1]}}, {b_.token()}, {}});
    b_.endEntry();
  }

  /// An entry without hints.
  void thirdEntry() {
    begin();
    ProgramBuilder::Hints hints;
    if (k_.otherOccupancy) hints = everywhere({{"occupancy", *k_.otherOccupancy}});
    const Values args = b_.beginEntry("third", {b_.pointers({}, ScalarKind::F32), b_.tile({}, ScalarKind::F32)}, hints);
    b_.op({OpKind::StorePtrTko, {{args[0]}, {args[1]}, {}, {token()}}, {b_.token()}, {}});
    b_.endEntry();
  }

  void begin() {
    numbers_.clear();
    token_ = {};
  }

  const CaseKnobs &k_;
  ProgramBuilder b_;
  const TypeId i32_ = b_.tile({}, ScalarKind::I32);
  ValueId token_, partitionA_, partitionB_, partitionC_, mma16_;
  std::map<std::uint64_t, ValueId> numbers_;
};

}  // namespace

ProgramPtr caseProgram(const CaseKnobs &knobs) { return CaseWriter(knobs).run(); }

}  // namespace tileport::test
