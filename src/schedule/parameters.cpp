#include "schedule/parameters.h"

#include "diag/codes/structure.h"
#include "structure/simplify/parameter_values.h"

namespace formola {

void scheduleParameters(Schedule& schedule, Diagnostics& diagnostics) {
  const StructuredDae& model = schedule.model;
  const ExprPool& pool = model.pool();
  const ParameterOrder order = orderParameters(model);
  const std::vector<char> later = dependOnInitial(model);
  for (size_t g = 0; g < order.groups.size(); ++g) {
    const VariableId first = order.bound[static_cast<size_t>(order.groups[g][0])];
    if (later[first.index()]) continue;
    if (order.cyclic[g]) {
      std::string names;
      for (int i : order.groups[g])
        names += (names.empty() ? "" : ", ") +
                 std::string(model.name(order.bound[static_cast<size_t>(i)]));
      diagnostics.report(diag::CyclicParameters, model.dae.variables[first].origin.range, names)
          .note("give one of them a value that does not depend on the others");
      continue;
    }
    if (schedule.slots[first].index < 0) continue;  // objects are made where used
    Step step;
    step.variable = first;
    step.value = parameterExpression(model, first);
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
