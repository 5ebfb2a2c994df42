#include "structure/fix_parameters.h"

#include "expr/simplify.h"
#include "structure/parameter_values.h"
#include "structure/replace_variables.h"

namespace formola {

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
