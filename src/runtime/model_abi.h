/* The C interface between a compiled model and the runtime and solvers.
 *
 * Purpose: generated code (LLVM, C, interpreter) fills one constant `FmlModel` (sizes, tables,
 * function pointers); the runtime makes one `FmlData` for each running instance. Every function
 * works on one `FmlData*` and nothing else: no globals, so instances may run in parallel. This
 * header is plain C11 so that exported C code can include it.
 *
 * Numbers. Every scalar variable, whatever its type, is a double in `v` (Boolean 0/1, Integer and
 * enumeration exact), in this order:
 *
 *   v[0 .. nStates)                      states x
 *   v[nStates .. 2 nStates)              their derivatives, in the same order
 *   v[2 nStates .. discreteBegin)        other continuous unknowns
 *   v[discreteBegin .. parameterBegin)   discrete unknowns; a Boolean for each when-condition
 *   v[parameterBegin .. nVariables)      parameters and constants that are kept
 *
 * `pre`, `nominal`, `min` and `max` have the same length and index as `v`.
 *
 * Relations. A relation `a > b` that may cause an event is read as `relations[k]`. While `live` is
 * 0 (continuous integration) nobody writes to `relations`; while `live` is 1 (events,
 * initialisation) the code that owns relation k writes `relations[k] = a > b` before it is read; in
 * a mixed block only the block's `evalModes` does. Where both sides were equal up to rounding
 * before an event, `relationBands` keeps the relation as long as they are. Relations [0,
 * nStateRelations) change with the solution and have a zero-crossing function; the others depend
 * only on time or on discrete variables.
 *
 * Time events. What depends on time only is never searched for: `nextTimeEvent` announces the
 * instant. An instant has two sides, an event for each: at it `time >= t0` becomes true, right
 * after it `time > t0` does, both with `time` = t0. At an event these are read as `reached >= t0`
 * and `passed >= t0`; the driver sets `reached` to the time of the event and `passed` to what is
 * earlier, then `passed` to the same as `reached` (both with room for rounding, so that instants
 * that differ by rounding only are one). Neither ever falls. floor, ceil, integer, div, mod and rem
 * are lowered to a discrete variable f = floor(x): a count of instants where x is affine in time
 * (expr/floor_of_time.h), else with the relations `x >= pre(f)` and `x < pre(f) + 1`.
 *
 * Rules for generated functions: they do not throw, longjmp, allocate or print (except the cold
 * functions marked so); they return an FmlStatus and stop at the first one that is not FML_OK; they
 * write only through FmlData. Functions of a block get its index: blocks of the same shape share
 * one function, which looks up in tables of its own where they differ.
 */
#ifndef FORMOLA_RUNTIME_MODEL_ABI_H
#define FORMOLA_RUNTIME_MODEL_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FML_ABI_VERSION 11

typedef struct FmlModel FmlModel;
typedef struct FmlData FmlData;
typedef struct FmlWorkspace
    FmlWorkspace; /* owned by the runtime: solver workspaces, delay buffers, failure records */

/* The sign is that of SUNDIALS' callbacks: positive is recoverable (a shorter step may help),
 * negative is final. */
typedef enum FmlStatus { FML_OK = 0, FML_RETRY = 1, FML_FATAL = -1 } FmlStatus;

/* What a number in a message refers to; `FmlModel::describe` turns it into text for the user. */
typedef enum FmlEntity {
  FML_VARIABLE, /* index into v */
  FML_RELATION, /* index into relations */
  FML_EQUATION, /* index given by generated code, e.g. for a domain error; also an assertion's index
                 */
  FML_LINEAR_BLOCK,    /* index into linearBlocks */
  FML_NONLINEAR_BLOCK, /* index into nonlinearBlocks */
  FML_MIXED_BLOCK      /* index into mixedBlocks */
} FmlEntity;

typedef enum FmlSeverity { FML_WARNING, FML_ERROR } FmlSeverity;

