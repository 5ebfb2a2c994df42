/* A root of one equation in one unknown where Newton's method finds none. C99 and C++; translated
   programs carry it as it stands. */

typedef struct BracketProblem {
  double start;
  double scale; /* what counts as a change of the unknown */
  double reach; /* how far from the start, in units of scale */
  double low, high;
  /* 0 where the equation is not defined. */
  int (*residual)(void* context, double u, double* r);
  void* context;
} BracketProblem;

typedef struct BracketPoint {
  double u, r;
} BracketPoint;

static int bracketDiffer(double a, double b) {
  return (a < 0) != (b < 0);
}

/* Requires: the residuals of a and b differ in sign. */
static int bracketNarrow(const BracketProblem* problem, BracketPoint a, BracketPoint b, double* u) {
  const int steps = 200;
  const double jump = 1e-6; /* of the residuals at the ends: what remains at a jump is larger */
  const double size = fabs(a.r) < fabs(b.r) ? fabs(b.r) : fabs(a.r);
  double weightA = 1, weightB = 1; /* of the ends in the secant */
  BracketPoint best;
  int k;
  for (k = 0; k < steps; ++k) {
    const double ra = weightA * a.r, rb = weightB * b.r;
    double least = 1e-4 * problem->scale;
    BracketPoint m;
    if (fabs(a.u) > least) least = fabs(a.u);
    if (fabs(b.u) > least) least = fabs(b.u);
    if (fabs(b.u - a.u) <= 4 * 2.220446049250313e-16 * least || a.r == 0 || b.r == 0) break;
    m.r = 0;
    m.u = k % 3 == 2 ? 0.5 * (a.u + b.u) : (a.u * rb - b.u * ra) / (rb - ra);
    if (!(m.u > (a.u < b.u ? a.u : b.u) && m.u < (a.u < b.u ? b.u : a.u))) m.u = 0.5 * (a.u + b.u);
    if (m.u == a.u || m.u == b.u) break;
    if (!problem->residual(problem->context, m.u, &m.r)) return 0;
    if (bracketDiffer(a.r, m.r)) {
      b = m;
      weightA = 0.5 * weightA; /* the end that stays counts less and less */
      weightB = 1;
    } else {
      a = m;
      weightB = 0.5 * weightB;
      weightA = 1;
    }
  }
  best = fabs(a.r) <= fabs(b.r) ? a : b;
  *u = best.u;
  return fabs(best.r) <= jump * size;
}

/* Purpose: the root nearest to the start by a change of sign. Points are tried above and below it
   at doubling distances; the first interval whose ends differ in sign is narrowed down. A slope of
     zero at the start or an extremum on the way, at which Newton's method is stuck, does not
   matter. Ensures: 1 and the root in u; a jump over zero, as at a pole, is no root. Complexity:
   some ten evaluations for the search, some ten for the root. Reference: the Illinois method, M.
   Dowell, P. Jarratt, A modified regula falsi method for computing the root of an equation, BIT 11
   (1971); every third step halves the interval. */
static int findByBracket(const BracketProblem* problem, double* u) {
  BracketPoint start, last[2];
  int open[2] = {1, 1}, side;
  double distance;
  start.u = problem->start;
  start.r = 0;
  if (!problem->residual(problem->context, start.u, &start.r)) return 0;
  if (start.r == 0) {
    *u = start.u;
    return 1;
  }
  last[0] = last[1] = start;
  /* The nearest points are at 1e-6 of the scale. */
  for (distance = 1e-6; distance <= problem->reach; distance *= 2) {
    for (side = 0; side < 2; ++side) {
      BracketPoint next;
      if (!open[side]) continue;
      next.r = 0;
      next.u = start.u + (side == 0 ? distance : -distance) * problem->scale;
      /* Bounds end the search, unless the start is outside of them. */
      if (side == 0 && start.u <= problem->high && next.u >= problem->high) {
        next.u = problem->high;
        open[side] = 0;
      } else if (side == 1 && start.u >= problem->low && next.u <= problem->low) {
        next.u = problem->low;
        open[side] = 0;
      }
      if (next.u == last[side].u) continue;
      if (!problem->residual(problem->context, next.u, &next.r)) {
        open[side] = 0;
        continue;
      }
      if (bracketDiffer(last[side].r, next.r) && bracketNarrow(problem, last[side], next, u))
        return 1;
      last[side] = next;
    }
    if (!open[0] && !open[1]) return 0;
  }
  return 0;
}
