// What `formola inspect` shows of a structured model.
#pragma once

#include <string>
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

// The lines users know: "Sizes of linear systems of equations: {4, 2}" and so on.
std::string statisticsText(const StructureSummary& summary);

// Equations after alias elimination, the variable each is solved for in brackets, blocks, solved
// equations (seed 001, the commands of its interactive session).
std::string inspectText(const StructuredDae& model);

// Keys: model, equations, unknowns, aliases, states, differentiated_equations,
// blocks [{size, kind, torn, iteration_variables}], iteration_variables, largest_block.
std::string inspectJson(const StructuredDae& model);

}  // namespace formola
