// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/manifest.h"

#include <algorithm>
#include <initializer_list>
#include <system_error>

#include "json/json.h"

namespace tileport::workspace {

namespace {

namespace fs = std::filesystem;
using json::JsonNode;
using json::kindText;

constexpr std::string_view kSchema = "tileport-workspace/1";
/// Also says what a program is specialised to, where its locations come from, and what has no partner.
constexpr std::string_view kSecondSchema = "tileport-workspace/2";

/// A value of the manifest and what it is called: "operators[0].variants[1].reference".
struct Member {
  const JsonNode &value;
  std::string path;
};

/// Reads members and stops at the first error, which names file, line and member.
class Reader {
 public:
  Reader(const std::string &file, const fs::path &folder) : file_(file), folder_(folder) {}

  Result<Workspace> read(const JsonNode &root) {
    const Member top{root, ""};
    Workspace workspace;
    workspace.folder = folder_;
    if (expect(top, JsonNode::Kind::Object) && readSchema(top) &&
        onlyKnown(top, {"schema", "name", "description", "operators"}, {"pairing"})) {
      workspace.name = name(top);
      workspace.description = optionalText(top, "description");
      workspace.operators = list<Operator>(top, "operators", [this](const Member &member) { return readOperator(member); });
      if (!failed_ && root.member("pairing")) {
        workspace.pairingName = text(top, "pairing");
        const fs::path pairing = inside(top, "pairing", workspace.pairingName);
        for (Operator &op : workspace.operators) op.pairing = pairing;
      }
    }
    if (failed_) return std::move(error_);
    return workspace;
  }

 private:
  bool readSchema(const Member &top) {
    const std::string schema = text(top, "schema");
    if (failed_) return false;
    second_ = schema == kSecondSchema;
    if (second_ || schema == kSchema) return true;
    return fail(*top.value.member("schema"), "schema", "is \"" + schema + "\", which this version does not read",
                "It reads \"" + std::string(kSchema) + "\" and \"" + std::string(kSecondSchema) + "\".", ErrorKind::Unsupported);
  }

  /// The members of schema 1, and with schema 2 the others too.
  bool onlyKnown(const Member &member, std::initializer_list<std::string_view> first, std::initializer_list<std::string_view> second) {
    std::vector<std::string_view> known(first);
    if (second_) known.insert(known.end(), second.begin(), second.end());
    return onlyKnown(member, known);
  }

  Operator readOperator(const Member &member) {
    Operator op;
    if (!expect(member, JsonNode::Kind::Object) || !onlyKnown(member, {"name", "description", "variants"}, {"unpaired"})) return op;
    op.name = name(member);
    op.description = optionalText(member, "description");
    op.variants = list<Variant>(member, "variants", [this](const Member &variant) { return readVariant(variant); });
    if (!failed_ && member.value.member("unpaired")) {
      // A reference and a port may have one name.
      op.unpaired = list<Unpaired>(
          member, "unpaired", [this](const Member &one) { return readUnpaired(one); },
          [](const Unpaired &a, const Unpaired &b) { return a.name == b.name && a.side == b.side; });
    }
    return op;
  }

  Unpaired readUnpaired(const Member &member) {
    Unpaired unpaired;
    if (!expect(member, JsonNode::Kind::Object) ||
        !onlyKnown(member, {"name", "side", "reason", "program", "source", "frontend", "launch", "locations", "locations_frontend"}, {}))
      return unpaired;
    unpaired.name = name(member);
    const std::string side = text(member, "side");
    if (!failed_ && side != "reference" && side != "port")
      fail(*member.value.member("side"), join(member.path, "side"), "is \"" + side + "\"", "Write reference or port.");
    unpaired.side = side == "port" ? Side::Port : Side::Reference;
    unpaired.reason = optionalText(member, "reason");
    unpaired.files = readFiles(member);
    return unpaired;
  }

  Variant readVariant(const Member &member) {
    Variant variant;
    if (!expect(member, JsonNode::Kind::Object) || !onlyKnown(member, {"name", "description", "reference", "port"}, {})) return variant;
    variant.name = name(member);
    variant.description = optionalText(member, "description");
    variant.reference = readSide(member, "reference");
    variant.port = readSide(member, "port");
    return variant;
  }

  SideFiles readSide(const Member &variant, const char *which) {
    SideFiles side;
    const JsonNode *value = required(variant, which);
    if (!value) return side;
    const Member member = child(variant, which, *value);
    if (!expect(member, JsonNode::Kind::Object) ||
        !onlyKnown(member, {"program", "source", "frontend"}, {"launch", "locations", "locations_frontend"}))
      return side;
    return readFiles(member);
  }

  SideFiles readFiles(const Member &member) {
    SideFiles side;
    if (failed_) return side;
    side.programName = text(member, "program");
    side.program = inside(member, "program", side.programName);
    if (member.value.member("source")) {
      side.sourceName = text(member, "source");
      side.source = inside(member, "source", side.sourceName);
    }
    side.frontEnd = optionalText(member, "frontend");
    if (member.value.member("launch")) {
      side.launchName = text(member, "launch");
      side.launch = inside(member, "launch", side.launchName);
    }
    if (member.value.member("locations")) {
      side.locationsName = text(member, "locations");
      side.locations = inside(member, "locations", side.locationsName);
    }
    side.locationsFrontEnd = optionalText(member, "locations_frontend");
    return side;
  }

