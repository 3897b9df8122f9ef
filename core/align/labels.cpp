// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/labels.h"

namespace tileport::align {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9E3779B97F4A7C15ull ^ (b + 0xD1B54A32D192ED03ull + (a << 6) + (a >> 2));
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9ull;
  return x ^ (x >> 32);
}

namespace {

/// Arguments of blocks in regions are labelled by the op that owns the block, so classes are taken in the order in which
/// their ops stand and arguments when first asked for.
class ValueLabeller {
 public:
  ValueLabeller(const Graph &graph, const std::vector<std::uint64_t> &shared, std::vector<std::uint64_t> &labels)
      : graph_(graph), shared_(shared), labels_(labels) {
    labels_.assign(graph.classCount(), 0);
  }

  void run() {
    for (std::size_t i = 0; i < graph_.classCount(); ++i)
      if (const ClassId id{i}; graph_[id].kind != ClassKind::Argument) labels_[i] = make(id);
    for (std::size_t i = 0; i < graph_.classCount(); ++i)
      if (graph_[ClassId(i)].kind == ClassKind::Argument) labels_[i] = argument(ClassId(i));
  }

 private:
  std::uint64_t make(ClassId id) {
    if (shared_[id.index()] != 0) return mix(1, shared_[id.index()]);
    const ValueClass &cls = graph_[id];
    std::uint64_t label = mix(2, cls.content);
    if (cls.commutes) {
      std::uint64_t sum = 0;  // in any order
      for (const Use &use : cls.operands) sum += mix(of(use.value), use.result);
      return mix(label, sum);
    }
    for (const Use &use : cls.operands) label = mix(label, mix(of(use.value), use.result));
    return label;
  }

  std::uint64_t of(ClassId id) { return graph_[id].kind == ClassKind::Argument ? argument(id) : labels_[id.index()]; }

  std::uint64_t argument(ClassId id) const {
    if (shared_[id.index()] != 0) return mix(1, shared_[id.index()]);
    const tileir::Program &program = graph_.program();
    const tileir::Value &value = program.value(graph_[id].argument);
    const tileir::OpId owner = program.region(program.block(value.block).region).op;
    const std::uint64_t above = owner.valid() && graph_.classOf(owner).valid() ? labels_[graph_.classOf(owner).index()] : 0;
    return mix(mix(3, above), mix(value.index, graph_[id].content));
  }

  const Graph &graph_;
  const std::vector<std::uint64_t> &shared_;
  std::vector<std::uint64_t> &labels_;
};

std::uint64_t usersLabel(const Graph &graph, ClassId id, const std::vector<std::uint64_t> *inner) {
  std::uint64_t sum = 0;
  for (const Graph::User &user : graph.users(id)) {
    const ValueClass &cls = graph[user.user];
    const auto kind = static_cast<std::uint64_t>(graph.program().op(cls.op).kind);
    const Use &use = cls.operands[user.position];
    sum += mix(mix(kind, use.operand), mix(use.result, inner ? (*inner)[user.user.index()] : 0));
  }
  return sum;
}

void labelBodies(const Graph &graph, std::vector<std::uint64_t> &body) {
  body.assign(graph.classCount(), 0);
  const tileir::Program &program = graph.program();
  for (std::size_t i = program.opCount(); i-- > 0;) {
    const tileir::OpId op{i};
    const ClassId id = graph.classOf(op);
    if (!id.valid() || !graph[id].live || graph[id].kind != ClassKind::Op) continue;
    const tileir::OpId owner = program.region(program.block(program.op(op).block).region).op;
    if (!owner.valid() || !graph.classOf(owner).valid()) continue;
    body[graph.classOf(owner).index()] += mix(graph[id].content, body[id.index()]);
  }
}

}  // namespace

void relabelValues(const Graph &graph, const std::vector<std::uint64_t> &shared, Labels &labels) {
  ValueLabeller(graph, shared, labels.value).run();
}

Labels makeLabels(const Graph &graph, const std::vector<std::uint64_t> &shared) {
  Labels labels;
  relabelValues(graph, shared, labels);
  std::vector<std::uint64_t> near(graph.classCount());
  for (std::size_t i = 0; i < graph.classCount(); ++i) near[i] = usersLabel(graph, ClassId(i), nullptr);
  labels.context.resize(graph.classCount());
  for (std::size_t i = 0; i < graph.classCount(); ++i) labels.context[i] = usersLabel(graph, ClassId(i), &near);
  labelBodies(graph, labels.body);
  return labels;
}

}  // namespace tileport::align
