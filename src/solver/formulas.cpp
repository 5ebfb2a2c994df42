#include "solver/formulas.h"

namespace formola::solver {

// By elimination without pivoting, which these matrices allow.
std::vector<std::vector<double>> inverseOf(std::vector<std::vector<double>> a) {
  const size_t n = a.size();
  std::vector<std::vector<double>> b(n, std::vector<double>(n, 0.0));
  for (size_t i = 0; i < n; ++i) b[i][i] = 1;
  for (size_t k = 0; k < n; ++k) {
    const double pivot = a[k][k];
    for (size_t j = 0; j < n; ++j) {
      a[k][j] /= pivot;
      b[k][j] /= pivot;
    }
    for (size_t i = 0; i < n; ++i) {
      const double factor = i == k ? 0 : a[i][k];
      for (size_t j = 0; j < n; ++j) {
        a[i][j] -= factor * a[k][j];
        b[i][j] -= factor * b[k][j];
      }
    }
  }
  return b;
}

}  // namespace formola::solver
