// Variables of discrete types whose values change between events all the same.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    an Integer, Boolean, enumeration or String that no when-clause determines, but a
// value
//             that changes between events (a function of time, noEvent(x > 1), sign(x)), becomes an
//             algebraic variable, which is computed all the time; as a discrete one it would keep
//             its value until some event of something else. So do those that it determines in turn.
//             A warning tells it, except of what functions return beside Real results (the phase of
//             a medium). Where pre(), edge(), change() or the condition of a when-clause need it,
//             it is an error, since nothing tells when it changes.
// Requires:   a scalarized DAE without clocks; roles Parameter, Input, Discrete or Algebraic.
// Ensures:    roles of these variables are Algebraic.
// Complexity: linear in the size of the DAE.
// Reference:  Modelica specification 3.6, 3.8.5 (discrete-time expressions).
void letDiscretesVary(StructuredDae& model, Diagnostics& diagnostics);

}  // namespace formola
