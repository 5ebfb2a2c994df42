// Curves of a result: all rows where there is room, else the extreme ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "studio/curves.h"

namespace formola::studio {
namespace {

results::Trajectory sine(size_t rows) {
  results::Trajectory trajectory;
  trajectory.layout.addVariable("x");
  trajectory.layout.addAlias("minus", 0, true);
  trajectory.columns.resize(1);
  for (size_t i = 0; i < rows; ++i) {
    trajectory.time.push_back(static_cast<double>(i));
    trajectory.columns[0].push_back(std::sin(0.1 * static_cast<double>(i)));
  }
  return trajectory;
}

TEST(Curves, FewRowsAreAllGiven) {
  const Curve curve = curveOf(sine(100), "x", -HUGE_VAL, HUGE_VAL, 50);
  EXPECT_TRUE(curve.found);
  EXPECT_FALSE(curve.reduced);
  EXPECT_EQ(curve.times.size(), 100U);
  EXPECT_EQ(curve.values[7], std::sin(0.1 * 7));
}

TEST(Curves, PeaksSurvive) {
  results::Trajectory trajectory = sine(100000);
  trajectory.columns[0][77777] = 5;
  trajectory.columns[0][33333] = -7;
  const Curve curve = curveOf(trajectory, "x", -HUGE_VAL, HUGE_VAL, 200);
  EXPECT_TRUE(curve.reduced);
  EXPECT_LE(curve.times.size(), 4U * 201);
  EXPECT_EQ(*std::max_element(curve.values.begin(), curve.values.end()), 5);
  EXPECT_EQ(*std::min_element(curve.values.begin(), curve.values.end()), -7);
  EXPECT_TRUE(std::is_sorted(curve.times.begin(), curve.times.end()));
  for (size_t i = 0; i < curve.times.size(); ++i)
    EXPECT_EQ(curve.values[i], trajectory.columns[0][static_cast<size_t>(curve.times[i])]);
}

TEST(Curves, APartOfTheTimeHasAllItsRows) {
  const Curve curve = curveOf(sine(1000000), "minus", 5000.5, 5100.5, 200);
  EXPECT_FALSE(curve.reduced);
  EXPECT_EQ(curve.times.front(), 5000);
  EXPECT_EQ(curve.times.back(), 5101);
  EXPECT_EQ(curve.values[1], -std::sin(0.1 * 5001));
}

TEST(Curves, NothingIsFoundOfAnUnknownName) {
  const Curve curve = curveOf(sine(10), "y", 0, 1, 10);
  EXPECT_FALSE(curve.found);
  EXPECT_TRUE(curve.times.empty());
}

}  // namespace
}  // namespace formola::studio
