// Flat DAE -> structured DAE: when-clauses and algorithms become scalar equations.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    one kind of equation for all structural passes.
//             when c then d = e; end when  becomes  $when1 = c;  d = if edge($when1) then
//             noEvent(e) else pre(d). Reinit, terminate, assert and calls without result become
//             actions. An algorithm becomes a function of what it reads, whose results are what it
//             assigns.
// Requires:   a scalarized DAE.
// Ensures:    every equation is a scalar equality; variables have the roles Parameter, Input,
//             Discrete or Algebraic. Variables assigned in when-clauses are Discrete.
// Complexity: linear in the size of the DAE.
// Reference:  Modelica specification 3.6, 8.3.5 (when), 8.6 (initial()), 11.1.1 (initialisation of
//             what an algorithm assigns), appendix B.1.
StructuredDae lowerEvents(Dae dae, Diagnostics& diagnostics);

}  // namespace formola
