// The interpreter back end: flat register code, one instruction for each operation.
#pragma once

#include "codegen/host/hosted_model.h"

namespace formola {

namespace interp {

// Fills the functions of a model with the interpreter of its code.
void attach(HostedModel& model);

}  // namespace interp

// A model that runs at once, without code generation. It is the reference that other back ends are
// compared with.
HostedModel interpretedModel(Schedule schedule, Diagnostics& diagnostics,
                             bool compileFunctions = true);

}  // namespace formola
