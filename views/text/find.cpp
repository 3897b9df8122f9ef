// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/find.h"

#include <QStringMatcher>
#include <algorithm>

namespace tileport::views {

Result<Matches> findAll(const TextLines &text, const QString &needle, Qt::CaseSensitivity sensitivity, const CancelToken &cancel) {
  Matches matches;
  if (needle.isEmpty()) return matches;
  const QStringMatcher matcher(needle, sensitivity);
  for (int line = 0; line < text.count(); ++line) {
    if (line % 1024 == 0 && cancel.cancelled()) return Error{ErrorKind::Cancelled, "the search was cancelled", {}, {}};
    const QString content = text.line(line);
    for (qsizetype at = matcher.indexIn(content); at >= 0; at = matcher.indexIn(content, at + needle.size()))
      matches.push_back({line, int(at), int(needle.size())});
  }
  return matches;
}

int matchFrom(const Matches &matches, int line, int column) {
  if (matches.empty()) return -1;
  const auto at = std::lower_bound(matches.begin(), matches.end(), Match{line, column, 0});
  return at == matches.end() ? 0 : int(at - matches.begin());
}

}  // namespace tileport::views
