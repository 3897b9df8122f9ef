// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/reduce_bundle.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "reduce/source_paths.h"
#include "support/file.h"
#include "tileport/divergence_text.h"
#include "toolchain/content_hash.h"

namespace tileport::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostOutput = std::size_t{1} << 20;

bool inPath(char letter) {
  const auto is = [letter](char first, char last) { return first <= letter && letter <= last; };
  return is('a', 'z') || is('A', 'Z') || is('0', '9') || letter < 0 ||
         std::string_view("/._-+@~%#,").find(letter) != std::string_view::npos;
}

std::string section(std::string_view title, const std::string &text) {
  std::string shown = text.substr(0, kMostOutput);
  if (!shown.empty() && shown.back() != '\n') shown += '\n';
  if (text.size() > kMostOutput) shown += "(" + std::to_string(text.size() - kMostOutput) + " bytes more)\n";
  return "--- " + std::string(title) + "\n" + shown;
}

std::string readmeText(const Bundle &bundle, const tileir::Program &program, bool hasBytecode) {
  const auto &reduction = bundle.reduction;
  std::string text = "# A reduced Tile IR program\n\n";
  text += "`tileport reduce` made it of a program of " + plural(bundle.originalOps, "op") + ": " + plural(program.opCount(), "op") +
          (program.opCount() == 1 ? " is" : " are") + " left, for which the command below still exits with 0.\n";
  if (reduction.ending == reduce::Ending::Complete) text += "Nothing that Tileport tries makes it smaller.\n";
  if (reduction.ending == reduce::Ending::Stopped) text += "It was stopped early: the program may be larger than it has to be.\n";
  if (reduction.ending == reduce::Ending::Unsteady) text += "The command does not always say the same of it: run it several times.\n";
  text += "\n## To reproduce\n\nIn this folder:\n\n```\n" + bundle.command + "\n```\n\n";
  text += "Programs that it names and that are not here are the reporter's. What it printed is in `output.txt`.\n\n";
  text += "## Files\n\n| file | content |\n|---|---|\n";
  if (hasBytecode) text += "| `reduced.tileirbc` | the program as bytecode 13." + std::to_string(program.version().minor) + " |\n";
  text += "| `reduced.mlir` | the same as text |\n| `output.txt` | what the command printed |\n";
  text += "| `original.txt` | what identifies the program that it was made of |\n| `versions.txt` | of the programs that took part |\n";
  return text;
}

}  // namespace

std::string_view bundleName(tileir::ProgramForm form) { return form == tileir::ProgramForm::Text ? "reduced.mlir" : "reduced.tileirbc"; }

std::string withoutFolders(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = text[at] == '/' && (at == 0 || (!inPath(text[at - 1]))) && text.substr(at, 2) != "//";
    std::size_t end = at;
    while (begins && end < text.size() && inPath(text[end])) ++end;
    const std::string_view path = text.substr(at, std::max(end, at + 1) - at);
    const std::size_t slash = path.rfind('/');
    const bool shortens = begins && slash != 0 && slash + 1 < path.size() && !path.starts_with("/dev/");
    out += shortens ? path.substr(slash + 1) : path;
    at += path.size();
  }
  return out;
}

Result<void> prepareBundle(const fs::path &folder) {
  std::error_code failed;
  if (fs::exists(folder, failed) && (!fs::is_directory(folder, failed) || !fs::is_empty(folder, failed)))
    return Error{ErrorKind::Usage, "is not an empty folder", {.file = folder.string()}, "Name one that is new or empty."};
  fs::create_directories(folder, failed);
  if (failed)
    return Error{ErrorKind::CannotRead, "cannot make the folder: " + failed.message(), {.file = folder.string()}, "Name another one."};
  return {};
}

Result<void> writeBundle(const fs::path &folder, const Bundle &bundle) {
  // Where it was stopped early, nothing has been tried for the locations yet.
  const bool named = reduce::namesFolders(bundle.reduction.best.program->data());
  const bool shortens = named && bundle.reduction.ending == reduce::Ending::Stopped;
  const tileir::ProgramPtr kept = shortens ? reduce::withoutFolders(*bundle.reduction.best.program) : bundle.reduction.best.program;
  const tileir::Program &program = *kept;
  const auto bytecode = reduce::contentOf(program, tileir::ProgramForm::Bytecode);
  const auto text = reduce::contentOf(program, tileir::ProgramForm::Text);
  // Which candidate it was matters to nobody; its folder is gone.
  const auto tidy = [&](std::string output) {
    const std::string scratch = bundle.scratch.string();
    for (std::size_t at = output.find(scratch); !scratch.empty() && at != std::string::npos; at = output.find(scratch, at)) {
      std::size_t end = at + scratch.size();
      while (end < output.size() && inPath(output[end])) ++end;
      const fs::path path(output.substr(at, end - at));
      output.replace(at, end - at, path.stem() == "candidate" ? std::string(bundleName(bundle.form)) : path.filename().string());
    }
    return withoutFolders(output);
  };
  std::string versions;
  for (const std::string &line : bundle.versions) versions += line + "\n";
  std::vector<std::pair<std::string, std::string>> files{
      {"output.txt", section("standard output", tidy(bundle.output)) + section("standard error", tidy(bundle.errors))},
      {"original.txt", "sha256 " + toolchain::contentHash(bundle.original) + "\n" + std::to_string(bundle.original.size()) + " bytes, " +
                           plural(bundle.originalOps, "op") + "\n"},
      {"versions.txt", withoutFolders(versions)}};
  if (bytecode) files.emplace_back("reduced.tileirbc", *bytecode);
  if (text) files.emplace_back("reduced.mlir", *text);
  Bundle told = bundle;
  told.command = withoutFolders(bundle.command);
  std::string readme = readmeText(told, program, bytecode.ok());
  if (shortens)
    readme += "\nIts debug locations name source files without their folders here; the command has not been asked about that.\n";
  if (named && !shortens) readme += "\nIts debug locations name folders of source files: the command needs them.\n";
  files.emplace_back("README.md", std::move(readme));
  for (const auto &[name, content] : files)
    if (auto written = replaceFile(folder / name, content); !written) return written;
  return {};
}

}  // namespace tileport::cli
