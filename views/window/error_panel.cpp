// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/error_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/panes/code_view.h"
#include "views/review/review_text.h"

namespace tileport::views {

QString placeText(const Place &place) {
  QStringList parts;
  if (!place.file.empty()) parts << fromUtf8(place.file);
  if (place.line > 0) parts << ErrorPanel::tr("line %1").arg(place.line);
  if (place.column > 0) parts << ErrorPanel::tr("column %1").arg(place.column);
  if (!place.section.empty()) parts << ErrorPanel::tr("section %1").arg(fromUtf8(place.section));
  if (place.byteOffset) parts << ErrorPanel::tr("byte 0x%1").arg(*place.byteOffset, 0, 16);
  if (!place.op.empty()) parts << ErrorPanel::tr("op %1").arg(fromUtf8(place.op));
  return parts.join(QStringLiteral(", "));
}

ErrorPanel::ErrorPanel(QWidget *parent) : QWidget(parent) {
  const auto label = [this] {
    auto *made = new QLabel(this);
    made->setWordWrap(true);
    made->setTextFormat(Qt::PlainText);
    made->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    made->setMaximumWidth(720);
    return made;
  };
  title_ = label();
  QFont large = title_->font();
  large.setPointSizeF(large.pointSizeF() * 1.35);
  large.setBold(true);
  title_->setFont(large);
  message_ = label();
  place_ = label();
  place_->setFont(codeFont());
  place_->setProperty("dim", true);
  advice_ = label();
  auto *retry = new QPushButton(tr("&Try again"), this);
  auto *open = new QPushButton(tr("&Open another…"), this);
  auto *copy = new QPushButton(tr("&Copy the message"), this);
  auto *buttons = new QHBoxLayout;
  for (QPushButton *button : {retry, open, copy}) buttons->addWidget(button);
  buttons->addStretch();
  auto *column = new QVBoxLayout;
  column->setSpacing(12);
  column->addStretch(2);
  for (QWidget *widget : {title_, message_, place_, advice_}) column->addWidget(widget);
  column->addLayout(buttons);
  column->addStretch(3);
  auto *row = new QHBoxLayout(this);
  row->addStretch(1);
  row->addLayout(column, 6);
  row->addStretch(1);
  connect(retry, &QPushButton::clicked, this, &ErrorPanel::retryAsked);
  connect(open, &QPushButton::clicked, this, &ErrorPanel::openAsked);
  connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text()); });
}

void ErrorPanel::setError(const QString &title, const Error &error) {
  title_->setText(QStringLiteral("✕  ") + title);
  QString message = fromUtf8(error.message);
  if (!message.isEmpty()) message[0] = message[0].toUpper();
  message_->setText(message + u'.');
  place_->setText(placeText(error.place));
  place_->setVisible(!place_->text().isEmpty());
  advice_->setText(fromUtf8(error.advice));
  advice_->setVisible(!error.advice.empty());
}

QString ErrorPanel::text() const {
  QStringList lines;
  for (const QLabel *label : {title_, message_, place_, advice_})
    if (!label->text().isEmpty()) lines << label->text();
  return lines.join(u'\n');
}

}  // namespace tileport::views