/* A sparse matrix's structure in compressed columns; rows ascend in each column. `colour[j]`:
 * columns of one colour have no row in common, so one difference evaluates them together. NULL
 * colStart: dense, values column-major. NULL colour: the runtime makes a colouring when it needs
 * one. nGroups > 0: row k is solved for column k by relaxing, in groups that begin at groups[...],
 * where the runtime was asked to relax. */
typedef struct FmlPattern {
  const int32_t* colStart; /* columns + 1 entries */
  const int32_t* rows;     /* colStart[columns] entries */
  const int32_t* colour;   /* columns entries */
  int32_t nColours;
  const int32_t* groups; /* nGroups entries, the first is 0 */
  int32_t nGroups;
} FmlPattern;

/* r(u) = 0 for the unknowns u = v[unknowns[...]]: one torn or full nonlinear block, called by
 * fml_solve_nonlinear(d, index). The start of the iteration is what v holds.
 * residual: reads u from v, runs the inner (torn-off) assignments, writes r[0..n).
 * jacobian: NULL (differences) or the values of dr/du on `pattern` at the u of the last `residual`
 * call. After success v holds the solution and `residual` has been called there, so inner variables
 * are right too. The inlined integrators use the same blocks: step size and old(x) are ordinary
 * entries of v. */
typedef struct FmlNonlinearBlock {
  int32_t n;
  const int32_t* unknowns;
  FmlStatus (*residual)(FmlData* d, int32_t block, double* r);
  FmlStatus (*jacobian)(FmlData* d, int32_t block, double* values);
  FmlPattern pattern;
  const int32_t* equations; /* FML_EQUATION index of each residual for messages, or NULL */
  /* Inlined step: states (also at inner stages) that `residual` assigns; the iteration goes on
   * until these are settled too. */
  int32_t nWatched;
  const int32_t* watched;
  int32_t nInner; /* all other continuous variables that `residual` assigns */
  const int32_t* inner;
  /* 1: among the outputs; steps of the integration do not give its unknowns, which stay those of
   * the last solve. */
  int32_t besideSteps;
  /* 0, or the number of a whole block: the same system of the initial one with none of its
   * variables computed from others, which begins with the start values of all of them. Solved where
   * this one cannot be. */
  int32_t whole;
} FmlNonlinearBlock;

/* When the matrix of a linear block can change; the runtime also notices by comparison when it did
 * not. */
typedef enum FmlMatrixChange {
  FML_MATRIX_VARIES,   /* ask for it at every solve */
  FML_MATRIX_AT_EVENT, /* depends on discrete variables, the step size of the inlined integrator and
                          parameters: asked for after an event or a change of the step size */
  FML_MATRIX_CONSTANT  /* depends on parameters only: asked for once after evalParameters */
} FmlMatrixChange;

/* A(v) u = b(v) for the unknowns u = v[unknowns[...]], called by fml_solve_linear(d, index).
 * Either matrix + rhs, or (matrix NULL) residual: r = A u - b with u read from v, from which the
 * runtime makes A and b by n + 1 evaluations; residual then also runs inner assignments and is
 * called once more at the solution. With matrix + rhs, generated code assigns inner variables
 * itself after the call. */
typedef struct FmlLinearBlock {
  int32_t n;
  const int32_t* unknowns;
  FmlStatus (*matrix)(FmlData* d, int32_t block, double* values); /* on `pattern` */
  FmlStatus (*rhs)(FmlData* d, int32_t block, double* b);
  FmlStatus (*residual)(FmlData* d, int32_t block, double* r);
  FmlPattern pattern;
  FmlMatrixChange change;
  const int32_t* equations;
  /* NULL, or the first nFormulas unknowns by formulas followed by nGuards numbers. Where these are
   * all positive the formulas hold, and generated code assigns the other unknowns after the call;
   * else the block is solved as described above. */
  FmlStatus (*formulas)(FmlData* d, int32_t block, double* values);
  int32_t nFormulas, nGuards;
} FmlLinearBlock;

