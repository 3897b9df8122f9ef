// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/finding_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include "views/review/finding_text.h"
#include "views/review/review_text.h"
#include "views/review/triage_text.h"
#include "views/text/plain_tip.h"

namespace tileport::views {

FindingPanel::FindingPanel(QWidget *parent) : QWidget(parent) {
  bar_ = new QWidget(this);
  bar_->setProperty("bar", true);
  bar_->setAttribute(Qt::WA_StyledBackground);
  auto *row = new QHBoxLayout(bar_);
  row->setContentsMargins(8, 3, 8, 3);
  row->setSpacing(6);
  copy_ = addButton(tr("Copy Sentence"), tr("Copy the sentence, to paste into a review"));
  accept_ = addButton(tr("Accept…"), {});
  withdraw_ = addButton(tr("Withdraw"), {});
  row->addWidget(copy_);
  row->addStretch(1);
  row->addWidget(accept_);
  row->addWidget(withdraw_);
  text_ = new QTextBrowser;
  text_->setAccessibleName(tr("The finding that is selected"));
  text_->setOpenLinks(false);
  text_->setFrameShape(QFrame::NoFrame);
  text_->setPlaceholderText(tr("Select a finding to see what it means, whose it is and what bears that out."));
  text_->document()->setDocumentMargin(8);
  text_->document()->setIndentWidth(16);
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(bar_);
  column->addWidget(text_, 1);
  connect(text_, &QTextBrowser::anchorClicked, this, &FindingPanel::follow);
  connect(copy_, &QToolButton::clicked, this, &FindingPanel::copySentence);
  connect(accept_, &QToolButton::clicked, this, &FindingPanel::acceptAsked);
  connect(withdraw_, &QToolButton::clicked, this, &FindingPanel::withdrawAsked);
  setFinding(nullptr, nullptr);
  setTriageable(0, 0, {});
}

QToolButton *FindingPanel::addButton(const QString &text, const QString &tip) {
  auto *button = new QToolButton(this);
  button->setText(text);
  button->setToolTip(tip);
  button->setProperty("pill", true);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

void FindingPanel::setFinding(workspace::ReviewPtr review, const triage::Finding *finding) {
  review_ = std::move(review);
  finding_ = finding;
  page_.clear();
  sentence_ = finding_ == nullptr ? QString() : fromUtf8(finding_->sentence);
  copy_->setEnabled(!sentence_.isEmpty());
  showText();
}

void FindingPanel::setPage(const QString &html, const QString &sentence) {
  review_ = nullptr;
  finding_ = nullptr;
  sentence_ = sentence;
  copy_->setEnabled(!sentence_.isEmpty());
  // What is put together again as more becomes known stays where it was read.
  if (html == page_) return;
  page_ = html;
  text_->setHtml(html);
  text_->verticalScrollBar()->setValue(0);
}

int FindingPanel::barHeight() const { return bar_->sizeHint().height(); }

void FindingPanel::setTriageable(std::size_t selected, std::size_t waived, const QString &why) {
  accept_->setText(selected > 1 ? tr("Accept %L1…").arg(selected) : tr("Accept…"));
  accept_->setEnabled(selected > 0 && why.isEmpty());
  withdraw_->setEnabled(waived > 0 && why.isEmpty());
  accept_->setToolTip(!why.isEmpty() ? plainTip(why) : tr("Say that you can live with it, with your name and why"));
  withdraw_->setToolTip(!why.isEmpty() ? plainTip(why) : tr("Take the waiver back, for all variants that it was given for"));
}

void FindingPanel::setTheme(const ThemePtr &theme) {
  theme_ = theme;
  if (review_ || finding_ != nullptr) showText();
}

void FindingPanel::showText() {
  if (finding_ == nullptr) {
    if (review_ && review_->triage) text_->setPlainText(verdictDetails(*review_));
    else text_->clear();
    return;
  }
  text_->setHtml(findingHtml(*review_, *finding_, *theme_));
  text_->verticalScrollBar()->setValue(0);
}

void FindingPanel::copySentence() const {
  if (!sentence_.isEmpty()) QGuiApplication::clipboard()->setText(sentence_);
}

void FindingPanel::follow(const QUrl &link) {
  bool isNumber = false;
  const uint position = link.path().toUInt(&isNumber);
  if (finding_ == nullptr || link.scheme() != QLatin1String("evidence") || !isNumber) return;
  if (const auto place = evidencePlace(*review_, *finding_, position)) Q_EMIT placeChosen(*place);
}

}  // namespace tileport::views
