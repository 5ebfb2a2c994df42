// Parameters for which an expression of the result is smallest.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/result_expression.h"
#include "analysis/unknowns.h"

namespace formola::analysis {

struct OptimizationRequest {
  std::vector<Unknown> over;
  std::string objective;
  bool maximize = false;
  std::vector<std::string> constraints;  // "max(T) <= 350"
  RunValues values;                      // of the other parameters, and where it begins
  RunSettings settings;
  int evaluations = 500;                                // at most
  std::function<void(int run, double value)> progress;  // after each run; may be empty
};

struct OptimizedParameter {
  std::string name;
  double start = 0, value = 0, lower = 0, upper = 0;
  bool atBound = false;
};

struct OptimizedConstraint {
  std::string text;
  double left = 0, right = 0;
  bool holds = true;
};

struct Optimization {
  bool ok = false;          // there is a result
  bool converged = false;   // false with ok: `message` says why the search ended
  bool cancelled = false;   // by settings.problem.interrupt
  std::string problem;      // the question is wrong
  std::string diagnostics;  // the model is wrong
  std::string message;
  std::string objective;
  bool maximize = false;
  double before = 0, after = 0;  // of the objective
  std::vector<OptimizedParameter> parameters;
  std::vector<OptimizedConstraint> constraints;
  int runs = 0;
  std::string algorithm;
  std::string withoutGradients;  // why; "": gradients are exact
};

// Purpose:    values within bounds for which an expression over the rows of the result
//             (ResultExpression) is smallest, or largest, while conditions hold.
// Method:     NLopt: sequential quadratic programming (SLSQP) with gradients by
//             simulateWithSensitivities; where these do not cover the model, linear approximations
//             without gradients (COBYLA). Both find a minimum near the start.
// Reference:  Kraft: Algorithm 733 (1994); Powell (1994); Johnson: The NLopt package.
Optimization optimize(TranslatedModel& model, const OptimizationRequest& request);

// The same for programs, and as tables for people.
std::string optimizationJson(const Optimization& optimization, const std::string& model);
std::string optimizationText(const Optimization& optimization);

}  // namespace formola::analysis
