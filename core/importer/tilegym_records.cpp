// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/tilegym_records.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "importer/workspace_folder.h"
#include "support/file.h"

namespace tileport::importer {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;

bool isMadeToMatch(const std::string &line) {
  const auto record = nlohmann::json::parse(line, nullptr, false);
  return record.is_object() && record.value("set", nlohmann::json()) == "pairs";
}

}  // namespace

Result<std::vector<Record>> readRecords(const std::filesystem::path &file, evidence::Side side, const std::vector<std::string> &operators) {
  const Result<std::string> text = readFile(file, kLargestFile);
  if (!text) return text.error();
  std::vector<Record> records;
  std::map<std::string, int> taken;
  std::uint32_t number = 0;
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    std::string line = text->substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto read = side == evidence::Side::Reference ? evidence::readReferenceLaunch : evidence::readPortVariant;
    Result<evidence::Specialisation> specialisation = read(line, file.string(), number);
    if (!specialisation) return specialisation.error();
    const evidence::Specialisation &found = *specialisation;
    if (!operators.empty() && std::find(operators.begin(), operators.end(), found.op) == operators.end()) continue;
    std::string name = plainName(found.kernel + "." + found.variant);
    if (const int times = ++taken[found.op + "/" + name]; times > 1) name += "." + std::to_string(times);
    const bool madeToMatch = isMadeToMatch(line);
    records.push_back({std::move(line), std::move(*specialisation), madeToMatch, std::move(name)});
  }
  return records;
}

}  // namespace tileport::importer
