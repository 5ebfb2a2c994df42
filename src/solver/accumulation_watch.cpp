#include "solver/accumulation_watch.h"

#include <fmt/format.h>

#include <cmath>

#include "runtime/failure.h"
#include "runtime/workspace.h"

namespace formola::solver {

void AccumulationWatch::add(double time, const std::vector<int32_t>& crossed) {
  constexpr double kShorter = 0.999;
  for (const int32_t i : crossed) {
    if (i < 0 || static_cast<size_t>(i) >= past_.size()) continue;
    Past& p = past_[static_cast<size_t>(i)];
    const double span = time - p.before;
    if (span < kShorter * p.spanBefore && std::isfinite(p.spanBefore)) {
      ++p.run;
    } else {
      p.run = 0;
      p.since = time;
    }
    p.spanBefore = p.span;
    p.span = span;
    p.before = p.last;
    p.last = time;
  }
}

std::string AccumulationWatch::warning(FmlData* d) const {
  constexpr int32_t kRun = 10;
  constexpr double kShort = 1e-3, kLong = 100, kApart = 1e-3;
  const FmlModel& model = *d->model;
  std::vector<double> z;
  for (size_t i = 0; i < past_.size(); ++i) {
    const Past& p = past_[i];
    if (p.run < kRun || !(p.span < kShort * (p.last - p.since)) ||
        !(d->time - p.last > kLong * p.span))
      continue;
    if (z.empty()) {
      z.resize(past_.size());
      if (model.evalZeroCrossings(d, z.data()) != FML_OK) return {};
    }
    if (!(std::abs(z[i]) > kApart * d->workspace->crossingScale[i])) continue;
    return fmt::format(
        "the events of {} accumulate at time {:.6g}: the last ones were {:.1g} apart, closer ones "
        "cannot be told from each other, and since then there was none. What bounced there may "
        "have passed through; the results after that time are right only if the model knows a "
        "state of rest, as a Boolean that is set where the speed is small and that switches the "
        "acceleration off",
        runtime::describeEntity(model, FML_RELATION, static_cast<int32_t>(i)), p.last, p.span);
  }
  return {};
}

}  // namespace formola::solver
