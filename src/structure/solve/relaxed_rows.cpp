#include "structure/solve/relaxed_rows.h"

#include <algorithm>

#include "graph/relaxed_order.h"
#include "structure/systems/incidence.h"

namespace formola {

bool hasRelaxed(std::span<const StructuredEquation> equations, const Block& block) {
  return std::any_of(block.equations.begin(), block.equations.end(),
                     [&](int e) { return !equations[static_cast<size_t>(e)].relaxed.empty(); });
}

RelaxedRows relaxedRows(const StructuredDae& model, std::span<const StructuredEquation> equations,
                        const Block& block, std::vector<int>& place) {
  RelaxedRows result;
  auto equation = [&](int e) -> const StructuredEquation& {
    return equations[static_cast<size_t>(e)];
  };
  for (size_t i = 0; i < block.unknowns.size(); ++i)
    place[block.unknowns[i].index()] = static_cast<int>(i);
  IncidenceCollector collector(model.pool());
  std::vector<Incidence> found;
  for (int e : block.equations) {
    const ExprId roots[2] = {equation(e).left, equation(e).right};
    collector.collect(roots, found);
    std::vector<int>& row = result.rows.emplace_back();
    std::vector<int>& relaxed = result.relaxed.emplace_back();
    for (const Incidence& in : found)
      if (place[in.variable.index()] >= 0) row.push_back(place[in.variable.index()]);
    collector.collect(equation(e).relaxed, found);
    for (const Incidence& in : found)
      if (const int at = place[in.variable.index()]; at >= 0 && std::erase(row, at) > 0)
        relaxed.push_back(at);
  }
  for (VariableId id : block.unknowns) place[id.index()] = -1;
  return result;
}

std::optional<RelaxedSweep> relaxedSweep(const StructuredDae& model,
                                         std::span<const StructuredEquation> equations,
                                         const Block& block, std::vector<int>& place) {
  constexpr size_t kLargestGroup = 100;
  const RelaxedRows structure = relaxedRows(model, equations, block, place);
  const auto n = static_cast<int>(block.unknowns.size());
  const auto graph = graph::Bipartite::fromRows(n, structure.rows);
  graph::Matching matching = graph::maximumMatching(graph);
  if (!matching.perfect()) return std::nullopt;
  graph::Groups groups = graph::relaxedOrder(graph, matching, structure.relaxed);
  for (int g = 0; g < groups.size(); ++g)
    if (groups[g].size() > kLargestGroup) return std::nullopt;
  return RelaxedSweep{std::move(groups), std::move(matching)};
}

std::optional<RelaxedReduction> relaxedReduction(const ExprPool& pool,
                                                 std::span<const StructuredEquation> equations,
                                                 const Block& block) {
  if (!hasRelaxed(equations, block) || !block.torn.empty()) return std::nullopt;
  RelaxedReduction result;
  std::vector<uint32_t> unknowns;
  for (VariableId id : block.unknowns) unknowns.push_back(id.index());
  std::sort(unknowns.begin(), unknowns.end());
  IncidenceCollector collector(pool);
  std::vector<Incidence> found;
  for (const Assignment& a : block.inner) {
    if (a.equation < 0) return std::nullopt;
    collector.collect(equations[static_cast<size_t>(a.equation)].relaxed, found);
    bool relaxed = false;
    for (const Incidence& in : found) {
      if (in.variable == a.variable) return std::nullopt;
      relaxed =
          relaxed || std::binary_search(unknowns.begin(), unknowns.end(), in.variable.index());
    }
    ++(relaxed ? result.substituted : result.left);
  }
  return result;
}

}  // namespace formola
