#include "solver/stability.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "solver/explicit_part.h"
#include "solver/formulas.h"

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

// ---- Formulas

// x_n = sum a[i] x_{n-1-i} + sum b[i] h f_{n-i}.
Amplification multistep(const std::vector<double>& a, const std::vector<double>& b) {
  const size_t k = std::max(a.size(), b.size() - 1);
  Amplification result;
  result.p.assign(k + 1, {0.0, 0.0});
  result.p[k][0] = 1;
  for (size_t i = 0; i < a.size(); ++i) result.p[k - 1 - i][0] -= a[i];
  for (size_t i = 0; i < b.size(); ++i) result.p[k - i][1] -= b[i];
  return result;
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

// Adams-Bashforth with equal steps from the weights of backward differences of der(x) that
// inline:mixed uses.
Amplification adamsBashforth(int order) {
  std::array<double, ExplicitPart::kHighest + 2> alpha{};
  for (int i = 1; i <= order; ++i) alpha[static_cast<size_t>(i)] = 1.0 / i;
  ExplicitPart part{FmlInlineForm{}};
  const auto& g = part.weights(order, alpha.data());
  std::vector<double> b(static_cast<size_t>(order) + 1, 0.0);  // of der(x), the newest first
  for (int j = 1; j <= order; ++j) {
    double binomial = g[static_cast<size_t>(j)];
    for (int m = 0; m < j; ++m) {
      b[static_cast<size_t>(m) + 1] += binomial;
      binomial *= -static_cast<double>(j - 1 - m) / (m + 1);
    }
  }
  return multistep({1}, b);
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

namespace {

// R(z) = P(z/2) / P(-z/2), P the exponential series up to the order of the explicit method.
Amplification backinterpolated(int order) {
  std::vector<double> forward, backward;
  double term = 1;
  for (int k = 0; k <= order; ++k) {
    forward.push_back(-term);
    backward.push_back(k % 2 == 0 ? term : -term);
    term *= 0.5 / (k + 1);
  }
  return {{forward, backward}};
}

// The sum of weight_n (1 - z/n)^-n over a common denominator.
Amplification extrapolated() {
  std::vector<double> denominator{1}, numerator{0};
  auto times = [](const std::vector<double>& p, int n) {  // (1 - z/n)^n p
    std::vector<double> product = p;
    for (int k = 0; k < n; ++k) {
      product.push_back(0);
      for (size_t i = product.size() - 1; i > 0; --i) product[i] -= product[i - 1] / n;
    }
    return product;
  };
  for (int n = 1; n <= kExtrapolated; ++n) {
    numerator = times(numerator, n);
    for (size_t i = 0; i < denominator.size(); ++i)
      numerator[i] -= kExtrapolation[n - 1] * denominator[i];
    denominator = times(denominator, n);
  }
  return {{numerator, denominator}};
}

}  // namespace

std::vector<MethodFormula> methodFormulas() {
  std::vector<MethodFormula> list;
  auto add = [&](Method method, std::string title, std::string family, int stages,
                 Amplification amplification) {
    list.push_back({std::string(methodName(method)), std::move(title), std::move(family), stages,
                    false, std::move(amplification)});
  };
  add(Method::Euler, "Forward Euler", "Explicit", 1, multistep({1}, {0, 1}));
  add(Method::Rk4, "Runge–Kutta, order 4", "Explicit", 4,
      rungeKutta({{0, 0, 0, 0}, {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 1, 0}},
                 {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}));
  for (int k = 1; k <= kMostPast; ++k) {
    const BdfFormula& f = kBdf[k - 1];
    add(static_cast<Method>(static_cast<int>(Method::InlineBdf1) + k - 1),
        "BDF, order " + std::to_string(k), "BDF", 1, multistep({f.a, f.a + k}, {f.b}));
  }
  // What an implicit state of inline:mixed sees is BDF of the same order; two states of both kinds
  // that are coupled see Adams-Bashforth with z of the explicit one as it is with the answer of the
  // implicit one (docs/inline-integration.md, mixed mode).
  for (int k = 1; k <= 5; ++k)
    add(Method::InlineMixed, "Adams–Bashforth, order " + std::to_string(k),
        "Explicit states of inline:mixed", 1, adamsBashforth(k));
  add(Method::InlineBe, "Backward Euler", "One-step and Adams", 1, multistep({1}, {1}));
  add(Method::InlineTrapezoid, "Trapezoidal rule", "One-step and Adams", 1,
      multistep({1}, {0.5, 0.5}));
  // Half a step forward, half a step backward.
  add(Method::InlineBi2, "Backinterpolation, order 2", "One-step and Adams", 1,
      Amplification{{{-1, -0.5}, {1, -0.5}}});
  const double equal[kMostPast] = {1, 1, 1, 1, 1, 1};
  for (const Method method :
       {Method::InlineAm3, Method::InlineAm4, Method::InlineAm5, Method::InlineAm6}) {
    const int k = adamsOrder(method);
    const AdamsFormula adams = adamsMoulton(k, 1, equal);
    add(method, "Adams–Moulton, order " + std::to_string(k), "One-step and Adams", 1,
        multistep({1}, {adams.b, adams.b + k}));
  }
  for (const Method method : {Method::InlineBi3, Method::InlineBi4}) {
    const int stages = static_cast<int>(forwardTableau(method).nodes.size());
    add(method, "Backinterpolation with RK" + std::to_string(stages), "One-step and Adams", stages,
        backinterpolated(stages));
  }
  add(Method::InlineExtrapolation, "Backward Euler, extrapolated to order 4", "One-step and Adams",
      kExtrapolated, extrapolated());
  std::vector<Method> coupled;
#define METHOD(enumerator, name, family, order)
#define COUPLED_METHOD(enumerator, name, formula) coupled.push_back(Method::enumerator);
#include "solver/methods.def"
#undef METHOD
  for (const Method method : coupled) {
    const CoupledTableau tableau = coupledTableau(method);
    add(method, coupledMethod(method)->title, "Fully implicit Runge–Kutta",
        static_cast<int>(tableau.nodes.size()), rungeKutta(tableau.matrix, tableau.matrix.back()));
  }
  std::vector<std::vector<double>> sdirk(kSdirkStages, std::vector<double>(kSdirkStages, 0.0));
  for (size_t i = 0; i < kSdirkStages; ++i) {
    for (size_t j = 0; j < i; ++j) sdirk[i][j] = kSdirkA[i][j];
    sdirk[i][i] = kSdirkGamma;
  }
  add(Method::InlineSdirk4, "HW-SDIRK, order 4(3)", "Diagonally implicit Runge–Kutta", kSdirkStages,
      rungeKutta(sdirk, sdirk.back()));
  std::vector<double> embedded = sdirk.back();
  for (size_t i = 0; i < kSdirkStages; ++i) embedded[i] -= kSdirkE[i];
  add(Method::InlineSdirk4, "HW-SDIRK: embedded, order 3", "Diagonally implicit Runge–Kutta",
      kSdirkStages, rungeKutta(sdirk, embedded));
  list.back().isEmbedding = true;
  for (const Method method : coupled) {
    const CoupledMethod& formula = *coupledMethod(method);
    const CoupledTableau tableau = formula.tableau();
    add(method, std::string(formula.title) + ": blended " + formula.equation, "Blended embeddings",
        static_cast<int>(tableau.nodes.size()), blended(tableau, formula.embedding));
    list.back().isEmbedding = true;
  }
  for (MethodFormula& formula : list) clean(formula.amplification);
  return list;
}

}  // namespace formola::solver
