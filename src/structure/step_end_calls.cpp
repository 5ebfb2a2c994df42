#include "structure/step_end_calls.h"

#include <algorithm>

namespace formola {

bool actsAtStepEnds(const StructuredDae& model, const Action& action) {
  if (action.kind != ActionKind::Call || action.guard.valid()) return false;
  const ExprPool& pool = model.pool();
  if (pool.kind(action.value) != ExprKind::Call) return false;
  const Function& function = model.dae.functions[pool.functionOf(action.value)];
  return function.vendorAnnotations.find("__Formola_atStepEnds = true") != std::string::npos;
}

std::optional<SourceRange> callAtStepEnds(const StructuredDae& model) {
  const auto found = std::ranges::find_if(
      model.actions, [&](const Action& action) { return actsAtStepEnds(model, action); });
  if (found == model.actions.end()) return std::nullopt;
  return found->origin.range;
}

}  // namespace formola
