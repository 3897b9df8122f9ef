// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "mutate/editing.h"

/// Other types, carried through everything that depends on them.
namespace tileport::mutate {

using namespace tileir;

namespace {

/// Gives every type of the program another form, from the inside out, and keeps equal ones equal.
class Retyping {
 public:
  Retyping(Tree &tree, std::function<void(Type &)> change) : tree_(tree), change_(std::move(change)) {}

  void run() {
    const std::size_t known = tree_.tables.types.size();
    for (std::size_t i = 0; i < known; ++i) to(TypeId(i));
    tree_.walk([&](TreeOp &op) {
      for (const auto &result : op.results) result->type = to(result->type);
      for (const TreeRegion &region : op.regions)
        for (const auto &block : region.blocks) arguments(*block);
    });
    for (TreeFunction &function : tree_.functions) {
      arguments(*function.body);
      function.head.signature = to(function.head.signature);
    }
    // In place: a renamed attribute keeps its id, and with it its place in arrays and dictionaries.
    for (Attribute &attribute : tree_.tables.attributes)
      if (attribute.type.valid()) attribute.type = to(attribute.type);
    for (Global &global : tree_.tables.globals) global.type = to(global.type);
  }

 private:
  void arguments(TreeBlock &block) {
    for (const auto &argument : block.arguments) argument->type = to(argument->type);
  }

  TypeId to(TypeId id) {
    if (const auto it = made_.find(id); it != made_.end()) return it->second;
    Type type = tree_.type(id);
    if (type.element.valid()) type.element = to(type.element);
    for (TypeId &input : type.inputs) input = to(input);
    for (TypeId &result : type.results) result = to(result);
    change_(type);
    const TypeId changed = tree_.type(std::move(type));
    made_[id] = changed;
    return changed;
  }

