// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever the text, the reader gives a consistent program or an error that says where. A program that it gives prints as text
// that reads as a program which prints the same, with and without locations.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "tileir/consistency.h"
#include "tileir/printer.h"
#include "tileir/text_reader.h"

using namespace tileport;
using namespace tileport::tileir;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

bool isPlain(std::string_view key) {
  return std::all_of(key.begin(), key.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

/// Hints print their keys as they are, and their numbers without a type: not all of them read back.
bool hasOddHints(const ProgramData &data) {
  for (const Attribute &attribute : data.attributes) {
    if (attribute.kind != AttributeKind::Hints) continue;
    if (!std::all_of(attribute.keys.begin(), attribute.keys.end(), isPlain)) return true;
    for (const AttributeId item : attribute.items) {
      const Attribute &hints = data.attributes[item.index()];
      if (!std::all_of(hints.keys.begin(), hints.keys.end(), isPlain)) return true;
      for (const AttributeId hint : hints.items) {
        if (data.attributes[hint.index()].kind == AttributeKind::Float) return true;
      }
    }
  }
  return false;
}

void checkError(const Error &error, std::string_view text) {
  const bool placed = error.place.line > 0 && error.place.column > 0 && error.place.byteOffset && *error.place.byteOffset <= text.size();
  if (!placed || error.message.empty()) stop("an error does not say where", error.toString());
}

void checkProgram(const Program &program, bool locations) {
  const std::string printed = print(program, {.locations = locations}).text;
  const auto again = readText(printed, "printed");
  if (!again) stop("what was printed cannot be read", again.error().toString() + "\n" + printed);
  const std::string reprinted = print(**again, {.locations = locations}).text;
  if (reprinted != printed) stop("what was printed reads as something else", printed + "\nagainst\n" + reprinted);
}

}  // namespace

#ifdef TILEPORT_LIBFUZZER
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t maxSize);

namespace {

constexpr std::string_view kPieces[] = {"%0",
                                        "%arg0",
                                        "%cst_i32",
                                        "#0",
                                        "#loc",
                                        "loc(#loc)",
                                        "loc(unknown)",
                                        " : tile<4xi32>",
                                        "tile<f32>",
                                        "tile<ptr<f32>>",
                                        "token",
                                        "token=%0",
                                        "->",
                                        "{",
                                        "}",
                                        "[",
                                        "]",
                                        "<",
                                        ">",
                                        "(",
                                        ")",
                                        ",",
                                        "=",
                                        ":",
                                        "inbounds = [true]",
                                        "rounding<zero>",
                                        "overflow<no_wrap>",
                                        "weak",
                                        "relaxed device",
                                        "signed",
                                        "iter_values(",
                                        "else {",
                                        "return",
                                        "yield %0 : tile<f32>",
                                        "continue",
                                        "break",
                                        "-1",
                                        "0x7F800000",
                                        "1.0",
                                        "true",
                                        "\"a\"",
                                        "@g",
                                        "unit",
                                        "nan",
                                        "-inf",
                                        "__elided__",
                                        "dense_resource<__elided__>",
                                        "cuda_tile.",
                                        "!cuda_tile.",
                                        "#cuda_tile.div_by<8>",
                                        "bounded<0, ?>",
                                        "optimization_hints = <sm_100 = {latency = 3}>",
                                        "{a.b = 1 : i8}",
                                        "attributes",
                                        "module {",
                                        "entry @k() { return }",
                                        "global @g <i32: 7> : tile<1xi32>",
                                        "#loc = loc(\"a\":1:2)",
                                        "loc(callsite(#loc at #loc))",
                                        "16777216",
                                        "4294967296",
                                        "partition_view<tile=(4), tensor_view<?xf32, strides=[?]>>",
                                        "^bb0(%a: tile<f32>):",
                                        "%a:2 = ",
                                        "// "};

std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1);
    lines.push_back(text.substr(begin, end + 1 - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

/// Mostly moves pieces and lines about, since bytes changed at random seldom give what a reader takes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size, std::size_t maxSize, unsigned seed) {
  std::minstd_rand random(seed);
  const auto below = [&](std::size_t count) { return count == 0 ? 0 : random() % count; };
  if (below(3) == 0 || size < 2) return LLVMFuzzerMutate(data, size, maxSize);
  std::string text(reinterpret_cast<const char *>(data), size);
  const std::string_view piece = kPieces[below(std::size(kPieces))];
  switch (below(4)) {
    case 0: text.insert(below(text.size()), piece); break;
    case 1: {
      const std::size_t begin = std::min(text.find_first_of(" ,:(<[", below(text.size())), text.size());
      const std::size_t end = std::min(text.find_first_of(" ,:)>]\n", begin + 1), text.size());
      text.replace(begin, end - begin, std::string(" ").append(piece));
      break;
    }
    default: {
      std::vector<std::string> lines = linesOf(text);
      const std::size_t from = below(lines.size());
      const std::string line = lines[from];
      if (below(2) == 0) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(from));
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size() + 1)), line);
      text.clear();
      for (const std::string &each : lines) text += each;
    }
  }
  if (text.size() > maxSize) return size;
  std::copy(text.begin(), text.end(), data);
  return text.size();
}
#endif

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const auto program = readText(text, "input");
  if (!program) {
    checkError(program.error(), text);
    return 0;
  }
  if (const auto consistent = checkConsistency((*program)->data()); !consistent) stop("a program is broken", consistent.error().toString());
  if (hasOddHints((*program)->data())) return 0;
  checkProgram(**program, false);
  checkProgram(**program, true);
  return 0;
}
