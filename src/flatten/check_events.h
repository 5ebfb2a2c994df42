// Rules about events that only the flat model can be checked for.
#pragma once

#include "dae/dae.h"
#include "diag/diag.h"

namespace formola {

// Purpose:    reports when-equations that are nested, stand in an undecided if-equation, or whose
//             branches determine different variables; equations in them that do not have a variable
//             on the left; discrete variables with a value that changes continuously; pre and
//             change of continuous variables outside of when-clauses; reinit of what is no state.
// Requires:   the DAE made by flatten, without errors.
// Complexity: linear in the size of the DAE.
// Reference:  Modelica specification 3.6, 3.7.5, 3.8.5, 8.3.5, 8.3.6.
void checkEvents(const Dae& dae, Diagnostics& diagnostics);

// Purpose:    warns of parameters that have no value and take their start value, once for each
//             declaration.
// Complexity: linear in the number of variables.
// Reference:  Modelica specification 3.6, 4.4.4 (parameters without a declaration equation).
void warnMissingValues(const Dae& dae, Diagnostics& diagnostics);

// Purpose:    reports parameters whose values depend on each other.
// Requires:   as checkEvents.
// Complexity: linear in the size of the parameters' values.
// Reference:  Modelica specification 3.6, 4.5.1 (acyclic bindings).
void checkParameterCycles(const Dae& dae, Diagnostics& diagnostics);

}  // namespace formola
