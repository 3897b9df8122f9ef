// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any certificate is answered, and none of two programs that differ holds without saying so. The bytes choose a pair of programs,
// and what becomes of a certificate that claims them to be the same.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "certificate/check.h"
#include "certificate/prover.h"
#include "certificate/random_edits.h"
#include "certificate/writer.h"
#include "tileir/text_reader.h"

using namespace tileport;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

struct Pair {
  tileir::ProgramPtr reference, port;
  bool same;
};

tileir::ProgramPtr programOf(const std::string &body) {
  const std::string head =
      "entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>) {\n"
      "  %zero = constant <i32: 0> : tile<i32>\n  %one = constant <i32: 1> : tile<i32>\n  %t = make_token : token\n";
  const auto program = tileir::readText(head + body + "  return\n}\n", "text");
  if (!program) stop("a program of the target cannot be read", program.error().toString());
  return *program;
}

std::string store(const char *value, const char *to = "%p", const char *token = "") {
  return std::string("  %s") + (value + 1) + " = store_ptr_tko weak " + to + ", " + value + token +
         " : tile<ptr<i32>>, tile<i32> -> token\n";
}

std::string loop(const std::string &first, const std::string &second) {
  return "  %r:2 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%x = %n, %y = %m) -> (tile<i32>, tile<i32>) {\n"
         "    %a = addi %x, %i : tile<i32>\n    continue " +
         first + ", " + second + " : tile<i32>, tile<i32>\n  }\n" + store("%r#0").replace(3, 4, "s0");
}

std::vector<Pair> makePairs() {
  const std::string branch =
      "  %r = if %c -> (tile<i32>) {\n    %a = addi %n, %m : tile<i32>\n    yield %a : tile<i32>\n  } else {\n    yield %m : tile<i32>\n  "
      "}\n";
  const std::string known = "  if %c {\n    %f = assume bounded<3, ?>, %n : tile<i32>\n  " + store("%f", "%q") + "  }\n";
  const std::vector<std::array<std::string, 2>> different = {
      {"  %a = addi %n, %m : tile<i32>\n" + store("%a"), "  %a = subi %n, %m : tile<i32>\n" + store("%a")},
      {loop("%a", "%x"), loop("%a", "%y") + store("%n", "%q")},
      {loop("%a", "%x"), loop("%x", "%a")},
      {known + "  %r = maxi %n, %zero signed : tile<i32>\n" + store("%r"), known + store("%n")},
      {branch + store("%r"), "  %a = addi %n, %m : tile<i32>\n  %r = select %c, %m, %a : tile<i1>, tile<i32>\n" + store("%r")},
      {store("%n") + store("%m", "%p", " token=%sn"), store("%n") + store("%m", "%p", " token=%t")},
      {"  %a = divi %n, %m signed : tile<i32>\n" + store("%n"), store("%n")},
      {"  %a = mini %n, %m signed : tile<i32>\n" + store("%a"), "  %a = mini %n, %m unsigned : tile<i32>\n" + store("%a")},
  };
  std::vector<Pair> pairs;
  for (const auto &[left, right] : different) {
    pairs.push_back({programOf(left), programOf(right), false});
    pairs.push_back({pairs.back().reference, pairs.back().reference, true});
  }
  return pairs;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const std::vector<Pair> pairs = makePairs();
  std::size_t at = 0;
  const std::function<std::size_t(std::size_t)> below = [&](std::size_t count) { return at < size ? data[at++] % count : 0; };
  const Pair &pair = pairs[below(pairs.size())];
  auto certificate =
      below(2) == 0 ? certificate::test::lockstep(*pair.reference, *pair.port) : certificate::test::prove(*pair.reference, *pair.port);
  while (at < size) certificate::test::editAnyhow(certificate, *pair.reference, *pair.port, 1, below);
  const auto checked = certificate::check(certificate, *pair.reference, *pair.port);
  if (!pair.same && checked && checked->unconditional()) stop("two programs that differ are said to be the same", "");
  return 0;
}
