// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/copies.h"

namespace tileport::align {

namespace {

using tileir::OpId;

void collect(const Graph &graph, Side side, const std::vector<OpId> &partnerOf, std::vector<Copy> &copies) {
  std::vector<OpId> partnerOfClass(graph.classCount());
  const auto classOf = [&](OpId op) {
    const ClassId id = graph.classOf(op);
    return id.valid() && graph[id].kind == ClassKind::Op && graph.liveness().live(op) ? id : ClassId();
  };
  for (std::size_t i = 0; i < partnerOf.size(); ++i)
    if (const ClassId id = classOf(OpId(i)); id.valid() && partnerOf[i].valid() && !partnerOfClass[id.index()].valid())
      partnerOfClass[id.index()] = partnerOf[i];
  for (std::size_t i = 0; i < partnerOf.size(); ++i)
    if (const ClassId id = classOf(OpId(i)); id.valid() && !partnerOf[i].valid() && partnerOfClass[id.index()].valid())
      copies.push_back({side, OpId(i), partnerOfClass[id.index()]});
}

}  // namespace

std::vector<Copy> findCopies(const Graph &reference, const Graph &port, const std::vector<OpPair> &pairs) {
  std::vector<OpId> portOf(reference.program().opCount()), referenceOf(port.program().opCount());
  for (const OpPair &pair : pairs) {
    portOf[pair.reference.index()] = pair.port;
    referenceOf[pair.port.index()] = pair.reference;
  }
  std::vector<Copy> copies;
  collect(reference, Side::Reference, portOf, copies);
  collect(port, Side::Port, referenceOf, copies);
  return copies;
}

}  // namespace tileport::align
