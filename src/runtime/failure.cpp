#include "runtime/failure.h"

#include <fmt/format.h>

#include "runtime/workspace.h"

namespace formola::runtime {

std::string describeEntity(const FmlModel& model, FmlEntity entity, int32_t index) {
  if (model.describe != nullptr)
    if (const char* text = model.describe(&model, entity, index)) return text;
  switch (entity) {
    case FML_VARIABLE:
      return fmt::format("variable {}", index);
    case FML_RELATION:
      return fmt::format("relation {}", index);
    case FML_EQUATION:
      return fmt::format("equation {}", index);
    case FML_LINEAR_BLOCK:
      return fmt::format("linear block {}", index);
    case FML_NONLINEAR_BLOCK:
      return fmt::format("nonlinear block {}", index);
    case FML_MIXED_BLOCK:
      return fmt::format("mixed block {}", index);
  }
  return fmt::format("item {}", index);
}

std::string explainNotFinite(FmlData* d, FmlEntity entity, int32_t index) {
  // Evaluated with all of the instance; runInParts asks again.
  if (d->model->explain == nullptr || ownShare(d).apart) return {};
  // What it evaluates may fail in its own way.
  const Failure kept = d->workspace->failure;
  const char* text = d->model->explain(d, entity, index);
  d->workspace->failure = kept;
  return text != nullptr ? text : "";
}

namespace {

std::string describeNewton(const FmlModel& model, const Failure& failure, const char* reason) {
  std::string text = fmt::format("{}: {} after {} iterations at time {}",
                                 describeEntity(model, failure.entity, failure.index), reason,
                                 failure.iterations, failure.time);
  if (failure.nNorms > 0) {
    text += "; relative corrections:";
    for (int32_t i = 0; i < failure.nNorms; ++i)
      text += fmt::format(" {:.2g}", failure.lastNorms[i]);
  }
  if (failure.worstEquation >= 0) {
    const FmlNonlinearBlock& block = model.nonlinearBlocks[failure.index];
    const std::string equation =
        block.equations != nullptr
            ? describeEntity(model, FML_EQUATION, block.equations[failure.worstEquation])
            : fmt::format("number {} of the block", failure.worstEquation + 1);
    text +=
        fmt::format("; largest residual {:.3g} in equation {}", failure.worstResidual, equation);
  }
  if (!failure.text.empty()) text += "; " + failure.text;
  if (failure.worstUnknown >= 0)
    text += fmt::format("; least settled unknown {} = {:.6g}",
                        describeEntity(model, FML_VARIABLE, failure.worstUnknown),
                        failure.worstUnknownValue);
  return text;
}

}  // namespace

std::string describeFailure(const FmlModel& model, const Failure& failure) {
  switch (failure.kind) {
    case FailureKind::None:
      return {};
    case FailureKind::SingularLinearSystem: {
      std::string text =
          fmt::format("{}: the linear system of equations is singular at time {}",
                      describeEntity(model, failure.entity, failure.index), failure.time);
      const FmlLinearBlock& block = model.linearBlocks[failure.index];
      if (failure.worstEquation >= 0 && block.equations != nullptr)
        text += fmt::format(
            "; equation {} cannot be satisfied",
            describeEntity(model, FML_EQUATION, block.equations[failure.worstEquation]));
      return text;
    }
    case FailureKind::NewtonDiverged:
      return describeNewton(model, failure, "the nonlinear system of equations was not solved");
    case FailureKind::NewtonTooSlow:
      return describeNewton(model, failure, "Newton's method converges too slowly");
    case FailureKind::SingularJacobian:
      return describeNewton(model, failure, "the Jacobian is singular");
    case FailureKind::SolutionEnds:
      return describeNewton(model, failure,
                            "the solution followed so far ends, or is lost for another one,");
    case FailureKind::NotFinite:
      return fmt::format("{} is not a finite number at time {}{}{}",
                         describeEntity(model, failure.entity, failure.index), failure.time,
                         failure.text.empty() ? "" : ": ", failure.text);
    case FailureKind::NoConsistentMode:
      return fmt::format("{}: no combination of its relations is consistent at time {}",
                         describeEntity(model, failure.entity, failure.index), failure.time);
    case FailureKind::DomainError:
      return fmt::format("{}({}) is not defined at time {}, in {}", failure.text, failure.argument,
                         failure.time, describeEntity(model, failure.entity, failure.index));
    case FailureKind::Assertion:
      return fmt::format("assertion violated at time {}: {}", failure.time, failure.text);
  }
  return {};
}

}  // namespace formola::runtime
