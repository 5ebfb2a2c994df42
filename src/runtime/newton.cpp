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
constexpr double kChordRate = 0.25;  // contraction that a reused Jacobian must reach
constexpr double kNoContraction = 0.7;
constexpr double kTrustedRate = 1e-3;   // the best that is believed of the next solve
constexpr int32_t kLargestCurve = 200;  // unknowns: the curve is followed with dense matrices
constexpr double kAside = 1e-3;  // a step away from a singular point, in sizes of the unknowns
// A correction this small, relative to the size of the unknowns, that no longer shrinks is rounding
// noise; the second where the caller knows how much an error matters.
constexpr double kStagnationLevel = 1e-7;
constexpr double kScaledStagnationLevel = 1e-11;
constexpr double kFarBeyond = 1e3;  // what the caller says is large
constexpr int32_t kFineSteps = 3;   // that are made for unknowns which are exact enough for x

enum class Outcome : uint8_t { Solved, RefreshJacobian, Failed };

// One solve of one block.
class NewtonSolve {
 public:
  NewtonSolve(FmlData* d, int32_t index)
      : d_(d),
        index_(index),
        n_(d->model->nonlinearBlocks[index].n),
        block_(d->model->nonlinearBlocks[index]),
        work_(d->workspace->nonlinear[index]),
        frame_(d->workspace->scratch),
        u_(take()),
        trial_(take()),
        r_(take()),
        rTrial_(take()),
        correction_(take()),
        scale_(take()),
        watched_(frame_.take(static_cast<size_t>(block_.nWatched))),
        inlined_(d->workspace->newtonScale != nullptr),
        watching_(inlined_ && block_.nWatched > 0),
        tolerance_(d->workspace->options.newtonTolerance) {
    // Where the first evaluation fails, these are all that can be told.
    std::fill(r_, r_ + n_, 0.0);
    std::fill(correction_, correction_ + n_, 0.0);
  }

  FmlStatus run();

 private:
  double* take() { return frame_.take(static_cast<size_t>(n_)); }
  // A vector that few solves need.
  double* takeOnce(double*& vector) { return vector != nullptr ? vector : vector = take(); }
  FmlStatus evaluate(const double* u, double* r);
  void updateScale();
  double norm(const double* correction) const;
  bool mayBeNoise(const double* correction, double relative) const;
  bool fine(const double* error, double factor) const;
  FmlStatus makeJacobian();
  FmlStatus differenceJacobian();
  FmlStatus factorJacobian();
  bool correctionFrom(const double* r, double* correction);
  double largestFactorInBounds() const;
  Outcome chord();
  Outcome damped(bool respectBounds);
  bool alongCurve();
  double distance() const;
  void lookNearer(bool respectBounds);
  FmlStatus bounded();
  bool aside();
  bool bracketed();
  Outcome plain();
  void keepNorm(double value);
  void computeRowScale();
  bool residualIsSmall();
  FmlStatus fail(FailureKind kind);
  FmlStatus accept(const double* u);

  FmlData* d_;
  int32_t index_;
  int32_t n_;
  const FmlNonlinearBlock& block_;
  NonlinearWorkspace& work_;
  ScratchStack::Frame frame_;
  double *u_, *trial_, *r_, *rTrial_, *correction_, *scale_;
  double* watched_;
  double *simplified_ = nullptr, *foreseen_ = nullptr, *rowScale_ = nullptr, *start_ = nullptr;
  // An inlined step: its tolerance is what x needs. In a short one der(x) could be anything then:
  // what else follows from der(x) wants it fine, too.
  bool inlined_;
  bool watching_;
  double change_ = 0;  // of the watched states by the last evaluation, relative
  double tolerance_;
  double longest_ = std::numeric_limits<double>::infinity();  // step of damped(), as norm()
  Failure trace_;  // norms and counts, copied to the workspace when the solve fails
  FailureKind reason_ = FailureKind::NewtonDiverged;
  FmlStatus fatal_ = FML_OK;
  bool jacobianIsFresh_ = false;  // made in this solve
  bool leastNorm_ = false;        // the Jacobian is singular: corrections by least norm
};

