#include "graph/linear_parts.h"

#include <algorithm>
#include <tuple>

#include "graph/determined_part.h"
#include "graph/matching.h"
#include "support/assert.h"

namespace formola::graph {
namespace {

class Finder {
 public:
  Finder(const Bipartite& graph, std::span<const Solvable> solvable,
         const NonlinearCouplings& couplings, const LinearPartsOptions& options)
      : graph_(graph),
        solvable_(solvable),
        couplings_(couplings),
        options_(options),
        extractor_(graph),
        visitsLeft_(std::min(options.maxVisits,
                             400 * options.maxVisits / std::max(1, graph.numVariables()))) {
    reset();
  }

  LinearParts run() {
    close();
    for (int v : mostCausalFirst(options_.first)) {
      if (!open_[v]) continue;
      know(v);
      propagate(std::numeric_limits<long long>::max());
    }
    if (static_cast<int>(result_.known.size()) > options_.maxKnown) return {};
    close();
    size_t nextMatching = 0;
    while (numOpen_ > 0) {
      if (static_cast<int>(result_.known.size()) >= options_.maxKnown) return {};
      const int v = unresolved_ > 0 ? choose() : undetermined();
      if (v == kNone) return {};
      know(v);
      // A matching after each choice would be quadratic for many of them, and for few it should not
      // cost more than the choices.
      const size_t known = result_.known.size();
      const bool dear = known > kMostPruned || looked_ + kCheap < graph_.numEdges();
      if (unresolved_ > 0 && dear && known < nextMatching) {
        propagate(std::numeric_limits<long long>::max());
        continue;
      }
      close();
      looked_ = 0;
      nextMatching = known + known / 4;
    }
    leaveOutWhatFollows();
    finish();
    return std::move(result_);
  }

 private:
  static constexpr size_t kMostPruned = 64;
  static constexpr long long kCheap = 2000;  // edges that are always worth a matching

  int numVariables() const { return graph_.numVariables(); }
  int numEquations() const { return graph_.numEquations(); }
  int size(int coupling) const {
    return static_cast<int>(couplings_.variables.variablesOf(coupling).size());
  }
  // A product is linear with one unknown factor, anything else with none.
  bool isResolved(int coupling) const {
    return unknowns_[coupling] <= (size(coupling) > 1 ? 1 : 0);
  }

  void reset() {
    open_.assign(numVariables(), 1);
    state_.assign(numEquations(), kOpen);
    degree_.resize(numEquations());
    nonlinear_.assign(numEquations(), 0);
    unknowns_.resize(couplings_.variables.numEquations());
    queue_.clear();
    pairs_.clear();
    numOpen_ = numVariables();
    unresolved_ = 0;
    listed_.assign(numVariables(), 0);
    listStamp_ = firstCoupling_ = firstOpen_ = 0;
    for (int c = 0; c < couplings_.variables.numEquations(); ++c) {
      unknowns_[c] = size(c);
      if (isResolved(c)) continue;
      ++unresolved_;
      ++nonlinear_[couplings_.equations[c]];
    }
    for (int e = 0; e < numEquations(); ++e) {
      degree_[e] = static_cast<int>(graph_.variablesOf(e).size());
      if (degree_[e] <= 1) queue_.push_back(e);
    }
  }

  // --- what follows from what is known ---------------------------------------------------------

  // The value of v is known from now on.
  void closeVariable(int v) {
    open_[v] = 0;
    --numOpen_;
    if (trial_) trail_.push_back(~v);
    for (int e : graph_.equationsOf(v)) {
      ++visits_;
      if (--degree_[e] <= 1 && state_[e] == kOpen) queue_.push_back(e);
    }
    for (int c : couplings_.variables.equationsOf(v)) {
      const bool before = isResolved(c);
      --unknowns_[c];
      if (before || !isResolved(c)) continue;
      --unresolved_;
      --nonlinear_[couplings_.equations[c]];
    }
  }
  void openVariable(int v) {
    open_[v] = 1;
    ++numOpen_;
    for (int e : graph_.equationsOf(v)) ++degree_[e];
    for (int c : couplings_.variables.equationsOf(v)) {
      const bool before = isResolved(c);
      ++unknowns_[c];
      if (!before || isResolved(c)) continue;
      ++unresolved_;
      ++nonlinear_[couplings_.equations[c]];
    }
  }
  void know(int v) {
    result_.known.push_back(v);
    closeVariable(v);
  }

