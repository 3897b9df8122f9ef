// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

/// As much of the CUDA driver API as a launch needs. The library is loaded at run time, so that this builds and starts without it.
namespace tileport::oracle::gpu {

using DevicePointer = std::uint64_t;

class Driver {
 public:
  /// Device 0 with its primary context current. `library` is a file name for dlopen, normally libcuda.so.1.
  static Result<Driver> open(const std::string &library);

  std::string gpuName() const { return name_; }
  std::string computeCapability() const { return capability_; }
  std::string cudaVersion() const { return version_; }

  Result<void> load(const std::string &cubin, const std::string &entry);
  Result<DevicePointer> allocate(std::uint64_t bytes);
  void release(DevicePointer pointer) { f_.memFree(pointer); }
  Result<void> write(DevicePointer to, std::string_view bytes);
  Result<std::string> read(DevicePointer from, std::uint64_t bytes);
  /// Launches and waits. `arguments` points to each argument's bytes.
  Result<void> launch(const std::array<std::uint32_t, 3> &grid, std::vector<void *> arguments);

 private:
  using Status = int;
  struct Functions {
    Status (*init)(unsigned) = nullptr;
    Status (*deviceGet)(int *, int) = nullptr;
    Status (*deviceGetName)(char *, int, int) = nullptr;
    Status (*deviceGetAttribute)(int *, int, int) = nullptr;
    Status (*driverGetVersion)(int *) = nullptr;
    Status (*primaryCtxRetain)(void **, int) = nullptr;
    Status (*ctxSetCurrent)(void *) = nullptr;
    Status (*ctxSynchronize)() = nullptr;
    Status (*moduleLoadData)(void **, const void *) = nullptr;
    Status (*moduleGetFunction)(void **, void *, const char *) = nullptr;
    Status (*memAlloc)(DevicePointer *, std::size_t) = nullptr;
    Status (*memFree)(DevicePointer) = nullptr;
    Status (*memcpyHtoD)(DevicePointer, const void *, std::size_t) = nullptr;
    Status (*memcpyDtoH)(void *, DevicePointer, std::size_t) = nullptr;
    Status (*launchKernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,
                           void **) = nullptr;
    Status (*getErrorName)(Status, const char **) = nullptr;
  };

  Result<void> resolve(void *library, const std::string &file);
  Result<void> start();
  Result<void> check(Status status, const char *call) const;

  Functions f_;
  void *kernel_ = nullptr;
  std::string name_, capability_, version_;
};

}  // namespace tileport::oracle::gpu
