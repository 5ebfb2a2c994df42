// The hints of the founding papers in equations.
#pragma once

#include "dae/dae.h"

namespace formola {

// Purpose:    gives residue(x) and relax(x) their values: residue(x) is a term added to the
//             equation that becomes the residual of x, with the value zero; relax(x) has the value
//             of x. Tearing and relaxing choose by themselves; the hints are not used yet.
// Ensures:    no residue or relax is left.
// Complexity: linear in the size of the DAE.
// Reference:  Elmqvist, Otter, Cellier: "Inline integration" (1995), eq. 28 to 32; Otter, Elmqvist,
//             Cellier: "Relaxing".
void lowerHints(Dae& dae);

}  // namespace formola
