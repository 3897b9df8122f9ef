// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/specification_model.h"

#include <QFont>
#include <algorithm>

#include "views/panes/code_view.h"
#include "views/review/review_text.h"
#include "views/text/plain_tip.h"

namespace tileport::views {
namespace {

using specification::Evidence;
using Kind = SpecificationRow::Kind;

constexpr std::size_t kNone = SIZE_MAX;

/// The evidence that stands in WhereColumn.
std::size_t sourceOf(const SpecificationRow &row) {
  const auto isSource = [](const Evidence &evidence) { return evidence.kind == Evidence::Kind::Source; };
  const auto found = std::find_if(row.evidence.begin(), row.evidence.end(), isSource);
  return found == row.evidence.end() ? kNone : std::size_t(found - row.evidence.begin());
}

}  // namespace

void SpecificationModel::setRows(std::vector<SpecificationRow> rows, ShownSides shown) {
  beginResetModel();
  root_.children = std::move(rows);
  shown_ = std::move(shown);
  nodes_.assign(1, Node{&root_, 0, 0, {}});
  addNodes(root_.children, 0);
  endResetModel();
}

void SpecificationModel::addNodes(const std::vector<SpecificationRow> &rows, std::size_t parent) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t own = nodes_.size();
    nodes_.push_back({&rows[i], parent, int(i), {}});
    nodes_[parent].children.push_back(own);
    addNodes(rows[i].children, own);
  }
}

void SpecificationModel::setTheme(ThemePtr theme) { theme_ = std::move(theme); }

const SpecificationModel::Node &SpecificationModel::node(const QModelIndex &index) const {
  return nodes_[index.isValid() ? std::size_t(index.internalId()) : 0];
}

const SpecificationRow &SpecificationModel::row(const QModelIndex &index) const { return *node(index).row; }

std::optional<EvidencePlace> SpecificationModel::place(const QModelIndex &index) const {
  if (!index.isValid()) return std::nullopt;
  const SpecificationRow &row = this->row(index);
  const std::size_t source = sourceOf(row);
  if (index.column() == WhereColumn && source != kNone) return placeOf(row.evidence[source], shown_);
  if (index.column() != EvidenceColumn) return std::nullopt;
  for (std::size_t i = 0; i < row.evidence.size(); ++i)
    if (const auto place = i == source ? std::nullopt : placeOf(row.evidence[i], shown_)) return place;
  return std::nullopt;
}

QString SpecificationModel::text(const QModelIndex &index) const {
  const SpecificationRow &row = this->row(index);
  QStringList lines{row.value.isEmpty() ? row.what : row.what + QStringLiteral(": ") + row.value};
  for (const Evidence &evidence : row.evidence) lines << QStringLiteral("    ") + fromUtf8(specification::toText(evidence));
  return lines.join(u'\n');
}

QModelIndex SpecificationModel::index(int row, int column, const QModelIndex &parent) const {
  return hasIndex(row, column, parent) ? createIndex(row, column, quintptr(node(parent).children[std::size_t(row)])) : QModelIndex();
}

QModelIndex SpecificationModel::parent(const QModelIndex &child) const {
  const std::size_t parent = node(child).parent;
  return !child.isValid() || parent == 0 ? QModelIndex() : createIndex(nodes_[parent].position, 0, quintptr(parent));
}

int SpecificationModel::rowCount(const QModelIndex &parent) const { return parent.column() > 0 ? 0 : int(node(parent).children.size()); }

int SpecificationModel::columnCount(const QModelIndex &) const { return ColumnCount; }

QString SpecificationModel::cellText(const SpecificationRow &row, int column) const {
  if (column == WhatColumn) return row.what;
  if (column == ValueColumn) return row.value;
  const std::size_t source = sourceOf(row);
  if (column == WhereColumn) return source == kNone ? QString() : evidenceText(row.evidence[source]);
  QStringList others;
  for (std::size_t i = 0; i < row.evidence.size(); ++i)
    if (i != source) others << evidenceText(row.evidence[i]);
  return others.join(QStringLiteral("  ·  "));
}

QVariant SpecificationModel::color(const QModelIndex &index) const {
  const Kind kind = row(index).kind;
  if (place(index)) return theme_->color(ColorRole::Accent);
  if (index.column() == ValueColumn && kind == Kind::Unknown) return theme_->color(ColorRole::Differs);
  if (index.column() == ValueColumn && kind == Kind::Open) return theme_->color(ColorRole::Missing);
  if (index.column() >= WhereColumn) return theme_->color(ColorRole::DimText);
  return {};
}

QVariant SpecificationModel::font(const QModelIndex &index) const {
  if (row(index).kind == Kind::Section) {
    QFont font;
    font.setBold(true);
    return font;
  }
  const bool isCode = index.column() == ValueColumn && row(index).kind == Kind::Known;
  QFont font = isCode ? codeFont() : QFont();
  // Not by its colour alone.
  font.setUnderline(place(index).has_value());
  return font;
}

QVariant SpecificationModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  switch (role) {
    case Qt::DisplayRole: return cellText(row(index), index.column());
    case Qt::ToolTipRole: return plainTip(text(index));
    case Qt::ForegroundRole: return color(index);
    case Qt::FontRole: return font(index);
    default: return {};
  }
}

QVariant SpecificationModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return QAbstractItemModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case WhatColumn: return tr("What");
    case ValueColumn: return tr("Value");
    case WhereColumn: return tr("In the source");
    case EvidenceColumn: return tr("Other evidence");
    default: return {};
  }
}

}  // namespace tileport::views
