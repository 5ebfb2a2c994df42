// Inlined methods that solve one set of equations at a time: x = h der(x) + old(x) with h and
// old(x) of the formula at hand.
//
//   BDF k       fixed step            x_n = sum_i a_i x_{n-i} + h b der(x_n)
//   trapezoid   x_n = x_{n-1} + H/2 (f_{n-1} + f_n)
//   BI2         a forward and a backward Euler step in turn (book, 8.10); with variable step the
//               pair is one step of the trapezoidal rule
//   AM3 to AM6  Adams-Moulton, for steps of any size
//   extrapolation  of 1, 2, 3 and 4 steps of backward Euler over the same time
//   SDIRK 4(3)  five stages one after the other (Hairer and Wanner II, table IV.6.5)
//
// Formulas and the book: Cellier and Kofman, Continuous System Simulation (2006), chapters 4 and 8.
#include <fmt/format.h>

#include "solver/formulas.h"
#include "solver/hermite.h"
#include "solver/inline_integrator.h"
#include "solver/kink_watch.h"
#include "solver/stability_watch.h"

namespace formola::solver {

namespace {

using Vector = std::vector<double>;

// The trapezoidal rule turns the sign of a stiff component in every step and does not make it
// smaller: R(inf) = -1. Its third difference then is as large for any step that is not as short as
// the component is fast. Where this takes more than so much of the tolerance, steps of an L-stable
// method of higher order damp it, so many that the differences hold none of it any more (the idea:
// R. Rannacher, Finite element solution of diffusion problems with irregular data, 1984).
constexpr double kRinging = 0.05;
constexpr int kDampingSteps = 3;

class InlineOneStage : public InlineIntegrator {
 public:
  InlineOneStage(const SimulationProblem& problem, Evaluator& evaluator)
      : InlineIntegrator(problem, evaluator),
        method_(problem.method),
        fixed_(problem.step),
        history_(n_),
        adams_(adamsOrder(problem.method)),
        stability_(problem.method) {
    for (Vector* v : {&old_, &error_, &xStart_, &slopes_}) v->assign(static_cast<size_t>(n_), 0.0);
    for (Vector& p : past_) p.assign(static_cast<size_t>(n_), 0.0);
    for (Vector& p : fBefore_) p.assign(static_cast<size_t>(n_), 0.0);
    iterationError_ = kOneStageIterationError;
    errorOrder_ = adams_ > 0 ? adams_ + 1 : method_ == Method::InlineSdirk4 ? 4 : 3;
    if (extrapolates()) {
      errorOrder_ = 4;
      constexpr double kGrowth = 28;  // of errors in what is extrapolated
      iterationError_ /= kGrowth;
    }
  }

 private:
  void begin() override {
    pastCount_ = 0;
    std::fill(std::begin(before_), std::end(before_), 0.0);
    stepsBefore_ = 0;
    damping_ = 0;
    forward_ = true;
    h_ = 0;
    kinks_.begin();
    history_.clear();
    history_.add(stepEnd_, x_, f_);
  }
  bool advance(double limit) override { return fixed_ > 0 ? fixed(limit) : controlled(limit); }
  void dense(double t, double* x) const override {
    if (byValues())
      history_.evaluateValues(t, 4, x, nullptr);
    else
      history_.between(t, errorOrder_ >= 4 ? 3 : 2, x);
  }
  // The trapezoidal rule with steps as long as the slow states allow: der(x) of a stiff state is
  // its error times lambda.
  bool byValues() const { return fixed_ == 0 && isTrapezoid() && history_.points() >= 3; }
  // Coefficients of Adams formulas grow with the powers of the quotient of two steps.
  double largestGrowth() const { return adams_ > 3 ? 1.5 : 4; }
  bool extrapolates() const { return method_ == Method::InlineExtrapolation; }

  int order() const override {
    if (method_ == Method::InlineSdirk4 || extrapolates()) return 4;
    return fixedBdfOrder(method_) > 0 ? fixedBdfOrder(method_) : errorOrder_ - 1;
  }
  const double* errors() const override { return fixed_ > 0 ? nullptr : error_.data(); }
  std::string note() const override { return stability_.note(); }

  // With variable steps: by the trapezoidal rule, which `inline:bi2` also is then.
  bool isTrapezoid() const { return errorOrder_ == 3; }

