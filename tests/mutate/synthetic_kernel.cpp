// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/synthetic_kernel.h"

#include <algorithm>

namespace tileport::mutate {

using namespace tileir;

namespace {

/// What the prologue costs: make_token, get_tile_block_id, and of each tensor its view with at most eleven assumes.
constexpr std::size_t kTensorCost = 12;
/// The smallest frame: assume, make_token, view, block id, partition, load, store, return.
constexpr std::size_t kSmallest = 10;

Location locationOfKind(LocationKind kind) {
  Location location;
  location.kind = kind;
  return location;
}

LocationId addLocation(Tree &tree, Location location) {
  tree.tables.locations.push_back(std::move(location));
  return LocationId(tree.tables.locations.size() - 1);
}

}  // namespace

void SyntheticKernel::write(std::size_t opCount) {
  opCount = std::max(opCount, kSmallest);
  i32_ = tree_.tile({}, ScalarKind::I32);
  static const std::vector<Shape> known{{64, 64}, {128, 64}, {32, 128}, {1, 1024}, {16, 256}, {128, 128}, {4, 512}, {64, 32}};
  for (std::size_t i = 0; i < 3; ++i) shapes_.push_back(random_.pick(known));
  prologue(opCount);
  for (;;) {
    const std::size_t left = opCount - w_.written - 2;
    std::vector<const Idiom *> fitting;
    for (const Idiom &idiom : idioms())
      if (idiom.most <= left) fitting.insert(fitting.end(), idiom.weight, &idiom);
    if (fitting.empty()) break;
    nextLine();
    (this->*random_.pick(fitting)->write)();
  }
  finish(opCount - w_.written - 2);
}

void SyntheticKernel::beginEntry(std::size_t tensors) {
  Location file = locationOfKind(LocationKind::File), unit = locationOfKind(LocationKind::CompileUnit);
  file.name = "synthetic.py", file.other = "kernels";
  unit.file = addLocation(tree_, std::move(file));
  Location subprogram = locationOfKind(LocationKind::Subprogram);
  subprogram.file = unit.file;
  subprogram.scope = addLocation(tree_, std::move(unit));
  subprogram.name = subprogram.other = name_;
  subprogram.line = line_;
  subprogram.column = line_;
  subprogram_ = addLocation(tree_, std::move(subprogram));
  TreeFunction function;
  function.head.name = name_;
  function.head.hints = entryHints();
  function.body = std::make_unique<TreeBlock>();
  const auto argument = [&](TypeId type) {
    function.body->arguments.push_back(std::make_unique<TreeValue>(TreeValue{type, nullptr, function.body.get()}));
    return function.body->arguments.back().get();
  };
  static const std::vector<ScalarKind> elements{ScalarKind::F32, ScalarKind::F16, ScalarKind::BF16, ScalarKind::F32};
  for (std::size_t i = 0; i < tensors; ++i) {
    Tensor tensor;
    tensor.element = i == 0 ? ScalarKind::F32 : i == 1 ? ScalarKind::F16 : random_.pick(elements);
    tensor.arguments.push_back(argument(tree_.tile({}, tree_.pointer(tensor.element))));
    for (std::size_t k = 0; k < 3; ++k) tensor.arguments.push_back(argument(i32_));
    tensors_.push_back(std::move(tensor));
  }
  w_.atEnd(*function.body);
  tree_.functions.push_back(std::move(function));
  nextLine();
  Location head = tree_.tables.locations[w_.location.index()];
  tree_.functions.back().head.location = addLocation(tree_, std::move(head));
}

void SyntheticKernel::prologue(std::size_t opCount) {
  const bool small = opCount < 60;
  const std::size_t tensors = small ? 1 : std::clamp<std::size_t>(opCount / (4 * kTensorCost), 2, 24);
  beginEntry(tensors);
  TreeValue *token = w_.one(OpKind::MakeToken, {}, tree_.token());
  const bool tokenEach = !small && random_.chance(30);
  for (Tensor &tensor : tensors_) {
    nextLine();
    Values &args = tensor.arguments;
    assumeChain(args[0], 16, false);
    if (!small) {
      const std::uint64_t divisor = random_.chance(70) ? 16 : 0;
      for (std::size_t k = 1; k < 4; ++k) assumeChain(args[k], k == 3 ? divisor / 2 : divisor, true);
    }
    Type view;
    view.kind = TypeKind::TensorView;
    view.element = tree_.scalar(tensor.element);
    view.shape = {kDynamic, kDynamic};
    view.strides = {kDynamic, 1};
    Values strides{args[3]};
    if (!small && random_.chance(15)) view.strides[0] = 2048, strides.clear();
    tensor.view = w_.one(OpKind::MakeTensorView, {{args[0]}, {args[1], args[2]}, strides}, tree_.type(std::move(view)));
    tensor.token = tokenEach && &tensor != tensors_.data() ? w_.one(OpKind::MakeToken, {}, tree_.token()) : token;
  }
  nextLine();
  TreeOp &ids = w_.op(OpKind::GetTileBlockId, {}, {i32_, i32_, i32_});
  for (const auto &id : ids.results) indices_.push_back(id.get());
  output_ = partition(tensors_[0], shapes_[0], false);
  result_ = loadFrom(tensors_[0], output_, {indices_[0], indices_[1]});
  keep(result_);
}

/// div_by, bounded, div_by as cuTile Python writes them; cuTile Rust leaves the first out.
void SyntheticKernel::assumeChain(TreeValue *&value, std::uint64_t divisor, bool bounded) {
  if (divisor != 0 && bounded && random_.chance(50)) value = w_.assume(value, tree_.divBy(divisor));
  if (bounded) value = w_.assume(value, tree_.bounded(0, std::nullopt));
  if (divisor != 0) value = w_.assume(value, tree_.divBy(divisor));
}

void SyntheticKernel::finish(std::size_t left) {
  nextLine();
  TreeValue *tile = result_;
  for (std::size_t i = 0; i < left; ++i) tile = oneOp(tile);
  nextLine();
  // The only index that is surely in sight of the end: the block's.
  store(tensors_[0], tile, {indices_[0], indices_[1]});
  w_.op(OpKind::Return, {}, {});
}

void SyntheticKernel::nextLine() {
  line_ += 1 + random_.below(3);
  Location line = locationOfKind(LocationKind::Line);
  line.scope = subprogram_;
  line.name = "synthetic.py";
  line.line = line_;
  line.column = 5 + 4 * random_.below(4);
  w_.location = addLocation(tree_, std::move(line));
}

AttributeId SyntheticKernel::hints(const std::vector<std::pair<std::string, AttributeId>> &entries) {
  Attribute dictionary, made;
  dictionary.kind = AttributeKind::Dictionary;
  made.kind = AttributeKind::Hints;
  for (const auto &[key, value] : entries) dictionary.keys.push_back(key), dictionary.items.push_back(value);
  made.keys = {"default"};
  made.items = {tree_.attribute(std::move(dictionary))};
  return tree_.attribute(std::move(made));
}

AttributeId SyntheticKernel::entryHints() {
  const std::uint64_t ctas = std::uint64_t{1} << random_.below(2);
  const std::uint64_t occupancy = 1 + random_.below(4);
  switch (random_.below(3)) {
    case 0: return {};
    case 1: return hints({{"occupancy", tree_.integer(occupancy)}});
    default: return hints({{"num_cta_in_cga", tree_.integer(ctas)}, {"occupancy", tree_.integer(occupancy)}});
  }
}

}  // namespace tileport::mutate
