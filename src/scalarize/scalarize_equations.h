// Array, tuple and if-equations -> scalar equations; a part of `scalarize`.
#pragma once

#include "dae/dae.h"
#include "diag/diag.h"
#include "scalarize/expand_array.h"

namespace formola {

// Purpose:    expands equations, given an expander of expressions.
// Ensures:    in order and with the provenance of the equation they come from:
//             - an array or record equality: one equality per leaf;
//             - (a, b) = f(x): one equality per leaf of a and b, whose right sides share the call;
//             - an if-equation: equalities with if-expressions. Equalities of the branches with the
//             same left side
//               are paired first, the others in order; `left = if c then r1 else r2` where the left
//               sides agree, else `0 = if c then l1 - r1 else l2 - r2`. Asserts get the condition
//               `c implies ...`. What has an effect but no value (terminate, calls) stays in an
//               if-equation;
//             - a when-equation keeps its branches; a vector of conditions is an Array of scalars.
//             An if-equation in
//               it becomes conditional values, v = if c then e else pre(v).
// Complexity: linear in the size of the scalar result.
class EquationScalarizer {
 public:
  // `where` is set to the equation in work, for the expander's failures.
  EquationScalarizer(ExprPool& pool, ArrayExpander& expander, Diagnostics& diagnostics,
                     Provenance& where)
      : pool_(pool), expander_(expander), diagnostics_(diagnostics), where_(where) {}

  std::vector<Equation> run(const std::vector<Equation>& equations) {
    return runBody(equations, false);
  }

 private:
  // The branches of an if-equation that can be taken, conditions and bodies already scalar.
  struct Branches {
    std::vector<ExprId> conditions;  // one less than bodies if there is an else
    std::vector<std::vector<Equation>> bodies;
    bool hasElse() const { return bodies.size() > conditions.size(); }
  };

  std::vector<Equation> runBody(const std::vector<Equation>& equations, bool inWhen);
  void runEquation(const Equation& equation, bool inWhen, std::vector<Equation>& out);
  void runPairs(const Equation& equation, ExprId left, ExprId right, std::vector<Equation>& out);
  void runTupleCall(const Equation& equation, std::vector<Equation>& out);
  void runWhen(const Equation& equation, std::vector<Equation>& out);
  void runIf(const Equation& equation, bool inWhen, std::vector<Equation>& out);
  Branches takeBranches(const Equation& equation, bool inWhen);
  void joinEqualities(const Equation& equation, const Branches& branches,
                      std::vector<Equation>& out);
  void joinValues(const Equation& equation, const Branches& branches, std::vector<Equation>& out);
  void guardAsserts(const Branches& branches, std::vector<Equation>& out);
  void keepEffects(const Equation& equation, const Branches& branches, std::vector<Equation>& out);
  // if c1 then values[0] else if c2 then values[1] ... else the last
  ExprId choose(const Branches& branches, const std::vector<ExprId>& values);
  ExprId residual(const Equation& equality);
  void fail(const std::string& why);

  ExprPool& pool_;
  ArrayExpander& expander_;
  Diagnostics& diagnostics_;
  Provenance& where_;
};

}  // namespace formola
