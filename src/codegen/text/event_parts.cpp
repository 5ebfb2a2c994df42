#include "codegen/text/event_parts.h"

#include <algorithm>
#include <cmath>

#include "codegen/text/names.h"
#include "dae/printer.h"
#include "expr/expr_table.h"
#include "structure/step_end_calls.h"

namespace formola::text {

namespace {

const Function* functionOf(const StructuredDae& model, const Action& action) {
  const ExprPool& pool = model.pool();
  return pool.kind(action.value) == ExprKind::Call
             ? &model.dae.functions[pool.functionOf(action.value)]
             : nullptr;
}

bool onlyChecks(const StructuredDae& model, const Action& action) {
  const Function* function = functionOf(model, action);
  return function != nullptr && !function->impure;
}

}  // namespace

std::vector<WrittenAction> writtenActions(const StructuredDae& model, bool all, bool calls) {
  const ExprPool& pool = model.pool();
  std::vector<WrittenAction> result;
  for (const Action& action : model.actions) {
    const bool isAssert = action.kind == ActionKind::Assert;
    const bool isCall = action.kind == ActionKind::Call;
    const bool everywhere = (isAssert || isCall) && !action.guard.valid();
    if (!all && !everywhere && !countsAtStart(action, pool)) continue;
    if (isCall && !(calls && onlyChecks(model, action))) continue;
    if (isAssert && action.level == AssertLevel::Warning) continue;
    WrittenAction written{&action, {}, "terminate"};
    if (action.value.valid()) written.roots.push_back(action.value);
    if (action.guard.valid()) written.roots.push_back(action.guard);
    if (action.message.valid() && pool.kind(action.message) == ExprKind::String) {
      written.message = std::string(pool.stringValue(action.message));
    } else if (isCall) {
      written.message = "an assertion in the function '" +
                        std::string(pool.names.text(functionOf(model, action)->name)) + "' failed";
    } else if (action.value.valid()) {
      written.message = formola::print(action.value, {pool, &model.dae, nullptr});
    }
    result.push_back(std::move(written));
  }
  return result;
}

std::vector<Problem> callsForEffects(const StructuredDae& model, bool checks) {
  std::vector<Problem> result;
  for (const Action& action : model.actions) {
    const bool atStepEnds = actsAtStepEnds(model, action);
    if (action.kind != ActionKind::Call || (!checks && !atStepEnds && onlyChecks(model, action)))
      continue;
    Problem& problem = result.emplace_back();
    problem.what = atStepEnds
                       ? "it calls a function at the ends of steps, as FMUs inside of it need"
                       : "it calls a function for its effects";
    problem.range = action.origin.range;
  }
  return result;
}

std::vector<ExprId> crossingSides(const Schedule& schedule) {
  const ExprPool& pool = schedule.model.pool();
  std::vector<ExprId> sides;
  for (uint32_t k = 0; k < schedule.nStateRelations; ++k) {
    const ExprId relation = schedule.model.relations[k].relation;
    const ExprKind kind = pool.kind(relation);
    const bool greater = kind == ExprKind::Greater || kind == ExprKind::GreaterEqual;
    sides.push_back(pool.child(relation, greater ? 0 : 1));
    sides.push_back(pool.child(relation, greater ? 1 : 0));
  }
  return sides;
}

std::vector<ExprId> instants(const StructuredDae& model) {
  std::vector<ExprId> result;
  for (const TimeEvent& event : model.timeEvents) {
    result.push_back(event.instant);
    result.push_back(event.limit);
  }
  return result;
}

FrozenBlocks frozenBlocks(const Schedule& schedule) {
  FrozenBlocks result{
      std::vector<char>(schedule.linearBlocks.size(), 0),
      std::vector<char>(schedule.nonlinearBlocks.size() + schedule.wholeBlocks.size(), 0)};
  auto freeze = [&](const std::vector<Step>& list) {
    for (const Step& step : list) {
      if (step.kind == StepKind::Linear) result.linear[step.block] = 1;
      if (step.kind != StepKind::Nonlinear) continue;
      result.nonlinear[step.block] = 1;
      if (const int32_t whole = schedule.nonlinearBlocks[step.block].whole; whole >= 0)
        result.nonlinear[schedule.nonlinearBlocks.size() + static_cast<size_t>(whole)] = 1;
      for (const Step& inner : schedule.nonlinearBlocks[step.block].inner)
        if (inner.kind == StepKind::Linear) result.linear[inner.block] = 1;
    }
  };
  for (const MixedBlock& block : schedule.mixedBlocks) freeze(block.continuous);
  if (schedule.inlined) freeze(schedule.inlined->steps);
  return result;
}

std::vector<FirstValue> firstValues(const Schedule& schedule, bool texts) {
  const StructuredDae& model = schedule.model;
  const ExprPool& pool = model.pool();
  std::vector<FirstValue> result;
  for (int32_t i = 0; i < schedule.nVariables; ++i) {
    const VariableId id = schedule.owner[static_cast<size_t>(i)];
    const Variable& v = model.dae.variables[id];
    const bool bound = model.info[id].role == Role::Parameter && v.binding.valid();
    const ExprId value = bound ? v.binding : v.start;
    if (value.valid() && pool.isLiteral(value) && (texts || pool.kind(value) != ExprKind::String)) {
      result.push_back({i, value});
    } else if (pool.types[v.type].base == BaseType::Enumeration) {
      result.push_back({i, {}});
    }
  }
  return result;
}

StepOrigin originOf(const StructuredDae& model, const Step& step) {
  if (step.equation < 0)
    return {componentOf(model.name(step.variable)),
            model.dae.variables[step.variable].origin.range};
  const Provenance& origin = model.equations[static_cast<size_t>(step.equation)].origin;
  return {origin.instance.valid() ? std::string(model.pool().names.text(origin.instance)) : "",
          origin.range};
}

std::vector<double> nominalValues(const StructuredDae& model, const std::vector<VariableId>& ids) {
  const ExprPool& pool = model.pool();
  std::vector<double> result;
  for (VariableId id : ids) {
    const ExprId given = model.dae.variables[id].nominal;
    const double size = given.valid() && pool.isNumber(given) ? pool.realValue(given) : 1;
    result.push_back(size == 0 ? 1 : std::abs(size));
  }
  return result;
}

bool isShown(const Schedule& schedule, VariableId id) {
  const std::string_view name = schedule.model.name(id);
  return schedule.isNumber(id) && !name.empty() && name[0] != '$';
}

}  // namespace formola::text
