// Small linear systems solved by formulas.
#pragma once

#include <span>

#include "expr/differentiate.h"
#include "expr/sign.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    solves a torn linear block by formulas where few torn variables are left and no pivot
//             can vanish: the voltage divider gets its denominator R1 + R2.
// Requires:   a linear block with torn variables, inner sequence and residuals; `facts` as for
//             SignAnalysis, `values` with the values of parameters.
// Ensures:    true: the block has no torn variables any more; `inner` computes those first, then
//             what was inner before. false: unchanged.
// Complexity: torn variables times the size of the block.
// Reference:  elimination without divisions as in Bareiss, Math. Comp. 22 (1968), so that pivots
//             stay sums of products, whose sign can be seen.
class ClosedForm {
 public:
  static constexpr size_t kMostTorn = 3;

  ClosedForm(const StructuredDae& model, SignAnalysis::Fact facts, SignAnalysis::Fact values);
  ClosedForm(const ClosedForm&) = delete;
  ClosedForm& operator=(const ClosedForm&) = delete;
  bool operator()(Block& block, std::span<const StructuredEquation> equations);

 private:
  bool coefficients(const Block& block, std::span<const StructuredEquation> equations);
  bool eliminate(std::vector<Assignment>& solution, const Block& block);
  ExprId simplified(ExprId value);
  ExprId& a(size_t i, size_t j) { return matrix_[i * n_ + j]; }

  const StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  SignAnalysis signs_;
  SignAnalysis bounds_;  // with the values of parameters
  ExprId direction_;
  ExprTable<ExprId> known_;  // derivatives of inner variables in this direction
  Differentiator differentiate_;
  ExprTable<ExprId> replaced_;
  size_t n_ = 0;
  std::vector<ExprId> matrix_, right_;
};

}  // namespace formola
