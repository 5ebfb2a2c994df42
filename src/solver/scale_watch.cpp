#include "solver/scale_watch.h"

#include <fmt/format.h>

#include <cmath>

#include "runtime/failure.h"

namespace formola::solver {

void ScaleWatch::row(const FmlData& d) {
  const auto n = static_cast<size_t>(d.model->nStates);
  if (least_.empty()) {
    least_.assign(d.v, d.v + n);
    most_ = least_;
  }
  double *least = least_.data(), *most = most_.data();
  for (size_t i = 0; i < n; ++i) {
    const double x = d.v[i];
    least[i] = x < least[i] ? x : least[i];
    most[i] = x > most[i] ? x : most[i];
  }
}

std::string ScaleWatch::warning(const FmlData& d, double tolerance) const {
  // Rounding of quantities of size 1e3 is 1e-13: with the usual tolerance 1e-6 that is left out,
  // but not charges in picocoulomb.
  constexpr double kRounding = 1e-6;
  size_t count = 0, first = 0;
  const auto largest = [&](size_t i) { return std::max(std::abs(least_[i]), std::abs(most_[i])); };
  for (size_t i = 0; i < least_.size(); ++i) {
    const double absolute = tolerance * d.nominal[i], size = largest(i);
    const bool moved = least_[i] != most_[i];
    if (!moved || !(size < absolute) || size < kRounding * absolute) continue;
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
      tolerance * d.nominal[first], largest(first), name, largest(first));
}

}  // namespace formola::solver
