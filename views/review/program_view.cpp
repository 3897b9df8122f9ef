// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/review/program_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "views/panes/code_view.h"
#include "views/panes/pane_frame.h"
#include "views/review/counterparts.h"
#include "views/review/find_bar.h"
#include "views/review/review_text.h"

namespace tileport::views {

ProgramView::ProgramView(QWidget *parent) : QWidget(parent) {
  reason_ = new QLabel(this);
  advice_ = new QLabel(tr("It is compared with nothing."), this);
  advice_->setProperty("dim", true);
  reason_->setTextFormat(Qt::PlainText);
  reason_->setWordWrap(true);
  reason_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto *banner = new QWidget(this);
  banner->setProperty("bar", true);
  auto *words = new QVBoxLayout(banner);
  words->setContentsMargins(12, 8, 12, 8);
  words->setSpacing(2);
  words->addWidget(reason_);
  words->addWidget(advice_);
  source_ = new CodeView;
  ir_ = new CodeView;
  sourceFrame_ = new PaneFrame(tr("Source"), source_);
  irFrame_ = new PaneFrame(tr("Tile IR"), ir_);
  auto *splitter = new QSplitter(Qt::Horizontal, this);
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(sourceFrame_);
  splitter->addWidget(irFrame_);
  splitter->setSizes({450, 550});
  find_ = new FindBar(this);
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(banner);
  column->addWidget(splitter, 1);
  column->addWidget(find_);
  connectPane(source_, tr("source"));
  connectPane(ir_, tr("Tile IR"));
  connect(source_, &CodeView::lineChosen, this, &ProgramView::selectSourceLine);
  connect(ir_, &CodeView::lineChosen, this, &ProgramView::selectIrLine);
  focused_ = ir_;
  find_->setPane(ir_, tr("Tile IR"));
}

void ProgramView::connectPane(CodeView *pane, const QString &name) {
  pane->setAccessibleName(tr("%1 of the program without a partner").arg(name));
  connect(pane, &CodeView::zoomAsked, this, &ProgramView::zoomAsked);
  connect(pane, &CodeView::focusEntered, this, [this, pane, name] {
    focused_ = pane;
    find_->setPane(pane, name);
  });
}

void ProgramView::setProgram(const workspace::Unpaired &unpaired, workspace::ReviewSidePtr side) {
  side_ = std::move(side);
  const QString reason = unpaired.reason.empty() ? tr("the workspace does not say why") : fromUtf8(unpaired.reason);
  reason_->setText(tr("∅  No partner: %1").arg(reason));
  const QString sideName = unpaired.side == workspace::Side::Port ? tr("port") : tr("reference");
  irFrame_->setSubtitle(sideName + QStringLiteral(" · ") + programText(*side_->program));
  sourceFrame_->setSubtitle(sourceText(*side_));
  ir_->setText(TextLines::of(side_->program), source::Language::TileIr);
  source_->setNote(fromUtf8(side_->sourceNote));
  source_->setText(TextLines::of(side_->source), side_->source ? side_->source->language : source::Language::PlainText);
  if (!side_->source && !sourceFrame_->collapsed()) closedForLackOfText_ = true, sourceFrame_->setCollapsed(true);
  else if (side_->source && closedForLackOfText_) closedForLackOfText_ = false, sourceFrame_->setCollapsed(false);
  find_->refresh();
  // The source begins with what comes before the kernel; the first op that knows its place shows where that is.
  for (std::size_t op = 0; op < side_->program->opCount(); ++op) {
    const auto line = side_->map.lineOf(tileir::OpId(op));
    if (!line) continue;
    source_->reveal(*line);
    break;
  }
}

void ProgramView::setTheme(const ThemePtr &theme) {
  for (CodeView *pane : {source_, ir_}) pane->setTheme(theme);
}

void ProgramView::setTextFont(const QFont &font) {
  for (CodeView *pane : {source_, ir_}) pane->setTextFont(font);
}

QString ProgramView::text() const { return reason_->text() + u' ' + advice_->text(); }

void ProgramView::showLine(bool inSource, LineIndex line) {
  CodeView *pane = inSource ? source_ : ir_;
  if (line.index() >= std::size_t(pane->text().count())) return;
  (inSource ? sourceFrame_ : irFrame_)->setCollapsed(false);
  if (inSource) selectSourceLine(line);
  else selectIrLine(line);
  pane->goTo(line);
  pane->reveal(line);
}

void ProgramView::selectSourceLine(LineIndex line) {
  if (!side_) return;
  std::vector<LineIndex> ir;
  for (const tileir::OpId op : side_->map.opsOf(line)) {
    const LineRange lines = headLines(*side_->program, op);
    for (std::uint32_t at = lines.first; at < lines.end; ++at) ir.push_back(LineIndex(at));
  }
  highlight({line}, std::move(ir), source_);
}

void ProgramView::selectIrLine(LineIndex line) {
  if (!side_) return;
  std::vector<LineIndex> source;
  if (const tileir::OpId op = opOfLine(*side_->program, line); op.valid())
    if (const auto from = side_->map.lineOf(op)) source.push_back(*from);
  highlight(std::move(source), {line}, ir_);
}

void ProgramView::highlight(std::vector<LineIndex> sourceLines, std::vector<LineIndex> irLines, CodeView *origin) {
  std::sort(irLines.begin(), irLines.end());
  CodeView *other = origin == source_ ? ir_ : source_;
  const std::vector<LineIndex> &lines = origin == source_ ? irLines : sourceLines;
  if (!lines.empty()) {
    other->goTo(lines.front());
    other->reveal(lines.front());
  }
  source_->setHighlights(std::move(sourceLines));
  ir_->setHighlights(std::move(irLines));
}

}  // namespace tileport::views
