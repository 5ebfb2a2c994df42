// The matrix of one algebraic block: dense or sparse, factored, with a least-norm solution where it
// is singular.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/colouring.h"
#include "runtime/dense_lu.h"
#include "runtime/model_abi.h"
#include "runtime/relaxing_iteration.h"
#include "runtime/sparse_lu.h"

namespace formola::runtime {

// Which unknowns of a singular system can be chosen freely.
struct Freedom {
  int32_t dimension = 0;          // so many of them at the same time
  std::vector<int32_t> unknowns;  // all that are not determined; none where that is not known
};

// Purpose: one interface to DenseLu and SparseLu. `values` are on the pattern of the block
// (column-major when dense). Small or well-filled matrices are factored densely even when a pattern
// is given. Nothing is allocated after setUp, except by a first sparse factorisation and by
// solveLeastNorm. There may be very many of them, most with few unknowns: what those need is small
// and lies together. Asked to relax, large ones are solved without factors where that converges.
class BlockMatrix {
 public:
  void setUp(int32_t n, const FmlPattern& pattern);
  // Sparse matrices that are large or have groups are solved by RelaxingIteration, to this relative
  // accuracy, and factored only where that does not converge.
  void relax(double tolerance);

  int32_t size() const { return n_; }
  bool hasPattern() const { return pattern_.colStart != nullptr; }
  const FmlPattern& pattern() const {
    return pattern_;
  }  // always with a colouring when hasPattern()
  std::vector<double>& values() { return values_; }
  const std::vector<double>& values() const { return values_; }

  // Factors `values`; false: singular, and factored() is false.
  bool factor();
  bool factored() const { return factored_; }
  void invalidate() { factored_ = false; }
  // The sign of the determinant. Requires: factored()
  int orientation() const;
  // x := A^-1 b. Requires: factored(); x holds wholeLanes(n) numbers and is not b. Not factored
  // afterwards: A, which was to be relaxed, is singular, and x is no number.
  void solve(const double* b, double* x);
  // The same, with a guess in x where isRelaxed().
  void solveFrom(const double* b, double* x);
  bool isRelaxed() const { return byRelaxing_; }
  // Null: not asked for, or not for this matrix.
  const RelaxingIteration* relaxing() const { return relaxing_.get(); }
  // The values column by column, zeros too.
  void copyTo(double* columns) const;
  // y := A x
  void multiply(const double* x, double* y) const;
  // The x that minimises |A x - b| and among those |x|, both in equilibrated units; false when the
  // matrix is too large for a dense decomposition or not finite.
  bool solveLeastNorm(const double* b, double* x) const;
  // The unknowns that A u = b does not determine.
  Freedom freedom() const;

 private:
  bool factorLu();

  int32_t n_ = 0;
  bool factored_ = false;
  DenseLu denseLu_;
  std::unique_ptr<SparseLu> sparseLu_;  // null: factored by denseLu_
  bool analyzed_ = false;               // sparseLu_ knows the pattern
  bool byRelaxing_ = false;             // the present matrix
  int refusals_ = 0;                    // of relaxing, one after the other
  std::unique_ptr<RelaxingIteration> relaxing_;
  std::vector<double> values_;
  FmlPattern pattern_{};
  std::unique_ptr<Colouring> colouring_;
};

}  // namespace formola::runtime
