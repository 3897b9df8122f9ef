// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/place.h"

/// Wrong shapes, dimensions and view types (tileir.md sections 2, 5.5, 5.6, 5.8).
namespace tileport::mutate {

using namespace tileir;
using enum ScalarKind;

namespace {

constexpr Meaning kInvalid = Meaning::Invalid;
using Shape = Place::Shape;

bool reshaped(Editing &e, OpKind kind, Shape from, Shape to, ScalarKind element = F32) {
  return addTo(e, [&](Place &p) -> TreeOp & { return p.unary(kind, p.value(from, F32), p.tile(to, element)); });
}

bool counted(Editing &e, Shape shape, ScalarKind element) {
  return addTo(e, [&](Place &p) -> TreeOp & { return p.w.op(OpKind::Iota, {}, {p.tile(shape, element)}); });
}

bool permuted(Editing &e, std::vector<std::int64_t> permutation, Shape to) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    return p.unary(OpKind::Permute, p.value({8, 4}, F32), p.tile(to, F32), {{"permutation", p.numbers(permutation)}});
  });
}

bool joined(Editing &e, std::uint64_t dim, Shape b, Shape to, ScalarKind element = F32) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *x = p.value({4, 4}, F32), *y = p.value(b, element);
    return p.binary(OpKind::Cat, x, y, p.tile(to, F32), {{"dim", p.tree.integer(dim, I64)}});
  });
}

bool extracted(Editing &e, std::size_t indices, Shape to, ScalarKind index = I32) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *x = p.value({8, 8}, F32), *i = p.value({}, index);
    return p.w.op(OpKind::Extract, {{x}, std::vector<TreeValue *>(indices, i)}, {p.tile(to, F32)});
  });
}

struct Reduction {
  OpKind kind = OpKind::Reduce;
  std::uint64_t dim = 1;
  std::size_t identities = 1;
  ScalarKind identity = F32;
  Shape result = {8};
  ScalarKind argument = F32;
  std::size_t arguments = 2;
  std::size_t yielded = 1;
};

bool reduced(Editing &e, const Reduction &how) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *x = p.value({8, 4}, F32);
    std::vector<AttributeId> identities(how.identities, how.identity == I32 ? p.tree.integer(0) : p.floating(0, how.identity));
    TreeOp &op = p.w.op(how.kind, {{x}}, {p.tile(how.result, F32)}, {{"dim", p.tree.integer(how.dim)}, {"identities", p.list(identities)}});
    TreeBlock &body = p.w.enter(op, 0, std::vector<TypeId>(how.arguments, p.tile({}, how.argument)));
    TreeValue *y = body.arguments[0].get();
    if (how.argument == F32 && how.arguments > 1) y = p.w.one(OpKind::AddF, {{y}, {body.arguments[1].get()}}, y->type);
    p.w.op(OpKind::Yield, {std::vector<TreeValue *>(how.yielded, y)}, {});
    p.w.leave();
    return op;
  });
}

bool tensorOf(Editing &e, Shape shape, Shape strides, std::size_t extents, std::size_t dynamicStrides, ScalarKind base = F32,
              ScalarKind operand = I32) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *n = p.value({}, operand), *from = p.pointers({}, base);
    return p.w.op(OpKind::MakeTensorView, {{from}, std::vector<TreeValue *>(extents, n), std::vector<TreeValue *>(dynamicStrides, n)},
                  {p.tensorType(shape, strides, F32)});
  });
}

bool partitioned(Editing &e, Shape tile, std::vector<std::int32_t> dimMap = {0, 1}, std::optional<PaddingValue> padding = std::nullopt,
                 ScalarKind element = F32) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *whole = p.tensor(element);
    return p.unary(OpKind::MakePartitionView, whole, p.viewType(TypeKind::PartitionView, whole->type, tile, dimMap, padding));
  });
}

bool viewOfAnother(Editing &e) {
  return addTo(e, [](Place &p) -> TreeOp & {
    TreeValue *whole = p.tensor(F32);
    const TypeId other = p.tensorType({128, 64}, {64, 1}, F32);
    return p.unary(OpKind::MakePartitionView, whole, p.viewType(TypeKind::PartitionView, other, {16, 16}));
  });
}

bool asked(Editing &e, OpKind kind, std::size_t results, ScalarKind element) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *of = kind == OpKind::GetTensorShape ? p.tensor(F32) : p.view(F32);
    return p.w.op(kind, {{of}}, std::vector<TypeId>(results, p.tile({}, element)));
  });
}

