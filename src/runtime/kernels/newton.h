/* Newton's method for one nonlinear system, damped by the error and with Jacobians that serve
   again.

   This text is C99 and C++: newton.cpp includes it, and translated C programs carry it as it
   stands, so that both make the same iterations and the same decisions.

   The iteration is the algorithm NLEQ-ERR of P. Deuflhard, Newton Methods for Nonlinear Problems
   (Springer 2004), 3.3: steps are judged by the size of the correction that the old Jacobian gives
   at the new point ("simplified Newton correction"), not by the residual, so that the units of the
   equations do not matter; corrections are measured relative to max(|u|, nominal). Before it, chord
   steps with the factors of the last solve are tried, since successive calls differ by little.

   Whoever includes it defines before
     NewtonHost   the instance: v (all variables), time, live (an event: relations may change)
     NewtonBlock  n, unknowns (places in v), nWatched, watched (states that the residual assigns;
                  the iteration goes on until these are settled, too), nInner, inner (all else that
                  it assigns)
     NewtonWork   what is kept from solve to solve:
                    rate          contraction of chord steps with the present factors; 1: not known
                    gain          how much inner variables change with the unknowns, both relative
                                  to their size; < 0: not known
                    magnify       by how much more exact unknowns below their nominal value have to
                                  be for that, in the present mode; 0: they need not, < 0: rounding
                                  errors forbid it
                    sharpen       and all of them beside that
                    jacobianStep  h of the inlined step for which the Jacobian was made
                    lastTime      of the last solve
                    lastGood, accepted         unknowns of the last solution, of the last accepted
                    hasLastGood, hasAccepted   point
                    recent        the largest changes of the unknowns between such points, lately
                    acceptedTime, acceptedStep   of the last such point, and since the one before
                    orientation   sign of the determinant of the Jacobian at the accepted point; 0:
                                  not known
                    nextOrientation   that of the last solution
                    followsStep   a Jacobian for another h was once found useless
                    stale         such a one: it is not worth trying
                    otherMode     it was made before an event, perhaps for other equations
   and defines, before or after, the functions that are only declared below. Statuses: 0 well, > 0
   elsewhere it may be possible, < 0 final. */

enum {
  NEWTON_SOLVED,
  NEWTON_REFRESH, /* the Jacobian no longer serves */
  NEWTON_FAILED
};

/* Why a solve failed. */
enum { NEWTON_DIVERGED, NEWTON_TOO_SLOW, NEWTON_SINGULAR, NEWTON_NOT_FINITE, NEWTON_ELSEWHERE };

enum {
  NEWTON_VECTORS = 18,        /* that a solve may take */
  NEWTON_LARGEST_CURVE = 200, /* unknowns: the curve is followed with dense matrices */
  NEWTON_FINE_STEPS = 3       /* that are made for unknowns which are exact enough for x */
};

static const double newtonSmallestDamping = 1e-6;
static const double newtonChordRate = 0.25; /* contraction that a reused Jacobian must reach */
static const double newtonNoContraction = 0.7;
static const double newtonTrustedRate = 1e-3; /* the best that is believed of the next solve */
/* A correction this small, relative to the size of the unknowns, that no longer shrinks is rounding
   noise; the second where the caller knows how much an error matters. */
static const double newtonStagnation = 1e-7;
static const double newtonScaledStagnation = 1e-11;
static const double newtonLongChains = 1e-5; /* where it is seen that they are that large */
static const double newtonRounding = 1e-13;
static const double newtonFarBeyond = 1e3; /* what the caller says is large */
static const double newtonTiny = 1e-3;     /* of the size 1 that unknowns have by default */
static const double newtonSafeRate = 0.5;  /* contraction that rules another solution out */

/* One solve of one block. */
typedef struct NewtonSolve {
  NewtonHost* d;
  const NewtonBlock* block;
  NewtonWork* work;
  int index, n;
  /* An inlined step: its tolerance is what x needs. In a short one der(x) could be anything then:
     what else follows from der(x) wants it fine, too. */
  int inlined, watching;
  int limit;     /* of iterations */
  int bounded;   /* real time: go on with what is reached by then */
  int fixedStep; /* no shorter step follows where this one fails */
  int predicted; /* the start is a prediction, also after steps that were rejected */
  int unchecked; /* whether this is the solution that was followed so far is told otherwise */
  double stepSize, tolerance, asked; /* asked: the tolerance as given */
  double longest;                    /* step of newtonDamped, as newtonNorm */
  double *u, *trial, *r, *rTrial, *correction, *scale, *watched, *inner;
  double *simplified, *foreseen, *rowScale, *start, *found, *first, *base,
      *shifted;    /* that few solves need: 0 until taken */
  double change;   /* of the watched states by the last evaluation, relative */
  double lastNorm; /* of a correction */
  double left;     /* estimate of the error of u, as newtonNorm */
  int reason;
  int fatal;           /* a final status */
  int jacobianIsFresh; /* made in this solve */
  int leastNorm;       /* the Jacobian is singular: corrections by least norm */
  int otherPiece;      /* an event at which other equations may hold than before */
  int strayed;         /* the way was not straight: it was damped or began anew */
  int lastResort;      /* what happens now is not told where it fails */
  int brief;           /* there is a solution already: no last resorts */
  int sized;           /* start values say how large unknowns are */
  int byDifferences;   /* some Jacobian was made so: the functions had no derivatives there */
} NewtonSolve;

/* r at the present values of the unknowns. */
static int newtonResidual(NewtonSolve* s, double* r);
/* The Jacobian there: < 0 final, > 0 not defined or not finite. */
static int newtonJacobian(NewtonSolve* s);
/* Columns that do not meet in a row may be found by one difference: their group, how many groups;
   column j := (to - from)/step. */
static int newtonGroups(const NewtonSolve* s);
static int newtonGroup(const NewtonSolve* s, int j);
static void newtonColumn(NewtonSolve* s, int j, const double* to, const double* from, double step);
static int newtonFactor(NewtonSolve* s); /* 0: singular */
static int newtonFactored(const NewtonSolve* s);
static void newtonForget(NewtonSolve* s);                                 /* the factors */
static void newtonSubstitute(NewtonSolve* s, const double* r, double* x); /* x := J^-1 r */
static int newtonLeastNorm(NewtonSolve* s, const double* r, double* x);   /* 0: impossible */
static int newtonJacobianIsFinite(const NewtonSolve* s);
/* The sign of the determinant of what was factored last; 0: not known. */
static int newtonOrientation(const NewtonSolve* s);
/* The k-th last of the solutions that events have led away from, and the sign of the determinant
   there; 0: no more are known. */
static const double* newtonEarlier(const NewtonSolve* s, int k, int* orientation);
static int newtonIsAlgebraic(const NewtonSolve* s, int i); /* neither a state nor a derivative */
static void newtonMayBeElsewhere(
    NewtonSolve* s); /* a solution is taken that may not be the one followed so far */
/* rowScale[i] := by how much residual i changes when the unknowns change by their size. */
static void newtonRowScale(NewtonSolve* s);
/* The largest change of the watched states since the last call; keeps them in s->watched. */
static double newtonChange(NewtonSolve* s);
/* The largest change of an inner variable since the last call, relative to its size; keeps them in
   s->inner, which is made by the first call. */
static double newtonInnerChange(NewtonSolve* s);
static double newtonNominal(const NewtonSolve* s, int i);
static double newtonMin(const NewtonSolve* s, int i);
static double newtonMax(const NewtonSolve* s, int i);
static double newtonGivenScale(const NewtonSolve* s, int i); /* of an inlined step */
static double* newtonTake(NewtonSolve* s);                   /* a vector for this solve */
static void newtonCount(NewtonSolve* s, double norm);        /* an iteration */
static void newtonCutShort(
    NewtonSolve* s); /* a solve of real time that ended before its solution */
