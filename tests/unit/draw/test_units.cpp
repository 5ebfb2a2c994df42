// Units and texts as people read them.
#include <gtest/gtest.h>

#include <numbers>

#include "draw/text_metrics.h"
#include "draw/units.h"

namespace formola::draw {
namespace {

TEST(Units, Scales) {
  EXPECT_DOUBLE_EQ(unitScale("m")->factor, 1);
  EXPECT_DOUBLE_EQ(unitScale("kg")->factor, 1);
  EXPECT_DOUBLE_EQ(unitScale("mm")->factor, 1e-3);
  EXPECT_DOUBLE_EQ(unitScale("min")->factor, 60);
  EXPECT_DOUBLE_EQ(unitScale("g/cm3")->factor, 1000);
  EXPECT_DOUBLE_EQ(unitScale("kW.h")->factor, 3.6e6);
  EXPECT_DOUBLE_EQ(unitScale("km/h")->factor, 1 / 3.6);
  EXPECT_DOUBLE_EQ(unitScale("J/(kg.K)")->factor, 1);
  EXPECT_DOUBLE_EQ(unitScale("s-1")->factor, 1);
  EXPECT_DOUBLE_EQ(unitScale("1/min")->factor, 1.0 / 60);
  EXPECT_DOUBLE_EQ(unitScale("rev/min")->factor, std::numbers::pi / 30);
  EXPECT_DOUBLE_EQ(unitScale("degC")->offset, 273.15);
  EXPECT_FALSE(unitScale("furlong"));
  EXPECT_FALSE(unitScale("m/"));
  EXPECT_FALSE(unitScale("(m"));
  EXPECT_FALSE(unitScale(""));
}

TEST(Units, Pretty) {
  EXPECT_EQ(prettyUnit("N.m"), "N·m");
  EXPECT_EQ(prettyUnit("kg/m3"), "kg/m³");
  EXPECT_EQ(prettyUnit("Ohm"), "Ω");
  EXPECT_EQ(prettyUnit("s-1"), "s⁻¹");
  EXPECT_EQ(prettyUnit("degC"), "°C");
  EXPECT_EQ(prettyUnit("1/K"), "1/K");
}

TEST(Units, ValuesAreShownInTheDisplayUnit) {
  EXPECT_EQ(withUnit(0.1, "s", "ms"), "100 ms");
  EXPECT_EQ(withUnit(293.15, "K", "degC"), "20 °C");
  EXPECT_EQ(withUnit(1e5, "Pa", "bar"), "1 bar");
  EXPECT_EQ(withUnit(std::numbers::pi, "rad", "deg"), "180 °");
  EXPECT_EQ(withUnit(10, "Ohm", ""), "10 Ω");
  EXPECT_EQ(withUnit(2, "1", ""), "2");
  EXPECT_EQ(withUnit(2, "", ""), "2");
  // not known: the value stays what it is
  EXPECT_EQ(withUnit(2, "m", "furlong"), "2 m");
}

TEST(TextMetrics, Widths) {
  EXPECT_DOUBLE_EQ(textWidth(""), 0);
  EXPECT_DOUBLE_EQ(textWidth("0"), 0.556);
  EXPECT_DOUBLE_EQ(textWidth("~"), 0.584);
  EXPECT_DOUBLE_EQ(textWidth("Ω"), textWidth("0"));
  EXPECT_GT(textWidth("WWW"), textWidth("iii"));
  EXPECT_GT(textWidth("abc", true), textWidth("abc"));
}

}  // namespace
}  // namespace formola::draw
