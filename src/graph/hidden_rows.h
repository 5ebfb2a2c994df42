// Linear combinations of integer rows that are free of some columns.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace formola::graph {

// By column, ascending, no zeros.
using IntegerRow = std::vector<std::pair<int, int64_t>>;

struct HiddenRow {
  int row;         // one of those combined
  IntegerRow of;   // the rows combined and their factors, `row` among them
  IntegerRow sum;  // what they add up to
};

// Purpose:    finds dependences that the pattern of a matrix hides: rows that can be combined such
//             that all columns of a set vanish, though the rows together have at least as many of
//             these columns as there are rows, so that each could be determined by one of them.
// Requires:   columns are numbered from 0 to eliminated.size() - 1; eliminated[c]: in the set.
// Ensures:    the rows `row` of the result are different, and none of the others is needed to
//             express one of them: replacing each by its sum leaves an equivalent system. Sums may
//             be empty: the rows are dependent. Deterministic. What would take too much work or too
//             large numbers is left out.
// Complexity: linear in the entries for rows with a column of their own; what is left is eliminated
//             by exact Gaussian elimination, columns with few rows first, at most 100 times the
//             entries.
std::vector<HiddenRow> findHiddenRows(std::vector<IntegerRow> rows,
                                      const std::vector<char>& eliminated);

}  // namespace formola::graph