/* Discrete unknowns (relations and discrete variables: the mode) inside an algebraic loop, called
 * by fml_solve_mixed(d, index). `evalContinuous` solves the continuous part for the present mode
 * (calling other blocks), `evalModes` writes relations[relationIndices] and v[discreteIndices] from
 * its result. While live the runtime repeats both until the mode repeats itself; otherwise only
 * evalContinuous runs. */
typedef struct FmlMixedBlock {
  int32_t nRelations;
  const int32_t* relationIndices;
  int32_t nDiscrete;
  const int32_t*
      discreteIndices; /* discrete unknowns that are not functions of the relations alone */
  FmlStatus (*evalContinuous)(FmlData* d, int32_t block);
  FmlStatus (*evalModes)(FmlData* d, int32_t block);
} FmlMixedBlock;

/* Optional implicit form F(t, y, y') = 0 for IDA, which keeps the sparsity that solving blocks
 * inside the right-hand side destroys. y is the states followed by v[algebraic[0 .. nAlgebraic)];
 * y' of the states sits in v[nStates + i]. residual: reads time, states, derivatives and algebraic
 * unknowns from d, writes nStates + nAlgebraic residuals. jacobian: dF/dy + cj dF/dy' on `pattern`
 * (required in this form), or NULL for differences. */
typedef struct FmlDaeForm {
  int32_t nAlgebraic;
  const int32_t* algebraic;
  FmlStatus (*residual)(FmlData* d, double* r);
  FmlStatus (*jacobian)(FmlData* d, double cj, double* values);
  FmlPattern pattern;
} FmlDaeForm;

/* Optional inlined integrator: the discretised model, X_i = old(x) + h sum_j a_ij der(X_j) at the
 * stages i, sorted together with the model equations. v[stepIndex] is h (for one stage: of the
 * formula x = h der(x) + old(x)), v[oldIndices[k]] is old(x_k). stageIndices and derivativeIndices:
 * nStages * nStates places of X_i and der(X_i); the last stage is the end of the step and consists
 * of the model's own states and derivatives. slopeIndices: what stands for der(X_i) in the
 * formulas, itself or a variable that is equal to it. evalStep: given time (of the end of the
 * step), h and old, computes all stages and what the zero crossings need by the ordinary block
 * machinery, with relations frozen; the start of the iteration is what v holds (the integrator puts
 * the prediction there). iteratedIndices: unknowns of nonlinear blocks beside X and der(X);
 * originIndices: the variables at the end of the step that these are copies of at inner stages, or
 * themselves. After a change of h the integrator calls fml_step_size_changed. */
typedef struct FmlInlineForm {
  int32_t nStages;
  int32_t stepIndex;
  const int32_t* oldIndices;
  const int32_t* stageIndices;
  const int32_t* derivativeIndices;
  const int32_t* slopeIndices;
  int32_t nIterated;
  const int32_t* iteratedIndices;
  const int32_t* originIndices;
  FmlStatus (*evalStep)(FmlData* d);
  /* Numbers of states that evalStep takes from old(x) alone: the integrator computes them by an
   * explicit formula. evalImplicitStep has the formula above for these too; NULL if there are none.
   */
  int32_t nExplicit;
  const int32_t* explicitStates;
  FmlStatus (*evalImplicitStep)(FmlData* d);
  /* Continuous inputs: at the end of the step v[inputIndices[k]], at the inner stages s
   * v[stageInputIndices[s * nInputs + k]], at the times t - (1 - nodes[s]) h. Written before a step
   * is evaluated. */
  int32_t nInputs;
  const int32_t* inputIndices;
  const int32_t* stageInputIndices;
  const double* nodes;
  /* Variables that only the end of a step gives: v[heldIndices[k]] is then v[heldSources[k]]. The
   * integrator writes them wherever it leads the model, between the ends of steps interpolated. */
  int32_t nHeld;
  const int32_t* heldIndices;
  const int32_t* heldSources;
  /* States that follow inputs, so that the formula differentiates these: v[followingStates[k]] is
   * v[followedInputs[k]] at the end of a step; v[followedSlopes[k]], a held variable, is its
   * derivative. */
  int32_t nFollowed;
  const int32_t* followedInputs;
  const int32_t* followingStates;
  const int32_t* followedSlopes;
} FmlInlineForm;

