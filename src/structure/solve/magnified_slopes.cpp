#include "structure/solve/magnified_slopes.h"

#include <algorithm>

namespace formola {

MagnifiedSlopes::MagnifiedSlopes(const Block& block, const graph::Bipartite& graph,
                                 const graph::NonlinearCouplings& couplings,
                                 std::span<const int> onlyFrom)
    : graph_(graph) {
  const size_t n = block.equations.size();
  formulas_.assign(n, 0);
  for (std::vector<char>* marks : {&states_, &slopes_, &nonlinear_}) marks->assign(n, 0);
  for (size_t i = 0; i < n; ++i) {
    const auto at = static_cast<size_t>(block.equations[i]);
    if (row_.size() <= at) row_.resize(at + 1, -1);
    row_[at] = static_cast<int>(i);
    const size_t id = block.unknowns[i].index();
    if (column_.size() <= id) column_.resize(id + 1, -1);
    column_[id] = static_cast<int>(i);
  }
  for (size_t i = 0; i < n; ++i) {
    const int formula = onlyFrom[block.unknowns[i].index()];
    if (formula < 0) continue;
    states_[i] = 1;
    if (static_cast<size_t>(formula) < row_.size() && row_[static_cast<size_t>(formula)] >= 0)
      formulas_[static_cast<size_t>(row_[static_cast<size_t>(formula)])] = 1;
  }
  for (int e = 0; e < graph.numEquations(); ++e)
    if (isFormula(e))
      for (int v : graph.variablesOf(e))
        if (!states_[static_cast<size_t>(v)]) slopes_[static_cast<size_t>(v)] = 1;
  for (size_t c = 0; c < couplings.equations.size(); ++c) {
    const auto variables = couplings.variables.variablesOf(static_cast<int>(c));
    if (variables.size() == 1) nonlinear_[static_cast<size_t>(variables[0])] = 1;
  }
}

std::vector<int> MagnifiedSlopes::in(const Block& form) const {
  std::vector<int> result;
  std::vector<char> magnified(slopes_.size(), 0);
  bool any = false;
  for (VariableId id : form.torn) {
    const auto v = static_cast<size_t>(column_[id.index()]);
    magnified[v] = slopes_[v];
    any = any || slopes_[v] != 0;
  }
  if (!any) return result;
  const auto step = [&](std::span<const int> equations, std::span<const VariableId> unknowns) {
    bool from = false;
    for (int e : equations) {
      const int row = row_[static_cast<size_t>(e)];
      if (isFormula(row)) continue;
      for (int v : graph_.variablesOf(row)) from = from || magnified[static_cast<size_t>(v)] != 0;
    }
    if (!from) return;
    for (VariableId id : unknowns) {
      const auto v = static_cast<size_t>(column_[id.index()]);
      if (states_[v]) continue;
      magnified[v] = 1;
      if (nonlinear_[v] && !slopes_[v]) result.push_back(static_cast<int>(v));
    }
  };
  for (const Assignment& a : form.inner) step({&a.equation, 1}, {&a.variable, 1});
  for (const Block& part : form.parts) step(part.equations, part.unknowns);
  return result;
}

std::vector<graph::Solvable> MagnifiedSlopes::forwardOnly(
    std::span<const graph::Solvable> solvable) const {
  std::vector<graph::Solvable> result(solvable.begin(), solvable.end());
  for (int e = 0; e < graph_.numEquations(); ++e) {
    const auto variables = graph_.variablesOf(e);
    const bool hasSlope = std::any_of(variables.begin(), variables.end(),
                                      [&](int v) { return slopes_[static_cast<size_t>(v)] != 0; });
    if (isFormula(e) || !hasSlope) continue;
    for (int edge = graph_.firstEdge(e); edge < graph_.firstEdge(e + 1); ++edge)
      if (!slopes_[static_cast<size_t>(graph_.edgeVariable(edge))])
        result[static_cast<size_t>(edge)] = graph::Solvable::Never;
  }
  return result;
}

}  // namespace formola
