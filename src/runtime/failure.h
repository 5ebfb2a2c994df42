// What went wrong inside an evaluation, as data: the solvers and the driver turn it into text.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "runtime/model_abi.h"

namespace formola::runtime {

enum class FailureKind : uint8_t {
  None,
  SingularLinearSystem,  // and the right-hand side is not in its range
  NewtonDiverged,        // no damping factor brought the iteration nearer to a solution
  NewtonTooSlow,         // iteration limit
  SingularJacobian,
  SolutionEnds,      // Newton's method leads to another solution than the one followed so far
  NotFinite,         // NaN or infinity in a residual or derivative
  NoConsistentMode,  // mixed block: no mode reproduces itself
  DomainError,       // sqrt(-1), log(0)
  Assertion,
};

// The last failure of an evaluation. Norms are of Newton corrections relative to max(|u|, nominal).
struct Failure {
  FailureKind kind = FailureKind::None;
  FmlEntity entity = FML_EQUATION;  // what `index` refers to
  int32_t index = -1;
  double time = 0;

  int32_t iterations = 0;  // of a nonlinear block
  static constexpr int32_t kKeptNorms = 8;
  std::array<double, kKeptNorms> lastNorms{};  // of the last corrections, oldest first
  int32_t nNorms = 0;
  int32_t worstEquation = -1;  // row of the block with the largest scaled residual
  double worstResidual = 0;
  int32_t worstUnknown = -1;  // index into v of the unknown with the largest scaled correction
  double worstUnknownValue = 0;

  double argument = 0;  // of a domain error
  std::string text;     // message of an assertion, function of a domain error; what is not finite
};

// One or more sentences for the user, with names from FmlModel::describe.
std::string describeFailure(const FmlModel& model, const Failure& failure);
// What FmlModel::explain says about a result that is not finite, or nothing.
std::string explainNotFinite(FmlData* d, FmlEntity entity, int32_t index);
// The text for one entity, e.g. `x` or "nonlinear block 3" where the model tells nothing.
std::string describeEntity(const FmlModel& model, FmlEntity entity, int32_t index);

}  // namespace formola::runtime
