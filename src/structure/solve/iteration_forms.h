// Forms in which a nonlinear block can be iterated, compared by what they cost.
#pragma once

#include <vector>

#include "graph/iteration_work.h"
#include "graph/linear_parts.h"
#include "structure/structured_dae.h"

namespace formola {

// Requires: `graph` and `couplings` number the equations and unknowns of the block as it does; they
//   outlive this. A form is a block of the same equations with its torn variables and residuals and
//   with an inner sequence or parts.
class IterationForms {
 public:
  IterationForms(const Block& block, const graph::Bipartite& graph,
                 const graph::NonlinearCouplings& couplings);

  // graph::iterationWork of the form; infinity if its Jacobian would be much larger than the block.
  double work(const Block& form) const;

  // Has the form linear blocks, none with a matrix that changes with what is iterated?
  bool hasConstantMatrices(const Block& form) const;

  // A form that consists of assignments: a long chain is cut into segments (graph::LevelCuts) where
  // that is less work.
  void cutChain(Block& form) const;

 private:
  // Counting is given up beyond.
  long long mostDependences() const { return 30LL * graph_.numEdges() + 100'000; }
  int row(int equation) const { return row_[static_cast<size_t>(equation)]; }
  int column(VariableId id) const { return column_[id.index()]; }
  bool varies(const Block& part) const;
  graph::SolvedGroup groupOf(const Block& part, graph::SubgraphExtractor& extractor) const;
  double work(const graph::Tearing& tearing) const;
  double work(const graph::Iteration& form) const;

  const Block& block_;
  const graph::Bipartite& graph_;
  const graph::NonlinearCouplings& couplings_;
  std::vector<int> row_, column_;              // by equation and by variable of the model
  std::vector<std::vector<int>> couplingsOf_;  // by row
};

}  // namespace formola
