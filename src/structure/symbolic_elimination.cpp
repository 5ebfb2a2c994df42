#include "structure/symbolic_elimination.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "expr/eval_numeric.h"
#include "graph/elimination_order.h"

namespace formola {

namespace {

constexpr size_t kMostEntries = 200'000;
constexpr double kSmallestPivot = 1e-7;  // relative to its row and column
// Points at which pivots are tried, and their least size there, relative to their row.
constexpr uint32_t kPoints = ProbeValues::kPoints - 1;
constexpr double kThreshold = 0.1;
// Larger systems are also eliminated in sweeps from one end, of so many levels at a time.
constexpr int kSweepFrom = 100;
constexpr int kSweepWidths[] = {2, 3};
constexpr double kRounding = 1e-11;  // remains of terms that cancel

uint64_t key(int row, int column) {
  return static_cast<uint64_t>(row) << 32 | static_cast<uint32_t>(column);
}

}  // namespace

SymbolicElimination::SymbolicElimination(const StructuredDae& model, SignAnalysis::Fact facts,
                                         SignAnalysis::Fact values)
    : model_(model),
      pool_(model.pool()),
      build_(pool_),
      signs_(pool_, std::move(facts)),
      bounds_(pool_, std::move(values)),
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

SymbolicElimination::Pivots SymbolicElimination::automaticOrder(long long maxOperations) {
  std::vector<int> all(rows_.size());
  std::iota(all.begin(), all.end(), 0);
  return automaticOrder(all, all, maxOperations);
}

SymbolicElimination::Pivots SymbolicElimination::automaticOrder(std::span<const int> rows,
                                                                std::span<const int> columns,
                                                                long long maxOperations) {
  return findOrder(rows, columns, {}, maxOperations);
}

SymbolicElimination::Pivots SymbolicElimination::automaticOrderAfter(const Pivots& first,
                                                                     long long maxOperations) {
  std::vector<int> all(rows_.size());
  std::iota(all.begin(), all.end(), 0);
  return findOrder(all, all, first, maxOperations);
}

SymbolicElimination::Pivots SymbolicElimination::findOrder(std::span<const int> rows,
                                                           std::span<const int> columns,
                                                           const Pivots& first,
                                                           long long maxOperations) {
  const int n = static_cast<int>(rows.size());
  std::vector<std::vector<int>> columnsOf(rows.size());
  std::vector<int> local(rows_.size(), -1);
  for (int j = 0; j < n; ++j) local[static_cast<size_t>(columns[static_cast<size_t>(j)])] = j;
  using Values = std::array<double, kPoints>;
  std::unordered_map<uint64_t, Values> valueOf;  // looked up only, never iterated
  std::unordered_map<uint64_t, char> kind;
  auto nonzero = [](const Values& value) {
    return std::all_of(value.begin(), value.end(),
                       [](double x) { return std::isfinite(x) && x != 0; });
  };
  for (int i = 0; i < n; ++i) {
    const Row& row = rows_[static_cast<size_t>(rows[static_cast<size_t>(i)])];
    for (const Entry& e : row) {
      const int j = local[static_cast<size_t>(e.column)];
      if (j < 0) continue;
      columnsOf[static_cast<size_t>(i)].push_back(j);
      Values value;
      for (uint32_t k = 0; k < kPoints; ++k) value[k] = (*probes_)(e.value, k);
      valueOf.emplace(key(i, j), value);
      const bool safe = !build_.isZero(e.value) && signs_(e.value).neverZero();
      kind.emplace(key(i, j), safe             ? graph::kPivot
                              : nonzero(value) ? graph::kWatchedPivot
                                               : graph::kNoPivot);
    }
  }
  // Rows and columns that belong to pivots given before have no others.
  std::vector<int> columnOf(rows.size(), graph::kNone), rowOf(rows.size(), graph::kNone);
  for (const auto& [row, column] : first) {
    columnOf[static_cast<size_t>(row)] = column;
    rowOf[static_cast<size_t>(column)] = row;
  }
  auto given = [&](int row, int column) {
    return columnOf[static_cast<size_t>(row)] == column &&
           rowOf[static_cast<size_t>(column)] == row;
  };
  auto excluded = [&](int row, int column) {
    const bool own = columnOf[static_cast<size_t>(row)] != graph::kNone ||
                     rowOf[static_cast<size_t>(column)] != graph::kNone;
    return own && !given(row, column);
  };
  const auto graph = graph::Bipartite::fromRows(n, columnsOf);
  std::vector<char> allowed(static_cast<size_t>(graph.numEdges()));
  for (int i = 0; i < n; ++i)
    for (int edge = graph.firstEdge(i); edge < graph.firstEdge(i + 1); ++edge)
      if (const int j = graph.edgeVariable(edge); !excluded(i, j))
        allowed[static_cast<size_t>(edge)] = kind.at(key(i, j));
  graph::EliminationOptions options;
  options.maxOperations = maxOperations;
  options.allowedAfter = [&](const graph::EliminationOptions::Update& u) -> char {
    const Values left = valueOf.at(key(u.row, u.pivotColumn));
    const Values right = valueOf.at(key(u.pivotRow, u.column));
    const Values pivot = valueOf.at(key(u.pivotRow, u.pivotColumn));
    Values& value = valueOf[key(u.row, u.column)];
    for (uint32_t k = 0; k < kPoints; ++k) {
      const double product = left[k] * right[k] / pivot[k], before = value[k];
      value[k] -= product;
      // What cancels but for rounding is a zero that formulas may not show.
      if (std::abs(value[k]) < kRounding * std::abs(before)) value[k] = 0;
    }
    const bool can = nonzero(value) && !excluded(u.row, u.column);
    return can ? graph::kWatchedPivot : graph::kNoPivot;
  };
  if (!first.empty()) {
    options.phase.assign(rows.size(), static_cast<int>(first.size()));
    for (size_t k = 0; k < first.size(); ++k)
      options.phase[static_cast<size_t>(first[k].second)] = static_cast<int>(k);
  }
  options.accept = [&](int row, int column, std::span<const int> columnsOfRow) {
    if (given(row, column)) return true;
    const Values own = valueOf.at(key(row, column));
    for (int other : columnsOfRow) {
      const Values& value = valueOf.at(key(row, other));
      for (uint32_t k = 0; k < kPoints; ++k)
        if (std::abs(own[k]) < kThreshold * std::abs(value[k])) return false;
    }
    return true;
  };
  const std::unordered_map<uint64_t, Values> initial =
      n > kSweepFrom && first.empty() ? valueOf : std::unordered_map<uint64_t, Values>();
  graph::EliminationOrder order = graph::eliminationOrder(graph, allowed, options);
  for (int width : kSweepWidths) {
    if (n <= kSweepFrom || !first.empty()) break;
    valueOf = initial;
    options.phase = graph::sweepPhases(graph, width);
    if (order.complete()) options.maxOperations = order.operations;
    graph::EliminationOrder sweep = graph::eliminationOrder(graph, allowed, options);
    if (sweep.complete()) order = std::move(sweep);
  }
  if (!order.complete()) return {};
  for (auto& [row, column] : order.pivots) {
    row = rows[static_cast<size_t>(row)];
    column = columns[static_cast<size_t>(column)];
  }
  return std::move(order.pivots);
}

bool SymbolicElimination::eliminate(const Pivots& pivots, EliminatedBlock& result) {
  const size_t n = rows_.size();
  std::vector<Row> rows = rows_;
  std::vector<ExprId> right = right_;
  // Which rows have an entry in a column; some are done already.
  std::vector<std::vector<int>> rowsOf(n);
  std::vector<char> done(n, 0);
  for (size_t i = 0; i < n; ++i)
    for (const Entry& e : rows[i])
      rowsOf[static_cast<size_t>(e.column)].push_back(static_cast<int>(i));
  result = {};
  Row merged;
  for (const auto& [p, q] : pivots) {
    const Row& pivotRow = rows[static_cast<size_t>(p)];
    const Entry* pivot = find(pivotRow, q);
    if (pivot == nullptr || build_.isZero(pivot->value)) return false;
    const ExprId pivotValue = pivot->value;
    done[static_cast<size_t>(p)] = 1;
    ExprId squares = build_.zero();
    auto addSquare = [&](ExprId value) { squares = build_.add(squares, build_.mul(value, value)); };
    // A pivot such as exp(-x) does not vanish but may become small against the others.
    const bool mayVanish = !signs_(pivotValue).neverZero();
    const bool guarded = mayVanish || !bounds_(pivotValue).awayFromZero();
    bool inRow = false, inColumn = false;
    if (guarded)
      for (const Entry& e : pivotRow)
        if (e.column != q) {
          addSquare(e.value);
          inRow = true;
        }
    for (int i : rowsOf[static_cast<size_t>(q)]) {
      Row& row = rows[static_cast<size_t>(i)];
      const Entry* below = done[static_cast<size_t>(i)] ? nullptr : find(row, q);
      if (below == nullptr) continue;
      if (guarded) addSquare(below->value);
      inColumn = true;
      const ExprId factor = build_.div(below->value, pivotValue);
      merged.clear();
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
          if (fromPivot) value = build_.sub(value, build_.mul(factor, b->value));
          if (!build_.isZero(value)) merged.push_back({column, value});
          if (!fromRow) rowsOf[static_cast<size_t>(column)].push_back(i);
        }
        a += fromRow ? 1 : 0;
        b += fromPivot ? 1 : 0;
      }
      row = merged;
      right[static_cast<size_t>(i)] = build_.sub(right[static_cast<size_t>(i)],
                                                 build_.mul(factor, right[static_cast<size_t>(p)]));
    }
    // Digits are lost where rows are combined by it, not where it only divides.
    if (mayVanish || (guarded && inRow && inColumn))
      result.guards.push_back(
          build_.sub(build_.mul(pivotValue, pivotValue),
                     build_.mul(build_.real(kSmallestPivot * kSmallestPivot), squares)));
  }
  // Back substitution.
  std::vector<ExprId> valueOf(n);
  for (size_t k = pivots.size(); k-- > 0;) {
    const auto [p, q] = pivots[k];
    ExprId assigned = right[static_cast<size_t>(p)], value = assigned, pivotValue;
    for (const Entry& e : rows[static_cast<size_t>(p)]) {
      if (e.column == q) {
        pivotValue = e.value;
        continue;
      }
      const VariableId other = block_->unknowns[static_cast<size_t>(e.column)];
      assigned = build_.sub(assigned, build_.mul(e.value, model_.ref(other)));
      value = build_.sub(value, build_.mul(e.value, valueOf[static_cast<size_t>(e.column)]));
    }
    valueOf[static_cast<size_t>(q)] = build_.div(value, pivotValue);
    result.solution.push_back({block_->equations[static_cast<size_t>(p)],
                               block_->unknowns[static_cast<size_t>(q)],
                               build_.div(assigned, pivotValue)});
    result.values.push_back(valueOf[static_cast<size_t>(q)]);
  }
  return pivots.size() == n;
}

