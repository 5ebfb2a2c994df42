#include "runtime/bracket.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace formola::runtime {

namespace {

struct Point {
  double u = 0, r = 0;
};

bool differ(double a, double b) {
  return (a < 0) != (b < 0);
}

// Requires: the residuals of a and b differ in sign.
bool narrow(const BracketProblem& problem, Point a, Point b, double& u) {
  constexpr int kSteps = 200;
  constexpr double kJump = 1e-6;  // of the residuals at the ends: what remains at a jump is larger
  const double size = std::max(std::abs(a.r), std::abs(b.r));
  double weightA = 1, weightB = 1;  // of the ends in the secant
  for (int k = 0; k < kSteps; ++k) {
    const double width = std::abs(b.u - a.u);
    const double least = 4 * std::numeric_limits<double>::epsilon() *
                         std::max({std::abs(a.u), std::abs(b.u), 1e-4 * problem.scale});
    if (width <= least || a.r == 0 || b.r == 0) break;
    Point m;
    const double ra = weightA * a.r, rb = weightB * b.r;
    m.u = k % 3 == 2 ? 0.5 * (a.u + b.u) : (a.u * rb - b.u * ra) / (rb - ra);
    if (!(m.u > std::min(a.u, b.u) && m.u < std::max(a.u, b.u))) m.u = 0.5 * (a.u + b.u);
    if (m.u == a.u || m.u == b.u) break;
    if (!problem.residual(m.u, m.r)) return false;
    if (differ(a.r, m.r)) {
      b = m;
      weightA = 0.5 * weightA;  // the end that stays counts less and less
      weightB = 1;
    } else {
      a = m;
      weightB = 0.5 * weightB;
      weightA = 1;
    }
  }
  const Point& best = std::abs(a.r) <= std::abs(b.r) ? a : b;
  u = best.u;
  return std::abs(best.r) <= kJump * size;
}

}  // namespace

bool findByBracket(const BracketProblem& problem, double& u) {
  constexpr double kFirst = 1e-6;  // the nearest points, in units of scale
  Point start{problem.start, 0};
  if (!problem.residual(start.u, start.r)) return false;
  if (start.r == 0) {
    u = start.u;
    return true;
  }
  Point last[2] = {start, start};
  bool open[2] = {true, true};
  for (double distance = kFirst; distance <= problem.reach; distance *= 2) {
    for (int side = 0; side < 2; ++side) {
      if (!open[side]) continue;
      Point next;
      next.u = start.u + (side == 0 ? distance : -distance) * problem.scale;
      // Bounds end the search, unless the start is outside of them.
      if (side == 0 && start.u <= problem.high && next.u >= problem.high) {
        next.u = problem.high;
        open[side] = false;
      } else if (side == 1 && start.u >= problem.low && next.u <= problem.low) {
        next.u = problem.low;
        open[side] = false;
      }
      if (next.u == last[side].u) continue;
      if (!problem.residual(next.u, next.r)) {
        open[side] = false;
        continue;
      }
      if (differ(last[side].r, next.r) && narrow(problem, last[side], next, u)) return true;
      last[side] = next;
    }
    if (!open[0] && !open[1]) return false;
  }
  return false;
}

}  // namespace formola::runtime
