// Linear combinations of rows that are free of some columns.
#pragma once

#include <map>
#include <utility>
#include <vector>

namespace formola::graph {

// Products of powers of symbols, none of which is zero. Unit 0 is the empty product, 1.
class Units {
 public:
  using Powers = std::vector<std::pair<int, int>>;  // symbol and exponent, ascending, no zeros

  Units() { intern({}); }
  int symbol(int symbol) { return intern({{symbol, 1}}); }
  // a * b^exponent
  int product(int a, int b, int exponent = 1);
  const Powers& powers(int unit) const { return powers_[static_cast<size_t>(unit)]; }

 private:
  int intern(Powers powers);

  std::vector<Powers> powers_;
  std::map<Powers, int> numbers_;
};

// number * unit. Numbers alone are as good.
struct Monomial {
  Monomial(double n = 0, int u = 0) : number(n), unit(u) {}
  bool operator==(const Monomial&) const = default;

  double number;
  int unit;  // of Units
};

// By column, ascending, no zeros.
using MonomialRow = std::vector<std::pair<int, Monomial>>;
// Whole numbers alone.
bool isWhole(const MonomialRow& row);

struct HiddenRow {
  int row;          // one of those combined
  MonomialRow of;   // the rows combined and their factors, `row` among them
  MonomialRow sum;  // what they add up to
};

// Purpose:    finds dependences that the pattern of a matrix hides: rows that can be combined such
//             that all columns of a set vanish, though the rows together have at least as many of
//             these columns as there are rows, so that each could be determined by one of them.
// Requires:   columns are numbered from 0 to eliminated.size() - 1; eliminated[c]: in the set.
// Ensures:    the rows `row` of the result are different, and none of the others is needed to
//             express one of them: replacing each by its sum leaves an equivalent system. Sums may
//             be empty: the rows are dependent. Deterministic. Whole numbers are exact; of others
//             a sum that is zero but for rounding counts as zero. What would take too much work or
//             too large numbers is left out, and what would need sums of different units.
// Complexity: linear in the entries for rows with a column of their own; what is left is eliminated
//             by Gaussian elimination, columns with few rows first, at most `mostWork` times the
//             entries.
std::vector<HiddenRow> findHiddenRows(std::vector<MonomialRow> rows,
                                      const std::vector<char>& eliminated, Units& units,
                                      size_t mostWork = 100);

}  // namespace formola::graph
