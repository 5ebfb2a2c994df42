// The initial system and its program.
#pragma once

#include "schedule/schedule.h"

namespace formola {

// A variable that stands for pre(d) while the initial system is solved.
struct PreUnknown {
  VariableId variable;  // d
  VariableId pre;
};

// Makes one for each pre(d) of a discrete variable in the equations.
std::vector<PreUnknown> addPreUnknowns(StructuredDae& model);

// Purpose:    the steps that compute every variable at the start: model equations, initial
//             equations and fixed start values, solved for all unknowns, states and parameters
//             with fixed = false.
// Ensures:    when-clauses are active only by initial(); pre(d) is the start value of d, or what
//             an initial equation says. Where conditions lack, start values of states are taken in
//             the order: stateSelect, start value given, order of declaration; a note names them.
//             Too many conditions are explained.
// Requires:   every slot is assigned.
// Reference:  Modelica specification 3.6, 8.6.
void buildInitialSystem(Schedule& schedule, const std::vector<PreUnknown>& preUnknowns,
                        const StructureOptions& options, Diagnostics& diagnostics);

}  // namespace formola
