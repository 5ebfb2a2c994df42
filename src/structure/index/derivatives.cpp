#include "structure/index/derivatives.h"

#include <fmt/format.h>

#include <algorithm>

#include "dae/printer.h"
#include "diag/codes/structure.h"
#include "expr/rewrite.h"
#include "structure/index/function_rules.h"
#include "structure/index/input_differences.h"
#include "structure/simplify/start_sizes.h"

namespace formola {

TimeDerivatives::TimeDerivatives(StructuredDae& model)
    : model_(model), pool_(model.pool()), build_(pool_), functions_(model.dae) {
  DerivativeRules rules;
  rules.leaf = [this](ExprId id) { return leaf(id); };
  rules.call = [this](ExprId call, std::span<const ExprId> derivatives) {
    bool linear = false;
    const ExprId result = derivativeOfCall(build_, functions_, call, derivatives, &linear);
    if (linear && result.valid()) linear_.insert(result);
    return result;
  };
  // An argument that no derivative of the function asks for may have none.
  rules.needed = [this](ExprId call, size_t argument) {
    const FunctionId id = pool_.functionOf(call);
    if (!id.valid()) return true;
    const auto& annotations = model_.dae.functions[id].derivatives;
    auto asked = [&](const DerivativeAnnotation& a) {
      return std::find(a.noDerivative.begin(), a.noDerivative.end(), argument) ==
             a.noDerivative.end();
    };
    return annotations.empty() || std::any_of(annotations.begin(), annotations.end(), asked);
  };
  // A function with a second derivative is left as it is, since that wants to see the derivatives.
  rules.split = [this](ExprId call) {
    const FunctionId id = pool_.functionOf(call);
    return linear_.has(call) && id.valid() && model_.dae.functions[id].derivatives.empty();
  };
  differentiator_.emplace(pool_, std::move(rules));
}

VariableId TimeDerivatives::of(VariableId x) {
  if (VariableId d = model_.info[x].derivative; d.valid()) return d;
  Variable v;
  v.name = pool_.names.intern(fmt::format("der({})", model_.name(x)));
  const Variable& base = model_.dae.variables[x];
  v.type = base.type;
  v.isProtected = base.isProtected;
  v.hideResult = base.hideResult;
  v.origin = base.origin;
  VariableInfo info;
  info.role = Role::Derivative;
  info.integral = x;
  VariableId d = model_.add(std::move(v), info);
  model_.info[x].derivative = d;
  model_.info[x].role = Role::State;
  return d;
}

ExprId TimeDerivatives::leaf(ExprId id) {
  switch (pool_.kind(id)) {
    case ExprKind::Time:
      return build_.one();
    case ExprKind::Variable: {
      VariableId v = pool_.variableOf(id);
      switch (model_.info[v].role) {
        case Role::Parameter:
        case Role::Discrete:
          return build_.zero();
        case Role::Input:
          input_ = v;
          return {};
        case Role::Integrator:
          // The second derivative of an input: a difference of differences is not made.
          for (const InputDifference& d : model_.inputDifferences)
            if (d.slope == v) {
              input_ = d.input;
              return {};
            }
          return model_.ref(of(v));
        default:
          return model_.ref(of(v));
      }
    }
    case ExprKind::Builtin:
      // pre(x), sample(...) and the like are constant between events
      if (pool_.builtinOf(id) != Builtin::Der) return build_.zero();
      return {};
    default:
      return {};
  }
}

namespace {

// An input that some der() in the equations is to be taken of; invalid: none.
VariableId inputToDifferentiate(StructuredDae& model) {
  const ExprPool& pool = model.pool();
  TimeDerivatives derivatives(model);
  ExprSet seen;
  std::vector<ExprId> arguments;
  for (const StructuredEquation& e : model.equations) {
    const ExprId roots[2] = {e.left, e.right};
    forEachNode(pool, roots, seen, [&](ExprId id) {
      if (pool.isBuiltin(id, Builtin::Der)) arguments.push_back(pool.child(id, 0));
    });
  }
  for (ExprId argument : arguments) {
    if (derivatives(argument).ok()) continue;
    if (VariableId input = derivatives.neededInput(); input.valid()) return input;
  }
  return {};
}

}  // namespace

StructuredDae introduceDerivatives(StructuredDae model, const StructureOptions& options,
                                   Diagnostics& diagnostics) {
  takeSizesOfStarts(model);
  if (options.inputDifferences)
    for (VariableId input; (input = inputToDifferentiate(model)).valid();) {
      if (isFollowed(model, input) || !model.isReal(input)) break;
      followInput(model, input);
    }
  ExprPool& pool = model.pool();
  ExprBuilder build(pool);
  TimeDerivatives derivatives(model);
  ExprTable<ExprId> memo;
  const Provenance* at = nullptr;
  auto rewrite = [&](ExprId id, std::span<const ExprId> children) -> ExprId {
    if (pool.isBuiltin(id, Builtin::Der)) {
      Derivative d = derivatives(children[0]);
      if (d.ok()) return d.value;
      if (VariableId input = derivatives.neededInput(); input.valid()) {
        diagnostics.report(diag::InputDerivative, at->range, std::string(model.name(input)));
        derivatives.clearInput();
      } else {
        PrintContext context{pool, &model.dae, nullptr};
        diagnostics.report(diag::CannotDifferentiate, at->range,
                           fmt::format("'{}'", print(d.failedAt, context)));
      }
      return build.zero();
    }
    return build.withChildren(id, children);
  };
  auto apply = [&](ExprId& id) {
    if (id.valid()) id = mapExpr(pool, id, memo, rewrite);
  };
  for (auto* list : {&model.equations, &model.initialEquations}) {
    for (StructuredEquation& e : *list) {
      at = &e.origin;
      apply(e.left);
      apply(e.right);
      for (ExprId& hint : e.relaxed) apply(hint);
      apply(e.residue);
    }
  }
  for (Action& a : model.actions) {
    at = &a.origin;
    apply(a.guard);
    apply(a.value);
    apply(a.message);
  }
  return model;
}

}  // namespace formola
