#include "structure/simplify/bind_unknowns.h"

#include <algorithm>
#include <cmath>

#include "expr/eval_numeric.h"
#include "expr/rewrite.h"
#include "expr/solve.h"
#include "structure/simplify/parameter_values.h"
#include "structure/solve/tear_blocks.h"
#include "structure/systems/incidence.h"

namespace formola {

namespace {

class Binder {
 public:
  explicit Binder(StructuredDae& model)
      : model_(model),
        pool_(model.pool()),
        values_(std::make_shared<std::vector<double>>(parameterValues(model))),
        collector_(pool_),
        solver_(pool_, SolveOptions{signFacts(model, values_), {}}),
        numeric_(pool_, [this](ExprId leaf) {
          return pool_.kind(leaf) == ExprKind::Variable ? (*values_)[pool_.variableOf(leaf).index()]
                                                        : NAN;
        }) {}

  void run();

 private:
  // Whether an expression has the same value at all times if the variables in it have.
  bool isTimeless(ExprId root);
  void findCandidates();
  bool bind(size_t equation, VariableId variable);

  StructuredDae& model_;
  ExprPool& pool_;
  std::shared_ptr<std::vector<double>> values_;  // of parameters; of what is bound, too
  IncidenceCollector collector_;
  EquationSolver solver_;
  NumericEvaluator numeric_;
  std::vector<char> candidate_;
  ExprTable<char> timeless_;
  ExprSet seen_;
  std::vector<Incidence> found_;
};

bool Binder::isTimeless(ExprId root) {
  const ExprId roots[1] = {root};
  forEachNode(pool_, roots, seen_, [&](ExprId id) {
    char timeless = 1;
    for (ExprId child : pool_.children(id)) timeless &= timeless_.get(child);
    switch (pool_.kind(id)) {
      case ExprKind::Time:
      case ExprKind::Call:
        timeless = 0;
        break;
      case ExprKind::Builtin:
        switch (pool_.builtinOf(id)) {
          case Builtin::Homotopy:
          case Builtin::Delay:
          case Builtin::SpatialDistribution:
            timeless = 0;
            break;
          default:
            if (isLeafQuantity(pool_, id)) timeless = 0;
        }
        break;
      default:
        break;
    }
    timeless_.set(id, timeless);
  });
  return timeless_.get(root) != 0;
}

void Binder::findCandidates() {
  candidate_.assign(model_.dae.variables.size(), 0);
  for (uint32_t i = 0; i < candidate_.size(); ++i) {
    const VariableId id(i);
    const Variable& v = model_.dae.variables[id];
    const bool fixed = v.fixed.valid() &&
                       !(pool_.kind(v.fixed) == ExprKind::Boolean && !pool_.booleanValue(v.fixed));
    candidate_[i] = model_.info[id].role == Role::Algebraic && model_.isReal(id) && !fixed;
  }
  ExprSet seen;
  auto exclude = [&](ExprId root) {
    if (!root.valid()) return;
    const ExprId roots[1] = {root};
    forEachNode(pool_, roots, seen, [&](ExprId id) {
      if (pool_.kind(id) != ExprKind::Builtin || !isLeafQuantity(pool_, id)) return;
      for (ExprId child : pool_.children(id))
        if (pool_.kind(child) == ExprKind::Variable)
          candidate_[pool_.variableOf(child).index()] = 0;
    });
  };
  for (const auto* list : {&model_.equations, &model_.initialEquations})
    for (const StructuredEquation& e : *list) {
      exclude(e.left);
      exclude(e.right);
      if (e.target.valid()) candidate_[e.target.index()] = 0;
    }
  for (const Action& a : model_.actions) {
    exclude(a.guard);
    exclude(a.value);
    if (a.state.valid()) candidate_[a.state.index()] = 0;
  }
}

bool Binder::bind(size_t equation, VariableId variable) {
  const StructuredEquation& e = model_.equations[equation];
  const Solution solution = solver_(e.left, e.right, model_.ref(variable));
  if (!solution.solved() || !solution.safe()) return false;
  const double value = numeric_(solution.value);
  if (!std::isfinite(value)) return false;
  (*values_)[variable.index()] = value;
  model_.info[variable].role = Role::Parameter;
  model_.dae.variables[variable].binding = solution.value;
  return true;
}

void Binder::run() {
  findCandidates();
  const size_t n = model_.equations.size();
  std::vector<int> open(n, -1);  // unknowns that are not bound; -1: cannot be used
  std::vector<std::vector<uint32_t>> equationsOf(model_.dae.variables.size());
  std::vector<size_t> todo;
  for (size_t i = 0; i < n; ++i) {
    const StructuredEquation& e = model_.equations[i];
    if (e.target.valid() || pool_.base(e.left) != BaseType::Real) continue;
    if (!isTimeless(e.left) || !isTimeless(e.right)) continue;
    const ExprId roots[2] = {e.left, e.right};
    collector_.collect(roots, found_);
    open[i] = 0;
    for (const Incidence& in : found_) {
      if (!std::isnan((*values_)[in.variable.index()])) continue;
      if (!candidate_[in.variable.index()]) {
        open[i] = -1;
        break;
      }
      ++open[i];
    }
    if (open[i] <= 0) continue;
    for (const Incidence& in : found_)
      if (std::isnan((*values_)[in.variable.index()]))
        equationsOf[in.variable.index()].push_back(static_cast<uint32_t>(i));
    if (open[i] == 1) todo.push_back(i);
  }
  std::vector<char> used(n, 0);
  for (size_t k = 0; k < todo.size(); ++k) {
    const StructuredEquation& e = model_.equations[todo[k]];
    const ExprId roots[2] = {e.left, e.right};
    collector_.collect(roots, found_);
    VariableId last;
    for (const Incidence& in : found_)
      if (std::isnan((*values_)[in.variable.index()])) last = in.variable;
    // All known by now: a second equation for the same unknown, which sorting explains.
    if (!last.valid() || !bind(todo[k], last)) continue;
    used[todo[k]] = 1;
    for (uint32_t i : equationsOf[last.index()])
      if (--open[i] == 1) todo.push_back(i);
  }
  std::vector<StructuredEquation> rest;
  for (size_t i = 0; i < n; ++i)
    if (!used[i]) rest.push_back(std::move(model_.equations[i]));
  model_.equations = std::move(rest);
}

}  // namespace

StructuredDae bindUnknowns(StructuredDae model, const StructureOptions& options, Diagnostics&) {
  if (options.on(Pass::bindUnknowns)) Binder(model).run();
  return model;
}

}  // namespace formola
