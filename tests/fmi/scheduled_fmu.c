/* An FMU of FMI 3.0 for scheduled execution, written by the standard. Clocks: 1 every 1/4, 2 with
   an interval (0.3) and a shift (0.1) that only the binary tells, 3 triggered from outside, 4 a
   countdown of 1/16 that every second tick of 1 starts, 5 whose interval, 0.1 at first, is 0.1
   longer after each tick, 6 an output that ticks with every third tick of 1. Values: 10 + k counts
   the ticks of clock k (6: its own), 20 is the input u, 21 the sum of u at the ticks of 2, 22 the
   digits of the clocks of the last instant in the order of their activations. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  void* environment;
  void (*update)(void*);
  int32_t ticks[7], order;
  double time, u, sum, interval;
  int countdown, ticked;
} MODEL;

enum { OK, ERROR = 3 };
enum { UNCHANGED = 1, CHANGED = 2 };

void* fmi3InstantiateScheduledExecution(const char* name, const char* token, const char* place,
                                        bool visible, bool logging, void* environment, void* log,
                                        void (*update)(void*), void (*lock)(void),
                                        void (*unlock)(void)) {
  MODEL* m = calloc(1, sizeof *m);
  (void)name, (void)token, (void)place, (void)visible, (void)logging, (void)log;
  lock();
  unlock();
  m->environment = environment;
  m->update = update;
  m->time = -1;
  m->interval = 0.1;
  return m;
}
void fmi3FreeInstance(void* m) {
  free(m);
}
int fmi3EnterInitializationMode(void* m, bool a, double b, double c, bool d, double e) {
  (void)m, (void)a, (void)b, (void)c, (void)d, (void)e;
  return OK;
}
int fmi3ExitInitializationMode(void* m) {
  (void)m;
  return OK;
}
int fmi3ActivateModelPartition(void* p, uint32_t clock, double time) {
  MODEL* m = p;
  if (clock < 1 || clock > 5) return ERROR;
  if (time != m->time) m->order = 0;
  m->time = time;
  m->order = 10 * m->order + (int32_t)clock;
  ++m->ticks[clock];
  if (clock == 2) m->sum += m->u;
  if (clock == 5) m->interval += 0.1;
  if (clock != 1) return OK;
  m->countdown = m->ticks[1] % 2 == 0;
  m->ticked = m->ticks[1] % 3 == 0;
  m->ticks[6] += m->ticked;
  if (m->countdown || m->ticked) m->update(m->environment);
  return OK;
}
int fmi3GetClock(void* p, const uint32_t* r, size_t n, bool* v) {
  MODEL* m = p;
  if (n != 1 || *r != 6) return ERROR;
  *v = m->ticked;
  m->ticked = 0;
  return OK;
}
int fmi3GetIntervalDecimal(void* p, const uint32_t* r, size_t n, double* v, int* q) {
  MODEL* m = p;
  if (n != 1 || (*r != 2 && *r != 4 && *r != 5)) return ERROR;
  *q = *r == 4 && !m->countdown ? UNCHANGED : CHANGED;
  if (*q == CHANGED) *v = *r == 2 ? 0.3 : *r == 4 ? 1.0 / 16 : m->interval;
  if (*r == 4) m->countdown = 0;
  return OK;
}
int fmi3GetShiftDecimal(void* p, const uint32_t* r, size_t n, double* v) {
  (void)p;
  if (n != 1) return ERROR;
  *v = *r == 2 ? 0.1 : 0;
  return OK;
}
int fmi3SetFloat64(void* p, const uint32_t* r, size_t nr, const double* v, size_t n) {
  if (nr != 1 || n != 1 || *r != 20) return ERROR;
  ((MODEL*)p)->u = *v;
  return OK;
}
int fmi3GetFloat64(void* p, const uint32_t* r, size_t nr, double* v, size_t n) {
  const MODEL* m = p;
  size_t i;
  if (nr != n) return ERROR;
  for (i = 0; i < n; ++i) v[i] = r[i] == 20 ? m->u : m->sum;
  return OK;
}
int fmi3GetInt32(void* p, const uint32_t* r, size_t nr, int32_t* v, size_t n) {
  const MODEL* m = p;
  size_t i;
  if (nr != n) return ERROR;
  for (i = 0; i < n; ++i) v[i] = r[i] == 22 ? m->order : m->ticks[r[i] - 10];
  return OK;
}
int fmi3Terminate(void* m) {
  (void)m;
  return OK;
}

/* What an importer looks for, and this model has none of. */
#define NONE(NAME)       \
  int fmi3##NAME(void) { \
    return ERROR;        \
  }
NONE(SetInt32)
NONE(GetFloat32)
NONE(SetFloat32)
NONE(GetInt8)
NONE(SetInt8)
NONE(GetUInt8)
NONE(SetUInt8)
NONE(GetInt16)
NONE(SetInt16)
NONE(GetUInt16)
NONE(SetUInt16)
NONE(GetUInt32)
NONE(SetUInt32)
NONE(GetInt64)
NONE(SetInt64)
NONE(GetUInt64)
NONE(SetUInt64)
NONE(GetBoolean)
NONE(SetBoolean)
NONE(SetString)
NONE(EnterConfigurationMode)
NONE(ExitConfigurationMode)
NONE(EnterEventMode)
NONE(UpdateDiscreteStates)
