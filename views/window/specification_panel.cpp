// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/specification_panel.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include "views/panes/pane_frame.h"
#include "views/review/review_text.h"

namespace tileport::views {
namespace {

using Page = SpecificationPanel::Page;
constexpr std::array kPages = {Page::Reference, Page::Port, Page::Entries};

}  // namespace

SpecificationPanel::SpecificationPanel(QWidget *parent) : QWidget(parent) {
  tree_ = new QTreeView;
  tree_->setModel(&model_);
  tree_->setAccessibleName(tr("Hidden specification"));
  tree_->setUniformRowHeights(true);
  tree_->setAllColumnsShowFocus(true);
  tree_->setIndentation(14);
  tree_->setMouseTracking(true);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setProperty("list", true);
  tree_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  QHeaderView *header = tree_->header();
  header->setStretchLastSection(false);
  header->setResizeContentsPrecision(60);
  header->setSectionResizeMode(QHeaderView::Interactive);
  header->setSectionResizeMode(SpecificationModel::ValueColumn, QHeaderView::Stretch);
  const std::pair<int, int> widths[] = {
      {SpecificationModel::WhatColumn, 270}, {SpecificationModel::WhereColumn, 170}, {SpecificationModel::EvidenceColumn, 290}};
  for (const auto &[column, width] : widths) header->resizeSection(column, width);
  tree_->viewport()->installEventFilter(this);
  tree_->installEventFilter(this);
  auto *list = new QWidget;
  auto *inList = new QVBoxLayout(list);
  inList->setContentsMargins(0, 0, 0, 0);
  inList->setSpacing(0);
  inList->addWidget(makeBar());
  inList->addWidget(tree_, 1);
  stack_ = new QStackedWidget;
  stack_->addWidget(list);
  stack_->addWidget(makeNote());
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(stack_);
  connect(tree_, &QTreeView::clicked, this, &SpecificationPanel::choose);
  showNothing();
}

QWidget *SpecificationPanel::makeBar() {
  bar_ = new QWidget;
  bar_->setProperty("bar", true);
  bar_->setAttribute(Qt::WA_StyledBackground);
  pages_ = new QButtonGroup(this);
  auto *row = new QHBoxLayout(bar_);
  row->setContentsMargins(10, 5, 10, 5);
  row->setSpacing(6);
  for (const Page page : kPages) {
    auto *button = new QToolButton;
    button->setCheckable(true);
    button->setProperty("pill", true);
    button->setFocusPolicy(Qt::TabFocus);
    pages_->addButton(button, int(page));
    row->addWidget(button);
    buttons_[std::size_t(page)] = button;
  }
  failures_ = new ElidedLabel;
  failures_->setTextFormat(Qt::PlainText);
  row->addSpacing(8);
  row->addWidget(failures_, 1);
  connect(pages_, &QButtonGroup::idClicked, this, [this](int id) { setPage(Page(id)); });
  return bar_;
}

QWidget *SpecificationPanel::makeNote() {
  auto *page = new QWidget;
  note_ = new QLabel;
  note_->setProperty("dim", true);
  note_->setWordWrap(true);
  note_->setTextFormat(Qt::PlainText);
  note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  cancel_ = new QPushButton(tr("Cancel"));
  cancel_->setAccessibleName(tr("Cancel reading the specification"));
  again_ = new QPushButton(tr("Read Again"));
  auto *buttons = new QHBoxLayout;
  buttons->addWidget(cancel_);
  buttons->addWidget(again_);
  buttons->addStretch();
  auto *column = new QVBoxLayout(page);
  column->setContentsMargins(12, 10, 12, 10);
  column->setSpacing(10);
  column->addWidget(note_);
  column->addLayout(buttons);
  column->addStretch();
  connect(cancel_, &QPushButton::clicked, this, &SpecificationPanel::cancelAsked);
  connect(again_, &QPushButton::clicked, this, &SpecificationPanel::againAsked);
  return page;
}

// ---- What is shown ---------------------------------------------------------------------------------------------------

void SpecificationPanel::say(const QString &text, bool canCancel, bool canTryAgain) {
  specified_.reset();
  model_.setRows({}, {});
  note_->setText(text);
  cancel_->setVisible(canCancel);
  again_->setVisible(canTryAgain);
  stack_->setCurrentIndex(1);
  Q_EMIT failuresChanged(0);
}

void SpecificationPanel::showNothing() { say(tr("Select a variant or a program to see what its launch decides."), false, false); }

void SpecificationPanel::showReading(const QString &op) {
  say(tr("… Reading launches, programs and sources of %1. Front ends parse the sources; nothing of the workspace is run. A reader that has "
         "not been built yet is built now, once, which can take a minute.")
          .arg(op),
      true, false);
}

void SpecificationPanel::showFailure(const Error &error) {
  say(tr("✕ It cannot be read: %1").arg(fromUtf8(error.toString())), false, true);
}

void SpecificationPanel::showCancelled() { say(tr("Reading was cancelled."), false, true); }

void SpecificationPanel::setSpecification(SpecifiedPtr specified, std::size_t variant, ShownSides shown) {
  specified_ = std::move(specified);
  variant_ = variant;
  shown_ = std::move(shown);
  const auto &sides = specified_->specification->variants[variant_];
  const auto name = [](const QString &title, const specification::SideSpecificationPtr &side) {
    return side && !side->kernel.empty() ? title + QStringLiteral(" · ") + fromUtf8(side->kernel) : title;
  };
  button(Page::Reference)->setText(name(tr("Reference"), sides.reference));
  button(Page::Port)->setText(name(tr("Port"), sides.port));
  button(Page::Entries)->setText(tr("Entries a port needs · %L1").arg(specified_->specification->entries.size()));
  for (const Page page : kPages) button(page)->setVisible(has(page));
  fillFailures();
  stack_->setCurrentIndex(0);
  // The page that a person chose stays, where this variant has it.
  Page wanted = page_;
  for (const Page page : kPages)
    if (!has(wanted) && has(page)) wanted = page;
  setPage(wanted);
}

bool SpecificationPanel::has(Page page) const {
  const auto &specification = *specified_->specification;
  if (page == Page::Entries) return !specification.entries.empty();
  const auto &sides = specification.variants[variant_];
  return page == Page::Reference ? sides.reference != nullptr : sides.port != nullptr;
}

void SpecificationPanel::setPage(Page page) {
  page_ = page;
  button(page)->setChecked(true);
  if (specified_) fill();
}

void SpecificationPanel::fill() {
  const specification::HiddenSpecification &op = *specified_->specification;
  const specification::VariantSpecification &variant = op.variants[variant_];
  switch (page_) {
    case Page::Reference: model_.setRows(sideRows(*variant.reference), {shown_.reference, std::nullopt}); break;
    case Page::Port: model_.setRows(sideRows(*variant.port), {std::nullopt, shown_.port}); break;
    case Page::Entries: model_.setRows(entryRows(op, variant.name), shown_); break;
  }
  for (int row = 0; row < model_.rowCount(); ++row) {
    const QModelIndex index = model_.index(row, 0);
    const bool section = model_.row(index).kind == SpecificationRow::Kind::Section;
    if (section) tree_->setFirstColumnSpanned(row, {}, true);
    // A symbol repeats what stands below it in words; of the entries the first is this variant's own.
    if (section || (page_ == Page::Entries && row == 0)) tree_->expand(index);
  }
  tree_->scrollToTop();
}

void SpecificationPanel::fillFailures() {
  QStringList all;
  for (const std::string &failure : specified_->failures) all << QStringLiteral("! ") + fromUtf8(failure);
  // One line: the rows need the room. Where it is cut short its tip has all of it.
  failures_->setText(all.join(QStringLiteral("    ")));
  Q_EMIT failuresChanged(std::size_t(all.size()));
}

void SpecificationPanel::setTheme(const ThemePtr &theme) {
  model_.setTheme(theme);
  QPalette palette = failures_->palette();
  palette.setColor(QPalette::WindowText, theme->color(ColorRole::Warning));
  failures_->setPalette(palette);
  tree_->viewport()->update();
}

QString SpecificationPanel::failures() const { return specified_ ? failures_->text() : QString(); }

QString SpecificationPanel::note() const { return stack_->currentIndex() == 1 ? note_->text() : QString(); }

// ---- Going there -----------------------------------------------------------------------------------------------------

void SpecificationPanel::choose(const QModelIndex &index) {
  if (const auto place = model_.place(index)) Q_EMIT placeChosen(*place);
}

void SpecificationPanel::chooseRow(const QModelIndex &index) {
  for (const int column : {SpecificationModel::WhereColumn, SpecificationModel::EvidenceColumn})
    if (const QModelIndex cell = index.siblingAtColumn(column); model_.place(cell)) return choose(cell);
}

bool SpecificationPanel::eventFilter(QObject *watched, QEvent *event) {
  if (watched == tree_->viewport() && event->type() == QEvent::MouseMove) {
    const QModelIndex index = tree_->indexAt(static_cast<QMouseEvent *>(event)->pos());
    tree_->viewport()->setCursor(model_.place(index) ? Qt::PointingHandCursor : Qt::ArrowCursor);
  }
  if (watched == tree_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      chooseRow(tree_->currentIndex());
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void SpecificationPanel::copy() const {
  if (const QModelIndex index = tree_->currentIndex(); index.isValid()) QGuiApplication::clipboard()->setText(model_.text(index));
}

}  // namespace tileport::views
