// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structure.h"

#include <algorithm>
#include <numeric>

#include "tileir/printer.h"

namespace tileport::tileir::testing {

namespace {

class Writer {
 public:
  Writer(const Program &program, StructureOptions options) : program_(program), options_(options) {}

  std::string run() {
    const ProgramData &data = program_.data();
    for (const Global &global : data.globals) {
      add("global").add(global.name).add(global.alignment).add(global.isPrivate).add(global.isConstant);
      type(global.type);
      attribute(global.value);
      text_ += '\n';
    }
    for (const Function &function : data.functions) {
      add("entry").add(function.name).add(function.isPrivate).add(function.body.value);
      type(function.signature);
      attribute(function.hints);
      for (const AttributeId each : function.argumentAttributes) attribute(each);
      text_ += '\n';
    }
    for (const Op &op : data.ops) writeOp(op);
    for (const Region &region : data.regions) add("region").add(region.op.value).slice(region.blocks).add("\n");
    for (const Block &block : data.blocks) {
      add("block").add(block.region.value).add(block.function.value).slice(block.arguments);
      for (std::uint32_t i = 0; i < block.ops.count; ++i) add(data.blockOps[block.ops.first + i].value);
      text_ += '\n';
    }
    for (const Value &value : data.values) {
      add("value").add(value.op.value).add(value.block.value).add(value.index);
      type(value.type);
      text_ += '\n';
    }
    return std::move(text_);
  }

 private:
  Writer &add(std::string_view piece) {
    text_.append(piece) += ' ';
    return *this;
  }
  Writer &add(std::uint64_t number) { return add(std::to_string(number)); }
  Writer &slice(Slice slice) { return add(slice.count == 0 ? 0 : slice.first).add(slice.count); }

  void writeOp(const Op &op) {
    const ProgramData &data = program_.data();
    add("op").add(info(op.kind).mnemonic).add(op.block.value).add(op.subtreeEnd.value).slice(op.results).slice(op.regions);
    for (std::uint32_t i = 0; i < op.operands.count; ++i) add(data.operands[op.operands.first + i].value);
    add("/");
    for (std::uint32_t i = 0; i < op.segments.count; ++i) add(data.segments[op.segments.first + i]);
    for (std::uint32_t i = 0; i < op.attributes.count; ++i) {
      const NamedAttribute &use = data.attributeUses[op.attributes.first + i];
      add(info(op.kind).attributes[use.slot].name).add("=");
      attribute(use.value);
    }
    text_ += '\n';
  }

  void type(TypeId id) { add(id.valid() ? toText(program_, id) : "none"); }

  void attribute(AttributeId id) {
    if (!id.valid()) {
      add("none");
      return;
    }
    const Attribute &value = program_.attribute(id);
    const bool narrow = value.kind == AttributeKind::Integer && program_.type(value.type).scalar == ScalarKind::I1;
    const bool flag = !options_.flags && (value.kind == AttributeKind::Bool || narrow);
    add(flag ? 0 : static_cast<std::uint64_t>(value.kind)).add(static_cast<std::uint64_t>(value.enumKind)).add(value.bits);
    if (value.type.valid() && !flag) type(value.type);
    for (const auto &bound : {value.first, value.second}) add(bound ? std::to_string(*bound) : "?");
    add(value.text);
    for (const std::int64_t number : value.numbers) add(std::to_string(number));
    add(value.splat).add(value.elided);
    for (const char byte : value.elements) add(static_cast<unsigned char>(byte));
    std::vector<std::size_t> order(value.items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!value.keys.empty())
      std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return value.keys[a] < value.keys[b]; });
    add("{");
    for (const std::size_t position : order) {
      if (!value.keys.empty()) add(value.keys[position]);
      attribute(value.items[position]);
    }
    add("}");
  }

  const Program &program_;
  StructureOptions options_;
  std::string text_;
};

}  // namespace

std::string structureOf(const Program &program, StructureOptions options) { return Writer(program, options).run(); }

}  // namespace tileport::tileir::testing
