#include "solver/bounds_watch.h"

#include <fmt/format.h>

#include <cmath>

namespace formola::solver {

namespace {

constexpr size_t kMostTold = 10;

double valueOf(const Bounds& bounds, const FmlData& d) {
  return bounds.negated ? -d.v[bounds.variable] : d.v[bounds.variable];
}

}  // namespace

BoundsWatch::BoundsWatch(const SimulationProblem& problem) : problem_(problem) {
  if (problem.bounds != nullptr) bounds_ = *problem.bounds;
  for (uint32_t i = 0; i < bounds_.size(); ++i)
    if (!bounds_[i].parameter) open_.push_back(i);
}

// Values of computed parameters and discrete variables are exact but for rounding.
bool BoundsWatch::isOutside(const Bounds& bounds, const FmlData& d) const {
  constexpr double kRounding = 1e-12, kErrors = 10;
  const double value = valueOf(bounds, d);
  if (value >= bounds.min && value <= bounds.max) return false;
  if (std::isnan(value)) return false;  // told elsewhere
  const double bound = value < bounds.min ? bounds.min : bounds.max;
  const double size = std::fmax(std::abs(bound), d.nominal[bounds.variable]);
  const double error = bounds.exact ? kRounding * std::abs(bound)
                                    : kErrors * std::fmax(problem_.tolerance, kRounding) * size;
  return std::abs(value - bound) > error;
}

std::string BoundsWatch::describe(const Bounds& bounds, double value) const {
  const bool low = value < bounds.min;
  return fmt::format("'{}' is {:.6g}, {} its {} {:.6g}", bounds.name, value,
                     low ? "less than" : "greater than", low ? "minimum" : "maximum",
                     low ? bounds.min : bounds.max);
}

std::string BoundsWatch::wrongParameter(const FmlData& d) const {
  for (const Bounds& bounds : bounds_)
    if (bounds.parameter && isOutside(bounds, d))
      return fmt::format("the parameter {}; give it a value within its bounds",
                         describe(bounds, valueOf(bounds, d)));
  return {};
}

void BoundsWatch::look(const FmlData& d) {
  size_t kept = 0;
  for (const uint32_t i : open_) {
    const Bounds& bounds = bounds_[i];
    if (!isOutside(bounds, d)) {
      open_[kept++] = i;
      continue;
    }
    if (++told_ <= kMostTold)
      warnings_.push_back(fmt::format("at time {:.6g} {}: the model may not be valid there", d.time,
                                      describe(bounds, valueOf(bounds, d))));
  }
  open_.resize(kept);
}

std::vector<std::string> BoundsWatch::warnings() const {
  std::vector<std::string> result = warnings_;
  if (told_ > kMostTold)
    result.push_back(
        fmt::format("{} other variables left their bounds (min, max)", told_ - kMostTold));
  return result;
}

}  // namespace formola::solver
