// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tileir/printer/op_layout.h"
#include "tileir/text/attribute_reader.h"
#include "tileir/text/locations.h"
#include "tileir/text/scope.h"
#include "tileir/text/type_rules.h"

namespace tileport::tileir::text {

using Parameters = std::span<const printer::LayoutParameter>;

/// What a region's block is called with, as the text around it says.
struct BlockArgument {
  ValueName name;
  TypeId type;
};

/// The op that a block ends in when the text does not say it.
enum class ImpliedEnd : std::uint8_t { None, Yield, Continue };

/// Reads the ops of one program, region by region, by the layouts that the printer prints them with. The directives use it too.
class OpReader {
 public:
  OpReader(Scanner &in, ProgramData &data, TypePool &typePool, AttributePool &attributePool, LocationReader &locations);

  /// The body of an entry, behind its '{'.
  RegionId readBody(FunctionId function, std::span<const BlockArgument> arguments);
  /// Where ops refer to globals: all must be known in the end.
  struct SymbolUse {
    std::string name;
    std::size_t offset;
  };
  const std::vector<SymbolUse> &symbolUses() const { return symbolUses_; }
  TypeReader &types() { return types_; }
  AttributeReader &attributes() { return attributes_; }

  // ---- For directives: they read parts of the current op ---------------------------------------------------------------

  Scanner &in() { return in_; }
  TypePool &typePool() { return typePool_; }
  AttributePool &attributePool() { return attributePool_; }
  const OpInfo &about() const { return info(current().kind); }

  /// As many as the declared operand takes; a list may be empty.
  void readOperands(std::size_t declared);
  void readOperand(std::size_t declared);
  std::size_t operandCount(std::size_t declared) const;
  /// The type of the first of them; invalid when there is none.
  TypeId operandType(std::size_t declared) const;
  /// One type for each operand that was read, each checked against its operand's definition.
  void readOperandTypes(std::size_t declared);
  struct WrittenType {
    TypeId type;
    std::size_t offset;
    std::uint16_t declared = 0;
  };
  /// A type, with its place.
  WrittenType readType();
  /// Fails at the place of the type when an operand is of another one. One type stands for all operands.
  void checkOperandTypes(std::size_t declared, std::span<const WrittenType> written);
  void readResultTypes(std::size_t declared);
  void addResult(std::size_t declared, TypeId type, std::size_t offset);
  void readAttribute(std::size_t slot);
  void setAttribute(std::size_t slot, AttributeId value) { current().attributes[slot] = value; }
  /// What the attribute is when the text does not say it.
  void implyAttribute(std::size_t slot, AttributeId value) { current().implied[slot] = value; }
  ValueName readArgumentName();
  /// `{`, ops, `}` as the `position`-th region of the op. All operands, attributes and types of results must have been read.
  void readRegion(std::size_t position, std::span<const BlockArgument> arguments, ImpliedEnd implied);
  /// The same behind the '{', which cutile-rs puts before the arguments.
  void readOpenRegion(std::size_t position, std::span<const BlockArgument> arguments, ImpliedEnd implied);

 private:
  struct Use {
    ValueId value;
    std::size_t offset;
    std::uint32_t size;  ///< of the name in the text
    std::uint16_t declared;
  };
  struct ResultGroup {
    ValueName name;
    std::uint32_t count;
  };
  /// What was read of an op whose end was not reached yet.
  struct Draft {
    OpKind kind{};
    OpId id;
    std::size_t offset = 0;  ///< of the mnemonic
    bool committed = false;
    std::vector<ResultGroup> groups;
    std::vector<Use> uses;
    std::vector<WrittenType> results;
    std::vector<AttributeId> attributes;  ///< by slot: what the text says
    std::vector<AttributeId> implied;     ///< by slot: what holds when it says nothing
  };

  Draft &current() { return *drafts_[depth_]; }
  const Draft &current() const { return *drafts_[depth_]; }

  BlockId openBlock(RegionId region, std::span<const BlockArgument> arguments);
  void readBlock(BlockId block, ImpliedEnd implied);
  void addImplied(BlockId block, ImpliedEnd implied);
  bool readOp(BlockId block);
  void readGroups();
  OpKind readKind();
  void runLayout(std::span<const printer::LayoutInstruction> layout);
  bool groupAhead(std::span<const printer::LayoutInstruction> group, const printer::LayoutInstruction &condition);
  void readDictionary();
  void finish(OpId id);

  void commit();
  void applyRules();
  void applySame(const TypeRule &rule);
  void applyFixed(const TypeRule &rule, TypeId type);
  void applyTensorView(const TypeRule &rule);
  WrittenType *resultOf(std::size_t declared);
  void settle();
  void completeAttributes();
  AttributeId completed(std::size_t slot);
  AttributeId typedIdentities(AttributeId list);
  void addOperands();
  void addResults();
  ValueId addValue(TypeId type, OpId op, BlockId block, std::uint32_t index, std::uint32_t nameSize);
  void charge(const Op &op);
  std::string nameAt(const Use &use) const;

  Scanner &in_;
  ProgramData &data_;
  TypePool &typePool_;
  AttributePool &attributePool_;
  LocationReader &locations_;
  TypeReader types_;
  AttributeReader attributes_;
  Scope scope_;
  FunctionId function_;
  std::vector<OpId> pending_;  ///< ops of the open blocks, innermost last
  std::vector<std::unique_ptr<Draft>> drafts_;
  std::size_t depth_ = 0;
  std::vector<SymbolUse> symbolUses_;
  std::vector<std::uint32_t> nameSizes_;  ///< by value: an upper estimate of the characters of its printed name
};

}  // namespace tileport::tileir::text
