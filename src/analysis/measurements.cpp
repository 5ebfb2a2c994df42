#include "analysis/measurements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/unknowns.h"
#include "compiler/input_file.h"
#include "results/result_reader.h"

namespace formola::analysis {

namespace {

// An input that the file drives; what is wrong with it.
std::string drive(const TranslatedModel& model, VariableId id, const results::Trajectory& file,
                  std::vector<double> values, RunValues& inputs) {
  const auto kind =
      model.model().isReal(id) ? runtime::Interpolation::Linear : runtime::Interpolation::Hold;
  std::string wrong = wrongInput(model.model(), id, file.time, values, kind);
  if (wrong.empty())
    inputs.inputs.emplace_back(
        id, std::make_shared<runtime::InputTable>(file.time, std::move(values), kind));
  return wrong;
}

// Two rows at one time, as results have them at events: the later one counts.
void removeTwins(Measurements& measured) {
  std::vector<size_t> kept;
  for (size_t i = 0; i < measured.times.size(); ++i)
    if (i + 1 == measured.times.size() || measured.times[i] != measured.times[i + 1])
      kept.push_back(i);
  auto thin = [&](std::vector<double>& values) {
    for (size_t k = 0; k < kept.size(); ++k) values[k] = values[kept[k]];
    values.resize(kept.size());
  };
  for (MeasuredSignal& signal : measured.signals) thin(signal.values);
  thin(measured.times);
}

}  // namespace

std::string wrongMeasurements(const TranslatedModel& model, const Measurements& measured) {
  if (measured.signals.empty()) return "nothing is measured that the model has";
  for (size_t i = 0; i < measured.times.size(); ++i) {
    if (!std::isfinite(measured.times[i]))
      return fmt::format("the time of measurement {} is no number", i + 1);
    if (i > 0 && measured.times[i] < measured.times[i - 1])
      return fmt::format("the times of the measurements decrease: {} after {}", measured.times[i],
                         measured.times[i - 1]);
  }
  for (const MeasuredSignal& signal : measured.signals) {
    const std::optional<VariableId> id = model.find(signal.name);
    if (!id) return noVariable(model, signal.name);
    if (!model.model().isReal(*id) || model.model().info[*id].role == Role::Parameter)
      return fmt::format("{} is no Real variable that changes with time", signal.name);
    if (signal.values.size() != measured.times.size())
      return fmt::format("{}: there are not as many values as times", signal.name);
    if (std::none_of(signal.values.begin(), signal.values.end(),
                     [](double v) { return std::isfinite(v); }))
      return fmt::format("{} has no values", signal.name);
    for (size_t i = 0; i < signal.values.size(); ++i)
      if (std::isinf(signal.values[i]))
        return fmt::format(
            "{}: the value at time {:g} is infinite (what was not measured is empty)", signal.name,
            measured.times[i]);
  }
  return {};
}

Measurements readMeasurements(const std::string& path, const TranslatedModel& model,
                              const std::vector<std::string>& names, RunValues& inputs,
                              std::string& problem) {
  Measurements measured;
  const results::ReadResult file = results::readResult(path);
  if (!file) {
    problem = file.error;
    return measured;
  }
  auto wanted = [&](const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  };
  measured.times = file.trajectory.time;
  for (const results::Signal& signal : file.trajectory.layout.signals) {
    const std::optional<VariableId> id = model.find(signal.name);
    if (!id && wanted(signal.name)) problem = path + ": " + noVariable(model, signal.name);
    if (!problem.empty()) return measured;
    if (!id) continue;
    if (model.isInput(*id)) {
      problem = drive(model, *id, file.trajectory, file.trajectory.values(signal), inputs);
      if (!problem.empty()) problem = path + ": " + problem;
      continue;
    }
    const bool moves = model.model().isReal(*id) && model.model().info[*id].role != Role::Parameter;
    if (wanted(signal.name) && (moves || !names.empty()))
      measured.signals.push_back({signal.name, file.trajectory.values(signal)});
  }
  for (const std::string& name : names)
    if (std::none_of(measured.signals.begin(), measured.signals.end(),
                     [&](const MeasuredSignal& each) { return each.name == name; }))
      problem = fmt::format("{} has no column '{}'", path, name);
  if (!problem.empty()) return measured;
  removeTwins(measured);
  problem = wrongMeasurements(model, measured);
  if (!problem.empty()) problem = path + ": " + problem;
  return measured;
}

}  // namespace formola::analysis
