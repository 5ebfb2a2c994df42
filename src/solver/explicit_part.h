// The states of inline:mixed that an explicit formula integrates.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "runtime/model_abi.h"

namespace formola::solver {

// Purpose:    Adams-Bashforth of variable step beside the BDF formula of the same order, from
//             modified divided differences of der(x) on the same points; and a watch on whether its
//             stability limits the steps.
//             The local error of Adams-Bashforth is 2 to 3 times as large as that of the BDF
//             formula for the same difference from the predictor: kErrorRatio.
// Reference:  Shampine, Gordon: Computer Solution of Ordinary Differential Equations (1975), ch. 5
//             (coefficients g); Petzold: Automatic selection of methods for solving stiff and
//             nonstiff systems of ordinary differential equations, SIAM J. Sci. Stat. Comput. 4
//             (1983) (h |lambda| against the limit of the formula).
class ExplicitPart {
 public:
  static constexpr int kHighest = 6;
  static constexpr double kErrorRatio = 2.5;

  explicit ExplicitPart(const FmlInlineForm& form)
      : states_(form.explicitStates, form.explicitStates + form.nExplicit) {}

  // The numbers of the states; none any more after abandon().
  const std::vector<int32_t>& states() const { return states_; }
  bool empty() const { return states_.empty(); }

  // Weights g of the differences 1 to `order` of der(x) in (x(t + h) - x(t)) / h;
  // alpha[i] = h / (t + h - t_(i)) as the integrator has them.
  const std::array<double, kHighest + 1>& weights(int order, const double* alpha);

  // What Adams-Moulton of order k + 1 adds to Adams-Bashforth of order k, for equal steps:
  // h times this, times the change of der(x) that k of its values did not foretell.
  static double correctorWeight(int k);

  // Takes notice of a step of size h and order k, accepted or not. `x` and `slope`: the differences
  // of order k + 1 of x and der(x) of the explicit states, `lower`: of order k of x, all as
  // weighted norms; `dominates`: these states have the larger part in the error of the step. True:
  // for some time now stability and not accuracy keeps the steps small.
  //
  // Where a component is unstable its values change their sign from step to step, so that
  // differences grow with their order by up to 2, while those of a smooth solution become smaller;
  // the quotient of the differences of der(x) and x is then its eigenvalue.
  bool limited(double h, int k, double x, double slope, double lower, bool dominates);
  void abandon() { states_.clear(); }

 private:
  std::vector<int32_t> states_;
  std::array<double, kHighest + 1> g_{};
  double evidence_ = 0;
};

}  // namespace formola::solver