static int newtonSolved(NewtonSolve* s);
static int newtonFail(NewtonSolve* s, int reason);
static void newtonColumns(const NewtonSolve* s, double* columns); /* the Jacobian, zeros too */
static int newtonAlongCurve(NewtonSolve* s); /* newtonFollow with CURVE_ROOM(n) numbers */
static int newtonAllFinite(const double* x, int n);

static double newtonLarger(double a, double b) {
  return a < b ? b : a;
}

static double newtonSmaller(double a, double b) {
  return b < a ? b : a;
}

static void newtonCopy(const double* from, int n, double* to) {
  int i;
  for (i = 0; i < n; ++i) to[i] = from[i];
}

static int newtonEvaluate(NewtonSolve* s, const double* u, double* r) {
  int i, status;
  for (i = 0; i < s->n; ++i) s->d->v[s->block->unknowns[i]] = u[i];
  status = newtonResidual(s, r);
  if (status != 0) {
    if (status < 0) s->fatal = status;
    return status;
  }
  if (s->watching) s->change = newtonChange(s);
  return newtonAllFinite(r, s->n) ? 0 : 1;
}

static void newtonExchange(double** a, double** b) {
  double* kept = *a;
  *a = *b;
  *b = kept;
}

/* The trial point becomes the present one. */
static void newtonMove(NewtonSolve* s) {
  newtonExchange(&s->u, &s->trial);
  newtonExchange(&s->r, &s->rTrial);
}

/* Is the value far below 1, where nobody has said what is usual? */
static int newtonIsTiny(const NewtonSolve* s, int i, double value) {
  return newtonNominal(s, i) == 1 && value != 0 && fabs(value) < newtonTiny;
}

static void newtonUpdateScale(NewtonSolve* s) {
  const double magnify = s->work->magnify > 1 ? s->work->magnify : 1;
  int i;
  if (s->inlined) {
    for (i = 0; i < s->n; ++i) s->scale[i] = newtonGivenScale(s, i);
    return;
  }
  for (i = 0; i < s->n; ++i) {
    const double usual = s->sized ? fabs(s->start[i]) : newtonNominal(s, i);
    s->scale[i] = newtonLarger(fabs(s->u[i]), usual / magnify);
  }
}

static double newtonNorm(const NewtonSolve* s, const double* correction) {
  double largest = 0;
  int i;
  for (i = 0; i < s->n; ++i) {
    const double relative = fabs(correction[i]) / s->scale[i];
    if (!(relative <= largest)) largest = relative; /* keeps a NaN */
  }
  return largest;
}

/* `relative`: newtonNorm(correction) */
static int newtonMayBeNoise(const NewtonSolve* s, const double* correction, double relative) {
  int i;
  if (!s->inlined) return relative <= (s->work->magnify > 1 ? newtonRounding : newtonStagnation);
  for (i = 0; i < s->n; ++i) {
    /* The nominal value of a derivative says nothing in steps that are long against its state. */
    const double size = newtonSmaller(newtonNominal(s, i), newtonFarBeyond * s->scale[i]);
    if (!(fabs(correction[i]) <= newtonScaledStagnation * newtonLarger(fabs(s->u[i]), size)))
      return 0;
  }
  return 1;
}

/* Is `factor` times the error small against the unknowns themselves? Not asked for where it cannot
   be reached: rounding errors end the iteration before. */
static int newtonFine(const NewtonSolve* s, const double* error, double factor) {
  const double fine = 1000, ofNominal = 1e-3;
  int i;
  if (!s->inlined) return 1;
  for (i = 0; i < s->n; ++i) {
    const double wanted = factor * fabs(error[i]) / (fine * s->tolerance);
    double before, nominal;
    if (wanted <= fabs(s->u[i])) continue;
    before = s->work->hasLastGood ? fabs(s->work->lastGood[i]) : 0.0;
    nominal = newtonSmaller(newtonNominal(s, i), s->scale[i]);
    if (!(wanted <= newtonLarger(before, ofNominal * nominal))) return 0;
  }
  return 1;
}

/* Forward differences into rTrial; steps go inwards at a bound, where the functions are surely
   defined. */
static int newtonDifferences(NewtonSolve* s) {
  const double root = 1.4901161193847656e-8; /* of the distance of 1 to the next number */
  const int groups = newtonGroups(s);
  double* step;
  int c, j, attempt;
  if (!s->simplified) s->simplified = newtonTake(s);
  step = s->simplified;
  for (j = 0; j < s->n; ++j) {
    double h = root * s->scale[j], moved;
    if (s->u[j] + h > newtonMax(s, j)) h = -h;
    moved = s->u[j] + h;
    step[j] = moved - s->u[j]; /* exactly what is added */
  }
  for (c = 0; c < groups; ++c) {
    int status = 1;
    /* A step out of the domain of a function: try the other side. */
    for (attempt = 0; attempt < 2 && status > 0; ++attempt) {
      for (j = 0; j < s->n; ++j) {
        const int inGroup = newtonGroup(s, j) == c;
        if (inGroup && attempt == 1) step[j] = -step[j];
        s->trial[j] = s->u[j] + (inGroup ? step[j] : 0);
      }
      status = newtonEvaluate(s, s->trial, s->rTrial);
    }
    if (status != 0) return status;
    for (j = 0; j < s->n; ++j)
      if (newtonGroup(s, j) == c) newtonColumn(s, j, s->rTrial, s->r, step[j]);
  }
  return newtonEvaluate(s, s->u, s->rTrial); /* put v and the inner variables back */
}

/* Requires: v and r belong to u. Where functions have values but no derivatives, as
   sqrt(x^2 + y^2) at 0, differences serve. */
static int newtonMakeJacobian(NewtonSolve* s) {
  const int status = newtonJacobian(s);
  if (status < 0) s->fatal = status;
  if (status <= 0) return status;
  s->byDifferences = 1;
  return newtonDifferences(s);
}

static int newtonFactorJacobian(NewtonSolve* s) {
  const int status = newtonMakeJacobian(s);
  if (status != 0) return status;
  s->leastNorm = !newtonFactor(s);
  s->jacobianIsFresh = 1;
  s->work->rate = 1;
  s->work->gain = -1;
  s->work->stale = s->work->otherMode = 0;
  s->work->jacobianStep = s->stepSize;
  return 0;
}

/* correction := -J^-1 r */
static int newtonCorrection(NewtonSolve* s, const double* r, double* correction) {
  int i;
  if (s->leastNorm) {
    if (!newtonLeastNorm(s, r, correction)) return 0;
  } else {
    newtonSubstitute(s, r, correction);
  }
  for (i = 0; i < s->n; ++i) correction[i] = -correction[i];
  return newtonAllFinite(correction, s->n);
}

/* The largest damping factor that keeps every unknown inside its bounds, not going nearer to a
   bound than a tenth of the present distance. */
static double newtonFactorInBounds(const NewtonSolve* s) {
  double factor = 1;
  int i;
  for (i = 0; i < s->n; ++i) {
    const double u = s->u[i], c = s->correction[i];
    const double low = newtonMin(s, i), high = newtonMax(s, i);
    if (c < 0 && u > low && u + c < low) factor = newtonSmaller(factor, 0.9 * (low - u) / c);
    if (c > 0 && u < high && u + c > high) factor = newtonSmaller(factor, 0.9 * (high - u) / c);
  }
  return factor;
}

static void newtonKeepNorm(NewtonSolve* s, double norm) {
  s->lastNorm = s->left = norm;
  newtonCount(s, norm);
}

/* Chord iteration with the factors at hand from u (r evaluated there): simplified Newton,
   Deuflhard 2.1. Where solved, v and the inner variables belong to the solution. */
