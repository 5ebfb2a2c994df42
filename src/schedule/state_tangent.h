// d der(x)/dx by differentiating the steps of the model one at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dae/dae.h"
#include "expr/expr.h"

namespace formola {

struct Schedule;

// How small changes of the states spread through the steps: each variable that depends on states
// has a row, its derivatives in some directions at once; rows [0, nStates) are given.
struct StateTangent {
  enum class Kind : uint8_t {
    Sum,        // row := sum of partials[t] * rows[t] over the terms [begin, end)
    Zero,       // rows [row, row + count) := 0
    Linear,     // rows [row, row + count) := -A^-1 rows [begin, begin + count)
    Nonlinear,  // the same with the Jacobian of a nonlinear block
  };
  struct Operation {
    Kind kind = Kind::Sum;
    uint32_t row = 0;
    uint32_t begin = 0, end = 0;
    uint32_t count = 0;
    uint32_t block = 0;
  };
  struct Term {
    uint32_t row = 0;
    uint32_t partial = 0;
  };
  std::vector<Operation> operations;
  std::vector<Term> terms;
  // Different partial derivatives: numbers, then those of parameters only, then the others.
  std::vector<ExprId> partials;
  uint32_t numbers = 0, constants = 0;
  uint32_t rows = 0;
  uint32_t differenced = 0;          // steps without derivatives, differenced on their own
  std::vector<int32_t> derivatives;  // by state: the row of its derivative; -1: zero
  uint32_t seeds = 0;                // rows that are given behind those of the states
  std::vector<int32_t> outputs;      // rows of what else was asked for; -1: zero
  bool ofStep = false;               // TangentRequest::ofStep
  // Not empty: what could not be differentiated, and there is nothing else.
  std::string failure;
};

// What is differentiated beside der(x) by x.
struct TangentRequest {
  std::vector<VariableId> seeds;    // inputs and parameters, in this order behind the states
  std::vector<VariableId> outputs;  // any continuous variables, as they are kept: not negated
  // Of one inlined step: old(x) stands for the states, and x at its end for their derivatives;
  // outputs are variables that the step computes.
  bool ofStep = false;
  // Delayed values are seeds behind the others, one for each of schedule.delays; what they delay
  // and their times are outputs behind the others, two for each.
  bool delays = false;
};

// Purpose:    the state Jacobian of the explicit form for implicit integrators, in a number of
//             directions at once (the colours of its columns).
// Requires:   buildSchedule; with request.ofStep an inlined formula without explicit states.
// Ensures:    schedule.tangent. Each step contributes its local partial derivatives (reverse mode
//             over its expression), or a difference quotient where a function in it has no
//             derivative; blocks solved by numbers contribute the implicit function
//             theorem, J du = -dr at fixed u. Relations are frozen, delayed values known (or
//             given, request.delays). What the derivatives of the states do not need is left out.
// Complexity: linear in the size of the steps; for calls of user functions times their arguments.
// Reference:  Griewank, Walther: Evaluating Derivatives (2008), ch. 3.1 (vector forward mode),
//             10.3 (local preaccumulation).
// Derivatives of outputs are right after evalOutputs at the same point. Parameters that follow from
// seeds follow them.
void buildStateTangent(Schedule& schedule, const TangentRequest& request = {});

std::string print(const StateTangent& tangent, const Schedule& schedule);

}  // namespace formola