  bool fixed(double limit);
  bool controlled(double limit);
  void finish(double end, double h, bool byRungeKutta);
  bool fixedStep(double h, bool regular);
  bool bdf(double h, int order);
  bool trapezoid(double h);
  // The Adams formula has the points that it goes through.
  bool adamsGoes() const { return stepsBefore_ >= adams_ - 2; }
  bool adamsMoultonStep(double h);
  bool extrapolated(double h);
  bool forwardEuler(double h);
  // Small steps of the Runge-Kutta method for formulas that need a longer past.
  bool startUp(double h, int pieces);
  double errorOf(double h);
  void differencesOfSlopes(double h);
  void thirdDifferences(double h);
  double ringing();
  void predict(double t);
  void fitSlopes(double h);
  // The formula with old_ and the given factor of der(x) for time t.
  bool solveStep(double t, double h);

  Method method_;
  double fixed_;
  int errorOrder_;   // the local error is O(h^this)
  int damping_ = 0;  // so many steps by the Runge-Kutta method, since the trapezoidal rule rings
  double h_ = 0;
  double before_[kMostPast] = {};  // the last steps; 0: none since the restart
  int stepsBefore_ = 0;            // since the restart
  bool forward_ = true;            // BI2: the next step is forward Euler
  int pastCount_ = 0;
  HermiteHistory history_;
  int adams_;                      // order of Adams-Moulton; 0: another method
  KinkWatch kinks_{4};             // of the Runge-Kutta method: the parabola of sdirkKink
  Vector past_[kMostPast];         // x at equal distances, the newest first
  StabilityWatch stability_;       // of Adams-Moulton
  Vector fBefore_[kMostPast - 1];  // der(x) before the present point, the newest first
  Vector old_, error_, xStart_, fStart_;
  Vector slopes_, sum_;  // der(x) and x of extrapolation
};

void InlineOneStage::predict(double t) {
  // What the slopes of the polynomials say is not used.
  double *x = d_->v, *slopes = d_->v + n_;
  if (fixed_ > 0) {
    history_.extrapolateSteady(t, d_->nominal, x, slopes);
  } else if (byValues()) {
    history_.evaluateValues(t, 3, x, nullptr);
  } else if (history_.points() >= 2) {
    history_.evaluate(t, 2, x, nullptr);
  } else {
    for (int32_t i = 0; i < n_; ++i) x[i] = x_[i] + (t - stepEnd_) * f_[i];
  }
}

// The iteration may be on der(x), from which the formula gives x: der(x) that does not fit to the
// predicted x would begin elsewhere, far away where old(x) holds a slope that rings.
void InlineOneStage::fitSlopes(double h) {
  for (int32_t i = 0; i < n_; ++i) d_->v[n_ + i] = (d_->v[i] - old_[i]) / h;
}

bool InlineOneStage::solveStep(double t, double h) {
  predict(t);
  fitSlopes(h);
  if (solve(t, h, old_.data())) return true;
  if (fixed_ == 0) return false;  // a shorter step will do
  beginExtra();
  predictNoChange();
  fitSlopes(h);
  return solve(t, h, old_.data());
}

bool InlineOneStage::bdf(double h, int order) {
  const BdfFormula& formula = kBdf[order - 1];
  for (int32_t i = 0; i < n_; ++i) {
    double sum = 0;
    for (int j = 0; j < order; ++j) sum += formula.a[j] * past_[j][i];
    old_[i] = sum;
  }
  return solveStep(stepEnd_ + h, formula.b * h);
}

bool InlineOneStage::trapezoid(double h) {
  for (int32_t i = 0; i < n_; ++i) old_[i] = x_[i] + h / 2 * f_[i];
  return solveStep(stepEnd_ + h, h / 2);
}

bool InlineOneStage::adamsMoultonStep(double h) {
  const AdamsFormula formula = adamsMoulton(adams_, h, before_);
  for (int32_t i = 0; i < n_; ++i) {
    old_[i] = x_[i] + formula.b[1] * f_[i];
    for (int k = 2; k < adams_; ++k) old_[i] += formula.b[k] * fBefore_[k - 2][i];
  }
  return solveStep(stepEnd_ + h, formula.b[0]);
}

// Each of the results is an expansion in powers of its step (Hairer and Wanner, IV.9), and so is
// the slope of its last step, which does not magnify errors of stiff states as the model would.
bool InlineOneStage::extrapolated(double h) {
  sum_.assign(static_cast<size_t>(n_), 0.0);
  for (Vector* v : {&error_, &slopes_}) std::fill(v->begin(), v->end(), 0.0);
  for (int n = 1; n <= kExtrapolated; ++n) {
    const double part = h / n;
    xStart_ = x_;
    for (int k = 1; k <= n; ++k) {
      if (k > 1) std::copy(d_->v, d_->v + n_, xStart_.begin());
      old_ = xStart_;
      if (!solveStep(stepEnd_ + k * part, part)) return false;
    }
    for (int32_t i = 0; i < n_; ++i) {
      sum_[i] += kExtrapolation[n - 1] * d_->v[i];
      slopes_[i] += kExtrapolation[n - 1] * (d_->v[i] - xStart_[i]) / part;
      error_[i] += (kExtrapolation[n - 1] - kExtrapolationBefore[n - 1]) * d_->v[i];
    }
  }
  return evaluator_.derivatives(stepEnd_ + h, sum_.data()) == FML_OK;
}

bool InlineOneStage::forwardEuler(double h) {
  for (int32_t i = 0; i < n_; ++i) old_[i] = x_[i] + h * f_[i];
  return evaluator_.derivatives(stepEnd_ + h, old_.data()) == FML_OK;
}

bool InlineOneStage::startUp(double h, int pieces) {
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

void InlineOneStage::finish(double end, double h, bool byRungeKutta) {
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
  // As the formula has it, not as the model computes it from x: see inline_coupled.cpp.
  if (byRungeKutta)
    f_ = sdirkStages_[kSdirkStages - 1];
  else if (extrapolates())
    f_ = slopes_;
  else if (isTrapezoid() && fixed_ == 0)
    for (int32_t i = 0; i < n_; ++i) f_[i] = (x_[i] - old_[i]) * (2 / h);
  for (int k = std::min(pastCount_, kMostPast - 1); k > 0; --k) past_[k].swap(past_[k - 1]);
  past_[0] = x_;
  pastCount_ = std::min(pastCount_ + 1, kMostPast);
  history_.add(end, x_, f_);
}

// `regular`: the step has the size asked for, and so had those since the start of the past.
bool InlineOneStage::fixedStep(double h, bool regular) {
  if (pastCount_ == 0) {
    past_[0] = x_;
    pastCount_ = 1;
  }
  const int order = std::max(fixedBdfOrder(method_), 1);
  switch (method_) {
    case Method::InlineTrapezoid:
      return trapezoid(h);
    case Method::InlineBi2:
      forward_ = !forward_;
      return forward_ ? bdf(h, 1) : forwardEuler(h);
    case Method::InlineSdirk4:
      return sdirk(h, x_);
    case Method::InlineExtrapolation:
      return extrapolated(h);
    default:
      if (adams_ > 0) return adamsGoes() ? adamsMoultonStep(h) : startUp(h, adams_ > 3 ? 16 : 4);
      if (order == 1) return bdf(h, 1);
      if (!regular) pastCount_ = 0;
      // The error of the start must not show in that of the formula.
      return regular && pastCount_ >= order ? bdf(h, order) : startUp(h, 1 << order);
  }
}

bool InlineOneStage::fixed(double limit) {
  const double t = stepEnd_;
  const double end = fixedStepEnd(problem_, t, fixed_, limit);
  const double h = end - t;
  const bool regular = std::abs(h - fixed_) <= 1e-9 * fixed_;
  updateWeights(x_.data());
  if (!fixedStep(regular ? fixed_ : h, regular)) return failFixed(end);
  finish(end, h, method_ == Method::InlineSdirk4);
  // The formulas for equal steps begin again after one of another size.
  if (!regular) pastCount_ = 0;
  return true;
}

// h^3/12 x''' from the divided difference of the last four values of x, for steps of any size.
// That of der(x) would magnify errors of the iteration by h lambda, which is without bounds where
// the trapezoidal rule is used for stiff problems.
void InlineOneStage::thirdDifferences(double h) {
  const double p = before_[0], p2 = before_[1];
  for (int32_t i = 0; i < n_; ++i) {
    const double d1 = (d_->v[i] - past_[0][i]) / h, d1p = (past_[0][i] - past_[1][i]) / p,
                 d1p2 = (past_[1][i] - past_[2][i]) / p2;
    const double d2 = (d1 - d1p) / (h + p), d2p = (d1p - d1p2) / (p + p2);
    error_[i] = h * h * h / 2 * (d2 - d2p) / (h + p + p2);
  }
}

// The part of the weighted error that belongs to states which have turned round in each of the last
// steps; 0: there were too few.
double InlineOneStage::ringing() {
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

// The local error of the Adams formula from the divided difference of der(x); of the trapezoidal
// rule, which is that of order 2, where there are no differences of x yet. With fewer points of a
// lower order; in the first step against backward Euler, on the safe side.
void InlineOneStage::differencesOfSlopes(double h) {
  const int order = std::min(std::max(adams_, 2), stepsBefore_ + 1);
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

// The local error of the step just tried, weighted.
double InlineOneStage::errorOf(double h) {
  if (method_ == Method::InlineSdirk4) return sdirkError(h, error_);
  if (adams_ > 0 || (!extrapolates() && pastCount_ < 3))
    differencesOfSlopes(h);
  else if (!extrapolates())
    thirdDifferences(h);
  return norm(error_.data());
}

bool InlineOneStage::controlled(double limit) {
  const double t = stepEnd_;
  if (h_ == 0)
    h_ = firstStep(limit, errorOrder_ - 1,
                   method_ == Method::InlineSdirk4 || extrapolates() ? errorOrder_ : 2);
  bool rejected = false;
  for (bool again = false;; again = true) {
    // A step that was rejected may have been led astray, to another solution of the algebraic
    // equations.
    if (again) beginExtra();
    const double wanted = std::min(h_, maxStep_);
    const auto [h, last] = fitStep(wanted, limit - t);
    if (tooSmall(h) && !last) return fail(t, h);
    updateWeights(x_.data());
    bool solved = false;
    const bool byRungeKutta =
        method_ == Method::InlineSdirk4 || damping_ > 0 || (adams_ > 0 && !adamsGoes());
    if (byRungeKutta) {
      solved = sdirk(h, x_);
    } else {
      solved = adams_ > 0 ? adamsMoultonStep(h) : extrapolates() ? extrapolated(h) : trapezoid(h);
    }
    if (!solved) {
      ++rejected_;
      rejected = true;
      h_ = h / 4;
      if (tooSmall(h_)) return fail(t, h_);
      continue;
    }
    updateWeights(d_->v);
    double error = damping_ > 0 ? sdirkError(h, error_) : errorOf(h);
    if (damping_ == 0 && isTrapezoid() && ringing() > kRinging) {
      // Not the step is too long: what rings does so with every step that is not much shorter.
      damping_ = kDampingSteps;
      if (!(error <= 1)) {
        ++rejected_;
        continue;
      }
    }
    double factor =
        0.9 * std::pow(std::max(std::isfinite(error) ? error : 1e6, 1e-10), -1.0 / errorOrder_);
    const double kink = method_ == Method::InlineSdirk4 ? sdirkKink(h) : 0;
    if (error <= 1 && kink > kinks_.limit(h)) {
      error = kink;
      factor = 0.9 / std::sqrt(kink);
    }
    if (!(error <= 1)) {
      ++rejected_;
      rejected = true;
      h_ = h * std::clamp(factor, 0.1, 0.9);
      if (tooSmall(h_)) return fail(t, h_);
      continue;
    }
    kinks_.accept(kink, h);
    const bool unstable = adams_ > 0 && ringing() > 0.5 * error;
    finish(last ? limit : t + h, h, byRungeKutta);
    // The estimate of the Runge-Kutta method does not speak for the trapezoidal rule.
    if (damping_ > 0) {
      --damping_;
      factor = std::min(factor, 1.0);
    }
    // A new step size costs factorisations: it must pay.
    double next = h;
    if (factor < 1 || factor > 1.25)
      next = h * std::clamp(factor, 0.2, rejected ? 1.0 : largestGrowth());
    h_ = h < wanted ? std::max(wanted, next) : next;
    stability_.add(unstable, stepEnd_);
    message_ = stability_.hopeless(stepEnd_, problem_.stopTime, h_);
    return message_.empty();
  }
}

}  // namespace

std::unique_ptr<Integrator> makeInlineOneStage(const SimulationProblem& problem,
                                               Evaluator& evaluator) {
  return std::make_unique<InlineOneStage>(problem, evaluator);
}

}  // namespace formola::solver
