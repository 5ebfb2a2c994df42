#include "solver/stability.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "solver/integration_method.h"

namespace formola::solver {

namespace {

using Complex = std::complex<double>;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// ---- Polynomials

Polynomial add(const Polynomial& a, const Polynomial& b, double factor = 1) {
  Polynomial sum(std::max(a.size(), b.size()), 0.0);
  for (size_t i = 0; i < a.size(); ++i) sum[i] += a[i];
  for (size_t i = 0; i < b.size(); ++i) sum[i] += factor * b[i];
  return sum;
}

Polynomial multiply(const Polynomial& a, const Polynomial& b) {
  if (a.empty() || b.empty()) return {};
  Polynomial product(a.size() + b.size() - 1, 0.0);
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
  return product;
}

template <typename T>
Complex evaluate(const std::vector<T>& p, Complex z) {
  Complex value = 0;
  for (size_t i = p.size(); i-- > 0;) value = value * z + p[i];
  return value;
}

using PolynomialMatrix = std::vector<std::vector<Polynomial>>;

// By its first row; tableaux have at most five stages.
Polynomial determinant(const PolynomialMatrix& m) {
  if (m.size() == 1) return m[0][0];
  Polynomial sum;
  for (size_t column = 0; column < m.size(); ++column) {
    PolynomialMatrix minor;
    for (size_t i = 1; i < m.size(); ++i) {
      minor.emplace_back();
      for (size_t j = 0; j < m.size(); ++j)
        if (j != column) minor.back().push_back(m[i][j]);
    }
    sum = add(sum, multiply(m[0][column], determinant(minor)), column % 2 == 0 ? 1 : -1);
  }
  return sum;
}

// All roots at once, by the iteration of Weierstrass, Durand and Kerner. `p` has a leading
// coefficient that is not zero.
std::vector<Complex> roots(const std::vector<Complex>& p) {
  const size_t n = p.size() - 1;
  if (n == 0) return {};
  if (n == 1) return {-p[0] / p[1]};
  double radius = 0;
  for (size_t i = 0; i < n; ++i) radius = std::max(radius, std::abs(p[i] / p[n]));
  radius = std::min(1 + radius, 2 * std::pow(1 + radius, 1.0 / static_cast<double>(n)));
  std::vector<Complex> x(n);
  for (size_t i = 0; i < n; ++i)
    x[i] = std::polar(radius * (0.6 + 0.4 * static_cast<double>(i) / static_cast<double>(n)),
                      0.4 + 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n));
  for (int iteration = 0; iteration < 200; ++iteration) {
    double change = 0;
    for (size_t i = 0; i < n; ++i) {
      Complex product = p[n];
      for (size_t j = 0; j < n; ++j)
        if (j != i) product *= x[i] - x[j];
      if (product == 0.0) product = 1e-300;
      const Complex delta = evaluate(p, x[i]) / product;
      x[i] -= delta;
      change = std::max(change, std::abs(delta) / (1e-3 + std::abs(x[i])));
    }
    if (change < 1e-14) break;
  }
  return x;
}

// I - z A.
PolynomialMatrix resolvent(const std::vector<std::vector<double>>& matrix) {
  PolynomialMatrix m(matrix.size());
  for (size_t i = 0; i < matrix.size(); ++i)
    for (size_t j = 0; j < matrix.size(); ++j) m[i].push_back({i == j ? 1.0 : 0.0, -matrix[i][j]});
  return m;
}

// Stage i of x' = lambda x is numerator(i) / determinant(I - z A) times the old state (Cramer).
Polynomial stageNumerator(const PolynomialMatrix& m, size_t stage) {
  PolynomialMatrix replaced = m;
  for (auto& row : replaced) row[stage] = {1.0};
  return determinant(replaced);
}

// Values that stand for an exact zero after the sums above.
void clean(Amplification& a) {
  double largest = 0;
  for (const Polynomial& p : a.p)
    for (double c : p) largest = std::max(largest, std::abs(c));
  for (Polynomial& p : a.p) {
    for (double& c : p)
      if (std::abs(c) < 1e-13 * largest) c = 0;
    while (!p.empty() && p.back() == 0) p.pop_back();
  }
}

}  // namespace

std::vector<Complex> factors(const Amplification& a, Complex z) {
  std::vector<Complex> p;
  double largest = 0;
  for (const Polynomial& each : a.p) {
    p.push_back(evaluate(each, z));
    largest = std::max(largest, std::abs(p.back()));
  }
  size_t infinite = 0;
  while (p.size() > 1 && std::abs(p.back()) <= 1e-300 + 1e-16 * largest) {
    p.pop_back();
    ++infinite;
  }
  std::vector<Complex> result = roots(p);
  result.insert(result.end(), infinite, kInfinite);
  std::sort(result.begin(), result.end(),
            [](Complex x, Complex y) { return std::abs(x) > std::abs(y); });
  return result;
}

double largestFactor(const Amplification& a, Complex z) {
  return std::abs(factors(a, z).front());
}

double factorAtInfinity(const Amplification& a) {
  size_t degree = 0;
  for (const Polynomial& p : a.p) degree = std::max(degree, p.size());
  std::vector<Complex> leading;
  for (const Polynomial& p : a.p) leading.emplace_back(p.size() == degree ? p[degree - 1] : 0.0);
  if (leading.back() == 0.0) return kInfinite;
  double largest = 0;
  for (Complex root : roots(leading)) largest = std::max(largest, std::abs(root));
  return largest < 1e-9 ? 0 : largest;
}

