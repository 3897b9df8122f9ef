// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "views/panes/bands.h"
#include "views/theme/theme.h"

namespace tileport::views {

class CodeView;

/// Between the two IR panes: curved bands that join what belongs together. Its top must be level with the panes' tops.
class ConnectorStrip final : public QWidget {
  Q_OBJECT

 public:
  ConnectorStrip(const CodeView *left, const CodeView *right, QWidget *parent = nullptr);

  void setBands(BandIndex bands);
  /// The pair that is selected, drawn over the others.
  void setSelected(std::optional<Band> band);
  void setEmphasis(std::optional<std::uint32_t> divergence);
  void setTheme(ThemePtr theme);
  const std::vector<Band> &bands() const { return bands_.all(); }
  /// How many bands the last picture shows.
  int paintedBands() const { return painted_; }

  QSize sizeHint() const override { return {46, 100}; }

 Q_SIGNALS:
  void divergenceChosen(std::uint32_t divergence);

 protected:
  void paintEvent(QPaintEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;

 private:
  struct Edges {
    qreal leftTop, leftBottom, rightTop, rightBottom;
  };
  Edges edgesOf(const Band &band) const;
  std::vector<std::uint32_t> bandsInSight() const;
  static void paintStub(QPainter &painter, const QRectF &area, bool upwards, const QColor &color, bool strong);
  void paintBand(QPainter &painter, const Band &band, const QColor &color, bool strong) const;

  const CodeView *left_;
  const CodeView *right_;
  BandIndex bands_;
  int painted_ = 0;
  std::optional<Band> selected_;
  std::optional<std::uint32_t> emphasis_;
  ThemePtr theme_;
};

}  // namespace tileport::views