constexpr Edit kEdits[] = {
    {"reshape-count", kInvalid, [](Editing &e) { return reshaped(e, OpKind::Reshape, {4, 4}, {8}); }},
    {"reshape-element", kInvalid, [](Editing &e) { return reshaped(e, OpKind::Reshape, {4}, {4}, F16); }},
    {"broadcast-rank", kInvalid, [](Editing &e) { return reshaped(e, OpKind::Broadcast, {4}, {4, 4}); }},
    {"broadcast-extent", kInvalid, [](Editing &e) { return reshaped(e, OpKind::Broadcast, {2, 4}, {8, 4}); }},
    {"extent-of-three", kInvalid, [](Editing &e) { return counted(e, {3}, I32); }},
    {"iota-of-floats", kInvalid, [](Editing &e) { return counted(e, {4}, F32); }},
    {"iota-rank", kInvalid, [](Editing &e) { return counted(e, {4, 4}, I32); }},
    {"iota-beyond-bytes", kInvalid, [](Editing &e) { return counted(e, {512}, I8); }},
    {"no-permutation", kInvalid, [](Editing &e) { return permuted(e, {0, 0}, {8, 8}); }},
    {"permutation-too-short", kInvalid, [](Editing &e) { return permuted(e, {0}, {8, 4}); }},
    {"permutation-beyond", kInvalid, [](Editing &e) { return permuted(e, {2, 0}, {4, 8}); }},
    {"permutation-result", kInvalid, [](Editing &e) { return permuted(e, {1, 0}, {8, 4}); }},
    {"cat-dim", kInvalid, [](Editing &e) { return joined(e, 2, {4, 4}, {8, 4}); }},
    {"cat-result", kInvalid, [](Editing &e) { return joined(e, 0, {4, 4}, {4, 8}); }},
    {"cat-other-extent", kInvalid, [](Editing &e) { return joined(e, 0, {4, 8}, {8, 4}); }},
    {"cat-element", kInvalid, [](Editing &e) { return joined(e, 0, {4, 4}, {8, 4}, F16); }},
    {"extract-index-count", kInvalid, [](Editing &e) { return extracted(e, 1, {4, 4}); }},
    {"extract-index-type", kInvalid, [](Editing &e) { return extracted(e, 2, {4, 4}, I64); }},
    {"extract-larger", kInvalid, [](Editing &e) { return extracted(e, 2, {16, 4}); }},
    {"extract-rank", kInvalid, [](Editing &e) { return extracted(e, 2, {4}); }},
    {"reduce-dim-beyond", kInvalid, [](Editing &e) { return reduced(e, {.dim = 2}); }},
    {"reduce-result", kInvalid, [](Editing &e) { return reduced(e, {.result = {4}}); }},
    {"reduce-identity-count", kInvalid, [](Editing &e) { return reduced(e, {.identities = 2}); }},
    {"reduce-identity-type", kInvalid, [](Editing &e) { return reduced(e, {.identity = I32}); }},
    {"reduce-argument-type", kInvalid, [](Editing &e) { return reduced(e, {.argument = F16}); }},
    {"reduce-argument-count", kInvalid, [](Editing &e) { return reduced(e, {.arguments = 3}); }},
    {"reduce-yield-count", kInvalid, [](Editing &e) { return reduced(e, {.yielded = 2}); }},
    {"scan-dim-beyond", kInvalid, [](Editing &e) { return reduced(e, {.kind = OpKind::Scan, .dim = 2, .result = {8, 4}}); }},
    {"scan-result", kInvalid, [](Editing &e) { return reduced(e, {.kind = OpKind::Scan, .result = {8}}); }},
    {"tensor-extents-missing", kInvalid, [](Editing &e) { return tensorOf(e, {kDynamic, kDynamic}, {64, 1}, 1, 0); }},
    {"tensor-extent-too-many", kInvalid, [](Editing &e) { return tensorOf(e, {64, 64}, {64, 1}, 1, 0); }},
    {"tensor-strides-missing", kInvalid, [](Editing &e) { return tensorOf(e, {64, 64}, {kDynamic, 1}, 0, 0); }},
    {"tensor-element", kInvalid, [](Editing &e) { return tensorOf(e, {64, 64}, {64, 1}, 0, 0, F16); }},
    {"tensor-extent-type", kInvalid, [](Editing &e) { return tensorOf(e, {kDynamic, 64}, {64, 1}, 1, 0, F32, F32); }},
    {"view-tile-of-three", kInvalid, [](Editing &e) { return partitioned(e, {3, 16}); }},
    {"view-padding-of-integers", kInvalid, [](Editing &e) { return partitioned(e, {16, 16}, {0, 1}, PaddingValue::Nan, I32); }},
    {"view-of-another-tensor", kInvalid, viewOfAnother},
    {"tensor-shape-count", kInvalid, [](Editing &e) { return asked(e, OpKind::GetTensorShape, 3, I32); }},
    {"index-space-count", kInvalid, [](Editing &e) { return asked(e, OpKind::GetIndexSpaceShape, 1, I32); }},
    {"tensor-shape-type", kInvalid, [](Editing &e) { return asked(e, OpKind::GetTensorShape, 2, F32); }},
};

}  // namespace

std::span<const Edit> invalidShapeEdits() { return kEdits; }

}  // namespace tileport::mutate
