#include "runtime/vectors.h"

#include "support/machine.h"

namespace formola::runtime {

FORMOLA_FOR_EACH_MACHINE void scale(double* x, double factor, size_t n) {
  for (size_t i = 0; i < n; ++i) x[i] *= factor;
}

FORMOLA_FOR_EACH_MACHINE void add(double* __restrict y, const double* __restrict x, size_t n) {
  for (size_t i = 0; i < n; ++i) y[i] += x[i];
}

FORMOLA_FOR_EACH_MACHINE void addScaled(double* __restrict y, double factor,
                                        const double* __restrict x, size_t n) {
  for (size_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

FORMOLA_FOR_EACH_MACHINE void sum(double* __restrict out, const double* __restrict a,
                                  const double* __restrict b, size_t n) {
  for (size_t i = 0; i < n; ++i) out[i] = a[i] + b[i];
}

FORMOLA_FOR_EACH_MACHINE void difference(double* __restrict out, const double* __restrict a,
                                         const double* __restrict b, size_t n) {
  for (size_t i = 0; i < n; ++i) out[i] = a[i] - b[i];
}

FORMOLA_FOR_EACH_MACHINE void multiply(double* __restrict out, double factor,
                                       const double* __restrict x, size_t n) {
  for (size_t i = 0; i < n; ++i) out[i] = factor * x[i];
}

FORMOLA_FOR_EACH_MACHINE double weightedSquares(const double* e, const double* w, size_t n) {
  // Four sums side by side, as the wider machine keeps them in one register.
  double sums[4] = {0, 0, 0, 0};
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (size_t k = 0; k < 4; ++k) {
      const double relative = e[i + k] * w[i + k];
      sums[k] += relative * relative;
    }
  for (size_t k = 0; i < n; ++i, ++k) {
    const double relative = e[i] * w[i];
    sums[k] += relative * relative;
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

FORMOLA_FOR_EACH_MACHINE bool allFiniteLong(const double* values, size_t n) {
  // x - x is 0 for a number and NaN otherwise.
  double sums[4] = {0, 0, 0, 0};
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (size_t k = 0; k < 4; ++k) sums[k] += values[i + k] - values[i + k];
  for (; i < n; ++i) sums[0] += values[i] - values[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]) == 0;
}

}  // namespace formola::runtime
