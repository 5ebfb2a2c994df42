// Which equations and variables are clocked, and by which clock.
#pragma once

#include <cstdint>
#include <vector>

#include "dae/dae.h"
#include "diag/diag.h"
#include "support/rational.h"

namespace formola {

// One clock: ticks at shift + k * period, k = 0, 1, ..., in units of its base clock.
struct SubClock {
  int base = -1;
  Rational period, shift;
  // What is clocked by it: positions in Dae::variables, equations and algorithms.
  std::vector<VariableId> variables;
  std::vector<int> equations, algorithms;
  Symbol method;  // how der() in these is integrated; invalid: not given
};

enum class ClockSource : uint8_t {
  Periodic,  // the unit is one second
  Interval,  // the unit is `interval`, a parameter expression
  Varying,   // the unit is `interval`, computed at each tick for the next one
  Event,     // the unit is one rising edge of `condition`
};

// Clocks whose ticks have a known relation to each other.
struct BaseClock {
  ClockSource source = ClockSource::Periodic;
  ExprId interval;       // Interval, Varying: Clock(interval) or Clock(counter, resolution)
  ExprId condition;      // Event: a variable
  ExprId startInterval;  // Event
  Rational tick;         // the common measure of the periods and shifts of its clocks
};

struct ClockPartitions {
  std::vector<SubClock> clocks;
  std::vector<BaseClock> bases;
  IdVector<VariableId, int> ofVariable;  // number of the clock; -1: not clocked
};

// True if the model has clocked equations.
bool usesClocks(const Dae& dae);

// Purpose:    clock inference: base partitions are the connected components of equations and
//             variables when sample() and hold() are cut, their sub-partitions those when
//             subSample() and the like are cut too; periods and shifts follow from the clocks that
//             are given.
// Requires:   a scalar DAE in which the first operand of each of these operators, and the condition
//             of a clock, is a variable, a parameter expression or an expression of type Clock.
// Ensures:    every clocked variable and equation belongs to one clock; if clocks contradict each
//             other or are not determined, diagnostics say so and nothing is returned that may be
//             used.
// Complexity: near-linear in the size of the DAE (union and find).
// Reference:  Modelica specification 3.6, 16.7.
ClockPartitions partitionByClocks(const Dae& dae, Diagnostics& diagnostics);

}  // namespace formola
