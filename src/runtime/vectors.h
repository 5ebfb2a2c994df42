// The few loops over whole vectors that integrators and block solvers spend their time in.
//
// Compiled for AVX2 and for the base machine, chosen when the program is loaded. No fused
// operations, and sums in one order: the values do not depend on the machine.
#pragma once

#include <cstddef>

namespace formola::runtime {

void scale(double* x, double factor, size_t n);                            // x *= factor
void add(double* y, const double* x, size_t n);                            // y += x
void addScaled(double* y, double factor, const double* x, size_t n);       // y += factor x
void sum(double* out, const double* a, const double* b, size_t n);         // out = a + b
void difference(double* out, const double* a, const double* b, size_t n);  // out = a - b
void multiply(double* out, double factor, const double* x, size_t n);      // out = factor x

// Sum of (e[i] w[i])^2.
double weightedSquares(const double* e, const double* w, size_t n);
// No infinity and no NaN.
bool allFiniteLong(const double* values, size_t n);
inline bool allFinite(const double* values, size_t n) {
  constexpr size_t kShort = 12;
  if (n > kShort) return allFiniteLong(values, n);
  double sum = 0;  // x - x is 0 for a number and NaN otherwise
  for (size_t i = 0; i < n; ++i) sum += values[i] - values[i];
  return sum == 0;
}

}  // namespace formola::runtime
