#include "solver/bdf_vectors.h"

#include <cmath>

#include "support/lanes.h"

namespace formola::solver {

namespace {

// Loops with the order known to the compiler: the sums over the differences are unrolled.

template <int kOrder>
FORMOLA_INTO_EACH_MACHINE void predict(const double* const* phi, const double* gamma, double h,
                                       const Prediction& to, size_t n) {
  for (size_t k = 0; k < n; k += kLanes) {
    // The last lanes begin earlier, so that none is beyond the end: what they write twice is the
    // same.
    const size_t i = k + kLanes <= n ? k : n - kLanes;
    const Lanes second = FORMOLA_CONST_LANES(phi[1] + i);
    Lanes x = FORMOLA_CONST_LANES(phi[0] + i) + second;
    Lanes slope = gamma[1] * second;
    for (int j = 2; j <= kOrder; ++j) {
      const Lanes term = FORMOLA_CONST_LANES(phi[j] + i);
      x += term;
      slope += gamma[j] * term;
    }
    FORMOLA_LANES(to.x + i) = x;
    FORMOLA_LANES(to.start + i) = x;
    FORMOLA_LANES(to.slope + i) = slope;
    FORMOLA_LANES(to.old + i) = x - h * slope;
  }
}

template <int kOrder>
FORMOLA_INTO_EACH_MACHINE void update(double* const* phi, const double* correction, size_t n) {
  for (size_t i = 0; i < n; i += kLanes) {
    Lanes sum = FORMOLA_CONST_LANES(correction + i);
    if (phi[kOrder + 1] != nullptr) FORMOLA_LANES(phi[kOrder + 1] + i) = sum;
    for (int j = kOrder; j >= 0; --j) {
      sum += FORMOLA_CONST_LANES(phi[j] + i);
      FORMOLA_LANES(phi[j] + i) = sum;
    }
  }
}

}  // namespace

FORMOLA_FOR_EACH_MACHINE void predictStates(const double* const* phi, const double* gamma,
                                            int order, double h, const Prediction& result,
                                            size_t n) {
  const Prediction to = result;
  if (n < kLanes) {
    for (size_t i = 0; i < n; ++i) {
      double x = phi[0][i] + phi[1][i];
      double slope = gamma[1] * phi[1][i];
      for (int j = 2; j <= order; ++j) {
        x += phi[j][i];
        slope += gamma[j] * phi[j][i];
      }
      to.x[i] = to.start[i] = x;
      to.slope[i] = slope;
      to.old[i] = x - h * slope;
    }
    return;
  }
  switch (order) {
    case 1:
      return predict<1>(phi, gamma, h, to, n);
    case 2:
      return predict<2>(phi, gamma, h, to, n);
    case 3:
      return predict<3>(phi, gamma, h, to, n);
    case 4:
      return predict<4>(phi, gamma, h, to, n);
    case 5:
      return predict<5>(phi, gamma, h, to, n);
    default:
      return predict<6>(phi, gamma, h, to, n);
  }
}

void predictOthers(const double* const* phi, int order, double* x, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    double sum = phi[0][i] + phi[1][i];
    for (int j = 2; j <= order; ++j) sum += phi[j][i];
    x[i] = sum;
  }
}

FORMOLA_FOR_EACH_MACHINE CorrectionSquares correctStates(const double* x, const double* predicted,
                                                         const double* w, const double* const* phi,
                                                         int order, bool lower, bool higher,
                                                         double* correction, size_t n) {
  const double* last = phi[order];
  const double* before = phi[order - 1];
  const double* next = higher ? phi[order + 1] : phi[order];
  Lanes sum[4] = {};
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const Lanes weight = FORMOLA_CONST_LANES(w + i);
    const Lanes c = FORMOLA_CONST_LANES(x + i) - FORMOLA_CONST_LANES(predicted + i);
    FORMOLA_LANES(correction + i) = c;
    const Lanes e = c * weight;
    sum[0] += e * e;
    if (lower) {
      const Lanes one = FORMOLA_CONST_LANES(last + i) + c;
      const Lanes eOne = one * weight;
      sum[1] += eOne * eOne;
      const Lanes eTwo = (one + FORMOLA_CONST_LANES(before + i)) * weight;
      sum[2] += eTwo * eTwo;
    }
    if (higher) {
      const Lanes eNext = (c - FORMOLA_CONST_LANES(next + i)) * weight;
      sum[3] += eNext * eNext;
    }
  }
  for (size_t k = 0; i < n; ++i, ++k) {
    const double c = x[i] - predicted[i];
    correction[i] = c;
    sum[0][k] += (c * w[i]) * (c * w[i]);
    if (lower) {
      const double one = last[i] + c, two = one + before[i];
      sum[1][k] += (one * w[i]) * (one * w[i]);
      sum[2][k] += (two * w[i]) * (two * w[i]);
    }
    if (higher) sum[3][k] += ((c - next[i]) * w[i]) * ((c - next[i]) * w[i]);
  }
  double total[4];
  for (int s = 0; s < 4; ++s) total[s] = (sum[s][0] + sum[s][1]) + (sum[s][2] + sum[s][3]);
  return {total[0], total[1], total[2], total[3]};
}

FORMOLA_FOR_EACH_MACHINE void updateDifferences(double* const* phi, int order,
                                                const double* correction, size_t n) {
  switch (order) {
    case 1:
      return update<1>(phi, correction, n);
    case 2:
      return update<2>(phi, correction, n);
    case 3:
      return update<3>(phi, correction, n);
    case 4:
      return update<4>(phi, correction, n);
    case 5:
      return update<5>(phi, correction, n);
    default:
      return update<6>(phi, correction, n);
  }
}

FORMOLA_FOR_EACH_MACHINE void errorWeights(double tolerance, const double* __restrict nominal,
                                           const double* __restrict a, const double* __restrict b,
                                           double* __restrict weights, double* __restrict inverse,
                                           size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const double x = std::abs(a[i]), y = std::abs(b[i]);
    weights[i] = tolerance * (nominal[i] + (x < y ? y : x));
    inverse[i] = 1 / weights[i];
  }
}

}  // namespace formola::solver
