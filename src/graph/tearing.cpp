#include "graph/tearing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>

#include "support/assert.h"

namespace formola::graph {
namespace {

class Tearer {
 public:
  Tearer(const Bipartite& graph, std::span<const Solvable> solvable, const TearingOptions& options)
      : graph_(graph), solvable_(solvable), options_(options) {
    equations_.resize(graph.numEquations());
    variables_.resize(graph.numVariables());
    for (int e = 0; e < graph.numEquations(); ++e) {
      for (int edge = graph.firstEdge(e); edge < graph.firstEdge(e + 1); ++edge) {
        Node& v = variables_[graph.edgeVariable(edge)];
        ++equations_[e].degree;
        ++v.degree;
        if (!solvableEdge(edge)) continue;
        ++equations_[e].solvable;
        ++v.solvable;
      }
    }
    for (int e = 0; e < graph.numEquations(); ++e) {
      bySize_.emplace(-equations_[e].degree, e);
      touchEquation(e);
    }
    for (int v = 0; v < graph.numVariables(); ++v) touchVariable(v);
    if (!isGlobal()) return;
    std::vector<int> byPriority(graph.numVariables());
    std::iota(byPriority.begin(), byPriority.end(), 0);
    if (!options.priority.empty())
      std::stable_sort(byPriority.begin(), byPriority.end(),
                       [&](int a, int b) { return options.priority[a] > options.priority[b]; });
    next_.assign(graph.numVariables() + 1, kNone);
    int last = graph.numVariables();
    for (int v : byPriority) last = next_[last] = v;
  }

  // `reserved`: hints that are followed before anything is solved.
  Tearing run(const std::vector<size_t>& reserved = {}) {
    for (size_t k : reserved) {
      closeAsResidual(options_.preferredResiduals[k]);
      tearVariable(options_.preferred[k]);
    }
    propagate(kUnlimited);
    for (size_t k = 0; k < options_.preferred.size(); ++k) {
      const int v = options_.preferred[k];
      if (!variables_[v].open) continue;
      followed_.push_back(k);
      tearVariable(v);
      propagate(kUnlimited);
    }
    while (!bySize_.empty()) {
      const auto [e, v] = choose();
      if (residualIsChosen()) closeAsResidual(e);
      tearVariable(v);
      propagate(kUnlimited);
    }
    result_.inner.insert(result_.inner.end(), last_.rbegin(), last_.rend());
    std::sort(result_.residuals.begin(), result_.residuals.end());
    return std::move(result_);
  }
  // Hints whose variables were torn for them.
  const std::vector<size_t>& followed() const { return followed_; }

 private:
  static constexpr int kUnlimited = std::numeric_limits<int>::max();

  // An equation or a variable: its edges to open partners, and how many of them can be solved.
  struct Node {
    int degree = 0;
    int solvable = 0;
    bool open = true;
  };

  bool solvableEdge(int edge) const {
    return solvable_[edge] == Solvable::Always ||
           (options_.useVanishing && solvable_[edge] == Solvable::MayVanish);
  }

  bool isGlobal() const { return options_.heuristic == TearingOptions::Heuristic::Global; }
  bool residualIsChosen() const {
    return options_.residuals == TearingOptions::Residuals::Chosen && !isGlobal();
  }

  // --- the rules -------------------------------------------------------------------------------

  void touchEquation(int e) {
    if (equations_[e].degree == 1 || equations_[e].solvable == 0) equationQueue_.push_back(e);
  }
  void touchVariable(int v) {
    if (variables_[v].degree == 1 || variables_[v].solvable == 0) variableQueue_.push_back(v);
  }

