/* One model, translated once, in four threads with different parameters; one of them is cancelled.
 * cc -std=c11 four_threads.c -lformola -lpthread -lm -o four_threads && ./four_threads */
#include <formola/formola.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>

static const char* kModel =
    "model Decay\n  parameter Real rate = 1;\n  Real x(start = 1, fixed = true);\n"
    "equation\n  der(x) = -rate*x;\nend Decay;\n";

typedef struct Job {
  formola_run* run;
  double rate, stop, last;
  formola_status status;
} Job;

static void* work(void* argument) {
  Job* job = argument;
  formola_options options = FORMOLA_INIT(formola_options);
  formola_signal x = FORMOLA_INIT(formola_signal);
  options.stop = &job->stop;
  options.method = "inline:bdf";
  job->status = formola_run_set(job->run, "rate", job->rate);
  if (job->status == FORMOLA_OK) job->status = formola_run_simulate(job->run, &options);
  if (job->status == FORMOLA_OK) job->status = formola_run_signal(job->run, "x", &x);
  if (job->status == FORMOLA_OK)
    job->last = x.sign * x.data[(formola_run_row_count(job->run) - 1) * x.stride];
  return NULL;
}

int main(void) {
  formola_session* session = formola_session_new();
  formola_model* model = NULL;
  pthread_t threads[4];
  Job jobs[4];
  int wrong = 0;
  formola_session_load_text(session, "decay.mo", kModel);
  if (formola_translate(session, "Decay", NULL, &model) != FORMOLA_OK) {
    fprintf(stderr, "%s", formola_model_diagnostic_text(model));
    return 1;
  }
  for (int i = 0; i < 4; ++i) {
    jobs[i] = (Job){formola_run_new(model), 0.5 * (i + 1), 1.0, 0.0, FORMOLA_OK};
    if (i == 3) formola_run_cancel(jobs[i].run);
    pthread_create(&threads[i], NULL, work, &jobs[i]);
  }
  for (int i = 0; i < 4; ++i) {
    pthread_join(threads[i], NULL);
    printf("rate %g: status %d, x(1) = %.4f\n", jobs[i].rate, (int)jobs[i].status, jobs[i].last);
    wrong += i < 3 ? fabs(jobs[i].last - exp(-jobs[i].rate)) > 1e-4
                   : jobs[i].status != FORMOLA_CANCELLED;
    formola_run_free(jobs[i].run);
  }
  printf("translations: %d\n", (int)formola_model_translations(model));
  wrong += formola_model_translations(model) != 1;
  formola_model_free(model);
  formola_session_free(session);
  return wrong;
}
