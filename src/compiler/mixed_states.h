// inline:mixed: which states are integrated explicitly.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/compile_options.h"
#include "schedule/schedule.h"

namespace formola {

// The states that the user wants explicit: --explicit names all of them,
// annotation(__Formola_explicit = true) one. In the order of the variables. Nothing, and `problem`
// says why: the regular expression is wrong or matches no state.
std::optional<std::vector<VariableId>> demandedStates(const StructuredDae& model,
                                                      const CompileOptions& options,
                                                      std::string& problem);

// The states that may become explicit: those that stand in simultaneous equations of the inlined
// system, since elsewhere an implicit formula costs nothing more, and that the user did not decide
// on. None with --explicit.
std::vector<VariableId> explicitCandidates(const StructuredDae& model,
                                           const CompileOptions& options,
                                           const InlinedSystem& allImplicit);

// Purpose:    of the candidates those that are slow at the start: steps of --step, or of a 500th of
//             the simulated time, are far from the stability limit of the explicit formula
//             (solver/explicit_states.h).
// Requires:   programs without a formula. The values at the start are computed by the interpreter.
// Ensures:    in the order of the variables, with those that are demanded; these alone where the
//             values cannot be computed.
std::vector<VariableId> slowStates(Schedule programs, const CompileOptions& options,
                                   const std::vector<VariableId>& candidates,
                                   const std::vector<VariableId>& demanded);

// Is the inlined system cheaper with its explicit states: unknowns in simultaneous equations plus
// the squares of the numbers of torn variables?
bool explicitStatesPay(const InlinedSystem& mixed, const InlinedSystem& allImplicit);

}  // namespace formola
