#include "structure/lower/clocked_assignments.h"

#include <algorithm>
#include <unordered_map>

#include "expr/analysis.h"
#include "expr/solve.h"
#include "graph/matching.h"
#include "graph/strong_components.h"
#include "structure/lower/clock_operands.h"

namespace formola {

namespace {

class Assigner {
 public:
  Assigner(const Dae& dae, const std::vector<Equation>& equations,
           const std::vector<VariableId>& unknowns)
      : dae_(dae),
        pool_(*dae.pool),
        equations_(equations),
        unknowns_(unknowns),
        occurrences_(pool_),
        solver_(pool_, {}) {}

  ClockedAssignments run();

 private:
  ExprId ref(VariableId id) { return pool_.variable(id, dae_.variables[id].type); }
  bool isReal(VariableId v) const {
    return pool_.types[dae_.variables[v].type].base == BaseType::Real;
  }
  bool occurs(VariableId v, ExprId in);
  ExprId aloneIn(const Equation& e, ExprId x);
  ExprId solvedFor(const Equation& e, ExprId x);
  graph::Bipartite incidence();
  void explain(const graph::Matching& matching, ClockedAssignments& result) const;

  const Dae& dae_;
  ExprPool& pool_;
  const std::vector<Equation>& equations_;
  const std::vector<VariableId>& unknowns_;
  OccurrenceCollector occurrences_;
  EquationSolver solver_;
};

bool Assigner::occurs(VariableId v, ExprId in) {
  const std::vector<Occurrence> all = occurrences_(in);
  return std::any_of(all.begin(), all.end(), [&](const Occurrence& o) {
    return o.kind == OccurrenceKind::Value && o.variable == v;
  });
}

// The other side, where the unknown is one side and does not occur in the other.
ExprId Assigner::aloneIn(const Equation& e, ExprId x) {
  if (e.left == x && !occurs(pool_.variableOf(x), e.right)) return e.right;
  if (e.right == x && !occurs(pool_.variableOf(x), e.left)) return e.left;
  return {};
}

ExprId Assigner::solvedFor(const Equation& e, ExprId x) {
  const Solution solution = solver_(e.left, e.right, x);
  if (!solution.solved()) return {};
  // What is divided by must not change, else the numerical solver says where it vanishes.
  const bool regular =
      std::all_of(solution.pivots.begin(), solution.pivots.end(),
                  [&](const Pivot& pivot) { return isKnownAtTicks(dae_, pivot.expression); });
  return solution.safe() || (solution.linear && regular) ? solution.value : ExprId();
}

graph::Bipartite Assigner::incidence() {
  std::unordered_map<uint32_t, int> column;
  for (size_t i = 0; i < unknowns_.size(); ++i)
    column.emplace(unknowns_[i].index(), static_cast<int>(i));
  std::vector<std::vector<int>> rows(equations_.size());
  for (size_t r = 0; r < equations_.size(); ++r) {
    const Equation& e = equations_[r];
    const bool real = pool_.base(e.left) == BaseType::Real;
    for (ExprId side : {e.left, e.right}) {
      for (const Occurrence& o : occurrences_(side)) {
        if (o.kind != OccurrenceKind::Value) continue;
        const auto found = column.find(o.variable.index());
        if (found == column.end()) continue;
        const bool solvable = real && isReal(o.variable);
        if (solvable || aloneIn(e, ref(o.variable)).valid()) rows[r].push_back(found->second);
      }
    }
  }
  return graph::Bipartite::fromRows(static_cast<int>(unknowns_.size()), rows);
}

void Assigner::explain(const graph::Matching& matching, ClockedAssignments& result) const {
  for (size_t i = 0; i < unknowns_.size(); ++i) {
    if (matching.varToEq[i] != graph::kNone) continue;
    result.problem += result.problem.empty() ? "nothing determines " : ", ";
    result.problem += pool_.names.text(dae_.variables[unknowns_[i]].name);
  }
  if (!result.problem.empty()) return;
  result.problem = "there is one equation too many";
  const auto first = std::find(matching.eqToVar.begin(), matching.eqToVar.end(), graph::kNone);
  result.place = static_cast<int>(first - matching.eqToVar.begin());
}

ClockedAssignments Assigner::run() {
  ClockedAssignments result;
  const graph::Bipartite graph = incidence();
  std::vector<uint8_t> preference(static_cast<size_t>(graph.numEdges()), 1);
  for (int r = 0; r < graph.numEquations(); ++r) {
    for (int e = graph.firstEdge(r); e < graph.firstEdge(r + 1); ++e) {
      if (aloneIn(equations_[r], ref(unknowns_[graph.edgeVariable(e)])).valid()) preference[e] = 0;
    }
  }
  const graph::Matching matching = graph::maximumMatching(graph, preference);
  if (!matching.perfect()) {
    explain(matching, result);
    return result;
  }
  const graph::Groups blocks = graph::blockLowerTriangular(graph, matching);
  for (int b = 0; b < blocks.size(); ++b) {
    for (int r : blocks[b]) {
      const VariableId v = unknowns_[matching.eqToVar[r]];
      ExprId value;
      if (blocks[b].size() == 1 || !isReal(v)) value = aloneIn(equations_[r], ref(v));
      if (blocks[b].size() == 1 && !value.valid()) value = solvedFor(equations_[r], ref(v));
      result.all.push_back({v, r, value});
    }
  }
  return result;
}

}  // namespace

ClockedAssignments assignClocked(const Dae& dae, const std::vector<Equation>& equations,
                                 const std::vector<VariableId>& unknowns) {
  return Assigner(dae, equations, unknowns).run();
}

}  // namespace formola
