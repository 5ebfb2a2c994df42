#include "schedule/parameters.h"

#include "graph/strong_components.h"
#include "structure/incidence.h"

namespace formola {

void scheduleParameters(Schedule& schedule, Diagnostics& diagnostics) {
  const StructuredDae& model = schedule.model;
  ExprPool& pool = model.pool();
  IncidenceCollector collector(pool);
  std::vector<Incidence> found;

  std::vector<VariableId> bound;
  std::vector<int> place(model.dae.variables.size(), -1);
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    VariableId id(i);
    const Variable& v = model.dae.variables[id];
    if (model.info[id].role != Role::Parameter || schedule.slots[id].index < 0) continue;
    ExprId value = v.binding.valid() ? v.binding : v.start;
    if (!value.valid() || pool.isLiteral(value)) continue;
    place[i] = static_cast<int>(bound.size());
    bound.push_back(id);
  }
  auto valueOf = [&](VariableId id) {
    const Variable& v = model.dae.variables[id];
    return v.binding.valid() ? v.binding : v.start;
  };
  graph::Digraph needs;
  for (VariableId id : bound) {
    ExprId roots[1] = {valueOf(id)};
    collector.collect(roots, found);
    for (const Incidence& in : found)
      if (place[in.variable.index()] >= 0) needs.target.push_back(place[in.variable.index()]);
    needs.start.push_back(static_cast<int>(needs.target.size()));
  }
  graph::Groups order = graph::strongComponents(needs);
  for (int g = 0; g < order.size(); ++g) {
    const int first = order[g][0];
    bool cycle = order[g].size() > 1;
    for (int next : needs.successorsOf(first)) cycle = cycle || next == first;
    if (cycle) {
      std::string names;
      for (int i : order[g])
        names +=
            (names.empty() ? "" : ", ") + std::string(model.name(bound[static_cast<size_t>(i)]));
      diagnostics.report(DiagCode::CyclicParameters,
                         model.dae.variables[bound[static_cast<size_t>(first)]].origin.range,
                         names);
      continue;
    }
    Step step;
    step.variable = bound[static_cast<size_t>(first)];
    step.value = valueOf(step.variable);
    schedule.parameters.push_back(std::move(step));
  }
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    VariableId id(i);
    const Variable& v = model.dae.variables[id];
    const Role role = model.info[id].role;
    if (role == Role::Parameter || role == Role::Alias || schedule.slots[id].index < 0) continue;
    if (!v.start.valid() || pool.isLiteral(v.start)) continue;
    Step step;
    step.variable = id;
    step.value = v.start;
    schedule.parameters.push_back(std::move(step));
  }
}

}  // namespace formola
