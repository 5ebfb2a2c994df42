/* Runs of the six-axis robot with different load masses by the C interface; see bench/ensemble. */
#define _POSIX_C_SOURCE 199309L
#include <formola/formola.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char** argv) {
  const int runs = argc > 1 ? atoi(argv[1]) : 1000;
  const char* method = argc > 2 ? argv[2] : "inline:bdf";
  const char* modifiers[] = {"friction=false"};
  formola_session* session = formola_session_new();
  formola_model* model = NULL;
  formola_translation translation = FORMOLA_INIT(formola_translation);
  formola_options options = FORMOLA_INIT(formola_options);
  formola_statistics statistics = FORMOLA_INIT(formola_statistics);
  double begin = now(), all, integration = 0, initialisation = 0;
  translation.modifiers = modifiers;
  translation.modifier_count = 1;
  options.method = method;
  options.filter = "^mechanics\\.j[1-6]\\.phi$";
  if (formola_translate(session, "Formola.Examples.Robot.R3Robot66", &translation, &model) !=
      FORMOLA_OK) {
    fprintf(stderr, "%s", formola_model_diagnostic_text(model));
    return 1;
  }
  printf("translation %.3f s\n", now() - begin);
  formola_run* run = formola_run_new(model);
  for (int i = -1; i < runs; ++i) { /* the first run makes the code for the method */
    if (i == 0) begin = now();
    if (formola_run_set(run, "mechanics.load.m", 5 + 0.02 * i) != FORMOLA_OK ||
        formola_run_simulate(run, &options) != FORMOLA_OK) {
      fprintf(stderr, "%s\n", formola_run_message(run));
      return 1;
    }
    formola_run_statistics(run, &statistics);
    if (i < 0) continue;
    integration += statistics.seconds_simulate;
    initialisation += statistics.seconds_initialize;
  }
  all = now() - begin;
  printf("%d runs by %s, %d translation(s)\n", runs, method,
         (int)formola_model_translations(model));
  printf(
      "per run: %.3f ms, of these integration %.3f ms, initialisation %.3f ms, the rest %.3f ms\n",
      1e3 * all / runs, 1e3 * integration / runs, 1e3 * initialisation / runs,
      1e3 * (all - integration - initialisation) / runs);
  formola_run_free(run);
  formola_model_free(model);
  formola_session_free(session);
  return 0;
}
