// Small systems from poor start values, as in an initial system: every one is solved, by whatever
// attempt of the nonlinear solver. Functions from J. Moré, B. Garbow, K. Hillstrom, Testing
// Unconstrained Optimization Software (1981), and from circuits.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "runtime/workspace.h"

namespace formola::runtime {
namespace {

const int32_t kUnknowns[] = {0, 1, 2, 3, 4, 5, 6, 7};

struct HardSystem {
  const char* name;
  std::vector<double> start;
  void (*f)(const double* v, double* r);  // not a number outside its domain
};

// Diode with saturation current 1e-14 A and 25 mV; SPICE's exponential, without a limit.
double diode(double v) {
  return 1e-14 * std::expm1(v / 0.025);
}

const HardSystem kSystems[] = {
    {"sine and line",
     {0},
     [](const double* v, double* r) { r[0] = 3 - v[0] + std::sin(2 * v[0]); }},
    {"sine and line from far",
     {-20},
     [](const double* v, double* r) { r[0] = 3 - v[0] + std::sin(2 * v[0]); }},
    {"cubic that cycles from 0",
     {0},
     [](const double* v, double* r) { r[0] = v[0] * v[0] * v[0] - 2 * v[0] + 2; }},
    {"cubic that cycles from 1",
     {1},
     [](const double* v, double* r) { r[0] = v[0] * v[0] * v[0] - 2 * v[0] + 2; }},
    {"minimum before the root",
     {2},
     [](const double* v, double* r) { r[0] = v[0] * v[0] * v[0] - v[0] + 10; }},
    {"arctangent", {1e3}, [](const double* v, double* r) { r[0] = std::atan(v[0]); }},
    {"arctangent, shifted",
     {-1e4},
     [](const double* v, double* r) { r[0] = std::atan(v[0] - 3) + 0.1; }},
    {"hyperbolic tangent", {25}, [](const double* v, double* r) { r[0] = std::tanh(v[0]) - 0.5; }},
    {"fraction", {3}, [](const double* v, double* r) { r[0] = v[0] / (1 + v[0] * v[0]) + 0.3; }},
    {"exponential less one", {50}, [](const double* v, double* r) { r[0] = std::exp(v[0]) - 1; }},
    // No slope at all in double precision: only a change of sign tells.
    {"step", {0}, [](const double* v, double* r) { r[0] = std::tanh(10 * (v[0] - 20)); }},
    {"logarithm", {1e3}, [](const double* v, double* r) { r[0] = std::log(v[0]) + 5; }},
    {"root at the edge", {4}, [](const double* v, double* r) { r[0] = std::sqrt(v[0]) - 1e-3; }},
    {"root and line",
     {9},
     [](const double* v, double* r) { r[0] = v[0] - 10 * std::sqrt(v[0]) + 9.5; }},
    {"x log x", {1e-3}, [](const double* v, double* r) { r[0] = v[0] * std::log(v[0]) - 2; }},
    {"diode with 10 V and 1 Ohm",
     {10},
     [](const double* v, double* r) { r[0] = diode(v[0]) - (10 - v[0]); }},
    {"diode with 10 V from 0",
     {0},
     [](const double* v, double* r) { r[0] = diode(v[0]) - (10 - v[0]); }},
    {"two diodes in series",
     {0, 0},
     [](const double* v, double* r) {
       r[0] = diode(v[0]) - diode(v[1]);
       r[1] = diode(v[0]) - (10 - v[0] - v[1]) / 10;
     }},
    {"rectifier",
     {0, 0, 0},
     [](const double* v, double* r) {
       r[0] = (10 - v[0]) / 10 + diode(-v[0]) - diode(v[0] - v[1]);
       r[1] = diode(v[0] - v[1]) - v[1] / 50 - diode(v[1] - v[2]);
       r[2] = diode(v[1] - v[2]) - v[2] / 1000;
     }},
    {"Rosenbrock",
     {-1.2, 1},
     [](const double* v, double* r) {
       r[0] = 10 * (v[1] - v[0] * v[0]);
       r[1] = 1 - v[0];
     }},
    {"Rosenbrock, steep",
     {-12, 100},
     [](const double* v, double* r) {
       r[0] = 1e4 * (v[1] - v[0] * v[0]);
       r[1] = 1 - v[0];
     }},
    {"Freudenstein and Roth",
     {0.5, -2},
     [](const double* v, double* r) {
       r[0] = -13 + v[0] + ((5 - v[1]) * v[1] - 2) * v[1];
       r[1] = -29 + v[0] + ((v[1] + 1) * v[1] - 14) * v[1];
     }},
    {"Powell, badly scaled",
     {0, 1},
     [](const double* v, double* r) {
       r[0] = 1e4 * v[0] * v[1] - 1;
       r[1] = std::exp(-v[0]) + std::exp(-v[1]) - 1.0001;
     }},
    {"Powell, singular",
     {3, -1, 0, 1},
     [](const double* v, double* r) {
       r[0] = v[0] + 10 * v[1];
       r[1] = std::sqrt(5) * (v[2] - v[3]);
       r[2] = (v[1] - 2 * v[2]) * (v[1] - 2 * v[2]);
       r[3] = std::sqrt(10) * (v[0] - v[3]) * (v[0] - v[3]);
     }},
    {"helical valley",
     {-1, 0, 0},
     [](const double* v, double* r) {
       const double turn = std::atan2(v[1], v[0]) / (2 * M_PI);
       r[0] = 10 * (v[2] - 10 * (turn < -0.25 ? turn + 1 : turn));
       r[1] = 10 * (std::hypot(v[0], v[1]) - 1);
       r[2] = v[2];
     }},
    {"Brown, almost linear",
     {0.5, 0.5, 0.5, 0.5, 0.5},
     [](const double* v, double* r) {
       double sum = -6, product = 1;
       for (int i = 0; i < 5; ++i) {
         sum += v[i];
         product *= v[i];
       }
       for (int i = 0; i < 4; ++i) r[i] = v[i] + sum;
       r[4] = product - 1;
     }},
    {"circle and sine",
     {0.1, 0},
     [](const double* v, double* r) {
       r[0] = v[0] * v[0] + v[1] * v[1] - 4;
       r[1] = v[1] - std::sin(3 * v[0]) - 1.5;
     }},
};

const HardSystem* present = nullptr;

FmlStatus presentResidual(FmlData* d, int32_t, double* r) {
  present->f(d->v, r);
  return FML_OK;
}

class HardSystems : public testing::TestWithParam<HardSystem> {};

TEST_P(HardSystems, AreSolvedInAnInitialSystem) {
  const HardSystem& system = GetParam();
  present = &system;
  const auto n = static_cast<int32_t>(system.start.size());
  FmlNonlinearBlock block{};
  block.n = n;
  block.unknowns = kUnknowns;
  block.residual = presentResidual;
  FmlModel model{};
  model.abiVersion = FML_ABI_VERSION;
  model.name = "test";
  model.nVariables = model.discreteBegin = model.parameterBegin = n;
  model.nNonlinearBlocks = 1;
  model.nonlinearBlocks = &block;
  Instance instance(model);
  instance->live = instance->initial = 1;
  std::copy(system.start.begin(), system.start.end(), instance->v);
  ASSERT_EQ(fml_solve_nonlinear(instance.get(), 0), FML_OK)
      << describeFailure(model, instance->workspace->failure);
  std::vector<double> r(static_cast<size_t>(n));
  system.f(instance->v, r.data());
  for (int32_t i = 0; i < n; ++i) EXPECT_NEAR(r[static_cast<size_t>(i)], 0, 1e-7) << i;
  EXPECT_LT(instance->statistics.newtonIterations, 3000U);
}

INSTANTIATE_TEST_SUITE_P(Family, HardSystems, testing::ValuesIn(kSystems),
                         [](const testing::TestParamInfo<HardSystem>& p) {
                           std::string name = p.param.name;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

}  // namespace
}  // namespace formola::runtime