  Tree &tree_;
  std::function<void(Type &)> change_;
  std::map<TypeId, TypeId> made_;
};

std::int64_t product(const std::vector<std::int64_t> &shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// What extents must still fulfil once each extent is another.
bool shapesHold(Editing &e) {
  bool hold = true;
  const auto shape = [&](const TreeValue *value) { return e.tree.type(value).shape; };
  e.tree.walk([&](TreeOp &op) {
    switch (op.kind) {
      case OpKind::Reshape: hold &= product(shape(op.operand(0))) == product(shape(op.result())); break;
      case OpKind::Cat: {
        const std::size_t dim = static_cast<std::size_t>(*e.bits(op, "dim"));
        hold &= shape(op.operand(0))[dim] + shape(op.operand(1))[dim] == shape(op.result())[dim];
        break;
      }
      case OpKind::Extract:
        for (std::size_t i = 0; i < shape(op.result()).size(); ++i) hold &= shape(op.operand(0))[i] % shape(op.result())[i] == 0;
        break;
      case OpKind::Constant: hold &= e.tree.attribute(e.tree.get(op, "value")).splat; break;
      case OpKind::Iota: hold &= e.element(op) == ScalarKind::I32; break;
      case OpKind::Pack:
      case OpKind::Unpack:
      case OpKind::Insert:
      case OpKind::MmaFScaled: hold = false; break;
      case OpKind::Assume: hold &= e.tree.attribute(e.tree.get(op, "predicate")).kind != AttributeKind::SameElements; break;
      default: break;
    }
    for (const auto &result : op.results)
      if (e.tree.type(result.get()).kind == TypeKind::Tile) hold &= product(shape(result.get())) <= 16'777'216;
  });
  return hold && e.tree.tables.globals.empty();
}

bool tileExtent(Editing &e) {
  std::vector<std::int64_t> extents;
  e.tree.walk([&](TreeOp &op) {
    for (const auto &result : op.results)
      if (e.tree.type(result.get()).kind == TypeKind::Tile && e.live(op))
        for (const std::int64_t n : e.tree.type(result.get()).shape)
          if (n >= 16 && std::find(extents.begin(), extents.end(), n) == extents.end()) extents.push_back(n);
  });
  if (extents.empty()) return false;
  const std::int64_t from = e.random.pick(extents), to = from / 2;
  Retyping(e.tree, [&](Type &type) {
    if (type.kind != TypeKind::Scalar && type.kind != TypeKind::TensorView) std::replace(type.shape.begin(), type.shape.end(), from, to);
  }).run();
  if (!shapesHold(e)) return false;
  return e.done("every extent " + std::to_string(from) + " of a tile is " + std::to_string(to));
}

bool elementType(Editing &e) {
  bool f16 = false, fits = true;
  e.tree.walk([&](TreeOp &op) {
    // An accumulator of f16 has no counterpart in bf16; a conversion to the same type is refused.
    if (op.kind == OpKind::MmaF) fits &= e.element(op) != ScalarKind::F16;
    for (const auto &result : op.results) {
      f16 |= e.tree.elementOf(result.get()) == ScalarKind::F16;
      fits &= e.tree.elementOf(result.get()) != ScalarKind::BF16;
    }
  });
  if (!f16 || !fits) return false;
  Retyping(e.tree, [](Type &type) {
    if (type.kind == TypeKind::Scalar && type.scalar == ScalarKind::F16) type.scalar = ScalarKind::BF16;
  }).run();
  return e.done("every f16 is bf16");
}

// ---- Views -----------------------------------------------------------------------------------------------------------

/// Gives the view that the op makes another type, and the views that are made of it.
void setView(Editing &e, TreeOp &op, Type type) {
  const TypeId before = op.result()->type, after = e.tree.type(std::move(type));
  op.result()->type = after;
  e.touch(op);
  e.tree.walk([&](TreeOp &user) {
    for (const auto &result : user.results) {
      if (user.operands.empty() || user.operand(0) != op.result() || e.tree.type(result.get()).element != before) continue;
      Type made = e.tree.type(result.get());
      made.element = after;
      result->type = e.tree.type(std::move(made));
      e.touch(user);
    }
  });
}

bool isLoaded(Editing &e, const TreeValue *view) {
  bool loaded = false;
  e.tree.walk([&](TreeOp &op) { loaded |= op.kind == OpKind::LoadViewTko && op.operand(0) == view && e.live(op.result()); });
  return loaded;
}

bool makesView(const TreeOp &op) {
  return op.kind == OpKind::MakePartitionView || op.kind == OpKind::MakeStridedView || op.kind == OpKind::MakeGatherScatterView;
}

bool padding(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return makesView(o) && isLoaded(e, o.result()); });
  if (!op) return false;
  Type type = e.tree.type(op->result());
  const bool floats = e.tree.type(e.tree.type(type.element).element).scalar >= ScalarKind::F16;
  const std::uint64_t choice = floats ? e.random.below(3) : 0;
  const auto wanted = choice == 0 ? PaddingValue::Zero : choice == 1 ? PaddingValue::NegInf : PaddingValue::Nan;
  if (type.padding == wanted) type.padding = std::nullopt;
  else type.padding = wanted;
  const std::string words = type.padding ? std::string(enumText(EnumKind::PaddingValue, static_cast<std::uint64_t>(wanted))) : "none";
  setView(e, *op, std::move(type));
  return e.done(e.name(*op) + ": padding " + words);
}

bool dimMap(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return makesView(o) && e.tree.type(o.result()).dimMap.size() > 1; });
  if (!op) return false;
  Type type = e.tree.type(op->result());
  std::swap(type.dimMap[0], type.dimMap[1]);
  setView(e, *op, std::move(type));
  return e.done(e.name(*op) + ": other dim_map");
}

bool traversalStride(Editing &e) {
  TreeOp *op = e.pick({OpKind::MakeStridedView});
  if (!op) return false;
  Type type = e.tree.type(op->result());
  type.strides[0] += 1;
  setView(e, *op, std::move(type));
  return e.done(e.name(*op) + ": other traversal stride");
}

/// Turns the n-th dynamic extent or stride into a number.
bool makeStatic(Editing &e, bool extents) {
  const auto list = [&](const Type &type) -> const std::vector<std::int64_t> & { return extents ? type.shape : type.strides; };
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (o.kind != OpKind::MakeTensorView) return false;
    const auto &numbers = list(e.tree.type(o.result()));
    return std::find(numbers.begin(), numbers.end(), kDynamic) != numbers.end();
  });
  if (!op) return false;
  Type type = e.tree.type(op->result());
  auto &numbers = extents ? type.shape : type.strides;
  *std::find(numbers.begin(), numbers.end(), kDynamic) = 4096;
  op->operands[extents ? 1 : 2].erase(op->operands[extents ? 1 : 2].begin());
  setView(e, *op, std::move(type));
  return e.done(e.name(*op) + (extents ? ": extent 4096" : ": stride 4096"));
}

bool staticExtent(Editing &e) { return makeStatic(e, true); }
bool staticStride(Editing &e) { return makeStatic(e, false); }

