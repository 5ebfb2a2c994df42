// Pantelides' algorithm: which equations must be differentiated, and how often.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "graph/bipartite.h"
#include "graph/dulmage_mendelsohn.h"
#include "graph/matching.h"

namespace formola::graph {

// What happens to the model while the algorithm runs. Variables are differentiated before the
// equations that need their derivatives.
struct PantelidesCallbacks {
  // A derivative newVariable of a variable has come into being. May be empty.
  std::function<void(int variable, int newVariable)> differentiateVariable;
  // newEquation is the derivative of equation; returns the variables (of all orders) that occur in
  // it. If empty: those of the equation and all their derivatives.
  std::function<std::vector<int>(int equation, int newEquation)> differentiateEquation;
};

struct PantelidesResult {
  enum class Status {
    Done,
    Singular,  // no number of differentiations helps; `singular` says where
    Diverged,  // the callback's derivatives lost variables; `diverging` is the equation that did
               // not settle
  };

  Status status = Status::Done;
  Bipartite graph;                 // of all equations and variables, new ones behind the given ones
  std::vector<int> varDerivative;  // variable -> its derivative or kNone
  std::vector<int> eqDerivative;   // equation -> its derivative or kNone
  Matching matching;  // the most differentiated equations with variables of highest order
  std::vector<DulmageMendelsohn::Component> singular;  // variables: lowest order of each chain
  int diverging = kNone;
};

// Purpose: find the smallest set of differentiations after which the equations determine the
//   highest derivatives of all variables, structurally.
// Requires: varDerivative maps each variable to its derivative or kNone, without cycles; no two
//   variables have the same derivative.
// Ensures: if Done, each equation without derivative is matched with a variable without
//   derivative. A system that cannot be made regular is found before anything is differentiated
//   and before any callback is called. Variables left unmatched (too few equations) are no error
//   here.
// Complexity: a maximum matching, then one path search for each equation that stayed unmatched and
//   for each of its derivatives; no recursion.
// Reference: Pantelides, "The consistent initialization of differential-algebraic systems",
//   SIAM J. Sci. Stat. Comput. 9 (1988), algorithms 3.2 (AUGMENTPATH) and 4.1. The names A, B,
//   assign and coloured are those of the paper.
PantelidesResult pantelides(const Bipartite& graph, std::span<const int> varDerivative,
                            const PantelidesCallbacks& callbacks = {});

}  // namespace formola::graph
