#include "structure/fix_parameters.h"

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
  replacement.applyTo(model);  // also where only products with a literal zero vanish
  return model;
}

}  // namespace formola
