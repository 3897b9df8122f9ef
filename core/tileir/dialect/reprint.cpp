// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/dialect.h"

#include <algorithm>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

#include "tileir/dialect/canonicalise.h"
#include "tileir/dialect/constraints.h"
#include "tileir/dialect/nesting.h"
#include "tileir/dialect/old_locations.h"

namespace tileport::tileir {

namespace {

constexpr llvm::StringLiteral moduleOpen = "cuda_tile.module @kernels {\n";
constexpr llvm::StringLiteral moduleClose = "}\n";

/// Text as MLIR wants it. tileirdisasm prints no module around globals and entries, so that one is put around them;
/// definitions of aliases (#loc = ...) stand outside of it.
struct WrappedText {
  std::string text;
  bool wrapped = false;
  bool locations = false;
  std::uint32_t openLine = 0;  ///< lines that were put in, one-based
  std::uint32_t closeLine = 0;

  /// The line of the original text that a line of `text` was.
  std::uint32_t originalLine(std::uint32_t line) const {
    if (!wrapped || line < openLine) return line;
    if (line == openLine) return openLine;
    return line < closeLine ? line - 1 : line > closeLine ? line - 2 : std::max(1U, closeLine - 2);
  }
};

bool isAliasDefinition(llvm::StringRef line) { return line.starts_with("#"); }

bool startsWithModule(llvm::StringRef line) {
  for (const llvm::StringRef word : {"cuda_tile.module", "builtin.module", "module"}) {
    auto rest = line.ltrim();
    if (rest.consume_front(word) && (rest.empty() || !(llvm::isAlnum(rest.front()) || rest.front() == '_'))) return true;
  }
  return false;
}

bool isContent(llvm::StringRef line) {
  const auto trimmed = line.trim();
  return !trimmed.empty() && !trimmed.starts_with("//") && !isAliasDefinition(line);
}

WrappedText wrap(std::string_view original) {
  WrappedText out;
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(original.data(), original.size()).split(lines, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  out.locations = llvm::any_of(lines, [](llvm::StringRef line) { return line.starts_with("#loc"); });
  const auto first = static_cast<std::size_t>(llvm::find_if(lines, isContent) - lines.begin());
  out.wrapped = first == lines.size() || !startsWithModule(lines[first]);
  std::size_t end = lines.size();
  while (end > first && !isContent(lines[end - 1])) --end;
  for (std::size_t index = 0; index <= lines.size(); ++index) {
    if (out.wrapped && index == first) out.text += moduleOpen;
    if (out.wrapped && index == end) out.text += moduleClose;
    if (index < lines.size()) (out.text += asEveryMlirReads(lines[index])) += '\n';
  }
  out.openLine = static_cast<std::uint32_t>(first + 1);
  out.closeLine = static_cast<std::uint32_t>(end + 2);
  return out;
}

/// Keeps the first error that MLIR reports, at its place in the original text.
class FirstError {
 public:
  FirstError(mlir::MLIRContext &context, const WrappedText &text, std::string_view name)
      : text_(text), name_(name), handler_(&context, [this](mlir::Diagnostic &diagnostic) { return take(diagnostic); }) {}

  /// Where an op stands, for errors that carry no place in the text but debug information.
  void setPlace(std::uint32_t line, std::uint32_t column) { line_ = line, column_ = column; }

  Error error() const { return error_.value_or(Error{.message = "the text is no Tile IR module", .place = {.file = name_}}); }

 private:
  mlir::LogicalResult take(mlir::Diagnostic &diagnostic) {
    if (error_ || diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error) return mlir::success();
    auto line = line_;
    auto column = column_;
    if (auto place = llvm::dyn_cast<mlir::FileLineColLoc>(diagnostic.getLocation());
        place && (!line || place.getFilename().getValue() == llvm::StringRef(name_))) {
      line = place.getLine();
      column = place.getColumn();
    }
    error_ = Error{.kind = ErrorKind::Malformed,
                   .message = diagnostic.str(),
                   .place = {.file = name_, .line = line ? text_.originalLine(line) : 0, .column = column}};
    return mlir::success();
  }

  const WrappedText &text_;
  std::string name_;
  std::optional<Error> error_;
  std::uint32_t line_ = 0;
  std::uint32_t column_ = 0;
  mlir::ScopedDiagnosticHandler handler_;
};

/// One operand after the pointer of a load is a mask or a padding value. The format takes it for the mask; its type tells.
void settlePadding(mlir::Block &block) {
  constexpr llvm::StringLiteral segmentSizes = "operandSegmentSizes";
  block.walk([&](mlir::Operation *op) {
    if (op->getName().getStringRef() != "cuda_tile.load_ptr_tko" || op->getNumOperands() < 2) return;
    auto sizes = llvm::dyn_cast_or_null<mlir::DenseI32ArrayAttr>(op->getInherentAttr(segmentSizes).value_or(nullptr));
    if (!sizes || sizes.size() != 4 || sizes[1] != 1 || sizes[2] != 0) return;
    if (cuda_tile::isTileOf(op->getOperand(1).getType(), cuda_tile::isBoolElement)) return;
    op->setInherentAttr(mlir::StringAttr::get(op->getContext(), segmentSizes),
                        mlir::DenseI32ArrayAttr::get(op->getContext(), {sizes[0], 0, 1, sizes[3]}));
  });
}

/// Verifies op by op, innermost first, so that an error is at its op's place whatever locations the text gives it.
mlir::LogicalResult verifyAll(mlir::Block &block, const llvm::SourceMgr &sources, const mlir::AsmParserState &state,
                              FirstError &firstError) {
  const auto verifyOne = [&](mlir::Operation *op) -> mlir::WalkResult {
    if (const auto *definition = state.getOpDef(op)) {
      const auto [line, column] = sources.getLineAndColumn(definition->loc.Start);
      firstError.setPlace(line, column);
    }
    return mlir::failed(mlir::verify(op, /*verifyRecursively=*/false)) ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  };
  if (block.walk(verifyOne).wasInterrupted()) return mlir::failure();
  firstError.setPlace(0, 0);
  for (auto &op : block) {
    if (mlir::failed(mlir::verify(&op))) return mlir::failure();
  }
  return mlir::success();
}

/// The module that was put around the text gets no location of its own: it would come first among the aliases.
void takeLocationOfFirst(mlir::Operation &module) {
  if (module.getNumRegions() == 0 || module.getRegion(0).empty() || module.getRegion(0).front().empty()) return;
  module.setLoc(module.getRegion(0).front().front().getLoc());
}

/// Takes off what `wrap` put on: in a wrapped text the first line, the line that closes the module, and the indentation
/// between; everywhere what locations were put in.
std::string unwrap(llvm::StringRef printed, bool wrapped) {
  std::string out;
  bool inside = wrapped;
  if (wrapped) printed = printed.split('\n').second;
  while (!printed.empty()) {
    auto [line, rest] = printed.split('\n');
    printed = rest;
    if (inside && line.starts_with("}")) {
      inside = false;
      continue;
    }
    if (inside) line.consume_front("  ");
    (out += asOfficiallyPrinted(line)) += '\n';
  }
  return out;
}

std::string print(mlir::Block &block, const WrappedText &source) {
  mlir::OpPrintingFlags flags;
  flags.enableDebugInfo(source.locations, /*prettyForm=*/false);
  std::string text;
  llvm::raw_string_ostream os(text);
  while (!block.empty()) {
    // Aliases, and a line's end, are printed with an op that stands in no block.
    const mlir::OwningOpRef<mlir::Operation *> op(&block.front());
    block.getOperations().remove(*op);
    (*op)->print(os, flags);
  }
  os.flush();
  return unwrap(text, source.wrapped);
}

/// Parses and verifies the text, changes its module, and prints it again.
Result<std::string> throughMlir(std::string_view text, std::string_view name,
                                llvm::function_ref<mlir::LogicalResult(mlir::Operation &)> change) {
  if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(nul), '\n') + 1;
    return Error{.message = "expected text, found a NUL byte",
                 .place = {.file = std::string(name), .line = static_cast<std::uint32_t>(line), .byteOffset = nul}};
  }
  if (const auto line = lineOfTooDeepNesting(text)) {
    return Error{.kind = ErrorKind::Limit,
                 .message = "nested more than " + std::to_string(deepestNesting) + " deep",
                 .place = {.file = std::string(name), .line = *line}};
  }
  const auto source = wrap(text);
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<cuda_tile::CudaTileDialect>();
  FirstError firstError(context, source, name);

  // MLIR's lexer reads on to a NUL, which MemoryBuffer puts after the text.
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(source.text, llvm::StringRef(name.data(), name.size())), {});
  mlir::Block block;
  mlir::AsmParserState state;
  const mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
  if (mlir::failed(mlir::parseAsmSourceFile(sources, &block, config, &state))) return firstError.error();
  settlePadding(block);
  if (mlir::failed(verifyAll(block, sources, state, firstError))) return firstError.error();
  if (source.wrapped && block.getOperations().size() != 1)
    return Error{.message = "a closing brace too many", .place = {.file = std::string(name)}};
  for (auto &op : block) {
    if (mlir::failed(change(op))) return firstError.error();
  }
  if (source.wrapped && source.locations) takeLocationOfFirst(block.front());
  return print(block, source);
}

}  // namespace

Result<std::string> reprintWithMlir(std::string_view text, std::string_view name) {
  return throughMlir(text, name, [](mlir::Operation &) { return mlir::success(); });
}

Result<std::string> canonicaliseWithMlir(std::string_view text, std::string_view name) {
  return throughMlir(text, name, [](mlir::Operation &op) { return cuda_tile::canonicalise(op); });
}

}  // namespace tileport::tileir
