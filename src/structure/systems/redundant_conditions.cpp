#include "structure/systems/redundant_conditions.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "expr/eval_numeric.h"
#include "expr/linear.h"
#include "structure/solve/dense_elimination.h"

namespace formola {

namespace {

constexpr size_t kMostEquations = 200;

template <typename Visit>
void forEachUnknown(const SystemGraph& g, int equation, Visit&& visit) {
  for (int edge = g.graph.firstEdge(equation); edge < g.graph.firstEdge(equation + 1); ++edge)
    if (g.edgeClass[static_cast<size_t>(edge)] != graph::kForbiddenEdge)
      visit(g.graph.edgeVariable(edge));
}

// Do n equations in n unknowns, a row each with the right-hand side last, fulfil one more?
Consistency lastRowFollows(std::vector<double>& a, size_t n) {
  const size_t width = n + 1;
  if (!eliminateColumns(a, n, n + 1, width, 1e-10)) return Consistency::Unknown;
  double size = 1;
  for (size_t i = 0; i < n; ++i) size = std::max(size, std::abs(a[i * width + n]));
  return std::abs(a[n * width + n]) <= 1e-9 * size ? Consistency::Holds : Consistency::Contradicts;
}

}  // namespace

void preferEquations(const SystemGraph& g, int firstCondition, graph::Matching& matching) {
  std::unordered_map<int, int> from;  // by equation: the one from which it was reached
  std::vector<int> queue;
  for (int e = 0; e < firstCondition; ++e) {
    if (matching.eqToVar[static_cast<size_t>(e)] != graph::kNone) continue;
    // An alternating path to an equation that may be left over.
    from.clear();
    from[e] = e;
    queue.assign(1, e);
    int end = graph::kNone;
    for (size_t next = 0; next < queue.size() && end == graph::kNone; ++next)
      forEachUnknown(g, queue[next], [&](int v) {
        const int other = matching.varToEq[static_cast<size_t>(v)];
        if (other == graph::kNone || end != graph::kNone ||
            !from.emplace(other, queue[next]).second)
          return;
        queue.push_back(other);
        if (other >= firstCondition) end = other;
      });
    if (end == graph::kNone) continue;
    int freed = matching.eqToVar[static_cast<size_t>(end)];
    matching.eqToVar[static_cast<size_t>(end)] = graph::kNone;
    for (int at = from.at(end);; at = from.at(at)) {
      const int before = matching.eqToVar[static_cast<size_t>(at)];
      matching.match(at, freed);
      if (at == e) break;
      freed = before;
    }
  }
}

Consistency consistencyOf(const EquationSystem& system, const SystemGraph& g,
                          const graph::Matching& matching, int condition,
                          const std::vector<double>& values) {
  // The condition first, then what determines its unknowns.
  std::vector<int> equations{condition};
  std::unordered_map<int, size_t> place;  // by unknown
  for (size_t next = 0; next < equations.size(); ++next) {
    bool determined = true;
    forEachUnknown(g, equations[next], [&](int v) {
      if (!place.emplace(v, place.size()).second) return;
      const int by = matching.varToEq[static_cast<size_t>(v)];
      determined = determined && by != graph::kNone;
      equations.push_back(by);
    });
    if (!determined || equations.size() > kMostEquations) return Consistency::Unknown;
  }
  const StructuredDae& model = *system.model;
  ExprPool& pool = model.pool();
  LinearAnalysis linear(pool, [&](ExprId leaf) {
    const bool variable = pool.kind(leaf) == ExprKind::Variable;
    return variable && system.columnOf(pool.variableOf(leaf)) >= 0 ? Dependence::Unknown
                                                                   : Dependence::Known;
  });
  NumericEvaluator evaluate(pool, [&](ExprId leaf) {
    return pool.kind(leaf) == ExprKind::Variable ? values[pool.variableOf(leaf).index()] : NAN;
  });
  const size_t n = place.size();
  std::vector<double> a((n + 1) * (n + 1), 0.0);
  for (size_t k = 0; k < equations.size(); ++k) {
    const StructuredEquation& e = system.equations[static_cast<size_t>(equations[k])];
    if (pool.base(e.left) != BaseType::Real) return Consistency::Unknown;
    const AffineForm form = linear.affineResidual(e.left, e.right);
    if (!form.affine) return Consistency::Unknown;
    double* row = a.data() + (k == 0 ? n : k - 1) * (n + 1);
    for (const AffineTerm& term : form.terms) {
      const auto column = place.find(system.columnOf(pool.variableOf(term.unknown)));
      if (column == place.end()) return Consistency::Unknown;
      row[column->second] += evaluate(term.coefficient);
    }
    row[n] = -evaluate(form.remainder);
  }
  const bool finite = std::all_of(a.begin(), a.end(), [](double x) { return std::isfinite(x); });
  return finite ? lastRowFollows(a, n) : Consistency::Unknown;
}

}  // namespace formola
