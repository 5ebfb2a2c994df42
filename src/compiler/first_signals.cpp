#include "compiler/first_signals.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

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
  std::unordered_map<uint32_t, uint32_t> aliasOf;
  for (const Alias& alias : model.aliases)
    aliasOf.emplace(alias.variable.index(), alias.of.index());
  std::array<std::vector<VariableId>, 5> ranks;
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
      ranks[0].push_back(id);
    else if (isSensed(model, sources, id))
      ranks[1].push_back(id);
    else if (depth == 1)
      ranks[2].push_back(id);
    else if (state)
      ranks[depth == 2 ? 3 : 4].push_back(id);
  }
  std::vector<std::string> names;
  // two names of one variable are one curve
  std::unordered_set<uint32_t> seen;
  for (const std::vector<VariableId>& rank : ranks)
    for (const VariableId id : rank) {
      const auto alias = aliasOf.find(id.index());
      if (seen.insert(alias == aliasOf.end() ? id.index() : alias->second).second)
        names.emplace_back(model.name(id));
    }
  return names;
}

}  // namespace formola
