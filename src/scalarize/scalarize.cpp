#include "scalarize/scalarize.h"

#include "dae/function_arguments.h"
#include "dae/visit.h"
#include "diag/codes/dae.h"
#include "scalarize/expand_array.h"
#include "scalarize/scalarize_equations.h"
#include "scalarize/split_references.h"

namespace formola {

namespace {

// The literals of a nest of Array nodes in row-major order; empty if anything else is in it.
std::vector<ExprId> literalElements(const ExprPool& pool, ExprId expr) {
  std::vector<ExprId> elements, stack{expr};
  while (!stack.empty()) {
    ExprId e = stack.back();
    stack.pop_back();
    if (pool.isLiteral(e)) {
      elements.push_back(e);
    } else if (pool.kind(e) == ExprKind::Array) {
      std::span<const ExprId> children = pool.children(e);
      stack.insert(stack.end(), children.rbegin(), children.rend());
    } else {
      return {};
    }
  }
  return elements;
}

// Their values choose elements and branches, so they are put in place where translation fixes them.
bool decidesStructure(const ExprPool& pool, const Variable& variable) {
  if (!variable.binding) return false;
  if (variable.variability != Variability::Constant && !variable.evaluate) return false;
  BaseType base = pool.types[variable.type].base;
  return base == BaseType::Integer || base == BaseType::Boolean || base == BaseType::Enumeration;
}

SplitVariables numberElements(const Dae& dae, Diagnostics& diagnostics) {
  const ExprPool& pool = *dae.pool;
  SplitVariables split;
  split.first.reserve(dae.variables.size());
  split.literals.resize(dae.variables.size());
  size_t next = 0;
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const Variable& variable = dae.variables[VariableId(i)];
    split.first.push_back(VariableId(next));
    int64_t count = pool.types.count(variable.type);
    if (count < 0) {
      std::string why = fmt::format("'{}' has no known size", pool.names.text(variable.name));
      diagnostics.report(diag::ScalarizeUnsupported, variable.origin.range, why);
      continue;
    }
    next += static_cast<size_t>(count);
    if (decidesStructure(pool, variable)) {
      split.literals[VariableId(i)] = literalElements(pool, variable.binding);
    }
  }
  return split;
}

// x with dimensions {2, 3}: x[1,1], x[1,2], ..., x[2,3]
std::string elementName(std::string_view name, std::span<const Size> dims, int64_t at) {
  std::vector<int64_t> subscripts(dims.size());
  for (size_t d = dims.size(); d-- > 0; at /= dims[d]) subscripts[d] = at % dims[d] + 1;
  return fmt::format("{}[{}]", name, fmt::join(subscripts, ","));
}

class VariableSplitter {
 public:
  VariableSplitter(ExprPool& pool, ArrayExpander& expander, Diagnostics& diagnostics)
      : pool_(pool), expander_(expander), diagnostics_(diagnostics) {}

  void split(const Variable& variable, IdVector<VariableId, Variable>& out) {
    int64_t count = pool_.types.count(variable.type);
    Variable element = variable;
    element.type = pool_.types.scalarOf(variable.type);
    bool isArray = !pool_.types.isScalar(variable.type);
    std::vector<Size> dims(pool_.types[variable.type].dims.begin(),
                           pool_.types[variable.type].dims.end());
    std::string name(pool_.names.text(variable.name));
    for (int64_t i = 0; i < count; ++i) {
      if (isArray) element.name = pool_.names.intern(elementName(name, dims, i));
      for (ExprId Variable::* slot : {&Variable::binding, &Variable::start, &Variable::fixed,
                                      &Variable::min, &Variable::max, &Variable::nominal}) {
        if (variable.*slot) element.*slot = elementOf(variable, variable.*slot, count, i);
      }
      if (variable.stateSelects) {
        const ExprId own = elementOf(variable, variable.stateSelects, count, i);
        element.stateSelects = {};
        if (own && pool_.kind(own) == ExprKind::Enum)
          element.stateSelect = static_cast<StateSelect>(pool_.payload(own) - 1);
      }
      out.push_back(element);
    }
  }

 private:
  // Attributes and bindings have the dimensions of the variable, or are scalars that hold for every
  // element.
  ExprId elementOf(const Variable& variable, ExprId value, int64_t count, int64_t at) {
    ArrayExpander::Leaves all = expander_.expand(value);
    if (!expander_.sizeKnown(value)) {
      // a call whose result has sizes found at run time: they are those of the variable
      if (unsized_ != value) picked_ = expander_.pick(all[0], variable.type);
      unsized_ = value;
      return picked_[static_cast<size_t>(at)];
    }
    if (all.size() == static_cast<size_t>(count)) return all[static_cast<size_t>(at)];
    if (all.size() == 1) return all[0];
    std::string why = fmt::format("'{}' has {} elements, its binding or attribute {}",
                                  pool_.names.text(variable.name), count, all.size());
    diagnostics_.report(diag::ScalarizeUnsupported, variable.origin.range, why);
    return ExprId();
  }

  ExprPool& pool_;
  ArrayExpander& expander_;
  Diagnostics& diagnostics_;
  ExprId unsized_;
  std::vector<ExprId> picked_;
};

}  // namespace

Dae scalarize(Dae dae, Diagnostics& diagnostics) {
  resolveFunctionArguments(dae);
  ExprPool& pool = *dae.pool;
  SplitVariables split = numberElements(dae, diagnostics);
  Provenance where;
  ArrayExpander expander(pool, split, dae.functions, [&](const std::string& why) {
    Diagnostic& diagnostic = diagnostics.report(diag::ScalarizeUnsupported, where.range, why);
    if (where.instance) diagnostic.in(std::string(pool.names.text(where.instance)));
  });

  IdVector<VariableId, Variable> variables;
  variables.reserve(dae.variables.size());
  VariableSplitter splitter(pool, expander, diagnostics);
  for (const Variable& variable : dae.variables) {
    where = variable.origin;
    splitter.split(variable, variables);
  }

  EquationScalarizer equations(pool, expander, diagnostics, where);
  dae.equations = equations.run(dae.equations);
  dae.initialEquations = equations.run(dae.initialEquations);
  dae.constraints = equations.run(dae.constraints);

  ReferenceSplitter references(pool, split);
  auto rewrite = [&](ExprId& e) { e = references.rewrite(e); };
  for (std::vector<Algorithm>* list : {&dae.algorithms, &dae.initialAlgorithms}) {
    for (Algorithm& algorithm : *list) {
      if (algorithm.active) rewrite(algorithm.active);
      for (Statement& statement : algorithm.body) forEachExprInStatement(statement, rewrite);
    }
  }
  for (Function& function : dae.functions) forEachExprInFunction(function, rewrite);
  for (Equation& equation : dae.equations) {
    if (equation.clock) rewrite(equation.clock);
    if (equation.active) rewrite(equation.active);
  }
  for (Variable& variable : variables) {
    if (variable.reset) rewrite(variable.reset);
  }
  dae.variables = std::move(variables);
  return dae;
}

}  // namespace formola
