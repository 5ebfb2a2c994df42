// Constraints on states that the pattern of the equations hides.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    index reduction looks at which variables occur in which equations. It does not see
//             that equations like u1 = a - b and u2 = a - b, of two capacitors between the same
//             nodes, or u1 = a - b, u2 = b - c, u3 = c - a constrain u1, u2 and u3: as far as it
//             can see, they determine a, b and c. Connections make such equations, and so do gears
//             and transformers; they are linear with coefficients that are whole numbers or
//             products of parameters, so that exact combinations of them which are free of all
//             variables that are no candidates for states can be found. One equation of each such
//             combination is replaced by it: u1 = u2, u1 + u2 + u3 = 0, ratio*phi1 = phi2.
//             Parameters by which equations are multiplied for that have values other than zero.
// Requires:   introduceDerivatives.
// Ensures:    an equivalent system of as many equations. A warning names unknowns of which the
//             equations see only the differences (a circuit without ground).
// Complexity: that of graph::findHiddenRows, plus the size of the equations.
// Reference:  Otter and Elmqvist, "Transformation of differential algebraic array equations to
//             index one form", Modelica Conference 2017, on systems that are singular with an
//             integer Jacobian.
StructuredDae exposeConstraints(StructuredDae model, const StructureOptions& options,
                                Diagnostics& diagnostics);

// Purpose:    the same in an initial system: equations that are to be solved together may say
//             something about what was computed before them, and leave one of their own unknowns
//             open then. k = r, r = e/K + u, y = k - u determine y, not k, r and u.
// Requires:   `equations` are those that `blocks` refer to; mayChange(e): equation e must hold and
//             is no start value that was taken because one was missing; isUnknown: the system
//             computes it.
// Ensures:    an equivalent system. One equation of each such sum is replaced by it; the result is
//             the number of them. Coefficients made of parameters count by their values, which are
//             noted as used where they decided.
// Complexity: that of graph::findHiddenRows, plus the size of the equations.
size_t exposeInitialConstraints(StructuredDae& model, std::vector<StructuredEquation>& equations,
                                std::span<const Block> blocks,
                                const std::function<bool(int)>& mayChange,
                                const std::function<bool(VariableId)>& isUnknown,
                                Diagnostics& diagnostics);

}  // namespace formola