double SymbolicElimination::backwardError(const EliminatedBlock& result) {
  const size_t n = rows_.size();
  std::vector<double> solution(n, NAN);
  for (size_t i = 0; i < n; ++i) column_[block_->unknowns[i].index()] = static_cast<int>(i);
  NumericEvaluator numeric(pool_, [&](ExprId leaf) {
    if (pool_.kind(leaf) == ExprKind::Variable) {
      const VariableId id = pool_.variableOf(leaf);
      if (const int at = column_[id.index()]; at >= 0) return solution[static_cast<size_t>(at)];
    }
    return probes_->leaf(leaf, kPoints);  // not one of those that chose the order
  });
  for (const Assignment& a : result.solution)
    solution[static_cast<size_t>(column_[a.variable.index()])] = numeric(a.value);
  for (VariableId id : block_->unknowns) column_[id.index()] = -1;
  double worst = 0;
  for (size_t i = 0; i < n; ++i) {
    double residual = -numeric(right_[i]);
    double size = std::abs(residual);
    for (const Entry& e : rows_[i]) {
      const double term = numeric(e.value) * solution[static_cast<size_t>(e.column)];
      residual += term;
      size += std::abs(term);
    }
    if (!(std::abs(residual) <= worst * size)) worst = std::abs(residual) / size;
  }
  return worst;
}

}  // namespace formola
