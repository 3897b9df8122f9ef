// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// Whether this was compiled with the address or the thread sanitizer: by what GCC defines, or by what clang answers.
namespace tileport {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace tileport
