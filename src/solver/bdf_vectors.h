// The loops over whole vectors of a BDF step with divided differences, each passing over its
// vectors once: with many states a step is bound by what it reads and writes.
//
// Compiled for AVX2 and for the base machine as runtime/vectors, with sums in the same order.
// `phi` holds the addresses of the differences phi_1, phi_2, ... of Brenan, Campbell, Petzold (SIAM
// 1996), 5.2.1.
#pragma once

#include <cstddef>

namespace formola::solver {

// x = phi_1 + ... + phi_(k+1), slope = gamma_2 phi_2 + ... + gamma_(k+1) phi_(k+1) and
// old = x - h slope. gamma[j] belongs to phi[j]. `start` gets x too.
struct Prediction {
  double* x;
  double* start;
  double* slope;
  double* old;
};
void predictStates(const double* const* phi, const double* gamma, int order, double h,
                   const Prediction& result, size_t n);
// x alone, from element `begin` on.
void predictOthers(const double* const* phi, int order, double* x, size_t begin, size_t end);

// correction = x - predicted, and sums of squares, weighted by w, of what the choice of order and
// step needs; those of lower and higher orders only where asked for. Requires: wholeLanes(n)
// elements can be read, and written to correction, where those behind n become zero.
struct CorrectionSquares {
  double correction = 0;
  double lower = 0;   // of phi_(k+1) + correction
  double lowest = 0;  // of phi_k + phi_(k+1) + correction
  double higher = 0;  // of correction - phi_(k+2)
};
CorrectionSquares correctStates(const double* x, const double* predicted, const double* w,
                                const double* const* phi, int order, bool lower, bool higher,
                                double* correction, size_t n);

// The differences after an accepted step of this order: phi_(k+2) (where phi[order + 1] is not
// null), phi_(k+1), ..., phi_1. Requires: the vectors have wholeLanes(n) elements.
void updateDifferences(double* const* phi, int order, const double* correction, size_t n);

// x = phi_1 + c_2 phi_2 + ... + c_(k+1) phi_(k+1); c[j] belongs to phi[j].
void interpolateStates(const double* const* phi, const double* c, int order, double* x, size_t n);

// weights = tolerance (nominal + max(|a|, |b|)) and their inverse.
void errorWeights(double tolerance, const double* nominal, const double* a, const double* b,
                  double* weights, double* inverse, size_t n);

}  // namespace formola::solver
