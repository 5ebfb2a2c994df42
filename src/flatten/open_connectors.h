// Components through which nothing flows, since nothing is connected to one of their connectors.
#pragma once

#include <vector>

#include "dae/dae.h"
#include "diag/diag.h"
#include "sema/instance.h"

namespace formola {

class Sema;

// Purpose:    a forgotten connection leaves a model that is balanced and says nothing: the current
// of
//             the battery is zero. A note tells of components of the model and of other classes in
//             its file where a flow that is zero for that reason makes another one zero that is
//             connected, by equations of two terms inside of the component. An end that is free, as
//             the flange of an inertia, does not.
// Requires:   a balanced flat DAE; the instances with equations, the model among them.
// Ensures:    one note for each declaration.
// Complexity: linear in the equations.
void noteOpenConnectors(const Dae& dae, const Instance* model,
                        const std::vector<Instance*>& instances, Sema& sema);

}  // namespace formola
