#include "graph/causalize.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace formola::graph {

namespace {

class Colouring {
 public:
  explicit Colouring(const Bipartite& graph) : graph_(graph) {
    const int equations = graph.numEquations();
    const int variables = graph.numVariables();
    isSolved_.assign(static_cast<size_t>(equations), 0);
    isKnown_.assign(static_cast<size_t>(variables), 0);
    high_ = equations - 1;
    for (int e = 0; e < equations; ++e) {
      blackOfEquation_.push_back(static_cast<int>(graph.variablesOf(e).size()));
      if (blackOfEquation_.back() == 1) nextEquations_.push_back(e);
    }
    for (int v = 0; v < variables; ++v) {
      blackOfVariable_.push_back(static_cast<int>(graph.equationsOf(v).size()));
      if (blackOfVariable_.back() == 1) nextVariables_.push_back(v);
    }
  }

  Causalisation run() {
    while (!nextEquations_.empty() || !nextVariables_.empty()) {
      ruleOne();
      ruleTwo();
    }
    for (int e = 0; e < graph_.numEquations(); ++e)
      if (!isSolved_[static_cast<size_t>(e)]) result_.openEquations.push_back(e);
    for (int v = 0; v < graph_.numVariables(); ++v)
      if (!isKnown_[static_cast<size_t>(v)]) result_.openVariables.push_back(v);
    return std::move(result_);
  }

 private:
  void ruleOne() {
    std::vector<int> turn;
    turn.swap(nextEquations_);
    std::sort(turn.begin(), turn.end());
    for (int e : turn) {
      if (isSolved_[static_cast<size_t>(e)]) continue;
      for (int v : graph_.variablesOf(e)) {
        if (isKnown_[static_cast<size_t>(v)]) continue;
        colour({1, e, v, low_++});
        break;
      }
    }
  }

  void ruleTwo() {
    for (int v : nextVariables_) sweep_.push(v);
    nextVariables_.clear();
    while (!sweep_.empty()) {
      at_ = sweep_.top();
      sweep_.pop();
      if (isKnown_[static_cast<size_t>(at_)]) continue;
      for (int e : graph_.equationsOf(at_)) {
        if (isSolved_[static_cast<size_t>(e)]) continue;
        colour({2, e, at_, high_--});
        break;
      }
    }
    at_ = -1;
  }

  // The edge becomes red, the other edges of its ends blue.
  void colour(const CausalStep& step) {
    result_.steps.push_back(step);
    isSolved_[static_cast<size_t>(step.equation)] = 1;
    isKnown_[static_cast<size_t>(step.variable)] = 1;
    for (int e : graph_.equationsOf(step.variable)) {
      if (isSolved_[static_cast<size_t>(e)]) continue;
      if (--blackOfEquation_[static_cast<size_t>(e)] == 1) nextEquations_.push_back(e);
    }
    for (int v : graph_.variablesOf(step.equation)) {
      if (isKnown_[static_cast<size_t>(v)]) continue;
      if (--blackOfVariable_[static_cast<size_t>(v)] != 1) continue;
      if (at_ >= 0 && v > at_) {
        sweep_.push(v);
      } else {
        nextVariables_.push_back(v);
      }
    }
  }

  const Bipartite& graph_;
  std::vector<char> isSolved_, isKnown_;
  std::vector<int> blackOfEquation_, blackOfVariable_;
  std::vector<int> nextEquations_, nextVariables_;  // with one black edge, for the next turns
  std::priority_queue<int, std::vector<int>, std::greater<>> sweep_;  // of the present turn
  int at_ = -1;  // where the sweep of rule 2 stands; -1: none
  int low_ = 0, high_ = 0;
  Causalisation result_;
};

}  // namespace

Causalisation causalize(const Bipartite& graph) {
  return Colouring(graph).run();
}

}  // namespace formola::graph
