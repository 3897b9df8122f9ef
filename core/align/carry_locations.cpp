// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/carry_locations.h"

#include "align/alignment.h"

namespace tileport::align {

namespace {

using tileir::LocationId;

/// The donor's records behind those that are there, which they keep pointing among themselves.
class Appended {
 public:
  Appended(std::vector<tileir::Location> &locations, const tileir::Program &donor) : offset_(locations.size()) {
    for (tileir::Location location : donor.data().locations) {
      for (LocationId *id : {&location.scope, &location.file, &location.callee, &location.caller}) *id = moved(*id);
      locations.push_back(std::move(location));
    }
  }
  LocationId moved(LocationId id) const { return id.valid() ? LocationId(offset_ + id.index()) : id; }

 private:
  std::size_t offset_;
};

}  // namespace

Result<CarriedLocations> carryLocations(const tileir::ProgramPtr &program, const tileir::ProgramPtr &donor, const CancelToken &cancel) {
  const Result<AlignmentPtr> aligned = align(program, donor, {}, cancel);
  if (!aligned) return aligned.error();
  tileir::ProgramData data = program->data();
  const Appended appended(data.locations, *donor);
  CarriedLocations carried{program, 0};
  for (const OpPair &pair : (*aligned)->pairs) {
    tileir::Op &op = data.ops[pair.reference.index()];
    const tileir::Op &from = donor->op(pair.port);
    if (op.location.valid() || !from.location.valid() || op.kind != from.kind) continue;
    op.location = appended.moved(from.location);
    ++carried.ops;
  }
  for (const EntryPair &pair : (*aligned)->entries) {
    if (!pair.reference.valid() || !pair.port.valid()) continue;
    LocationId &location = data.functions[pair.reference.index()].location;
    if (!location.valid()) location = appended.moved(donor->function(pair.port).location);
  }
  if (carried.ops > 0) carried.program = tileir::Program::make(std::move(data));
  return carried;
}

}  // namespace tileport::align
