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

struct Squares {
  Lanes correction = {}, lower = {}, lowest = {}, higher = {};
};

FORMOLA_INTO_EACH_MACHINE void addSquares(Squares& sum, const Lanes& c, const Lanes& lower,
                                          const Lanes& lowest, const Lanes& higher, bool asksLower,
                                          bool asksHigher) {
  sum.correction += c * c;
  if (asksLower) {
    sum.lower += lower * lower;
    sum.lowest += lowest * lowest;
  }
  if (asksHigher) sum.higher += higher * higher;
}

FORMOLA_INTO_EACH_MACHINE double total(const Lanes& sum) {
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
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
  Squares sum;
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    // The model has just written these one by one: lanes would wait until that has ended.
    const Lanes state = {x[i], x[i + 1], x[i + 2], x[i + 3]};
    const Lanes c = state - FORMOLA_CONST_LANES(predicted + i);
    const Lanes weight = FORMOLA_CONST_LANES(w + i);
    FORMOLA_LANES(correction + i) = c;
    const Lanes one = FORMOLA_CONST_LANES(last + i) + c;
    addSquares(sum, c * weight, one * weight, (one + FORMOLA_CONST_LANES(before + i)) * weight,
               (c - FORMOLA_CONST_LANES(next + i)) * weight, lower, higher);
  }
  if (i < n) {
    // What is left, in the middle of lanes of zeros: a sum of single numbers would wait for each.
    const auto valid = kLaneIndices < static_cast<int64_t>(n - i);
    const Lanes zero = {};
    const Lanes c = valid ? FORMOLA_CONST_LANES(x + i) - FORMOLA_CONST_LANES(predicted + i) : zero;
    const Lanes weight = FORMOLA_CONST_LANES(w + i);
    FORMOLA_LANES(correction + i) = c;
    const Lanes one = FORMOLA_CONST_LANES(last + i) + c;
    addSquares(sum, valid ? c * weight : zero, valid ? one * weight : zero,
               valid ? (one + FORMOLA_CONST_LANES(before + i)) * weight : zero,
               valid ? (c - FORMOLA_CONST_LANES(next + i)) * weight : zero, lower, higher);
  }
  return {total(sum.correction), total(sum.lower), total(sum.lowest), total(sum.higher)};
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

FORMOLA_FOR_EACH_MACHINE void interpolateStates(const double* const* phi, const double* c,
                                                int order, double* x, size_t n) {
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    Lanes sum = FORMOLA_CONST_LANES(phi[0] + i);
    for (int j = 1; j <= order; ++j) sum += c[j] * FORMOLA_CONST_LANES(phi[j] + i);
    FORMOLA_LANES(x + i) = sum;
  }
  for (; i < n; ++i) {
    double sum = phi[0][i];
    for (int j = 1; j <= order; ++j) sum += c[j] * phi[j][i];
    x[i] = sum;
  }
}

FORMOLA_FOR_EACH_MACHINE void errorWeights(double tolerance, const double* __restrict nominal,
                                           const double* __restrict a, const double* __restrict b,
                                           double* __restrict weights, double* __restrict inverse,
                                           size_t n) {
  if (n < kLanes) {
    for (size_t i = 0; i < n; ++i) {
      weights[i] = tolerance * (nominal[i] + std::max(std::abs(a[i]), std::abs(b[i])));
      inverse[i] = 1 / weights[i];
    }
    return;
  }
  for (size_t k = 0; k < n; k += kLanes) {
    const size_t i = k + kLanes <= n ? k : n - kLanes;  // as in predict
    const Lanes x = FORMOLA_CONST_LANES(a + i), y = FORMOLA_CONST_LANES(b + i);
    const Lanes sizeX = x < 0 ? -x : x, sizeY = y < 0 ? -y : y;
    const Lanes weight =
        tolerance * (FORMOLA_CONST_LANES(nominal + i) + (sizeX < sizeY ? sizeY : sizeX));
    FORMOLA_LANES(weights + i) = weight;
    FORMOLA_LANES(inverse + i) = 1 / weight;
  }
}

}  // namespace formola::solver
