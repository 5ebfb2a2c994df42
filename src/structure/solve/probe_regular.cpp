#include "structure/solve/probe_regular.h"

#include <cmath>

#include "expr/eval_numeric.h"
#include "structure/solve/dense_elimination.h"
#include "structure/solve/probe_values.h"

namespace formola {

namespace {

constexpr double kSmallestPivot = 1e-11;  // of a row whose largest entry was 1

// Requires: row-major, n rows and columns. Destroys the matrix.
bool isRegular(std::vector<double>& a, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    double largest = 0;
    for (size_t j = 0; j < n; ++j) largest = std::max(largest, std::abs(a[i * n + j]));
    if (largest == 0) return false;
    for (size_t j = 0; j < n; ++j) a[i * n + j] /= largest;
  }
  return eliminateColumns(a, n, n, n, kSmallestPivot);
}

}  // namespace

bool probeRegular(const ExprPool& pool, int n, const std::vector<SymbolicEntry>& entries,
                  const std::function<double(ExprId)>& known, ExprTable<double>& memo) {
  if (n > kLargestProbed) return true;
  const auto size = static_cast<size_t>(n);
  uint32_t mode = 0;
  bool decides = false;
  const auto leafValue = [&](ExprId leaf) {
    const double number = known(leaf);
    if (!std::isnan(number)) return number;
    const BaseType type = pool.base(leaf);
    if (type == BaseType::Real) return probeNumber(leaf);
    decides = true;
    return probeDecision(type, leaf, mode);
  };
  NumericEvaluator value(pool, leafValue, &memo);
  value.takeRelationsFromLeaf();
  std::vector<double> a;
  // Few modes for large matrices.
  const uint32_t modes = size <= 30 ? 32 : 8;
  for (; mode == 0 || (decides && mode < modes); ++mode) {
    value.reset();
    a.assign(size * size, 0.0);
    for (const SymbolicEntry& entry : entries) {
      const double number = value(entry.value);
      if (!std::isfinite(number)) return true;  // nothing is known
      a[static_cast<size_t>(entry.row) * size + static_cast<size_t>(entry.column)] += number;
    }
    if (!isRegular(a, size)) return false;
  }
  return true;
}

std::optional<std::vector<CramerQuotient>> solveRegular(ExprPool& pool, int n,
                                                        const std::vector<SymbolicEntry>& matrix,
                                                        const std::vector<ExprId>& rhs,
                                                        const CramerOrder& isConstant) {
  ExprTable<double> memo;
  const auto anyValue = [](ExprId) { return NAN; };
  if (!probeRegular(pool, n, matrix, anyValue, memo)) return std::nullopt;
  return solveByCramer(pool, n, matrix, rhs, isConstant);
}

}  // namespace formola