  // Applies the rules until none fits: an equation with one open variable is solved for it, a
  // variable in one open equation is solved from it after everything else, an equation that cannot
  // be solved for anything is a residual, a variable nothing can be solved for is torn.
  // Returns the number of equations made causal; stops early after about maxVisits edges.
  int propagate(int maxVisits) {
    int causal = 0;
    visits_ = 0;
    size_t headE = 0, headV = 0;
    while (visits_ < maxVisits) {
      if (headE < equationQueue_.size()) {
        const int e = equationQueue_[headE++];
        if (!equations_[e].open) continue;
        if (equations_[e].solvable == 0) {
          closeAsResidual(e);
        } else {
          const int v = openVariable(e);
          if (!trial_) result_.inner.emplace_back(e, v);
          closeEquation(e);
          closeVariable(v);
          ++causal;
        }
      } else if (headV < variableQueue_.size()) {
        const int v = variableQueue_[headV++];
        if (!variables_[v].open) continue;
        if (variables_[v].solvable == 0) {
          tearVariable(v);
        } else {
          const int e = openEquation(v);
          if (!trial_) last_.emplace_back(e, v);
          closeEquation(e);
          closeVariable(v);
          ++causal;
        }
      } else {
        break;
      }
    }
    equationQueue_.clear();
    variableQueue_.clear();
    return causal;
  }

  int openVariable(int e) const {
    const auto row = graph_.variablesOf(e);
    return *std::find_if(row.begin(), row.end(), [&](int v) { return variables_[v].open; });
  }
  int openEquation(int v) const {
    const auto column = graph_.equationsOf(v);
    return *std::find_if(column.begin(), column.end(), [&](int e) { return equations_[e].open; });
  }
  void closeAsResidual(int e) {
    if (!trial_) result_.residuals.push_back(e);
    closeEquation(e);
  }
  void tearVariable(int v) {
    if (!trial_) result_.torn.push_back(v);
    closeVariable(v);
  }

  // --- closing and, after a trial, opening again -----------------------------------------------

  void closeEquation(int e) {
    equations_[e].open = false;
    if (trial_) {
      trail_.push_back(e);
    } else {
      bySize_.erase({-equations_[e].degree, e});
    }
    countRow(e, -1);
  }

  void closeVariable(int v) {
    variables_[v].open = false;
    if (trial_) trail_.push_back(~v);
    countColumn(v, -1);
  }

  void countRow(int e, int change) {
    for (int edge = graph_.firstEdge(e); edge < graph_.firstEdge(e + 1); ++edge) {
      const int v = graph_.edgeVariable(edge);
      ++visits_;
      if (!variables_[v].open) continue;
      variables_[v].degree += change;
      if (solvableEdge(edge)) variables_[v].solvable += change;
      if (change < 0) touchVariable(v);
    }
  }

  void countColumn(int v, int change) {
    const auto edges = graph_.edgesOf(v);
    for (size_t k = 0; k < edges.size(); ++k) {
      const int e = graph_.equationsOf(v)[k];
      ++visits_;
      if (!equations_[e].open) continue;
      if (!trial_) bySize_.erase({-equations_[e].degree, e});
      equations_[e].degree += change;
      if (!trial_) bySize_.emplace(-equations_[e].degree, e);
      if (solvableEdge(edges[k])) equations_[e].solvable += change;
      if (change < 0) touchEquation(e);
    }
  }

  void undoTrial() {
    for (; !trail_.empty(); trail_.pop_back()) {
      const int node = trail_.back();
      if (node >= 0) {
        countRow(node, +1);
        equations_[node].open = true;
      } else {
        countColumn(~node, +1);
        variables_[~node].open = true;
      }
    }
  }

  // --- the choice ------------------------------------------------------------------------------

  // The share of one choice in the visits of all, so that large systems take linear time.
  int effort(long long most) const {
    const long long share = options_.maxAllVisits / (graph_.numVariables() + 1);
    return static_cast<int>(std::clamp<long long>(share, 200, most));
  }

  // Where each equation has three open variables and each variable three open equations, whatever
  // is torn makes nothing causal: nobody has to try. So it is in full matrices, almost to the end.
  bool nothingFollows() const {
    constexpr int kMostVariables = 2000;  // they are looked at for each choice
    if (graph_.numVariables() > kMostVariables || bySize_.rbegin()->first > -3) return false;
    return std::none_of(variables_.begin(), variables_.end(),
                        [](const Node& v) { return v.open && v.degree < 3; });
  }

