// Parameters for which an expression of the result is smallest.
#pragma once

#include <string>
#include <vector>

#include "analysis/result_expression.h"
#include "analysis/search.h"

namespace formola::analysis {

struct OptimizationRequest : SearchRequest {
  std::string objective;
  bool maximize = false;
  std::vector<std::string> constraints;  // "max(T) <= 350"
  int evaluations = 500;                 // at most
};

struct OptimizedConstraint {
  std::string text;
  double left = 0, right = 0;
  bool holds = true;
};

struct Optimization : SearchOutcome {
  std::string objective;
  bool maximize = false;
  double before = 0, after = 0;  // of the objective
  std::vector<FoundParameter> parameters;
  std::vector<OptimizedConstraint> constraints;
  std::string algorithm;
  std::string withoutGradients;  // why; "": gradients are exact
};

// Purpose:    values within bounds for which an expression over the rows of the result
//             (ResultExpression) is smallest, or largest, while conditions hold.
// Method:     NLopt: sequential quadratic programming (SLSQP) with gradients by
//             simulateWithSensitivities; where these do not cover the model, linear approximations
//             without gradients (COBYLA). Both find a minimum near the start. With many parameters
//             gradients are those of gradientOfRun as long as they agree with the others at the
//             start and at the end of the search.
// Reference:  Kraft: Algorithm 733 (1994); Powell (1994); Johnson: The NLopt package.
Optimization optimize(TranslatedModel& model, const OptimizationRequest& request);

// The same for programs, and as tables for people.
std::string optimizationJson(const Optimization& optimization, const std::string& model);
std::string optimizationText(const Optimization& optimization);

}  // namespace formola::analysis
