// Chains of semiLinear equations at connected ports.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    replaces y = semiLinear(x, sa, s1), y = semiLinear(x, s1, s2), ...,
//             y = semiLinear(x, sN, sb) by y = semiLinear(x, sa, sb), s1 = if x >= 0 then sa else
//             sb, s2 = s1, ...: for x = 0 the former do not determine s1 ... sN, and with varying x
//             they are a system whose coefficients vanish. With x = 0 and y = 0 for good,
//             y = semiLinear(x, sa, sb) becomes sa = sb; what else is left with x = 0 is zero.
// Requires:   eliminateAliases; derivatives are still der(x).
// Ensures:    as many equations for the same unknowns; y and x may stand with opposite signs, as at
//             the two sides of a connection. Variables that are differentiated end a chain.
// Complexity: linear in the size of the equations.
// Reference:  Modelica specification 3.6, 3.7.4.5, rules 1 and 2.
StructuredDae joinSemiLinear(StructuredDae model, const StructureOptions& options,
                             Diagnostics& diagnostics);

}  // namespace formola
