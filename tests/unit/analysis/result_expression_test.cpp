#include "analysis/result_expression.h"

#include <gtest/gtest.h>

#include <cmath>

namespace formola::analysis {
namespace {

// x = p t, y = (t - 1)^2 + p on [0, 2]; p = 3.
ResultRows rowsOf(const ResultExpression& expression) {
  ResultRows rows;
  rows.parameters = 1;
  for (int i = 0; i <= 2000; ++i) rows.times.push_back(i / 1000.0);
  for (const std::string& name : expression.signals()) {
    std::vector<double> values, slopes;
    for (const double t : rows.times) {
      values.push_back(name == "x" ? 3 * t : (t - 1) * (t - 1) + 3);
      slopes.push_back(name == "x" ? t : 1);
    }
    rows.values.push_back(values);
    rows.derivatives.push_back({slopes});
  }
  return rows;
}

void expect(const std::string& text, double value, double slope) {
  std::string problem;
  const auto expression = ResultExpression::parse(text, problem);
  ASSERT_TRUE(expression) << problem;
  std::vector<double> gradient;
  EXPECT_NEAR(expression->evaluate(rowsOf(*expression), &gradient), value, 1e-5) << text;
  if (expression->signals().empty()) return;
  ASSERT_EQ(gradient.size(), 1U);
  EXPECT_NEAR(gradient[0], slope, 1e-5) << text;
}

TEST(ResultExpression, Values) {
  expect("2*(3 + 4)^2/7 - 1", 13, 0);
  expect("-2^2 + 1e1", 6, 0);
  expect("final(x)", 6, 2);
  expect("x", 6, 2);
  expect("initial(y)", 4, 1);
  expect("min(y)", 3, 1);
  expect("max(x) - min(x)", 6, 2);
  expect("mean(x)", 3, 1);
  expect("integral(x)", 6, 2);
  expect("integral((x - 3)^2)", 6, 6 * (8.0 / 3) - 12);
  expect("max(abs(x - 2))", 4, 2);
  expect("sqrt(final(x) + 3)", 3, 2 / (2 * 3.0));
  expect("min(final(x), final(y))", 4, 1);
  expect("integral(sin(time))", 1 - std::cos(2), 0);
  expect("final(x)^final(y)", std::pow(6, 4), 4 * 216 * 2 + std::pow(6, 4) * std::log(6));
}

TEST(ResultExpression, Names) {
  std::string problem;
  const auto expression =
      ResultExpression::parse("final(a.b[2].c) + der(v) + a.b[2].c*'odd name'.x[1,2]", problem);
  ASSERT_TRUE(expression) << problem;
  EXPECT_EQ(expression->signals(),
            (std::vector<std::string>{"a.b[2].c", "der(v)", "'odd name'.x[1,2]"}));
}

TEST(ResultExpression, WhatIsWrong) {
  for (const auto& [text, part] : std::vector<std::pair<std::string, std::string>>{
           {"final(x", "')' is missing"},
           {"", "something is missing"},
           {"x +", "something is missing"},
           {"x y", "'y' is not expected"},
           {"foo(x)", "no function 'foo'"},
           {"final(x, y)", "number of arguments"},
           {std::string(5000, '('), "nested too deeply"}}) {
    std::string problem;
    EXPECT_FALSE(ResultExpression::parse(text, problem)) << text;
    EXPECT_NE(problem.find(part), std::string::npos) << problem;
  }
}

TEST(ResultExpression, Conditions) {
  std::string problem;
  const auto one = parseConstraint("max(x) <= 2*y", problem);
  ASSERT_TRUE(one) << problem;
  EXPECT_EQ(one->excess(3, 2), 1);
  const auto other = parseConstraint("max(x) >= 2", problem);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->excess(3, 2), -1);
  EXPECT_FALSE(parseConstraint("max(x)", problem));
}

}  // namespace
}  // namespace formola::analysis
