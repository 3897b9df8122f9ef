// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/models/specification_rows.h"
#include "views/theme/theme.h"
#include "workspace/review.h"

class QTextBrowser;
class QToolButton;
class QUrl;

namespace tileport::views {

/// The finding that is selected: all that the triage says of it, with links to what bears it out, and what a person can do about it. While
/// none is, why the verdict is what it is.
class FindingPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit FindingPanel(QWidget *parent = nullptr);

  /// `finding` is one of the review's triage, or null.
  void setFinding(workspace::ReviewPtr review, const triage::Finding *finding);
  /// The same of what is no finding of one review: its page, and the sentence to copy. Empty: nothing.
  void setPage(const QString &html, const QString &sentence);
  /// How many findings are selected, how many of them a person's waiver is given for. `why` says why they cannot be triaged; empty: they
  /// can.
  void setTriageable(std::size_t selected, std::size_t waived, const QString &why);
  void setTheme(const ThemePtr &theme);
  void copySentence() const;

  int barHeight() const;
  QTextBrowser *text() const { return text_; }
  QToolButton *copyButton() const { return copy_; }
  QToolButton *acceptButton() const { return accept_; }
  QToolButton *withdrawButton() const { return withdraw_; }

 Q_SIGNALS:
  void placeChosen(const tileport::views::EvidencePlace &place);
  void acceptAsked();
  void withdrawAsked();

 private:
  QToolButton *addButton(const QString &text, const QString &tip);
  void follow(const QUrl &link);
  void showText();

  workspace::ReviewPtr review_;
  const triage::Finding *finding_ = nullptr;
  QString sentence_, page_;
  ThemePtr theme_ = builtInTheme(false);
  QWidget *bar_;
  QTextBrowser *text_;
  QToolButton *copy_;
  QToolButton *accept_;
  QToolButton *withdraw_;
};

}  // namespace tileport::views