/* How changes of the states spread to their derivatives: operations on rows, each the derivatives
 * of one quantity in some directions. Rows [0, nStates) are given; the partial derivatives of the
 * model's steps are `literals`, then what `constants` computes (depends on parameters only), then
 * what `partials` computes at the point of the last evalDerivatives. */
typedef enum FmlTangentKind {
  FML_TANGENT_SUM,      /* row := sum of partial * row over the terms [begin, end) */
  FML_TANGENT_ZERO,     /* rows [row, row + count) := 0 */
  FML_TANGENT_LINEAR,   /* rows [row, row + count) := -A^-1 rows [begin, begin + count) */
  FML_TANGENT_NONLINEAR /* the same with the Jacobian of a nonlinear block */
} FmlTangentKind;

typedef struct FmlTangentOperation {
  int32_t kind;
  int32_t row;
  int32_t begin, end;
  int32_t count;
  int32_t block;
} FmlTangentOperation;

typedef struct FmlTangentTerm {
  int32_t row;
  int32_t partial;
} FmlTangentTerm;

typedef struct FmlTangent {
  int32_t nOperations, nRows;
  const FmlTangentOperation* operations;
  const FmlTangentTerm* terms;
  int32_t nLiterals, nConstants, nPartials; /* how many of each */
  const double* literals;
  FmlStatus (*constants)(FmlData* d, double* values);
  FmlStatus (*partials)(FmlData* d, double* values);
  const int32_t* derivatives; /* by state: the row of its derivative, -1 where that is zero */
  /* More rows that are given, behind those of the states; rows of other variables, -1 where that is
   * zero. */
  int32_t nSeeds, nOutputs;
  const int32_t* outputs;
} FmlTangent;

/* States that may change with the solution: s = A u. v[candidates[o * nCandidates + j]] is the o-th
 * derivative of candidate j, v[states[o * nStates + k]] that of state k (these are states of the
 * model), v[selection[k * nCandidates + j]] the entry of A, one 1 in each row, read by generated
 * code and written by the driver. evalSetJacobian gives the derivatives of nInner + nConstraints
 * equations by nCandidates + nForced + nInner variables at (rows, columns): inner row i gives
 * column nCandidates + nForced + i from columns before; the constraints determine the forced
 * variables and all candidates but the states. After a change of A the driver computes s from u. */
typedef struct FmlStateSet {
  int32_t nCandidates, nStates, nOrders;
  int32_t nForced, nInner, nConstraints;
  const int32_t* candidates;
  const int32_t* states;
  const int32_t* selection;
  int32_t nEntries;
  const int32_t* rows;
  const int32_t* columns;
} FmlStateSet;

/* How a quantity follows from time, states and what does not change between events, operation by
 * operation: for whoever wants to know what it does all along a step and not only at points. a, b,
 * c: numbers of operations before; the last one is the quantity. */