  // Equations with one open variable that they can be solved for.
  int propagate(long long maxVisits) {
    int causal = 0;
    visits_ = 0;
    for (size_t head = 0; head < queue_.size() && visits_ < maxVisits; ++head) {
      const int e = queue_[head];
      if (state_[e] != kOpen || degree_[e] != 1) continue;
      for (int edge = graph_.firstEdge(e); edge < graph_.firstEdge(e + 1); ++edge) {
        const int v = graph_.edgeVariable(edge);
        if (!open_[v] || solvable_[edge] != Solvable::Always) continue;
        state_[e] = kInner;
        if (trial_)
          trail_.push_back(e);
        else
          pairs_.emplace_back(e, v);
        closeVariable(v);
        ++causal;
        break;
      }
    }
    queue_.clear();
    return causal;
  }

  // Until nothing more follows: assignments, then linear equations that determine their variables.
  void close() {
    do {
      propagate(std::numeric_limits<long long>::max());
    } while (numOpen_ > 0 && solveTogether());
  }

  // The well-determined part of the equations that are linear in what is open. Equations that are
  // left over in it become residuals: everything in them is known then.
  bool solveTogether() {
    std::vector<int> equations, variables;
    for (int e = 0; e < numEquations(); ++e)
      if (state_[e] == kOpen && nonlinear_[e] == 0 && degree_[e] > 0) equations.push_back(e);
    for (int v = 0; v < numVariables(); ++v)
      if (open_[v]) variables.push_back(v);
    unmatched_.clear();
    Subgraph part = extractor_.extract(equations, variables);
    std::vector<uint8_t> edgeClass(static_cast<size_t>(part.graph.numEdges()));
    for (int edge = 0; edge < part.graph.numEdges(); ++edge) {
      const Solvable s = solvable_[part.edges[edge]];
      edgeClass[edge] = s == Solvable::Always ? 0 : s == Solvable::MayVanish ? 1 : kForbiddenEdge;
    }
    Matching matching = maximumMatching(part.graph, edgeClass);
    for (size_t v = 0; v < variables.size(); ++v)
      if (matching.varToEq[v] == kNone) unmatched_.push_back(variables[v]);
    matching = determinedPart(part.graph, edgeClass, std::move(matching));
    bool any = false;
    for (size_t e = 0; e < equations.size(); ++e) {
      const int v = matching.eqToVar[e];
      if (v == kNone) continue;
      state_[equations[e]] = kInner;
      pairs_.emplace_back(equations[e], variables[v]);
      any = true;
      closeVariable(variables[v]);
    }
    return any;
  }

  // --- the choice ------------------------------------------------------------------------------

  // What follows from v alone, as far as the edges allowed show.
  int causalFrom(int v, long long maxVisits) {
    trial_ = true;
    closeVariable(v);
    const int causal = propagate(maxVisits);
    undo();
    trial_ = false;
    return causal;
  }
  std::vector<int> mostCausalFirst(std::span<const int> variables) {
    constexpr long long kVisits = 200;
    std::vector<std::pair<int, int>> order;
    for (int v : variables)
      if (open_[v]) order.emplace_back(-causalFrom(v, kVisits), v);
    std::sort(order.begin(), order.end());
    std::vector<int> result;
    for (const auto& [causal, v] : order) result.push_back(v);
    return result;
  }

  // The variable that makes most couplings linear, then most equations causal.
  int choose() {
    int best = kNone;
    std::tuple<int, int, int, int> bestScore{0, 0, 0, 0};
    const long long share = std::max<long long>(50, visitsLeft_ / std::max(1, numVariables() / 4));
    long long budget = share;
    startCandidates();
    for (int v = nextCandidate(); v != kNone; v = nextCandidate()) {
      const int priority = options_.priority.empty() ? 0 : options_.priority[v];
      const int before = unresolved_;
      trial_ = true;
      closeVariable(v);
      const int causal = propagate(std::max<long long>(budget, 1));
      const std::tuple score{before - unresolved_, causal, priority,
                             static_cast<int>(graph_.equationsOf(v).size())};
      budget -= visits_ + 1;
      undo();
      trial_ = false;
      if (best == kNone || score > bestScore) {
        best = v;
        bestScore = score;
      }
      if (budget <= 0) break;
    }
    looked_ += share - budget;
    visitsLeft_ = std::max<long long>(0, visitsLeft_ - (share - budget));
    return best;
  }

