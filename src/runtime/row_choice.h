// Which row of a sparse matrix each unknown is solved from.
#pragma once

#include <cstdint>
#include <vector>

namespace formola::runtime {

// Purpose:    for each column a row of its own with an entry that is not zero: the largest ones
//             first, beside the others of their rows, then by augmenting paths.
// Requires:   a pattern in compressed columns, its values.
// Ensures:    empty if there is no such choice. Deterministic.
// Complexity: linear in the entries, but for those that need a longer search.
// Reference:  Duff, Koster: On algorithms for permuting large entries to the diagonal of a sparse
//             matrix, SIAM J. Matrix Anal. Appl. 22, 2001.
std::vector<int32_t> rowsForColumns(int32_t n, const int32_t* colStart, const int32_t* rows,
                                    const double* values);

}  // namespace formola::runtime
