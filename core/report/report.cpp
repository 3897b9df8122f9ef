// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/report.h"

#include <array>
#include <utility>

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

std::string write(const Report &report, Format format) {
  switch (format) {
    case Format::Markdown: return markdown(report);
    case Format::Html: return html(report);
    case Format::Json: return json(report);
    case Format::Sarif: return sarif(report);
  }
  return {};
}

}  // namespace tileport::report
