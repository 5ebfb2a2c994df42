// Solving one equation for one unknown.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "expr/build.h"
#include "expr/linear.h"
#include "expr/sign.h"
#include "expr/substitute.h"

namespace formola {

enum class PivotClass : uint8_t {
  KnownSign,  // never zero by the facts about its leaves (positive parameters, ...)
  MayVanish,
};

// Something that was divided by; the solution holds only where it isn't zero. Non-zero literals
// aren't listed.
struct Pivot {
  ExprId expression;
  PivotClass kind;
};

enum class SolveStatus : uint8_t {
  Solved,
  Absent,         // the unknown doesn't occur, or cancels
  NotInvertible,  // see Solution::stuckAt
  Singular,       // a pivot is literally zero
};

struct Solution {
  SolveStatus status = SolveStatus::NotInvertible;
  ExprId value;        // free of the unknown
  bool linear = true;  // only operations in which the unknown is linear were inverted
  bool assumesBranch =
      false;  // one of several solutions was chosen (principal branch of asin, positive root, ...)
  bool mayNotExist = false;  // for some values of the others there is no solution (sqrt(x) = -1);
                             // the value is then undefined or doesn't satisfy the equation
  bool steep = false;        // the value has an infinite slope somewhere (a root at zero): right by
                             // itself, but useless inside of an iteration
  std::vector<Pivot> pivots;
  ExprId stuckAt;  // if not solved: the operator that couldn't be inverted

  bool solved() const { return status == SolveStatus::Solved; }
  // The solution, and the only one, whatever the values of the other quantities.
  bool safe() const;
};

struct SolveOptions {
  // Ranges of leaf quantities and user function calls (expr/sign.h); may be empty.
  SignAnalysis::Fact facts;
  // Inverse of a user function: the value of scalar argument `argument` of `call` for which the
  // call has the value `result`; invalid: none. May be empty.
  std::function<ExprId(ExprId call, size_t argument, ExprId result)> inverse;
  // What an expression is at the start, by quantities that stay as they are; invalid: not known.
  // Decides between branches that no solution leaves (those of tan). May be empty.
  std::function<ExprId(ExprId)> atStart;
  // Where there is no solution the value is not a number, instead of one that does not satisfy the
  // equation (sqrt(x) = -1).
  bool guard = false;
};

// Purpose:    solves left = right for an unknown by inverting operations from the outside in.
//             Where the unknown occurs several times, linear occurrences are collected, of the
//             unknown itself or of an expression through which all its occurrences go (a*exp(x) +
//             b*exp(x) = c).
// Requires:   `unknown` is a leaf quantity (a variable, der(x), ...). Facts don't change.
// Ensures:    frozen relations and delayed values of the unknown count as known and may remain in
//             the solution. Boolean and Integer equations are solved where that needs no division.
// Complexity: linear in the nodes of the equation, times the nesting of repeated occurrences
//             (limited).
// Reference:  Cellier, Elmqvist: Automated formula manipulation supports object-oriented
//             continuous-system modeling. IEEE Control Systems 13(2), 1993 (the example W1).
class EquationSolver {
 public:
  EquationSolver(ExprPool& pool, SolveOptions options);
  EquationSolver(const EquationSolver&) = delete;
  EquationSolver& operator=(const EquationSolver&) = delete;
  Solution operator()(ExprId left, ExprId right, ExprId unknown);

 private:
  struct Isolation {
    ExprId left, right;  // left contains the unknown, right doesn't
  };
  Solution isolate(Isolation at, ExprId unknown, int nesting);
  bool invert(Isolation& at, size_t operand, Solution& solution);
  bool invertPower(Isolation& at, size_t operand, Solution& solution);
  bool invertFunction(Isolation& at, size_t operand, Solution& solution);
  bool invertUserFunction(Isolation& at, ExprId unknownOperand, Solution& solution);
  bool collectLinear(Isolation& at, ExprId unknown, Solution& solution);
  bool collectKernel(Isolation& at, ExprId unknown, Solution& solution);
  bool splitBranches(const Isolation& at, ExprId unknown, int nesting, Solution& solution);
  bool addPivot(ExprId expression, Solution& solution);
  ExprId whereNotNegative(ExprId condition, ExprId value);
  ExprId branchOfTan(ExprId inner, ExprId principal, Solution& solution);
  ExprId areaSine(ExprId r);
  ExprId areaCosine(ExprId r);
  ExprId areaTangent(ExprId r);
  bool contains(ExprId id) { return linear_.dependence().isUnknown(id); }
  void setTarget(ExprId target);

  ExprBuilder build_;
  SolveOptions options_;
  SignAnalysis signs_;
  ExprId target_;
  LinearAnalysis linear_;
  Substitution kernel_;
  ExprSet kernelSeen_;
};

}  // namespace formola
