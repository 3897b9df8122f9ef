// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <optional>
#include <string>

#include "mutate/op_writer.h"
#include "mutate/random.h"

namespace tileport::mutate {

/// Writes one entry: a prologue of tensors, then idioms of real kernels until the ops are used up, then one store.
class SyntheticKernel {
 public:
  SyntheticKernel(Tree &tree, Random &random, std::string name) : tree_(tree), random_(random), w_(tree), name_(std::move(name)) {}

  void write(std::size_t opCount);

 private:
  using Values = OpWriter::Values;
  using Shape = std::vector<std::int64_t>;

  struct Tensor {
    tileir::ScalarKind element;
    Values arguments;  ///< base, rows, columns, stride
    TreeValue *view = nullptr;
    TreeValue *token = nullptr;
  };

  struct Scope;

  struct Idiom {
    void (SyntheticKernel::*write)();
    std::size_t most;  ///< ops that it writes at most, without the steps that a budget buys
    unsigned weight;
  };

  // synthetic_kernel.cpp: the frame
  void beginEntry(std::size_t tensors);
  void prologue(std::size_t opCount);
  void assumeChain(TreeValue *&value, std::uint64_t divisor, bool bounded);
  void finish(std::size_t left);
  void nextLine();
  tileir::AttributeId entryHints();
  tileir::AttributeId hints(const std::vector<std::pair<std::string, tileir::AttributeId>> &entries);

  // synthetic_parts.cpp: what the idioms are made of
  TreeValue *number(std::uint64_t n);
  TreeValue *index();
  TreeValue *binary(tileir::OpKind kind, TreeValue *x, TreeValue *y);
  TreeValue *unary(tileir::OpKind kind, TreeValue *x);
  TreeValue *oneOp(TreeValue *x);
  TreeValue *step(TreeValue *x);
  TreeValue *steps(TreeValue *x, std::size_t most);
  TreeValue *peer(TreeValue *x);
  TreeValue *partition(Tensor &tensor, const Shape &tile, bool padded);
  TreeValue *loadFrom(Tensor &tensor, TreeValue *view, const Values &index);
  TreeValue *load(Tensor &tensor, const Shape &tile, const Values &index);
  void store(Tensor &tensor, TreeValue *tile, const Values &index);
  TreeValue *converted(TreeValue *x, tileir::ScalarKind to);
  TreeValue *reduced(TreeValue *x, tileir::OpKind combine, std::uint64_t identity);
  TreeValue *spread(TreeValue *row, const Shape &shape);
  TreeValue *spreadScalar(TreeValue *scalar, std::int64_t count);
  TreeValue *compared(TreeValue *x, TreeValue *y);
  const Shape &shape() { return random_.pick(shapes_); }
  Tensor &tensor() { return tensors_[random_.below(tensors_.size())]; }
  Tensor &tensorOf(std::initializer_list<tileir::ScalarKind> kinds);
  void keep(TreeValue *tile);
  tileir::TypeId like(const TreeValue *x, tileir::ScalarKind element);

  // synthetic_idioms.cpp: the idioms
  static const std::vector<Idiom> &idioms();
  void elementwise();
  void softmax();
  void norm();
  void matmul();
  void tokenLoop();
  void untilLoop();
  void choice();
  void guardedStore();
  void gather();
  void atomic();
  void prefix();
  void indexMath();
  void transposed();
  void checks();
  void attention();
  void quantised();

  Tree &tree_;
  Random &random_;
  OpWriter w_;
  std::string name_;
  std::vector<Tensor> tensors_;
  std::vector<Shape> shapes_;
  Values indices_;                          ///< scalars that loads and stores may use here
  std::map<tileir::TypeId, Values> tiles_;  ///< f32 tiles that may be used here
  TreeValue *result_ = nullptr;             ///< the tile that the last store writes
  TreeValue *output_ = nullptr;             ///< the view that it writes to
  tileir::LocationId subprogram_;
  std::uint64_t line_ = 10;
  tileir::TypeId i32_;
};

}  // namespace tileport::mutate
