#include "structure/solve/iteration_forms.h"

#include <algorithm>
#include <unordered_map>

#include "graph/cut_levels.h"

namespace formola {

IterationForms::IterationForms(const Block& block, const graph::Bipartite& graph,
                               const graph::NonlinearCouplings& couplings)
    : block_(block), graph_(graph), couplings_(couplings), couplingsOf_(block.equations.size()) {
  for (size_t i = 0; i < block.equations.size(); ++i) {
    const auto at = static_cast<size_t>(block.equations[i]);
    if (row_.size() <= at) row_.resize(at + 1, -1);
    row_[at] = static_cast<int>(i);
    const size_t id = block.unknowns[i].index();
    if (column_.size() <= id) column_.resize(id + 1, -1);
    column_[id] = static_cast<int>(i);
  }
  for (size_t c = 0; c < couplings.equations.size(); ++c)
    couplingsOf_[static_cast<size_t>(couplings.equations[c])].push_back(static_cast<int>(c));
}

// An unknown of a linear block in a product: the other factor stands in its matrix.
bool IterationForms::varies(const Block& part) const {
  std::vector<int> own;
  for (VariableId id : part.unknowns) own.push_back(column(id));
  std::sort(own.begin(), own.end());
  for (int e : part.equations)
    for (int c : couplingsOf_[static_cast<size_t>(row(e))])
      for (int v : couplings_.variables.variablesOf(c))
        if (std::binary_search(own.begin(), own.end(), v)) return true;
  return false;
}

bool IterationForms::hasConstantMatrices(const Block& form) const {
  bool any = false;
  for (const Block& part : form.parts) {
    if (part.kind == BlockKind::Assign) continue;
    if (varies(part)) return false;
    any = true;
  }
  return any;
}

graph::SolvedGroup IterationForms::groupOf(const Block& part,
                                           graph::SubgraphExtractor& extractor) const {
  graph::SolvedGroup group;
  for (int e : part.equations) group.equations.push_back(row(e));
  for (VariableId id : part.unknowns) group.variables.push_back(column(id));
  if (part.kind == BlockKind::Assign) return group;
  group.torn = static_cast<int>(part.torn.size());
  group.varies = varies(part);
  const graph::Subgraph alone = extractor.extract(group.equations, group.variables);
  std::unordered_map<int, int> localRow, localColumn;
  for (size_t i = 0; i < part.equations.size(); ++i) {
    localRow[group.equations[i]] = static_cast<int>(i);
    localColumn[group.variables[i]] = static_cast<int>(i);
  }
  graph::Tearing tearing;
  for (VariableId id : part.torn) tearing.torn.push_back(localColumn.at(column(id)));
  for (int e : part.residuals) tearing.residuals.push_back(localRow.at(row(e)));
  for (const Assignment& a : part.inner)
    tearing.inner.emplace_back(localRow.at(row(a.equation)), localColumn.at(column(a.variable)));
  const graph::TearingWork work = graph::tearingWork(tearing, alone.graph, mostDependences());
  group.entries = work.complete ? work.entries : int64_t{group.torn} * group.torn;
  return group;
}

double IterationForms::work(const graph::Iteration& form) const {
  return graph::iterationWork(form, graph_, mostDependences());
}

double IterationForms::work(const Block& form) const {
  graph::Iteration iteration;
  for (VariableId id : form.torn) iteration.torn.push_back(column(id));
  for (int e : form.residuals) iteration.residuals.push_back(row(e));
  for (const Assignment& a : form.inner)
    iteration.groups.push_back({{row(a.equation)}, {column(a.variable)}});
  graph::SubgraphExtractor extractor(graph_);
  for (const Block& part : form.parts) iteration.groups.push_back(groupOf(part, extractor));
  return work(iteration);
}

double IterationForms::work(const graph::Tearing& tearing) const {
  graph::Iteration iteration{tearing.torn, tearing.residuals, {}};
  for (auto [e, v] : tearing.inner) iteration.groups.push_back({{e}, {v}});
  return work(iteration);
}

void IterationForms::cutChain(Block& form) const {
  graph::Tearing whole;
  for (VariableId id : form.torn) whole.torn.push_back(column(id));
  for (int e : form.residuals) whole.residuals.push_back(row(e));
  std::vector<ExprId> value(static_cast<size_t>(graph_.numEquations()));
  for (const Block& part : form.parts) {
    if (part.kind != BlockKind::Assign) return;
    const Assignment& a = part.inner[0];
    whole.inner.emplace_back(row(a.equation), column(a.variable));
    value[static_cast<size_t>(row(a.equation))] = a.value;
  }
  const graph::LevelCuts cuts(whole, graph_);
  graph::Tearing best = whole;
  double least = work(whole);
  for (int levels = 2; levels <= cuts.deepest(); levels *= 2) {
    graph::Tearing other = cuts.cut(levels);
    const double needed = work(other);
    if (needed >= least) continue;
    best = std::move(other);
    least = needed;
  }
  if (best.torn.size() == whole.torn.size()) return;
  form.torn.clear();
  form.residuals.clear();
  form.parts.clear();
  for (int v : best.torn) form.torn.push_back(block_.unknowns[static_cast<size_t>(v)]);
  for (int e : best.residuals) form.residuals.push_back(block_.equations[static_cast<size_t>(e)]);
  for (auto [e, v] : best.inner)
    form.inner.push_back({block_.equations[static_cast<size_t>(e)],
                          block_.unknowns[static_cast<size_t>(v)], value[static_cast<size_t>(e)]});
}

}  // namespace formola
