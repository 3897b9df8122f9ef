// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileir/op_info.h"

/// What reading and writing bytecode share of its outer form: tileir.md sections 1 and 7. What ops, types and attributes
/// look like is described by op_info.h, layout.h and types.h.
namespace tileport::tileir::bytecode {

inline constexpr std::string_view kMagic("\x7FTileIR\0", 8);

inline constexpr Version kOldest{13, 1};
inline constexpr Version kNewest{13, 5};

// What came to the outer form, and to records, after 13.1.
inline constexpr Version kProducerSince{13, 3};
inline constexpr Version kGlobalFlagsSince{13, 3};
/// From here on hints and argument attributes are always written, and the flag for hints means something else.
inline constexpr Version kArgumentAttributesSince{13, 5};
inline constexpr Version kSubprogramFlagsSince{13, 5};
/// The optional parts of a type's record are announced by a word of flags: in views from 13.3, in pointers from 13.4 on.
inline constexpr Version kViewFlagsSince{13, 3};
inline constexpr Version kPointerFlagsSince{13, 4};

// The flags of a function.
inline constexpr std::uint8_t kPrivate = 0x01;
inline constexpr std::uint8_t kEntry = 0x02;
inline constexpr std::uint8_t kHasHints = 0x04;

enum class SectionId : std::uint8_t { End, String, Func, Debug, Constant, Type, Global, Producer };
inline constexpr std::size_t kSectionCount = 8;

/// "string", "func", ...
std::string_view sectionName(SectionId id);
/// The least alignment that the tools take for a section, which is also the one that the official writer gives it.
std::uint64_t leastAlignment(SectionId id);

/// In the head of a section: an alignment and padding follow.
inline constexpr std::uint8_t kAligned = 0x80;
/// The byte that padding is made of (a comment in the official sources says CF; the tools write and expect CB).
inline constexpr std::uint8_t kPaddingByte = 0xCB;

/// "13.2".
std::string toString(Version version);

}  // namespace tileport::tileir::bytecode
