/* Material for external/ cases: called by models through annotation(Include = ...). */
#include "filters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double scaled(double x, int n) {
  return x * n;
}

/* y = A x for a row-major matrix */
void product(const double* a, size_t rows, size_t columns, const double* x, size_t length,
             double* y, size_t size) {
  size_t i, j;
  if (length != columns || size != rows)
    ModelicaFormatError("%d columns and %d elements", (int)columns, (int)length);
  for (i = 0; i < rows; ++i) {
    y[i] = 0;
    for (j = 0; j < columns; ++j) y[i] += a[i * columns + j] * x[j];
  }
}

void divide(int a, int b, int* quotient, int* rest) {
  if (b == 0) ModelicaError("division of an Integer by zero");
  *quotient = a / b;
  *rest = a % b;
}

const char* joined(const char* a, const char* b) {
  char* text = ModelicaAllocateString(strlen(a) + strlen(b));
  strcpy(text, a);
  strcat(text, b);
  return text;
}

void* counter_new(const char* name, double start) {
  double* state = malloc(sizeof(double));
  (void)name;
  *state = start;
  return state;
}
double counter_next(void* object, double x) {
  return *(double*)object + x;
}
void counter_free(void* object) {
  const char* file = getenv("FORMOLA_TEST_LOG");
  FILE* log = file ? fopen(file, "a") : NULL;
  if (log) {
    fprintf(log, "freed %g\n", *(double*)object);
    fclose(log);
  }
  free(object);
}
