// Arrays -> scalars.
#pragma once

#include "dae/dae.h"
#include "diag/diag.h"

namespace formola {

// Purpose:    splits array variables into scalar ones (x[2,1]), array equations into scalar
//             equations, and expands array expressions and functions of the language; if-equations
//             become equations with if-expressions.
// Requires:   a flat DAE with known sizes.
// Ensures:    every variable is scalar; every equality outside algorithms is scalar (TupleCall and
//             array-valued function calls: the call is shared, each result is picked by
//             TupleElement/Index). Algorithms keep arrays as Array expressions of scalar variables.
//             Order: declaration order, row-major. Provenance kept. A subscript known at run time
//             only stays as Index(Array of scalars, one linear Integer subscript). If-equations
//             remain only around terminate and calls without result. The condition of a when-branch
//             is a scalar, or an Array of scalars where the model gives a vector. Integer, Boolean
//             and enumeration variables that translation fixes (constants, evaluate) are replaced
//             by their literals.
// Complexity: linear in the size of the scalar result.
Dae scalarize(Dae dae, Diagnostics& diagnostics);

}  // namespace formola
