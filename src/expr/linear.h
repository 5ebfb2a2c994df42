// Linear structure: coefficients of affine expressions, and how unknowns occur in others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/active_order.h"
#include "expr/build.h"
#include "expr/dependence.h"
#include "expr/expr_table.h"

namespace formola {

struct AffineTerm {
  ExprId unknown;
  ExprId coefficient;     // free of unknowns, not literally zero
  Dependence dependence;  // of the coefficient: Constant or Known
};

// sum of coefficient*unknown + remainder
struct AffineForm {
  bool affine = false;
  std::vector<AffineTerm> terms;  // deterministic order, each unknown once
  ExprId remainder;               // free of unknowns
  ExprId nonlinearAt;             // if not affine: an operator that isn't
};

enum class UnknownClass : uint8_t {
  LinearConstant,  // coefficient of literals and parameters
  LinearKnown,     // coefficient varies, but is known
  LinearCoupled,   // linear when the other unknowns are known: its coefficient contains some
  Nonlinear,
};

struct ClassifiedUnknown {
  ExprId unknown;
  UnknownClass kind;
};

// A reason for not being affine. The expression is affine in the unknowns outside a set N only if,
// for each coupling, all of `left` are in N or (if `right` isn't empty) all of `right` are in N.
struct Coupling {
  std::vector<ExprId> left;
  std::vector<ExprId> right;  // empty: nonlinear in `left`; else a product of the two
};

struct LinearStructure {
  std::vector<ClassifiedUnknown>
      unknowns;  // deterministic order, each once; absent unknowns aren't listed
  std::vector<Coupling> couplings;
  bool affine() const { return couplings.empty(); }
};

// Purpose:    linear coefficients and linearity classes of the equations of a system with a fixed
//             set of unknowns.
// Requires:   leaf(id) is Unknown for the unknowns (variables, der(x), ...), Constant for
//             parameters, else Known; after a change call reset(). Scalar Real expressions.
// Ensures:    frozen relations (Builtin::Relation) and delayed values are known, so an
//             if-expression over frozen relations is affine if its branches are: its coefficients
//             are if-expressions. The marks residue and relax are dropped from coefficients and
//             remainders.
// Complexity: affine: linear in the nodes that contain unknowns, for any number of unknowns
//             (reverse accumulation, as in expr/gradient.h). structure: the same plus the size of
//             the couplings, which is limited; beyond the limit one coupling says that the
//             expression is nonlinear in all its unknowns.
class LinearAnalysis {
 public:
  LinearAnalysis(ExprPool& pool, DependenceAnalysis::Leaf leaf);

  AffineForm affine(ExprId expression);
  // Of left - right.
  AffineForm affineResidual(ExprId left, ExprId right);
  // The same without the remainder, which is left invalid.
  AffineForm coefficientsOfResidual(ExprId left, ExprId right);

  LinearStructure structure(ExprId expression);
  LinearStructure structureOfResidual(ExprId left, ExprId right);

  DependenceAnalysis& dependence() { return dependence_; }
  // The leaves have other dependences now.
  void reset() {
    dependence_.reset();
    zeroed_.clear();
  }

 private:
  ExprId residual(ExprId left, ExprId right);
  AffineForm coefficients(ExprId expression);
  bool isUnknown(ExprId id) { return dependence_.isUnknown(id); }
  bool isLinearOperator(ExprId id);
  void propagate(ExprId id, ExprId adjoint);
  void accumulate(ExprId id, ExprId amount);
  ExprId withoutUnknowns(ExprId root);
  ExprId rebuildWithoutUnknowns(ExprId id);
  void raise(ExprId id, UnknownClass kind);
  bool collectSupport(ExprId root, std::vector<ExprId>& support);
  bool passContext(ExprId id, UnknownClass context, LinearStructure& result);

  ExprBuilder build_;
  DependenceAnalysis dependence_;
  ExprTable<ExprId> adjoint_;
  ExprTable<ExprId> zeroed_;  // expression with all unknowns 0; kept for the life of the object
  ExprTable<UnknownClass> context_;
  ActiveOrder active_;
  std::span<const ExprId> order_;  // of the expression at hand
  ExprSet supportSeen_;
  std::vector<ExprId> operands_, stack_;
  size_t supportBudget_ = 0;
};

}  // namespace formola
