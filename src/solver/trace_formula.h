// Formulas of a model (FmlTrace) over whole intervals of time.
#pragma once

#include <vector>

#include "runtime/model_abi.h"
#include "solver/motion.h"

namespace formola::solver {

// Purpose: the states between two points of the solution, as cubics; those that some formulas need.
class StateCurves {
 public:
  StateCurves(const FmlModel& model, const FmlTrace* traces, int32_t count);

  // Where a smooth piece begins. Requires here and below: derivatives are evaluated.
  void begin(const FmlData& d);
  // The other end of the interval.
  void goOn(const FmlData& d);
  // What comes next begins at that end.
  void accept() { left_ = right_; }

  double from() const { return left_.time; }
  double to() const { return right_.time; }
  Motion over(int32_t state, double from, double to) const;

 private:
  struct Point {
    double time = 0;
    std::vector<double> values;  // and derivatives in turn
  };
  void read(const FmlData& d, Point& point) const;

  int32_t nStates_;
  std::vector<int32_t> states_, placeOf_;  // places by state
  Point left_, right_;
  std::vector<Cubic> cubics_;
};

// A quantity at a point of time.
struct Number {
  double x;
};

class TraceFormula {
 public:
  explicit TraceFormula(const FmlTrace& trace);

  int32_t relation() const { return trace_->relation; }
  bool hasStates() const { return hasStates_; }
  // What does not change between events, and what follows from that alone. False: it is all as it
  // was when it was read last.
  bool read(const FmlData& d);
  // Requires: read() since the last event; states where there are some. Valid until the next call.
  // Complexity: linear in the operations that move and are needed.
  const Motion& over(double from, double to, const StateCurves* states = nullptr);
  // The same with closer bounds of the value, for twice the work: also by the slope from the
  // middle.
  Motion closely(double from, double to, const StateCurves* states = nullptr) {
    return narrowed(over(from, to, states), from, to, states);
  }
  // `motion`: what over() gave there.
  Motion narrowed(Motion motion, double from, double to, const StateCurves* states = nullptr);
  // The value at a point, for a small part of the work.
  double at(double t, const StateCurves* states = nullptr);
  // Is the slope there nothing but rounding, of terms that cancel, as three phases that add up to
  // nothing? What is merely flat, as far from a pulse, has lost no digits. Complexity: as over().
  bool isRounding(double t);

 private:
  // Is operation k the absolute value of operation `of`?
  bool isSizeOf(int32_t k, int32_t of) const {
    return trace_->operations[k].kind == FML_TRACE_ABS && trace_->operations[k].a == of;
  }

  const FmlTrace* trace_;
  bool hasStates_ = false, hasRead_ = false;
  std::vector<char> moves_;      // by operation: does it depend on time or states?
  std::vector<int32_t> active_;  // operations that move and that the result needs
  std::vector<char> needed_;
  std::vector<Motion> work_;
  std::vector<Number> values_;
  std::vector<double> shares_;  // of slopes that are rounding
};

}  // namespace formola::solver
