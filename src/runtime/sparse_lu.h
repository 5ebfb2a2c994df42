// Sparse LU factorisation of a matrix with fixed pattern (pivots by SuiteSparse KLU).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/frontal_lu.h"
#include "runtime/row_lu.h"

namespace formola::runtime {

// Purpose: factor and solve A x = b for a sequence of matrices of one pattern: the ordering is made
// once, the pivots are kept as long as they stay good, which is several times faster than a
// new factorisation. Rows are first put in an order that brings large entries to the
// diagonal, where that gives less fill: residuals come in any order, and the pattern of a grid is
// symmetric in one of them only. With the pivots known the matrix is factored by fronts (FrontalLu)
// where enough fills up, else by rows (RowLu). Where fronts do and the diagonal serves for pivots,
// KLU makes the order alone. Reference: Davis, Palamadai Natarajan: Algorithm 907: KLU, ACM
// TOMS 37(3), 2010; Duff, Koster: On algorithms for permuting large entries to the diagonal of a
// sparse matrix, SIAM J. Matrix Anal. Appl. 22, 2001.
class SparseLu {
 public:
  SparseLu();
  ~SparseLu();
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  // Requires: rows ascend in each column. False when the pattern is structurally singular.
  bool analyze(int32_t n, const int32_t* colStart, const int32_t* rows);
  // False when A is singular to working precision (then solve must not be called).
  bool factor(const double* values);
  // The sign of the determinant of the last matrix, which was regular.
  int orientation() const { return byFronts_ ? frontalLu_.orientation() : rowLu_.orientation(); }
  // b := A^-1 b
  void solve(double* b) {
    if (byFronts_)
      frontalLu_.solve(b);
    else
      rowLu_.solve(b);
  }
  // Entries of both factors, without the zeros that a front may hold.
  int64_t entries() const { return entries_; }

 private:
  struct Klu;
  bool factorWithPivots(const double* values, double smallestPivot, double largestMultiplier);
  void permuteRows();
  bool takeDiagonal(const double* values);
  void keepPivots();
  bool chooseFronts(const PivotOrder& order, double multiplications);
  void rowsAsGiven(PivotOrder& order) const;

  std::unique_ptr<Klu> klu_;
  int32_t n_ = 0;
  RowLu rowLu_;
  FrontalLu frontalLu_;
  bool byFronts_ = false;  // factored by frontalLu_
  int64_t entries_ = 0;
  std::vector<int32_t> colStart_, rows_, originalRows_;
  std::vector<double> scaled_, columnScale_;
  std::vector<int32_t> rowTo_;  // where rows went; empty: they are in their order
  bool arranged_ = false;       // the order of rows is decided
  bool hasPivots_ = false;      // those of an earlier matrix
};

}  // namespace formola::runtime
