// How relations and sources follow from time and states, operation by operation.
#pragma once

#include <vector>

#include "codegen/lower/lowered_program.h"

namespace formola::lowered {

// Purpose:    the zero-crossing functions of state relations in which time itself occurs, as
//             formulas of time, states and what does not change between events: fast signals of
//             time may cross and come back many times within a step of slow states, and only a
//             formula tells (solver/trace_watch.h).
// Ensures:    relations that need what a system of equations, a loop in a function, a delay or an
//             input gives are left out; linear systems that are solved by formulas, and functions
//             that are formulas (expand_functions.h), are followed. So are long chains of formulas
//             left out: every pass stays linear.
// Complexity: linear in the number of relations and steps.
std::vector<TraceCode> traceRelations(const Schedule& schedule);

// Purpose:    the functions of time alone that derivatives depend on, other than straight lines:
//             the largest such parts of the expressions of a step (solver/source_watch.h).
// Requires:   `relations`: those with traces.
// Ensures:    what only a loop in a function, a table or the like gives is left out. `decides`:
//             another relation depends on it, by systems of equations or the like.
// Complexity: linear in the size of the steps.
std::vector<TraceCode> traceSources(const Schedule& schedule,
                                    const std::vector<TraceCode>& relations);

}  // namespace formola::lowered
