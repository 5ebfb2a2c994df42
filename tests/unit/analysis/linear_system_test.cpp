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

}  // namespace
}  // namespace formola::analysis
