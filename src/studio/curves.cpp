#include "studio/curves.h"

#include <algorithm>
#include <cmath>

namespace formola::studio {

Curve curveOf(const results::Trajectory& trajectory, const std::string& name, double from,
              double to, size_t points) {
  Curve curve;
  curve.name = name;
  const results::Signal* signal = trajectory.find(name);
  const std::vector<double>& time = trajectory.time;
  if (!signal || time.empty()) return curve;
  curve.found = true;
  auto add = [&](size_t row) {
    curve.times.push_back(time[row]);
    curve.values.push_back(trajectory.value(*signal, row));
  };
  const auto below = std::lower_bound(time.begin(), time.end(), from);
  const auto above = std::upper_bound(time.begin(), time.end(), to);
  size_t first = static_cast<size_t>(below - time.begin());
  size_t end = static_cast<size_t>(above - time.begin());
  first -= first > 0 ? 1 : 0;
  end += end < time.size() ? 1 : 0;
  if (end - first <= 2 * points || points == 0) {
    for (size_t row = first; row < end; ++row) add(row);
    return curve;
  }
  curve.reduced = true;
  const double begin = time[first], width = (time[end - 1] - begin) / static_cast<double>(points);
  for (size_t row = first; row < end;) {
    const double part = width > 0 ? std::floor((time[row] - begin) / width) : 0;
    size_t kept[4] = {row, row, row, row};  // first, smallest, largest, last
    for (; row < end && (width <= 0 || std::floor((time[row] - begin) / width) <= part); ++row) {
      const double value = trajectory.value(*signal, row);
      if (value < trajectory.value(*signal, kept[1])) kept[1] = row;
      if (value > trajectory.value(*signal, kept[2])) kept[2] = row;
      kept[3] = row;
    }
    std::sort(std::begin(kept), std::end(kept));
    for (size_t i = 0; i < 4; ++i)
      if (i == 0 || kept[i] != kept[i - 1]) add(kept[i]);
  }
  return curve;
}

}  // namespace formola::studio
