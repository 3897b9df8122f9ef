// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/front_ends.h"

#include <algorithm>
#include <cassert>
#include <charconv>

#include "json/json.h"
#include "triage/embedded.h"

namespace tileport::triage {

namespace {

using json::JsonAt;

/// "0.2.0" as numbers; absent when it is something else, such as a pre-release, of which nothing is known.
std::optional<std::vector<std::uint32_t>> parseVersion(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  while (true) {
    std::uint32_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || numbers.size() == 4) return std::nullopt;
    numbers.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) return numbers;
    if (text.front() != '.') return std::nullopt;
    text.remove_prefix(1);
  }
}

Result<FrontEndRow> readRow(const JsonAt &at) {
  if (auto known = at.onlyMembers({"front_end", "from", "to", "feature", "can", "limit", "evidence"}); !known) return known.error();
  FrontEndRow row;
  for (const auto &[name, text] : {std::pair("front_end", &row.frontEnd), std::pair("from", &row.from), std::pair("to", &row.to),
                                   std::pair("feature", &row.feature), std::pair("evidence", &row.evidence)}) {
    const auto member = at.member(name);
    if (!member) return member.error();
    auto value = member->string();
    if (!value) return std::move(value).error();
    if (value->empty()) return member->error("is empty", "Each row says of what it is, and where that is known from.");
    *text = std::move(*value);
  }
  const auto from = parseVersion(row.from), to = parseVersion(row.to);
  if (!from || !to || *to < *from)
    return at.error("\"" + row.from + "\" to \"" + row.to + "\" is no range of versions", "Write two like 0.2.0, the earlier one first.");
  const auto can = at.member("can");
  if (!can) return can.error();
  const auto says = can->boolean();
  if (!says) return says.error();
  row.can = *says;
  if (const auto limit = at.find("limit")) {
    const auto value = limit->integer();
    if (!value) return value.error();
    row.limit = *value;
  }
  return row;
}

bool covers(const FrontEndRow &row, const std::vector<std::uint32_t> &version) {
  const auto from = parseVersion(row.from), to = parseVersion(row.to);
  return from && to && *from <= version && version <= *to;
}

}  // namespace

const FrontEndRow *FrontEnds::find(std::string_view frontEnd, std::string_view feature) const {
  const std::size_t space = frontEnd.rfind(' ');
  if (space == std::string_view::npos) return nullptr;
  const auto version = parseVersion(frontEnd.substr(space + 1));
  if (!version) return nullptr;
  const std::string_view name = frontEnd.substr(0, space);
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const FrontEndRow &row) {
    return row.frontEnd == name && row.feature == feature && covers(row, *version);
  });
  return found == rows.end() ? nullptr : &*found;
}

Result<FrontEnds> readFrontEnds(std::string_view text, const std::string &file) {
  const auto root = json::parseJson(text, file);
  if (!root) return root.error();
  const JsonAt top(*root, file);
  if (auto known = top.onlyMembers({"schema", "rows"}); !known) return known.error();
  const auto schema = top.member("schema");
  if (!schema) return schema.error();
  const auto name = schema->string();
  if (!name) return name.error();
  if (*name != "tileport-front-ends/1") return schema->error("is \"" + *name + "\", expected \"tileport-front-ends/1\"");
  const auto member = top.member("rows");
  if (!member) return member.error();
  const auto items = member->items();
  if (!items) return items.error();
  FrontEnds table;
  for (const JsonAt &item : *items) {
    auto row = readRow(item);
    if (!row) return std::move(row).error();
    const auto clashes = [&](const FrontEndRow &other) {
      return other.frontEnd == row->frontEnd && other.feature == row->feature &&
             (covers(other, *parseVersion(row->from)) || covers(*row, *parseVersion(other.from)));
    };
    if (std::any_of(table.rows.begin(), table.rows.end(), clashes))
      return item.error("another row speaks of \"" + row->feature + "\" for the same version", "Let one row speak of a version.");
    table.rows.push_back(std::move(*row));
  }
  return table;
}

const FrontEnds &defaultFrontEnds() {
  static const FrontEnds table = [] {
    auto read = readFrontEnds(embeddedFrontEnds(), "front-ends.json");
    assert(read.ok());
    return std::move(*read);
  }();
  return table;
}

}  // namespace tileport::triage
