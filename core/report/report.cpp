// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/report.h"

#include <algorithm>
#include <array>
#include <utility>

#include "report/parts/writers.h"

namespace tileport::report {

namespace {

constexpr std::array kFormats{Format::Markdown, Format::Html, Format::Json, Format::Sarif};
constexpr std::array<std::pair<std::string_view, Format>, 5> kEndings{
    {{".md", Format::Markdown}, {".html", Format::Html}, {".htm", Format::Html}, {".json", Format::Json}, {".sarif", Format::Sarif}}};

}  // namespace

std::string_view toText(Format format) {
  switch (format) {
    case Format::Markdown: return "markdown";
    case Format::Html: return "html";
    case Format::Json: return "json";
    case Format::Sarif: return "sarif";
  }
  return "";
}

std::optional<Format> formatNamed(std::string_view name) {
  for (const Format each : kFormats) {
    if (toText(each) == name) return each;
  }
  return std::nullopt;
}

std::optional<Format> formatOfFile(std::string_view fileName) {
  if (fileName.ends_with(".sarif.json")) return Format::Sarif;
  for (const auto &[ending, format] : kEndings) {
    if (fileName.ends_with(ending)) return format;
  }
  return std::nullopt;
}

std::unique_ptr<Writer> writerOf(Format format, Report head, std::size_t pairs) {
  switch (format) {
    case Format::Markdown: return markdownWriter(std::move(head), pairs);
    case Format::Html: return htmlWriter(std::move(head), pairs);
    case Format::Json: return jsonWriter(std::move(head), pairs);
    case Format::Sarif: return sarifWriter(std::move(head), pairs);
  }
  return nullptr;
}

std::string write(const Report &report, Format format) {
  Report head = report;
  head.pairs.clear();
  const std::unique_ptr<Writer> writer = writerOf(format, std::move(head), report.pairs.size());
  std::vector<std::vector<std::string>> texts;
  for (const Pair &pair : report.pairs) texts.push_back(writer->add(pair));
  const Writer::Ends ends = writer->finish();
  std::string text = ends.before;
  for (const std::vector<std::string> &each : texts) text += each[std::min(ends.choice, each.size() - 1)];
  return text + ends.after;
}

std::string markdown(const Report &report) { return write(report, Format::Markdown); }
std::string html(const Report &report) { return write(report, Format::Html); }
std::string json(const Report &report) { return write(report, Format::Json); }
std::string sarif(const Report &report) { return write(report, Format::Sarif); }

triage::Verdict verdictOf(const Report &report) {
  Kept kept;
  for (const Pair &pair : report.pairs) kept.add(shown(pair));
  return kept.worst(report.unpaired.size());
}

}  // namespace tileport::report
