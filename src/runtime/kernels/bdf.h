/* BDF of variable order and step for programs that take inlined steps. C99 and C++; translated
   programs carry it as it stands.

   Fixed-leading-coefficient form: the past is kept as modified divided differences, the step sees
   x = h der(x) + old(x) with h = H/(1 + 1/2 + ... + 1/k). Formulas, error estimates and the choice
   of order and step are those of DASSL: Brenan, Campbell, Petzold, Numerical Solution of
   Initial-Value Problems in Differential-Algebraic Equations (SIAM 1996), 5.2; indices as there.

   phi: bdfRows rows of `stride` numbers, the differences phi_1, phi_2, ...; of each row the first n
   belong to states, up to `count` to others that are only extrapolated. A step that failed is
   undone by whoever copied BdfWork and phi before. */

enum { bdfHighest = 5, bdfRows = bdfHighest + 1 };

typedef struct BdfWork {
  int order, lastOrder, newOrder; /* of the next step, the last one, and the better one of two */
  int equalSteps;                 /* of the same size and order */
  int raising;                    /* the first steps double and raise the order */
  double lastStep, errorFactor;
  double psi[bdfHighest + 3], alpha[bdfHighest + 3], beta[bdfHighest + 3];
  double sigma[bdfHighest + 3], gamma[bdfHighest + 3];
  double estimate, terk, terkm1, higher; /* squares of errors of neighbouring orders */
} BdfWork;

static double bdfHarmonic(int order) {
  double sum = 0;
  int i;
  for (i = 1; i <= order; ++i) sum += 1.0 / i;
  return sum;
}

/* Order one with a first step of size h; f: der(x). */
static void bdfBegin(BdfWork* w, double* phi, int stride, int n, int count, double h,
                     const double* x, const double* f, const double* others) {
  int i;
  w->order = 1;
  w->lastOrder = w->equalSteps = 0;
  w->lastStep = 0;
  w->raising = 1;
  w->psi[1] = h;
  for (i = 0; i < count; ++i) {
    phi[i] = i < n ? x[i] : others[i - n];
    phi[stride + i] = i < n ? h * f[i] : 0;
  }
}

static void bdfCoefficients(BdfWork* w, double* phi, int stride, int count, double h) {
  const int k = w->order;
  double sum = h, alpha0 = 0;
  int i, j;
  if (h != w->lastStep || k != w->lastOrder) w->equalSteps = 0;
  if (++w->equalSteps > w->lastOrder + 2) w->equalSteps = w->lastOrder + 2;
  if (k + 1 < w->equalSteps) return; /* all is as in the step before */
  w->beta[1] = w->alpha[1] = w->sigma[1] = 1;
  w->gamma[1] = 0;
  for (i = 2; i <= k + 1; ++i) {
    const double before = w->psi[i - 1];
    w->psi[i - 1] = sum;
    w->beta[i] = w->beta[i - 1] * w->psi[i - 1] / before;
    sum = before + h;
    w->alpha[i] = h / sum;
    w->sigma[i] = (i - 1) * w->sigma[i - 1] * w->alpha[i];
    w->gamma[i] = w->gamma[i - 1] + w->alpha[i - 1] / h;
  }
  w->psi[k + 1] = sum;
  for (i = 1; i <= k; ++i) alpha0 -= w->alpha[i];
  w->errorFactor = fabs(w->alpha[k + 1] - bdfHarmonic(k) - alpha0);
  if (w->errorFactor < w->alpha[k + 1]) w->errorFactor = w->alpha[k + 1];
  for (j = w->equalSteps + 1; j <= k + 1; ++j)
    for (i = 0; i < count; ++i) phi[(j - 1) * stride + i] *= w->beta[j];
}

/* Prepares a step of size h: what is predicted, and der(x) of the states. */
static void bdfPredict(BdfWork* w, double* phi, int stride, int n, int count, double h,
                       double* predicted, double* slope) {
  int i, j;
  bdfCoefficients(w, phi, stride, count, h);
  for (i = 0; i < count; ++i) {
    double x = phi[i], f = 0;
    for (j = 2; j <= w->order + 1; ++j) {
      x += phi[(j - 1) * stride + i];
      f += w->gamma[j] * phi[(j - 1) * stride + i];
    }
    predicted[i] = x;
    if (i < n) slope[i] = f;
  }
}