static int newtonChord(NewtonSolve* s) {
  NewtonWork* work = s->work;
  double last = 0, lastMoved = 0;
  int lastMayBeNoise = 0, enough = 0, i, k;
  for (k = 0; k < 8; ++k) {
    double size, moved, rate;
    int seen;
    if (!newtonCorrection(s, s->r, s->correction)) return NEWTON_REFRESH;
    size = newtonNorm(s, s->correction);
    newtonKeepNorm(s, size);
    /* The present point is the solution: its residual was just evaluated. */
    if (size <= s->tolerance && !s->watching && newtonFine(s, s->correction, 1))
      return NEWTON_SOLVED;
    if (!(size - size == 0)) return NEWTON_REFRESH;
    if (k > 0) work->rate = newtonLarger(size / last, k == 1 ? 0.0 : work->rate);
    if (k > 0 && size > newtonChordRate * last) {
      if (enough && size > newtonNoContraction * last) return NEWTON_SOLVED;
      /* With a Jacobian of this neighbourhood only rounding errors stop the contraction at this
         level. */
      if (s->jacobianIsFresh && lastMayBeNoise && newtonMayBeNoise(s, s->correction, size))
        return NEWTON_SOLVED;
      if (size > last) { /* back to the better point */
        newtonExchange(&s->u, &s->trial);
        if (newtonEvaluate(s, s->u, s->r) != 0) return NEWTON_FAILED;
      }
      return NEWTON_REFRESH;
    }
    for (i = 0; i < s->n; ++i) s->trial[i] = s->u[i] + s->correction[i];
    if (newtonEvaluate(s, s->trial, s->rTrial) != 0) {
      if (s->fatal != 0) return NEWTON_FAILED;
      if (newtonEvaluate(s, s->u, s->r) != 0) return NEWTON_FAILED;
      return NEWTON_REFRESH;
    }
    newtonMove(s);
    /* After the correction the error is at most rate / (1 - rate) of it (Brenan, Campbell, Petzold
       1996, 5.2.2): where that is known to be small this residual needs no judgement. */
    moved = newtonLarger(size, s->change);
    if (k > 0 && s->watching && lastMoved > 0)
      work->rate = newtonLarger(work->rate, newtonSmaller(s->change / lastMoved, 0.99));
    /* In steps the rate of one unknown is seen at once. One of earlier solves is worth less: it was
       seen near the point of the Jacobian. */
    seen = k > 0 || (s->inlined && s->n == 1);
    if (k == 0 && seen) work->rate = s->r[0] == 0 ? 0 : fabs(s->r[0] / s->rTrial[0]);
    rate = seen ? work->rate : newtonLarger(work->rate, newtonTrustedRate);
    enough = (rate < newtonChordRate && moved * rate <= (1 - rate) * s->tolerance) ||
             (s->inlined && moved <= s->tolerance);
    s->left = seen ? newtonSmaller(rate, 1.0) * size : size;
    if (enough && newtonFine(s, s->correction, newtonSmaller(rate, 1.0))) return NEWTON_SOLVED;
    lastMoved = s->change;
    last = size;
    lastMayBeNoise = newtonMayBeNoise(s, s->correction, size);
  }
  return enough ? NEWTON_SOLVED : NEWTON_REFRESH;
}

/* The largest |a - b| in units of the scale. */
static double newtonDifference(const NewtonSolve* s, const double* a, double factor,
                               const double* b) {
  double largest = 0;
  int i;
  for (i = 0; i < s->n; ++i)
    largest = newtonLarger(largest, fabs(a[i] - factor * b[i]) / s->scale[i]);
  return largest;
}

/* Is a correction that no longer shrinks, and is small against the unknowns themselves, made of
   rounding errors of the residual? Between u and u + correction the residual changes in proportion
   to the way, the more exactly the shorter that is, even at a corner; rounding errors are as large
   on the shortest way. No step would be short enough for them: they get larger when a difference is
   divided by it. Requires: v and r belong to u; they do so afterwards. */
static int newtonIsNoise(NewtonSolve* s, double size) {
  const double part[2] = {1.0 / 8, 1.0 / 64};
  const double constant = 0.25, several = 4;
  const double limit = s->inlined ? newtonStagnation : newtonLongChains;
  double off[2] = {0, 0};
  int i, k;
  if (s->leastNorm) return 0;
  for (i = 0; i < s->n; ++i) {
    const double usual = newtonSmaller(newtonNominal(s, i), newtonFarBeyond * s->scale[i]);
    if (!(fabs(s->correction[i]) <= limit * newtonLarger(fabs(s->u[i]), usual))) return 0;
  }
  for (k = 0; k < 2; ++k) {
    for (i = 0; i < s->n; ++i) s->trial[i] = s->u[i] + part[k] * s->correction[i];
    if (newtonEvaluate(s, s->trial, s->rTrial) != 0 ||
        !newtonCorrection(s, s->rTrial, s->simplified))
      break;
    off[k] = newtonDifference(s, s->simplified, 1 - part[k], s->correction);
  }
  if (s->fatal != 0 || newtonEvaluate(s, s->u, s->r) != 0) return 0;
  return k == 2 && off[1] > constant * off[0] && size <= several * newtonLarger(off[0], off[1]);
}

/* A trial point along the correction that passes the natural monotonicity test; 0: there is none;
   -1: nothing but rounding errors is left, v and r belong to u. `most`: the largest factor. */
static int newtonTrial(NewtonSolve* s, double size, int noise, double most, int respectBounds,
                       double* damping, double* simplifiedSize) {
  double factor = *damping;
  int raised = 0, i;
  for (;;) {
    double curvature, mu, better;
    int status;
    if (factor < newtonSmallestDamping) {
      s->reason = s->leastNorm ? NEWTON_SINGULAR : NEWTON_DIVERGED;
      return 0;
    }
    for (i = 0; i < s->n; ++i) s->trial[i] = s->u[i] + factor * s->correction[i];
    status = newtonEvaluate(s, s->trial, s->rTrial);
    if (s->fatal != 0) return 0;
    if (status != 0 || !newtonCorrection(s, s->rTrial, s->simplified)) {
      factor /= 2;
      raised = 1; /* do not go back up into the forbidden region */
      continue;
    }
    *simplifiedSize = newtonNorm(s, s->simplified);
    curvature = newtonDifference(s, s->simplified, 1 - factor, s->correction);
    mu = curvature > 0 ? 0.5 * size * factor * factor / curvature : 1;
    if (*simplifiedSize >= size && !noise) { /* natural monotonicity test */
      if (!raised && newtonIsNoise(s, size)) return -1;
      /* Far out on an exponential the estimate is meaningless: a tenth at a time. */
      factor = newtonLarger(newtonSmaller(mu, factor / 2), factor / 10);
      raised = 1;
      continue;
    }
    better = newtonSmaller(most, mu);
    if (!raised && !respectBounds && better >= 4 * factor) {
      factor = better;
      raised = 1;
      continue;
    }
    *damping = factor;
    return 1;
  }
}

/* At an event the last correction is made, too, small as it is: with the Jacobian of this point it
   squares the error, and what follows from the unknowns may magnify that (the current of a short
   circuit). What may be rounding errors is left alone: it would only move relations on values that
   are zero. 0: the point cannot be evaluated any more. */
static int newtonPolish(NewtonSolve* s, double size) {
  int i;
  if (s->d->live == 0 || s->leastNorm || newtonMayBeNoise(s, s->correction, size)) return 1;
  for (i = 0; i < s->n; ++i) s->trial[i] = s->u[i] + s->correction[i];
  if (newtonEvaluate(s, s->trial, s->rTrial) != 0)
    return s->fatal == 0 && newtonEvaluate(s, s->u, s->r) == 0;
  newtonMove(s);
  return 1;
}

