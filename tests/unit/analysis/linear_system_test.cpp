#include "analysis/linear_system.h"

#include <gtest/gtest.h>

namespace formola::analysis {
namespace {

// (s^2 + 2 s + 5) / ((s + 1) (s + 2) (s + 3)) in controllable form.
LinearSystem third() {
  LinearSystem s;
  s.states = {"x1", "x2", "x3"};
  s.inputs = {"u"};
  s.outputs = {"y"};
  s.a = {0, 1, 0, 0, 0, 1, -6, -11, -6};
  s.b = {0, 0, 1};
  s.c = {5, 2, 1};
  s.d = {0};
  return s;
}

TEST(LinearSystem, Poles) {
  const std::vector<Complex> found = poles(third());
  ASSERT_EQ(found.size(), 3U);
  for (size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(std::abs(found[i] - Complex(-3.0 + static_cast<double>(i), 0)), 0, 1e-12);
}

TEST(LinearSystem, ZerosWithoutDirectTransmission) {
  const std::vector<Complex> found = zeros(third(), 0, 0);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(std::abs(found[0] - Complex(-1, -2)), 0, 1e-12);
  EXPECT_NEAR(std::abs(found[1] - Complex(-1, 2)), 0, 1e-12);
}

TEST(LinearSystem, ZerosWithDirectTransmission) {
  // 1 + 1 / (s + 3) = (s + 4) / (s + 3)
  LinearSystem s;
  s.states = {"x"};
  s.inputs = {"u"};
  s.outputs = {"y"};
  s.a = {-3};
  s.b = {1};
  s.c = {1};
  s.d = {1};
  const std::vector<Complex> found = zeros(s, 0, 0);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(std::abs(found[0] + 4.0), 0, 1e-13);
}

TEST(LinearSystem, ChainOfIntegratorsHasNoZeros) {
  LinearSystem s = third();
  s.c = {1, 0, 0};
  EXPECT_TRUE(zeros(s, 0, 0).empty());
  s.c = {0, 0, 0};
  EXPECT_TRUE(zeros(s, 0, 0).empty());
}

TEST(LinearSystem, Response) {
  const std::vector<double> w = {0, 0.3, 1, 7, 1e4};
  const std::vector<Complex> found = response(third(), 0, 0, w);
  for (size_t i = 0; i < w.size(); ++i) {
    const Complex s(0, w[i]);
    const Complex exact = (s * s + 2.0 * s + 5.0) / ((s + 1.0) * (s + 2.0) * (s + 3.0));
    EXPECT_NEAR(std::abs(found[i] - exact), 0, 1e-13 * std::max(1.0, std::abs(exact)));
  }
}

// States in other units, as a volume in m3 beside a pressure in Pa: nothing else changes.
TEST(LinearSystem, UnitsOfStatesDoNotMatter) {
  const std::vector<std::vector<double>> all = {
      {1e-8, 1, 1e9}, {1e12, 1e-5, 1}, {1, 1e15, 1e-15}, {3e7, 2e7, 1e-11}};
  const std::vector<double> w = {0, 0.3, 1, 7, 1e4};
  for (const std::vector<double>& unit : all) {
    LinearSystem s = third();
    for (size_t i = 0; i < 3; ++i) {
      for (size_t j = 0; j < 3; ++j) s.a[3 * i + j] *= unit[i] / unit[j];
      s.b[i] *= unit[i];
      s.c[i] /= unit[i];
    }
    const std::vector<Complex> found = poles(s);
    ASSERT_EQ(found.size(), 3U);
    for (size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(std::abs(found[i] - Complex(-3.0 + static_cast<double>(i), 0)), 0, 1e-11);
    const std::vector<Complex> those = zeros(s, 0, 0);
    ASSERT_EQ(those.size(), 2U);
    EXPECT_NEAR(std::abs(those[1] - Complex(-1, 2)), 0, 1e-11);
    const std::vector<Complex> there = response(s, 0, 0, w), exact = response(third(), 0, 0, w);
    for (size_t i = 0; i < w.size(); ++i)
      EXPECT_NEAR(std::abs(there[i] / exact[i] - 1.0), 0, 1e-11);
  }
}

TEST(LinearSystem, PartsThatDependOnOneAnotherOneWay) {
  // Two integrators in a row behind a fast lag: their poles are zero, not small.
  LinearSystem s;
  s.states = {"position", "speed", "force"};
  s.inputs = {"u"};
  s.outputs = {"y"};
  s.a = {0, 1, 0, 0, 0, 1e9, 0, 0, -1e5};
  s.b = {0, 0, 1e5};
  s.c = {1, 0, 0};
  s.d = {0};
  const std::vector<Complex> found = poles(s);
  EXPECT_EQ(found[0], Complex(-1e5));
  EXPECT_EQ(found[1], Complex(0));
  EXPECT_EQ(found[2], Complex(0));
}

}  // namespace
}  // namespace formola::analysis
