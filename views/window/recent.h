// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <optional>

#include "views/window/review_session.h"

class QMimeData;

namespace tileport::views {

/// What was opened last, newest first, kept in the settings.
class RecentTargets {
 public:
  static constexpr qsizetype kMost = 10;

  QList<OpenTarget> list() const;
  void add(const OpenTarget &target);
  void clear();
};

/// "demo — /home/me/ports/demo", "a.tileirbc | b.tileirbc"
QString titleOf(const OpenTarget &target);

/// The endings, without the dot and in small letters, of files that a dialog offers and a drop takes for programs. What they
/// are is told by their content (tileir/program_reader.h).
const QStringList &programEndings();
bool isProgramName(const QString &path);

/// What dropped or listed files stand for: a folder, a workspace.json, or two programs (the one whose name says
/// "reference" first, else in the order given). Absent when they are neither.
std::optional<OpenTarget> targetOf(const QStringList &paths);

std::optional<OpenTarget> targetOf(const QMimeData &data);

}  // namespace tileport::views
