// Inlined BDF of variable order, in fixed-leading-coefficient form, with variable or fixed step.
//
// The past is kept as modified divided differences phi; the model sees x = h der(x) + old(x) with
// h = H / (1 + 1/2 + ... + 1/k) for the step H and order k, and old(x) = x_p - h x'_p from the
// predictor. Formulas, error estimates and the choice of order and step are those of DASSL: Brenan,
// Campbell, Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic
// Equations (SIAM 1996), 5.2. Other iterated unknowns are extrapolated by the same polynomials but
// do not enter the error test.
//
// inline:mixed: states that the model takes as x = old(x) get the Adams-Bashforth formula of the
// same order from differences of der(x), which are kept behind the others (ExplicitPart).
//
// The start is of order one with a small step as in DASSL, or four equal steps of an SDIRK method,
// from whose points order four begins (Cellier and Kofman, Continuous System Simulation, 2006,
// 4.7): with a fixed step, where the user asks for it, and after events that come often. There the
// small steps of low orders are most of all steps, and their errors most of all errors.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "runtime/vectors.h"
#include "runtime/workspace.h"
#include "solver/bdf_vectors.h"
#include "solver/explicit_part.h"
#include "solver/hermite.h"
#include "solver/inline_integrator.h"
#include "solver/integration_method.h"
#include "support/lanes.h"

namespace formola::solver {

namespace {

using runtime::difference;
using runtime::scale;

constexpr int kHighest = 6;
constexpr double kLeastEstimate = 1e-4;
constexpr double kOfError = 0.35, kLeastError = 1e-6;  // of the size of steps at a start
constexpr double square(double x) {
  return x * x;
}
// 1 + 1/2 + ... + 1/k
constexpr std::array<double, kHighest + 1> kHarmonic = {0,         1,          3.0 / 2,   11.0 / 6,
                                                        25.0 / 12, 137.0 / 60, 147.0 / 60};

class InlineBdf : public InlineIntegrator {
 public:
  // `fixedOrder`: raised to the highest order as soon as possible, and lowered only where steps
  // fail again and again.
  InlineBdf(const SimulationProblem& problem, Evaluator& evaluator, int highestOrder,
            bool fixedOrder)
      : InlineIntegrator(problem, evaluator),
        highest_(highestOrder),
        fixedOrder_(fixedOrder),
        fixedStep_(problem.step),
        rungeKuttaStart_(highestOrder >= kStartOrder &&
                         (problem.step > 0 || problem.startUp == StartUp::RungeKutta)),
        mayChange_(highestOrder >= kStartOrder && problem.step == 0 &&
                   problem.startUp == StartUp::Automatic),
        history_(n_),
        explicit_(form_),
        firstSlope_(static_cast<size_t>(n_ + nExtra_)),
        m_(firstSlope_ + explicit_.states().size()) {
    for (Vector& p : phi_) p.assign(wholeLanes(m_), 0.0);
    for (Vector* v : {&predicted_, &correction_, &work_}) v->assign(wholeLanes(m_), 0.0);
    old_.assign(static_cast<size_t>(n_), 0.0);
    for (size_t j = 1; j < phi_.size(); ++j) differences_[j - 1] = phi_[j].data();
  }

 private:
  void begin() override {
    if (mayChange_) chooseStart();
    order_ = 1;
    lastOrder_ = 0;
    started_ = false;
    pointCount_ = 0;
    h_ = 0;
    history_.clear();
    if (rungeKuttaStart_) history_.add(stepEnd_, x_, f_);
  }

  bool advance(double limit) override;
  void chooseStart();
  double startSize(double limit);
  bool startStep(double limit);
  bool equalStep(double limit);
  void keepPoint(Vector& point) const;
  void startFromPoints();
  void dense(double t, double* x) const override;
  std::string note() const override;
  int order() const override { return lastByRungeKutta_ ? kStartOrder : lastOrder_; }
  const double* errors() const override {
    return lastByRungeKutta_ || fixedStep_ > 0 ? nullptr : correction_.data();
  }

  double lowOrderSize(double limit);
  void start(double limit);
  void coefficients();
  bool solveStep();
  bool mayRaise() const;
  void restore();
  void addExplicitErrors();
  void lowerOrderEstimates();
  void nextOrderAndStep();
  void updateDifferences();
  double stepRatio(int order) const {
    return std::pow(2 * std::sqrt(estimate_) + kLeastEstimate, -1.0 / (order + 1));
  }
  void weigh();
  void watchStability();