typedef enum FmlTraceKind {
  FML_TRACE_CONSTANT, /* `value` */
  FML_TRACE_TIME,
  FML_TRACE_STATE,    /* v[a], its derivative is v[nStates + a] */
  FML_TRACE_VALUE,    /* v[a], which changes at events only */
  FML_TRACE_PRE,      /* pre[a] */
  FML_TRACE_RELATION, /* relations[a] */
  FML_TRACE_NEG,
  FML_TRACE_NOT,
  FML_TRACE_ADD,
  FML_TRACE_SUB,
  FML_TRACE_MUL,
  FML_TRACE_DIV,
  FML_TRACE_POW,
  FML_TRACE_AND,
  FML_TRACE_OR,
  FML_TRACE_LESS,
  FML_TRACE_LESS_EQUAL,
  FML_TRACE_EQUAL,
  FML_TRACE_SELECT, /* a ? b : c */
  FML_TRACE_MIN,
  FML_TRACE_MAX,
  FML_TRACE_ABS,
  FML_TRACE_SQRT,
  FML_TRACE_SIN,
  FML_TRACE_COS,
  FML_TRACE_TAN,
  FML_TRACE_ASIN,
  FML_TRACE_ACOS,
  FML_TRACE_ATAN,
  FML_TRACE_SINH,
  FML_TRACE_COSH,
  FML_TRACE_TANH,
  FML_TRACE_EXP,
  FML_TRACE_LOG,
  FML_TRACE_LOG10
} FmlTraceKind;

typedef struct FmlTraceOperation {
  int32_t kind;
  int32_t a, b, c;
  double value;
} FmlTraceOperation;

typedef struct FmlTrace {
  int32_t relation; /* whose zero-crossing function it is, or -1 */
  int32_t decides;  /* 1: a source on which relations without a trace depend */
  int32_t nOperations;
  const FmlTraceOperation* operations;
} FmlTrace;

/* The compiled model. All pointers stay valid while any FmlData of it exists; NULL where "may be
 * NULL" is said. */
struct FmlModel {
  int32_t abiVersion; /* FML_ABI_VERSION */
  const char* name;

  int32_t nVariables, nStates, discreteBegin, parameterBegin;
  int32_t nRelations, nStateRelations;
  int32_t nSamples;
  int32_t nDelays;
  int32_t nTransports; /* calls of spatialDistribution */
  int32_t nStrings;
  int32_t nExternalObjects;
  int32_t usesHomotopy; /* 1: some expression depends on lambda */

  int32_t nLinearBlocks, nNonlinearBlocks, nMixedBlocks;
  int32_t nWholeBlocks; /* behind the nonlinear blocks */
  const FmlLinearBlock* linearBlocks;
  const FmlNonlinearBlock* nonlinearBlocks;
  const FmlMixedBlock* mixedBlocks;

  /* Values known at translation, nVariables entries each; NULL: 0, 1, -infinity, +infinity. */
  const double* start;
  const double* nominal;
  const double* min;
  const double* max;
  const char* const* strings; /* nStrings initial values, or NULL */

  /* Cold. Bound parameters from free ones; sampleStart/sampleInterval; nominal, min and max that
   * depend on parameters; start values that depend on parameters (into v); external objects (may
   * allocate). May be NULL. */
  FmlStatus (*evalParameters)(FmlData* d);

  /* Cold. The initial system: with live = 1 and initial = 1, from the start values in v, computes
   * every unknown, and pre[] of discrete variables where an initial equation says so (others: pre =
   * start, set before the call). homotopy(actual, simplified) is read as lambda * actual + (1 -
   * lambda) * simplified, everywhere. The driver repeats it until relations and discrete variables
   * repeat. NULL: states keep their start values and evalEvent (or else evalDerivatives and
   * evalOutputs) computes the rest. */
  FmlStatus (*evalInitial)(FmlData* d);

  /* Cold. Before evalInitial, with live = 1 and initial = 1, where the start values in v did not
   * lead to a solution: values to begin with for unknowns that have no start value, from those of
   * others. Where it fails, or gives what is no finite number, the start values are kept. May be
   * NULL. */
  FmlStatus (*evalGuesses)(FmlData* d);

  /* Cold. Once, when the initial system is solved, with live = 1, initial = 1 and pre = v: what
   * initial sections and when-clauses with initial() do beside determining unknowns. May be NULL.
   */
  FmlStatus (*evalStart)(FmlData* d);

  /* Given time and states: derivatives and all unknowns that they need. Relations are read, not
   * written. */
  FmlStatus (*evalDerivatives)(FmlData* d);

