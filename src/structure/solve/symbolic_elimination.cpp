#include "structure/solve/symbolic_elimination.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "expr/eval_numeric.h"
#include "graph/matching.h"
#include "structure/simplify/parameter_values.h"

namespace formola {

namespace {

constexpr size_t kMostEntries = 2'000'000;
constexpr double kSmallestPivot = 1e-7;  // relative to its row and column
constexpr size_t kManyDivisions = 3;     // from which on the inverse of a pivot is computed
constexpr uint32_t kTestPoint = ProbeValues::kPoints - 1;  // not one of those that chose the order
constexpr uint32_t kModes = 32;      // of conditions, tried for the accuracy of a solution
constexpr double kModeError = 1e-3;  // one that may not occur may be less exact
static_assert(PivotProblem::kPoints < ProbeValues::kPoints);
}  // namespace

SymbolicElimination::SymbolicElimination(const StructuredDae& model, SignAnalysis::Fact facts,
                                         SignAnalysis::Fact values)
    : model_(model),
      pool_(model.pool()),
      build_(pool_),
      signs_(pool_, std::move(facts)),
      bounds_(pool_, std::move(values)),
      fingerprints_(pool_,
                    [this](ExprId variable) {
                      const VariableId id = pool_.variableOf(variable);
                      return model_.info[id].role == Role::Parameter &&
                                     model_.dae.variables[id].isFinal
                                 ? parameterExpression(model_, id)
                                 : ExprId();
                    }),
      column_(model.dae.variables.size(), -1),
      linear_(pool_, [this](ExprId leaf) {
        if (pool_.kind(leaf) != ExprKind::Variable) return Dependence::Known;
        const VariableId id = pool_.variableOf(leaf);
        if (column_[id.index()] >= 0) return Dependence::Unknown;
        return model_.info[id].role == Role::Parameter ? Dependence::Constant : Dependence::Known;
      }) {}

const SymbolicElimination::Entry* SymbolicElimination::find(const Row& row, int column) {
  auto at = std::lower_bound(row.begin(), row.end(), column,
                             [](const Entry& e, int c) { return e.column < c; });
  return at != row.end() && at->column == column ? &*at : nullptr;
}

bool SymbolicElimination::load(const Block& block, std::span<const StructuredEquation> equations,
                               ProbeValues& probes) {
  block_ = &block;
  probes_ = &probes;
  rows_.assign(block.equations.size(), {});
  right_.assign(block.equations.size(), ExprId());
  constant_ = true;
  for (size_t i = 0; i < block.unknowns.size(); ++i)
    column_[block.unknowns[i].index()] = static_cast<int>(i);
  linear_.reset();
  size_t entries = 0;
  bool ok = true;
  for (size_t i = 0; i < rows_.size() && ok; ++i) {
    const StructuredEquation& e = equations[static_cast<size_t>(block.equations[i])];
    const AffineForm form = linear_.affineResidual(e.left, e.right);
    ok = form.affine && (entries += form.terms.size()) <= kMostEntries;
    if (!ok) break;
    for (const AffineTerm& term : form.terms) {
      rows_[i].push_back({column_[pool_.variableOf(term.unknown).index()], term.coefficient});
      constant_ = constant_ && term.dependence == Dependence::Constant;
    }
    std::sort(rows_[i].begin(), rows_[i].end(),
              [](const Entry& a, const Entry& b) { return a.column < b.column; });
    right_[i] = build_.neg(form.remainder);
  }
  for (VariableId id : block.unknowns) column_[id.index()] = -1;
  return ok;
}

// Some rows and columns among themselves, numbered anew.
PivotProblem SymbolicElimination::problem(std::span<const int> rows, std::span<const int> columns) {
  std::vector<int> local(rows_.size(), graph::kNone);
  for (size_t j = 0; j < columns.size(); ++j)
    local[static_cast<size_t>(columns[j])] = static_cast<int>(j);
  PivotProblem result;
  std::vector<std::vector<int>> columnsOf(rows.size());
  for (size_t i = 0; i < rows.size(); ++i)
    for (const Entry& e : rows_[static_cast<size_t>(rows[i])])
      if (const int j = local[static_cast<size_t>(e.column)]; j != graph::kNone)
        columnsOf[i].push_back(j);
  const auto n = static_cast<int>(rows.size());
  result.graph = graph::Bipartite::fromRows(n, columnsOf);
  result.values.resize(static_cast<size_t>(result.graph.numEdges()));
  result.safe.resize(result.values.size());
  for (int i = 0; i < n; ++i)
    for (const Entry& e : rows_[static_cast<size_t>(rows[static_cast<size_t>(i)])]) {
      const int j = local[static_cast<size_t>(e.column)];
      if (j == graph::kNone) continue;
      const auto edge = static_cast<size_t>(result.graph.findEdge(i, j));
      for (uint32_t k = 0; k < PivotProblem::kPoints; ++k)
        result.values[edge][k] = (*probes_)(e.value, k);
      result.safe[edge] = !build_.isZero(e.value) && signs_(e.value).neverZero() ? 1 : 0;
    }
  return result;
}

// Inner variables are pivots in the equations that they are computed from. A large torn system has
// more torn variables than it needs, so that it stays sparse: those that have the coefficient 1 or
// -1 in a residual are inner ones here.
std::vector<int> SymbolicElimination::tornRows() {
  const size_t n = rows_.size();
  std::vector<int> rowOf;  // by equation
  for (size_t i = 0; i < n; ++i) {
    const auto e = static_cast<size_t>(block_->equations[i]);
    if (rowOf.size() <= e) rowOf.resize(e + 1, graph::kNone);
    rowOf[e] = static_cast<int>(i);
    column_[block_->unknowns[i].index()] = static_cast<int>(i);
  }
  std::vector<int> result(n, graph::kNone);
  std::vector<char> isInner(n, 0);
  // What is torn only for a sparse matrix of numbers is of no use here.
  for (const Assignment& a : block_->uncut.empty() ? block_->inner : block_->uncut) {
    const int row = rowOf[static_cast<size_t>(a.equation)], column = column_[a.variable.index()];
    result[static_cast<size_t>(row)] = column;
    isInner[static_cast<size_t>(column)] = 1;
  }
  for (VariableId id : block_->unknowns) column_[id.index()] = -1;
  std::vector<std::vector<int>> units(n);
  for (size_t i = 0; i < n; ++i)
    if (result[i] == graph::kNone)
      for (const Entry& e : rows_[i])
        if (isInner[static_cast<size_t>(e.column)] == 0 && pool_.isNumber(e.value) &&
            std::abs(pool_.realValue(e.value)) == 1)
          units[i].push_back(e.column);
  const graph::Matching matching =
      graph::maximumMatching(graph::Bipartite::fromRows(static_cast<int>(n), units));
  for (size_t i = 0; i < n; ++i)
    if (matching.eqToVar[i] != graph::kNone) result[i] = matching.eqToVar[i];
  return result;
}

std::vector<SymbolicElimination::Pivots> SymbolicElimination::automaticOrders(
    long long maxOperations) {
  std::vector<int> all(rows_.size());
  std::iota(all.begin(), all.end(), 0);
  PivotProblem whole = problem(all, all);
  if (!block_->torn.empty()) whole.torn = tornRows();
  return pivotOrders(whole, maxOperations);
}

SymbolicElimination::Pivots SymbolicElimination::automaticOrderAfter(const Pivots& first,
                                                                     long long maxOperations) {
  std::vector<int> all(rows_.size());
  std::iota(all.begin(), all.end(), 0);
  PivotProblem whole = problem(all, all);
  whole.first = first;
  std::vector<Pivots> found = pivotOrders(whole, maxOperations);
  return found.empty() ? Pivots() : std::move(found[0]);
}

SymbolicElimination::Pivots SymbolicElimination::automaticOrder(std::span<const int> rows,
                                                                std::span<const int> columns,
                                                                long long maxOperations) {
  std::vector<Pivots> found = pivotOrders(problem(rows, columns), maxOperations);
  if (found.empty()) return {};
  for (auto& [row, column] : found[0]) {
    row = rows[static_cast<size_t>(row)];
    column = columns[static_cast<size_t>(column)];
  }
  return std::move(found[0]);
}

// Positive while the pivot is not small against the other entries of its row and column. Those that
// a symmetric matrix has twice count once.
ExprId SymbolicElimination::guard(ExprId pivot, std::vector<ExprId> others) {
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  ExprId squares = build_.zero();
  for (ExprId value : others) squares = build_.add(squares, build_.mul(value, value));
  return build_.sub(build_.mul(pivot, pivot),
                    build_.mul(build_.real(kSmallestPivot * kSmallestPivot), squares));
}

bool SymbolicElimination::takesMoreThan(const Pivots& pivots, long long most) const {
  const size_t n = rows_.size();
  std::vector<std::vector<int>> rows(n), rowsOf(n);
  for (size_t i = 0; i < n; ++i)
    for (const Entry& e : rows_[i]) {
      rows[i].push_back(e.column);
      rowsOf[static_cast<size_t>(e.column)].push_back(static_cast<int>(i));
    }
  std::vector<char> done(n, 0);
  std::vector<int> merged;
  long long operations = 0;
  for (const auto& [p, q] : pivots) {
    const std::vector<int>& pivotRow = rows[static_cast<size_t>(p)];
    done[static_cast<size_t>(p)] = 1;
    operations += static_cast<long long>(pivotRow.size()) + 1;  // back substitution
    for (int i : rowsOf[static_cast<size_t>(q)]) {
      if (done[static_cast<size_t>(i)] != 0) continue;
      std::vector<int>& row = rows[static_cast<size_t>(i)];
      operations += static_cast<long long>(pivotRow.size()) + 1;
      if (operations > most) return true;
      merged.clear();
      std::set_union(row.begin(), row.end(), pivotRow.begin(), pivotRow.end(),
                     std::back_inserter(merged));
      for (int column : pivotRow)
        if (!std::binary_search(row.begin(), row.end(), column))
          rowsOf[static_cast<size_t>(column)].push_back(i);
      std::erase(merged, q);
      row = merged;
    }
  }
  return operations > most;
}

// The rows at work, one pivot after the other.
class SymbolicElimination::Elimination {
 public:
  Elimination(SymbolicElimination& of, EliminatedBlock& result)
      : of_(of),
        build_(of.build_),
        result_(result),
        rows_(of.rows_),
        right_(of.right_),
        rowsOf_(rows_.size()),
        done_(rows_.size(), 0),
        same_(of.pool_, of.fingerprints_),
        inverse_(rows_.size()) {
    for (size_t i = 0; i < rows_.size(); ++i)
      for (const Entry& e : rows_[i])
        rowsOf_[static_cast<size_t>(e.column)].push_back(static_cast<int>(i));
    for (size_t i = 0; i < rows_.size(); ++i) {
      for (Entry& e : rows_[i]) e.value = same_(e.value);
      right_[i] = same_(right_[i]);
    }
  }

