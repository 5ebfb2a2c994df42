/* An FMU for model exchange whose values are rounded to 1/8, so that differences of them say
   nothing, and whose directional derivatives are exact: der(x) = -x^3 + u x, y = u x^2 (rounded).
   Version 2.0, or 3.0 with -DFMI3, where two such x are an array, and u and y too. Written by the
   standard. Value references: 1 x, 2 der(x), 3 u, 4 y. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef FMI3
enum { N = 2 };
#define NAME(x) fmi3##x

#else
enum { N = 1 };
#define NAME(x) fmi2##x

#endif

typedef struct {
  double x[N], u[N];
} MODEL;

enum { OK, ERROR = 3 };

static MODEL* made(void) {
  MODEL* m = calloc(1, sizeof *m);
  for (int i = 0; i < N; ++i) m->x[i] = 2 + i, m->u[i] = 0;
  return m;
}
static double value(const MODEL* m, unsigned reference, int i) {
  const double x = m->x[i], u = m->u[i];
  switch (reference) {
    case 1:
      return x;
    case 2:
      return round(8 * (u * x - x * x * x)) / 8;
    case 3:
      return u;
    default:
      return round(8 * u * x * x) / 8;
  }
}
static double slope(const MODEL* m, unsigned of, unsigned by, int i) {
  const double x = m->x[i], u = m->u[i];
  if (of == 2) return by == 1 ? u - 3 * x * x : x;
  return by == 1 ? 2 * u * x : x * x;
}

#ifdef FMI3
void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* place,
                                   bool visible, bool logging, void* environment, void* log) {
  (void)name, (void)token, (void)visible, (void)logging, (void)environment, (void)log;
  return place != NULL && (*place == 0 || place[strlen(place) - 1] != '/') ? NULL : made();
}
int fmi3EnterInitializationMode(void* m, bool a, double b, double c, bool d, double e) {
  (void)m, (void)a, (void)b, (void)c, (void)d, (void)e;
  return OK;
}
int fmi3UpdateDiscreteStates(void* m, bool* a, bool* b, bool* c, bool* d, bool* e, double* f) {
  (void)m;
  *a = *b = *c = *d = *e = false;
  *f = 0;
  return OK;
}
int fmi3CompletedIntegratorStep(void* m, bool a, bool* event, bool* end) {
  (void)m, (void)a;
  *event = *end = false;
  return OK;
}
#else
void* fmi2Instantiate(const char* name, int kind, const char* token, const char* place,
                      const void* callbacks, int visible, int logging) {
  (void)name, (void)kind, (void)token, (void)place, (void)callbacks, (void)visible, (void)logging;
  return made();
}
int fmi2SetupExperiment(void* m, int a, double b, double c, int d, double e) {
  (void)m, (void)a, (void)b, (void)c, (void)d, (void)e;
  return OK;
}
int fmi2EnterInitializationMode(void* m) {
  (void)m;
  return OK;
}
typedef struct {
  int again, terminate, nominals, states, nextDefined;
  double next;
} EVENT;
int fmi2NewDiscreteStates(void* m, EVENT* event) {
  (void)m;
  event->again = event->terminate = event->nominals = event->states = event->nextDefined = 0;
  return OK;
}
int fmi2CompletedIntegratorStep(void* m, int a, int* event, int* end) {
  (void)m, (void)a;
  *event = *end = 0;
  return OK;
}
#endif

void NAME(FreeInstance)(void* m) {
  free(m);
}
int NAME(ExitInitializationMode)(void* m) {
  (void)m;
  return OK;
}
int NAME(EnterEventMode)(void* m) {
  (void)m;
  return OK;
}
int NAME(EnterContinuousTimeMode)(void* m) {
  (void)m;
  return OK;
}
int NAME(SetTime)(void* m, double t) {
  (void)m, (void)t;
  return OK;
}
int NAME(SetContinuousStates)(void* m, const double* x, size_t n) {
  for (size_t i = 0; i < n; ++i) ((MODEL*)m)->x[i] = x[i];
  return OK;
}
int NAME(GetContinuousStates)(void* m, double* x, size_t n) {
  for (size_t i = 0; i < n; ++i) x[i] = ((MODEL*)m)->x[i];
  return OK;
}
#ifdef FMI3
int fmi3GetContinuousStateDerivatives(void* m, double* x, size_t n)
#else
int fmi2GetDerivatives(void* m, double* x, size_t n)
#endif
{
  for (size_t i = 0; i < n; ++i) x[i] = value(m, 2, (int)i);
  return OK;
}

/* Derivatives of others or by others are not known. */
static int along(const MODEL* m, const unsigned* unknowns, size_t nUnknowns, const unsigned* knowns,
                 size_t nKnowns, const double* seed, double* change) {
  for (size_t k = 0; k < nUnknowns; ++k) {
    if (unknowns[k] != 2 && unknowns[k] != 4) return ERROR;
    for (int i = 0; i < N; ++i) {
      change[k * N + (size_t)i] = 0;
      for (size_t j = 0; j < nKnowns; ++j) {
        if (knowns[j] != 1 && knowns[j] != 3) return ERROR;
        change[k * N + (size_t)i] += slope(m, unknowns[k], knowns[j], i) * seed[j * N + (size_t)i];
      }
    }
  }
  return OK;
}

#ifdef FMI3
int fmi3SetFloat64(void* p, const unsigned* r, size_t nr, const double* v, size_t n) {
  if (nr != 1 || *r != 3 || n != N) return ERROR;
  for (int i = 0; i < N; ++i) ((MODEL*)p)->u[i] = v[i];
  return OK;
}
int fmi3GetFloat64(void* p, const unsigned* r, size_t nr, double* v, size_t n) {
  if (nr != 1 || n != N) return ERROR;
  for (int i = 0; i < N; ++i) v[i] = value(p, *r, i);
  return OK;
}
int fmi3GetDirectionalDerivative(void* m, const unsigned* unknowns, size_t nUnknowns,
                                 const unsigned* knowns, size_t nKnowns, const double* seed,
                                 size_t nSeed, double* change, size_t nChange) {
  if (nSeed != N * nKnowns || nChange != N * nUnknowns) return ERROR;
  return along(m, unknowns, nUnknowns, knowns, nKnowns, seed, change);
}
#else
int fmi2SetReal(void* p, const unsigned* r, size_t n, const double* v) {
  for (size_t k = 0; k < n; ++k) {
    if (r[k] != 3) return ERROR;
    ((MODEL*)p)->u[0] = v[k];
  }
  return OK;
}
int fmi2GetReal(void* p, const unsigned* r, size_t n, double* v) {
  for (size_t k = 0; k < n; ++k) v[k] = value(p, r[k], 0);
  return OK;
}
int fmi2GetDirectionalDerivative(void* m, const unsigned* unknowns, size_t nUnknowns,
                                 const unsigned* knowns, size_t nKnowns, const double* seed,
                                 double* change) {
  return along(m, unknowns, nUnknowns, knowns, nKnowns, seed, change);
}
#endif
