#include "compiler/input_file.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

#include "diag/diag.h"
#include "results/result_reader.h"

namespace formola {

namespace {

std::string inputNames(const StructuredDae& model) {
  std::string names;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i)
    if (model.info[VariableId(i)].role == Role::Input &&
        !model.name(VariableId(i)).starts_with('$'))
      names += (names.empty() ? "" : ", ") + std::string(model.name(VariableId(i)));
  return names.empty() ? "the model has no inputs" : "inputs of the model: " + names;
}

}  // namespace

std::string wrongInput(const StructuredDae& model, VariableId id, const std::vector<double>& times,
                       const std::vector<double>& values, runtime::Interpolation interpolation) {
  const std::string name(model.name(id));
  if (std::string wrong = runtime::InputTable::problem(times, values); !wrong.empty())
    return fmt::format("input {}: {}", name, wrong);
  if (model.isReal(id)) return {};
  if (interpolation == runtime::Interpolation::Linear)
    return fmt::format("input {} is no Real: between the times of a table it can hold only", name);
  const bool boolean = model.pool().types[model.dae.variables[id].type].base == BaseType::Boolean;
  for (const double value : values)
    if (value != std::floor(value) || (boolean && value != 0 && value != 1))
      return fmt::format("input {}: {} is no {}", name, value, boolean ? "Boolean" : "Integer");
  return {};
}

InputSignals readInputs(const std::string& path, const StructuredDae& model, std::string& error) {
  error.clear();
  InputSignals inputs;
  const results::ReadResult file = results::readResult(path);
  if (!file) {
    error = file.error;
    return inputs;
  }
  std::unordered_map<std::string_view, VariableId> byName;
  std::vector<std::string_view> names;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    byName.emplace(model.name(VariableId(i)), VariableId(i));
    names.push_back(model.name(VariableId(i)));
  }
  for (const results::Signal& signal : file.trajectory.layout.signals) {
    const auto found = byName.find(signal.name);
    if (found == byName.end()) {
      const std::string similar = didYouMean(signal.name, names);
      error = fmt::format("{}: the model has no variable '{}'{}; {}", path, signal.name,
                          similar.empty() ? "" : "; did you mean '" + similar + "'?",
                          inputNames(model));
      return {};
    }
    const VariableId id = found->second;
    if (model.info[id].role != Role::Input) continue;
    const auto interpolation =
        model.isReal(id) ? runtime::Interpolation::Linear : runtime::Interpolation::Hold;
    std::vector<double> values = file.trajectory.values(signal);
    error = wrongInput(model, id, file.trajectory.time, values, interpolation);
    if (!error.empty()) {
      error = path + ": " + error;
      return {};
    }
    inputs.emplace_back(id, std::make_shared<runtime::InputTable>(
                                file.trajectory.time, std::move(values), interpolation));
  }
  if (inputs.empty())
    error = fmt::format("{}: no column has the name of an input; {}", path, inputNames(model));
  return inputs;
}

}  // namespace formola
