// Derivatives of a model at a point of a run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/run_model.h"
#include "runtime/tangent.h"
#include "runtime/workspace.h"

namespace formola::analysis {

// Purpose:    der(x) and chosen outputs with all their derivatives by the states and chosen inputs
//             or parameters, exact by the rules of differentiation along the sorted equations
//             (schedule/state_tangent.h), at points of a run. Relations are frozen.
// Requires:   `code` is the model of the run, whatever its method.
// Ensures:    problem() says what cannot be differentiated; "": nothing, all may be asked.
class TangentPoint {
 public:
  TangentPoint(const CompiledModel& code, const TangentRequest& request);
  ~TangentPoint();
  TangentPoint(const TangentPoint&) = delete;
  TangentPoint& operator=(const TangentPoint&) = delete;

  const std::string& problem() const { return problem_; }
  // Takes over everything from a point of a run.
  bool adopt(const FmlData& point);
  // Other states, at the same time and modes.
  void setStates(const double* x);
  void setTime(double time) { instance_->get()->time = time; }
  // The inputs at the present time.
  void setInputs(const runtime::InputWriter& inputs) { inputs.write(instance_->get()); }
  // All variables and derivatives() at the present states. False: problem() says why.
  bool evaluate(bool withDerivatives = true);

  const FmlData& data() const { return *instance_->get(); }
  // Rows der(x) and outputs, columns states and seeds; row by row.
  const std::vector<double>& derivatives() const { return values_; }
  size_t columns() const { return columns_; }

 private:
  std::string problem_;
  std::unique_ptr<HostedModel> model_;
  std::unique_ptr<runtime::Instance> instance_;
  std::unique_ptr<runtime::StateTangents> tangents_;
  std::vector<double> values_;
  size_t columns_ = 0;
};

}  // namespace formola::analysis
