// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/highlight/highlighter.h"

#ifdef TILEPORT_KSYNTAX
#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/FoldingRegion>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>
#include <algorithm>
#endif

namespace tileport::views {

#ifdef TILEPORT_KSYNTAX
namespace {

using KStyle = KSyntaxHighlighting::Theme::TextStyle;

/// The definitions name more styles than a theme of ours tells apart.
TextStyle styleOf(KStyle style) {
  switch (style) {
    case KStyle::Keyword:
    case KStyle::ControlFlow:
    case KStyle::Import: return TextStyle::Keyword;
    case KStyle::Extension: return TextStyle::Operation;
    case KStyle::DataType:
    case KStyle::BuiltIn: return TextStyle::Type;
    case KStyle::Variable: return TextStyle::Variable;
    case KStyle::Function: return TextStyle::Function;
    case KStyle::Attribute:
    case KStyle::Preprocessor:
    case KStyle::Annotation:
    case KStyle::Others: return TextStyle::Attribute;
    case KStyle::DecVal:
    case KStyle::BaseN:
    case KStyle::Float:
    case KStyle::Constant: return TextStyle::Number;
    case KStyle::Char:
    case KStyle::SpecialChar:
    case KStyle::String:
    case KStyle::VerbatimString:
    case KStyle::SpecialString: return TextStyle::String;
    case KStyle::Comment:
    case KStyle::Documentation:
    case KStyle::CommentVar:
    case KStyle::RegionMarker:
    case KStyle::Information:
    case KStyle::Warning:
    case KStyle::Alert: return TextStyle::Comment;
    default: return TextStyle::Normal;
  }
}

KSyntaxHighlighting::Repository &repository() {
  static KSyntaxHighlighting::Repository repository;
  static const bool once = [] {
    // The repository looks for "syntax" below each path.
    repository.addCustomSearchPath(QStringLiteral(":/tileport"));
    return true;
  }();
  Q_UNUSED(once)
  return repository;
}

class KateHighlighter final : public Highlighter, private KSyntaxHighlighting::AbstractHighlighter {
 public:
  KateHighlighter(const KSyntaxHighlighting::Definition &definition, bool independent) : independent_(independent) {
    setDefinition(definition);
    states_.emplace_back();
  }

  HighlightState highlight(const QString &line, HighlightState before, std::vector<StyledRange> &ranges) override {
    ranges_ = &ranges;
    const KSyntaxHighlighting::State after = highlightLine(line, states_[before]);
    ranges_ = nullptr;
    // A text has few different states: they are looked up, not hashed.
    const auto known = std::find(states_.begin(), states_.end(), after);
    if (known != states_.end()) return HighlightState(known - states_.begin());
    states_.push_back(after);
    return HighlightState(states_.size() - 1);
  }
  bool linesAreIndependent() const override { return independent_; }

 private:
  void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override {
    const TextStyle style = styleOf(format.textStyle());
    if (style == TextStyle::Normal || length == 0) return;
    if (!ranges_->empty() && ranges_->back().style == style && ranges_->back().start + ranges_->back().length == offset)
      ranges_->back().length += length;
    else ranges_->push_back({offset, length, style});
  }
  void applyFolding(int, int, KSyntaxHighlighting::FoldingRegion) override {}

  std::vector<KSyntaxHighlighting::State> states_;
  std::vector<StyledRange> *ranges_ = nullptr;
  bool independent_;
};

}  // namespace

std::unique_ptr<Highlighter> makeKateHighlighter(source::Language language) {
  const auto named = [](const char *name, bool independent) -> std::unique_ptr<Highlighter> {
    const auto definition = repository().definitionForName(QLatin1String(name));
    if (!definition.isValid()) return nullptr;
    return std::make_unique<KateHighlighter>(definition, independent);
  };
  switch (language) {
    case source::Language::Python: return named("Python", false);
    case source::Language::Rust: return named("Rust", false);
    case source::Language::TileIr: return named("Tile IR", true);
    case source::Language::PlainText: break;
  }
  return nullptr;
}

QString highlighterName() { return QStringLiteral("KSyntaxHighlighting"); }

#else

std::unique_ptr<Highlighter> makeKateHighlighter(source::Language) { return nullptr; }

QString highlighterName() { return QStringLiteral("built-in scanners"); }

#endif

}  // namespace tileport::views
