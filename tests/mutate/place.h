// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mutate/editing.h"

namespace tileport::mutate {

/// Where an op that breaks a rule is added: in the body of an entry, on operands of its own, so that nothing else is wrong.
class Place {
 public:
  using Shape = std::vector<std::int64_t>;

  Place(Editing &editing, TreeOp &next) : e(editing), tree(editing.tree), w(editing.tree) { w.before(next); }

  tileir::TypeId tile(Shape shape, tileir::ScalarKind kind) { return tree.tile(std::move(shape), kind); }
  /// A fresh constant of zeros, an integer scalar of 0.
  TreeValue *value(Shape shape, tileir::ScalarKind kind) { return w.constant(tile(std::move(shape), kind), 0); }
  TreeValue *index() { return value({}, tileir::ScalarKind::I32); }
  TreeValue *pointers(Shape shape, tileir::ScalarKind pointee) {
    TreeValue *numbers = value(shape, tileir::ScalarKind::I64);
    return w.one(tileir::OpKind::IntToPtr, {{numbers}}, tree.tile(std::move(shape), tree.pointer(pointee)));
  }
  TreeValue *token() { return w.one(tileir::OpKind::MakeToken, {}, tree.token()); }
  tileir::TypeId tensorType(Shape shape, Shape strides, tileir::ScalarKind kind) {
    tileir::Type type;
    type.kind = tileir::TypeKind::TensorView;
    type.element = tree.scalar(kind);
    type.shape = std::move(shape);
    type.strides = std::move(strides);
    return tree.type(std::move(type));
  }
  /// A static 64 x 64 tensor.
  TreeValue *tensor(tileir::ScalarKind kind) {
    return w.one(tileir::OpKind::MakeTensorView, {{pointers({}, kind)}}, tensorType({64, 64}, {64, 1}, kind));
  }
  tileir::TypeId viewType(tileir::TypeKind kind, tileir::TypeId tensor, Shape tile, std::vector<std::int32_t> dimMap = {0, 1},
                          std::optional<tileir::PaddingValue> padding = std::nullopt) {
    tileir::Type type;
    type.kind = kind;
    type.element = tensor;
    type.shape = std::move(tile);
    type.dimMap = std::move(dimMap);
    type.padding = padding;
    if (kind == tileir::TypeKind::StridedView) type.strides = type.shape;
    return tree.type(std::move(type));
  }
  /// A partition of it in tiles of 16 x 16.
  TreeValue *view(tileir::ScalarKind kind) {
    TreeValue *whole = tensor(kind);
    return w.one(tileir::OpKind::MakePartitionView, {{whole}}, viewType(tileir::TypeKind::PartitionView, whole->type, {16, 16}));
  }

  TreeOp &unary(tileir::OpKind kind, TreeValue *x, tileir::TypeId result, const OpWriter::Attributes &attributes = {}) {
    return w.op(kind, {{x}}, {result}, attributes);
  }
  TreeOp &binary(tileir::OpKind kind, TreeValue *x, TreeValue *y, tileir::TypeId result, const OpWriter::Attributes &attributes = {}) {
    return w.op(kind, {{x}, {y}}, {result}, attributes);
  }
  tileir::AttributeId rounding(tileir::RoundingMode mode) {
    return tree.enumerator(tileir::EnumKind::RoundingMode, static_cast<std::uint64_t>(mode));
  }
  tileir::AttributeId floating(std::uint64_t bits, tileir::ScalarKind kind) {
    tileir::Attribute made;
    made.kind = tileir::AttributeKind::Float;
    made.type = tree.scalar(kind);
    made.bits = bits;
    return tree.attribute(std::move(made));
  }
  tileir::AttributeId list(std::vector<tileir::AttributeId> items) {
    tileir::Attribute made;
    made.kind = tileir::AttributeKind::Array;
    made.items = std::move(items);
    return tree.attribute(std::move(made));
  }
  tileir::AttributeId numbers(std::vector<std::int64_t> values) {
    tileir::Attribute made;
    made.kind = tileir::AttributeKind::I32Array;
    made.numbers = std::move(values);
    return tree.attribute(std::move(made));
  }

  Editing &e;
  Tree &tree;
  OpWriter w;
};

/// Adds what `make` writes somewhere in an entry; absent (a null op) when the program's version is too old for it.
template <class Make>
bool addTo(Editing &e, tileir::Version since, Make make) {
  if (e.version() < since) return false;
  TreeOp *next = e.pickAny([](TreeOp &op) { return op.block->owner == nullptr; });
  if (!next) return false;
  Place place(e, *next);
  TreeOp &op = make(place);
  e.touch(op);
  return e.done(std::string(op.info().mnemonic) + " added before " + e.name(*next));
}

template <class Make>
bool addTo(Editing &e, Make make) {
  return addTo(e, {13, 1}, make);
}

}  // namespace tileport::mutate