FmlStatus NewtonSolve::evaluate(const double* u, double* r) {
  for (int32_t i = 0; i < n_; ++i) d_->v[block_.unknowns[i]] = u[i];
  const FmlStatus status = block_.residual(d_, index_, r);
  if (status != FML_OK) {
    if (status < 0) fatal_ = status;
    return status;
  }
  if (watching_)
    change_ = changeOf(d_->v, d_->workspace->newtonInverseScale, block_.watched,
                       static_cast<size_t>(block_.nWatched), watched_);
  return allFinite(r, n_) ? FML_OK : FML_RETRY;
}

void NewtonSolve::updateScale() {
  if (const double* scale = d_->workspace->newtonScale) {
    for (int32_t i = 0; i < n_; ++i) scale_[i] = scale[block_.unknowns[i]];
    return;
  }
  for (int32_t i = 0; i < n_; ++i)
    scale_[i] = std::max(std::abs(u_[i]), d_->nominal[block_.unknowns[i]]);
}

double NewtonSolve::norm(const double* correction) const {
  double largest = 0;
  for (int32_t i = 0; i < n_; ++i) {
    const double relative = std::abs(correction[i]) / scale_[i];
    if (!(relative <= largest)) largest = relative;  // keeps a NaN
  }
  return largest;
}

// `relative`: norm(correction)
bool NewtonSolve::mayBeNoise(const double* correction, double relative) const {
  if (d_->workspace->newtonScale == nullptr) return relative <= kStagnationLevel;
  for (int32_t i = 0; i < n_; ++i) {
    // The nominal value of a derivative says nothing in steps that are long against its state.
    const double size = std::min(d_->nominal[block_.unknowns[i]], kFarBeyond * scale_[i]);
    if (!(std::abs(correction[i]) <= kScaledStagnationLevel * std::max(std::abs(u_[i]), size)))
      return false;
  }
  return true;
}

// Is `factor` times the error small against the unknowns themselves? Not asked for where it cannot
// be reached: rounding errors end the iteration before.
bool NewtonSolve::fine(const double* error, double factor) const {
  constexpr double kFine = 1000, kOfNominal = 1e-3;
  if (!inlined_) return true;
  for (int32_t i = 0; i < n_; ++i) {
    const double wanted = factor * std::abs(error[i]) / (kFine * tolerance_);
    if (wanted <= std::abs(u_[i])) continue;
    const double before = work_.hasLastGood ? std::abs(work_.lastGood[i]) : 0.0;
    const double nominal = std::min(d_->nominal[block_.unknowns[i]], scale_[i]);
    if (!(wanted <= std::max(before, kOfNominal * nominal))) return false;
  }
  return true;
}

FmlStatus NewtonSolve::differenceJacobian() {
  // Forward differences into rTrial_; steps go inwards at a bound, where the functions are
  // surely defined.
  const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  BlockMatrix& jacobian = work_.jacobian;
  const bool sparse = jacobian.hasPattern();
  const int32_t groups = sparse ? jacobian.pattern().nColours : n_;
  double* step = takeOnce(simplified_);
  for (int32_t j = 0; j < n_; ++j) {
    double h = root * scale_[j];
    if (u_[j] + h > d_->max[block_.unknowns[j]]) h = -h;
    step[j] = (u_[j] + h) - u_[j];  // exactly what is added
  }
  for (int32_t c = 0; c < groups; ++c) {
    FmlStatus status = FML_RETRY;
    // A step out of the domain of a function: try the other side.
    for (int attempt = 0; attempt < 2 && status > 0; ++attempt) {
      for (int32_t j = 0; j < n_; ++j) {
        const bool inGroup = (sparse ? jacobian.pattern().colour[j] : j) == c;
        if (inGroup && attempt == 1) step[j] = -step[j];
        trial_[j] = u_[j] + (inGroup ? step[j] : 0);
      }
      status = evaluate(trial_, rTrial_);
    }
    if (status != FML_OK) return status;
    for (int32_t j = sparse ? 0 : c; j < (sparse ? n_ : c + 1); ++j) {
      if (!sparse) {
        for (int32_t i = 0; i < n_; ++i)
          jacobian.values()[static_cast<size_t>(j) * n_ + i] = (rTrial_[i] - r_[i]) / step[j];
      } else if (jacobian.pattern().colour[j] == c) {
        for (int32_t p = jacobian.pattern().colStart[j]; p < jacobian.pattern().colStart[j + 1];
             ++p) {
          const int32_t i = jacobian.pattern().rows[p];
          jacobian.values()[p] = (rTrial_[i] - r_[i]) / step[j];
        }
      }
    }
  }
  return evaluate(u_, rTrial_);  // put v and the inner variables back
}

