// What of a code depends on variables that differ between cases.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/lower/lowered_program.h"

namespace formola::lanes {

// What is needed of an instruction; Stored: what it would store is known, and read back.
enum class NeededPart : uint8_t { Nothing, Stored, Whole };

// Purpose:    which instructions of the code of the parameters are needed where only some variables
//             differ between cases, and all others are known: those whose results depend on them,
//             and what these read. `varied`, by place, gets the variables that the code computes
//             from them.
// Ensures:    impure functions count as different in each case.
// Complexity: linear in the instructions.
std::vector<NeededPart> variedPart(const lowered::LoweredProgram& program,
                                   const lowered::Code& code, std::vector<uint8_t>& varied);

// Purpose:    whether an expression depends on variables that are marked, also through the bindings
//             of what is not kept, such as external objects.
// Complexity: linear in the expressions, and quadratic in the variables among them.
bool dependsOn(const lowered::LoweredProgram& program, ExprId expression,
               const std::vector<uint8_t>& marked);

}  // namespace formola::lanes
