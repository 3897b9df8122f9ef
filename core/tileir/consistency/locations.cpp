// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include "tileir/consistency/check.h"
#include "tileir/consistency/location_sizes.h"

namespace tileport::tileir::consistency {

namespace {

// MLIR holds lines and columns in 32 bits.
constexpr std::uint64_t kLargestNumber = std::numeric_limits<std::uint32_t>::max();

bool isScope(LocationKind kind) { return kind == LocationKind::LexicalBlock || kind == LocationKind::Subprogram; }
bool isPlace(LocationKind kind) { return kind == LocationKind::Line || kind == LocationKind::CallSite || kind == LocationKind::Unknown; }

class LocationChecker {
 public:
  LocationChecker(const ProgramData &data, std::size_t index) : data_(data), location_(data.locations[index]), index_(index) {}

  void check() const {
    const Location &location = location_;
    const LocationKind kind = location.kind;
    require(kind <= LocationKind::CallSite, "has no kind");
    require(location.line <= kLargestNumber && location.column <= kLargestNumber, "has a line or column of more than 32 bits");
    const bool hasFile = kind == LocationKind::CompileUnit || kind == LocationKind::LexicalBlock || kind == LocationKind::Subprogram;
    const bool hasScope = kind == LocationKind::LexicalBlock || kind == LocationKind::Line || kind == LocationKind::Subprogram;
    require(hasFile ? kindOf(location.file) == LocationKind::File : !location.file.valid(), "has a file that is none");
    if (!hasScope) {
      require(!location.scope.valid(), "has a scope that its kind has not");
    } else if (kind == LocationKind::Subprogram) {
      require(kindOf(location.scope) == LocationKind::CompileUnit, "has a compile unit that is none");
    } else if (kind != LocationKind::Line || location.scope.valid()) {  // a text may name a line alone
      require(isScope(kindOf(location.scope)), "has a scope that is neither a subprogram nor a block");
    }
    if (kind == LocationKind::CallSite) {
      require(isPlace(kindOf(location.callee)) && isPlace(kindOf(location.caller)), "joins what are no places");
    } else {
      require(!location.callee.valid() && !location.caller.valid(), "has a caller that its kind has not");
    }
    const bool hasLine = hasScope;
    require(hasLine || (location.line == 0 && location.column == 0), "has a line that its kind has not");
    const bool isLine = kind == LocationKind::Line, isSubprogram = kind == LocationKind::Subprogram, isFile = kind == LocationKind::File;
    require(isLine || isSubprogram || isFile || location.name.empty(), "has a name that its kind has not");
    require(isSubprogram || isFile || location.other.empty(), "has a second name that its kind has not");
    require(isSubprogram || !location.declaration, "is a declaration, which its kind cannot be");
  }

 private:
  void require(bool holds, const char *what) const {
    if (!holds) fail("location " + std::to_string(index_) + " " + what);
  }
  LocationKind kindOf(LocationId id) const {
    if (!id.valid()) return LocationKind::Unknown;
    require(inside(id, data_.locations), "refers to a location that there is not");
    return data_.locations[id.index()].kind;
  }

  const ProgramData &data_;
  const Location &location_;
  std::size_t index_;
};

}  // namespace

void checkLocations(const ProgramData &data) {
  for (std::size_t i = 0; i < data.locations.size(); ++i) LocationChecker(data, i).check();
  if (const auto endless = findEndlessLocation(data.locations)) {
    if (endless->containsItself) fail("location " + std::to_string(endless->part) + " contains itself");
    fail("location " + std::to_string(endless->index) + " is nested too deep", ErrorKind::Limit);
  }
}

}  // namespace tileport::tileir::consistency
