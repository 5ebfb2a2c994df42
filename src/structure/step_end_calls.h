// Calls of functions at the ends of steps, as components with a memory of their own need them.
#pragma once

#include "structure/structured_dae.h"

namespace formola {

// True if the action is an equation that only calls a function with
// annotation(__Formola_atStepEnds = true): called once at the end of each step of the integrator
// and before and after each event, when everything is known there, with time that never goes back;
// not while steps are tried or events are looked for.
bool actsAtStepEnds(const StructuredDae& model, const Action& action);

// Where the first such equation stands; nothing if there is none.
std::optional<SourceRange> callAtStepEnds(const StructuredDae& model);

}  // namespace formola
