// Which columns of a sparse matrix of numbers are independent.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

// Purpose:    the columns that do not depend on those before them in the given order. They are the
//             greedy basis: what comes early in the order is in it wherever that is possible.
// Requires:   a value for each edge; equations are rows, variables are columns.
// Ensures:    as many columns as the rank of those in `order`, in their order; deterministic. None
//             when more than maxWork entries would have to be looked at.
// Complexity: that of an elimination column by column: O(edges) where nothing fills up.
// Reference:  Edmonds: Matroids and the greedy algorithm, Mathematical Programming 1, 1971.
std::optional<std::vector<int>> columnBasis(const Bipartite& graph, std::span<const double> values,
                                            std::span<const int> order,
                                            long long maxWork = 20'000'000);

}  // namespace formola::graph
