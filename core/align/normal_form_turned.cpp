// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "align/normal_form.h"

/// Rule permuted of docs/rules.md: tiles with their dimensions in another order, loaded and stored so by their views or permuted.
namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::Program;

namespace {

/// Of the reference's dimension i the port's is order[i].
template <class Number>
bool isTurned(const std::vector<Number> &reference, const std::vector<Number> &port, const DimensionOrder &order) {
  if (reference.size() != order.size() || port.size() != order.size()) return false;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (reference[i] != port[order[i]]) return false;
  return true;
}

DimensionOrder inverse(const DimensionOrder &order) {
  DimensionOrder back(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) back[order[i]] = i;
  return back;
}

bool isIdentity(const DimensionOrder &order) { return std::is_sorted(order.begin(), order.end()); }

std::vector<std::int64_t> inboundsOf(const Program &program, OpId op, std::size_t rank) {
  const tileir::AttributeId attribute = program.attribute(op, "inbounds");
  if (!attribute.valid() || program.attribute(attribute).numbers.empty()) return std::vector<std::int64_t>(rank, 0);
  return program.attribute(attribute).numbers;
}

const std::vector<std::int64_t> &stepsOf(const tileir::Type &type) {
  return type.kind == tileir::TypeKind::StridedView ? type.strides : type.shape;
}

/// The type of the view of a load or a store that is made here of a tensor view; null for others.
const tileir::Type *tiledType(const Graph &graph, ClassId view) {
  if (graph[view].kind != ClassKind::Op || graph[view].operands.size() != 1) return nullptr;
  const Program &program = graph.program();
  const OpKind kind = program.op(graph[view].op).kind;
  if (kind != OpKind::MakePartitionView && kind != OpKind::MakeStridedView) return nullptr;
  return &program.type(program.value(program.result(graph[view].op, 0)).type);
}

/// The order of the dimensions that two maps have; absent for the same one.
std::optional<DimensionOrder> orderOfMaps(const std::vector<std::int32_t> &reference, const std::vector<std::int32_t> &port) {
  DimensionOrder order;
  for (const std::int32_t dimension : reference) {
    const auto at = std::find(port.begin(), port.end(), dimension);
    if (at == port.end()) return std::nullopt;
    order.push_back(static_cast<std::uint32_t>(at - port.begin()));
  }
  if (reference.size() != port.size() || isIdentity(order)) return std::nullopt;
  return order;
}

bool isPermute(const Graph &graph, ClassId id) {
  return graph[id].kind == ClassKind::Op && graph.program().op(graph[id].op).kind == OpKind::Permute;
}

}  // namespace

Use underPermutes(const Graph &graph, Use use) {
  while (isPermute(graph, use.value) && graph[use.value].operands.size() == 1) use = graph[use.value].operands[0];
  return use;
}

TermId NormalForm::permuteTerm(TermId source, DimensionOrder order, TermType type) {
  if (const auto known = orders_.find(source); known != orders_.end()) {
    for (std::uint32_t &n : order) n = known->second[n];
    source = terms_[source].operands[0];
  }
  if (isIdentity(order)) return source;
  std::string content = "permute";
  for (const std::uint32_t n : order) content += ' ' + std::to_string(n);
  const TermId made = terms_.opaque(interner_.intern(content), type, {source});
  orders_.try_emplace(made, std::move(order));
  return made;
}

TermId NormalForm::permute(const Site &site) {
  const Program &program = site.side.graph.program();
  const tileir::AttributeId attribute = program.attribute(site.op, "permutation");
  if (site.terms.size() != 1 || !attribute.valid()) return opaque(site);
  const auto &numbers = program.attribute(attribute).numbers;
  const DimensionOrder order(numbers.begin(), numbers.end());
  const bool composed = orders_.count(site.terms[0]) != 0;
  const TermId made = permuteTerm(site.terms[0], order, site.type);
  return composed || isIdentity(order) ? by(site, {"permuted", made}) : made;
}

