// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/op_writer.h"

namespace tileport::mutate {

using namespace tileir;

TreeOp &OpWriter::op(OpKind kind, Operands operands, const std::vector<TypeId> &results, const Attributes &attributes) {
  auto made = std::make_unique<TreeOp>();
  made->kind = kind;
  made->location = location;
  made->operands = std::move(operands);
  made->operands.resize(info(kind).operands.size());
  made->regions.resize(info(kind).regionCount);
  for (const TypeId type : results) made->results.push_back(std::make_unique<TreeValue>(TreeValue{type, made.get(), nullptr}));
  for (const auto &[name, value] : attributes)
    if (value.valid()) tree_.set(*made, name, value);
  complete(*made);
  ++written;
  return Tree::insert(*block_, position_++, std::move(made));
}

void OpWriter::complete(TreeOp &op) {
  for (const AttributeInfo &about : op.info().attributes) {
    if (about.optional || tree_.get(op, about.name).valid()) continue;
    if (about.form == AttributeForm::Enum) {
      tree_.set(op, about.name, tree_.enumerator(about.enumKind, about.defaultValue.value_or(0)));
    } else if (about.form == AttributeForm::Bool) {
      tree_.set(op, about.name, tree_.boolean(false));
    } else if (about.form == AttributeForm::BoolArray) {
      // Of versions that do not write it, too, as readers fill it in.
      Attribute none;
      none.kind = AttributeKind::BoolArray;
      for (std::size_t i = 0; i < op.operands.size(); ++i)
        if (op.info().operands[i].name == "index") none.numbers.assign(op.operands[i].size(), 0);
      tree_.set(op, about.name, tree_.attribute(std::move(none)));
    }
  }
}

TreeBlock &OpWriter::enter(TreeOp &op, std::size_t n, const std::vector<TypeId> &arguments) {
  auto block = std::make_unique<TreeBlock>();
  block->owner = &op;
  for (const TypeId type : arguments) block->arguments.push_back(std::make_unique<TreeValue>(TreeValue{type, nullptr, block.get()}));
  op.regions[n].blocks.push_back(std::move(block));
  atEnd(*op.regions[n].blocks.back());
  return *block_;
}

void OpWriter::leave() {
  TreeOp &owner = *block_->owner;
  at(*owner.block, Tree::position(owner) + 1);
}

}  // namespace tileport::mutate
