// Why a model has too few or too many equations.
#pragma once

#include <vector>

#include "dae/balance.h"

namespace formola {

class Sema;
struct Instance;

// Purpose:    reports an unbalanced model, and warns of components that are unbalanced by
//             themselves though the total is right: the totals, components whose class alone has
//             too few or too many equations, variables that no equation mentions, and if-equations
//             with uneven branches.
// Requires:   a flat DAE and the instances it was made from.
// Complexity: linear in the size of the DAE.
// Reference:  Modelica specification 3.6, 4.8 (balanced models): a component needs one equation for
//             each variable of its own and for each variable of its connectors, less one for each
//             flow variable and for each input.
void checkBalance(const Dae& dae, const Instance* model, const std::vector<Instance*>& instances,
                  Sema& sema);

}  // namespace formola
