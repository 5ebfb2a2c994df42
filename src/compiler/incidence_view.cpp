#include "compiler/incidence_view.h"

#include <algorithm>
#include <unordered_set>

#include "structure/systems/incidence.h"

namespace formola {

namespace {

// Where a column stands: by the declaration of the variable it is a derivative of.
uint64_t columnKey(const StructuredDae& model, VariableId id) {
  uint64_t order = 0;
  while (model.info[id].integral.valid()) {
    id = model.info[id].integral;
    ++order;
  }
  return uint64_t{id.index()} << 16 | order;
}

// The order in which a block is computed: inner assignments, then residuals with torn variables.
void collectPlaces(const Block& block, std::vector<SortedPlace>& places) {
  // A mixed block holds nonlinear ones, these linear ones: no deeper.
  for (const Block& part : block.parts) collectPlaces(part, places);
  for (const Assignment& a : block.inner)
    places.push_back({a.equation, a.variable, a.value, PlaceKind::Solved});
  for (size_t i = 0; i < std::min(block.torn.size(), block.residuals.size()); ++i)
    places.push_back({block.residuals[i], block.torn[i], {}, PlaceKind::Torn});
  for (const Assignment& a : block.modes)
    places.push_back({a.equation, a.variable, a.value, PlaceKind::Mode});
}

}  // namespace

IncidenceView viewIncidence(const StructuredDae& model,
                            std::span<const StructuredEquation> equations,
                            const std::vector<Block>& blocks, bool frozen) {
  IncidenceView view;
  for (const Block& block : blocks)
    view.columns.insert(view.columns.end(), block.unknowns.begin(), block.unknowns.end());
  std::sort(view.columns.begin(), view.columns.end(),
            [&](VariableId a, VariableId b) { return columnKey(model, a) < columnKey(model, b); });
  EquationSystem system(model, equations, view.columns);
  system.frozen = frozen;
  view.graph = buildGraph(system).graph;
  view.columnOf = system.column;

  std::vector<SortedPlace> raw;
  std::unordered_set<int> rows;
  std::unordered_set<uint32_t> columns;
  for (const Block& block : blocks) {
    view.blockStart.push_back(view.places.size());
    raw.clear();
    rows.clear();
    columns.clear();
    collectPlaces(block, raw);
    for (const SortedPlace& place : raw) {
      if (place.equation < 0 || !rows.insert(place.equation).second) continue;
      if (!columns.insert(place.variable.index()).second) {
        rows.erase(place.equation);
        continue;
      }
      view.places.push_back(place);
    }
    // What tearing does not mention keeps the order of the matching.
    std::vector<int> leftRows;
    std::vector<VariableId> leftColumns;
    for (size_t i = 0; i < block.equations.size(); ++i) {
      if (!rows.contains(block.equations[i])) leftRows.push_back(block.equations[i]);
      if (!columns.contains(block.unknowns[i].index())) leftColumns.push_back(block.unknowns[i]);
    }
    for (size_t i = 0; i < std::min(leftRows.size(), leftColumns.size()); ++i)
      view.places.push_back({leftRows[i], leftColumns[i], {}, PlaceKind::Torn});
  }
  view.blockStart.push_back(view.places.size());
  return view;
}

}  // namespace formola
