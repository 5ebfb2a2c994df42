#include "hand_written.h"

#include <math.h>

#define NAME(f) BENCH_JOIN(f, BENCH_SUFFIX)

void NAME(cubic_ladder)(int n, const double* x, double* restrict dx) {
  const double g = 0.5, c = 0.1;
  double before = 0;
  for (int k = 0; k < n; ++k) {
    const double u = k + 1 < n ? x[k] - x[k + 1] : x[k];
    const double i = g * (u + c * u * u * u);
    dx[k] = before - i;
    before = i;
  }
}

void NAME(diode_chain)(int n, const double* x, double* restrict dx) {
  const double is = 0.5;
  double before = 0;
  for (int k = 0; k < n; ++k) {
    const double i = is * (exp(k + 1 < n ? x[k] - x[k + 1] : x[k]) - 1);
    dx[k] = before - i;
    before = i;
  }
}

void NAME(heat_grid)(int n, const double* x, double* restrict dx) {
  const double a = 2;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const double t = x[r * n + c];
      double sum = 0;
      if (c > 0) sum += x[r * n + c - 1] - t;
      if (c + 1 < n) sum += x[r * n + c + 1] - t;
      if (r > 0) sum += x[(r - 1) * n + c] - t;
      if (r + 1 < n) sum += x[(r + 1) * n + c] - t;
      dx[r * n + c] = a * sum;
    }
}

/* States: n angles, then n speeds. */
void NAME(pendulums)(int n, const double* x, double* restrict dx) {
  const double spring = 0.3, d = 0.1;
  const double *phi = x, *w = x + n;
  for (int j = 0; j < n; ++j) {
    double torque = 0;
    if (j > 0) torque += spring * (phi[j - 1] - phi[j]);
    if (j + 1 < n) torque += spring * (phi[j + 1] - phi[j]);
    dx[j] = w[j];
    dx[n + j] = torque * cos(phi[j]) - sin(phi[j]) - d * w[j] * w[j];
  }
}
