#include "graph/iteration_work.h"

#include <algorithm>
#include <limits>

namespace formola::graph {
namespace {

constexpr double kCorrections = 10;  // with one Jacobian
constexpr double kDense = 0.25;      // time of an operation with a dense matrix
constexpr double kFactorEntry = 20;  // operations for each entry of a sparse matrix: factors
constexpr double kSolveEntry = 2;    // solution, with the entries that fill in
constexpr double kCall = 60;         // operations that the call of a solver costs
constexpr int kSparseFrom = 20;      // unknowns; the run time's choice (runtime/block_matrix)

struct MatrixWork {
  double factor, solve;

  MatrixWork(double n, double entries) {
    const bool sparse = n >= kSparseFrom && 4 * entries <= n * n;
    factor = sparse ? kFactorEntry * entries : kDense * n * n * n / 3;
    solve = sparse ? kSolveEntry * entries : kDense * n * n;
  }
};

class Counter {
 public:
  Counter(const Iteration& form, const Bipartite& graph, long long limit)
      : form_(form), graph_(graph), left_(limit), setOf_(graph.numVariables(), kNone) {
    seen_.assign(graph.numVariables(), kNone);
    for (int v : form.torn) newSet(v, {v});
  }

  double run() {
    double once = 0, each = 0;
    for (const SolvedGroup& group : form_.groups) {
      std::vector<int> set = dependences(group.equations);
      const auto count = static_cast<double>(set.size());
      once += count * static_cast<double>(group.variables.size());
      left_ -= static_cast<long long>(set.size());
      if (left_ < 0) return std::numeric_limits<double>::infinity();
      const int at = newSet(group.variables.front(), std::move(set));
      for (int v : group.variables) setOf_[v] = at;
      if (group.torn == 0) continue;
      const MatrixWork work(group.torn, static_cast<double>(group.entries));
      (group.varies ? each : once) += work.factor;
      each += work.solve + kCall;
      once += count * work.solve;
    }
    double entries = 0;
    for (int e : form_.residuals) {
      const auto count = static_cast<long long>(dependences({&e, 1}).size());
      entries += static_cast<double>(count);
      left_ -= count;
      if (left_ < 0) return std::numeric_limits<double>::infinity();
    }
    const MatrixWork work(static_cast<double>(form_.torn.size()), entries);
    return once + entries + work.factor + kCorrections * (each + work.solve);
  }

 private:
  int newSet(int v, std::vector<int> set) {
    sets_.push_back(std::move(set));
    return setOf_[v] = static_cast<int>(sets_.size()) - 1;
  }

  // The torn variables on which what the equations hold depends, as far as it is known by now.
  std::vector<int> dependences(std::span<const int> equations) {
    std::vector<int> result;
    ++stamp_;
    for (int e : equations)
      for (int u : graph_.variablesOf(e)) {
        if (setOf_[u] == kNone) continue;
        for (int t : sets_[setOf_[u]]) {
          if (seen_[t] == stamp_) continue;
          seen_[t] = stamp_;
          result.push_back(t);
        }
      }
    return result;
  }

  const Iteration& form_;
  const Bipartite& graph_;
  long long left_;
  std::vector<std::vector<int>> sets_;
  std::vector<int> setOf_;  // by variable, kNone: not known yet
  std::vector<int> seen_;
  int stamp_ = 0;
};

}  // namespace

double iterationWork(const Iteration& form, const Bipartite& graph, long long limit) {
  return Counter(form, graph, limit).run();
}

}  // namespace formola::graph