  // Steps 1 to 4 of the heuristic: among the equations with most open variables, and in these the
  // most frequent variables (extended: all variables), the pair that makes most equations causal.
  std::pair<int, int> choose() {
    candidates_.clear();
    if (isGlobal()) return chooseAmongAll();
    const int largest = bySize_.begin()->first;
    int numEquations = 0;
    for (auto it = bySize_.begin();
         it != bySize_.end() && it->first == largest && numEquations < options_.maxCandidates;
         ++it, ++numEquations) {
      for (int v : graph_.variablesOf(it->second)) {
        if (variables_[v].open) candidates_.emplace_back(it->second, v);
      }
    }
    if (options_.heuristic == TearingOptions::Heuristic::Cellier) keepMostFrequent();

    std::pair<int, int> best = candidates_.front();
    // Ties: where residuals are chosen the rarer variable is better (W18 of the worked examples
    // then needs 25 torn variables, not 28), where they emerge the more frequent one.
    const int frequent = residualIsChosen() ? -1 : +1;
    std::tuple<bool, int, int, int> bestScore{false, -2, 0, 0};
    int budget = nothingFollows() ? 0 : effort(options_.maxVisits);
    for (const auto& [e, v] : candidates_) {
      const int priority = options_.priority.empty() ? 0 : options_.priority[v];
      const int causal = budget > 0 ? countCausal(e, v, budget) : -1;
      const std::tuple score{priority >= 0, causal, frequent * variables_[v].degree, priority};
      if (score <= bestScore) continue;
      best = {e, v};
      bestScore = score;
    }
    return best;
  }

  // The variable that makes most equations causal; ties: the one in most open equations.
  std::pair<int, int> chooseAmongAll() {
    const bool look = !nothingFollows();
    int budget = effort(20LL * options_.maxVisits);
    int best = -1;
    std::tuple<bool, int, int, int> bestScore{false, -2, 0, 0};
    for (int before = graph_.numVariables(), v = next_[before]; v != kNone; v = next_[before]) {
      if (!variables_[v].open) {
        next_[before] = next_[v];
        continue;
      }
      before = v;
      const int priority = options_.priority.empty() ? 0 : options_.priority[v];
      const int causal = look ? countCausal(kNone, v, budget) : 0;
      const std::tuple score{priority >= 0, causal, variables_[v].degree, priority};
      if (best < 0 || score > bestScore) {
        best = v;
        bestScore = score;
      }
      if (budget <= 0) break;
    }
    return {kNone, best};
  }

  void keepMostFrequent() {
    auto allowed = [&](int v) { return options_.priority.empty() || options_.priority[v] >= 0; };
    int most = 0;
    for (const auto& [e, v] : candidates_) {
      if (allowed(v)) most = std::max(most, variables_[v].degree);
    }
    if (most == 0) return;  // only variables that should not be torn: no choice
    std::erase_if(candidates_, [&](const auto& c) {
      return variables_[c.second].degree < most || !allowed(c.second);
    });
  }

  // How many equations become causal if v is torn (and e is its residual); pays from the budget.
  int countCausal(int e, int v, int& budget) {
    trial_ = true;
    if (residualIsChosen()) closeEquation(e);
    closeVariable(v);
    const int causal = propagate(budget);
    budget -= visits_ + 1;
    undoTrial();
    trial_ = false;
    return causal;
  }

