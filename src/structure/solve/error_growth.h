// How much errors of what is iterated grow on the way to what follows from it.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "expr/eval_numeric.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    tells forms of nonlinear blocks apart that are useless however few unknowns they
//             iterate on. The sequence T2 = 4 T1 - T0 through a field of heat loses a digit in two
//             steps; after thirty nothing is left, and a guess that is off by one becomes 1e20. In
//             a grid of diodes one step is enough, since it has the exponential of a guess.
// Requires:   values of parameters (NaN: not known); start values among the variables' attributes.
//             take(part) in the order of evaluation: assignments, or blocks solved together.
// Ensures:    take: the log of how many times the relative error of the part's unknowns is that of
//             what is iterated. Each step adds the errors of what it uses, weighted by difference
//             quotients at one point, over the distance that a guess may be off: a tenth of a start
//             value, the whole of what has none. That point has start values, numbers between 0.5
//             and 1.5 where there are none, and what follows from them. What is solved together
//             has the largest error of what it uses. Infinity: what follows overflows.
// Complexity: number of unknowns in an equation times its size; long sums are taken as a whole.
class ErrorGrowth {
 public:
  ErrorGrowth(const StructuredDae& model, std::span<const StructuredEquation> equations,
              std::span<const double> parameters, ExprTable<double>& memo);
  ErrorGrowth(const ErrorGrowth&) = delete;
  ErrorGrowth& operator=(const ErrorGrowth&) = delete;

  void iterate(VariableId unknown);
  double take(const Block& part);
  // Does one of these equations, in which this unknown stands in something that is not linear,
  // change far more within the error of the unknown than its slope says? exp(20 v) does for small
  // errors, v^2 for none.
  bool bends(VariableId unknown, std::span<const int> equations);

 private:
  struct Known {
    double value = 0;
    double growth = 0;  // log of how many times the error is that of what is iterated
    double error = 0;   // of that, relative
  };
  double valueOf(ExprId leaf) const;
  double startOf(VariableId id) const;
  std::vector<VariableId> usedIn(std::span<const ExprId> roots) const;
  double evaluate(ExprId value);
  double assigned(const Assignment& a);

  const StructuredDae& model_;
  std::span<const StructuredEquation> equations_;
  std::span<const double> parameters_;
  std::unordered_map<VariableId, Known> known_;
  NumericEvaluator numeric_;
};

}  // namespace formola
