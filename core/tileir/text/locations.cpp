// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/text/locations.h"

#include <algorithm>
#include <array>

#include "tileir/consistency.h"

namespace tileport::tileir::text {

namespace {

/// Locations in one another, where they stand in one piece. Those of inlined calls go by aliases.
constexpr unsigned kDeepestNesting = 64;
constexpr std::uint64_t kUnseen = 0;
constexpr std::uint64_t kOpen = UINT64_MAX;
constexpr std::string_view kDialect = "cuda_tile.";

}  // namespace

// ---- Reading -----------------------------------------------------------------------------------------------------------

std::uint32_t LocationReader::add(Node node) {
  in_.charge(2 * (sizeof(Node) + sizeof(Location)));
  nodes_.push_back(std::move(node));
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t LocationReader::aliasNode(std::string_view name, std::size_t offset) {
  const auto [place, isNew] = aliases_.try_emplace(name, 0);
  if (isNew) {
    Node node;
    node.offset = offset;
    place->second = add(std::move(node));
  }
  return place->second;
}

std::optional<std::uint32_t> LocationReader::readTrailing() {
  if (!in_.takeWord("loc")) return std::nullopt;
  in_.expect('(');
  const std::uint32_t node = readLocation();
  in_.expect(')');
  used_.push_back(node);
  return node;
}

void LocationReader::readDefinition(std::string_view name, std::size_t offset) {
  const std::uint32_t alias = aliasNode(name, offset);
  if (nodes_[alias].kind != NodeKind::Undefined) in_.fail(offset, "'#" + std::string(name) + "' is defined twice");
  in_.expect('=');
  std::uint32_t value = 0;
  if (in_.takeWord("loc")) {
    in_.expect('(');
    value = readLocation();
    in_.expect(')');
  } else if (in_.peek() == '#') {
    value = readRecord();
  } else {
    in_.expected("a location or a record of debug information");
  }
  nodes_[alias].kind = NodeKind::Link;
  nodes_[alias].first = value;
  nodes_[alias].offset = offset;
}

/// What stands in loc( ), or as a part of another location, where the word may stand before it.
std::uint32_t LocationReader::readNested() {
  if (!in_.takeWord("loc")) return readLocation();
  in_.expect('(');
  const std::uint32_t node = readLocation();
  in_.expect(')');
  return node;
}

std::uint32_t LocationReader::readLocation() {
  const std::size_t offset = in_.here();
  if (depth_ == kDeepestNesting)
    in_.fail(offset, "locations are nested more than " + std::to_string(kDeepestNesting) + " deep", ErrorKind::Limit);
  ++depth_;
  std::uint32_t node = 0;
  if (in_.peek() == '#') {
    node = readRecord();
  } else if (in_.peek() == '"') {
    node = readPlace();
  } else if (in_.takeWord("unknown")) {
    Node unknown;
    unknown.kind = NodeKind::Unknown;
    unknown.offset = offset;
    node = add(std::move(unknown));
  } else if (in_.takeWord("callsite")) {
    node = readCallSite(offset);
  } else if (in_.takeWord("fused")) {
    node = readFused(offset);
  } else {
    in_.expected("a location");
  }
  --depth_;
  return node;
}

/// "file":line:column, or "name"(location), of which only the location is kept.
std::uint32_t LocationReader::readPlace() {
  Node node;
  node.kind = NodeKind::Place;
  node.offset = in_.here();
  node.name = in_.string("a file's name");
  if (in_.take('(')) {
    const std::uint32_t named = readNested();
    in_.expect(')');
    return named;
  }
  if (in_.take(':')) {
    node.line = readNumber();
    in_.expect(':');
    node.column = readNumber();
    if (in_.takeWord("to")) {  // a range, of which only the beginning is kept
      if (in_.peek() != ':') readNumber();
      in_.expect(':');
      readNumber();
    }
  } else {
    node.kind = NodeKind::Unknown;
  }
  return add(std::move(node));
}

std::uint32_t LocationReader::readCallSite(std::size_t offset) {
  in_.expect('(');
  Node node;
  node.kind = NodeKind::CallSite;
  node.offset = offset;
  node.first = readNested();
  in_.expectWord("at");
  node.second = readNested();
  in_.expect(')');
  return add(std::move(node));
}

/// Several locations as one, which a program does not have: the first stands for all.
std::uint32_t LocationReader::readFused(std::size_t offset) {
  if (in_.peek() == '<') in_.fail(offset, "a fused location with metadata is not read", ErrorKind::Unsupported);
  in_.expect('[');
  const std::uint32_t first = readNested();
  while (in_.take(',')) readNested();
  in_.expect(']');
  return first;
}

std::uint64_t LocationReader::readNumber() { return in_.natural("a number", UINT32_MAX); }

/// #alias or #cuda_tile.di_file<...>
std::uint32_t LocationReader::readRecord() {
  const std::size_t offset = in_.here();
  const std::string_view name = in_.takeName('#').value_or(std::string_view());
  if (!name.empty() && !name.starts_with(kDialect)) return aliasNode(name, offset);
  constexpr std::pair<std::string_view, NodeKind> kRecords[] = {{"di_loc", NodeKind::Scoped},
                                                                {"di_file", NodeKind::File},
                                                                {"di_compile_unit", NodeKind::CompileUnit},
                                                                {"di_lexical_block", NodeKind::LexicalBlock},
                                                                {"di_subprogram", NodeKind::Subprogram}};
  for (const auto &[text, kind] : kRecords) {
    if (!name.empty() && name.substr(kDialect.size()) == text) return readRecordOf(kind, offset);
  }
  in_.goBack(offset);
  in_.expected("di_loc, di_file, di_compile_unit, di_lexical_block, di_subprogram or an alias");
}

std::uint32_t LocationReader::readRecordOf(NodeKind kind, std::size_t offset) {
  if (depth_ == kDeepestNesting)
    in_.fail(offset, "locations are nested more than " + std::to_string(kDeepestNesting) + " deep", ErrorKind::Limit);
  ++depth_;
  Node node;
  node.kind = kind;
  node.offset = offset;
  in_.expect('<');
  if (kind == NodeKind::File) {
    readFile(node);
  } else if (kind == NodeKind::Scoped) {
    readScoped(node);
  } else {
    readFields(node);
  }
  in_.expect('>');
  --depth_;
  return add(std::move(node));
}

void LocationReader::readFile(Node &node) {
  node.name = in_.string("a file's name");
  in_.expectWord("in");
  node.other = in_.string("a folder's name");
}

void LocationReader::readScoped(Node &node) {
  node.first = readNested();
  in_.expectWord("in");
  node.second = readRecord();
}

/// file = #di_file, line = 3, ... in any order, each once.
void LocationReader::readFields(Node &node) {
  constexpr std::array<std::string_view, 1> kCompileUnit = {"file"};
  constexpr std::array<std::string_view, 4> kLexicalBlock = {"scope", "file", "line", "column"};
  constexpr std::array<std::string_view, 7> kSubprogram = {"file", "line", "name", "linkageName", "compileUnit", "scopeLine", "flags"};
  const std::span<const std::string_view> fields = node.kind == NodeKind::CompileUnit    ? std::span<const std::string_view>(kCompileUnit)
                                                   : node.kind == NodeKind::LexicalBlock ? std::span<const std::string_view>(kLexicalBlock)
                                                                                         : std::span<const std::string_view>(kSubprogram);
  std::array<bool, 7> seen{};
  do {
    const std::string_view word = in_.peekWord();
    const auto field = std::find(fields.begin(), fields.end(), word);
    const auto position = static_cast<std::size_t>(field - fields.begin());
    if (field == fields.end() || seen[position]) in_.expected("another part of the record");
    seen[position] = true;
    in_.takeWord(word);
    in_.expect('=');
    readField(node, word);
  } while (in_.take(','));
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!seen[i] && fields[i] != "flags") in_.expected("', " + std::string(fields[i]) + " = ...'");
  }
}

