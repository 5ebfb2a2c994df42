// Interval arithmetic on quantities that move, in code for lanes: solver/motion.h tells what it is.
#pragma once

#include "codegen/lanes/lane_code.h"

namespace formola::lanes {

struct LaneInterval {
  Number low, high;
};

// fixed: the same all along, so that both bounds are one number and the slope is zero.
struct LaneMotion {
  LaneInterval value, slope;
  bool fixed = false;
};

LaneMotion fixedMotion(Number x);
LaneMotion anyMotion(LaneCode& code);
LaneMotion timeMotion(Number from, Number to);
// x0 + x1 s + x2 s^2 + x3 s^3 for s in an interval.
LaneMotion cubicMotion(const Number (&x)[4], Number from, Number to);

// Ensures of all: where the result is defined it and its derivative are inside, but for rounding.
LaneMotion add(const LaneMotion& a, const LaneMotion& b);
LaneMotion subtract(const LaneMotion& a, const LaneMotion& b);
LaneMotion negate(const LaneMotion& a);
LaneMotion multiply(const LaneMotion& a, const LaneMotion& b);
LaneMotion square(const LaneMotion& a);
LaneMotion divide(const LaneMotion& a, const LaneMotion& b);
LaneMotion power(const LaneMotion& a, const LaneMotion& b);
// For a whole number n.
LaneMotion wholePower(const LaneMotion& a, int n);
LaneMotion smaller(const LaneMotion& a, const LaneMotion& b);
LaneMotion larger(const LaneMotion& a, const LaneMotion& b);
LaneMotion absolute(const LaneMotion& a);
LaneMotion squareRoot(const LaneMotion& a);
LaneMotion sine(const LaneMotion& a);
LaneMotion cosine(const LaneMotion& a);
LaneMotion tangent(const LaneMotion& a);
LaneMotion arcSine(const LaneMotion& a);
LaneMotion arcCosine(const LaneMotion& a);
LaneMotion arcTangent(const LaneMotion& a);
LaneMotion hyperbolicSine(const LaneMotion& a);
LaneMotion hyperbolicCosine(const LaneMotion& a);
LaneMotion hyperbolicTangent(const LaneMotion& a);
LaneMotion exponential(const LaneMotion& a);
LaneMotion logarithm(const LaneMotion& a);
LaneMotion decadicLogarithm(const LaneMotion& a);
// Truth is 1, falsehood 0, [0, 1] what changes or is not known.
LaneMotion isLess(const LaneMotion& a, const LaneMotion& b);
LaneMotion isLessOrEqual(const LaneMotion& a, const LaneMotion& b);
LaneMotion isEqual(const LaneMotion& a, const LaneMotion& b);
LaneMotion select(const LaneMotion& condition, const LaneMotion& a, const LaneMotion& b);

}  // namespace formola::lanes