  /* After evalDerivatives at the same time and states: all remaining continuous unknowns. May be
   * NULL. */
  FmlStatus (*evalOutputs)(FmlData* d);

  /* After evalDerivatives at the same point: z[k] for each state relation, positive where it holds:
   * a - b for a > b and a >= b, b - a for a < b and a <= b. Continuous while relations are frozen.
   * Computes the unknowns it needs on its own. NULL if nStateRelations = 0. */
  FmlStatus (*evalZeroCrossings)(FmlData* d, double* z);
  /* Of relations that depend on time itself, where explicit formulas lead from it to them. */
  int32_t nTraces;
  const FmlTrace* traces;

  /* Curved functions of time alone that derivatives need. */
  int32_t nSources;
  const FmlTrace* sources;

  /* One pass of the event iteration, live = 1: evaluates all equations in order (relations,
   * when-clauses, derivatives, outputs) from time, states and pre. `when c` fires where v[c] = 1,
   * pre[c] = 0 and initial = 0, c being the discrete Boolean of the condition; sample k is
   * `sampleActive[k]`. A discrete variable that no clause assigns keeps pre. reinit through
   * fml_reinit only. The driver sets pre := v and repeats until discrete variables and relations
   * repeat. NULL: no discrete part. */
  FmlStatus (*evalEvent)(FmlData* d);

  /* The next instant of what depends on time only: at it something changes and it is beyond
   * `reached`, or right after it something changes and it is beyond `passed`. +infinity if none.
   * May be NULL. */
  double (*nextTimeEvent)(FmlData* d);

  /* Called at each accepted step and event: fml_delay_store for each buffer, fml_transport_store
   * for each profile, functions that act at the ends of steps. NULL if there are none of these. */
  FmlStatus (*storeDelays)(FmlData* d);

  /* d der(x) / d x at the point of the last evalDerivatives; values on jacobianPattern. NULL: from
   * `tangent`; where that is NULL too, by coloured differences. The pattern must always be given
   * when nStates > 0 unless it is dense. */
  FmlPattern jacobianPattern;
  FmlStatus (*evalJacobian)(FmlData* d, double* values);
  const FmlTangent* tangent; /* may be NULL */

  const FmlDaeForm* daeForm;       /* may be NULL */
  const FmlInlineForm* inlineForm; /* may be NULL */

  int32_t nStateSets;
  const FmlStateSet* stateSets;
  /* After evalDerivatives and evalOutputs at the same point. */
  FmlStatus (*evalSetJacobian)(FmlData* d, int32_t set, double* values);

  /* Cold. Frees external objects. May be NULL. */
  void (*destroyExternalObjects)(FmlData* d);

  /* Cold. Text for the user (name, equation with its source line); NULL function or result: only
   * the index is shown. */
  const char* (*describe)(const FmlModel* model, FmlEntity entity, int32_t index);

  /* Cold. After a result that is no finite number: evaluates the same program again at the present
   * point, operation by operation, and says which one was the first without a finite result, with
   * its equation. entity: a linear or nonlinear block by its index; FML_EQUATION the derivatives;
   * FML_VARIABLE derivatives and outputs. The text is valid until the next call. NULL function or
   * result: nothing is known. */
  const char* (*explain)(FmlData* d, FmlEntity entity, int32_t index);
};

typedef struct FmlStatistics {
  uint64_t functionEvaluations;  /* evalDerivatives or DAE residuals */
  uint64_t jacobianEvaluations;  /* of the integrator */
  uint64_t differencedJacobians; /* so many of them by differences */
  uint64_t newtonIterations;     /* inside blocks; the integrator's own are counted by the solver */
  uint64_t factorizations;       /* inside blocks */
  uint64_t blockSolves;
  uint64_t formulaFallbacks; /* solves of linear blocks in which a guard of the formulas was not
                                positive */
} FmlStatistics;

/* One running instance; made by fml_create. Members are read by generated code at fixed offsets:
 * the ones it uses come first, and a change of order needs a new FML_ABI_VERSION. */