// Requires: v and r_ belong to u_.
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
  work_.stale = work_.otherMode = false;
  work_.jacobianStep = d_->workspace->stepSize;
  return FML_OK;
}

// correction := -J^-1 r
bool NewtonSolve::correctionFrom(const double* r, double* correction) {
  if (leastNorm_) {
    if (!work_.jacobian.solveLeastNorm(r, correction)) return false;
  } else {
    work_.jacobian.solve(r, correction);
  }
  for (int32_t i = 0; i < n_; ++i) correction[i] = -correction[i];
  return allFinite(correction, n_);
}

// The largest damping factor that keeps every unknown inside its bounds, not going nearer to a
// bound than a tenth of the present distance.
double NewtonSolve::largestFactorInBounds() const {
  double factor = 1;
  for (int32_t i = 0; i < n_; ++i) {
    const double u = u_[i];
    const double c = correction_[i];
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

// Chord iteration with the factors at hand from u_ (r evaluated there): simplified Newton,
// Deuflhard 2.1. On Solved, v and the inner variables belong to the solution.
Outcome NewtonSolve::chord() {
  double last = 0, lastMoved = 0;
  bool lastMayBeNoise = false, enough = false;
  for (int k = 0; k < 8; ++k) {
    if (!correctionFrom(r_, correction_)) return Outcome::RefreshJacobian;
    const double size = norm(correction_);
    keepNorm(size);
    // The present point is the solution: its residual was just evaluated.
    const bool judged = k > 0 || !work_.otherMode;
    if (size <= tolerance_ && !watching_ && judged && fine(correction_, 1)) return Outcome::Solved;
    if (!std::isfinite(size)) return Outcome::RefreshJacobian;
    if (k > 0) work_.rate = std::max(size / last, k == 1 ? 0.0 : work_.rate);
    if (k > 0 && size > kChordRate * last) {
      if (enough && size > kNoContraction * last) return Outcome::Solved;
      // With a Jacobian of this neighbourhood only rounding errors stop the contraction at this
      // level.
      if (jacobianIsFresh_ && lastMayBeNoise && mayBeNoise(correction_, size))
        return Outcome::Solved;
      if (size > last) {  // back to the better point
        std::swap(u_, trial_);
        if (evaluate(u_, r_) != FML_OK) return Outcome::Failed;
      }
      return Outcome::RefreshJacobian;
    }
    for (int32_t i = 0; i < n_; ++i) trial_[i] = u_[i] + correction_[i];
    if (evaluate(trial_, rTrial_) != FML_OK) {
      if (fatal_ != FML_OK) return Outcome::Failed;
      if (evaluate(u_, r_) != FML_OK) return Outcome::Failed;
      return Outcome::RefreshJacobian;
    }
    std::swap(u_, trial_);
    std::swap(r_, rTrial_);
    // After the correction the error is at most rate / (1 - rate) of it (Brenan, Campbell, Petzold
    // 1996, 5.2.2): where that is known to be small this residual needs no judgement.
    const double moved = std::max(size, change_);
    if (k > 0 && watching_ && lastMoved > 0)
      work_.rate = std::max(work_.rate, std::min(change_ / lastMoved, 0.99));
    // In steps the rate of one unknown is seen at once. One of earlier solves is worth less: it was
    // seen near the point of the Jacobian.
    const bool seen = k > 0 || (inlined_ && n_ == 1);
    if (k == 0 && seen) work_.rate = r_[0] == 0 ? 0 : std::abs(r_[0] / rTrial_[0]);
    const double rate = seen ? work_.rate : std::max(work_.rate, kTrustedRate);
    enough = (rate < kChordRate && moved * rate <= (1 - rate) * tolerance_) ||
             (inlined_ && moved <= tolerance_);
    if (enough && judged && fine(correction_, std::min(rate, 1.0))) return Outcome::Solved;
    lastMoved = change_;
    last = size;
    lastMayBeNoise = mayBeNoise(correction_, size);
  }
  return enough ? Outcome::Solved : Outcome::RefreshJacobian;
}

// NLEQ-ERR from u_, whose residual is in r_.
Outcome NewtonSolve::damped(bool respectBounds) {
  // An exponential is left at one unit of its argument a step.
  const bool patient = d_->live != 0 && n_ <= kLargestCurve;
  const int32_t limit = d_->workspace->options.newtonIterations * (patient ? 4 : 1);
  takeOnce(simplified_);
  takeOnce(foreseen_);
  double factor = 1;
  double lastCorrection = 0, lastSimplified = 0;
  for (int32_t k = 0; k < limit; ++k) {
    updateScale();
    if (factorJacobian() != FML_OK) {
      reason_ = FailureKind::NotFinite;
      return Outcome::Failed;
    }
    if (!correctionFrom(r_, correction_)) {
      reason_ = FailureKind::SingularJacobian;
      return Outcome::Failed;
    }
    const double size = norm(correction_);
    keepNorm(size);
    if (size <= tolerance_ && (!watching_ || (k > 0 && change_ <= tolerance_)) &&
        (k > kFineSteps || fine(correction_, 1)))
      return Outcome::Solved;
    const bool noise = mayBeNoise(correction_, size);
    if (k > 0 && factor == 1 && noise && size > 0.5 * lastCorrection) return Outcome::Solved;
    if (k > 0 && lastSimplified > 0) {
      // Prediction: the curvature seen in the last step, from the correction that was foreseen for
      // this point.
      double difference = 0;
      for (int32_t i = 0; i < n_; ++i)
        difference = std::max(difference, std::abs(foreseen_[i] - correction_[i]) / scale_[i]);
      const double mu =
          difference > 0 ? lastCorrection * lastSimplified / (difference * size) * factor : 1;
      factor = std::min(1.0, mu);
    }
    // The first trial is never smaller than this; the tests below reduce it where needed.
    factor = std::max(factor, 1e-4);
    if (respectBounds) factor = std::min(factor, largestFactorInBounds());
    const double most = std::min(1.0, longest_ / size);
    factor = std::min(factor, most);

    bool raised = false;
    double simplifiedSize = 0;
    for (;;) {
      if (factor < kSmallestDamping) {
        reason_ = leastNorm_ ? FailureKind::SingularJacobian : FailureKind::NewtonDiverged;
        return Outcome::Failed;
      }
      for (int32_t i = 0; i < n_; ++i) trial_[i] = u_[i] + factor * correction_[i];
      const FmlStatus status = evaluate(trial_, rTrial_);
      if (fatal_ != FML_OK) return Outcome::Failed;
      if (status != FML_OK || !correctionFrom(rTrial_, simplified_)) {
        factor /= 2;
        raised = true;  // do not go back up into the forbidden region
        continue;
      }
      simplifiedSize = norm(simplified_);
      double curvature = 0;
      for (int32_t i = 0; i < n_; ++i)
        curvature = std::max(curvature,
                             std::abs(simplified_[i] - (1 - factor) * correction_[i]) / scale_[i]);
      const double mu = curvature > 0 ? 0.5 * size * factor * factor / curvature : 1;
      if (simplifiedSize >= size && !noise) {  // natural monotonicity test
        // Far out on an exponential the estimate is meaningless: a tenth at a time.
        factor = std::max(std::min(mu, factor / 2), factor / 10);
        raised = true;
        continue;
      }
      const double better = std::min(most, mu);
      if (!raised && !respectBounds && better >= 4 * factor) {
        factor = better;
        raised = true;
        continue;
      }
      break;
    }
    std::swap(u_, trial_);
    std::swap(r_, rTrial_);
    // What the factors are worth to the next solve of an inlined step, which starts from a
    // prediction.
    if (factor == 1 && d_->workspace->newtonScale != nullptr) work_.rate = simplifiedSize / size;
    if (factor == 1 && simplifiedSize <= tolerance_ &&
        change_ * simplifiedSize <= tolerance_ * size && fine(simplified_, 1))
      return Outcome::Solved;
    lastCorrection = size;
    lastSimplified = simplifiedSize;
    std::copy(simplified_, simplified_ + n_, foreseen_);
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
    if (factorJacobian() != FML_OK || !correctionFrom(r_, correction_)) return Outcome::Failed;
    const double size = norm(correction_);
    keepNorm(size);
    if (size <= tolerance_) return Outcome::Solved;
    // A way back from far out may take as many steps as it has binary digits; the quadratic
    // convergence at its end is not cut off.
    if (k >= kSteps && !(size < kChordRate * last)) return Outcome::Failed;
    for (int32_t i = 0; i < n_; ++i) u_[i] += correction_[i];
    if (!std::isfinite(size) || evaluate(u_, r_) != FML_OK) return Outcome::Failed;
    last = size;
  }
}

// The last resort of initial systems and events, where there is no smaller step to fall back on.
bool NewtonSolve::alongCurve() {
  CurveProblem problem;
  problem.start.assign(u_, u_ + n_);
  updateScale();
  problem.scale.assign(scale_, scale_ + n_);
  problem.residual = [this](const std::vector<double>& u, std::vector<double>& r) {
    if (evaluate(u.data(), r_) != FML_OK) return false;
    std::copy(u.begin(), u.end(), u_);
    r.assign(r_, r_ + n_);
    return true;
  };
  problem.jacobian = [this](std::vector<double>& columns) {
    keepNorm(0);
    if (makeJacobian() != FML_OK) return false;
    work_.jacobian.copyTo(columns.data());
    return true;
  };
  problem.finish = [this](const std::vector<double>& u) {
    std::copy(u.begin(), u.end(), u_);
    return evaluate(u_, r_) == FML_OK && damped(false) == Outcome::Solved &&
           (!leastNorm_ || residualIsSmall());
  };
  return followCurve(problem);
}

// How far u_ is from where the solve began, in units of what was there.
double NewtonSolve::distance() const {
  double largest = 0;
  for (int32_t i = 0; i < n_; ++i)
    largest = std::max(largest, std::abs(u_[i] - start_[i]) /
                                    std::max(std::abs(start_[i]), d_->nominal[block_.unknowns[i]]));
  return largest;
}

// Of several solutions the one near the start values is meant. Where functions are bounded, as
// those of an angle, a nearly singular Jacobian leads the iteration anywhere and another solution
// is found there. If the solution is that far away, it is looked for again by steps that do not
// exceed the size of the unknowns, and kept if there is none much nearer.
void NewtonSolve::lookNearer(bool respectBounds) {
  constexpr double kFar = 100, kNearer = 0.1;
  const double far = distance();
  if (!(far > kFar)) return;
  const std::vector<double> found(u_, u_ + n_);
  std::copy(start_, start_ + n_, u_);
  updateScale();
  longest_ = 1;
  const bool nearer = evaluate(u_, r_) == FML_OK && damped(respectBounds) == Outcome::Solved &&
                      (!leastNorm_ || residualIsSmall()) && distance() < kNearer * far;
  longest_ = std::numeric_limits<double>::infinity();
  if (nearer) return;
  fatal_ = FML_OK;
  std::copy(found.begin(), found.end(), u_);
  updateScale();
  evaluate(u_, r_);
  leastNorm_ = true;  // the factors at hand belong to another point
}

// By how much each residual changes when the unknowns change by their size, from the last Jacobian.
void NewtonSolve::computeRowScale() {
  const BlockMatrix& jacobian = work_.jacobian;
  const bool sparse = jacobian.hasPattern();
  takeOnce(rowScale_);
  std::fill(rowScale_, rowScale_ + n_, 0.0);
  for (int32_t j = 0; j < n_; ++j) {
    const int32_t begin = sparse ? jacobian.pattern().colStart[j] : 0;
    const int32_t end = sparse ? jacobian.pattern().colStart[j + 1] : n_;
    for (int32_t p = begin; p < end; ++p) {
      const int32_t i = sparse ? jacobian.pattern().rows[p] : p;
      const size_t at = sparse ? static_cast<size_t>(p) : static_cast<size_t>(j) * n_ + p;
      rowScale_[i] = std::max(rowScale_[i], std::abs(jacobian.values()[at]) * scale_[j]);
    }
  }
}

// With a singular Jacobian a small correction may mean a local minimum of the residual instead of a
// solution.
bool NewtonSolve::residualIsSmall() {
  computeRowScale();
  for (int32_t i = 0; i < n_; ++i)
    if (!(std::abs(r_[i]) <= 1e-8 * rowScale_[i])) return false;
  return true;
}

FmlStatus NewtonSolve::accept(const double* u) {
  std::copy(u, u + n_, work_.lastGood);
  work_.hasLastGood = true;
  work_.otherMode = false;
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
        const double relative = std::abs(r_[i]) / (rowScale_[i] > 0 ? rowScale_[i] : 1);
        if (relative > worstRow) {
          worstRow = relative;
          trace_.worstEquation = i;
          trace_.worstResidual = r_[i];
        }
        const double unsettled = std::abs(correction_[i]) / scale_[i];
        if (unsettled > worstUnknown) {
          worstUnknown = unsettled;
          trace_.worstUnknown = block_.unknowns[i];
          trace_.worstUnknownValue = u_[i];
        }
      }
      failure = trace_;
      if (kind == FailureKind::NotFinite) {
        for (int32_t i = 0; i < n_; ++i) d_->v[block_.unknowns[i]] = u_[i];
        std::string text = explainNotFinite(d_, FML_NONLINEAR_BLOCK, index_);
        d_->workspace->failure.text = std::move(text);
      }
    }
  }
  return fatal_ != FML_OK ? fatal_ : FML_RETRY;
}

