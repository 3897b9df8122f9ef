// SPDX-License-Identifier: GPL-3.0-or-later
// What most files of this layer include; precompiled, because Qt's headers cost more than our own.
#pragma once

#include <QAbstractItemModel>
#include <QAction>
#include <QApplication>
#include <QPainter>
#include <QString>
#include <QWidget>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>