/* NLEQ-ERR from u, whose residual is in r. */
static int newtonDamped(NewtonSolve* s, int respectBounds) {
  /* An exponential is left at one unit of its argument a step. */
  const int patient = s->d->live != 0 && s->n <= NEWTON_LARGEST_CURVE;
  const int limit = s->limit * (patient ? 4 : 1);
  double factor = 1, lastCorrection = 0, lastSimplified = 0;
  int k;
  if (!s->simplified) s->simplified = newtonTake(s);
  if (!s->foreseen) s->foreseen = newtonTake(s);
  for (k = 0; k < limit; ++k) {
    double size, most, simplifiedSize = 0;
    int noise, found;
    newtonUpdateScale(s);
    if (newtonFactorJacobian(s) != 0) {
      s->reason = NEWTON_NOT_FINITE;
      return NEWTON_FAILED;
    }
    if (!newtonCorrection(s, s->r, s->correction)) {
      s->reason = NEWTON_SINGULAR;
      return NEWTON_FAILED;
    }
    size = newtonNorm(s, s->correction);
    newtonKeepNorm(s, size);
    if (size <= s->tolerance && (!s->watching || (k > 0 && s->change <= s->tolerance)) &&
        (k > NEWTON_FINE_STEPS || newtonFine(s, s->correction, 1)))
      return newtonPolish(s, size) ? NEWTON_SOLVED : NEWTON_FAILED;
    noise = newtonMayBeNoise(s, s->correction, size);
    if (k > 0 && factor == 1 && noise && size > 0.5 * lastCorrection) return NEWTON_SOLVED;
    if (k > 0 && lastSimplified > 0) {
      /* Prediction: the curvature seen in the last step, from the correction that was foreseen for
         this point. */
      const double difference = newtonDifference(s, s->foreseen, 1, s->correction);
      const double mu =
          difference > 0 ? lastCorrection * lastSimplified / (difference * size) * factor : 1;
      factor = newtonSmaller(1.0, mu);
    }
    /* The first trial is never smaller than this; the tests reduce it where needed. */
    factor = newtonLarger(factor, 1e-4);
    if (respectBounds) factor = newtonSmaller(factor, newtonFactorInBounds(s));
    most = newtonSmaller(1.0, s->longest / size);
    factor = newtonSmaller(factor, most);
    if (k > 0 && size > 0.5 * lastCorrection && newtonIsNoise(s, size)) return NEWTON_SOLVED;
    found = newtonTrial(s, size, noise, most, respectBounds, &factor, &simplifiedSize);
    if (found <= 0) return found < 0 ? NEWTON_SOLVED : NEWTON_FAILED;
    newtonMove(s);
    s->left = simplifiedSize;
    if (factor < 1 || simplifiedSize > newtonSafeRate * size) s->strayed = 1;
    /* What the factors are worth to the next solve of an inlined step, which starts from a
       prediction. */
    if (factor == 1 && s->inlined) s->work->rate = simplifiedSize / size;
    if (factor == 1 && simplifiedSize <= s->tolerance &&
        s->change * simplifiedSize <= s->tolerance * size && newtonFine(s, s->simplified, 1))
      return NEWTON_SOLVED;
    lastCorrection = size;
    lastSimplified = simplifiedSize;
    newtonCopy(s->simplified, s->n, s->foreseen);
    /* Fast enough: go on with the same factors (simplified Newton) until it stalls. */
    if (factor == 1 && !s->leastNorm && simplifiedSize < newtonChordRate * size) {
      const int outcome = newtonChord(s);
      if (outcome != NEWTON_REFRESH) return outcome;
      lastSimplified = 0;
      lastCorrection = s->lastNorm;
    }
  }
  s->reason = NEWTON_TOO_SLOW;
  return NEWTON_FAILED;
}

/* Newton's method without damping. Where functions are made of straight pieces (a limiter) it
   passes from piece to piece and often ends where monotone steps get stuck at a corner, e.g. when
   the branch of solutions followed so far has come to its end (Kojima, Shindo: Extension of Newton
   and quasi-Newton methods to systems of PC1 equations, 1986). */
static int newtonPlain(NewtonSolve* s) {
  const int steps = 40;
  double last = 0;
  int i, k;
  for (k = 0;; ++k) {
    double size;
    newtonUpdateScale(s);
    if (newtonFactorJacobian(s) != 0 || !newtonCorrection(s, s->r, s->correction))
      return NEWTON_FAILED;
    size = newtonNorm(s, s->correction);
    newtonKeepNorm(s, size);
    if (size <= s->tolerance) return NEWTON_SOLVED;
    /* A way back from far out may take as many steps as it has binary digits; the quadratic
       convergence at its end is not cut off. */
    if (k >= steps && !(size < newtonChordRate * last)) return NEWTON_FAILED;
    for (i = 0; i < s->n; ++i) s->u[i] += s->correction[i];
    if (!(size - size == 0) || newtonEvaluate(s, s->u, s->r) != 0) return NEWTON_FAILED;
    last = size;
  }
}

/* With a singular Jacobian a small correction may mean a local minimum of the residual instead of a
   solution. */
static int newtonResidualIsSmall(NewtonSolve* s) {
  int i;
  if (!s->leastNorm) return 1;
  if (!s->rowScale) s->rowScale = newtonTake(s);
  newtonRowScale(s);
  for (i = 0; i < s->n; ++i)
    if (!(fabs(s->r[i]) <= 1e-8 * s->rowScale[i])) return 0;
  return 1;
}

/* How far u is from where the solve began, in units of what was there. */
static double newtonDistance(const NewtonSolve* s) {
  double largest = 0;
  int i;
  for (i = 0; i < s->n; ++i)
    largest = newtonLarger(largest, fabs(s->u[i] - s->start[i]) /
                                        newtonLarger(fabs(s->start[i]), newtonNominal(s, i)));
  return largest;
}

/* Of several solutions the one near the start values is meant. Where functions are bounded, as
   those of an angle, a nearly singular Jacobian leads the iteration anywhere and another solution
   is found there. If the solution is that far away, it is looked for again by steps that do not
   exceed the size of the unknowns, and kept if there is none much nearer. */
static void newtonLookNearer(NewtonSolve* s, int respectBounds) {
  const double farAway = 100, nearer = 0.1;
  const double distance = newtonDistance(s);
  int better;
  if (!(distance > farAway)) return;
  if (!s->found) s->found = newtonTake(s);
  newtonCopy(s->u, s->n, s->found);
  newtonCopy(s->start, s->n, s->u);
  newtonUpdateScale(s);
  s->longest = 1;
  better = newtonEvaluate(s, s->u, s->r) == 0 && newtonDamped(s, respectBounds) == NEWTON_SOLVED &&
           newtonResidualIsSmall(s) && newtonDistance(s) < nearer * distance;
  s->longest = HUGE_VAL;
  if (better) return;
  s->fatal = 0;
  newtonCopy(s->found, s->n, s->u);
  newtonUpdateScale(s);
  newtonEvaluate(s, s->u, s->r);
  s->leastNorm = 1; /* the factors at hand belong to another point */
}

/* ---- After an event

   Where equations change, the solution before the event may lead to one that nobody means. Loads
   that take a power are written as P = vr*ir + vi*ii, Q = vi*ir - vr*ii, often with P and Q in
   proportion to v^2: the point v = 0 solves that, whatever flows. From the low voltages of a fault
   Newton's method goes there when the fault is cleared. The sign of the determinant tells the two
   apart: conj(v)*(i - y*v) turns with v near the solution that is meant, and against it near 0. */

/* How many unknowns were of some size where the solve began, and are nothing now? */
static int newtonCollapsed(const NewtonSolve* s) {
  const double nothing = 1e-9, someSize = 1e-6;
  int i, count = 0;
  for (i = 0; i < s->n; ++i)
    if (fabs(s->start[i]) > someSize * newtonNominal(s, i) &&
        fabs(s->u[i]) <= nothing * fabs(s->start[i]))
      ++count;
  return count;
}

/* The largest difference of two points in units of the first. */
static double newtonApart(const NewtonSolve* s, const double* from, const double* to) {
  double largest = 0;
  int i;
  for (i = 0; i < s->n; ++i)
    largest = newtonLarger(
        largest, fabs(to[i] - from[i]) / newtonLarger(fabs(from[i]), newtonNominal(s, i)));
  return largest;
}

/* Does the determinant at u have the sign that it had before the event? */
static int newtonKeepsOrientation(NewtonSolve* s) {
  return newtonFactorJacobian(s) == 0 && !s->leastNorm &&
         newtonOrientation(s) == s->work->orientation;
}

/* From an earlier solution: another one than that found, nearer to it, and with the sign of before
   all the way? */
