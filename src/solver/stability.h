// What the integration formulas do with the test equation x' = lambda x: stability and damping.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "solver/formulas.h"

namespace formola::solver {

// Coefficients, of ascending powers.
using Polynomial = std::vector<double>;

// With z = lambda h the factors zeta by which a solution is multiplied are the roots of
// sum over k of p[k](z) zeta^k = 0. One-step methods have two terms, multistep formulas more.
struct Amplification {
  std::vector<Polynomial> p;
  int steps = 1;  // of size h that zeta covers: 2 for the blended embeddings
};

// Ensures: ordered by modulus, the largest first; infinite where the leading polynomial vanishes.
std::vector<std::complex<double>> factors(const Amplification& a, std::complex<double> z);

// The largest |zeta|; the method is stable at z where it is at most 1.
double largestFactor(const Amplification& a, std::complex<double> z);

// lim of the largest |zeta| for z -> -infinity: 0 for L-stable methods, infinite for explicit ones.
double factorAtInfinity(const Amplification& a);

// The largest alpha in degrees such that the method is stable for |arg(-z)| <= alpha: 90 for
// A-stable methods, 0 where even the negative real axis is left. By the boundary locus |zeta| = 1.
double stabilityAngle(const Amplification& a);

// zeta = exp(steps z) + coefficient z^(order + 1) + ... for the principal root.
struct LocalError {
  int order = 0;
  double coefficient = 0;
};
// Reference: the definition; for multistep formulas it is the error per step (Hairer, Norsett,
// Wanner: Solving Ordinary Differential Equations I (1993), III.2).
LocalError localError(const Amplification& a);

// x_n = sum a[i] x_{n-1-i} + sum b[i] h f_{n-i}.
Amplification multistep(const std::vector<double>& a, const std::vector<double>& b);

// A Runge-Kutta method, explicit or implicit.
Amplification rungeKutta(const std::vector<std::vector<double>>& matrix,
                         const std::vector<double>& weights);

// A coupled method and its embedding, over two steps of which the first one is by the method.
Amplification blended(const CoupledTableau& tableau, const Embedding& embedding);

// One formula of the page `formola methods --html`.
struct MethodFormula {
  std::string title;  // "Radau IIA, order 5"
  std::string group;  // formulas that are drawn together
  int stages = 1;
  Amplification amplification = {};
  bool isEmbedding = false;  // estimates errors, does not integrate
  std::string name = {};     // of --method, or of the embedding's method
};

// All formulas, as the descriptions of the methods have them; embeddings at the end.
std::vector<MethodFormula> methodFormulas();

}  // namespace formola::solver
