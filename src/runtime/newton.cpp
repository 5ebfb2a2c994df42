// fml_solve_nonlinear: damped Newton with error-oriented step control and reuse of the Jacobian.
//
// The iteration is the algorithm NLEQ-ERR of P. Deuflhard, Newton Methods for Nonlinear Problems
// (Springer 2004), 3.3: steps are judged by the size of the correction that the old Jacobian
// gives at the new point ("simplified Newton correction"), not by the residual, so that the units
// of the equations do not matter; corrections are measured relative to max(|u|, nominal). Before
// it, chord steps with the factors of the last solve are tried, since successive calls differ by
// little.
#include <limits>

#include "runtime/bracket.h"
#include "runtime/continuation.h"
#include "runtime/workspace.h"
#include "support/lanes.h"

namespace formola::runtime {

namespace {

// The largest change of v at the given places since the last call, each times its factor; no number
// if one of them is none. Keeps the new values.
FORMOLA_FOR_EACH_MACHINE double changeOf(const double* v, const double* factors,
                                         const int32_t* places, size_t n, double* last) {
  Lanes largest = {}, notFinite = {};
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const int32_t* at = places + i;
    const Lanes value = {v[at[0]], v[at[1]], v[at[2]], v[at[3]]};
    const Lanes factor = {factors[at[0]], factors[at[1]], factors[at[2]], factors[at[3]]};
    const Lanes change = (value - FORMOLA_CONST_LANES(last + i)) * factor;
    const Lanes size = change < 0 ? -change : change;
    largest = largest < size ? size : largest;
    notFinite += change - change;
    FORMOLA_LANES(last + i) = value;
  }
  double result = std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
  double sum = (notFinite[0] + notFinite[1]) + (notFinite[2] + notFinite[3]);
  for (; i < n; ++i) {
    const double value = v[places[i]];
    const double size = std::abs(value - last[i]) * factors[places[i]];
    result = size > result ? size : result;
    sum += size - size;
    last[i] = value;
  }
  return result + sum;
}

constexpr double kSmallestDamping = 1e-6;
constexpr double kChordRate = 0.25;     // contraction that a reused Jacobian must reach
constexpr double kTrustedRate = 1e-3;   // the best that is believed of the next solve
constexpr int32_t kLargestCurve = 200;  // unknowns: the curve is followed with dense matrices
constexpr double kAside = 1e-3;  // a step away from a singular point, in sizes of the unknowns
// A correction this small, relative to the size of the unknowns, that no longer shrinks is rounding
// noise; the second where the caller knows how much an error matters.
constexpr double kStagnationLevel = 1e-7;
constexpr double kScaledStagnationLevel = 1e-11;

enum class Outcome : uint8_t { Solved, RefreshJacobian, Failed };

// One solve of one block; all storage is the block's workspace.
class NewtonSolve {
 public:
  NewtonSolve(FmlData* d, int32_t index)
      : d_(d),
        index_(index),
        n_(d->model->nonlinearBlocks[index].n),
        block_(d->model->nonlinearBlocks[index]),
        work_(d->workspace->nonlinear[index]),
        watching_(d->workspace->newtonScale != nullptr && block_.nWatched > 0),
        tolerance_(d->workspace->options.newtonTolerance) {}

  FmlStatus run();

 private:
  FmlStatus evaluate(const std::vector<double>& u, std::vector<double>& r);
  void updateScale();
  double norm(const std::vector<double>& correction) const;
  bool mayBeNoise(const std::vector<double>& correction, double size) const;
  FmlStatus makeJacobian();
  FmlStatus differenceJacobian();
  FmlStatus factorJacobian();
  bool correctionFrom(const std::vector<double>& r, std::vector<double>& correction);
  double largestFactorInBounds() const;
  Outcome chord();
  Outcome damped(bool respectBounds);
  bool alongCurve();
  FmlStatus bounded();
  bool aside();
  bool bracketed();
  Outcome plain();
  void keepNorm(double value);
  void computeRowScale();
  bool residualIsSmall();
  FmlStatus fail(FailureKind kind);
  FmlStatus accept(const std::vector<double>& u);

