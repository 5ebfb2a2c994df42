#include <gtest/gtest.h>

#include <numbers>

#include "support/units.h"

namespace formola {
namespace {

using Exponents = std::array<int, 8>;  // kg m s A K mol cd rad

TEST(Units, ProductsAndQuotients) {
  EXPECT_EQ(parseUnit("N.m")->exponents, (Exponents{1, 2, -2}));
  EXPECT_EQ(parseUnit("kg.m2/s2")->exponents, (Exponents{1, 2, -2}));
  EXPECT_EQ(parseUnit("W/(m2.K)")->exponents, (Exponents{1, 0, -3, 0, -1}));
  EXPECT_EQ(parseUnit("rad/s")->exponents, (Exponents{0, 0, -1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(parseUnit("1/s")->exponents, (Exponents{0, 0, -1}));
  EXPECT_EQ(parseUnit("s-1")->exponents, (Exponents{0, 0, -1}));
  EXPECT_EQ(parseUnit("1")->exponents, Exponents{});
  EXPECT_EQ(parseUnit("W/(m2/K)")->exponents, (Exponents{1, 0, -3, 0, 1}));
  EXPECT_EQ(parseUnit("kg")->factor, 1);
}

TEST(Units, TextsOfCoherentUnits) {
  for (std::string_view text : {"V", "Ohm", "kg.m/s", "1", "1/s", "K/(s.A)", "rad/s"})
    EXPECT_EQ(unitText(parseUnit(text)->exponents), text);
  EXPECT_EQ(unitText(parseUnit("kg.m2/s2")->exponents), "J");
}

TEST(Units, FactorsAndOffsets) {
  EXPECT_DOUBLE_EQ(parseUnit("mm2")->factor, 1e-6);
  EXPECT_DOUBLE_EQ(parseUnit("km/h")->factor, 1000.0 / 3600);
  EXPECT_DOUBLE_EQ(parseUnit("deg")->factor, std::numbers::pi / 180);
  EXPECT_DOUBLE_EQ(parseUnit("degC")->offset, 273.15);
  EXPECT_EQ(parseUnit("W/degC")->offset, 0);
  EXPECT_DOUBLE_EQ(parseUnit("min")->factor, 60);  // not milli-inches
  EXPECT_DOUBLE_EQ(parseUnit("mol")->factor, 1);
}

TEST(Units, WhatIsNotKnown) {
  for (std::string_view text : {"", "EUR", "m/", "m/s/s", "(m", "m)", "m.-", "m--2", "2m", "m.(s"})
    EXPECT_FALSE(parseUnit(text)) << text;
}

}  // namespace
}  // namespace formola
