#include "results/svg_plot.h"

#include <gtest/gtest.h>

#include <cmath>

namespace formola::results {
namespace {

size_t count(const std::string& text, const std::string& part) {
  size_t n = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

Trajectory twoCurves(double scale) {
  Trajectory t;
  t.layout.columns = 2;
  for (int i = 0; i < 2; ++i) {
    Signal signal;
    signal.name = i == 0 ? "a<b" : "x";
    signal.column = static_cast<uint32_t>(i);
    t.layout.signals.push_back(signal);
  }
  t.columns.resize(2);
  for (int i = 0; i <= 100; ++i) {
    t.time.push_back(0.01 * i);
    t.columns[0].push_back(scale * std::sin(0.1 * i));
    t.columns[1].push_back(i == 50 ? NAN : 1.0);
  }
  return t;
}

TEST(RoundTicks, AreRoundAndInside) {
  EXPECT_EQ(roundTicks(0, 5, 6), (std::vector<double>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(roundTicks(-5.952, 5.257, 7), (std::vector<double>{-4, -2, 0, 2, 4}));
  const std::vector<double> small = roundTicks(1.2e-9, 9.1e-9, 5);
  ASSERT_EQ(small.size(), 4U);
  EXPECT_NEAR(small[0], 2e-9, 1e-20);
  for (int most = 2; most < 20; ++most)
    EXPECT_LE(roundTicks(-0.37, 12.91, most).size(), static_cast<size_t>(most));
}

TEST(SvgPlot, DrawsEachCurveOnceWithItsName) {
  const SvgPlot plot = plotSvg(twoCurves(1), "model", {"a<b", "x"});
  EXPECT_EQ(plot.problem, "");
  EXPECT_EQ(count(plot.picture, "fill=\"none\" stroke-linejoin"), 2U);
  EXPECT_EQ(count(plot.picture, "a&lt;b"), 1U);
  EXPECT_EQ(count(plot.picture, "a<b"), 0U);
  EXPECT_EQ(count(plot.picture, "nan"), 0U);
  // the gap: a second piece begins
  const size_t at = plot.picture.rfind("<path");
  EXPECT_EQ(count(plot.picture.substr(at, plot.picture.find('"', at + 10) - at), "M"), 2U);
}

TEST(SvgPlot, LongNumbersAreDivided) {
  EXPECT_EQ(count(plotSvg(twoCurves(1), "m", {"a<b"}).picture, "\u00d710"), 0U);
  EXPECT_EQ(count(plotSvg(twoCurves(3e6), "m", {"a<b"}).picture, "\u00d710"), 1U);
  EXPECT_EQ(count(plotSvg(twoCurves(3e-7), "m", {"a<b"}).picture, "\u00d710"), 1U);
}

TEST(SvgPlot, SaysWhatIsWrong) {
  EXPECT_EQ(plotSvg(twoCurves(1), "m", {"y"}).problem, "the result has no variable 'y'");
  EXPECT_EQ(plotSvg(Trajectory{}, "m", {}).problem, "the result has no values");
}

}  // namespace
}  // namespace formola::results
