#include "solver/evaluator.h"

#include <limits>

#include "runtime/input_signals.h"
#include "runtime/workspace.h"

namespace formola::solver {

Evaluator::Evaluator(FmlData* data)
    : data_(data), n_(data->model->nStates), pattern_(data->model->jacobianPattern) {
  if (pattern_.colStart != nullptr && pattern_.colour == nullptr) {
    colouring_ = runtime::colourColumns(n_, n_, pattern_.colStart, pattern_.rows);
    pattern_.colour = colouring_.colour.data();
    pattern_.nColours = colouring_.count;
  }
  if (data->model->tangent != nullptr) tangents_.emplace(*data->model);
  const auto size = static_cast<size_t>(n_);
  base_.assign(size, 0.0);
  moved_.assign(size, 0.0);
  steps_.assign(size, 0.0);
}

int64_t Evaluator::entries() const {
  return pattern_.colStart != nullptr ? pattern_.colStart[n_] : static_cast<int64_t>(n_) * n_;
}

FmlStatus Evaluator::derivatives(double t, const double* x, double* f) {
  FmlData* d = data_;
  d->time = t;
  if (x != d->v) std::copy(x, x + n_, d->v);
  runtime::writeInputs(d);
  ++d->statistics.functionEvaluations;
  if (const FmlStatus status = d->model->evalDerivatives(d)) return status;
  const double* derivative = d->v + n_;
  if (!runtime::allFinite(derivative, n_)) {
    int32_t i = 0;
    while (std::isfinite(derivative[i])) ++i;
    runtime::Failure& failure = d->workspace->failure;
    failure = {};
    failure.kind = runtime::FailureKind::NotFinite;
    failure.entity = FML_VARIABLE;
    failure.index = n_ + i;
    failure.time = t;
    std::string text = runtime::explainNotFinite(d, FML_EQUATION, 0);
    d->workspace->failure.text = std::move(text);
    return FML_RETRY;
  }
  if (f != nullptr) std::copy(derivative, derivative + n_, f);
  return FML_OK;
}

FmlStatus Evaluator::outputs() {
  return data_->model->evalOutputs != nullptr ? data_->model->evalOutputs(data_) : FML_OK;
}

FmlStatus Evaluator::everything() {
  if (const FmlStatus status = derivatives(data_->time, data_->v)) return status;
  return outputs();
}

FmlStatus Evaluator::jacobian(double t, const double* x, double* values) {
  ++data_->statistics.jacobianEvaluations;
  // The base point also gives blocks good start values for the moved points.
  if (const FmlStatus status = derivatives(t, x, base_.data())) return status;
  if (data_->model->evalJacobian != nullptr) return data_->model->evalJacobian(data_, values);
  if (tangents_ && tangents_->jacobian(data_, pattern_, values) == FML_OK) return FML_OK;
  ++data_->statistics.differencedJacobians;

  const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  for (int32_t j = 0; j < n_; ++j) {
    const double h = root * std::max(std::abs(x[j]), data_->nominal[j]);
    steps_[j] = (x[j] + h) - x[j];
  }
  const bool sparse = pattern_.colStart != nullptr;
  const int32_t groups = sparse ? pattern_.nColours : n_;
  for (int32_t c = 0; c < groups; ++c) {
    for (int32_t j = 0; j < n_; ++j)
      moved_[j] = x[j] + ((sparse ? pattern_.colour[j] : j) == c ? steps_[j] : 0);
    if (const FmlStatus status = derivatives(t, moved_.data())) return status;
    const double* f = data_->v + n_;
    if (!sparse) {
      for (int32_t i = 0; i < n_; ++i)
        values[static_cast<size_t>(c) * n_ + i] = (f[i] - base_[i]) / steps_[c];
      continue;
    }
    for (int32_t j = 0; j < n_; ++j)
      if (pattern_.colour[j] == c)
        for (int32_t p = pattern_.colStart[j]; p < pattern_.colStart[j + 1]; ++p)
          values[p] = (f[pattern_.rows[p]] - base_[pattern_.rows[p]]) / steps_[j];
  }
  return FML_OK;
}

}  // namespace formola::solver
