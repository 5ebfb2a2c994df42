// The linear system that a model is close to a point.
#pragma once

#include <string>
#include <vector>

#include "analysis/linear_system.h"
#include "compiler/run_model.h"

namespace formola::analysis {

struct LinearizeRequest {
  std::vector<std::string> inputs, outputs;
  // Names that are not given: all Real inputs of the model, all of its Real outputs.
  bool allInputs = true, allOutputs = true;
  // > 0: of one step of this size by the inlined method of the run, which makes the system
  // discrete.
  double step = 0;
};

// Purpose:    A, B, C, D at the present point of the run, exact (TangentPoint; of a step
//             InlinedStep).
// Requires:   a run that was started.
// Ensures:    `problem` is ""; else it says what is wrong: a name that is no input or no continuous
//             variable, what cannot be differentiated, a method without single steps.
LinearSystem linearize(SteppedRun& run, const LinearizeRequest& request, std::string& problem);

}  // namespace formola::analysis