  // Takes the unknown of column q, by row p, out of the rows that are left. False: the pivot is
  // literally zero.
  bool pivot(int p, int q) {
    const Row& pivotRow = rows_[static_cast<size_t>(p)];
    const Entry* pivot = find(pivotRow, q);
    if (pivot == nullptr || build_.isZero(pivot->value)) return false;
    const ExprId pivotValue = pivot->value;
    done_[static_cast<size_t>(p)] = 1;
    std::vector<ExprId> others;  // in its row and column
    // A pivot such as exp(-x) does not vanish but may become small against the others.
    const bool mayVanish = !of_.signs_(pivotValue).neverZero();
    const bool guarded = mayVanish || !of_.bounds_(pivotValue).awayFromZero();
    bool inRow = false;
    if (guarded)
      for (const Entry& e : pivotRow)
        if (e.column != q) {
          others.push_back(e.value);
          inRow = true;
        }
    const std::vector<int> below = rowsBelow(q);
    if (below.size() >= kManyDivisions && !of_.pool_.isNumber(pivotValue))
      inverse_[static_cast<size_t>(q)] = same_(build_.div(build_.one(), pivotValue));
    for (int i : below) {
      done_[static_cast<size_t>(i)] = 0;
      const ExprId value = find(rows_[static_cast<size_t>(i)], q)->value;
      if (guarded) others.push_back(value);
      subtract(i, p, q, quotient(value, pivotValue, q));
    }
    // Digits are lost where rows are combined by it, not where it only divides.
    if (mayVanish || (guarded && inRow && !below.empty()))
      result_.guards.push_back(of_.guard(pivotValue, others));
    return true;
  }

