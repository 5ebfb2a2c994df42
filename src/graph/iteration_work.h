// What Newton's method costs on a torn system that may have linear blocks inside.
#pragma once

#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

// One step of the sequence that follows from what is iterated.
struct SolvedGroup {
  std::vector<int> equations, variables;
  int torn = 0;           // unknowns of its linear solver; 0: an assignment
  long long entries = 0;  // of the solver's matrix
  bool varies = false;    // the matrix changes with what is iterated
};

struct Iteration {
  std::vector<int> torn, residuals;
  std::vector<SolvedGroup> groups;  // in order of evaluation
};

// Purpose: compare forms of one block by the operations from a Jacobian to the next, counted from
//   the structure alone: the derivatives of all that depends on torn variables along the sequence
//   (for a linear block a solution for each of them), the factors, and ten corrections, for each of
//   which linear blocks are solved too, with new factors where their matrices vary. An operation is
//   one with a sparse matrix; in dense ones four are done in the same time.
// Ensures: infinity if there would be more than `limit` dependences on torn variables.
// Complexity: O(edges + limit).
double iterationWork(const Iteration& form, const Bipartite& graph, long long limit);

}  // namespace formola::graph