/* Are there enough steps of this size and order to judge the next order? */
static int bdfMayRaise(const BdfWork* w) {
  return w->order < bdfHighest && w->order + 1 < w->equalSteps && w->order != w->lastOrder + 1;
}

/* The weighted error of the step, which led from what was predicted to x; 1: as large as it may be.
   Whether the next lower order is better. correction: x - predicted, of the states. */
static double bdfError(BdfWork* w, const double* phi, int stride, int n, const double* x,
                       const double* predicted, const double* weight, double* correction) {
  const int k = w->order;
  const double *last = phi + k * stride, *before = phi + (k - 1) * stride;
  const double* next = bdfMayRaise(w) ? phi + (k + 1) * stride : last;
  double size = 0, lower = 0, lowest = 0, factor;
  int i;
  w->higher = 0;
  for (i = 0; i < n; ++i) {
    const double c = x[i] - predicted[i];
    const double whole = c / weight[i], one = (last[i] + c) / weight[i];
    const double two = one + before[i] / weight[i], above = (c - next[i]) / weight[i];
    correction[i] = c;
    size += whole * whole / n;
    lower += one * one / n;
    lowest += two * two / n;
    w->higher += above * above / n;
  }
  factor = w->sigma[k + 1] * w->sigma[k + 1];
  w->estimate = factor * size;
  w->terk = (k + 1.0) * (k + 1) * w->estimate;
  w->terkm1 = 0;
  w->newOrder = k;
  if (k > 1) {
    lower *= w->sigma[k] * w->sigma[k];
    w->terkm1 = (double)k * k * lower;
    lowest *= (k - 1.0) * w->sigma[k - 1] * (k - 1.0) * w->sigma[k - 1];
    if (k == 2 ? w->terkm1 <= 0.25 * w->terk : w->terkm1 <= w->terk && lowest <= w->terk) {
      w->newOrder = k - 1;
      w->estimate = lower;
    }
  }
  return w->errorFactor * sqrt(size);
}

/* By how much the next step may be longer. */
static double bdfRatio(const BdfWork* w, int order) {
  return pow(2 * sqrt(w->estimate) + 1e-4, -1.0 / (order + 1));
}

/* After a step of size h that is exact enough: the differences, the next order; returns the size of
   the next step. */
static double bdfAccept(BdfWork* w, double* phi, int stride, int count, double h,
                        const double* correction) {
  const int k = w->order;
  const int raise = w->raising && w->newOrder == k && k < bdfHighest;
  double ratio = 1;
  int i, j, next = k;
  w->raising = raise;
  if (raise) {
    next = k + 1;
    ratio = 2;
  } else if (w->newOrder == k - 1) {
    next = k - 1;
  } else if (bdfMayRaise(w)) {
    if (k > 1 && w->terkm1 <= w->terk && w->terkm1 <= w->higher) {
      next = k - 1;
      w->estimate = w->terkm1 / ((double)k * k);
    } else if (w->higher < (k == 1 ? 0.25 : 1) * w->terk) {
      next = k + 1;
      w->estimate = w->higher / ((k + 2.0) * (k + 2));
    }
  }
  if (!raise) {
    /* longer by two or not at all, shorter by at least a tenth */
    ratio = bdfRatio(w, next);
    ratio = ratio >= 2 ? 2 : ratio > 1 ? 1 : ratio > 0.9 ? 0.9 : ratio > 0.5 ? ratio : 0.5;
  }
  for (i = 0; i < count; ++i) {
    double sum = correction[i];
    if (k < bdfHighest) phi[(k + 1) * stride + i] = sum;
    for (j = k; j >= 0; --j) {
      sum += phi[j * stride + i];
      phi[j * stride + i] = sum;
    }
  }
  w->lastOrder = k;
  w->lastStep = h;
  w->order = next;
  return ratio * h;
}
