/* The C interface of libformola.
 *
 *   formola_session   what is loaded: files, texts, folders of libraries
 *   formola_model     a model that was translated once; runs as often as one likes
 *   formola_run       one run of a model: values, options, then its results
 *
 * Rules. Nothing is global, nothing is printed, nothing ends the program. Functions that can fail
 * return a formola_status; the message is at the object it was asked of (formola_*_message). Texts
 * are UTF-8 and belong to the object that returned them: they stay until it is freed or, where that
 * is said, until the next call. A NULL object is refused with FORMOLA_USAGE_ERROR.
 *
 * Threads. A session and a run are used by one thread at a time. Any number of threads may use a
 * model, each with runs of its own. formola_run_cancel may be called from anywhere, also from the
 * handler of a signal. A model may be freed before its runs, a session before its models.
 *
 * Versions. What is here stays: functions are added, structures grow at their end only, which is
 * why each begins with its size; FORMOLA_INIT sets it.
 */
#ifndef FORMOLA_FORMOLA_H
#define FORMOLA_FORMOLA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(FORMOLA_BUILDING_LIBRARY)
#define FORMOLA_API __attribute__((visibility("default")))
#else
#define FORMOLA_API
#endif

/* All members zero but for the size. */
#ifdef __cplusplus
#define FORMOLA_INIT(type) (type{sizeof(type)})
#else
#define FORMOLA_INIT(type) ((type){.size = sizeof(type)})
#endif

typedef struct formola_session formola_session;
typedef struct formola_model formola_model;
typedef struct formola_run formola_run;
typedef struct formola_state formola_state;
typedef struct formola_linear formola_linear;

/* The first four have the numbers of the command line's exit statuses. */
typedef enum formola_status {
  FORMOLA_OK = 0,
  FORMOLA_MODEL_ERROR = 1,       /* the model is wrong: see its diagnostics */
  FORMOLA_USAGE_ERROR = 2,       /* the call is wrong: a name, an option, an order of calls */
  FORMOLA_SIMULATION_FAILED = 3, /* results up to there are kept */
  FORMOLA_CANCELLED = 4,         /* likewise */
  FORMOLA_OUT_OF_MEMORY = 5
} formola_status;

/* As "1.2.3". */
FORMOLA_API const char* formola_version(void);

/* ---- session */

/* NULL if there is no memory. */
FORMOLA_API formola_session* formola_session_new(void);
FORMOLA_API void formola_session_free(formola_session* session);
FORMOLA_API const char* formola_session_message(const formola_session* session);
/* A folder with libraries, looked at before those of MODELICAPATH. */
FORMOLA_API formola_status formola_session_add_library_path(formola_session* session,
                                                            const char* folder);
/* A file (.mo, .dym) or the folder of a library. It is read when a model is translated. */
FORMOLA_API formola_status formola_session_load(formola_session* session, const char* path);
/* Text as if it were a file of that name. A class takes the place of an earlier one. */
FORMOLA_API formola_status formola_session_load_text(formola_session* session, const char* name,
                                                     const char* text);

/* ---- translation */

typedef enum formola_speech {
  FORMOLA_SPEECH_TEXT,    /* Streams.print, with its line end */
  FORMOLA_SPEECH_MESSAGE, /* ModelicaMessage of an external function */
  FORMOLA_SPEECH_WARNING  /* ModelicaWarning */
} formola_speech;

typedef struct formola_translation {
  size_t size;
  const char* backend;          /* "llvm" or "interp"; NULL: native code if there is any */
  const char* const* modifiers; /* "name=value", as --set */
  size_t modifier_count;
  /* Whose foreign code, commands and changes of files are allowed, as --trust (docs/security.md): a
   * folder, a file, the name of a library, "all". Nobody is asked, and the user's trust file counts
   * only with use_trust_file = 1. */
  const char* const* trusted;
  size_t trusted_count;
  int32_t use_trust_file;
  /* What the model says while it is translated and while it runs, in the thread in which it does;
   * several may call at the same time. NULL: dropped. */
  void (*say)(void* context, formola_speech kind, const char* text);
  void* say_context;
} formola_translation;

