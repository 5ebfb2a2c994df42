// Index reduction and the choice of states.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    differentiates the equations that constrain states, until the highest derivatives are
//             determined, and chooses which of the variables that appear differentiated are states.
// Requires:   introduceDerivatives.
// Ensures:    every variable with the role State has a derivative with the role Derivative that the
//             equations determine; variables whose derivatives became dummy ones are Algebraic. A
//             variable with stateSelect prefer or always is a candidate even if it does not appear
//             differentiated. Dummies are taken from variables with low stateSelect first, then
//             where the constraint is linear in them with a constant coefficient, then from those
//             without start value. Where the constraint's coefficients vary, the choice among
//             equals is left to the run (StateSet); a warning says where that cannot be done.
//             Errors: a structurally singular system, equations that cannot be differentiated.
// Complexity: that of graph::pantelides, plus the size of the differentiated equations.
// Reference:  Pantelides, SIAM J. Sci. Stat. Comput. 9 (1988); Mattsson and Söderlind, "Index
//             reduction in differential-algebraic equations using dummy derivatives", SIAM J. Sci.
//             Comput. 14 (1993).
StructuredDae reduceIndex(StructuredDae model, const StructureOptions& options,
                          Diagnostics& diagnostics);

// Purpose:    how often some equation of a model that was not reduced would have to be
//             differentiated, plus one: 2 where a constraint holds states together, 3 for
//             mechanisms with positions given.
// Requires:   introduceDerivatives; not reduceIndex.
int structuralIndex(StructuredDae model, const StructureOptions& options);

}  // namespace formola
