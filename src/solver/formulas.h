// The coefficients of the integration formulas, for the integrators, for inlining and for the
// analysis of their stability.
//
// "Book": Cellier and Kofman, Continuous System Simulation (2006). "Hairer and Wanner": Solving
// Ordinary Differential Equations II (1996).
#pragma once

#include <vector>

#include "solver/method.h"

namespace formola::solver {

// ---- Multistep formulas of constant step

inline constexpr int kMostPast = 6;

// x_n = sum a[i] x_{n-1-i} + b h f_n for order k = 1..6 (book, table 4.4).
struct BdfFormula {
  double b;
  double a[kMostPast];
};
inline constexpr BdfFormula kBdf[kMostPast] = {
    {1.0, {1}},
    {2.0 / 3, {4.0 / 3, -1.0 / 3}},
    {6.0 / 11, {18.0 / 11, -9.0 / 11, 2.0 / 11}},
    {12.0 / 25, {48.0 / 25, -36.0 / 25, 16.0 / 25, -3.0 / 25}},
    {60.0 / 137, {300.0 / 137, -300.0 / 137, 200.0 / 137, -75.0 / 137, 12.0 / 137}},
    {60.0 / 147, {360.0 / 147, -450.0 / 147, 400.0 / 147, -225.0 / 147, 72.0 / 147, -10.0 / 147}}};

// The local error of Adams-Moulton of order k with equal steps is this times h^(k+1) f^(k), by
// k - 1 for k = 1..6 (book, table 4.3; Hairer, Norsett and Wanner I, III.1).
inline constexpr double kAdamsError[kMostPast] = {1.0 / 2,    1.0 / 12,  1.0 / 24,
                                                  19.0 / 720, 3.0 / 160, 863.0 / 60480};

// ---- Diagonally implicit: Hairer and Wanner's SDIRK 4(3), table IV.6.5

inline constexpr int kSdirkStages = 5;
inline constexpr double kSdirkGamma = 0.25;
inline constexpr double kSdirkC[kSdirkStages] = {0.25, 0.75, 0.55, 0.5, 1};
inline constexpr double kSdirkA[kSdirkStages][kSdirkStages - 1] = {
    {0},
    {0.5},
    {17.0 / 50, -1.0 / 25},
    {371.0 / 1360, -137.0 / 2720, 15.0 / 544},
    {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12}};
// The solution minus the embedded one of order 3.
inline constexpr double kSdirkE[kSdirkStages] = {-3.0 / 16, -27.0 / 32, 25.0 / 32, 0, 1.0 / 4};

// ---- Fully implicit: stages that are solved together, the last one is the end of the step

struct CoupledTableau {
  std::vector<double> nodes;
  std::vector<std::vector<double>> matrix;
};

// A second formula of the same order over two steps of equal size h:
// sum over the stages i of x[i] X_i + f[i] h der(X_i) of the step before and of this one, plus
// `start` times the state at the beginning of the step before and `middle` times that between them.
struct Embedding {
  int order;
  double factor;  // local error of the method / (embedding - method), on x' = lambda x
  double start, middle;
  double beforeX[3], beforeF[3], x[3], f[3];
};

struct CoupledMethod {
  const char* title;  // "Radau IIA, order 3"
  CoupledTableau (*tableau)();
  Embedding embedding;
  const char* equation;  // of the embedding in the book
  int densePoints;       // stages that dense output of translated programs goes through
};
// Null for all methods that are no coupled ones.
const CoupledMethod* coupledMethod(Method method);
// Empty for all other methods.
CoupledTableau coupledTableau(Method method);
// The stages that the inlined equations of a method have, solved together; empty: one.
CoupledTableau stageTableau(Method method);
// The inverse of its matrix: der(X) of the stages is that times (X - x)/h.
std::vector<std::vector<double>> inverseOf(std::vector<std::vector<double>> a);

// ---- Newton's method in inlined steps

inline constexpr int kStepIterations = 12;  // then a shorter step is tried
// Its errors against the tolerance of the local error: small enough not to disturb the estimate of
// that error, also where it is a small difference times the factor of an embedding.
inline constexpr double kOneStageIterationError = 0.01;
inline double embeddingIterationError(const Embedding& embedding) {
  return 0.05 / (1.5 * embedding.factor);
}
constexpr double stepNewtonTolerance(double iterationError, double tolerance) {
  return iterationError * tolerance < 1e-15 ? 1e-15 : iterationError * tolerance;
}
// Of blocks that are solved outside of inlined steps: well below what the integrator is asked for,
// since it differentiates through the solution.
constexpr double blockNewtonTolerance(double tolerance) {
  return 1e-4 * tolerance < 1e-11 ? 1e-4 * tolerance : 1e-11;
}

}  // namespace formola::solver