/* Translates a model of the session; `name` may be NULL or "" where the files have one model that
 * can be simulated, `options` may be NULL. `model` gets an object in any case (but
 * FORMOLA_OUT_OF_MEMORY), since it holds the diagnostics. The code for a method is made by the
 * first run with it. */
FORMOLA_API formola_status formola_translate(formola_session* session, const char* name,
                                             const formola_translation* options,
                                             formola_model** model);
FORMOLA_API void formola_model_free(formola_model* model);
FORMOLA_API const char* formola_model_name(const formola_model* model);
FORMOLA_API const char* formola_model_message(const formola_model* model);

typedef enum formola_severity { FORMOLA_NOTE, FORMOLA_WARNING, FORMOLA_ERROR } formola_severity;

typedef struct formola_diagnostic {
  size_t size;
  formola_severity severity;
  const char* code;    /* "UnknownName": stable, for programs */
  const char* message; /* for people */
  const char* file;    /* "" where it has no place, then the numbers are 0 */
  uint32_t line, column, end_line, end_column; /* from 1; columns count code points */
  const char* instance;                        /* "a.b[2].c", or "" */
} formola_diagnostic;

/* Of the translation. Notes come behind what they belong to. */
FORMOLA_API size_t formola_model_diagnostic_count(const formola_model* model);
FORMOLA_API formola_status formola_model_diagnostic(const formola_model* model, size_t index,
                                                    formola_diagnostic* diagnostic);
/* All of them as the command line prints them. */
FORMOLA_API const char* formola_model_diagnostic_text(const formola_model* model);

typedef enum formola_type {
  FORMOLA_REAL,
  FORMOLA_INTEGER,
  FORMOLA_BOOLEAN,
  FORMOLA_STRING,
  FORMOLA_ENUMERATION
} formola_type;
typedef enum formola_variability {
  FORMOLA_CONSTANT,
  FORMOLA_PARAMETER,
  FORMOLA_DISCRETE,
  FORMOLA_CONTINUOUS
} formola_variability;
typedef enum formola_causality { FORMOLA_LOCAL, FORMOLA_INPUT, FORMOLA_OUTPUT } formola_causality;
/* How the value of a parameter, or the start value of a variable, can be changed. */
typedef enum formola_changeable {
  FORMOLA_NEVER,         /* constant, final, protected, or it has no start value */
  FORMOLA_AT_RUN,        /* the translated model takes it */
  FORMOLA_BY_TRANSLATION /* the structure or other values depend on it: the run translates again. Of
                            start values of Real variables the first one that is given does */
} formola_changeable;

typedef struct formola_variable {
  size_t size;
  const char* name; /* "a.b[2].x" */
  const char* description;
  const char* unit; /* "" where there is none, likewise the next one */
  const char* display_unit;
  formola_type type;
  formola_variability variability;
  formola_causality causality;
  formola_changeable changeable;
  int32_t is_state;  /* 1: integrated */
  int32_t has_value; /* 1: a parameter whose value, or a variable whose start, is known now */
  double value;      /* that value */
  double min, max, nominal; /* -HUGE_VAL, HUGE_VAL and 1 where they are not given */
} formola_variable;

FORMOLA_API size_t formola_model_variable_count(const formola_model* model);
FORMOLA_API formola_status formola_model_variable(const formola_model* model, size_t index,
                                                  formola_variable* variable);
/* The index of a variable, -1 if there is none. */
FORMOLA_API int64_t formola_model_find(const formola_model* model, const char* name);
/* What became of the equations, as `formola inspect --json` tells, with the formula of an inlined
 * method if one is named (else NULL); NULL: formola_model_message says why. The text stays until
 * the next call. One thread at a time. */
FORMOLA_API const char* formola_model_inspect(formola_model* model, const char* method);
/* How often the model was translated so far: once, and again for each set of values that asked for
 * it. Code for one more method does not count. */
FORMOLA_API uint64_t formola_model_translations(const formola_model* model);

/* ---- runs */

