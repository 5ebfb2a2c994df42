/* An FMU for model exchange that lives on the ends of steps: der(x) = 1; after the first step that
   ends with x >= 1 it wants an event, in which x becomes 1 + 3 (time - 1) and der(x) = 3; after one
   with x >= 4 it wants the end, and after one with x >= `weak` it fails. `sum` is the integral of
   the input u by trapezoids between the ends of steps, `steps` their number. Ends that go back, or
   in event mode, are an error. Version 2.0, or 3.0 with -DFMI3. Written by the standard. Value
   references: 1 x, 2 der(x), 3 u, 4 sum, 5 steps, 6 weak. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef FMI3
#define NAME(x) fmi3##x

typedef bool BOOLEAN;
#else
#define NAME(x) fmi2##x

typedef int BOOLEAN;
#endif

typedef struct {
  double time, x, u, sum, steps, weak;
  double last, lastInput;
  bool fast, continuous;
} MODEL;

enum { OK, ERROR = 3 };

static MODEL* made(void) {
  MODEL* m = calloc(1, sizeof *m);
  m->weak = 100;
  return m;
}
static double* place(MODEL* m, unsigned reference) {
  double* const places[] = {&m->x, 0, &m->u, &m->sum, &m->steps, &m->weak};
  return reference >= 1 && reference <= 6 && reference != 2 ? places[reference - 1] : 0;
}
static int start(MODEL* m, double time) {
  m->time = m->last = time;
  return OK;
}

#ifdef FMI3
void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* place,
                                   bool visible, bool logging, void* environment, void* log) {
  (void)name, (void)token, (void)place, (void)visible, (void)logging, (void)environment, (void)log;
  return made();
}
int fmi3EnterInitializationMode(void* m, bool a, double b, double time, bool d, double e) {
  (void)a, (void)b, (void)d, (void)e;
  return start(m, time);
}
#else
void* fmi2Instantiate(const char* name, int kind, const char* token, const char* place,
                      const void* callbacks, int visible, int logging) {
  (void)name, (void)kind, (void)token, (void)place, (void)callbacks, (void)visible, (void)logging;
  return made();
}
int fmi2SetupExperiment(void* m, int a, double b, double time, int d, double e) {
  (void)a, (void)b, (void)d, (void)e;
  return start(m, time);
}
int fmi2EnterInitializationMode(void* m) {
  (void)m;
  return OK;
}
#endif

/* True if the state is another one. */
static bool update(MODEL* m) {
  const bool first = !m->fast && m->x >= 1;
  if (first) m->x = 1 + 3 * (m->time - 1), m->fast = true;
  m->last = m->time, m->lastInput = m->u;
  return first;
}
#ifdef FMI3
int fmi3UpdateDiscreteStates(void* m, bool* again, bool* end, bool* nominals, bool* states,
                             bool* defined, double* next) {
  *again = *end = *nominals = *defined = false;
  *next = 0;
  *states = update(m);
  return OK;
}
#else
typedef struct {
  int again, terminate, nominals, states, nextDefined;
  double next;
} EVENT;
int fmi2NewDiscreteStates(void* m, EVENT* event) {
  const EVENT none = {0, 0, 0, 0, 0, 0};
  *event = none;
  event->states = update(m);
  return OK;
}
#endif

int NAME(CompletedIntegratorStep)(void* p, BOOLEAN setsNone, BOOLEAN* event, BOOLEAN* end) {
  MODEL* m = p;
  (void)setsNone;
  if (!m->continuous || m->time < m->last || m->x >= m->weak) return ERROR;
  m->steps += 1;
  m->sum += (m->time - m->last) * (m->u + m->lastInput) / 2;
  m->last = m->time, m->lastInput = m->u;
  *event = !m->fast && m->x >= 1;
  *end = m->x >= 4;
  return OK;
}

void NAME(FreeInstance)(void* m) {
  free(m);
}
int NAME(ExitInitializationMode)(void* m) {
  (void)m;
  return OK;
}
int NAME(EnterEventMode)(void* m) {
  ((MODEL*)m)->continuous = false;
  return OK;
}
int NAME(EnterContinuousTimeMode)(void* m) {
  ((MODEL*)m)->continuous = true;
  return OK;
}
int NAME(SetTime)(void* m, double t) {
  ((MODEL*)m)->time = t;
  return OK;
}
int NAME(SetContinuousStates)(void* m, const double* x, size_t n) {
  if (n != 1) return ERROR;
  ((MODEL*)m)->x = *x;
  return OK;
}
int NAME(GetContinuousStates)(void* m, double* x, size_t n) {
  if (n != 1) return ERROR;
  *x = ((MODEL*)m)->x;
  return OK;
}
#ifdef FMI3
int fmi3GetContinuousStateDerivatives(void* m, double* x, size_t n)
#else
int fmi2GetDerivatives(void* m, double* x, size_t n)
#endif
{
  if (n != 1) return ERROR;
  *x = ((MODEL*)m)->fast ? 3 : 1;
  return OK;
}

static int set(MODEL* m, const unsigned* r, size_t n, const double* v) {
  for (size_t k = 0; k < n; ++k) {
    double* const at = place(m, r[k]);
    if (!at) return ERROR;
    *at = v[k];
  }
  return OK;
}
static int get(MODEL* m, const unsigned* r, size_t n, double* v) {
  for (size_t k = 0; k < n; ++k) {
    const double* const at = place(m, r[k]);
    if (!at) return ERROR;
    v[k] = *at;
  }
  return OK;
}
#ifdef FMI3
int fmi3SetFloat64(void* m, const unsigned* r, size_t n, const double* v, size_t values) {
  return n == values ? set(m, r, n, v) : ERROR;
}
int fmi3GetFloat64(void* m, const unsigned* r, size_t n, double* v, size_t values) {
  return n == values ? get(m, r, n, v) : ERROR;
}
#else
int fmi2SetReal(void* m, const unsigned* r, size_t n, const double* v) {
  return set(m, r, n, v);
}
int fmi2GetReal(void* m, const unsigned* r, size_t n, double* v) {
  return get(m, r, n, v);
}
#endif
