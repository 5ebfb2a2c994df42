// The structure of a block with the terms that relax(x) marks kept apart.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graph/matching.h"
#include "graph/strong_components.h"
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

// The order of a relaxing iteration: groups of equations, each solved for its own unknowns, with
// the relaxed ones as the sweep before left them.
struct RelaxedSweep {
  graph::Groups groups;      // of places of equations
  graph::Matching matching;  // each equation with the unknown that it is solved for
};

// Ensures:    nothing if the relaxed system is singular or has a group of more than 100 equations.
// Complexity: O(n log n + size of the equations).
// Reference:  Otter, Elmqvist, Cellier: "Relaxing", section 4, the scheme after eq. 11.
std::optional<RelaxedSweep> relaxedSweep(const StructuredDae& model,
                                         std::span<const StructuredEquation> equations,
                                         const Block& block, std::vector<int>& place);

// How many equations of a solved block with relax(x) are substituted into the others, and how many
// are left then (003, section 6: five equations of a circuit become two).
struct RelaxedReduction {
  size_t substituted = 0, left = 0;
};

// Ensures:    nothing if the block has no relax(x) or is not solved in an order that follows it.
std::optional<RelaxedReduction> relaxedReduction(const ExprPool& pool,
                                                 std::span<const StructuredEquation> equations,
                                                 const Block& block);

}  // namespace formola
