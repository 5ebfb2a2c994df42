// Facts about the integration formulas that are published, computed from our coefficients.
#include "solver/stability.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <map>

#include "solver/formulas.h"

namespace formola::solver {
namespace {

const MethodFormula& formula(const std::string& name, bool isEmbedding = false) {
  static const std::vector<MethodFormula> all = methodFormulas();
  for (const MethodFormula& each : all)
    if (each.name == name && each.isEmbedding == isEmbedding) return each;
  ADD_FAILURE() << name;
  return all.front();
}

const Amplification& amplification(const std::string& name) {
  return formula(name).amplification;
}

TEST(Stability, w30OrdersOfAllFormulas) {
  const std::map<std::string, int> order = {{"euler", 1},
                                            {"rk4", 4},
                                            {"inline:bdf1", 1},
                                            {"inline:bdf2", 2},
                                            {"inline:bdf3", 3},
                                            {"inline:bdf4", 4},
                                            {"inline:bdf5", 5},
                                            {"inline:bdf6", 6},
                                            {"inline:be", 1},
                                            {"inline:am3", 3},
                                            {"inline:trapezoid", 2},
                                            {"inline:bi2", 2},
                                            {"inline:radau3", 3},
                                            {"inline:radau5", 5},
                                            {"inline:lobatto4", 4},
                                            {"inline:sdirk4", 4},
                                            {"inline:am4", 4},
                                            {"inline:am5", 5},
                                            {"inline:am6", 6},
                                            {"inline:bi3", 4},
                                            {"inline:bi4", 4},
                                            {"inline:extrapolation", 4}};
  for (const auto& [name, expected] : order)
    EXPECT_EQ(localError(amplification(name)).order, expected) << name;
}

TEST(Stability, w30FactorAtInfinity) {
  for (const char* name :
       {"inline:radau3", "inline:radau5", "inline:lobatto4", "inline:sdirk4", "inline:be",
        "inline:bdf1", "inline:bdf2", "inline:bdf3", "inline:bdf4", "inline:bdf5", "inline:bdf6"})
    EXPECT_EQ(factorAtInfinity(amplification(name)), 0) << name;
  EXPECT_NEAR(factorAtInfinity(amplification("inline:extrapolation")), 0, 1e-9);
  for (const char* name : {"inline:trapezoid", "inline:bi2", "inline:bi3", "inline:bi4"})
    EXPECT_NEAR(factorAtInfinity(amplification(name)), 1, 1e-12) << name;
  for (const char* name : {"euler", "rk4"})
    EXPECT_TRUE(std::isinf(factorAtInfinity(amplification(name)))) << name;
}

TEST(Stability, w31LocalErrors) {
  EXPECT_NEAR(localError(amplification("inline:radau3")).coefficient, -1.0 / 72, 1e-13);
  EXPECT_NEAR(localError(amplification("inline:radau5")).coefficient, 1.0 / 7200, 1e-15);
  EXPECT_NEAR(localError(amplification("inline:lobatto4")).coefficient, 1.0 / 480, 1e-14);
  // Error constants C of Hairer, Norsett, Wanner I, III.2 (2.7), table of BDF: 1/(k + 1) in size.
  for (int k = 1; k <= 6; ++k)
    EXPECT_NEAR(localError(amplification("inline:bdf" + std::to_string(k))).coefficient,
                1.0 / (k + 1), 1e-9)
        << k;
  EXPECT_NEAR(localError(amplification("inline:trapezoid")).coefficient, 1.0 / 12, 1e-14);
  EXPECT_NEAR(localError(amplification("inline:am3")).coefficient, 1.0 / 24, 1e-14);
  // Hairer, Norsett, Wanner I, III.1, table 1.2
  EXPECT_NEAR(localError(amplification("inline:am4")).coefficient, 19.0 / 720, 1e-12);
  EXPECT_NEAR(localError(amplification("inline:am5")).coefficient, 3.0 / 160, 1e-12);
  EXPECT_NEAR(localError(amplification("inline:am6")).coefficient, 863.0 / 60480, 1e-12);
}

// W32: what the estimate must be multiplied with to be the local error.
TEST(Stability, w32EmbeddingsAreCalibrated) {
  for (Method method : {Method::InlineRadau3, Method::InlineRadau5, Method::InlineLobatto4}) {
    const std::string name(methodName(method));
    const MethodFormula& blend = formula(name, true);
    const LocalError own = localError(amplification(name));
    // Over two steps, the first one by the method itself: its error is part of both.
    const LocalError both = localError(blend.amplification);
    EXPECT_EQ(both.order, own.order) << name;
    const double difference = both.coefficient - 2 * own.coefficient;
    EXPECT_NEAR(std::abs(own.coefficient / difference), coupledMethod(method)->embedding.factor,
                2e-4 * coupledMethod(method)->embedding.factor)
        << name;
    EXPECT_NEAR(stabilityAngle(blend.amplification), 90, 1e-6) << name;
    EXPECT_GT(factorAtInfinity(blend.amplification), 0) << name;
    EXPECT_LT(factorAtInfinity(blend.amplification), 1) << name;
  }
  // (8.107): -7/3744 (A h)^4, printed for the step h of the double step expansion (8.106):
  // 149/156 - 1 = -7/156 of 16/24.
  EXPECT_NEAR(localError(formula("inline:radau3", true).amplification).coefficient,
              -7.0 / 156 * 16 / 24, 1e-12);
}

// Hairer and Wanner II, (V.2.7): A(alpha)-stability of the BDF formulas.
TEST(Stability, w33AnglesOfBdf) {
  const double published[] = {90, 90, 86.03, 73.35, 51.84, 17.84};
  for (int k = 1; k <= 6; ++k)
    EXPECT_NEAR(stabilityAngle(amplification("inline:bdf" + std::to_string(k))), published[k - 1],
                0.01)
        << k;
}

TEST(Stability, w33ImplicitRungeKuttaIsAStable) {
  for (const char* name : {"inline:radau3", "inline:radau5", "inline:lobatto4", "inline:sdirk4",
                           "inline:be", "inline:trapezoid", "inline:bi2"})
    EXPECT_EQ(stabilityAngle(amplification(name)), 90) << name;
  for (const char* name : {"euler", "rk4", "inline:am3"})
    EXPECT_EQ(stabilityAngle(amplification(name)), 0) << name;
}

// Where the boundary crosses the negative real axis: -2, -2.785, -6.
TEST(Stability, w33RealStabilityLimits) {
  EXPECT_NEAR(largestFactor(amplification("euler"), -2), 1, 1e-12);
  EXPECT_NEAR(largestFactor(amplification("rk4"), -2.785293563), 1, 1e-8);
  EXPECT_NEAR(largestFactor(amplification("inline:am3"), -6), 1, 1e-9);
}

// Explicit states of inline:mixed: Adams-Bashforth 1 to 5 reaches to -2, -1, -6/11, -3/10, -90/551;
// error constants 1/2, 5/12, 3/8, 251/720, 95/288 (Hairer, Norsett, Wanner I, III.1).
TEST(Stability, w33ExplicitStatesOfMixed) {
  const double reach[] = {2, 1, 6.0 / 11, 0.3, 90.0 / 551};
  const double constant[] = {1.0 / 2, 5.0 / 12, 3.0 / 8, 251.0 / 720, 95.0 / 288};
  int order = 0;
  for (const MethodFormula& each : methodFormulas()) {
    if (each.name != "inline:mixed") continue;
    const LocalError error = localError(each.amplification);
    EXPECT_EQ(error.order, order + 1);
    EXPECT_NEAR(std::abs(error.coefficient), constant[order], 1e-9);
    EXPECT_NEAR(largestFactor(each.amplification, -reach[order]), 1, 1e-9) << order + 1;
    EXPECT_GT(largestFactor(each.amplification, -1.01 * reach[order]), 1) << order + 1;
    ++order;
  }
  EXPECT_EQ(order, 5);
}

// (8.51), (8.54): the functions as printed.
TEST(Stability, w33FunctionsAsPrinted) {
  for (std::complex<double> z : {std::complex<double>(-1, 2), {0.3, -0.4}, {-20, 5}}) {
    const auto radau5 = 1.0 + (1.0 - z / 10.0 + z * z / 60.0) * z /
                                  (1.0 - 3.0 * z / 5.0 + 3.0 * z * z / 20.0 - z * z * z / 60.0);
    EXPECT_NEAR(largestFactor(amplification("inline:radau5"), z), std::abs(radau5), 1e-12);
    const auto lobatto4 = 1.0 + (1.0 - z / 4.0 + z * z / 24.0) * z /
                                    (1.0 - 3.0 * z / 4.0 + z * z / 4.0 - z * z * z / 24.0);
    EXPECT_NEAR(largestFactor(amplification("inline:lobatto4"), z), std::abs(lobatto4), 1e-12);
  }
}

}  // namespace
}  // namespace formola::solver