static int newtonReturn(NewtonSolve* s, const double* from) {
  const double another = 1e-3;
  newtonCopy(from, s->n, s->u);
  newtonUpdateScale(s);
  return newtonEvaluate(s, s->u, s->r) == 0 && newtonKeepsOrientation(s) &&
         newtonDamped(s, 0) == NEWTON_SOLVED && newtonKeepsOrientation(s) &&
         newtonApart(s, s->u, s->found) > another &&
         newtonApart(s, from, s->u) < newtonApart(s, from, s->found) && newtonCollapsed(s) == 0;
}

/* Where the solution found at an event is in doubt, it is looked for from solutions that earlier
   events have led away from: the one of before the fault. */
static void newtonReconsider(NewtonSolve* s) {
  const int several = 2, most = 10;
  const int limit = s->limit;
  const double* from;
  int k, orientation = 0, better = 0;
  if (s->d->live == 0 || s->work->orientation == 0 || s->leastNorm || !newtonFactored(s)) return;
  if (!newtonEarlier(s, 0, &orientation)) return;
  if (newtonOrientation(s) == s->work->orientation && newtonCollapsed(s) < several) return;
  if (!s->found) s->found = newtonTake(s);
  newtonCopy(s->u, s->n, s->found);
  s->limit = s->limit < most ? s->limit : most;
  for (k = 0; !better && (from = newtonEarlier(s, k, &orientation)) != 0; ++k)
    better = orientation == s->work->orientation && newtonReturn(s, from);
  s->limit = limit;
  if (better) return;
  s->fatal = 0;
  newtonCopy(s->found, s->n, s->u);
  newtonUpdateScale(s);
  newtonEvaluate(s, s->u, s->r);
  newtonFactorJacobian(s);
}

/* ---- Staying with the solution followed so far

   Along a solution that changes continuously the determinant of the Jacobian keeps its sign: two
   neighbouring solutions of F(u) = 0 have opposite ones (the degree of F, Ortega and Rheinboldt,
   Iterative Solution of Nonlinear Equations in Several Variables, 1970, 6.2). And the change within
   a step gets smaller with the step, which that to another solution does not. */

/* Is the solution much further from the last accepted point than changes were lately? */
static int newtonIsSudden(const NewtonSolve* s) {
  const double ofSize = 0.02, ofNominal = 1e-6, suddenly = 2;
  const NewtonWork* work = s->work;
  const double step = s->d->time - work->acceptedTime; /* a longer one changes more */
  const double expected = work->acceptedStep > 0 && step > work->acceptedStep
                              ? suddenly * step / work->acceptedStep
                              : suddenly;
  int i;
  for (i = 0; i < s->n; ++i) {
    const double change = fabs(s->u[i] - work->accepted[i]);
    if (change <= expected * work->recent[i]) continue;
    if (change > ofSize * newtonLarger(fabs(s->u[i]), fabs(work->accepted[i])) &&
        change > ofNominal * newtonNominal(s, i) && newtonIsAlgebraic(s, i))
      return 1;
  }
  return 0;
}

static int newtonHasTurned(const NewtonSolve* s) {
  return s->work->orientation * s->work->nextOrientation < 0;
}

/* From u, whose residual is in r, to F = rest * first by corrections each of which is at most half
   of the one before: then the Jacobian is regular on the whole way (Newton-Kantorovich theorem,
   Deuflhard 2.1). 0: that is not so. */
static int newtonStraight(NewtonSolve* s, double rest, const double* first, double* shifted) {
  const int steps = 12;
  const double near = 0.01; /* of the way, where it goes on from there */
  double way = 0;
  int i, k;
  for (k = 0; k < steps; ++k) {
    double size, next;
    newtonUpdateScale(s);
    for (i = 0; i < s->n; ++i) shifted[i] = s->r[i] - rest * first[i];
    if (newtonFactorJacobian(s) != 0 || s->leastNorm ||
        !newtonCorrection(s, shifted, s->correction))
      return 0;
    size = newtonNorm(s, s->correction);
    newtonKeepNorm(s, size);
    if (!(size - size == 0)) return 0;
    if (k == 0) way = size;
    for (i = 0; i < s->n; ++i) s->trial[i] = s->u[i] + s->correction[i];
    if (newtonEvaluate(s, s->trial, s->rTrial) != 0) return 0;
    for (i = 0; i < s->n; ++i) shifted[i] = s->rTrial[i] - rest * first[i];
    if (!newtonCorrection(s, shifted, s->simplified)) return 0;
    next = newtonNorm(s, s->simplified);
    newtonMove(s);
    s->left = next;
    if (rest > 0 ? next <= near * way
                 : next <= s->tolerance && s->change * next <= s->tolerance * size &&
                       newtonFine(s, s->simplified, 1))
      return 1;
    if (!(next <= newtonSafeRate * size))
      return newtonMayBeNoise(s, s->correction, size) && newtonMayBeNoise(s, s->simplified, next);
  }
  return 0;
}

/* The solution that `from`, one of nearby equations, continues to: along F(u) = rest * F(from),
   with as many points between rest = 1 and 0 as are needed (Allgower and Georg, Introduction to
   Numerical Continuation Methods, 2003, chapter 1). Where the Jacobian becomes singular on the way,
   there is none, and a way with long detours says nothing. */
static int newtonContinue(NewtonSolve* s, const double* from, int most) {
  const double shortest = 1e-3;
  double *first = s->first, *base = s->base, *shifted = s->shifted;
  const double detour = 2;
  double rest = 1, part = 1, way = 0;
  int k;
  if (!newtonAllFinite(from, s->n)) return 0;
  if (!first) {
    first = s->first = newtonTake(s);
    base = s->base = newtonTake(s);
    shifted = s->shifted = newtonTake(s);
  }
  if (!s->simplified) s->simplified = newtonTake(s);
  newtonCopy(from, s->n, s->u);
  newtonUpdateScale(s);
  if (newtonEvaluate(s, s->u, s->r) != 0) return 0;
  newtonCopy(s->r, s->n, first);
  for (k = 0; k < most && part >= shortest; ++k) {
    const double next = part < rest ? rest - part : 0;
    newtonCopy(s->u, s->n, base);
    if (newtonStraight(s, next, first, shifted)) {
      way += newtonDifference(s, s->u, 1, base);
      if (next == 0) return way <= detour * newtonDifference(s, s->u, 1, from);
      rest = next;
      part *= 2;
      continue;
    }
    if (s->fatal != 0) return 0;
    part /= 4;
    newtonCopy(base, s->n, s->u);
    if (newtonEvaluate(s, s->u, s->r) != 0) return 0;
  }
  return 0;
}

/* Does one correction with the factors at hand lead nearly to u, from the last accepted point and
   from between? Then the equations are as good as linear on the way. v and r belong to u again. */
static int newtonIsInLine(NewtonSolve* s) {
  const int points = 3;
  const double* from = s->work->accepted;
  int i, k, inLine = 1;
  if (s->leastNorm || !newtonFactored(s)) return 0;
  if (!s->simplified) s->simplified = newtonTake(s);
  for (k = 0; k < points && inLine; ++k) {
    const double left = 1 - (double)k / points;
    double way = 0, off = 0;
    for (i = 0; i < s->n; ++i) s->trial[i] = s->u[i] + left * (from[i] - s->u[i]);
    inLine = newtonEvaluate(s, s->trial, s->rTrial) == 0 &&
             newtonCorrection(s, s->rTrial, s->simplified);
    for (i = 0; i < s->n && inLine; ++i) {
      way = newtonLarger(way, fabs(s->simplified[i]) / s->scale[i]);
      off = newtonLarger(off, fabs(s->trial[i] + s->simplified[i] - s->u[i]) / s->scale[i]);
    }
    inLine = inLine && off <= newtonChordRate * way;
  }
  return newtonEvaluate(s, s->u, s->r) == 0 && inLine;
}

/* After a solve in continuous time: where it is in doubt whether this is the solution that was
   followed so far, it is looked for again from the last points of that. 0: there is none. A way
   that ends far away and with the other sign has passed a singular point or a pole of what is
   computed inside of the block between two of its corrections; near by, solutions pass poles, too.
 */
