/* The chain of tanks of gradient.py by IDAS, written by hand: one run, and the run with the
   sensitivities by all parameters. Prints seconds, the number and its gradient.

   Arguments: tanks, stop time, tolerance, rows. */
#include <idas/idas.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <sundials/sundials_types.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunmatrix/sunmatrix_band.h>
#include <time.h>

typedef struct Tanks {
  int n;
  double *k, *c;
} Tanks;

static double flow(const Tanks* t, const double* x, int i) {
  const double next = i + 1 < t->n ? x[i + 1] : 0;
  return t->k[i] * (x[i] - next) * sqrt(1 + x[i] * x[i]);
}

static int residual(realtype time, N_Vector xx, N_Vector yy, N_Vector rr, void* user) {
  const Tanks* t = user;
  const double *x = N_VGetArrayPointer(xx), *slope = N_VGetArrayPointer(yy);
  double* r = N_VGetArrayPointer(rr);
  double before = 0;
  int i;
  (void)time;
  for (i = 0; i < t->n; ++i) {
    const double q = flow(t, x, i);
    r[i] = t->c[i] * slope[i] - before + q;
    before = q;
  }
  return 0;
}

/* d q_i by x_i and x_(i+1). */
static void slopes(const Tanks* t, const double* x, int i, double* own, double* next) {
  const double y = i + 1 < t->n ? x[i + 1] : 0, root = sqrt(1 + x[i] * x[i]);
  *own = t->k[i] * (root + (x[i] - y) * x[i] / root);
  *next = -t->k[i] * root;
}

static int jacobian(realtype time, realtype cj, N_Vector xx, N_Vector yy, N_Vector rr, SUNMatrix m,
                    void* user, N_Vector a, N_Vector b, N_Vector c) {
  const Tanks* t = user;
  const double* x = N_VGetArrayPointer(xx);
  int i;
  (void)time, (void)yy, (void)rr, (void)a, (void)b, (void)c;
  SUNMatZero(m);
  for (i = 0; i < t->n; ++i) {
    double own, next;
    slopes(t, x, i, &own, &next);
    SM_ELEMENT_B(m, i, i) += cj * t->c[i] + own;
    if (i + 1 < t->n) {
      SM_ELEMENT_B(m, i, i + 1) += next;
      SM_ELEMENT_B(m, i + 1, i) -= own;
      SM_ELEMENT_B(m, i + 1, i + 1) -= next;
    }
  }
  return 0;
}

