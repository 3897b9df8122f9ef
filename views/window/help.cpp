// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/help.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QVBoxLayout>

#include "views/highlight/highlighter.h"

namespace tileport::views {
namespace {

QString tr(const char *text) { return QMainWindow::tr(text); }

QString row(const QString &keys, const QString &what) {
  return QStringLiteral("<tr><td style='padding: 2px 24px 2px 0'><b>%1</b></td><td>%2</td></tr>")
      .arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
}

QString heading(const QString &text) { return QStringLiteral("<tr><td colspan=2 style='padding-top: 10px'>%1</td></tr>").arg(text); }

void showPage(QMainWindow *window, const QString &title, const QString &html) {
  auto *dialog = new QDialog(window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  auto *text = new QLabel(html);
  text->setTextFormat(Qt::RichText);
  text->setTextInteractionFlags(Qt::TextBrowserInteraction);
  text->setOpenExternalLinks(true);
  text->setMargin(16);
  text->setWordWrap(true);
  auto *scroll = new QScrollArea(dialog);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setWidget(text);
  auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  auto *column = new QVBoxLayout(dialog);
  column->addWidget(scroll);
  column->addWidget(buttons);
  dialog->resize(520, 560);
  dialog->open();
}

}  // namespace

QString shortcutsHtml(const QMainWindow *window) {
  QString html = QStringLiteral("<table>");
  for (const QAction *menu : window->menuBar()->actions()) {
    QString rows;
    for (const QAction *action : menu->menu()->actions())
      if (!action->shortcut().isEmpty())
        rows += row(QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText), action->text().remove(u'&').remove(u'…'));
    if (!rows.isEmpty()) html += heading(menu->text().remove(u'&')) + rows;
  }
  html += heading(tr("In a pane"));
  html += row(tr("Arrows, Page Up/Down, Home, End"), tr("move; the line's counterparts light up in all panes"));
  html += row(tr("Shift with these"), tr("select text"));
  html += row(tr("Enter"), tr("open a fold, or select the line's op"));
  html += row(tr("Ctrl+wheel"), tr("text size"));
  html += row(tr("Tab"), tr("to the next pane or list"));
  html += heading(tr("On the page of an operator"));
  html += row(tr("F8, Shift+F8"), tr("to the next finding, to the one before"));
  html += row(tr("Enter, or a click on what is underlined"), tr("to the finding in a variant that has it"));
  html += heading(tr("In the list Specification"));
  html += row(tr("Enter, or a click on what is underlined"), tr("to the line in the source or the program that bears witness"));
  html += row(tr("Left, Right"), tr("close or open what stands below a row"));
  return html + QStringLiteral("</table>");
}

QString aboutHtml() {
  return tr("<h2>Tileport %1</h2>"
            "<p>Compares a cuTile Rust port with its cuTile Python reference, op by op, on their Tile IR.</p>"
            "<p>The window, tileport-gui, is free software under the "
            "<a href='https://www.gnu.org/licenses/gpl-3.0.html'>GNU General Public License, version 3 or later</a>, and comes with no "
            "warranty. "
            "The core and the command line are under the Apache License 2.0 with LLVM exceptions.</p>"
            "<p>Built with Qt %2 (GNU Lesser General Public License, version 3), running on Qt %3; highlighting: %4%5.</p>")
      .arg(QStringLiteral(TILEPORT_VERSION), QStringLiteral(QT_VERSION_STR), QString::fromLatin1(qVersion()), highlighterName(),
           makeKateHighlighter(source::Language::TileIr) ? tr(" (MIT licence)") : QString());
}

void showShortcuts(QMainWindow *window) { showPage(window, tr("Keyboard shortcuts"), shortcutsHtml(window)); }

void showAbout(QMainWindow *window) { showPage(window, tr("About Tileport"), aboutHtml()); }

}  // namespace tileport::views
