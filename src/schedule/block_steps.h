// Torn blocks -> steps with symbolic matrices and Jacobians.
#pragma once

#include <span>
#include <vector>

#include "expr/dependence.h"
#include "expr/differentiate.h"
#include "expr/gradient.h"
#include "schedule/schedule.h"
#include "structure/index/differentiate_function.h"
#include "structure/systems/incidence.h"

namespace formola {

// Purpose:    appends the steps of sorted and torn blocks to a program, and their linear,
//             nonlinear and mixed blocks to the schedule.
// Requires:   `equations` is what the blocks' indices refer to.
// Ensures:    of a linear block A = dr/du by forward differentiation along the inner sequence and
//             b = -r(0); its inner variables are assigned after the solution. The derivative of a
//             linear block inside a nonlinear one is solved for with the matrix factored last.
class BlockSteps {
 public:
  BlockSteps(Schedule& schedule, std::span<const StructuredEquation> equations, bool initial)
      : schedule_(schedule),
        model_(schedule.model),
        pool_(schedule.model.pool()),
        equations_(equations),
        initial_(initial),
        build_(pool_),
        functions_(schedule.model.dae),
        collector_(pool_),
        column_(model_.dae.variables.size(), -1),
        gradient_(pool_, [this](ExprId leaf) { return isColumn(leaf); }),
        differentiate_(pool_, tornRules()),
        atFixedUnknowns_(pool_, tornRules()),
        change_(pool_, [this](ExprId leaf) { return changeOfLeaf(leaf); }) {}
  BlockSteps(const BlockSteps&) = delete;
  BlockSteps& operator=(const BlockSteps&) = delete;

  void append(const Block& block, std::vector<Step>& steps);
  // Equations that could not be solved for their discrete unknown; their steps are left out.
  const std::vector<int>& unsolved() const { return unsolved_; }

 private:
  void appendLinear(const Block& block, std::vector<ExprId> residuals,
                    std::vector<Provenance> origins, std::vector<Step>& steps);
  void appendNonlinear(const Block& block, std::vector<ExprId> residuals,
                       std::vector<Provenance> origins, std::vector<Step>& steps);
  int32_t addWhole(const Block& block);
  void appendMixed(const Block& block, std::vector<Step>& steps);
  Step assign(const Assignment& a) const;
  bool isDiscrete(VariableId id) const { return model_.info[id].role == Role::Discrete; }
  ExprId residual(int equation) const;
  bool tornJacobian(const Block& block, const std::vector<ExprId>& residuals,
                    std::vector<MatrixEntry>& entries);
  bool partJacobian(const Block& block, const std::vector<int>& linearBlocks,
                    const std::vector<ExprId>& residuals, std::vector<MatrixEntry>& entries);
  bool differentiateLinear(const Block& part, int linearBlock);
  bool differentiateAssignment(const Assignment& a);
  bool differentiateResiduals(const std::vector<ExprId>& residuals, int32_t column,
                              std::vector<MatrixEntry>& entries);
  bool sparseJacobian(const std::vector<VariableId>& torn, const std::vector<Assignment>& inner,
                      const std::vector<ExprId>& residuals, std::vector<MatrixEntry>& entries);
  bool directionsOf(ExprId root, std::vector<GradientEntry>& entries);
  bool symbolicLinear(const Block& block, const std::vector<ExprId>& residuals,
                      LinearBlock& linear);
  void leastSquares(NonlinearBlock& block, std::vector<ExprId>& residuals, size_t own);
  MatrixChange changeOf(const std::vector<MatrixEntry>& entries);
  Dependence isColumn(ExprId leaf) const;
  Dependence changeOfLeaf(ExprId leaf) const;
  DerivativeRules tornRules();

  Schedule& schedule_;
  const StructuredDae& model_;
  ExprPool& pool_;
  std::span<const StructuredEquation> equations_;
  bool initial_;

  // Tables are kept for all blocks: their size is that of the pool, but a block is small.
  ExprBuilder build_;
  FunctionDerivatives functions_;
  IncidenceCollector collector_;
  std::vector<Incidence> found_;
  std::vector<int> column_;  // of the unknowns of the block at hand
  ExprId direction_;
  ExprTable<ExprId> known_;  // derivatives of inner variables in this direction
  GradientBuilder gradient_;
  Differentiator differentiate_;
  Differentiator atFixedUnknowns_;  // of the linear block at hand
  DependenceAnalysis change_;
  ExprTable<ExprId> replaced_;
  ExprSet seen_;
  std::vector<int> unsolved_;
};

}  // namespace formola
