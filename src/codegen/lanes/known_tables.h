// Interpolation tables that are the same in all cases.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "codegen/host/standard_tables.h"
#include "codegen/lower/lowered_program.h"
#include "runtime/model_abi.h"

namespace formola::lanes {

// By the variable that is the external object.
using KnownTables = std::map<uint32_t, StandardTable>;

// Purpose:    the tables of a model that are the same whatever the variables at `given` are, as the
//             instance has them.
// Requires:   its parameters are evaluated.
// Complexity: linear in the program and in the tables.
KnownTables knownTables(const lowered::LoweredProgram& program, std::span<const int32_t> given,
                        FmlData* instance);

}  // namespace formola::lanes
