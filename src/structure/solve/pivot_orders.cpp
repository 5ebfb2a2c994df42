#include "structure/solve/pivot_orders.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "graph/elimination_order.h"
#include "graph/torn_phases.h"

namespace formola {

namespace {

using Values = PivotProblem::Values;

// The least size of a pivot relative to its row: where any entry may serve, and where the tearing
// says which one.
constexpr double kThreshold = 0.1;
constexpr double kTornThreshold = 1e-4;
// Larger systems are also eliminated in sweeps from one end, of so many levels at a time.
constexpr int kSweepFrom = 100;
constexpr int kSweepWidths[] = {2, 3};
constexpr double kRounding = 1e-11;  // remains of terms that cancel
// Where the tearing gives an order of not more than so many operations for each row, a large system
// is not tried without it.
constexpr int kLarge = 3000;
constexpr long long kFewOperations = 60;
// How much more operations an order may take than one of the other kind to be looked at: what it
// shares is not known yet.
constexpr double kShared = 1.7;

uint64_t key(int row, int column) {
  return static_cast<uint64_t>(row) << 32 | static_cast<uint32_t>(column);
}

bool nonzero(const Values& value) {
  return std::all_of(value.begin(), value.end(),
                     [](double x) { return std::isfinite(x) && x != 0; });
}

class Trials {
 public:
  explicit Trials(const PivotProblem& problem);

  // Any entry may be a pivot.
  graph::EliminationOrder free(std::vector<int> phase, long long maxOperations) {
    torn_ = false;
    return run(std::move(phase), maxOperations);
  }
  // First those that are given.
  graph::EliminationOrder given(long long maxOperations);
  // Those of the tearing.
  graph::EliminationOrder torn(std::vector<int> phase, long long maxOperations) {
    torn_ = true;
    return run(std::move(phase), maxOperations);
  }

 private:
  graph::EliminationOrder run(std::vector<int> phase, long long maxOperations,
                              bool shortFirst = true);
  bool isGiven(int row, int column) const { return given_[static_cast<size_t>(row)] == column; }
  // Rows and columns of given pivots have no others.
  bool permitted(int row, int column) const {
    if (!torn_)
      return isGiven(row, column) || (given_[static_cast<size_t>(row)] == graph::kNone &&
                                      columnGiven_[static_cast<size_t>(column)] == 0);
    const int own = problem_.torn[static_cast<size_t>(row)];
    return own == graph::kNone ? isTorn_[static_cast<size_t>(column)] != 0 : own == column;
  }
  char update(const graph::EliminationOptions::Update& u);
  bool accept(int row, int column, std::span<const int> columnsOfRow) const;

