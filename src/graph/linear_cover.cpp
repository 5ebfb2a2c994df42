#include "graph/linear_cover.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "support/assert.h"

namespace formola::graph {
namespace {

class Cover {
 public:
  Cover(const Bipartite& couplings, std::span<const int> priority)
      : couplings_(couplings),
        priority_(priority),
        chosen_(couplings.numVariables(), 0),
        unresolved_(couplings.numVariables(), 0),
        unknown_(couplings.numEquations()) {
    for (int c = 0; c < couplings.numEquations(); ++c) {
      unknown_[c] = size(c);
      if (size(c) < 2) continue;
      for (int v : couplings.variablesOf(c)) ++unresolved_[v];
    }
  }

  std::vector<int> run() {
    for (int c = 0; c < couplings_.numEquations(); ++c) {
      if (size(c) == 1 && !chosen_[couplings_.variablesOf(c)[0]]) {
        choose(couplings_.variablesOf(c)[0]);
      }
    }
    for (int v = 0; v < couplings_.numVariables(); ++v) enqueue(v);
    std::vector<int> byChoice;
    queued_ = true;
    while (!queue_.empty()) {
      byChoice.push_back(std::get<2>(*queue_.begin()));
      choose(byChoice.back());
    }
    for (auto it = byChoice.rbegin(); it != byChoice.rend(); ++it) {
      if (redundant(*it)) leaveOut(*it);
    }
    std::vector<int> result;
    for (int v = 0; v < couplings_.numVariables(); ++v) {
      if (chosen_[v]) result.push_back(v);
    }
    return result;
  }

 private:
  int size(int coupling) const { return static_cast<int>(couplings_.variablesOf(coupling).size()); }

  std::tuple<int, int, int> queueKey(int v) const {
    return {-unresolved_[v], priority_.empty() ? 0 : -priority_[v], v};
  }
  void enqueue(int v) {
    if (!chosen_[v] && unresolved_[v] > 0) queue_.insert(queueKey(v));
  }

  // v is known from now on; a coupling is resolved when at most one of its variables is unknown.
  void choose(int v) {
    if (queued_) queue_.erase(queueKey(v));
    chosen_[v] = 1;
    for (int c : couplings_.equationsOf(v)) {
      if (--unknown_[c] != 1 || size(c) < 2) continue;
      for (int u : couplings_.variablesOf(c)) {
        if (chosen_[u]) continue;
        if (queued_) queue_.erase(queueKey(u));
        --unresolved_[u];
        if (queued_) enqueue(u);
      }
    }
  }

  // Later choices may have resolved everything that v was chosen for.
  bool redundant(int v) const {
    const auto rows = couplings_.equationsOf(v);
    return std::all_of(rows.begin(), rows.end(), [&](int c) { return unknown_[c] == 0; });
  }
  void leaveOut(int v) {
    chosen_[v] = 0;
    for (int c : couplings_.equationsOf(v)) ++unknown_[c];
  }

  const Bipartite& couplings_;
  std::span<const int> priority_;
  std::vector<char> chosen_;
  std::vector<int> unresolved_;  // couplings of a variable that are not yet linear
  std::vector<int> unknown_;     // variables of a coupling that are not chosen
  std::set<std::tuple<int, int, int>> queue_;
  bool queued_ = false;
};

}  // namespace

std::vector<int> linearCover(const Bipartite& couplings, std::span<const int> priority) {
  FORMOLA_ASSERT(priority.empty() || static_cast<int>(priority.size()) == couplings.numVariables());
  return Cover(couplings, priority).run();
}

}  // namespace formola::graph
