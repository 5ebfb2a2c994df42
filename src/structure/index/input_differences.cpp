#include "structure/index/input_differences.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/build.h"
#include "expr/rewrite.h"
#include "structure/index/derivatives.h"

namespace formola {

namespace {

Variable hidden(StructuredDae& model, VariableId input, const char* name) {
  Variable variable;
  variable.name =
      model.pool().names.intern(fmt::format("${}({})", name, std::string(model.name(input))));
  variable.type = model.pool().types.real();
  variable.hideResult = true;
  variable.origin = model.dae.variables[input].origin;
  return variable;
}

}  // namespace

bool isFollowed(const StructuredDae& model, VariableId input) {
  return std::any_of(model.inputDifferences.begin(), model.inputDifferences.end(),
                     [&](const InputDifference& d) { return d.input == input; });
}

void followInput(StructuredDae& model, VariableId input) {
  ExprBuilder build(model.pool());
  Variable followed = hidden(model, input, "input");
  followed.stateSelect = StateSelect::Always;
  const VariableId state = model.add(std::move(followed), {Role::Algebraic, {}, {}});
  Variable held = hidden(model, input, "slope");
  held.start = build.zero();
  const VariableId slope = model.add(std::move(held), {Role::Integrator, {}, {}});

  ExprTable<ExprId> memo;
  memo.set(model.ref(input), model.ref(state));
  const auto replace = [&](ExprId& root) {
    if (!root.valid()) return;
    root = mapExpr(model.pool(), root, memo, [&](ExprId id, std::span<const ExprId> children) {
      return build.withChildren(id, children);
    });
  };
  for (StructuredEquation& e : model.equations) {
    const bool continuous = !e.target.valid() || model.info[e.target].role != Role::Discrete;
    if (!continuous || model.pool().base(e.left) != BaseType::Real) continue;
    replace(e.left);
    replace(e.right);
    replace(e.residue);
    for (ExprId& hint : e.relaxed) replace(hint);
  }

  const VariableId derivative = TimeDerivatives(model).of(state);
  Variable& shown = model.dae.variables[derivative];
  shown.name = model.pool().names.intern(fmt::format("der({})", std::string(model.name(input))));
  shown.hideResult = false;
  StructuredEquation follows;
  follows.left = model.ref(derivative);
  follows.right = model.ref(slope);
  follows.origin = model.dae.variables[input].origin;
  model.equations.push_back(follows);
  StructuredEquation begins;
  begins.left = model.ref(state);
  begins.right = model.ref(input);
  begins.origin = follows.origin;
  model.initialEquations.push_back(begins);
  model.inputDifferences.push_back({input, state, slope});
}

}  // namespace formola