const DimensionOrder *NormalForm::turned(ClassId reference) const {
  const auto found = turned_.find(reference);
  return found != turned_.end() ? &found->second : nullptr;
}

/// Whether a load or store of the port and its counterpart are the same with their dimensions in another order. Only where one of the two
/// is permuted: otherwise the exchange of dimensions is what differs.
void NormalForm::findTurned(ClassId port) {
  const ClassId reference = matching_.referenceOf(port);
  if (!reference.valid()) return;
  const ValueClass &l = left_.graph[reference], &r = right_.graph[port];
  const Program &lp = left_.graph.program(), &rp = right_.graph.program();
  const OpKind kind = rp.op(r.op).kind;
  const bool loads = kind == OpKind::LoadViewTko;
  if ((!loads && kind != OpKind::StoreViewTko) || lp.op(l.op).kind != kind) return;
  const std::size_t view = loads ? 0 : 1;
  if (l.operands.size() <= view || l.operands.size() != r.operands.size()) return;
  const tileir::Type *a = tiledType(left_.graph, l.operands[view].value), *b = tiledType(right_.graph, r.operands[view].value);
  const auto order = a && b ? orderOfMaps(a->dimMap, b->dimMap) : std::nullopt;
  if (!order || l.operands.size() != view + 1 + order->size()) return;
  const auto sameTerms = [&](const Use &x, const Use &y) {
    const TermId term = get(left_, x.value, x.result);
    return term.valid() && term == get(right_, y.value, y.result);
  };
  const Use &tensor = left_.graph[l.operands[view].value].operands[0], &other = right_.graph[r.operands[view].value].operands[0];
  bool same = isTurned(a->shape, b->shape, *order) && isTurned(stepsOf(*a), stepsOf(*b), *order) && a->padding == b->padding &&
              isTurned(inboundsOf(lp, l.op, order->size()), inboundsOf(rp, r.op, order->size()), *order) && sameTerms(tensor, other);
  for (std::size_t i = 0; same && i < order->size(); ++i) same = sameTerms(l.operands[view + 1 + i], r.operands[view + 1 + (*order)[i]]);
  if (same && (loads ? isUndone(reference, port) : isStoredTurned(l, r, *order))) turned_.emplace(reference, *order);
}

bool NormalForm::isUndone(ClassId reference, ClassId port) const {
  const auto permutedAlone = [](const Graph &graph, ClassId load) {
    const auto users = graph.users(load);
    return !users.empty() && std::all_of(users.begin(), users.end(), [&](const Graph::User &user) { return isPermute(graph, user.user); });
  };
  return permutedAlone(left_.graph, reference) || permutedAlone(right_.graph, port);
}

bool NormalForm::isStoredTurned(const ValueClass &l, const ValueClass &r, const DimensionOrder &order) {
  const Use &a = l.operands[0], &b = r.operands[0];
  if (!isPermute(left_.graph, a.value) && !isPermute(right_.graph, b.value)) return false;
  const TermId stored = get(left_, a.value, a.result), other = get(right_, b.value, b.result);
  const Use base = underPermutes(left_.graph, a), otherBase = underPermutes(right_.graph, b);
  return stored.valid() && other.valid() && permuteTerm(other, order, terms_[stored].type) == stored &&
         get(left_, base.value, base.result) == get(right_, otherBase.value, otherBase.result);
}

/// What a turned load gives is a permute of what the reference's gives.
void NormalForm::setTurned(ClassId port, tileir::ValueId tile) {
  const ClassId reference = matching_.referenceOf(port);
  const TermId made = permuteTerm(get(left_, reference, 0), inverse(turned_.at(reference)), typeOf(right_, tile));
  set(right_, port, 0, made);
  right_.rules[port.index()].push_back({"permuted", made});
}

}  // namespace tileport::align
