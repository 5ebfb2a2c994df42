#include "structure/probe_regular.h"

#include <cmath>

#include "expr/eval_numeric.h"

namespace formola {

namespace {

constexpr int kLargest = 200;
constexpr double kSmallestPivot = 1e-11;  // of a row whose largest entry was 1

// Between 0.5 and 1.5, by the bits of a multiplicative hash.
double someNumber(ExprId leaf) {
  const uint32_t bits = (leaf.index() + 1) * 2654435769U;
  return 0.5 + static_cast<double>(bits >> 8) / static_cast<double>(1U << 24);
}

}  // namespace

bool probeRegular(const ExprPool& pool, int n, const std::vector<SymbolicEntry>& entries,
                  const std::function<double(ExprId)>& known) {
  if (n > kLargest) return true;
  NumericEvaluator value(pool, [&](ExprId leaf) {
    const double number = known(leaf);
    return std::isnan(number) ? someNumber(leaf) : number;
  });
  const auto size = static_cast<size_t>(n);
  std::vector<double> a(size * size, 0.0);
  for (const SymbolicEntry& entry : entries) {
    const double number = value(entry.value);
    if (!std::isfinite(number)) return true;  // nothing is known
    a[static_cast<size_t>(entry.row) * size + static_cast<size_t>(entry.column)] += number;
  }
  for (size_t i = 0; i < size; ++i) {
    double largest = 0;
    for (size_t j = 0; j < size; ++j) largest = std::max(largest, std::abs(a[i * size + j]));
    if (largest == 0) return false;
    for (size_t j = 0; j < size; ++j) a[i * size + j] /= largest;
  }
  for (size_t k = 0; k < size; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < size; ++i)
      if (std::abs(a[i * size + k]) > std::abs(a[pivot * size + k])) pivot = i;
    if (std::abs(a[pivot * size + k]) < kSmallestPivot) return false;
    if (pivot != k) {
      for (size_t j = k; j < size; ++j) std::swap(a[pivot * size + j], a[k * size + j]);
    }
    for (size_t i = k + 1; i < size; ++i) {
      const double factor = a[i * size + k] / a[k * size + k];
      if (factor == 0) continue;
      for (size_t j = k; j < size; ++j) a[i * size + j] -= factor * a[k * size + j];
    }
  }
  return true;
}

}  // namespace formola
