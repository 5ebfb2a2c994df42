#include "results/sampler.h"

#include <algorithm>

namespace formola::results {

Sampler::Sampler(const Trajectory& trajectory, const std::string& name) : times_(trajectory.time) {
  const Signal* signal = trajectory.find(name);
  values_ = trajectory.values(*signal);
  const Signal* derivative = trajectory.find("der(" + name + ")");
  if (derivative != nullptr && signal->type == SignalType::Real)
    slopes_ = trajectory.values(*derivative);
}

double Sampler::at(double time) const {
  auto right =
      static_cast<size_t>(std::upper_bound(times_.begin(), times_.end(), time) - times_.begin());
  if (right == times_.size()) return values_.back();
  if (right == 0) return values_.front();
  const size_t left = right - 1;
  const double h = times_[right] - times_[left], s = (time - times_[left]) / h;
  const double rise = values_[right] - values_[left];
  if (slopes_.empty()) return values_[left] + s * rise;
  // Hermite, about the straight line: what is left over at both ends of the slopes.
  const double first = h * slopes_[left] - rise, last = h * slopes_[right] - rise;
  return values_[left] + s * (rise + (1 - s) * ((1 - s) * first - s * last));
}

}  // namespace formola::results
