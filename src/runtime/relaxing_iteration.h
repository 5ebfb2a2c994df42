// The solution of a large sparse system by relaxing: a fixed-point iteration block by block.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/model_abi.h"

namespace formola::runtime {

// Purpose:    A x = b without factors of A. A sweep goes through small groups of rows, each solved
//             for its own unknowns; all others have their present values, which are those of the
//             sweep before where their turn is still to come. Where sweeps contract slowly they
//             precondition a Krylov iteration. A pattern with groups (relax(x) in the model)
//             gives them and their order; else unknowns that are strongly tied to each other are
//             grouped by the numbers of the first matrix.
// Ensures:    of solve: the change by one more sweep, times the factor by which errors exceed it,
//             is below the tolerance, relative to the terms that make up each unknown.
// Complexity: a sweep reads each entry once. Memory: that of A and a dozen vectors.
// Reference:  Otter, Elmqvist, Cellier: "Relaxing", section 4, the scheme after eq. 11; van der
//             Vorst: Bi-CGSTAB, SIAM J. Sci. Stat. Comput. 13, 1992; Saad: Iterative Methods for
//             Sparse Linear Systems (SIAM 2003), 4.1 and 10.2 (block and symmetric sweeps).
class RelaxingIteration {
 public:
  // Requires: the pattern is a sparse one.
  RelaxingIteration(int32_t n, const FmlPattern& pattern, double tolerance);

  // Takes another matrix. False: some group has a singular matrix, and solve must not be called.
  bool load(const double* values);
  // x: where to begin. False: sweeps do not converge, or too slowly; x is then of no use.
  bool solve(const double* b, double* x);
  // The sign of the determinant of A, if solve succeeds: with A = M - N and a contraction M^-1 N
  // that of M, since no eigenvalue of 1 - M^-1 N is negative or zero.
  int orientation() const { return orientation_; }

  struct Counts {
    uint64_t solves = 0, sweeps = 0;
    uint64_t accelerated = 0;  // solves that took the Krylov iteration
    uint64_t refused = 0;      // that did not converge
    double slowest = 0;        // contraction of a sweep
  };
  const Counts& counts() const { return counts_; }
  int32_t groups() const { return static_cast<int32_t>(groupStart_.size()) - 1; }

 private:
  using Vector = std::vector<double>;

  void setUp(const double* values);
  Vector equilibrated(const double* values) const;
  void groupByStrength(const double* values, const std::vector<int32_t>& rowOf);
  void placeEntries();
  bool invert(int32_t group);
  double* rightOf(int32_t group, const Vector& b, const Vector& x);
  void solveGroup(int32_t group, double* x);
  double sweep(const Vector& b, Vector& x);
  void symmetricSweep(const Vector& r, Vector& z);
  void multiply(const Vector& x, Vector& y) const;
  void findScales(const Vector& b, const Vector& x);
  double goal() const;
  bool contract(const Vector& b, Vector& x, double& change);
  bool descend(Vector& x, double target);
  bool accelerate(const Vector& b, Vector& x, double change);

  int32_t n_;
  FmlPattern pattern_;
  double tolerance_;
  bool placed_ = false;
  int orientation_ = 0;
  bool oddOrder_ = false;
  double rate_ = 0;    // contraction of sweeps as last seen
  double excess_ = 1;  // the largest error over the change by a sweep, of this matrix
  Counts counts_;
  // Positions are in the order of sweeps; groups begin at groupStart_.
  std::vector<int32_t> groupStart_, groupOf_, rowOf_, columnOf_;
  Vector rowScale_;
  // The matrix by rows: columns of earlier groups, from ownStart_ on of its own, from laterStart_
  // on of later ones.
  std::vector<int64_t> entryStart_, ownStart_, laterStart_;
  std::vector<int32_t> entryColumn_, entrySource_;
  Vector entryValue_;
  // The inverse of the matrix of each group, row by row.
  std::vector<int64_t> inverseStart_;
  Vector inverse_;
  Vector scale_, b_, x_, r_, shadow_, p_, v_, s_, y_, t_, begin_, group_;
};

}  // namespace formola::runtime
