// Instance tree -> flat DAE.
#pragma once

#include <optional>

#include "dae/dae.h"

namespace formola {

class Sema;
struct Instance;
namespace ast {
struct Modification;
}

// Purpose:    instantiates the model completely and collects its variables, equations, algorithms
//             and called functions; connections become equations; for-equations are unrolled;
//             if-equations with conditions known at translation time are decided.
// Requires:   a class found by Sema.
// Ensures:    without errors in `diagnostics`: a flat DAE as dae.h describes it, in a pool of its
//             own, variables in the order of declaration. With errors: what could be collected.
// Complexity: linear in the number of instances, equations and connections.
// Reference:  Modelica specification 3.6, chapters 5, 8, 9, 11, 15.
Dae flatten(Sema& sema, Instance* classInstance, const ast::Modification* overrides);

}  // namespace formola