void LocationReader::readField(Node &node, std::string_view field) {
  if (field == "file") {
    node.first = readPart(NodeKind::File);
  } else if (field == "scope") {
    node.second = readRecord();
  } else if (field == "compileUnit") {
    node.second = readPart(NodeKind::CompileUnit);
  } else if (field == "line") {
    node.line = readNumber();
  } else if (field == "column" || field == "scopeLine") {
    node.column = readNumber();
  } else if (field == "name") {
    node.name = in_.string("a name");
  } else if (field == "linkageName") {
    node.other = in_.string("a name");
  } else if (!in_.takeWord("none")) {
    if (!in_.takeWord("declaration")) in_.expected("none or declaration");
    node.declaration = true;
  }
}

/// A record of a kind that the field says: its name may be left out.
std::uint32_t LocationReader::readPart(NodeKind kind) { return in_.peek() == '<' ? readRecordOf(kind, in_.here()) : readRecord(); }

// ---- Making records ------------------------------------------------------------------------------------------------------

std::uint32_t LocationReader::target(std::uint32_t node) const {
  while (nodes_[node].kind == NodeKind::Link) node = nodes_[node].first;
  return node;
}

void LocationReader::resolve(std::vector<Location> &records) {
  made_ = &records;
  sizes_.assign(nodes_.size(), kUnseen);
  records_.assign(nodes_.size(), LocationId());
  // All nodes, also those that nothing uses: an alias that is wrong is an error wherever it stands.
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    in_.poll();
    if (sizes_[node] == kUnseen) order(node);
  }
  for (const std::uint32_t node : used_) {
    const NodeKind kind = kindOf(node);
    require(nodes_[node], kind == NodeKind::Unknown || kind == NodeKind::Place || kind == NodeKind::Scoped || kind == NodeKind::CallSite,
            "a place in a source");
    part(node);
  }
}