/* NULL if there is no memory, or the model has errors. */
FORMOLA_API formola_run* formola_run_new(formola_model* model);
FORMOLA_API void formola_run_free(formola_run* run);
/* What went wrong last, or a warning of the last simulation; "": nothing. */
FORMOLA_API const char* formola_run_message(const formola_run* run);

/* A parameter (Boolean 0 or 1, enumerations from 1), or the start value of a variable. It holds for
 * the simulations that follow. formola_variable.changeable says what that costs; a parameter that
 * changes its sign, or becomes zero, asks for a new translation too. */
FORMOLA_API formola_status formola_run_set(formola_run* run, const char* name, double value);
/* Any value as Modelica text: "name", "{1, 2}". The run translates again. */
FORMOLA_API formola_status formola_run_set_text(formola_run* run, const char* name,
                                                const char* value);
/* Back to the values of the translation, inputs too. */
FORMOLA_API formola_status formola_run_reset(formola_run* run);

/* ---- inputs of the model over time. formola_run_set gives an input a value that stays. What is
 * set here holds for the simulations that follow; while a run is stepped by hand, from its present
 * time on. */

typedef enum formola_interpolation {
  FORMOLA_LINEAR, /* an Integer, a Boolean and an enumeration cannot have it */
  FORMOLA_HOLD    /* the value at the time before */
} formola_interpolation;

/* Values at times that do not decrease, which are copied; two at one time are a jump. Before the
 * first and after the last time the value there. The integration stops at jumps and bends. */
FORMOLA_API formola_status formola_run_set_input_table(formola_run* run, const char* name,
                                                       size_t count, const double* times,
                                                       const double* values,
                                                       formola_interpolation interpolation);
/* Writes the value at a time, in the thread of the run. Not 0: the simulation ends with
 * FORMOLA_CANCELLED. The function must be smooth: nobody knows where it jumps or bends. Real inputs
 * only. */
typedef int (*formola_input)(void* context, double time, double* value);
FORMOLA_API formola_status formola_run_set_input_function(formola_run* run, const char* name,
                                                          formola_input function, void* context);
/* The columns of a file (.csv, .mat) that have the names of inputs; a column that is no variable of
 * the model at all is an error. Real inputs are linear between the rows, others hold. */
FORMOLA_API formola_status formola_run_set_input_file(formola_run* run, const char* path);

/* Called after steps, at most ten times a second, in the thread of the run. Not 0: cancel. */
typedef int (*formola_progress)(void* context, double time, double start, double stop);

typedef struct formola_options {
  size_t size;
  /* As --method; NULL: "auto" for formola_run_simulate and formola_runs_simulate, else "ida". */
  const char* method;
  const double* start; /* NULL: as the model's experiment annotation says, likewise the next */
  const double* stop;
  const double* tolerance;
  double step;               /* 0: chosen by the tolerance, or an output interval */
  int32_t intervals;         /* rows of the output but one; 0: as the annotation says, or 500 */
  const char* filter;        /* a regular expression: the variables to keep; NULL: all */
  formola_progress progress; /* may be NULL */
  void* progress_context;
} formola_options;

/* From the start to the stop time; `options` may be NULL. Earlier results of the run are gone. */
FORMOLA_API formola_status formola_run_simulate(formola_run* run, const formola_options* options);
/* Ends the simulation after the present step: FORMOLA_CANCELLED. If none is under way the next one
 * ends at once. */
FORMOLA_API void formola_run_cancel(formola_run* run);

/* The same with the derivatives of Real variables by parameters, and by start values under the
 * names of their variables, which formola_run_signal's sister formola_run_sensitivity gives, also
 * through events. Rows are those of the output intervals alone. What is not covered (delays,
 * parameters that ask for a translation, points where no derivative exists) is FORMOLA_USAGE_ERROR
 * with a message. */
FORMOLA_API formola_status formola_run_simulate_sensitivities(formola_run* run,
                                                              const formola_options* options,
                                                              const char* const* parameters,
                                                              size_t count);

