// The nonlinear iteration inside a step of IDA and CVODE.
#pragma once

#include <sundials/sundials_nonlinearsolver.h>

#include "solver/sundials_common.h"

namespace formola::solver {

struct NonlinearSolverDeleter {
  void operator()(SUNNonlinearSolver s) const;
};
using NonlinearSolverHandle =
    std::unique_ptr<std::remove_pointer_t<SUNNonlinearSolver>, NonlinearSolverDeleter>;

// The test that SUNDIALS brings along. That of CVODE keeps the size of the sum of corrections for
// the error estimate of the step, so it must be asked about the solution, whatever found it.
enum class ConvergenceTest : uint8_t { KeepsNothing, KeepsTheSum };

// Purpose: Newton's method as SUNDIALS does it, with the matrix of an earlier step where it still
// serves, and where that does not converge even with a matrix made at the predicted point, damped
// steps with a new matrix each. SUNDIALS by itself would go on with ever smaller steps, for ever
// where a characteristic bends by orders of magnitude within the tolerance of its state: the
// current of an inductor through a diode that blocks is zero but for a leakage.
// Requires: `like` has the size of the system and outlives the solver, as does `context`.
// Reference: Deuflhard, Newton Methods for Nonlinear Problems (2004), 3.3 (NLEQ-ERR).
NonlinearSolverHandle makeCorrector(N_Vector like, SUNContext context, ConvergenceTest kind);

}  // namespace formola::solver