  // Open variables: those in couplings first, since they must be known in the end.
  void startCandidates() {
    ++listStamp_;
    while (firstCoupling_ < couplings_.variables.numEquations() && isResolved(firstCoupling_))
      ++firstCoupling_;
    while (firstOpen_ < numVariables() && !open_[firstOpen_]) ++firstOpen_;
    coupling_ = firstCoupling_;
    inCoupling_ = 0;
    variable_ = firstOpen_;
  }
  int nextCandidate() {
    auto isNew = [&](int v) {
      if (!open_[v] || listed_[v] == listStamp_) return false;
      listed_[v] = listStamp_;
      return true;
    };
    for (; coupling_ < couplings_.variables.numEquations(); ++coupling_, inCoupling_ = 0) {
      if (isResolved(coupling_)) continue;
      const auto variables = couplings_.variables.variablesOf(coupling_);
      while (inCoupling_ < variables.size()) {
        const int v = variables[inCoupling_++];
        if (isNew(v)) return v;
      }
    }
    while (variable_ < numVariables()) {
      const int v = variable_++;
      if (isNew(v)) return v;
    }
    return kNone;
  }

  void undo() {
    for (; !trail_.empty(); trail_.pop_back()) {
      const int node = trail_.back();
      if (node >= 0)
        state_[node] = kOpen;
      else
        openVariable(~node);
    }
    queue_.clear();
  }

  // All is linear, yet the rest is not determined: one of the variables that no equation is left
  // for.
  int undetermined() const {
    int best = kNone;
    for (int v : unmatched_) {
      auto priority = [&](int u) { return options_.priority.empty() ? 0 : options_.priority[u]; };
      if (best == kNone || priority(v) > priority(best)) best = v;
    }
    return best;
  }

  // Later choices may determine what was chosen before. What follows from known variables does not
  // depend on the order in which they became known, and with more of them never gets less
  // (determinedPart): all of them together are complete.
  void leaveOutWhatFollows() {
    if (result_.known.size() > kMostPruned) return;
    std::vector<int> known = result_.known;
    for (size_t i = known.size(); i-- > 0 && known.size() > 1;) {
      std::vector<int> fewer = known;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (closesWith(fewer)) known = std::move(fewer);
    }
    const bool complete = closesWith(known);
    FORMOLA_ASSERT(complete);
    result_.known = std::move(known);
  }
  bool closesWith(const std::vector<int>& known) {
    reset();
    close();
    for (int v : known)
      if (open_[v]) closeVariable(v);
    close();
    return numOpen_ == 0;
  }

  void finish() {
    result_.inner = std::move(pairs_);
    // A variable of N that followed from equations alone is matched, not known.
    std::vector<char> matched(numVariables(), 0);
    for (const auto& [e, v] : result_.inner) matched[v] = 1;
    std::erase_if(result_.known, [&](int v) { return matched[v] != 0; });
    for (int e = 0; e < numEquations(); ++e)
      if (state_[e] == kOpen) result_.residuals.push_back(e);
    result_.found = result_.residuals.size() == result_.known.size();
  }

  enum State : char { kOpen, kInner };

  const Bipartite& graph_;
  std::span<const Solvable> solvable_;
  const NonlinearCouplings& couplings_;
  const LinearPartsOptions& options_;
  SubgraphExtractor extractor_;
  std::vector<char> open_;      // variables that are not known
  std::vector<State> state_;    // of equations
  std::vector<int> degree_;     // open variables of an equation
  std::vector<int> nonlinear_;  // couplings of an equation that are not yet linear
  std::vector<int> unknowns_;   // open variables of a coupling
  std::vector<int> queue_;      // equations with one open variable
  std::vector<std::pair<int, int>> pairs_;
  std::vector<int> unmatched_;  // variables without an equation in the last matching
  std::vector<int> listed_;     // stamp of the last list of candidates that held a variable
  int listStamp_ = 0;
  int firstCoupling_ = 0, firstOpen_ = 0;  // all before are resolved, or known
  int coupling_ = 0, variable_ = 0;        // where the list of candidates goes on
  size_t inCoupling_ = 0;
  int numOpen_ = 0;
  int unresolved_ = 0;
  bool trial_ = false;
  std::vector<int> trail_;  // of a trial: e for equations, ~v for variables
  long long visits_ = 0;
  long long visitsLeft_;
  long long looked_ = 0;  // edges visited by choices since the last matching
  LinearParts result_;
};

}  // namespace

LinearParts findLinearParts(const Bipartite& graph, std::span<const Solvable> solvable,
                            const NonlinearCouplings& couplings,
                            const LinearPartsOptions& options) {
  FORMOLA_ASSERT(static_cast<int>(solvable.size()) == graph.numEdges());
  FORMOLA_ASSERT(graph.numEquations() == graph.numVariables());
  FORMOLA_ASSERT(couplings.variables.numEquations() ==
                 static_cast<int>(couplings.equations.size()));
  return Finder(graph, solvable, couplings, options).run();
}

}  // namespace formola::graph
