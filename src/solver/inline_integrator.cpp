#include "solver/inline_integrator.h"

#include <fmt/format.h>

#include "runtime/input_signals.h"
#include "runtime/workspace.h"
#include "solver/bdf_vectors.h"
#include "support/lanes.h"

namespace formola::solver {

namespace {

#include "runtime/kernels/near.h"
// Needs near.h.
#include "runtime/kernels/sdirk.h"

// Options of the block solvers for the time of one step.
class StepOptions {
 public:
  // realTime > 0: that many iterations at most, whatever is reached by then.
  StepOptions(FmlData* d, double tolerance, const double* scale, const double* inverseScale,
              int32_t realTime)
      : workspace_(*d->workspace), saved_(workspace_.options) {
    workspace_.options.newtonTolerance = tolerance;
    workspace_.options.newtonIterations = realTime > 0 ? realTime : kStepIterations;
    workspace_.options.bounded = realTime > 0;
    workspace_.newtonScale = scale;
    workspace_.newtonInverseScale = inverseScale;
  }
  ~StepOptions() {
    workspace_.options = saved_;
    workspace_.newtonScale = workspace_.newtonInverseScale = nullptr;
  }
  StepOptions(const StepOptions&) = delete;
  StepOptions& operator=(const StepOptions&) = delete;

