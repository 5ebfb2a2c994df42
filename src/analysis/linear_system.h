// A linear system with constant coefficients: poles, zeros, frequency response.
#pragma once

#include <complex>
#include <string>
#include <vector>

namespace formola::analysis {

// dx/dt = A x + B u, y = C x + D u, or with `step` x(t + step) = A x(t) + B u where u stays during
// the step. Matrices are stored row by row.
struct LinearSystem {
  std::vector<std::string> states, inputs, outputs;
  std::vector<double> a, b, c, d;
  double time = 0;  // of the point that it belongs to
  double step = 0;  // 0: continuous in time

  size_t n() const { return states.size(); }
  size_t m() const { return inputs.size(); }
  size_t p() const { return outputs.size(); }
};

using Complex = std::complex<double>;

// The eigenvalues of A, ordered by their real parts, then by their imaginary parts.
std::vector<Complex> poles(const LinearSystem& system);

// Purpose: the zeros of the transmission from one input to one output, in the same order.
// Method:  the finite generalised eigenvalues of the pencil [A - s I, b; c, d], a system matrix;
//          those that are not controllable or observable are among them (they are poles as well).
// Reference: Emami-Naeini, Van Dooren: Computation of zeros of linear multivariable systems,
//          Automatica 18 (1982).
std::vector<Complex> zeros(const LinearSystem& system, size_t input, size_t output);

// The response to exp(j w t) at each w, from one input to one output: C (j w I - A)^-1 B + D, with
// exp(j w step) in place of j w where time goes in steps. Infinite at a pole.
// Complexity: O(n^3) once, O(n^2) for each w.
std::vector<Complex> response(const LinearSystem& system, size_t input, size_t output,
                              const std::vector<double>& w);

// Angular frequencies that show all of a channel: from two decades below the slowest pole or zero
// to two above the fastest, evenly in the logarithm, and denser where weakly damped poles are.
std::vector<double> frequencies(const LinearSystem& system, size_t input, size_t output);

}  // namespace formola::analysis
