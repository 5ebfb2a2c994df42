#include "structure/simplify/fix_parameters.h"

#include <cmath>

#include "diag/codes/equations.h"
#include "evaluate/partial_evaluate.h"
#include "expr/eval_numeric.h"
#include "expr/rewrite.h"
#include "expr/simplify.h"
#include "expr/substitute.h"
#include "structure/simplify/parameter_values.h"
#include "structure/simplify/replace_variables.h"

namespace formola {

namespace {

void evaluateAttributes(StructuredDae& model, const std::vector<double>& values) {
  ExprPool& pool = model.pool();
  NumericEvaluator evaluate(pool, [&](ExprId leaf) {
    return pool.kind(leaf) == ExprKind::Variable ? values[pool.variableOf(leaf).index()] : NAN;
  });
  for (Variable& v : model.dae.variables)
    for (ExprId Variable::* slot :
         {&Variable::fixed, &Variable::nominal, &Variable::min, &Variable::max}) {
      ExprId& attribute = v.*slot;
      if (!attribute.valid() || pool.isLiteral(attribute)) continue;
      const double value = evaluate(attribute);
      if (std::isnan(value)) continue;
      useValues(model, attribute);
      attribute = slot == &Variable::fixed ? pool.boolean(value != 0) : pool.real(value);
    }
}

// Values outside of min and max (spec 4.9).
void checkBounds(const StructuredDae& model, const std::vector<double>& values,
                 Diagnostics& diagnostics) {
  const ExprPool& pool = model.pool();
  constexpr double kRounding = 1e-12;
  auto check = [&](VariableId id, ExprId limit, bool least) {
    if (!limit.valid() || !pool.isNumber(limit)) return;
    const double value = values[id.index()], bound = pool.realValue(limit);
    const double excess = least ? bound - value : value - bound;
    if (!(excess > kRounding * std::abs(bound))) return;
    // What a library computes by itself is beyond the reach of those who use it.
    const bool given = model.dae.variables[id].bindingGiven.level <= 1;
    diagnostics
        .report(given ? diag::ParameterOutOfRange : diag::ValueOutOfRange,
                model.dae.variables[id].origin.range, std::string(model.name(id)), value,
                least ? "less" : "greater", least ? "minimum" : "maximum", bound)
        .in(std::string(pool.names.text(model.dae.variables[id].origin.instance)));
  };
  for (uint32_t i = 0; i < values.size(); ++i) {
    const Variable& v = model.dae.variables[VariableId(i)];
    const BaseType base = pool.types[v.type].base;
    if (v.variability > Variability::Parameter || !v.binding.valid()) continue;
    if (base != BaseType::Real && base != BaseType::Integer) continue;
    check(VariableId(i), v.min, true);
    check(VariableId(i), v.max, false);
  }
}

// Results of functions that are zero whatever the unknowns among their arguments are, for the
// values of the parameters in `fixed`.
void fixZeroResults(StructuredDae& model, const std::vector<double>& fixed) {
  ExprPool& pool = model.pool();
  PartialEvaluator evaluate(pool, model.dae.functions, [&](VariableId id) {
    const double value = fixed[id.index()];
    return std::isnan(value) ? std::nullopt : std::optional<double>(value);
  });
  auto isResult = [&](ExprId id) {
    while (pool.kind(id) == ExprKind::Field || pool.kind(id) == ExprKind::TupleElement)
      id = pool.child(id, 0);
    return pool.kind(id) == ExprKind::Call;
  };
  ExprSet seen;
  std::vector<ExprId> results;
  for (auto* list : {&model.equations, &model.initialEquations})
    for (const StructuredEquation& e : *list) {
      const ExprId roots[2] = {e.left, e.right};
      forEachNode(pool, roots, seen, [&](ExprId id) {
        if (pool.type(id) == pool.types.real() && isResult(id)) results.push_back(id);
      });
    }
  Substitution substitute(pool);
  bool any = false;
  for (ExprId id : results) {
    if (!evaluate(id).is(0)) continue;
    useValues(model, id);
    substitute.set(id, pool.real(0));
    any = true;
  }
  if (!any) return;
  for (auto* list : {&model.equations, &model.initialEquations})
    for (StructuredEquation& e : *list) {
      e.left = substitute.apply(e.left);
      e.right = substitute.apply(e.right);
    }
}

}  // namespace

StructuredDae fixZeroParameters(StructuredDae model, const StructureOptions&,
                                Diagnostics& diagnostics) {
  const std::vector<double> values = parameterValues(model);
  ExprPool& pool = model.pool();
  VariableReplacement replacement(pool);
  std::vector<double> fixed = values;  // NaN where a user may give another value
  for (uint32_t i = 0; i < values.size(); ++i) {
    const VariableId id(i);
    const Variable& v = model.dae.variables[id];
    const bool follows = v.binding.valid() && !pool.isLiteral(v.binding);
    const bool kept = follows || v.isFinal || v.isProtected || v.evaluate;
    if (!v.binding.valid() || !kept) fixed[i] = NAN;
    if (fixed[i] == 0 && model.isReal(id)) replacement.set(id, pool.real(0));
  }
  evaluateAttributes(model, values);
  checkBounds(model, values, diagnostics);
  if (!replacement.empty()) replacement.applyTo(model);
  fixZeroResults(model, fixed);
  // Terms such as 0*x, as products of complex numbers have them, would couple what is independent.
  Simplifier simplify(pool);
  for (auto* list : {&model.equations, &model.initialEquations})
    for (StructuredEquation& e : *list) {
      e.left = simplify(e.left);
      e.right = simplify(e.right);
    }
  return model;
}

}  // namespace formola