 private:
  FmlWorkspace& workspace_;
  runtime::Options saved_;
};

}  // namespace

InlineIntegrator::InlineIntegrator(const SimulationProblem& problem, Evaluator& evaluator)
    : problem_(problem),
      evaluator_(evaluator),
      d_(evaluator.data()),
      form_(*problem.model->inlineForm),
      n_(evaluator.nStates()),
      nExtra_(form_.nIterated),
      tolerance_(problem.tolerance),
      maxStep_(largestStep(problem)),
      evalStep_(form_.evalStep),
      held_(form_) {
  for (Vector* v : {&x_, &f_, &weights_}) v->assign(static_cast<size_t>(n_), 0.0);
  inverseWeights_.assign(wholeLanes(static_cast<size_t>(n_)), 0.0);
  extra_.assign(static_cast<size_t>(nExtra_), 0.0);
  largest_.assign(static_cast<size_t>(nExtra_), 0.0);
  lastPoint_.assign(static_cast<size_t>(nExtra_), 0.0);
  scale_.assign(static_cast<size_t>(problem.model->nVariables), 1.0);
  inverseScale_.assign(static_cast<size_t>(problem.model->nVariables), 1.0);
  findScaled();
  bool together = true;
  for (int32_t i = 1; i < n_; ++i)
    together = together && form_.oldIndices[i] == form_.oldIndices[0] + i;
  if (together) oldInModel_ = d_->v + form_.oldIndices[0];
}

void InlineIntegrator::findScaled() {
  const FmlModel& model = *problem_.model;
  std::vector<char> iterated(static_cast<size_t>(model.nVariables), 0), watched(iterated);
  std::vector<char> isOther(iterated);
  for (int32_t b = 0; b < model.nNonlinearBlocks; ++b) {
    const FmlNonlinearBlock& block = model.nonlinearBlocks[b];
    for (int32_t i = 0; i < block.n; ++i) iterated[block.unknowns[i]] = 1;
    for (int32_t i = 0; i < block.nWatched; ++i) watched[block.watched[i]] = 1;
  }
  for (int32_t i = 0; i < n_; ++i)
    for (int32_t s = 0; s < form_.nStages; ++s) {
      const int32_t x = form_.stageIndices[s * n_ + i], f = form_.derivativeIndices[s * n_ + i];
      if (iterated[x] != 0) iteratedStates_.push_back({x, i});
      if (iterated[f] != 0) iteratedDerivatives_.push_back({f, i});
      if (watched[x] != 0) watchedStates_.push_back({x, i});
    }
  // An acceleration that the formula of a speed takes instead of its derivative.
  for (int32_t k = 0; k < nExtra_; ++k) isOther[form_.iteratedIndices[k]] = 1;
  // What steps do not give stays as it was evaluated last.
  std::vector<char> isAlgebraic(iterated);
  for (int32_t b = 0; b < model.nNonlinearBlocks; ++b) {
    const FmlNonlinearBlock& block = model.nonlinearBlocks[b];
    for (int32_t i = 0; i < block.n && block.besideSteps != 0; ++i)
      isAlgebraic[block.unknowns[i]] = 0;
  }
  for (int32_t i = 0; i < n_; ++i)
    for (int32_t s = 0; s < form_.nStages; ++s)
      isAlgebraic[form_.stageIndices[s * n_ + i]] =
          isAlgebraic[form_.derivativeIndices[s * n_ + i]] = 0;
  for (int32_t k = 0; k < nExtra_; ++k)
    if (form_.originIndices[k] != form_.iteratedIndices[k])
      isAlgebraic[form_.iteratedIndices[k]] = 0;
  for (int32_t i = 2 * n_; i < model.nVariables; ++i)
    if (isAlgebraic[i] != 0) algebraic_.push_back(i);
  atStart_.assign(algebraic_.size(), 0.0);
  atEndOfStep_.assign(algebraic_.size(), 0.0);
  std::vector<int32_t> blockOf(iterated.size(), -1);
  for (int32_t b = 0; b < model.nNonlinearBlocks; ++b)
    for (int32_t i = 0; i < model.nonlinearBlocks[b].n; ++i)
      blockOf[model.nonlinearBlocks[b].unknowns[i]] = b;
  for (int32_t k = 0; k < nExtra_; ++k) extraBlock_.push_back(blockOf[form_.iteratedIndices[k]]);
  for (int32_t k = 0; k < form_.nStages * n_; ++k) {
    char& other = isOther[form_.slopeIndices[k]];
    if (other != 0) iteratedDerivatives_.push_back({form_.slopeIndices[k], k % n_});
    other = 0;
  }
  for (int32_t k = 0; k < nExtra_; ++k)
    if (isOther[form_.iteratedIndices[k]] != 0) others_.push_back(k);
}

// Steps of size h from the present point, which nobody sees: where they lead, continued back to
// where they began. The first ones are left out: in a model of index 3 what follows from second
// derivatives is wrong until three points lie on the constraint (Brenan, Campbell, Petzold 1996,
// 3.2). Formulas with one stage are backward Euler here.
bool InlineIntegrator::trialSteps(double h, Vector& states, Vector& held) {
  constexpr int kLeftOut = 3, kUsed = 3;
  constexpr double kBack[kUsed] = {15, -24, 10};  // the parabola at 4, 5 and 6, at 0
  const double start = stepEnd_;
  Vector x = x_;
  states.assign(static_cast<size_t>(n_), 0.0);
  held.assign(static_cast<size_t>(held_.count()), 0.0);
  for (int k = 0; k < kLeftOut + kUsed; ++k) {
    if (!solve(start + (k + 1) * h, h, x.data())) return false;
    std::copy(d_->v, d_->v + n_, x.begin());
    if (k < kLeftOut) continue;
    for (int32_t i = 0; i < n_; ++i) states[i] += kBack[k - kLeftOut] * x[i];
    for (int32_t i = 0; i < held_.count(); ++i)
      held[i] += kBack[k - kLeftOut] * held_.atEndOfStep(d_, i);
  }
  return true;
}

// "": the states at the present point are where steps of whatever size lead back to.
std::string InlineIntegrator::notConsistent(const Vector& states) const {
  constexpr double kNear = 1e-3;
  for (int32_t i = 0; i < n_; ++i)
    if (!(std::abs(states[i] - x_[i]) <= kNear * std::max(std::abs(x_[i]), d_->nominal[i])))
      return fmt::format(
          "the start values do not satisfy the constraints of the model, which was left with its "
          "higher index: {} = {:.6g}, but steps lead to {:.6g}; give start values that do, or "
          "leave "
          "the pass reduceIndex on",
          runtime::describeEntity(*d_->model, FML_VARIABLE, i), x_[i], states[i]);
  return {};
}

// Where steps begin nothing has given the variables that only steps give: short ones do, of three
// sizes, from which errors of first and second order fall out.
bool InlineIntegrator::findHeld() {
  constexpr double kSize = 3e-4, kSmaller = 1.0 / 64;
  constexpr int kTries = 4;
  // What is found is divided by the step, twice maybe; as exactly as rounding errors allow.
  constexpr double kExactly[] = {1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-3};
  constexpr double kRomberg[] = {1.0 / 3, -2, 8.0 / 3};  // of h, h/2, h/4
  const double usual = iterationError_, start = stepEnd_;
  const double span = problem_.stopTime - problem_.startTime;
  updateWeights(x_.data());
  Vector states, held, found(static_cast<size_t>(held_.count()), 0.0);
  message_.clear();
  auto tryOut = [&](double h) {
    for (double exactly : kExactly) {
      iterationError_ = exactly / tolerance_;
      predictNoChange();
      if (!trialSteps(h, states, held)) continue;
      message_ = notConsistent(states);
      return message_.empty();
    }
    // Shorter steps from a point beside the constraint may have no solution.
    if (message_.empty()) message_ = evaluationFailed(d_, start);
    return false;
  };
  double h = kSize * std::min(span, problem_.step > 0 ? 1e3 * problem_.step : span);
  for (int k = 0; k < kTries && !tryOut(h); ++k) h *= kSmaller;
  for (double weight : kRomberg) {
    if (!message_.empty() || !tryOut(h)) break;
    for (size_t i = 0; i < held.size(); ++i) found[i] += weight * held[i];
    h /= 2;
  }
  iterationError_ = usual;
  if (!message_.empty()) return false;
  for (int32_t i = 0; i < held_.count(); ++i) held_.held(d_, i) = found[static_cast<size_t>(i)];
  d_->time = start;
  std::copy(x_.begin(), x_.end(), d_->v);
  if (evaluator_.everything() == FML_OK) return true;
  message_ = evaluationFailed(d_, start);
  return false;
}

bool InlineIntegrator::restart() {
  stepStart_ = stepEnd_ = d_->time;
  std::copy(d_->v, d_->v + n_, x_.begin());
  currentStep_ = -1;
  scaledFor_ = -1;
  if (held_.unknownAtStart() && !findHeld()) return false;
  std::copy(d_->v + n_, d_->v + 2 * n_, f_.begin());
  // Inner stages begin where the end of the step is.
  for (int32_t s = 0; s + 1 < form_.nStages; ++s)
    for (int32_t i = 0; i < n_; ++i) {
      stageState(s, i) = x_[i];
      stageDerivative(s, i) = f_[i];
    }
  for (int32_t i = 0; i < nExtra_; ++i)
    d_->v[form_.iteratedIndices[i]] = d_->v[form_.originIndices[i]];
  keepExtra();
  keepAlgebraic();
  held_.restart(d_);
  currentStep_ = -1;
  scaledFor_ = -1;
  sdirkPast_ = false;
  updateWeights(x_.data());
  begin();
  atEnd_ = false;
  return true;
}

void InlineIntegrator::beginExtra() {
  for (int32_t i = 0; i < nExtra_; ++i) d_->v[form_.iteratedIndices[i]] = lastPoint_[i];
}

void InlineIntegrator::keepUndetermined() {
  for (int32_t i = 0; i < nExtra_; ++i)
    if (extraBlock_[i] >= 0 &&
        d_->workspace->nonlinear[static_cast<size_t>(extraBlock_[i])].underdetermined)
      d_->v[form_.iteratedIndices[i]] = lastPoint_[i];
}

void InlineIntegrator::keepExtra() {
  for (int32_t i = 0; i < nExtra_; ++i) {
    extra_[i] = d_->v[form_.iteratedIndices[i]];
    lastPoint_[i] = d_->v[form_.originIndices[i]];
    largest_[i] = std::max(largest_[i], std::abs(extra_[i]));
  }
}

void InlineIntegrator::keepAlgebraic() {
  atStart_.swap(atEndOfStep_);
  for (size_t k = 0; k < algebraic_.size(); ++k) atEndOfStep_[k] = d_->v[algebraic_[k]];
}

bool InlineIntegrator::step(double limit) {
  stepStart_ = stepEnd_;
  // Between steps the model was evaluated elsewhere.
  if (!atEnd_)
    for (int32_t i = 0; i < nExtra_; ++i)
      if (form_.originIndices[i] == form_.iteratedIndices[i])
        d_->v[form_.iteratedIndices[i]] = lastPoint_[i];
  return advance(limit);
}

void InlineIntegrator::interpolate(double t) {
  d_->time = t;
  if (t >= stepEnd_ || stepEnd_ == stepStart_) {
    if (atEnd_) return;
    std::copy(x_.begin(), x_.end(), d_->v);
    for (size_t k = 0; k < algebraic_.size(); ++k) d_->v[algebraic_[k]] = atEndOfStep_[k];
    held_.write(d_);
    return;
  }
  atEnd_ = false;
  dense(t, d_->v);
  held_.write(d_);
  // Good enough for iterations to start from.
  const double part = (t - stepStart_) / (stepEnd_ - stepStart_);
  for (size_t k = 0; k < algebraic_.size(); ++k)
    d_->v[algebraic_[k]] = atStart_[k] + part * (atEndOfStep_[k] - atStart_[k]);
}

void InlineIntegrator::count(SimulationReport& report) const {
  report.stepsAccepted += steps_;
  report.stepsRejected += rejected_;
  report.newtonIterations += iterations_;
  report.blockNewtonIterations -= iterations_;  // of which all are counted elsewhere
  if (std::string text = note(); !text.empty()) report.warnings.push_back(std::move(text));
}

void InlineIntegrator::updateWeights(const double* other) {
  errorWeights(tolerance_, d_->nominal, x_.data(), other, weights_.data(), inverseWeights_.data(),
               static_cast<size_t>(n_));
}

double InlineIntegrator::norm(const double* e) const {
  return std::sqrt(runtime::weightedSquares(e, inverseWeights_.data(), static_cast<size_t>(n_)) /
                   n_);
}

// How exactly another unknown must be known depends on what it does to the states; those that its
// block assigns are watched. Others that follow later, in a transistor amplifier through an
// exponential of it, are not: so its size is what it has been, and a nominal value counts little,
// for it is 1 where nobody has said otherwise. With the index left as it is, rounding errors of the
// states divided by the step, twice maybe, are in it: it cannot be as exact.
double InlineIntegrator::extraScale(int32_t i) const {
  const double ofNominal = held_.unknownAtStart() ? 1.0 : 1e-3;
  return std::max(largest_[i], ofNominal * d_->nominal[form_.iteratedIndices[i]]);
}

// An error e of der(x) moves x by h e.
void InlineIntegrator::setNewtonScale(double h) {
  if (scaledFor_ == h) return;
  scaledFor_ = h;
  const double perTolerance = 1 / tolerance_, perStep = perTolerance / h;
  for (const ScaledState& place : iteratedStates_)
    scale_[place.variable] = weights_[place.state] * perTolerance;
  for (const ScaledState& place : iteratedDerivatives_)
    scale_[place.variable] = weights_[place.state] * perStep;
  for (const ScaledState& place : watchedStates_)
    inverseScale_[place.variable] = inverseWeights_[place.state] * tolerance_;
  for (int32_t k : others_) scale_[form_.iteratedIndices[k]] = extraScale(k);
}

void InlineIntegrator::predictNoChange() {
  std::copy(x_.begin(), x_.end(), d_->v);
  std::fill(d_->v + n_, d_->v + 2 * n_, 0.0);
}

bool InlineIntegrator::solve(double time, double h, const double* old, bool checkFinite) {
  atEnd_ = false;
  d_->time = time;
  if (h != currentStep_) {
    currentStep_ = h;
    d_->v[form_.stepIndex] = h;
    fml_step_size_changed(d_);
  }
  if (old != oldInModel_)
    for (int32_t i = 0; i < n_; ++i) d_->v[form_.oldIndices[i]] = old[i];
  ++d_->statistics.functionEvaluations;
  const bool solved =
      evaluateStep(h) == FML_OK && (!checkFinite || runtime::allFinite(d_->v, 2 * n_));
  if (!solved) ++unsolved_;
  return solved;
}

FmlStatus InlineIntegrator::evaluateStep(double h) {
  runtime::writeStageInputs(d_, form_, h);
  if (d_->model->nNonlinearBlocks == 0) return evalStep_(d_);
  setNewtonScale(h);
  const StepOptions options(d_, stepNewtonTolerance(iterationError_, tolerance_), scale_.data(),
                            inverseScale_.data(), problem_.realTimeIterations);
  const uint64_t before = d_->statistics.newtonIterations;
  const FmlStatus status = evalStep_(d_);
  iterations_ += d_->statistics.newtonIterations - before;
  return status;
}

bool InlineIntegrator::sdirk(double h, const Vector& x) {
  stageOld_.resize(x.size());
  // All states have the same formula here.
  const auto usual = evalStep_;
  if (form_.evalImplicitStep != nullptr) evalStep_ = form_.evalImplicitStep;
  const bool solved = sdirkStages(h, x);
  evalStep_ = usual;
  return solved;
}

bool InlineIntegrator::sdirkStages(double h, const Vector& x) {
  double* slopes[kSdirkStages];
  for (int s = 0; s < kSdirkStages; ++s) {
    sdirkStages_[s].resize(x.size());
    slopes[s] = sdirkStages_[s].data();
  }
  for (int s = 0; s < kSdirkStages; ++s) {
    sdirkStage(n_, s, kSdirkStages - 1, h, kSdirkGamma, kSdirkA[s], x.data(), f_.data(), slopes,
               problem_.step > 0 ? 1 : 0, sdirkPast_ ? 1 : 0, d_->nominal, stageOld_.data(), d_->v);
    const double time = stepEnd_ + kSdirkC[s] * h;
    if (!solve(time, kSdirkGamma * h, stageOld_.data())) {
      if (problem_.step == 0) return false;
      beginExtra();
      predictNoChange();
      if (!solve(time, kSdirkGamma * h, stageOld_.data())) return false;
    }
    // As the formula has it, not as the model computes it from x: see coupled.cpp.
    const double perStep = 1 / (kSdirkGamma * h);
    for (int32_t i = 0; i < n_; ++i) sdirkStages_[s][i] = (d_->v[i] - stageOld_[i]) * perStep;
  }
  sdirkPast_ = true;
  return true;
}

double InlineIntegrator::sdirkError(double h, Vector& errors) {
  for (int32_t i = 0; i < n_; ++i) {
    double sum = 0;
    for (int s = 0; s < kSdirkStages; ++s) sum += kSdirkE[s] * sdirkStages_[s][i];
    errors[i] = h * sum;
  }
  return norm(errors.data());
}

double InlineIntegrator::sdirkKink(double h) {
  // The parabola through the stages at 1/4, 1/2 and 1, at 0.
  for (int32_t i = 0; i < n_; ++i)
    stageOld_[i] = kSdirkGamma * h *
                   (f_[i] - (8.0 / 3 * sdirkStages_[0][i] - 2 * sdirkStages_[3][i] +
                             1.0 / 3 * sdirkStages_[kSdirkStages - 1][i]));
  return norm(stageOld_.data());
}

void InlineIntegrator::accept(double end, bool withSlopes) {
  std::copy(d_->v, d_->v + n_, x_.begin());
  if (withSlopes) std::copy(d_->v + n_, d_->v + 2 * n_, f_.begin());
  keepExtra();
  keepAlgebraic();
  runtime::acceptPoint(d_, false);
  stepEnd_ = end;
  d_->time = end;
  held_.accept(d_);
  atEnd_ = true;
  scaledFor_ = -1;
  ++steps_;
}

// Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I (1993), II.4. The first guess
// is cautious. A second one, if larger, is from der(x) after an Euler step of that size: with d1
// and d2 the weighted sizes of der(x) and of its change in time, the solution moves with the rate
// d2/d1 by about d1^2/d2, of which an estimate of this power sees (h d2/d1)^power. So a segment
// between two events does not begin with a thousandth of its length whatever the solution. The
// error control corrects both.
double InlineIntegrator::firstStep(double limit, int order, int power) {
  const double span = std::min(limit - stepEnd_, maxStep_);
  double slope = 0;
  for (int32_t i = 0; i < n_; ++i) slope = std::max(slope, std::abs(f_[i]) / weights_[i]);
  double h = 1e-3 * span;
  // A first step of order one: the solution moves by less than what the tolerance allows for x/h^2.
  const double reach = std::pow(tolerance_, -1.0 + 1.0 / (order + 1));
  if (slope * h > reach) h = reach / slope;
  h = std::min(std::max(h, smallestStep()), span);  // the span may be next to nothing
  // Delays and transported profiles store what enters them at the ends of steps.
  const FmlWorkspace& workspace = *d_->workspace;
  if (h <= 0 || !workspace.delays.empty() || !workspace.transports.empty()) return h;

  Vector moved(x_);
  for (int32_t i = 0; i < n_; ++i) moved[i] += h * f_[i];
  const FmlStatus status = evaluator_.derivatives(stepEnd_ + h, moved.data(), moved.data());
  d_->time = stepEnd_;
  atEnd_ = false;
  if (status != FML_OK) {
    runtime::clearFailure(d_);  // nobody has asked for that point
    return h;
  }
  double change = 0;
  for (int32_t i = 0; i < n_; ++i)
    change = std::max(change, std::abs(moved[i] - f_[i]) / (h * weights_[i]));
  constexpr double kOfTolerance = 1e-3;
  // As if der(x) would double in the whole segment where it does not change.
  change = std::max(change, slope / span);
  if (slope == 0) return h;
  const double rate = change / slope, size = slope / rate;
  const double guess = std::pow(kOfTolerance / size, 1.0 / power) / rate;
  return guess > h ? std::min(guess, span) : h;  // also where it is not a number
}

int32_t InlineIntegrator::limitingState() {
  return errors() != nullptr ? largestError(errors(), inverseWeights_.data(), n_) : -1;
}

bool InlineIntegrator::fail(double t, double h) {
  const std::string reason = runtime::describeFailure(*d_->model, d_->workspace->failure);
  message_ = fmt::format("the step size became too small at time {} (h = {:.2g}){}", t, h,
                         reason.empty() ? limitText(*d_->model, limitingState()) : ": " + reason);
  return false;
}

bool InlineIntegrator::failFixed(double end) {
  message_ = fmt::format("{}; a smaller --step may help", evaluationFailed(d_, end));
  return false;
}

}  // namespace formola::solver