// For real time: at most so many iterations, each with one trial, at most one Jacobian and two
// evaluations of the residual. A trial after which the next correction would be larger than the
// last one (natural monotonicity test, Deuflhard 3.3) is taken back: far out on an exponential
// there is no way home in a few steps. What is reached by then is the result, and counts as not
// converged; only a start that cannot be evaluated is a failure.
FmlStatus NewtonSolve::bounded() {
  for (int32_t i = 0; i < n_; ++i) u_[i] = d_->v[block_.unknowns[i]];
  updateScale();
  if (evaluate(u_, r_) != FML_OK) {
    if (fatal_ != FML_OK || !work_.hasLastGood) return fail(FailureKind::NotFinite);
    std::copy(work_.lastGood, work_.lastGood + n_, u_);
    if (evaluate(u_, r_) != FML_OK) return fail(FailureKind::NotFinite);
  }
  takeOnce(simplified_);
  bool fresh = false;     // the factors belong to u
  bool correct = false;   // correction_ belongs to u and to the factors
  bool evaluated = true;  // the last evaluation was that of u
  bool converged = false;
  double factor = 1, size = 0;
  for (int32_t k = 0; k < d_->workspace->options.newtonIterations && !converged; ++k) {
    if (!correct) {
      if (!work_.jacobian.factored() || work_.stale || work_.otherMode ||
          work_.rate >= kChordRate) {
        if (!evaluated && evaluate(u_, r_) != FML_OK) return fail(FailureKind::NotFinite);
        if (factorJacobian() != FML_OK) return fail(FailureKind::NotFinite);
        work_.rate = 0;  // the same factors serve until they turn out to be poor
        fresh = evaluated = true;
      }
      if (!correctionFrom(r_, correction_)) return fail(FailureKind::SingularJacobian);
      size = norm(correction_);
    }
    keepNorm(size);
    for (int32_t i = 0; i < n_; ++i) trial_[i] = u_[i] + factor * correction_[i];
    const FmlStatus status = evaluate(trial_, rTrial_);
    if (fatal_ != FML_OK) return fail(FailureKind::NotFinite);
    evaluated = false;
    const bool noise = mayBeNoise(correction_, size);
    const bool small =
        status == FML_OK && std::max(size, change_) <= tolerance_ && fine(correction_, 1);
    const bool usable = status == FML_OK && correctionFrom(rTrial_, simplified_);
    const double next = usable ? norm(simplified_) : 0;
    if (!small && (!usable || (!(next < size) && !noise))) {
      if (fresh) {
        factor /= 10;
        correct = true;
      } else {
        work_.rate = 1;  // try first with a Jacobian of this point
        correct = false;
      }
      continue;
    }
    std::swap(u_, trial_);
    std::swap(r_, rTrial_);
    evaluated = true;
    converged = small || (factor == 1 &&
                          (noise || (next <= tolerance_ && change_ * next <= tolerance_ * size &&
                                     fine(simplified_, 1))));
    if (factor == 1 && usable && size > 0) work_.rate = next / size;
    correct = factor == 1 && work_.rate < kChordRate;
    if (correct) {
      std::swap(correction_, simplified_);
      size = next;
    } else {
      work_.rate = 1;
    }
    fresh = false;
    factor = std::min(1.0, 4 * factor);
  }
  if (!evaluated && evaluate(u_, r_) != FML_OK) return fail(FailureKind::NotFinite);
  if (!converged) {
    ++d_->workspace->unconverged;
    work_.rate = 1;  // the next solution begins with a new Jacobian
  }
  return accept(u_);
}

