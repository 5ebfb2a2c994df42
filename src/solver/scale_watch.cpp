#include "solver/scale_watch.h"

#include <fmt/format.h>

#include <cmath>

#include "runtime/failure.h"

namespace formola::solver {

void ScaleWatch::row(const FmlData& d) {
  const auto n = static_cast<size_t>(d.model->nStates);
  if (first_.empty()) {
    first_.assign(d.v, d.v + n);
    largest_.assign(n, 0.0);
    moved_.assign(n, false);
  }
  for (size_t i = 0; i < n; ++i) {
    largest_[i] = std::max(largest_[i], std::abs(d.v[i]));
    if (d.v[i] != first_[i]) moved_[i] = true;
  }
}

std::string ScaleWatch::warning(const FmlData& d, double tolerance) const {
  // Rounding of quantities of size 1e3 is 1e-13: with the usual tolerance 1e-6 that is left out.
  constexpr double kRounding = 1e-5;
  size_t count = 0, first = 0;
  for (size_t i = 0; i < largest_.size(); ++i) {
    const double absolute = tolerance * d.nominal[i];
    if (!moved_[i] || !(largest_[i] < absolute) || largest_[i] < kRounding * absolute) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return {};
  const std::string name =
      runtime::describeEntity(*d.model, FML_VARIABLE, static_cast<int32_t>(first));
  return fmt::format(
      "{}{} never exceeded the absolute tolerance, {:.2g} (tolerance times nominal value): the "
      "largest value was {:.2g}. Any value within the tolerance counts as right, so that such a "
      "state and what follows from it may be wrong; declare its size: {}(nominal = {:.0e})",
      name, count == 1 ? "" : fmt::format(" and {} other states", count - 1),
      tolerance * d.nominal[first], largest_[first], name, largest_[first]);
}

}  // namespace formola::solver
