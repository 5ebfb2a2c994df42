/* The binary of an FMU of FMI 2.0 that misbehaves: what it does wrong is chosen by macros.
 *   CRASH, HANG, ABORT   at the first fmi2GetDerivatives
 *   REFUSE               fmi2Instantiate gives nothing
 *   FAIL_INITIAL         fmi2ExitInitializationMode answers error, with a message
 *   NOT_A_NUMBER         derivatives are no numbers
 *   ENDLESS_EVENT        event mode never ends
 *   NO_DERIVATIVES       a function is missing
 *   FAIL_STEP            fmi2DoStep answers error
 *   STUCK_STEP           fmi2DoStep does not get on */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef void Logger(void*, const char*, int, const char*, const char*, ...);
typedef struct {
  Logger* logger;
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void* finished;
  void* environment;
} Callbacks;
typedef struct {
  int again, terminate, nominals, states, defined;
  double next;
} Info;

static double x = 1;
static const Callbacks* callbacks;

void* fmi2Instantiate(const char* name, int kind, const char* token, const char* resources,
                      const Callbacks* given, int visible, int logging) {
  (void)name, (void)kind, (void)token, (void)resources, (void)visible, (void)logging;
  callbacks = given;
#ifdef REFUSE
  given->logger(given->environment, name, 3, "error", "the token %s is not mine", token);
  return NULL;
#else
  return &x;
#endif
}
void fmi2FreeInstance(void* c) {
  (void)c;
}
int fmi2SetupExperiment(void* c, int d, double t, double s, int e, double p) {
  (void)c, (void)d, (void)t, (void)s, (void)e, (void)p;
  return 0;
}
int fmi2EnterInitializationMode(void* c) {
  (void)c;
  return 0;
}
int fmi2ExitInitializationMode(void* c) {
  (void)c;
#ifdef FAIL_INITIAL
  callbacks->logger(callbacks->environment, "x", 3, "error", "no solution for %d unknowns", 7);
  return 3;
#else
  return 0;
#endif
}
int fmi2Terminate(void* c) {
  (void)c;
  return 0;
}
int fmi2GetReal(void* c, const unsigned* r, size_t n, double* v) {
  (void)c;
  for (size_t i = 0; i < n; ++i) v[i] = r[i] == 0 ? x : -x;
  return 0;
}
int fmi2SetReal(void* c, const unsigned* r, size_t n, const double* v) {
  (void)c, (void)r, (void)n, (void)v;
  return 0;
}
int fmi2GetInteger(void* c, const unsigned* r, size_t n, int* v) {
  (void)c, (void)r, (void)n, (void)v;
  return 0;
}
int fmi2GetBoolean(void* c, const unsigned* r, size_t n, int* v) {
  (void)c, (void)r, (void)n, (void)v;
  return 0;
}
int fmi2SetInteger(void* c, const unsigned* r, size_t n, const int* v) {
  (void)c, (void)r, (void)n, (void)v;
  return 0;
}
int fmi2SetBoolean(void* c, const unsigned* r, size_t n, const int* v) {
  (void)c, (void)r, (void)n, (void)v;
  return 0;
}
int fmi2SetString(void* c, const unsigned* r, size_t n, const char* const* v) {
  (void)c, (void)r, (void)n, (void)v;
  return 0;
}
int fmi2EnterEventMode(void* c) {
  (void)c;
  return 0;
}
int fmi2EnterContinuousTimeMode(void* c) {
  (void)c;
  return 0;
}
int fmi2NewDiscreteStates(void* c, Info* info) {
  (void)c;
#ifdef ENDLESS_EVENT
  info->again = 1;
#else
  info->again = 0;
#endif
  info->terminate = info->nominals = info->states = info->defined = 0;
  return 0;
}
int fmi2CompletedIntegratorStep(void* c, int p, int* e, int* t) {
  (void)c, (void)p;
  *e = *t = 0;
  return 0;
}
int fmi2SetTime(void* c, double t) {
  (void)c, (void)t;
  return 0;
}
int fmi2SetContinuousStates(void* c, const double* v, size_t n) {
  (void)c;
  if (n == 1) x = v[0];
  return 0;
}
int fmi2GetContinuousStates(void* c, double* v, size_t n) {
  (void)c;
  if (n == 1) v[0] = x;
  return 0;
}
#ifndef NO_DERIVATIVES
int fmi2GetDerivatives(void* c, double* v, size_t n) {
  (void)c;
#ifdef CRASH
  *(volatile int*)NULL = 1;
#endif
#ifdef ABORT
  abort();
#endif
#ifdef HANG
  fputs("hangs\n", stderr);
  for (volatile int i = 0;; i = 1 - i) {
  }
#endif
  for (size_t i = 0; i < n; ++i) v[i] = -x;
#ifdef NOT_A_NUMBER
  v[0] = NAN;
#endif
  return 0;
}
#endif
int fmi2GetEventIndicators(void* c, double* z, size_t n) {
  (void)c, (void)z, (void)n;
  return 0;
}
int fmi2GetNominalsOfContinuousStates(void* c, double* v, size_t n) {
  (void)c;
  for (size_t i = 0; i < n; ++i) v[i] = 0; /* wrong, but no harm */
  return 0;
}
int fmi2DoStep(void* c, double t, double h, int p) {
  (void)c, (void)t, (void)p;
#ifdef FAIL_STEP
  return 3;
#endif
#ifdef STUCK_STEP
  return 2;
#endif
  x *= exp(-h);
  return 0;
}
