// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/gpu/launch.h"

namespace tileport::oracle::gpu {

namespace {

constexpr std::uint64_t kGuard = 4096, kGuardSeed = 0x7469'6C65'706F'7274ULL;

/// A buffer between two zones that no kernel may touch. The zones' bytes differ by their place, so that a copied zone is seen too.
struct Guarded {
  DevicePointer base = 0;
  std::string before;  ///< guard, contents, guard

  std::uint64_t start(const CaseBuffer &buffer) const { return kGuard + buffer.offset; }
  DevicePointer address(const CaseBuffer &buffer) const { return base + start(buffer); }
};

std::string guardedBytes(const CaseBuffer &buffer) {
  Fill guard;
  guard.kind = FillKind::Bits;
  guard.seed = kGuardSeed;
  const std::uint64_t start = kGuard + buffer.offset;
  std::string bytes = fillBytes(Dtype::I8, start + buffer.bytes() + kGuard, guard);
  return bytes.replace(start, buffer.bytes(), buffer.contents());
}

/// The buffers of a case on the device, as long as it lives.
class Memory {
 public:
  explicit Memory(Driver &driver) : driver_(driver) {}
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory() {
    for (const Guarded &each : buffers_) driver_.release(each.base);
  }

  Result<void> allocate(const Case &launched) {
    for (const CaseBuffer &buffer : launched.buffers) {
      Guarded each;
      each.before = guardedBytes(buffer);
      const auto base = driver_.allocate(each.before.size());
      if (!base) return base.error();
      each.base = *base;
      buffers_.push_back(std::move(each));
    }
    return {};
  }
  const std::vector<Guarded> &buffers() const { return buffers_; }

 private:
  Driver &driver_;
  std::vector<Guarded> buffers_;
};

Error written(const CaseBuffer &buffer, const std::string &what) {
  return {ErrorKind::Malformed,
          "the kernel wrote " + what + " buffer \"" + buffer.name + "\"",
          {},
          "Correct the case's extents or the program."};
}

/// The contents after a launch.
Result<std::string> inspect(const CaseBuffer &buffer, const Guarded &memory, const std::string &after) {
  const std::uint64_t start = memory.start(buffer), end = start + buffer.bytes();
  if (after.compare(0, start, memory.before, 0, start) != 0) return written(buffer, "before");
  if (after.compare(end, std::string::npos, memory.before, end) != 0) return written(buffer, "behind");
  if (!buffer.output && after != memory.before) return written(buffer, "into the input");
  return after.substr(start, buffer.bytes());
}

Result<std::vector<std::string>> launchOnce(Driver &driver, const Case &launched, const std::vector<Guarded> &memory) {
  for (const Guarded &each : memory)
    if (const auto done = driver.write(each.base, each.before); !done) return done.error();
  std::vector<std::uint64_t> values;
  for (const CaseArgument &argument : launched.arguments) {
    const auto index = static_cast<std::size_t>(argument.buffer);
    values.push_back(argument.buffer < 0 ? argument.scalar : memory[index].address(launched.buffers[index]));
  }
  // A shorter argument lies in the first bytes of its word: both machines are little endian.
  std::vector<void *> pointers;
  for (std::uint64_t &value : values) pointers.push_back(&value);
  if (const auto done = driver.launch(launched.grid, pointers); !done) return done.error();
  std::vector<std::string> outputs;
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const auto after = driver.read(memory[i].base, memory[i].before.size());
    if (!after) return after.error();
    auto contents = inspect(launched.buffers[i], memory[i], *after);
    if (!contents) return contents.error();
    outputs.push_back(launched.buffers[i].output ? std::move(*contents) : std::string());
  }
  return outputs;
}

}  // namespace

Result<LaunchResult> launchCase(Driver &driver, const Case &launched, unsigned times) {
  Memory memory(driver);
  if (const auto allocated = memory.allocate(launched); !allocated) return allocated.error();
  LaunchResult result;
  for (unsigned i = 0; i < times; ++i) {
    auto outputs = launchOnce(driver, launched, memory.buffers());
    if (!outputs) return outputs.error();
    if (i > 0 && *outputs != result.outputs) result.repeats = false;
    if (i == 0) result.outputs = std::move(*outputs);
  }
  return result;
}

}  // namespace tileport::oracle::gpu
