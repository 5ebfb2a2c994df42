// The hints of the founding papers in equations.
#pragma once

#include "structure/structured_dae.h"

namespace formola {

// Purpose:    notes residue(x) and relax(x) in equations as hints for tearing and relaxing and
//             gives them their values: residue(x) is a term added to the equation that becomes the
//             residual of x, with the value zero; relax(x) has the value of x.
// Ensures:    no residue or relax is left in equations; StructuredEquation::relaxed and ::residue
//             hold their arguments. A statement residue(x) stays among the actions (isHint) until
//             everything is torn; nothing is done by it.
// Complexity: linear in the size of the equations.
// Reference:  Elmqvist, Otter, Cellier: "Inline integration" (1995), eq. 28 to 32; Otter, Elmqvist,
//             Cellier: "Relaxing", eq. 7.
void lowerHints(StructuredDae& model);

// A statement residue(x): x shall be torn in whatever simultaneous equations it is unknown.
bool isHint(const ExprPool& pool, const Action& action);

}  // namespace formola
