// Clocked equations -> when-equations.
#pragma once

#include "dae/dae.h"
#include "diag/diag.h"

namespace formola {

// Purpose:    clocked equations become equations of when-clauses, so that no later pass knows
//             clocks. Each clock gets a Boolean $tick; with k ticks of the base clock counted,
//             $tick = sample(...) and mod(k - shift, period) = 0. At a tick previous(x) is pre(x),
//             sample(u) is pre(u), the left limit; hold(x), subSample(x) and the like are x. An
//             equation is solved for its unknown; those that are only solvable together hold as
//             0 = if edge($tick) then left - right else x - pre(x).
//             der(x) of a clocked x is an unknown of its own, and the formula of the clock's
//             integration method an equation (inline integration with the clock's interval).
//             What an equation of a state of a state machine determines is kept at ticks where the
//             state is not active (Equation::active), x = if active then ... else pre(x), and what
//             is integrated begins anew where it is reset (Variable::reset). A machine whose
//             transitions depend on what they decide at the same tick is reported.
// Requires:   a scalar DAE.
// Ensures:    a DAE without clocks and their operators; clocks that contradict each other are
//             reported. What has no clocks is not changed.
// Complexity: near-linear in the size of the DAE.
// Reference:  Modelica specification 3.6, chapter 16; Elmqvist, Otter, Cellier: Inline integration,
//             1995, for clocked differential equations.
Dae lowerClocks(Dae dae, Diagnostics& diagnostics);

}  // namespace formola
