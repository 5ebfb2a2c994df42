// What is compiled: the codes of a model that run while it is integrated.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/host/programs.h"

namespace formola::native {

// The functions of a block, see runtime/model_abi.h.
enum class BlockFunction : uint8_t {
  LinearMatrix,
  LinearRhs,
  LinearFormulas,
  LinearResidual,
  Residual,
  Jacobian,
  Continuous,  // from here on without output
  Modes,
};

// A code to compile and where its address goes.
struct Job {
  const lowered::Code* code;
  bool withOutput;
  bool cold;
  void** target;
  int32_t block;  // -1: not the function of a block
  BlockFunction function;
};

// Everything that runs while integrating, and the blocks used there; with what runs before, too, if
// withCold. A block that only the initial system uses is called by the interpreter alone.
std::vector<Job> jobsOf(const lowered::Programs& programs, bool withCold);

// By index of v: some block may change it when it is solved.
std::vector<uint8_t> writtenByBlocks(const lowered::Programs& programs);

}  // namespace formola::native
