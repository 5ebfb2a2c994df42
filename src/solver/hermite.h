// Hermite interpolation through the last two or three points of a solution.
#pragma once

#include <cstdint>
#include <vector>

namespace formola::solver {

// Purpose:    values and slopes between, and a little beyond, points with known x and der(x): of
//             degree 3 with two points, 5 with three, so that the error is of order 4 or 6.
// Reference:  Stoer and Bulirsch, Introduction to Numerical Analysis (2002), 2.1.5.
class HermiteHistory {
 public:
  explicit HermiteHistory(int32_t n) : n_(n) {}

  void clear() { count_ = 0; }
  // The next point; the oldest of more than three is forgotten.
  void add(double t, const std::vector<double>& x, const std::vector<double>& f);
  // Forgets the newest point, once after each add.
  void undo();
  // Time of the newest point but `back`.
  double time(int back) const { return points_[back].t; }
  int points() const { return count_ < kMost ? count_ : kMost; }
  // With at most `points` of the last points. Either result may be null. Requires: two points.
  void evaluate(double t, int points, double* x, double* f) const;
  // Values inside of the last interval, without a third point that is too close to its neighbour
  // (runtime/kernels/close_points.h). Requires: two points.
  void between(double t, int points, double* x) const;
  // The same through the values alone, of up to four points: where slopes of stiff states are
  // magnified errors. Requires: two points, no undo() before.
  void evaluateValues(double t, int points, double* x, double* f) const;
  // A guess beyond the last point for each component: by its values and slopes at the last two
  // points where those slopes are about that of the line between them; by the parabola through its
  // last three values where it changed about as fast in both intervals; after one point by the
  // slope where that changes little against x and its nominal value; else it stays as it is. After
  // a jump or a fast transition a polynomial would go anywhere. Requires: one point, no undo()
  // before.
  void extrapolateSteady(double t, const double* nominal, double* x, double* f) const;

 private:
  static constexpr int kMost = 3;
  struct Point {
    double t = 0;
    std::vector<double> x, f;
  };
  // The polynomial that is 1 at point k of `count` and 0 at the others: its value and slope at t,
  // its slope at point k.
  struct Lagrange {
    double value = 1, slope = 0, slopeAtPoint = 0;
  };
  Lagrange lagrange(double t, int k, int count) const;

  int32_t n_;
  int count_ = 0;
  Point points_[kMost + 1];  // the newest first; one more for undo
};

}  // namespace formola::solver
