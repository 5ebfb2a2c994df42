#include "analysis/least_squares.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/statistics.h"

namespace formola::analysis {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

LeastSquaresProblem rosenbrock() {
  LeastSquaresProblem problem;
  problem.unknowns = 2;
  problem.start = {-1.2, 1};
  problem.lower = {-kInfinite, -kInfinite};
  problem.upper = {kInfinite, kInfinite};
  problem.sizes = {1, 1};
  problem.evaluate = [](const std::vector<double>& p, std::vector<double>& r,
                        std::vector<double>* j) {
    r = {10 * (p[1] - p[0] * p[0]), 1 - p[0]};
    if (j != nullptr) *j = {-20 * p[0], 10, -1, 0};
    return true;
  };
  return problem;
}

TEST(LeastSquares, FindsTheBottomOfTheValley) {
  const LeastSquaresSolution found = leastSquares(rosenbrock());
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(found.p[0], 1, 1e-6);
  EXPECT_NEAR(found.p[1], 1, 1e-6);
}

TEST(LeastSquares, BoundsHold) {
  LeastSquaresProblem problem = rosenbrock();
  problem.upper = {0.5, kInfinite};
  const LeastSquaresSolution found = leastSquares(problem);
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(found.p[0], 0.5);
  EXPECT_NEAR(found.p[1], 0.25, 1e-6);
  EXPECT_EQ(found.bound[0], 1);
  EXPECT_EQ(found.bound[1], 0);
}

TEST(LeastSquares, ShorterStepsWhereThereAreNoValues) {
  LeastSquaresProblem problem;
  problem.unknowns = 1;
  problem.start = {10};
  problem.lower = {-kInfinite};
  problem.upper = {kInfinite};
  problem.sizes = {10};
  problem.evaluate = [](const std::vector<double>& p, std::vector<double>& r,
                        std::vector<double>* j) {
    if (p[0] <= 0) return false;
    r = {std::log(p[0])};
    if (j != nullptr) *j = {1 / p[0]};
    return true;
  };
  const LeastSquaresSolution found = leastSquares(problem);
  EXPECT_NEAR(found.p[0], 1, 1e-6);
  problem.start = {-1};
  EXPECT_FALSE(leastSquares(problem).evaluated);
}

TEST(Student, Quantiles) {
  // Tables of the distribution.
  EXPECT_NEAR(studentQuantile(0.975, 1), 12.7062047362, 1e-8);
  EXPECT_NEAR(studentQuantile(0.975, 10), 2.2281388520, 1e-8);
  EXPECT_NEAR(studentQuantile(0.95, 4), 2.1318467863, 1e-8);
  EXPECT_NEAR(studentQuantile(0.975, 1e7), 1.959964, 1e-5);
  EXPECT_NEAR(studentQuantile(0.025, 10), -2.2281388520, 1e-8);
}

TEST(Quantiles, LinearBetweenSamples) {
  EXPECT_EQ(quantileOf({1, 2, 3, 4, 5}, 0.5), 3);
  EXPECT_EQ(quantileOf({1, 2, 3, 4, 5}, 0), 1);
  EXPECT_EQ(quantileOf({1, 2, 3, 4, 5}, 1), 5);
  EXPECT_NEAR(quantileOf({1, 2, 3, 4, 5}, 0.1), 1.4, 1e-15);
  EXPECT_TRUE(std::isnan(quantileOf({}, 0.5)));
}

}  // namespace
}  // namespace formola::analysis
