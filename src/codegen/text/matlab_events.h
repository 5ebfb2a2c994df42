// MATLAB and Octave programs of models with events.
#pragma once

#include "codegen/text/targets.h"

namespace formola::text {

// When-clauses, discrete variables, sample(), reinit(), relations of states: what a function of
// derivatives alone cannot express.
bool needsEvents(const Schedule& schedule);

// Purpose:    a function that integrates the model from each of the times given to the next and
//             returns the values of all variables there.
// Ensures:    what the C program of the model does with the classical Runge-Kutta method: steps end
//             at time events, state events are located in them, events are iterated, modes of mixed
//             blocks are searched.
Program translateToMatlabWithEvents(const Schedule& schedule, const TargetOptions& options);
// The same as an S-function of its own sample time, options.step.
Program translateToSimulinkWithEvents(const Schedule& schedule, const TargetOptions& options);

// The name of a variable as a field of a structure.
std::string matlabField(std::string_view name);

// The value of a temporary; matrices of linear blocks that are solved again are in the cells of
// `kept`.
std::string matlabTemporary(const Temporary& t, std::string_view kept);

// Small functions that the text calls.
std::string matlabHelpers(std::string_view text);

// The parts that are the same for every model.
extern const std::string_view kMatlabDriver, kMatlabPacking, kMatlabMixed, kMatlabNewton,
    kMatlabAffine;

}  // namespace formola::text
