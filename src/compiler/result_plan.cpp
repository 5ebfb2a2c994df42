#include "compiler/result_plan.h"

#include <fmt/format.h>

#include <string_view>

namespace formola {

namespace {

results::SignalType signalType(BaseType base) {
  return base == BaseType::Real      ? results::SignalType::Real
         : base == BaseType::Boolean ? results::SignalType::Boolean
                                     : results::SignalType::Integer;
}

}  // namespace

std::optional<ResultPlan> planResult(const Schedule& schedule, const StoredVariables& stored,
                                     std::span<const double> values, std::string& error,
                                     const std::function<bool(int32_t)>& changes) {
  const Dae& dae = schedule.model.dae;
  const ExprPool& pool = *dae.pool;
  ResultPlan plan;
  results::ResultLayout& layout = plan.layout;
  layout.signals.reserve(dae.variables.size());
  std::vector<int32_t> columnOf(static_cast<size_t>(schedule.nVariables), -1);
  auto textOf = [&](Symbol s) {
    return s.valid() ? std::string(pool.names.text(s)) : std::string();
  };
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const Variable& variable = dae.variables[VariableId(i)];
    const Slot slot = schedule.slots[VariableId(i)];
    std::string name(pool.names.text(variable.name));
    if (!schedule.isNumber(VariableId(i)) || name.empty() || name[0] == '$') continue;
    if (stored.publicOnly && (variable.isProtected || variable.hideResult)) continue;
    const results::SignalType type = signalType(pool.types[variable.type].base);
    // A variable that turned out to be constant is a variable to the user.
    if (slot.index >= schedule.parameterBegin &&
        (variable.variability <= Variability::Parameter ||
         (schedule.model.info[VariableId(i)].role == Role::Input &&
          !(changes && changes(slot.index))))) {
      const double value = values.empty() ? 0.0 : values[static_cast<size_t>(slot.index)];
      layout.addParameter(std::move(name), slot.negated ? -value : value, textOf(variable.comment),
                          textOf(variable.unit), type);
      continue;
    }
    int32_t& column = columnOf[static_cast<size_t>(slot.index)];
    if (column < 0 && !slot.negated) {
      column = static_cast<int32_t>(layout.addVariable(std::move(name), textOf(variable.comment),
                                                       textOf(variable.unit), type));
      plan.slots.push_back(slot.index);
    } else {
      if (column < 0) {
        // the alias comes before the variable it stands for: the column is shared all the same
        column = static_cast<int32_t>(layout.columns++);
        plan.slots.push_back(slot.index);
      }
      layout.addAlias(std::move(name), static_cast<uint32_t>(column), slot.negated,
                      textOf(variable.comment), textOf(variable.unit));
      layout.signals.back().type = type;
    }
  }
  if (!stored.filter.empty()) {
    auto filtered = results::filterLayout(std::move(layout), stored.filter, error);
    if (!filtered) return std::nullopt;
    layout = std::move(*filtered);
  }
  return plan;
}

ResultSize estimateSize(const results::ResultLayout& layout,
                        const solver::SimulationProblem& problem) {
  constexpr double kNumber = 8, kReal = 16, kOther = 2;  // bytes; of CSV with their commas
  const double rows = static_cast<double>(problem.intervals) + 1;
  double text = kReal;
  for (const results::Signal& s : layout.signals)
    if (s.kind == results::SignalKind::Variable)
      text += s.type == results::SignalType::Real ? kReal : kOther;
  const double stored = static_cast<double>(results::storedColumns(layout).used.size()) + 1;
  return {rows * text, rows * stored * kNumber};
}

ResultChoice chooseResultFile(const std::string& given, const std::string& standard,
                              const ResultSize& size, double free) {
  constexpr double kLarge = 1e9;
  ResultChoice choice{given.empty() ? standard : given, ""};
  auto text = [](double bytes) { return fmt::format("{:.2g} GB", bytes / 1e9); };
  constexpr std::string_view kAdvice =
      "--filter, --store public, fewer --intervals or --no-event-rows make them smaller";
  if (given.empty() && size.csv > kLarge && standard.ends_with(".csv")) {
    choice.path.replace(choice.path.size() - 3, 3, "mat");
    choice.told = fmt::format(
        "the results would take about {} as CSV and go to '{}' instead, about {}; --output decides "
        "otherwise, {}",
        text(size.csv), choice.path, text(size.mat), kAdvice);
  }
  const bool binary = choice.path.ends_with(".mat") || choice.path.ends_with(".MAT");
  const double bytes = binary ? size.mat : size.csv;
  if (bytes > free)
    choice.told = fmt::format("the results in '{}' take about {}, but only {} are free there; {}",
                              choice.path, text(bytes), text(free), kAdvice);
  else if (bytes > kLarge && choice.told.empty())
    choice.told = fmt::format("the results in '{}' take about {}{}; {}", choice.path, text(bytes),
                              binary ? "" : ", as .mat about " + text(size.mat), kAdvice);
  return choice;
}

}  // namespace formola
