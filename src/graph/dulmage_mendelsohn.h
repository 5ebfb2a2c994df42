// Dulmage-Mendelsohn decomposition: where a system has too many equations, and where too few.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/bipartite.h"
#include "graph/matching.h"

namespace formola::graph {

enum class Determined : uint8_t { Well, Over, Under };

struct DulmageMendelsohn {
  // An independent part of the over- or under-determined subsystem, indices ascending.
  struct Component {
    std::vector<int> equations;
    std::vector<int> variables;
    // Over: equations too many; under: variables without an equation. Which of them the matching
    // left over is arbitrary, their number is not.
    std::vector<int> unmatched;
  };

  std::vector<Determined> equations;
  std::vector<Determined> variables;
  std::vector<Component> over;   // ordered by their first equation
  std::vector<Component> under;  // ordered by their first variable

  bool wellDetermined() const { return over.empty() && under.empty(); }
};

// Purpose: the coarse decomposition, and the connected components of its over- and
//   under-determined parts, so that each independent mistake of a model is reported once.
// Requires: a maximum matching of the graph.
// Ensures: the classes do not depend on which maximum matching was given. Equations of the
//   over-determined part hold only variables of that part; variables of the under-determined part
//   stand only in equations of that part.
// Complexity: O(equations + variables + edges).
// Reference: Dulmage and Mendelsohn, "Coverings of bipartite graphs", Canad. J. Math. 10 (1958);
//   Pothen and Fan, "Computing the block triangular form of a sparse matrix", ACM TOMS 16 (1990).
DulmageMendelsohn decompose(const Bipartite& graph, const Matching& maximumMatching);

}  // namespace formola::graph
