#include <gtest/gtest.h>

#include <cmath>

#include "solver/explicit_part.h"
#include "solver/explicit_states.h"

namespace formola::solver {
namespace {

FmlInlineForm formOf(const std::vector<int32_t>& states) {
  FmlInlineForm form{};
  form.nExplicit = static_cast<int32_t>(states.size());
  form.explicitStates = states.data();
  return form;
}

StateMatrix dense(int32_t n, const std::vector<double>& byRows) {
  StateMatrix m;
  m.n = n;
  m.colStart.push_back(0);
  for (int32_t j = 0; j < n; ++j) {
    for (int32_t i = 0; i < n; ++i) {
      const double value = byRows[static_cast<size_t>(i * n + j)];
      if (value == 0) continue;
      m.rows.push_back(i);
      m.values.push_back(value);
    }
    m.colStart.push_back(static_cast<int32_t>(m.rows.size()));
  }
  return m;
}

TEST(ExplicitPart, WeightsOfEqualStepsAreAdamsBashforths) {
  const std::vector<int32_t> states{0};
  ExplicitPart part(formOf(states));
  // Equal steps: alpha[i] = 1/i.
  const double alpha[] = {0, 1, 1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5, 1.0 / 6};
  const auto& g = part.weights(5, alpha);
  const double expected[] = {1, 1.0 / 2, 5.0 / 12, 3.0 / 8, 251.0 / 720};
  for (size_t i = 0; i < 5; ++i) EXPECT_NEAR(g[i + 1], expected[i], 1e-15) << i;
}

TEST(ExplicitPart, WeightsOfUnequalStepsIntegrateTheInterpolant) {
  const std::vector<int32_t> states{0};
  ExplicitPart part(formOf(states));
  // Points at 0, -0.5 and -1.5, a step to h = 0.25, f = 3 t^2 + t: differences as the integrator
  // keeps them, phi_1 = f_0, phi_2 = (h + 0) f[0,-0.5] beta_2 ..., alpha_i = h / (h - t_(i)).
  const double h = 0.25;
  const double t[] = {0, -0.5, -1.5};
  auto f = [](double at) { return 3 * at * at + at; };
  const double first = (f(t[0]) - f(t[1])) / (t[0] - t[1]);
  const double other = (f(t[1]) - f(t[2])) / (t[1] - t[2]);
  const double second = (first - other) / (t[0] - t[2]);
  const double alpha[] = {0, h / (h - t[0]), h / (h - t[1]), h / (h - t[2])};
  const auto& g = part.weights(3, alpha);
  const double phi2 = (h - t[0]) * first, phi3 = (h - t[0]) * (h - t[1]) * second;
  const double integral = h * (g[1] * f(0) + g[2] * phi2 + g[3] * phi3);
  EXPECT_NEAR(integral, h * h * h + h * h / 2, 1e-14);
}

TEST(ExplicitPart, SmoothStepsAreNotLimited) {
  const std::vector<int32_t> states{0};
  ExplicitPart smooth(formOf(states)), unstable(formOf(states)), hidden(formOf(states));
  bool limited = false;
  int steps = 0;
  for (int k = 0; k < 100; ++k) {
    EXPECT_FALSE(smooth.limited(0.01, 3, 0.1, 10, 1, true));  // differences fall with their order
    EXPECT_FALSE(hidden.limited(0.01, 3, 2, 100, 1, false));  // others decide about the step
    limited = limited || unstable.limited(0.01, 3, 2, 100, 1, true);  // and rise, h lambda = 0.5
    if (!limited) ++steps;
  }
  EXPECT_TRUE(limited);
  EXPECT_GT(steps, 2);
  EXPECT_LT(steps, 20);
}

TEST(ExplicitStates, SlowOnesAreKept) {
  // x' = -x + y, y' = 1000 (x - y): y at once is x.
  const StateMatrix j = dense(2, {-1, 1, 1000, -1000});
  const std::vector<char> kept = keepStableExplicit(j, {1, 1}, {1, 1}, 0.01, 0.1);
  EXPECT_EQ(kept, (std::vector<char>{1, 0}));
}

TEST(ExplicitStates, AFastAnswerOfTheOthersCounts) {
  // x' = y, y' = -1e6 (y + 1000 x): with y following, x' = -1000 x.
  const StateMatrix j = dense(2, {0, 1, -1e9, -1e6});
  const std::vector<char> kept = keepStableExplicit(j, {1, 0}, {1, 1000}, 0.01, 0.1);
  EXPECT_EQ(kept, (std::vector<char>{0, 0}));
  // A step that is short enough.
  EXPECT_EQ(keepStableExplicit(j, {1, 0}, {1, 1000}, 1e-5, 0.1), (std::vector<char>{1, 0}));
}

TEST(ExplicitStates, OscillationsCountToo) {
  // x'' = -w^2 x with w h = 1, beside a slow state.
  const StateMatrix j = dense(3, {0, 1, 0, -1e4, 0, 0, 0, 0, -1});
  const std::vector<char> kept = keepStableExplicit(j, {1, 1, 1}, {1, 1, 1}, 0.01, 0.1);
  EXPECT_EQ(kept, (std::vector<char>{0, 0, 1}));
}

TEST(ExplicitStates, NotANumberMeansNone) {
  const StateMatrix j = dense(2, {-1, NAN, 0.5, -1});
  EXPECT_EQ(keepStableExplicit(j, {1, 1}, {1, 1}, 0.01, 0.1), (std::vector<char>{0, 0}));
}

}  // namespace
}  // namespace formola::solver
