// Tube comparison: what must pass and what must not.
#include "results/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace formola::results {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInf = std::numeric_limits<double>::infinity();

Trajectory single(std::vector<double> time, std::vector<double> value, std::string name = "x") {
  Trajectory trajectory;
  trajectory.layout.addVariable(std::move(name));
  trajectory.time = std::move(time);
  trajectory.columns.push_back(std::move(value));
  return trajectory;
}

template <typename F>
Trajectory sampled(F f, double stop, int intervals) {
  std::vector<double> time;
  std::vector<double> value;
  for (int i = 0; i <= intervals; ++i) {
    time.push_back(stop * i / intervals);
    value.push_back(f(time.back()));
  }
  return single(time, value);
}

SignalComparison only(const Trajectory& reference, const Trajectory& result,
                      const CompareOptions& options = {}) {
  const Comparison comparison = compare(reference, result, options);
  EXPECT_EQ(comparison.signals.size(), 1u) << comparison.error;
  return comparison.signals.at(0);
}

bool passes(const Trajectory& reference, const Trajectory& result) {
  return only(reference, result).verdict == Verdict::Pass;
}

TEST(Compare, aConstantOffsetIsMeasuredAgainstTheRange) {
  const auto shifted = [](double d) {
    return sampled([d](double t) { return std::sin(t) + d; }, 10, 500);
  };
  // The range is 2, so the tube is about 0.004.
  EXPECT_TRUE(passes(shifted(0), shifted(0.0039)));
  const SignalComparison fail = only(shifted(0), shifted(0.005));
  EXPECT_EQ(fail.verdict, Verdict::Fail);
  EXPECT_NEAR(fail.tube, 0.004, 1e-4);
  // In the slopes the tolerance in time takes off |slope|·0.005 (10 s · 5e-4), at the peaks
  // nothing.
  EXPECT_NEAR(fail.maxDeviation, 0.005, 1e-5);
  EXPECT_NEAR(std::abs(std::cos(fail.time)), 0, 0.02);
  EXPECT_NEAR(fail.result - fail.reference, 0.005, 1e-12);
  EXPECT_NEAR(fail.excess, 0.005 / fail.tube, 0.01);
}

TEST(Compare, aSteepEdgeMayShiftByTheToleranceInTime) {
  const auto edge = [](double at) { return single({0, at, at, 10}, {0, 0, 1, 1}); };
  EXPECT_TRUE(passes(edge(5), edge(5.004)));
  EXPECT_TRUE(passes(edge(5), edge(4.996)));
  EXPECT_FALSE(passes(edge(5), edge(5.01)));
  EXPECT_FALSE(passes(edge(5), edge(4.99)));
}

TEST(Compare, eventRowsAgainstASmearedEdge) {
  // The reference has no event rows: its edge lies somewhere in (4, 5).
  std::vector<double> time, value;
  for (int i = 0; i <= 10; ++i) {
    time.push_back(i);
    value.push_back(i <= 4 ? 0 : 1);
  }
  const Trajectory reference = single(time, value);
  const auto edge = [](double at) {
    std::vector<double> t, y;
    for (int i = 0; i <= 100; ++i) {
      const double now = 0.1 * i;
      if (!t.empty() && t.back() < at && now >= at) {
        t.insert(t.end(), {at, at});
        y.insert(y.end(), {0, 1});
      }
      if (now == at) continue;
      t.push_back(now);
      y.push_back(now < at ? 0 : 1);
    }
    return single(t, y);
  };
  EXPECT_TRUE(passes(reference, edge(4.25)));
  EXPECT_TRUE(passes(reference, edge(4.85)));
  EXPECT_FALSE(passes(reference, edge(3.85)));
  EXPECT_FALSE(passes(reference, edge(5.25)));
}

TEST(Compare, differentGridsOfASmoothCurve) {
  const auto wave = [](int intervals) {
    return sampled([](double t) { return std::sin(t); }, 20, intervals);
  };
  for (int a : {60, 100, 501, 2000}) {
    for (int b : {60, 101, 500, 1999}) EXPECT_TRUE(passes(wave(a), wave(b))) << a << ' ' << b;
  }
  // A wrong frequency is found whatever the grids.
  for (int b : {101, 500, 1999}) {
    const Trajectory wrong = sampled([](double t) { return std::sin(1.005 * t); }, 20, b);
    EXPECT_FALSE(passes(wave(501), wrong)) << b;
    EXPECT_FALSE(passes(wave(2000), wrong)) << b;
  }
}

TEST(Compare, aMissingSpikeIsFoundFromBothSides) {
  const Trajectory flat = single({0, 10}, {0, 0});
  Trajectory spike = single({0, 5, 5, 5.5, 5.5, 10}, {0, 0, 1, 1, 0, 0});
  EXPECT_FALSE(passes(spike, flat));
  EXPECT_FALSE(passes(flat, spike));
  EXPECT_NEAR(only(spike, flat).maxDeviation, 1, 1e-12);
}

TEST(Compare, constantSignals) {
  const auto constant = [](double value) { return single({0, 1}, {value, value}); };
  EXPECT_TRUE(passes(constant(5), constant(5)));
  EXPECT_TRUE(passes(constant(5), constant(5.00004)));
  EXPECT_FALSE(passes(constant(5), constant(5.0001)));
  EXPECT_TRUE(passes(constant(0), constant(5e-10)));
  EXPECT_FALSE(passes(constant(0), constant(2e-9)));
  const SignalComparison tiny = only(constant(1e-12), constant(-1e-12));
  EXPECT_EQ(tiny.verdict, Verdict::Pass);
  EXPECT_FALSE(tiny.note.empty());
}

