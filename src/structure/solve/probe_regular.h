// Is a matrix of expressions singular whatever the values in it?
#pragma once

#include <functional>
#include <vector>

#include "expr/cramer.h"
#include "expr/expr.h"
#include "expr/expr_table.h"

namespace formola {

constexpr int kLargestProbed = 200;  // unknowns

using SymbolicEntry = CramerEntry;

// Purpose:    tells apart matrices that are singular by their numbers, though their structure is
//             not: two equations that see only the sum of their unknowns.
// Requires:   known(leaf): the number that stands for a leaf at translation; NaN: none.
// Ensures:    deterministic. False: the determinant vanishes at a point taken at random, so that
//             (but for rounding) it vanishes everywhere, or it does so in one of some modes taken
//             at random: the values of relations and of Boolean, Integer and enumeration leaves
//             that decide between branches. True for matrices that are too large to look at.
// Complexity: O(n^3), n at most kLargestProbed, for each of at most 32 modes. `memo` is kept from
//             call to call, so that none costs the size of the pool.
bool probeRegular(const ExprPool& pool, int n, const std::vector<SymbolicEntry>& entries,
                  const std::function<double(ExprId)>& known, ExprTable<double>& memo);

// solveByCramer where the matrix is regular for some values in it. Terms that cancel are not always
// seen to do so, and then what is left of the determinant says nothing.
std::optional<std::vector<CramerQuotient>> solveRegular(ExprPool& pool, int n,
                                                        const std::vector<SymbolicEntry>& matrix,
                                                        const std::vector<ExprId>& rhs,
                                                        const CramerOrder& isConstant = {});

}  // namespace formola