bool changeStatic(Editing &e, bool extents) {
  const auto changeable = [](std::int64_t n) { return n != kDynamic && n > 1; };
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (o.kind != OpKind::MakeTensorView) return false;
    const Type &type = e.tree.type(o.result());
    const auto &numbers = extents ? type.shape : type.strides;
    return std::any_of(numbers.begin(), numbers.end(), changeable);
  });
  if (!op) return false;
  Type type = e.tree.type(op->result());
  auto &numbers = extents ? type.shape : type.strides;
  *std::find_if(numbers.begin(), numbers.end(), changeable) *= 2;
  setView(e, *op, std::move(type));
  return e.done(e.name(*op) + (extents ? ": twice the extent" : ": twice the stride"));
}

bool otherExtent(Editing &e) { return changeStatic(e, true); }
bool otherStride(Editing &e) { return changeStatic(e, false); }

bool stridesExchanged(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (o.kind != OpKind::MakeTensorView) return false;
    const Type &type = e.tree.type(o.result());
    return type.strides.size() > 1 && type.strides[0] != type.strides[1];
  });
  if (!op) return false;
  Type type = e.tree.type(op->result());
  std::swap(type.strides[0], type.strides[1]);
  setView(e, *op, std::move(type));
  return e.done(e.name(*op) + ": strides exchanged");
}

/// A load's tile has another shape, and is brought back to the old one.
bool tileTurned(Editing &e) {
  const auto turned = [](const std::vector<std::int64_t> &shape) {
    std::vector<std::int64_t> other = shape;
    for (std::size_t i = 0; i + 1 < other.size(); ++i)
      if (other[i] != other[i + 1]) {
        std::swap(other[i], other[i + 1]);
        break;
      }
    return other;
  };
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (o.kind != OpKind::LoadViewTko || !e.live(o.result()) || !o.operand(0)->op) return false;
    const Type &view = e.tree.type(o.operand(0));
    return view.kind == TypeKind::PartitionView && turned(view.shape) != view.shape;
  });
  if (!op) return false;
  TreeOp *maker = op->operand(0)->op;
  Type view = e.tree.type(op->operand(0));
  view.shape = turned(view.shape);
  const std::vector<std::int64_t> shape = view.shape;
  TreeValue *other = e.before(*op).one(OpKind::MakePartitionView, {{maker->operand(0)}}, e.tree.type(std::move(view)));
  op->operands[0] = {other};
  const TypeId was = op->result()->type;
  op->result()->type = e.tree.tile(shape, e.tree.type(was).element);
  TreeValue *back = e.after(*op).one(OpKind::Reshape, {{op->result()}}, was);
  e.tree.replaceUses(op->result(), back, back->op);
  for (const TreeOp *made : {other->op, op, back->op}) e.touch(*made);
  return e.done(e.name(*op) + ": a tile of another shape");
}

/// A stride that the type states, 1 for one, is only known at run time.
bool strideDynamic(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (o.kind != OpKind::MakeTensorView) return false;
    const Type &type = e.tree.type(o.result());
    return !type.strides.empty() && type.strides.back() != kDynamic && e.tree.type(type.element).kind == TypeKind::Scalar;
  });
  if (!op) return false;
  Type type = e.tree.type(op->result());
  const TypeId counted = op->operand(2) ? op->operand(2)->type : op->operand(1) ? op->operand(1)->type : e.tree.tile({}, ScalarKind::I32);
  TreeValue *number = e.before(*op).constant(counted, static_cast<std::uint64_t>(type.strides.back()));
  op->operands[2].push_back(number);
  type.strides.back() = kDynamic;
  setView(e, *op, std::move(type));
  return e.done(e.name(*op) + ": its last stride is dynamic");
}

constexpr Meaning kDifferent = Meaning::Different;

constexpr Edit kEdits[] = {
    {"tile-extent", kDifferent, tileExtent},
    {"element-type", kDifferent, elementType},
    {"padding", kDifferent, padding},
    {"dim-map", kDifferent, dimMap},
    {"traversal-stride", kDifferent, traversalStride},
    {"static-extent", kDifferent, staticExtent},
    {"static-stride", kDifferent, staticStride},
    {"other-extent", kDifferent, otherExtent},
    {"other-stride", kDifferent, otherStride},
    {"strides-exchanged", kDifferent, stridesExchanged},
    {"load-tile-turned", kDifferent, tileTurned},
    {"stride-dynamic", kDifferent, strideDynamic},
};

}  // namespace

std::span<const Edit> typeEdits() { return kEdits; }

}  // namespace tileport::mutate
