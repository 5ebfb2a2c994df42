#include "schedule/block_steps.h"

#include <optional>

#include "expr/rewrite.h"
#include "structure/index/function_rules.h"

namespace formola {

namespace {

// Jacobians with more entries to differentiate than this are left to differences.
constexpr size_t kJacobianWork = 4'000'000;
// With more unknowns than this the derivatives along assignments are made row by row.
constexpr size_t kFewColumns = 16;
// Of an expression that is differentiated in one direction after the other.
constexpr size_t kMostDirections = 1000;

// The assignments that parts consist of; nothing if some part is a system that is solved by
// numbers.
std::optional<std::vector<Assignment>> assignmentsOf(const std::vector<Block>& parts) {
  std::vector<Assignment> all;
  for (const Block& part : parts) {
    if (!part.torn.empty()) return std::nullopt;
    all.insert(all.end(), part.inner.begin(), part.inner.end());
  }
  return all;
}

}  // namespace

Step BlockSteps::assign(const Assignment& a) const {
  Step step;
  step.kind = StepKind::Assign;
  step.variable = a.variable;
  step.value = a.value;
  step.discrete = isDiscrete(a.variable);
  const bool ofModel = equations_.data() == schedule_.model.equations.data();
  step.equation = ofModel ? a.equation : -1;
  return step;
}

ExprId BlockSteps::residual(int equation) const {
  const StructuredEquation& e = equations_[static_cast<size_t>(equation)];
  return ExprBuilder(pool_).sub(e.left, e.right);
}

Dependence BlockSteps::isColumn(ExprId leaf) const {
  return pool_.kind(leaf) == ExprKind::Variable && column_[pool_.variableOf(leaf).index()] >= 0
             ? Dependence::Unknown
             : Dependence::Known;
}

DerivativeRules BlockSteps::tornRules() {
  DerivativeRules rules;
  rules.leaf = [this](ExprId leaf) {
    if (leaf == direction_) return build_.one();
    return known_.has(leaf) ? known_.at(leaf) : build_.zero();
  };
  rules.call = [this](ExprId call, std::span<const ExprId> derivatives) {
    return derivativeOfCall(build_, functions_, call, derivatives);
  };
  return rules;
}

// Calls of user functions have no gradient: one direction for each of the block's variables.
bool BlockSteps::directionsOf(ExprId root, std::vector<GradientEntry>& entries) {
  const ExprId roots[1] = {root};
  collector_.collect(roots, found_);
  if (found_.size() > kMostDirections) return false;
  known_.clear();
  for (const Incidence& in : found_) {
    if (in.onlyInRelations || column_[in.variable.index()] < 0) continue;
    direction_ = model_.ref(in.variable);
    differentiate_.reset();
    const Derivative d = differentiate_(root);
    if (!d.ok()) return false;
    if (!build_.isZero(d.value)) entries.push_back({direction_, d.value});
  }
  return true;
}

// The gradient of each inner value and residual by the block's variables, then the chain rule with
// the sparse gradients of the inner variables before it: work for each pair of an inner variable
// and a torn one it depends on. False: too much work, or something that only the rules for
// directions can differentiate.
bool BlockSteps::sparseJacobian(const std::vector<VariableId>& torn,
                                const std::vector<Assignment>& assignments,
                                const std::vector<ExprId>& residuals,
                                std::vector<MatrixEntry>& entries) {
  const size_t n = torn.size();
  for (size_t j = 0; j < n; ++j) column_[torn[j].index()] = static_cast<int>(j);
  for (size_t k = 0; k < assignments.size(); ++k)
    column_[assignments[k].variable.index()] = static_cast<int>(n + k);
  gradient_.reset();
  using Row = std::vector<std::pair<int32_t, ExprId>>;  // by torn variable, ascending
  std::vector<Row> inner(assignments.size());
  std::vector<ExprId> sum(n);
  std::vector<int32_t> touched;
  size_t work = 0;
  // Sparse systems may be as large as they are: so much for each row on average.
  constexpr size_t kWorkOfRow = 32;
  const size_t mostWork =
      std::max(kJacobianWork, kWorkOfRow * (assignments.size() + residuals.size()));
  auto add = [&](int32_t j, ExprId term) {
    ExprId& at = sum[static_cast<size_t>(j)];
    if (!at.valid()) touched.push_back(j);
    at = at.valid() ? build_.add(at, term) : term;
  };
  auto rowOf = [&](ExprId root, Row& row) {
    const Gradient gradient = gradient_(root);
    std::vector<GradientEntry> inDirections;
    if (!gradient.ok()) {
      // With few columns fewer calls are needed along the whole sequence.
      if (n <= kFewColumns || !directionsOf(root, inDirections)) return false;
      work += inDirections.size();
    }
    for (const GradientEntry& entry : gradient.ok() ? gradient.entries : inDirections) {
      const int c = column_[pool_.variableOf(entry.unknown).index()];
      if (c < static_cast<int>(n)) {
        add(c, entry.derivative);
        continue;
      }
      for (const auto& [j, value] : inner[static_cast<size_t>(c) - n])
        add(j, build_.mul(entry.derivative, value));
    }
    std::sort(touched.begin(), touched.end());
    for (int32_t j : touched) {
      ExprId& value = sum[static_cast<size_t>(j)];
      if (!build_.isZero(value)) row.emplace_back(j, value);
      value = ExprId();
    }
    work += touched.size();
    touched.clear();
    return work <= mostWork;
  };
  bool ok = true;
  for (size_t k = 0; k < assignments.size() && ok; ++k) ok = rowOf(assignments[k].value, inner[k]);
  for (size_t i = 0; i < residuals.size() && ok; ++i) {
    Row row;
    ok = rowOf(residuals[i], row);
    for (const auto& [j, value] : row) entries.push_back({static_cast<int32_t>(i), j, value});
  }
  for (VariableId id : torn) column_[id.index()] = -1;
  for (const Assignment& a : assignments) column_[a.variable.index()] = -1;
  std::stable_sort(entries.begin(), entries.end(), [](const MatrixEntry& x, const MatrixEntry& y) {
    return x.column != y.column ? x.column < y.column : x.row < y.row;
  });
  return ok;
}

// By rows where the gradients are known; otherwise column by column: the derivatives of the inner
// variables one after the other, then of the residuals (Griewank, Walther: Evaluating Derivatives,
// 2008, ch. 3.1: forward accumulation).
bool BlockSteps::tornJacobian(const Block& block, const std::vector<ExprId>& residuals,
                              std::vector<MatrixEntry>& entries) {
  const size_t n = block.torn.size();
  entries.clear();
  if (sparseJacobian(block.torn, block.inner, residuals, entries)) return true;
  entries.clear();
  if (n * (block.inner.size() + residuals.size()) > kJacobianWork) return false;
  for (size_t j = 0; j < n; ++j) {
    known_.clear();
    differentiate_.reset();
    direction_ = model_.ref(block.torn[j]);
    for (const Assignment& a : block.inner)
      if (!differentiateAssignment(a)) return false;
    if (!differentiateResiduals(residuals, static_cast<int32_t>(j), entries)) return false;
  }
  return true;
}

bool BlockSteps::differentiateResiduals(const std::vector<ExprId>& residuals, int32_t column,
                                        std::vector<MatrixEntry>& entries) {
  for (size_t i = 0; i < residuals.size(); ++i) {
    Derivative d = differentiate_(residuals[i]);
    if (!d.ok()) return false;
    if (!build_.isZero(d.value)) entries.push_back({static_cast<int32_t>(i), column, d.value});
  }
  return true;
}

bool BlockSteps::differentiateAssignment(const Assignment& a) {
  Derivative d = differentiate_(a.value);
  if (!d.ok()) return false;
  if (!build_.isZero(d.value)) known_.set(model_.ref(a.variable), d.value);
  return true;
}

// r(u, p) = 0 with r linear in u gives A du/dp = -dr/dp at fixed u, with the A that was factored
// for u. Then the inner variables follow.
bool BlockSteps::differentiateLinear(const Block& part, int linearBlock) {
  if (!part.torn.empty()) {
    std::vector<ExprId> changes{pool_.integer(linearBlock)};
    bool any = false;
    atFixedUnknowns_.reset();
    for (const Assignment& a : part.inner) {
      Derivative d = atFixedUnknowns_(a.value);
      if (!d.ok()) return false;
      if (!build_.isZero(d.value)) known_.set(model_.ref(a.variable), d.value);
    }
    for (int e : part.residuals) {
      Derivative d = atFixedUnknowns_(residual(e));
      if (!d.ok()) return false;
      any = any || !build_.isZero(d.value);
      changes.push_back(build_.neg(d.value));
    }
    for (const Assignment& a : part.inner) known_.set(model_.ref(a.variable), build_.zero());
    const ExprId solution = pool_.builtin(Builtin::SolveLinear, pool_.types.real(), changes);
    for (size_t k = 0; k < part.torn.size() && any; ++k) {
      const ExprId element[2] = {solution, pool_.integer(static_cast<int64_t>(k + 1))};
      known_.set(model_.ref(part.torn[k]),
                 pool_.builtin(Builtin::ElementOfSolution, pool_.types.real(), element));
    }
  }
  for (const Assignment& a : part.inner)
    if (!differentiateAssignment(a)) return false;
  return true;
}

// As tornJacobian, along a sequence of assignments and linear blocks; by rows only where there are
// many columns and nothing but assignments.
bool BlockSteps::partJacobian(const Block& block, const std::vector<int>& linearBlocks,
                              const std::vector<ExprId>& residuals,
                              std::vector<MatrixEntry>& entries) {
  entries.clear();
  const size_t n = block.torn.size();
  if (n > kFewColumns) {
    const auto assignments = assignmentsOf(block.parts);
    if (assignments && sparseJacobian(block.torn, *assignments, residuals, entries)) return true;
    entries.clear();
  }
  if (n * (block.unknowns.size() + residuals.size()) > kJacobianWork) return false;
  for (size_t j = 0; j < n; ++j) {
    known_.clear();
    differentiate_.reset();
    direction_ = model_.ref(block.torn[j]);
    for (size_t p = 0; p < block.parts.size(); ++p) {
      const Block& part = block.parts[p];
      if (part.kind == BlockKind::Assign ? !differentiateAssignment(part.inner[0])
                                         : !differentiateLinear(part, linearBlocks[p]))
        return false;
    }
    if (!differentiateResiduals(residuals, static_cast<int32_t>(j), entries)) return false;
  }
  return true;
}

// More residuals than unknowns: the least sum of squares is where its gradient J^T r vanishes,
// which is a square system again (Cellier and Kofman 2006, (8.128)). Its Jacobian is left to
// differences. Without a symbolic J the first residuals remain.
void BlockSteps::leastSquares(NonlinearBlock& block, std::vector<ExprId>& residuals, size_t own) {
  std::vector<ExprId> gradient(own, build_.zero());
  if (block.hasJacobian) {
    for (const MatrixEntry& entry : block.jacobian) {
      ExprId& sum = gradient[static_cast<size_t>(entry.column)];
      sum = build_.add(sum, build_.mul(entry.value, residuals[static_cast<size_t>(entry.row)]));
    }
    residuals = std::move(gradient);
  } else {
    residuals.resize(own);
  }
  block.hasJacobian = false;
}

// Constant: parameters; Known: discrete; Unknown: varies along the solution.
Dependence BlockSteps::changeOfLeaf(ExprId leaf) const {
  if (pool_.kind(leaf) == ExprKind::Time) return Dependence::Unknown;
  if (pool_.kind(leaf) != ExprKind::Variable) return Dependence::Known;
  // The step size changes as rarely as a discrete variable.
  if (pool_.variableOf(leaf) == model_.stepSize) return Dependence::Known;
  switch (model_.info[pool_.variableOf(leaf)].role) {
    case Role::Parameter:
      return Dependence::Constant;
    case Role::Discrete:
      return Dependence::Known;
    default:
      return Dependence::Unknown;
  }
}

MatrixChange BlockSteps::changeOf(const std::vector<MatrixEntry>& entries) {
  // While the initial system is solved everything may still change.
  Dependence worst = initial_ ? Dependence::Unknown : Dependence::Constant;
  for (const MatrixEntry& entry : entries) worst = std::max(worst, change_(entry.value));
  return worst == Dependence::Constant ? MatrixChange::Constant
         : worst == Dependence::Known  ? MatrixChange::AtEvent
                                       : MatrixChange::Varies;
}

bool BlockSteps::symbolicLinear(const Block& block, const std::vector<ExprId>& residuals,
                                LinearBlock& linear) {
  if (!tornJacobian(block, residuals, linear.matrix)) return false;
  // b = -r with the torn variables 0 and the inner ones replaced by their values.
  replaced_.clear();
  for (VariableId id : block.torn) replaced_.set(model_.ref(id), build_.zero());
  auto replace = [&](ExprId root) {
    return mapExpr(pool_, root, replaced_, [&](ExprId id, std::span<const ExprId> children) {
      return isFrozen(pool_, id) ? id : build_.withChildren(id, children);
    });
  };
  for (const Assignment& a : block.inner) replaced_.set(model_.ref(a.variable), replace(a.value));
  for (ExprId r : residuals) linear.rhs.push_back(build_.neg(replace(r)));
  linear.change = changeOf(linear.matrix);
  linear.symbolic = true;
  return true;
}

void BlockSteps::append(const Block& block, std::vector<Step>& steps) {
  std::vector<ExprId> residuals;
  std::vector<Provenance> origins;
  for (int e : block.residuals) {
    residuals.push_back(residual(e));
    origins.push_back(equations_[static_cast<size_t>(e)].origin);
  }
  // Those of the residuals come first.
  if (!block.torn.empty())
    for (const Assignment& a : block.inner)
      origins.push_back(equations_[static_cast<size_t>(a.equation)].origin);
  switch (block.kind) {
    case BlockKind::Assign:
      steps.push_back(assign(block.inner[0]));
      return;
    case BlockKind::Linear:
      if (block.torn.empty()) {
        for (const Assignment& a : block.inner) steps.push_back(assign(a));
      } else {
        appendLinear(block, std::move(residuals), std::move(origins), steps);
      }
      return;
    case BlockKind::Nonlinear:
      return appendNonlinear(block, std::move(residuals), std::move(origins), steps);
    case BlockKind::Mixed:
      return appendMixed(block, steps);
  }
}

void BlockSteps::appendLinear(const Block& block, std::vector<ExprId> residuals,
                              std::vector<Provenance> origins, std::vector<Step>& steps) {
  LinearBlock linear;
  linear.unknowns = block.torn;
  linear.sizeBeforeTearing = block.unknowns.size();
  linear.sweepGroups = block.sweepGroups;
  linear.equations = std::move(origins);
  const bool symbolic = symbolicLinear(block, residuals, linear);
  // By formulas, the variables that are torn only for the matrix follow like inner ones; after
  // a numerical solution they are computed once more, to the same values.
  std::vector<Step> inner;
  for (const Assignment& a : symbolic ? block.afterFormulas() : block.inner)
    inner.push_back(assign(a));
  if (symbolic) {
    linear.formulas = block.formulas;
    linear.guards = block.guards;
  }
  linear.residuals = std::move(residuals);
  if (symbolic) {
    linear.after = inner;
  } else {
    linear.inner = inner;
    linear.matrix.clear();
  }
  Step step;
  step.kind = StepKind::Linear;
  step.block = static_cast<uint32_t>(schedule_.linearBlocks.size());
  schedule_.linearBlocks.push_back(std::move(linear));
  steps.push_back(step);
  if (symbolic) steps.insert(steps.end(), inner.begin(), inner.end());
}

void BlockSteps::appendNonlinear(const Block& block, std::vector<ExprId> residuals,
                                 std::vector<Provenance> origins, std::vector<Step>& steps) {
  NonlinearBlock nonlinear;
  nonlinear.unknowns = block.torn;
  nonlinear.sizeBeforeTearing = block.unknowns.size();
  nonlinear.sweepGroups = block.sweepGroups;
  nonlinear.equations = std::move(origins);
  for (const Assignment& a : block.inner) nonlinear.inner.push_back(assign(a));
  std::vector<int> linearBlocks;
  for (const Block& part : block.parts) {
    linearBlocks.push_back(static_cast<int>(schedule_.linearBlocks.size()));
    append(part, nonlinear.inner);
  }
  const size_t own = residuals.size();
  for (VariableId id : block.constraints) residuals.push_back(model_.ref(id));
  nonlinear.hasJacobian = block.parts.empty()
                              ? tornJacobian(block, residuals, nonlinear.jacobian)
                              : partJacobian(block, linearBlocks, residuals, nonlinear.jacobian);
  if (residuals.size() > own) leastSquares(nonlinear, residuals, own);
  if (!nonlinear.hasJacobian) nonlinear.jacobian.clear();
  nonlinear.residuals = std::move(residuals);
  nonlinear.whole = addWhole(block);
  Step step;
  step.kind = StepKind::Nonlinear;
  step.block = static_cast<uint32_t>(schedule_.nonlinearBlocks.size());
  schedule_.nonlinearBlocks.push_back(std::move(nonlinear));
  steps.push_back(step);
}

// The system with nothing torn. -1: it is not torn, or so large that the derivatives must be known
// and are not.
int32_t BlockSteps::addWhole(const Block& block) {
  constexpr size_t kLargestByDifferences = 200;
  if (!initial_ || block.torn.size() >= block.unknowns.size() || !block.constraints.empty())
    return -1;
  Block whole;
  whole.torn = block.unknowns;
  NonlinearBlock nonlinear;
  nonlinear.unknowns = block.unknowns;
  nonlinear.sizeBeforeTearing = block.unknowns.size();
  for (int e : block.equations) {
    nonlinear.residuals.push_back(residual(e));
    nonlinear.equations.push_back(equations_[static_cast<size_t>(e)].origin);
  }
  nonlinear.hasJacobian = tornJacobian(whole, nonlinear.residuals, nonlinear.jacobian);
  if (!nonlinear.hasJacobian) {
    if (nonlinear.unknowns.size() > kLargestByDifferences) return -1;
    nonlinear.jacobian.clear();
  }
  schedule_.wholeBlocks.push_back(std::move(nonlinear));
  return static_cast<int32_t>(schedule_.wholeBlocks.size()) - 1;
}

void BlockSteps::appendMixed(const Block& block, std::vector<Step>& steps) {
  // Relations in the block that do not depend on its unknowns are not iterated: they get their
  // values before it.
  std::vector<ExprId> roots;
  for (int e : block.equations) {
    roots.push_back(equations_[static_cast<size_t>(e)].left);
    roots.push_back(equations_[static_cast<size_t>(e)].right);
  }
  seen_.clear();
  Step before;
  before.kind = StepKind::Relations;
  forEachNode(pool_, roots, seen_, [&](ExprId id) {
    if (!pool_.isBuiltin(id, Builtin::Relation)) return;
    auto k = static_cast<uint32_t>(pool_.integerValue(pool_.child(id, 0)));
    if (!std::binary_search(block.relations.begin(), block.relations.end(), k))
      before.relations.push_back(k);
  });
  if (!before.relations.empty()) steps.push_back(before);
  MixedBlock mixed;
  mixed.relations = block.relations;
  // Discrete unknowns that follow from the relations alone are no modes of their own: they are
  // computed from the relations that are being tried.
  for (VariableId id : block.unknowns) column_[id.index()] = 0;
  std::vector<char> follows(block.modes.size(), 0);
  for (size_t i = 0; i < block.modes.size(); ++i) {
    const Assignment& a = block.modes[i];
    if (!a.value.valid()) continue;
    ExprId root[1] = {a.value};
    collector_.collect(root, found_);
    follows[i] = std::none_of(found_.begin(), found_.end(), [&](const Incidence& in) {
      return !in.onlyInRelations && column_[in.variable.index()] >= 0;
    });
    if (!follows[i]) continue;
    column_[a.variable.index()] = -1;
    mixed.continuous.push_back(assign(a));
  }
  for (VariableId id : block.unknowns) column_[id.index()] = -1;
  for (const Block& part : block.parts) append(part, mixed.continuous);
  Step relations;
  relations.kind = StepKind::Relations;
  relations.relations = block.relations;
  if (!relations.relations.empty()) mixed.modes.push_back(relations);
  for (size_t i = 0; i < block.modes.size(); ++i) {
    if (follows[i]) continue;
    const Assignment& a = block.modes[i];
    if (!a.value.valid()) {
      unsolved_.push_back(a.equation);
      continue;
    }
    mixed.discrete.push_back(a.variable);
    mixed.modes.push_back(assign(a));
  }
  Step step;
  step.kind = StepKind::Mixed;
  step.block = static_cast<uint32_t>(schedule_.mixedBlocks.size());
  schedule_.mixedBlocks.push_back(std::move(mixed));
  steps.push_back(step);
}

}  // namespace formola
