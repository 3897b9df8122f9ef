// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/check.h"

#include <algorithm>
#include <cstdint>

#include "tileport/commands.h"
#include "tileport/glyphs.h"
#include "tileport/json_text.h"

namespace tileport::cli {

namespace {

/// What a line of Tile IR begins with, results and prefix of the dialect put aside: "addi", "entry", "}".
std::string_view headOf(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (const std::size_t equals = line.find(" = "); line.starts_with('%') && equals != std::string_view::npos)
    line.remove_prefix(equals + 3);
  if (line.starts_with("cuda_tile.")) line.remove_prefix(10);
  const auto isWord = [](char letter) { return letter == '_' || (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9'); };
  const auto end = std::find_if_not(line.begin(), line.end(), isWord);
  return line.substr(0, std::max<std::size_t>(static_cast<std::size_t>(end - line.begin()), 1));
}

std::string_view takeLine(std::string_view &text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// How many lines at the beginning of a text begin as those of its listing do, which therefore are lines of the file as well.
/// All of a file that has no lines of its own.
std::uint32_t linesAlike(const FileCheck &check) {
  if (check.form != tileir::ProgramForm::Text) return UINT32_MAX;
  std::string_view content = check.content, listing = check.program->listing().text;
  if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);  // a byte order mark
  std::uint32_t count = 0;
  while (!content.empty() && !listing.empty() && headOf(takeLine(content)) == headOf(takeLine(listing))) ++count;
  return count;
}

/// What the rule is about: "addi", "entry @k", "global @table".
std::string subjectOf(const tileir::Program &program, const tileir::Violation &violation) {
  if (violation.op.valid()) return std::string(tileir::info(program.op(violation.op).kind).mnemonic);
  if (violation.global) return "global @" + program.data().globals[*violation.global].name;
  if (violation.function.valid()) return "entry @" + program.function(violation.function).name;
  return "module";
}

std::string violationText(const FileCheck &check, const tileir::Violation &violation, std::uint32_t alike) {
  std::string line = check.name;
  const std::string subject = subjectOf(*check.program, violation);
  std::string message = violation.message;
  if (violation.line.valid()) {
    const std::string number = std::to_string(violation.line.value + 1);
    line += violation.line.value < alike ? ":" + number : ": line " + number + " of its listing";
    // The message says itself where it is; here that stands before it.
    for (const std::string &said : {"line " + number + ": ", subject + ": "})
      if (message.starts_with(said)) message.erase(0, said.size());
  }
  return line + ": " + subject + ": " + violation.rule + ": " + message;
}

}  // namespace

FileCheck checkFile(const std::string &path) {
  const std::string name = tileir::shownName(path);
  FileCheck check{.name = name};
  auto content = tileir::readProgramBytes(path);
  if (!content) {
    check.error = std::move(content).error();
    return check;
  }
  check.content = std::move(*content);
  const auto bytes = std::as_bytes(std::span(check.content));
  check.form = tileir::formOf(bytes);
  auto program = tileir::readProgram(bytes, name);
  if (!program) {
    check.error = std::move(program).error();
    return check;
  }
  check.program = std::move(*program);
  check.violations = tileir::verify(*check.program, FileCheck::kMost + 1);
  check.more = check.violations.size() > FileCheck::kMost;
  if (check.more) check.violations.resize(FileCheck::kMost);
  return check;
}

std::string checkText(const FileCheck &check) {
  if (check.error) return "";
  std::string text;
  const std::uint32_t alike = check.violations.empty() ? 0 : linesAlike(check);
  for (const tileir::Violation &violation : check.violations) text += shortenWords(clean(violationText(check, violation, alike))) + "\n";
  if (check.more) text += clean(check.name) + ": more than " + std::to_string(FileCheck::kMost) + " violations; these are the first\n";
  if (check.violations.empty()) text += clean(check.name) + ": valid\n";
  return text;
}

int check(const std::vector<std::string> &files, const Output &output) {
  std::vector<FileCheck> checks;
  std::string text;
  bool broken = false, unreadable = false;
  for (const std::string &file : files) {
    checks.push_back(checkFile(file));
    FileCheck &each = checks.back();
    text += checkText(each);
    broken |= !each.violations.empty();
    unreadable |= each.error.has_value();
    if (each.error) fail(each.error->toString(), kCannotRead);
    each.content.clear();
  }
  return finish(output.json ? checkJson(checks) : text, unreadable ? kCannotRead : broken ? 1 : 0);
}

}  // namespace tileport::cli
