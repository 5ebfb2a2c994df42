// Cubics through samples of a smooth function, and how exact they are.
#pragma once

#include <cmath>
#include <cstddef>

namespace formola::runtime {

// Purpose: the polynomial through up to four points in the form of Newton: value and cheap repeated
// evaluation.
// Requires: different abscissae. Reference: divided differences, e.g. Stoer and Bulirsch, 2.1.3.
class SmallPolynomial {
 public:
  SmallPolynomial(const double* t, const double* y, size_t count) : count_(count) {
    for (size_t i = 0; i < count; ++i) {
      t_[i] = t[i];
      c_[i] = y[i];
    }
    for (size_t k = 1; k < count; ++k)
      for (size_t i = count; i-- > k;) c_[i] = (c_[i] - c_[i - 1]) / (t_[i] - t_[i - k]);
  }
  double operator()(double t) const {
    double y = c_[count_ - 1];
    for (size_t i = count_ - 1; i-- > 0;) y = c_[i] + (t - t_[i]) * y;
    return y;
  }

 private:
  size_t count_;
  double t_[4] = {}, c_[4] = {};
};

// Purpose: c such that interpolation by cubics between samples at distance h has the error c h^4,
// from how well four of five successive samples predict the one in their middle.
// Requires: strictly monotonic t.
inline double cubicErrorCoefficient(const double (&t)[5], const double (&y)[5]) {
  const double outerT[4] = {t[0], t[1], t[3], t[4]}, outerY[4] = {y[0], y[1], y[3], y[4]};
  // The error of a cubic is f''''/24 times the product of the distances to its points; half-way
  // between the inner two of equidistant points the product is 9/16 h^4.
  double product = 1;
  for (double at : outerT) product *= std::abs(t[2] - at);
  return 9.0 / 16 * std::abs(SmallPolynomial(outerT, outerY, 4)(t[2]) - y[2]) / product;
}

}  // namespace formola::runtime
