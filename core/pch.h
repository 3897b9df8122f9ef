// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What most files of the core include, precompiled. Every file still includes what it uses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>
