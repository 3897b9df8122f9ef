// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tileir/program.h"
#include "tileir/text/scanner.h"

/// Locations and the debug records that they name: tileir.md section 1.3, toolchain.md section 3.
namespace tileport::tileir::text {

/// Reads loc(...) and the definitions of aliases, which may stand before or after their use. What is read becomes records when
/// the whole text is known: until then locations go by the numbers of their nodes.
class LocationReader {
 public:
  explicit LocationReader(Scanner &in) : in_(in) {}

  /// loc(...), if it comes next: its node.
  std::optional<std::uint32_t> readTrailing();
  /// The rest of `#name = ...`, behind the name.
  void readDefinition(std::string_view name, std::size_t offset);

  /// Makes records of all nodes that `record` will be asked for; call it when all aliases are defined.
  void resolve(std::vector<Location> &records);
  /// The record of a location of an op or entry; invalid for unknown ones.
  LocationId record(std::uint32_t node) const { return records_[target(node)]; }

 private:
  enum class NodeKind : std::uint8_t { Undefined, Link, Unknown, Place, Scoped, CallSite, File, CompileUnit, LexicalBlock, Subprogram };

  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Node {
    NodeKind kind = NodeKind::Undefined;
    std::size_t offset = 0;        ///< where it stands, for errors
    std::uint32_t first = kNone;   ///< Link: what it stands for. Scoped: place. CallSite: callee. Others: file
    std::uint32_t second = kNone;  ///< Scoped, LexicalBlock: scope. CallSite: caller. Subprogram: compile unit
    std::string name;
    std::string other;
    std::uint64_t line = 0;
    std::uint64_t column = 0;
    bool declaration = false;
  };

  std::uint32_t add(Node node);
  std::uint32_t aliasNode(std::string_view name, std::size_t offset);
  std::uint32_t readLocation();
  std::uint32_t readPlace();
  std::uint32_t readCallSite(std::size_t offset);
  std::uint32_t readFused(std::size_t offset);
  std::uint32_t readNested();
  std::uint32_t readRecord();
  std::uint32_t readRecordOf(NodeKind kind, std::size_t offset);
  void readFile(Node &node);
  void readScoped(Node &node);
  void readFields(Node &node);
  void readField(Node &node, std::string_view field);
  std::uint32_t readPart(NodeKind kind);
  std::uint64_t readNumber();

  void order(std::uint32_t root);
  void convert(std::uint32_t index);
  std::uint32_t target(std::uint32_t node) const;
  NodeKind kindOf(std::uint32_t node) const { return node == kNone ? NodeKind::Unknown : nodes_[target(node)].kind; }
  void require(const Node &node, bool holds, const char *what) const;
  LocationId part(std::uint32_t node);

  Scanner &in_;
  std::vector<Node> nodes_;
  std::unordered_map<std::string_view, std::uint32_t> aliases_;
  std::vector<std::uint32_t> used_;  ///< by ops and entries
  unsigned depth_ = 0;

  std::vector<std::uint64_t> sizes_;  ///< by node: how many records it stands for
  std::vector<LocationId> records_;   ///< by node
  std::vector<Location> *made_ = nullptr;
};

}  // namespace tileport::tileir::text