/* The same with rows at given times, which do not decrease and do not lie before the start. */
FORMOLA_API formola_status formola_run_simulate_sensitivities_at(formola_run* run,
                                                                 const formola_options* options,
                                                                 const char* const* parameters,
                                                                 size_t count, const double* times,
                                                                 size_t time_count);

/* Runs of one model, `workers` of them at a time, each as it would run alone and with its own
 * values and results; `statuses` gets what each simulation returned. `options->progress` is called
 * in this thread with the number of runs done, 0 and their count; not 0: those that have not ended
 * are FORMOLA_CANCELLED. */
FORMOLA_API formola_status formola_runs_simulate(formola_run* const* runs, size_t count,
                                                 const formola_options* options, int32_t workers,
                                                 formola_status* statuses);

/* Called in the thread of the caller for a case that failed, in the order of the cases. */
typedef void (*formola_case_failed)(void* context, size_t number, const char* reason);

/* Many cases of which only last values are kept, on SIMD lanes or a GPU where these can do the
 * model and the method (docs/ensembles.md), else by single runs. */
typedef struct formola_ensemble {
  size_t size;
  const char* const* names; /* of what differs between cases */
  size_t name_count;
  const double* values; /* of names[k] in case i: values[i * name_count + k] */
  size_t count;         /* of cases */
  const char* const* variables;
  size_t variable_count;
  const char* device;             /* "threads", "lanes", "gpu" or "auto"; NULL: "threads" */
  int32_t workers;                /* threads */
  const formola_options* options; /* of each case; `progress` gets the number of cases done, 0 and
                                     their count */
  double* finals; /* of variables[k] in case i: finals[i * variable_count + k]; NaN: it failed */
  formola_status* statuses;   /* of each case */
  formola_case_failed failed; /* may be NULL */
  void* failed_context;
} formola_ensemble;

/* The values of the run hold in all cases. Where another device works than was asked for, the
 * message of the run says why. */
FORMOLA_API formola_status formola_run_ensemble(formola_run* run, const formola_ensemble* ensemble);

/* What lies at a signal's values: value(i) = sign * data[i * stride]. A stride of 0: it is the same
 * in all rows. The data stay until the run is used again. */
typedef struct formola_signal {
  size_t size;
  const double* data;
  size_t stride;
  double sign;
} formola_signal;

FORMOLA_API size_t formola_run_row_count(const formola_run* run);
/* Non-decreasing; an event has two rows. */
FORMOLA_API const double* formola_run_times(const formola_run* run);
FORMOLA_API formola_status formola_run_signal(formola_run* run, const char* name,
                                              formola_signal* signal);
/* The variables of the results by number: those that `filter` kept, of the model as the values of
 * the run made it. NULL: there is no such number. */
FORMOLA_API size_t formola_run_signal_count(const formola_run* run);
FORMOLA_API const char* formola_run_signal_name(const formola_run* run, size_t index);

/* d variable / d parameter, row by row. */
FORMOLA_API formola_status formola_run_sensitivity(formola_run* run, const char* variable,
                                                   const char* parameter, formola_signal* signal);
/* The values of a variable at given times within those of the results. Between rows a state, or any
 * variable with a derivative among the results, follows the cubic of both ends, others are linear;
 * at an event it is the value after it. */
FORMOLA_API formola_status formola_run_sample(formola_run* run, const char* name, size_t count,
                                              const double* times, double* values);

/* ---- stepping by hand */

/* Initialises, as formola_run_simulate does, and waits. The stop time of the options is no end; it
 * tells how long a step may become. Rows of the results are the start, the ends of steps, and two
 * for each event. */
FORMOLA_API formola_status formola_run_start(formola_run* run, const formola_options* options);
/* Goes on to a time, with all events on the way. */
FORMOLA_API formola_status formola_run_step(formola_run* run, double until);
/* The present time; NaN if the run was not started. */
FORMOLA_API double formola_run_time(const formola_run* run);
/* The present value of any variable of type Real, Integer, Boolean or enumeration. */
FORMOLA_API formola_status formola_run_get(formola_run* run, const char* name, double* value);

