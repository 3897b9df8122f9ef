// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/text_lines.h"

#include <algorithm>

namespace tileport::views {

TextLines::TextLines(std::shared_ptr<const void> owner, std::string_view text, std::span<const std::uint32_t> starts)
    : owner_(std::move(owner)), text_(text), starts_(starts) {}

TextLines TextLines::of(const tileir::ProgramPtr &program) {
  if (!program) return {};
  const tileir::Listing &listing = program->listing();
  return {program, listing.text, listing.lineStarts};
}

TextLines TextLines::of(const source::SourceFilePtr &file) {
  if (!file) return {};
  return {file, file->text, file->lineStarts};
}

std::string_view TextLines::utf8(int line) const {
  const std::size_t begin = starts_[std::size_t(line)];
  const std::size_t end = line + 1 < count() ? starts_[std::size_t(line) + 1] : text_.size();
  std::string_view result = text_.substr(begin, end - begin);
  if (result.ends_with('\n')) result.remove_suffix(1);
  if (result.ends_with('\r')) result.remove_suffix(1);
  return result;
}

QString TextLines::line(int line) const {
  const std::string_view bytes = utf8(line);
  return QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
}

int TextLines::longestLine() const {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const std::size_t end = i + 1 < starts_.size() ? starts_[i + 1] : text_.size();
    longest = std::max(longest, end - starts_[i]);
  }
  return int(longest);
}

int utf16Column(std::string_view line, std::uint32_t byteColumn) {
  const std::size_t end = std::min<std::size_t>(byteColumn, line.size());
  int column = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const auto byte = static_cast<unsigned char>(line[i]);
    if ((byte & 0xC0) != 0x80) column += byte >= 0xF0 ? 2 : 1;
  }
  return column;
}

}  // namespace tileport::views
