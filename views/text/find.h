// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "support/cancel.h"
#include "support/result.h"
#include "views/text/text_lines.h"

namespace tileport::views {

/// One place where a text was found, in UTF-16 units of its line.
struct Match {
  int line = 0;
  int column = 0;
  int length = 0;

  auto operator<=>(const Match &) const = default;
};

using Matches = std::vector<Match>;

/// Every place of `needle` in `text`, in text order, without overlaps. An empty needle is nowhere.
Result<Matches> findAll(const TextLines &text, const QString &needle, Qt::CaseSensitivity sensitivity, const CancelToken &cancel = {});

/// Position in `matches` of the first one at or after the place, or of the first of all; -1 when there is none.
int matchFrom(const Matches &matches, int line, int column);

}  // namespace tileport::views
