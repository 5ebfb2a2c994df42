// Straight register code -> loops over index tables.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/lower/bytecode.h"

namespace formola::lowered {

// Instructions [begin, begin + period * count): `count` iterations of the same `period`
// instructions, up to the slots, numbers and registers that they name. An operand is computed
// either in its own iteration, at the same place in all iterations, or outside of it in all of
// them.
struct Loop {
  uint32_t begin = 0, period = 0, count = 0;
  bool independent = false;  // no iteration needs a result of another
  uint32_t end() const { return begin + period * count; }
};

// Registers keep their numbers; leaves (loads, constants) have new ones where they are repeated. No
// origins.
struct RolledCode {
  Code code;
  std::vector<Loop> loops;  // ascending
};

struct RerollOptions {
  // The first loop costs the compiler what some thousand instructions of straight code do.
  uint32_t leastInstructions = 2000;
  uint32_t leastIterations = 4;
  // What a loop must save, in instructions: about so many are compiled quickly in the time that
  // compiling a loop well takes (measured: bench_rhs, bench/inline). One whose iterations are
  // independent runs several times as fast as straight code and may cost more.
  uint32_t leastSaved = 1000;
  uint32_t leastSavedIndependent = 250;
  // The part of a run that loops must save, in percent.
  uint32_t leastPercent = 70;
};

// Purpose:    brings statements of the same shape (equal up to the variables at their leaves)
//             together, so that what is made of them depends on the number of shapes, not of
//             instances.
// Requires:   code as CodeBuilder makes it: jumps go forward, registers are written once except in
//             the branches of an if.
// Ensures:    the same values in the same registers and variables as the given code, bit for bit.
//             Without any loop the code is as given.
// Complexity: O(n log n) in the instructions, for each of a bounded number of refinements.
RolledCode reroll(const Code& code, const RerollOptions& options = {});

}  // namespace formola::lowered
