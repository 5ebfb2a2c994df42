// The structure of a block with the terms that relax(x) marks kept apart.
#pragma once

#include <span>
#include <vector>

#include "structure/structured_dae.h"

namespace formola {

// By equation of the block: places of its unknowns in the block.
struct RelaxedRows {
  std::vector<std::vector<int>> rows;     // those that are not relaxed in this equation
  std::vector<std::vector<int>> relaxed;  // those that are
};

bool hasRelaxed(std::span<const StructuredEquation> equations, const Block& block);

// Requires:   `place` has one entry for each variable, all -1, and has so afterwards.
// Complexity: linear in the size of the equations.
RelaxedRows relaxedRows(const StructuredDae& model, std::span<const StructuredEquation> equations,
                        const Block& block, std::vector<int>& place);

}  // namespace formola