  int highest_;
  bool fixedOrder_;
  double fixedStep_;  // 0: by the tolerance
  bool rungeKuttaStart_;
  bool mayChange_;        // from one start to the next
  double startSize_ = 0;  // what the error of the last step of a start allowed, 0: not known
  std::optional<uint64_t> startedAt_;  // the number of steps at the last start
  double startTime_ = 0, limit_ = 0;   // of the last start; how far the last step might have gone
  double lastLength_ = 0;              // from the last start but one to the last one
  double largestStart_ = 0;            // the largest step that a start may begin with
  bool lastByRungeKutta_ = false;
  HermiteHistory history_;          // of the start
  Vector points_[kStartOrder + 1];  // of the start, the newest first
  int pointCount_ = 0;
  ExplicitPart explicit_;
  double abandonedAt_ = 0;  // the time from which on no state is explicit, and the state to blame
  int32_t abandonedFor_ = -1;
  size_t firstSlope_;  // where der(x) of the explicit states begins in what is extrapolated
  size_t m_;           // what is extrapolated: states, other unknowns, these
  int order_ = 1;
  int lastOrder_ = 0;
  int newOrder_ = 1;
  int equalSteps_ = 0;
  bool started_ = false;
  bool raising_ = true;  // the first steps double and raise the order
  double h_ = 0, lastH_ = 0;
  double errorFactor_ = 0;  // the error of the step is this times the correction
  // Squares, which are enough to compare: the size of the correction; of the error of the next
  // order; of terms of the Taylor series, TERK and TERKM1 of the reference.
  double size_ = 0, estimate_ = 0, terk_ = 0, terkm1_ = 0;
  // Indices as in the reference: 1 to order + 1.
  std::array<double, kHighest + 3> psi_{}, alpha_{}, beta_{}, sigma_{}, gamma_{};
  std::array<Vector, kHighest + 4> phi_;
  std::array<double*, kHighest + 3> differences_{};  // phi_[1], phi_[2], ...
  CorrectionSquares squares_;                        // of the step just tried
  Vector predicted_, correction_, old_, work_;
};

// Of a step of order one with the derivative known.
double InlineBdf::lowOrderSize(double limit) {
  const double h = 1e-3 * std::min(limit - stepEnd_, maxStep_);
  const double slope = norm(f_.data());
  return slope > 0.5 / h ? 0.5 / slope : h;
}

void InlineBdf::start(double limit) {
  h_ = lowOrderSize(limit);
  order_ = 1;
  lastOrder_ = 0;
  equalSteps_ = 0;
  lastH_ = 0;
  raising_ = true;
  psi_[1] = h_;
  for (size_t i = 0; i < m_; ++i) {
    const bool state = i < static_cast<size_t>(n_);
    phi_[1][i] = state             ? x_[i]
                 : i < firstSlope_ ? extra_[i - static_cast<size_t>(n_)]
                                   : f_[explicit_.states()[i - firstSlope_]];
    phi_[2][i] = state ? h_ * f_[i] : 0;
  }
  started_ = true;
}

void InlineBdf::coefficients() {
  const int k = order_;
  if (h_ != lastH_ || k != lastOrder_) equalSteps_ = 0;
  equalSteps_ = std::min(equalSteps_ + 1, lastOrder_ + 2);
  if (k + 1 < equalSteps_) return;  // all is as in the step before
  beta_[1] = alpha_[1] = sigma_[1] = 1;
  gamma_[1] = 0;
  double sum = h_;
  for (int i = 2; i <= k + 1; ++i) {
    const double before = psi_[i - 1];
    psi_[i - 1] = sum;
    beta_[i] = beta_[i - 1] * psi_[i - 1] / before;
    sum = before + h_;
    alpha_[i] = h_ / sum;
    sigma_[i] = (i - 1) * sigma_[i - 1] * alpha_[i];
    gamma_[i] = gamma_[i - 1] + alpha_[i - 1] / h_;
  }
  psi_[k + 1] = sum;
  double alpha0 = 0;
  for (int i = 1; i <= k; ++i) alpha0 -= alpha_[i];
  errorFactor_ = std::max(std::abs(alpha_[k + 1] - kHarmonic[k] - alpha0), alpha_[k + 1]);
  for (int j = equalSteps_ + 1; j <= k + 1; ++j) scale(phi_[j].data(), beta_[j], m_);
}

// Predicts and solves the discretised equations; fills correction_ and squares_.
bool InlineBdf::solveStep() {
  const double h = h_ / kHarmonic[order_];
  const auto n = static_cast<size_t>(n_);
  const bool inPlace = explicit_.empty() && oldInModel() != nullptr;
  double* old = inPlace ? oldInModel() : old_.data();
  // gamma_[1] is 0.
  predictStates(differences_.data(), gamma_.data() + 1, order_, h,
                {predicted_.data(), d_->v, d_->v + n_, old}, n);
  predictOthers(differences_.data(), order_, predicted_.data(), n, m_);
  for (int32_t i = 0; i < nExtra_; ++i)
    d_->v[form_.iteratedIndices[i]] = predicted_[static_cast<size_t>(n_ + i)];
  keepUndetermined();
  if (!explicit_.empty()) {
    const auto& g = explicit_.weights(order_, alpha_.data());
    for (size_t e = 0; e < explicit_.states().size(); ++e) {
      double slope = 0;
      for (int j = order_; j >= 1; --j)
        slope += g[static_cast<size_t>(j)] * phi_[j][firstSlope_ + e];
      const int32_t i = explicit_.states()[e];
      old_[i] = d_->v[i] = phi_[1][i] + h_ * slope;
    }
  }
  // A number that is none in der(x) of a state is one in the correction of that state, unless the
  // formula has no der(x).
  if (!solve(stepEnd_ + h_, h, old, !explicit_.empty())) return false;
  squares_ = correctStates(d_->v, predicted_.data(), inverseWeights_.data(), differences_.data(),
                           order_, order_ > 1 && !fixedOrder_, mayRaise(), correction_.data(), n);
  for (int32_t i = 0; i < nExtra_; ++i)
    correction_[static_cast<size_t>(n_ + i)] =
        d_->v[form_.iteratedIndices[i]] - predicted_[static_cast<size_t>(n_ + i)];
  for (size_t e = 0; e < explicit_.states().size(); ++e)
    correction_[firstSlope_ + e] = d_->v[n_ + explicit_.states()[e]] - predicted_[firstSlope_ + e];
  return std::isfinite(squares_.correction);
}

// Are there enough steps of this size and order to judge the next order?
bool InlineBdf::mayRaise() const {
  return order_ < highest_ && order_ + 1 < equalSteps_ && order_ != lastOrder_ + 1;
}

// The differences as they were before the step was tried.
void InlineBdf::restore() {
  for (int j = equalSteps_ + 1; j <= order_ + 1; ++j) scale(phi_[j].data(), 1 / beta_[j], m_);
  for (int i = 2; i <= order_ + 1; ++i) psi_[i - 1] = psi_[i] - h_;
  raising_ = false;
}

// The weights of the error test.
void InlineBdf::weigh() {
  updateWeights(x_.data());
  for (int32_t i : explicit_.states()) inverseWeights_[i] *= ExplicitPart::kErrorRatio;
}

// After a step was tried: where the explicit formula is about to be unstable, the rest is done
// without it.
void InlineBdf::watchStability() {
  if (explicit_.empty()) return;
  double x = 0, slope = 0, lower = 0, worst = 0;
  int32_t worstState = 0;
  for (size_t e = 0; e < explicit_.states().size(); ++e) {
    const int32_t i = explicit_.states()[e];
    const double w = inverseWeights_[i];
    const double c = correction_[i] * w, f = correction_[firstSlope_ + e] * w,
                 l = (phi_[order_ + 1][i] + correction_[i]) * w;
    x += c * c;
    slope += f * f;
    lower += l * l;
    if (std::abs(c) > worst) {
      worst = std::abs(c);
      worstState = i;
    }
  }
  const double all = size_ * n_;
  if (!explicit_.limited(h_, order_, std::sqrt(x), std::sqrt(slope), std::sqrt(lower),
                         x > 0.5 * all))
    return;
  abandonedAt_ = stepEnd_;
  abandonedFor_ = worstState;
  explicit_.abandon();
  m_ = firstSlope_;
  evalStep_ = form_.evalImplicitStep;
  weigh();
}

std::string InlineBdf::note() const {
  if (abandonedFor_ < 0) return {};
  return fmt::format(
      "inline:mixed: from time {:.6g} on all states are integrated implicitly, since stability and "
      "not accuracy kept the steps of the explicit ones small, first of all those of {}; "
      "annotation(__Formola_explicit = false) there, or --explicit without it, avoids this",
      abandonedAt_, runtime::describeEntity(*d_->model, FML_VARIABLE, abandonedFor_));
}

// What an explicit state is corrected by comes from the past alone, and passes over a kink ahead
// unseen. der(x) at the end of the step shows it: its share is what Adams-Moulton would add.
void InlineBdf::addExplicitErrors() {
  for (size_t e = 0; e < explicit_.states().size(); ++e) {
    const int32_t i = explicit_.states()[e];
    const double change = correction_[firstSlope_ + e] + phi_[order_ + 1][firstSlope_ + e];
    const double seen = correction_[i] * inverseWeights_[i];
    const double error = ExplicitPart::correctorWeight(order_) * h_ * change / errorFactor_ *
                         inverseWeights_[i] / ExplicitPart::kErrorRatio;
    squares_.correction += std::max(0.0, error * error - seen * seen);
  }
}

// Is order k - 1 better? Fills newOrder_, estimate_ and size_.
void InlineBdf::lowerOrderEstimates() {
  const int k = order_;
  addExplicitErrors();
  const double perState = 1.0 / n_;
  size_ = squares_.correction * perState;
  estimate_ = square(sigma_[k + 1]) * size_;
  terk_ = square(k + 1) * estimate_;
  terkm1_ = 0;
  newOrder_ = k;
  if (k == 1 || fixedOrder_) return;
  const double lower = square(sigma_[k]) * squares_.lower * perState;
  terkm1_ = square(k) * lower;
  if (k == 2) {
    if (terkm1_ > square(0.5) * terk_) return;
  } else {
    const double terkm2 = square((k - 1) * sigma_[k - 1]) * squares_.lowest * perState;
    if (std::max(terkm1_, terkm2) > terk_) return;
  }
  newOrder_ = k - 1;
  estimate_ = lower;
}

void InlineBdf::nextOrderAndStep() {
  const int k = order_;
  const double used = h_;
  if (newOrder_ == k - 1 || k == highest_) raising_ = false;
  int next = k;
  if (raising_) {
    lastOrder_ = k;
    order_ = k + 1;
    lastH_ = used;
    h_ = 2 * used;
    return;
  }
  if (newOrder_ == k - 1) {
    next = k - 1;
  } else if (mayRaise()) {
    const double terkp1 = squares_.higher / n_;
    if (k > 1 && !fixedOrder_ && terkm1_ <= std::min(terk_, terkp1)) {
      next = k - 1;
      estimate_ = terkm1_ / square(k);
    } else if (fixedOrder_ || terkp1 < (k == 1 ? square(0.5) : 1.0) * terk_) {
      next = k + 1;
      estimate_ = terkp1 / square(k + 2);
    }
  }
  lastOrder_ = k;
  lastH_ = used;
  order_ = next;
  // The step grows or shrinks by (2 sqrt(estimate) + 0.0001)^(-1/(next + 1)), but not by less than
  // two or by more than 0.9.
  if (4 * estimate_ <= square(1.0 / (2 << next) - kLeastEstimate)) {
    h_ = 2 * used;
  } else if (4 * estimate_ >= square(1 - kLeastEstimate)) {
    h_ = used * std::clamp(stepRatio(next), 0.5, 0.9);
  }
}

void InlineBdf::updateDifferences() {
  const int k = lastOrder_;
  // Nobody asks for differences beyond those of the highest order.
  double* beyond = std::exchange(differences_[k + 1], k < highest_ ? differences_[k + 1] : nullptr);
  solver::updateDifferences(differences_.data(), k, correction_.data(), m_);
  differences_[k + 1] = beyond;
}

void InlineBdf::keepPoint(Vector& point) const {
  point.assign(x_.begin(), x_.end());
  point.insert(point.end(), extra_.begin(), extra_.end());
  for (int32_t i : explicit_.states()) point.push_back(f_[i]);
  point.resize(wholeLanes(m_));
}

// Where less than this many steps were made since the last start the next one is by Runge-Kutta.
// A start by SDIRK solves 20 stages, one of low order passes through some 15 steps until it has
// reached order four, each with another matrix.
void InlineBdf::chooseStart() {
  constexpr uint64_t kFew = 60;
  constexpr double kPieces = 16;
  const FmlWorkspace& workspace = *d_->workspace;
  // Delays and transported profiles store what enters them at the ends of steps.
  const bool stores = !workspace.delays.empty() || !workspace.transports.empty();
  rungeKuttaStart_ = startedAt_ && steps_ - *startedAt_ < kFew && !stores;
  startedAt_ = steps_;
  // State events may come ever faster, as the bounces of a ball, each of which may be one event or
  // two: no step passes over the next one.
  const double length = stepEnd_ - startTime_;
  const double smooth = std::max(length, std::exchange(lastLength_, length)) / kPieces;
  const bool announced = stepEnd_ >= limit_;
  largestStart_ = announced ? maxStep_ : std::min(maxStep_, smooth);
  startTime_ = stepEnd_;
}

// The steps of the last start tell more than the slopes at the beginning of this one, if events
// come at about equal distances. Where fewer than four of them reach the limit they fit into it.
double InlineBdf::startSize(double limit) {
  const double guess = firstStep(limit, kStartOrder, kStartOrder);
  if (!mayChange_) return guess;
  const double size =
      std::max(std::min(std::max(startSize_, guess), largestStart_), lowOrderSize(limit));
  const double left = limit - stepEnd_, pieces = std::ceil(left / size);
  return pieces < kStartOrder ? left / pieces : size;
}

// One of the steps of equal size from which the formula starts.
bool InlineBdf::startStep(double limit) {
  const double t = stepEnd_;
  if (pointCount_ == 0) {
    keepPoint(points_[0]);
    pointCount_ = 1;
  }
  updateWeights(x_.data());
  if (h_ == 0) h_ = fixedStep_ > 0 ? fixedStep_ : startSize(limit);
  double end = t + h_;
  for (;;) {
    const double left = limit - t;
    const bool cut = fixedStep_ == 0 && 1.0000001 * h_ >= left;
    end = fixedStep_ > 0 ? fixedStepEnd(problem_, t, fixedStep_, limit) : cut ? limit : t + h_;
    const double h = end - t;
    bool ok = sdirk(h, x_);
    double smaller = h / 4;
    if (ok && fixedStep_ == 0) {
      updateWeights(d_->v);
      const double error = std::max(sdirkError(h, work_), kLeastError);
      ok = error <= 1;
      const double allowed = h * kOfError / std::pow(error, 1.0 / kStartOrder);
      if (ok) startSize_ = allowed;
      if (!ok && std::isfinite(allowed)) smaller = std::clamp(allowed, h / 100, h / 2);
    }
    if (ok) {
      // After a step of another size a new row of points begins.
      if (std::abs(h - h_) > 1e-9 * h_ + timeResolution(end)) pointCount_ = 0;
      break;
    }
    pointCount_ = 1;
    if (fixedStep_ > 0) return failFixed(end);
    ++rejected_;
    beginExtra();
    keepPoint(points_[0]);
    h_ = smaller;
    if (tooSmall(h_)) return fail(t, h_);
  }
  accept(end);
  history_.add(end, x_, f_);
  lastByRungeKutta_ = true;
  for (int k = pointCount_; k > 0; --k) points_[k].swap(points_[k - 1]);
  keepPoint(points_[0]);
  ++pointCount_;
  if (pointCount_ == kStartOrder + 1) startFromPoints();
  return true;
}

// Backward differences of the points are the modified divided differences of equal steps.
void InlineBdf::startFromPoints() {
  for (int j = 1; j <= kStartOrder + 1; ++j) {
    phi_[j] = points_[0];
    for (int k = 0; k + j <= kStartOrder; ++k) {
      difference(work_.data(), points_[k].data(), points_[k + 1].data(), m_);
      points_[k].swap(work_);
    }
  }
  for (int i = 1; i <= kStartOrder + 1; ++i) psi_[i] = i * h_;
  order_ = lastOrder_ = kStartOrder;
  lastH_ = h_;
  equalSteps_ = 0;
  raising_ = false;
  started_ = true;
}

// A step of the size that the user asks for; only the order follows the error.
bool InlineBdf::equalStep(double limit) {
  const double t = stepEnd_;
  const double end = fixedStepEnd(problem_, t, fixedStep_, limit);
  h_ = end - t;
  if (std::abs(h_ - fixedStep_) <= 1e-9 * fixedStep_) h_ = fixedStep_;
  weigh();
  coefficients();
  if (!solveStep()) return failFixed(end);
  lowerOrderEstimates();
  watchStability();
  nextOrderAndStep();
  updateDifferences();
  accept(end, false);
  return true;
}

bool InlineBdf::advance(double limit) {
  limit_ = limit;
  if (rungeKuttaStart_ && !started_) return startStep(limit);
  lastByRungeKutta_ = false;
  if (fixedStep_ > 0) return equalStep(limit);
  if (!started_) start(limit);
  weigh();
  const double t = stepEnd_;
  int failures = 0;
  double wanted = h_;
  for (;;) {
    wanted = std::min(h_, maxStep_);
    const auto [fitted, last] = fitStep(wanted, limit - t);
    h_ = fitted;
    coefficients();
    if (!solveStep()) {
      restore();
      ++rejected_;
      h_ /= 4;
      if (tooSmall(h_)) return fail(t, h_);
      continue;
    }
    lowerOrderEstimates();
    watchStability();
    if (!(square(errorFactor_) * size_ <= 1)) {  // the error of the step
      restore();
      ++rejected_;
      ++failures;
      if (failures == 1) {
        order_ = newOrder_;
        const double ratio = 0.9 * stepRatio(order_);
        h_ *= std::isfinite(ratio) ? std::clamp(ratio, 0.25, 0.9) : 0.25;
      } else {
        order_ = failures > 2 ? 1 : newOrder_;
        h_ /= 4;
      }
      if (tooSmall(h_)) return fail(t, h_);
      continue;
    }
    const double end = last ? limit : t + h_;
    const bool cut = h_ < wanted;
    nextOrderAndStep();
    updateDifferences();
    accept(end, false);
    // A step cut short by the limit says little about the size of the next.
    if (cut && h_ < wanted && failures == 0) h_ = std::min(wanted, 2 * lastH_);
    return true;
  }
}

void InlineBdf::dense(double t, double* x) const {
  if (lastByRungeKutta_) {
    history_.between(t, 3, x);
    return;
  }
  const double s = t - stepEnd_;
  std::array<double, kHighest + 1> c = {1};  // of phi_[1], phi_[2], ...
  double before = 0;
  for (size_t j = 1; j <= static_cast<size_t>(lastOrder_); ++j) {
    c[j] = c[j - 1] * ((s + before) / psi_[j]);
    before = psi_[j];
  }
  interpolateStates(differences_.data(), c.data(), lastOrder_, x, static_cast<size_t>(n_));
}

// Adams-Bashforth with equal steps from the weights of backward differences of der(x) that
// inline:mixed uses.
Amplification adamsBashforth(int order) {
  std::array<double, ExplicitPart::kHighest + 2> alpha{};
  for (int i = 1; i <= order; ++i) alpha[static_cast<size_t>(i)] = 1.0 / i;
  ExplicitPart part{FmlInlineForm{}};
  const auto& g = part.weights(order, alpha.data());
  std::vector<double> b(static_cast<size_t>(order) + 1, 0.0);  // of der(x), the newest first
  for (int j = 1; j <= order; ++j) {
    double binomial = g[static_cast<size_t>(j)];
    for (int m = 0; m < j; ++m) {
      b[static_cast<size_t>(m) + 1] += binomial;
      binomial *= -static_cast<double>(j - 1 - m) / (m + 1);
    }
  }
  return multistep({1}, b);
}

}  // namespace

std::unique_ptr<Integrator> makeInlineBdf(const SimulationProblem& problem, Evaluator& evaluator,
                                          int highestOrder, bool fixedOrder) {
  return std::make_unique<InlineBdf>(problem, evaluator, highestOrder, fixedOrder);
}

constinit const IntegrationMethod kVariableBdf = {
    .family = MethodFamily::InlineBdf,
    .differentiates = true,
    .integrator = [](const SimulationProblem& problem,
                     Evaluator& evaluator) { return makeInlineBdf(problem, evaluator, 5, false); },
    .about = "inlined BDF of variable order 1-5 and variable step"};

// What an implicit state sees is BDF of the same order; two states of both kinds that are coupled
// see Adams-Bashforth with z of the explicit one as it is with the answer of the implicit one
// (docs/inline-integration.md, mixed mode).
constinit const IntegrationMethod kMixedBdf = {
    .family = MethodFamily::InlineMixed,
    .integrator = [](const SimulationProblem& problem,
                     Evaluator& evaluator) { return makeInlineBdf(problem, evaluator, 5, false); },
    .formulas =
        [](const IntegrationMethod&) {
          std::vector<MethodFormula> list;
          for (int k = 1; k <= 5; ++k)
            list.push_back({"Adams–Bashforth, order " + std::to_string(k),
                            "Explicit states of inline:mixed", 1, adamsBashforth(k)});
          return list;
        },
    .about = "the same, with slow states by Adams-Bashforth: x = old(x)"};

}  // namespace formola::solver
