/* Appended to a DSblock by test_dsblock.py: MODEL_NAME is put in for the model's name.
   Prints the states after every step of the classical Runge-Kutta method on the ODE form; then the
   derivatives at the end, first by the ODE form, then by the DAE form, whose residuals are solved
   by Newton's method from a point that is no solution. */
#include <stdio.h>

enum { MOST = 64 };

static double u[MOST], y[MOST];

static int solve_residuals(double t, const double* x, double* w) {
  const int nx = MODEL_NAME_states, n = nx + MODEL_NAME_algebraic;
  static double J[MOST][MOST + 1], r[MOST], other[MOST];
  int i, j, k, iteration;
  for (iteration = 0; iteration < 20; ++iteration) {
    if (MODEL_NAME_dae(t, x, w, w + nx, u, r, y)) return 1;
    for (j = 0; j < n; ++j) {
      const double old = w[j], step = 1e-7 * (fabs(old) > 1 ? fabs(old) : 1);
      w[j] = old + step;
      if (MODEL_NAME_dae(t, x, w, w + nx, u, other, y)) return 1;
      w[j] = old;
      for (i = 0; i < n; ++i) J[i][j] = (other[i] - r[i]) / step;
    }
    for (i = 0; i < n; ++i) J[i][n] = r[i];
    for (k = 0; k < n; ++k) {
      int p = k;
      for (i = k + 1; i < n; ++i)
        if (fabs(J[i][k]) > fabs(J[p][k])) p = i;
      for (j = 0; j <= n; ++j) {
        const double swap = J[k][j];
        J[k][j] = J[p][j];
        J[p][j] = swap;
      }
      for (i = 0; i < n; ++i) {
        const double factor = J[i][k] / J[k][k];
        if (i != k)
          for (j = k; j <= n; ++j) J[i][j] -= factor * J[k][j];
      }
    }
    for (i = 0; i < n; ++i) w[i] -= J[i][n] / J[i][i];
  }
  return 0;
}

static void row(double t, const double* x, int n) {
  int i;
  printf("%.17g", t);
  for (i = 0; i < n; ++i) printf(",%.17g", x[i]);
  printf("\n");
}

int main(void) {
  static double x[MOST], z[MOST], s[MOST], k1[MOST], k2[MOST], k3[MOST], k4[MOST], w[MOST];
  const double h = STEP_SIZE;
  const int n = MODEL_NAME_states;
  int i, k;
  if (n + MODEL_NAME_algebraic > MOST || MODEL_NAME_inputs > MOST || MODEL_NAME_outputs > MOST)
    return 2;
  if (MODEL_NAME_start(0.0, x, z)) return 3;
  row(0.0, x, n);
  for (k = 0; k < STEP_COUNT; ++k) {
    const double t = h * k;
    if (MODEL_NAME_ode(t, x, u, k1, y)) return 4;
    for (i = 0; i < n; ++i) s[i] = x[i] + h / 2 * k1[i];
    if (MODEL_NAME_ode(t + h / 2, s, u, k2, y)) return 4;
    for (i = 0; i < n; ++i) s[i] = x[i] + h / 2 * k2[i];
    if (MODEL_NAME_ode(t + h / 2, s, u, k3, y)) return 4;
    for (i = 0; i < n; ++i) s[i] = x[i] + h * k3[i];
    if (MODEL_NAME_ode(t + h, s, u, k4, y)) return 4;
    for (i = 0; i < n; ++i) x[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
    row(h * (k + 1), x, n);
  }
  if (MODEL_NAME_ode(h * STEP_COUNT, x, u, k1, y)) return 4;
  row(h * STEP_COUNT, k1, n);
  for (i = 0; i < MODEL_NAME_algebraic; ++i) w[n + i] = 1.01 * model.v[algebraic[i]] + 0.001;
  if (solve_residuals(h * STEP_COUNT, x, w)) return 5;
  row(h * STEP_COUNT, w, n);
  return 0;
}
