// Sizes and kinds of a structured model and of its systems of simultaneous equations.
#pragma once

#include <string_view>
#include <vector>

#include "structure/structured_dae.h"

namespace formola {

// Sizes of the systems of simultaneous equations, before and after tearing.
struct StructureSummary {
  size_t equations = 0;  // as flattened
  size_t unknowns = 0;
  size_t aliases = 0;  // eliminated, also those that are constant
  std::vector<VariableId> states;
  size_t differentiatedEquations = 0;
  std::vector<size_t> linearSizes, linearTorn;        // in order of evaluation
  std::vector<size_t> nonlinearSizes, nonlinearTorn;  // also those inside of mixed blocks
  size_t mixedBlocks = 0;
  size_t largestBlock = 0;  // before tearing
};

StructureSummary summarize(const StructuredDae& model);

// The sizes alone, of any sorted system.
StructureSummary summarizeBlocks(const std::vector<Block>& blocks);
// Unknowns that Newton's method iterates on.
size_t countIterated(const std::vector<Block>& blocks);
// "assign", "linear", "nonlinear", "mixed"
std::string_view blockKindName(BlockKind kind);
// Variables that are iterated on or solved for with a matrix. One that a linear system is torn to
// is a division, and formulas need none.
size_t numericSize(const Block& block);

}  // namespace formola
