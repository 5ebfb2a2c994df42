#include "solver/past_recorder.h"

#include <algorithm>
#include <cmath>

#include "runtime/workspace.h"
#include "solver/integrator.h"

namespace formola::solver {

void PastRecorder::begin(double spacing, double end) {
  const FmlModel& model = *d_->model;
  spacing_ = model.nDelays + model.nTransports > 0 ? spacing : kAtEndsOfSteps;
  end_ = end;
}

void PastRecorder::restart(double time) {
  arrivals_.clear();
  last_ = time;
}

bool PastRecorder::store(bool afterEvent) {
  if (!any()) return false;
  d_->model->storeDelays(d_);
  last_ = d_->time;
  FmlWorkspace& w = *d_->workspace;
  const bool earlier = scheduleArrivals();
  if (!afterEvent) {
    if (spacing_ != kAtEndsOfSteps) adaptSpacing();
    return earlier;
  }
  for (size_t i = 0; i < w.delays.size(); ++i) {
    if (w.delays[i].endsInJump() && w.delayTimes[i] > 0)
      schedule_.addEcho(d_->time + w.delayTimes[i]);
    w.delays[i].markBreak();
  }
  for (runtime::TransportProfile& profile : w.transports) profile.markBreak();
  return earlier;
}

// The distance of entries for which the cubic between them is as exact as the integration. A fourth
// derivative that vanishes does so at an instant: what was seen before counts too.
void PastRecorder::adaptSpacing() {
  const FmlWorkspace& w = *d_->workspace;
  double coefficient = -1;
  for (const runtime::DelayBuffer& buffer : w.delays)
    coefficient = std::max(coefficient, buffer.errorCoefficient());
  for (const runtime::TransportProfile& profile : w.transports)
    coefficient = std::max(coefficient, profile.errorCoefficient());
  const double span = problem_.stopTime - problem_.startTime;
  if (coefficient >= 0) {
    coefficient_ = std::max(coefficient, 0.9 * coefficient_);
    const double wanted = std::pow(0.1 * problem_.tolerance / std::max(coefficient_, 1e-300), 0.25);
    spacing_ = std::clamp(std::min(wanted, 1.3 * spacing_), 1e-5 * span, span);
  }
  // Between two echoes of a kink, a delay apart, there are enough entries for cubics and for a
  // judgement of them.
  constexpr double kEntries = 8;
  for (const double delay : w.delayTimes)
    if (delay > 0) spacing_ = std::min(spacing_, std::max(delay / kEntries, 1e-5 * span));
}

// A jump that travels with a medium comes out at about the time that its present velocity says. The
// nearer it is the better that is known: until then an earlier time takes the place of a later one,
// and at that time what is left of the way gives the next one.
bool PastRecorder::scheduleArrivals() {
  const FmlWorkspace& w = *d_->workspace;
  arrivals_.resize(w.transports.size(), -std::numeric_limits<double>::infinity());
  bool added = false;
  for (size_t i = 0; i < w.transports.size(); ++i) {
    const double next = w.transports[i].nextArrival(), now = d_->time;
    constexpr double kSame = 1e-9;  // of the time that is left
    const double last = end_ - kSame * (problem_.stopTime - problem_.startTime);
    if (!(next < last) || next <= now + timeResolution(now)) continue;
    if (arrivals_[i] > now && next > arrivals_[i] - kSame * (arrivals_[i] - now)) continue;
    arrivals_[i] = next;
    schedule_.addEcho(next);
    added = true;
  }
  return added;
}

void PastRecorder::scheduleEchoesOfStart() {
  constexpr int kEchoes = 4;
  for (const double delay : d_->workspace->delayTimes)
    for (int k = 1; k <= kEchoes && delay > 0; ++k) schedule_.addEcho(d_->time + k * delay);
}

}  // namespace formola::solver
