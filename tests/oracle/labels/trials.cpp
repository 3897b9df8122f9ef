// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include "oracle/gpu/inputs.h"
#include "oracle/labels/corpus.h"
#include "oracle/small_programs.h"

namespace tileport::oracle::labels {

using tileir::ScalarKind;

namespace {

/// What one run may cost, and all trials of a program once there are some: each is run again with a hundred mutants or more.
constexpr std::uint64_t kElements = 3'000'000, kAllElements = 400'000, kMuch = 60'000;
constexpr std::size_t kFew = 4;

using Change = std::function<void(Launch &)>;

struct Candidate {
  std::string name;
  Change change;
};

std::uint64_t floatOf(ScalarKind kind, double value) { return encode(formatOf(kind), fromLongDouble(value), Rounding::NearestEven); }

/// Edge values of a format: zeros, infinities, NaN, the ends of the subnormal and of the normal range, ones.
std::vector<std::uint64_t> edgesOf(ScalarKind kind) {
  const Format &format = formatOf(kind);
  const std::uint64_t smallest = std::uint64_t{1} << (format.fractionBits + format.unusedBits);
  const std::uint64_t least = std::uint64_t{1} << format.unusedBits, sign = format.signBit();
  std::vector<std::uint64_t> edges{0,
                                   sign,
                                   least,
                                   least | sign,
                                   smallest - least,
                                   (smallest - least) | sign,
                                   smallest,
                                   smallest | sign,
                                   format.largestFinite() << format.unusedBits,
                                   nanOf(format),
                                   floatOf(kind, 1),
                                   floatOf(kind, -1)};
  edges.push_back(edges[8] | sign);
  if (format.specials == Specials::Ieee)
    for (const bool negative : {false, true}) edges.push_back(encode(format, Number::infinity(negative), Rounding::NearestEven));
  return edges;
}

void setElement(Buffer &buffer, std::size_t at, std::uint64_t bits) {
  std::memcpy(buffer.bytes.data() + at * (storedBits(buffer.element) / 8), &bits, storedBits(buffer.element) / 8);
}

/// Gives each element of the inputs that `make` of its number and of a word that follows from both seeds.
Change floats(const Member &member, std::uint64_t seed,
              const std::function<std::optional<std::uint64_t>(ScalarKind, std::uint64_t)> &make) {
  return [&member, seed, make](Launch &launch) {
    for (std::size_t i = 0; i < launch.buffers.size(); ++i) {
      Buffer &buffer = launch.buffers[i];
      if (!member.mayBeChanged[i] || storedBits(buffer.element) < 8) continue;
      const std::size_t count = buffer.bytes.size() / (storedBits(buffer.element) / 8);
      for (std::size_t k = 0; k < count; ++k)
        if (const auto bits = make(buffer.element, gpu::word(seed + i * 977, k))) setElement(buffer, k, *bits);
    }
  };
}

std::vector<Candidate> floatCandidates(const Member &member) {
  using Bits = std::optional<std::uint64_t>;
  std::vector<Candidate> candidates;
  if (std::none_of(member.mayBeChanged.begin(), member.mayBeChanged.end(), [](bool may) { return may; })) return candidates;
  candidates.push_back({"few edge values", floats(member, 11, [](ScalarKind kind, std::uint64_t word) -> Bits {
                          const auto edges = edgesOf(kind);
                          return word % 97 == 0 ? Bits(edges[(word >> 32) % edges.size()]) : std::nullopt;
                        })});
  candidates.push_back({"edge values", floats(member, 12, [](ScalarKind kind, std::uint64_t word) -> Bits {
                          const auto edges = edgesOf(kind);
                          return edges[(word >> 32) % edges.size()];
                        })});
  candidates.push_back({"tiny numbers", floats(member, 13, [](ScalarKind kind, std::uint64_t word) -> Bits {
                          const Format &format = formatOf(kind);
                          const double unit = std::ldexp(1.0, format.smallestExponent());
                          return floatOf(kind, unit * (static_cast<double>(word % 4096) / 512 - 4));
                        })});
  candidates.push_back({"numbers of all sizes", floats(member, 14, [](ScalarKind kind, std::uint64_t word) -> Bits {
                          const int range = std::min(formatOf(kind).largestExponent(), 30);
                          const int exponent = static_cast<int>(word % static_cast<unsigned>(range)) - range / 2;
                          return floatOf(kind, std::ldexp(static_cast<double>((word >> 20) % 8192) / 4096 - 1, exponent));
                        })});
  candidates.push_back({"other numbers", floats(member, 15, [](ScalarKind kind, std::uint64_t word) -> Bits {
                          return floatOf(kind, static_cast<double>(word % 65536) / 16384 - 2);
                        })});
  return candidates;
}

bool isNumber(const Member &member, std::size_t argument) {
  const tileir::Program &program = *member.program;
  for (const tileir::Function &function : program.data().functions) {
    if (function.name != member.launch.entry && !member.launch.entry.empty()) continue;
    const tileir::Type &element = program.type(program.type(program.type(function.signature).inputs[argument]).element);
    const bool integer =
        element.kind == tileir::TypeKind::Scalar && (element.scalar == ScalarKind::I32 || element.scalar == ScalarKind::I64);
    return integer && std::holds_alternative<ScalarArgument>(member.launch.arguments[argument]);
  }
  return false;
}

/// Numbers that are equal are likely to be one extent, or a stride that follows from it: they change together.
Change everywhere(const Member &member, std::uint64_t from, std::uint64_t to) {
  return [&member, from, to](Launch &launch) {
    for (std::size_t i = 0; i < launch.arguments.size(); ++i)
      if (isNumber(member, i) && std::get<ScalarArgument>(launch.arguments[i]).bits == from) launch.arguments[i] = ScalarArgument{to};
  };
}

std::vector<Candidate> numberCandidates(const Member &member) {
  std::vector<Candidate> candidates;
  std::set<std::uint64_t> numbers;
  for (std::size_t i = 0; i < member.launch.arguments.size(); ++i)
    if (isNumber(member, i)) numbers.insert(std::get<ScalarArgument>(member.launch.arguments[i]).bits);
  const auto add = [&](std::uint64_t from, std::uint64_t to) {
    if (from != to) candidates.push_back({std::to_string(from) + " -> " + std::to_string(to), everywhere(member, from, to)});
  };
  for (const std::uint64_t n : numbers) {
    if (n <= 1) continue;
    add(n, n - 1);
    add(n, n / 2 + 1);
    add(n, 0);
    add(n, 1);
  }
  // One by one, so that an extent changes without its stride.
  for (std::size_t i = 0; i < member.launch.arguments.size(); ++i) {
    if (!isNumber(member, i)) continue;
    const std::uint64_t n = std::get<ScalarArgument>(member.launch.arguments[i]).bits;
    for (const std::uint64_t to :
         {n / 2 + 3, n > 0 ? n - 1 : 0, std::uint64_t{0xFFFFFFFFu}, std::uint64_t{65536}, std::uint64_t{1024}, std::uint64_t{64}})
      if (to != n)
        candidates.push_back({"argument " + std::to_string(i) + " = " + std::to_string(static_cast<std::int32_t>(to)),
                              [i, to](Launch &launch) { launch.arguments[i] = ScalarArgument{to}; }});
  }
  return candidates;
}

std::vector<Candidate> gridCandidates(const Member &member) {
  const std::array<std::uint32_t, 3> grid = member.launch.grid;
  const std::uint64_t blocks = std::uint64_t{grid[0]} * grid[1] * grid[2];
  std::vector<Candidate> candidates;
  if (blocks > 1)
    candidates.push_back({"blocks in reverse", [blocks](Launch &launch) {
                            launch.order.resize(blocks);
                            std::iota(launch.order.rbegin(), launch.order.rend(), std::uint64_t{0});
                          }});
  candidates.push_back({"one block more", [](Launch &launch) { launch.grid[0] += 1; }});
  candidates.push_back({"two blocks along y", [](Launch &launch) { launch.grid[1] *= 2; }});
  if (grid[0] > 1) candidates.push_back({"one block", [](Launch &launch) { launch.grid = {1, 1, 1}; }});
  return candidates;
}

bool isSound(const Outcome &outcome) {
  return outcome.ok() && std::none_of(outcome.hazards.begin(), outcome.hazards.end(),
                                      [](const Hazard &hazard) { return hazard.kind != HazardKind::UncertainDecision; });
}

/// With fewer tile blocks where all of them are much to compute: one of them shows what a mutant does as well.
Member lightened(const Member &member) {
  Member lighter = member;
  lighter.launch.options.elementLimit = kElements;
  const auto outcome = run(*member.program, lighter.launch);
  std::uint32_t &blocks = lighter.launch.grid[0];
  if (outcome && outcome->elements > kMuch && blocks > 1)
    blocks = std::max<std::uint32_t>(2, static_cast<std::uint32_t>(blocks * kMuch / outcome->elements));
  return lighter;
}

}  // namespace

Trials trialsOf(const Member &whole, std::size_t most) {
  const Member member = lightened(whole);
  std::vector<Candidate> candidates{{"case", [](Launch &) {}}};
  std::vector<std::vector<Candidate>> kinds{floatCandidates(member), numberCandidates(member), gridCandidates(member)};
  // In turn, so that each kind has its share.
  for (std::size_t i = 0; std::any_of(kinds.begin(), kinds.end(), [i](const auto &kind) { return i < kind.size(); }); ++i)
    for (auto &kind : kinds)
      if (i < kind.size()) candidates.push_back(std::move(kind[i]));
  Trials trials;
  std::uint64_t spent = 0;
  for (const Candidate &candidate : candidates) {
    if (trials.sound.size() >= kFew && spent >= kAllElements) break;
    if (trials.sound.size() >= most && trials.broken.size() >= most) break;
    Trial trial{candidate.name, member.launch, {}};
    candidate.change(trial.launch);
    trial.launch.options.elementLimit = kElements;
    auto outcome = run(*member.program, trial.launch);
    if (!outcome || (outcome->fault && (outcome->fault->kind == FaultKind::Budget || outcome->fault->kind == FaultKind::Unsupported)))
      continue;
    const bool sound = isSound(*outcome);
    if (!sound && !outcome->fault) continue;
    spent += outcome->elements;
    trial.base = std::move(*outcome);
    auto &list = sound ? trials.sound : trials.broken;
    if (list.size() < most) list.push_back(std::move(trial));
  }
  return trials;
}

}  // namespace tileport::oracle::labels
