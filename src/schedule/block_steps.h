// Torn blocks -> steps with symbolic matrices and Jacobians.
#pragma once

#include <span>
#include <vector>

#include "schedule/schedule.h"

namespace formola {

// Purpose:    appends the steps of sorted and torn blocks to a program, and their linear,
//             nonlinear and mixed blocks to the schedule.
// Requires:   `equations` is what the blocks' indices refer to.
// Ensures:    of a linear block A = dr/du by forward differentiation along the inner sequence and
//             b = -r(0); its inner variables are assigned after the solution.
class BlockSteps {
 public:
  BlockSteps(Schedule& schedule, std::span<const StructuredEquation> equations, bool initial)
      : schedule_(schedule),
        model_(schedule.model),
        pool_(schedule.model.pool()),
        equations_(equations),
        initial_(initial) {}

  void append(const Block& block, std::vector<Step>& steps);

 private:
  Step assign(const Assignment& a) const;
  bool isDiscrete(VariableId id) const { return model_.info[id].role == Role::Discrete; }
  ExprId residual(int equation) const;
  bool tornJacobian(const Block& block, const std::vector<ExprId>& residuals,
                    std::vector<MatrixEntry>& entries) const;
  bool symbolicLinear(const Block& block, const std::vector<ExprId>& residuals,
                      LinearBlock& linear) const;
  MatrixChange changeOf(const std::vector<MatrixEntry>& entries) const;

  Schedule& schedule_;
  const StructuredDae& model_;
  ExprPool& pool_;
  std::span<const StructuredEquation> equations_;
  bool initial_;
};

}  // namespace formola
