#include "solver/output_follower.h"

#include <algorithm>
#include <cmath>

#include "solver/events.h"

namespace formola::solver {

OutputFollower::OutputFollower(Evaluator& evaluator) : evaluator_(evaluator), d_(evaluator.data()) {
  const FmlModel& model = *d_->model;
  for (int32_t b = 0; b < model.nNonlinearBlocks; ++b) {
    const FmlNonlinearBlock& block = model.nonlinearBlocks[b];
    if (block.besideSteps != 0)
      unknowns_.insert(unknowns_.end(), block.unknowns, block.unknowns + block.n);
  }
  std::sort(unknowns_.begin(), unknowns_.end());
  unknowns_.erase(std::unique(unknowns_.begin(), unknowns_.end()), unknowns_.end());
  last_.assign(unknowns_.size(), 0.0);
  slope_.assign(unknowns_.size(), 0.0);
}

void OutputFollower::begin() {
  time_ = d_->time;
  knowsSlope_ = false;
  for (size_t k = 0; k < unknowns_.size(); ++k) last_[k] = d_->v[unknowns_[k]];
}

void OutputFollower::predict(double t) {
  for (size_t k = 0; k < unknowns_.size(); ++k)
    d_->v[unknowns_[k]] = last_[k] + (knowsSlope_ ? slope_[k] * (t - time_) : 0.0);
}

// Did the unknowns change about as their slopes say? A change that is small follows anyway.
bool OutputFollower::follows(double t) const {
  constexpr double kSmall = 1e-3, kLikely = 2;
  if (!knowsSlope_) return true;
  for (size_t k = 0; k < unknowns_.size(); ++k) {
    const double value = d_->v[unknowns_[k]];
    const double change = value - last_[k], foreseen = slope_[k] * (t - time_);
    const double size = std::max({std::abs(value), std::abs(last_[k]), d_->nominal[unknowns_[k]]});
    const double larger = std::max(std::abs(change), std::abs(foreseen));
    if (larger <= kSmall * size) continue;
    const double smaller = std::min(std::abs(change), std::abs(foreseen));
    if (!(change * foreseen > 0 && kLikely * smaller >= larger)) return false;
  }
  return true;
}

void OutputFollower::keep(double t) {
  knowsSlope_ = t > time_;
  for (size_t k = 0; k < unknowns_.size(); ++k) {
    const double value = d_->v[unknowns_[k]];
    if (knowsSlope_) slope_[k] = (value - last_[k]) / (t - time_);
    last_[k] = value;
  }
  time_ = t;
}

FmlStatus OutputFollower::goTo(Integrator& integrator, double t) {
  integrator.interpolate(t);
  predict(t);
  return evaluator_.everything();
}

// From a point right after the last one.
void OutputFollower::findSlope(Integrator& integrator, double t) {
  constexpr double kSoon = 1e-4;  // of the way
  const double soon = time_ + kSoon * (t - time_);
  if (soon <= time_ + timeResolution(time_)) return;
  if (goTo(integrator, soon) == FML_OK) keep(soon);
}

// By points in between. A change that stays however near they lie is a jump.
FmlStatus OutputFollower::goThere(Integrator& integrator, double t) {
  constexpr double kShortest = 1e-6;  // of the way
  constexpr int kMost = 20'000;
  const double way = t - time_, shortest = std::max(kShortest * way, 4 * timeResolution(t));
  double part = way / 4;
  FmlStatus status = FML_RETRY;
  for (int k = 0; k < kMost; ++k) {
    const double next = t - time_ <= 1.5 * part ? t : time_ + part;
    status = goTo(integrator, next);
    if (status < 0) return status;
    if (status != FML_OK && part <= shortest) return status;
    if (status != FML_OK || (!follows(next) && part > shortest)) {
      part /= 4;
      continue;
    }
    const bool jump = !follows(next);
    keep(next);
    if (jump) knowsSlope_ = false;
    if (next == t) return FML_OK;
    part *= 2;
  }
  return status;
}

FmlStatus OutputFollower::outputs(Integrator& integrator, double t) {
  if (empty() || t <= time_) return evaluator_.outputs();
  if (!knowsSlope_) {
    findSlope(integrator, t);
    integrator.interpolate(t);
    if (!integrator.evaluated())
      if (const FmlStatus status = evaluator_.derivatives(t, d_->v); status != FML_OK)
        return status;
  }
  predict(t);
  if (evaluator_.outputs() == FML_OK && follows(t)) {
    keep(t);
    return FML_OK;
  }
  return goThere(integrator, t);
}

}  // namespace formola::solver