static int newtonConfirm(NewtonSolve* s) {
  const int most = 40; /* points on the way */
  NewtonWork* work = s->work;
  const double* from[2];
  int points = 1, singular = 0, k; /* singular: many solutions begin at the last point */
  if (s->jacobianIsFresh) work->nextOrientation = s->leastNorm ? 0 : newtonOrientation(s);
  if (s->unchecked) return 1;
  if (s->d->live != 0 || !work->hasAccepted || (!newtonHasTurned(s) && !newtonIsSudden(s)))
    return 1;
  if (!newtonHasTurned(s) && newtonIsInLine(s)) return 1;
  from[0] = work->accepted;
  if (work->hasLastGood) from[points++] = work->lastGood;
  if (!s->found) s->found = newtonTake(s);
  newtonCopy(s->u, s->n, s->found);
  for (k = 0; k < 2 * points && s->fatal == 0; ++k)
    if (newtonContinue(s, from[k % points], k < points ? 1 : most)) {
      work->nextOrientation = newtonOrientation(s);
      if (!newtonHasTurned(s) || !newtonIsSudden(s)) return 1;
    } else if (k == 0 && s->leastNorm) {
      singular = 1;
      break;
    }
  if (s->fatal != 0 || !(s->fixedStep || singular)) return 0;
  if (!singular) newtonMayBeElsewhere(s);
  newtonCopy(s->found, s->n, s->u);
  newtonUpdateScale(s);
  s->leastNorm = 1; /* the factors at hand belong to another point */
  return newtonEvaluate(s, s->u, s->r) == 0;
}

/* Once more, with unknowns measured by what follows from them: `change` of inner variables by the
   correction. Where that does not come to an end, as with functions that are exact to few digits,
   what was found counts in this mode. */
static int newtonMagnified(NewtonSolve* s, double change) {
  const int most = 20, limit = s->limit;
  NewtonWork* work = s->work;
  double size;
  int solved;
  if (!s->found) s->found = newtonTake(s);
  newtonCopy(s->u, s->n, s->found);
  work->magnify = newtonLarger(work->magnify, 1.0) * work->gain;
  newtonUpdateScale(s);
  size = newtonNorm(s, s->correction);
  work->sharpen = size > 0 ? newtonLarger(change / size, 1.0) : 1;
  s->tolerance = s->asked / work->sharpen;
  s->limit = most;
  solved = newtonDamped(s, 0) == NEWTON_SOLVED;
  s->limit = limit;
  if (solved || s->fatal != 0) return solved;
  work->magnify = work->sharpen = -1;
  newtonCopy(s->found, s->n, s->u);
  newtonUpdateScale(s);
  newtonForget(s); /* they belong to another point */
  return newtonEvaluate(s, s->u, s->r) == 0;
}

/* Is the correction more than rounding of the unknowns themselves? Beside their scale a number near
   zero may be corrected by ever so little. */
static int newtonCounts(const NewtonSolve* s) {
  const double rounding = 64 * 2.2204460492503131e-16;
  int i;
  for (i = 0; i < s->n; ++i)
    if (fabs(s->correction[i]) > rounding * fabs(s->u[i])) return 1;
  return 0;
}

/* What follows from the unknowns inside of the block may magnify their errors: the voltage beside a
   short circuit is found from the voltage at it by a factor of 1e9. By how much is measured once
   for each Jacobian, by a correction with the factors at hand. Steps of inlined methods are as
   exact as their states need it. */
static int newtonSettle(NewtonSolve* s) {
  const double resolution = 2.2204460492503131e-16;
  const double worthIt = 1e4; /* less leaves digits enough, and near a fold nothing is exact */
  NewtonWork* work = s->work;
  double size, change;
  int i;
  if (s->inlined || s->block->nInner == 0 || s->leastNorm || !newtonFactored(s)) return 1;
  if (work->magnify != 0 || (work->gain >= 0 && work->gain * s->left <= s->asked)) return 1;
  newtonInnerChange(s);
  if (!newtonCorrection(s, s->r, s->correction)) return 1;
  size = newtonNorm(s, s->correction);
  for (i = 0; i < s->n; ++i) s->trial[i] = s->u[i] + s->correction[i];
  if (newtonEvaluate(s, s->trial, s->rTrial) != 0)
    return s->fatal == 0 && newtonEvaluate(s, s->u, s->r) == 0;
  newtonMove(s);
  change = newtonInnerChange(s);
  /* A change that rounding hides may be as large as that; nothing follows from corrections that are
     lost themselves. */
  if (size > 64 * resolution || (change > s->asked && newtonCounts(s)))
    work->gain = newtonLarger(change, resolution) / size;
  if (change > s->asked && work->gain > worthIt) return newtonMagnified(s, change);
  newtonMove(s); /* back: it was only to see */
  return newtonEvaluate(s, s->u, s->r) == 0;
}

static int newtonAccept(NewtonSolve* s) {
  if (!s->bounded && !newtonConfirm(s)) return newtonFail(s, NEWTON_ELSEWHERE);
  if (!s->bounded && !newtonSettle(s)) return newtonFail(s, NEWTON_NOT_FINITE);
  newtonCopy(s->u, s->n, s->work->lastGood);
  s->work->hasLastGood = 1;
  s->work->otherMode = 0;
  if (s->leastNorm) newtonForget(s);
  return newtonSolved(s);
}

/* For real time: at most so many iterations, each with one trial, at most one Jacobian and two
   evaluations of the residual. A trial after which the next correction would be larger than the
   last one (natural monotonicity test, Deuflhard 3.3) is taken back: far out on an exponential
   there is no way home in a few steps. What is reached by then is the result, and counts as not
   converged; only a start that cannot be evaluated is a failure. */
static int newtonBounded(NewtonSolve* s) {
  NewtonWork* work = s->work;
  int fresh = 0;     /* the factors belong to u */
  int correct = 0;   /* the correction belongs to u and to the factors */
  int evaluated = 1; /* the last evaluation was that of u */
  int converged = 0;
  double factor = 1, size = 0;
  int i, k;
  for (i = 0; i < s->n; ++i) s->u[i] = s->d->v[s->block->unknowns[i]];
  newtonUpdateScale(s);
  if (newtonEvaluate(s, s->u, s->r) != 0) {
    if (s->fatal != 0 || !work->hasLastGood) return newtonFail(s, NEWTON_NOT_FINITE);
    newtonCopy(work->lastGood, s->n, s->u);
    if (newtonEvaluate(s, s->u, s->r) != 0) return newtonFail(s, NEWTON_NOT_FINITE);
  }
  if (!s->simplified) s->simplified = newtonTake(s);
  for (k = 0; k < s->limit && !converged; ++k) {
    double next;
    int status, noise, small, usable;
    if (!correct) {
      if (!newtonFactored(s) || work->stale || work->otherMode || work->rate >= newtonChordRate) {
        if (!evaluated && newtonEvaluate(s, s->u, s->r) != 0)
          return newtonFail(s, NEWTON_NOT_FINITE);
        if (newtonFactorJacobian(s) != 0) return newtonFail(s, NEWTON_NOT_FINITE);
        work->rate = 0; /* the same factors serve until they turn out to be poor */
        fresh = evaluated = 1;
      }
      if (!newtonCorrection(s, s->r, s->correction)) return newtonFail(s, NEWTON_SINGULAR);
      size = newtonNorm(s, s->correction);
    }
    newtonKeepNorm(s, size);
    for (i = 0; i < s->n; ++i) s->trial[i] = s->u[i] + factor * s->correction[i];
    status = newtonEvaluate(s, s->trial, s->rTrial);
    if (s->fatal != 0) return newtonFail(s, NEWTON_NOT_FINITE);
    evaluated = 0;
    noise = newtonMayBeNoise(s, s->correction, size);
    small = status == 0 && newtonLarger(size, s->change) <= s->tolerance &&
            newtonFine(s, s->correction, 1);
    usable = status == 0 && newtonCorrection(s, s->rTrial, s->simplified);
    next = usable ? newtonNorm(s, s->simplified) : 0;
    if (!small && (!usable || (!(next < size) && !noise))) {
      if (fresh) {
        factor /= 10;
        correct = 1;
      } else {
        work->rate = 1; /* try first with a Jacobian of this point */
        correct = 0;
      }
      continue;
    }
    newtonMove(s);
    evaluated = 1;
    converged = small || (factor == 1 && (noise || (next <= s->tolerance &&
                                                    s->change * next <= s->tolerance * size &&
                                                    newtonFine(s, s->simplified, 1))));
    if (factor == 1 && usable && size > 0) work->rate = next / size;
    correct = factor == 1 && work->rate < newtonChordRate;
    if (correct) {
      newtonExchange(&s->correction, &s->simplified);
      size = next;
    } else {
      work->rate = 1;
    }
    fresh = 0;
    factor = newtonSmaller(1.0, 4 * factor);
  }
  if (!evaluated && newtonEvaluate(s, s->u, s->r) != 0) return newtonFail(s, NEWTON_NOT_FINITE);
  if (!converged) {
    newtonCutShort(s);
    work->rate = 1; /* the next solution begins with a new Jacobian */
  }
  return newtonAccept(s);
}

