// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/globals.h"

#include <algorithm>
#include <vector>

namespace tileport::certificate {

Globals::Globals(Canonical &canonical) : canonical_(canonical) {
  for (const Side side : {Side::Reference, Side::Port})
    for (const tileir::Global &global : canonical.program(side).data().globals)
      contents_[static_cast<std::size_t>(side)][global.name] = content(side, global);
}

std::string Globals::content(Side side, const tileir::Global &global) const {
  const std::uint32_t value = canonical_.attribute(side, global.value);
  if (value == Canonical::kUnknown) return {};
  return std::to_string(canonical_.type(side, global.type)) + ' ' + std::to_string(value) + ' ' + std::to_string(global.alignment) + ' ' +
         (global.isPrivate ? "private " : "public ") + (global.isConstant ? "constant" : "variable");
}

bool Globals::same(Side left, const std::string &a, Side right, const std::string &b) {
  if (left == right) return a == b;
  if (left == Side::Port) return same(right, b, left, a);
  auto &[reference, port] = partners_;
  const auto of = reference.find(a), from = port.find(b);
  if (of != reference.end() || from != port.end())
    return of != reference.end() && from != port.end() && of->second == b && from->second == a;
  const auto x = contents_[0].find(a), y = contents_[1].find(b);
  if (x == contents_[0].end() || y == contents_[1].end() || x->second.empty() || x->second != y->second) return false;
  reference[a] = b;
  port[b] = a;
  return true;
}

std::string Globals::leftOver() const {
  std::array<std::vector<std::string>, 2> lists;
  for (std::size_t side = 0; side < 2; ++side) {
    for (const auto &[name, what] : contents_[side]) {
      if (partners_[side].count(name) != 0) continue;
      if (what.empty()) return "global @" + name + " has elements that are not known";
      lists[side].push_back(what);
    }
    std::sort(lists[side].begin(), lists[side].end());
  }
  return lists[0] == lists[1] ? std::string() : "the globals of the two sides that no op pairs differ";
}

}  // namespace tileport::certificate