  void substituteBack(const Pivots& pivots) {
    const Block& block = *of_.block_;
    std::vector<ExprId> valueOf(rows_.size());
    for (size_t k = pivots.size(); k-- > 0;) {
      const auto [p, q] = pivots[k];
      ExprId assigned = right_[static_cast<size_t>(p)], value = assigned, pivotValue;
      for (const Entry& e : rows_[static_cast<size_t>(p)]) {
        if (e.column == q) {
          pivotValue = e.value;
          continue;
        }
        const VariableId other = block.unknowns[static_cast<size_t>(e.column)];
        assigned = build_.sub(assigned, build_.mul(e.value, of_.model_.ref(other)));
        value = difference(value, e.value, valueOf[static_cast<size_t>(e.column)]);
      }
      valueOf[static_cast<size_t>(q)] = quotient(value, pivotValue, q);
      result_.solution.push_back(
          {block.equations[static_cast<size_t>(p)], block.unknowns[static_cast<size_t>(q)],
           inverse_[static_cast<size_t>(q)].valid() ? timesInverse(assigned, q)
                                                    : build_.div(assigned, pivotValue)});
      result_.values.push_back(valueOf[static_cast<size_t>(q)]);
    }
  }

 private:
  ExprId difference(ExprId a, ExprId b, ExprId c) {
    return same_(build_.sub(a, same_(build_.mul(b, c))));
  }
  // As given: the rules would make a division of it again.
  ExprId timesInverse(ExprId a, int column) {
    return of_.pool_.binary(ExprKind::Mul, of_.pool_.types.real(), a,
                            inverse_[static_cast<size_t>(column)]);
  }
  ExprId quotient(ExprId a, ExprId pivot, int column) {
    if (build_.isZero(a)) return a;
    return same_(inverse_[static_cast<size_t>(column)].valid() ? timesInverse(a, column)
                                                               : build_.div(a, pivot));
  }

