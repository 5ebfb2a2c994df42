#include "structure/relaxed_rows.h"

#include <algorithm>

#include "structure/incidence.h"

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

}  // namespace formola