/// Converts what a node refers to, then the node itself; without recursion, because aliases can form long chains.
void LocationReader::order(std::uint32_t root) {
  std::vector<std::uint32_t> path{root};
  while (!path.empty()) {
    const std::uint32_t index = path.back();
    const Node &node = nodes_[index];
    if (node.kind == NodeKind::Undefined) in_.fail(node.offset, "this location is not defined anywhere");
    sizes_[index] = kOpen;
    std::uint64_t size = node.kind == NodeKind::Link ? 0 : 1;
    bool waits = false;
    for (const std::uint32_t part : {node.first, node.second}) {
      if (part == kNone) continue;
      if (sizes_[part] == kUnseen) {
        path.push_back(part);
        waits = true;
        break;
      }
      if (sizes_[part] == kOpen) in_.fail(node.offset, "a location contains itself");
      size += sizes_[part];
    }
    if (waits) continue;
    if (size > kLargestLocation) in_.fail(node.offset, "a location is nested too deep", ErrorKind::Limit);
    sizes_[index] = size;
    convert(index);
    path.pop_back();
  }
}

void LocationReader::require(const Node &node, bool holds, const char *what) const {
  if (!holds) in_.fail(node.offset, std::string("expected a location that names ") + what);
}

LocationId LocationReader::part(std::uint32_t node) {
  if (node == kNone) return {};
  node = target(node);
  if (nodes_[node].kind == NodeKind::Place && !records_[node].valid()) {
    Location location;
    location.kind = LocationKind::Line;
    location.name = nodes_[node].name;
    location.line = nodes_[node].line;
    location.column = nodes_[node].column;
    made_->push_back(std::move(location));
    records_[node] = LocationId(made_->size() - 1);
  }
  return records_[node];
}

void LocationReader::convert(std::uint32_t index) {
  const Node &node = nodes_[index];
  Location location;
  location.line = node.line;
  location.column = node.column;
  location.name = node.name;
  location.other = node.other;
  const auto isScope = [this](std::uint32_t scope) {
    return kindOf(scope) == NodeKind::LexicalBlock || kindOf(scope) == NodeKind::Subprogram;
  };
  const auto isPlace = [this](std::uint32_t part) {
    const NodeKind kind = kindOf(part);
    return kind == NodeKind::Unknown || kind == NodeKind::Place || kind == NodeKind::Scoped || kind == NodeKind::CallSite;
  };
  switch (node.kind) {
    case NodeKind::Undefined:
    case NodeKind::Unknown:
    case NodeKind::Place: return;  // most places are only parts of scoped ones
    case NodeKind::Link: nodes_[index].first = target(node.first); return;
    case NodeKind::Scoped: {
      require(node, kindOf(node.first) == NodeKind::Place, "a line of a file");
      require(node, isScope(node.second), "a subprogram or a lexical block");
      const Node &place = nodes_[target(node.first)];
      location.kind = LocationKind::Line;
      location.name = place.name;
      location.line = place.line;
      location.column = place.column;
      location.scope = part(node.second);
      break;
    }
    case NodeKind::CallSite:
      require(node, isPlace(node.first) && isPlace(node.second), "places in a source");
      location.kind = LocationKind::CallSite;
      location.callee = part(node.first);
      location.caller = part(node.second);
      break;
    case NodeKind::File: location.kind = LocationKind::File; break;
    case NodeKind::CompileUnit:
    case NodeKind::LexicalBlock:
    case NodeKind::Subprogram:
      require(node, kindOf(node.first) == NodeKind::File, "a di_file");
      location.file = part(node.first);
      location.kind = LocationKind::CompileUnit;
      if (node.kind == NodeKind::LexicalBlock) {
        require(node, isScope(node.second), "a subprogram or a lexical block");
        location.kind = LocationKind::LexicalBlock;
      } else if (node.kind == NodeKind::Subprogram) {
        require(node, kindOf(node.second) == NodeKind::CompileUnit, "a di_compile_unit");
        location.kind = LocationKind::Subprogram;
        location.declaration = node.declaration;
      }
      if (node.second != kNone) location.scope = part(node.second);
      break;
  }
  made_->push_back(std::move(location));
  records_[index] = LocationId(made_->size() - 1);
}

}  // namespace tileport::tileir::text
