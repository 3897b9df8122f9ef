// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

#include "views/window/review_session.h"

namespace tileport::views::test {

/// Settings of this process go to a folder that is thrown away: tests neither read nor write a person's.
void useScratchSettings();

/// A session's functions that answer at once with the samples: "softmax" gives sampleReview, "matmul" sameReview.
ReviewFunctions sampleFunctions();

/// Whether any pixel of `area` is nearly `color`.
bool hasColor(const QImage &image, const QRect &area, const QColor &color);

/// What a widget shows, one pixel a unit.
QImage pictureOf(QWidget *widget);

/// For people: writes what the widget shows to NAME.png in the folder that TILEPORT_PICTURES names, if it is set.
void keepPicture(QWidget *widget, const QString &name);

}  // namespace tileport::views::test
