#include "support/rational.h"

#include <gtest/gtest.h>

namespace formola {
namespace {

TEST(Rational, LowestTerms) {
  EXPECT_EQ(Rational::of(20, 1000), (Rational{1, 50}));
  EXPECT_EQ(Rational::of(0, 7), (Rational{0, 1}));
}

TEST(Rational, Arithmetic) {
  const Rational third = Rational::of(1, 3), half = Rational::of(1, 2);
  EXPECT_EQ(third + half, Rational::of(5, 6));
  EXPECT_EQ(half - third, Rational::of(1, 6));
  EXPECT_EQ(third * half, Rational::of(1, 6));
  EXPECT_EQ(third / half, Rational::of(2, 3));
  EXPECT_TRUE(third < half);
  EXPECT_FALSE(half < half);
}

// The ticks of both clocks are ticks of the common measure, and no larger one has this property.
TEST(Rational, CommonMeasure) {
  EXPECT_EQ(commonMeasure(Rational::of(1, 10), Rational::of(3, 20)), Rational::of(1, 20));
  EXPECT_EQ(commonMeasure(Rational::of(2), Rational::of(3)), Rational::of(1));
  EXPECT_EQ(commonMeasure(Rational::of(3, 7), Rational{}), Rational::of(3, 7));
}

// Nanoseconds beside years, as clocks of the standard library may have.
TEST(Rational, LargeFactors) {
  const Rational nano = Rational::of(1, 1000000000), year = Rational::of(31536000);
  EXPECT_EQ(year / nano, Rational::of(31536000000000000));
  EXPECT_EQ(commonMeasure(year, nano), nano);
}

}  // namespace
}  // namespace formola