  FmlData* d_;
  int32_t index_;
  int32_t n_;
  const FmlNonlinearBlock& block_;
  NonlinearWorkspace& work_;
  bool watching_;      // an inlined step
  double change_ = 0;  // of the watched states by the last evaluation, relative
  double tolerance_;
  Failure trace_;  // norms and counts, copied to the workspace when the solve fails
  FailureKind reason_ = FailureKind::NewtonDiverged;
  FmlStatus fatal_ = FML_OK;
  bool jacobianIsFresh_ = false;  // made in this solve
  bool leastNorm_ = false;        // the Jacobian is singular: corrections by least norm
};

FmlStatus NewtonSolve::evaluate(const std::vector<double>& u, std::vector<double>& r) {
  for (int32_t i = 0; i < n_; ++i) d_->v[block_.unknowns[i]] = u[i];
  const FmlStatus status = block_.residual(d_, index_, r.data());
  if (status != FML_OK) {
    if (status < 0) fatal_ = status;
    return status;
  }
  if (watching_)
    change_ = changeOf(d_->v, d_->workspace->newtonInverseScale, block_.watched,
                       static_cast<size_t>(block_.nWatched), work_.watched.data());
  return allFinite(r.data(), n_) ? FML_OK : FML_RETRY;
}

void NewtonSolve::updateScale() {
  if (const double* scale = d_->workspace->newtonScale) {
    for (int32_t i = 0; i < n_; ++i) work_.scale[i] = scale[block_.unknowns[i]];
    return;
  }
  for (int32_t i = 0; i < n_; ++i)
    work_.scale[i] = std::max(std::abs(work_.u[i]), d_->nominal[block_.unknowns[i]]);
}

double NewtonSolve::norm(const std::vector<double>& correction) const {
  double largest = 0;
  for (int32_t i = 0; i < n_; ++i) {
    const double relative = std::abs(correction[i]) / work_.scale[i];
    if (!(relative <= largest)) largest = relative;  // keeps a NaN
  }
  return largest;
}

// `size`: norm(correction)
bool NewtonSolve::mayBeNoise(const std::vector<double>& correction, double size) const {
  if (d_->workspace->newtonScale == nullptr) return size <= kStagnationLevel;
  for (int32_t i = 0; i < n_; ++i)
    if (!(std::abs(correction[i]) <=
          kScaledStagnationLevel * std::max(std::abs(work_.u[i]), d_->nominal[block_.unknowns[i]])))
      return false;
  return true;
}

FmlStatus NewtonSolve::differenceJacobian() {
  // Forward differences into work_.rTrial; steps go inwards at a bound, where the functions are
  // surely defined.
  const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  BlockMatrix& jacobian = work_.jacobian;
  const bool sparse = jacobian.hasPattern();
  const int32_t groups = sparse ? jacobian.pattern().nColours : n_;
  std::vector<double>& step = work_.simplified;
  for (int32_t j = 0; j < n_; ++j) {
    double h = root * work_.scale[j];
    if (work_.u[j] + h > d_->max[block_.unknowns[j]]) h = -h;
    step[j] = (work_.u[j] + h) - work_.u[j];  // exactly what is added
  }
  for (int32_t c = 0; c < groups; ++c) {
    FmlStatus status = FML_RETRY;
    // A step out of the domain of a function: try the other side.
    for (int attempt = 0; attempt < 2 && status > 0; ++attempt) {
      for (int32_t j = 0; j < n_; ++j) {
        const bool inGroup = (sparse ? jacobian.pattern().colour[j] : j) == c;
        if (inGroup && attempt == 1) step[j] = -step[j];
        work_.trial[j] = work_.u[j] + (inGroup ? step[j] : 0);
      }
      status = evaluate(work_.trial, work_.rTrial);
    }
    if (status != FML_OK) return status;
    for (int32_t j = sparse ? 0 : c; j < (sparse ? n_ : c + 1); ++j) {
      if (!sparse) {
        for (int32_t i = 0; i < n_; ++i)
          jacobian.values()[static_cast<size_t>(j) * n_ + i] =
              (work_.rTrial[i] - work_.r[i]) / step[j];
      } else if (jacobian.pattern().colour[j] == c) {
        for (int32_t p = jacobian.pattern().colStart[j]; p < jacobian.pattern().colStart[j + 1];
             ++p) {
          const int32_t i = jacobian.pattern().rows[p];
          jacobian.values()[p] = (work_.rTrial[i] - work_.r[i]) / step[j];
        }
      }
    }
  }
  return evaluate(work_.u, work_.rTrial);  // put v and the inner variables back
}

// Requires: v and work_.r belong to work_.u.
FmlStatus NewtonSolve::makeJacobian() {
  if (block_.jacobian == nullptr) return differenceJacobian();
  std::vector<double>& values = work_.jacobian.values();
  const FmlStatus status = block_.jacobian(d_, index_, values.data());
  if (status < 0) {
    fatal_ = status;
    return status;
  }
  if (status == FML_OK && allFinite(values.data(), values.size())) return FML_OK;
  // The functions have values here but no derivatives, as sqrt(x^2 + y^2) at 0.
  return differenceJacobian();
}

FmlStatus NewtonSolve::factorJacobian() {
  if (const FmlStatus status = makeJacobian()) return status;
  ++d_->statistics.factorizations;
  leastNorm_ = !work_.jacobian.factor();
  jacobianIsFresh_ = true;
  work_.rate = 1;
  work_.stale = false;
  work_.jacobianStep = d_->workspace->stepSize;
  return FML_OK;
}

// correction := -J^-1 r
bool NewtonSolve::correctionFrom(const std::vector<double>& r, std::vector<double>& correction) {
  if (leastNorm_) {
    if (!work_.jacobian.solveLeastNorm(r.data(), correction.data())) return false;
  } else {
    std::copy(r.begin(), r.end(), correction.begin());
    work_.jacobian.solve(correction.data());
  }
  for (double& c : correction) c = -c;
  return allFinite(correction.data(), n_);
}

// The largest damping factor that keeps every unknown inside its bounds, not going nearer to a
// bound than a tenth of the present distance.
double NewtonSolve::largestFactorInBounds() const {
  double factor = 1;
  for (int32_t i = 0; i < n_; ++i) {
    const double u = work_.u[i];
    const double c = work_.correction[i];
    const double low = d_->min[block_.unknowns[i]];
    const double high = d_->max[block_.unknowns[i]];
    if (c < 0 && u > low && u + c < low) factor = std::min(factor, 0.9 * (low - u) / c);
    if (c > 0 && u < high && u + c > high) factor = std::min(factor, 0.9 * (high - u) / c);
  }
  return factor;
}

void NewtonSolve::keepNorm(double value) {
  ++trace_.iterations;
  ++d_->statistics.newtonIterations;
  if (trace_.nNorms == Failure::kKeptNorms) {
    std::copy(trace_.lastNorms.begin() + 1, trace_.lastNorms.end(), trace_.lastNorms.begin());
    --trace_.nNorms;
  }
  trace_.lastNorms[trace_.nNorms++] = value;
}

// Chord iteration with the factors at hand from work_.u (r evaluated there): simplified Newton,
// Deuflhard 2.1. On Solved, v and the inner variables belong to the solution.
Outcome NewtonSolve::chord() {
  double last = 0, lastMoved = 0;
  bool lastMayBeNoise = false;
  for (int k = 0; k < 8; ++k) {
    if (!correctionFrom(work_.r, work_.correction)) return Outcome::RefreshJacobian;
    const double size = norm(work_.correction);
    keepNorm(size);
    // The present point is the solution: its residual was just evaluated.
    if (size <= tolerance_ && !watching_) return Outcome::Solved;
    if (!std::isfinite(size)) return Outcome::RefreshJacobian;
    if (k > 0) work_.rate = std::max(size / last, k == 1 ? 0.0 : work_.rate);
    if (k > 0 && size > kChordRate * last) {
      // With a Jacobian of this neighbourhood only rounding errors stop the contraction at this
      // level.
      if (jacobianIsFresh_ && lastMayBeNoise && mayBeNoise(work_.correction, size))
        return Outcome::Solved;
      if (size > last) {  // back to the better point
        work_.u.swap(work_.trial);
        if (evaluate(work_.u, work_.r) != FML_OK) return Outcome::Failed;
      }
      return Outcome::RefreshJacobian;
    }
    for (int32_t i = 0; i < n_; ++i) work_.trial[i] = work_.u[i] + work_.correction[i];
    if (evaluate(work_.trial, work_.rTrial) != FML_OK) {
      if (fatal_ != FML_OK) return Outcome::Failed;
      if (evaluate(work_.u, work_.r) != FML_OK) return Outcome::Failed;
      return Outcome::RefreshJacobian;
    }
    work_.u.swap(work_.trial);
    work_.r.swap(work_.rTrial);
    // After the correction the error is at most rate / (1 - rate) of it (Brenan, Campbell, Petzold
    // 1996, 5.2.2): where that is known to be small this residual needs no judgement.
    const double moved = std::max(size, change_);
    if (k > 0 && watching_ && lastMoved > 0)
      work_.rate = std::max(work_.rate, std::min(change_ / lastMoved, 0.99));
    // A rate of earlier solves is worth less: it was seen near the point of the Jacobian.
    const double rate = k == 0 ? std::max(work_.rate, kTrustedRate) : work_.rate;
    if (rate < kChordRate && moved * rate <= (1 - rate) * tolerance_) return Outcome::Solved;
    if (watching_ && moved <= tolerance_) return Outcome::Solved;
    lastMoved = change_;
    last = size;
    lastMayBeNoise = mayBeNoise(work_.correction, size);
  }
  return Outcome::RefreshJacobian;
}

// NLEQ-ERR from work_.u, whose residual is in work_.r.
Outcome NewtonSolve::damped(bool respectBounds) {
  // An exponential is left at one unit of its argument a step.
  const bool patient = d_->live != 0 && n_ <= kLargestCurve;
  const int32_t limit = d_->workspace->options.newtonIterations * (patient ? 4 : 1);
  double factor = 1;
  double lastCorrection = 0, lastSimplified = 0;
  for (int32_t k = 0; k < limit; ++k) {
    updateScale();
    if (factorJacobian() != FML_OK) {
      reason_ = FailureKind::NotFinite;
      return Outcome::Failed;
    }
    if (!correctionFrom(work_.r, work_.correction)) {
      reason_ = FailureKind::SingularJacobian;
      return Outcome::Failed;
    }
    const double size = norm(work_.correction);
    keepNorm(size);
    if (size <= tolerance_ && (!watching_ || (k > 0 && change_ <= tolerance_)))
      return Outcome::Solved;
    const bool noise = mayBeNoise(work_.correction, size);
    if (k > 0 && factor == 1 && noise && size > 0.5 * lastCorrection) return Outcome::Solved;
    if (k > 0 && lastSimplified > 0) {
      // Prediction: the curvature seen in the last step, from the correction that was foreseen for
      // this point.
      double difference = 0;
      for (int32_t i = 0; i < n_; ++i)
        difference = std::max(difference,
                              std::abs(work_.foreseen[i] - work_.correction[i]) / work_.scale[i]);
      const double mu =
          difference > 0 ? lastCorrection * lastSimplified / (difference * size) * factor : 1;
      factor = std::min(1.0, mu);
    }
    // The first trial is never smaller than this; the tests below reduce it where needed.
    factor = std::max(factor, 1e-4);
    if (respectBounds) factor = std::min(factor, largestFactorInBounds());

    bool raised = false;
    double simplifiedSize = 0;
    for (;;) {
      if (factor < kSmallestDamping) {
        reason_ = leastNorm_ ? FailureKind::SingularJacobian : FailureKind::NewtonDiverged;
        return Outcome::Failed;
      }
      for (int32_t i = 0; i < n_; ++i) work_.trial[i] = work_.u[i] + factor * work_.correction[i];
      const FmlStatus status = evaluate(work_.trial, work_.rTrial);
      if (fatal_ != FML_OK) return Outcome::Failed;
      if (status != FML_OK || !correctionFrom(work_.rTrial, work_.simplified)) {
        factor /= 2;
        raised = true;  // do not go back up into the forbidden region
        continue;
      }
      simplifiedSize = norm(work_.simplified);
      double curvature = 0;
      for (int32_t i = 0; i < n_; ++i)
        curvature =
            std::max(curvature, std::abs(work_.simplified[i] - (1 - factor) * work_.correction[i]) /
                                    work_.scale[i]);
      const double mu = curvature > 0 ? 0.5 * size * factor * factor / curvature : 1;
      if (simplifiedSize >= size && !noise) {  // natural monotonicity test
        // Far out on an exponential the estimate is meaningless: a tenth at a time.
        factor = std::max(std::min(mu, factor / 2), factor / 10);
        raised = true;
        continue;
      }
      const double better = std::min(1.0, mu);
      if (!raised && !respectBounds && better >= 4 * factor) {
        factor = better;
        raised = true;
        continue;
      }
      break;
    }
    work_.u.swap(work_.trial);
    work_.r.swap(work_.rTrial);
    // What the factors are worth to the next solve of an inlined step, which starts from a
    // prediction.
    if (factor == 1 && d_->workspace->newtonScale != nullptr) work_.rate = simplifiedSize / size;
    if (factor == 1 && simplifiedSize <= tolerance_ &&
        change_ * simplifiedSize <= tolerance_ * size)
      return Outcome::Solved;
    lastCorrection = size;
    lastSimplified = simplifiedSize;
    std::copy(work_.simplified.begin(), work_.simplified.end(), work_.foreseen.begin());
    // Fast enough: go on with the same factors (simplified Newton) until it stalls.
    if (factor == 1 && !leastNorm_ && simplifiedSize < kChordRate * size) {
      const Outcome outcome = chord();
      if (outcome != Outcome::RefreshJacobian) return outcome;
      lastSimplified = 0;
      lastCorrection = trace_.lastNorms[trace_.nNorms - 1];
    }
  }
  reason_ = FailureKind::NewtonTooSlow;
  return Outcome::Failed;
}

// Newton's method without damping. Where functions are made of straight pieces (a limiter) it
// passes from piece to piece and often ends where monotone steps get stuck at a corner, e.g. when
// the branch of solutions followed so far has come to its end (Kojima, Shindo: Extension of Newton
// and quasi-Newton methods to systems of PC1 equations, 1986).
Outcome NewtonSolve::plain() {
  constexpr int kSteps = 40;
  double last = 0;
  for (int k = 0;; ++k) {
    updateScale();
    if (factorJacobian() != FML_OK || !correctionFrom(work_.r, work_.correction))
      return Outcome::Failed;
    const double size = norm(work_.correction);
    keepNorm(size);
    if (size <= tolerance_) return Outcome::Solved;
    // A way back from far out may take as many steps as it has binary digits; the quadratic
    // convergence at its end is not cut off.
    if (k >= kSteps && !(size < kChordRate * last)) return Outcome::Failed;
    for (int32_t i = 0; i < n_; ++i) work_.u[i] += work_.correction[i];
    if (!std::isfinite(size) || evaluate(work_.u, work_.r) != FML_OK) return Outcome::Failed;
    last = size;
  }
}

// The last resort of initial systems and events, where there is no smaller step to fall back on.
bool NewtonSolve::alongCurve() {
  CurveProblem problem;
  problem.start = work_.u;
  updateScale();
  problem.scale = work_.scale;
  problem.residual = [this](const std::vector<double>& u, std::vector<double>& r) {
    if (evaluate(u, work_.r) != FML_OK) return false;
    work_.u = u;
    r = work_.r;
    return true;
  };
  problem.jacobian = [this](std::vector<double>& columns) {
    keepNorm(0);
    if (makeJacobian() != FML_OK) return false;
    work_.jacobian.copyTo(columns.data());
    return true;
  };
  problem.finish = [this](const std::vector<double>& u) {
    work_.u = u;
    return evaluate(work_.u, work_.r) == FML_OK && damped(false) == Outcome::Solved &&
           (!leastNorm_ || residualIsSmall());
  };
  return followCurve(problem);
}

// By how much each residual changes when the unknowns change by their size, from the last Jacobian.
void NewtonSolve::computeRowScale() {
  const BlockMatrix& jacobian = work_.jacobian;
  const bool sparse = jacobian.hasPattern();
  std::fill(work_.rowScale.begin(), work_.rowScale.end(), 0.0);
  for (int32_t j = 0; j < n_; ++j) {
    const int32_t begin = sparse ? jacobian.pattern().colStart[j] : 0;
    const int32_t end = sparse ? jacobian.pattern().colStart[j + 1] : n_;
    for (int32_t p = begin; p < end; ++p) {
      const int32_t i = sparse ? jacobian.pattern().rows[p] : p;
      const size_t at = sparse ? static_cast<size_t>(p) : static_cast<size_t>(j) * n_ + p;
      work_.rowScale[i] =
          std::max(work_.rowScale[i], std::abs(jacobian.values()[at]) * work_.scale[j]);
    }
  }
}

// With a singular Jacobian a small correction may mean a local minimum of the residual instead of a
// solution.
bool NewtonSolve::residualIsSmall() {
  computeRowScale();
  for (int32_t i = 0; i < n_; ++i)
    if (!(std::abs(work_.r[i]) <= 1e-8 * work_.rowScale[i])) return false;
  return true;
}

FmlStatus NewtonSolve::accept(const std::vector<double>& u) {
  std::copy(u.begin(), u.end(), work_.lastGood.begin());
  work_.hasLastGood = true;
  if (leastNorm_) work_.jacobian.invalidate();
  clearFailure(d_);  // what a rejected trial reported
  return FML_OK;
}

FmlStatus NewtonSolve::fail(FailureKind kind) {
  Failure& failure = d_->workspace->failure;
  work_.jacobian.invalidate();
  const std::vector<double>& slopes = work_.jacobian.values();
  if (kind == FailureKind::SingularJacobian && !allFinite(slopes.data(), slopes.size()))
    kind = FailureKind::NotFinite;
  // What the residual itself reported (domain error, assertion, an inner block) says more than "not
  // solved".
  if (fatal_ == FML_OK || failure.kind == FailureKind::None) {
    const bool keep =
        failure.kind == FailureKind::DomainError || failure.kind == FailureKind::Assertion;
    if (!keep || kind != FailureKind::NotFinite) {
      trace_.kind = kind;
      trace_.entity = FML_NONLINEAR_BLOCK;
      trace_.index = index_;
      trace_.time = d_->time;
      computeRowScale();
      double worstRow = -1, worstUnknown = -1;
      for (int32_t i = 0; i < n_; ++i) {
        const double relative =
            std::abs(work_.r[i]) / (work_.rowScale[i] > 0 ? work_.rowScale[i] : 1);
        if (relative > worstRow) {
          worstRow = relative;
          trace_.worstEquation = i;
          trace_.worstResidual = work_.r[i];
        }
        const double unsettled = std::abs(work_.correction[i]) / work_.scale[i];
        if (unsettled > worstUnknown) {
          worstUnknown = unsettled;
          trace_.worstUnknown = block_.unknowns[i];
          trace_.worstUnknownValue = work_.u[i];
        }
      }
      failure = trace_;
      if (kind == FailureKind::NotFinite) {
        for (int32_t i = 0; i < n_; ++i) d_->v[block_.unknowns[i]] = work_.u[i];
        std::string text = explainNotFinite(d_, FML_NONLINEAR_BLOCK, index_);
        d_->workspace->failure.text = std::move(text);
      }
    }
  }
  return fatal_ != FML_OK ? fatal_ : FML_RETRY;
}

// For real time: Newton steps without damping until the correction is small or the number of
// iterations is used up; only an evaluation that fails is a failure.
FmlStatus NewtonSolve::bounded() {
  for (int32_t i = 0; i < n_; ++i) work_.u[i] = d_->v[block_.unknowns[i]];
  updateScale();
  if (evaluate(work_.u, work_.r) != FML_OK) return fail(FailureKind::NotFinite);
  double last = 0;
  for (int32_t k = 0; k < d_->workspace->options.newtonIterations; ++k) {
    if (!work_.jacobian.factored() || work_.stale || work_.rate >= kChordRate) {
      if (factorJacobian() != FML_OK) return fail(FailureKind::NotFinite);
      work_.rate = 0;  // the same factors serve until they turn out to be poor
    }
    if (!correctionFrom(work_.r, work_.correction)) return fail(FailureKind::SingularJacobian);
    const double size = norm(work_.correction);
    keepNorm(size);
    if (k > 0 && last > 0) work_.rate = size / last;
    last = size;
    for (int32_t i = 0; i < n_; ++i) work_.u[i] += work_.correction[i];
    if (evaluate(work_.u, work_.r) != FML_OK) return fail(FailureKind::NotFinite);
    if (std::max(size, change_) <= tolerance_) break;
  }
  return accept(work_.u);
}

// Where a singular Jacobian holds the iteration, as of 0 = x^2 - c at x = 0: from points a little
// above and below.
bool NewtonSolve::aside() {
  const std::vector<double>& slopes = work_.jacobian.values();
  if (reason_ != FailureKind::SingularJacobian || !allFinite(slopes.data(), slopes.size()))
    return false;
  const std::vector<double> from = work_.hasLastGood ? work_.lastGood : work_.u;
  if (!allFinite(from.data(), n_)) return false;
  for (double step : {kAside, -kAside}) {
    std::copy(from.begin(), from.end(), work_.u.begin());
    updateScale();
    for (int32_t i = 0; i < n_; ++i) work_.u[i] += step * work_.scale[i];
    if (evaluate(work_.u, work_.r) == FML_OK && damped(false) == Outcome::Solved &&
        (!leastNorm_ || residualIsSmall()))
      return true;
    if (fatal_ != FML_OK) return false;
  }
  return false;
}

// One unknown: by a change of sign, near the last solution during a step, far away at events and in
// initial systems, where there is no smaller step to fall back on.
bool NewtonSolve::bracketed() {
  constexpr double kNear = 0.1, kFar = 1e6;
  if (n_ != 1) return false;
  if (work_.hasLastGood) work_.u = work_.lastGood;
  if (!std::isfinite(work_.u[0])) return false;
  updateScale();
  BracketProblem problem;
  problem.start = work_.u[0];
  problem.scale = std::max(std::abs(work_.u[0]), d_->nominal[block_.unknowns[0]]);
  problem.reach = d_->live != 0 ? kFar : kNear;
  problem.low = d_->min[block_.unknowns[0]];
  problem.high = d_->max[block_.unknowns[0]];
  problem.residual = [this](double u, double& r) {
    keepNorm(0);
    work_.trial[0] = u;
    if (evaluate(work_.trial, work_.rTrial) != FML_OK) return false;
    r = work_.rTrial[0];
    return true;
  };
  if (!findByBracket(problem, work_.u[0]) || fatal_ != FML_OK) return false;
  leastNorm_ = true;  // the factors at hand belong to another point
  return evaluate(work_.u, work_.r) == FML_OK;
}

FmlStatus NewtonSolve::run() {
  ++d_->statistics.blockSolves;
  clearFailure(d_);
  if (d_->workspace->options.bounded) return bounded();
  // Attempts: from the present values with bounds respected, the same without bounds, from the last
  // solution, from it without damping.
  // Where the integrator goes back in time after a rejected step, what the rejected step led to may
  // belong to another branch of solutions: start from the last accepted point.
  const bool wentBack = work_.hasAccepted && d_->live == 0 && d_->time < work_.lastTime;
  work_.lastTime = d_->time;
  for (int32_t i = 0; i < n_; ++i)
    work_.u[i] = wentBack ? work_.accepted[i] : d_->v[block_.unknowns[i]];
  const bool startIsFinite = allFinite(work_.u.data(), n_);
  if (d_->live != 0) work_.start = work_.u;
  bool tryChord = work_.jacobian.factored() && !work_.stale;
  for (int attempt = 0; attempt < 4; ++attempt) {
    if (attempt == 0 && !startIsFinite) continue;
    if (attempt >= 2) {
      if (!work_.hasLastGood) break;
      std::copy(work_.lastGood.begin(), work_.lastGood.end(), work_.u.begin());
    }
    updateScale();
    if (evaluate(work_.u, work_.r) != FML_OK) {
      if (fatal_ != FML_OK) return fail(FailureKind::NotFinite);
      reason_ = FailureKind::NotFinite;
      continue;
    }
    if (tryChord) {
      tryChord = false;
      if (chord() == Outcome::Solved) return accept(work_.u);
      if (work_.jacobianStep != d_->workspace->stepSize) work_.followsStep = true;
      if (fatal_ != FML_OK) return fail(reason_);
      // A bad old Jacobian may have led astray: begin again where the caller was.
      if (!allFinite(work_.u.data(), n_) || evaluate(work_.u, work_.r) != FML_OK) continue;
    }
    const Outcome outcome = attempt == 3 ? plain() : damped(attempt == 0);
    if (outcome == Outcome::Solved) {
      if (!leastNorm_ || residualIsSmall()) return accept(work_.u);
      reason_ = FailureKind::SingularJacobian;
    }
    if (fatal_ != FML_OK) break;
  }
  // Last resorts; where they fail, too, what happened before is reported.
  const Failure trace = trace_;
  const FailureKind reason = reason_;
  const std::vector<double> reached = work_.u, residuals = work_.r;
  if (fatal_ == FML_OK && aside()) return accept(work_.u);
  if (fatal_ == FML_OK && d_->live != 0 && startIsFinite && n_ <= kLargestCurve) {
    work_.u = work_.start;
    if (alongCurve()) return accept(work_.u);
    work_.u = work_.start;
  }
  if (fatal_ == FML_OK && bracketed()) return accept(work_.u);
  trace_ = trace;
  reason_ = reason;
  work_.u = reached;
  work_.r = residuals;
  return fail(reason_);
}

}  // namespace

}  // namespace formola::runtime

extern "C" FmlStatus fml_solve_nonlinear(FmlData* d, int32_t block) {
  return formola::runtime::NewtonSolve(d, block).run();
}
