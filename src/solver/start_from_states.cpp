#include "solver/start_from_states.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "runtime/block_matrix.h"
#include "runtime/input_signals.h"
#include "runtime/workspace.h"
#include "solver/evaluator.h"
#include "solver/events.h"

namespace formola::solver {

namespace {

constexpr int kPasses = 20;            // of relations
constexpr int kSteps = 300;            // of implicit Euler
constexpr int kIterations = 8;         // in one of them
constexpr int32_t kMostStates = 5000;  // beyond, a step may take minutes
constexpr double kTolerance = 1e-3;    // of a correction, in units of the states
constexpr double kAtRest = 1e-6;       // change in a very long step

// The equations of the running model, with relations, until these repeat.
FmlStatus evaluateRunning(FmlData* d) {
  const FmlModel& model = *d->model;
  const auto discretes = static_cast<size_t>(model.parameterBegin - model.discreteBegin);
  const std::vector<double> kept(d->v + model.discreteBegin, d->v + model.parameterBegin);
  const std::vector<double> pre(d->pre, d->pre + model.nVariables);
  const bool terminated = d->workspace->terminated;
  DiscreteState before(model), after(model);
  FmlStatus status = FML_OK;
  d->initial = 0;
  for (int pass = 0; pass < kPasses; ++pass) {
    before.read(*d);
    runtime::writeInputs(d);
    if (model.evalEvent != nullptr) {
      status = model.evalEvent(d);
    } else {
      status = model.evalDerivatives(d);
      if (status == FML_OK && model.evalOutputs != nullptr) status = model.evalOutputs(d);
    }
    std::copy_n(kept.begin(), discretes, d->v + model.discreteBegin);
    if (status != FML_OK) break;
    after.read(*d);
    if (before == after) break;
  }
  // What when-clauses did here counts for nothing.
  std::copy(pre.begin(), pre.end(), d->pre);
  d->workspace->reinits.clear();
  d->workspace->terminated = terminated;
  d->initial = 1;
  runtime::clearFailure(d);
  return status;
}

class RestSeeker {
 public:
  explicit RestSeeker(FmlData* d)
      : d_(d),
        evaluator_(d),
        n_(static_cast<size_t>(d->model->nStates)),
        x_(n_),
        from_(n_),
        right_(n_),
        step_(n_ + 8) {
    matrix_.setUp(d->model->nStates, evaluator_.pattern());
    size_.assign(d->nominal, d->nominal + n_);
    for (size_t i = 0; i < n_; ++i) size_[i] = std::max(size_[i], std::abs(d->v[i]));
  }

  bool run();

 private:
  int implicitEuler(double h);
  bool settle();
  double rate() const;

  FmlData* d_;
  Evaluator evaluator_;
  size_t n_;
  runtime::BlockMatrix matrix_;
  std::vector<double> x_, from_, right_, step_, size_;
};

// The largest derivative in units of the states.
double RestSeeker::rate() const {
  double largest = 0;
  for (size_t i = 0; i < n_; ++i) largest = std::max(largest, std::abs(d_->v[n_ + i]) / size_[i]);
  return largest;
}

// From x_, relations frozen. The number of iterations; 0: not solved.
int RestSeeker::implicitEuler(double h) {
  from_ = x_;
  double before = std::numeric_limits<double>::infinity();
  for (int k = 1; k <= kIterations; ++k) {
    std::vector<double>& a = matrix_.values();
    if (evaluator_.jacobian(d_->time, x_.data(), a.data()) != FML_OK) return 0;
    // The Jacobian may have moved what is computed.
    if (evaluator_.derivatives(d_->time, x_.data()) != FML_OK) return 0;
    for (size_t i = 0; i < n_; ++i) right_[i] = d_->v[n_ + i] - (x_[i] - from_[i]) / h;
    const FmlPattern& pattern = matrix_.pattern();
    const bool sparse = matrix_.hasPattern();
    for (double& value : a) value = -value;
    for (size_t j = 0; j < n_; ++j) {
      if (!sparse) {
        a[j * n_ + j] += 1 / h;
        continue;
      }
      for (int32_t p = pattern.colStart[j]; p < pattern.colStart[j + 1]; ++p)
        if (pattern.rows[p] == static_cast<int32_t>(j)) a[static_cast<size_t>(p)] += 1 / h;
    }
    if (!matrix_.factor()) return 0;
    matrix_.solve(right_.data(), step_.data());
    double length = 0;
    for (size_t i = 0; i < n_; ++i) length = std::fmax(length, std::abs(step_[i]) / size_[i]);
    if (!std::isfinite(length) || !(length < before)) return 0;
    for (size_t i = 0; i < n_; ++i) x_[i] += step_[i];
    if (evaluator_.derivatives(d_->time, x_.data()) != FML_OK) return 0;
    if (length < kTolerance) return k;
    before = length;
  }
  return 0;
}

// The relations at x_.
bool RestSeeker::settle() {
  std::copy(x_.begin(), x_.end(), d_->v);
  d_->live = 1;
  const bool ok = evaluateRunning(d_) == FML_OK;
  d_->live = 0;
  d_->initial = 0;
  runtime::discretesChanged(d_);
  return ok && std::isfinite(rate());
}

bool RestSeeker::run() {
  if (n_ == 0 || d_->model->nStates > kMostStates) return false;
  std::copy_n(d_->v, n_, x_.begin());
  if (!settle()) return false;
  const std::vector<double> values(d_->v, d_->v + d_->model->nVariables);
  std::vector<double> good = values;
  if (rate() == 0) return false;
  double h = 1e-2 / rate();
  const double shortest = 1e-12 * h;
  bool moved = false;
  for (int k = 0; k < kSteps && h > shortest; ++k) {
    const std::vector<double> x = x_;
    const int iterations = implicitEuler(h);
    if (iterations == 0 || !settle()) {
      std::copy(good.begin(), good.end(), d_->v);
      x_ = x;
      h /= 4;
      continue;
    }
    moved = true;
    good.assign(d_->v, d_->v + d_->model->nVariables);
    double change = 0;
    for (size_t i = 0; i < n_; ++i) {
      change = std::max(change, std::abs(x_[i] - x[i]) / size_[i]);
      size_[i] = std::max(d_->nominal[i], std::abs(x_[i]));
    }
    if (change < kAtRest && iterations == 1) break;
    h *= iterations <= 2 ? 4 : iterations <= 4 ? 2 : 1;
  }
  std::copy(good.begin(), good.end(), d_->v);
  return moved;
}

}  // namespace

bool startFromStates(FmlData* d) {
  const auto n = static_cast<size_t>(d->model->nVariables);
  const std::vector<double> before(d->v, d->v + n);
  const bool ok = evaluateRunning(d) == FML_OK;
  for (size_t i = 0; i < n; ++i)
    if (!std::isfinite(d->v[i])) d->v[i] = before[i];
  return ok;
}

bool moveTowardsRest(FmlData* d) {
  d->live = 0;
  d->initial = 0;
  const bool moved = RestSeeker(d).run();
  d->live = d->initial = 1;
  runtime::discretesChanged(d);
  runtime::clearFailure(d);
  return moved;
}

}  // namespace formola::solver
