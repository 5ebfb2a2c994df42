// Sets of states that are chosen at run time.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "expr/differentiate.h"
#include "graph/selection_sets.h"
#include "structure/index/differentiate_function.h"
#include "structure/structured_dae.h"
#include "structure/systems/incidence.h"

namespace formola {

// Purpose:    makes a selection set of graph::findSelectionSets part of a model.
// Requires:   `equations` and `variables` are what the set's numbers refer to: constraints at their
//             highest derivatives, and the highest derivatives in them.
class StateSetBuilder {
 public:
  StateSetBuilder(StructuredDae& model, std::span<const int> equations,
                  std::span<const VariableId> variables);
  StateSetBuilder(const StateSetBuilder&) = delete;
  StateSetBuilder& operator=(const StateSetBuilder&) = delete;

  // Purpose:    the candidates with their derivatives, and the Jacobian of the constraints.
  // Requires:   `chosen`: the candidates that are states at first.
  // Ensures:    either all constraints were differentiated equally often, and the set stands for
  //             all orders down to them; or the candidates' own variables are no derivatives, and
  //             the set stands for the highest order alone. False where this way is not open:
  //             neither is the case, some constraint cannot be differentiated by a candidate, or
  //             the set is too large.
  bool describe(const graph::SelectionSet& set, std::vector<int> chosen, StateSet& result);
  // Purpose:    adds the states s = A u, the selection A and their equations.
  // Ensures:    model.stateSets holds the set.
  void add(StateSet set, const Provenance& origin);

 private:
  int orderOf(int row) const;
  using Columns = std::unordered_map<uint32_t, int>;  // highest derivative -> column
  bool jacobianRow(int row, const Columns& columns, StateSet& result);
  VariableId addState(std::string name, VariableId like);
  ExprId selected(const StateSet& set, size_t state, const std::vector<VariableId>& of);

  StructuredDae& model_;
  std::span<const int> equations_;
  std::span<const VariableId> variables_;
  ExprBuilder build_;
  FunctionDerivatives functions_;
  IncidenceCollector collector_;
  std::vector<Incidence> found_;
  ExprId direction_;
  Differentiator differentiate_;  // by direction_
};

}  // namespace formola
