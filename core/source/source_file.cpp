// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/source_file.h"

#include <fstream>
#include <system_error>

#include "support/utf8.h"

namespace tileport::source {

namespace {

constexpr std::uintmax_t kLargestFile = std::uintmax_t{16} << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

Language languageOf(const std::filesystem::path &path) {
  const std::string extension = path.extension().string();
  if (extension == ".py") return Language::Python;
  if (extension == ".rs") return Language::Rust;
  if (extension == ".mlir" || extension == ".tileir" || extension == ".tileIR") return Language::TileIr;
  return Language::PlainText;
}

/// A last line without an end counts; the nothing after a last line end does not.
std::vector<std::uint32_t> findLineStarts(std::string_view text) {
  std::vector<std::uint32_t> starts;
  std::size_t at = 0;
  while (at < text.size()) {
    starts.push_back(static_cast<std::uint32_t>(at));
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    at = end + 1;
  }
  return starts;
}

std::shared_ptr<SourceFile> make(std::string displayName, std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  auto file = std::make_shared<SourceFile>();
  file->displayName = std::move(displayName);
  file->language = languageOf(file->displayName);
  file->text = repairUtf8(text);
  file->lineStarts = findLineStarts(file->text);
  return file;
}

Error cannotRead(const std::filesystem::path &path, std::string why) {
  return {ErrorKind::CannotRead,
          "cannot read the source file: " + std::move(why),
          {.file = path.string()},
          "Check the path and the file's permissions."};
}

}  // namespace

std::string_view SourceFile::line(LineIndex line) const {
  const std::size_t begin = lineStarts[line.index()];
  const std::size_t end = line.index() + 1 < lineStarts.size() ? lineStarts[line.index() + 1] : text.size();
  std::string_view content = std::string_view(text).substr(begin, end - begin);
  if (content.ends_with('\n')) content.remove_suffix(1);
  if (content.ends_with('\r')) content.remove_suffix(1);
  return content;
}

Result<SourceFilePtr> readSourceFile(const std::filesystem::path &path, std::string displayName) {
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (status.type() == std::filesystem::file_type::not_found) return cannotRead(path, "it does not exist");
  if (!std::filesystem::exists(status)) return cannotRead(path, failure.message());
  // Devices and pipes have no size to check and may never end.
  if (!std::filesystem::is_regular_file(status)) return cannotRead(path, "it is not a file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return cannotRead(path, "it may not be opened");

  std::string text;
  std::string chunk(std::size_t{64} << 10, '\0');
  // The size that the file system names may be stale: count what is really read.
  while (stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || stream.gcount() > 0) {
    text.append(chunk, 0, static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kLargestFile) {
      return Error{
          ErrorKind::Limit, "the source file is larger than 16 MiB", {.file = path.string()}, "Name the kernel's own source file."};
    }
  }
  if (stream.bad()) return cannotRead(path, "reading it failed");
  auto file = make(std::move(displayName), text);
  file->path = path;
  file->language = languageOf(path);
  return SourceFilePtr(std::move(file));
}

SourceFilePtr makeSourceFile(std::string displayName, std::string text) { return make(std::move(displayName), text); }

}  // namespace tileport::source
