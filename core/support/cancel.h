// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <memory>

namespace tileport {

/// Asked by long work whether it should stop. Cheap to copy; a default token is never cancelled.
class CancelToken {
 public:
  CancelToken() = default;
  bool cancelled() const { return flag_ && flag_->load(std::memory_order_relaxed); }

 private:
  friend class CancelSource;
  explicit CancelToken(std::shared_ptr<const std::atomic<bool>> flag) : flag_(std::move(flag)) {}
  std::shared_ptr<const std::atomic<bool>> flag_;
};

/// Held by whoever started the work. Its tokens may outlive it. `cancel` may be called from any thread.
class CancelSource {
 public:
  CancelToken token() const { return CancelToken(flag_); }
  void cancel() { flag_->store(true, std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace tileport
