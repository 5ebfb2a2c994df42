// Relations that cause events.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    collects the relations a < b, ... outside of noEvent and puts Relation(k, a < b) in
//             their place: frozen between events, with number k.
// Requires:   reduceIndex, so that differentiated equations share the relations of the others.
// Ensures:    `relations` holds those that change with the solution first. Relations affine in time
//             with otherwise discrete operands become time events, as do the floors of
//             lowerIntegerFunctions; relations on discrete variables and parameters only are left
//             alone. smooth(p, e) with p >= 1 causes no events. Sides that are compared with small
//             constants are multiplied, so that their differences are no rounding.
// Complexity: linear in the size of the equations.
// Reference:  Modelica specification 3.6, 8.5 (events and synchronization), 3.7.4.
StructuredDae numberRelations(StructuredDae model, const StructureOptions& options,
                              Diagnostics& diagnostics);

}  // namespace formola
