#include "graph/pantelides.h"

#include <algorithm>

#include "support/assert.h"

namespace formola::graph {
namespace {

class Pantelides {
 public:
  Pantelides(const Bipartite& graph, std::span<const int> varDerivative,
             const PantelidesCallbacks& callbacks)
      : callbacks_(callbacks),
        A_(varDerivative.begin(), varDerivative.end()),
        B_(graph.numEquations(), kNone),
        order_(graph.numEquations(), 0),
        maxOrder_(graph.numVariables()) {
    for (int e = 0; e < graph.numEquations(); ++e) appendRow(graph.variablesOf(e));
    assignAtOnce(graph);
    colouredVariable_.assign(A_.size(), 0);
    reachedFromVariable_.resize(B_.size());
    reachedFromEquation_.resize(A_.size());
  }

  // Algorithm 4.1. Equations that a matching covers without differentiation need no search; it is
  // as if they had been numbered first.
  PantelidesResult run() {
    PantelidesResult result;
    for (size_t k = 0; k < waiting_.size(); ++k) {
      int i = waiting_[k];
      while (!augmentPath(i)) {
        if (row(i).empty() || order_[i] >= maxOrder_) {
          result.status = PantelidesResult::Status::Diverged;
          result.diverging = i;
          return result;
        }
        differentiateColoured();
        i = B_[i];
        uncolour();
      }
      uncolour();
    }
    finish(result);
    return result;
  }

 private:
  bool highestOrder(int variable) const { return A_[variable] == kNone; }
  std::span<const int> row(int e) const {
    return {rowVariable_.data() + rowStart_[e],
            static_cast<size_t>(rowStart_[e + 1] - rowStart_[e])};
  }
  void appendRow(std::span<const int> variables) {
    rowVariable_.insert(rowVariable_.end(), variables.begin(), variables.end());
    rowStart_.push_back(static_cast<int>(rowVariable_.size()));
  }

  void assignAtOnce(const Bipartite& graph) {
    std::vector<uint8_t> edgeClass(graph.numEdges());
    for (int edge = 0; edge < graph.numEdges(); ++edge) {
      edgeClass[edge] = highestOrder(graph.edgeVariable(edge)) ? 0 : kForbiddenEdge;
    }
    const Matching matching = maximumMatching(graph, edgeClass);
    assign_ = matching.varToEq;
    for (int e = 0; e < graph.numEquations(); ++e) {
      if (matching.eqToVar[e] == kNone) waiting_.push_back(e);
    }
  }

  // Algorithm 3.2: search for a path that frees a variable for equation `root`. The paper searches
  // depth first; breadth first colours the same nodes when there is no path, and where there is
  // one it does not run along a whole chain of constraints to find a variable next door.
  bool augmentPath(int root) {
    colourEquation(root, kNone);
    for (size_t head = 0; head < colouredEquations_.size(); ++head) {
      const int i = colouredEquations_[head];
      for (int j : row(i)) {
        if (!highestOrder(j) || colouredVariable_[j]) continue;
        colourVariable(j, i);
        if (assign_[j] == kNone) {
          reassignPath(j);
          return true;
        }
        colourEquation(assign_[j], j);
      }
    }
    return false;
  }

  // Every variable on the path goes to the equation from which it was reached.
  void reassignPath(int j) {
    while (j != kNone) {
      const int i = reachedFromEquation_[j];
      assign_[j] = i;
      j = reachedFromVariable_[i];
    }
  }

  void colourEquation(int i, int from) {
    colouredEquations_.push_back(i);
    reachedFromVariable_[i] = from;
  }
  void colourVariable(int j, int from) {
    colouredVariable_[j] = 1;
    colouredVariables_.push_back(j);
    reachedFromEquation_[j] = from;
  }
  void uncolour() {
    for (int j : colouredVariables_) colouredVariable_[j] = 0;
    colouredEquations_.clear();
    colouredVariables_.clear();
  }