TEST(Compare, aSmallWaveOnALargeOffsetIsNotHeldToRounding) {
  const auto warm = [](double error) {
    return sampled([error](double t) { return 300 + 1e-4 * std::sin(t) + error; }, 10, 100);
  };
  EXPECT_TRUE(passes(warm(0), warm(0.002)));
  EXPECT_FALSE(passes(warm(0), warm(0.004)));
}

TEST(Compare, notANumber) {
  const Trajectory fine = single({0, 1, 2, 3}, {0, 1, 2, 3});
  EXPECT_FALSE(passes(fine, single({0, 1, 2, 3}, {0, kNan, 2, 3})));
  EXPECT_FALSE(passes(single({0, 1, 2, 3}, {0, kNan, 2, 3}), fine));
  EXPECT_FALSE(passes(fine, single({0, 1, 2, 3}, {kNan, kNan, kNan, kNan})));
  EXPECT_TRUE(passes(single({0, 1, 2, 3}, {0, kNan, 2, 3}), single({0, 1, 2, 3}, {0, kNan, 2, 3})));
  EXPECT_FALSE(passes(fine, single({0, 1, 2, 3}, {0, 1, kInf, 3})));
  EXPECT_FALSE(passes(single({0, 1, 2}, {0, kInf, 0}), single({0, 1, 2}, {0, -kInf, 0})));
  const SignalComparison fail = only(fine, single({0, 1, 2, 3}, {0, 1, kNan, 3}));
  EXPECT_EQ(fail.time, 2);
  EXPECT_EQ(fail.maxDeviation, kInf);
  EXPECT_FALSE(fail.note.empty());
}

TEST(Compare, aResultThatEndsEarlyFails) {
  const auto ramp = [](double stop) { return single({0, stop}, {0, stop}); };
  EXPECT_TRUE(passes(ramp(10), ramp(12)));
  const SignalComparison fail = only(ramp(10), ramp(9));
  EXPECT_EQ(fail.verdict, Verdict::Fail);
  EXPECT_NE(fail.note.find("ends at t = 9"), std::string::npos);
  EXPECT_FALSE(passes(ramp(10), single({1, 10}, {1, 10})));
}

TEST(Compare, namesAreFoundInTheFormsOfOtherTools) {
  EXPECT_TRUE(passes(single({0, 1}, {0, 1}, "a[1, 2]"), single({0, 1}, {0, 1}, "a[1,2]")));
  EXPECT_TRUE(passes(single({0, 1}, {0, 1}, "a.b.der(c)"), single({0, 1}, {0, 1}, "der(a.b.c)")));
  const Comparison missing = compare(single({0, 1}, {0, 1}, "y"), single({0, 1}, {0, 1}));
  EXPECT_EQ(missing.missing, 1u);
  EXPECT_FALSE(missing.ok());
}

TEST(Compare, aliasesAndParametersAndSelection) {
  Trajectory reference = single({0, 1}, {1, 2});
  reference.layout.addAlias("minus", 0, true);
  reference.layout.addParameter("p", 3);
  Trajectory result = single({0, 1}, {1, 2});
  result.layout.addVariable("minus");
  result.columns.push_back({-1, -2});
  result.layout.addParameter("p", 4);
  EXPECT_TRUE(compare(reference, result).ok());
  CompareOptions options;
  options.parameters = true;
  const Comparison all = compare(reference, result, options);
  EXPECT_EQ(all.passed, 2u);
  EXPECT_EQ(all.failed, 1u);
  options.select = [](std::string_view name) { return name == "minus"; };
  EXPECT_EQ(compare(reference, result, options).signals.size(), 1u);
}

TEST(Compare, whatCannotBeComparedIsAnError) {
  const Trajectory fine = single({0, 1}, {0, 1});
  EXPECT_FALSE(compare(fine, single({}, {})).error.empty());
  EXPECT_FALSE(compare(fine, single({0, 1, 0.5}, {0, 1, 2})).error.empty());
  EXPECT_FALSE(compare(single({0, kNan}, {0, 1}), fine).error.empty());
  CompareOptions none;
  none.select = [](std::string_view) { return false; };
  EXPECT_FALSE(compare(fine, fine, none).ok());
}

TEST(Compare, textAndJson) {
  Trajectory reference = single({0, 1, 2}, {0, 1, 2});
  reference.layout.addAlias("gone", 0);
  const Trajectory result = single({0, 1, 2}, {0, 1.5, kNan});
  const Comparison comparison = compare(reference, result);
  const std::string text = toText(comparison);
  EXPECT_NE(text.find("missing  gone"), std::string::npos) << text;
  EXPECT_NE(text.find("fail     x"), std::string::npos) << text;
  EXPECT_NE(text.find("0 of 2 signals agree, 1 differ, 1 are missing\n"), std::string::npos);
  const nlohmann::json json = nlohmann::json::parse(toJson(comparison).dump());
  EXPECT_EQ(json["ok"], false);
  EXPECT_EQ(json["signals"][0]["max_deviation"], "inf");
  EXPECT_EQ(json["signals"][0]["time"], 2.0);
  EXPECT_EQ(json["signals"][1]["verdict"], "missing");
  EXPECT_EQ(toText(compare(result, result)), "1 of 1 signals agree\n");
}

}  // namespace
}  // namespace formola::results
