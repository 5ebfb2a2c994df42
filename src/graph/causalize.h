// Causalisation by the two rules of the structure digraph, step by step, as it is done by hand.
#pragma once

#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

// One edge coloured red: the equation is solved for the variable. All other edges of both become
// blue: there the variable is known.
struct CausalStep {
  int rule = 1;  // 1: the equation had one black edge; 2: the variable had one
  int equation = kNone;
  int variable = kNone;
  int number = 0;  // of the equation in the sorted system, from 0
};

struct Causalisation {
  std::vector<CausalStep> steps;
  std::vector<int> openEquations;  // both ends still black: algebraic loops, ascending
  std::vector<int> openVariables;
};

// Purpose:    apply the two rules in turn until neither finds anything. Rule 1 takes all equations
//             that have one black edge when its turn begins, and numbers them from below; rule 2
//             goes once through the variables, seeing at once what it has done itself, and numbers
//             their equations from above.
// Ensures:    a graph without open equations is lower triangular in the order of the numbers.
// Complexity: O((vertices + edges) log vertices).
// Reference:  Cellier, Numerical Simulation of Dynamic Systems XIV (2013), "Causalization of
//             Equations"; the order of the steps gives the numbers printed there.
Causalisation causalize(const Bipartite& graph);

}  // namespace formola::graph