double stabilityAngle(const Amplification& a) {
  if (largestFactor(a, -1e-3) > 1 || largestFactor(a, -1e6) > 1 + 1e-9) return 0;
  // The points z where zeta = exp(i theta): the smallest angle from the negative real axis.
  auto angleAt = [&](double theta) {
    const Complex zeta = std::polar(1.0, theta);
    std::vector<Complex> p;
    Complex power = 1;
    for (const Polynomial& each : a.p) {
      p.resize(std::max(p.size(), each.size()));
      for (size_t i = 0; i < each.size(); ++i) p[i] += each[i] * power;
      power *= zeta;
    }
    while (p.size() > 1 && std::abs(p.back()) < 1e-12) p.pop_back();
    double least = 180;
    for (Complex z : roots(p)) {
      // The origin belongs to every method; what rounding leaves there is no boundary.
      if (std::abs(z) < 1e-2 || std::abs(z) > 1e6) continue;
      least = std::min(least, 180 - std::abs(std::arg(z)) * 180 / std::numbers::pi);
    }
    return least;
  };
  constexpr int kPoints = 4000;
  double least = 180, at = 0;
  const double width = std::numbers::pi / kPoints;
  for (int i = 1; i <= kPoints; ++i) {
    const double angle = angleAt(i * width);
    if (angle < least) {
      least = angle;
      at = i * width;
    }
  }
  double low = at - width, high = at + width;
  for (int i = 0; i < 60; ++i) {
    const double third = (high - low) / 3;
    if (angleAt(low + third) < angleAt(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  least = std::min(least, angleAt((low + high) / 2));
  return least > 90 - 1e-6 ? 90 : least;
}

LocalError localError(const Amplification& a) {
  // sum of p[k](z) exp(k steps z) as a series; the principal root is 1 at z = 0.
  constexpr size_t kTerms = 12;
  double slope = 0;
  std::vector<double> series(kTerms, 0.0);
  double largest = 0;
  for (size_t k = 0; k < a.p.size(); ++k) {
    if (!a.p[k].empty()) slope += static_cast<double>(k) * a.p[k][0];
    double term = 1;
    for (size_t n = 0; n < kTerms; ++n) {
      for (size_t i = 0; i < a.p[k].size() && i + n < kTerms; ++i) {
        series[i + n] += a.p[k][i] * term;
        largest = std::max(largest, std::abs(a.p[k][i] * term));
      }
      term *= static_cast<double>(k) * a.steps / static_cast<double>(n + 1);
    }
  }
  for (size_t n = 0; n < kTerms; ++n) {
    if (std::abs(series[n]) > 1e-11 * largest) return {static_cast<int>(n) - 1, -series[n] / slope};
  }
  return {};
}

// ---- Formulas

Amplification multistep(const std::vector<double>& a, const std::vector<double>& b) {
  const size_t k = std::max(a.size(), b.size() - 1);
  Amplification result;
  result.p.assign(k + 1, {0.0, 0.0});
  result.p[k][0] = 1;
  for (size_t i = 0; i < a.size(); ++i) result.p[k - 1 - i][0] -= a[i];
  for (size_t i = 0; i < b.size(); ++i) result.p[k - i][1] -= b[i];
  return result;
}

// det(I - z A + z 1 b) / det(I - z A): Hairer and Wanner, proposition IV.3.2.
Amplification rungeKutta(const std::vector<std::vector<double>>& matrix,
                         const std::vector<double>& weights) {
  const PolynomialMatrix m = resolvent(matrix);
  PolynomialMatrix top = m;
  for (auto& row : top)
    for (size_t j = 0; j < row.size(); ++j) row[j] = add(row[j], {0.0, weights[j]});
  Amplification result;
  result.p = {add({}, determinant(top), -1), determinant(m)};
  return result;
}

// zeta(z) over two steps, the first one by the method itself (8.106).
Amplification blended(const CoupledTableau& tableau, const Embedding& e) {
  const PolynomialMatrix m = resolvent(tableau.matrix);
  const Polynomial bottom = determinant(m);
  Polynomial first = multiply({e.start}, bottom), second = multiply({e.middle}, bottom);
  Polynomial step;
  for (size_t s = 0; s < tableau.nodes.size(); ++s) {
    const Polynomial stage = stageNumerator(m, s);
    first = add(first, multiply({e.beforeX[s], e.beforeF[s]}, stage));
    second = add(second, multiply({e.x[s], e.f[s]}, stage));
    step = stage;  // the last stage is the end of the step
  }
  Amplification result;
  result.p = {add({}, add(multiply(first, bottom), multiply(second, step)), -1),
              multiply(bottom, bottom)};
  result.steps = 2;
  return result;
}

std::vector<MethodFormula> methodFormulas() {
  std::vector<MethodFormula> list;
  for (const Method method : allMethods()) {
    const IntegrationMethod& description = descriptionOf(method);
    if (!description.formulas) continue;
    for (MethodFormula& formula : description.formulas(description)) {
      clean(formula.amplification);
      formula.name = methodName(method);
      list.push_back(std::move(formula));
    }
  }
  std::stable_partition(list.begin(), list.end(),
                        [](const MethodFormula& formula) { return !formula.isEmbedding; });
  return list;
}

}  // namespace formola::solver