static int sensitivities(int count, realtype time, N_Vector xx, N_Vector yy, N_Vector rr,
                         N_Vector* ss, N_Vector* ts, N_Vector* os, void* user, N_Vector a,
                         N_Vector b, N_Vector c) {
  const Tanks* t = user;
  const double *x = N_VGetArrayPointer(xx), *slope = N_VGetArrayPointer(yy);
  int i, p;
  (void)time, (void)rr, (void)a, (void)b, (void)c;
  for (p = 0; p < count; ++p) {
    const double *s = N_VGetArrayPointer(ss[p]), *ds = N_VGetArrayPointer(ts[p]);
    double *o = N_VGetArrayPointer(os[p]), before = 0;
    for (i = 0; i < t->n; ++i) {
      double own, next, dq;
      slopes(t, x, i, &own, &next);
      dq = own * s[i] + (i + 1 < t->n ? next * s[i + 1] : 0);
      if (p == i) dq += flow(t, x, i) / t->k[i];
      o[i] = t->c[i] * ds[i] - before + dq;
      if (p == t->n + i) o[i] += slope[i];
      before = dq;
    }
  }
  return 0;
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* integral(x[1]^2) by trapezoids between the rows; gradient may be null. */
static double run(Tanks* t, double stop, double tolerance, int rows, double* gradient) {
  SUNContext context;
  N_Vector x, y, *s = NULL, *sy = NULL;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  void* ida;
  const int n = t->n, m = 2 * n;
  double value = 0, *before = calloc((size_t)m + 1, sizeof(double));
  int i, p, row;
  SUNContext_Create(NULL, &context);
  x = N_VNew_Serial(n, context);
  y = N_VNew_Serial(n, context);
  N_VConst(0, y);
  for (i = 0; i < n; ++i) N_VGetArrayPointer(x)[i] = 1 + 0.1 * (i + 1);
  residual(0, x, y, y, t);
  for (i = 0; i < n; ++i) N_VGetArrayPointer(y)[i] /= -t->c[i];
  ida = IDACreate(context);
  IDAInit(ida, residual, 0, x, y);
  IDASStolerances(ida, tolerance, tolerance);
  IDASetUserData(ida, t);
  IDASetMaxNumSteps(ida, 1000000);
  matrix = SUNBandMatrix(n, 1, 1, context);
  solver = SUNLinSol_Band(x, matrix, context);
  IDASetLinearSolver(ida, solver, matrix);
  IDASetJacFn(ida, jacobian);
  if (gradient != NULL) {
    double* bars = calloc((size_t)m, sizeof(double));
    s = N_VCloneVectorArray(m, x);
    sy = N_VCloneVectorArray(m, x);
    for (p = 0; p < m; ++p) {
      N_VConst(0, s[p]);
      N_VConst(0, sy[p]);
      bars[p] = p < n ? t->k[p] : t->c[p - n];
    }
    sensitivities(m, 0, x, y, y, s, sy, sy, t, NULL, NULL, NULL);
    for (p = 0; p < m; ++p)
      for (i = 0; i < n; ++i) N_VGetArrayPointer(sy[p])[i] /= -t->c[i];
    IDASensInit(ida, m, IDA_SIMULTANEOUS, sensitivities, s, sy);
    IDASetSensParams(ida, NULL, bars, NULL);
    IDASensEEtolerances(ida);
    IDASetSensErrCon(ida, SUNTRUE);
    for (p = 0; p < m; ++p) gradient[p] = 0;
    free(bars);
  }
  before[m] = N_VGetArrayPointer(x)[0];
  for (row = 1; row <= rows; ++row) {
    const double weight = stop / rows / 2;
    double time;
    if (IDASolve(ida, stop * row / rows, &time, x, y, IDA_NORMAL) < 0) exit(1);
    value += weight * (before[m] * before[m] + pow(N_VGetArrayPointer(x)[0], 2));
    if (gradient != NULL) {
      IDAGetSens(ida, &time, s);
      for (p = 0; p < m; ++p) {
        const double now = N_VGetArrayPointer(s[p])[0];
        gradient[p] += 2 * weight * (before[m] * before[p] + N_VGetArrayPointer(x)[0] * now);
        before[p] = now;
      }
    }
    before[m] = N_VGetArrayPointer(x)[0];
  }
  if (gradient != NULL) {
    N_VDestroyVectorArray(s, m);
    N_VDestroyVectorArray(sy, m);
  }
  IDAFree(&ida);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(x);
  N_VDestroy(y);
  SUNContext_Free(&context);
  free(before);
  return value;
}

int main(int argc, char** argv) {
  Tanks t;
  double stop, tolerance, *gradient, best[2] = {1e9, 1e9}, value = 0;
  int rows, i, k;
  if (argc != 5) return 2;
  t.n = atoi(argv[1]);
  stop = atof(argv[2]);
  tolerance = atof(argv[3]);
  rows = atoi(argv[4]);
  t.k = malloc(sizeof(double) * (size_t)t.n);
  t.c = malloc(sizeof(double) * (size_t)t.n);
  gradient = malloc(sizeof(double) * 2 * (size_t)t.n);
  for (i = 0; i < t.n; ++i) {
    t.k[i] = 1 + 0.05 * (i + 1);
    t.c[i] = 2 - 0.03 * (i + 1);
  }
  for (i = 0; i < 5; ++i)
    for (k = 0; k < 2; ++k) {
      const double start = seconds();
      double spent;
      value = run(&t, stop, tolerance, rows, k == 0 ? NULL : gradient);
      spent = seconds() - start;
      if (spent < best[k]) best[k] = spent;
    }
  printf("{\"run\": %.6g, \"sensitivities\": %.6g, \"value\": %.15g, \"gradient\": [", best[0],
         best[1], value);
  for (i = 0; i < 2 * t.n; ++i) printf("%s%.15g", i > 0 ? ", " : "", gradient[i]);
  printf("]}\n");
  return 0;
}
