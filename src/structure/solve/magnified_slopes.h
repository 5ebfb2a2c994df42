// Nonlinear functions of what follows backwards from iterated derivatives.
#pragma once

#include <span>
#include <vector>

#include "graph/linear_parts.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    an iterated der(x) of an inlined system is as exact as x needs it, divided by h; so
//             is its prediction. x = h der(x) + old(x) makes this small again. But an equation of
//             the model that is solved backwards, u = R C der(v) + v for the voltage behind a
//             resistor, gives u with an error of RC/h times that of v. Where u is needed by linear
//             equations alone, as the torques of a robot, the correction of der(x) puts this right
//             at once; but a limiter with a gain of 15000 has only flat ends that far away, and
//             Newton's method goes astray or ends, small as its corrections are for x, at a
//             voltage that is anything.
// Requires:   `graph` and `couplings` number the equations and unknowns of the block as it does;
//             onlyFrom as in EquationSystem; all outlive this.
class MagnifiedSlopes {
 public:
  MagnifiedSlopes(const Block& block, const graph::Bipartite& graph,
                  const graph::NonlinearCouplings& couplings, std::span<const int> onlyFrom);

  // Unknowns (places in the block) that stand in nonlinear functions and follow, in this form, from
  // iterated derivatives by more than the formulas.
  // Complexity: linear in the edges of the block.
  std::vector<int> in(const Block& form) const;

  // Does a formula take this unknown as a derivative?
  bool isSlope(int column) const { return slopes_[static_cast<size_t>(column)] != 0; }

  // The edges without those by which an equation with derivatives gives something else.
  std::vector<graph::Solvable> forwardOnly(std::span<const graph::Solvable> solvable) const;

 private:
  bool isFormula(int row) const { return formulas_[static_cast<size_t>(row)] != 0; }

  const graph::Bipartite& graph_;
  std::vector<int> row_, column_;                  // by equation and by variable of the model
  std::vector<char> formulas_;                     // by row
  std::vector<char> states_, slopes_, nonlinear_;  // by column
};

}  // namespace formola
