#include "results/trajectory.h"

#include <algorithm>

namespace formola::results {

std::vector<std::string> Trajectory::names() const {
  std::vector<std::string> result;
  result.reserve(layout.signals.size());
  for (const Signal& signal : layout.signals) result.push_back(signal.name);
  return result;
}

const Signal* Trajectory::find(std::string_view name) const {
  const auto found = std::find_if(layout.signals.begin(), layout.signals.end(),
                                  [&](const Signal& signal) { return signal.name == name; });
  return found == layout.signals.end() ? nullptr : &*found;
}

double Trajectory::value(const Signal& signal, size_t row) const {
  const double stored = signal.kind == SignalKind::Parameter ? layout.constants[signal.column]
                                                             : columns[signal.column][row];
  return applySign(stored, signal.negated);
}

std::vector<double> Trajectory::values(const Signal& signal) const {
  if (signal.kind == SignalKind::Parameter) {
    return std::vector<double>(rows(), applySign(layout.constants[signal.column], signal.negated));
  }
  std::vector<double> result = columns[signal.column];
  if (signal.negated) {
    for (double& value : result) value = applySign(value, true);
  }
  return result;
}

}  // namespace formola::results
