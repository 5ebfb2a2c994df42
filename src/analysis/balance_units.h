// Units of states in which the numbers of a linear system are alike.
#pragma once

#include <Eigen/Dense>

namespace formola::analysis {

// Purpose: changes the units of the states of dx/dt = A x + B u, y = C x such that the rows of A
// and
//          B and the columns of A and C are about equally long. Pressures in Pa beside volumes in
//          m3 would leave few digits to algorithms that compare entries of different states.
// Ensures: units change by powers of two, so that nothing is rounded: the system is the same.
// Method:  that of Osborne (1960) with the sums of Parlett and Reinsch: Balancing a matrix for
//          calculation of eigenvalues and eigenvectors, Numerische Mathematik 13 (1969).
// Complexity: O(n^2) for each round; a few rounds are usual.
void balanceUnits(Eigen::MatrixXd& a, Eigen::MatrixXd& b, Eigen::MatrixXd& c);

}  // namespace formola::analysis