/* Another value of a state, as an event would give it; variables that depend on it follow. */
FORMOLA_API formola_status formola_run_set_state(formola_run* run, const char* name, double value);

/* Everything that decides how a started run goes on, but for the past of the integrator, which
 * begins anew after formola_run_restore, and for what external objects remember. `state` stays
 * valid when the run is freed. Threads may restore one state at a time each into runs of their
 * own. */
FORMOLA_API formola_status formola_run_save(formola_run* run, formola_state** state);
/* The run, started or not, is where the state was saved. It must be one of the same model. Its
 * results begin anew. */
FORMOLA_API formola_status formola_run_restore(formola_run* run, const formola_state* state);
FORMOLA_API void formola_state_free(formola_state* state);

/* ---- questions about a started run */

typedef struct formola_steady_state {
  size_t size;
  int32_t iterations; /* of Newton's method */
  int32_t integrated; /* 1: the time went on until it was found */
  size_t drifting;    /* how many states go on at a constant rate, on which nothing depends */
} formola_steady_state;

/* Moves the run to states whose derivatives vanish, by Newton's method with the exact Jacobian and,
 * where that does not lead there, by integration. FORMOLA_SIMULATION_FAILED: there is none; the
 * message names what goes on moving. `result` may be NULL. */
FORMOLA_API formola_status formola_run_steady_state(formola_run* run, formola_steady_state* result);
/* The name and rate of a drifting state of the last steady state; "" beyond their number. */
FORMOLA_API const char* formola_run_drifting(const formola_run* run, size_t index, double* rate);

/* The linear system dx/dt = A x + B u, y = C x + D u that the model is close to the present point,
 * exact but for rounding, relations frozen. Without names (NULL) the inputs and outputs are those
 * of the model; an output may be any Real variable. */
FORMOLA_API formola_status formola_run_linearize(formola_run* run, const char* const* inputs,
                                                 size_t input_count, const char* const* outputs,
                                                 size_t output_count, formola_linear** linear);
/* The same of one step of the given size by the inlined method of the run, a one-step method:
 * x(t + step) = A x(t) + B u, where u stays during the step. */
FORMOLA_API formola_status formola_run_linearize_step(formola_run* run, double step,
                                                      const char* const* inputs, size_t input_count,
                                                      const char* const* outputs,
                                                      size_t output_count, formola_linear** linear);
/* The step of a discrete system; 0: dx/dt. */
FORMOLA_API double formola_linear_step(const formola_linear* linear);
FORMOLA_API void formola_linear_free(formola_linear* linear);
typedef enum formola_axis { FORMOLA_STATES, FORMOLA_INPUTS, FORMOLA_OUTPUTS } formola_axis;
FORMOLA_API size_t formola_linear_count(const formola_linear* linear, formola_axis axis);
FORMOLA_API const char* formola_linear_name(const formola_linear* linear, formola_axis axis,
                                            size_t index);
/* 'A', 'B', 'C' or 'D', row by row; NULL for others. */
FORMOLA_API const double* formola_linear_matrix(const formola_linear* linear, char matrix);
/* Eigenvalues of A; `real` and `imaginary` take as many numbers as there are states. */
FORMOLA_API formola_status formola_linear_poles(const formola_linear* linear, double* real,
                                                double* imaginary);
/* Zeros from an input to an output: at most as many as states; `count` tells how many. */
FORMOLA_API formola_status formola_linear_zeros(const formola_linear* linear, size_t input,
                                                size_t output, size_t* count, double* real,
                                                double* imaginary);
/* The frequency response at angular frequencies w. */
FORMOLA_API formola_status formola_linear_response(const formola_linear* linear, size_t input,
                                                   size_t output, size_t count, const double* w,
                                                   double* real, double* imaginary);

/* How many states inputs reach, outputs see, and both; any of them may be NULL. */
FORMOLA_API formola_status formola_linear_orders(const formola_linear* linear, size_t* controllable,
                                                 size_t* observable, size_t* minimal);
