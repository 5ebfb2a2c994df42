// The structure incidence matrix of a system as it is shown to people: columns in the order of the
// declarations, sorted positions with the torn variables at the end of their blocks.
#pragma once

#include <span>
#include <vector>

#include "graph/bipartite.h"
#include "structure/structured_dae.h"

namespace formola {

enum class PlaceKind : uint8_t { Solved, Torn, Mode };

// One place on the diagonal of the sorted matrix.
struct SortedPlace {
  int equation = -1;
  VariableId variable;
  ExprId value;  // invalid: not solved symbolically
  PlaceKind kind = PlaceKind::Solved;
};

struct IncidenceView {
  graph::Bipartite graph;           // equations of the system, columns as below
  std::vector<VariableId> columns;  // der(x) of a state stands where x was declared
  std::vector<int> columnOf;        // by variable, -1: not an unknown
  std::vector<SortedPlace> places;
  std::vector<size_t> blockStart;  // by block, in places; one more at the end
};

// Purpose:    what a page or a text shows of a sorted system.
// Requires:   blocks of `equations`; `frozen`: relations keep their values (an inlined system).
// Ensures:    `places` holds each equation and each unknown of the blocks once.
// Complexity: linear in the size of the equations, and sorting the columns.
IncidenceView viewIncidence(const StructuredDae& model,
                            std::span<const StructuredEquation> equations,
                            const std::vector<Block>& blocks, bool frozen);

}  // namespace formola
