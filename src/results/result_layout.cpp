#include "results/result_layout.h"

#include <utility>

#include "support/assert.h"
#include "support/pattern.h"

namespace formola::results {

uint32_t ResultLayout::addVariable(std::string name, std::string description, std::string unit,
                                   SignalType type) {
  signals.push_back({std::move(name), std::move(description), std::move(unit), SignalKind::Variable,
                     type, columns, false});
  return columns++;
}

void ResultLayout::addAlias(std::string name, uint32_t column, bool negated,
                            std::string description, std::string unit) {
  signals.push_back({std::move(name), std::move(description), std::move(unit), SignalKind::Variable,
                     SignalType::Real, column, negated});
}

uint32_t ResultLayout::addParameter(std::string name, double value, std::string description,
                                    std::string unit, SignalType type) {
  const auto column = static_cast<uint32_t>(constants.size());
  constants.push_back(value);
  signals.push_back({std::move(name), std::move(description), std::move(unit),
                     SignalKind::Parameter, type, column, false});
  return column;
}

std::optional<ResultLayout> filterLayout(ResultLayout layout, std::string_view pattern,
                                         std::string& error) {
  const std::optional<Pattern> wanted = Pattern::compile(pattern, error);
  if (!wanted) {
    error = "'" + std::string(pattern) + "' is not a regular expression: " + error;
    return std::nullopt;
  }
  std::erase_if(layout.signals, [&](const Signal& signal) { return !wanted->found(signal.name); });
  return layout;
}

void verify(const ResultLayout& layout) {
  for (const Signal& signal : layout.signals) {
    const bool isVariable = signal.kind == SignalKind::Variable;
    FORMOLA_ASSERT(signal.column < (isVariable ? layout.columns : layout.constants.size()));
    FORMOLA_ASSERT(!(signal.negated && signal.type == SignalType::Boolean));
  }
}

StoredColumns storedColumns(const ResultLayout& layout) {
  StoredColumns stored;
  stored.position.assign(layout.columns, StoredColumns::kUnused);
  for (const Signal& signal : layout.signals) {
    if (signal.kind == SignalKind::Variable) stored.position[signal.column] = 0;
  }
  for (uint32_t column = 0; column < layout.columns; ++column) {
    if (stored.position[column] == StoredColumns::kUnused) continue;
    stored.position[column] = static_cast<uint32_t>(stored.used.size());
    stored.used.push_back(column);
  }
  return stored;
}

}  // namespace formola::results
