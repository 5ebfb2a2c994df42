#include "structure/solve/fixed_point.h"

#include <algorithm>
#include <cmath>

#include "expr/linear.h"
#include "structure/simplify/parameter_values.h"
#include "structure/solve/dense_elimination.h"
#include "structure/solve/relaxed_rows.h"

namespace formola {

namespace {

constexpr size_t kMostSweeps = 200;
constexpr double kTolerance = 1e-10;

}  // namespace

// The coefficients of a linear block as numbers; empty if one is not known.
FixedPointAnalysis::Matrix FixedPointAnalysis::coefficients(
    std::span<const StructuredEquation> equations, const Block& block) {
  ExprPool& pool = model_.pool();
  for (size_t i = 0; i < block.unknowns.size(); ++i)
    place_[block.unknowns[i].index()] = static_cast<int>(i);
  LinearAnalysis linear(pool, [this, &pool](ExprId leaf) {
    if (pool.kind(leaf) != ExprKind::Variable) return Dependence::Known;
    return place_[pool.variableOf(leaf).index()] >= 0 ? Dependence::Unknown : Dependence::Known;
  });
  if (!probes_) probes_.emplace(model_, parameterValues(model_));
  Matrix rows;
  for (int e : block.equations) {
    const StructuredEquation& equation = equations[static_cast<size_t>(e)];
    const AffineForm form = linear.coefficientsOfResidual(equation.left, equation.right);
    bool known = form.affine;
    rows.emplace_back();
    for (const AffineTerm& term : form.terms) {
      const double value = (*probes_)(term.coefficient, 0);
      rows.back().push_back({place_[pool.variableOf(term.unknown).index()], value});
      known = known && std::isfinite(value);
    }
    if (!known) {
      rows.clear();
      break;
    }
  }
  for (VariableId id : block.unknowns) place_[id.index()] = -1;
  return rows;
}

// Each row with its largest coefficient inside of its group, where that is one for each unknown:
// the choice for which the iteration of Gauss and Seidel does best. Else as they were matched.
std::vector<int> FixedPointAnalysis::dominant(const Matrix& matrix, const graph::Groups& groups,
                                              std::vector<int> solvedFor) {
  std::vector<int> groupOf(matrix.size());
  for (int g = 0; g < groups.size(); ++g)
    for (int row : groups[g]) groupOf[static_cast<size_t>(solvedFor[static_cast<size_t>(row)])] = g;
  std::vector<int> best(matrix.size(), -1);
  std::vector<char> taken(matrix.size(), 0);
  for (int g = 0; g < groups.size(); ++g)
    for (int row : groups[g]) {
      double size = 0;
      for (const Entry& entry : matrix[static_cast<size_t>(row)])
        if (groupOf[static_cast<size_t>(entry.column)] == g && std::abs(entry.value) > size) {
          size = std::abs(entry.value);
          best[static_cast<size_t>(row)] = entry.column;
        }
      const int column = best[static_cast<size_t>(row)];
      if (column < 0 || taken[static_cast<size_t>(column)]) return solvedFor;
      taken[static_cast<size_t>(column)] = 1;
    }
  return best;
}

// Sweeps through the groups of rows, each solved for its own unknowns.
FixedPointScheme FixedPointAnalysis::iterate(const Matrix& matrix, const graph::Groups& groups,
                                             const std::vector<int>& solvedFor) {
  FixedPointScheme scheme;
  const size_t n = matrix.size();
  std::vector<int> local(n, -1);
  std::vector<char> computed(n, 0), old(n, 0);
  std::vector<double> x(n, 0), a, right;
  for (size_t sweep = 1; sweep <= kMostSweeps; ++sweep) {
    double change = 0, size = 0;
    for (int g = 0; g < groups.size(); ++g) {
      const auto rows = groups[g];
      for (size_t k = 0; k < rows.size(); ++k)
        local[static_cast<size_t>(solvedFor[static_cast<size_t>(rows[k])])] = static_cast<int>(k);
      a.assign(rows.size() * rows.size(), 0);
      right.assign(rows.size(), 1);
      for (size_t k = 0; k < rows.size(); ++k)
        for (const Entry& entry : matrix[static_cast<size_t>(rows[k])]) {
          const auto column = static_cast<size_t>(entry.column);
          if (local[column] >= 0) {
            a[k * rows.size() + static_cast<size_t>(local[column])] += entry.value;
          } else {
            right[k] -= entry.value * x[column];
            if (sweep == 1 && !computed[column]) old[column] = 1;
          }
        }
      if (!solveDense(a, right)) return scheme;
      for (size_t k = 0; k < rows.size(); ++k) {
        const auto column = static_cast<size_t>(solvedFor[static_cast<size_t>(rows[k])]);
        change = std::max(change, std::abs(right[k] - x[column]));
        size = std::max(size, std::abs(right[k]));
        x[column] = right[k];
        computed[column] = 1;
        local[column] = -1;
      }
    }
    if (sweep == 1) scheme.iterated = static_cast<size_t>(std::count(old.begin(), old.end(), 1));
    if (!std::isfinite(size)) break;
    if (change <= kTolerance * size) {
      scheme.sweeps = sweep;
      break;
    }
  }
  return scheme;
}

std::optional<FixedPointSchemes> FixedPointAnalysis::operator()(
    std::span<const StructuredEquation> equations, const Block& block) {
  if (!hasRelaxed(equations, block)) return std::nullopt;
  place_.resize(model_.dae.variables.size(), -1);
  const auto order = relaxedSweep(model_, equations, block, place_);
  if (!order) return std::nullopt;
  const auto& [groups, matching] = *order;
  const Matrix matrix = coefficients(equations, block);
  if (matrix.empty()) return std::nullopt;
  const std::vector<int> solvedFor = dominant(matrix, groups, matching.eqToVar);
  FixedPointSchemes schemes;
  schemes.relaxed = iterate(matrix, groups, solvedFor);
  graph::Groups single;
  for (int e : groups.members) {
    single.members.push_back(e);
    single.start.push_back(static_cast<int>(single.members.size()));
  }
  schemes.gaussSeidel = iterate(matrix, single, solvedFor);
  // A standard iteration keeps every unknown of the sweep before.
  schemes.gaussSeidel.iterated = block.unknowns.size();
  return schemes;
}

}  // namespace formola
