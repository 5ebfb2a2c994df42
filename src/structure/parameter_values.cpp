#include "structure/parameter_values.h"

#include <cmath>

#include "expr/eval_numeric.h"
#include "graph/strong_components.h"
#include "structure/incidence.h"

namespace formola {

ExprId parameterExpression(const StructuredDae& model, VariableId id) {
  const Variable& v = model.dae.variables[id];
  return v.binding.valid() ? v.binding : v.start;
}

ParameterOrder orderParameters(const StructuredDae& model) {
  const ExprPool& pool = model.pool();
  ParameterOrder order;
  std::vector<int> place(model.dae.variables.size(), -1);
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    VariableId id(i);
    if (model.info[id].role != Role::Parameter) continue;
    ExprId value = parameterExpression(model, id);
    if (!value.valid() || pool.isLiteral(value)) continue;
    place[i] = static_cast<int>(order.bound.size());
    order.bound.push_back(id);
  }
  IncidenceCollector collector(pool);
  std::vector<Incidence> found;
  graph::Digraph needs;
  for (VariableId id : order.bound) {
    ExprId roots[1] = {parameterExpression(model, id)};
    collector.collect(roots, found);
    for (const Incidence& in : found)
      if (place[in.variable.index()] >= 0) needs.target.push_back(place[in.variable.index()]);
    needs.start.push_back(static_cast<int>(needs.target.size()));
  }
  graph::Groups groups = graph::strongComponents(needs);
  for (int g = 0; g < groups.size(); ++g) {
    order.groups.emplace_back(groups[g].begin(), groups[g].end());
    bool cyclic = groups[g].size() > 1;
    for (int next : needs.successorsOf(groups[g][0])) cyclic = cyclic || next == groups[g][0];
    order.cyclic.push_back(cyclic ? 1 : 0);
  }
  return order;
}

std::vector<double> parameterValues(const StructuredDae& model) {
  const ExprPool& pool = model.pool();
  std::vector<double> values(model.dae.variables.size(), NAN);
  auto isFree = [&](const Variable& v) {
    return !v.binding.valid() && v.fixed.valid() && pool.kind(v.fixed) == ExprKind::Boolean &&
           !pool.booleanValue(v.fixed);
  };
  for (uint32_t i = 0; i < values.size(); ++i) {
    VariableId id(i);
    if (model.info[id].role != Role::Parameter || isFree(model.dae.variables[id])) continue;
    ExprId value = parameterExpression(model, id);
    if (!value.valid()) continue;
    if (pool.isNumber(value)) values[i] = pool.realValue(value);
    if (pool.kind(value) == ExprKind::Boolean || pool.kind(value) == ExprKind::Enum)
      values[i] = pool.payload(value);
  }
  NumericEvaluator evaluate(pool, [&](ExprId leaf) {
    return pool.kind(leaf) == ExprKind::Variable ? values[pool.variableOf(leaf).index()] : NAN;
  });
  const ParameterOrder order = orderParameters(model);
  for (size_t g = 0; g < order.groups.size(); ++g) {
    VariableId id = order.bound[static_cast<size_t>(order.groups[g][0])];
    if (order.cyclic[g] || isFree(model.dae.variables[id])) continue;
    values[id.index()] = evaluate(parameterExpression(model, id));
  }
  return values;
}

}  // namespace formola