  // Step (3b-5) of algorithm 4.1: the coloured equations are a minimally singular subset (one more
  // than the coloured variables); differentiate all of it. Ascending, so that the numbers of new
  // equations do not depend on the course of the search.
  void differentiateColoured() {
    std::sort(colouredVariables_.begin(), colouredVariables_.end());
    std::sort(colouredEquations_.begin(), colouredEquations_.end());
    for (int j : colouredVariables_) {
      A_[j] = static_cast<int>(A_.size());
      A_.push_back(kNone);
      assign_.push_back(kNone);
      colouredVariable_.push_back(0);
      reachedFromEquation_.push_back(kNone);
      if (callbacks_.differentiateVariable) callbacks_.differentiateVariable(j, A_[j]);
    }
    for (int l : colouredEquations_) {
      B_[l] = static_cast<int>(B_.size());
      B_.push_back(kNone);
      order_.push_back(order_[l] + 1);
      reachedFromVariable_.push_back(kNone);
      appendRow(derivativeRow(l));
    }
    for (int j : colouredVariables_) {
      const int l = B_[assign_[j]];
      const auto variables = row(l);
      if (std::binary_search(variables.begin(), variables.end(), A_[j])) {
        assign_[A_[j]] = l;
      } else {
        waiting_.push_back(l);  // the derivative lost this variable: search again
      }
    }
  }

  std::vector<int> derivativeRow(int l) {
    std::vector<int> variables;
    if (callbacks_.differentiateEquation) {
      variables = callbacks_.differentiateEquation(l, B_[l]);
    } else {
      for (int j : row(l)) {
        variables.push_back(j);
        if (A_[j] != kNone) variables.push_back(A_[j]);
      }
    }
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    FORMOLA_ASSERT(variables.empty() ||
                   (variables.front() >= 0 && variables.back() < static_cast<int>(A_.size())));
    return variables;
  }

  void finish(PantelidesResult& result) {
    BipartiteBuilder builder(static_cast<int>(B_.size()), static_cast<int>(A_.size()));
    result.matching = Matching(static_cast<int>(B_.size()), static_cast<int>(A_.size()));
    for (int e = 0; e < static_cast<int>(B_.size()); ++e) {
      for (int v : row(e)) builder.addEdge(e, v);
    }
    for (int v = 0; v < static_cast<int>(A_.size()); ++v) {
      if (!highestOrder(v) || assign_[v] == kNone) continue;
      result.matching.match(assign_[v], v);
      ++result.matching.size;
    }
    result.graph = builder.build();
    result.varDerivative = std::move(A_);
    result.eqDerivative = std::move(B_);
  }

  const PantelidesCallbacks& callbacks_;
  std::vector<int> A_;       // variable -> its derivative
  std::vector<int> B_;       // equation -> its derivative
  std::vector<int> assign_;  // variable -> equation
  std::vector<int> order_;   // how often an equation has been differentiated
  int maxOrder_;             // more is impossible while derivatives keep their variables
  std::vector<int> rowStart_ = {0};
  std::vector<int> rowVariable_;
  std::vector<int> waiting_;  // equations that still need a variable
  std::vector<char> colouredVariable_;
  std::vector<int> colouredEquations_, colouredVariables_;
  std::vector<int> reachedFromVariable_;  // of a coloured equation
  std::vector<int> reachedFromEquation_;  // of a coloured variable
};

// The paper's condition for termination: with every derivative chain collapsed to one
// variable, each equation can still be matched. Returns the parts where it cannot.
std::vector<DulmageMendelsohn::Component> singularParts(const Bipartite& graph,
                                                        std::span<const int> varDerivative) {
  std::vector<int> chain(graph.numVariables(), kNone);
  std::vector<char> isDerivative(graph.numVariables(), 0);
  for (int v : varDerivative) {
    if (v == kNone) continue;
    FORMOLA_ASSERT(!isDerivative[v]);
    isDerivative[v] = 1;
  }
  for (int root = 0; root < graph.numVariables(); ++root) {
    if (isDerivative[root]) continue;
    for (int v = root; v != kNone; v = varDerivative[v]) chain[v] = root;
  }
  BipartiteBuilder builder(graph.numEquations(), graph.numVariables());
  for (int e = 0; e < graph.numEquations(); ++e) {
    for (int v : graph.variablesOf(e)) {
      FORMOLA_ASSERT(chain[v] != kNone);  // else the chain is a cycle
      builder.addEdge(e, chain[v]);
    }
  }
  const Bipartite collapsed = builder.build();
  return decompose(collapsed, maximumMatching(collapsed)).over;
}

}  // namespace

PantelidesResult pantelides(const Bipartite& graph, std::span<const int> varDerivative,
                            const PantelidesCallbacks& callbacks) {
  FORMOLA_ASSERT(static_cast<int>(varDerivative.size()) == graph.numVariables());
  PantelidesResult result;
  result.singular = singularParts(graph, varDerivative);
  if (!result.singular.empty()) {
    result.status = PantelidesResult::Status::Singular;
    return result;
  }
  return Pantelides(graph, varDerivative, callbacks).run();
}

}  // namespace formola::graph