struct FmlData {
  double time;
  double* v;
  double* pre;
  uint8_t* relations;
  uint8_t* sampleActive;  /* nSamples; 1 in the first pass of the event at which the sample ticks */
  double reached, passed; /* of time events, see above */
  double lambda;          /* homotopy parameter, 1 outside of continuation */
  uint8_t live;           /* relations are written */
  uint8_t initial;        /* initial() */
  uint8_t terminal;       /* terminal() */
  uint8_t reserved[5];
  /* nRelations. During an event a relation whose sides differ, but by no more than |band|, is true
   * if band < 0 and false if band > 0; NaN: it is what its sides say. */
  double* relationBands;
  const char** strings;
  void** externalObjects;
  double* nominal; /* > 0 */
  double* min;
  double* max;
  double* sampleStart; /* nSamples each, written by evalParameters */
  double* sampleInterval;

  const FmlModel* model;
  FmlWorkspace* workspace;
  FmlStatistics statistics;
};

/* Set-up and end. fml_create: NULL only if the ABI version differs or memory is out; v = start, pre
 * = start. Everything that evaluation needs is allocated here. */
FmlData* fml_create(const FmlModel* model);
void fml_destroy(FmlData* d);
/* Forgets cached matrices; call after parameters were written. */
void fml_parameters_changed(FmlData* d);

/* Matrices that depend on the step size of the inlined integrator are asked for again. */
void fml_step_size_changed(FmlData* d);

/* Called by generated code. */
FmlStatus fml_solve_linear(FmlData* d, int32_t block);
/* b := A^-1 b with the matrix that fml_solve_linear(d, block) used last: derivatives of a linear
 * block inside a nonlinear one. */
FmlStatus fml_solve_linear_again(FmlData* d, int32_t block, double* b);
FmlStatus fml_solve_nonlinear(FmlData* d, int32_t block);
FmlStatus fml_solve_mixed(FmlData* d, int32_t block);

/* Takes effect after the present pass of the event iteration, which is then repeated. */
void fml_reinit(FmlData* d, int32_t state, double value);

/* An assertion that does not hold. `message` is copied. A warning is recorded and FML_OK returned;
 * an error returns FML_RETRY in trial evaluations (the integrator may come around it with a shorter
 * step) and FML_FATAL in events. `index` -1: inside of a function, where an iteration may come
 * around it in events, too: FML_RETRY. */
FmlStatus fml_assert_failed(FmlData* d, int32_t index, FmlSeverity severity, const char* message);

/* The simulation ends successfully after the present event. */
void fml_terminate(FmlData* d, const char* message);

/* A function got an argument outside of its domain, e.g. sqrt(-1); `what` is static text such as
 * "sqrt". */
FmlStatus fml_domain_error(FmlData* d, int32_t equation, const char* what, double argument);

/* delay(expr, delayTime): the value of buffer `index` at time - delayTime; `value` is the present
 * value of expr. */
double fml_delay(FmlData* d, int32_t index, double value, double delayTime);
/* Appends (time, value); what is older than time - maxDelay is dropped. */
void fml_delay_store(FmlData* d, int32_t index, double value, double maxDelay);

/* spatialDistribution(in0, in1, x, positiveVelocity): what profile indexAndEnd / 2 has at the end
 * y = indexAndEnd % 2, at `time` (a stage of a step may be earlier than d->time). */
double fml_transport(FmlData* d, int32_t indexAndEnd, double in0, double in1, double x,
                     double positiveVelocity, double time);
/* The initial profile: values at n points from 0 to 1, before the first fml_transport_store. */
int32_t fml_transport_is_empty(const FmlData* d, int32_t index);
void fml_transport_begin(FmlData* d, int32_t index, double x, int32_t n, const double* points,
                         const double* values);
/* What enters at the present time. */
void fml_transport_store(FmlData* d, int32_t index, double in0, double in1, double x,
                         double positiveVelocity);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
