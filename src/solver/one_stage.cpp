#include "solver/one_stage.h"

namespace formola::solver {

OneStageIntegrator::OneStageIntegrator(const SimulationProblem& problem, Evaluator& evaluator,
                                       int order, int densePoints)
    : InlineIntegrator(problem, evaluator), history_(n_), order_(order), densePoints_(densePoints) {
  const auto size = static_cast<size_t>(n_);
  for (Vector* v : {&old_, &error_, &xStart_}) v->assign(size, 0.0);
  for (Vector& p : past_) p.assign(size, 0.0);
  for (Vector& p : fBefore_) p.assign(size, 0.0);
  iterationError_ = kOneStageIterationError;
}

void OneStageIntegrator::begin() {
  pastCount_ = 0;
  std::fill(std::begin(before_), std::end(before_), 0.0);
  stepsBefore_ = 0;
  history_.clear();
  history_.add(stepEnd_, x_, f_);
}

void OneStageIntegrator::predict(double t) {
  // What the slopes of the polynomials say is not used.
  double *x = d_->v, *slopes = d_->v + n_;
  if (isFixed()) {
    history_.extrapolateSteady(t, d_->nominal, x, slopes);
  } else if (history_.points() >= 2) {
    history_.evaluate(t, 2, x, nullptr);
  } else {
    for (int32_t i = 0; i < n_; ++i) x[i] = x_[i] + (t - stepEnd_) * f_[i];
  }
}

void OneStageIntegrator::fitSlopes(double h) {
  for (int32_t i = 0; i < n_; ++i) d_->v[n_ + i] = (d_->v[i] - old_[i]) / h;
}

bool OneStageIntegrator::solveStep(double t, double h) {
  predict(t);
  fitSlopes(h);
  if (solve(t, h, old_.data())) return true;
  if (!isFixed()) return false;  // a shorter step will do
  beginExtra();
  predictNoChange();
  fitSlopes(h);
  return solve(t, h, old_.data());
}

bool OneStageIntegrator::backwardEuler(double h) {
  old_ = x_;
  return solveStep(stepEnd_ + h, h);
}

bool OneStageIntegrator::startUp(double h, int pieces) {
  const double begin = stepEnd_;
  xStart_ = x_;
  fStart_ = f_;
  bool ok = true;
  for (int k = 0; k < pieces && ok; ++k) {
    stepEnd_ = begin + h * k / pieces;
    ok = sdirk(h / pieces, xStart_);
    std::copy(d_->v, d_->v + n_, xStart_.begin());
    f_ = sdirkStages_[kSdirkStages - 1];
  }
  stepEnd_ = begin;
  f_.swap(fStart_);
  return ok;
}

void OneStageIntegrator::finish(double end, double h, bool byRungeKutta) {
  if (pastCount_ == 0) {
    past_[0] = x_;
    pastCount_ = 1;
  }
  for (int k = kMostPast - 2; k > 0; --k) fBefore_[k].swap(fBefore_[k - 1]);
  fBefore_[0] = f_;
  std::copy_backward(before_, before_ + kMostPast - 1, before_ + kMostPast);
  before_[0] = h;
  stepsBefore_ = std::min(stepsBefore_ + 1, kMostPast);
  accept(end);
  if (byRungeKutta) {
    f_ = sdirkStages_[kSdirkStages - 1];
  } else {
    takeSlopes(h);
  }
  for (int k = std::min(pastCount_, kMostPast - 1); k > 0; --k) past_[k].swap(past_[k - 1]);
  past_[0] = x_;
  pastCount_ = std::min(pastCount_ + 1, kMostPast);
  history_.add(end, x_, f_);
}

bool OneStageIntegrator::advance(double limit) {
  const double t = stepEnd_, size = problem_.step;
  const double end = fixedStepEnd(problem_, t, size, limit);
  const double h = end - t;
  const bool regular = std::abs(h - size) <= 1e-9 * size;
  updateWeights(x_.data());
  if (pastCount_ == 0 || !regular) {
    past_[0] = x_;
    pastCount_ = 1;
  }
  if (!fixedStep(regular ? size : h, regular)) return failFixed(end);
  finish(end, h, false);
  // The formulas for equal steps begin again after one of another size.
  if (!regular) pastCount_ = 0;
  return true;
}

double OneStageIntegrator::ringing() const {
  if (pastCount_ < 3) return 0;
  double sum = 0;
  for (int32_t i = 0; i < n_; ++i) {
    const double d1 = d_->v[i] - past_[0][i], d1p = past_[0][i] - past_[1][i],
                 d1p2 = past_[1][i] - past_[2][i];
    if (!(d1 * d1p < 0) || !(d1p * d1p2 < 0)) continue;
    const double e = error_[i] * inverseWeights_[i];
    sum += e * e;
  }
  return std::sqrt(sum / n_);
}

void OneStageIntegrator::differencesOfSlopes(double h, int highest) {
  const int order = std::min(highest, stepsBefore_ + 1);
  double factor = kAdamsError[order - 1] * h;
  for (int k = 1; k <= order; ++k) factor *= k * h;
  for (int32_t i = 0; i < n_; ++i) {
    double difference[kMostPast + 1] = {d_->v[n_ + i], f_[i]};
    for (int k = 2; k <= order; ++k) difference[k] = fBefore_[k - 2][i];
    for (int level = 1; level <= order; ++level) {
      double width = 0;
      for (int k = 0; k < level; ++k) width += k == 0 ? h : before_[k - 1];
      for (int k = 0; k + level <= order; ++k) {
        difference[k] = (difference[k] - difference[k + 1]) / width;
        width += before_[k + level - 1] - (k == 0 ? h : before_[k - 1]);
      }
    }
    error_[i] = factor * difference[0];
  }
}

ControlledOneStage::ControlledOneStage(const SimulationProblem& problem, Evaluator& evaluator,
                                       int order, int densePoints, int errorOrder, int startPower)
    : OneStageIntegrator(problem, evaluator, order, densePoints),
      errorOrder_(errorOrder),
      startPower_(startPower) {}

void ControlledOneStage::begin() {
  OneStageIntegrator::begin();
  h_ = 0;
  kinks_.begin();
}

bool ControlledOneStage::tryStep(double h, bool byRungeKutta) {
  updateWeights(x_.data());
  const bool solved = byRungeKutta ? sdirk(h, x_) : attempt(h);
  if (solved) updateWeights(d_->v);
  return solved;
}

bool ControlledOneStage::controlled(double limit) {
  const double t = stepEnd_;
  if (h_ == 0) h_ = firstStep(limit, errorOrder_ - 1, startPower_);
  bool rejected = false;
  for (bool again = false;; again = true) {
    // A step that was rejected may have been led astray, to another solution of the algebraic
    // equations.
    if (again) beginExtra();
    const double wanted = std::min(h_, maxStep_);
    const auto [h, last] = fitStep(wanted, limit - t);
    if (tooSmall(h) && !last) return fail(t, h);
    const bool byRungeKutta = takesRungeKutta();
    double error = 0, factor = 0.25;
    const bool solved = tryStep(h, byRungeKutta);
    if (solved) {
      error = errorOf(h);
      if (changesFormula(error)) {
        ++rejected_;
        continue;
      }
      factor =
          0.9 * std::pow(std::max(std::isfinite(error) ? error : 1e6, 1e-10), -1.0 / errorOrder_);
    }
    const double kink = solved ? kinkOf(h) : 0;
    if (solved && error <= 1 && kink > kinks_.limit(h)) {
      error = kink;
      factor = 0.9 / std::sqrt(kink);
    }
    if (!solved || !(error <= 1)) {
      ++rejected_;
      rejected = true;
      h_ = h * std::clamp(factor, 0.1, 0.9);
      if (tooSmall(h_)) return fail(t, h_);
      continue;
    }
    kinks_.accept(kink, h);
    factor = growth(error, factor);
    finish(last ? limit : t + h, h, byRungeKutta);
    // A new step size costs factorisations: it must pay.
    double next = h;
    if (factor < 1 || factor > 1.25) next = h * std::clamp(factor, 0.2, rejected ? 1.0 : 4.0);
    h_ = h < wanted ? std::max(wanted, next) : next;
    return true;
  }
}

}  // namespace formola::solver