  const PivotProblem& problem_;
  std::vector<char> isTorn_;
  std::vector<int> given_;         // by row: the column of the pivot that is given
  std::vector<char> columnGiven_;  // by column
  std::unordered_map<uint64_t, Values> initial_, valueOf_;  // looked up only, never iterated
  bool torn_ = false;
};

Trials::Trials(const PivotProblem& problem)
    : problem_(problem),
      isTorn_(static_cast<size_t>(problem.graph.numVariables()), 1),
      given_(isTorn_.size(), graph::kNone),
      columnGiven_(isTorn_.size(), 0) {
  const graph::Bipartite& g = problem.graph;
  for (const auto& [row, column] : problem.first) {
    given_[static_cast<size_t>(row)] = column;
    columnGiven_[static_cast<size_t>(column)] = 1;
  }
  for (int column : problem.torn)
    if (column != graph::kNone) isTorn_[static_cast<size_t>(column)] = 0;
  initial_.reserve(static_cast<size_t>(g.numEdges()));
  for (int i = 0; i < g.numEquations(); ++i)
    for (int edge = g.firstEdge(i); edge < g.firstEdge(i + 1); ++edge)
      initial_.emplace(key(i, g.edgeVariable(edge)), problem.values[static_cast<size_t>(edge)]);
}

char Trials::update(const graph::EliminationOptions::Update& u) {
  const Values left = valueOf_.at(key(u.row, u.pivotColumn));
  const Values right = valueOf_.at(key(u.pivotRow, u.column));
  const Values pivot = valueOf_.at(key(u.pivotRow, u.pivotColumn));
  Values& value = valueOf_[key(u.row, u.column)];
  for (size_t k = 0; k < value.size(); ++k) {
    const double product = left[k] * right[k] / pivot[k], before = value[k];
    value[k] -= product;
    // What cancels but for rounding is a zero that formulas may not show.
    if (std::abs(value[k]) < kRounding * std::abs(before)) value[k] = 0;
  }
  if (!permitted(u.row, u.column)) return graph::kNoPivot;
  return nonzero(value) ? graph::kWatchedPivot : graph::kNoPivot;
}

bool Trials::accept(int row, int column, std::span<const int> columnsOfRow) const {
  if (isGiven(row, column)) return true;
  const double threshold = torn_ ? kTornThreshold : kThreshold;
  const Values own = valueOf_.at(key(row, column));
  for (int other : columnsOfRow) {
    const Values& value = valueOf_.at(key(row, other));
    for (size_t k = 0; k < value.size(); ++k)
      if (std::abs(own[k]) < threshold * std::abs(value[k])) return false;
  }
  return true;
}

graph::EliminationOrder Trials::given(long long maxOperations) {
  const PivotOrder& first = problem_.first;
  std::vector<int> phase(given_.size(), static_cast<int>(first.size()));
  for (size_t k = 0; k < first.size(); ++k)
    phase[static_cast<size_t>(first[k].second)] = static_cast<int>(k);
  return run(std::move(phase), maxOperations, false);
}

graph::EliminationOrder Trials::run(std::vector<int> phase, long long maxOperations,
                                    bool shortFirst) {
  const graph::Bipartite& g = problem_.graph;
  valueOf_ = initial_;
  std::vector<char> allowed(static_cast<size_t>(g.numEdges()), graph::kNoPivot);
  for (int i = 0; i < g.numEquations(); ++i)
    for (int edge = g.firstEdge(i); edge < g.firstEdge(i + 1); ++edge) {
      const auto at = static_cast<size_t>(edge);
      if (!permitted(i, g.edgeVariable(edge))) continue;
      if (problem_.safe[at] != 0)
        allowed[at] = graph::kPivot;
      else if (nonzero(problem_.values[at]))
        allowed[at] = graph::kWatchedPivot;
    }
  graph::EliminationOptions options;
  options.maxOperations = maxOperations;
  options.phase = std::move(phase);
  options.shortFirst = shortFirst;
  options.allowedAfter = [this](const graph::EliminationOptions::Update& u) { return update(u); };
  options.accept = [this](int row, int column, std::span<const int> columns) {
    return accept(row, column, columns);
  };
  return graph::eliminationOrder(g, allowed, options);
}

}  // namespace

std::vector<PivotOrder> pivotOrders(const PivotProblem& problem, long long maxOperations) {
  Trials trials(problem);
  const int n = problem.graph.numEquations();
  struct Best {
    graph::EliminationOrder order;
    bool found = false;
    void take(graph::EliminationOrder other) {
      if (!other.complete() || (found && other.operations >= order.operations)) return;
      order = std::move(other);
      found = true;
    }
    long long limit(long long most) const { return found ? order.operations : most; }
  };
  Best free, torn;
  if (!problem.first.empty()) {
    free.take(trials.given(maxOperations));
    return free.found ? std::vector<PivotOrder>{free.order.pivots} : std::vector<PivotOrder>();
  }
  if (!problem.torn.empty()) {
    for (std::vector<int>& phase : graph::tornPhases(problem.graph, problem.torn))
      torn.take(trials.torn(std::move(phase), torn.limit(maxOperations)));
    torn.take(trials.torn({}, torn.limit(maxOperations)));
  }
  const bool enough = n > kLarge && torn.found && torn.order.operations <= kFewOperations * n;
  if (!enough) {
    free.take(trials.free({}, maxOperations));
    for (int width : kSweepWidths)
      if (n > kSweepFrom)
        free.take(trials.free(graph::sweepPhases(problem.graph, width), free.limit(maxOperations)));
  }
  auto tooLong = [](const Best& a, const Best& b) {
    return b.found && static_cast<double>(a.order.operations) >
                          kShared * static_cast<double>(b.order.operations);
  };
  std::vector<PivotOrder> result;
  if (free.found && !tooLong(free, torn)) result.push_back(free.order.pivots);
  if (torn.found && !tooLong(torn, free)) result.push_back(torn.order.pivots);
  return result;
}

}  // namespace formola