  /// The file that a path of the manifest means. A workspace may come from anyone: it reaches no file but its own.
  fs::path inside(const Member &owner, const char *which, const std::string &written) {
    if (failed_) return {};
    const JsonNode &value = *owner.value.member(which);
    const std::string path = child(owner, which, value).path;
    const fs::path relative(written);
    if (written.empty() || written.find('\0') != std::string::npos || written.find('\\') != std::string::npos) {
      fail(value, path, "is not a path", "Write a path relative to the workspace folder, with / between folders.");
    } else if (relative.is_absolute()) {
      fail(value, path, "is an absolute path", "Write it relative to the workspace folder.");
    } else if (leaves(relative)) {
      fail(value, path, "leaves the workspace folder", "Copy the file into the workspace.");
    }
    return folder_ / relative.lexically_normal();
  }

  bool leaves(const fs::path &relative) const {
    const auto firstOf = [](const fs::path &path) { return path.empty() ? fs::path() : *path.begin(); };
    if (firstOf(relative.lexically_normal()) == "..") return true;
    // A symbolic link inside may point outside. What does not exist yet has none.
    std::error_code failure;
    const fs::path real = fs::weakly_canonical(folder_ / relative, failure);
    if (failure) return true;
    return firstOf(real.lexically_relative(folder_)) == "..";
  }

  template <class Item, class Read>
  std::vector<Item> list(const Member &owner, const char *which, Read read) {
    return list<Item>(owner, which, read, [](const Item &a, const Item &b) { return a.name == b.name; });
  }

  /// The items of a required array, no two of which may be alike.
  template <class Item, class Read, class Alike>
  std::vector<Item> list(const Member &owner, const char *which, Read read, Alike alike) {
    std::vector<Item> items;
    const JsonNode *value = required(owner, which);
    if (!value) return items;
    const Member array = child(owner, which, *value);
    if (!expect(array, JsonNode::Kind::Array)) return items;
    for (std::size_t i = 0; i < value->items.size() && !failed_; ++i) {
      const Member member{value->items[i], array.path + "[" + std::to_string(i) + "]"};
      Item item = read(member);
      if (failed_) break;
      if (std::any_of(items.begin(), items.end(), [&](const Item &other) { return alike(other, item); })) {
        fail(*member.value.member("name"), member.path + ".name", "\"" + item.name + "\" is used twice", "Give each its own name.");
      }
      items.push_back(std::move(item));
    }
    return items;
  }

  std::string name(const Member &owner) {
    std::string written = text(owner, "name");
    if (!failed_ && written.empty()) fail(*owner.value.member("name"), join(owner.path, "name"), "is empty", "Give it a name.");
    return written;
  }

  std::string optionalText(const Member &owner, const char *which) {
    return owner.value.member(which) ? text(owner, which) : std::string();
  }

  std::string text(const Member &owner, const char *which) {
    const JsonNode *value = required(owner, which);
    if (!value || !expect(child(owner, which, *value), JsonNode::Kind::String)) return {};
    return value->text;
  }

  /// Null after an error, this one or an earlier one.
  const JsonNode *required(const Member &owner, const char *which) {
    if (failed_) return nullptr;
    const JsonNode *value = owner.value.member(which);
    if (!value) fail(owner.value, join(owner.path, which), "is missing", "docs/workspace.md describes the members.");
    return value;
  }

  bool expect(const Member &member, JsonNode::Kind kind) {
    if (failed_) return false;
    if (member.value.kind == kind) return true;
    return fail(member.value, member.path, "must be " + std::string(kindText(kind)) + " but is " + std::string(kindText(member.value.kind)),
                "docs/workspace.md describes the members.");
  }

  /// A misspelt "source" would silently cost the reviewer a pane, so a name that means nothing is an error.
  bool onlyKnown(const Member &member, const std::vector<std::string_view> &known) {
    for (std::size_t i = 0; i < member.value.names.size() && !failed_; ++i) {
      const std::string &written = member.value.names[i];
      if (std::find(known.begin(), known.end(), written) != known.end()) continue;
      std::string names;
      for (std::string_view each : known) names += (names.empty() ? "" : ", ") + std::string(each);
      fail(member.value.items[i], join(member.path, written), "is not a member that is known here", "Known are " + names + ".");
    }
    return !failed_;
  }

  static std::string join(const std::string &owner, const std::string &which) { return owner.empty() ? which : owner + "." + which; }
  static Member child(const Member &owner, const char *which, const JsonNode &value) { return {value, join(owner.path, which)}; }

  /// Always false, so that a check can return it.
  bool fail(const JsonNode &at, const std::string &member, const std::string &what, std::string advice,
            ErrorKind kind = ErrorKind::Malformed) {
    failed_ = true;
    const std::string subject = member.empty() ? "the workspace" : "member " + member;
    error_ = {kind, subject + " " + what, {.file = file_, .line = at.line, .column = at.column}, std::move(advice)};
    return false;
  }

  const std::string &file_;
  const fs::path &folder_;
  bool second_ = false;  ///< the schema
  bool failed_ = false;
  Error error_;
};

}  // namespace

Result<Workspace> readManifest(std::string_view text, const std::string &file, const fs::path &folder) {
  Result<json::JsonNode> root = json::parseJson(text, file);
  if (!root) return std::move(root).error();
  return Reader(file, folder).read(*root);
}

}  // namespace tileport::workspace
