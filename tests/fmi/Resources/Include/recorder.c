#include "recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double first, letters;
} RECORDER;

/* Beginnings and ends are written down where the test looks for them. */
static void note(const char* what) {
  const char* path = getenv("RECORDER_NOTES");
  FILE* file = path ? fopen(path, "a") : 0;
  if (!file) return;
  fprintf(file, "%s\n", what);
  fclose(file);
}

void* recorder_begin(const char* name, double first) {
  RECORDER* r = malloc(sizeof *r);
  r->first = first;
  r->letters = (double)strlen(name);
  note("begin");
  return r;
}

void recorder_end(void* recorder) {
  note("end");
  free(recorder);
}

double recorder_ask(void* recorder, double u) {
  const RECORDER* r = recorder;
  return u * r->first / r->letters;
}
