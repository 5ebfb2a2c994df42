#include "solver/bdf_vectors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/lanes.h"

namespace formola::solver {
namespace {

constexpr int kHighest = 6;

// Differences that get smaller, in vectors as long as whole lanes; the numbers behind n are zero.
class Differences {
 public:
  explicit Differences(size_t n) : vectors_(kHighest + 2), addresses_(kHighest + 2) {
    for (int j = 0; j < kHighest + 2; ++j) {
      vectors_[j].assign(wholeLanes(n), 0.0);
      for (size_t i = 0; i < n; ++i)
        vectors_[j][i] = std::sin(1.0 + 3.0 * static_cast<double>(i) + j) / (1 + j * j);
      addresses_[j] = vectors_[j].data();
    }
  }
  double* const* get() { return addresses_.data(); }
  const std::vector<double>& operator[](int j) const { return vectors_[j]; }

 private:
  std::vector<std::vector<double>> vectors_;
  std::vector<double*> addresses_;
};

TEST(BdfVectors, PredictionIsTheSumOfTheDifferencesAndWritesNothingElse) {
  const double gamma[] = {0, 0.5, 0.75, 0.875, 0.9, 0.95, 0.97, 0.98};
  constexpr double kUntouched = -77;
  for (size_t n : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 10U, 13U})
    for (int order = 1; order <= kHighest; ++order) {
      Differences phi(n);
      std::vector<double> x(n + 4, kUntouched), start(x), slope(x), old(x);
      predictStates(phi.get(), gamma, order, 0.1,
                    {x.data(), start.data(), slope.data(), old.data()}, n);
      for (size_t i = 0; i < n; ++i) {
        double sum = phi[0][i], rate = 0;
        for (int j = 1; j <= order; ++j) {
          sum += phi[j][i];
          rate += gamma[j] * phi[j][i];
        }
        EXPECT_NEAR(x[i], sum, 1e-14);
        EXPECT_EQ(start[i], x[i]);
        EXPECT_NEAR(slope[i], rate, 1e-14);
        EXPECT_NEAR(old[i], sum - 0.1 * rate, 1e-14);
      }
      for (const auto* v : {&x, &start, &slope, &old})
        for (size_t i = n; i < n + 4; ++i) EXPECT_EQ((*v)[i], kUntouched) << n;
    }
}

TEST(BdfVectors, SquaresCountEachStateOnce) {
  for (size_t n : {1U, 3U, 4U, 6U, 10U}) {
    Differences phi(n);
    // What stands behind the states, even if it is no number, is left out.
    std::vector<double> x(n + 4, std::nan("")), predicted(n + 4, 2e9), w(n + 4, 3.0),
        correction(n + 4, -77);
    for (size_t i = 0; i < n; ++i) {
      x[i] = std::cos(static_cast<double>(i));
      predicted[i] = 0.25;
      w[i] = 1.0 + static_cast<double>(i);
    }
    const int order = 3;
    const CorrectionSquares squares = correctStates(x.data(), predicted.data(), w.data(), phi.get(),
                                                    order, true, true, correction.data(), n);
    CorrectionSquares expected;
    for (size_t i = 0; i < n; ++i) {
      const double c = x[i] - 0.25;
      EXPECT_EQ(correction[i], c);
      expected.correction += std::pow(c * w[i], 2);
      expected.lower += std::pow((phi[order][i] + c) * w[i], 2);
      expected.lowest += std::pow((phi[order - 1][i] + phi[order][i] + c) * w[i], 2);
      expected.higher += std::pow((c - phi[order + 1][i]) * w[i], 2);
    }
    EXPECT_NEAR(squares.correction, expected.correction, 1e-12 * expected.correction);
    EXPECT_NEAR(squares.lower, expected.lower, 1e-12 * expected.lower);
    EXPECT_NEAR(squares.lowest, expected.lowest, 1e-12 * expected.lowest);
    EXPECT_NEAR(squares.higher, expected.higher, 1e-12 * expected.higher);
    for (size_t i = n; i < n + 4; ++i) EXPECT_EQ(correction[i], i < wholeLanes(n) ? 0 : -77);
  }
}

TEST(BdfVectors, NewDifferencesAreSumsFromTheHighestDown) {
  for (size_t n : {1U, 4U, 5U, 11U})
    for (int order = 1; order <= kHighest; ++order)
      for (bool withNext : {true, false}) {
        Differences phi(n);
        const Differences before(n);
        std::vector<double> correction(wholeLanes(n), 0.0);
        for (size_t i = 0; i < n; ++i) correction[i] = 0.01 * static_cast<double>(i + 1);
        std::vector<double*> addresses(phi.get(), phi.get() + kHighest + 2);
        if (!withNext) addresses[order + 1] = nullptr;
        updateDifferences(addresses.data(), order, correction.data(), n);
        for (size_t i = 0; i < n; ++i) {
          EXPECT_EQ(phi[order + 1][i], withNext ? correction[i] : before[order + 1][i]);
          double sum = correction[i];
          for (int j = order; j >= 0; --j) EXPECT_NEAR(phi[j][i], sum += before[j][i], 1e-14);
        }
      }
}

}  // namespace
}  // namespace formola::solver
