// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/content_keys.h"

#include "support/fnv.h"
#include "tileir/printer.h"
#include "triage/difference_text.h"

namespace tileport::triage {

namespace {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

class Hash {
 public:
  Hash &add(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) hash_.add(static_cast<unsigned char>(number >> (8 * i)));
    return *this;
  }
  Hash &add(std::string_view text) {
    add(text.size());
    hash_.add(text);
    return *this;
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  Fnv1a hash_;
};

}  // namespace

ContentKeys::ContentKeys(const tileir::Program &program) : program_(program), ops_(program.opCount()), values_(program.valueCount()) {
  for (std::size_t i = 0; i < program.functionCount(); ++i) addBlock(program.bodyOf(tileir::FunctionId(i)), 0);
}

/// `around` is what the op that holds the block computes from.
void ContentKeys::addBlock(BlockId block, std::uint64_t around) {
  for (std::uint32_t i = 0; i < program_.block(block).arguments.count; ++i) {
    const ValueId value = program_.argument(block, i);
    values_[value.index()] = Hash().add("argument").add(around).add(i).add(tileir::toText(program_, program_.value(value).type)).value();
  }
  for (const OpId op : program_.ops(block)) addOp(op);
}

void ContentKeys::addOp(OpId id) {
  const tileir::Op &op = program_.op(id);
  if (op.kind == OpKind::Assume) {
    ops_[id.index()] = values_[program_.result(id, 0).index()] = values_[program_.operands(id)[0].index()];
    return;
  }
  Hash hash;
  hash.add(tileir::info(op.kind).mnemonic);
  for (const tileir::NamedAttribute &use : program_.attributes(id)) hash.add(use.slot).add(tileir::toText(program_, use.value));
  for (const ValueId operand : program_.operands(id)) hash.add(values_[operand.index()]);
  for (std::uint32_t i = 0; i < op.results.count; ++i) hash.add(tileir::toText(program_, program_.value(program_.result(id, i)).type));
  const std::uint64_t head = hash.value();
  for (std::uint32_t r = 0; r < op.regions.count; ++r) {
    const tileir::RegionId region = program_.region(id, r);
    for (std::uint32_t b = 0; b < program_.region(region).blocks.count; ++b) {
      const BlockId block = program_.block(region, b);
      addBlock(block, Hash().add(head).add(r).add(b).value());
      for (const OpId inside : program_.ops(block)) hash.add(ops_[inside.index()]);
    }
  }
  ops_[id.index()] = hash.value();
  for (std::uint32_t i = 0; i < op.results.count; ++i) values_[program_.result(id, i).index()] = Hash().add(hash.value()).add(i).value();
}

std::string ContentKeys::key(const align::Subject &subject) const {
  Hash hash;
  if (subject.op.valid()) {
    hash.add("op").add(ops_[subject.op.index()]);
  } else if (subject.global) {
    const tileir::Global &global = program_.data().globals[*subject.global];
    hash.add("global").add(tileir::toText(program_, global.value)).add(tileir::toText(program_, global.type)).add(global.alignment);
    hash.add(global.isPrivate).add(global.isConstant);
  } else if (subject.function.valid()) {
    hash.add("entry");
    const BlockId body = program_.bodyOf(subject.function);
    for (std::uint32_t i = 0; i < program_.block(body).arguments.count; ++i)
      hash.add(tileir::toText(program_, program_.value(program_.argument(body, i)).type));
    hash.add(subject.argument.value_or(UINT32_MAX));
  }
  return hashText(std::to_string(hash.value()));
}

std::string ContentKeys::wholeKey() const {
  std::string all;
  for (std::size_t i = 0; i < program_.functionCount(); ++i) {
    const tileir::FunctionId entry(i);
    all += key({.op = {}, .function = entry, .argument = {}, .global = {}, .lines = {}});
    for (const OpId op : program_.ops(program_.bodyOf(entry)))
      all += key({.op = op, .function = entry, .argument = {}, .global = {}, .lines = {}});
  }
  for (std::uint32_t i = 0; i < program_.data().globals.size(); ++i)
    all += key({.op = {}, .function = {}, .argument = {}, .global = i, .lines = {}});
  return hashText(all);
}

}  // namespace tileport::triage
