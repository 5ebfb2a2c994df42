// Which equations and unknowns of an unbalanced model do not go together.
#pragma once

#include "dae/dae.h"
#include "diag/diag.h"

namespace formola {

// Purpose:    names the equations that are too many and the unknowns that have too few, as notes of
//             the diagnostic about the unbalanced model; equations without any unknown, and
//             when-equations for a variable that is a state, get a remedy of their own.
// Requires:   a flat DAE without uneven if-equations; `sources` holds its files.
// Ensures:    returns the number of notes; the DAE is unchanged (its pool grows).
// Complexity: that of scalarize and of one maximum matching, near-linear.
// Reference:  Dulmage and Mendelsohn (src/graph/dulmage_mendelsohn.h).
int noteUnmatched(const Dae& dae, const SourceManager& sources, Diagnostic& diagnostic);

}  // namespace formola
