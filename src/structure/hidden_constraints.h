// Constraints between states that only a linear combination of equations shows.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    index reduction looks at which variable occurs where, not at coefficients. With
//             i1 + i2 + i3 = 0 at a star point and i1 + i2 + i3 = 3*i0 in an inductor, i0 = 0 is a
//             constraint on the state i0 that no equation alone shows; the system would be
//             singular at every step. Such combinations are looked for among the equations that are
//             linear with literal coefficients in everything but states, and the last equation of
//             each is replaced by the combination.
// Requires:   introduceDerivatives.
// Ensures:    the same solutions; an equation that changes depends on states only (and on time,
//             parameters, discrete variables).
// Complexity: linear in the equations for variables that occur in one of them only, and a bounded
//             number of steps for each remaining term.
// Reference:  Gaussian elimination with pivots of least degree (Markowitz, The elimination form of
// the
//             inverse and its application to linear programming, Management Science 3, 1957).
StructuredDae findHiddenConstraints(StructuredDae model, const StructureOptions& options,
                                    Diagnostics& diagnostics);

}  // namespace formola
