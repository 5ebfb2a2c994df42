#include "solver/formulas.h"

namespace formola::solver {

const CoupledMethod* coupledMethod(Method method) {
  switch (method) {
#define METHOD(enumerator, name, family, order)
#define COUPLED_METHOD(enumerator, name, formula) \
  case Method::enumerator:                        \
    return &formula;
#include "solver/methods.def"
#undef METHOD
    default:
      return nullptr;
  }
}

CoupledTableau coupledTableau(Method method) {
  const CoupledMethod* coupled = coupledMethod(method);
  return coupled ? coupled->tableau() : CoupledTableau{};
}

int adamsOrder(Method method) {
  switch (method) {
    case Method::InlineAm3:
      return 3;
    case Method::InlineAm4:
      return 4;
    case Method::InlineAm5:
      return 5;
    case Method::InlineAm6:
      return 6;
    default:
      return 0;
  }
}

AdamsFormula adamsMoulton(int order, double h, const double* before) {
  if (order == 3) {  // as C programs have it, to the last digit
    const double p = before[0];
    return {{h * (2 * h + 3 * p) / (6 * (h + p)), h * (h + 3 * p) / (6 * p),
             -(h * h * h / (6 * p * (h + p)))}};
  }
  double points[kMostPast] = {0, -h};
  for (int i = 2; i < order; ++i) points[i] = points[i - 1] - before[i - 2];
  AdamsFormula formula{};
  for (int k = 0; k < order; ++k) {
    double polynomial[kMostPast] = {1};  // 1 at point k and 0 at the others
    int degree = 0;
    for (int i = 0; i < order; ++i) {
      if (i == k) continue;
      const double scale = 1 / (points[k] - points[i]);
      for (int d = degree + 1; d >= 0; --d)
        polynomial[d] = scale * ((d > 0 ? polynomial[d - 1] : 0) - points[i] * polynomial[d]);
      ++degree;
    }
    double power = -h;
    for (int d = 0; d <= degree; ++d, power *= -h) formula.b[k] -= polynomial[d] * power / (d + 1);
  }
  return formula;
}

ExplicitTableau forwardTableau(Method method) {
  if (method == Method::InlineBi3)
    return {{0, 0.5, 1}, {1.0 / 6, 2.0 / 3, 1.0 / 6}, {{}, {0.5}, {-1, 2}}};
  if (method == Method::InlineBi4)
    return {
        {0, 0.5, 0.5, 1}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, {{}, {0.5}, {0, 0.5}, {0, 0, 1}}};
  return {};
}

// Backward from the end x: X_i = x - h sum_j a_ij der(X_j) at 1 - c_i, and x = old + h sum_j b_j
// der(X_j). The first stage of the explicit method, the end of the step, becomes the last one.
CoupledTableau stageTableau(Method method) {
  const ExplicitTableau forward = forwardTableau(method);
  if (forward.nodes.empty()) return coupledTableau(method);
  const size_t n = forward.nodes.size();
  CoupledTableau backward;
  for (size_t i = n; i-- > 0;) {
    backward.nodes.push_back(1 - forward.nodes[i]);
    std::vector<double>& row = backward.matrix.emplace_back();
    for (size_t j = n; j-- > 0;)
      row.push_back(forward.weights[j] - (j < i ? forward.matrix[i][j] : 0));
  }
  return backward;
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
