#include "analysis/reduction.h"

#include <gtest/gtest.h>

#include <cmath>

namespace formola::analysis {
namespace {

// Diagonal: modes with their gains from u and to y.
LinearSystem modes(const std::vector<double>& poles, const std::vector<double>& b,
                   const std::vector<double>& c) {
  LinearSystem s;
  const size_t n = poles.size();
  s.a.assign(n * n, 0);
  for (size_t i = 0; i < n; ++i) {
    s.states.push_back("x" + std::to_string(i));
    s.a[i * n + i] = poles[i];
  }
  s.inputs = {"u"};
  s.outputs = {"y"};
  s.b = b;
  s.c = c;
  s.d = {0};
  return s;
}

TEST(Reduction, OrdersOfWhatIsReachedAndSeen) {
  const SystemOrders orders = ordersOf(modes({-1, -2, -3, 0}, {1, 1, 0, 1}, {1, 1, 1, 0}));
  EXPECT_EQ(orders.controllable, 3U);
  EXPECT_EQ(orders.observable, 3U);
  EXPECT_EQ(orders.minimal, 2U);
  // Very different units change nothing.
  const SystemOrders scaled = ordersOf(modes({-1, -2, -3, 0}, {1e9, 1, 0, 1}, {1e-9, 1e-6, 1, 0}));
  EXPECT_EQ(scaled.minimal, 2U);
}

TEST(Reduction, HankelSingularValueOfOneMode) {
  // b c/(2 |a|)
  const Reduction found = reduce(modes({-4}, {3}, {2}), 1);
  ASSERT_EQ(found.problem, "");
  ASSERT_EQ(found.hankel.size(), 1U);
  EXPECT_NEAR(found.hankel[0], 6.0 / 8, 1e-12);
  EXPECT_EQ(found.errorBound, 0);
}

TEST(Reduction, TheResponseStaysWithinTheBound) {
  LinearSystem s = modes({-1, -2, -5, -11, -30, -70}, {1, 2, 1, 3, 1, 2}, {1, -1, 2, 1, 1, -2});
  s.d = {0.5};
  const Reduction found = reduce(s, 3);
  ASSERT_EQ(found.problem, "");
  EXPECT_EQ(found.system.n(), 3U);
  EXPECT_GT(found.errorBound, 0);
  std::vector<double> w;
  for (int i = -200; i <= 300; ++i) w.push_back(std::pow(10, i / 100.0));
  const auto full = response(s, 0, 0, w), small = response(found.system, 0, 0, w);
  double worst = 0;
  for (size_t i = 0; i < w.size(); ++i) worst = std::max(worst, std::abs(full[i] - small[i]));
  EXPECT_LE(worst, found.errorBound);
  EXPECT_GT(worst, 1e-3 * found.errorBound);
  // All of it is the system itself.
  const auto same = response(reduce(s, 6).system, 0, 0, w);
  for (size_t i = 0; i < w.size(); ++i) EXPECT_LT(std::abs(full[i] - same[i]), 1e-9);
}

TEST(Reduction, UnstableSystemsAreRefused) {
  EXPECT_NE(reduce(modes({-1, 0.5}, {1, 1}, {1, 1}), 1).problem.find("not stable"),
            std::string::npos);
  // An integrator that nobody sees does no harm.
  EXPECT_EQ(reduce(modes({-1, 0}, {1, 1}, {1, 0}), 1).problem, "");
}

}  // namespace
}  // namespace formola::analysis