/* A smaller system by balanced truncation, to `order` states (0: those that contribute more than a
 * millionth of the first). `bound`: the largest error of a frequency response; `count` and
 * `hankel`: the Hankel singular values, at most as many as states; each may be NULL.
 * FORMOLA_SIMULATION_FAILED: the part that inputs reach and outputs see is not stable. */
FORMOLA_API formola_status formola_linear_reduce(const formola_linear* linear, size_t order,
                                                 formola_linear** reduced, double* bound,
                                                 size_t* count, double* hankel);

/* ---- fits */

/* Which parameters to find, and what was measured. */
typedef struct formola_calibration {
  size_t size;
  const char* const* over; /* names of parameters, or of variables with a start value */
  const double* lower;     /* bounds of each; NULL, or NaN: the attribute min, likewise max */
  const double* upper;
  size_t over_count;
  const double* times; /* which do not decrease */
  size_t time_count;
  const char* const* signals; /* names of the measured variables */
  const double* values;       /* signal by signal at all times; NaN: not measured */
  size_t signal_count;
  double confidence;  /* level of the intervals; 0: 0.95 */
  int32_t iterations; /* at most so many; 0: 100 */
} formola_calibration;

/* Fits parameters to measurements, beginning with the values that were set for the run; the stop
 * time is by default the last measured time. `json` gets what `formola calibrate --report x.json`
 * writes; it stays until the next question. FORMOLA_SIMULATION_FAILED: a run fails, or the search
 * did not come to its end, then `json` is there all the same. */
FORMOLA_API formola_status formola_run_calibrate(formola_run* run, const formola_options* options,
                                                 const formola_calibration* calibration,
                                                 const char** json);

/* Which parameters to find, and for what. */
typedef struct formola_optimization {
  size_t size;
  const char* const* over; /* as for formola_calibration */
  const double* lower;
  const double* upper;
  size_t over_count;
  const char* objective;          /* an expression of final(x), initial(x), min(x), max(x), mean(x),
                                     integral(x) */
  int32_t maximize;               /* 1: to be made large; 0: small */
  const char* const* constraints; /* "max(T) <= 350" */
  size_t constraint_count;
  int32_t evaluations; /* at most so many; 0: 500 */
} formola_optimization;

/* Parameters for which an expression of the result is smallest, near the values that were set for
 * the run. `json` gets what `formola optimize --report x.json` writes; otherwise as
 * formola_run_calibrate. */
FORMOLA_API formola_status formola_run_optimize(formola_run* run, const formola_options* options,
                                                const formola_optimization* optimization,
                                                const char** json);

/* ---- gradients */

/* The number that is differentiated: an expression of the result as in formola_optimization, or,
 * where that is NULL, the sum of squares of the run's distances from measurements. */
typedef struct formola_gradient {
  size_t size;
  const char* objective;
  const char* const* over; /* names of parameters, any number of them */
  size_t over_count;
  const double* times; /* as in formola_calibration */
  size_t time_count;
  const char* const* signals;
  const double* values;
  size_t signal_count;
  int32_t forward;   /* 1: parameter by parameter from the start on, to compare with */
  size_t most_bytes; /* for what steps leave; beyond it steps are made again. 0: 256 MiB */
} formola_gradient;

/* Its derivatives by all of the parameters at once: the steps of an inlined one-step method
 * (options->method; by default "inline:radau5") are gone through from the last to the first. `json`
 * has `value`, `gradient` by name, and what it cost; it stays until the next question. What is not
 * covered is FORMOLA_USAGE_ERROR with a message. */
FORMOLA_API formola_status formola_run_gradient(formola_run* run, const formola_options* options,
                                                const formola_gradient* gradient,
                                                const char** json);

typedef struct formola_statistics {
  size_t size;
  uint64_t steps, rejected_steps, newton_iterations, function_evaluations, jacobian_evaluations,
      factorizations, state_events, time_events;
  double seconds_initialize, seconds_simulate;
  double end_time;
} formola_statistics;
FORMOLA_API formola_status formola_run_statistics(const formola_run* run,
                                                  formola_statistics* statistics);

#ifdef __cplusplus
}
#endif

#endif
