// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch of a reference, a variant of a port and rules, one after the other with an empty line between: each is read or refused
// with a place, and whatever was read can be compared and paired.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "evidence/pairing.h"

using namespace tileport;
using namespace tileport::evidence;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

void checkError(const Error &error) {
  if (error.message.empty() || error.place.line == 0) stop("an error does not say where", error.toString());
}

std::string_view takePart(std::string_view &text) {
  const std::size_t end = text.find("\n\n");
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  return part;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  const auto reference = readReferenceLaunch(takePart(text), "reference");
  const auto port = readPortVariant(takePart(text), "port");
  const auto rules = readPairingRules(text, "rules");
  if (!reference) checkError(reference.error());
  if (!port) checkError(port.error());
  if (!rules) checkError(rules.error());
  if (!reference || !port) return 0;
  const PairingRules used = rules ? *rules : PairingRules{};
  for (const SpecialisationDifference &each : compare(*reference, *port, used))
    if (each.subject.empty() && each.sentence.empty()) stop("a difference says nothing", std::string(tileport::evidence::text(each.kind)));
  const Pairing pairing = pairVariants({*reference}, {*port}, used);
  const std::size_t ofPort = pairing.pairs.size() + pairing.ambiguous.size();
  if (pairing.unpaired.size() + 2 * ofPort != 2) stop("a variant is lost", std::to_string(pairing.unpaired.size()));
  return 0;
}
