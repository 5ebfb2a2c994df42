#include "structure/simplify/parameter_values.h"

#include <cmath>
#include <optional>
#include <string>
#include <unordered_map>

#include "evaluate/evaluate.h"
#include "expr/eval_numeric.h"
#include "graph/strong_components.h"
#include "structure/systems/incidence.h"

namespace formola {

ExprId parameterExpression(const StructuredDae& model, VariableId id) {
  const Variable& v = model.dae.variables[id];
  return v.binding.valid() ? v.binding : v.start;
}

void useValues(StructuredDae& model, ExprId expression) {
  IncidenceCollector collector(model.pool());
  std::vector<Incidence> found;
  const ExprId roots[1] = {expression};
  collector.collect(roots, found);
  for (const Incidence& in : found)
    if (model.info[in.variable].role == Role::Parameter) model.usedValues.push_back(in.variable);
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

namespace {

// By VariableId: the texts of parameters of type String.
using Texts = std::unordered_map<uint32_t, std::string>;

std::optional<Value> interpret(const StructuredDae& model, ExprId expression,
                               const std::vector<double>& values, const Texts& texts) {
  const ExprPool& pool = model.pool();
  if (pool.base(expression) == BaseType::ExternalObject) return std::nullopt;
  EvaluationContext context;
  context.pool = &model.pool();
  context.maxSteps = 4'000'000;
  context.maxElements = size_t{1} << 28;
  context.gate = model.dae.gate.get();
  context.function = [&](FunctionId id) -> const Function* {
    return id.valid() && id.index() < model.dae.functions.size() ? &model.dae.functions[id]
                                                                 : nullptr;
  };
  context.variable = [&](VariableId id) -> std::optional<Value> {
    Value value;
    value.type = model.dae.variables[id].type;
    const double number = values[id.index()];
    if (pool.types[value.type].base == BaseType::String) {
      const auto known = texts.find(id.index());
      if (known == texts.end()) return std::nullopt;
      value.strings.push_back(known->second);
      return value;
    }
    if (std::isnan(number)) return std::nullopt;
    if (pool.types[value.type].base == BaseType::Real) {
      value.reals.push_back(number);
    } else {
      value.integers.push_back(static_cast<int64_t>(number));
    }
    return value;
  };
  return evaluate(expression, context).value;
}

double numberOf(const std::optional<Value>& value) {
  if (value && value->reals.size() == 1) return value->reals[0];
  if (value && value->integers.size() == 1) return static_cast<double>(value->integers[0]);
  return NAN;
}

}  // namespace

std::vector<double> parameterValues(const StructuredDae& model) {
  const ExprPool& pool = model.pool();
  std::vector<double> values(model.dae.variables.size(), NAN);
  Texts texts;
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
    if (pool.kind(value) == ExprKind::String) texts.emplace(i, pool.stringValue(value));
  }
  NumericEvaluator numeric(pool, [&](ExprId leaf) {
    return pool.kind(leaf) == ExprKind::Variable ? values[pool.variableOf(leaf).index()] : NAN;
  });
  const ParameterOrder order = orderParameters(model);
  for (size_t g = 0; g < order.groups.size(); ++g) {
    VariableId id = order.bound[static_cast<size_t>(order.groups[g][0])];
    if (order.cyclic[g] || isFree(model.dae.variables[id])) continue;
    const ExprId expression = parameterExpression(model, id);
    if (pool.base(expression) == BaseType::String) {
      const std::optional<Value> text = interpret(model, expression, values, texts);
      if (text && text->strings.size() == 1) texts.emplace(id.index(), text->strings[0]);
      continue;
    }
    double& value = values[id.index()];
    value = numeric(expression);
    // Calls of functions are not numeric: the interpreter knows them.
    if (std::isnan(value)) value = numberOf(interpret(model, expression, values, texts));
  }
  return values;
}

std::vector<char> dependOnInitial(const StructuredDae& model) {
  const ExprPool& pool = model.pool();
  const size_t n = model.dae.variables.size();
  std::vector<char> free(n, 0), result(n, 0);
  bool any = false;
  for (uint32_t i = 0; i < n; ++i) {
    const Variable& v = model.dae.variables[VariableId(i)];
    const bool notFixed =
        v.fixed.valid() && pool.kind(v.fixed) == ExprKind::Boolean && !pool.booleanValue(v.fixed);
    free[i] = model.info[VariableId(i)].role == Role::Parameter && !v.binding.valid() && notFixed;
    any = any || free[i];
  }
  if (!any) return result;
  const ParameterOrder order = orderParameters(model);
  IncidenceCollector collector(pool);
  std::vector<Incidence> found;
  for (size_t g = 0; g < order.groups.size(); ++g) {
    const VariableId id = order.bound[static_cast<size_t>(order.groups[g][0])];
    if (order.cyclic[g] || !model.dae.variables[id].binding.valid()) continue;
    ExprId roots[1] = {model.dae.variables[id].binding};
    collector.collect(roots, found);
    for (const Incidence& in : found)
      if (free[in.variable.index()] || result[in.variable.index()]) result[id.index()] = 1;
  }
  return result;
}

}  // namespace formola
