// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

/// Names and values come out of files of others: nothing in them may act on who reads a report.
namespace tileport::report {

/// Valid UTF-8 in which what cannot be seen (control characters, line ends, marks that change the direction of text, zero-width
/// characters) stands as "\u{202e}". A tab becomes a space.
std::string visible(std::string_view text);

/// visible(), for the content of an element and for a quoted attribute.
std::string htmlText(std::string_view text);

/// visible(), for a paragraph or a table cell of Markdown: nothing in it is markup.
std::string markdownText(std::string_view text);

/// visible(), as a code span, fenced by more backticks than it has. Of an empty text a dash.
std::string markdownCode(std::string_view text);
/// The same where it must keep a table cell whole: | escaped.
std::string markdownCell(std::string_view text);

/// A relative reference of RFC 3986, '/' kept: percent-encoded where needed. Never absolute and never with "..": such parts are dropped.
std::string relativeUri(std::string_view path);

/// At most `most` bytes, cut between code points, with "..." where something was cut.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace tileport::report
