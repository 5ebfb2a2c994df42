/* An FMU of FMI 3.0 for model exchange with arrays and other types: der(x) = K u, y = x + gain*u +
   offset, n = -2 m + shift at events. Written by the standard. Value references: 1 u[2], 2 y[2], 3
   x[2], 4 der(x)[2], 5 K[2,2], 6 gain (Float32), 7 m (Int8), 8 n (Int64), 9 shift (Int64), 10
   offset (Float32). */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double u[2], x[2], k[4];
  float gain, offset;
  int8_t m;
  int64_t n, shift;
} MODEL;

enum { OK, ERROR = 3 };

void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* place,
                                   bool visible, bool logging, void* environment, void* log) {
  MODEL* m = calloc(1, sizeof *m);
  (void)name, (void)token, (void)place, (void)visible, (void)logging, (void)environment, (void)log;
  m->k[0] = m->k[3] = m->gain = 1;
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
  ((MODEL*)m)->n = -2 * ((MODEL*)m)->m + ((MODEL*)m)->shift;
  return OK;
}
int fmi3EnterEventMode(void* m) {
  (void)m;
  return OK;
}
int fmi3EnterContinuousTimeMode(void* m) {
  (void)m;
  return OK;
}
int fmi3UpdateDiscreteStates(void* m, bool* a, bool* b, bool* c, bool* d, bool* e, double* f) {
  ((MODEL*)m)->n = -2 * ((MODEL*)m)->m + ((MODEL*)m)->shift;
  *a = *b = *c = *d = *e = false;
  *f = 0;
  return OK;
}
int fmi3SetTime(void* m, double t) {
  (void)m, (void)t;
  return OK;
}
int fmi3SetContinuousStates(void* m, const double* x, size_t n) {
  memcpy(((MODEL*)m)->x, x, n * sizeof *x);
  return OK;
}
int fmi3GetContinuousStates(void* m, double* x, size_t n) {
  memcpy(x, ((MODEL*)m)->x, n * sizeof *x);
  return OK;
}
int fmi3GetContinuousStateDerivatives(void* p, double* d, size_t n) {
  const MODEL* m = p;
  size_t i;
  for (i = 0; i < n; ++i) d[i] = m->k[2 * i] * m->u[0] + m->k[2 * i + 1] * m->u[1];
  return OK;
}
int fmi3SetFloat64(void* p, const uint32_t* r, size_t nr, const double* v, size_t n) {
  MODEL* m = p;
  if (nr == 1 && *r == 1 && n == 2)
    memcpy(m->u, v, sizeof m->u);
  else if (nr == 1 && *r == 5 && n == 4)
    memcpy(m->k, v, sizeof m->k);
  else
    return ERROR;
  return OK;
}
int fmi3GetFloat64(void* p, const uint32_t* r, size_t nr, double* v, size_t n) {
  const MODEL* m = p;
  size_t i;
  if (nr != 1 || *r != 2 || n != 2) return ERROR;
  for (i = 0; i < n; ++i) v[i] = m->x[i] + m->gain * m->u[i] + m->offset;
  return OK;
}
int fmi3SetFloat32(void* p, const uint32_t* r, size_t nr, const float* v, size_t n) {
  if (nr != 1 || (*r != 6 && *r != 10) || n != 1) return ERROR;
  *(*r == 6 ? &((MODEL*)p)->gain : &((MODEL*)p)->offset) = *v;
  return OK;
}
int fmi3SetInt8(void* p, const uint32_t* r, size_t nr, const int8_t* v, size_t n) {
  if (nr != 1 || *r != 7 || n != 1) return ERROR;
  ((MODEL*)p)->m = *v;
  return OK;
}
int fmi3SetInt64(void* p, const uint32_t* r, size_t nr, const int64_t* v, size_t n) {
  if (nr != 1 || *r != 9 || n != 1) return ERROR;
  ((MODEL*)p)->shift = *v;
  return OK;
}
int fmi3GetInt64(void* p, const uint32_t* r, size_t nr, int64_t* v, size_t n) {
  if (nr != 1 || *r != 8 || n != 1) return ERROR;
  *v = ((MODEL*)p)->n;
  return OK;
}
