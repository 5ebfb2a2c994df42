// inline:mixed: which states are integrated explicitly.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/compile_options.h"
#include "schedule/schedule.h"

namespace formola {

// The passes that the choice tries out, without dumps and the like.
struct MixedPasses {
  // `shared`: as in inlineIntegration.
  std::function<InlinedSystem(StructuredDae& model, const InlineFormula& formula,
                              const InlinedSystem* shared)>
      inlineIntegration;
  // The programs without a formula, and nothing where there are errors, which are not reported.
  std::function<std::optional<Schedule>(StructuredDae model)> schedule;
};

// Purpose:    the states that get an explicit formula. What the user says counts: --explicit names
//             all of them, annotation(__Formola_explicit = true|false) one. Of the others those
//             that
//             - stand in simultaneous equations of the inlined system, since elsewhere an implicit
//               formula costs nothing more, and
//             - are slow at the start: steps of --step, or of a 500th of the simulated time, are
//               far from the stability limit of the explicit formula (solver/explicit_states.h),
//             if the inlined system gets cheaper by it: unknowns in simultaneous equations plus the
//             squares of the numbers of torn variables.
// Requires:   tearBlocks. The values at the start are computed by the interpreter; where that fails
//             no state is chosen.
// Ensures:    states in the order of the variables. Nothing, and `problem` says why: the regular
//             expression is wrong or matches no state.
std::optional<std::vector<VariableId>> explicitStates(const StructuredDae& model,
                                                      const CompileOptions& options,
                                                      const MixedPasses& passes,
                                                      std::string& problem);

}  // namespace formola
