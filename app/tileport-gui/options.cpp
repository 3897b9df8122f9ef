// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QRegularExpression>

namespace tileport::gui {
namespace {

constexpr int kUsage = 2;

/// As ReviewTabs has them.
const QStringList kTabs{QStringLiteral("divergences"), QStringLiteral("specialisation"), QStringLiteral("specification"),
                        QStringLiteral("runs")};

Reply refusal(const QString &text) { return {QStringLiteral("tileport-gui: %1 Try --help.\n").arg(text), kUsage}; }

std::optional<QSize> sizeOf(const QString &text) {
  static const QRegularExpression form(QStringLiteral("^(\\d{2,5})x(\\d{2,5})$"));
  const auto match = form.match(text);
  if (!match.hasMatch()) return std::nullopt;
  return QSize(match.captured(1).toInt(), match.captured(2).toInt());
}

}  // namespace

std::variant<Options, Reply> parse(const QStringList &arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription(QStringLiteral(
      "Shows a port beside its reference: both sources, both programs' Tile IR aligned op by op, what differs marked.\n\n"
      "  tileport-gui resources/demo\n  tileport-gui reference.tileirbc port.tileirbc\n  tileport-gui resources/demo --select softmax\n\n"
      "With --screenshot or --bench the exit code is 0, or 3 when what was asked for cannot be shown or written; 2: the command line is "
      "wrong."));
  const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Shows this text."));
  const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")}, QStringLiteral("Shows the version."));
  const QCommandLineOption select(QStringLiteral("select"), QStringLiteral("Shows this operator, or this variant of it, first."),
                                  QStringLiteral("OPERATOR[/VARIANT]"));
  const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("dark, light or system."), QStringLiteral("NAME"));
  const QCommandLineOption tab(QStringLiteral("tab"), QStringLiteral("The list below the panes: %1.").arg(kTabs.join(QStringLiteral(", "))),
                               QStringLiteral("NAME"));
  const QCommandLineOption since(QStringLiteral("since"), QStringLiteral("Compares with this review round, as tileport review does."),
                                 QStringLiteral("FILE"));
  const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("Size of the window."), QStringLiteral("WxH"));
  const QCommandLineOption screenshot(QStringLiteral("screenshot"),
                                      QStringLiteral("Writes a picture of the window with the review, and exits."), QStringLiteral("FILE"));
  const QCommandLineOption bench(QStringLiteral("bench"),
                                 QStringLiteral("Prints how long the first picture of the review, frames and searches take, and exits."));
  for (const QCommandLineOption &option : {help, version, select, theme, tab, since, size, screenshot, bench}) parser.addOption(option);
  parser.addPositionalArgument(QStringLiteral("WORKSPACE"), QStringLiteral("A workspace's folder or its workspace.json."),
                               QStringLiteral("[WORKSPACE | REFERENCE PORT]"));
  if (!parser.parse(arguments)) return refusal(parser.errorText());
  // Before there is an application Qt does not know the program's name.
  if (parser.isSet(help)) return Reply{parser.helpText().replace(QStringLiteral("<executable_name>"), QStringLiteral("tileport-gui")), 0};
  if (parser.isSet(version)) return Reply{QStringLiteral("tileport-gui %1\n").arg(QStringLiteral(TILEPORT_VERSION)), 0};

  Options options;
  options.select = parser.value(select);
  options.theme = parser.value(theme);
  options.screenshot = parser.value(screenshot);
  options.bench = parser.isSet(bench);
  if (!options.theme.isEmpty() &&
      !QStringList{QStringLiteral("dark"), QStringLiteral("light"), QStringLiteral("system")}.contains(options.theme))
    return refusal(QStringLiteral("there is no theme %1.").arg(options.theme));
  if (parser.isSet(since)) options.since = QFileInfo(parser.value(since)).absoluteFilePath();
  if (parser.isSet(tab)) {
    const qsizetype position = kTabs.indexOf(parser.value(tab));
    if (position < 0) return refusal(QStringLiteral("there is no list %1.").arg(parser.value(tab)));
    options.tab = int(position);
  }
  if (parser.isSet(size)) {
    const auto wanted = sizeOf(parser.value(size));
    if (!wanted) return refusal(QStringLiteral("--size wants WxH, as in 1600x960."));
    options.size = *wanted;
  }
  const QStringList files = parser.positionalArguments();
  if (files.size() > 2) return refusal(QStringLiteral("give a workspace, or a reference and a port."));
  // Names of two programs say which is which by their order here, and a name that does not exist is the window's to report.
  const auto path = [&](qsizetype i) { return QFileInfo(files[i]).filesystemAbsoluteFilePath(); };
  if (files.size() == 1) options.target = views::OpenTarget{path(0), {}, {}};
  if (files.size() == 2) options.target = views::OpenTarget{{}, path(0), path(1)};
  if (parser.isSet(since) && files.size() != 1) return refusal(QStringLiteral("--since wants a workspace."));
  if (parser.isSet(screenshot) && options.screenshot.isEmpty()) return refusal(QStringLiteral("--screenshot wants the name of a file."));
  if ((parser.isSet(screenshot) || options.bench) && !options.target)
    return refusal(QStringLiteral("--screenshot and --bench want a workspace or two programs."));
  return options;
}

}  // namespace tileport::gui
