// Checks a lowered program before a back end runs it.
#pragma once

#include <string>

#include "codegen/lower/lowered_program.h"

namespace formola::lowered {

// Purpose:    the first thing that is wrong with the register code of a program; "": nothing.
// Ensures:    operands are registers that an instruction before wrote, constants of the code or
//             inputs of the function; places, lists, calls, blocks and jumps are there; jumps of
//             equations lead forward, and no code has instructions of the other kind.
// Complexity: linear in the size of the code.
std::string verify(const LoweredProgram& program);

}  // namespace formola::lowered
