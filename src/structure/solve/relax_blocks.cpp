#include "structure/solve/relax_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "diag/codes/structure.h"
#include "expr/analysis.h"
#include "graph/matching.h"
#include "graph/relaxed_order.h"
#include "structure/simplify/parameter_values.h"
#include "structure/solve/closed_form.h"
#include "structure/solve/relaxed_rows.h"
#include "structure/solve/symbolic_elimination.h"
#include "structure/solve/tear_blocks.h"

namespace formola {

namespace {

constexpr size_t kLargest = 100'000;    // equations of a block that is eliminated by formulas
constexpr double kLongest = 3'000'000;  // operations of its formulas
constexpr size_t kMostInlined = 6;      // torn variables of a block of an inlined system
constexpr double kLongestSparse = 20'000;
constexpr double kBackwardError = 1e-11;   // of a trial with numbers
constexpr double kGuardedAdvantage = 0.8;  // formulas that may fail must be this much cheaper
// relax(x) is followed where its order takes few operations, or hardly more than without it.
constexpr double kFewOperations = 2000;
constexpr double kHintedExcess = 1.25;

class Relaxer {
 public:
  Relaxer(const EquationSystem& system, const StructureOptions& options, Diagnostics* diagnostics)
      : system_(system),
        model_(*system.model),
        pool_(model_.pool()),
        options_(options),
        diagnostics_(diagnostics),
        values_(std::make_shared<std::vector<double>>(parameterValues(model_))),
        closedForm_(model_, signFacts(model_, values_), boundFacts()),
        elimination_(model_, signFacts(model_, values_), boundFacts()),
        probes_(model_, *values_),
        place_(model_.dae.variables.size(), -1) {}

  // Blocks one after the other, in the order of evaluation.
  void block(Block& b);
  // For one that is inside of another. The Jacobian around it needs the torn matrix: formulas that
  // may fail and would be used beside it are not worth it.
  void part(Block& b) {
    if (b.kind != BlockKind::Linear) return;
    linear(b);
    b.formulas.clear();
    b.guards.clear();
  }

 private:
  void linear(Block& b);
  bool relax(Block& b);
  bool shortest(const std::vector<SymbolicElimination::Pivots>& orders, EliminatedBlock& result,
                double& price);
  bool hintedOrder(const Block& b, long long most, SymbolicElimination::Pivots& pivots);
  bool substitutedOrder(const RelaxedRows& rows, long long most,
                        SymbolicElimination::Pivots& pivots);
  void reportHint(const Block& b, DiagCode code, auto&&... arguments);
  bool accept(Block& b, EliminatedBlock result);
  // Values of parameters; a step size is only known not to be negative.
  SignAnalysis::Fact boundFacts() const {
    return [this, values = valueFacts(model_, values_)](ExprId leaf) {
      if (pool_.kind(leaf) == ExprKind::Variable && pool_.variableOf(leaf) == model_.stepSize)
        return ValueRange::nonNegativeReals();
      return values(leaf);
    };
  }
  double costOf(const std::vector<ExprId>& values) const {
    return cost(countOperations(pool_, values));
  }
  double numericCost(const Block& b);
  std::vector<ExprId> valuesOf(std::span<const VariableId> variables,
                               const EliminatedBlock& result);

