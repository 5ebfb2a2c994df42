// --method auto: which method suits a model.
#pragma once

#include "solver/problem.h"
#include "structure/structured_dae.h"

namespace formola {

// The method that Method::Auto stands for: inlined BDF, whatever the model; a model without states
// has nothing to integrate.
solver::Method automaticMethod(const StructuredDae& model);

}  // namespace formola
