// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/notice_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "views/panes/pane_frame.h"
#include "views/review/review_text.h"

namespace tileport::views {

NoticeBar::NoticeBar(QWidget *parent) : QWidget(parent) {
  setProperty("notice", true);
  setAttribute(Qt::WA_StyledBackground);
  sign_ = new QLabel(tr("!  Specialised differently"), this);
  QFont bold = sign_->font();
  bold.setBold(true);
  sign_->setFont(bold);
  text_ = new ElidedLabel(this);
  text_->setTextFormat(Qt::PlainText);
  more_ = new QToolButton(this);
  more_->setText(tr("Show All"));
  more_->setAccessibleName(tr("Show what the sides are specialised to differently"));
  more_->setProperty("pill", true);
  auto *row = new QHBoxLayout(this);
  row->setContentsMargins(12, 4, 10, 4);
  row->setSpacing(10);
  row->addWidget(sign_);
  row->addWidget(text_, 1);
  row->addWidget(more_);
  connect(more_, &QToolButton::clicked, this, &NoticeBar::moreAsked);
  hide();
}

void NoticeBar::setReview(const workspace::Review *review) {
  text_->setText(review != nullptr ? specialisationText(*review) : QString());
  setVisible(!text_->text().isEmpty());
}

void NoticeBar::setTheme(const ThemePtr &theme) {
  QPalette palette = sign_->palette();
  palette.setColor(QPalette::WindowText, theme->color(ColorRole::Warning));
  sign_->setPalette(palette);
}

QString NoticeBar::text() const { return sign_->text() + QStringLiteral(": ") + text_->text(); }

}  // namespace tileport::views