// Where a singular Jacobian holds the iteration, as of 0 = x^2 - c at x = 0: from points a little
// above and below.
bool NewtonSolve::aside() {
  const std::vector<double>& slopes = work_.jacobian.values();
  if (reason_ != FailureKind::SingularJacobian || !allFinite(slopes.data(), slopes.size()))
    return false;
  const double* point = work_.hasLastGood ? work_.lastGood : u_;
  const std::vector<double> from(point, point + n_);
  if (!allFinite(from.data(), n_)) return false;
  for (double step : {kAside, -kAside}) {
    std::copy(from.begin(), from.end(), u_);
    updateScale();
    for (int32_t i = 0; i < n_; ++i) u_[i] += step * scale_[i];
    if (evaluate(u_, r_) == FML_OK && damped(false) == Outcome::Solved &&
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
  if (work_.hasLastGood) u_[0] = work_.lastGood[0];
  if (!std::isfinite(u_[0])) return false;
  updateScale();
  BracketProblem problem;
  problem.start = u_[0];
  problem.scale = std::max(std::abs(u_[0]), d_->nominal[block_.unknowns[0]]);
  problem.reach = d_->live != 0 ? kFar : kNear;
  problem.low = d_->min[block_.unknowns[0]];
  problem.high = d_->max[block_.unknowns[0]];
  problem.residual = [this](double u, double& r) {
    keepNorm(0);
    trial_[0] = u;
    if (evaluate(trial_, rTrial_) != FML_OK) return false;
    r = rTrial_[0];
    return true;
  };
  if (!findByBracket(problem, u_[0]) || fatal_ != FML_OK) return false;
  leastNorm_ = true;  // the factors at hand belong to another point
  return evaluate(u_, r_) == FML_OK;
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
  for (int32_t i = 0; i < n_; ++i) u_[i] = wentBack ? work_.accepted[i] : d_->v[block_.unknowns[i]];
  const bool startIsFinite = allFinite(u_, n_);
  if (d_->live != 0) std::copy(u_, u_ + n_, takeOnce(start_));
  bool tryChord = work_.jacobian.factored() && !work_.stale;
  for (int attempt = 0; attempt < 4; ++attempt) {
    if (attempt == 0 && !startIsFinite) continue;
    if (attempt >= 2) {
      if (!work_.hasLastGood) break;
      std::copy(work_.lastGood, work_.lastGood + n_, u_);
    }
    updateScale();
    if (evaluate(u_, r_) != FML_OK) {
      if (fatal_ != FML_OK) return fail(FailureKind::NotFinite);
      reason_ = FailureKind::NotFinite;
      continue;
    }
    if (tryChord) {
      tryChord = false;
      if (chord() == Outcome::Solved) return accept(u_);
      if (work_.jacobianStep != d_->workspace->stepSize) work_.followsStep = true;
      if (fatal_ != FML_OK) return fail(reason_);
      // A bad old Jacobian may have led astray: begin again where the caller was.
      if (!allFinite(u_, n_) || evaluate(u_, r_) != FML_OK) continue;
    }
    const Outcome outcome = attempt == 3 ? plain() : damped(attempt == 0);
    if (outcome == Outcome::Solved) {
      if (!leastNorm_ || residualIsSmall()) {
        if (d_->live != 0 && startIsFinite) lookNearer(attempt == 0);
        return accept(u_);
      }
      reason_ = FailureKind::SingularJacobian;
    }
    if (fatal_ != FML_OK) break;
  }
  // Last resorts; where they fail, too, what happened before is reported.
  const Failure trace = trace_;
  const FailureKind reason = reason_;
  const std::vector<double> reached(u_, u_ + n_), residuals(r_, r_ + n_);
  if (fatal_ == FML_OK && aside()) return accept(u_);
  if (fatal_ == FML_OK && d_->live != 0 && startIsFinite && n_ <= kLargestCurve) {
    std::copy(start_, start_ + n_, u_);
    if (alongCurve()) return accept(u_);
    std::copy(start_, start_ + n_, u_);
  }
  if (fatal_ == FML_OK && bracketed()) return accept(u_);
  trace_ = trace;
  reason_ = reason;
  std::copy(reached.begin(), reached.end(), u_);
  std::copy(residuals.begin(), residuals.end(), r_);
  return fail(reason_);
}

}  // namespace

}  // namespace formola::runtime

extern "C" FmlStatus fml_solve_nonlinear(FmlData* d, int32_t block) {
  return formola::runtime::NewtonSolve(d, block).run();
}
