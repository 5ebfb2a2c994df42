// LU factorisation by rows of a sparse matrix whose pivots and fill are known.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/pivot_pattern.h"

namespace formola::runtime {

// Purpose:    factor and solve A x = b for a sequence of matrices with one pattern and one sequence
//             of pivots. Rows that share the columns behind their pivots (supernodes: a grid has
//             many, a chain has none) are applied to a later row together.
// Requires:   the pattern holds everything that fills up.
// Complexity: the multiplications of the elimination; a solve reads each entry of the factors once.
//             Nothing is allocated but by setUp.
// Reference:  Davis: Direct Methods for Sparse Linear Systems (SIAM 2006), 6.1; Demmel, Eisenstat,
//             Gilbert, Li, Liu: A supernodal approach to sparse partial pivoting, SIAM J. Matrix
//             Anal. Appl. 20, 1999.
class RowLu {
 public:
  // colStart and rows: the pattern of A by columns.
  void setUp(const PivotPattern& pattern, const int32_t* colStart, const int32_t* rows);
  // The smallest over the largest pivot of the scaled matrix: near 0 when these pivots do not serve
  // for these values. 0 too when something is not finite.
  double factor(const double* values);
  // The sign of the determinant of the last matrix, which was regular.
  int orientation() const;
  // b := A^-1 b
  void solve(double* b);

 private:
  struct Supernode {
    int32_t first, size, width;  // its rows; columns behind them
  };
  struct Segment {
    int32_t first, count;  // consecutive rows of one supernode
  };

  void placeEntries(const PivotPattern& pattern, const int32_t* colStart, const int32_t* rows);
  void findSupernodes();
  void findRuns();
  void applyRow(int32_t j, double multiplier);
  void applySegment(const Segment& segment, double* multipliers);
  void forward(int32_t begin, int32_t end);
  void backward(int32_t begin, int32_t end);

  int32_t n_ = 0;
  bool supernodal_ = false;
  bool odd_ = false;  // the pivots are an odd permutation
  std::vector<int32_t> rowOf_, columnOf_, blocks_;
  std::vector<double> rowScale_, leftScale_;  // by pivots: of rows, of the unknowns
  // A by rows in the order of pivots: where a value is, its column, its scale.
  std::vector<int32_t> entryStart_, entrySource_, entryColumn_;
  std::vector<double> entryScale_;
  // The same for what is outside of the diagonal blocks.
  std::vector<int32_t> outerStart_, outerSource_, outerColumn_;
  std::vector<double> outerScale_, outerValue_;
  // Rows of D^-1 L without its diagonal and of U with unit diagonal, where D holds the pivots.
  std::vector<int32_t> lowerStart_, lowerColumn_, upperStart_, upperColumn_;
  std::vector<double> lowerValue_, upperValue_;
  std::vector<double> rightScale_;  // what a right-hand side is multiplied by
  // How many rows from here on hold the one before alone in L; up to here the one behind alone in
  // U. Empty: there is no long chain of such rows.
  std::vector<int32_t> lowerRun_, upperRun_;
  std::vector<Supernode> supernodes_;
  std::vector<int32_t> supernodeOf_, segmentStart_;
  std::vector<Segment> segments_;
  std::vector<double> work_, packed_;
};

}  // namespace formola::runtime
