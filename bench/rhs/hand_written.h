/* The right-hand sides of ExecutionBench.mo as one would write them in C. */
#ifndef FORMOLA_BENCH_HAND_WRITTEN_H
#define FORMOLA_BENCH_HAND_WRITTEN_H

#ifdef __cplusplus
extern "C" {
#endif

/* BENCH_SUFFIX: the same source is compiled with different options. */
#define BENCH_JOIN2(a, b) a##b
#define BENCH_JOIN(a, b) BENCH_JOIN2(a, b)
#define BENCH_DECLARE(suffix)                                                \
  void BENCH_JOIN(cubic_ladder, suffix)(int n, const double* x, double* dx); \
  void BENCH_JOIN(diode_chain, suffix)(int n, const double* x, double* dx);  \
  void BENCH_JOIN(heat_grid, suffix)(int n, const double* x, double* dx);    \
  void BENCH_JOIN(pendulums, suffix)(int n, const double* x, double* dx);

BENCH_DECLARE(_o3)
BENCH_DECLARE(_native)

#ifdef __cplusplus
}
#endif

#endif
