#include "compiler/first_signals.h"

#include <algorithm>
#include <array>

namespace formola {

namespace {

size_t depthOf(std::string_view name) {
  return static_cast<size_t>(std::count(name.begin(), name.end(), '.')) + 1;
}

}  // namespace

bool isSensed(const StructuredDae& model, const SourceManager& sources, VariableId id) {
  const SourceRange& range = model.dae.variables[id].origin.range;
  return range.valid() && depthOf(model.name(id)) == 2 &&
         sources.name(range.file).find("Sensor") != std::string_view::npos;
}

std::vector<std::string> firstSignals(const StructuredDae& model, const SourceManager& sources) {
  std::array<std::vector<std::string>, 5> ranks;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    const VariableId id(i);
    const Variable& v = model.dae.variables[id];
    const std::string_view name = model.name(id);
    if (name.empty() || name[0] == '$' || name.starts_with("der(") || v.hideResult || v.isProtected)
      continue;
    if (v.variability == Variability::Parameter || v.variability == Variability::Constant) continue;
    const size_t depth = depthOf(name);
    const bool state = model.info[id].role == Role::State;
    if (v.causality == Causality::Output && depth == 1)
      ranks[0].emplace_back(name);
    else if (isSensed(model, sources, id))
      ranks[1].emplace_back(name);
    else if (depth == 1)
      ranks[2].emplace_back(name);
    else if (state)
      ranks[depth == 2 ? 3 : 4].emplace_back(name);
  }
  std::vector<std::string> names;
  for (std::vector<std::string>& rank : ranks)
    std::move(rank.begin(), rank.end(), std::back_inserter(names));
  return names;
}

}  // namespace formola
