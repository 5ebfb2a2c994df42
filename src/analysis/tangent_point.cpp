#include "analysis/tangent_point.h"

#include "codegen/interp/interp.h"
#include "runtime/workspace.h"

namespace formola::analysis {

TangentPoint::TangentPoint(const CompiledModel& code, const TangentRequest& request) {
  Schedule schedule = code.schedule();
  // Derivatives are new expressions; runs of the model use the old ones.
  schedule.model.dae.pool = std::make_shared<ExprPool>(*schedule.model.dae.pool);
  schedule.tangent.reset();
  buildStateTangent(schedule, request);
  if (schedule.tangent && !schedule.tangent->failure.empty()) {
    problem_ = schedule.tangent->failure;
    return;
  }
  Diagnostics diagnostics(*code.sources);
  model_ = std::make_unique<HostedModel>(interpretedModel(std::move(schedule), diagnostics));
  if (diagnostics.hasErrors()) {
    problem_ = renderText(diagnostics, {});
    return;
  }
  const FmlModel& model = model_->model();
  instance_ = std::make_unique<runtime::Instance>(model);
  if (model.tangent == nullptr) return;
  tangents_ = std::make_unique<runtime::StateTangents>(model);
  columns_ = static_cast<size_t>(model.nStates) + request.seeds.size();
  values_.resize((static_cast<size_t>(model.nStates) + request.outputs.size()) * columns_);
}

TangentPoint::~TangentPoint() = default;

bool TangentPoint::adopt(const FmlData& point) {
  FmlData* d = instance_->get();
  const FmlModel& model = *d->model;
  d->time = point.time;
  d->lambda = 1;
  std::copy(point.v, point.v + model.nVariables, d->v);
  // External objects are this instance's own.
  d->live = d->initial = 1;
  if (model.evalParameters != nullptr && model.evalParameters(d) != FML_OK) {
    problem_ = runtime::describeFailure(model, d->workspace->failure);
    return false;
  }
  d->live = d->initial = 0;
  d->reached = point.reached;
  d->passed = point.passed;
  std::copy(point.v, point.v + model.nVariables, d->v);
  std::copy(point.pre, point.pre + model.nVariables, d->pre);
  std::copy(point.relations, point.relations + model.nRelations, d->relations);
  const FmlWorkspace& from = *point.workspace;
  d->workspace->delays = from.delays;
  d->workspace->transports = from.transports;
  d->workspace->delayTimes = from.delayTimes;
  d->workspace->segmentStart = from.segmentStart;
  fml_parameters_changed(d);
  runtime::discretesChanged(d);
  // Their constant partial derivatives may be others now.
  if (tangents_) tangents_ = std::make_unique<runtime::StateTangents>(model);
  return true;
}

void TangentPoint::setStates(const double* x) {
  FmlData* d = instance_->get();
  std::copy(x, x + d->model->nStates, d->v);
}

bool TangentPoint::evaluate(bool withDerivatives) {
  FmlData* d = instance_->get();
  const FmlModel& model = *d->model;
  runtime::clearFailure(d);
  FmlStatus status = model.evalDerivatives(d);
  if (status == FML_OK && model.evalOutputs != nullptr) status = model.evalOutputs(d);
  if (status != FML_OK) {
    problem_ = runtime::describeFailure(model, d->workspace->failure);
    if (problem_.empty()) problem_ = "the equations cannot be evaluated";
    return false;
  }
  if (!withDerivatives || !tangents_) return true;
  if (tangents_->everything(d, values_.data()) == FML_OK) return true;
  problem_ = "a derivative is not finite, or a system of equations is singular";
  return false;
}

}  // namespace formola::analysis
