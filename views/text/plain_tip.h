// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTextDocument>

namespace tileport::views {

/// A tip that shows a text of others as it is, also one that Qt would take for HTML: "Tensor<S>", or what somebody made look like it.
inline QString plainTip(const QString &text) { return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text) : text; }

}  // namespace tileport::views
