/* Runs an FMU of FMI 2.0 as co-simulation: step_fmu LIBRARY TOKEN STOP STEP REFERENCE... prints the
   Reals at the end. For machines that Python is not at hand for; declarations as in the standard.
 */
#include <stdio.h>
#include <stdlib.h>

#ifdef _WIN32
#include <windows.h>
static void* open_library(const char* path) {
  return (void*)LoadLibraryA(path);
}
static void* find(void* library, const char* name) {
  return (void*)GetProcAddress((HMODULE)library, name);
}
#else
#include <dlfcn.h>
static void* open_library(const char* path) {
  return dlopen(path, RTLD_NOW);
}
static void* find(void* library, const char* name) {
  return dlsym(library, name);
}
#endif

typedef struct {
  void (*logger)(void*, const char*, int, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*finished)(void*, int);
  void* environment;
} CALLBACKS;

static void say(void* e, const char* name, int status, const char* category, const char* format,
                ...) {
  (void)e, (void)name, (void)category;
  fprintf(stderr, "status %d: %s\n", status, format);
}

int main(int argc, char** argv) {
  const CALLBACKS callbacks = {say, calloc, free, 0, 0};
  void *library = argc > 5 ? open_library(argv[1]) : 0, *instance;
  double time = 0, stop, step;
  int i;
  void* (*instantiate)(const char*, int, const char*, const char*, const CALLBACKS*, int, int);
  int (*setup)(void*, int, double, double, int, double), (*enter)(void*), (*leave)(void*);
  int (*do_step)(void*, double, double, int), (*get)(void*, const unsigned*, size_t, double*);
  void (*release)(void*);
  if (!library) return 2;
  *(void**)&instantiate = find(library, "fmi2Instantiate");
  *(void**)&setup = find(library, "fmi2SetupExperiment");
  *(void**)&enter = find(library, "fmi2EnterInitializationMode");
  *(void**)&leave = find(library, "fmi2ExitInitializationMode");
  *(void**)&do_step = find(library, "fmi2DoStep");
  *(void**)&get = find(library, "fmi2GetReal");
  *(void**)&release = find(library, "fmi2FreeInstance");
  if (!instantiate || !setup || !enter || !leave || !do_step || !get || !release) return 3;
  stop = atof(argv[3]);
  step = atof(argv[4]);
  instance = instantiate("x", 1, argv[2], "file:///", &callbacks, 0, 0);
  if (!instance || setup(instance, 0, 0, 0, 0, 0) || enter(instance) || leave(instance)) return 4;
  for (i = 0; time < stop - step / 2; time = ++i * step)
    if (do_step(instance, time, step, 1)) return 5;
  for (i = 5; i < argc; ++i) {
    const unsigned reference = (unsigned)atoi(argv[i]);
    double value = 0;
    if (get(instance, &reference, 1, &value)) return 6;
    printf("%.17g\n", value);
  }
  release(instance);
  return 0;
}