  // The rows that are left and have an entry in the column, once each; they are marked with 2.
  std::vector<int> rowsBelow(int q) {
    std::vector<int> found;
    for (int i : rowsOf_[static_cast<size_t>(q)])
      if (done_[static_cast<size_t>(i)] == 0 && find(rows_[static_cast<size_t>(i)], q) != nullptr) {
        found.push_back(i);
        done_[static_cast<size_t>(i)] = 2;  // it may be in the list twice
      }
    return found;
  }

  // Row i minus `factor` times row p, whose column q vanishes.
  void subtract(int i, int p, int q, ExprId factor) {
    Row& row = rows_[static_cast<size_t>(i)];
    const Row& pivotRow = rows_[static_cast<size_t>(p)];
    merged_.clear();
    auto a = row.begin();
    auto b = pivotRow.begin();
    while (a != row.end() || b != pivotRow.end()) {
      const int column = a == row.end()        ? b->column
                         : b == pivotRow.end() ? a->column
                                               : std::min(a->column, b->column);
      const bool fromRow = a != row.end() && a->column == column;
      const bool fromPivot = b != pivotRow.end() && b->column == column;
      if (column != q) {
        ExprId value = fromRow ? a->value : build_.zero();
        if (fromPivot) value = difference(value, factor, b->value);
        if (!build_.isZero(value)) merged_.push_back({column, value});
        if (!fromRow) rowsOf_[static_cast<size_t>(column)].push_back(i);
      }
      a += fromRow ? 1 : 0;
      b += fromPivot ? 1 : 0;
    }
    row = merged_;
    right_[static_cast<size_t>(i)] =
        difference(right_[static_cast<size_t>(i)], factor, right_[static_cast<size_t>(p)]);
  }

