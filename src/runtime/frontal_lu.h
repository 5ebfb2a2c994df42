// Multifrontal LU factorisation of a sparse matrix whose pivots are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/front_tree.h"
#include "runtime/pivot_pattern.h"

namespace formola::runtime {

// Purpose:    factor and solve A x = b for a sequence of matrices with one pattern and one sequence
//             of pivots, where much fills up: a front, a dense matrix, is made of entries of A and
//             of what its children leave; its pivots are eliminated, four at a time, and the
//             rest is left for its parent.
// Requires:   of setUp: the tree belongs to the order and the pattern.
// Complexity: the multiplications of the elimination with some zeros, each about 3/4 of an
//             instruction where four numbers fit into a register; a solve reads each entry of the
//             factors once. Nothing is allocated but by setUp.
// Reference:  Duff, Reid: The multifrontal solution of unsymmetric sets of linear equations, SIAM
//             J. Sci. Stat. Comput. 5, 1984; Liu: The multifrontal method for sparse matrix
//             solution: theory and practice, SIAM Review 34, 1992.
class FrontalLu {
 public:
  // Of a front. Unknowns have positions: those of a front's pivots begin with a multiple of four,
  // and up to the next one follow positions of unknowns that do not exist. In the front there are
  // these first, then the other unknowns, again rounded up.
  struct Plan {
    int32_t first = 0, size = 0, width = 0;  // position of the first pivot; how many; the others
    int32_t panels = 0, tiles = 0;           // fours of pivots; of all
    int32_t parent = -1, children = 0;
    int64_t others = 0, factors = 0;  // where its numbers begin
    int64_t update() const { return int64_t{4} * (tiles - panels) * width; }
  };

  // colStart and rows: the pattern of A by columns.
  void setUp(const PivotOrder& order, const FrontTree& tree, const int32_t* colStart,
             const int32_t* rows);
  // How well these pivots serve for these values. The smallest over the largest pivot of the scaled
  // matrix, 0 too when something is not finite; the largest multiplier of a row.
  struct Quality {
    double pivots, multiplier;
  };
  Quality factor(const double* values);
  // The sign of the determinant of the last matrix, which was regular.
  int orientation() const;
  // b := A^-1 b
  void solve(double* b);

 private:
  // Numbers that begin where a line of the cache does.
  class Numbers {
   public:
    void resize(size_t n) { lines_.assign((n + 7) / 8, {}); }
    double* data() { return lines_.empty() ? nullptr : lines_.front().numbers; }
    const double* data() const { return lines_.empty() ? nullptr : lines_.front().numbers; }

   private:
    struct alignas(64) Line {
      double numbers[8];
    };
    std::vector<Line> lines_;
  };
  struct Entry {
    int32_t source;  // in A
    int32_t place;   // in the front
    double scale;
  };
  // An entry outside of the diagonal blocks.
  struct Outer {
    int32_t source, row, column;
    double scale, value;
  };

  void placeEntries(const PivotOrder& order, const int32_t* colStart, const int32_t* rows);
  void placeUpdates();

  int32_t n_ = 0;
  bool odd_ = false;  // the pivots are an odd permutation
  std::vector<Plan> plans_;
  std::vector<size_t> blocks_;   // the fronts of a diagonal block begin here
  std::vector<int32_t> others_;  // positions of the other unknowns, by fronts
  // Where they are in the parent's front, and the first of four that follow each other there.
  std::vector<int32_t> placeInParent_, foursInParent_;
  // By the order of the tree: rows and columns of A, positions, scales.
  std::vector<int32_t> rowOf_, columnOf_, position_;
  std::vector<double> rowScale_, columnScale_;
  std::vector<int64_t> entryStart_;  // by fronts
  std::vector<Entry> entries_;
  std::vector<Outer> outer_;         // by rows
  Numbers lower_, upper_, inverse_;  // the factors, the inverse pivots
  Numbers front_, updates_;        // the updates of fronts whose parent is not made yet, as a stack
  std::vector<int32_t> children_;  // the fronts that these belong to
  Numbers work_;
};

}  // namespace formola::runtime