  const Bipartite& graph_;
  std::span<const Solvable> solvable_;
  const TearingOptions& options_;
  std::vector<Node> equations_, variables_;
  std::set<std::pair<int, int>> bySize_;  // open equations: (-open variables, equation)
  std::vector<int> equationQueue_, variableQueue_;
  std::vector<std::pair<int, int>> last_;  // solved after all else, latest first
  std::vector<std::pair<int, int>> candidates_;
  // Global: list of the open variables by priority, with some closed ones; the head is the last.
  std::vector<int> next_;
  bool trial_ = false;
  std::vector<int> trail_;  // what a trial closed: e for equations, ~v for variables
  int visits_ = 0;
  std::vector<size_t> followed_;
  Tearing result_;
};

}  // namespace

Tearing tear(const Bipartite& graph, std::span<const Solvable> solvable,
             const TearingOptions& options) {
  FORMOLA_ASSERT(static_cast<int>(solvable.size()) == graph.numEdges());
  FORMOLA_ASSERT(options.priority.empty() ||
                 static_cast<int>(options.priority.size()) == graph.numVariables());
  FORMOLA_ASSERT(options.preferredResiduals.empty() ||
                 options.preferredResiduals.size() == options.preferred.size());
  Tearer tearer(graph, solvable, options);
  Tearing result = tearer.run();
  if (options.preferredResiduals.empty()) return result;
  const auto isResidual = [&](size_t k) {
    return std::binary_search(result.residuals.begin(), result.residuals.end(),
                              options.preferredResiduals[k]);
  };
  if (std::all_of(tearer.followed().begin(), tearer.followed().end(), isResidual)) return result;
  Tearing hinted = Tearer(graph, solvable, options).run(tearer.followed());
  return hinted.torn.size() <= result.torn.size() ? hinted : result;
}

Tearing withShortSequence(const Tearing& tearing, const Bipartite& graph,
                          std::span<const Solvable> solvable) {
  Tearing result;
  result.torn = tearing.torn;
  std::vector<char> known(graph.numVariables(), 0), inner(graph.numEquations(), 0);
  std::vector<int> open(graph.numEquations()), queue;
  auto becomesKnown = [&](int v) {
    known[v] = 1;
    for (int e : graph.equationsOf(v))
      if (--open[e] == 1) queue.push_back(e);
  };
  for (int e = 0; e < graph.numEquations(); ++e) {
    open[e] = static_cast<int>(graph.variablesOf(e).size());
    if (open[e] == 1) queue.push_back(e);
  }
  for (int v : tearing.torn) becomesKnown(v);
  for (size_t head = 0; head < queue.size(); ++head) {  // first in, first out: by levels
    const int e = queue[head];
    for (int edge = graph.firstEdge(e); edge < graph.firstEdge(e + 1); ++edge) {
      const int v = graph.edgeVariable(edge);
      if (known[v] || solvable[edge] != Solvable::Always) continue;
      inner[e] = 1;
      result.inner.emplace_back(e, v);
      becomesKnown(v);
      break;
    }
  }
  for (int e = 0; e < graph.numEquations(); ++e)
    if (!inner[e]) result.residuals.push_back(e);
  FORMOLA_ASSERT(result.inner.size() == tearing.inner.size());
  return result;
}

void tearInner(Tearing& tearing, const std::vector<char>& marked) {
  std::erase_if(tearing.inner, [&](const std::pair<int, int>& pair) {
    if (!marked[pair.second]) return false;
    tearing.torn.push_back(pair.second);
    tearing.residuals.push_back(pair.first);
    return true;
  });
  std::sort(tearing.residuals.begin(), tearing.residuals.end());
}

namespace {

// The torn variables on which each variable depends.
class DependenceSets {
 public:
  DependenceSets(const Tearing& tearing, const Bipartite& graph)
      : graph_(graph), sets_(graph.numVariables()), seen_(graph.numVariables(), -1) {
    for (int v : tearing.torn) sets_[v] = {v};
  }

  int size(int v) const { return static_cast<int>(sets_[v].size()); }
  void tear(int v) { sets_[v] = {v}; }
  // Those of what equation e holds besides v.
  std::vector<int> of(int e, int v) {
    std::vector<int> result;
    ++stamp_;
    for (int u : graph_.variablesOf(e)) {
      if (u == v) continue;
      for (int t : sets_[u]) {
        if (seen_[t] == stamp_) continue;
        seen_[t] = stamp_;
        result.push_back(t);
      }
    }
    return result;
  }
  // v follows from e; returns the size of its set.
  int assign(int e, int v) {
    sets_[v] = of(e, v);
    return size(v);
  }