/* Where a singular Jacobian holds the iteration, as of 0 = x^2 - c at x = 0: from points a little
   above and below. */
static int newtonAside(NewtonSolve* s) {
  const double aside = 1e-3; /* in sizes of the unknowns */
  double* from;
  int i, way;
  if (s->reason != NEWTON_SINGULAR || !newtonJacobianIsFinite(s)) return 0;
  if (!s->found) s->found = newtonTake(s);
  from = s->found;
  newtonCopy(s->work->hasLastGood ? s->work->lastGood : s->u, s->n, from);
  if (!newtonAllFinite(from, s->n)) return 0;
  for (way = 1; way >= -1; way -= 2) {
    newtonCopy(from, s->n, s->u);
    newtonUpdateScale(s);
    for (i = 0; i < s->n; ++i) s->u[i] += way * aside * s->scale[i];
    if (newtonEvaluate(s, s->u, s->r) == 0 && newtonDamped(s, 0) == NEWTON_SOLVED &&
        newtonResidualIsSmall(s))
      return 1;
    if (s->fatal != 0) return 0;
  }
  return 0;
}

static int newtonResidualOnCurve(void* context, const double* u, double* r) {
  NewtonSolve* s = (NewtonSolve*)context;
  if (newtonEvaluate(s, u, s->r) != 0) return 0;
  newtonCopy(u, s->n, s->u);
  newtonCopy(s->r, s->n, r);
  return 1;
}

static int newtonJacobianOnCurve(void* context, double* columns) {
  NewtonSolve* s = (NewtonSolve*)context;
  newtonKeepNorm(s, 0);
  if (newtonMakeJacobian(s) != 0) return 0;
  newtonColumns(s, columns);
  return 1;
}

static int newtonFinishCurve(void* context, const double* u) {
  NewtonSolve* s = (NewtonSolve*)context;
  newtonCopy(u, s->n, s->u);
  return newtonEvaluate(s, s->u, s->r) == 0 && newtonDamped(s, 0) == NEWTON_SOLVED &&
         newtonResidualIsSmall(s);
}

/* The last resort of initial systems and events, where there is no smaller step to fall back on:
   from the start, which is in u. */
static int newtonFollow(NewtonSolve* s, double* room) {
  CurveProblem problem;
  if (!s->found) s->found = newtonTake(s);
  newtonUpdateScale(s);
  newtonCopy(s->scale, s->n, s->found);
  problem.n = s->n;
  problem.start = s->start;
  problem.scale = s->found;
  problem.residual = newtonResidualOnCurve;
  problem.jacobian = newtonJacobianOnCurve;
  problem.finish = newtonFinishCurve;
  problem.context = s;
  return followCurve(&problem, room);
}

static int newtonOfBracket(void* context, double u, double* r) {
  NewtonSolve* s = (NewtonSolve*)context;
  newtonKeepNorm(s, 0);
  s->trial[0] = u;
  if (newtonEvaluate(s, s->trial, s->rTrial) != 0) return 0;
  *r = s->rTrial[0];
  return 1;
}

/* One unknown: by a change of sign, near the last solution during a step, far away at events and in
   initial systems, where there is no smaller step to fall back on. */
static int newtonBracketed(NewtonSolve* s) {
  const double nearby = 0.1, farAway = 1e6;
  BracketProblem problem;
  if (s->n != 1) return 0;
  if (s->work->hasLastGood) s->u[0] = s->work->lastGood[0];
  if (!newtonAllFinite(s->u, 1)) return 0;
  newtonUpdateScale(s);
  problem.start = s->u[0];
  problem.scale = newtonLarger(fabs(s->u[0]), newtonNominal(s, 0));
  problem.reach = s->d->live != 0 ? farAway : nearby;
  problem.low = newtonMin(s, 0);
  problem.high = newtonMax(s, 0);
  problem.residual = newtonOfBracket;
  problem.context = s;
  if (!findByBracket(&problem, &s->u[0]) || s->fatal != 0) return 0;
  s->leastNorm = 1; /* the factors at hand belong to another point */
  return newtonEvaluate(s, s->u, s->r) == 0;
}

/* Where equations of another piece may hold, as those of a limiter beyond its corner: a correction
   that is small by a Jacobian of the piece before need not be so by that of this point. Neither
   need it where a Jacobian tells nothing, as the angle of (x, y) at 0, which differences say to be
   infinitely steep, nor where an iteration for the first solution began far away. */
static int newtonHoldsHere(NewtonSolve* s) {
  const double small = 1e-6, notFar = 1e-3;
  const int doubtful = s->d->live != 0 && (s->byDifferences || !s->work->hasLastGood);
  if (s->leastNorm || !(s->otherPiece || doubtful)) return 1;
  if (newtonFactorJacobian(s) != 0) return !s->otherPiece && s->fatal == 0;
  if (s->leastNorm && !s->otherPiece) { /* it is singular at the solution, not before */
    s->leastNorm = 0;
    newtonForget(s);
    return 1;
  }
  return newtonCorrection(s, s->r, s->correction) &&
         newtonNorm(s, s->correction) <= (s->otherPiece ? small : notFar);
}

static int newtonIsInside(const NewtonSolve* s, const double* u) {
  const double slightly = 1e-6;
  int i;
  for (i = 0; i < s->n; ++i) {
    const double beyond = newtonLarger(newtonMin(s, i) - u[i], u[i] - newtonMax(s, i));
    if (beyond > slightly * s->scale[i]) return 0;
  }
  return 1;
}

/* The first solution, from a start within the bounds of its unknowns, lies beyond them: of several
   the one within them is meant, as min = 0 of a concentration says. It is looked for from other
   sizes of the start; where there is none, what was found stays. */
static void newtonLookInside(NewtonSolve* s) {
  static const double factors[4] = {10, 0.1, 100, 1000};
  int i, k, better = 0;
  if (s->work->hasLastGood || newtonIsInside(s, s->u) || !newtonIsInside(s, s->start)) return;
  if (!s->found) s->found = newtonTake(s);
  newtonCopy(s->u, s->n, s->found);
  for (k = -1; k < 4 && !better && s->fatal == 0; ++k) {
    for (i = 0; i < s->n; ++i) s->u[i] = s->start[i] * (k < 0 ? 1 : factors[k]);
    newtonUpdateScale(s);
    if (k < 0)
      better = newtonBracketed(s);
    else
      better = newtonEvaluate(s, s->u, s->r) == 0 && newtonDamped(s, 1) == NEWTON_SOLVED &&
               newtonResidualIsSmall(s);
    better = better && newtonIsInside(s, s->u);
  }
  if (better) return;
  s->fatal = 0;
  newtonCopy(s->found, s->n, s->u);
  newtonUpdateScale(s);
  newtonEvaluate(s, s->u, s->r);
  s->leastNorm = 1; /* the factors at hand belong to another point */
}

