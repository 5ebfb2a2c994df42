// Interval arithmetic on quantities that move: where a quantity and its derivative by time are, all
// along an interval of time.
#pragma once

namespace formola::solver {

// A closed interval; where nothing is known, all numbers. Bounds are not rounded outwards: who asks
// allows for rounding.
struct Interval {
  double low, high;
  static Interval point(double x) { return {x, x}; }
  static Interval all();
  bool isPoint() const { return low == high; }
  bool contains(double x) const { return low <= x && x <= high; }
};

// A quantity over an interval of time: its values, and those of its derivative where it has one.
struct Motion {
  Interval value, slope;
  static Motion point(double x) { return {{x, x}, {0, 0}}; }
  static Motion all() { return {Interval::all(), Interval::all()}; }
  bool isConstant() const { return value.isPoint() && slope.low == 0 && slope.high == 0; }
};

// Ensures of all: where the result is defined it and its derivative are inside. An operand whose
// function is not defined in a part of its values counts with the rest.
// Reference: Moore, Kearfott, Cloud, Introduction to Interval Analysis (2009), chapters 5 and 9.
Motion add(const Motion& a, const Motion& b);
Motion subtract(const Motion& a, const Motion& b);
Motion negate(const Motion& a);
Motion multiply(const Motion& a, const Motion& b);
Motion square(const Motion& a);
Motion divide(const Motion& a, const Motion& b);
Motion power(const Motion& a, const Motion& b);
Motion smaller(const Motion& a, const Motion& b);
Motion larger(const Motion& a, const Motion& b);
Motion absolute(const Motion& a);
Motion squareRoot(const Motion& a);
Motion sine(const Motion& a);
Motion cosine(const Motion& a);
Motion tangent(const Motion& a);
Motion arcSine(const Motion& a);
Motion arcCosine(const Motion& a);
Motion arcTangent(const Motion& a);
Motion hyperbolicSine(const Motion& a);
Motion hyperbolicCosine(const Motion& a);
Motion hyperbolicTangent(const Motion& a);
Motion exponential(const Motion& a);
Motion logarithm(const Motion& a);
Motion decadicLogarithm(const Motion& a);
// Truth is 1, falsehood 0, [0, 1] what changes or is not known.
Motion isLess(const Motion& a, const Motion& b);
Motion isLessOrEqual(const Motion& a, const Motion& b);
Motion isEqual(const Motion& a, const Motion& b);
Motion select(const Motion& condition, const Motion& a, const Motion& b);

// x0 + x1 s + x2 s^2 + x3 s^3 for s in an interval.
struct Cubic {
  double x0, x1, x2, x3;
  // Through values and slopes at both ends of [0, 1].
  static Cubic hermite(double left, double leftSlope, double right, double rightSlope);
  double at(double s) const { return x0 + s * (x1 + s * (x2 + s * x3)); }
  double slopeAt(double s) const { return x1 + s * (2 * x2 + s * 3 * x3); }
  Motion over(double from, double to) const;
};

}  // namespace formola::solver