 private:
  const Bipartite& graph_;
  std::vector<std::vector<int>> sets_;
  std::vector<int> seen_;
  int stamp_ = 0;
};

}  // namespace

double limitGrowth(Tearing& tearing, const Bipartite& graph, std::span<const double> logCoefficient,
                   double maxGrowth, std::span<const char> rotating) {
  FORMOLA_ASSERT(static_cast<int>(logCoefficient.size()) == graph.numEdges() && maxGrowth > 0);
  std::vector<double> growth(graph.numVariables(), 0.0);  // 0: torn
  std::vector<char> newlyTorn(graph.numVariables(), 0);

  // The log of a sum of exponentials, relative to the largest so that none overflows.
  auto growthOf = [&](int e, int v) {
    double largest = -std::numeric_limits<double>::infinity(), own = 0, sum = 0, squares = 0;
    for (int edge = graph.firstEdge(e); edge < graph.firstEdge(e + 1); ++edge) {
      const int u = graph.edgeVariable(edge);
      if (u == v) {
        own = logCoefficient[edge];
      } else {
        largest = std::max(largest, growth[u] + logCoefficient[edge]);
      }
    }
    if (std::isinf(largest)) return 0.0;  // depends on nothing in the block
    for (int edge = graph.firstEdge(e); edge < graph.firstEdge(e + 1); ++edge) {
      const int u = graph.edgeVariable(edge);
      if (u == v) continue;
      const double size = std::exp(growth[u] + logCoefficient[edge] - largest);
      if (!rotating.empty() && rotating[edge])
        squares += size * size;
      else
        sum += size;
    }
    return largest + std::log(sum + std::sqrt(squares)) - own;
  };
  auto tearAgain = [&](int v) {
    newlyTorn[v] = 1;
    growth[v] = 0;
  };

  for (const auto& [e, v] : tearing.inner) {
    growth[v] = growthOf(e, v);
    if (growth[v] <= maxGrowth) continue;
    // A recurrence starts afresh only if everything it carries on does: tear what has grown in this
    // equation, not the last link alone, else the next equations would have to be cut as well.
    for (int u : graph.variablesOf(e)) {
      if (u != v && growth[u] > maxGrowth / 2) tearAgain(u);
    }
    growth[v] = growthOf(e, v);
    if (growth[v] > maxGrowth) tearAgain(v);
  }

  tearInner(tearing, newlyTorn);
  double left = 0;
  for (const double each : growth) left = std::max(left, each);
  return left;
}

TearingWork tearingWork(const Tearing& tearing, const Bipartite& graph, long long limit) {
  TearingWork work;
  DependenceSets sets(tearing, graph);
  for (const auto& [e, v] : tearing.inner) {
    work.dependences += sets.assign(e, v);
    if (work.dependences > limit) {
      work.complete = false;
      return work;
    }
  }
  for (int e : tearing.residuals) {
    work.entries += static_cast<long long>(sets.of(e, -1).size());
    if (work.entries > limit) {
      work.complete = false;
      return work;
    }
  }
  return work;
}

void limitFill(Tearing& tearing, const Bipartite& graph, int maxDependences) {
  FORMOLA_ASSERT(maxDependences > 0);
  std::vector<char> newlyTorn(graph.numVariables(), 0);
  DependenceSets sets(tearing, graph);
  auto tearAgain = [&](int v) {
    newlyTorn[v] = 1;
    sets.tear(v);
  };
  for (const auto& [e, v] : tearing.inner) {
    if (sets.assign(e, v) <= maxDependences) continue;
    // As for growth: what carries much starts afresh, not the last link alone.
    for (int u : graph.variablesOf(e))
      if (u != v && sets.size(u) > std::max(1, maxDependences / 2)) tearAgain(u);
    if (sets.assign(e, v) > maxDependences) tearAgain(v);
  }
  std::vector<std::pair<int, int>> before = tearing.inner;
  tearInner(tearing, newlyTorn);
  if (tearing.inner.size() < before.size()) tearing.uncut = std::move(before);
}

}  // namespace formola::graph
