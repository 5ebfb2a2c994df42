#include "analysis/tangent_point.h"

#include <fmt/format.h>

#include "codegen/host/instance_state.h"
#include "runtime/workspace.h"

namespace formola::analysis {

std::shared_ptr<TangentCode> makeTangentCode(const CompiledModel& code,
                                             const TangentRequest& request, bool often) {
  auto result = std::make_shared<TangentCode>();
  Schedule schedule = code.schedule();
  const size_t delays = request.delays ? schedule.delays.size() : 0;
  result->seeds = request.seeds.size() + delays;
  result->outputs = request.outputs.size() + 2 * delays;
  if (!schedule.model.inputDifferences.empty()) {
    result->problem =
        "the model needs derivatives of inputs, which only steps of inlined methods have";
    return result;
  }
  // Derivatives are new expressions; runs of the model use the old ones.
  schedule.model.dae.pool = std::make_shared<ExprPool>(*schedule.model.dae.pool);
  schedule.tangent.reset();
  buildStateTangent(schedule, request);
  if (schedule.tangent && !schedule.tangent->failure.empty()) {
    result->problem = schedule.tangent->failure;
    return result;
  }
  Diagnostics diagnostics(*code.sources);
  CompileOptions options;
  if (!often || code.interpreted) options.backend = "interp";
  result->model =
      compileModel(std::move(schedule), options, code.sources, diagnostics, result->problem);
  if (!result->model && result->problem.empty()) result->problem = renderText(diagnostics, {});
  return result;
}

std::shared_ptr<const TangentCode> keptTangentCode(TranslatedModel& model,
                                                   const std::shared_ptr<const CompiledModel>& code,
                                                   const TangentRequest& request) {
  // The code is kept with it: no other one gets its address.
  std::string name =
      fmt::format("tangent {} {}{}", static_cast<const void*>(code.get()),
                  request.ofStep ? "step" : "point", request.delays ? " and past" : "");
  for (const auto* list : {&request.seeds, &request.outputs}) {
    name += ';';
    for (const VariableId id : *list) name += fmt::format(" {}", id.index());
  }
  return std::static_pointer_cast<const TangentCode>(model.keep(name, [&] {
    std::shared_ptr<TangentCode> made = makeTangentCode(*code, request, true);
    made->ofModel = code;
    return std::static_pointer_cast<const void>(made);
  }));
}

TangentPoint::TangentPoint(std::shared_ptr<const TangentCode> code)
    : problem_(code->problem), code_(std::move(code)) {
  if (!code_->model) return;
  const FmlModel& model = code_->model->model();
  instance_ = std::make_unique<runtime::Instance>(model);
  if (model.tangent == nullptr) return;
  tangents_ = std::make_unique<runtime::StateTangents>(model);
  columns_ = static_cast<size_t>(model.nStates) + code_->seeds;
  values_.resize((static_cast<size_t>(model.nStates) + code_->outputs) * columns_);
}

TangentPoint::~TangentPoint() = default;

bool TangentPoint::adopt(const FmlData& point) {
  FmlData* d = instance_->get();
  d->reached = point.reached;
  d->passed = point.passed;
  const FmlWorkspace& from = *point.workspace;
  d->workspace->delays = from.delays;
  d->workspace->transports = from.transports;
  d->workspace->delayTimes = from.delayTimes;
  d->workspace->segmentStart = from.segmentStart;
  lowered::borrowObjects(d, point);
  return adopt(point.time, point.v, point.pre, point.relations);
}

bool TangentPoint::adopt(double time, const double* v, const double* pre,
                         const uint8_t* relations) {
  FmlData* d = instance_->get();
  const FmlModel& model = *d->model;
  d->time = time;
  d->lambda = 1;
  std::copy(v, v + model.nVariables, d->v);
  // Makes external objects that are not borrowed.
  d->live = d->initial = 1;
  if (model.evalParameters != nullptr && model.evalParameters(d) != FML_OK) {
    problem_ = runtime::describeFailure(model, d->workspace->failure);
    return false;
  }
  d->live = d->initial = 0;
  std::copy(v, v + model.nVariables, d->v);
  std::copy(pre, pre + model.nVariables, d->pre);
  std::copy(relations, relations + model.nRelations, d->relations);
  fml_parameters_changed(d);
  runtime::modesChanged(d);
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
  return !withDerivatives || !tangents_ || derived(tangents_->everything(d, values_.data()));
}

std::vector<double> TangentPoint::delayedNow() {
  FmlData* d = instance_->get();
  std::vector<runtime::DelayBuffer> present(d->workspace->delays.size());
  present.swap(d->workspace->delays);
  d->model->storeDelays(d);
  present.swap(d->workspace->delays);
  std::vector<double> values;
  for (const runtime::DelayBuffer& buffer : present)
    values.push_back(buffer.at(d->time, d->time, 0, true));
  return values;
}

bool TangentPoint::derived(FmlStatus status) {
  if (status == FML_OK) return true;
  problem_ = "a derivative is not finite, or a system of equations is singular";
  return false;
}

bool TangentPoint::forward(const double* given, int32_t count, double* changes) {
  return derived(tangents_->forward(instance_->get(), given, count, changes));
}

bool TangentPoint::backward(const double* weights, double* given) {
  return derived(tangents_->backward(instance_->get(), weights, given));
}

}  // namespace formola::analysis
