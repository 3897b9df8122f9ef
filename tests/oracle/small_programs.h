// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/element.h"
#include "oracle/interpreter.h"
#include "support/result.h"
#include "tileir/text_reader.h"

/// For tests: programs from a few lines of text, and their outcome as text.
namespace tileport::oracle {

/// An entry with the pointer %out that stores %r, a tile of `count` elements, there. What stands before a line of dashes is
/// the module's, not the entry's.
inline std::string storing(std::string_view body, std::string_view element, std::size_t count) {
  const std::size_t dashes = body.find("---\n");
  const std::string before(dashes == std::string_view::npos ? "" : body.substr(0, dashes));
  if (!before.empty()) body.remove_prefix(dashes + 4);
  std::string text = before + "entry @t(%out: tile<ptr<E>>) {\n" + std::string(body) + R"(
  %o1 = reshape %out : tile<ptr<E>> -> tile<1xptr<E>>
  %oN = broadcast %o1 : tile<1xptr<E>> -> tile<Nxptr<E>>
  %oi = iota : tile<Nxi32>
  %op = offset %oN, %oi : tile<Nxptr<E>>, tile<Nxi32> -> tile<Nxptr<E>>
  %ot = store_ptr_tko weak %op, %r : tile<Nxptr<E>>, tile<NxE> -> token
  return
})";
  const auto replace = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  };
  replace("<NxE>", "<" + std::to_string(count) + "x" + std::string(element) + ">");
  replace("ptr<E>", "ptr<" + std::string(element) + ">");
  replace("<Nx", "<" + std::to_string(count) + "x");
  return text;
}

inline Buffer zeros(std::string name, tileir::ScalarKind element, std::size_t count) {
  return {std::move(name), element, std::vector<std::byte>(count * storedBits(element) / 8)};
}

inline Buffer bufferOf(std::string name, tileir::ScalarKind element, const std::vector<double> &values) {
  Buffer buffer = zeros(std::move(name), element, values.size());
  const std::size_t size = storedBits(element) / 8;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t bits = isFloat(element) ? encode(formatOf(element), fromLongDouble(values[i]), Rounding::NearestEven)
                                                : static_cast<std::uint64_t>(static_cast<std::int64_t>(values[i]));
    std::memcpy(buffer.bytes.data() + i * size, &bits, size);
  }
  return buffer;
}

inline std::uint64_t bitsAt(const Buffer &buffer, std::size_t at) {
  const std::size_t size = storedBits(buffer.element) / 8;
  std::uint64_t bits = 0;
  std::memcpy(&bits, buffer.bytes.data() + at * size, size);
  return bits;
}

inline double numberAt(const Buffer &buffer, std::size_t at) {
  if (isFloat(buffer.element)) return toDouble(decode(formatOf(buffer.element), bitsAt(buffer, at)));
  return static_cast<double>(signExtended(bitsAt(buffer, at), storedBits(buffer.element)));
}

/// "1, -0, inf, nan".
inline std::string textOf(const Buffer &buffer) {
  std::string text;
  for (std::size_t i = 0; i < buffer.bytes.size() * 8 / storedBits(buffer.element); ++i)
    text += (i > 0 ? ", " : "") + toText(ElementType{buffer.element}, bitsAt(buffer, i));
  return text;
}

/// Reads and runs; the error's line when either does not work.
inline Result<Outcome> runText(const std::string &text, Launch launch) {
  const auto program = tileir::readText(text, "test");
  if (!program) return program.error();
  return run(**program, launch);
}

}  // namespace tileport::oracle
