#include "solver/formulas.h"

#include <cmath>

namespace formola::solver {

CoupledTableau coupledTableau(Method method) {
  const double q = std::sqrt(6.0);
  switch (method) {
    case Method::InlineRadau3:
      return {{1.0 / 3, 1}, {{5.0 / 12, -1.0 / 12}, {3.0 / 4, 1.0 / 4}}};
    case Method::InlineRadau5:
      return {{(4 - q) / 10, (4 + q) / 10, 1},
              {{(88 - 7 * q) / 360, (296 - 169 * q) / 1800, (-2 + 3 * q) / 225},
               {(296 + 169 * q) / 1800, (88 + 7 * q) / 360, (-2 - 3 * q) / 225},
               {(16 - q) / 36, (16 + q) / 36, 1.0 / 9}}};
    case Method::InlineLobatto4:
      return {{0, 0.5, 1},
              {{1.0 / 6, -1.0 / 3, 1.0 / 6},
               {1.0 / 6, 5.0 / 12, -1.0 / 12},
               {1.0 / 6, 2.0 / 3, 1.0 / 6}}};
    default:
      return {};
  }
}

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
