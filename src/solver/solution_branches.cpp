// Where the branch of solutions that a run follows comes to its end: members of Simulation.
#include <algorithm>

#include "runtime/workspace.h"
#include "solver/simulation.h"

namespace formola::solver {

// After a step that failed because a nonlinear system has no solution near the last one, as where a
// hysteresis without inertia switches: the branch of solutions followed so far has come to its end.
// An event a little later than `now`, in which systems are solved from afar, finds the branch on
// which it goes on.
bool Simulation::leaveBranch(double now) {
  const runtime::Failure failure = d_->workspace->failure;
  if (failure.entity != FML_NONLINEAR_BLOCK || failure.kind == runtime::FailureKind::DomainError ||
      failure.kind == runtime::FailureKind::Assertion)
    return false;
  const double span = problem_.stopTime - problem_.startTime;
  // So near to its end a solution may still hold within the tolerance of its iteration, and a fixed
  // step may be far from it: further on.
  const double furthest = std::max(1e-5 * span, isFixedStep(problem_) ? problem_.step : 0.0);
  const bool again =
      now - lastJump_ < std::max(1e-6 * span, furthest - lastLater_) && lastLater_ > 0;
  const auto restore = [&] {
    d_->workspace->failure = failure;
    return false;
  };
  integrator_->interpolate(now);
  leavePoint();
  // The step before may have gone beyond the end of the branch already.
  const bool valid = evaluator_.everything() == FML_OK;
  const auto n = static_cast<size_t>(d_->model->nStates);
  const std::vector<double> x(d_->v, d_->v + n);
  std::vector<double> slope(n, 0.0);
  if (valid) slope.assign(d_->v + n, d_->v + 2 * n);
  const std::vector<double> all(d_->v, d_->v + d_->model->nVariables);
  if (valid) storePast(false);
  knowsNextEvent_ = false;
  const double last = again ? furthest : 1e-7 * span;
  for (double later = again ? 10 * lastLater_ : 1e-12 * span; later < 10 * last; later *= 10) {
    std::copy(all.begin(), all.end(), d_->v);
    later = std::min(later, last);
    for (size_t i = 0; i < n; ++i) d_->v[i] = x[i] + later * slope[i];
    d_->time = now + later;
    if (d_->time <= now + timeResolution(now)) continue;
    if (d_->time >= std::min(horizon_, nextEvent_)) break;
    runtime::modesChanged(d_);  // another piece of the equations, with another Jacobian
    if (!iterateEvent(d_, eventMemory_).ok || evaluator_.everything() != FML_OK) continue;
    schedule_.ask(d_);
    lastJump_ = d_->time;
    lastLater_ = later;
    if (jumps_.count == 0) jumpingBlock_ = failure.index;
    if (!again) jumps_.add(d_->time);
    ++report_.stateEvents;
    storePast(true);
    if (!emit(RowKind::AfterEvent)) return false;
    skipGrid(d_->time);
    return restartIntegrator();
  }
  return restore();
}

// After an evaluation at time t within a step that failed, since a nonlinear system was led to
// another solution than the one followed so far: along the step, from where that was known last.
bool Simulation::comeNearer(double good, double t) {
  constexpr double kShortest = 1e-5;  // of the way
  const runtime::Failure failure = d_->workspace->failure;
  if (failure.entity != FML_NONLINEAR_BLOCK || failure.kind != runtime::FailureKind::SolutionEnds)
    return false;
  const double way = t - good;
  double reached = good, part = way / 4;
  while (part > kShortest * way) {
    const double next = t - reached <= 1.5 * part ? t : reached + part;
    integrator_->interpolate(next);
    if (evaluator_.everything() != FML_OK) {
      part /= 4;
      continue;
    }
    if (next == t) return true;
    reached = next;
    part *= 2;
  }
  d_->workspace->failure = failure;
  return false;
}

// The same within a step: what ends is a branch of something that no derivative needs, or there are
// no states. It exists at time `good` and not at time `bad`.
bool Simulation::leaveBranchBetween(double good, double bad) {
  const runtime::Failure failure = d_->workspace->failure;
  while (bad - good > 2 * timeResolution(bad)) {
    const double middle = good + (bad - good) / 2;
    integrator_->interpolate(middle);
    (evaluator_.everything() == FML_OK ? good : bad) = middle;
  }
  d_->workspace->failure = failure;
  return leaveBranch(good);
}

}  // namespace formola::solver
