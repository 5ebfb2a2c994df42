#include "schedule/state_jacobian.h"

#include <algorithm>

#include "structure/systems/incidence.h"

namespace formola {

namespace {
constexpr int32_t kSmall = 8;                 // states
constexpr size_t kLargestTotal = 50'000'000;  // entries of all sets

// What the blocks need, one after the other: variables [start[b], start[b + 1]).
struct Needs {
  std::vector<size_t> start{0};
  std::vector<VariableId> variables;
};

Needs needsOf(const StructuredDae& model) {
  Needs result;
  IncidenceCollector collector(model.pool());
  std::vector<Incidence> found;
  for (const Block& block : model.blocks) {
    for (int e : block.equations) {
      const StructuredEquation& equation = model.equations[static_cast<size_t>(e)];
      ExprId roots[2] = {equation.left, equation.right};
      collector.collect(roots, found);
      for (const Incidence& in : found)
        if (!in.onlyInRelations) result.variables.push_back(in.variable);
    }
    result.start.push_back(result.variables.size());
  }
  return result;
}

// The blocks that the derivatives of the states follow from: positions in a long chain may depend
// on all of them, without any derivative that depends on these positions.
std::vector<char> blocksOfDerivatives(const Schedule& schedule, const Needs& needs) {
  const StructuredDae& model = schedule.model;
  std::vector<char> wanted(model.dae.variables.size(), 0), result(model.blocks.size(), 0);
  const auto n = static_cast<size_t>(schedule.nStates);
  for (size_t i = 0; i < n; ++i) wanted[schedule.owner[n + i].index()] = 1;
  for (size_t b = model.blocks.size(); b-- > 0;) {
    for (VariableId id : model.blocks[b].unknowns) result[b] = result[b] || wanted[id.index()];
    if (result[b])
      for (size_t k = needs.start[b]; k < needs.start[b + 1]; ++k)
        wanted[needs.variables[k].index()] = 1;
  }
  return result;
}
}  // namespace

void buildStatePattern(Schedule& schedule) {
  const StructuredDae& model = schedule.model;
  const int32_t n = schedule.nStates;
  if (n < kSmall) return;
  // Equal sets are shared; set 0 is empty.
  std::vector<std::vector<int32_t>> sets(1);
  std::vector<uint32_t> setOf(model.dae.variables.size(), 0);
  for (int32_t i = 0; i < n; ++i) {
    setOf[schedule.owner[static_cast<size_t>(i)].index()] = static_cast<uint32_t>(sets.size());
    sets.push_back({i});
  }
  const Needs needs = needsOf(model);
  const std::vector<char> asked = blocksOfDerivatives(schedule, needs);
  std::vector<uint32_t> mark(static_cast<size_t>(n), 0);
  std::vector<uint32_t> used;
  uint32_t now = 0;
  size_t total = 0;
  for (size_t b = 0; b < model.blocks.size(); ++b) {
    if (!asked[b]) continue;
    const Block& block = model.blocks[b];
    used.clear();
    for (size_t k = needs.start[b]; k < needs.start[b + 1]; ++k)
      if (const uint32_t set = setOf[needs.variables[k].index()]; set != 0) used.push_back(set);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    uint32_t result = used.empty() ? 0 : used[0];
    if (used.size() > 1) {
      ++now;
      std::vector<int32_t> merged;
      for (uint32_t s : used)
        for (int32_t x : sets[s])
          if (mark[static_cast<size_t>(x)] != now) {
            mark[static_cast<size_t>(x)] = now;
            merged.push_back(x);
          }
      total += merged.size();
      if (total > kLargestTotal) return;
      result = static_cast<uint32_t>(sets.size());
      sets.push_back(std::move(merged));
    }
    for (VariableId id : block.unknowns)
      if (model.info[id].role != Role::Discrete) setOf[id.index()] = result;
  }
  size_t entries = 0;
  const auto size = static_cast<size_t>(n);
  auto rowSet = [&](size_t row) -> const std::vector<int32_t>& {
    return sets[setOf[schedule.owner[size + row].index()]];
  };
  for (size_t row = 0; row < size; ++row) entries += rowSet(row).size();
  if (entries * 4 > size * size) return;
  schedule.jacobianColumns.assign(size + 1, 0);
  for (size_t row = 0; row < size; ++row)
    for (int32_t x : rowSet(row)) ++schedule.jacobianColumns[static_cast<size_t>(x) + 1];
  for (size_t j = 0; j < size; ++j) schedule.jacobianColumns[j + 1] += schedule.jacobianColumns[j];
  schedule.jacobianRows.resize(entries);
  std::vector<int32_t> next(schedule.jacobianColumns.begin(), schedule.jacobianColumns.end() - 1);
  for (size_t row = 0; row < size; ++row)
    for (int32_t x : rowSet(row))
      schedule.jacobianRows[static_cast<size_t>(next[static_cast<size_t>(x)]++)] =
          static_cast<int32_t>(row);
}

}  // namespace formola
