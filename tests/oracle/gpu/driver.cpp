// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/gpu/driver.h"

#include <dlfcn.h>

namespace tileport::oracle::gpu {

namespace {

// Of the enumeration CUdevice_attribute.
constexpr int kCapabilityMajor = 75, kCapabilityMinor = 76;

Error failure(std::string message, std::string advice = {}) { return {ErrorKind::Unsupported, std::move(message), {}, std::move(advice)}; }

}  // namespace

Result<Driver> Driver::open(const std::string &library) {
  void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return failure("the CUDA driver cannot be loaded: " + std::string(dlerror()), "A launch needs a machine with an NVIDIA GPU.");
  Driver driver;
  if (const auto found = driver.resolve(handle, library); !found) return found.error();
  if (const auto started = driver.start(); !started) return started.error();
  return driver;
}

Result<void> Driver::resolve(void *library, const std::string &file) {
  Result<void> result;
  const auto bind = [&](auto &target, const char *name) {
    void *symbol = dlsym(library, name);
    if (!symbol && result.ok()) result = failure(file + " has no " + name, "Update the CUDA driver.");
    target = reinterpret_cast<std::remove_reference_t<decltype(target)>>(symbol);
  };
  bind(f_.init, "cuInit");
  bind(f_.deviceGet, "cuDeviceGet");
  bind(f_.deviceGetName, "cuDeviceGetName");
  bind(f_.deviceGetAttribute, "cuDeviceGetAttribute");
  bind(f_.driverGetVersion, "cuDriverGetVersion");
  bind(f_.primaryCtxRetain, "cuDevicePrimaryCtxRetain");
  bind(f_.ctxSetCurrent, "cuCtxSetCurrent");
  bind(f_.ctxSynchronize, "cuCtxSynchronize");
  bind(f_.moduleLoadData, "cuModuleLoadData");
  bind(f_.moduleGetFunction, "cuModuleGetFunction");
  bind(f_.memAlloc, "cuMemAlloc_v2");
  bind(f_.memFree, "cuMemFree_v2");
  bind(f_.memcpyHtoD, "cuMemcpyHtoD_v2");
  bind(f_.memcpyDtoH, "cuMemcpyDtoH_v2");
  bind(f_.launchKernel, "cuLaunchKernel");
  bind(f_.getErrorName, "cuGetErrorName");
  return result;
}

Result<void> Driver::start() {
  int device = 0, major = 0, minor = 0, version = 0;
  void *context = nullptr;
  std::array<char, 256> name{};
  for (const auto &[status, call] : {std::pair{f_.init(0), "cuInit"},
                                     {f_.deviceGet(&device, 0), "cuDeviceGet"},
                                     {f_.deviceGetName(name.data(), int(name.size()) - 1, device), "cuDeviceGetName"},
                                     {f_.deviceGetAttribute(&major, kCapabilityMajor, device), "cuDeviceGetAttribute"},
                                     {f_.deviceGetAttribute(&minor, kCapabilityMinor, device), "cuDeviceGetAttribute"},
                                     {f_.driverGetVersion(&version), "cuDriverGetVersion"},
                                     {f_.primaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain"},
                                     {f_.ctxSetCurrent(context), "cuCtxSetCurrent"}})
    if (const auto done = check(status, call); !done) return done;
  name_ = name.data();
  capability_ = std::to_string(major) + "." + std::to_string(minor);
  version_ = std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  return {};
}

Result<void> Driver::check(Status status, const char *call) const {
  if (status == 0) return {};
  const char *name = nullptr;
  f_.getErrorName(status, &name);
  return failure(std::string(call) + " failed: " + (name ? name : "error " + std::to_string(status)));
}

Result<void> Driver::load(const std::string &cubin, const std::string &entry) {
  void *module = nullptr;
  if (const auto done = check(f_.moduleLoadData(&module, cubin.data()), "cuModuleLoadData"); !done) return done;
  return check(f_.moduleGetFunction(&kernel_, module, entry.c_str()), "cuModuleGetFunction");
}

Result<DevicePointer> Driver::allocate(std::uint64_t bytes) {
  DevicePointer pointer = 0;
  if (const auto done = check(f_.memAlloc(&pointer, bytes), "cuMemAlloc"); !done) return done.error();
  return pointer;
}

Result<void> Driver::write(DevicePointer to, std::string_view bytes) {
  return check(f_.memcpyHtoD(to, bytes.data(), bytes.size()), "cuMemcpyHtoD");
}

Result<std::string> Driver::read(DevicePointer from, std::uint64_t bytes) {
  std::string result(bytes, '\0');
  if (const auto done = check(f_.memcpyDtoH(result.data(), from, bytes), "cuMemcpyDtoH"); !done) return done.error();
  return result;
}

Result<void> Driver::launch(const std::array<std::uint32_t, 3> &grid, std::vector<void *> arguments) {
  const int status = f_.launchKernel(kernel_, grid[0], grid[1], grid[2], 1, 1, 1, 0, nullptr, arguments.data(), nullptr);
  if (const auto done = check(status, "cuLaunchKernel"); !done) return done;
  return check(f_.ctxSynchronize(), "cuCtxSynchronize, which waits for the kernel,");
}

}  // namespace tileport::oracle::gpu
