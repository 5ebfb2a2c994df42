// The LAPACK routines behind Modelica.Math.Matrices that models use most, on values: arrays are
// row-major here, whatever FORTRAN does.
#pragma once

#include "evaluate/standard_externals.h"

namespace formola::standard {

// (n, nrhs, A, lda, ipiv, B, ldb, info): B := A^-1 B by Gaussian elimination with row exchanges;
// info = k > 0 if pivot k vanishes, B is then left alone. A and ipiv are not written.
bool dgesv(StandardCall& call);

// (m, n, nrhs, A, lda, B, ldb, jpvt, rcond, rank, work, lwork, info): the first n rows of B become
// the X of smallest norm that minimises |A X - B|; rank counts the diagonal entries of R that are
// larger than rcond times the first. A, jpvt and work are not written.
// Reference: Golub, Van Loan, Matrix Computations, 5.4 (QR with column pivoting) and 5.5.
bool dgelsy(StandardCall& call);

}  // namespace formola::standard
