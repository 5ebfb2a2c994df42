// Which states an explicit formula can integrate while the others are integrated implicitly.
#pragma once

#include <cstdint>
#include <vector>

namespace formola::solver {

// d der(x)/dx in compressed columns.
struct StateMatrix {
  int32_t n = 0;
  std::vector<int32_t> colStart, rows;  // rows ascend in each column
  std::vector<double> values;
};

// Purpose:    removes states from `candidates` until the rest E may be integrated explicitly with
//             steps of size h while the others, I, are integrated implicitly.
// Ensures:    the rate at which a change of x_E moves x_E itself, with the response of the implicit
//             states within a step (of backward Euler),
//                 S = J_EE + J_EI (1 - h J_II)^-1 h J_IE,
//             has a spectral radius below `reach` / h. For stiff implicit states S is the Schur
//             complement J_EE - J_EI J_II^-1 J_IE: the slow dynamics that they follow at once.
//             `scale`: sizes of the states, by which components are compared.
// Complexity: rounds of a sparse factorisation and some products; a round removes all states with a
//             large part in the fastest mode (power iteration).
std::vector<char> keepStableExplicit(const StateMatrix& jacobian, std::vector<char> candidates,
                                     const std::vector<double>& scale, double h, double reach);

}  // namespace formola::solver