  const EquationSystem& system_;
  const StructuredDae& model_;
  ExprPool& pool_;
  const StructureOptions& options_;
  Diagnostics* diagnostics_;
  std::shared_ptr<const std::vector<double>> values_;
  ClosedForm closedForm_;
  SymbolicElimination elimination_;
  ProbeValues probes_;
  std::vector<int> place_;  // of the unknowns of the block at hand
};

// Where relaxing does not give an equation for every unknown: those with relaxed variables, solved
// for the others, are substituted into the rest, which is a smaller system for the relaxed
// variables (section 6: branch currents into Kirchhoff's equations, which leaves those of modified
// nodal analysis). False: some equation with relaxed variables has nothing to be solved for, or
// some variable is relaxed wherever it occurs.
// Pivots are empty if they would take more than `most` operations.
bool Relaxer::substitutedOrder(const RelaxedRows& system, long long most,
                               SymbolicElimination::Pivots& pivots) {
  const size_t n = system.rows.size();
  std::vector<int> marked;  // equations with relaxed variables
  std::vector<std::vector<int>> rows, relaxed;
  std::vector<char> occurs(n, 0);
  for (size_t e = 0; e < n; ++e) {
    for (int v : system.rows[e]) occurs[static_cast<size_t>(v)] = 1;
    if (system.relaxed[e].empty()) continue;
    marked.push_back(static_cast<int>(e));
    rows.push_back(system.rows[e]);
  }
  if (std::find(occurs.begin(), occurs.end(), 0) != occurs.end()) return false;
  const auto all = graph::Bipartite::fromRows(static_cast<int>(n), rows);
  const graph::Matching matching = graph::maximumMatching(all);
  if (matching.size != static_cast<int>(marked.size())) return false;
  // Among themselves.
  std::vector<int> number(n, -1), columns;
  for (size_t k = 0; k < marked.size(); ++k) {
    number[static_cast<size_t>(matching.eqToVar[k])] = static_cast<int>(k);
    columns.push_back(matching.eqToVar[k]);
  }
  auto renumber = [&](const std::vector<int>& from) {
    std::vector<int> to;
    for (int v : from)
      if (number[static_cast<size_t>(v)] >= 0) to.push_back(number[static_cast<size_t>(v)]);
    return to;
  };
  graph::Matching own(static_cast<int>(marked.size()), static_cast<int>(marked.size()));
  for (size_t k = 0; k < marked.size(); ++k) {
    rows[k] = renumber(rows[k]);
    relaxed.push_back(renumber(system.relaxed[static_cast<size_t>(marked[k])]));
    own.match(static_cast<int>(k), static_cast<int>(k));
  }
  own.size = static_cast<int>(marked.size());
  const auto graph = graph::Bipartite::fromRows(static_cast<int>(marked.size()), rows);
  const graph::Groups groups = graph::relaxedOrder(graph, own, relaxed);
  SymbolicElimination::Pivots first;
  for (int e : groups.members)
    first.emplace_back(marked[static_cast<size_t>(e)], columns[static_cast<size_t>(e)]);
  pivots = elimination_.automaticOrderAfter(first, most);
  return true;
}

// At the first equation with relax(x).
void Relaxer::reportHint(const Block& b, DiagCode code, auto&&... arguments) {
  if (diagnostics_ == nullptr) return;
  for (int e : b.equations) {
    const StructuredEquation& eq = system_.equations[static_cast<size_t>(e)];
    if (eq.relaxed.empty()) continue;
    Diagnostic& told = diagnostics_->report(code, eq.origin.range, arguments...);
    if (eq.origin.instance.valid()) told.instance = pool_.names.text(eq.origin.instance);
    return;
  }
}

// The blocks of the system without the relaxed variables, one after the other: the order of pivots
// (Otter, Elmqvist, Cellier, section 4). False: no hints, not possible with them, or more than
// `most` operations.
bool Relaxer::hintedOrder(const Block& b, long long most, SymbolicElimination::Pivots& pivots) {
  if (!options_.hints || !hasRelaxed(system_.equations, b)) return false;
  const RelaxedRows relaxedSystem = relaxedRows(model_, system_.equations, b, place_);
  const auto& [rows, relaxed] = relaxedSystem;
  const auto n = static_cast<int>(b.unknowns.size());
  const auto graph = graph::Bipartite::fromRows(n, rows);
  const graph::Matching matching = graph::maximumMatching(graph);
  if (!matching.perfect()) {
    if (substitutedOrder(relaxedSystem, most, pivots)) {
      if (pivots.empty()) reportHint(b, diag::RelaxTooLong, n, most);
      return !pivots.empty();
    }
    std::string names;
    for (int v = 0; v < n; ++v)
      if (matching.varToEq[static_cast<size_t>(v)] == graph::kNone)
        names += fmt::format("{}'{}'", names.empty() ? "" : ", ",
                             model_.name(b.unknowns[static_cast<size_t>(v)]));
    reportHint(b, diag::RelaxRefused, n, names);
    return false;
  }
  const graph::Groups groups = graph::relaxedOrder(graph, matching, relaxed);
  for (int g = 0; g < groups.size(); ++g) {
    std::vector<int> equations(groups[g].begin(), groups[g].end()), variables;
    for (int e : equations) variables.push_back(matching.eqToVar[static_cast<size_t>(e)]);
    // A block that relaxing leaves: its own order, as if torn (eq. 34 and 35).
    const SymbolicElimination::Pivots inside =
        equations.size() == 1 ? SymbolicElimination::Pivots{{equations[0], variables[0]}}
                              : elimination_.automaticOrder(equations, variables, most);
    if (inside.empty()) return false;
    pivots.insert(pivots.end(), inside.begin(), inside.end());
  }
  if (!elimination_.takesMoreThan(pivots, most)) return true;
  reportHint(b, diag::RelaxTooLong, n, most);
  return false;
}

// Operations of the torn block: coefficients, factorisation of the torn matrix, inner sequence and
// residuals.
double Relaxer::numericCost(const Block& b) {
  std::vector<ExprId> inner;
  for (const Assignment& a : b.inner) inner.push_back(a.value);
  const auto m = static_cast<double>(b.torn.size());
  if (m == 0) return costOf(inner);
  for (int e : b.residuals) {
    const StructuredEquation& equation = system_.equations[static_cast<size_t>(e)];
    inner.push_back(equation.left);
    inner.push_back(equation.right);
  }
  // Each column is one more pass of the inner sequence, with its operations as linear ones; the
  // right-hand side is another.
  const double passes = elimination_.constant() ? 1 : m + 1;
  const double factor = elimination_.constant() ? 0 : m * m * m / 3;
  return costOf(inner) * (1 + passes / 2) + factor + m * m + 20;
}

// The solution with the least operations that a trial with numbers finds to be exact.
bool Relaxer::shortest(const std::vector<SymbolicElimination::Pivots>& orders,
                       EliminatedBlock& result, double& price) {
  bool found = false;
  for (const SymbolicElimination::Pivots& pivots : orders) {
    EliminatedBlock trial;
    if (pivots.empty() || !elimination_.eliminate(pivots, trial)) continue;
    if (!(elimination_.backwardError(trial) < kBackwardError)) continue;
    std::vector<ExprId> all;
    for (const Assignment& a : trial.solution) all.push_back(a.value);
    all.insert(all.end(), trial.guards.begin(), trial.guards.end());
    const double operations = costOf(all);
    if (found && operations >= price) continue;
    price = operations;
    result = std::move(trial);
    found = true;
  }
  return found;
}

std::vector<ExprId> Relaxer::valuesOf(std::span<const VariableId> variables,
                                      const EliminatedBlock& result) {
  for (size_t i = 0; i < result.solution.size(); ++i)
    place_[result.solution[i].variable.index()] = static_cast<int>(i);
  std::vector<ExprId> values;
  for (VariableId id : variables)
    values.push_back(result.values[static_cast<size_t>(place_[id.index()])]);
  for (const Assignment& a : result.solution) place_[a.variable.index()] = -1;
  return values;
}

bool Relaxer::relax(Block& b) {
  const size_t n = b.unknowns.size();
  // In an inlined system the step size goes through many powers of ten. An order of pivots that is
  // good for one of them may lose digits for another; the numerical factors are made for each step
  // size, and last as long as it does.
  if (model_.stepSize.valid() && b.torn.size() > kMostInlined) return false;
  if (n < 2 || n > kLargest || !elimination_.load(b, system_.equations, probes_)) return false;
  // A large sparse block is left to the sparse solver unless its formulas are short: long code is
  // slow to make and to run.
  const bool sparse = n > 20 && b.torn.size() * 4 > n;
  const double limit = std::min(numericCost(b), sparse ? kLongestSparse : kLongest);
  const auto most = static_cast<long long>(std::max(kFewOperations, kHintedExcess * limit));
  SymbolicElimination::Pivots pivots;
  EliminatedBlock hinted, result;
  double hintedPrice = 0, price = 0;
  const bool follows =
      hintedOrder(b, most, pivots) && shortest({std::move(pivots)}, hinted, hintedPrice);
  if (follows && hintedPrice <= kFewOperations) return accept(b, std::move(hinted));
  const bool found =
      shortest(elimination_.automaticOrders(static_cast<long long>(limit) + 100), result, price) &&
      price <= (result.guards.empty() ? limit : kGuardedAdvantage * limit);
  if (follows && hintedPrice <= kHintedExcess * (found ? price : limit))
    return accept(b, std::move(hinted));
  if (follows) reportHint(b, diag::RelaxTooLong, n, most);
  return found && accept(b, std::move(result));
}

bool Relaxer::accept(Block& b, EliminatedBlock result) {
  if (result.guards.empty()) {
    b.inner = std::move(result.solution);
    b.uncut.clear();
    b.torn.clear();
    b.residuals.clear();
    return true;
  }
  if (b.torn.empty()) return false;
  b.formulas =
      valuesOf(std::span(b.torn).first(b.uncut.empty() ? b.torn.size() : b.beforeFill), result);
  b.guards = std::move(result.guards);
  return true;
}

void Relaxer::linear(Block& b) {
  if (!b.sweepGroups.empty()) return;
  const bool closed = closedForm_(b, system_.equations);
  if (!closed || b.unknowns.size() > 3) relax(b);
}

void Relaxer::block(Block& b) {
  if (b.kind == BlockKind::Linear) linear(b);
  probes_.define(b);
}

}  // namespace

void relaxSystem(const EquationSystem& system, std::vector<Block>& blocks,
                 const StructureOptions& options, Diagnostics* diagnostics) {
  if (!options.on(Pass::tearBlocks) || !options.on(Pass::relaxBlocks)) return;
  std::vector<Block*> parts;
  bool any = false;
  for (Block& block : blocks) {
    any = any || block.kind == BlockKind::Linear;
    for (Block& part : block.parts) parts.push_back(&part);
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    any = any || parts[i]->kind == BlockKind::Linear;
    for (Block& part : parts[i]->parts) parts.push_back(&part);
  }
  if (!any) return;
  Relaxer relaxer(system, options, diagnostics);
  for (Block& block : blocks) relaxer.block(block);
  for (Block* part : parts) relaxer.part(*part);
}

StructuredDae relaxBlocks(StructuredDae model, const StructureOptions& options,
                          Diagnostics& diagnostics) {
  std::vector<Block> blocks = std::move(model.blocks);
  relaxSystem(EquationSystem(model, model.equations, {}), blocks, options, &diagnostics);
  model.blocks = std::move(blocks);
  return model;
}

}  // namespace formola