/* Attempts: from the present values with bounds respected, the same without bounds, from the last
   solution, from it without damping. `fromStart`: the start is finite. 1: solved. */
static int newtonAttempts(NewtonSolve* s, int startIsFinite) {
  /* Factors that may be of other equations are not tried: those from before an event, and in it all
     of earlier solves, between which relations change. A matrix much too steep, of a line with a
     fault that is cleared now, makes every correction small, as if the present point were the
     solution. */
  int tryChord = newtonFactored(s) && !s->work->stale && !s->work->otherMode && s->d->live == 0;
  int attempt;
  for (attempt = 0; attempt < 4; ++attempt) {
    int outcome;
    if (attempt == 0 && !startIsFinite) continue;
    if (attempt >= 2) {
      if (!s->work->hasLastGood) break;
      s->strayed = 1;
      newtonCopy(s->work->lastGood, s->n, s->u);
    }
    newtonUpdateScale(s);
    if (newtonEvaluate(s, s->u, s->r) != 0) {
      s->reason = NEWTON_NOT_FINITE;
      if (s->fatal != 0) return 0;
      continue;
    }
    if (tryChord) {
      tryChord = 0;
      if (newtonChord(s) == NEWTON_SOLVED) return 1;
      if (s->work->jacobianStep != s->stepSize) s->work->followsStep = 1;
      if (s->fatal != 0) return 0;
      /* A bad old Jacobian may have led astray: begin again where the caller was. */
      if (!newtonAllFinite(s->u, s->n) || newtonEvaluate(s, s->u, s->r) != 0) continue;
    }
    outcome = attempt == 3 ? newtonPlain(s) : newtonDamped(s, attempt == 0);
    if (outcome == NEWTON_SOLVED) {
      if (newtonResidualIsSmall(s) && newtonHoldsHere(s)) {
        if (s->d->live != 0 && startIsFinite) {
          newtonLookNearer(s, attempt == 0);
          newtonLookInside(s);
        }
        return 1;
      }
      s->reason = NEWTON_SINGULAR;
    }
    if (s->fatal != 0) return 0;
  }
  return 0;
}

/* Unknowns of an initial system that all start far below 1, such as time constants of microseconds:
   measured as if they were of size 1 steps of any length are short, and lead to solutions that are
   not meant. */
static int newtonAreTiny(const NewtonSolve* s) {
  int i;
  if (s->work->hasLastGood) return 0;
  for (i = 0; i < s->n; ++i)
    if (!newtonIsTiny(s, i, s->start[i])) return 0;
  return 1;
}

/* Unknowns far below 1 were found to so many digits of 1, not of their own. */
static void newtonSharpen(NewtonSolve* s) {
  const int steps = 4;
  const double fine = 1e-12;
  double last = HUGE_VAL;
  int i, k, tiny = 0;
  if (s->d->live == 0 || s->work->hasLastGood || s->leastNorm) return;
  for (i = 0; i < s->n; ++i) tiny = tiny || newtonIsTiny(s, i, s->u[i]);
  if (!tiny) return;
  for (k = 0; k < steps; ++k) {
    double size = 0;
    if (newtonFactorJacobian(s) != 0 || s->leastNorm || !newtonCorrection(s, s->r, s->correction))
      break;
    for (i = 0; i < s->n; ++i)
      if (newtonIsTiny(s, i, s->u[i])) size = newtonLarger(size, fabs(s->correction[i] / s->u[i]));
    if (size <= fine || !(size < newtonSafeRate * last)) break;
    for (i = 0; i < s->n; ++i) s->trial[i] = s->u[i] + s->correction[i];
    if (newtonEvaluate(s, s->trial, s->rTrial) != 0) break;
    newtonMove(s);
    last = size;
  }
  newtonEvaluate(s, s->u, s->r);
}

/* Where the equations have no value at the start, as 1/(a - b) at a = b = 0: initial systems begin
   with zeros where nobody gave anything else. From points where these are other numbers, no two of
   them alike. */
static int newtonElsewhere(NewtonSolve* s) {
  static const double sizes[5] = {1e-3, 1, -1, 0.1, -0.1}; /* in sizes of the unknowns */
  int i, k;
  if (s->d->live == 0 || s->reason != NEWTON_NOT_FINITE || s->work->hasLastGood) return 0;
  for (k = 0; k < 5; ++k) {
    newtonCopy(s->start, s->n, s->u);
    newtonUpdateScale(s);
    for (i = 0; i < s->n; ++i) {
      const double golden = 0.6180339887498949 * (i + 1), part = golden - (double)(int)golden;
      if (s->u[i] != 0) continue;
      s->u[i] = newtonSmaller(newtonLarger(sizes[k] * s->scale[i] * (1 + part), newtonMin(s, i)),
                              newtonMax(s, i));
    }
    if (newtonEvaluate(s, s->u, s->r) == 0 && newtonDamped(s, 1) == NEWTON_SOLVED &&
        newtonResidualIsSmall(s))
      return 1;
    if (s->fatal != 0) return 0;
  }
  return 0;
}

/* Where Newton's method finds nothing; where these fail, too, what happened before is told. */
static int newtonLastResorts(NewtonSolve* s, int startIsFinite) {
  double *reached = newtonTake(s), *residuals = newtonTake(s);
  const int reason = s->reason;
  s->lastResort = s->strayed = 1;
  newtonCopy(s->u, s->n, reached);
  newtonCopy(s->r, s->n, residuals);
  if (newtonAside(s)) return 1;
  if (s->fatal == 0 && startIsFinite && newtonElsewhere(s)) return 1;
  if (s->fatal == 0 && s->d->live != 0 && startIsFinite && s->n <= NEWTON_LARGEST_CURVE) {
    newtonCopy(s->start, s->n, s->u);
    if (newtonAlongCurve(s)) return 1;
    newtonCopy(s->start, s->n, s->u);
  }
  if (s->fatal == 0 && newtonBracketed(s)) return 1;
  s->reason = reason;
  newtonCopy(reached, s->n, s->u);
  newtonCopy(residuals, s->n, s->r);
  return 0;
}

static int newtonRun(NewtonSolve* s) {
  NewtonWork* work = s->work;
  double* begin = 0;
  int i, wentBack, startIsFinite;
  if (s->bounded) return newtonBounded(s);
  s->asked = s->tolerance;
  if (work->sharpen > 1 && !s->inlined) s->tolerance /= work->sharpen;
  /* Where the integrator goes back in time after a rejected step, what the rejected step led to may
     belong to another branch of solutions: start from the last accepted point. */
  wentBack = work->hasAccepted && !s->predicted && s->d->live == 0 && s->d->time < work->lastTime;
  work->lastTime = s->d->time;
  for (i = 0; i < s->n; ++i)
    s->u[i] = wentBack ? work->accepted[i] : s->d->v[s->block->unknowns[i]];
  startIsFinite = newtonAllFinite(s->u, s->n);
  s->otherPiece = s->d->live != 0 && work->otherMode;
  if (s->d->live != 0) {
    s->start = newtonTake(s);
    newtonCopy(s->u, s->n, s->start);
    s->sized = newtonAreTiny(s);
  }
  if (work->sharpen > 1 && !s->inlined) newtonCopy(s->u, s->n, begin = newtonTake(s));
  if (newtonAttempts(s, startIsFinite)) {
    newtonReconsider(s);
    newtonSharpen(s);
    return newtonAccept(s);
  }
  if (begin && s->fatal == 0) { /* that exact it cannot be */
    work->magnify = work->sharpen = -1;
    s->tolerance = s->asked;
    newtonCopy(begin, s->n, s->u);
    if (newtonAttempts(s, startIsFinite)) return newtonAccept(s);
  }
  if (s->fatal == 0 && !s->brief && newtonLastResorts(s, startIsFinite)) return newtonAccept(s);
  return newtonFail(s, s->reason);
}
