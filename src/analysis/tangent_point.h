// Derivatives of a model at a point of a run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/translated_model.h"
#include "runtime/tangent.h"
#include "runtime/workspace.h"

namespace formola::analysis {

// A model with the derivatives that were asked for, for any number of points.
struct TangentCode {
  std::shared_ptr<const CompiledModel> ofModel;  // null: whoever asked for it keeps the model
  std::unique_ptr<CompiledModel> model;
  size_t seeds = 0, outputs = 0;
  std::string problem;  // what cannot be differentiated; "": nothing
};

// `often`: evaluated so often that native code pays, where the model has some.
std::shared_ptr<TangentCode> makeTangentCode(const CompiledModel& code,
                                             const TangentRequest& request, bool often);
// The same, kept with the model for the next time.
std::shared_ptr<const TangentCode> keptTangentCode(TranslatedModel& model,
                                                   const std::shared_ptr<const CompiledModel>& code,
                                                   const TangentRequest& request);

// Purpose:    der(x) and chosen outputs with all their derivatives by the states and chosen inputs
//             or parameters, exact by the rules of differentiation along the sorted equations
//             (schedule/state_tangent.h), at points of a run. Relations are frozen.
// Requires:   `code` is the model of the run, whatever its method.
// Ensures:    problem() says what cannot be differentiated; "": nothing, all may be asked.
class TangentPoint {
 public:
  TangentPoint(const CompiledModel& code, const TangentRequest& request)
      : TangentPoint(makeTangentCode(code, request, false)) {}
  explicit TangentPoint(std::shared_ptr<const TangentCode> code);
  ~TangentPoint();
  TangentPoint(const TangentPoint&) = delete;
  TangentPoint& operator=(const TangentPoint&) = delete;

  const std::string& problem() const { return problem_; }
  // Takes over everything from a point of a run.
  bool adopt(const FmlData& point);
  // The same without the past of delays.
  bool adopt(double time, const double* v, const double* pre, const uint8_t* relations);
  // Other states, at the same time and modes.
  void setStates(const double* x);
  void setTime(double time) { instance_->get()->time = time; }
  // The inputs at the present time.
  void setInputs(const runtime::InputWriter& inputs) { inputs.write(instance_->get()); }
  // All variables and derivatives() at the present states. False: problem() says why.
  bool evaluate(bool withDerivatives = true);
  // After evaluate: the present values of what is delayed.
  std::vector<double> delayedNow();
  // A jump of what is delayed that comes out at this time has come out.
  void setSegmentStart(double time) { instance_->get()->workspace->segmentStart = time; }
  // After evaluate: StateTangents::forward and backward.
  bool forward(const double* given, int32_t count, double* changes);
  bool backward(const double* weights, double* given);

  FmlData& data() { return *instance_->get(); }
  const FmlData& data() const { return *instance_->get(); }
  // Rows der(x) and outputs, columns states and seeds; row by row.
  const std::vector<double>& derivatives() const { return values_; }
  size_t columns() const { return columns_; }

 private:
  bool derived(FmlStatus status);

  std::string problem_;
  std::shared_ptr<const TangentCode> code_;
  std::unique_ptr<runtime::Instance> instance_;
  std::unique_ptr<runtime::StateTangents> tangents_;
  std::vector<double> values_;
  size_t columns_ = 0;
};

}  // namespace formola::analysis
