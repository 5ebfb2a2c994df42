#include "structure/fix_parameters.h"

#include <cmath>

#include "expr/eval_numeric.h"
#include "expr/simplify.h"
#include "structure/parameter_values.h"
#include "structure/replace_variables.h"

namespace formola {

namespace {

void evaluateAttributes(StructuredDae& model, const std::vector<double>& values) {
  ExprPool& pool = model.pool();
  NumericEvaluator evaluate(pool, [&](ExprId leaf) {
    return pool.kind(leaf) == ExprKind::Variable ? values[pool.variableOf(leaf).index()] : NAN;
  });
  for (Variable& v : model.dae.variables)
    for (ExprId Variable::* slot :
         {&Variable::fixed, &Variable::nominal, &Variable::min, &Variable::max}) {
      ExprId& attribute = v.*slot;
      if (!attribute.valid() || pool.isLiteral(attribute)) continue;
      const double value = evaluate(attribute);
      if (std::isnan(value)) continue;
      attribute = slot == &Variable::fixed ? pool.boolean(value != 0) : pool.real(value);
    }
}

}  // namespace

StructuredDae fixZeroParameters(StructuredDae model, const StructureOptions&, Diagnostics&) {
  const std::vector<double> values = parameterValues(model);
  ExprPool& pool = model.pool();
  VariableReplacement replacement(pool);
  for (uint32_t i = 0; i < values.size(); ++i) {
    const VariableId id(i);
    const Variable& v = model.dae.variables[id];
    if (values[i] != 0 || !model.isReal(id) || !v.binding.valid()) continue;
    const bool follows = !pool.isLiteral(v.binding);
    if (follows || v.isFinal || v.isProtected || v.evaluate) replacement.set(id, pool.real(0));
  }
  evaluateAttributes(model, values);
  if (!replacement.empty()) replacement.applyTo(model);
  // Terms such as 0*x, as products of complex numbers have them, would couple what is independent.
  Simplifier simplify(pool);
  for (auto* list : {&model.equations, &model.initialEquations})
    for (StructuredEquation& e : *list) {
      e.left = simplify(e.left);
      e.right = simplify(e.right);
    }
  return model;
}

}  // namespace formola
