// Products and sums of register code -> fused multiplications.
#pragma once

#include "codegen/lower/bytecode.h"

namespace formola::lowered {

// True if the processor multiplies and adds in one instruction.
bool hostFusesProducts();

struct FusionLimits {
  // Fewer fused products are not worth that native code with them is compiled with care.
  uint32_t least = 32;
  // That care takes 40 s for a million instructions that are not in loops.
  uint32_t mostInstructions = 2000000;
};

// True if the instruction is a product with a sum or difference.
inline bool isFused(Op op) {
  return op >= Op::MulAdd && op <= Op::SubMul;
}

// Purpose:    makes one instruction of a product and the sum or difference that it is used in. A
//             step of a symbolic elimination, a - b*c, takes half as many instructions.
// Requires:   code as CodeBuilder makes it: registers are written once except in the branches of an
//             if.
// Ensures:    the same values up to the rounding of fused products, which is now left out. Products
//             with another use stay, and code beyond the limits stays as it is. All back ends run
//             the same instructions and give the same bits.
// Complexity: O(n) in the instructions.
// Reference:  IEEE 754-2008, 5.4.1, fusedMultiplyAdd. Differences of equal products need not be
//             zero any more, so this is for formulas that no one compares or takes the root of:
//             those of eliminated linear systems.
void fuseProducts(Code& code, const FusionLimits& limits = {});

}  // namespace formola::lowered
