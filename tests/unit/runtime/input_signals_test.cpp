#include "runtime/input_signals.h"

#include <gtest/gtest.h>

#include <cmath>

namespace formola::runtime {
namespace {

const double kInfinity = std::numeric_limits<double>::infinity();

TEST(InputTable, LinearBetweenPointsAndConstantOutside) {
  const InputTable table({1, 2, 4}, {0, 10, 10}, Interpolation::Linear);
  EXPECT_EQ(table.at(0, true), 0);
  EXPECT_EQ(table.at(1.5, true), 5);
  EXPECT_EQ(table.at(2, false), 10);
  EXPECT_EQ(table.at(3, true), 10);
  EXPECT_EQ(table.at(9, true), 10);
}

TEST(InputTable, BendsAndJumpsAreBreaks) {
  // Bends at 1 and 2; the point at 3 lies on the line; a jump at 4.
  const InputTable table({1, 2, 3, 4, 4, 5}, {0, 10, 10, 10, 20, 20}, Interpolation::Linear);
  EXPECT_EQ(table.nextBreak(-kInfinity), 1);
  EXPECT_EQ(table.nextBreak(1), 2);
  EXPECT_EQ(table.nextBreak(2), 4);
  EXPECT_EQ(table.nextBreak(4), kInfinity);
  EXPECT_EQ(table.at(4, false), 10);
  EXPECT_EQ(table.at(4, true), 20);
}

TEST(InputTable, Holds) {
  const InputTable table({0, 1, 2, 3}, {5, 5, 7, 7}, Interpolation::Hold);
  EXPECT_EQ(table.at(1.9, true), 5);
  EXPECT_EQ(table.at(2, false), 5);
  EXPECT_EQ(table.at(2, true), 7);
  EXPECT_EQ(table.nextBreak(-kInfinity), 2);
  EXPECT_EQ(table.nextBreak(2), kInfinity);
}

TEST(InputTable, SaysWhatIsWrong) {
  EXPECT_EQ(InputTable::problem({0, 1}, {1, 2}), "");
  EXPECT_NE(InputTable::problem({}, {}), "");
  EXPECT_NE(InputTable::problem({0, 1}, {1}), "");
  EXPECT_NE(InputTable::problem({1, 0}, {1, 2}), "");
  EXPECT_NE(InputTable::problem({0, NAN}, {1, 2}), "");
}

}  // namespace
}  // namespace formola::runtime
