// Counts unknowns and equations of a flat DAE.
#pragma once

#include <cstdint>
#include <vector>

#include "dae/dae.h"

namespace formola {

struct BalanceTally {
  Symbol instance;  // invalid or "" for the model itself
  int64_t unknowns = 0;
  int64_t equations = 0;
  int64_t connections = 0;  // of these, equations made from connections
};

// An if-equation whose branches do not have the same number of equations, though its conditions are
// not known at translation. A missing else counts as a branch with none.
struct UnevenIf {
  Provenance origin;
  int64_t first = 0;  // equations in the first branch
  int64_t other = 0;  // in the one that differs
};

struct Balance {
  int64_t unknowns = 0;
  int64_t equations = 0;
  std::vector<BalanceTally>
      instances;  // by the instance that declares them, in order of first appearance
  std::vector<UnevenIf> unevenIfs;

  bool isBalanced() const { return unknowns == equations && unevenIfs.empty(); }
};

// Purpose:    says whether a model has as many equations as unknowns, and which instances bring too
//             many or too few.
// Requires:   a flat DAE, before or after scalarize.
// Ensures:    unknowns: scalars of variables that are neither parameters nor constants, without
//             inputs at the top level. Equations: scalars of equalities and of the targets of
//             calls; a when-equation or an algorithm counts each scalar variable that it assigns
//             once (a subscript that is no literal stands for the whole array); an if-equation
//             counts like its first branch. Initial equations are not counted.
// Complexity: linear in the size of the DAE; arrays are counted by arithmetic on their sizes.
// Reference:  Modelica specification 3.6, 4.8 (balanced models), 8.3.4, 8.3.5, 11.1.1.
Balance countBalance(const Dae& dae);

}  // namespace formola
