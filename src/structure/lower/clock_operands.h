// Operands of clock operators become variables.
#pragma once

#include "dae/dae.h"

namespace formola {

// A variable that is made by a pass and stays out of results.
VariableId addHidden(Dae& dae, const std::string& name, TypeId type, Variability variability,
                     const Provenance& origin, ExprId start = {});

inline bool isUnknown(const Dae& dae, ExprId e) {
  return dae.pool->kind(e) == ExprKind::Variable &&
         dae.variables[dae.pool->variableOf(e)].variability > Variability::Parameter;
}

// Literals, parameters, time and what is computed from them: the same at a tick and just before.
bool isKnownAtTicks(const Dae& dae, ExprId e);

// Purpose:    sample(x + y) becomes sample(v) with v = x + y, and likewise the first operands of
//             subSample() and the like and conditions of clocks.
// Requires:   a scalar DAE.
// Ensures:    what partitionByClocks requires. Equations of one clocked when-clause have the same
//             clock expression.
// Complexity: linear in the size of the equations.
// Reference:  Modelica specification 3.6, 16.7.1.
void nameClockOperands(Dae& dae);

}  // namespace formola
