// Visits every expression slot of equations, statements, functions and whole DAEs, const or not.
//
// Nesting of equations and statements is the nesting of the source text, which the parser limits,
// so these helpers recurse on it; expressions themselves are never walked here. Slots that hold an
// invalid id are passed over.
#pragma once

#include "dae/dae.h"

namespace formola {

namespace visit_detail {
template <typename Id, typename Visit>
void slot(Id& id, Visit& visit) {
  if (id.valid()) visit(id);
}
}  // namespace visit_detail

// `EquationLike` is Equation or const Equation; visit(ExprId&) or visit(const ExprId&).
template <typename EquationLike, typename Visit>
void forEachExprInEquation(EquationLike& equation, Visit& visit) {
  visit_detail::slot(equation.left, visit);
  visit_detail::slot(equation.right, visit);
  visit_detail::slot(equation.clock, visit);
  visit_detail::slot(equation.active, visit);
  for (auto& target : equation.targets) visit_detail::slot(target, visit);
  for (auto& branch : equation.branches) {
    visit_detail::slot(branch.condition, visit);
    for (auto& inner : branch.body) forEachExprInEquation(inner, visit);
  }
}

template <typename StatementLike, typename Visit>
void forEachExprInStatement(StatementLike& statement, Visit& visit) {
  visit_detail::slot(statement.target, visit);
  visit_detail::slot(statement.value, visit);
  visit_detail::slot(statement.message, visit);
  for (auto& target : statement.targets) visit_detail::slot(target, visit);
  for (auto& branch : statement.branches) {
    visit_detail::slot(branch.condition, visit);
    for (auto& inner : branch.body) forEachExprInStatement(inner, visit);
  }
}

// The variables of which an assignment to `target` changes something: visit(VariableId).
template <typename Visit>
void forEachVariableOfTarget(const ExprPool& pool, ExprId target, Visit& visit) {
  std::vector<ExprId> open{target};
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    if (!id.valid()) continue;
    const ExprKind kind = pool.kind(id);
    if (kind == ExprKind::Variable) {
      visit(pool.variableOf(id));
    } else if (kind == ExprKind::Index || kind == ExprKind::Field) {
      open.push_back(pool.child(id, 0));
    } else if (kind == ExprKind::Array || kind == ExprKind::Record) {
      open.insert(open.end(), pool.children(id).rbegin(), pool.children(id).rend());
    }
  }
}

// All variables that statements assign, in their order; bodies of branches too.
template <typename Visit>
void forEachAssigned(const ExprPool& pool, const std::vector<Statement>& body, Visit& visit) {
  for (const Statement& s : body) {
    if (s.kind == StatementKind::Assign) forEachVariableOfTarget(pool, s.target, visit);
    for (ExprId target : s.targets) forEachVariableOfTarget(pool, target, visit);
    for (const StatementBranch& branch : s.branches) forEachAssigned(pool, branch.body, visit);
  }
}

template <typename VariableLike, typename Visit>
void forEachExprInVariable(VariableLike& variable, Visit& visit) {
  for (auto* slot : {&variable.binding, &variable.start, &variable.fixed, &variable.min,
                     &variable.max, &variable.nominal, &variable.stateSelects, &variable.reset}) {
    visit_detail::slot(*slot, visit);
  }
}

template <typename FunctionLike, typename Visit>
void forEachExprInFunction(FunctionLike& function, Visit& visit) {
  for (auto& local : function.locals) {
    for (auto& dimension : local.dimensions) visit_detail::slot(dimension, visit);
    visit_detail::slot(local.binding, visit);
  }
  for (auto& statement : function.body) forEachExprInStatement(statement, visit);
  if (function.external) {
    visit_detail::slot(function.external->result, visit);
    for (auto& argument : function.external->arguments) visit_detail::slot(argument, visit);
  }
  for (auto& inverse : function.inverses) {
    for (auto& argument : inverse.arguments) visit_detail::slot(argument, visit);
  }
}

// Everything but the functions, in the order of the members of Dae.
template <typename DaeLike, typename Visit>
void forEachExprInModel(DaeLike& dae, Visit& visit) {
  for (auto& variable : dae.variables) forEachExprInVariable(variable, visit);
  for (auto& equation : dae.equations) forEachExprInEquation(equation, visit);
  for (auto& equation : dae.initialEquations) forEachExprInEquation(equation, visit);
  for (auto& equation : dae.constraints) forEachExprInEquation(equation, visit);
  for (auto& algorithm : dae.algorithms) {
    visit_detail::slot(algorithm.active, visit);
    for (auto& statement : algorithm.body) forEachExprInStatement(statement, visit);
  }
  for (auto& algorithm : dae.initialAlgorithms) {
    for (auto& statement : algorithm.body) forEachExprInStatement(statement, visit);
  }
}

}  // namespace formola