  SymbolicElimination& of_;
  ExprBuilder& build_;
  EliminatedBlock& result_;
  std::vector<Row> rows_;
  std::vector<ExprId> right_;
  std::vector<std::vector<int>> rowsOf_;  // those with an entry in a column; some are done already
  std::vector<char> done_;                // by row
  EqualExpressions same_;                 // of values that are equal the first one is taken
  std::vector<ExprId> inverse_;           // by column: of its pivot; invalid: not worth it
  Row merged_;
};

bool SymbolicElimination::eliminate(const Pivots& pivots, EliminatedBlock& result) {
  result = {};
  Elimination elimination(*this, result);
  for (const auto& [p, q] : pivots)
    if (!elimination.pivot(p, q)) return false;
  elimination.substituteBack(pivots);
  return pivots.size() == rows_.size();
}

double SymbolicElimination::backwardError(const EliminatedBlock& result) {
  const size_t n = rows_.size();
  for (size_t i = 0; i < n; ++i) column_[block_->unknowns[i].index()] = static_cast<int>(i);
  std::vector<double> solution(n);
  uint32_t mode = 0;
  bool decides = false;
  const auto leafValue = [&](ExprId leaf) {
    if (pool_.kind(leaf) == ExprKind::Variable) {
      const VariableId id = pool_.variableOf(leaf);
      if (const int at = column_[id.index()]; at >= 0) return solution[static_cast<size_t>(at)];
      if (model_.info[id].role == Role::Parameter) return probes_->leaf(leaf, kTestPoint);
    }
    if (pool_.base(leaf) != BaseType::Boolean) return probes_->leaf(leaf, kTestPoint);
    decides = true;
    return probeDecision(BaseType::Boolean, leaf, mode);
  };
  NumericEvaluator numeric(pool_, leafValue, &testMemo_);
  double worst = 0;
  const uint32_t modes = n <= 30 ? kModes : kModes / 4;
  for (; mode == 0 || (decides && mode < modes); ++mode) {
    numeric.reset();
    std::fill(solution.begin(), solution.end(), NAN);
    for (const Assignment& a : result.solution)
      solution[static_cast<size_t>(column_[a.variable.index()])] = numeric(a.value);
    double error = 0;
    for (size_t i = 0; i < n; ++i) {
      double residual = -numeric(right_[i]);
      double size = std::abs(residual);
      for (const Entry& e : rows_[i]) {
        const double term = numeric(e.value) * solution[static_cast<size_t>(e.column)];
        residual += term;
        size += std::abs(term);
      }
      if (!(std::abs(residual) <= error * size)) error = std::abs(residual) / size;
    }
    // A mode in which the system is singular need not occur.
    if (mode == 0)
      worst = error;
    else if (std::isfinite(error))
      worst = std::max(worst, kModeError * error);
  }
  for (VariableId id : block_->unknowns) column_[id.index()] = -1;
  return worst;
}

}  // namespace formola
