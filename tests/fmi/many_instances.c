/* many_instances threads COUNT | resets COUNT: instances of the FMU of Models.Ball (FMI 2.0), whose
   C text is compiled together with this, in eight threads against one after the other; and an
   instance that is reset again and again. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

typedef struct Callbacks {
  void (*logger)(void*, const char*, int, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*finished)(void*, int);
  void* environment;
} Callbacks;

void* fmi2Instantiate(const char*, int, const char*, const char*, const Callbacks*, int, int);
void fmi2FreeInstance(void*);
int fmi2SetupExperiment(void*, int, double, double, int, double);
int fmi2EnterInitializationMode(void*);
int fmi2ExitInitializationMode(void*);
int fmi2SetReal(void*, const unsigned*, size_t, const double*);
int fmi2GetReal(void*, const unsigned*, size_t, double*);
int fmi2DoStep(void*, double, double, int);
int fmi2Reset(void*);

enum { THREADS = 8, STEPS = 30 };

typedef struct Run {
  double height, result;
  int failed;
} Run;

static const char* token;
static unsigned height, position;
static Run* runs;
static int count;

static void say(void* environment, const char* name, int status, const char* category,
                const char* text, ...) {
  (void)environment;
  (void)category;
  fprintf(stderr, "%s: %d %s\n", name, status, text);
}

static const Callbacks callbacks = {say, calloc, free, 0, 0};

static int simulate(void* c, Run* run, int steps) {
  int i, failed = fmi2SetupExperiment(c, 0, 0, 0, 0, 0) ||
                  fmi2SetReal(c, &height, 1, &run->height) || fmi2EnterInitializationMode(c) ||
                  fmi2ExitInitializationMode(c);
  for (i = 0; i < steps && !failed; ++i) failed = fmi2DoStep(c, 0.05 * i, 0.05, 1);
  return failed || fmi2GetReal(c, &position, 1, &run->result);
}

static void* work(void* first) {
  int i;
  for (i = (int)(size_t)first; i < count; i += THREADS) {
    void* c = fmi2Instantiate("one of many", 1, token, "", &callbacks, 0, 0);
    runs[i].failed = !c || simulate(c, &runs[i], STEPS);
    if (c) fmi2FreeInstance(c);
  }
  return 0;
}

static int threads(void) {
  pthread_t thread[THREADS];
  double* alone = calloc((size_t)count, sizeof *alone);
  int i, bad = 0;
  for (i = 0; i < THREADS; ++i) work((void*)(size_t)i);
  for (i = 0; i < count; ++i) {
    bad |= runs[i].failed;
    alone[i] = runs[i].result;
    runs[i].result = 0;
  }
  for (i = 0; i < THREADS; ++i) pthread_create(&thread[i], 0, work, (void*)(size_t)i);
  for (i = 0; i < THREADS; ++i) pthread_join(thread[i], 0);
  for (i = 0; i < count; ++i)
    bad |= runs[i].failed || memcmp(&runs[i].result, &alone[i], sizeof(double)) != 0;
  free(alone);
  printf("%d instances: %s\n", count, bad ? "different" : "equal");
  return bad;
}

static size_t inUse(void) {
#ifdef __GLIBC__
  return mallinfo2().uordblks;
#else
  return 0;
#endif
}

static int resets(void) {
  void* c = fmi2Instantiate("reset", 1, token, "", &callbacks, 0, 0);
  Run run = {1.5, 0, 0};
  double first;
  size_t before;
  long more;
  int i, failed = !c || simulate(c, &run, 1);
  first = run.result;
  before = inUse();
  for (i = 0; i < count && !failed; ++i)
    failed = fmi2Reset(c) || simulate(c, &run, 1) || run.result != first;
  more = (long)(inUse() - before);
  printf("%d resets: %s, %ld bytes more\n", count, failed ? "different" : "equal", more);
  fmi2FreeInstance(c);
  return failed || more != 0;
}

int main(int argc, char** argv) {
  int i;
  if (argc != 6) return 2;
  count = atoi(argv[2]);
  token = argv[3];
  height = (unsigned)atoi(argv[4]);
  position = (unsigned)atoi(argv[5]);
  runs = calloc((size_t)count, sizeof *runs);
  for (i = 0; i < count; ++i) runs[i].height = 0.5 + 0.03125 * i;
  i = strcmp(argv[1], "resets") == 0 ? resets() : threads();
  free(runs);
  return i;
}
